"""Campione, Italy: insurance up to all that the bet could win."""

from typing import Final

from rules.engine.text import gettext_noop
from rules.games.base import Source
from rules.houses.base import NAME_SUFFIX, Documented, HouseStyle

_PAGE: Final = Source(
    gettext_noop("casinocampioneditalia.it, page on Russian poker, read 2026-11-29.")
)

HOUSE: Final = HouseStyle(
    slug="campione",
    name={
        "en": f"Campione, Italy{NAME_SUFFIX}",
        "uk": f"Кампіоне, Італія{NAME_SUFFIX}",
        "ru": f"Кампионе, Италия{NAME_SUFFIX}",
    },
    about=(
        f"{_PAGE.text} It names a maximum of the table without an amount, and a bonus without "
        "its odds."
    ),
    games={
        "russian-poker": Documented(
            switches={
                "ante_on_win": ("push", _PAGE),
                "double_combination": ("on", _PAGE),
                "max_combinations": ("2", _PAGE),
                "exchange_min": ("1", _PAGE),
                "exchange_max": ("5", _PAGE),
                "exchange_price": ("flat", _PAGE),
                "insurance": ("on", _PAGE),
                "insurance_min_category": ("three-of-a-kind", _PAGE),
                "insurance_min": ("1", _PAGE),
                "insurance_max": ("full", _PAGE),
                "buy_game": ("on", _PAGE),
                "forgo_ante": ("yes", _PAGE),
                "max_payout_scope": ("bet", _PAGE),
                "boxes": ("4", _PAGE),
                "blind_boxes": ("3", _PAGE),
            }
        )
    },
)
