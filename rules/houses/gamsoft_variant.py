"""“Some casinos” of gamsoft.ru: a straight with one rank twice makes a pair besides."""

from typing import Final

from rules.engine.text import gettext_noop
from rules.games import find_game
from rules.games.base import Source
from rules.houses.base import NAME_SUFFIX, Documented, HouseStyle

_PAGE: Final = Source(
    gettext_noop("gamsoft.ru, “Russian poker rules – double combinations”, read 2026-11-29.")
)
_SOME: Final = Source(
    gettext_noop("gamsoft.ru, of “some casinos”; so casinoz.club too. Read 2026-11-29.")
)

HOUSE: Final = HouseStyle(
    slug="gamsoft-variant",
    name={
        "en": f"gamsoft.ru, variant{NAME_SUFFIX}",
        "uk": f"gamsoft.ru, варіант{NAME_SUFFIX}",
        "ru": f"gamsoft.ru, вариант{NAME_SUFFIX}",
    },
    about=(
        f"{_PAGE.text} The page calls two straights “classic” and says that some casinos pay a "
        "straight and a pair; this is how those do it."
    ),
    games={
        "russian-poker": Documented(
            switches={
                "double_combination": ("on", _PAGE),
                "dup_straight": ("straight_plus_pair", _SOME),
                "insurance": ("on", _PAGE),
                "insurance_min_category": ("three-of-a-kind", _PAGE),
                "insurance_on_loss": ("return", _PAGE),
                "redraw_same_rank": ("yes", _PAGE),
            },
            # The page gives the sums of all 21 double combinations, which this ladder yields.
            tables={"bet": (find_game("russian-poker").table("bet").default, _PAGE)},
        )
    },
)
