"""The answer to an inquiry under the rules of one house: as much of it as the cards allow."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Final

from rules.engine.best import BestHand, best_five, best_with_board
from rules.engine.cards import Card
from rules.engine.combinations import Combination
from rules.engine.compare import Comparison, Decision, deciding_cards
from rules.engine.errors import CardCountError, EngineError
from rules.engine.variants import contest
from rules.games import settle, texas_holdem
from rules.games.base import Ruleset
from rules.games.settlement import Ending, Round, Settlement
from rules.games.switches import NONE
from rules.lookup.fields import SEATS, CardField, chips_key, course_of, seat_key
from rules.lookup.inquiry import Inquiry
from rules.lookup.legality import Note, notes
from rules.lookup.seconds import Refused, refused_seconds, switches_behind

COMPARED: Final = frozenset({Ending.WIN, Ending.TIE, Ending.LOSS})
"""Endings that rest on which hand is higher."""


@dataclass(frozen=True, slots=True)
class Missing:
    """A place that needs more cards: `found` lie there, `needed` make it complete."""

    field: CardField
    found: int
    needed: int


@dataclass(frozen=True, slots=True)
class Answer:
    """What can be said. `hands` are the best five by place, as far as five cards are there.

    `settlement` is None where the player's hand is not complete; `waiting` are bets that need
    cards which are missing. `problem` says why these cards and bets cannot lie on one table.
    `second_switches` are the house rules that make the second combination what it is.
    """

    hands: Mapping[str, BestHand]
    missing: tuple[Missing, ...] = ()
    round: Round | None = None
    bets: Mapping[str, Decimal] | None = None
    settlement: Settlement | None = None
    waiting: tuple[str, ...] = ()
    notes: tuple[Note, ...] = ()
    problem: EngineError | None = None
    has_game: bool | None = None
    refused: tuple[Refused, ...] = ()
    second_switches: tuple[str, ...] = ()

    @property
    def decision(self) -> Decision | None:
        """What separates the hands, where the round rests on it."""
        settlement = self.settlement
        if settlement is None or settlement.ending not in COMPARED:
            return None
        return settlement.comparison

    @property
    def combinations(self) -> tuple[Combination, ...]:
        return () if self.settlement is None else self.settlement.combinations


@dataclass(frozen=True, slots=True)
class ShowdownAnswer:
    """Players against each other: `seats` are those of `comparison`, in its order.

    `hands` by place are what the house compares for the pot or its high half, `lows` by seat
    for the low half, where there is one.
    """

    hands: Mapping[str, BestHand]
    lows: Mapping[int, BestHand] = field(default_factory=dict)
    missing: tuple[Missing, ...] = ()
    seats: tuple[int, ...] = ()
    comparison: Comparison | None = None
    pots: texas_holdem.PotSettlement | None = None
    problem: EngineError | None = None

    @property
    def decision(self) -> Decision | None:
        return None if self.comparison is None else self.comparison.decision

    @property
    def winners(self) -> tuple[int, ...]:
        if self.comparison is None:
            return ()
        return tuple(self.seats[at] for at in self.comparison.winners)


def answer(inquiry: Inquiry, ruleset: Ruleset) -> Answer:
    """Name, compare and settle what is there, for a game against the house."""
    course = course_of(inquiry.game.key)
    cards = inquiry.cards
    board = cards.get("board", ())
    hands = _hands(inquiry, board)
    missing = _missing(inquiry)
    dealer = hands.get("after") or hands.get("dealer")
    has_game = None
    if dealer is not None and course.qualifies is not None and not _short(missing, "board"):
        has_game = course.qualifies(dealer.rank, ruleset)
    named = Answer(hands, missing, has_game=has_game)
    if inquiry.problems or "player" not in hands or _short(missing, "dealt", "after"):
        return named
    if "after" in cards and _short(missing, "dealer"):
        return named
    round_ = _round(inquiry, missing)
    try:
        settlement, waiting = settle_what_can_be(round_, inquiry.amounts, ruleset)
        told = notes(round_, inquiry.amounts, inquiry.stage, ruleset)
    except CardCountError:
        return replace(named, waiting=tuple(inquiry.amounts))
    except EngineError as error:
        return replace(named, problem=error)
    found = replace(
        named,
        round=round_,
        bets=inquiry.amounts,
        settlement=settlement,
        waiting=waiting,
        notes=told,
        has_game=has_game if settlement.dealer_qualifies is None else settlement.dealer_qualifies,
    )
    if not course.doubles:
        return found
    behind = switches_behind(round_, settlement, ruleset)
    return replace(found, refused=_refused(found, ruleset), second_switches=behind)


def answer_showdown(inquiry: Inquiry, ruleset: Ruleset) -> ShowdownAnswer:
    """Name and compare what is there, and divide the pot."""
    cards, board = inquiry.cards, inquiry.cards.get("board", ())
    holes = {seat: cards[seat_key(seat)] for seat in SEATS if seat_key(seat) in cards}
    put_in = {seat: inquiry.amounts.get(chips_key(seat)) for seat in SEATS}
    chips = {seat: amount for seat, amount in put_in.items() if amount}
    missing = tuple(
        one
        for one in _missing(inquiry)
        if one.found or one.field.key == "board" or one.field.seat in set(chips) - inquiry.out
    )
    named = ShowdownAnswer(_hands(inquiry, board), missing=missing)
    if inquiry.problems or len(board) < 5:
        return named
    live = {s: hole for s, hole in holes.items() if len(hole) == 2 and s not in inquiry.out}
    if len(live) >= 2:
        named = _contested(named, live, board, ruleset)
    if not chips or missing:
        return named
    table = texas_holdem.Table(board, holes, chips, inquiry.out & frozenset(chips), inquiry.button)
    try:
        return replace(named, pots=texas_holdem.settle(table, ruleset))
    except EngineError as error:
        return replace(named, problem=error)


def _contested(
    named: ShowdownAnswer,
    live: Mapping[int, Sequence[Card]],
    board: Sequence[Card],
    ruleset: Ruleset,
) -> ShowdownAnswer:
    """With the hands of *live* seats compared as the house does it, high or low."""
    holes, rules = list(live.values()), texas_holdem.hand_rules(ruleset)
    found = contest(holes, rules, board)
    by_seat = dict(zip(live, found.hands, strict=True))
    hands = {seat_key(seat): hand for seat, hand in by_seat.items() if hand is not None}
    lows = {}
    if low_rules := texas_holdem.low_half_rules(ruleset):
        low = contest(holes, low_rules, board).hands
        lows = {seat: hand for seat, hand in zip(live, low, strict=True) if hand is not None}
    return replace(
        named,
        hands={**named.hands, **hands},
        lows=lows,
        seats=tuple(seat for seat, hand in by_seat.items() if hand is not None),
        comparison=found.comparison,
    )


def settle_what_can_be(
    round_: Round, bets: Mapping[str, Decimal], ruleset: Ruleset
) -> tuple[Settlement, tuple[str, ...]]:
    """The settlement of those bets for which there are cards enough, and the other bets.

    Raises:
        CardCountError: where nothing at all can be said.
        ImpossibleRoundError, DuplicateCardError
    """
    try:
        return settle(round_, bets, ruleset), ()
    except CardCountError:
        able = {bet: stake for bet, stake in bets.items() if _can(round_, bet, stake, ruleset)}
    switches = ruleset.switches
    shared = switches.get("max_payout_scope") == "bet+bonus" and switches["max_payout"] != NONE
    if shared and "bet" in bets:
        # What the bet takes of the maximum is not known yet.
        able.pop("bonus", None)
    waiting = tuple(bet for bet in bets if bet not in able)
    return settle(round_, able, ruleset), waiting


def _can(round_: Round, bet: str, stake: Decimal, ruleset: Ruleset) -> bool:
    try:
        settle(round_, {bet: stake}, ruleset)
    except CardCountError:
        return False
    return True


def _hands(inquiry: Inquiry, board: Sequence[Card]) -> dict[str, BestHand]:
    """Board games need the flop and both hole cards."""
    found = {}
    for place in inquiry.layout.cards:
        cards = inquiry.cards.get(place.key, ())
        if place.key == "board" or len(cards) < place.usual:
            continue
        if place.usual == 5:
            found[place.key] = best_five(cards)
        elif len(board) >= 3:
            found[place.key] = best_with_board(board, cards)
    return found


def _missing(inquiry: Inquiry) -> tuple[Missing, ...]:
    """Places that are not complete; those aside only if something lies there."""
    found = []
    for place in inquiry.layout.cards:
        count = len(inquiry.cards.get(place.key, ()))
        expected = (count or not place.aside) and place.key not in inquiry.problems
        if expected and count < place.usual:
            found.append(Missing(place, count, place.usual))
    return tuple(found)


def _short(missing: Sequence[Missing], *keys: str) -> bool:
    return any(one.field.key in keys for one in missing)


def _round(inquiry: Inquiry, missing: Sequence[Missing]) -> Round:
    """What lies there, without a dealer's hand that is not complete; a turn alone says nothing."""
    cards = inquiry.cards
    board = cards.get("board", ())
    return Round(
        player=cards["player"],
        dealer=() if _short(missing, "dealer") else cards.get("dealer", ()),
        board=board if len(board) in (0, 5) else board[:3],
        folded=inquiry.folded,
        dealer_after=cards.get("after"),
        dealt=cards.get("dealt"),
    )


def _refused(found: Answer, ruleset: Ruleset) -> tuple[Refused, ...]:
    if found.round is None or len(found.combinations) != 1:
        return ()
    stake = (found.bets or {}).get("bet", Decimal(1))
    return refused_seconds(found.round.player, found.combinations[0], ruleset, stake)


# --- how the cards are drawn -----------------------------------------------------------------

Drawn = tuple[tuple[Card, str], ...]


def drawn(
    cards: Sequence[Card], hands: Sequence[BestHand], decision: Decision | None = None
) -> Drawn:
    """*cards* with what each does in *hands*, as `{% card %}` draws it.

    The mark is `decides`, `plays` or `idle`, and none where no hand is known.
    """
    if not hands:
        return tuple((card, "") for card in cards)
    deciding = {c for hand in hands for c in (deciding_cards(hand, decision) if decision else ())}
    playing = {card for hand in hands for card in hand.five}
    return tuple(
        (card, "decides" if card in deciding else "plays" if card in playing else "idle")
        for card in cards
    )
