"""Ultimate Texas Hold’em: best five of seven, a blind that pays on strong wins, Trips beside."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Final

from rules.engine.best import best_with_board
from rules.engine.cards import Card
from rules.engine.ranking import Category, HandRank
from rules.engine.text import gettext_noop
from rules.games.base import (
    Bet,
    Game,
    Limits,
    Outcome,
    PayTable,
    Ruleset,
    Source,
    TableSlot,
    WagerResult,
    make_rows,
    pay_by_table,
)

GAME: Final = Game(
    key="ultimate-texas-holdem",
    name=gettext_noop("Ultimate Texas Hold’em"),
    summary=gettext_noop("Two cards and a board of five against a dealer who needs a pair."),
    order=20,
    bets=(
        Bet("ante", gettext_noop("Ante")),
        Bet("blind", gettext_noop("Blind")),
        Bet("play", gettext_noop("Play")),
        Bet("trips", gettext_noop("Trips")),
    ),
    tables=(
        TableSlot(
            key="blind",
            name=gettext_noop("Blind"),
            bet="blind",
            default=PayTable(
                make_rows(
                    "royal flush 500, straight flush 50, quads 10, full house 3, flush 3:2, "
                    "straight 1"
                ),
                Outcome.PUSH,
            ),
            source=Source("Viejas and Northwood casinos, read 2026-11-29."),
        ),
        TableSlot(
            key="trips",
            name=gettext_noop("Trips"),
            bet="trips",
            default=PayTable(
                make_rows(
                    "royal flush 50, straight flush 40, quads 30, full house 8, flush 7, "
                    "straight 4, trips 3"
                )
            ),
            source=Source("The 8-7-4 table: Northwood casino, read 2026-11-29."),
        ),
    ),
    limits={"trips": Limits(Decimal(5), Decimal(500), Decimal(5))},
)


def dealer_qualifies(dealer: HandRank, ruleset: Ruleset) -> bool:
    """Whether the dealer has game: any pair, the board's included."""
    return dealer.category >= Category.PAIR


def settle_trips(
    hole: Sequence[Card], board: Sequence[Card], stake: Decimal, ruleset: Ruleset
) -> WagerResult:
    """Settle Trips on the player's best five of *hole* and *board* alone, win or lose.

    Raises:
        CardCountError, DuplicateCardError
    """
    return pay_by_table("trips", stake, best_with_board(board, hole), "trips", ruleset)
