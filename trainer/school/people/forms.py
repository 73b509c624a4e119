"""What is posted about people on a course, as forms."""

from collections.abc import Callable
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, gettext_lazy, pgettext_lazy

from rules.translated import in_language
from trainer.models import Course, Enrolment, EnrolmentState
from trainer.models.learners import validate_printable
from trainer.school.people.choosing import Decision, Outlook, outlook, ticked
from trainer.school.people.files import Line, UnreadableFileError, decode, read_lines
from trainer.school.people.messages import unreadable_text
from trainer.school.people.roster import HERE


class RosterFilter(forms.Form):
    text = forms.CharField(
        label=gettext_lazy("Name, sign-in name or number"), required=False, max_length=150
    )
    state = forms.ChoiceField(
        label=gettext_lazy("Who"),
        required=False,
        choices=[
            (HERE, gettext_lazy("All who are not removed")),
            *EnrolmentState.choices,
            ("all", pgettext_lazy("people", "All")),
        ],
    )

    @property
    def wanted(self) -> dict[str, Any]:
        """What of the filter can be read; the rest filters nothing."""
        return self.cleaned_data if self.is_valid() else getattr(self, "cleaned_data", {})

    @property
    def query(self) -> str:
        """What was asked for, to go on with on another page."""
        return urlencode(self.given)

    @property
    def given(self) -> dict[str, str]:
        return {name: value for name, value in self.data.items() if name in self.fields and value}


class ListForm(forms.Form):
    """A file, or rows in a field. `lines` and `guessed` are there once it is valid."""

    file = forms.FileField(
        label=gettext_lazy("File, as CSV"),
        required=False,
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,.tsv,text/csv,text/plain"}),
    )
    rows = forms.CharField(
        label=gettext_lazy("Or write the rows here"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false"}),
    )
    lines: list[Line]
    text = ""
    guessed = False

    def clean(self) -> dict[str, Any]:
        file, self.text = self.cleaned_data.get("file"), self.cleaned_data.get("rows", "")
        try:
            if file:
                self.text, self.guessed = decode(file.read())
            self.lines = read_lines(self.text)
        except UnreadableFileError as error:
            raise ValidationError(unreadable_text(error.why), code=error.why) from None
        return self.cleaned_data


class PersonForm(forms.ModelForm):
    class Meta:
        model = Enrolment
        fields = ("name", "number")
        labels = {
            "name": gettext_lazy("Name on this course"),
            "number": gettext_lazy("Number, if your school has one"),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].validators.append(validate_printable)

    def clean_number(self) -> str:
        number = self.cleaned_data["number"]
        others = Enrolment.objects.filter(course=self.instance.course_id, number=number)
        if number and others.exclude(pk=self.instance.pk).exists():
            raise ValidationError(gettext("Somebody else on this course has this number."))
        return number


class MoveForm(forms.Form):
    course = forms.TypedChoiceField(label=gettext_lazy("To the course"), coerce=int)

    def __init__(self, courses: list[Course], data: Any = None) -> None:
        super().__init__(data)
        self.courses = {course.pk: course for course in courses}
        self.fields["course"].choices = [
            (course.pk, in_language(course.title)) for course in courses
        ]

    @property
    def chosen(self) -> Course:
        return self.courses[self.cleaned_data["course"]]


class TickedForm(forms.Form):
    """Who was ticked on the roster, and what is to become of them.

    `person` comes once for each, or once with commas; a key of nobody on the course says
    nothing, for who was ticked may be gone by now. `all` are those whom *wanted* lets through.
    """

    do = forms.ChoiceField(choices=[(each.value, each.value) for each in Decision])

    def __init__(
        self, course: Course, others: Callable[[], list[Course]], wanted: Any, data: Any
    ) -> None:
        super().__init__(data)
        self.decision = Decision(self.cleaned_data["do"]) if self.is_valid() else None
        self.to = self._to(others(), data) if self.decision is Decision.MOVE else None
        keys = ",".join(data.getlist("person")).split(",")
        self.people = ticked(course, set(keys), wanted if "all" in data else None)

    def _to(self, others: list[Course], data: Any) -> MoveForm:
        # Where there is one course only, nobody has to choose it.
        only = {"course": others[0].pk} if len(others) == 1 else None
        return MoveForm(others, data if "course" in data else only)

    @property
    def course(self) -> Course | None:
        """Where they move, once that is chosen."""
        return self.to.chosen if self.to and self.to.is_valid() else None

    @cached_property
    def outlook(self) -> Outlook:
        if self.decision is None:
            return Outlook([], [])
        return outlook(self.people, self.decision, self.course)

    @property
    def is_settled(self) -> bool:
        """Whether nothing is left to be chosen."""
        return self.decision is not None and (self.to is None or self.to.is_valid())
