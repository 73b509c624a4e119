"""What a sprint, a streak or a confused pair is chosen by, as forms."""

from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy

from trainer.practice.clocks import SPRINT_MINUTES
from trainer.practice.menu import Menu


class ThemeForm(forms.Form):
    """A theme is `game`, `game/drill`, or empty for everything; `theme_drill` and `theme_game`
    are in the cleaned data."""

    theme = forms.ChoiceField(
        label=gettext_lazy("Theme"),
        required=False,
        error_messages={"invalid_choice": gettext_lazy("This house does not offer the theme.")},
    )

    def __init__(self, menu: Menu, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        groups: list[tuple[str, Any]] = [("", gettext("Everything, mixed"))]
        for game, entries in menu:
            name = gettext(game.name)
            drills = [(f"{game.key}/{e.drill.key}", gettext(e.drill.name)) for e in entries]
            mixed = gettext("%(game)s, mixed") % {"game": name}
            groups.append((name, [(game.key, mixed), *drills]))
        self.fields["theme"].choices = groups

    def clean(self) -> dict[str, Any]:
        game, _, drill = self.cleaned_data.get("theme", "").partition("/")
        return self.cleaned_data | {"theme_game": game, "theme_drill": drill}


class SprintForm(ThemeForm):
    minutes = forms.TypedChoiceField(
        label=gettext_lazy("Minutes"),
        choices=[(minutes, minutes) for minutes in SPRINT_MINUTES],
        coerce=int,
        required=False,
        empty_value=SPRINT_MINUTES[0],
        error_messages={"invalid_choice": gettext_lazy("Choose 2 or 3 minutes.")},
    )


class PairForm(forms.Form):
    """Which confusion; empty for the heaviest."""

    drill = forms.SlugField(required=False)
    game = forms.SlugField(required=False)
    expected = forms.CharField(max_length=64, required=False)
    given = forms.CharField(max_length=64, required=False)


class NarrowForm(forms.Form):
    """What of the latest is done once more; empty for everything."""

    drill = forms.SlugField(required=False)
    game = forms.SlugField(required=False)
