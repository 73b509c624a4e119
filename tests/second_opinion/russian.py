"""Russian poker: a second settlement, written from the rules reference alone.

Wagers: ante, bet, bonus, insurance; costs: fee (sixth card or exchange), bought_game.
Tables: bet, bonus_first5, bonus6. The switches, one key each, stand in SWITCHES.

Decisions where the reference leaves a combination open:
 1. A combination that the bet table does not list pays nothing and is not named. If none of
    the hand's combinations is listed, a winning bet gets `otherwise` of the table.
 2. The first combination is that of the strongest five cards, also in a table whose odds fall.
 3. `forgo_ante=no` pays the ante 1:1 before the swap whatever `ante_on_no_game` says, and what
    comes after (`failed_buy_ante`, the comparison, `ante_on_win`) does not touch it.
 4. `failed_buy_ante` alone decides after a failed purchase, not `ante_on_no_game`.
 5. Bought, for `pay_unless_bought`, is a fee or a bought game in the bets, not a sixth card.
 6. A wager that the house does not offer (insurance or bought game off, bought after insurance,
    another multiple) is settled as if it did: refusing is not settlement's work.
 7. Insurance below the minimum hand returns in every case, a dealer without game included.
 8. The bonus of a folded hand lives (`bonus_lost_on_fold=no`) as if the hand had been played:
    a sixth card that was bought before counts. The last table that was asked says what an
    unlisted hand gets: `bonus6` if there is a sixth card and such a table, else `bonus_first5`.
 9. With a scope of bet and bonus the bonus gets the maximum less the exact capped profit of the
    bet (rounding comes later, each wager alone); a lost or returned bet leaves all of it.
10. A bonus that is capped to nothing still names its table and hand.
11. Paid earlier in the round, so not in `pay_now`: a first-five bonus under every switch; before
    a bought game also the insurance and an ante that was not forgone.
12. `dealt`: the first five of a hand that was exchanged, on which the bonus is judged.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

from rules.engine.cards import Card
from tests.second_opinion.paying import (
    TABLE_SWITCHES,
    Table,
    amount,
    find_pay,
    profit,
    read_switches,
    rounded,
    unlisted,
)
from tests.second_opinion.ranking import (
    LADDER,
    NAMES,
    best_five,
    best_rank,
    lead_of,
    name_of,
    rank_five,
)

# key -> (default, values; no values = free text)
SWITCHES: dict[str, tuple[str, tuple[str, ...]]] = {
    "qualifier": ("A-K", ("A-K", "pair")),
    "ante_on_win": ("push", ("push", "pay", "pay_unless_bought")),
    "ante_on_no_game": ("pay", ("pay", "push")),
    "bet_on_no_game": ("push", ("push",)),
    "double_combination": ("on", ("on", "off")),
    "dup_straight": ("two_straights", ("two_straights", "straight_plus_pair")),
    "max_combinations": ("2", ("2",)),
    "insurance_min_category": ("three of a kind", LADDER),
    "insurance_on_loss": ("return", ("return", "lose")),
    "insurance_on_tie": ("return", ("return", "lose")),
    "forgo_ante": ("yes", ("yes", "no")),
    "failed_buy_ante": ("push", ("push", "pay")),
    "bonus_lost_on_fold": ("no", ("no", "yes")),
    "max_payout": ("none", ()),  # an amount or none
    "max_payout_scope": ("bet", ("bet", "bet+bonus")),
    "bonus_max_payout": ("none", ()),  # an amount or none
    # Not read here: they say what may be placed, what it costs and how the dealer's hand is
    # changed, all of which arrives done.
    "bet_multiple": ("2", ("2",)),
    "exchange_min": ("1", ("1", "2")),
    "exchange_max": ("5", ("4", "5")),
    "exchange_price": ("flat", ("flat", "per_card")),
    "sixth_card_price": ("1", ("1",)),  # in antes
    "exclusive_with_exchange": ("yes", ("yes",)),
    "insurance": ("on", ("on", "off")),
    "insurance_min": ("1", ("1",)),  # in antes
    "insurance_max": ("half", ("half", "full")),
    "buy_game": ("on", ("on", "off")),
    "buy_game_card": ("highest", ("highest", "lowest", "first")),
    "redraw_same_rank": ("yes", ("yes", "no")),
    "insured_may_buy": ("yes", ("yes", "no")),
    **TABLE_SWITCHES,
}

Core = frozenset[Card]


def qualifies(dealer: Sequence[Card], qualifier: str) -> bool:
    least = (1,) if qualifier == "pair" else (0, 14, 13)
    return best_rank(dealer) >= least


def core_of(five: Sequence[Card]) -> Core:
    """The cards that make the combination of these five; none below ace-king."""
    strength = rank_five(five)
    name = name_of(strength, ace_king=True)
    if name == "high card":
        return frozenset()
    if name == "ace-king":
        return frozenset(card for card in five if card.rank >= 13)
    if name in ("pair", "three of a kind", "four of a kind"):
        return frozenset(card for card in five if card.rank == strength[1])
    if name == "two pair":
        return frozenset(card for card in five if card.rank in strength[1:3])
    return frozenset(five)


def all_cores(cards: Sequence[Card]) -> list[tuple[str, int, Core]]:
    """Every combination in the cards: its name, its first rank, its core."""
    found = []
    for size in (2, 3, 4, 5):
        for group in combinations(cards, size):
            ranks = sorted((int(card.rank) for card in group), reverse=True)
            name = None
            if size == 5:
                strength = rank_five(group)
                if strength[0] in (4, 5, 6, 8, 9):
                    found.append((NAMES[strength[0]], lead_of(strength), frozenset(group)))
                continue
            if len(set(ranks)) == 1:
                name = {2: "pair", 3: "three of a kind", 4: "four of a kind"}[size]
            elif ranks == [14, 13]:
                name = "ace-king"
            elif size == 4 and ranks[0] == ranks[1] != ranks[2] == ranks[3]:
                name = "two pair"
            if name:
                found.append((name, ranks[0], frozenset(group)))
    return found


def paid_combinations(
    cards: Sequence[Card], table: Table, stake: Fraction, house: Mapping[str, str]
) -> list[tuple[str, Fraction]]:
    """The one or two combinations that the table lists, each with its profit."""
    five = best_five(cards)
    core = core_of(five)
    if not core:
        return []
    first = name_of(rank_five(five), ace_king=True)
    lead = lead_of(rank_five(five))
    pay = find_pay(table, first, lead)
    paid = [] if pay is None else [(first, profit(pay, stake))]
    if house["double_combination"] == "off":
        return paid
    seconds = []
    for name, rank, other in all_cores(cards):
        if other <= core:
            continue
        if (
            house["dup_straight"] == "straight_plus_pair"
            and (first, lead) == ("straight", rank)
            and name == "straight"
        ):
            continue
        pay = find_pay(table, name, rank)
        if pay is not None:
            seconds.append((profit(pay, stake), LADDER.index(name), rank))
    if seconds:
        gain, place, _ = max(seconds)
        paid.append((LADDER[place], gain))
    return paid


def settle(
    bets: Mapping[str, Fraction],
    player: Sequence[Card],
    dealer: Sequence[Card],
    folded: bool,
    dealer_after: Sequence[Card] | None,
    switches: Mapping[str, str],
    tables: Mapping[str, Table],
    otherwise: Mapping[str, str],
    dealt: Sequence[Card] | None,
) -> dict[str, Any]:
    house = read_switches(SWITCHES, switches)
    check(bets, dealer, folded, dealer_after, house)
    table = tables.get("bet", [])
    paid = paid_combinations(player, table, bets.get("bet", Fraction(1)), house)
    net = {name: -bets[name] for name in ("fee", "bought_game") if name in bets}
    early: set[str] = set()

    if folded:
        net["ante"] = -bets["ante"]
    elif "ante" in bets:
        last = dealer if dealer_after is None else dealer_after
        mine, yours = best_rank(player), best_rank(last)
        net |= ante_and_bet(bets, mine, yours, paid, dealer_after, otherwise, house, last)
        if "insurance" in bets:
            net["insurance"] = insurance(bets["insurance"], mine, dealer, house)
        if dealer_after is not None:
            early.add("insurance")
            if house["forgo_ante"] == "no":
                early.add("ante")

    paid_by = paid_hand = None
    if "bonus" in bets:
        stake = bets["bonus"]
        if folded and house["bonus_lost_on_fold"] == "yes":
            net["bonus"] = -stake
        else:
            net["bonus"], paid_by, paid_hand = bonus(stake, player, dealt, tables, otherwise)
        if paid_by == "bonus_first5":
            early.add("bonus")

    cap(net, house)
    net = {name: rounded(net[name], house) for name in bets}
    final = dealer if dealer_after is None else dealer_after
    return {
        "net": net,
        "total_net": sum(net.values(), Fraction(0)),
        "pay_now": sum(
            (won for name, won in net.items() if won > 0 and name not in early), Fraction(0)
        ),
        "dealer_qualifies": qualifies(final, house["qualifier"]) if final else None,
        "player_combinations": [name for name, _ in paid],
        "paid_by": paid_by,
        "paid_hand": paid_hand,
    }


def check(
    bets: Mapping[str, Fraction],
    dealer: Sequence[Card],
    folded: bool,
    dealer_after: Sequence[Card] | None,
    house: Mapping[str, str],
) -> None:
    """Raises: ValueError: if no round can have ended like this."""
    if ("bought_game" in bets) != (dealer_after is not None):
        raise ValueError("a bought game and the dealer's hand after it come together")
    if folded and {"bet", "insurance", "bought_game"} & set(bets):
        raise ValueError("a folded box has no bet, insurance or bought game")
    if not folded and ("ante" in bets) != ("bet" in bets):
        raise ValueError("a box that plays has an ante and a bet")
    if dealer_after is not None and qualifies(dealer, house["qualifier"]):
        raise ValueError("a game is bought only from a dealer without one")


def ante_and_bet(
    bets: Mapping[str, Fraction],
    mine: tuple[int, ...],
    yours: tuple[int, ...],
    paid: Sequence[tuple[str, Fraction]],
    dealer_after: Sequence[Card] | None,
    otherwise: Mapping[str, str],
    house: Mapping[str, str],
    last: Sequence[Card],
) -> dict[str, Fraction]:
    ante, bet = bets["ante"], bets["bet"]
    nothing = Fraction(0)
    bought = dealer_after is not None
    if not qualifies(last, house["qualifier"]):
        net = {"bet": nothing}
        switch = "failed_buy_ante" if bought else "ante_on_no_game"
        net["ante"] = ante if house[switch] == "pay" else nothing
    elif mine > yours:
        gain = sum((gain for _, gain in paid), nothing)
        net = {"bet": gain if paid else unlisted(otherwise["bet"], bet)}
        pays = house["ante_on_win"] == "pay" or (
            house["ante_on_win"] == "pay_unless_bought"
            and not bets.get("fee")
            and not bets.get("bought_game")
        )
        net["ante"] = ante if pays else nothing
    elif mine == yours:
        net = {"bet": nothing, "ante": nothing}
    else:
        net = {"bet": -bet, "ante": -ante}
    if bought and house["forgo_ante"] == "no":
        net["ante"] = ante
    return net


def insurance(
    stake: Fraction, mine: tuple[int, ...], dealer: Sequence[Card], house: Mapping[str, str]
) -> Fraction:
    """Settled on the dealer's first hand."""
    name = name_of(mine, ace_king=True)
    if LADDER.index(name) < LADDER.index(house["insurance_min_category"]):
        return Fraction(0)
    if not qualifies(dealer, house["qualifier"]):
        return stake
    yours = best_rank(dealer)
    if mine > yours:
        return -stake
    switch = house["insurance_on_tie" if mine == yours else "insurance_on_loss"]
    return -stake if switch == "lose" else Fraction(0)


def bonus(
    stake: Fraction,
    player: Sequence[Card],
    dealt: Sequence[Card] | None,
    tables: Mapping[str, Table],
    otherwise: Mapping[str, str],
) -> tuple[Fraction, str | None, str | None]:
    """The net, the table that pays, the hand that it pays."""
    tries = [("bonus_first5", player[:5] if dealt is None else dealt)]
    if len(player) == 6 and "bonus6" in tables:
        tries.append(("bonus6", player))
    for key, cards in tries:
        strength = best_rank(cards)
        name = name_of(strength, ace_king=True)
        pay = find_pay(tables.get(key, []), name, lead_of(strength))
        if pay is not None:
            return profit(pay, stake), key, name
    return unlisted(otherwise[tries[-1][0]], stake), None, None


def cap(net: dict[str, Fraction], house: Mapping[str, str]) -> None:
    limit, bonus_limit = amount(house["max_payout"]), amount(house["bonus_max_payout"])
    if limit is not None and "bet" in net:
        net["bet"] = min(net["bet"], limit)
    if "bonus" in net and bonus_limit is not None:
        net["bonus"] = min(net["bonus"], bonus_limit)
    if "bonus" in net and limit is not None and house["max_payout_scope"] == "bet+bonus":
        left = limit - max(net.get("bet", Fraction(0)), Fraction(0))
        net["bonus"] = min(net["bonus"], left)
