"""What staff post about exams, as forms. Times are those of the editor’s zone."""

from typing import Any, Final
from uuid import uuid4

from django import forms
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from rules.translated import in_language
from trainer.models import Course, Enrolment, EnrolmentState, Exam, Paper
from trainer.school.exams.managing import FIXED, FIXED_WHEN_TOLD, has_begun, is_told

TIME_FORMAT: Final = "%Y-%m-%dT%H:%M"
ONE: Final = "one"
OWN: Final = "own"


def moment(label: str) -> forms.DateTimeField:
    """A time without seconds; one that the clocks skip or repeat is refused."""
    widget = forms.DateTimeInput(format=TIME_FORMAT, attrs={"type": "datetime-local"})
    return forms.DateTimeField(label=label, widget=widget)


class PaperField(forms.ModelChoiceField):
    def label_from_instance(self, paper: Paper) -> str:
        title = in_language(paper.title)
        words = {"number": paper.number, "title": title, "count": paper.length}
        return _("%(number)s: %(title)s (questions: %(count)s)") % words


class ExamForm(forms.ModelForm):
    """`paper` is that which everybody sits, or whose blueprint everybody gets."""

    paper = PaperField(
        label=_("Paper"),
        queryset=Paper.objects.none(),
        help_text=_("Papers that nobody has sat yet. Look at one before you choose it."),
        error_messages={"required": _("Choose a paper. Make one first if there is none.")},
    )
    one_paper = forms.TypedChoiceField(
        label=_("Who sits what"),
        choices=[
            (ONE, _("Everybody sits this paper")),
            (OWN, _("Everybody gets a paper of their own of equal make")),
        ],
        coerce=lambda value: value == ONE,
        initial=ONE,
        widget=forms.RadioSelect,
    )
    opens_at = moment(_("Opens"))
    closes_at = moment(_("Closes"))

    class Meta:
        model = Exam
        fields = (
            "title",
            "paper",
            "one_paper",
            "opens_at",
            "closes_at",
            "minutes",
            "grace_seconds",
            "attempts",
            "navigation",
        )
        labels = {
            "minutes": _("Minutes"),
            "grace_seconds": _("Seconds of grace"),
            "attempts": _("Attempts"),
            "navigation": _("Navigation"),
        }
        help_texts = {
            "minutes": _("From the start of each person, also where the exam closes before."),
            "grace_seconds": _("What comes so much after the end still counts."),
            "attempts": _("A further attempt always gets a fresh paper."),
        }
        widgets = {"navigation": forms.RadioSelect}

    def __init__(self, *args: Any, course: Course, papers: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.course = course
        self.fields["paper"].queryset = papers
        exam = self.instance
        if exam.pk:
            self.initial["one_paper"] = ONE if exam.one_paper else OWN
        if exam.pk and has_begun(exam):
            for name in FIXED + (FIXED_WHEN_TOLD if is_told(exam) else ()):
                self.fields[name].disabled = True

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        opens, closes = cleaned.get("opens_at"), cleaned.get("closes_at")
        if opens and closes and closes <= opens:
            self.add_error("closes_at", _("An exam closes after it opens."))
        return cleaned

    @property
    def values(self) -> dict[str, Any]:
        """The fields of an exam, without its paper."""
        return {name: value for name, value in self.cleaned_data.items() if name != "paper"}


class AllowanceForm(forms.Form):
    """`people` are whoever is on the course now, or those of them who were chosen."""

    everybody = forms.BooleanField(label=_("Everybody who is on the course now"), required=False)
    people = forms.ModelMultipleChoiceField(
        label=_("Who"),
        queryset=Enrolment.objects.none(),
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )
    minutes = forms.IntegerField(
        label=pgettext_lazy("allowance", "Minutes more"),
        help_text=_(
            "The clock runs from the start: what ran out longer ago than this stays over."
        ),
        min_value=0,
        max_value=600,
        required=False,
    )
    attempts = forms.IntegerField(
        label=pgettext_lazy("allowance", "Attempts more"),
        min_value=0,
        max_value=20,
        required=False,
    )
    may_begin = forms.BooleanField(
        label=_("May begin, though they joined after the exam had opened"), required=False
    )
    reason = forms.CharField(label=_("Reason"), max_length=200)
    # Another one each time that the form is shown.
    form = forms.UUIDField(initial=uuid4, required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, exam: Exam, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not exam.one_paper:
            # Then nobody is kept from it.
            del self.fields["may_begin"]
        if exam.review_first_opened_at is not None:
            # None can be given any more; who posts them all the same is told so.
            self.fields["minutes"].widget.attrs["disabled"] = True
        on_course = Q(course=exam.course_id, state=EnrolmentState.ACTIVE)
        people = Enrolment.objects.filter(on_course).order_by("name", "pk")
        self.fields["people"].queryset = people
        self.fields["people"].label_from_instance = lambda enrolment: enrolment.name

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        if cleaned.get("everybody"):
            cleaned["people"] = self.fields["people"].queryset
        if not cleaned.get("people") and "people" not in self.errors:
            self.add_error("people", _("Choose at least one person."))
        cleaned["minutes"] = cleaned.get("minutes") or 0
        cleaned["attempts"] = cleaned.get("attempts") or 0
        given = cleaned["minutes"] or cleaned["attempts"] or cleaned.get("may_begin")
        if not self.errors and not given:
            if "may_begin" in self.fields:
                raise forms.ValidationError(_("Give minutes or attempts, or let them begin."))
            raise forms.ValidationError(_("Give minutes or attempts."))
        return cleaned

    @property
    def given(self) -> dict[str, Any]:
        """What each of the people gets, of a valid form."""
        whom = ("people", "everybody")
        return {name: value for name, value in self.cleaned_data.items() if name not in whom}


class KeysField(forms.TypedMultipleChoiceField):
    """Of rows; whether there are such rows is left open."""

    def __init__(self) -> None:
        super().__init__(coerce=int, required=False, empty_value=())

    def valid_value(self, value: str) -> bool:
        return value.isdecimal()


class TakeBackForm(forms.Form):
    """`acts` are those of which everything is taken back that can be, `given` single
    allowances."""

    acts = KeysField()
    given = KeysField()
    reason = forms.CharField(
        label=pgettext_lazy("allowance", "Reason for taking it back"), max_length=200
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        if not self.errors and not (cleaned["acts"] or cleaned["given"]):
            raise forms.ValidationError(_("Choose what is taken back."))
        return cleaned


class PauseForm(forms.Form):
    reason = forms.CharField(label=_("Reason"), max_length=200)
