"""The dealer's game, bought, where the house sells it.

Russian poker: a guest pays one ante for another card to a dealer without game. Houses differ in
the card that goes and in what becomes of a new card of the same rank.

What is right
    What `swapped_card`, `is_redrawn` and `dealer_qualifies` of the game say.

Levels
    1: which card goes.
    2: the new card lies there: is it drawn again, does the dealer have game now?
    3: the same with straights, flushes and cards with which another house would go on
       otherwise.
"""

from collections.abc import Mapping, Sequence

from rules.engine.cards import Card, parse_card
from rules.engine.ranking import HandRank, rank_hand
from rules.engine.text import gettext_noop
from rules.games.base import Ruleset
from rules.games.russian_poker import is_redrawn, swapped_card
from trainer.drills import posted
from trainer.drills.answers import Answer, AnswerKind, ChoiceAnswer, Option, Question
from trainer.drills.buying import (
    AGAIN,
    GAME,
    NO_GAME,
    WHICH,
    Purchase,
    buying_tags,
    card_code,
    differs_elsewhere,
    explain,
    is_offered,
    judge,
    marks,
    result_code,
    switches,
)
from trainer.drills.deals import Deal, Group, GroupRole
from trainer.drills.qualifying import qualifier
from trainer.drills.search import Dealing
from trainer.drills.strata.base import Deck, draw_stratum
from trainer.drills.strata.buying import STRATA, Table
from trainer.drills.stream import Stream
from trainer.drills.verdicts import Part, Verdict

RUSSIAN = "russian-poker"
OPTIONS = (
    Option(AGAIN, "text", label=gettext_noop("the card is drawn again")),
    Option(GAME, "text", label=gettext_noop("the dealer has game now")),
    Option(NO_GAME, "text", label=gettext_noop("the dealer still has no game")),
)


class BoughtGame(Dealing):
    key = "bought-game"
    name = gettext_noop("The bought game")
    summary = gettext_noop(
        "Which card goes, is it drawn again, and does the dealer have game now?"
    )
    order = 70
    generator = 1
    games: tuple[str, ...] = (RUSSIAN,)
    levels: Mapping[int, str] = {
        1: gettext_noop("Which card goes?"),
        2: gettext_noop("What does the new card do?"),
        3: gettext_noop("New cards that other houses treat otherwise."),
    }
    skills: Mapping[str, str] = {
        "which-card": gettext_noop("The card that goes"),
        "drawn:again": gettext_noop("Cards that are drawn again"),
        "drawn:game": gettext_noop("Cards that bring game"),
        "drawn:no-game": gettext_noop("Cards that bring no game"),
        "without-pair": gettext_noop("Straights and flushes without a pair"),
        "other-house": gettext_noop("Cards that other houses treat otherwise"),
    }

    def offers(self, ruleset: Ruleset) -> bool:
        return is_offered(ruleset)

    def _make(self, rng: Stream, ruleset: Ruleset, level: int, aims: frozenset[str]) -> Deal:
        stratum = draw_stratum(rng, STRATA, level, aims)
        five, new = stratum.build(Deck(rng), _table(ruleset))
        groups = [Group(GroupRole.DEALER, tuple(five))]
        groups += [Group(GroupRole.DRAWN, (card,)) for card in new]
        return Deal(self.key, ruleset.game, level, tuple(groups), stratum=stratum.key)

    def _is_askable(self, deal: Deal, ruleset: Ruleset) -> bool:
        # A game that is there already cannot be bought.
        return not qualifier(ruleset)(_rank(deal))

    def _tags(self, deal: Deal, ruleset: Ruleset) -> frozenset[str]:
        return buying_tags(judge(deal, ruleset))

    def _result(self, deal: Deal, ruleset: Ruleset) -> object:
        purchase = judge(deal, ruleset)
        return purchase.place if deal.level == WHICH else purchase.result

    def question(self, deal: Deal, ruleset: Ruleset) -> Question:
        known = ("buy_game_card", "redraw_same_rank", "qualifier")
        if deal.level == WHICH:
            prompt = gettext_noop("The game is bought. Which card goes?")
            return Question(AnswerKind.CHOICE, prompt, _cards(deal), switches=known[:1])
        prompt = gettext_noop("The game is bought and this card is drawn. What now?")
        return Question(AnswerKind.CHOICE, prompt, OPTIONS, switches=known)

    def parse_answer(self, deal: Deal, data: Mapping[str, Sequence[str]]) -> Answer:
        options = _cards(deal) if deal.level == WHICH else OPTIONS
        return posted.parse_choice(Question(AnswerKind.CHOICE, "", options), data)

    def expected(self, deal: Deal, ruleset: Ruleset) -> Answer:
        return _answer_for(deal, judge(deal, ruleset))

    def switches(self, deal: Deal, ruleset: Ruleset) -> tuple[str, ...]:
        return switches(judge(deal, ruleset))

    def check(self, deal: Deal, answer: Answer, ruleset: Ruleset) -> Verdict:
        if not isinstance(answer, ChoiceAnswer):
            raise TypeError(f"not an answer to this drill: {answer!r}")
        purchase = judge(deal, ruleset)
        expected = _answer_for(deal, purchase)
        right = answer == expected
        code = None
        if not right:
            which = deal.level == WHICH
            code = (
                card_code(purchase, parse_card(answer.choice))
                if which
                else result_code(purchase, answer.choice)
            )
        part = Part("bought_game", right, answer.to_data(), expected.to_data(), code)
        return Verdict((part,), explain(purchase), marks(purchase), switches=switches(purchase))


def _rank(deal: Deal) -> HandRank:
    return rank_hand(deal.dealer)


def _cards(deal: Deal) -> tuple[Option, ...]:
    return tuple(Option(str(card), "card", value=card) for card in deal.dealer)


def _answer_for(deal: Deal, purchase: Purchase) -> ChoiceAnswer:
    return ChoiceAnswer(str(purchase.old) if deal.level == WHICH else purchase.result)


def _table(ruleset: Ruleset) -> Table:
    def goes(five: Sequence[Card]) -> int:
        return five.index(swapped_card(five, ruleset))

    return Table(
        qualifies=qualifier(ruleset),
        goes=goes,
        again=lambda old, new: is_redrawn(old, new, ruleset),
        differs=lambda five, new: differs_elsewhere(Purchase(ruleset, tuple(five), new)),
    )


DRILL = BoughtGame()
