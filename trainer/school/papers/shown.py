"""What the page of a paper says of its blueprint and questions; reads only."""

from dataclasses import dataclass

from django.utils.translation import gettext

from rules.models import Version
from trainer.drills import drills
from trainer.models import Paper
from trainer.models.practice import DamagedDealError
from trainer.school.papers.blueprints import PLAIN, Blueprint, Row
from trainer.school.papers.checking import items_of


@dataclass(frozen=True)
class ShownRow:
    row: Row

    @property
    def shares(self) -> list[tuple[str, int, int]]:
        """Tag in words, percent, questions."""
        quotas = self.row.quotas()
        return [
            (tag_name(self.row.drill, tag), self.row.shares[tag], count)
            for tag, count in quotas.items()
            if tag != PLAIN
        ]


@dataclass(frozen=True)
class ShownItem:
    """`tags` are in words; `damaged` where the stored deal was changed."""

    position: int
    drill: str
    game: str
    level: int
    version: Version
    tags: list[str]
    damaged: bool = False


def tag_name(drill: str, tag: str) -> str:
    """The tag itself, should the program no longer have it."""
    skills = drills()[drill].skills if drill in drills() else {}
    return gettext(skills[tag]) if tag in skills else tag


def shown_rows(paper: Paper) -> list[ShownRow]:
    return [ShownRow(row) for row in Blueprint.from_data(paper.blueprint).rows]


def shown_items(paper: Paper) -> list[ShownItem]:
    found = []
    for item in items_of(paper):
        deal = item.deal
        facts = item.position, deal.drill, deal.version.game, deal.level, deal.version
        try:
            tags = sorted(tag_name(deal.drill, tag) for tag in deal.value.tags)
            found.append(ShownItem(*facts, tags))
        except DamagedDealError:
            found.append(ShownItem(*facts, [], damaged=True))
    return found
