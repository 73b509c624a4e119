"""What this program claims to know, and what others say of the same.

A claim is a figure from somewhere else and a way to work it out here. The modules hold claims as
data; what they compute with is imported when it is asked for, so that a page may read them.
"""

from typing import Final

from rules.proof import hands, lows, own_hand, paid, play, rounds
from rules.proof.base import Claim, Group

GROUPS: Final[tuple[Group, ...]] = (
    *hands.GROUPS,
    *paid.GROUPS,
    *lows.GROUPS,
    *own_hand.GROUPS,
    *play.GROUPS,
    *rounds.GROUPS,
)


def claims() -> tuple[Claim, ...]:
    return tuple(claim for group in GROUPS for claim in group.claims)
