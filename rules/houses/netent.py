"""NetEnt, as BetMGM explains it: a fold loses the AA bonus."""

from typing import Final

from rules.games.base import Source
from rules.houses.base import NAME_SUFFIX, READ, Documented, HouseStyle

_PAGE: Final = Source(f"help.mi.betmgm.com, page on NetEnt’s Casino Hold’em, read {READ}.")
_FOLD: Final = Source(
    f"help.mi.betmgm.com, page on NetEnt’s Casino Hold’em; LVBet and Party say so too. "
    f"Read {READ}."
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
