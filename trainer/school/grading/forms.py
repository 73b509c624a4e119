"""Forms of grading: pass rules, appeals and their decisions, corrected rules, files."""

from collections.abc import Sequence
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from rules.models import Version
from trainer.practice.wording import decimal_separator
from trainer.school.grading.spreadsheets import DIALECTS, usual_dialect
from trainer.school.passing import ABILITY_NAMES, Ability, PassRules

SAME, EVERYBODY = "same", "everybody"
BY_QUESTION, BY_PLACE = "question", "place"
MOST: Final = 2000


def _text(label: str, **attrs: str) -> forms.CharField:
    widget = forms.Textarea(attrs={"rows": 5, **attrs})
    return forms.CharField(label=label, max_length=MOST, widget=widget)


class PassForm(forms.Form):
    """Pass rules; a field for each ability under its key."""

    critical_allowed = forms.IntegerField(
        label=_("Critical errors allowed"),
        min_value=0,
        max_value=100,
        help_text=_("Paid a loser, took a winner, wrong pay table; each counts."),
    )
    same_hand_missed = forms.IntegerField(
        label=_("One and the same hand may be misread so often"),
        min_value=0,
        max_value=100,
        required=False,
        help_text=_("Empty: it does not matter."),
    )
    pace_percent = forms.IntegerField(
        label=_("Median time at most, in percent of the target"),
        min_value=1,
        max_value=1000,
        required=False,
        help_text=_(
            "Empty: pace is shown and fails nobody. Where people may go back and forth, the time "
            "of a question counts what they looked at in between."
        ),
    )

    def __init__(self, *args: Any, rules: PassRules, **kwargs: Any) -> None:
        shown = {ability.value: least for ability, least in rules.percents.items()}
        for name in ("critical_allowed", "same_hand_missed", "pace_percent"):
            shown[name] = getattr(rules, name)
        super().__init__(*args, initial=shown, **kwargs)
        for ability in Ability:
            self.fields[ability.value] = forms.IntegerField(
                label=_(ABILITY_NAMES[ability]), min_value=0, max_value=100
            )

    @property
    def abilities(self) -> list[forms.BoundField]:
        return [self[ability.value] for ability in Ability]

    @property
    def rules(self) -> PassRules:
        """Of a valid form."""
        given = self.cleaned_data
        return PassRules(
            {ability: given[ability.value] for ability in Ability},
            given["critical_allowed"],
            given["same_hand_missed"],
            given["pace_percent"],
        )


class AppealForm(forms.Form):
    text = _text(_("Why is the verdict wrong?"))


class RejectForm(forms.Form):
    reason = _text(_("Reason"))


class AcceptForm(forms.Form):
    scope = forms.ChoiceField(
        label=_("What is accepted"),
        initial=SAME,
        choices=[
            (SAME, _("This answer is right too: whoever gave it has it right.")),
            (EVERYBODY, _("The question is at fault: whatever was answered counts as right.")),
        ],
        widget=forms.RadioSelect,
    )


class ConfirmForm(forms.Form):
    """What was previewed, and why it is done."""

    token = forms.CharField(widget=forms.HiddenInput)
    reason = _text(_("Reason"))


class CorrectionForm(forms.Form):
    """Rules that answers were judged by, and those by which they should have been."""

    old = forms.TypedChoiceField(label=_("Judged by"))
    new = forms.TypedChoiceField(label=_("To be judged by"))

    def __init__(self, *args: Any, versions: Sequence[Version], **kwargs: Any) -> None:
        """*versions* as from `versions_for`."""
        super().__init__(*args, **kwargs)
        by_key = {str(version.pk): version for version in versions}
        named = [(key, version_name(version)) for key, version in by_key.items()]
        self.fields["old"].choices = [each for each in named if by_key[each[0]].judged]
        self.fields["new"].choices = named
        for name in ("old", "new"):
            self.fields[name].coerce = by_key.__getitem__

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        old, new = cleaned.get("old"), cleaned.get("new")
        if not old or not new:
            return cleaned
        if (old.house_id, old.game) != (new.house_id, new.game):
            raise ValidationError(_("Choose two versions of the same house and game."))
        if old == new:
            raise ValidationError(_("Choose two different versions."))
        return cleaned


def version_name(version: Version) -> str:
    """House, game and number."""
    words = {
        "house": version.house.display_name,
        "game": version.get_game_display(),
        "number": version.number,
    }
    return gettext("%(house)s, %(game)s, version %(number)s") % words


class FileForm(forms.Form):
    """How a file is written; what is not said is as spreadsheets of the language expect it."""

    separator = forms.ChoiceField(
        label=_("Columns are parted by"),
        choices=[
            ("comma", _("Comma; decimals with a point")),
            ("semicolon", _("Semicolon; decimals with a comma")),
            ("tab", _("Tab; decimals with a point")),
        ],
        required=False,
    )
    columns = forms.ChoiceField(
        label=_("A column for"),
        choices=[
            (BY_QUESTION, pgettext_lazy("a column for", "every question")),
            (BY_PLACE, pgettext_lazy("a column for", "every place on one’s own paper")),
        ],
        required=False,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        usual = {"separator": usual_dialect(decimal_separator()), "columns": BY_QUESTION}
        super().__init__(*args, initial=usual, **kwargs)

    @property
    def dialect(self) -> Any:
        self.is_valid()
        usual = usual_dialect(decimal_separator())
        return DIALECTS[self.cleaned_data.get("separator") or usual]

    @property
    def by_place(self) -> bool:
        self.is_valid()
        return self.cleaned_data.get("columns") == BY_PLACE
