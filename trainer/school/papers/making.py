"""Papers are dealt here; what cannot be dealt is refused before anything is stored."""

import hmac
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext_lazy

from rules.engine.errors import EngineError
from rules.engine.text import gettext_noop
from rules.games import UnknownGameError, find_game
from rules.models import House, Version
from rules.versions import NoLiveVersionError, live_version
from trainer.drills import UnknownDrillError, find_drill
from trainer.drills.base import LEVELS, CannotDealError, spec_hash, spec_json
from trainer.drills.base import Deal as DealValue
from trainer.drills.stream import Stream
from trainer.models import Course, Deal, Paper, PaperItem, User
from trainer.practice.dealing import make_deal
from trainer.school.papers.blueprints import PLAIN, Blueprint, Row
from trainer.school.papers.canonical import canonical_hash

ORDER: Final = "order"
# So often a question is dealt again because its tags would break the shares of its row.
TRIES: Final = 150
# So often because the paper has the same cards and bets already: small drills repeat themselves.
NEW_TRIES: Final = 20


class CannotMakeError(EngineError):
    """The blueprint asks for what is not dealt."""


class UnknownRowError(CannotMakeError):
    template = gettext_noop("There is no “%(drill)s” for “%(game)s” at level %(level)s.")


class NoRulesError(CannotMakeError):
    template = gettext_noop("The house of the course has no rules in force for %(game)s.")


class NotOfferedError(CannotMakeError):
    template = gettext_noop("“%(drill)s” is not dealt under the rules of this house for %(game)s.")


class TagError(CannotMakeError):
    template = gettext_noop("“%(tag)s” cannot be dealt in “%(drill)s” at level %(level)s.")


class TogetherError(CannotMakeError):
    template = gettext_noop(
        "The shares in “%(drill)s” at level %(level)s cannot be met exactly: “%(tag)s” is dealt "
        "too rarely, too often or only together with another."
    )


@dataclass(frozen=True, slots=True)
class Dealt:
    """A deal that is not stored yet; it can be made again from its own seed."""

    value: DealValue
    version: Version
    seed: bytes
    generator: int
    want: tuple[str, ...]

    def row(self) -> Deal:
        """An object that is not saved."""
        spec = self.value.to_spec()
        return Deal(
            drill=self.value.drill,
            version=self.version,
            level=self.value.level,
            seed=self.seed,
            generator=self.generator,
            want=list(self.want),
            spec=spec_json(spec),
            sha256=spec_hash(spec),
        )


def make_paper(
    course: Course,
    blueprint: Blueprint,
    *,
    title: Mapping[str, str],
    seed: bytes,
    by: User | None,
    now: datetime,
) -> Paper:
    """Deal and store a paper under the rules that are in force. Raises: CannotMakeError."""
    dealt = deal_questions(course.house, blueprint, seed, now)
    return store_paper(course, blueprint, dealt, title=title, seed=seed, by=by, now=now)


@transaction.atomic
def store_paper(
    course: Course,
    blueprint: Blueprint,
    dealt: Iterable[Dealt],
    *,
    title: Mapping[str, str],
    seed: bytes,
    by: User | None,
    now: datetime,
) -> Paper:
    # Held, so that no two papers of the course get one number.
    Course.objects.select_for_update().get(pk=course.pk)
    last = Paper.objects.filter(course=course).aggregate(last=Max("number"))["last"]
    deals = Deal.objects.bulk_create([each.row() for each in dealt])
    paper = Paper(
        course=course,
        number=(last or 0) + 1,
        title=dict(title),
        blueprint=blueprint.to_data(),
        seed=seed,
        generators={deal.drill: deal.generator for deal in deals},
        made_at=now,
        by=by,
    )
    paper.sha256 = canonical_hash(paper, deals)
    paper.save()
    PaperItem.objects.bulk_create(
        [PaperItem(paper=paper, position=at, deal=deal) for at, deal in enumerate(deals, 1)]
    )
    return paper


def deal_questions(house: House, blueprint: Blueprint, seed: bytes, now: datetime) -> list[Dealt]:
    """The questions in their order on the paper; equal seeds and rules give equal ones.

    Raises: CannotMakeError.
    """
    versions: dict[str, Version] = {}
    seen: set[str] = set()
    dealt: list[Dealt] = []
    for number, row in enumerate(blueprint.rows, 1):
        if row.game not in versions:
            versions[row.game] = _version(house, row, now)
        dealt += _RowDealing(row, versions[row.game], seed, number, seen).deals()
    return Stream(seed, ORDER).shuffled(dealt)


def _version(house: House, row: Row, now: datetime) -> Version:
    try:
        game = find_game(row.game)
        return live_version(house, game.key, now)
    except UnknownGameError:
        raise UnknownRowError(drill=row.drill, game=row.game, level=row.level) from None
    except NoLiveVersionError:
        raise NoRulesError(game=gettext_lazy(game.name)) from None


class _RowDealing:
    """Deals the questions of one row so that every tag comes exactly as often as it should."""

    def __init__(self, row: Row, version: Version, seed: bytes, number: int, seen: set[str]):
        """Raises: UnknownRowError."""
        self.row, self.version, self.seed = row, version, seed
        self.number, self.seen = number, seen
        try:
            self.drill = find_drill(row.drill)
        except UnknownDrillError:
            raise UnknownRowError(drill=row.drill, game=row.game, level=row.level) from None
        self.left = {tag: count for tag, count in row.quotas().items() if tag != PLAIN}

    def deals(self) -> Iterator[Dealt]:
        for question in range(1, self.row.questions + 1):
            yield self._deal(question, self._wanted())

    def _wanted(self) -> str:
        """The rarest of the tags that are still missing: one that goes with it comes along."""
        missing = [tag for tag, count in self.left.items() if count]
        return min(missing, key=lambda tag: (self.left[tag], tag), default=PLAIN)

    def _deal(self, question: int, tag: str) -> Dealt:
        for number in range(TRIES):
            name = f"row {self.number} question {question} try {number}"
            made = self._make(hmac.digest(self.seed, name.encode(), "sha256"), tag)
            tags = made.value.tags & self.left.keys()
            look = spec_json(made.value.to_spec()["shown"] | {"drill": self.row.drill})
            if not all(self.left[each] for each in tags):
                continue
            if look in self.seen and number < NEW_TRIES:
                continue
            self.seen.add(look)
            for each in tags:
                self.left[each] -= 1
            return made
        raise self._error(TogetherError, tag or min(self.row.shares))

    def _make(self, seed: bytes, tag: str) -> Dealt:
        want = (tag,) if tag else ()
        try:
            value = make_deal(self.row.drill, self.version, self.row.level, seed, want)
        except CannotDealError:
            raise self._error(TagError, tag) if tag else self._refusal() from None
        return Dealt(value, self.version, seed, self.drill.generator, want)

    def _refusal(self) -> CannotMakeError:
        names = {
            "drill": gettext_lazy(self.drill.name),
            "game": gettext_lazy(find_game(self.row.game).name),
        }
        if self.row.game not in self.drill.games or self.row.level not in LEVELS:
            return UnknownRowError(**names, level=self.row.level)
        return NotOfferedError(**names)

    def _error(self, kind: type[CannotMakeError], tag: str) -> CannotMakeError:
        return kind(
            tag=gettext_lazy(self.drill.skills[tag]) if tag in self.drill.skills else tag,
            drill=gettext_lazy(self.drill.name),
            level=self.row.level,
        )
