"""Hold’em at showdown: a pot among players, no bet against a dealer."""

from typing import Final

from rules.rounds.base import Round

ROUND: Final = Round(game="texas-holdem")
