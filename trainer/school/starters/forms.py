from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy

from rules.models import House
from rules.translated import in_language
from trainer.school.starters import find_starter, starters
from trainer.school.starters.making import NothingOfferedError, fit


def _choices() -> list[tuple[str, str]]:
    return [(key, in_language(starter.title)) for key, starter in starters().items()]


class StarterForm(forms.Form):
    """Its data has `fitted` beside the fields: the lessons as the house can deal them."""

    starter = forms.ChoiceField(
        label=gettext_lazy("Starter course"), choices=_choices, widget=forms.RadioSelect
    )
    house = forms.ModelChoiceField(
        House.objects.filter(active=True),
        label=gettext_lazy("House"),
        empty_label=None,
        help_text=gettext_lazy("Its rules hold in every lesson."),
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        if not self.errors:
            try:
                starter = find_starter(data["starter"])
                data["fitted"] = fit(starter, data["house"], timezone.now())
            except NothingOfferedError:
                self.add_error("house", gettext("This house has no rules in force for the game."))
        return data
