"""Making and storing the deals of a sitting; each can be made again from its own seed."""

import hmac
import json
from collections.abc import Iterable
from datetime import datetime

from django.db.models import Subquery

from rules.models import Version
from rules.versions import NoLiveVersionError, versions_in_force
from trainer.drills import find_drill
from trainer.drills.base import CannotDealError, spec_hash, spec_json
from trainer.drills.base import Deal as DealValue
from trainer.drills.stream import Stream
from trainer.models import Deal, Sitting
from trainer.practice.orders import Order

PURPOSE = "deal"


def deal_seed(sitting_seed: bytes, position: int) -> bytes:
    """The 32-byte seed of the deal at *position*, derived from the sitting's."""
    return hmac.digest(sitting_seed, f"deal {position}".encode(), "sha256")


def make_deal(
    drill_key: str,
    version: Version,
    level: int,
    seed: bytes,
    want: Iterable[str] = (),
    variant_of: DealValue | None = None,
) -> DealValue:
    """Raises: CannotDealError."""
    stream = Stream(seed, PURPOSE)
    drill = find_drill(drill_key)
    return drill.deal(stream, version.ruleset, level, frozenset(want), variant_of)


def store_deal(sitting: Sitting, position: int, order: Order, *, now: datetime) -> Deal:
    """Deal under the rules that are live now; what cannot be dealt as wished comes without.

    Raises: CannotDealError, NoLiveVersionError.
    """
    if order.again is not None:
        return _stored(order.again)
    version = _version(sitting, order, now)
    seed = deal_seed(bytes(sitting.seed), position)
    source = DealValue.from_spec(json.loads(version.source)) if version.source else None
    if source is None:
        order = order if order.variant_of is None else order.plain
    try:
        made = make_deal(order.drill, version, order.level, seed, order.want, source)
    except CannotDealError:
        if order == order.plain:
            raise
        order = order.plain
        made = make_deal(order.drill, version, order.level, seed)
    spec = made.to_spec()
    return Deal.objects.create(
        drill=order.drill,
        version=version,
        level=order.level,
        seed=seed,
        generator=find_drill(order.drill).generator,
        want=sorted(order.want),
        variant_of_id=order.variant_of,
        spec=spec_json(spec),
        sha256=spec_hash(spec),
    )


def _version(sitting: Sitting, order: Order, now: datetime) -> Version:
    """The live version, with the spec of the deal to vary as `source`: one query for both."""
    source = Deal.objects.filter(pk=order.variant_of, drill=order.drill).values("spec")
    found = versions_in_force(sitting.house, order.game, now).annotate(source=Subquery(source))
    version = found.first()
    if version is None:
        raise NoLiveVersionError(f"{sitting.house.slug} has no version of {order.game} in force")
    return version


def _stored(key: int) -> Deal:
    try:
        return Deal.objects.select_related("version__house").get(pk=key)
    except Deal.DoesNotExist:
        raise CannotDealError(f"deal {key} is there no more") from None
