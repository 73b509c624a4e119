"""`./run bench [pages] [engine] [load] [--strict] [--postgresql] …`: ratios, side by side.

Everything stays on this machine, in a temporary folder, and ends by itself.
"""

import argparse
import os
import platform
import sys
from collections.abc import Callable
from contextlib import nullcontext
from typing import Final

from tests.bench import engine, load, pages
from tests.bench.goals import Goal, Times, goals_table, times_table
from tests.postgresql import server

Bench = Callable[[int, str | None], tuple[list[Goal], list[Times]]]

BENCHES: Final[dict[str, Bench]] = {"pages": pages.measure, "engine": engine.measure}
LOAD: Final = "load"
MOST: Final = 10_000


def number(text: str) -> int:
    if not text.isdecimal() or not 0 < int(text) <= MOST:
        raise argparse.ArgumentTypeError(f"a number from 1 to {MOST} is expected")
    return int(text)


def main() -> int:
    parser = argparse.ArgumentParser(prog="./run bench", description=__doc__.splitlines()[0])
    parser.add_argument(
        "what", nargs="*", choices=[*BENCHES, LOAD, []], help="pages and engine if none is named"
    )
    parser.add_argument("--strict", action="store_true", help="fail if a goal is missed")
    parser.add_argument("--postgresql", action="store_true", help="on PostgreSQL, not on SQLite")
    parser.add_argument("--repeats", type=number, default=300, help="timed requests of a kind")
    parser.add_argument("--people", type=number, help="of the load, instead of 300 and 60")
    parser.add_argument("--questions", type=number, default=load.QUESTIONS, help="of the load")
    options = parser.parse_args()
    what = options.what or list(BENCHES)
    goals: list[Goal] = []
    with server() if options.postgresql else nullcontext() as database_url:
        for name in (name for name in what if name != LOAD):
            found, times = BENCHES[name](options.repeats, database_url)
            database = "PostgreSQL" if database_url else "SQLite"
            goals += report(name, database, found, times)
    if LOAD in what:
        for database, people in load.PEOPLE.items():
            people = options.people or people
            before = os.getloadavg()[0]
            found, times, seen = load.measure(database, people, options.questions)
            goals += report(f"{people} people in an exam", database, found, times)
            print(
                f"\nLate by at most {seen.behind:.1f} s where a request had to be waited for. "
                f"{os.cpu_count()} cores; the load of the machine was {before:.1f} before.\n"
            )
    return int(options.strict and not all(goal.met for goal in goals))


def report(name: str, database: str, found: list[Goal], times: list[Times]) -> list[Goal]:
    print(f"{name}: Python {platform.python_version()}, {database}\n")
    print(goals_table(found), times_table(times), sep="\n\n", flush=True)
    return found


if __name__ == "__main__":
    sys.exit(main())
