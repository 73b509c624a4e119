"""Corona, Phu Quoc: no exchange of one card, and one card only for a bought game."""

from typing import Final

from rules.games.base import Source
from rules.houses.base import NAME_SUFFIX, READ, Documented, HouseStyle

_PAGE: Final = Source(f"casinocorona.vn, page on poker, read {READ}.")

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
