"""The settings of a person, guest or user; reads only."""

from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final
from zoneinfo import TZPATH, ZoneInfo, ZoneInfoNotFoundError, available_timezones

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import get_language

from rules.models import House
from rules.versions import UnknownHouseError
from trainer.models.learners import Deck, Keypad, Theme
from trainer.practice.learners import learner_of

DEFAULT_HOUSE: Final = "reference"
AREAS: Final = (
    "Africa/", "America/", "Antarctica/", "Asia/", "Atlantic/", "Australia/", "Europe/",
    "Indian/", "Pacific/",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Preferences:
    """`house` is a short name, `time_zone` empty for the zone of the site.

    `theme` is system, light or dark; `deck` four, two or safe; `keypad` left, centre or right.
    With `go_on` right answers go on by themselves.
    """

    theme: str = Theme.SYSTEM.value
    deck: str = Deck.FOUR.value
    keypad: str = Keypad.CENTRE.value
    keys: bool = True
    go_on: bool = False
    house: str = DEFAULT_HOUSE
    language: str = settings.LANGUAGE_CODE
    time_zone: str = ""

    @property
    def zone(self) -> ZoneInfo:
        """The zone that was chosen, as long as this machine knows it."""
        return self.zone_on("")

    def zone_on(self, device: str) -> ZoneInfo:
        """Like `zone`; where none was chosen, that of the *device*, if there is one."""
        with suppress(ZoneInfoNotFoundError, ValueError):
            return ZoneInfo(self.time_zone or device or settings.TIME_ZONE)
        return ZoneInfo(settings.TIME_ZONE)


def preferences_of(request: HttpRequest) -> Preferences:
    """The visitor's settings, at the cost of `learner_of`."""
    learner = learner_of(request)
    language = get_language() or settings.LANGUAGE_CODE
    if learner is None:
        return Preferences(language=language)
    house = learner.house
    return Preferences(
        theme=learner.theme,
        deck=learner.deck,
        keypad=learner.keypad,
        keys=learner.keys,
        go_on=learner.go_on,
        house=house.slug if house and house.active else DEFAULT_HOUSE,
        language=learner.language if learner.language in dict(settings.LANGUAGES) else language,
        time_zone=learner.time_zone,
    )


def house_of(request: HttpRequest) -> House:
    """The house of new questions: the visitor's, else Reference, else any active one.

    Raises: UnknownHouseError: if no house is active.
    """
    learner = learner_of(request)
    if learner and learner.house and learner.house.active:
        return learner.house
    offered = {house.slug: house for house in House.objects.filter(active=True)}
    for slug in (DEFAULT_HOUSE, *offered):
        if slug in offered:
            return offered[slug]
    raise UnknownHouseError(DEFAULT_HOUSE)


@cache
def zones() -> dict[str, list[tuple[str, str]]]:
    """Zones by area: `{"Europe": [("Europe/Kyiv", "Kyiv"), …]}`."""
    areas: dict[str, list[tuple[str, str]]] = {}
    for name in sorted(_zone_names()):
        area, _, place = name.partition("/")
        areas.setdefault(area, []).append((name, place.replace("_", " ").replace("/", ", ")))
    return areas


def _zone_names() -> set[str]:
    """Every zone once, without old spellings like Europe/Kiev where the machine has the list."""
    known = available_timezones()
    folders: list[Traversable] = [Path(folder) for folder in TZPATH]
    with suppress(ModuleNotFoundError):
        folders.append(resources.files("tzdata") / "zoneinfo")
    for table in (folder / "zone.tab" for folder in folders):
        if table.is_file():
            lines = table.read_text(encoding="utf-8").splitlines()
            return known & {line.split("\t")[2] for line in lines if line[:1] not in ("", "#")}
    return {name for name in known if name.startswith(AREAS)}
