"""`./run bench [pages] [engine] [--strict] [--postgresql] [--repeats N]`: ratios, side by side.

Everything stays on this machine, in a temporary folder, and ends by itself.
"""

import argparse
import platform
import sys
from collections.abc import Callable
from contextlib import nullcontext
from typing import Final

from tests.bench import engine, pages
from tests.bench.goals import Goal, Times, goals_table, times_table
from tests.postgresql import server

Bench = Callable[[int, str | None], tuple[list[Goal], list[Times]]]

BENCHES: Final[dict[str, Bench]] = {"pages": pages.measure, "engine": engine.measure}
MOST: Final = 10_000


def number(text: str) -> int:
    if not text.isdecimal() or not 0 < int(text) <= MOST:
        raise argparse.ArgumentTypeError(f"a number from 1 to {MOST} is expected")
    return int(text)


def main() -> int:
    parser = argparse.ArgumentParser(prog="./run bench", description=__doc__.splitlines()[0])
    parser.add_argument("what", nargs="*", choices=[*BENCHES, []], help="all if none is named")
    parser.add_argument("--strict", action="store_true", help="fail if a goal is missed")
    parser.add_argument("--postgresql", action="store_true", help="on PostgreSQL, not on SQLite")
    parser.add_argument("--repeats", type=number, default=300, help="timed requests of a kind")
    options = parser.parse_args()
    goals: list[Goal] = []
    with server() if options.postgresql else nullcontext() as database_url:
        for name in options.what or BENCHES:
            found, times = BENCHES[name](options.repeats, database_url)
            database = "PostgreSQL" if database_url else "SQLite"
            print(f"{name}: Python {platform.python_version()}, {database}\n")
            print(goals_table(found), times_table(times), sep="\n\n")
            goals += found
    return int(options.strict and not all(goal.met for goal in goals))


if __name__ == "__main__":
    sys.exit(main())
