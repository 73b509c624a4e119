"""Cards to look at on the rules pages. Only cards are given; what they are worth is worked out.

Marks are those that `{% card %}` draws: `plays`, `decides`, `idle`, or none.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any, Final

from rules.engine.cards import Card, Rank, parse_cards
from rules.engine.combinations import (
    Combination,
    DupStraight,
    Objection,
    combination_of,
    judge_second,
    paid_combinations,
)
from rules.engine.compare import (
    STEPS,
    Basis,
    Comparison,
    Decision,
    compare,
    compare_with_board,
)
from rules.engine.ranking import Category, HandRank, rank_hand
from rules.engine.text import gettext_noop
from rules.games.base import CATEGORY_OF, PayHand, PayRow, PayTable, pay_hand

Drawn = tuple[tuple[Card, str], ...]

# Second combinations are worked out for so many pay tables; they take 0.1 s each.
_TABLES_KEPT: Final = 64

_KINDS: Final[dict[PayHand, tuple[str, str, str]]] = {
    PayHand.ROYAL_FLUSH: (
        gettext_noop("Ace, king, queen, jack and ten of one suit."),
        "As Ks Qs Js Ts",
        "Ad Kd Qd Jd Td",
    ),
    PayHand.STRAIGHT_FLUSH: (
        gettext_noop("Five cards in a row, all of one suit."),
        "9h 8h 7h 6h 5h",
        "5c 4c 3c 2c Ac",
    ),
    PayHand.FOUR_OF_A_KIND: (
        gettext_noop("Four cards of one rank."),
        "Qs Qh Qd Qc 3h",
        "7s 7h 7d 7c As",
    ),
    PayHand.FULL_HOUSE: (
        gettext_noop("Three cards of one rank and a pair of another."),
        "Ks Kh Kd 2c 2s",
        "Qs Qh Qd Ac As",
    ),
    PayHand.FLUSH: (
        gettext_noop("Five cards of one suit that are not in a row."),
        "Ah Jh 9h 4h 2h",
        "Ac Jc 8c 7c 6c",
    ),
    PayHand.STRAIGHT: (
        gettext_noop("Five cards in a row that are not all of one suit."),
        "Jd Tc 9s 8h 7d",
        "Ts 9h 8d 7c 6s",
    ),
    PayHand.THREE_OF_A_KIND: (
        gettext_noop("Three cards of one rank, the other two of different ranks."),
        "9s 9h 9d 4c 2s",
        "8s 8h 8d Ac Kc",
    ),
    PayHand.TWO_PAIR: (
        gettext_noop("Two pairs of different ranks."),
        "Ks Kd 8h 8c Js",
        "Kh Kc 8s 8d 9s",
    ),
    PayHand.PAIR: (
        gettext_noop("Two cards of one rank."),
        "As Ah Kd 9c 5s",
        "Ad Ac Kh 9s 4h",
    ),
    PayHand.ACE_KING: (
        gettext_noop("Ace and king without a pair: a high card with a name of its own."),
        "As Kd Jc 7h 4s",
        "Ah Kc Jd 7s 3c",
    ),
    PayHand.HIGH_CARD: (
        gettext_noop("No combination from above; the highest card gives the name."),
        "Ah Qd 9s 7c 3h",
        "Ac Qs 9d 6h 5c",
    ),
}
_CATEGORIES: Final = ("2s 2h 2d 4c 3s", "As Ah Kd Kc Qs")
_SUITS: Final = ("Kh Jh 9h 5h 2h", "Ks Js 9s 5s 2s")
_STRAIGHTS: Final = ("Ts Jc Qh Kd As", "Ad 2h 3s 4c 5d", "Qc Kh As 2d 3c")
_SIX: Final = ("Ts Th Ac 8d 5s 3c", "Td Tc Ad 8h 5h")
_BOARD: Final = ("Ah Kd Tc Ts 6h", "Ac 9d", "As 6d")
# Hole cards and board: a pair in the hand, a pair on the board.
_TRIPLES: Final = (("8s 8d", "8c Kh Jd 5s 2h"), ("8s Ad", "8c 8h Kd 5s 2c"))

# The 21 pairs of combinations that can be paid together, one example each, and a straight with
# one rank twice, of which houses differ. Source: gamsoft.ru, “Russian poker rules – double
# combinations”.
_DOUBLES: Final = (
    "As Ks Qs Js Ts 9s",
    "Ah Kh Qh Jh Th 8h",
    "Ah Kh Qh Jh Th 9s",
    "Kh Qh Jh Th 9h 8h",
    "Kh Qh Jh Th 9h 2h",
    "Kh Qh Jh Th 9h 8s",
    "5h 4h 3h 2h Ah Ks",
    "As Ah Ad Ac 8h 8s",
    "Ks Kh Kd Kc As",
    "As Ah Ad 8h 8s 8c",
    "As Ah Ad 8h 8s Kc",
    "Kh Qh 9h 7h 4h 2h",
    "Kh Qh Jh Ts 9h 7h",
    "Kh Qh Jh 8h 7h 7s",
    "As Kh Qh Jh 7h 2h",
    "4s 5h 6d 7c 8s 9h",
    "Kd Qh Js Tc 9h 9s",
    "5c 4d 3s 2h As Kd",
    "As Ac Ad Kc 6d",
    "Ks Kh 8d 8h 2s 2c",
    "Ks Kc 8h 8d Ac",
    "8s 8h Ac Kd 5c",
)
# Those of them that are drawn, and hands in which ace and king make no second.
_DRAWN_DOUBLES: Final = (
    "Kh Qh Jh Ts 9h 7h",
    "4s 5h 6d 7c 8s 9h",
    "Kd Qh Js Tc 9h 9s",
    "As Ah Ad Ac 8h 8s",
    "Ks Kh 8d 8h 2s 2c",
    "8s 8h Ac Kd 5c",
)
_NO_SECOND: Final = (
    ("As Ac Kd Ks 8d", "As Kd"),
    ("As Ah Ad Ks Kh", "As Ks"),
    ("As Ks 9s 5s 3s 2h", "As Ks"),
)


@dataclass(frozen=True, slots=True)
class Hand:
    """`rank` is that of the best five, together with a board if there is one."""

    cards: Drawn
    rank: HandRank
    wins: bool = False


@dataclass(frozen=True, slots=True)
class Compared:
    """Two hands side by side and what separates them."""

    hands: tuple[Hand, ...]
    decision: Decision
    board: Drawn = ()

    @property
    def ties(self) -> bool:
        return self.decision.basis is Basis.TIE

    @property
    def five(self) -> tuple[Rank, ...]:
        """The ranks of the stronger hand that play."""
        return self.decision.stronger.five_ranks

    @property
    def data(self) -> dict[str, Any]:
        """What the sentences `trainer/reasons/{rank,category}-decides.html` are made of."""
        if self.decision.basis is Basis.CATEGORY:
            ranks = self.decision.stronger, self.decision.weaker
            high, low = (pay_hand(rank) for rank in ranks)
            return {"high": high, "low": low}
        if self.decision.basis is Basis.RANK:
            high_rank, low_rank = self.decision.ranks
            step = steps_of(self.decision.stronger.category)[len(self.decision.equal_steps)]
            return {"step": step, "high": high_rank, "low": low_rank}
        return {}


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of hand: `what` is a msgid, `steps` are compared in this order."""

    hand: PayHand
    what: str
    steps: tuple[dict[str, Any], ...]
    compared: Compared


@dataclass(frozen=True, slots=True)
class Doubled:
    """One hand of Russian poker with the one or two combinations that are paid.

    `rows` are the pay rows of each, None for a first combination that the table does not list.
    Without a second, `proposed` is what one may take for it and `objection` why it is none.
    """

    cards: Drawn
    paid: tuple[Combination, ...]
    rows: tuple[PayRow | None, ...]
    proposed: Combination | None = None
    objection: Objection | None = None

    @property
    def names(self) -> tuple[PayHand, ...]:
        return tuple(pay_hand(combination.rank) for combination in self.paid)

    @property
    def proposed_name(self) -> PayHand | None:
        return pay_hand(self.proposed.rank) if self.proposed else None

    @property
    def total(self) -> Fraction | None:
        """The odds together; None where a fixed amount is among them."""
        if any(row is not None and row.fixed for row in self.rows):
            return None
        return sum((row.pays for row in self.rows if row is not None), Fraction(0))


@dataclass(frozen=True, slots=True)
class Triple:
    """Three of a kind in hold’em; a set if two of the three are hole cards."""

    hole: tuple[Card, ...]
    board: tuple[Card, ...]
    rank: HandRank

    @property
    def is_set(self) -> bool:
        return all(card.rank is self.rank.ranks[0] for card in self.hole)


def steps_of(category: Category) -> tuple[dict[str, Any], ...]:
    """The comparison inside a category, as `trainer/reasons/_step.html` names each step.

    `only` says that a role comes once: a kicker, not the first of several.
    """
    roles = [step.role for step in STEPS[category]]
    return tuple(
        {"role": step.role.value, "nth": step.nth, "only": roles.count(step.role) == 1}
        for step in STEPS[category]
    )


@cache
def kinds(ace_king: bool) -> tuple[Kind, ...]:
    """Every kind of hand, the strongest first; with *ace_king* that one stands apart."""
    listed = [hand for hand in _KINDS if ace_king or hand is not PayHand.ACE_KING]
    return tuple(_kind(hand) for hand in sorted(listed, reverse=True))


def _kind(hand: PayHand) -> Kind:
    what, one, other = _KINDS[hand]
    steps = steps_of(CATEGORY_OF[hand])
    if hand is PayHand.ACE_KING:
        steps = steps[2:]
    if hand is PayHand.ROYAL_FLUSH:
        steps = ()
    return Kind(hand, what, steps, _compared(one, other))


@cache
def categories_compared() -> Compared:
    """The weakest three of a kind against the strongest two pair."""
    return _compared(*_CATEGORIES)


@cache
def suits_compared() -> Compared:
    """Two flushes of the same ranks."""
    return _compared(*_SUITS)


@cache
def straights() -> tuple[Hand, ...]:
    """The ace above, below and in the middle of five neighbours."""
    hands = map(parse_cards, _STRAIGHTS)
    return tuple(Hand(_drawn(cards), rank_hand(cards)) for cards in hands)


@cache
def beyond_five(with_board: bool) -> Compared:
    """Two hands that differ only in cards beside the best five."""
    if not with_board:
        return _with_idle(compare(list(map(parse_cards, _SIX))), list(map(parse_cards, _SIX)))
    board, *holes = map(parse_cards, _BOARD)
    return _with_idle(compare_with_board(board, holes), holes)


@cache
def triples() -> tuple[Triple, ...]:
    """Three of a kind made in two ways."""
    hands = [(parse_cards(hole), parse_cards(board)) for hole, board in _TRIPLES]
    return tuple(Triple(hole, board, rank_hand([*hole, *board])) for hole, board in hands)


def dealer_hands(hands: Iterable[tuple[Card, ...]]) -> tuple[Hand, ...]:
    return tuple(Hand(_drawn(cards), rank_hand(cards)) for cards in hands)


@dataclass(frozen=True, slots=True)
class BetRules:
    """What decides which combinations of a bet are paid; `stake` weighs odds against amounts."""

    table: PayTable
    dup_straight: DupStraight = DupStraight.TWO_STRAIGHTS
    stake: Decimal = Decimal(1)

    def row(self, rank: HandRank) -> PayRow | None:
        return self.table.row_for(rank)

    def pays(self, rank: HandRank) -> Fraction:
        row = self.row(rank)
        return row.profit(self.stake) if row else Fraction(0)


@lru_cache(maxsize=_TABLES_KEPT)
def doubles(bet: BetRules) -> tuple[Doubled, ...]:
    """One hand for every pair of combinations that are paid together."""
    found: dict[tuple[PayHand, ...], Doubled] = {}
    for hand in _two_paid(_DOUBLES, bet):
        found.setdefault(hand.names, hand)
    return tuple(found.values())


@lru_cache(maxsize=_TABLES_KEPT)
def drawn_doubles(bet: BetRules) -> tuple[Doubled, ...]:
    """A few of them to look at."""
    return _two_paid(_DRAWN_DOUBLES, bet)


@lru_cache(maxsize=_TABLES_KEPT)
def no_doubles(bet: BetRules) -> tuple[Doubled, ...]:
    """Hands in which what looks like a second combination is none."""
    return tuple(
        _doubled(parse_cards(text), bet, parse_cards(proposed)) for text, proposed in _NO_SECOND
    )


def _two_paid(texts: Iterable[str], bet: BetRules) -> tuple[Doubled, ...]:
    hands = (_doubled(parse_cards(text), bet) for text in texts)
    return tuple(hand for hand in hands if len(hand.paid) == 2 and None not in hand.rows)


def _doubled(cards: tuple[Card, ...], bet: BetRules, proposed: tuple[Card, ...] = ()) -> Doubled:
    paid = paid_combinations(cards, bet.pays, dup_straight=bet.dup_straight)
    first, new = paid[0].core, paid[-1].core
    marks = dict.fromkeys(new, "decides") | dict.fromkeys(first, "plays")
    judgement = None
    if proposed:
        judgement = judge_second(cards, first, proposed, bet.pays, dup_straight=bet.dup_straight)
    return Doubled(
        cards=_drawn(cards, marks),
        paid=paid,
        rows=tuple(bet.row(combination.rank) for combination in paid),
        proposed=combination_of(proposed) if proposed else None,
        objection=judgement.objection if judgement else None,
    )


def _compared(*texts: str) -> Compared:
    """Independent hands of five; only the cards that decide are marked."""
    comparison = compare([parse_cards(text) for text in texts])
    hands = []
    for seat, best in enumerate(comparison.hands):
        marks = dict.fromkeys(comparison.deciding_cards(seat), "decides")
        wins = seat in comparison.winners
        hands.append(Hand(_drawn(parse_cards(texts[seat]), marks), best.rank, wins))
    return Compared(tuple(hands), comparison.decision)


def _with_idle(comparison: Comparison, holes: Sequence[tuple[Card, ...]]) -> Compared:
    """Hands of six or seven, every card marked as playing or idle."""
    playing = {card: "plays" for hand in comparison.hands for card in hand.five}
    hands = (
        Hand(_drawn(hole, playing, "idle"), best.rank, seat in comparison.winners)
        for seat, (hole, best) in enumerate(zip(holes, comparison.hands, strict=True))
    )
    return Compared(tuple(hands), comparison.decision, _drawn(comparison.board, playing, "idle"))


def _drawn(
    cards: Iterable[Card], marks: dict[Card, str] | None = None, otherwise: str = ""
) -> Drawn:
    return tuple((card, (marks or {}).get(card, otherwise)) for card in cards)
