"""Where the expected figures come from."""

from dataclasses import dataclass
from typing import Final

from rules.engine.text import gettext_noop


@dataclass(frozen=True, slots=True)
class Source:
    """`text` is a msgid, or the name of a publication, which stays as it is; `address` is where
    it was read."""

    text: str
    address: str = ""


REFERENCE: Final = Source(
    gettext_noop("A separate program, written when the rules were collected in November 2026.")
)
EVERY_HAND: Final = Source(
    gettext_noop("Every hand dealt and ranked one by one, in the same run.")
)
READABLE: Final = Source(
    gettext_noop("The slow ranker that also says which cards play, in the same run.")
)
TEXTBOOK: Final = Source(gettext_noop("The formula for combinations."))

# Publications, read on 2026-11-29.
WIKIPEDIA: Final = Source("Wikipedia, “Poker probability”", "wikipedia.org")
PROBABILITY: Final = Source("A copy of “Poker probability”", "bobonieres.eu")
ALSPACH: Final = Source("Brian Alspach, “7-card poker hands”", "people.math.sfu.ca/~alspach")
GAMSOFT: Final = Source("“Russian poker rules – double combinations”", "gamsoft.ru")
TRIPS_QUOTED: Final = Source("Wizard of Odds, as quoted", "pistvendulcilatau.netlify.app")
GOLDEN_NUGGET: Final = Source("Golden Nugget Casino Tukwila", "golden-nugget-casino-tukwila.com")
DISCOUNT: Final = Source("Discount Gambling, Bad Beat bonus", "discountgambling.net")
PLAYTECH: Final = Source("Playtech Casino Hold’em", "livedealer.org")
CARDSFLIP: Final = Source("Casino Hold’em rules", "cardsflip.com/casino-holdem-rules")
