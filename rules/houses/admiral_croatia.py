"""Admiral, Croatia: the dealer needs a pair."""

from typing import Final

from rules.engine.text import gettext_noop
from rules.games.base import Source
from rules.houses.base import NAME_SUFFIX, Documented, HouseStyle

_PAGE: Final = Source(
    gettext_noop("admiral.hr, page of the grand casino with its layout, read 2026-11-29.")
)

HOUSE: Final = HouseStyle(
    slug="admiral-croatia",
    name={
        "en": f"Admiral, Croatia{NAME_SUFFIX}",
        "uk": f"Адмірал, Хорватія{NAME_SUFFIX}",
        "ru": f"Адмирал, Хорватия{NAME_SUFFIX}",
    },
    about=f"{_PAGE.text} The pair stands on the layout: “ante pushes if dealer has less”.",
    games={
        "russian-poker": Documented(
            switches={
                "qualifier": ("pair", _PAGE),
                "exchange_min": ("1", _PAGE),
            }
        )
    },
)
