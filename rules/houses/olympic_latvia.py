"""Olympic, Latvia: a fold loses the bonus too."""

from typing import Final

from rules.engine.text import gettext_noop
from rules.games.base import Source
from rules.houses.base import NAME_SUFFIX, Documented, HouseStyle

_PAGE: Final = Source(gettext_noop("olympic-casino.lv, page on Russian poker, read 2026-11-29."))

HOUSE: Final = HouseStyle(
    slug="olympic-latvia",
    name={
        "en": f"Olympic, Latvia{NAME_SUFFIX}",
        "uk": f"Олімпік, Латвія{NAME_SUFFIX}",
        "ru": f"Олимпик, Латвия{NAME_SUFFIX}",
    },
    about=f"{_PAGE.text} An older page of the house, with exchanges from two cards, is left out.",
    games={
        "russian-poker": Documented(
            switches={
                "sixth_card_price": ("1", _PAGE),
                "exchange_min": ("1", _PAGE),
                "exchange_max": ("5", _PAGE),
                "exclusive_with_exchange": ("yes", _PAGE),
                "insurance": ("on", _PAGE),
                "insurance_min_category": ("three-of-a-kind", _PAGE),
                "insurance_min": ("1", _PAGE),
                "insurance_max": ("half", _PAGE),
                "bonus_lost_on_fold": ("yes", _PAGE),
                "up_card": ("last", _PAGE),
            }
        )
    },
)
