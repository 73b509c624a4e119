"""Hold’em at showdown: players against each other, no bet against the house."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from rules.engine.best import BestHand, best_with_board
from rules.engine.cards import Card
from rules.engine.errors import EngineError
from rules.engine.pots import ChipRules, OddChip, Showdown, Strength, settle_pots
from rules.engine.text import gettext_noop
from rules.games.base import Game, Ruleset, Source, Switch, SwitchKind
from rules.games.settlement import require_cards, require_one_deck
from rules.games.switches import CHIP_SET, CURRENCY, choice, is_on

_ROBERT: Final = "Robert’s Rules of Poker, “Ties”, on pokerzone.com, read 2026-11-29."

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
            Source(_ROBERT),
        ),
        Switch(
            key="chip_unit",
            name=gettext_noop("Smallest chip in play"),
            text=gettext_noop("The chip into which a pot is divided; what is left is odd."),
            values=(),
            labels=(),
            default="1",
            source=Source(_ROBERT),
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
            Source(_ROBERT),
        ),
        CHIP_SET,
        CURRENCY,
    ),
)


class LowHandsMissingError(EngineError):
    template = gettext_noop("This house divides high and low; the low hands are missing.")


@dataclass(frozen=True, slots=True)
class Table:
    """A hand of hold'em at its end.

    By seat, which rise clockwise: `holes` with two cards of each player, folded or not as far
    as they are known, and `contributions` over the whole hand. `button` is a seat, empty or
    not.
    """

    board: tuple[Card, ...]
    holes: Mapping[int, tuple[Card, ...]]
    contributions: Mapping[int, Decimal]
    folded: frozenset[int]
    button: int


@dataclass(frozen=True, slots=True)
class PotSettlement:
    """Who takes what, and the hands by seat that were compared."""

    showdown: Showdown
    hands: Mapping[int, BestHand]

    @property
    def amounts(self) -> dict[int, Decimal]:
        """By seat what leaves the table, a returned bet included; nobody with nothing."""
        return self.showdown.amounts


def settle(
    table: Table, ruleset: Ruleset, lows: Mapping[int, Strength | None] | None = None
) -> PotSettlement:
    """Make the pots and award them.

    *lows* are the low hands by seat, None for one that does not qualify; a house that plays
    high only leaves them aside.

    Raises:
        CardCountError, DuplicateCardError
        LowHandsMissingError: where the house divides high and low.
        AmountError, OddAmountError, UnknownSeatError, NoHandError, NoWinnerError: of
            `rules.engine.pots`.
    """
    require_cards(table.board, 5)
    for hole in table.holes.values():
        require_cards(hole, 2)
    require_one_deck(table.board, *table.holes.values())
    high_low = is_on(ruleset, "hi_lo")
    if high_low and lows is None:
        raise LowHandsMissingError
    live = {seat: hole for seat, hole in table.holes.items() if seat not in table.folded}
    hands = {seat: best_with_board(table.board, hole) for seat, hole in live.items()}
    rules = chip_rules(ruleset, table.button, live)
    showdown = settle_pots(
        table.contributions,
        table.folded,
        {seat: hand.rank for seat, hand in hands.items()},
        rules,
        lows if high_low else None,
    )
    return PotSettlement(showdown, hands)


def chip_rules(
    ruleset: Ruleset, button: int, holes: Mapping[int, Sequence[Card]] | None = None
) -> ChipRules:
    """What settles an odd chip here; the card that may decide is the highest of *holes*."""
    cards = {
        seat: max(hole, key=lambda card: (card.rank, card.suit))
        for seat, hole in (holes or {}).items()
    }
    unit = Decimal(ruleset.switches["chip_unit"])
    return ChipRules(button, unit, OddChip(ruleset.switches["odd_chip"]), cards)
