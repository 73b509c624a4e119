"""What became of every item of an exam’s sittings, answered or not; reads only."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.functions import MD5

from trainer.drills import find_drill
from trainer.models import Deal, ExamAnswer, ExamSitting, ExamVerdict, PaperItem
from trainer.practice.targets import edited_targets
from trainer.practice.unreadable import UNREADABLE
from trainer.school.exams.clock import Stop, parse_stops, with_clock

Lookups = Mapping[str, Any]
# A part of an answer: its name, and the kind of `to_data` that it takes.
Shape = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Mark:
    """An item of a sitting with the verdict that counts: the latest on the last answer.

    `parts` are those of the verdict; of an item that was not answered they are as many as would
    have been graded, all wrong, and none if its deal cannot be read any more. `version` is the
    key of the rules that judged.
    """

    item: int
    position: int
    deal: int
    drill: str
    game: str
    level: int
    right: bool
    parts: tuple[Mapping[str, Any], ...]
    given: Mapping[str, Any] | None = None
    elapsed_ms: int | None = None
    received_at: datetime | None = None
    version: int | None = None
    regraded: bool = False
    judged: bool = True

    @property
    def answered(self) -> bool:
        return self.given is not None

    @property
    def left_out(self) -> bool:
        """By decision, as the answer could not be judged: it counts as if it was not asked."""
        return self.answered and self.judged and not self.parts

    @property
    def codes(self) -> list[str]:
        """The mistakes of the wrong parts, each once."""
        return list(dict.fromkeys(part["code"] for part in self.parts if part["code"]))


def last_answers(whose: Lookups) -> QuerySet[ExamAnswer]:
    """The answers that count; *whose* are lookups that say of which sittings."""
    newer = ExamAnswer.objects.filter(
        sitting=OuterRef("sitting"), item=OuterRef("item"), number__gt=OuterRef("number")
    )
    sittings = {f"sitting__{name}": value for name, value in whose.items()}
    return ExamAnswer.objects.filter(~Exists(newer), **sittings)


def counting(whose: Lookups) -> QuerySet[ExamVerdict]:
    """The latest verdict on each answer that counts."""
    later = ExamVerdict.objects.filter(answer=OuterRef("answer"), pk__gt=OuterRef("pk"))
    return ExamVerdict.objects.filter(~Exists(later), answer__in=last_answers(whose))


_ANSWER: Final = (
    "sitting_id",
    "item_id",
    "verdicts__pk",
    "verdicts__right",
    "verdicts__parts",
    "given",
    "elapsed_ms",
    "received_at",
    "verdicts__version_id",
    "verdicts__regrade_id",
)
_ITEM: Final = (
    "paper_id",
    "pk",
    "position",
    "deal_id",
    "deal__drill",
    "deal__version__game",
    "deal__level",
    "deal__sha256",
    "deal__version__sha256",
    "spec",
)


def sat(whose: Lookups) -> QuerySet[ExamSitting]:
    """Sittings with all that their scores need beside the marks: exam, course, pauses, targets."""
    found = ExamSitting.objects.filter(**whose).select_related("exam__course", "enrolment")
    return found.annotate(targets=edited_targets(), **with_clock())


def marks_of(sittings: Iterable[ExamSitting], whose: Lookups) -> dict[int, list[Mark]]:
    """The marks of *sittings*, as from `sat`, by their keys, in the order of the paper.

    *whose* are lookups that find the same sittings: so all is read by three queries at most.
    """
    said: dict[tuple[int, int], tuple[Any, ...]] = {}
    # The later of two verdicts on an answer comes later and stays.
    for sitting, item, _, *answer in (
        last_answers(whose).order_by("verdicts__pk").values_list(*_ANSWER)
    ):
        said[sitting, item] = tuple(answer)
    papers: dict[int, list[tuple[Any, ...]]] = {}
    of_papers = ExamSitting.objects.filter(**whose).values("paper")
    items = PaperItem.objects.filter(paper__in=of_papers).order_by("paper", "position")
    items = items.annotate(spec=MD5("deal__spec"))
    for paper, *item in items.values_list(*_ITEM):
        papers.setdefault(paper, []).append(tuple(item))
    rows = [
        (sitting, item, said.get((sitting.pk, item[0])))
        for sitting in sittings
        for item in papers.get(sitting.paper_id, ())
    ]
    missing = (item for _, item, answer in rows if answer is None or answer[0] is None)
    shapes = _shapes({item[2]: item[6:] for item in missing})
    found: dict[int, list[Mark]] = {}
    stops = {}
    for sitting, item, answer in rows:
        if sitting.pk not in stops:
            stops[sitting.pk] = parse_stops(sitting.stops)
        mark = _mark(item[:6], answer, shapes, stops[sitting.pk])
        found.setdefault(sitting.pk, []).append(mark)
    return found


def _mark(
    item: tuple[Any, ...],
    answer: tuple[Any, ...] | None,
    shapes: Mapping[int, Shape],
    stops: Iterable[Stop],
) -> Mark:
    if answer is None or answer[0] is None:
        missed = tuple(_MISSED | {"name": name, "kind": kind} for name, kind in shapes[item[2]])
        return Mark(*item, False, missed, *(answer[2:5] if answer else ()), judged=answer is None)
    right, parts, given, elapsed_ms, received_at, version, regrade = answer
    if stops:
        elapsed_ms = _without(stops, elapsed_ms, received_at)
    return Mark(
        *item, right, tuple(parts), given, elapsed_ms, received_at, version, regrade is not None
    )


def _without(stops: Iterable[Stop], elapsed_ms: int, received_at: datetime) -> int:
    """The time of an answer without what of it fell into a pause."""
    shown_at = received_at - timedelta(milliseconds=elapsed_ms)
    for began, ended in stops:
        stood = min(ended or received_at, received_at) - max(began, shown_at)
        elapsed_ms -= max(stood, timedelta(0)) // timedelta(milliseconds=1)
    return max(elapsed_ms, 0)


_MISSED: Final[Mapping[str, Any]] = {"right": False, "code": None, "delta": "0"}


def kind_of(part: Mapping[str, Any]) -> str:
    """The kind of answer that a part of a mark takes."""
    return part["kind"] if "kind" in part else part["expected"]["kind"]


# The hashes of a deal and its rules, and one of what is stored of the deal, should it be damaged.
Content = tuple[str, ...]
# What is the same never has another shape. Thrown away when there are too many.
_KNOWN: Final[dict[Content, Shape]] = {}
_MOST_KNOWN: Final = 10_000


def _shapes(wanted: Mapping[int, Content]) -> dict[int, Shape]:
    """What would have been graded, by deals; *wanted* has the content of each."""
    if len(_KNOWN) > _MOST_KNOWN:
        _KNOWN.clear()
    unknown = [deal for deal, content in wanted.items() if content not in _KNOWN]
    if unknown:
        for deal in Deal.objects.filter(pk__in=unknown).select_related("version__house"):
            _KNOWN[wanted[deal.pk]] = _shape(deal)
    return {deal: _KNOWN[content] for deal, content in wanted.items()}


def _shape(deal: Deal) -> Shape:
    try:
        drill, rules = find_drill(deal.drill), deal.version.ruleset
        verdict = drill.check(deal.value, drill.expected(deal.value, rules), rules)
    except UNREADABLE:
        # What nobody can answer any more is held against nobody.
        return ()
    return tuple((part.name, str(part.expected["kind"])) for part in verdict.parts)
