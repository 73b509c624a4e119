"""Random rounds of every game: every value of every switch, cards that make them matter.

`random_round(game, Random(seed))` is the same round for the same seed. Some rounds hold what a
house would have refused; `oddities` says so, for who wants to leave them out.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

from rules.engine.cards import Card
from tests.second_opinion import russian, settle
from tests.second_opinion.paying import Award, Table
from tests.second_opinion.random_hands import (
    deal,
    interesting,
    make,
    near_copy,
    rare_six,
    sixth_card,
)
from tests.second_opinion.random_tables import (
    draw_otherwise,
    draw_stake,
    draw_switches,
    draw_tables,
)
from tests.second_opinion.ranking import LADDER, Strength, best_rank, name_of


@dataclass(frozen=True)
class Round:
    game: str
    bets: dict[str, Fraction]
    player: list[Card]
    dealer: list[Card]
    board: list[Card]
    folded: bool
    dealer_after: list[Card] | None
    switches: dict[str, str]
    tables: Mapping[str, Table]
    otherwise: dict[str, str]
    dealt: list[Card] | None
    oddities: tuple[str, ...]

    def settle(self, **switches: str) -> dict[str, Any]:
        """`switches`: other values than those of the round."""
        arguments = {key: value for key, value in vars(self).items() if key != "oddities"}
        return settle(**arguments | {"switches": self.switches | switches})

    def row(self) -> dict[str, Any]:
        """The input in the words of the case files, to be printed when two opinions differ.

        Not in that format: an award is written `award 600`; `otherwise` and `dealt` are extra.
        """
        pays = {
            key: {
                hand: f"award {pay.amount}" if isinstance(pay, Award) else _odds(pay)
                for hand, pay in table
            }
            for key, table in self.tables.items()
        }
        row = {
            "game": self.game,
            "bets": {bet: f"{float(stake):g}" for bet, stake in self.bets.items()},
            "player": _texts(self.player),
            "dealer": _texts(self.dealer),
            "board": _texts(self.board),
            "folded": self.folded,
            "dealer_after_bought_game": _texts(self.dealer_after),
            "dealt": _texts(self.dealt),
            "house_rules": self.switches,
            "paytables": pays,
            "otherwise": self.otherwise,
        }
        return {key: value for key, value in row.items() if value}


def _texts(cards: Sequence[Card] | None) -> list[str]:
    return [str(card) for card in cards or ()]


def _odds(pay: Fraction) -> str:
    return str(pay).replace("/", ":")


def random_round(game: str, rng: Random) -> Round:
    if game == "russian-poker":
        return _russian(rng)
    return _holdem(rng, game)


def _russian(rng: Random) -> Round:
    game = "russian-poker"
    switches = draw_switches(rng, game)
    if rng.random() < 0.6:
        switches["insurance_min_category"] = "three of a kind"
    player, dealt = _russian_player(rng, switches)
    used = [*player, *(dealt or ())]
    ante = draw_stake(rng)
    bets = {"bonus": draw_stake(rng)} if rng.random() < 0.6 else {}
    dealer: list[Card] = []
    after = None
    folded = False
    odd = []
    if "bonus" not in bets or rng.random() > 0.05:  # a few have a bonus and nothing else
        folded = rng.random() < 0.12
        bets["ante"] = ante
        if len(player) == 6:
            bets["fee"] = ante
        elif dealt is not None:
            count = len(set(dealt) - set(player))
            antes = (1, 2, 3, 2, 1)[count - 1] if switches["exchange_price"] == "per_card" else 1
            bets["fee"] = antes * ante
        dealer, after = _russian_dealer(rng, switches, player, used, folded)
    if "ante" in bets and not folded:
        bets["bet"] = 2 * ante
        if rng.random() < 0.03:
            bets["bet"] = draw_stake(rng)
            odd.append("another multiple")
        if after is not None:
            bets["bought_game"] = ante
            if switches["buy_game"] == "off":
                odd.append("bought, but the house does not sell")
        strange = _insurance_oddities(player, after, switches)
        if rng.random() < (0.6, 0.25, 0.1, 0.1)[len(strange)]:
            bets["insurance"] = rng.choice([ante, bets["bet"] / 2, draw_stake(rng)])
            odd += strange
    return Round(
        game,
        bets,
        player,
        dealer,
        [],
        folded,
        after,
        switches,
        draw_tables(rng, game),
        draw_otherwise(rng, game),
        dealt,
        tuple(odd),
    )


def _insurance_oddities(
    player: list[Card], after: list[Card] | None, switches: dict[str, str]
) -> list[str]:
    odd = []
    if switches["insurance"] == "off":
        odd.append("insured, but the house does not insure")
    if after is not None and switches["insured_may_buy"] == "no":
        odd.append("bought after insurance")
    name = name_of(best_rank(player), ace_king=True)
    if LADDER.index(name) < LADDER.index(switches["insurance_min_category"]):
        odd.append("insured a hand below the minimum")
    return odd


def _russian_player(rng: Random, switches: dict[str, str]) -> tuple[list[Card], list[Card] | None]:
    """The final five or six cards, and the first five if some were exchanged."""
    five = interesting(rng)
    how = rng.choice(["sixth", "sixth", "stand", "exchange"])
    if how == "sixth":
        six = [*five, sixth_card(rng, five, ())] if rng.random() < 0.9 else rare_six(rng)
        if rng.random() < 0.5:
            rng.shuffle(six)
        return six, None
    if how == "stand":
        return five, None
    count = rng.randint(int(switches["exchange_min"]), int(switches["exchange_max"]))
    other = [*rng.sample(five, 5 - count), *deal(rng, count, five)]
    return (five, other) if rng.random() < 0.5 else (other, five)


def _russian_dealer(
    rng: Random,
    switches: dict[str, str],
    player: list[Card],
    used: list[Card],
    folded: bool,
) -> tuple[list[Card], list[Card] | None]:
    """The dealer's hand and, if the game was bought, the hand after it."""
    plan = rng.choice(["any", "near", "near", "no game", "bought", "bought near", "ace-king"])
    unsold = switches["buy_game"] == "off" and rng.random() < 0.8
    if plan.startswith("bought") and (folded or unsold):
        plan = "no game"
    if plan == "any":
        return interesting(rng, used), None
    if plan == "ace-king":
        return make(rng, "ace-king", used) or deal(rng, 5, used), None
    if plan == "near":
        return near_copy(rng, player, used) or deal(rng, 5, used), None
    if plan == "bought near":
        pair = _bought_into(rng, switches, near_copy(rng, player, used), used)
        if pair:
            return pair
    dealer = deal(rng, 5, used)
    while russian.qualifies(dealer, switches["qualifier"]):
        dealer = deal(rng, 5, used)
    if plan == "no game":
        return dealer, None
    old = swapped_card(dealer, switches["buy_game_card"])
    rest = [card for card in dealer if card != old]
    news = [card for card in deal(rng, 20, [*used, *dealer]) if _may_draw(card, old, switches)]
    if rng.random() < 0.6:
        news.sort(
            key=lambda card: russian.qualifies([card, *rest], switches["qualifier"]), reverse=True
        )
    return dealer, [news[0], *rest]


def swapped_card(dealer: Sequence[Card], which: str) -> Card:
    """A hand without a game has no pair, so there is one highest and one lowest card."""
    if which == "first":
        return dealer[0]
    choose = max if which == "highest" else min
    return choose(dealer, key=lambda card: card.rank)


def _may_draw(new: Card, old: Card, switches: dict[str, str]) -> bool:
    return switches["redraw_same_rank"] == "no" or new.rank != old.rank


def _bought_into(
    rng: Random, switches: dict[str, str], after: list[Card] | None, used: list[Card]
) -> tuple[list[Card], list[Card]] | None:
    """Work back from the hand after the swap to one without a game before it."""
    for new in after or ():
        rest = [card for card in after or () if card != new]
        for old in deal(rng, 25, [*used, *rest, new]):
            dealer = [old, *rest]
            if (
                not russian.qualifies(dealer, switches["qualifier"])
                and swapped_card(dealer, switches["buy_game_card"]) == old
                and _may_draw(new, old, switches)
            ):
                return dealer, [new, *rest]
    return None


def _holdem(rng: Random, game: str) -> Round:
    switches = draw_switches(rng, game)
    if game == "casino-holdem" and rng.random() < 0.5:
        switches["qualifier"] = "4"
    player, board = _holdem_player(rng)
    dealer = _holdem_dealer(rng, game, switches, player, board)
    ante = draw_stake(rng)
    folded = rng.random() < 0.15
    bets = {"ante": ante}
    odd = []
    if game == "ultimate-texas-holdem":
        bets["blind"] = ante
        side = "trips"
        if not folded:
            bets["play"] = rng.choice([1, 2, 3, 4]) * ante
    else:
        side = "aa"
        if not folded:
            bets["call"] = 2 * ante
    if rng.random() < 0.03:
        bets[rng.choice(list(bets))] = draw_stake(rng)
        odd.append("another multiple")
    if rng.random() < 0.7:
        bets[side] = draw_stake(rng)
    return Round(
        game,
        bets,
        player,
        dealer,
        board,
        folded,
        None,
        switches,
        draw_tables(rng, game),
        draw_otherwise(rng, game),
        None,
        tuple(odd),
    )


def _holdem_player(rng: Random) -> tuple[list[Card], list[Card]]:
    """Hole cards and board, the flop first."""
    plan = rng.choice(["any", "board", "player", "player", "flop"])
    five = interesting(rng)
    if plan == "board":
        return deal(rng, 2, five), five
    if plan == "any":
        seven = deal(rng, 7)
        return seven[:2], seven[2:]
    board = [*five[2:], *deal(rng, 2, five)]
    if plan == "player":
        rng.shuffle(board)
    return five[:2], board


def _holdem_dealer(
    rng: Random, game: str, switches: dict[str, str], player: list[Card], board: list[Card]
) -> list[Card]:
    used = [*player, *board]
    plan = rng.choice(["any", "near", "no game", "no game"])
    if plan == "near":
        ranks = [card.rank for card in player]
        if rng.random() < 0.5:
            ranks[1] = rng.choice(board).rank
        rest = deal(rng, 45, used)
        first = next((card for card in rest if card.rank == ranks[0]), rest[0])
        rest.remove(first)
        second = next((card for card in rest if card.rank == ranks[1]), rest[0])
        return [first, second]
    two = deal(rng, 2, used)
    if plan == "no game":
        least: Strength = (1,)
        if game == "casino-holdem":
            least = (1, "23456789TJQKA".index(switches["qualifier"]) + 2)
        for _ in range(15):
            if best_rank([*two, *board]) < least:
                break
            two = deal(rng, 2, used)
    return two
