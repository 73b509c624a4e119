"""Ultimate Texas Hold'em: a second settlement, written from the rules reference alone.

Wagers: ante, blind, play, trips. Tables: blind, trips. The switches stand in SWITCHES.

Decisions where the reference leaves a combination open:
1. `trips_needs_win=yes` loses a folded hand also under `trips_on_fold=live`.
2. `trips_needs_win=yes` loses an unlisted hand also where the table says `otherwise: push`.
3. `qualifier=none`: every dealer qualifies.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from rules.engine.cards import Card
from tests.second_opinion.paying import (
    TABLE_SWITCHES,
    Table,
    by_table,
    find_pay,
    read_switches,
    rounded,
)
from tests.second_opinion.ranking import Strength, best_rank, lead_of, name_of

# key -> (default, values; no values = free text)
SWITCHES: dict[str, tuple[str, tuple[str, ...]]] = {
    "qualifier": ("pair", ("pair", "none")),
    "ante_on_no_qualify": ("push", ("push",)),
    "trips_on_fold": ("live", ("live", "lose")),
    "trips_needs_win": ("no", ("no", "yes")),
    "preflop_multiples": ("3, 4", ("4", "3, 4")),  # not read: says what may be placed
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
    if "ante" in bets and ("play" in bets) == folded:
        raise ValueError("a box has a play bet if and only if it does not fold")
    mine = best_rank([*player, *board])
    yours = best_rank([*dealer, *board])
    qualified = house["qualifier"] == "none" or yours >= (1,)
    net = {name: -stake for name, stake in bets.items()}
    nothing = Fraction(0)

    if not folded:
        if mine == yours:
            results = {"ante": nothing, "blind": nothing, "play": nothing}
        elif mine > yours:
            results = {
                "ante": bets.get("ante", nothing) if qualified else nothing,
                "play": bets.get("play", nothing),
                "blind": on_table("blind", mine, bets, tables, otherwise),
            }
        else:
            results = {} if qualified else {"ante": nothing}
        net |= results
    if "trips" in bets:
        net["trips"] = trips(bets, mine, yours, folded, house, tables, otherwise)

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


def on_table(
    key: str,
    mine: Strength,
    bets: Mapping[str, Fraction],
    tables: Mapping[str, Table],
    otherwise: Mapping[str, str],
) -> Fraction:
    name = name_of(mine, ace_king=False)
    stake = bets.get(key, Fraction(0))
    return by_table(tables.get(key, []), otherwise[key], name, lead_of(mine), stake)


def trips(
    bets: Mapping[str, Fraction],
    mine: Strength,
    yours: Strength,
    folded: bool,
    house: Mapping[str, str],
    tables: Mapping[str, Table],
    otherwise: Mapping[str, str],
) -> Fraction:
    stake = bets["trips"]
    if folded and (house["trips_on_fold"] == "lose" or house["trips_needs_win"] == "yes"):
        return -stake
    if house["trips_needs_win"] == "yes":
        name = name_of(mine, ace_king=False)
        if find_pay(tables.get("trips", []), name, lead_of(mine)) is None:
            return -stake
        if mine <= yours:
            return Fraction(0)
    return on_table("trips", mine, bets, tables, otherwise)
