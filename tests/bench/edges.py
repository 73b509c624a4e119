"""Times of exact house edges, each in a process of its own.

`python -m tests.bench.edges casino|stored|ultimate FOLDER` prints as JSON what it measured: the
seconds of each piece of work inside the process, and the most memory that it took, in MB.
"""

import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

from rules.games import casino_holdem as casino_game
from rules.games import ultimate_texas_holdem as ultimate_game
from rules.games.base import PayTable, Ruleset
from tests.bench.goals import Goal

BASE_DIR: Final = Path(__file__).parents[2]
MB: Final = 1000 * 1000
# getrusage counts bytes on a Mac and 1024 bytes elsewhere.
MEMORY_UNIT: Final = 1 if sys.platform == "darwin" else 1024

Report = dict[str, float]


def measure(rounds: int, unit: float) -> list[Goal]:
    """*unit* is E in seconds."""
    with TemporaryDirectory() as folder:
        # The first one makes the file, which is not timed.
        _in_a_process("stored", folder)
        reports = [{kind: _in_a_process(kind, folder) for kind in KINDS} for _ in range(rounds)]

    def middle(kind: str, what: str) -> float:
        return median(report[kind][what] for report in reports)

    most = max(report[kind]["memory"] for report in reports for kind in KINDS)
    return [
        Goal("Casino Hold’em edge from nothing", middle("casino", "process") / unit, 8, "E"),
        Goal("Casino Hold’em edge, new table", middle("casino", "again") / unit, 3, "E"),
        Goal("Casino Hold’em edge, from a file", 1000 * middle("stored", "again"), 30, "ms"),
        Goal("UTH edge from nothing", middle("ultimate", "process") / unit, 16, "E"),
        Goal("memory of these processes", most, 600, "MB"),
    ]


def _in_a_process(kind: str, folder: str) -> Report:
    """`process` are the seconds from before Python starts until it has ended."""
    command = [sys.executable, "-m", "tests.bench.edges", kind, folder]
    started = time.perf_counter()
    printed = subprocess.run(command, cwd=BASE_DIR, stdout=subprocess.PIPE, check=True).stdout
    seconds = time.perf_counter() - started
    report: Report = json.loads(printed)
    return report | {"process": seconds - report.get("again", 0)}


def casino(folder: str) -> Report:
    from rules.analysis.casino_holdem import solve

    solve(casino_game.GAME.default_ruleset())
    return {"again": _seconds(solve)}


def stored(folder: str) -> Report:
    from rules.analysis.stored import solve_stored

    path = Path(folder)
    solve_stored(casino_game.GAME.default_ruleset(), path)
    return {"again": _seconds(lambda ruleset: solve_stored(ruleset, path))}


def ultimate(folder: str) -> Report:
    from rules.analysis.ultimate import solve

    solve(ultimate_game.GAME.default_ruleset())
    return {}


KINDS: Final[dict[str, Callable[[str], Report]]] = {
    "casino": casino,
    "stored": stored,
    "ultimate": ultimate,
}


def _seconds(solve: Callable[[Ruleset], object]) -> float:
    """With another pay table than before, the strongest hand at odds one higher."""
    ruleset = casino_game.GAME.default_ruleset()
    first, *rest = ruleset.tables["ante"].rows
    table = PayTable((replace(first, pays=first.pays + 1), *rest))
    other = replace(ruleset, tables={**ruleset.tables, "ante": table})
    started = time.perf_counter()
    solve(other)
    return time.perf_counter() - started


def main() -> None:
    kind, folder = sys.argv[1:]
    report = KINDS[kind](folder)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * MEMORY_UNIT / MB
    print(json.dumps(report | {"memory": memory}))


if __name__ == "__main__":
    main()
