"""How a sitting went; reads only."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery

from trainer.drills import base, find_drill
from trainer.models import Learner, Mode, Question, Sitting, Verdict
from trainer.practice import tables, wording
from trainer.practice.clocks import is_slow
from trainer.practice.progress import first_right

# Of a long run so many missed questions stand on the page.
SHOWN = 30


@dataclass(frozen=True, slots=True)
class Missed:
    """A question that was answered wrong, or right but slowly."""

    question: Question
    deal: base.Deal
    ask: base.Question
    parts: list[tables.PartText]
    heading: str
    right: bool
    elapsed_ms: int

    @property
    def many(self) -> bool:
        """Whether there are so many parts that the wrong ones stand in a table."""
        return len(self.parts) > tables.MANY

    @property
    def groups(self) -> list[base.Group]:
        return tables.in_order(self.deal.groups + self.deal.hidden)

    @property
    def prompt(self) -> str:
        return wording.prompt_text(self.ask)

    @property
    def plates(self) -> list[str]:
        return [wording.option_name(option, self.deal) for option in self.ask.plates]


@dataclass(frozen=True, slots=True)
class Result:
    """`elapsed_ms` is the time of the answered questions together, without idle time, `paces` by
    number of boxes where several are settled at once.

    Answers that came after the end count nowhere but in `late`. `again` counts the questions
    that were missed or slow.
    """

    length: int | None
    answered: int
    right: int
    late: int
    elapsed_ms: int
    missed: tuple[Missed, ...]
    slow: tuple[Missed, ...]
    missed_count: int
    slow_count: int
    best: int | None = None
    paces: tuple[tables.Pace, ...] = ()

    @property
    def ended_early(self) -> bool:
        return self.length is not None and self.answered < self.length

    @property
    def mean_ms(self) -> int | None:
        """Time a question; None where nothing was answered."""
        return self.elapsed_ms // self.answered if self.answered else None

    @property
    def again(self) -> int:
        return self.missed_count + self.slow_count

    @property
    def is_best(self) -> bool:
        return self.best is not None and self.right > self.best


def find_result(sitting: Sitting) -> Result:
    every = counting_verdicts(sitting)
    verdicts = [verdict for verdict in every if not verdict.answer.late]
    wrong = [verdict for verdict in every if not verdict.right]
    slow = [verdict for verdict in every if verdict.right and was_slow(verdict)]
    return Result(
        length=sitting.length,
        answered=len(verdicts),
        right=sum(verdict.right for verdict in verdicts),
        late=len(every) - len(verdicts),
        elapsed_ms=sum(v.answer.elapsed_ms - v.answer.idle_ms for v in verdicts),
        missed=tuple(map(_missed, wrong[:SHOWN])),
        slow=tuple(map(_missed, slow[:SHOWN])),
        missed_count=len(wrong),
        slow_count=len(slow),
        best=_best_before(sitting),
        paces=tuple(_paces(verdicts)),
    )


def was_slow(verdict: Verdict) -> bool:
    answer = verdict.answer
    return is_slow(answer.question.target_ms, answer.elapsed_ms)


def _paces(verdicts: list[Verdict]) -> Iterator[tables.Pace]:
    times: dict[int, list[int]] = {}
    for verdict in verdicts:
        boxes = tables.boxes_of(_ask(verdict.answer.question))
        times.setdefault(boxes, []).append(verdict.answer.elapsed_ms - verdict.answer.idle_ms)
    for boxes, each in sorted(times.items()):
        if boxes > 1 and sum(each):
            yield tables.Pace(boxes, len(each), sum(each))


def _ask(question: Question) -> base.Question:
    deal = question.deal.value
    return find_drill(deal.drill).question(deal, question.deal.version.ruleset)


def counting_verdicts(sitting: Sitting) -> list[Verdict]:
    """The latest verdict on each first answer, in the order of the questions."""
    of_question = Verdict.objects.filter(
        answer__question=OuterRef("answer__question"), answer__number=1
    )
    latest = Subquery(of_question.order_by("-pk").values("pk")[:1])
    return list(
        Verdict.objects.filter(answer__question__sitting=sitting, answer__number=1)
        .annotate(latest=latest)
        .filter(pk=F("latest"))
        .select_related("answer__question__deal__version__house", "answer__question__sitting")
        .order_by("answer__question__position")
    )


def _missed(verdict: Verdict) -> Missed:
    question = verdict.answer.question
    deal = question.deal.value
    ask = _ask(question)
    parts = tables.part_texts(verdict, deal, ask)
    elapsed_ms = verdict.answer.elapsed_ms - verdict.answer.idle_ms
    heading = tables.heading(verdict, tables.result_text(verdict, deal, ask))
    return Missed(question, deal, ask, parts, heading, verdict.right, elapsed_ms)


def _best_before(sitting: Sitting) -> int | None:
    """Most right answers of an earlier sprint or streak of the same kind that was finished.

    None where there is none, or where nothing is a record.
    """
    if sitting.mode not in (Mode.SPRINT, Mode.STREAK) or sitting.finished_on is None:
        return None
    same = {name: getattr(sitting, name) for name in ("mode", "time_percent", *_OF_A_RECORD)}
    earlier = Sitting.objects.filter(
        Q(started_at__lt=sitting.started_at), **same, learner=sitting.learner_id
    )
    counts = _counted(earlier).order_by(F("rights").desc(nulls_last=True))
    return next((count or 0 for count in counts.values_list("rights", flat=True)[:1]), None)


# Whoever begins higher does not get as far: no record of another level counts.
_OF_A_RECORD: Final = ("game", "drill", "limit_ms", "level")


@dataclass(frozen=True, slots=True)
class Record:
    """The most right answers in a row or in the time, of a theme from a level on."""

    game: str
    drill: str
    limit_ms: int | None
    level: int
    best: int


def records(learner: Learner, mode: Mode) -> list[Record]:
    """Of finished sprints or streaks in the learner's usual time; none of no right answer."""
    found = Sitting.objects.filter(learner=learner, mode=mode, time_percent=learner.time_percent)
    best: dict[tuple[Any, ...], int] = {}
    for *kind, rights in _counted(found).values_list(*_OF_A_RECORD, "rights"):
        best[tuple(kind)] = max(best.get(tuple(kind), 0), rights or 0)
    return [Record(*kind, count) for kind, count in sorted(best.items()) if count]


def _counted(sittings: QuerySet[Sitting]) -> QuerySet[Sitting]:
    """Those that came to their own end, with `rights`: how much was right and in time."""
    questions = Question.objects.annotate(right=first_right()).filter(right=True)
    counted = questions.filter(sitting=OuterRef("pk"), answers__late=False).order_by()
    rights = counted.values("sitting").annotate(count=Count("pk")).values("count")
    return sittings.exclude(finished_on=None).annotate(rights=Subquery(rights))
