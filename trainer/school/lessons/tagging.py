"""Which tags the questions of a lesson can have, found by dealing; reads only."""

import json
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from rules.games.base import Ruleset
from rules.games.documents import canonical_json, from_document, to_document
from trainer.drills import find_drill
from trainer.drills.base import CannotDealError
from trainer.drills.stream import Stream
from trainer.school.lessons.items import Item
from trainer.school.papers.shown import tag_name

# What one deal in forty has comes up among so many in 95 cases of 100.
DEALS: Final = 120
# All tags are found by dealing, so those of so many rows of a form at once.
MOST_TAGGED: Final = 12


@dataclass(frozen=True, slots=True)
class Tag:
    """`percent` is how often it comes by itself, at least 1; None where it never came up."""

    tag: str
    name: str
    percent: int | None
    ticked: bool


def tags_of(item: Item, ruleset: Ruleset | None, ticked: Collection[str]) -> list[Tag]:
    """By name: what comes up at the level of *item*, and what is *ticked* whether or not.

    Without *ruleset* nothing is dealt.
    """
    counts = _counts(item, ruleset) if ruleset is not None else Counter[str]()
    skills = find_drill(item.drill).skills
    tags = {*ticked} | {str(tag) for tag in counts.keys() & skills.keys()}
    found = [
        Tag(tag, tag_name(item.drill, tag), _percent(counts[tag]), tag in ticked) for tag in tags
    ]
    return sorted(found, key=lambda each: (each.name.casefold(), each.tag))


def _counts(item: Item, ruleset: Ruleset) -> Counter[str]:
    document = canonical_json(to_document(ruleset))
    return _counted(item.drill, item.level, document, ruleset.house, ruleset.number)


def _percent(count: int) -> int | None:
    return max(1, round(100 * count / DEALS)) if count else None


@lru_cache(maxsize=256)
def _counted(drill: str, level: int, document: str, house: str, number: int) -> Counter[str]:
    """In how many of `DEALS` deals each tag came up; always the same ones."""
    ruleset = from_document(json.loads(document), house, number)
    deals = (find_drill(drill).deal(_stream(at), ruleset, level) for at in range(DEALS))
    return Counter(tag for deal in deals for tag in deal.tags)


def can_deal(item: Item, rules: Mapping[str, Ruleset]) -> bool:
    """Whether there are questions that have all its tags together."""
    want = frozenset(item.want)
    try:
        find_drill(item.drill).deal(_stream(DEALS), rules[item.game], item.level, want)
    except CannotDealError:
        return False
    return True


def _stream(number: int) -> Stream:
    # These deals are seen by nobody.
    return Stream(number.to_bytes(32, "big"), "deal")
