"""How a person stands, for the page of progress; reads only."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, tzinfo
from functools import cached_property
from typing import Final

from django.utils.formats import date_format
from django.utils.translation import gettext, pgettext

from trainer.drills import drills
from trainer.practice.record import charts, latest, weeks
from trainer.practice.record.latest import Given, Risk
from trainer.practice.record.shares import Share, steady_percent
from trainer.practice.schedule import Skill

# Of the skills so many are drawn; a table has all.
DRAWN: Final = 8
DAYS: Final = 28


@dataclass(frozen=True, slots=True)
class SkillLine:
    skill: Skill
    share: Share

    @property
    def name(self) -> str:
        return gettext(drills()[self.skill.drill].skills[self.skill.tag])


class Standing:
    """Of the learner that *whose* finds, on *today* in *zone*: two queries, at once."""

    def __init__(self, whose: Mapping[str, int | None], zone: tzinfo, today: date) -> None:
        self.today = today
        self.spells = weeks.days(whose, zone)
        self.given: list[Given] = latest.latest(whose) if self.spells else []

    @cached_property
    def all(self) -> weeks.Spell:
        """Every answer there is."""
        return weeks.total(self.spells.values(), self.today)

    @property
    def answered_today(self) -> int:
        spell = self.spells.get(self.today)
        return spell.share.answers if spell else 0

    @cached_property
    def weeks(self) -> list[weeks.Spell]:
        return weeks.weeks(self.spells, self.today)

    @property
    def days(self) -> int:
        """Of the last `DAYS`, those with practice."""
        return weeks.days_of(self.spells, self.today, DAYS)

    @cached_property
    def steady(self) -> int | None:
        by_drill = latest.grouped(self.given, lambda each: (each.drill, each.game))
        return steady_percent([[each.busy_ms for each in some] for some in by_drill.values()])

    @cached_property
    def risk(self) -> Risk:
        return latest.risk(self.given)

    @cached_property
    def games(self) -> dict[str, Share]:
        return latest.games(self.given)

    @cached_property
    def skills(self) -> list[SkillLine]:
        """The weakest first; without tags that the program no longer knows."""
        return [
            SkillLine(skill, share)
            for skill, share in latest.skills(self.given)
            if skill.drill in drills() and skill.tag in drills()[skill.drill].skills
        ]

    @property
    def weakest(self) -> list[SkillLine]:
        return [line for line in self.skills if not line.share.missing][:DRAWN]

    @property
    def accuracy_chart(self) -> charts.Bars:
        values = [week.share.right_percent for week in self.weeks]
        return charts.bars(values, 100, self._labels)

    @property
    def minutes_chart(self) -> charts.Bars:
        values = [week.minutes if week.share.answers else None for week in self.weeks]
        return charts.bars(values, max(filter(None, values), default=1), self._labels)

    @property
    def _labels(self) -> list[str]:
        # Translators: Django’s format of a date under a bar, as short as it is understood.
        short = pgettext("date format on a chart", "j M")
        return [date_format(week.first, short) for week in self.weeks]
