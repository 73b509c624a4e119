"""Casino Hold’em: the ante pays by the player's hand, the AA bonus by hole cards and flop."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Final

from rules.engine.best import best_with_board
from rules.engine.cards import Card, Rank, format_cards
from rules.engine.errors import CardCountError
from rules.engine.ranking import Category, HandRank
from rules.engine.text import gettext_noop
from rules.games.base import (
    Bet,
    Game,
    Limits,
    PayTable,
    Ruleset,
    Source,
    Switch,
    TableSlot,
    WagerResult,
    make_rows,
    pay_by_table,
)

_BOARD_CARDS: Final = {"5": 3, "7": 5}
"""How many board cards the AA bonus counts, by the switch `aa_cards`."""

GAME: Final = Game(
    key="casino-holdem",
    name=gettext_noop("Casino Hold’em"),
    summary=gettext_noop("Two cards and a board of five against a dealer who needs fours."),
    order=30,
    bets=(
        Bet("ante", gettext_noop("Ante")),
        Bet("call", gettext_noop("Call")),
        Bet("aa", gettext_noop("AA bonus")),
    ),
    tables=(
        TableSlot(
            key="ante",
            name=gettext_noop("Ante"),
            bet="ante",
            default=PayTable(
                make_rows(
                    "royal flush 100, straight flush 20, quads 10, full house 3, flush 2, "
                    "straight or less 1"
                )
            ),
            source=Source("Evolution and Playtech rules on livedealer.org, read 2026-11-29."),
        ),
        TableSlot(
            key="aa",
            name=gettext_noop("AA bonus"),
            bet="aa",
            default=PayTable(
                make_rows(
                    "royal flush 100, straight flush 50, quads 40, full house 30, flush 20, "
                    "pair A or better 7"
                )
            ),
            source=Source("Evolution and Playtech rules on livedealer.org, read 2026-11-29."),
        ),
    ),
    switches=(
        Switch(
            key="aa_cards",
            name=gettext_noop("Cards of the AA bonus"),
            text=gettext_noop("The cards among which the hand for the AA bonus is looked for."),
            values=tuple(_BOARD_CARDS),
            labels=(
                gettext_noop("Five: hole cards and flop"),
                gettext_noop("Seven: hole cards and the whole board"),
            ),
            default="5",
            source=Source("Evolution and Playtech rules on livedealer.org, read 2026-11-29."),
        ),
    ),
    limits={"aa": Limits(Decimal(5), Decimal(500), Decimal(5))},
)


def dealer_qualifies(dealer: HandRank, ruleset: Ruleset) -> bool:
    """Whether the dealer has game: a pair of fours or better."""
    return (dealer.category, dealer.ranks[0]) >= (Category.PAIR, Rank.FOUR)


def aa_board(board: Sequence[Card], ruleset: Ruleset) -> tuple[Card, ...]:
    """The cards of *board*, flop first, that the AA bonus counts.

    Raises:
        CardCountError: if the board is too short for the house's rule.
    """
    count = _BOARD_CARDS[ruleset.switches["aa_cards"]]
    if len(board) < count:
        raise CardCountError(expected=count, found=len(board), cards=format_cards(board) or "–")
    return tuple(board[:count])


def settle_aa(
    hole: Sequence[Card], board: Sequence[Card], stake: Decimal, ruleset: Ruleset
) -> WagerResult:
    """Settle the AA bonus on *hole* and *board* (flop first), whoever wins the round.

    Turn and river may be given in any case; they count only where `aa_cards` is 7.

    Raises:
        CardCountError, DuplicateCardError
    """
    judged = best_with_board(aa_board(board, ruleset), hole)
    return pay_by_table("aa", stake, judged, "aa", ruleset)
