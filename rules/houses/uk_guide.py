"""A British guide to table games: before the flop Play is four antes or nothing."""

from typing import Final

from rules.engine.text import gettext_noop
from rules.games.base import Source
from rules.houses.base import NAME_SUFFIX, Documented, HouseStyle

_PAGE: Final = Source(
    gettext_noop("ukcasinotablegames.info, page on Ultimate Texas Hold’em, read 2026-11-29.")
)

HOUSE: Final = HouseStyle(
    slug="uk-guide",
    name={
        "en": f"UK guide{NAME_SUFFIX}",
        "uk": f"Британський довідник{NAME_SUFFIX}",
        "ru": f"Британский справочник{NAME_SUFFIX}",
    },
    about=(
        f"{_PAGE.text} Under “Blind” the page prints 20, 6, 4, 3, odds as they are usual for "
        "Trips: taken for a misprint and left out."
    ),
    games={"ultimate-texas-holdem": Documented(switches={"preflop_multiples": ("4", _PAGE)})},
)
