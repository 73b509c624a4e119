"""What is worked out of a learner's answers: states of skills, confusions, days; and targets.

All but the targets can be worked out again from the answers; see `trainer.practice.absorbing`.
"""

from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import F, Q

from trainer.models.learners import Learner


class SkillState(models.Model):
    """How well a learner knows one skill, a tag of a drill in a game.

    `data` is the schedule's own (`to_data`). `due` is when it should be asked again, missing
    while it was never asked. `time_ms` is the time of the `answered` answers without idle time;
    `slow` ones were right, but over their target.
    """

    learner = models.ForeignKey(Learner, on_delete=models.CASCADE, related_name="skills")
    drill = models.CharField(max_length=64)
    game = models.CharField(max_length=64)
    tag = models.CharField(max_length=64)
    data = models.JSONField()
    due = models.DateTimeField(null=True)
    answered = models.PositiveIntegerField(default=0)
    right = models.PositiveIntegerField(default=0)
    slow = models.PositiveIntegerField(default=0)
    time_ms = models.PositiveBigIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["learner", "drill", "game", "tag"], name="skill_state"
            ),
            models.CheckConstraint(
                condition=Q(right__lte=F("answered"), slow__lte=F("right")),
                name="skill_state_counts",
            ),
        ]
        indexes = [models.Index(fields=["learner", "due"], name="skill_state_due")]

    def __str__(self) -> str:
        return f"{self.drill} {self.game} {self.tag}: {self.right}/{self.answered}"


class Confusion(models.Model):
    """How often a learner gave `given` where `expected` was right, the right answers as well."""

    learner = models.ForeignKey(Learner, on_delete=models.CASCADE, related_name="confusions")
    drill = models.CharField(max_length=64)
    game = models.CharField(max_length=64)
    expected = models.CharField(max_length=64)
    given = models.CharField(max_length=64)
    count = models.PositiveIntegerField(default=0)
    last_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["learner", "drill", "game", "expected", "given"], name="confusion"
            )
        ]

    def __str__(self) -> str:
        return f"{self.drill} {self.game} {self.expected} as {self.given}: {self.count}"


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
