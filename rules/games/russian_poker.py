"""Russian poker: five or six cards against a dealer who must qualify."""

from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from typing import Final

from rules.engine.text import gettext_noop
from rules.games.base import Bet, Game, Limits, PayTable, Ruleset, Source, TableSlot, make_rows
from rules.games.russian.actions import exchange_price, legal_actions, potential_payout
from rules.games.russian.settling import (
    AFTER_THE_FOLD,
    bet_combinations,
    dealer_qualifies,
    is_insurable,
    is_redrawn,
    settle_bonus,
    settle_box,
    swapped_card,
)
from rules.games.russian.switches import SWITCHES
from rules.games.settlement import Round, Settlement, in_house_order, require_bets

__all__ = [
    "GAME",
    "bet_combinations",
    "dealer_qualifies",
    "exchange_price",
    "is_insurable",
    "is_redrawn",
    "legal_actions",
    "potential_payout",
    "settle",
    "settle_bonus",
    "swapped_card",
]

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
        Bet("fee", gettext_noop("Sixth card or exchange"), fee=True),
        Bet("bought_game", gettext_noop("Bought game"), fee=True),
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
            source=Source(
                gettext_noop("The common ladder: casinoz.club and gamsoft.ru, read 2026-11-29.")
            ),
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
                gettext_noop(
                    "Two public trainers for dealers, read 2026-11-29; no casino’s own page."
                ),
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
                gettext_noop("CroupierAssistant, a public trainer for dealers, read 2026-11-29."),
                assumed=True,
            ),
        ),
    ),
    switches=SWITCHES,
    limits={
        "ante": Limits(Decimal(5), Decimal(500), Decimal(5)),
        "bonus": Limits(Decimal(5), Decimal(500), Decimal(5)),
    },
)


def settle(round_: Round, bets: Mapping[str, Decimal], ruleset: Ruleset) -> Settlement:
    """Settle every wager of one box.

    Bets: `ante`, `bet`, `bonus`, `insurance`, and the prices `fee` (a sixth card or an
    exchange) and `bought_game`. Insurance is settled when the dealer first has or has no game;
    a game bought afterwards does not touch it.

    Raises:
        ImpossibleRoundError, CardCountError, DuplicateCardError
    """
    require_bets(GAME, bets, round_.folded, AFTER_THE_FOLD)
    settlement = settle_box(round_, bets, ruleset)
    return replace(settlement, wagers=in_house_order(GAME, settlement.wagers, ruleset))
