"""Switches, stakes and pay tables of houses that no casino would dare to open."""

from fractions import Fraction
from random import Random

from tests.second_opinion import SWITCHES, TABLES
from tests.second_opinion.paying import Award, Pay

FREE_TEXT = {
    "chip_set": (
        *("1, 5, 25, 100, 500, 1000", "0.25, 1, 5", "0.5, 1, 5, 25"),
        *("2.5, 5, 25, 100", "5, 25, 100", "25, 100, 500"),
    ),
    "max_payout": ("none", "none", "3", "20", "99.5", "250", "1000", "5000"),
    "bonus_max_payout": ("none", "none", "3", "40", "99.5", "1000", "5000"),
}
STAKES = (
    *("0.25", "0.5", "1", "2", "3", "7", "12.5", "13", "17", "27.5", "33", "111"),
    *("5", "10", "15", "20", "25", "50", "100", "200", "500"),
)

_STRONG = ("royal flush", "straight flush", "four of a kind", "full house", "flush", "straight")
_FULL = (*_STRONG, "three of a kind", "two pair", "pair", "ace-king")


def _ladder(names: tuple[str, ...], pays: str) -> list[tuple[str, Pay]]:
    return list(zip(names, map(Fraction, pays.split()), strict=True))


_TRIPS = (*_STRONG, "three of a kind")
LADDERS: dict[str, list[list[tuple[str, Pay]]]] = {
    "bet": [_ladder(_FULL, "100 50 20 7 5 4 3 2 1 1")],
    "bonus_first5": [
        _ladder(_TRIPS, "1000 500 200 70 50 40 25"),
        _ladder(_STRONG, "3000 800 250 150 100 50"),
        _ladder(_STRONG, "1000 500 300 100 50 25"),
    ],
    "bonus6": [
        _ladder(_STRONG, "300 150 100 30 15 8"),
        _ladder(_STRONG, "300 150 100 30 15 7"),
    ],
    "blind": [_ladder(_STRONG, "500 50 10 3 3/2 1")],
    "trips": [
        _ladder(_TRIPS, "50 40 30 9 7 4 3"),
        _ladder(_TRIPS, "50 40 30 8 6 5 3"),
        _ladder(_TRIPS, "50 40 30 8 7 4 3"),
        _ladder(_TRIPS, "50 40 20 7 6 5 3"),
    ],
    "ante": [_ladder((*_STRONG[:5], "straight or less"), "100 20 10 3 2 1")],
    "aa": [_ladder((*_STRONG[:5], "pair of aces or better"), "100 50 40 30 20 7")],
}
_MORE = ("two pair or better", "three of a kind or better", "pair of tens or better")


def draw_stake(rng: Random) -> Fraction:
    return Fraction(rng.choice(STAKES))


def draw_switches(rng: Random, game: str) -> dict[str, str]:
    return {
        key: rng.choice(values or FREE_TEXT[key]) for key, (_, values) in SWITCHES[game].items()
    }


def draw_tables(rng: Random, game: str) -> dict[str, list[tuple[str, Pay]]]:
    return {key: _bend(rng, key, rng.choice(LADDERS[key])) for key in TABLES[game]}


def draw_otherwise(rng: Random, game: str) -> dict[str, str]:
    usual = {key: "push" if key == "blind" else "lose" for key in TABLES[game]}
    return {
        key: value if rng.random() < 0.75 else rng.choice(["push", "lose"])
        for key, value in usual.items()
    }


def _bend(rng: Random, key: str, ladder: list[tuple[str, Pay]]) -> list[tuple[str, Pay]]:
    table = list(ladder)
    if rng.random() < 0.5:
        return table
    if rng.random() < 0.3:
        table.pop(0)  # no royal flush of its own
    if rng.random() < 0.3:
        table.pop(rng.randrange(len(table)))
    if rng.random() < 0.3:
        odds = ["3/2", "6/5", "1/2", "5/3", "11"] + ([] if key == "bet" else ["0"])
        place = rng.randrange(len(table))
        table[place] = (table[place][0], Fraction(rng.choice(odds)))
    if rng.random() < 0.2:  # odds that fall
        one, two = rng.sample(range(len(table)), 2)
        table[one], table[two] = (table[one][0], table[two][1]), (table[two][0], table[one][1])
    if rng.random() < 0.15:
        place = rng.randrange(len(table))
        table[place] = (table[place][0], Award(Fraction(rng.choice(["7.5", "50", "600"]))))
    if rng.random() < 0.2 and not any(" or " in hand for hand, _ in table):
        hand = rng.choice(_MORE if key != "bet" else ("two pair or less", "pair or better"))
        table.append((hand, Fraction(rng.choice(["1", "2", "5/2"]))))
    rng.shuffle(table)
    return table
