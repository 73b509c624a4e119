"""What is posted about people on a course, as forms."""

from typing import Any
from urllib.parse import urlencode

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, gettext_lazy, pgettext_lazy

from rules.translated import in_language
from trainer.models import Course, Enrolment, EnrolmentState
from trainer.models.learners import validate_printable
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
        given = {name: value for name, value in self.data.items() if name in self.fields and value}
        return urlencode(given)


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
