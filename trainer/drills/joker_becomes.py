"""What the joker becomes: an ace or the card that completes a straight or a flush, or any card.

The question names what the joker may be, so every house has these questions, whatever lies in
its pack.

What is right
    The rank that makes the best hand, or, where there are five cards without it, that it does
    not play because no card it may be makes the hand better.

Levels
    1: four cards and the joker.
    2: every second time a board of five, one card and the joker.
    3: always a board; jokers that do not play more often.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from rules.engine.jokers import Joking
from rules.engine.text import gettext_noop
from rules.games.base import Ruleset
from trainer.drills import posted
from trainer.drills.answers import Answer, AnswerKind, ChoiceAnswer, Option, Question
from trainer.drills.deals import Deal, Group, GroupRole
from trainer.drills.joker_reasons import code, explain, joker_mark, marks
from trainer.drills.jokers import IDLE, JOKING, RANK_OF, joker_hand, joker_tags, offered
from trainer.drills.search import Dealing
from trainer.drills.strata import jokers
from trainer.drills.strata.base import Deck, draw_stratum
from trainer.drills.stream import Stream
from trainer.drills.verdicts import Part, Verdict

_KINDS: Final = (Joking.BUG, Joking.WILD)
_PROMPTS: Final = {
    Joking.BUG: gettext_noop("The joker is a bug. What does it become?"),
    Joking.WILD: gettext_noop("The joker is any card. What does it become?"),
}
_IDLE: Final = Option(IDLE, "text", label=gettext_noop("it does not play"))
_RANKS: Final = {letter: Option(letter, "rank", value=rank) for letter, rank in RANK_OF.items()}


class JokerBecomes(Dealing):
    key = "joker-becomes"
    name = gettext_noop("What the joker becomes")
    summary = gettext_noop("A bug or any card: which rank makes the best hand?")
    order = 18
    generator = 1
    games: tuple[str, ...] = ("texas-holdem",)
    levels: Mapping[int, str] = {
        1: gettext_noop("Four cards and the joker."),
        2: gettext_noop("Also with a board."),
        3: gettext_noop("A board, and jokers that do not play."),
    }
    skills: Mapping[str, str] = {
        "joker:bug": gettext_noop("The joker as a bug"),
        "joker:wild": gettext_noop("The joker as any card"),
        "joker-ace": gettext_noop("A bug that is an ace"),
        "joker-completes": gettext_noop("A bug that completes a hand"),
        "joker-best": gettext_noop("The best of all cards"),
        "joker-idle": gettext_noop("A joker that does not play"),
        "five-of-a-kind": gettext_noop("Five of a kind"),
        "other-joker": gettext_noop("Where bug and any card differ"),
    }

    def _make(self, rng: Stream, ruleset: Ruleset, level: int, aims: frozenset[str]) -> Deal:
        stratum = draw_stratum(rng, jokers.STRATA, level, aims)
        joking = _draw_kind(rng, aims)
        board = level == 3 or (level == 2 and rng.below(2) > 0)
        cards = tuple(rng.shuffled(stratum.build(Deck(rng), 6 if board else 4)))
        groups: tuple[Group, ...] = (Group(GroupRole.PLAYER, cards, 0, joker=True),)
        if board:
            own = Group(GroupRole.PLAYER, cards[:1], 0, joker=True)
            groups = (Group(GroupRole.BOARD, cards[1:]), own)
        facts = ((JOKING, joking.value),)
        return Deal(self.key, ruleset.game, level, groups, stratum=stratum.key, facts=facts)

    def _tags(self, deal: Deal, ruleset: Ruleset) -> frozenset[str]:
        return joker_tags(joker_hand(deal))

    def _result(self, deal: Deal, ruleset: Ruleset) -> str:
        return joker_hand(deal).answer

    def question(self, deal: Deal, ruleset: Ruleset) -> Question:
        return _question(deal)

    def parse_answer(self, deal: Deal, data: Mapping[str, Sequence[str]]) -> Answer:
        return posted.parse_choice(_question(deal), data)

    def expected(self, deal: Deal, ruleset: Ruleset) -> Answer:
        return ChoiceAnswer(joker_hand(deal).answer)

    def check(self, deal: Deal, answer: Answer, ruleset: Ruleset) -> Verdict:
        if not isinstance(answer, ChoiceAnswer):
            raise TypeError(f"not an answer to this drill: {answer!r}")
        hand, given = joker_hand(deal), answer.choice
        right = given == hand.answer
        expected = ChoiceAnswer(hand.answer).to_data()
        mistake = None if right else code(hand, given)
        part = Part("joker", right, answer.to_data(), expected, mistake)
        return Verdict((part,), explain(hand, given), marks(hand), joker=joker_mark(hand))


def _draw_kind(rng: Stream, aims: frozenset[str]) -> Joking:
    """The one that is aimed at, otherwise either as often."""
    aimed = [kind for kind in _KINDS if f"joker:{kind.value}" in aims]
    return rng.choice(aimed or _KINDS)


def _question(deal: Deal) -> Question:
    hand = joker_hand(deal)
    options = tuple(_IDLE if key == IDLE else _RANKS[key] for key in offered(hand))
    return Question(AnswerKind.CHOICE, _PROMPTS[hand.joking], options)


DRILL = JokerBecomes()
