"""Writes: a lesson of five minutes for exactly those who make a mistake."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.conf import settings
from django.db import transaction
from django.db.models import Max
from django.utils.translation import override

from rules.models import Version
from rules.translated import MAX_LENGTH
from rules.versions import NoLiveVersionError, live_version
from trainer.drills import drills
from trainer.drills.base import CannotDealError
from trainer.models import Course, Deal, Help, Lesson
from trainer.practice.dealing import make_deal
from trainer.practice.targets import read_targets, target_ms
from trainer.school.watch.cohort import Found, Place
from trainer.school.watch.wording import lesson_title

FIVE_MINUTES_MS: Final = 5 * 60 * 1000
# To read why takes about as long again as the answer.
TIMES_TARGET: Final = 2
FEWEST: Final = 3
MOST: Final = 30
# Everybody has been told what was wrong: eight of ten right shows that it sank in.
ACCURACY_PERCENT: Final = 80
MOST_ITEMS: Final = 3
# Of so many deals the tags say how usual they are, and a tag belongs to the mistake if most
# deals of it have it, and clearly fewer of all.
SAMPLE: Final = 24
SHARED: Final = 0.8
LIFT: Final = 0.2
MOST_WANTED: Final = 2


class NothingToDealError(Exception):
    """No question in which the mistake happens can be dealt today."""


@dataclass(frozen=True, slots=True)
class Remedy:
    """`made` is false where the same lesson was waiting already."""

    lesson: Lesson
    made: bool


def make_remedial(course: Course, found: Found, *, now: datetime) -> Remedy:
    """Raises: NothingToDealError."""
    items = _items(course, found, now)
    if not items:
        raise NothingToDealError(found.mistake.key)
    title = _titles(found)
    with transaction.atomic():
        Course.objects.select_for_update().get(pk=course.pk)
        waiting = _waiting(course, title, set(found.people), now)
        if waiting is not None:
            return Remedy(waiting, made=False)
        last = course.lessons.aggregate(last=Max("position"))["last"] or 0
        lesson = Lesson.objects.create(
            course=course,
            position=last + 1,
            title=title,
            items=items,
            questions=_questions(items),
            help=Help.GUIDED,
            accuracy_percent=ACCURACY_PERCENT,
            remedial=True,
        )
        lesson.only_for.set(found.people)
    return Remedy(lesson, made=True)


def _waiting(
    course: Course, title: dict[str, str], people: set[int], now: datetime
) -> Lesson | None:
    """The same lesson for the same people that nobody has begun: the button was pressed twice."""
    same = course.lessons.filter(remedial=True, title=title, runs=None)
    for lesson in same.prefetch_related("only_for"):
        over = lesson.closes_at is not None and lesson.closes_at <= now
        if not over and {each.pk for each in lesson.only_for.all()} == people:
            return lesson
    return None


def _titles(found: Found) -> dict[str, str]:
    titles = {}
    for code, _name in settings.LANGUAGES:
        with override(code):
            titles[code] = lesson_title(found.mistake)[:MAX_LENGTH]
    return titles


def _questions(items: Iterable[dict[str, Any]]) -> int:
    """As many as take about five minutes at the drills' targets."""
    edited = read_targets()
    targets = [target_ms(item["drill"], edited) for item in items]
    each = TIMES_TARGET * sum(targets) / len(targets)
    return min(MOST, max(FEWEST, round(FIVE_MINUTES_MS / each)))


# --- what is dealt ---------------------------------------------------------------------------


def _items(course: Course, found: Found, now: datetime) -> list[dict[str, Any]]:
    """The drills and games in which it happens most, each at its commonest level."""
    items = []
    for place in _places(found):
        try:
            version = live_version(course.house, place.game, now)
        except NoLiveVersionError:
            continue
        sample = _dealt(place, version)
        if sample:
            item = {"drill": place.drill, "game": place.game, "level": place.level}
            want = _wanted(place, version, sample, found.deals[place.drill, place.game])
            items.append(item | ({"want": want} if want else {}))
    return items[:MOST_ITEMS]


def _places(found: Found) -> Iterator[Place]:
    """One a drill and game, the commonest first."""
    seen = set()
    for place, _count in found.places.most_common():
        if place.drill in drills() and (place.drill, place.game) not in seen:
            seen.add((place.drill, place.game))
            yield place


def _dealt(place: Place, version: Version) -> list[frozenset[str]]:
    """Tags of deals as they come; none where nothing can be dealt."""
    tags = []
    for number in range(SAMPLE):
        try:
            deal = make_deal(place.drill, version, place.level, _seed(number))
        except CannotDealError:
            continue
        tags.append(deal.tags)
    return tags


def _seed(number: int) -> bytes:
    # The same tries every time: these deals are seen by nobody.
    return number.to_bytes(32, "big")


def _wanted(
    place: Place, version: Version, sample: list[frozenset[str]], keys: list[int]
) -> list[str]:
    """The tags that deals with the mistake have and others rather not, if they can be dealt."""
    specs = Deal.objects.filter(pk__in=keys).values_list("spec", flat=True)
    mistaken = [frozenset(json.loads(spec)["hidden"]["tags"]) for spec in specs]
    usual, here = _shares(sample), _shares(mistaken)
    skills = drills()[place.drill].skills
    lifts = {
        tag: share - usual.get(tag, 0)
        for tag, share in here.items()
        if tag in skills and share >= SHARED
    }
    order = [tag for tag in sorted(lifts, key=lambda t: (-lifts[t], t)) if lifts[tag] >= LIFT]
    for count in range(min(MOST_WANTED, len(order)), 0, -1):
        if _can_deal(place, version, order[:count]):
            return sorted(order[:count])
    return []


def _shares(tagged: list[frozenset[str]]) -> dict[str, float]:
    counts = Counter(tag for tags in tagged for tag in tags)
    return {tag: count / len(tagged) for tag, count in counts.items()}


def _can_deal(place: Place, version: Version, want: list[str]) -> bool:
    try:
        make_deal(place.drill, version, place.level, _seed(SAMPLE), want)
    except CannotDealError:
        return False
    return True
