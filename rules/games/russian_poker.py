"""Russian poker: five or six cards against a dealer who must qualify."""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Final

from rules.engine.best import best_five
from rules.engine.cards import Card
from rules.engine.combinations import Combination, paid_combinations
from rules.engine.ranking import HandRank
from rules.engine.text import gettext_noop
from rules.games.base import (
    Bet,
    Game,
    Limits,
    PayHand,
    PayTable,
    Ruleset,
    Source,
    Switch,
    TableSlot,
    WagerResult,
    make_rows,
    pay_by_table,
    pay_hand,
)

_MINIMUM: Final = {"ace-king": PayHand.ACE_KING, "pair": PayHand.PAIR}

GAME: Final = Game(
    key="russian-poker",
    name=gettext_noop("Russian poker"),
    summary=gettext_noop("Five cards or six against the dealer, who needs ace-king to play."),
    order=10,
    bets=(
        Bet("ante", gettext_noop("Ante")),
        Bet("bet", gettext_noop("Bet")),
        Bet("bonus", gettext_noop("Bonus")),
        Bet("insurance", gettext_noop("Insurance")),
    ),
    tables=(
        TableSlot(
            key="bet",
            name=gettext_noop("Bet"),
            bet="bet",
            default=PayTable(
                make_rows(
                    "royal flush 100, straight flush 50, quads 20, full house 7, flush 5, "
                    "straight 4, trips 3, two pair 2, pair 1, ace king 1"
                )
            ),
            source=Source("The common ladder: casinoz.club and gamsoft.ru, read 2026-11-29."),
        ),
        TableSlot(
            key="bonus_first5",
            name=gettext_noop("Bonus on the first five cards"),
            bet="bonus",
            default=PayTable(
                make_rows(
                    "royal flush 1000, straight flush 500, quads 300, full house 100, "
                    "flush 50, straight 25"
                )
            ),
            source=Source(
                "Two public trainers for dealers, read 2026-11-29; no casino's own page.",
                assumed=True,
            ),
        ),
        TableSlot(
            key="bonus6",
            name=gettext_noop("Bonus with a bought sixth card"),
            bet="bonus",
            default=PayTable(
                make_rows(
                    "royal flush 300, straight flush 150, quads 100, full house 30, "
                    "flush 15, straight 8"
                )
            ),
            source=Source(
                "CroupierAssistant, a public trainer for dealers, read 2026-11-29.", assumed=True
            ),
        ),
    ),
    switches=(
        Switch(
            key="qualifier",
            name=gettext_noop("Dealer qualifies with"),
            text=gettext_noop("The weakest hand with which the dealer has game."),
            values=tuple(_MINIMUM),
            labels=(gettext_noop("Ace-king or better"), gettext_noop("A pair or better")),
            default="ace-king",
            source=Source(
                "Ace-king: every rule text read 2026-11-29. "
                "A pair: the layout of Admiral, Croatia."
            ),
        ),
    ),
    limits={"bonus": Limits(Decimal(5), Decimal(500), Decimal(5))},
)


def dealer_qualifies(dealer: HandRank, ruleset: Ruleset) -> bool:
    """Whether the dealer has game under the switch `qualifier`."""
    return pay_hand(dealer) >= _MINIMUM[ruleset.switches["qualifier"]]


def bet_combinations(cards: Sequence[Card], ruleset: Ruleset) -> tuple[Combination, ...]:
    """None, one or two combinations of five or six cards by the house's table of the bet.

    Both are paid if the player wins, the first only if the table has a row for it.

    Raises:
        CardCountError, DuplicateCardError
    """
    table = ruleset.tables["bet"]

    def pays(rank: HandRank) -> Fraction:
        row = table.row_for(rank)
        return row.pays if row is not None else Fraction(0)

    return paid_combinations(cards, pays)


def settle_bonus(
    five: Sequence[Card], sixth: Card | None, stake: Decimal, ruleset: Ruleset
) -> WagerResult:
    """Settle the bonus as one wager that is settled once.

    First *five* on a row of `bonus_first5`: that table, finished, whatever is bought
    afterwards. Otherwise, if a *sixth* card was bought, the best five of six by `bonus6`.
    Otherwise the bet is taken. The result names the table that had the last word.

    Raises:
        CardCountError, DuplicateCardError
    """
    first = pay_by_table("bonus", stake, best_five(five), "bonus_first5", ruleset)
    if first.row is not None or sixth is None:
        return first
    return pay_by_table("bonus", stake, best_five([*five, sixth]), "bonus6", ruleset)
