"""A blueprint as it is posted, line by line; without a script lines are added by sending."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext_lazy as _

from rules.games.base import Ruleset
from rules.messages import error_text
from rules.models import House
from rules.translated import TranslatedTextFormField
from rules.versions import rulesets_in_force
from trainer.drills.base import LEVELS, Drill
from trainer.practice.menu import at_house, menu
from trainer.school.lessons.items import Item
from trainer.school.lessons.tagging import MOST_TAGGED, tags_of
from trainer.school.papers.blueprints import MOST_ROWS, Blueprint, BlueprintError, Row

# So many tags of a line can have shares.
SHARES: Final = 4
FIRST_QUESTIONS: Final = 10


class TitleForm(forms.Form):
    title = TranslatedTextFormField(label=_("Title"))


@dataclass(frozen=True)
class Theme:
    """A drill in a game as the house of the course offers it; its key stands in the form."""

    drill: Drill
    game: str
    game_name: str
    ruleset: Ruleset = field(compare=False, repr=False)

    @property
    def key(self) -> str:
        return f"{self.game}/{self.drill.key}"

    @property
    def name(self) -> str:
        return f"{gettext(self.game_name)} · {gettext(self.drill.name)}"

    @property
    def tags(self) -> list[tuple[str, str]]:
        """All that the drill knows, by name."""
        named = ((str(tag), gettext(name)) for tag, name in self.drill.skills.items())
        return sorted(named, key=lambda each: each[1].casefold())


def themes(house: House, now: datetime) -> dict[str, Theme]:
    rules = rulesets_in_force(house, now)
    tiles, _missing = at_house(menu({}), rules)
    found = (
        Theme(entry.drill, game.key, game.name, rules[game.key])
        for game, entries in tiles
        for entry in entries
    )
    return {theme.key: theme for theme in found}


@dataclass
class Line:
    """One line as it was typed, with what is wrong in it; `number` counts from 1."""

    number: int
    theme: Theme | None
    level: str = str(LEVELS[0])
    questions: str = str(FIRST_QUESTIONS)
    shares: list[tuple[str, str]] = field(default_factory=list)
    problem: str = ""

    @property
    def slots(self) -> list[tuple[int, str, str]]:
        """Number, tag and percent of each place for a share."""
        empty = [("", "")] * (SHARES - len(self.shares))
        return [(at, *share) for at, share in enumerate([*self.shares, *empty], 1)]

    @property
    def tags(self) -> list[tuple[str, str]]:
        """By name: what comes up at the level, and what is chosen whether or not; all that the
        drill knows where there is no level or are too many lines to be dealt."""
        if self.theme is None:
            return []
        if self.level not in map(str, LEVELS) or self.number > MOST_TAGGED:
            return self.theme.tags
        item = Item(self.theme.drill.key, self.theme.game, int(self.level))
        chosen = {tag for tag, _percent in self.shares if tag}
        return [(each.tag, each.name) for each in tags_of(item, self.theme.ruleset, chosen)]

    def row(self) -> Row | None:
        """The line as a row; None with its `problem` noted."""
        try:
            return self._row()
        except BlueprintError as error:
            self.problem = error_text(error)
        except ValueError as error:
            self.problem = str(error)
        return None

    def _row(self) -> Row:
        """Raises: ValueError, BlueprintError."""
        if self.theme is None:
            raise ValueError(gettext("Choose what is asked."))
        if self.level not in map(str, LEVELS):
            raise ValueError(gettext("Choose a level."))
        shares: dict[str, int] = {}
        for tag, percent in self.shares:
            if bool(tag) != bool(percent):
                raise ValueError(gettext("A share has a tag and a percentage."))
            if tag in shares:
                raise ValueError(gettext("Each tag has one share."))
            shares[tag] = _whole(percent)
        questions = _whole(self.questions)
        return Row(self.theme.drill.key, self.theme.game, int(self.level), questions, shares)


def _whole(text: str) -> int:
    """Raises: ValueError."""
    if not text.isascii() or not text.isdecimal() or len(text) > 4:
        raise ValueError(gettext("“%(text)s” is not a whole number.") % {"text": text})
    return int(text)


class BlueprintForm:
    """The lines that were posted, or a first one; `do` says what the pressed button does."""

    def __init__(self, offered: Mapping[str, Theme], data: QueryDict | None = None) -> None:
        self.themes = offered
        self.levels = LEVELS
        self.problem: Any = ""
        self.do = "" if data is None else data.get("do", "save")
        first = Line(1, next(iter(offered.values()), None))
        self.lines = [first] if data is None else list(self._read(data))
        if self.do == "add" and len(self.lines) < MOST_ROWS:
            last = self.lines[-1] if self.lines else first
            self.lines.append(Line(len(self.lines) + 1, last.theme, last.level))
        if not self.lines:
            self.lines = [first]

    def _read(self, data: QueryDict) -> Iterator[Line]:
        gone = self.do.removeprefix("remove-")
        kept = [n for n in range(1, MOST_ROWS + 1) if f"theme-{n}" in data and str(n) != gone]
        for number, old in enumerate(kept, 1):
            shares = [
                (data.get(f"tag-{old}-{at}", ""), data.get(f"share-{old}-{at}", "").strip())
                for at in range(1, SHARES + 1)
            ]
            theme = self.themes.get(data[f"theme-{old}"])
            known = dict(theme.tags) if theme else {}
            # The tags of another drill go with it.
            shares = [each for each in shares if any(each) and (not each[0] or each[0] in known)]
            level, questions = data.get(f"level-{old}", ""), data.get(f"questions-{old}", "")
            yield Line(number, theme, level, questions.strip()[:10], shares)

    @property
    def saves(self) -> bool:
        return self.do == "save"

    def blueprint(self) -> Blueprint | None:
        """None with the problems noted."""
        rows = [line.row() for line in self.lines]
        if None in rows:
            self.problem = gettext_lazy("Look at the lines below.")
            return None
        try:
            return Blueprint(tuple(rows))
        except BlueprintError as error:
            self.problem = error_text(error)
        return None
