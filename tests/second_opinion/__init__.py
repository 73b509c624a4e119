"""A second settlement of every game, written from the rules reference without the first.

It is slow and obvious on purpose: every five of the cards, every core of a combination. It
shares nothing with the site but the cards.
"""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

from rules.engine.cards import Card
from tests.second_opinion import casino, russian, ultimate
from tests.second_opinion.paying import Table

SWITCHES = {
    "russian-poker": russian.SWITCHES,
    "ultimate-texas-holdem": ultimate.SWITCHES,
    "casino-holdem": casino.SWITCHES,
}
TABLES = {
    "russian-poker": ("bet", "bonus_first5", "bonus6"),
    "ultimate-texas-holdem": ("blind", "trips"),
    "casino-holdem": ("ante", "aa"),
}
BETS = {
    "russian-poker": ("ante", "bet", "bonus", "insurance", "fee", "bought_game"),
    "ultimate-texas-holdem": ("ante", "blind", "play", "trips"),
    "casino-holdem": ("ante", "call", "aa"),
}


def settle(
    game: str,
    bets: Mapping[str, Fraction | Decimal | int],
    player: Sequence[Card],
    dealer: Sequence[Card] = (),
    board: Sequence[Card] = (),
    folded: bool = False,
    dealer_after: Sequence[Card] | None = None,
    switches: Mapping[str, str] | None = None,
    tables: Mapping[str, Table] | None = None,
    otherwise: Mapping[str, str] | None = None,
    dealt: Sequence[Card] | None = None,
) -> dict[str, Any]:
    """Settle one box.

    `switches`: flat keys and values as in `SWITCHES[game]`, an absent one has its default.
    `tables`: pay rows by table key (`paying.py`). `otherwise`: `push` or `lose` by table key,
    for a hand that the table does not list; by default the blind is pushed, the rest is lost.
    `dealt`: the five cards of Russian poker before an exchange, if there was one and a bonus.

    Returns `net` by bet, `total_net`, `pay_now`, `dealer_qualifies` (None without a dealer),
    `player_combinations` (the paid ones, Russian poker), `paid_by` and `paid_hand` (the bonus,
    None if it is not paid). Money is `Fraction`.

    Raises: ValueError: for an unknown name, a stake of 0 or less, a round that cannot be.
    """
    if game not in BETS:
        raise ValueError(f"unknown game {game!r}")
    money = {name: Fraction(stake) for name, stake in bets.items()}
    for name, stake in money.items():
        if name not in BETS[game] or stake <= 0:
            raise ValueError(f"cannot settle {name} {stake}")
    cards = [*player, *board, *dealer, *(set(dealer_after or ()) - set(dealer))]
    if len(set(cards)) != len(cards):
        raise ValueError("a card stands twice")
    otherwise = {key: "push" if key == "blind" else "lose" for key in TABLES[game]} | dict(
        otherwise or {}
    )
    switches, tables = switches or {}, tables or {}
    if game == "russian-poker":
        return russian.settle(
            money, player, dealer, folded, dealer_after, switches, tables, otherwise, dealt
        )
    holdem = ultimate.settle if game == "ultimate-texas-holdem" else casino.settle
    return holdem(money, player, dealer, board, folded, switches, tables, otherwise)
