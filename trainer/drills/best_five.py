"""Which five play: choose the five cards that make the best hand.

Russian poker: six cards, of which one was bought. Hold’em games: two cards and a board.

What is right
    Any five that are worth as much as the best five. So suits count only where they make the
    hand, a flush or a straight flush: of a straight with two eights either eight is right, and
    where a board card and a hole card serve alike either of them.

Levels
    1: hands of every category that are plain to see.
    2: near misses, third pairs and runs of six in every second deal.
    3: mostly such hands; the board plays more often.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from rules.engine.ranking import rank_hand
from rules.engine.text import gettext_noop
from rules.games.base import Ruleset
from trainer.drills import posted
from trainer.drills.answers import Answer, AnswerKind, CardsAnswer, Question
from trainer.drills.calls import call_hand
from trainer.drills.deals import Deal, Group, GroupRole
from trainer.drills.five_reasons import code, explain, marks
from trainer.drills.name_the_hand import RUSSIAN, NameTheHand
from trainer.drills.named_hand import named_hand, naming_tags, reads_high
from trainer.drills.playing_fives import nearest_five, right_fives
from trainer.drills.search import Dealing
from trainer.drills.strata import fives
from trainer.drills.strata.base import Deck, draw_stratum
from trainer.drills.stream import Stream
from trainer.drills.verdicts import Part, Verdict

FIVE: Final = 5
SIX: Final = 6
SEVEN: Final = 7
OWN: Final = 2
ALIKE: Final = "serve-alike"


class BestFive(Dealing):
    key = "best-five"
    name = gettext_noop("Which five play")
    summary = gettext_noop("Six or seven cards: choose the five that make the best hand.")
    order = 7
    generator = 1
    games = NameTheHand.games
    levels: Mapping[int, str] = {
        1: gettext_noop("Hands that are plain to see."),
        2: gettext_noop("Third pairs, long runs, near misses."),
        3: gettext_noop("Mostly hands that hold more than five."),
    }
    skills: Mapping[str, str] = {
        **NameTheHand.skills,
        ALIKE: gettext_noop("Cards that serve alike"),
    }

    def offers(self, ruleset: Ruleset) -> bool:
        return reads_high(ruleset)

    def _make(self, rng: Stream, ruleset: Ruleset, level: int, aims: frozenset[str]) -> Deal:
        alone = ruleset.game == RUSSIAN
        stratum = draw_stratum(rng, fives.ALONE if alone else fives.WITH_BOARD, level, aims)
        cards = tuple(stratum.build(Deck(rng), SIX if alone else SEVEN))
        groups: tuple[Group, ...] = (Group(GroupRole.PLAYER, cards, 0, bought=True),)
        if not alone:
            board = Group(GroupRole.BOARD, cards[OWN:])
            groups = (board, Group(GroupRole.PLAYER, cards[:OWN], 0))
        return Deal(self.key, ruleset.game, level, groups, stratum=stratum.key)

    def _tags(self, deal: Deal, ruleset: Ruleset) -> frozenset[str]:
        several = len(right_fives(named_hand(deal))) > 1
        return naming_tags(deal) | ({ALIKE} if several else set())

    def _result(self, deal: Deal, ruleset: Ruleset) -> tuple[int, ...]:
        """The places of the cards that play."""
        named = named_hand(deal)
        return tuple(at for at, card in enumerate(named.cards) if card in named.best.five)

    def _flips(self, before: Deal, ruleset: Ruleset) -> Callable[[Deal], bool]:
        places = self._result(before, ruleset)

        def flips(after: Deal) -> bool:
            named = named_hand(after)
            return rank_hand([named.cards[at] for at in places]) != named.rank

        return flips

    def question(self, deal: Deal, ruleset: Ruleset) -> Question:
        return _question(deal)

    def parse_answer(self, deal: Deal, data: Mapping[str, Sequence[str]]) -> Answer:
        return posted.parse_cards_answer(_question(deal), data)

    def expected(self, deal: Deal, ruleset: Ruleset) -> Answer:
        return CardsAnswer(frozenset(named_hand(deal).best.five))

    def check(self, deal: Deal, answer: Answer, ruleset: Ruleset) -> Verdict:
        if not isinstance(answer, CardsAnswer):
            raise TypeError(f"not an answer to this drill: {answer!r}")
        named = named_hand(deal)
        five = nearest_five(named, answer.cards)
        right = answer.cards == five
        mistake = None if right else code(named, answer.cards)
        part = Part("five", right, answer.to_data(), CardsAnswer(five).to_data(), mistake)
        reasons = explain(named, answer.cards)
        return Verdict((part,), reasons, marks(named, five), call=call_hand(named))


def _question(deal: Deal) -> Question:
    """The cards in the order in which they lie: board, then hand."""
    cards = tuple(card for group in deal.groups for card in group.cards)
    return Question(
        AnswerKind.CARDS, gettext_noop("Which five cards play?"), cards=cards, count=FIVE
    )


DRILL = BestFive()
