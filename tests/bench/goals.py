"""What is measured against a goal, and the table of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median


@dataclass(frozen=True, slots=True)
class Goal:
    """`measured` is to be at most `limit`, both in `unit`; `worst` says of what, if of many."""

    name: str
    measured: float
    limit: float
    unit: str = ""
    worst: str = ""

    @property
    def ratio(self) -> float:
        """Of what must not happen at all, how often it did."""
        return self.measured / self.limit if self.limit else self.measured

    @property
    def met(self) -> bool:
        return self.measured <= self.limit


@dataclass(frozen=True, slots=True)
class Times:
    """Seconds of one kind of request."""

    name: str
    seconds: Sequence[float]

    @property
    def median(self) -> float:
        return median(self.seconds)

    @property
    def percentile_95(self) -> float:
        """The smallest time that 95 % of the requests do not exceed."""
        return percentile(self.seconds, 95)


def percentile(seconds: Sequence[float], share: int) -> float:
    """The smallest of *seconds* that *share* per cent of them do not exceed."""
    return sorted(seconds)[-(-share * len(seconds) // 100) - 1]


def goals_table(goals: Sequence[Goal]) -> str:
    rows = [("", "measured", "at most", "ratio", "", "worst")]
    rows += [
        (
            goal.name,
            f"{goal.measured:.3g} {goal.unit}".rstrip(),
            f"{goal.limit:g} {goal.unit}".rstrip(),
            f"{goal.ratio:.2f}",
            "met" if goal.met else "MISSED",
            goal.worst,
        )
        for goal in goals
    ]
    return _table(rows)


def times_table(times: Sequence[Times]) -> str:
    """Milliseconds, and how many times the first."""
    first = times[0].median
    rows = [("", "median", "95 %", "ratio", "requests")]
    rows += [
        (
            each.name,
            f"{1000 * each.median:.2f} ms",
            f"{1000 * each.percentile_95:.2f} ms",
            f"{each.median / first:.2f}",
            str(len(each.seconds)),
        )
        for each in times
    ]
    return _table(rows)


def _table(rows: Sequence[Sequence[str]]) -> str:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = (
        "  ".join(
            cell.ljust(width) if at == 0 else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    )
    return "\n".join(line.rstrip() for line in lines)
