"""Worksheets: questions to practise on paper, dealt afresh and stored nowhere.

A signed token holds all it takes to deal a worksheet and its key once more. The seed is derived
from the token and the site’s secret, so that it stands in no address.
"""

import hmac
from dataclasses import dataclass
from typing import Any, Final

from django.core import signing
from django.utils.crypto import get_random_string, salted_hmac

from rules.models import Version
from trainer.drills import UnknownDrillError, find_drill
from trainer.drills.base import CannotDealError, spec_json
from trainer.models import Course, Deal
from trainer.practice.dealing import make_deal
from trainer.school.papers.making import Dealt

COUNTS: Final = (5, 10, 20, 40)
# So often a question is dealt again because the sheet has it already; small drills run out.
TRIES: Final = 20
_SALT: Final = "trainer.school.worksheet"


class WorksheetError(Exception):
    """The token is none of this course, or what it names is no more."""


class OtherGeneratorError(WorksheetError):
    """The drill deals otherwise since the worksheet was made."""


@dataclass(frozen=True, slots=True)
class Worksheet:
    """What is dealt; `version` is pinned, so that the key goes by the rules of the sheet."""

    drill: str
    version: Version
    level: int
    count: int
    nonce: str
    generator: int

    @property
    def number(self) -> str:
        """What a loose sheet and its key are known by."""
        return self.nonce[:8]

    def token(self) -> str:
        data = [self.drill, self.version.pk, self.level, self.count, self.nonce, self.generator]
        return signing.dumps(data, salt=_SALT)

    def deals(self) -> list[Deal]:
        """Rows that are not stored. Raises: CannotDealError."""
        seed = salted_hmac(_SALT, self.nonce, algorithm="sha256").digest()
        seen: set[str] = set()
        return [self._deal(seed, position, seen).row() for position in range(1, self.count + 1)]

    def _deal(self, seed: bytes, position: int, seen: set[str]) -> Dealt:
        for number in range(TRIES):
            name = f"question {position} try {number}"
            own = hmac.digest(seed, name.encode(), "sha256")
            value = make_deal(self.drill, self.version, self.level, own)
            look = spec_json(value.to_spec()["shown"])
            if look not in seen:
                break
        seen.add(look)
        return Dealt(value, self.version, own, self.generator, ())


def new_worksheet(drill: str, version: Version, level: int, count: int) -> Worksheet:
    """Raises: CannotDealError: if there is no such question."""
    generator = find_drill(drill).generator
    made = Worksheet(drill, version, level, count, get_random_string(16), generator)
    if not find_drill(drill).offers(version.ruleset):
        raise CannotDealError(f"{drill} is not dealt under these rules")
    make_deal(drill, version, level, salted_hmac(_SALT, "try", algorithm="sha256").digest())
    return made


def find_worksheet(course: Course, token: str) -> Worksheet:
    """Raises: WorksheetError, OtherGeneratorError."""
    try:
        drill, version, *rest = _values(signing.loads(token, salt=_SALT))
        found = Version.objects.select_related("house").get(pk=version, house=course.house_id)
        made = Worksheet(drill, found, *rest)
        generator = find_drill(drill).generator
    except (signing.BadSignature, Version.DoesNotExist, UnknownDrillError) as error:
        raise WorksheetError(token) from error
    if generator != made.generator:
        raise OtherGeneratorError(drill)
    return made


def _values(data: Any) -> list[Any]:
    """Signed by us; in the order of `token`."""
    return list(data)
