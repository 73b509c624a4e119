"""Hold’em at showdown: players against each other, no bet against the house."""

from typing import Final

from rules.engine.text import gettext_noop
from rules.games.base import Game

GAME: Final = Game(
    key="texas-holdem",
    name=gettext_noop("Texas Hold’em"),
    summary=gettext_noop("Two cards each and a board of five; the best hand takes the pot."),
    order=40,
    bets=(),
)
