"""What a sprint, a streak or a confused pair is chosen by, as forms."""

from datetime import date, timedelta
from typing import Any, Final

from django import forms
from django.utils.translation import gettext, gettext_lazy

from trainer.models.learners import LEAST_CAP, MOST_CAP
from trainer.practice.clocks import SPRINT_MINUTES
from trainer.practice.menu import Menu
from trainer.practice.planning import Known, near_level

_DATE = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
# More that are said with the same words there are not.
MOST_PAIRS: Final = 50
# Days off are planned for no longer.
AHEAD: Final = timedelta(days=366)


class ThemeForm(forms.Form):
    """A theme is `game`, `game/drill`, or empty for everything; `theme_drill` and `theme_game`
    are in the cleaned data. Each is offered with the level at which it begins for whom *known*
    is known of."""

    theme = forms.ChoiceField(
        label=gettext_lazy("Theme"),
        required=False,
        help_text=gettext_lazy(
            "The number behind a theme is the level at which it begins for you."
        ),
        error_messages={"invalid_choice": gettext_lazy("This house does not offer the theme.")},
    )

    def __init__(self, menu: Menu, known: Known, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.known = known
        groups: list[tuple[str, Any]] = [("", self._named(gettext("Everything, mixed")))]
        for game, entries in menu:
            name, key = gettext(game.name), game.key
            mixed = self._named(gettext("%(game)s, mixed") % {"game": name}, key)
            drills = [
                (f"{key}/{e.drill.key}", self._named(gettext(e.drill.name), key, e.drill.key))
                for e in entries
            ]
            groups.append((name, [(key, mixed), *drills]))
        self.fields["theme"].choices = groups

    def _named(self, name: str, game: str = "", drill: str = "") -> str:
        # Short, so that it is seen in the field on the narrowest phones too.
        return f"{name} · {near_level(self.known.narrowed(drill, game))}"

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


class WishesForm(forms.Form):
    """What the schedule asks of a day, and days off by the learner's calendar.

    *today* is the learner's own date.
    """

    daily_cap = forms.IntegerField(
        label=gettext_lazy("Repeats a day at most"),
        min_value=LEAST_CAP,
        max_value=MOST_CAP,
        help_text=gettext_lazy(
            "Whatever has gathered, no day asks you to repeat more than this. The rest of a "
            "shift is what is new or weak."
        ),
    )
    time_percent = forms.TypedChoiceField(
        label=gettext_lazy("Time"),
        choices=[
            (100, gettext_lazy("As usual")),
            (150, gettext_lazy("Half as much again")),
            (200, gettext_lazy("Twice as much")),
        ],
        coerce=int,
        widget=forms.RadioSelect,
    )
    first = forms.DateField(label=gettext_lazy("First day off"), required=False, widget=_DATE)
    last = forms.DateField(label=gettext_lazy("Last day off"), required=False, widget=_DATE)

    def __init__(self, today: date, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.today = today

    def clean(self) -> dict[str, Any]:
        first, last = self.cleaned_data.get("first"), self.cleaned_data.get("last")
        if (first is None) != (last is None) and not {"first", "last"} & set(self.errors):
            missing = "last" if last is None else "first"
            self.add_error(missing, gettext("Give the first and the last day, or neither."))
        elif first and last and last < first:
            self.add_error("last", gettext("The last day lies before the first."))
        elif last and last < self.today:
            self.add_error("last", gettext("These days have passed already."))
        elif last and last > self.today + AHEAD:
            self.add_error("last", gettext("Plan days off for the next twelve months at most."))
        return self.cleaned_data


class PairForm(forms.Form):
    """Which confusions of a drill in a game, each as `expected` and `given`; none for the
    heaviest. `pairs` are in the cleaned data."""

    drill = forms.SlugField(required=False)
    game = forms.SlugField(required=False)

    def clean(self) -> dict[str, Any]:
        codes = (self.data.getlist(name)[:MOST_PAIRS] for name in ("expected", "given"))
        pairs = [pair for pair in zip(*codes, strict=False) if all(pair)]
        return self.cleaned_data | {"pairs": pairs}


class NarrowForm(forms.Form):
    """What of the latest is done once more; empty for everything."""

    drill = forms.SlugField(required=False)
    game = forms.SlugField(required=False)
