"""A school: who teaches, courses with their lessons, and the people on them.

Everything that a school keeps of a person hangs on the enrolment, which outlives the account.
"""

from typing import Final

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from rules.models import House
from rules.translated import TranslatedTextField
from trainer.models.practice import Help, Sitting

MOST_QUESTIONS: Final = 200
CODE_LENGTH: Final = 8


class Role(models.TextChoices):
    """What somebody may do in the whole school; who has none is a trainee."""

    INSTRUCTOR = "instructor", pgettext_lazy("role", "Instructor")
    OWNER = "owner", pgettext_lazy("role", "Course owner")
    ADMINISTRATOR = "administrator", pgettext_lazy("role", "School administrator")


class Staff(models.Model):
    """An account that teaches. Owners make courses, administrators see all of them."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="staff",
        verbose_name=_("account"),
    )
    role = models.CharField(_("role"), max_length=16, choices=Role)

    class Meta:
        verbose_name = _("member of the school’s staff")
        verbose_name_plural = _("staff of the school")
        constraints = [
            models.CheckConstraint(
                condition=Q(role__in=["instructor", "owner", "administrator"]), name="staff_role"
            )
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.get_role_display()}"


class Course(models.Model):
    """Ordered lessons and exams under the rules of one house.

    `join_code` opens it to whoever has it while `join_open`. `passing` is the `to_data` of
    `trainer.school.passing.PassRules`; empty means the school's usual ones. `kept_years` is how
    long exams stay after a person has left. `demo` marks what `manage.py demo` made.
    """

    title = TranslatedTextField(_("title"))
    notes = TranslatedTextField(_("notes"), blank=True)
    house = models.ForeignKey(House, on_delete=models.PROTECT, verbose_name=_("house"))
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="owned_courses",
        verbose_name=_("course owner"),
    )
    instructors = models.ManyToManyField(
        settings.AUTH_USER_MODEL,
        blank=True,
        related_name="taught_courses",
        verbose_name=_("instructors"),
    )
    join_code = models.CharField(max_length=CODE_LENGTH, unique=True)
    join_open = models.BooleanField(default=True)
    passing = models.JSONField(default=dict, blank=True)
    kept_years = models.PositiveSmallIntegerField(
        default=3, validators=[MinValueValidator(1), MaxValueValidator(30)]
    )
    created_at = models.DateTimeField()
    archived_at = models.DateTimeField(null=True, blank=True)
    demo = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(kept_years__gte=1, kept_years__lte=30), name="course_kept_years"
            )
        ]

    def __str__(self) -> str:
        return f"course {self.join_code}"


class EnrolmentState(models.TextChoices):
    ACTIVE = "active", pgettext_lazy("enrolment", "On the course")
    PAUSED = "paused", pgettext_lazy("enrolment", "Paused")
    REMOVED = "removed", pgettext_lazy("enrolment", "Removed")


class Enrolment(models.Model):
    """A person on a course. `name` stays when the account goes; `number` is the school's own.

    Nobody who is removed loses the record: joining again makes the same row active.
    """

    course = models.ForeignKey(Course, on_delete=models.PROTECT, related_name="enrolments")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="enrolments",
    )
    name = models.CharField(max_length=150)
    number = models.CharField(max_length=40, blank=True)
    state = models.CharField(max_length=16, choices=EnrolmentState, default=EnrolmentState.ACTIVE)
    joined_at = models.DateTimeField()
    changed_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["course", "user"], name="one_enrolment_a_course"),
            models.UniqueConstraint(
                fields=["course", "number"], condition=~Q(number=""), name="number_on_a_course"
            ),
            models.CheckConstraint(
                condition=Q(state__in=["active", "paused", "removed"]), name="enrolment_state"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} on {self.course}"


class Lesson(models.Model):
    """So many questions with a goal. `position` counts from 1 within the course.

    `items` are `[{"drill", "game", "level"}, …]`, each with an optional list `want` of tags;
    the questions come from them in turn. The goal is `accuracy_percent` in every skill, at most
    `critical_allowed` critical errors, and, if `pace_percent` is set, a median time of at most
    so many percent of the target. Where `only_for` names somebody, nobody else gets it.
    """

    course = models.ForeignKey(Course, on_delete=models.CASCADE, related_name="lessons")
    position = models.PositiveSmallIntegerField()
    title = TranslatedTextField(_("title"))
    notes = TranslatedTextField(_("notes"), blank=True)
    items = models.JSONField(default=list)
    questions = models.PositiveSmallIntegerField(
        default=20, validators=[MinValueValidator(1), MaxValueValidator(MOST_QUESTIONS)]
    )
    help = models.CharField(max_length=16, choices=Help, default=Help.PRACTICE)
    accuracy_percent = models.PositiveSmallIntegerField(
        default=95, validators=[MaxValueValidator(100)]
    )
    pace_percent = models.PositiveSmallIntegerField(null=True, blank=True)
    critical_allowed = models.PositiveSmallIntegerField(default=0)
    opens_at = models.DateTimeField(null=True, blank=True)
    closes_at = models.DateTimeField(null=True, blank=True)
    requires = models.ManyToManyField("self", symmetrical=False, blank=True)
    only_for = models.ManyToManyField(Enrolment, blank=True, related_name="own_lessons")
    remedial = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["course", "position"], name="lesson_position"),
            models.CheckConstraint(condition=Q(position__gte=1), name="lesson_from_one"),
            models.CheckConstraint(
                condition=Q(questions__gte=1, questions__lte=MOST_QUESTIONS),
                name="lesson_questions",
            ),
            models.CheckConstraint(
                condition=Q(accuracy_percent__lte=100), name="lesson_accuracy_percent"
            ),
            models.CheckConstraint(
                condition=Q(opens_at=None) | Q(closes_at=None) | Q(closes_at__gt=F("opens_at")),
                name="lesson_closes_after_it_opens",
            ),
        ]

    def __str__(self) -> str:
        return f"lesson {self.position} of {self.course}"


class LessonRun(models.Model):
    """A lesson taken once. The sitting is the trainee's own practice and may be deleted by them;
    `result`, which says what `trainer.school.lessons.results` found at its end, stays."""

    enrolment = models.ForeignKey(Enrolment, on_delete=models.PROTECT, related_name="runs")
    lesson = models.ForeignKey(Lesson, on_delete=models.PROTECT, related_name="runs")
    number = models.PositiveSmallIntegerField()
    sitting = models.OneToOneField(
        Sitting, on_delete=models.SET_NULL, null=True, blank=True, related_name="lesson_run"
    )
    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)
    result = models.JSONField(default=dict, blank=True)
    passed = models.BooleanField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["enrolment", "lesson", "number"], name="lesson_run_number"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.enrolment}: {self.lesson} run {self.number}"
