"""Does the dealer qualify: the dealer's hand lies open; does it reach what the house asks for?

Russian poker: five cards, ace-king or a pair by the rules of the house. Ultimate Texas Hold’em:
any pair, the board's too. Casino Hold’em: a pair of fours, or of another rank by the rules of
the house. A house where every hand qualifies has no such question.

What is right
    What `dealer_qualifies` of the game says of the best five cards.

Levels
    1: plain hands, two of three far from the line.
    2: every second hand close to the line: just enough, just short, no pair but a straight.
    3: nearly all of them, and hands that only look like a straight or a flush.
"""

from collections.abc import Mapping, Sequence

from rules.engine.ranking import SUITED_CATEGORIES
from rules.engine.text import gettext_noop
from rules.games.base import Ruleset
from trainer.drills import posted
from trainer.drills.answers import Answer, AnswerKind, ChoiceAnswer, Option, Question
from trainer.drills.deals import Deal, Group, GroupRole
from trainer.drills.qualifying import (
    SHORT,
    Edge,
    Qualifying,
    edges,
    explain,
    judge,
    marks,
    needs_nothing,
    qualifier,
    qualifying_tags,
    switches,
    traps,
)
from trainer.drills.search import Dealing
from trainer.drills.strata.base import Deck, draw_stratum
from trainer.drills.strata.qualifying import STRATA, deal_qualifying
from trainer.drills.stream import Stream
from trainer.drills.tags import TRAP_SKILLS, Trap
from trainer.drills.verdicts import ErrorCode, Part, Verdict

RUSSIAN = "russian-poker"
YES, NO = "yes", "no"
OPTIONS = (
    Option(YES, "text", label=gettext_noop("the dealer qualifies")),
    Option(NO, "text", label=gettext_noop("the dealer does not qualify")),
)


class DealerQualifies(Dealing):
    key = "dealer-qualifies"
    name = gettext_noop("Does the dealer qualify")
    summary = gettext_noop("The dealer’s hand lies open: is it enough to play?")
    order = 40
    generator = 1
    games: tuple[str, ...] = (RUSSIAN, "ultimate-texas-holdem", "casino-holdem")
    levels: Mapping[int, str] = {
        1: gettext_noop("Plain hands."),
        2: gettext_noop("Hands close to the line."),
        3: gettext_noop("Near misses and hands that mislead."),
    }
    skills: Mapping[str, str] = {
        "qualifies:yes": gettext_noop("Dealers who qualify"),
        "qualifies:no": gettext_noop("Dealers who do not qualify"),
        "just-enough": gettext_noop("Just enough to qualify"),
        "just-short": gettext_noop("Just too little to qualify"),
        Edge.WITHOUT_PAIR: gettext_noop("Straights and flushes without a pair"),
        Edge.LOW_TWO_PAIR: gettext_noop("Two low pairs"),
        Edge.BOARD_PAIR: gettext_noop("A pair on the board"),
        Edge.LOW_PAIR: gettext_noop("A pair that is too low"),
        Edge.ACE_ALONE: gettext_noop("An ace without a king"),
        Edge.KING_ALONE: gettext_noop("A king without an ace"),
        Edge.ACE_KING: gettext_noop("Ace-king where a pair is needed"),
        **{
            trap.value: TRAP_SKILLS[trap]
            for trap in (Trap.FOUR_FLUSH, Trap.FOUR_STRAIGHT, Trap.WRAP)
        },
    }

    def offers(self, ruleset: Ruleset) -> bool:
        return not needs_nothing(ruleset)

    def _make(self, rng: Stream, ruleset: Ruleset, level: int, aims: frozenset[str]) -> Deal:
        stratum = draw_stratum(rng, STRATA, level, aims)
        count = 5 if ruleset.game == RUSSIAN else 7
        cards = deal_qualifying(Deck(rng), stratum.build, qualifier(ruleset), count)
        own = cards if ruleset.game == RUSSIAN else cards[:2]
        board = () if ruleset.game == RUSSIAN else (Group(GroupRole.BOARD, tuple(cards[2:])),)
        groups = (*board, Group(GroupRole.DEALER, tuple(own)))
        return Deal(self.key, ruleset.game, level, groups, stratum=stratum.key)

    def _tags(self, deal: Deal, ruleset: Ruleset) -> frozenset[str]:
        return qualifying_tags(judge(deal, ruleset))

    def _result(self, deal: Deal, ruleset: Ruleset) -> bool:
        return judge(deal, ruleset).qualifies

    def question(self, deal: Deal, ruleset: Ruleset) -> Question:
        prompt = gettext_noop("Does the dealer qualify?")
        return Question(AnswerKind.CHOICE, prompt, OPTIONS, switches=("qualifier",))

    def parse_answer(self, deal: Deal, data: Mapping[str, Sequence[str]]) -> Answer:
        return posted.parse_choice(Question(AnswerKind.CHOICE, "", OPTIONS), data)

    def expected(self, deal: Deal, ruleset: Ruleset) -> Answer:
        return _answer_for(judge(deal, ruleset))

    def switches(self, deal: Deal, ruleset: Ruleset) -> tuple[str, ...]:
        return switches(judge(deal, ruleset))

    def check(self, deal: Deal, answer: Answer, ruleset: Ruleset) -> Verdict:
        if not isinstance(answer, ChoiceAnswer):
            raise TypeError(f"not an answer to this drill: {answer!r}")
        judged = judge(deal, ruleset)
        expected = _answer_for(judged)
        right = answer == expected
        part = Part(
            "qualifies",
            right,
            answer.to_data(),
            expected.to_data(),
            None if right else _code(judged),
        )
        return Verdict((part,), explain(judged), marks(judged), switches=switches(judged))


def _answer_for(judged: Qualifying) -> ChoiceAnswer:
    return ChoiceAnswer(YES if judged.qualifies else NO)


def _code(judged: Qualifying) -> ErrorCode:
    """What the wrong one of two answers comes from.

    A straight or flush that was not seen; a hand that falls short of what the house asks for;
    a straight or flush that is not there. Whatever else was not held against what is asked for.
    """
    found = edges(judged)
    if Edge.WITHOUT_PAIR in found:
        suited = judged.rank.category in SUITED_CATEGORIES
        return ErrorCode.MISSED_FLUSH if suited else ErrorCode.MISSED_STRAIGHT
    seen = traps(judged) and SHORT.isdisjoint(found)
    return ErrorCode.MISREAD_HAND if seen else ErrorCode.QUALIFICATION


DRILL = DealerQualifies()
