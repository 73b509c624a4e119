"""Casino Hold’em: without game of the dealer the ante is paid by its table all the same."""

from typing import Final

from rules.engine.text import gettext_noop
from rules.games.casino_holdem import dealer_qualifies
from rules.rounds.base import COMPARED, Ending, Gets, Round, Situation

ROUND: Final = Round(
    game="casino-holdem",
    bets=("ante", "call"),
    situations=(
        Situation(
            gettext_noop("The guest folds"),
            frozenset({Ending.FOLD}),
            {"ante": Gets.TAKE},
        ),
        Situation(
            gettext_noop("The dealer has no game"),
            COMPARED,
            {"ante": Gets.TABLE, "call": Gets.PUSH},
            has_game=False,
        ),
        Situation(
            gettext_noop("The dealer has game, the guest’s hand is higher"),
            frozenset({Ending.HIGHER}),
            {"ante": Gets.TABLE, "call": Gets.EVEN},
            has_game=True,
        ),
        Situation(
            gettext_noop("The dealer has game, the hands are equal"),
            frozenset({Ending.EQUAL}),
            {"ante": Gets.PUSH, "call": Gets.PUSH},
            has_game=True,
        ),
        Situation(
            gettext_noop("The dealer has game and the higher hand"),
            frozenset({Ending.LOWER}),
            {"ante": Gets.TAKE, "call": Gets.TAKE},
            has_game=True,
        ),
    ),
    dealer_hands=("4h 4c 6s 5d 2c", "3s 3d Ac Kh Qs"),
    qualifies=dealer_qualifies,
)
