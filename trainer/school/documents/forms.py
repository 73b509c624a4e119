"""What is posted about documents, as forms."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final

from django import forms
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rules.games.base import Ruleset
from trainer.drills.base import LEVELS
from trainer.models import Certificate, Enrolment, Exam, ExamSitting
from trainer.practice.menu import at_house, menu
from trainer.school.documents.languages import LANGUAGES, reader_language
from trainer.school.documents.worksheets import COUNTS
from trainer.templatetags.table import in_language

TITLE_LENGTH: Final = Certificate._meta.get_field("title").max_length


class WorksheetForm(forms.Form):
    """Drill and game go together: one choice names both, `<drill>/<game>`."""

    drill = forms.ChoiceField(
        label=_("Drill"),
        error_messages={"invalid_choice": _("This house does not have that drill.")},
    )
    level = forms.TypedChoiceField(
        label=_("Level"), choices=[(each, each) for each in LEVELS], coerce=int, initial=LEVELS[0]
    )
    count = forms.TypedChoiceField(
        label=_("Questions"), choices=[(each, each) for each in COUNTS], coerce=int, initial=10
    )
    language = forms.ChoiceField(label=_("Language"), choices=list(LANGUAGES.items()))

    def __init__(self, rules: dict[str, Ruleset], data: Any = None) -> None:
        super().__init__(data, initial={"language": reader_language()})
        self.fields["drill"].choices = list(_drills(rules))

    @property
    def chosen(self) -> tuple[str, str]:
        """Drill and game."""
        drill, _, game = self.cleaned_data["drill"].partition("/")
        return drill, game


def _drills(rules: dict[str, Ruleset]) -> Iterable[tuple[str, list[tuple[str, str]]]]:
    """Grouped by game."""
    tiles, _missing = at_house(menu({}), rules)
    for game, entries in tiles:
        drills = [(f"{e.drill.key}/{game.key}", gettext(e.drill.name)) for e in entries]
        yield gettext(game.name), drills


class CertificateForm(forms.Form):
    """What is printed on it; whom it is for is settled before."""

    name = forms.CharField(label=_("Name"), max_length=150)
    title = forms.CharField(
        label=_("What was passed"),
        max_length=TITLE_LENGTH,
        help_text=_("As it is to stand on the certificate, and on the page that confirms it."),
    )
    language = forms.ChoiceField(label=_("Language"), choices=list(LANGUAGES.items()))

    def __init__(self, sitting: ExamSitting, data: Any = None) -> None:
        course, exam = in_language(sitting.exam.course.title), in_language(sitting.exam.title)
        first = {
            "name": sitting.enrolment.name,
            "title": f"{course}: {exam}"[:TITLE_LENGTH],
            "language": reader_language(),
        }
        super().__init__(data, initial=first)


class CodeForm(forms.Form):
    code = forms.CharField(
        label=_("Code of the certificate"),
        max_length=40,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )


class TypeInForm(forms.Form):
    """Whose paper it is. The drafts wait for the answers."""

    exam = forms.ChoiceField(label=_("Exam"))
    person = forms.ChoiceField(label=_("Whose answers"))
    sat_at = forms.DateTimeField(
        label=_("When the paper was answered"),
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )

    def __init__(self, exams: Iterable[Exam], people: Iterable[Enrolment], **kwargs: Any) -> None:
        first = {"sat_at": timezone.localtime().replace(second=0, microsecond=0)}
        super().__init__(initial=first, **kwargs)
        self.exams = {str(exam.pk): exam for exam in exams}
        self.people = {str(person.pk): person for person in people}
        self.fields["exam"].choices = [(e.pk, in_language(e.title)) for e in exams]
        self.fields["person"].choices = [
            (p.pk, f"{p.name}, {p.number}" if p.number else p.name) for p in people
        ]

    @property
    def chosen_exam(self) -> Exam:
        return self.exams[self.cleaned_data["exam"]]

    @property
    def chosen_person(self) -> Enrolment:
        return self.people[self.cleaned_data["person"]]

    def clean_sat_at(self) -> datetime:
        sat_at: datetime = self.cleaned_data["sat_at"]
        if sat_at > timezone.now():
            raise forms.ValidationError(_("That is in the future."))
        return sat_at
