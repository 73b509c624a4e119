"""What a joker or another wild card stands for, and why.

A *bug* is an ace, or the card that completes a straight, a flush or a straight flush. A *wild*
card is any card that is not held; only in five of a kind a card may be there twice. Cards of
whole ranks may be wild too, like deuces. Towards a low hand every one of them is the lowest
rank not held.

>>> from rules.engine.cards import format_cards, parse_with_jokers
>>> kings = parse_with_jokers("Kc Kd Jk 5h 2s")
>>> for joker in (Joking.BUG, Joking.WILD):
...     best = best_with_wild(kings, WildRules(joker))
...     print(best.rank, "|", format_cards(best.held), "|", best.stand_ins[0])
pair KA52 | Kc Kd Jk 5h 2s | Jk = As (ace)
three of a kind K52 | Kc Kd Jk 5h 2s | Jk = Ks (best)
>>> low = best_low_with_wild(
...     parse_with_jokers("8c 6d 4h 3s Jk"), Low.ACE_TO_FIVE, WildRules(Joking.BUG)
... )
>>> print(low.rank, "|", low.stand_ins[0])
A-5 high card 8643A | Jk = As (lowest)
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from typing import Final

from rules.engine.best import BestHand
from rules.engine.cards import AnyCard, Card, Joker, Rank, Suit, format_cards, require_distinct
from rules.engine.errors import CardCountError, EngineError
from rules.engine.lowball import Low, LowRank, rank_five_low
from rules.engine.ranking import (
    MULTIPLICITY,
    STRAIGHT_CATEGORIES,
    STRAIGHTS,
    SUITED_CATEGORIES,
    Category,
    HandRank,
)
from rules.engine.text import gettext_noop

MOST_JOKERS: Final = 2
# Towards these a bug is any card, towards all others an ace.
COMPLETED: Final = STRAIGHT_CATEGORIES | SUITED_CATEGORIES


class NoJokerRuleError(EngineError):
    template = gettext_noop(
        "There is a joker among the cards (%(cards)s), but no rule says what it stands for."
    )


class TooManyJokersError(EngineError):
    template = gettext_noop("A pack has at most %(most)s jokers; here are %(found)s (%(cards)s).")


class Joking(StrEnum):
    """What a joker may stand for."""

    NONE = "none"
    BUG = "bug"
    WILD = "wild"


@dataclass(frozen=True, slots=True)
class WildRules:
    """Which cards are wild: the joker in its way, cards of *ranks* in every way."""

    joker: Joking = Joking.NONE
    ranks: frozenset[Rank] = frozenset()

    def is_wild(self, card: AnyCard) -> bool:
        return isinstance(card, Joker) or card.rank in self.ranks

    def is_bug(self, card: AnyCard) -> bool:
        return isinstance(card, Joker) and self.joker is Joking.BUG


NO_WILD: Final = WildRules()


class Why(StrEnum):
    """Why a wild card stands for what it stands for."""

    # A bug that completes nothing.
    ACE = "ace"
    # A bug in a straight, a flush or a straight flush.
    COMPLETES = "completes"
    # Any card: the one that makes the best hand.
    BEST = "best"
    # The lowest rank not held, towards a low hand.
    LOWEST = "lowest"


@dataclass(frozen=True, slots=True)
class StandIn:
    """*wild* plays as *card*, which may be itself."""

    wild: AnyCard
    card: Card
    why: Why

    def __str__(self) -> str:
        return f"{self.wild} = {self.card} ({self.why})"


@dataclass(frozen=True, slots=True)
class WildHand(BestHand):
    """A best hand in which wild cards may play.

    `five` has the cards that they stand for, `held` the five as they lie on the table, in the
    same order. `spare` are the cards without value of their own left out, `idle` the wild cards
    that do not play, because nothing gets better by them.
    """

    held: tuple[AnyCard, ...]
    idle: tuple[AnyCard, ...]
    stand_ins: tuple[StandIn, ...]

    @property
    def laid(self) -> tuple[AnyCard, ...]:
        return self.held


def best_with_wild(cards: Sequence[AnyCard], rules: WildRules) -> WildHand:
    """Best five of 5, 6 or 7 cards; a wild card plays only where the hand gets better by it.

    Raises:
        CardCountError, DuplicateCardError, NoJokerRuleError, TooManyJokersError
    """
    require_wild_hand(cards, rules)
    natural = [card for card in cards if isinstance(card, Card) and card.rank not in rules.ranks]
    bugs = sum(map(rules.is_bug, cards))
    found = dict(_candidates(natural, bugs, len(cards) - len(natural) - bugs))
    rank = max(found)
    return _wild_hand(rank, _lay(rank, found[rank], cards, rules), cards, rules)


def best_low_with_wild(cards: Sequence[AnyCard], system: Low, rules: WildRules) -> WildHand:
    """Lowest five of 5, 6 or 7 cards; every wild card is the lowest rank that the other cards
    of the five do not hold, of a suit that makes no flush.

    Raises:
        CardCountError, DuplicateCardError, NoJokerRuleError, TooManyJokersError
    """
    require_wild_hand(cards, rules)
    found = (_low(five, cards, system, rules) for five in combinations(cards, 5))
    rank, pairs = max(found, key=lambda one: (one[0], -sum(rules.is_wild(c) for c, _ in one[1])))
    order = rank.five_ranks
    pairs.sort(key=lambda pair: order.index(pair[1].rank))
    return _wild_hand(rank, pairs, cards, rules)


def require_wild_hand(cards: Sequence[AnyCard], rules: WildRules) -> None:
    """Raises: CardCountError, DuplicateCardError, NoJokerRuleError, TooManyJokersError."""
    if not 5 <= len(cards) <= 7:
        raise CardCountError(expected="5–7", found=len(cards), cards=format_cards(cards) or "–")
    require_jokers(cards, rules)


def require_jokers(cards: Sequence[AnyCard], rules: WildRules) -> None:
    """Raises: DuplicateCardError, NoJokerRuleError, TooManyJokersError."""
    require_distinct([card for card in cards if isinstance(card, Card)])
    jokers = sum(isinstance(card, Joker) for card in cards)
    if jokers and rules.joker is Joking.NONE:
        raise NoJokerRuleError(cards=format_cards(cards))
    if jokers > MOST_JOKERS:
        raise TooManyJokersError(most=MOST_JOKERS, found=jokers, cards=format_cards(cards))


def _candidates(
    natural: Sequence[Card], bugs: int, wild: int
) -> Iterator[tuple[HandRank, Suit | None]]:
    """The best hand by equal ranks, the best straight, and of each suit the best flush and
    straight flush: one of them is the best of all. A later one replaces an equal one."""
    count = Counter(card.rank for card in natural)
    as_aces = count + Counter({Rank.ACE: bugs})
    most = max(as_aces.values(), default=0) + wild
    kinds = (kind for kind in _GROUPED if MULTIPLICITY[kind][0] <= most)
    yield next(filter(None, (_grouped(kind, as_aces, wild) for kind in kinds))), None
    # Towards these a bug is any card.
    wild += bugs
    if top := _straight_top(count.keys(), wild):
        yield HandRank(Category.STRAIGHT, (top,)), None
    # The suit that is held most comes last: it needs the fewest wild cards.
    for suit in sorted(Suit, key=lambda suit: sum(card.suit is suit for card in natural)):
        held = {card.rank for card in natural if card.suit is suit}
        if len(held) + wild >= 5:
            yield HandRank(Category.FLUSH, _flush(held, wild)), suit
            if top := _straight_top(held, wild):
                royal = top is Rank.ACE
                yield (
                    HandRank(Category.ROYAL_FLUSH if royal else Category.STRAIGHT_FLUSH, (top,)),
                    suit,
                )


# Categories by equal ranks, the strongest first.
_GROUPED: Final = sorted(set(MULTIPLICITY) - {Category.FLUSH}, reverse=True)


def _grouped(category: Category, count: Counter[Rank], wild: int) -> HandRank | None:
    """The best hand of *category* with so many wild cards, None if there is none."""
    ranks = _fill(MULTIPLICITY[category], count, wild)
    return None if ranks is None else HandRank(category, ranks)


def _fill(
    times: tuple[int, ...], count: Counter[Rank], wild: int, used: tuple[Rank, ...] = ()
) -> tuple[Rank, ...] | None:
    """The highest ranks that can be had so many *times* each, the first rank before all."""
    if not times:
        return used
    for rank in _HIGH_FIRST:
        missing = max(times[0] - count[rank], 0)
        if rank not in used and missing <= wild:
            filled = _fill(times[1:], count, wild - missing, (*used, rank))
            if filled is not None:
                return filled
    return None


_HIGH_FIRST: Final = tuple(sorted(Rank, reverse=True))


def _straight_top(held: Collection[Rank], wild: int) -> Rank | None:
    return next(
        (top for top, run in STRAIGHTS.items() if len(set(run).difference(held)) <= wild), None
    )


def _flush(held: Collection[Rank], wild: int) -> tuple[Rank, ...]:
    """The five highest ranks, wild cards being the highest ones that are missing."""
    missing = [rank for rank in _HIGH_FIRST if rank not in held]
    return tuple(sorted([*held, *missing[:wild]], reverse=True)[:5])


def _lay(
    rank: HandRank, suit: Suit | None, cards: Sequence[AnyCard], rules: WildRules
) -> list[tuple[AnyCard, Card]]:
    """The five by importance, each card with what it plays as: natural cards where there are
    any, of several wild ones a bug for an ace, then the card that may stand for itself."""
    natural = [card for card in cards if isinstance(card, Card) and card.rank not in rules.ranks]
    wild = [card for card in cards if rules.is_wild(card)]
    completes = rank.category in COMPLETED
    played: list[Card] = []
    pairs: list[tuple[AnyCard, Card]] = []
    for wanted in rank.five_ranks:
        fit = [card for card in natural if card.rank is wanted and suit in (None, card.suit)]
        if fit:
            natural.remove(fit[0])
            pairs.append((fit[0], fit[0]))
            continue
        able = [c for c in wild if completes or wanted is Rank.ACE or not rules.is_bug(c)]
        card = max(able, key=lambda card: _claim(card, wanted, suit, rules))
        wild.remove(card)
        stand = _stand_in(card, wanted, suit, [*cards, *played])
        played.append(stand)
        pairs.append((card, stand))
    return pairs


def _claim(card: AnyCard, wanted: Rank, suit: Suit | None, rules: WildRules) -> tuple[bool, bool]:
    bug = wanted is Rank.ACE and rules.is_bug(card)
    return bug, isinstance(card, Card) and card.rank is wanted and suit in (None, card.suit)


def _stand_in(
    wild: AnyCard,
    rank: Rank,
    suit: Suit | None,
    taken: Collection[AnyCard],
    never: Suit | None = None,
) -> Card:
    """The card that *wild* plays as: itself if it may, else one that is not *taken*."""
    suits = [s for s in reversed(Suit) if s is not never] if suit is None else [suit]
    cards = [Card(rank, suit) for suit in suits]
    if wild in cards and isinstance(wild, Card):
        return wild
    # Only five of a kind has a card twice.
    return next((card for card in cards if card not in taken), cards[0])


def _low(
    five: Sequence[AnyCard], cards: Sequence[AnyCard], system: Low, rules: WildRules
) -> tuple[LowRank, list[tuple[AnyCard, Card]]]:
    natural = [card for card in five if isinstance(card, Card) and card.rank not in rules.ranks]
    held = {card.rank for card in natural}
    lowest = iter(sorted(set(Rank) - held, key=system.height))
    # Not the suit of a natural card: then wild cards never make a flush.
    never = natural[0].suit if natural else None
    pairs: list[tuple[AnyCard, Card]] = []
    for card in five:
        if isinstance(card, Card) and card.rank not in rules.ranks:
            pairs.append((card, card))
        else:
            stand = _stand_in(card, next(lowest), None, cards, never)
            never = stand.suit if never is None else never
            pairs.append((card, stand))
    return rank_five_low([plays for _, plays in pairs], system), pairs


def _wild_hand(
    rank: HandRank,
    pairs: Sequence[tuple[AnyCard, Card]],
    cards: Sequence[AnyCard],
    rules: WildRules,
) -> WildHand:
    held = [card for card, _ in pairs]
    left = list(cards)
    for card in held:
        left.remove(card)
    return WildHand(
        rank,
        tuple(plays for _, plays in pairs),
        tuple(c for c in left if isinstance(c, Card) and c.rank not in rules.ranks),
        tuple(held),
        tuple(card for card in left if rules.is_wild(card)),
        tuple(
            StandIn(card, plays, _why(card, rank, rules))
            for card, plays in pairs
            if rules.is_wild(card)
        ),
    )


def _why(card: AnyCard, rank: HandRank, rules: WildRules) -> Why:
    if isinstance(rank, LowRank):
        return Why.LOWEST
    if not rules.is_bug(card):
        return Why.BEST
    return Why.COMPLETES if rank.category in COMPLETED else Why.ACE
