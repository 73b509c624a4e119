"""Given cards in the sums over classes, and the house rules of these tests."""

from dataclasses import replace

import numpy as np

from rules.analysis.boards import multiset_index, set_index
from rules.engine.cards import DECK, Suit, parse_cards
from rules.games import find_game
from rules.games.base import make_rows


def house(game, tables=None, **switches):
    """Reference's rules with some pay tables, in short form, and switches replaced."""
    default = find_game(game).default_ruleset()
    assert switches.keys() <= default.switches.keys()
    changed = {
        key: replace(default.tables[key], rows=make_rows(rows))
        for key, rows in (tables or {}).items()
    }
    return replace(default, tables=default.tables | changed, switches=default.switches | switches)


def place(ranks):
    """Of a multiset of ranks 2–14."""
    return int(multiset_index(np.array([int(rank) - 2 for rank in ranks], np.intp)))


def set_place(ranks):
    return int(set_index(np.array(sorted(int(rank) - 2 for rank in ranks), np.intp)))


def hole_place(hole, suit=None):
    """Of the 91 holes by ranks, or of the 351 as they stand to *suit*."""
    kinds = [
        int(card.rank) - 2 + (0 if suit is None or card.suit is suit else 13) for card in hole
    ]
    return int(multiset_index(np.array(kinds, np.intp)))


def split(cards, suit):
    """Places of the set of ranks in *suit* and of the multiset of the other ranks; how many."""
    mine = [card.rank for card in cards if card.suit is suit]
    others = [card.rank for card in cards if card.suit is not suit]
    return len(mine), set_place(mine), place(others)


def board_value(plain, suited, board, hole):
    """Of arrays by board class and hole: `plain`, and `suited[n]` of shape (sets, …, 351)."""
    for suit in Suit:
        count, mine, others = split(board, suit)
        if count >= 3:
            return suited[count][mine, others, hole_place(hole, suit)]
    return plain[place(card.rank for card in board), hole_place(hole)]


def flop_value(sums, flop, hole):
    """Of `FlopSums`."""
    found = int(sums.plain[place(card.rank for card in flop), hole_place(hole)])
    for suit in Suit:
        count, mine, others = split(flop, suit)
        if count:
            found += int(sums.suited[count][mine, others, hole_place(hole, suit)])
    return found


# Flops of one, two and three suits, paired and not, with hole cards that share a suit or a rank
# with the flop, and such that leave no card of a rank.
CORNERS = (
    "As Ks / Qs Js Ts",
    "Ah Kd / Qs Js Ts",
    "As 2c / Qs Js Ts",
    "2c 2d / 2h 2s 7c",
    "2c 7d / 2h 2s 2d",
    "9h 8h / 7h 6h 2c",
    "9h 8c / 7h 6h 2c",
    "Kc Kd / Kh 4h 4c",
    "5c 5d / 5h 5s As",
    "3c 2d / 7h 8s Tc",
    "Ac 4c / 5d 3d 2d",
    "Jd Jh / Jc 7d 6d",
)


def spots(count, rng):
    """Hole and flop: the corners, then *count* random ones."""
    for text in CORNERS:
        hole, flop = text.split(" / ")
        yield parse_cards(hole), parse_cards(flop)
    for _ in range(count):
        cards = rng.sample(DECK, 5)
        yield tuple(cards[:2]), tuple(cards[2:])
