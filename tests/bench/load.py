"""An exam that everybody begins within a minute, under gunicorn, on both databases.

The answers are compared with a bare view, whose requests come in between, in the same queue. The
database is asked afterwards whether it holds each acknowledged answer exactly once.
"""

import json
from collections.abc import Mapping
from contextlib import nullcontext
from typing import Final

from tests.bench.crowd import Plan, Seen, run
from tests.bench.goals import Goal, Times
from tests.bench.server import running_site
from tests.postgresql import server

WORKERS: Final = 3
PEOPLE: Final = {"PostgreSQL": 300, "SQLite": 60}
QUESTIONS: Final = 20
MOST_RATIO: Final = 5
# Some sit before all others, so that every process has begun and read what it keeps.
WARM_UP: Final = 6
WARM_PLAN: Final = Plan(starting=0, pace=0.1)
# What may pass after the last answer that is due.
SPARE_SECONDS: Final = 120
# These must not be there, or, of people and answers, must not be missing.
FAULTS: Final = ("lost", "doubled", "changed", "never acknowledged")


def measure(
    database: str, people: int, questions: int = QUESTIONS, plan: Plan | None = None
) -> tuple[list[Goal], list[Times], Seen]:
    plan = plan or Plan()
    # With the settings of the package: what a commit costs is a part of this.
    with (
        server("") if database == "PostgreSQL" else nullcontext() as url,
        running_site(workers=WORKERS, database_url=url) as site,
    ):
        everybody = people + WARM_UP
        made = json.loads(site.python("tests.bench.exam", "make", str(everybody), str(questions)))
        sessions = list(made["sessions"].items())
        first, others = (
            made | {"sessions": dict(some)} for some in (sessions[:WARM_UP], sessions[WARM_UP:])
        )
        warm = run(site.port, first, WARM_PLAN, SPARE_SECONDS)
        most = plan.starting + plan.pace * (questions + 1) + SPARE_SECONDS
        seen = run(site.port, others, plan, most)
        seen.errors += warm.errors
        acknowledged = json.dumps(warm.acknowledged | seen.acknowledged)
        found = json.loads(site.python("tests.bench.exam", "check", given=acknowledged))
    return _goals(seen, found, everybody, questions), _times(seen), seen


def _goals(seen: Seen, found: Mapping[str, int], people: int, questions: int) -> list[Goal]:
    times = {each.name: each for each in _times(seen)}
    bare = times["bare"].percentile_95
    missing = {
        "people without a sitting": people - found["people"],
        "sittings too many": found["sittings"] - found["people"],
        "answers not stored": people * questions - found["answers"],
        "answers not judged": found["answers"] - found["verdicts"],
    }
    faults = missing | {f"answers {name}": found[name] for name in FAULTS}
    return [
        Goal("errors", len(seen.errors), 0, worst=next(iter(seen.errors), "")),
        *(Goal(name, count, 0) for name, count in faults.items()),
        Goal("answer, 95 %, in bare views", times["answer"].percentile_95 / bare, MOST_RATIO),
    ]


def _times(seen: Seen) -> list[Times]:
    names = sorted(seen.times, key=lambda name: name != "bare")
    return [Times(name, seen.times[name]) for name in names]
