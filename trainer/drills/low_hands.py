"""Low hands: which of two is the better low, and does one of eight or better count.

The question names the ranking: ace to five (the ace is low, straights and flushes do not
count), ace to six (the ace is low, they count against the hand), deuce to seven (the ace is
high, they count against the hand). Reading lows is a skill of its own, whatever the house
plays, so every house has these questions.

What is right
    The better low of five cards each, or of the best five of hand and board, as many of either
    as one likes; the tie; and where a low has to be eight or better (five different ranks, none
    above the eight, by ace to five) nobody, if neither hand qualifies. With both halves of a
    pot: who takes the high one and who the low one, as `trainer.drills.halves` says.

Levels
    1: five cards each.
    2: five cards each or a board; straights, flushes and aces in the way; eight or better.
    3: mostly a board, with ranks that lie on it as well, and lows that just miss; where a low
       has to be eight or better, both halves are asked for.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from rules.engine.lowball import Low
from rules.engine.text import gettext_noop
from rules.games.base import Ruleset
from trainer.drills import posted
from trainer.drills.answers import Answer, AnswerKind, ChoiceAnswer, Option, Question
from trainer.drills.deals import LEVELS, Deal, Group, GroupRole
from trainer.drills.halves import (
    HALVES,
    QUESTION,
    Halves,
    asks_for_halves,
    check_halves,
    half_tags,
)
from trainer.drills.low_reasons import code, explain, marks
from trainer.drills.lows import EIGHT, QUALIFIER, SYSTEM, Winner, low_duel, low_tags
from trainer.drills.search import Dealing
from trainer.drills.strata import lows
from trainer.drills.strata.base import Deck, draw_stratum
from trainer.drills.stream import Stream
from trainer.drills.verdicts import Part, Verdict

# How often each ranking is asked for, where a low need not be eight or better.
_SYSTEMS: Final = {Low.ACE_TO_FIVE: 4, Low.ACE_TO_SIX: 2, Low.DEUCE_TO_SEVEN: 4}
_SYSTEM_SKILLS: Final = {f"low:{system.value}": system for system in Low}
_PROMPTS: Final = {
    Low.ACE_TO_FIVE: gettext_noop("Ace to five: which hand is the better low?"),
    Low.ACE_TO_SIX: gettext_noop("Ace to six: which hand is the better low?"),
    Low.DEUCE_TO_SEVEN: gettext_noop("Deuce to seven: which hand is the better low?"),
}
_WHO_TAKES: Final = gettext_noop("Eight or better: who takes the low half?")
_SIDES: Final = (
    Option(Winner.LEFT, GroupRole.PLAYER, 0),
    Option(Winner.TIE, "text", label=gettext_noop("both, the lows are equal")),
    Option(Winner.RIGHT, GroupRole.PLAYER, 1),
)
_NOBODY: Final = Option(Winner.NOBODY, "text", label=gettext_noop("nobody, no low counts"))


class LowHands(Dealing):
    key = "low-hands"
    name = gettext_noop("Low hands")
    summary = gettext_noop("Ace to five, ace to six, deuce to seven: find the better low.")
    order = 16
    generator = 2
    games: tuple[str, ...] = ("texas-holdem",)
    levels: Mapping[int, str] = {
        1: gettext_noop("Five cards each."),
        2: gettext_noop("Straights, flushes, a board, eight or better."),
        3: gettext_noop("Lows that just miss, high and low halves."),
    }
    skills: Mapping[str, str] = {
        "low:A-5": gettext_noop("Ace to five"),
        "low:A-6": gettext_noop("Ace to six"),
        "low:2-7": gettext_noop("Deuce to seven"),
        "eight-or-better": gettext_noop("Eight or better"),
        "high-low": gettext_noop("High and low halves"),
        "scoop": gettext_noop("Both halves for one player"),
        "quartered": gettext_noop("A half that is shared"),
        "no-low": gettext_noop("No low counts"),
        "tie": gettext_noop("Ties"),
        "close": gettext_noop("Lows with the same highest card"),
        "from-below": gettext_noop("Compared from the highest card down"),
        "straight-or-flush": gettext_noop("Straights and flushes that count against a low"),
        "ace": gettext_noop("Aces, low or high"),
        "pair": gettext_noop("Pairs in a low"),
        "counterfeit": gettext_noop("Own cards paired by the board"),
    }

    def _make(self, rng: Stream, ruleset: Ruleset, level: int, aims: frozenset[str]) -> Deal:
        stratum = draw_stratum(rng, lows.STRATA, level, aims)
        eight = stratum.key.startswith(lows.EIGHT)
        system = Low.ACE_TO_FIVE if eight else _draw_system(rng, aims)
        deck = Deck(rng)
        layout = lows.shuffled(deck, stratum.build(deck, system))
        players = tuple(
            Group(GroupRole.PLAYER, tuple(own), seat) for seat, own in enumerate(layout.holes)
        )
        board = (Group(GroupRole.BOARD, tuple(layout.board)),) if layout.board else ()
        facts = [(SYSTEM, system.value)]
        if eight:
            facts.append((QUALIFIER, EIGHT))
            if level == LEVELS[-1]:
                facts.append(HALVES)
        return Deal(
            self.key, ruleset.game, level, board + players, stratum=stratum.key, facts=tuple(facts)
        )

    def _tags(self, deal: Deal, ruleset: Ruleset) -> frozenset[str]:
        return low_tags(deal) | (half_tags(Halves(deal)) if asks_for_halves(deal) else set())

    def _result(self, deal: Deal, ruleset: Ruleset) -> Answer:
        return _answer(deal)

    def question(self, deal: Deal, ruleset: Ruleset) -> Question:
        return _question(deal)

    def parse_answer(self, deal: Deal, data: Mapping[str, Sequence[str]]) -> Answer:
        return posted.parse_choice(_question(deal), data)

    def expected(self, deal: Deal, ruleset: Ruleset) -> Answer:
        return _answer(deal)

    def check(self, deal: Deal, answer: Answer, ruleset: Ruleset) -> Verdict:
        if not isinstance(answer, ChoiceAnswer):
            raise TypeError(f"not an answer to this drill: {answer!r}")
        if asks_for_halves(deal):
            return check_halves(deal, answer)
        duel, given = low_duel(deal), Winner(answer.choice)
        expected = ChoiceAnswer(duel.winner.value)
        right = answer == expected
        mistake = None if right else code(duel, given)
        part = Part("low", right, answer.to_data(), expected.to_data(), mistake)
        return Verdict((part,), explain(duel), marks(duel), duel.winners)


def _draw_system(rng: Stream, aims: frozenset[str]) -> Low:
    """One that is aimed at, otherwise by its share."""
    aimed = [system for skill, system in _SYSTEM_SKILLS.items() if skill in aims]
    systems = aimed or list(_SYSTEMS)
    return rng.weighted(systems, [_SYSTEMS[system] for system in systems])


def _answer(deal: Deal) -> ChoiceAnswer:
    if asks_for_halves(deal):
        return Halves(deal).answer
    return ChoiceAnswer(low_duel(deal).winner.value)


def _question(deal: Deal) -> Question:
    if asks_for_halves(deal):
        return QUESTION
    if QUALIFIER in dict(deal.facts):
        return Question(AnswerKind.CHOICE, _WHO_TAKES, (*_SIDES, _NOBODY))
    return Question(AnswerKind.CHOICE, _PROMPTS[Low(deal.fact(SYSTEM))], _SIDES)


DRILL = LowHands()
