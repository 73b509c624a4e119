"""A lesson as a form, and what the house offers to choose from."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from rules.games.base import Game, Ruleset
from rules.translated import in_language
from trainer.drills import find_drill
from trainer.drills.base import Drill
from trainer.models import Course, Help, Lesson
from trainer.models.school import MOST_QUESTIONS
from trainer.practice.helps import HELPINGS, helping
from trainer.school.lessons.items import (
    Item,
    UnknownItemError,
    chosen,
    items_of,
    not_offered,
    offered,
    wanted_of,
)
from trainer.school.lessons.tagging import MOST_TAGGED, Tag, can_deal, tags_of
from trainer.school.papers.shown import tag_name
from trainer.templatetags.table import drill_name, game_name

_MINUTES: Final = "%Y-%m-%dT%H:%M"
SLOWEST_PERCENT: Final = 1000


@dataclass(frozen=True, slots=True)
class Tagged:
    """A level that is chosen, as `levels_text` takes it, and the tags that it can have."""

    levels: tuple[int]
    key: str
    tags: list[Tag]


@dataclass(frozen=True, slots=True)
class Row:
    """A drill in one game; `levels` are number, what a form sends, what it means and whether it
    is chosen. `tagged` is None where no tags are shown, `asked` if they are asked for now."""

    drill: Drill
    key: str
    levels: list[tuple[int, str, str, bool]]
    tagged: list[Tagged] | None
    asked: bool


@dataclass(frozen=True, slots=True)
class Section:
    """What is offered of one game, with the number of levels that are chosen."""

    game: Game
    rows: list[Row]
    count: int

    @property
    def is_open(self) -> bool:
        return self.count > 0 or any(row.asked for row in self.rows)


class _Before(forms.ModelMultipleChoiceField):
    def label_from_instance(self, lesson: Lesson) -> str:
        return f"{lesson.position}. {in_language(lesson.title)}"


class LessonForm(forms.ModelForm):
    """`items` are keys of drill, game and level; *rules* are those of the course's house by game.
    Dates are in the time zone that is active."""

    items = forms.MultipleChoiceField(required=False)

    class Meta:
        model = Lesson
        fields = (
            "title",
            "notes",
            "questions",
            "help",
            "accuracy_percent",
            "critical_allowed",
            "pace_percent",
            "opens_at",
            "closes_at",
            "requires",
        )
        labels = {
            "title": _("Title"),
            "notes": _("Notes"),
            "questions": _("Questions"),
            "help": _("Help"),
            "accuracy_percent": _("Right at least, in percent"),
            "critical_allowed": _("Critical errors at most"),
            "pace_percent": _("Time at most, in percent of the target"),
            "opens_at": _("Opens"),
            "closes_at": _("Closes"),
            "requires": _("Only after"),
        }
        help_texts = {
            "accuracy_percent": _("In every ability that the lesson asks for."),
            "critical_allowed": _("Paid a loser, took a winner, used the wrong table."),
            "pace_percent": _("The median of the answers. Leave it empty where pace is no goal."),
        }
        field_classes = {"requires": _Before}
        widgets = {
            "requires": forms.CheckboxSelectMultiple,
            "help": forms.RadioSelect,
            **dict.fromkeys(
                ("opens_at", "closes_at"),
                forms.DateTimeInput({"type": "datetime-local"}, format=_MINUTES),
            ),
        }

    def __init__(
        self, course: Course, rules: Mapping[str, Ruleset], *args: Any, **kwargs: Any
    ) -> None:
        kwargs.setdefault("instance", Lesson(course=course))
        super().__init__(*args, **kwargs)
        self.course, self.rules = course, rules
        self.before = items_of(self.instance.items)
        self.known = offered(rules)
        self.chosen_items: list[Item] = []
        self.asked = self.data.get("tags", "")
        self.tagged = self._tagged()
        self.fields["items"].choices = [(key, key) for key in self._keys()]
        self.fields["items"].error_messages["invalid_choice"] = _("There is no “%(value)s”.")
        self.fields["help"].choices = Help.choices
        self.fields["help"].required = False
        limits = {"accuracy_percent": (0, 100), "pace_percent": (1, SLOWEST_PERCENT)}
        limits |= {"questions": (1, MOST_QUESTIONS), "critical_allowed": (0, MOST_QUESTIONS)}
        for name, (least, most) in limits.items():
            self.fields[name].widget.attrs |= {"min": least, "max": most, "inputmode": "numeric"}
        others = course.lessons.order_by("position").exclude(pk=self.instance.pk)
        self.fields["requires"].queryset = others

    # --- what there is to choose from --------------------------------------------------------

    def _keys(self) -> list[str]:
        """What may be sent: what is offered, and what the lesson had before."""
        keys = [
            Item(drill.key, game.key, level).key
            for game, drills in self.known
            for drill in drills
            for level in drill.levels
        ]
        return list(dict.fromkeys([*keys, *(item.key for item in self.before)]))

    @property
    def ticked(self) -> set[str]:
        if self.is_bound:
            return set(self.data.getlist("items"))
        return {item.key for item in self.before}

    @property
    def sections(self) -> list[Section]:
        ticked = self.ticked
        found = []
        for game, drills in self.known:
            rows = [self._row(drill, game, ticked) for drill in drills]
            count = sum(level[-1] for row in rows for level in row.levels)
            found.append(Section(game, rows, count))
        return found

    def _tagged(self) -> list[str]:
        """Keys of the rows that show tags: where some are wanted, and where they were asked for,
        the latest last."""
        if not self.is_bound:
            return [_row_key(item) for item in self.before if item.want]
        shown = [key for key in self.data.getlist("tagged") if key != self.asked]
        return [*shown, self.asked] if self.asked else shown

    def _row(self, drill: Drill, game: Game, ticked: set[str]) -> Row:
        levels = _levels(drill, game, ticked)
        items = [Item(drill.key, game.key, level) for level, _, _, is_on in levels if is_on]
        key, tagged = f"{drill.key}/{game.key}", None
        if key in self.tagged:
            tagged = [Tagged((item.level,), item.key, self._tags(item)) for item in items]
        return Row(drill, key, levels, tagged, key == self.asked)

    def _tags(self, item: Item) -> list[Tag]:
        is_dealt = _row_key(item) in self.tagged[-MOST_TAGGED:]
        ruleset = self.rules[item.game] if is_dealt else None
        return tags_of(item, ruleset, self._want(item))

    def _want(self, item: Item) -> set[str]:
        """The tags that are ticked."""
        before = wanted_of(self.before, item.key)
        if not self.is_bound or _row_key(item) not in self.data.getlist("tagged"):
            return before
        sent = (value.rpartition("/") for value in self.data.getlist("want"))
        known = {*find_drill(item.drill).skills, *before}
        return {tag for key, _, tag in sent if key == item.key and tag in known}

    @property
    def gone(self) -> list[tuple[Item, bool]]:
        """What the lesson had and the house offers no more, and whether it is still chosen."""
        missing = [item for item in self.before if not item.is_offered(self.rules)]
        return [(item, item.key in self.ticked) for item in missing]

    @property
    def helpings(self) -> list[tuple[Any, bool]]:
        value = self["help"].value() or Help.PRACTICE
        return [(each, each.help == value) for each in HELPINGS.values()]

    # --- what was sent -----------------------------------------------------------------------

    def clean_help(self) -> str:
        return self.cleaned_data["help"] or Help.PRACTICE

    def clean_pace_percent(self) -> int | None:
        percent = self.cleaned_data["pace_percent"]
        if percent is not None and not 1 <= percent <= SLOWEST_PERCENT:
            text = gettext("From 1 to %(most)s %%, or nothing.")
            raise ValidationError(text % {"most": SLOWEST_PERCENT})
        return percent

    def clean_items(self) -> list[str]:
        keys = self.cleaned_data["items"]
        try:
            wants = {key: self._want(Item.from_key(key)) for key in keys}
            items = chosen(keys, self.before, wants)
        except UnknownItemError as error:
            raise ValidationError(gettext("There is no “%(item)s”.") % {"item": error}) from None
        if not items:
            raise ValidationError(gettext("Choose at least one drill with a level."))
        if missing := not_offered(items, self.rules):
            raise ValidationError([refusal(item, self.course) for item in missing])
        wished = [item for item in items if item.want and item not in self.before]
        if impossible := [item for item in wished if not can_deal(item, self.rules)]:
            raise ValidationError([_not_dealt(item) for item in impossible])
        self.chosen_items = items
        return keys

    def clean(self) -> dict[str, Any]:
        given = super().clean()
        opens, closes = given.get("opens_at"), given.get("closes_at")
        if opens and closes and closes <= opens:
            self.add_error("closes_at", gettext("It has to close after it opens."))
        # Where nobody counts the seconds, nobody can be too slow.
        if given.get("pace_percent") and not helping(given.get("help") or Help.PRACTICE).target:
            text = gettext("With help “%(help)s” nobody counts the seconds: leave this empty.")
            self.add_error("pace_percent", text % {"help": Help(given["help"]).label})
        items, questions = self.chosen_items, given.get("questions")
        if items and questions and questions < len(items):
            text = ngettext(
                "%(count)d kind of question is chosen: ask at least as many.",
                "%(count)d kinds of questions are chosen: ask at least as many.",
                len(items),
            )
            self.add_error("questions", text % {"count": len(items)})
        return given


def refusal(item: Item, course: Course) -> str:
    """Why *item* cannot stand in a lesson of *course*."""
    words = {"drill": drill_name(item.drill), "game": game_name(item.game)}
    text = gettext("%(house)s does not offer “%(drill)s” in %(game)s.")
    return text % (words | {"house": course.house.display_name})


def _not_dealt(item: Item) -> str:
    names = ", ".join(tag_name(item.drill, tag) for tag in item.want)
    words = {"tag": names, "drill": drill_name(item.drill), "level": item.level}
    return gettext("“%(tag)s” cannot be dealt in “%(drill)s” at level %(level)s.") % words


def _row_key(item: Item) -> str:
    return f"{item.drill}/{item.game}"


def _levels(drill: Drill, game: Game, ticked: set[str]) -> list[tuple[int, str, str, bool]]:
    keys = [(level, Item(drill.key, game.key, level).key) for level in drill.levels]
    return [(level, key, drill.levels[level], key in ticked) for level, key in keys]
