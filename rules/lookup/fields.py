"""What can be typed for each game: places for cards, amounts, and the names of both in queries."""

from dataclasses import dataclass
from functools import cache
from typing import Final

from rules.engine.text import gettext_noop
from rules.games import find_game
from rules.games.actions import Stage
from rules.rounds import courses
from rules.rounds.base import Course

SEATS: Final = range(1, 7)
"""Places at a table of hold'em, clockwise."""

PLAY_STAGES: Final = {
    Stage.PREFLOP: gettext_noop("Before the flop"),
    Stage.FLOP: gettext_noop("On the flop"),
    Stage.RIVER: gettext_noop("At the river"),
}
"""When a bet of several streets was placed, labels by stage."""


@dataclass(frozen=True, slots=True)
class CardField:
    """A place for cards; `key` in queries, `name` and `hint` msgids.

    From `usual` cards on the place is complete, and it holds `most`. Places of one `group` are
    the same hand earlier and later: they may hold the same cards. `aside` ones are rarely
    needed.
    """

    key: str
    name: str
    hint: str
    usual: int
    most: int
    group: str
    aside: bool = False
    seat: int = 0


@dataclass(frozen=True, slots=True)
class Layout:
    """The fields of one game; `amounts` are keys of bets, or of what seats put into the pot."""

    cards: tuple[CardField, ...]
    amounts: tuple[str, ...]
    stages: tuple[Stage, ...] = ()
    seats: bool = False

    def field(self, key: str) -> CardField | None:
        return next((field for field in self.cards if field.key == key), None)


def course_of(game_key: str) -> Course:
    """How the game is played, as far as it is written down."""
    return courses().get(game_key, Course(game_key))


@cache
def layout_of(game_key: str) -> Layout:
    """Raises: UnknownGameError."""
    game = find_game(game_key)
    if not game.bets:
        return _showdown()
    bets = tuple(bet.key for bet in game.bets)
    if not course_of(game_key).board:
        return Layout(_FIVE_CARDS, bets)
    return Layout(_WITH_BOARD, bets, tuple(PLAY_STAGES) if "play" in bets else ())


def seat_key(seat: int) -> str:
    return f"p{seat}"


def chips_key(seat: int) -> str:
    return f"c{seat}"


_BOARD: Final = CardField(
    "board", gettext_noop("Board"), gettext_noop("Flop, turn, river."), 5, 5, "board"
)

_WITH_BOARD: Final = (
    CardField("player", gettext_noop("Player"), gettext_noop("Two cards."), 2, 2, "player"),
    _BOARD,
    CardField("dealer", gettext_noop("Dealer"), gettext_noop("Two cards."), 2, 2, "dealer"),
)

_FIVE_CARDS: Final = (
    CardField(
        "player",
        gettext_noop("Player"),
        gettext_noop("Five cards, or six with the bought one last."),
        5,
        6,
        "player",
    ),
    CardField(
        "dealer",
        gettext_noop("Dealer"),
        gettext_noop("Five cards as they were dealt."),
        5,
        5,
        "dealer",
    ),
    CardField(
        "dealt",
        gettext_noop("Player before the exchange"),
        gettext_noop("Only if cards were exchanged: the five before it."),
        5,
        5,
        "player",
        aside=True,
    ),
    CardField(
        "after",
        gettext_noop("Dealer after the bought game"),
        gettext_noop("Only if the game was bought: all five, the new card among them."),
        5,
        5,
        "dealer",
        aside=True,
    ),
)


def _showdown() -> Layout:
    holes = tuple(
        CardField(
            seat_key(seat),
            gettext_noop("Seat %(seat)s"),
            gettext_noop("Two cards."),
            2,
            2,
            seat_key(seat),
            aside=seat > 2,
            seat=seat,
        )
        for seat in SEATS
    )
    return Layout(
        (*holes[:2], _BOARD, *holes[2:]), tuple(chips_key(seat) for seat in SEATS), seats=True
    )
