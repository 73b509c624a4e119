"""Pompano Park, Florida: a player banks, and Trips is paid only to a hand that wins."""

from typing import Final

from rules.engine.text import gettext_noop
from rules.games.base import Source
from rules.houses.base import NAME_SUFFIX, Documented, HouseStyle

_PAGE: Final = Source(
    gettext_noop("islepompanopark.com, page on Ultimate Texas Hold’em, read 2026-11-29.")
)

HOUSE: Final = HouseStyle(
    slug="pompano-park",
    name={
        "en": f"Pompano Park, Florida{NAME_SUFFIX}",
        "uk": f"Помпано-Парк, Флорида{NAME_SUFFIX}",
        "ru": f"Помпано-Парк, Флорида{NAME_SUFFIX}",
    },
    about=f"{_PAGE.text} One of the players banks there, not the house.",
    games={"ultimate-texas-holdem": Documented(switches={"trips_needs_win": ("yes", _PAGE)})},
)
