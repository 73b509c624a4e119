"""Hold’em at showdown: a pot among players, no bet against a dealer."""

from typing import Final

from rules.rounds.base import Course

COURSE: Final = Course(game="texas-holdem")
