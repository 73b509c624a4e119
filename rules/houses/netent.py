"""NetEnt, as BetMGM explains it: a fold loses the AA bonus."""

from typing import Final

from rules.engine.text import gettext_noop
from rules.games.base import Source
from rules.houses.base import NAME_SUFFIX, Documented, HouseStyle

_PAGE: Final = Source(
    gettext_noop("help.mi.betmgm.com, page on NetEnt’s Casino Hold’em, read 2026-11-29.")
)
_FOLD: Final = Source(
    gettext_noop(
        "help.mi.betmgm.com, page on NetEnt’s Casino Hold’em; LVBet and Party say so too. "
        "Read 2026-11-29."
    )
)

HOUSE: Final = HouseStyle(
    slug="netent",
    name={
        "en": f"NetEnt{NAME_SUFFIX}",
        "uk": f"NetEnt{NAME_SUFFIX}",
        "ru": f"NetEnt{NAME_SUFFIX}",
    },
    about=_PAGE.text,
    games={
        "casino-holdem": Documented(
            switches={"qualifier": ("4", _PAGE), "aa_on_fold": ("lose", _FOLD)}
        )
    },
)
