"""Casino Hold’em from sums kept in a file: any pay table in milliseconds.

What a called round wins is a base plus, for each category of the player's hand, the odds of the
ante times the rounds in which they are paid. A file keeps for every flop and hole these sums,
int32 of shape (13, states): the deals that the state stands for, the base, the sums of the
eleven pay hands together, and those of the ten categories; one file for each way the switches
can stand, about 65 MB.
"""

import os
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from math import lcm
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Final

import numpy as np
from numpy.typing import NDArray

from rules.analysis.casino_holdem import (
    ONE,
    ROUNDS,
    CasinoHoldem,
    call_payoffs,
    fold_payoff,
    row_values,
    solve,
    state_values,
)
from rules.analysis.flops import DEALS, grids
from rules.analysis.payoffs import classes, require_room
from rules.engine.ranking import NATURAL_CATEGORIES, Category
from rules.games.base import CATEGORY_OF, PayRow, PayTable, Ruleset

Sums = NDArray[np.int32]

FORMAT: Final = 1
"""Raise it when files of old would say something else."""

SWITCHES: Final = ("qualifier", "ante_on_no_qualify")
"""What the sums depend on."""

_DEALS, _BASE, _TOGETHER, _FIRST = range(4)
_BLOCK: Final = 1 << 15


def solve_stored(
    ruleset: Ruleset, cache_dir: Path, *, ante: Decimal = ONE, with_rows: bool = False
) -> CasinoHoldem:
    """As `solve`, from the file in *cache_dir* that belongs to the switches, which is made if it
    is not there. Pay tables with different odds inside a category are solved without it.

    Raises:
        OddsTooFineError
        OSError: where the file cannot be written.
    """
    odds = _odds(ruleset, ante)
    rows = _rows(ruleset) if with_rows else {}
    if odds is None or rows is None:
        return solve(ruleset, ante=ante, with_rows=with_rows)
    sums = load(ruleset, cache_dir)
    solution, calls = _solve(odds, fold_payoff(ruleset, ante), sums)
    if not with_rows:
        return solution
    hits = dict.fromkeys(ruleset.tables["ante"].rows, 0)
    for at, category in enumerate(NATURAL_CATEGORIES):
        if row := rows[category]:
            hits[row] += _weigh(calls, sums[_FIRST + at])
    return replace(solution, rows=row_values(solution, hits, ante))


def path_of(ruleset: Ruleset, cache_dir: Path) -> Path:
    switches = "-".join(ruleset.switches[key] for key in SWITCHES)
    return cache_dir / f"casino-holdem-{switches}.{FORMAT}.npy"


def load(ruleset: Ruleset, cache_dir: Path) -> Sums:
    """The sums for the switches of *ruleset*, read only; made first if there are none."""
    path = path_of(ruleset, cache_dir)
    if not path.exists():
        save(path, make(ruleset))
    return _open(path, path.stat().st_mtime_ns)


@lru_cache(maxsize=4)
def _open(path: Path, _changed: int) -> Sums:
    sums: Sums = np.load(path, mmap_mode="r", allow_pickle=False)
    return sums


def save(path: Path, sums: Sums) -> None:
    """Nobody sees half a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile(dir=path.parent, suffix=".tmp", delete=False) as file:
        try:
            np.save(file, sums)
        except BaseException:
            os.unlink(file.name)
            raise
    os.replace(file.name, path)


def make(ruleset: Ruleset) -> Sums:
    """The sums for the switches of *ruleset*; some seconds."""
    deals = np.concatenate([grid.deals.ravel() for grid in grids()])
    real = np.flatnonzero(deals)
    sums = np.empty((_FIRST + len(NATURAL_CATEGORIES), len(real)), np.int32)
    sums[_DEALS] = deals[real]

    def values(odds: Mapping[Category, Fraction]) -> NDArray[np.int64]:
        payoffs = call_payoffs(_with_odds(ruleset, odds))
        parts = state_values(payoffs, payoffs.denominator)
        return np.concatenate([part.ravel() for part in parts])[real]

    base = values({})
    sums[_BASE] = base
    for at, category in enumerate(NATURAL_CATEGORIES):
        sums[_FIRST + at] = values({category: Fraction(1)}) - base
    sums[_TOGETHER] = sums[_FIRST:].sum(axis=0)
    return sums


def _with_odds(ruleset: Ruleset, odds: Mapping[Category, Fraction]) -> Ruleset:
    """With a row for every pay hand; 0 where *odds* has none."""
    rows = tuple(
        PayRow(hand, odds.get(category, Fraction(0))) for hand, category in CATEGORY_OF.items()
    )
    return replace(ruleset, tables={**ruleset.tables, "ante": PayTable(rows)})


def _odds(ruleset: Ruleset, ante: Decimal) -> dict[Category, Fraction] | None:
    """The odds by category that give every outcome what `settle` gives it; None if none do."""
    wanted = call_payoffs(ruleset, ante)
    none, ones = (
        call_payoffs(_with_odds(ruleset, dict.fromkeys(NATURAL_CATEGORIES, Fraction(odds))))
        for odds in (0, 1)
    )
    found: dict[Category, Fraction] = {}
    for at, rank in enumerate(classes().ranks):
        base, slope = none.of_class(at), ones.of_class(at)
        for showing, pays in wanted.of_class(at).items():
            if showing not in base:  # of other hands on the same row
                continue
            step, more = slope[showing] - base[showing], pays - base[showing]
            fits = found.setdefault(rank.category, more / step) * step if step else Fraction(0)
            if fits != more:
                return None
    return found


def _rows(ruleset: Ruleset) -> dict[Category, PayRow | None] | None:
    """The row of each category; None if a category stands on several."""
    found: dict[Category, PayRow | None] = {}
    for rank in classes().ranks:
        row = ruleset.tables["ante"].row_for(rank)
        if found.setdefault(rank.category, row) != row:
            return None
    return found


def _solve(
    odds: Mapping[Category, Fraction], fold: Fraction, sums: Sums
) -> tuple[CasinoHoldem, NDArray[np.int64]]:
    """The solution, and the deals of every state that is called."""
    scale = lcm(fold.denominator, *(each.denominator for each in odds.values()))
    values = _call_values({c: int(each * scale) for c, each in odds.items()}, scale, sums)
    folded = int(fold * scale) * ROUNDS
    deals = sums[_DEALS].astype(np.int64)
    calls = np.where(values > folded, deals, 0)
    often = int(calls.sum())
    called = _weigh(calls, values)
    rest = _weigh(deals - calls, values)
    total = DEALS * ROUNDS * scale
    solution = CasinoHoldem(
        value=Fraction(called + (DEALS - often) * folded, total),
        always_called=Fraction(called + rest, total),
        call_frequency=Fraction(often, DEALS),
    )
    return solution, calls


def _call_values(
    odds: Mapping[Category, int], scale: int, sums: Sums
) -> NDArray[np.int32] | NDArray[np.int64]:
    """What calling wins in every state, in units of 1 / *scale*."""
    usual = Counter(odds.values()).most_common(1)[0][0]
    most = 3 * scale + max(map(abs, odds.values()))
    require_room(Fraction(most), 1)
    kind = np.int32 if most * ROUNDS < 1 << 31 else np.int64
    values: NDArray[np.int32] | NDArray[np.int64] = sums[_BASE] * kind(scale)
    values += sums[_TOGETHER] * kind(usual)
    for at, category in enumerate(NATURAL_CATEGORIES):
        if odds[category] != usual:
            values += sums[_FIRST + at] * kind(odds[category] - usual)
    return values


def _weigh(weights: NDArray[np.int64], values: NDArray[np.signedinteger]) -> int:
    """Sum of products: blocks in 64 bits, those together in Python's numbers."""
    products = weights * values
    return sum(np.add.reduceat(products, np.arange(0, len(products), _BLOCK)).tolist())
