"""Papers and exams. What is written here once is never changed: a correction is a new row."""

from functools import cached_property
from typing import Final
from uuid import uuid4

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Length
from django.db.models.lookups import Exact
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from rules.models import Version
from rules.translated import TranslatedTextField
from trainer.drills import base, find_drill
from trainer.drills.stream import SEED_BYTES
from trainer.models.practice import Deal, FixedModel
from trainer.models.school import Course, Enrolment

PERSON: Final = settings.AUTH_USER_MODEL


class Paper(FixedModel):
    """Deals put together after a blueprint; the stored deals are the truth.

    `blueprint` is the `to_data` of `trainer.school.papers.blueprints.Blueprint`, `generators`
    `{drill: generator}`, and `sha256` that of the canonical form of all this with the deals.
    Every paper has a seed of its own; it stands in no page.
    """

    course = models.ForeignKey(Course, on_delete=models.PROTECT, related_name="papers")
    number = models.PositiveIntegerField()
    title = TranslatedTextField()
    blueprint = models.JSONField()
    seed = models.BinaryField(max_length=SEED_BYTES)
    generators = models.JSONField()
    sha256 = models.CharField(max_length=64)
    made_at = models.DateTimeField()
    by = models.ForeignKey(PERSON, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta(FixedModel.Meta):
        constraints = [
            models.UniqueConstraint(fields=["course", "number"], name="paper_number"),
            models.CheckConstraint(condition=Exact(Length("sha256"), 64), name="paper_sha256"),
            models.CheckConstraint(condition=Exact(Length("seed"), SEED_BYTES), name="paper_seed"),
        ]

    def __str__(self) -> str:
        return f"paper {self.number} of {self.course}"


class PaperItem(FixedModel):
    """A deal at a position, from 1, of a paper."""

    paper = models.ForeignKey(Paper, on_delete=models.PROTECT, related_name="items")
    position = models.PositiveSmallIntegerField()
    deal = models.ForeignKey(Deal, on_delete=models.PROTECT, related_name="paper_items")

    class Meta(FixedModel.Meta):
        constraints = [
            models.UniqueConstraint(fields=["paper", "position"], name="paper_item_position"),
            models.CheckConstraint(condition=Q(position__gte=1), name="paper_item_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.paper} item {self.position}"


class Navigation(models.TextChoices):
    FREE = "free", pgettext_lazy("navigation", "Back and forth")
    FORWARD = "forward", pgettext_lazy("navigation", "Forward only")


class Exam(models.Model):
    """When and how a paper is sat. With `one_paper` everybody sits `paper`, otherwise everybody
    gets a paper of their own after `blueprint`; another attempt always gets a fresh one.

    It can be begun from `opens_at` to `closes_at`, which the pauses between them move; the
    deadline of a sitting is `minutes` after its start, with what was allowed and the pauses on
    top, whatever the closing time. What comes up to `grace_seconds` after the deadline still
    counts. `passing` is as in `Course`. No verdict is seen before `review_opened_at`, which is
    empty again when the review is closed; `review_first_opened_at` stays.
    """

    course = models.ForeignKey(Course, on_delete=models.PROTECT, related_name="exams")
    title = TranslatedTextField(_("title"))
    blueprint = models.JSONField()
    one_paper = models.BooleanField(default=True)
    paper = models.ForeignKey(Paper, on_delete=models.PROTECT, null=True, related_name="exams")
    opens_at = models.DateTimeField()
    closes_at = models.DateTimeField()
    minutes = models.PositiveSmallIntegerField(
        default=40, validators=[MinValueValidator(1), MaxValueValidator(600)]
    )
    grace_seconds = models.PositiveSmallIntegerField(
        default=10, validators=[MaxValueValidator(120)]
    )
    attempts = models.PositiveSmallIntegerField(
        default=1, validators=[MinValueValidator(1), MaxValueValidator(20)]
    )
    navigation = models.CharField(max_length=16, choices=Navigation, default=Navigation.FREE)
    passing = models.JSONField(default=dict, blank=True)
    review_opened_at = models.DateTimeField(null=True, blank=True)
    review_first_opened_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField()
    by = models.ForeignKey(PERSON, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(closes_at__gt=F("opens_at")), name="exam_closes_after_it_opens"
            ),
            models.CheckConstraint(
                condition=Q(minutes__gte=1, minutes__lte=600), name="exam_minutes"
            ),
            models.CheckConstraint(condition=Q(grace_seconds__lte=120), name="exam_grace"),
            models.CheckConstraint(
                condition=Q(attempts__gte=1, attempts__lte=20), name="exam_attempts"
            ),
            models.CheckConstraint(
                condition=Q(navigation__in=["free", "forward"]), name="exam_navigation"
            ),
        ]

    def __str__(self) -> str:
        return f"exam {self.pk} of {self.course}"


class Allowance(FixedModel):
    """More minutes or attempts for one person in one exam; all that were not taken back add up.

    With `may_begin` somebody who joined the course after the exam had opened may begin it.
    `once` stands for the form that gave it with what it gave: sent twice it counts once.
    """

    exam = models.ForeignKey(Exam, on_delete=models.PROTECT, related_name="allowances")
    enrolment = models.ForeignKey(Enrolment, on_delete=models.PROTECT, related_name="allowances")
    minutes = models.PositiveSmallIntegerField(default=0)
    attempts = models.PositiveSmallIntegerField(default=0)
    may_begin = models.BooleanField(default=False)
    reason = models.CharField(max_length=200)
    by = models.ForeignKey(PERSON, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()
    once = models.UUIDField(null=True)

    class Meta(FixedModel.Meta):
        constraints = [
            models.CheckConstraint(
                condition=Q(minutes__gte=1) | Q(attempts__gte=1) | Q(may_begin=True),
                name="allowance_allows",
            ),
            models.UniqueConstraint(
                fields=["exam", "enrolment", "once"], name="one_allowance_a_form"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.enrolment}: {self.minutes} min, {self.attempts} attempts"

    @property
    def stands(self) -> bool:
        """Whether it was not taken back; a query, unless that was selected along."""
        return not hasattr(self, "taken_back")


class AllowanceTakenBack(FixedModel):
    """Given by mistake: from then on the allowance counts no more, and stays as it was."""

    allowance = models.OneToOneField(
        Allowance, on_delete=models.PROTECT, related_name="taken_back"
    )
    reason = models.CharField(max_length=200)
    by = models.ForeignKey(PERSON, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.allowance} taken back {self.at}"


class Pause(models.Model):
    """An incident that stops the clock of every sitting under way; one at a time an exam."""

    exam = models.ForeignKey(Exam, on_delete=models.PROTECT, related_name="pauses")
    began_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    reason = models.CharField(max_length=200)
    by = models.ForeignKey(PERSON, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["exam"], condition=Q(ended_at=None), name="one_pause_at_a_time"
            ),
            models.CheckConstraint(
                condition=Q(ended_at=None) | Q(ended_at__gte=F("began_at")), name="pause_ends"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.exam} paused {self.began_at}"


class ExamSitting(models.Model):
    """One person's attempt. It is over when it is handed in or its deadline has passed.

    `place` is the position shown last, from 1; with forward navigation none before it can be
    answered. `typed_by` is who typed the answers of a printed paper in.
    """

    uuid = models.UUIDField(default=uuid4, unique=True, editable=False)
    exam = models.ForeignKey(Exam, on_delete=models.PROTECT, related_name="sittings")
    enrolment = models.ForeignKey(Enrolment, on_delete=models.PROTECT, related_name="sittings")
    number = models.PositiveSmallIntegerField()
    paper = models.ForeignKey(Paper, on_delete=models.PROTECT, related_name="sittings")
    place = models.PositiveSmallIntegerField(default=1)
    started_at = models.DateTimeField()
    handed_in_at = models.DateTimeField(null=True, blank=True)
    judged_at = models.DateTimeField(null=True, blank=True)
    typed_by = models.ForeignKey(
        PERSON, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["exam", "enrolment", "number"], name="one_sitting_an_attempt"
            ),
            models.CheckConstraint(condition=Q(number__gte=1), name="exam_sitting_from_one"),
            models.CheckConstraint(
                condition=Q(handed_in_at=None) | Q(handed_in_at__gte=F("started_at")),
                name="handed_in_after_its_start",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.enrolment}: {self.exam} attempt {self.number}"


class Serving(models.Model):
    """The first time that an item was shown in a sitting."""

    sitting = models.ForeignKey(ExamSitting, on_delete=models.PROTECT, related_name="servings")
    item = models.ForeignKey(PaperItem, on_delete=models.PROTECT, related_name="+")
    shown_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["sitting", "item"], name="one_serving_an_item")
        ]

    def __str__(self) -> str:
        return f"{self.sitting}: {self.item}"


class ExamAnswer(FixedModel):
    """What was saved for an item; the last number counts. `elapsed_ms` runs from the first
    serving. `device` is a keyed hash of the browser's session, for facts, not for names."""

    sitting = models.ForeignKey(ExamSitting, on_delete=models.PROTECT, related_name="answers")
    item = models.ForeignKey(PaperItem, on_delete=models.PROTECT, related_name="answers")
    number = models.PositiveSmallIntegerField()
    given = models.JSONField()
    received_at = models.DateTimeField()
    elapsed_ms = models.PositiveBigIntegerField()
    device = models.CharField(max_length=64, blank=True)

    class Meta(FixedModel.Meta):
        constraints = [
            models.UniqueConstraint(
                fields=["sitting", "item", "number"], name="exam_answer_number"
            ),
            models.CheckConstraint(condition=Q(number__gte=1), name="exam_answer_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.sitting} {self.item} answer {self.number}"


class Regrade(FixedModel):
    """Why and by whom verdicts were given anew: after an appeal, or under corrected rules; or
    answers that could not be judged were left out, by verdicts without parts.

    `changed` counts the answers whose verdict became another. Where a decision of `decided_at`
    is applied to answers that came after it, `changed` is 0 and the verdicts are counted.
    """

    class Cause(models.TextChoices):
        APPEAL = "appeal", pgettext_lazy("regrade", "Appeal")
        RULES = "rules", pgettext_lazy("regrade", "Corrected rules")
        LEFT_OUT = "left-out", pgettext_lazy("regrade", "Question left out")

    exam = models.ForeignKey(Exam, on_delete=models.PROTECT, related_name="regrades")
    cause = models.CharField(max_length=16, choices=Cause)
    deal = models.ForeignKey(Deal, on_delete=models.PROTECT, null=True, related_name="regrades")
    old = models.ForeignKey(Version, on_delete=models.PROTECT, null=True, related_name="+")
    new = models.ForeignKey(Version, on_delete=models.PROTECT, null=True, related_name="+")
    reason = models.TextField(max_length=2000)
    changed = models.PositiveIntegerField()
    by = models.ForeignKey(PERSON, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True)

    class Meta(FixedModel.Meta):
        constraints = [
            models.CheckConstraint(
                condition=Q(cause__in=["appeal", "rules", "left-out"]), name="regrade_cause"
            )
        ]

    def __str__(self) -> str:
        return f"{self.exam} regraded {self.at}"


class ExamVerdict(FixedModel):
    """What was said of an answer under `version`; the latest row counts, earlier ones stay.

    An accepted appeal says `right` of what the machine did not accept, with `regrade`.
    """

    answer = models.ForeignKey(ExamAnswer, on_delete=models.PROTECT, related_name="verdicts")
    version = models.ForeignKey(Version, on_delete=models.PROTECT, related_name="+")
    regrade = models.ForeignKey(
        Regrade, on_delete=models.PROTECT, null=True, related_name="verdicts"
    )
    engine = models.PositiveSmallIntegerField()
    right = models.BooleanField()
    parts = models.JSONField()
    created_at = models.DateTimeField()

    class Meta(FixedModel.Meta):
        constraints = [
            models.UniqueConstraint(
                fields=["answer"], condition=Q(regrade=None), name="one_first_verdict"
            ),
            models.UniqueConstraint(fields=["answer", "regrade"], name="one_verdict_a_regrade"),
        ]

    def __str__(self) -> str:
        return f"{self.answer}: {'right' if self.right else 'wrong'}"

    @property
    def left_out(self) -> bool:
        """By decision, as the answer could not be judged."""
        return not self.parts

    @cached_property
    def value(self) -> base.Verdict:
        """What the drill says of the answer today: the reasons and marks, which are not stored.

        Raises: DamagedDealError.
        """
        deal = self.answer.item.deal
        given = base.answer_from_data(self.answer.given)
        return find_drill(deal.drill).check(deal.value, given, self.version.ruleset)


class Appeal(FixedModel):
    """A question that somebody disputes, with what they wrote; the evidence is frozen already."""

    sitting = models.ForeignKey(ExamSitting, on_delete=models.PROTECT, related_name="appeals")
    item = models.ForeignKey(PaperItem, on_delete=models.PROTECT, related_name="appeals")
    text = models.TextField(max_length=2000)
    raised_at = models.DateTimeField()

    class Meta(FixedModel.Meta):
        constraints = [
            models.UniqueConstraint(fields=["sitting", "item"], name="one_appeal_an_item")
        ]

    def __str__(self) -> str:
        return f"appeal {self.pk}: {self.sitting} {self.item}"


class AppealDecision(FixedModel):
    """With `everybody` whatever is answered to that deal is right, otherwise what was disputed."""

    appeal = models.OneToOneField(Appeal, on_delete=models.PROTECT, related_name="decision")
    accepted = models.BooleanField()
    everybody = models.BooleanField(default=False)
    reason = models.TextField(max_length=2000)
    regrade = models.ForeignKey(Regrade, on_delete=models.PROTECT, null=True, related_name="+")
    by = models.ForeignKey(PERSON, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.appeal}: {'accepted' if self.accepted else 'rejected'}"


class ExamEvent(FixedModel):
    """A fact about a sitting: begun, resumed, another device, an answer refused as late."""

    class Kind(models.TextChoices):
        BEGUN = "begun", pgettext_lazy("event", "Begun")
        RESUMED = "resumed", pgettext_lazy("event", "Resumed on another device")
        LATE = "late", pgettext_lazy("event", "Late answer refused")
        HANDED_IN = "handed-in", pgettext_lazy("event", "Handed in")

    sitting = models.ForeignKey(ExamSitting, on_delete=models.PROTECT, related_name="events")
    kind = models.CharField(max_length=16, choices=Kind)
    item = models.ForeignKey(PaperItem, on_delete=models.PROTECT, null=True, related_name="+")
    device = models.CharField(max_length=64, blank=True)
    at = models.DateTimeField()

    class Meta(FixedModel.Meta):
        indexes = [models.Index(fields=["sitting", "at"], name="exam_event_order")]

    def __str__(self) -> str:
        return f"{self.sitting}: {self.kind} {self.at}"


class Certificate(models.Model):
    """Confirms a passed sitting to whoever has the code; `name` and `title` as printed."""

    sitting = models.OneToOneField(
        ExamSitting, on_delete=models.PROTECT, related_name="certificate"
    )
    code = models.CharField(max_length=32, unique=True)
    name = models.CharField(max_length=150)
    title = models.CharField(max_length=200)
    language = models.CharField(max_length=10)
    issued_at = models.DateTimeField()
    by = models.ForeignKey(PERSON, on_delete=models.SET_NULL, null=True, related_name="+")
    revoked_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"certificate {self.code}"


class PassChange(FixedModel):
    """Other pass rules, of a course or, where `exam` is set, of that exam alone.

    `old` and `new` are what was in force before and after, the `to_data` of
    `trainer.school.passing.PassRules`. Unless they are its `own`, the new ones are the usual
    rules, or, of an exam, those of the course. Where it `kept` them, it is those of the course
    that changed: the exam had begun, and what it was begun under became its own.
    """

    course = models.ForeignKey(Course, on_delete=models.PROTECT, related_name="pass_changes")
    exam = models.ForeignKey(
        Exam, on_delete=models.PROTECT, null=True, related_name="pass_changes"
    )
    old = models.JSONField()
    new = models.JSONField()
    own = models.BooleanField()
    kept = models.BooleanField(default=False)
    by = models.ForeignKey(PERSON, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"pass rules of {self.exam or self.course} changed {self.at}"
