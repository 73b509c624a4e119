"""Ultimate Texas Hold’em: having game matters to the ante alone."""

from typing import Final

from rules.engine.text import gettext_noop
from rules.games.ultimate_texas_holdem import dealer_qualifies
from rules.rounds.base import Ending, Gets, Round, Situation

ROUND: Final = Round(
    game="ultimate-texas-holdem",
    bets=("ante", "blind", "play"),
    situations=(
        Situation(
            gettext_noop("The guest folds"),
            frozenset({Ending.FOLD}),
            {"ante": Gets.TAKE, "blind": Gets.TAKE},
        ),
        Situation(
            gettext_noop("The dealer has game, the guest’s hand is higher"),
            frozenset({Ending.HIGHER}),
            {"ante": Gets.EVEN, "blind": Gets.TABLE, "play": Gets.EVEN},
            has_game=True,
        ),
        Situation(
            gettext_noop("The dealer has no game, the guest’s hand is higher"),
            frozenset({Ending.HIGHER}),
            {"ante": Gets.PUSH, "blind": Gets.TABLE, "play": Gets.EVEN},
            has_game=False,
        ),
        Situation(
            gettext_noop("The hands are equal, with game or without"),
            frozenset({Ending.EQUAL}),
            {"ante": Gets.PUSH, "blind": Gets.PUSH, "play": Gets.PUSH},
        ),
        Situation(
            gettext_noop("The dealer has game and the higher hand"),
            frozenset({Ending.LOWER}),
            {"ante": Gets.TAKE, "blind": Gets.TAKE, "play": Gets.TAKE},
            has_game=True,
        ),
        Situation(
            gettext_noop("The dealer has no game but the higher hand"),
            frozenset({Ending.LOWER}),
            {"ante": Gets.PUSH, "blind": Gets.TAKE, "play": Gets.TAKE},
            has_game=False,
        ),
    ),
    dealer_hands=("2h 2c 6s 5d 3c", "As Kd Qc Jh 9s"),
    qualifies=dealer_qualifies,
)
