"""Facts about how an exam was sat, with their numbers; what they mean is not said. Reads only."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any, Final

from django.db.models import Case, When

from trainer.models import Allowance, Exam, ExamAnswer, ExamEvent, ExamSitting, Pause, Regrade
from trainer.practice.targets import edited_targets, target_ms

# Below so many percent of the target, and in any case below so long, an answer was fast.
FAST_PERCENT: Final = 15
FAST_MS: Final = 1000
# Answers of two people to the same question so close to one another came together.
TOGETHER: Final = timedelta(seconds=2)
# So many of them, and such a share of the questions that both answered, are told.
TOGETHER_FROM: Final = 5
TOGETHER_PERCENT: Final = 80

LEFT_OUT: Final = Regrade.Cause.LEFT_OUT
_MS: Final = timedelta(milliseconds=1)

# Of a sitting: its key, the kind, when, and in which browser.
Event = tuple[int, str, datetime, str]


@dataclass(frozen=True, slots=True)
class Said:
    """One answer as it arrived; `right` is what was said of it last, None where nothing was."""

    sitting: int
    item: int
    drill: str
    number: int
    received_at: datetime
    elapsed_ms: int
    device: str
    given: Mapping[str, Any]
    right: bool | None


@dataclass(frozen=True, slots=True)
class Fast:
    """First answers that came faster than `fast_ms` of their drills."""

    sitting: ExamSitting
    fast: int
    answered: int
    shortest_ms: int


@dataclass(frozen=True, slots=True)
class Together:
    """Two sittings with answers to the same questions at the same moments.

    `common` counts the questions that both answered, `together` those of them answered within
    `TOGETHER`, `same_wrong` those with the same wrong answer at last.
    """

    first: ExamSitting
    second: ExamSitting
    together: int
    common: int
    same_wrong: int


@dataclass(frozen=True, slots=True)
class Devices:
    """Several browsers, of which `answered` sent answers; `changes` counts how often the next
    answer came from another one than the one before, `shortest_ms` is the least time between two
    such, if there are any."""

    sitting: ExamSitting
    devices: int
    answered: int
    changes: int
    shortest_ms: int | None

    @property
    def in_turn(self) -> bool:
        """Whether a browser came back after another one had answered."""
        return self.answered > 1 and self.changes >= self.answered


@dataclass(frozen=True, slots=True)
class Use:
    """A browser as one sitting used it, from its `first` request to its `last`."""

    sitting: ExamSitting
    answers: int
    first: datetime
    last: datetime


@dataclass(frozen=True, slots=True)
class Shared:
    """One browser that several people used, in the order in which they came."""

    uses: tuple[Use, ...]


@dataclass(frozen=True, slots=True)
class Late:
    """Tries that were refused after the end; the last came at `at`."""

    sitting: ExamSitting
    tries: int
    at: datetime


@dataclass(frozen=True, slots=True)
class Facts:
    """`limits` are the milliseconds below which a drill’s answer was fast."""

    sittings: int
    limits: Mapping[str, int]
    fast: tuple[Fast, ...]
    together: tuple[Together, ...]
    devices: tuple[Devices, ...]
    shared: tuple[Shared, ...]
    late: tuple[Late, ...]
    allowances: tuple[Allowance, ...]
    pauses: tuple[Pause, ...]


def fast_ms(target: int) -> int:
    """
    >>> fast_ms(20_000), fast_ms(4_000)
    (3000, 1000)
    """
    return max(FAST_MS, target * FAST_PERCENT // 100)


def find_facts(exam: Exam) -> Facts:
    """Five queries."""
    found = ExamSitting.objects.filter(exam=exam).select_related("enrolment")
    sittings = {each.pk: each for each in found.annotate(targets=edited_targets())}
    edited = next((each.targets for each in sittings.values()), None)
    answers = _answers(exam)
    limits = {drill: fast_ms(target_ms(drill, edited)) for drill in {a.drill for a in answers}}
    by_sitting: dict[int, list[Said]] = defaultdict(list)
    for each in answers:
        # What was typed in from paper has no time of its own.
        if sittings[each.sitting].typed_by_id is None:
            by_sitting[each.sitting].append(each)
    events = _events(exam)
    allowances = Allowance.objects.filter(exam=exam).select_related(
        "enrolment", "by", "taken_back__by"
    )
    return Facts(
        sittings=len(sittings),
        limits=dict(sorted(limits.items())),
        fast=tuple(sorted(_fast(sittings, by_sitting, limits), key=lambda each: -each.fast)),
        together=tuple(_together(sittings, by_sitting)),
        devices=tuple(_devices(sittings, by_sitting, events)),
        shared=tuple(_shared(sittings, by_sitting, events)),
        late=tuple(_late(sittings, events)),
        allowances=tuple(allowances.order_by("at", "pk")),
        pauses=tuple(exam.pauses.select_related("by").order_by("began_at")),
    )


def _answers(exam: Exam) -> list[Said]:
    """Every answer once, in the order of arrival."""
    rows = (
        ExamAnswer.objects.filter(sitting__exam=exam)
        .order_by("received_at", "pk", "verdicts__pk")
        .values_list(
            "pk",
            "sitting_id",
            "item_id",
            "item__deal__drill",
            "number",
            "received_at",
            "elapsed_ms",
            "device",
            "given",
            # What was left out was neither right nor wrong.
            Case(When(verdicts__regrade__cause=LEFT_OUT, then=None), default="verdicts__right"),
        )
    )
    return list({pk: Said(*row) for pk, *row in rows}.values())


def _fast(
    sittings: Mapping[int, ExamSitting],
    by_sitting: Mapping[int, Sequence[Said]],
    limits: Mapping[str, int],
) -> Iterator[Fast]:
    for key, answers in by_sitting.items():
        first = [each for each in answers if each.number == 1]
        fast = [each for each in first if each.elapsed_ms < limits[each.drill]]
        if fast:
            shortest = min(each.elapsed_ms for each in fast)
            yield Fast(sittings[key], len(fast), len(first), shortest)


def _together(
    sittings: Mapping[int, ExamSitting], by_sitting: Mapping[int, Sequence[Said]]
) -> Iterator[Together]:
    """Of different people, the most alike first."""
    last = {key: {each.item: each for each in said} for key, said in by_sitting.items()}
    found = []
    for (one, other), together in _close(last).items():
        if sittings[one].enrolment_id == sittings[other].enrolment_id:
            continue
        both = last[one].keys() & last[other].keys()
        if together >= TOGETHER_FROM and 100 * together >= TOGETHER_PERCENT * len(both):
            wrong = sum(_same_wrong(last[one][item], last[other][item]) for item in both)
            pair = sittings[one], sittings[other]
            found.append(Together(*pair, together, len(both), wrong))
    yield from sorted(found, key=lambda pair: (-pair.together, -pair.same_wrong))


def _close(last: Mapping[int, Mapping[int, Said]]) -> Counter[tuple[int, int]]:
    """How many questions two sittings answered together; per question only neighbours in time
    are looked at, not all pairs."""
    by_item: dict[int, list[Said]] = defaultdict(list)
    for answers in last.values():
        for each in answers.values():
            by_item[each.item].append(each)
    close: Counter[tuple[int, int]] = Counter()
    for answers in by_item.values():
        ordered = sorted(answers, key=lambda each: each.received_at)
        for at, one in enumerate(ordered):
            for other in _until(ordered, at + 1, one.received_at + TOGETHER):
                pair = sorted((one.sitting, other.sitting))
                close[pair[0], pair[1]] += 1
    return close


def _until(ordered: Sequence[Said], start: int, end: datetime) -> Iterator[Said]:
    for at in range(start, len(ordered)):
        if ordered[at].received_at > end:
            return
        yield ordered[at]


def _same_wrong(one: Said, other: Said) -> bool:
    if one.right is not False or other.right is not False:
        return False
    return _text(one.given) == _text(other.given)


def _text(given: Mapping[str, Any]) -> str:
    return json.dumps(given, sort_keys=True)


def _devices(
    sittings: Mapping[int, ExamSitting],
    by_sitting: Mapping[int, Sequence[Said]],
    events: Iterable[Event],
) -> Iterator[Devices]:
    """As many as `trainer.school.exams.people` counts: a browser that only looked is one, too."""
    seen: dict[int, set[str]] = defaultdict(set)
    for key, _kind, _at, device in events:
        seen[key].add(device)
    for key, sitting in sittings.items():
        known = [each for each in by_sitting.get(key, ()) if each.device]
        answered = {each.device for each in known}
        devices = (seen[key] | answered) - {""}
        if len(devices) > 1:
            gaps = _gaps(known)
            counts = len(devices), len(answered), len(gaps)
            yield Devices(sitting, *counts, min(gaps, default=None))


def _gaps(answers: Iterable[Said]) -> list[int]:
    """Milliseconds between two answers in a row from different browsers."""
    return [
        (after.received_at - before.received_at) // _MS
        for before, after in pairwise(answers)
        if before.device != after.device
    ]


def _events(exam: Exam) -> list[Event]:
    events = ExamEvent.objects.filter(sitting__exam=exam).order_by("at", "pk")
    return list(events.values_list("sitting_id", "kind", "at", "device"))


def _shared(
    sittings: Mapping[int, ExamSitting],
    by_sitting: Mapping[int, Sequence[Said]],
    events: Iterable[Event],
) -> Iterator[Shared]:
    """Whoever only looked has an event and no answer."""
    times: dict[str, dict[int, list[datetime]]] = defaultdict(lambda: defaultdict(list))
    answers: Counter[tuple[str, int]] = Counter()
    for key, _kind, at, device in events:
        times[device][key].append(at)
    for key, said in by_sitting.items():
        for each in said:
            times[each.device][key].append(each.received_at)
            answers[each.device, key] += 1
    times.pop("", None)
    found = []
    for device, own in times.items():
        if len({sittings[key].enrolment_id for key in own}) > 1:
            uses = (
                Use(sittings[key], answers[device, key], min(moments), max(moments))
                for key, moments in own.items()
            )
            ordered = sorted(uses, key=lambda use: (use.first, use.sitting.pk))
            found.append(Shared(tuple(ordered)))
    yield from sorted(found, key=lambda each: each.uses[0].first)


def _late(sittings: Mapping[int, ExamSitting], events: Iterable[Event]) -> Iterator[Late]:
    tries: dict[int, list[datetime]] = defaultdict(list)
    for key, kind, at, _device in events:
        if kind == ExamEvent.Kind.LATE:
            tries[key].append(at)
    for key, times in tries.items():
        yield Late(sittings[key], len(times), times[-1])
