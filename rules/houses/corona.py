"""Corona, Phu Quoc: no exchange of one card, and one card only for a bought game."""

from typing import Final

from rules.engine.text import gettext_noop
from rules.games.base import Source
from rules.houses.base import NAME_SUFFIX, Documented, HouseStyle

_PAGE: Final = Source(gettext_noop("casinocorona.vn, page on poker, read 2026-11-29."))

HOUSE: Final = HouseStyle(
    slug="corona",
    name={
        "en": f"Corona, Phu Quoc{NAME_SUFFIX}",
        "uk": f"Корона, Фукуок{NAME_SUFFIX}",
        "ru": f"Корона, Фукуок{NAME_SUFFIX}",
    },
    about=_PAGE.text,
    games={
        "russian-poker": Documented(
            switches={
                "exchange_min": ("2", _PAGE),
                "exchange_max": ("5", _PAGE),
                "insurance": ("on", _PAGE),
                "insurance_min_category": ("three-of-a-kind", _PAGE),
                "buy_game": ("on", _PAGE),
                "buy_game_card": ("highest", _PAGE),
                "redraw_same_rank": ("no", _PAGE),
                "blind_boxes": ("3", _PAGE),
            }
        )
    },
)
