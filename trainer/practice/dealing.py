"""Making and storing the deals of a sitting; each can be made again from its own seed."""

import hmac
from datetime import datetime

from rules.models import Version
from rules.versions import live_version
from trainer.drills import find_drill
from trainer.drills.base import Deal as DealValue
from trainer.drills.base import spec_hash, spec_json
from trainer.drills.stream import Stream
from trainer.models import Deal, Sitting

PURPOSE = "deal"


def deal_seed(sitting_seed: bytes, position: int) -> bytes:
    """The 32-byte seed of the deal at *position*, derived from the sitting's."""
    return hmac.digest(sitting_seed, f"deal {position}".encode(), "sha256")


def make_deal(drill_key: str, version: Version, level: int, seed: bytes) -> DealValue:
    """Raises: CannotDealError."""
    return find_drill(drill_key).deal(Stream(seed, PURPOSE), version.ruleset, level)


def store_deal(sitting: Sitting, position: int, *, now: datetime) -> Deal:
    """Deal under the rules that are live now.

    Raises: CannotDealError, NoLiveVersionError.
    """
    version = live_version(sitting.house, sitting.game, now)
    seed = deal_seed(bytes(sitting.seed), position)
    spec = make_deal(sitting.drill, version, sitting.level, seed).to_spec()
    return Deal.objects.create(
        drill=sitting.drill,
        version=version,
        level=sitting.level,
        seed=seed,
        generator=find_drill(sitting.drill).generator,
        spec=spec_json(spec),
        sha256=spec_hash(spec),
    )
