"""Whether a stored paper is what was made, and whether it can still be dealt again; reads only.

The stored deals are the truth whatever is found here.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from django.utils.translation import gettext

from rules.models import TamperedVersionError
from trainer.drills import UnknownDrillError, find_drill
from trainer.drills.base import CannotDealError, spec_json
from trainer.models import Deal, Paper, PaperItem
from trainer.models.practice import DamagedDealError
from trainer.practice.dealing import make_deal
from trainer.school.papers.canonical import canonical_hash


class ProblemKind(StrEnum):
    HASH = "hash"
    POSITIONS = "positions"
    DAMAGED = "damaged"
    RULES = "rules"
    NO_GENERATOR = "no-generator"
    OTHER_GENERATOR = "other-generator"
    OTHER_DEAL = "other-deal"


@dataclass(frozen=True, slots=True)
class Problem:
    """`position` is 0 where it is the paper as a whole."""

    kind: ProblemKind
    position: int = 0

    @property
    def altered(self) -> bool:
        """Whether something was changed, and not only the program since."""
        return self.kind not in (ProblemKind.NO_GENERATOR, ProblemKind.OTHER_GENERATOR)

    @property
    def text(self) -> str:
        return _text(self.kind) % {"position": self.position}


def check_paper(paper: Paper) -> list[Problem]:
    items = list(items_of(paper))
    found = []
    if canonical_hash(paper, [item.deal for item in items]) != paper.sha256:
        found.append(Problem(ProblemKind.HASH))
    if [item.position for item in items] != list(range(1, len(items) + 1)):
        found.append(Problem(ProblemKind.POSITIONS))
    found += [Problem(kind, item.position) for item in items for kind in _problems(item.deal)]
    return found


def items_of(paper: Paper) -> Iterator[PaperItem]:
    """In their order, each with its deal and the deal's rules."""
    items = PaperItem.objects.filter(paper=paper).order_by("position")
    yield from items.select_related("deal__version__house")


def _problems(deal: Deal) -> Iterator[ProblemKind]:
    try:
        deal.value  # noqa: B018 - raises if the stored text was changed
        deal.version.ruleset  # noqa: B018
        if find_drill(deal.drill).generator != deal.generator:
            yield ProblemKind.OTHER_GENERATOR
            return
        again = make_deal(deal.drill, deal.version, deal.level, bytes(deal.seed), deal.want)
        if spec_json(again.to_spec()) != deal.spec:
            yield ProblemKind.OTHER_DEAL
    except DamagedDealError:
        yield ProblemKind.DAMAGED
    except TamperedVersionError:
        yield ProblemKind.RULES
    except UnknownDrillError:
        yield ProblemKind.NO_GENERATOR
    except CannotDealError:
        yield ProblemKind.OTHER_DEAL


def _text(kind: ProblemKind) -> str:
    match kind:
        case ProblemKind.HASH:
            return gettext("The paper is not what its SHA-256 was taken of.")
        case ProblemKind.POSITIONS:
            return gettext("The paper has gaps between its questions.")
        case ProblemKind.DAMAGED:
            return gettext("Question %(position)s: the stored deal was changed.")
        case ProblemKind.RULES:
            return gettext("Question %(position)s: the stored rules were changed.")
        case ProblemKind.NO_GENERATOR:
            return gettext(
                "Question %(position)s: the program no longer has this drill, so it cannot be "
                "dealt again. The stored deal counts."
            )
        case ProblemKind.OTHER_GENERATOR:
            return gettext(
                "Question %(position)s: the drill deals otherwise today, so it cannot be dealt "
                "again. The stored deal counts."
            )
        case ProblemKind.OTHER_DEAL:
            return gettext(
                "Question %(position)s: dealing it again from its seed gives another deal."
            )
