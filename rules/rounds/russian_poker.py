"""Russian poker: the ante is paid only where the dealer has no game, the bet only where he has."""

from typing import Final

from rules.engine.text import gettext_noop
from rules.games.russian_poker import dealer_qualifies
from rules.rounds.base import COMPARED, Ending, Gets, Round, Situation

ROUND: Final = Round(
    game="russian-poker",
    board=False,
    doubles=True,
    bets=("ante", "bet", "insurance"),
    situations=(
        Situation(
            gettext_noop("The guest folds"),
            frozenset({Ending.FOLD}),
            {"ante": Gets.TAKE},
        ),
        Situation(
            gettext_noop("The dealer has no game"),
            COMPARED,
            {"ante": Gets.EVEN, "bet": Gets.PUSH, "insurance": Gets.EVEN},
            has_game=False,
        ),
        Situation(
            gettext_noop("The dealer has game, the guest’s hand is higher"),
            frozenset({Ending.HIGHER}),
            {"ante": Gets.PUSH, "bet": Gets.TABLE, "insurance": Gets.TAKE},
            has_game=True,
        ),
        Situation(
            gettext_noop("The dealer has game, the hands are equal"),
            frozenset({Ending.EQUAL}),
            {"ante": Gets.PUSH, "bet": Gets.PUSH, "insurance": Gets.PUSH},
            has_game=True,
        ),
        Situation(
            gettext_noop("The dealer has game and the higher hand"),
            frozenset({Ending.LOWER}),
            {"ante": Gets.TAKE, "bet": Gets.TAKE, "insurance": Gets.PUSH},
            has_game=True,
        ),
    ),
    dealer_hands=("2h 2c 6s 5d 3c", "As Kd 4c 3h 2s", "Ac Qs Jd Th 9c"),
    qualifies=dealer_qualifies,
)
