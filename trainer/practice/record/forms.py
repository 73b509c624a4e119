"""What the history is narrowed to."""

from datetime import date
from typing import Final
from urllib.parse import urlencode

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from rules.games import games
from trainer.drills import drills
from trainer.models import Mode

RIGHT, WRONG, SLOW, WEAK = "right", "wrong", "slow", "weak"
VERDICTS: Final = (
    ("", pgettext_lazy("answers", "All")),
    (RIGHT, pgettext_lazy("answers", "Right")),
    (WRONG, pgettext_lazy("answers", "Wrong")),
    (SLOW, pgettext_lazy("answers", "Right but slow")),
    (WEAK, pgettext_lazy("answers", "Wrong or slow")),
)
# Of other years no calendar has every midnight in every zone.
EARLIEST, LATEST = date(1900, 1, 1), date(2999, 12, 31)


def _day(label: str) -> forms.DateField:
    return forms.DateField(
        label=label,
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        input_formats=["%Y-%m-%d"],
        validators=[MinValueValidator(EARLIEST), MaxValueValidator(LATEST)],
        error_messages={"invalid": _("Write the date as year-month-day, like 2026-05-31.")},
    )


class FilterForm(forms.Form):
    """Every field may stay empty: then it narrows nothing. Dates are the person's own."""

    drill = forms.ChoiceField(label=_("Drill"), required=False)
    game = forms.ChoiceField(label=_("Game"), required=False)
    mode = forms.ChoiceField(
        label=_("Kind of run"),
        required=False,
        choices=[("", pgettext_lazy("modes", "All")), *Mode.choices],
    )
    answers = forms.ChoiceField(
        label=pgettext_lazy("given", "Answers"), required=False, choices=VERDICTS
    )
    since = _day(_("From"))
    until = _day(_("Until"))

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.fields["drill"].choices = [
            ("", pgettext_lazy("drills", "All")),
            *((drill.key, _(drill.name)) for drill in drills().values()),
        ]
        self.fields["game"].choices = [
            ("", pgettext_lazy("games", "All")),
            *((game.key, _(game.name)) for game in games().values()),
        ]

    def clean(self) -> dict[str, object]:
        cleaned = super().clean()
        since, until = cleaned.get("since"), cleaned.get("until")
        if since and until and since > until:
            raise ValidationError(_("The first date is later than the last one."))
        return cleaned

    @property
    def wanted(self) -> dict[str, object]:
        """What to narrow to; a field that cannot be read narrows nothing."""
        self.is_valid()
        return self.cleaned_data

    @property
    def query(self) -> str:
        """The filter as part of an address; empty if it narrows nothing."""
        asked = ((name, self.data.get(name)) for name in self.fields)
        return urlencode([(name, value) for name, value in asked if value])
