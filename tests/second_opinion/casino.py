"""Casino Hold'em: a second settlement, written from the rules reference alone.

Wagers: ante, call, aa. Tables: ante, aa. The switches stand in SWITCHES.

Decisions where the reference leaves a combination open:
1. A hand that the ante table does not list gets `otherwise` of that table whenever the table
   is asked: on a win, and under `ante_on_no_qualify=table` also without a qualified dealer.
2. `ante_on_no_qualify=flat` pays 1:1 without asking the table.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from rules.engine.cards import Card
from tests.second_opinion.paying import (
    TABLE_SWITCHES,
    Table,
    by_table,
    read_switches,
    rounded,
)
from tests.second_opinion.ranking import best_rank, lead_of, name_of

# key -> (default, values; no values = free text)
SWITCHES: dict[str, tuple[str, tuple[str, ...]]] = {
    "qualifier": ("4", tuple("23456789TJQKA")),  # the lowest pair that qualifies
    "ante_on_no_qualify": ("table", ("table", "flat")),  # flat = 1:1
    "aa_on_fold": ("live", ("live", "lose")),
    "aa_cards": ("5", ("5", "7")),
    **TABLE_SWITCHES,
}


def settle(
    bets: Mapping[str, Fraction],
    player: Sequence[Card],
    dealer: Sequence[Card],
    board: Sequence[Card],
    folded: bool,
    switches: Mapping[str, str],
    tables: Mapping[str, Table],
    otherwise: Mapping[str, str],
) -> dict[str, Any]:
    house = read_switches(SWITCHES, switches)
    if "ante" in bets and ("call" in bets) == folded:
        raise ValueError("a box has a call if and only if it does not fold")
    mine = best_rank([*player, *board])
    yours = best_rank([*dealer, *board])
    qualified = yours >= (1, "23456789TJQKA".index(house["qualifier"]) + 2)
    nothing = Fraction(0)

    def on_table(key: str, cards: Sequence[Card]) -> Fraction:
        strength = best_rank(cards)
        name = name_of(strength, ace_king=False)
        return by_table(tables.get(key, []), otherwise[key], name, lead_of(strength), bets[key])

    net = {}
    if "ante" in bets:
        seven = [*player, *board]
        if folded:
            net["ante"] = -bets["ante"]
        elif not qualified:
            flat = house["ante_on_no_qualify"] == "flat"
            net["ante"] = bets["ante"] if flat else on_table("ante", seven)
            net["call"] = nothing
        elif mine > yours:
            net["ante"] = on_table("ante", seven)
            net["call"] = bets["call"]
        elif mine == yours:
            net["ante"] = net["call"] = nothing
        else:
            net["ante"], net["call"] = -bets["ante"], -bets["call"]
    if "aa" in bets:
        if folded and house["aa_on_fold"] == "lose":
            net["aa"] = -bets["aa"]
        else:
            cards = board if house["aa_cards"] == "7" and not folded else board[:3]
            net["aa"] = on_table("aa", [*player, *cards])

    net = {name: rounded(net[name], house) for name in bets}
    return {
        "net": net,
        "total_net": sum(net.values(), nothing),
        "pay_now": sum((won for won in net.values() if won > 0), nothing),
        "dealer_qualifies": qualified,
        "player_combinations": [],
        "paid_by": None,
        "paid_hand": None,
    }
