"""The verdicts that count, of one learner; reads only."""

from collections.abc import Mapping
from typing import Final

from django.db.models import (
    BooleanField,
    Case,
    Exists,
    ExpressionWrapper,
    F,
    OuterRef,
    PositiveBigIntegerField,
    Q,
    QuerySet,
    When,
)

from trainer.models import Help, Mode, Verdict

LEARNER: Final = "answer__question__sitting__learner"
"""The path from a verdict to its learner, for `learners.mine`."""

# Milliseconds at the question, without the time when nobody was there.
BUSY_MS: Final = ExpressionWrapper(
    F("answer__elapsed_ms") - F("answer__idle_ms"), output_field=PositiveBigIntegerField()
)
# Right, but over the time that the question had; where it had none, nobody knows. Whoever was
# away was over it too.
SLOW: Final = Q(right=True, answer__elapsed_ms__gt=F("answer__question__target_ms"))

# What is done once more is practice time and nothing else: its right answers were told before.
ONCE: Final = ~Q(answer__question__sitting__mode=Mode.REDO)
# Nor does what was answered with hint and table open say how ready somebody is.
ALONE: Final = ONCE & ~Q(answer__question__sitting__help=Help.LEARN)
LATEST_FIRST: Final = (
    "-answer__question__sitting__started_at",
    "-answer__question__sitting__pk",
    "-answer__question__position",
)
# Right, but not shown to be in time.
LATE: Final = SLOW | Q(right=True, answer__question__sitting__help=Help.LEARN)
SLOW_FLAG: Final = Case(When(SLOW, then=True), default=False, output_field=BooleanField())


def counting(whose: Mapping[str, int | None]) -> QuerySet[Verdict]:
    """The latest verdict on each first answer, with `busy_ms`.

    *whose* are lookups that say of whom.
    """
    later = Verdict.objects.filter(answer=OuterRef("answer"), pk__gt=OuterRef("pk"))
    verdicts = Verdict.objects.filter(~Exists(later), answer__number=1, **whose)
    return verdicts.annotate(busy_ms=BUSY_MS)
