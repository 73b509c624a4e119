"""Set or trips, and does the board play: where a hand in a hold’em game comes from.

What is right
    One player: whether the three of a kind in the best five, alone or in a full house, is a
    *set* (a pair in the hand, the third on the board), *trips* (one in the hand, two on the
    board), lies on the board altogether, or is not among the best five at all. Several players:
    for whom the board plays, which it does where no own card makes the hand better.

Levels
    1: three of a kind, two pair or a pair; two players at three boards of ten.
    2: full houses as well, and a set or trips beside a straight or a flush that plays; two or
       three players at three boards of ten.
    3: two to four players at three boards of four; the rest as at level 2.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from rules.engine.text import gettext_noop
from rules.games import find_game
from rules.games.base import Ruleset
from trainer.drills import posted
from trainer.drills.answers import Answer, AnswerKind, ChoiceAnswer, Option, Question
from trainer.drills.calls import call_hand, call_pot
from trainer.drills.deals import Deal, Group, GroupRole
from trainer.drills.named_hand import named_hand, reads_high
from trainer.drills.search import Dealing
from trainer.drills.showdown import showdown
from trainer.drills.strata import threes as strata
from trainer.drills.strata.base import Deck, draw_stratum
from trainer.drills.stream import Stream
from trainer.drills.three_reasons import (
    board_code,
    board_marks,
    explain_board,
    explain_three,
    three_code,
    three_marks,
)
from trainer.drills.threes import (
    BoardPlays,
    Made,
    asks_for_set,
    board_plays,
    is_askable,
    made,
    three_tags,
)
from trainer.drills.verdicts import ErrorCode, Part, Verdict

SEATS: Final = {1: (2,), 2: (2, 3), 3: (2, 3, 4)}

_MADE: Final = (
    Option(Made.SET, "text", label=gettext_noop("set (two in the hand, one on the board)")),
    Option(Made.TRIPS, "text", label=gettext_noop("trips (one in the hand, two on the board)")),
    Option(Made.BOARD, "text", label=gettext_noop("all three on the board")),
    Option(Made.NONE, "text", label=gettext_noop("none in the best five")),
)
_PLAYS: Final = (
    Option(BoardPlays.EVERYONE, "text", label=gettext_noop("for everyone")),
    Option(BoardPlays.SOME, "text", label=gettext_noop("only for some")),
    Option(BoardPlays.NOBODY, "text", label=gettext_noop("for nobody")),
)
_SET_OR_TRIPS: Final = Question(
    AnswerKind.CHOICE, gettext_noop("Three of a kind: set or trips?"), _MADE
)
_FOR_WHOM: Final = Question(
    AnswerKind.CHOICE, gettext_noop("For whom does the board play?"), _PLAYS
)


class SetOrTrips(Dealing):
    key = "set-or-trips"
    name = gettext_noop("Set or trips")
    summary = gettext_noop("Where three of a kind comes from, and for whom the board plays.")
    order = 14
    generator = 2
    games: tuple[str, ...] = ("ultimate-texas-holdem", "casino-holdem", "texas-holdem")
    levels: Mapping[int, str] = {
        1: gettext_noop("Three of a kind, or less; a board of two players."),
        2: gettext_noop("Full houses, and threes that do not play."),
        3: gettext_noop("Mostly: does the board play?"),
    }
    skills: Mapping[str, str] = {
        "set": gettext_noop("Sets"),
        "trips": gettext_noop("Trips"),
        "three-on-board": gettext_noop("Three of a kind on the board"),
        "no-three": gettext_noop("No three of a kind"),
        "full-house": gettext_noop("Set or trips in a full house"),
        "lower-hand": gettext_noop("Three of a kind beside a better hand"),
        "board-plays": gettext_noop("The board plays"),
        "board-plays-for-some": gettext_noop("The board plays for some"),
        "board-plays-for-nobody": gettext_noop("The board plays for nobody"),
        "kicker": gettext_noop("A kicker that beats the board"),
    }

    def offers(self, ruleset: Ruleset) -> bool:
        return reads_high(ruleset)

    def _make(self, rng: Stream, ruleset: Ruleset, level: int, aims: frozenset[str]) -> Deal:
        stratum = draw_stratum(rng, strata.STRATA, level, aims)
        seats = rng.choice(SEATS[level]) if stratum.key in strata.FOR_SEVERAL else 1
        layout = stratum.build(Deck(rng), seats)
        holes = [rng.shuffled(hole) for hole in rng.shuffled(layout.holes)]
        groups = (
            Group(GroupRole.BOARD, tuple(rng.shuffled(layout.board))),
            *(Group(GroupRole.PLAYER, tuple(hole), seat) for seat, hole in enumerate(holes)),
        )
        return Deal(self.key, ruleset.game, level, groups, stratum=stratum.key)

    def _tags(self, deal: Deal, ruleset: Ruleset) -> frozenset[str]:
        return three_tags(deal)

    def _result(self, deal: Deal, ruleset: Ruleset) -> str:
        return _right(deal)

    def _is_askable(self, deal: Deal, ruleset: Ruleset) -> bool:
        return is_askable(deal)

    def question(self, deal: Deal, ruleset: Ruleset) -> Question:
        return _question(deal)

    def parse_answer(self, deal: Deal, data: Mapping[str, Sequence[str]]) -> Answer:
        return posted.parse_choice(_question(deal), data)

    def expected(self, deal: Deal, ruleset: Ruleset) -> Answer:
        return ChoiceAnswer(_right(deal))

    def check(self, deal: Deal, answer: Answer, ruleset: Ruleset) -> Verdict:
        if not isinstance(answer, ChoiceAnswer):
            raise TypeError(f"not an answer to this drill: {answer!r}")
        return (_check_three if asks_for_set(deal) else _check_board)(deal, answer)


def _question(deal: Deal) -> Question:
    return _SET_OR_TRIPS if asks_for_set(deal) else _FOR_WHOM


def _right(deal: Deal) -> str:
    if asks_for_set(deal):
        return made(named_hand(deal)).value
    return board_plays(deal).value


def _part(name: str, deal: Deal, answer: ChoiceAnswer, code: ErrorCode) -> Part:
    expected = ChoiceAnswer(_right(deal))
    right = answer == expected
    return Part(name, right, answer.to_data(), expected.to_data(), None if right else code)


def _check_three(deal: Deal, answer: ChoiceAnswer) -> Verdict:
    named, given = named_hand(deal), Made(answer.choice)
    part = _part("three", deal, answer, three_code(named, given))
    return Verdict((part,), explain_three(named, given), three_marks(named), call=call_hand(named))


def _check_board(deal: Deal, answer: ChoiceAnswer) -> Verdict:
    table = showdown(deal)
    part = _part("board", deal, answer, board_code(deal, BoardPlays(answer.choice)))
    verdict = Verdict((part,), explain_board(deal), board_marks(deal, table))
    if find_game(deal.game).bets:
        # Guests of the house play against its dealer: none of them wins from another.
        return verdict
    return replace(verdict, winners=table.winners, call=call_pot(table))


DRILL = SetOrTrips()
