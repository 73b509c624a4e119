"""How a sitting went; reads only."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import F, OuterRef, Subquery

from trainer.drills import base, find_drill
from trainer.models import Question, Sitting, Verdict
from trainer.practice import tables, wording


@dataclass(frozen=True, slots=True)
class Missed:
    """A question that was answered wrong."""

    question: Question
    deal: base.Deal
    ask: base.Question
    parts: list[tables.PartText]
    heading: str

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
    """`elapsed_ms` is the time of the answered questions together, `paces` by number of boxes
    where several are settled at once."""

    length: int
    answered: int
    right: int
    elapsed_ms: int
    missed: tuple[Missed, ...]
    paces: tuple[tables.Pace, ...] = ()

    @property
    def ended_early(self) -> bool:
        return self.answered < self.length

    @property
    def mean_ms(self) -> int | None:
        """Time a question; None where nothing was answered."""
        return self.elapsed_ms // self.answered if self.answered else None


def find_result(sitting: Sitting) -> Result:
    verdicts = _counting_verdicts(sitting)
    wrong = [verdict for verdict in verdicts if not verdict.right]
    return Result(
        length=sitting.length,
        answered=len(verdicts),
        right=len(verdicts) - len(wrong),
        elapsed_ms=sum(verdict.answer.elapsed_ms for verdict in verdicts),
        missed=tuple(map(_missed, wrong)),
        paces=tuple(_paces(verdicts)),
    )


def _paces(verdicts: list[Verdict]) -> Iterator[tables.Pace]:
    times: dict[int, list[int]] = {}
    for verdict in verdicts:
        boxes = tables.boxes_of(_ask(verdict.answer.question))
        times.setdefault(boxes, []).append(verdict.answer.elapsed_ms)
    for boxes, each in sorted(times.items()):
        if boxes > 1 and sum(each):
            yield tables.Pace(boxes, len(each), sum(each))


def _ask(question: Question) -> base.Question:
    deal = question.deal.value
    return find_drill(deal.drill).question(deal, question.deal.version.ruleset)


def _counting_verdicts(sitting: Sitting) -> list[Verdict]:
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
    heading = tables.heading(verdict, tables.result_text(verdict, deal, ask))
    return Missed(question, deal, ask, tables.part_texts(verdict, deal, ask), heading)
