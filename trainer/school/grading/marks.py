"""What became of every item of an exam’s sittings, answered or not; reads only."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import Exists, OuterRef, QuerySet

from rules.models import TamperedVersionError
from trainer.drills import UnknownDrillError, find_drill
from trainer.models import Deal, ExamAnswer, ExamSitting, ExamVerdict, PaperItem
from trainer.models.practice import DamagedDealError

Lookups = Mapping[str, Any]
# A part of an answer: its name, and the kind of `to_data` that it takes.
Shape = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Mark:
    """An item of a sitting with the verdict that counts: the latest on the last answer.

    `parts` are those of the verdict; of an item that was not answered they are as many as would
    have been graded, all wrong. `version` is the key of the rules that judged.
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

    @property
    def answered(self) -> bool:
        return self.given is not None

    @property
    def codes(self) -> list[str]:
        """The mistakes of the wrong parts, each once."""
        return list(dict.fromkeys(part["code"] for part in self.parts if part["code"]))


def counting(whose: Lookups) -> QuerySet[ExamVerdict]:
    """The latest verdict on each last answer; *whose* are lookups that say of which sittings."""
    newer = ExamAnswer.objects.filter(
        sitting=OuterRef("answer__sitting"),
        item=OuterRef("answer__item"),
        number__gt=OuterRef("answer__number"),
    )
    later = ExamVerdict.objects.filter(answer=OuterRef("answer"), pk__gt=OuterRef("pk"))
    sittings = {f"answer__sitting__{name}": value for name, value in whose.items()}
    return ExamVerdict.objects.filter(~Exists(later), ~Exists(newer), **sittings)


_VERDICT: Final = (
    "answer__sitting_id",
    "answer__item_id",
    "right",
    "parts",
    "answer__given",
    "answer__elapsed_ms",
    "answer__received_at",
    "version_id",
    "regrade_id",
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
)


def marks_of(sittings: Iterable[ExamSitting], whose: Lookups) -> dict[int, list[Mark]]:
    """The marks of *sittings* by their keys, in the order of the paper.

    *whose* are lookups that find the same sittings: so all is read by three queries.
    """
    said: dict[tuple[int, int], tuple[Any, ...]] = {}
    for sitting, item, *verdict in counting(whose).values_list(*_VERDICT):
        said[sitting, item] = tuple(verdict)
    papers: dict[int, list[tuple[Any, ...]]] = {}
    of_papers = ExamSitting.objects.filter(**whose).values("paper")
    items = PaperItem.objects.filter(paper__in=of_papers).order_by("paper", "position")
    for paper, *item in items.values_list(*_ITEM):
        papers.setdefault(paper, []).append(tuple(item))
    rows = [
        (sitting.pk, item, said.get((sitting.pk, item[0])))
        for sitting in sittings
        for item in papers.get(sitting.paper_id, ())
    ]
    shapes = _shapes({item[2]: item[6] + item[7] for _, item, verdict in rows if verdict is None})
    found: dict[int, list[Mark]] = {}
    for sitting, item, verdict in rows:
        found.setdefault(sitting, []).append(_mark(item[:6], verdict, shapes))
    return found


def _mark(
    item: tuple[Any, ...], verdict: tuple[Any, ...] | None, shapes: Mapping[int, Shape]
) -> Mark:
    if verdict is None:
        parts = ({"name": name, "kind": kind} for name, kind in shapes[item[2]])
        return Mark(*item, False, tuple(_MISSED | part for part in parts))
    right, parts, *rest, regrade = verdict
    return Mark(*item, right, tuple(parts), *rest, regraded=regrade is not None)


_MISSED: Final[Mapping[str, Any]] = {"right": False, "code": None, "delta": "0"}


def kind_of(part: Mapping[str, Any]) -> str:
    """The kind of answer that a part of a mark takes."""
    return part["kind"] if "kind" in part else part["expected"]["kind"]


# By the hashes of deal and rules; neither ever changes. Thrown away when there are too many.
_KNOWN: Final[dict[str, Shape]] = {}
_MOST_KNOWN: Final = 10_000


def _shapes(wanted: Mapping[int, str]) -> dict[int, Shape]:
    """What would have been graded, by deals; *wanted* has a hash of each with its rules."""
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
    except (DamagedDealError, TamperedVersionError, UnknownDrillError):
        # What cannot be read any more is missed once.
        return (("", ""),)
    return tuple((part.name, str(part.expected["kind"])) for part in verdict.parts)
