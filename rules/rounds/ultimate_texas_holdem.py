"""Ultimate Texas Hold’em: having game matters to the ante alone."""

from collections.abc import Iterator
from typing import Final

from rules.engine.cards import Card, parse_cards
from rules.engine.text import gettext_noop
from rules.games.base import Ruleset
from rules.games.settlement import Round
from rules.games.ultimate_texas_holdem import dealer_qualifies
from rules.rounds.base import Course, Example, Situation, lay, least_stake

_FLUSH_BOARD: Final = "Kd 9d 7d 4s 2h"
_DRY_BOARD: Final = "Kd 9c 7h 4s 2d"

_FOLD: Final = lay("Js 5h", board=_DRY_BOARD, folded=True)
_WINS_GAME: Final = (
    lay("Ad 5d", "Ks Qc", _FLUSH_BOARD),
    lay("Ks 9h", "7d Qc", _DRY_BOARD),
)
_WINS_NO_GAME: Final = (
    lay("Ad 5d", "Qc Js", _FLUSH_BOARD),
    lay("Ks 8c", "Qc Js", _DRY_BOARD),
)
_TIES_GAME: Final = lay("Qs 3h", "Qh 2c", "Kd Kc 9h 7s 4d")
_TIES_NO_GAME: Final = lay("Qs 3h", "Qh 2c", "Kd Jc 9h 7s 4d")
_LOSES_GAME: Final = lay("Qs Jh", "Ks 3c", _DRY_BOARD)
_LOSES_NO_GAME: Final = lay("Qs Jh", "Ac 3h", _DRY_BOARD)

_EDGE: Final = {
    "pair": ("2h 8c 2c 7d 5s 4h 3d", "As Kd Qc Jh 9s 8d 7c"),
    "none": ("9h 8c 7d 5s 4h 3d 2c",),
}
"""By `qualifier` the weakest and the strongest best five of seven on either side."""


def situations(ruleset: Ruleset) -> tuple[Situation, ...]:
    return tuple(_situations(ruleset))


def _situations(ruleset: Ruleset) -> Iterator[Situation]:
    def play(*rounds: Round) -> tuple[Example, ...]:
        return tuple(_example(round_, ruleset) for round_ in rounds)

    yield Situation("fold", gettext_noop("The guest folds"), play(_FOLD))
    if ruleset.switches["qualifier"] == "none":
        # Whatever the dealer holds is game, and the word says nothing.
        name = gettext_noop("The guest’s hand is higher")
        yield Situation("win", name, play(*_WINS_GAME, *_WINS_NO_GAME))
        name = gettext_noop("The hands are equal")
        yield Situation("tie", name, play(_TIES_GAME, _TIES_NO_GAME))
        name = gettext_noop("The dealer’s hand is higher")
        yield Situation("loss", name, play(_LOSES_GAME, _LOSES_NO_GAME))
        return
    name = gettext_noop("The dealer has game, the guest’s hand is higher")
    yield Situation("win", name, play(*_WINS_GAME))
    name = gettext_noop("The dealer has no game, the guest’s hand is higher")
    yield Situation("win-no-game", name, play(*_WINS_NO_GAME))
    name = gettext_noop("The hands are equal, with game or without")
    yield Situation("tie", name, play(_TIES_GAME, _TIES_NO_GAME))
    name = gettext_noop("The dealer has game and the higher hand")
    yield Situation("loss", name, play(_LOSES_GAME))
    name = gettext_noop("The dealer has no game but the higher hand")
    yield Situation("loss-no-game", name, play(_LOSES_NO_GAME))


def _example(round_: Round, ruleset: Ruleset) -> Example:
    """A fold comes at the river; whoever plays has done so before the flop."""
    ante = least_stake("ante", ruleset)
    bets = {"ante": ante, "blind": ante, "trips": least_stake("trips", ruleset)}
    if not round_.folded:
        multiples = ruleset.switches["preflop_multiples"].split(", ")
        bets["play"] = ante * max(map(int, multiples))
    return Example(round_, bets)


def edge(ruleset: Ruleset) -> tuple[tuple[Card, ...], ...]:
    return tuple(map(parse_cards, _EDGE[ruleset.switches["qualifier"]]))


COURSE: Final = Course(
    game="ultimate-texas-holdem",
    bets=("ante", "blind", "play", "trips"),
    situations=situations,
    edge=edge,
    qualifies=dealer_qualifies,
)
