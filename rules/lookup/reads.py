"""The rules that an inquiry is answered by, and what the page shows beside the answer."""

from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Any, Final

from rules.games import games
from rules.games.documents import DocumentError
from rules.lookup.answering import Answer, ShowdownAnswer, answer, answer_showdown
from rules.lookup.houses import Elsewhere, compare_notes, elsewhere
from rules.lookup.inquiry import Inquiry, NoSuchHouseError, NoSuchVersionError
from rules.lookup.legality import notes
from rules.models import House, TamperedVersionError, Version
from rules.versions import live_versions

_DEFAULT: Final = "reference"


@dataclass(frozen=True, slots=True)
class Choice:
    """A house with its versions for a game that have come into force, the newest first."""

    house: House
    numbers: tuple[int, ...]

    @property
    def live(self) -> int:
        return self.numbers[0]


@dataclass(frozen=True)
class Case:
    """An inquiry with the version it is answered by, None where there are no such rules."""

    inquiry: Inquiry
    choices: tuple[Choice, ...]
    version: Version | None
    now: datetime

    @cached_property
    def answer(self) -> Answer | ShowdownAnswer | None:
        if self.version is None or self.inquiry.misaddressed or not self.inquiry.cards:
            return None
        find = answer if self.inquiry.game.bets else answer_showdown
        return find(self.inquiry, self.version.ruleset)

    @property
    def choice(self) -> Choice | None:
        """The house that is asked."""
        return next((c for c in self.choices if c.house.slug == self.inquiry.house), None)


def open_case(inquiry: Inquiry, now: datetime) -> Case:
    """Find house and version; as soon as there are cards the version is named."""
    choices = _choices(inquiry.game.key, inquiry.house, now)
    by_slug = {choice.house.slug: choice for choice in choices}
    if inquiry.misaddressed or not choices:
        return Case(inquiry, choices, None, now)
    slug = inquiry.house or (_DEFAULT if _DEFAULT in by_slug else choices[0].house.slug)
    if slug not in by_slug:
        wrong = {"house": NoSuchHouseError(given=slug)}
        return Case(_with_problem(inquiry, wrong), choices, None, now)
    choice = by_slug[slug]
    number = inquiry.version or choice.live
    if number not in choice.numbers:
        wrong = {"v": NoSuchVersionError(given=number)}
        return Case(_with_problem(inquiry, wrong), choices, None, now)
    pinned = None if inquiry.is_empty and inquiry.version is None else number
    found = replace(inquiry, house=slug, version=pinned)
    return Case(found, choices, _version(inquiry.game.key, slug, number), now)


def _with_problem(inquiry: Inquiry, problems: dict[str, Any]) -> Inquiry:
    return replace(inquiry, problems={**inquiry.problems, **problems})


def _choices(game: str, asked: str, now: datetime) -> tuple[Choice, ...]:
    """Active houses with rules in force, and the house that is asked, active or not."""
    in_force = Version.objects.filter(game=game, effective_from__lte=now)
    rows = in_force.order_by("house__slug", "-number").values_list("house", "number")
    numbers: dict[int, list[int]] = {}
    for house, number in rows:
        numbers.setdefault(house, []).append(number)
    houses = House.objects.filter(pk__in=numbers)
    return tuple(
        Choice(house, tuple(numbers[house.pk]))
        for house in houses
        if house.active or house.slug == asked
    )


def _version(game: str, slug: str, number: int) -> Version:
    versions = Version.objects.select_related("house")
    return versions.get(game=game, house__slug=slug, number=number)


@dataclass(frozen=True, slots=True)
class Row:
    """The deal in one house, under its version in force."""

    version: Version
    found: Elsewhere


def other_houses(case: Case) -> list[Row]:
    """The same deal under every other set of rules in force; nothing without wagers."""
    found = case.answer
    if not isinstance(found, Answer) or found.round is None or found.settlement is None:
        return []
    if case.version is None or not found.settlement.wagers:
        return []
    bets = {wager.bet: wager.stake for wager in found.settlement.wagers}
    rows = []
    for version in live_versions(case.inquiry.game.key, case.now):
        if version == case.version:
            continue
        try:
            ruleset = version.ruleset
        except (TamperedVersionError, DocumentError):
            continue
        mine = found.settlement
        other = elsewhere(found.round, bets, case.version.ruleset, mine, ruleset)
        if other.problem is None:
            there = notes(found.round, found.bets or {}, case.inquiry.stage, ruleset)
            allowed, forbidden = compare_notes(found.notes, there)
            other = replace(other, allowed=allowed, forbidden=forbidden)
        rows.append(Row(version, other))
    return rows


def tabs(inquiry: Inquiry) -> list[tuple[Any, Inquiry]]:
    """Every game with the inquiry as far as it can be asked there."""
    return [
        (game, inquiry if game == inquiry.game else inquiry.for_game(game))
        for game in games().values()
    ]
