"""Times of several things in one run, taken in turn so that a busy machine slows them alike."""

import gc
import time
from collections.abc import Callable, Mapping
from statistics import median

Job = Callable[[], object]


class Clock:
    """`seconds[name]` are the times of each round; a warm-up before them is not counted."""

    def __init__(self, jobs: Mapping[str, Job], rounds: int) -> None:
        names = list(jobs)
        for name in names:
            jobs[name]()
        self.seconds: dict[str, list[float]] = {name: [] for name in names}
        for at in range(rounds):
            first = at % len(names)
            for name in names[first:] + names[:first]:
                self.seconds[name].append(_seconds(jobs[name]))

    def multiply(self, name: str, times: int) -> None:
        """Count each time so often: that of a part stands for the whole."""
        self.seconds[name] = [times * each for each in self.seconds[name]]

    def median(self, name: str) -> float:
        return median(self.seconds[name])

    def ratio(self, name: str, other: str) -> float:
        """Median of the ratios within each round."""
        pairs = zip(self.seconds[name], self.seconds[other], strict=True)
        return median(one / two for one, two in pairs)


def _seconds(job: Job) -> float:
    collecting = gc.isenabled()
    gc.disable()
    started = time.perf_counter()
    job()
    seconds = time.perf_counter() - started
    if collecting:
        gc.enable()
    return seconds
