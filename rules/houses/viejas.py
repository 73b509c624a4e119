"""Viejas, California: Trips by the 8-6-5 table."""

from typing import Final

from rules.engine.text import gettext_noop
from rules.games import find_game
from rules.games.base import PayTable, Source, make_rows
from rules.houses.base import NAME_SUFFIX, Documented, HouseStyle

_PAGE: Final = Source(gettext_noop("viejas.com, page on Ultimate Texas Hold’em, read 2026-11-29."))

HOUSE: Final = HouseStyle(
    slug="viejas",
    name={
        "en": f"Viejas, California{NAME_SUFFIX}",
        "uk": f"Вієхас, Каліфорнія{NAME_SUFFIX}",
        "ru": f"Вьехас, Калифорния{NAME_SUFFIX}",
    },
    about=_PAGE.text,
    games={
        "ultimate-texas-holdem": Documented(
            tables={
                "blind": (find_game("ultimate-texas-holdem").table("blind").default, _PAGE),
                "trips": (
                    PayTable(
                        make_rows(
                            "royal flush 50, straight flush 40, quads 30, full house 8, flush 6, "
                            "straight 5, trips 3"
                        )
                    ),
                    _PAGE,
                ),
            }
        )
    },
)
