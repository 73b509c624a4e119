"""Within which time an answer is quick enough, per drill; right but slower counts as weak.

Our own figures, to be edited as answers are measured: a payout and a recall as dealer schools
and trainers have them, the others after how much there is to read.
"""

from collections.abc import Mapping
from typing import Final

TARGETS_MS: Final[Mapping[str, int]] = {
    "name-the-hand": 6_000,
    "best-five": 10_000,
    "which-hand-wins": 8_000,
    "order-hands": 15_000,
    "set-or-trips": 8_000,
    "low-hands": 12_000,
    "joker-becomes": 10_000,
    "what-the-bonus-pays": 9_000,
    "dealer-qualifies": 6_000,
    "two-combinations": 15_000,
    "what-it-pays": 9_000,
    "insurance": 10_000,
    "bought-game": 10_000,
    "settle-the-box": 30_000,
    "settle-the-table": 120_000,
    "recall": 6_000,
    "mental-tables": 6_000,
    "split-the-pot": 30_000,
    "cut-chips": 15_000,
    "spot-the-error": 25_000,
    "other-house": 30_000,
}
# For a drill that is not in the table yet.
USUAL_TARGET_MS: Final = 10_000


def target_ms(drill: str) -> int:
    """Milliseconds within which an answer to *drill* is quick enough."""
    return TARGETS_MS.get(drill, USUAL_TARGET_MS)
