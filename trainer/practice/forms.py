"""What is posted, as forms."""

from typing import Final

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from trainer.drills.base import LEVELS
from trainer.models.practice import LENGTHS


class StartForm(forms.Form):
    """What a sitting is made of; one tap posts it empty and gets the defaults."""

    level = forms.TypedChoiceField(
        label=_("Level"),
        choices=[(level, level) for level in LEVELS],
        coerce=int,
        required=False,
        empty_value=LEVELS[0],
        error_messages={"invalid_choice": _("There is no level “%(value)s”.")},
    )
    length = forms.TypedChoiceField(
        label=_("Questions"),
        choices=[(length, length) for length in LENGTHS],
        coerce=int,
        required=False,
        empty_value=10,
        error_messages={"invalid_choice": _("Choose 5, 10 or 20 questions.")},
    )


# A refused answer stands in the form again, but not a whole page of it.
KEPT: Final = 100


class Typed:
    """What was typed into a form whose answer could not be read, to be shown again."""

    def __init__(self, data: QueryDict) -> None:
        self.data = data
        self.cards = data.getlist("cards")
        self.second_cards = data.getlist("second")
        self.nosecond = data.get("nosecond", "")
        self.seats = data.getlist("seats")
        self.choice = data.get("choice", "")
        self.also = data.get("also", "")
        self.outcome = data.get("outcome", "")
        self.amount = data.get("amount", "")[:KEPT]
        self.hand = data.get("hand", "")
        self.first = data.get("first", "")
        self.second = data.get("second", "")

    def value(self, name: str) -> str:
        """What was typed into the field *name*, one of many."""
        return self.data.get(name, "")[:KEPT]
