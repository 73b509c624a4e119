"""What is worked out of a learner's answers: notebooks and days; and holidays and targets.

Notebooks and days can be worked out again from the answers; see `trainer.practice.absorbing`.
"""

from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import F, Q

from trainer.models.learners import Learner


class Notebook(models.Model):
    """What is known of a learner in one drill and game: `data` is the schedule's own value of
    that name (`to_data`), with the states of skills and the confusions in it.

    `counts` has `[answered, right, slow, time_ms]` of every tag, of all answers there were;
    `slow` ones were right, but over their target, and the time is without idle time.
    """

    learner = models.ForeignKey(Learner, on_delete=models.CASCADE, related_name="notebooks")
    drill = models.CharField(max_length=64)
    game = models.CharField(max_length=64)
    data = models.JSONField()
    counts = models.JSONField(default=dict)
    updated_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["learner", "drill", "game"], name="notebook")
        ]

    def __str__(self) -> str:
        return f"{self.learner}: {self.drill} {self.game}"


class Day(models.Model):
    """A learner's practice of one drill in one game on one date of their own.

    `time_ms` is without idle time. `to_guest` and `to_house` are the money of mistakes in
    either one's favour, exact and without a sign, as `str(Fraction)`.
    """

    learner = models.ForeignKey(Learner, on_delete=models.CASCADE, related_name="days")
    date = models.DateField()
    drill = models.CharField(max_length=64)
    game = models.CharField(max_length=64)
    answered = models.PositiveIntegerField(default=0)
    right = models.PositiveIntegerField(default=0)
    slow = models.PositiveIntegerField(default=0)
    time_ms = models.PositiveBigIntegerField(default=0)
    idle_ms = models.PositiveBigIntegerField(default=0)
    to_guest = models.CharField(max_length=64, default="0")
    to_house = models.CharField(max_length=64, default="0")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["learner", "date", "drill", "game"], name="day"),
            models.CheckConstraint(
                condition=Q(right__lte=F("answered"), slow__lte=F("right")), name="day_counts"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.date} {self.drill} {self.game}: {self.right}/{self.answered}"


class Holiday(models.Model):
    """Days off, `first` and `last` by the learner's calendar: nothing falls due in them."""

    learner = models.ForeignKey(Learner, on_delete=models.CASCADE, related_name="holidays")
    first = models.DateField()
    last = models.DateField()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(last__gte=F("first")), name="holiday_days"),
            models.UniqueConstraint(fields=["learner", "first"], name="holiday_first"),
        ]

    def __str__(self) -> str:
        return f"{self.first} – {self.last}"


class Target(models.Model):
    """The time of one drill within which a right answer is no slow one, where edited.

    Drills without a row have what `trainer.practice.targets` says.
    """

    drill = models.CharField(max_length=64, unique=True)
    seconds = models.DecimalField(
        max_digits=5, decimal_places=1, validators=[MinValueValidator(1)]
    )

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(seconds__gte=1), name="target_seconds")]

    def __str__(self) -> str:
        return f"{self.drill}: {self.seconds} s"
