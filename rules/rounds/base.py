"""In how many ways a round can end for a box, each with cards and bets that come to it.

What the bets get then is for `rules.rounds.matrix`, which asks `settle`. Words that are longer
than the name of a situation stand in `templates/rules/games/<game>.html`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from rules.engine.cards import Card, parse_cards
from rules.engine.ranking import HandRank
from rules.games.base import Ruleset
from rules.games.settlement import Round

_USUAL_STAKE: Final = Decimal(10)


@dataclass(frozen=True, slots=True)
class Example:
    """A round at its end, with the bets and prices that lie in the box."""

    round: Round
    bets: Mapping[str, Decimal]


@dataclass(frozen=True, slots=True)
class Situation:
    """One line of the table “who pays what”; `name` is a msgid.

    `examples` come to it under the ruleset for which they were made. There are several where
    the name leaves something open: “with game or without”.
    """

    key: str
    name: str
    examples: tuple[Example, ...]


def _no_situations(ruleset: Ruleset) -> tuple[Situation, ...]:
    return ()


def _no_edge(ruleset: Ruleset) -> tuple[tuple[Card, ...], ...]:
    return ()


@dataclass(frozen=True, slots=True)
class Course:
    """How one game goes against the dealer; `bets` are the columns that there can be.

    `situations` are all that the house's rules allow. `edge` gives the weakest hand with which
    the dealer has game and the strongest without, if there is one, and `qualifies` says on
    which side a hand lies. A game among players has none of all this. `board` says whether
    hands share cards (then the first two of an edge hand are the dealer's own), `doubles`
    whether the game knows second combinations.
    """

    game: str
    board: bool = True
    doubles: bool = False
    bets: tuple[str, ...] = ()
    situations: Callable[[Ruleset], tuple[Situation, ...]] = _no_situations
    edge: Callable[[Ruleset], tuple[tuple[Card, ...], ...]] = _no_edge
    qualifies: Callable[[HandRank, Ruleset], bool] | None = None


def least_stake(bet: str, ruleset: Ruleset) -> Decimal:
    """The smallest that the house takes."""
    limits = ruleset.limits.get(bet)
    return _USUAL_STAKE if limits is None else limits.minimum


def lay(
    player: str,
    dealer: str = "",
    board: str = "",
    *,
    folded: bool = False,
    after: str | None = None,
    dealt: str | None = None,
) -> Round:
    """A round written in cards; the names are those of `Round`, `after` is `dealer_after`."""
    return Round(
        player=parse_cards(player),
        dealer=parse_cards(dealer),
        board=parse_cards(board),
        folded=folded,
        dealer_after=None if after is None else parse_cards(after),
        dealt=None if dealt is None else parse_cards(dealt),
    )
