"""Hold’em at showdown: players against each other, no bet against the house."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from itertools import chain
from typing import Final

from rules.engine.best import BestHand
from rules.engine.cards import AnyCard, Card, Rank
from rules.engine.jokers import Joking, WildRules, require_jokers
from rules.engine.lowball import Low
from rules.engine.pots import ChipRules, OddChip, Showdown, settle_pots
from rules.engine.text import gettext_noop
from rules.engine.variants import HIGH, HandRules, best_hand
from rules.games.base import Game, Ruleset, Source, Switch, SwitchKind
from rules.games.settlement import require_cards, require_one_deck
from rules.games.switches import CHIP_SET, CURRENCY, choice, is_on

_ROBERT: Final = Source(
    gettext_noop("Robert’s Rules of Poker, “Ties”, on pokerzone.com, read 2026-11-29.")
)
_OFF: Final = "off"

GAME: Final = Game(
    key="texas-holdem",
    name=gettext_noop("Texas Hold’em"),
    summary=gettext_noop("Two cards each and a board of five; the best hand takes the pot."),
    order=40,
    bets=(),
    switches=(
        choice(
            "odd_chip",
            gettext_noop("Odd chip"),
            gettext_noop("Who of equal hands gets the chips that cannot be divided."),
            {
                OddChip.LEFT_OF_BUTTON.value: gettext_noop("The first left of the button"),
                OddChip.HIGH_CARD_BY_SUIT.value: gettext_noop(
                    "The highest own card, of equal ranks by suit"
                ),
                OddChip.HIGH_HAND.value: gettext_noop("The high hand, then by position"),
            },
            OddChip.LEFT_OF_BUTTON.value,
            _ROBERT,
        ),
        Switch(
            key="chip_unit",
            name=gettext_noop("Smallest chip in play"),
            text=gettext_noop("The chip into which a pot is divided; what is left is odd."),
            values=(),
            labels=(),
            default="1",
            source=_ROBERT,
            kind=SwitchKind.AMOUNT,
            since=2,
            legacy="1",
        ),
        choice(
            "hi_lo",
            gettext_noop("High and low"),
            gettext_noop("Whether the best low hand takes half of the pot."),
            {"off": gettext_noop("High only"), "on": gettext_noop("High and low")},
            "off",
            _ROBERT,
        ),
        choice(
            "low_qualifier",
            gettext_noop("Which low counts"),
            gettext_noop(
                "Which low hands may take the low half of a pot; without one the high hand takes "
                "all of it."
            ),
            {
                _OFF: gettext_noop("Any low hand"),
                "8": gettext_noop("Eight or better: five different ranks, none above eight"),
            },
            _OFF,
            _ROBERT,
            since=3,
        ),
        choice(
            "lowball",
            gettext_noop("Low hands"),
            gettext_noop(
                "How low hands rank, and whether, where high and low do not divide the pot, the "
                "low hand takes all of it."
            ),
            {
                _OFF: gettext_noop("The high hand takes the pot; low halves go by ace to five"),
                "a5": gettext_noop("Ace to five"),
                "a6": gettext_noop("Ace to six"),
                "27": gettext_noop("Deuce to seven"),
            },
            _OFF,
            _ROBERT,
            since=3,
        ),
        choice(
            "joker",
            gettext_noop("Joker"),
            gettext_noop("Whether a joker is in the pack, and what it stands for."),
            {
                Joking.NONE.value: gettext_noop("None in the pack"),
                Joking.BUG.value: gettext_noop(
                    "An ace, or the card that completes a straight or a flush"
                ),
                Joking.WILD.value: gettext_noop("Any card"),
            },
            Joking.NONE.value,
            _ROBERT,
            since=3,
        ),
        CHIP_SET,
        CURRENCY,
    ),
)

_LOWS: Final = {"a5": Low.ACE_TO_FIVE, "a6": Low.ACE_TO_SIX, "27": Low.DEUCE_TO_SEVEN}


@dataclass(frozen=True, slots=True)
class Table:
    """A hand of hold'em at its end.

    By seat, which rise clockwise: `holes` with two cards of each player, folded or not as far
    as they are known, a joker among them where the house has one, and `contributions` over
    the whole hand. `button` is a seat, empty or not.
    """

    board: tuple[AnyCard, ...]
    holes: Mapping[int, tuple[AnyCard, ...]]
    contributions: Mapping[int, Decimal]
    folded: frozenset[int]
    button: int


@dataclass(frozen=True, slots=True)
class PotSettlement:
    """Who takes what, and the hands by seat that were compared.

    `hands` are those for the pot, or for its high half; `lows`, where high and low divide it,
    those for the low half, without seats that have none.
    """

    showdown: Showdown
    hands: Mapping[int, BestHand]
    lows: Mapping[int, BestHand]

    @property
    def amounts(self) -> dict[int, Decimal]:
        """By seat what leaves the table, a returned bet included; nobody with nothing."""
        return self.showdown.amounts


def settle(table: Table, ruleset: Ruleset) -> PotSettlement:
    """Make the pots and award them.

    Raises:
        CardCountError, DuplicateCardError, NoJokerRuleError
        AmountError, OddAmountError, UnknownSeatError, NoHandError, NoWinnerError: of
            `rules.engine.pots`.
    """
    require_cards(table.board, 5)
    for hole in table.holes.values():
        require_cards(hole, 2)
    require_one_deck(table.board, *table.holes.values())
    rules, low_rules = hand_rules(ruleset), low_half_rules(ruleset)
    require_jokers([*table.board, *chain(*table.holes.values())], rules.wild)
    live = {seat: hole for seat, hole in table.holes.items() if seat not in table.folded}
    hands = _best_hands(table.board, live, rules)
    lows = _best_hands(table.board, live, low_rules) if low_rules else {}
    showdown = settle_pots(
        table.contributions,
        table.folded,
        {seat: hand.rank for seat, hand in hands.items()},
        chip_rules(ruleset, table.button, live),
        {seat: hand.rank for seat, hand in lows.items()},
    )
    return PotSettlement(showdown, hands, lows)


def hand_rules(ruleset: Ruleset) -> HandRules:
    """By which hands are compared for the pot, or for its high half."""
    low = None if is_on(ruleset, "hi_lo") else _LOWS.get(ruleset.switches["lowball"])
    return HandRules(low, wild=_wild_rules(ruleset))


def low_half_rules(ruleset: Ruleset) -> HandRules | None:
    """By which hands are compared for the low half, None where there is none."""
    if not is_on(ruleset, "hi_lo"):
        return None
    return HandRules(
        _LOWS.get(ruleset.switches["lowball"], Low.ACE_TO_FIVE),
        Rank.EIGHT if ruleset.switches["low_qualifier"] == "8" else None,
        _wild_rules(ruleset),
    )


def plays_high_alone(ruleset: Ruleset) -> bool:
    """Whether the highest hand takes the whole pot, and no card is wild."""
    return hand_rules(ruleset) == HIGH and low_half_rules(ruleset) is None


def _wild_rules(ruleset: Ruleset) -> WildRules:
    return WildRules(Joking(ruleset.switches["joker"]))


# One table is settled several times over: by other rules, or as if something else were so.
_best_hand = lru_cache(maxsize=512)(best_hand)


def _best_hands(
    board: Sequence[AnyCard], holes: Mapping[int, Sequence[AnyCard]], rules: HandRules
) -> dict[int, BestHand]:
    """By seat, without those whose low does not qualify."""
    found = {seat: _best_hand(tuple(hole), rules, tuple(board)) for seat, hole in holes.items()}
    return {seat: hand for seat, hand in found.items() if hand is not None}


def chip_rules(
    ruleset: Ruleset, button: int, holes: Mapping[int, Sequence[AnyCard]] | None = None
) -> ChipRules:
    """What settles an odd chip here; the card that may decide is the highest of *holes*, of
    which a joker is none."""
    cards = {
        seat: max(own, key=lambda card: (card.rank, card.suit))
        for seat, hole in (holes or {}).items()
        if (own := [card for card in hole if isinstance(card, Card)])
    }
    unit = Decimal(ruleset.switches["chip_unit"])
    return ChipRules(button, unit, OddChip(ruleset.switches["odd_chip"]), cards)
