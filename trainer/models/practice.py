"""A deal put to a learner, what was answered, and what was said of it."""

import hashlib
import json
from functools import cached_property
from typing import Any, Final, NoReturn
from uuid import uuid4

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Length
from django.db.models.lookups import Exact
from django.urls import reverse
from django.utils.translation import pgettext_lazy

from rules.models import House, Version
from trainer.drills import base, find_drill
from trainer.drills.stream import SEED_BYTES
from trainer.models.learners import TIME_PERCENTS, Learner

LENGTHS: Final = (5, 10, 20)


def _seed_has_its_length(name: str) -> models.CheckConstraint:
    return models.CheckConstraint(condition=Exact(Length("seed"), SEED_BYTES), name=name)


class DamagedDealError(Exception):
    """A stored deal does not match its hash."""


class FixedRowError(Exception):
    """Somebody tried to change or delete a row that is written once."""


class FixedQuerySet(models.QuerySet):
    """Adds rows and reads them; they go only when their learner goes."""

    def update(self, **kwargs: Any) -> int:
        """Only leaves out somebody whose account goes. Raises: FixedRowError."""
        fields = [self.model._meta.get_field(name) for name in kwargs]
        gone = (f.remote_field and f.remote_field.on_delete is models.SET_NULL for f in fields)
        if set(kwargs.values()) != {None} or not all(gone):
            raise FixedRowError(f"{self.model.__name__}: rows are never changed")
        return super().update(**kwargs)

    def bulk_update(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise FixedRowError(f"{self.model.__name__}: rows are never changed")

    def delete(self) -> NoReturn:
        raise FixedRowError(f"{self.model.__name__}: rows are never deleted")

    update.alters_data = True
    bulk_update.alters_data = True
    delete.alters_data = True
    delete.queryset_only = True


class FixedModel(models.Model):
    """A row that is written once."""

    objects = FixedQuerySet.as_manager()

    class Meta:
        abstract = True
        base_manager_name = "objects"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Raises: FixedRowError: unless the row is new."""
        if not self._state.adding:
            raise FixedRowError(f"{type(self).__name__} {self.pk} is never changed")
        # Without force_insert a new object with a taken key would overwrite its row.
        super().save(force_insert=True, using=kwargs.get("using"))

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise FixedRowError(f"{type(self).__name__} {self.pk} is never deleted")


class Mode(models.TextChoices):
    """What kind of run a sitting is."""

    PRACTICE = "practice", pgettext_lazy("mode", "Practice")
    ENDLESS = "endless", pgettext_lazy("mode", "Endless practice")
    SPRINT = "sprint", pgettext_lazy("mode", "Sprint")
    STREAK = "streak", pgettext_lazy("mode", "Streak")
    REDO = "redo", pgettext_lazy("mode", "Once more")
    LESSON = "lesson", pgettext_lazy("mode", "Lesson")
    SHIFT = "shift", pgettext_lazy("mode", "Shift")


class Help(models.TextChoices):
    """How much stands beside a question before its answer."""

    LEARN = "learn", pgettext_lazy("help", "Learn")
    GUIDED = "guided", pgettext_lazy("help", "Guided")
    PRACTICE = "practice", pgettext_lazy("help", "Practice")
    TABLE_READY = "table-ready", pgettext_lazy("help", "Table-ready")


class Sitting(models.Model):
    """One run of questions. `seed` appears in no page, URL or log.

    `drill` and `game` are the theme; empty means any, and then each deal says its own. `level`
    is where it starts. `length` counts the questions of `practice` and `redo`, other modes have
    none. A `sprint` and a `shift` have `limit_ms` for the time of their questions, of which
    `spent_ms` is spent: the time of the answers without idle time, and in a sprint `miss_ms`
    for every miss. `time_percent` is what the learner gets of every usual time.

    `plan` says which deals come, one entry a position as `Order.to_data` gives it; after its end
    they come by theme and level. `zone` is the learner's time zone at the start. `source` is the
    sitting that is done once more. `finished_on` is the learner's own date on which it came to
    its own end, and missing where it was left early. `absorbed` is the position up to which the
    answers are in the learner's notebooks; it is `settled` when nothing can follow.
    """

    uuid = models.UUIDField(default=uuid4, unique=True, editable=False)
    learner = models.ForeignKey(Learner, on_delete=models.CASCADE)
    house = models.ForeignKey(House, on_delete=models.PROTECT)
    mode = models.CharField(max_length=16, choices=Mode, default=Mode.PRACTICE)
    help = models.CharField(max_length=16, choices=Help, default=Help.PRACTICE)
    drill = models.CharField(max_length=64, blank=True)
    game = models.CharField(max_length=64, blank=True)
    level = models.PositiveSmallIntegerField()
    length = models.PositiveSmallIntegerField(null=True, blank=True)
    limit_ms = models.PositiveIntegerField(null=True, blank=True)
    miss_ms = models.PositiveIntegerField(default=0)
    spent_ms = models.PositiveBigIntegerField(default=0)
    time_percent = models.PositiveSmallIntegerField(default=100)
    plan = models.JSONField(default=list, blank=True)
    source = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, blank=True)
    seed = models.BinaryField(max_length=SEED_BYTES)
    started_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    zone = models.CharField(max_length=64, blank=True)
    finished_on = models.DateField(null=True, blank=True)
    absorbed = models.PositiveIntegerField(default=0)
    settled = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(level__in=base.LEVELS), name="sitting_level"),
            models.CheckConstraint(
                condition=Q(
                    mode__in=["practice", "endless", "sprint", "streak", "redo", "shift", "lesson"]
                ),
                name="sitting_mode",
            ),
            models.CheckConstraint(
                condition=Q(help__in=["learn", "guided", "practice", "table-ready"]),
                name="sitting_help",
            ),
            models.CheckConstraint(
                condition=Q(mode="practice", length__in=LENGTHS)
                | Q(mode__in=["redo", "lesson"], length__gte=1)
                | (~Q(mode__in=["practice", "redo", "lesson"]) & Q(length=None)),
                name="sitting_length",
            ),
            models.CheckConstraint(
                condition=Q(mode__in=["sprint", "shift"], limit_ms__gte=1)
                | (~Q(mode__in=["sprint", "shift"]) & Q(limit_ms=None)),
                name="sitting_limit",
            ),
            models.CheckConstraint(
                condition=~Q(mode__in=["practice", "endless"]) | (~Q(drill="") & ~Q(game="")),
                name="sitting_theme",
            ),
            models.CheckConstraint(
                condition=Q(time_percent__in=TIME_PERCENTS), name="sitting_time_percent"
            ),
            models.CheckConstraint(
                condition=Q(ended_at=None) | Q(ended_at__gte=F("started_at")),
                name="sitting_ends_after_its_start",
            ),
            models.CheckConstraint(
                condition=Q(finished_on=None) | ~Q(ended_at=None), name="sitting_finished"
            ),
            models.CheckConstraint(
                condition=Q(settled=False) | ~Q(ended_at=None), name="sitting_settled"
            ),
            _seed_has_its_length("sitting_seed"),
        ]
        indexes = [
            models.Index(fields=["learner", "-started_at"], name="sitting_latest"),
            models.Index(
                fields=["learner", "mode", "finished_on"], name="sitting_finished_by_mode"
            ),
            models.Index(fields=["learner"], condition=Q(ended_at=None), name="sitting_open"),
            models.Index(fields=["learner"], condition=Q(settled=False), name="sitting_unsettled"),
        ]

    def __str__(self) -> str:
        return f"{self.mode} {self.drill} {self.game} {self.uuid}"

    def get_absolute_url(self) -> str:
        return reverse("sitting", args=[self.uuid])


class Deal(FixedModel):
    """One deal as it was made. `spec` is the truth; dealing again from `seed` is a check.

    `want` are the tags that were asked for, `variant_of` the deal that it was made a variant of.
    """

    drill = models.CharField(max_length=64)
    version = models.ForeignKey(Version, on_delete=models.PROTECT)
    level = models.PositiveSmallIntegerField()
    seed = models.BinaryField(max_length=SEED_BYTES)
    generator = models.PositiveSmallIntegerField()
    want = models.JSONField(default=list, blank=True)
    variant_of = models.ForeignKey("self", on_delete=models.PROTECT, null=True, blank=True)
    spec = models.TextField()
    sha256 = models.CharField(max_length=64)

    class Meta(FixedModel.Meta):
        constraints = [
            models.CheckConstraint(condition=Q(level__in=base.LEVELS), name="deal_level"),
            models.CheckConstraint(condition=Exact(Length("sha256"), 64), name="deal_sha256"),
            _seed_has_its_length("deal_seed"),
        ]

    def __str__(self) -> str:
        return f"{self.drill} {self.sha256[:12]}"

    @cached_property
    def value(self) -> base.Deal:
        """The deal that the drill made.

        Raises:
            DamagedDealError: if the stored text was changed.
        """
        if hashlib.sha256(self.spec.encode()).hexdigest() != self.sha256:
            raise DamagedDealError(f"deal {self.pk} does not match its hash {self.sha256}")
        return base.Deal.from_spec(json.loads(self.spec))


class Question(models.Model):
    """A deal put to a learner. `position` counts from 1; `shown_at` is its first serving.

    `target_ms` is the time within which a right answer is no slow one; missing where the
    question was dealt before there were targets.
    """

    sitting = models.ForeignKey(Sitting, on_delete=models.CASCADE, related_name="questions")
    position = models.PositiveSmallIntegerField()
    deal = models.ForeignKey(Deal, on_delete=models.PROTECT)
    shown_at = models.DateTimeField(null=True, blank=True)
    target_ms = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["sitting", "position"], name="question_position"),
            models.CheckConstraint(condition=Q(position__gte=1), name="question_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.sitting} question {self.position}"

    def get_absolute_url(self) -> str:
        return reverse("question", args=[self.sitting.uuid, self.position])


class Answer(FixedModel):
    """What was given to a question, `given` as the answer's `to_data`.

    Practice knows only number 1. `elapsed_ms` runs from the first serving of the question to
    the receipt of the answer; `idle_ms` of it nobody was there. It is `late` if the time of the
    sitting was over by then: it is told and kept, but does not count in the sitting's result.
    """

    question = models.ForeignKey(Question, on_delete=models.CASCADE, related_name="answers")
    number = models.PositiveSmallIntegerField(default=1)
    given = models.JSONField()
    received_at = models.DateTimeField()
    elapsed_ms = models.PositiveBigIntegerField()
    idle_ms = models.PositiveBigIntegerField(default=0)
    late = models.BooleanField(default=False)

    class Meta(FixedModel.Meta):
        constraints = [
            models.UniqueConstraint(fields=["question", "number"], name="answer_number"),
            models.CheckConstraint(condition=Q(number__gte=1), name="answer_from_one"),
            models.CheckConstraint(
                condition=Q(idle_ms__lte=F("elapsed_ms")), name="answer_idle_in_its_time"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.question} answer {self.number}"


class Verdict(FixedModel):
    """What was said of an answer; the latest row counts, earlier ones stay.

    `engine` is the version of the rules that judged, `parts` the `to_data` of the parts.
    """

    class Judge(models.TextChoices):
        MACHINE = "machine"

    answer = models.ForeignKey(Answer, on_delete=models.CASCADE, related_name="verdicts")
    by = models.CharField(max_length=16, choices=Judge.choices, default=Judge.MACHINE)
    engine = models.PositiveSmallIntegerField()
    right = models.BooleanField()
    parts = models.JSONField()
    created_at = models.DateTimeField()

    class Meta(FixedModel.Meta):
        constraints = [
            models.CheckConstraint(
                condition=Q(by__in=["machine"]),
                name="verdict_judge",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.answer}: {'right' if self.right else 'wrong'}"

    @cached_property
    def value(self) -> base.Verdict:
        """What the drill says of the answer today: the reasons and marks, which are not stored.

        Raises: DamagedDealError.
        """
        deal = self.answer.question.deal
        given = base.answer_from_data(self.answer.given)
        return find_drill(deal.drill).check(deal.value, given, deal.version.ruleset)
