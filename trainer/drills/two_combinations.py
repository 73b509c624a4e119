"""Two combinations: which cards Russian poker pays the bet for, once or twice.

Five cards or six of a guest who wins. The cards of the first combination are to be chosen, and
those of the second or that there is none. Kickers belong to no combination.

What is right
    Every pair of sets that `rules.engine.combinations.judge_second` has no objection to, under
    the switches and the pay table of the house, in either order.

Levels
    1: five cards, ace-king is all that can be second.
    2: every second hand with a bought card.
    3: two of three with one, mostly hands that only seem to hold a second combination.
"""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction

from rules.engine.text import gettext_noop
from rules.games.base import Ruleset
from trainer.drills import posted
from trainer.drills.answers import Answer, AnswerKind, CardsAnswer, Question
from trainer.drills.bonuses import USUAL_LIMITS, usual_stakes
from trainer.drills.combos import (
    Chosen,
    Combos,
    code,
    combos_tags,
    delta,
    explain,
    judge,
    look_at,
    marks,
    paid_combos,
    switches,
)
from trainer.drills.deals import CannotDealError, Deal, Group, GroupRole, Wager
from trainer.drills.search import Dealing
from trainer.drills.strata.base import BOUGHT, TRIES, Deck, draw_stratum
from trainer.drills.strata.combos import STRATA
from trainer.drills.stream import Stream
from trainer.drills.verdicts import ErrorCode, Part, Verdict

RUSSIAN = "russian-poker"


class TwoCombinations(Dealing):
    key = "two-combinations"
    name = gettext_noop("Two combinations")
    summary = gettext_noop("Choose the cards that the bet is paid for, once or twice.")
    order = 50
    generator = 1
    games: tuple[str, ...] = (RUSSIAN,)
    levels: Mapping[int, str] = {
        1: gettext_noop("Five cards; only ace-king can be second."),
        2: gettext_noop("Every second hand with a bought card."),
        3: gettext_noop("Hands that only seem to hold two."),
    }
    skills: Mapping[str, str] = {
        "combinations:two": gettext_noop("Two combinations are paid"),
        "combinations:one": gettext_noop("One combination is paid"),
        "second:ace-king": gettext_noop("Ace-king as the second"),
        "second:pair": gettext_noop("A pair as the second"),
        "second:two-pair": gettext_noop("Two pair as the second"),
        "second:straight": gettext_noop("A straight as the second"),
        "second:flush": gettext_noop("A flush as the second"),
        "second:full-house": gettext_noop("A full house as the second"),
        "second:straight-flush": gettext_noop("A straight flush as the second"),
        "inside": gettext_noop("Ace-king inside the first"),
        "half": gettext_noop("An ace or a king alone"),
        "straight-twice": gettext_noop("A straight with one rank twice"),
    }

    def _make(self, rng: Stream, ruleset: Ruleset, level: int, aims: frozenset[str]) -> Deal:
        limits = ruleset.limits.get("ante", USUAL_LIMITS)
        ante = rng.choice(usual_stakes(limits, frozenset(), level))
        stake = ante * Decimal(ruleset.switches["bet_multiple"])
        for _ in range(TRIES):
            stratum = draw_stratum(rng, STRATA, level, aims)
            bought = rng.below(BOUGHT[level]) > 0
            cards = rng.shuffled(stratum.build(Deck(rng), 5 + bought))
            group = Group(GroupRole.PLAYER, tuple(cards), seat=0, bought=bought)
            wagers = (Wager("bet", stake),)
            deal = Deal(self.key, ruleset.game, level, (group,), wagers, stratum=stratum.key)
            if self._is_askable(deal, ruleset):
                return deal
        raise CannotDealError(f"{ruleset.house} pays no combination of the bet")

    def _is_askable(self, deal: Deal, ruleset: Ruleset) -> bool:
        return bool(paid_combos(deal.players[0].cards, ruleset, deal.wagers[0].stake))

    def _tags(self, deal: Deal, ruleset: Ruleset) -> frozenset[str]:
        return combos_tags(judge(deal, ruleset)) & self.skills.keys()

    def _result(self, deal: Deal, ruleset: Ruleset) -> int:
        return len(judge(deal, ruleset).paid)

    def question(self, deal: Deal, ruleset: Ruleset) -> Question:
        return Question(
            AnswerKind.CARDS,
            gettext_noop("The guest wins. Which cards is the bet paid for?"),
            wager=deal.wagers[0],
            switches=("double_combination", "dup_straight"),
            cards=deal.players[0].cards,
            asks_second=True,
        )

    def parse_answer(self, deal: Deal, data: Mapping[str, Sequence[str]]) -> Answer:
        cards = deal.players[0].cards
        asked = Question(AnswerKind.CARDS, "", cards=cards, asks_second=True)
        return posted.parse_cards_answer(asked, data)

    def expected(self, deal: Deal, ruleset: Ruleset) -> Answer:
        return _answer_for(judge(deal, ruleset))

    def switches(self, deal: Deal, ruleset: Ruleset) -> tuple[str, ...]:
        return switches(deal, judge(deal, ruleset))

    def check(self, deal: Deal, answer: Answer, ruleset: Ruleset) -> Verdict:
        if not isinstance(answer, CardsAnswer):
            raise TypeError(f"not an answer to this drill: {answer!r}")
        combos = judge(deal, ruleset)
        chosen = look_at(combos, answer)
        return Verdict(
            _parts(combos, chosen),
            explain(combos, chosen),
            marks(combos),
            switches=switches(deal, combos),
        )


def _answer_for(combos: Combos) -> CardsAnswer:
    second = combos.second
    return CardsAnswer(
        frozenset(combos.first.core), None if second is None else frozenset(second.core)
    )


def _parts(combos: Combos, chosen: Chosen) -> tuple[Part, Part]:
    """The first combination and the second, each with the cards that were chosen for it.

    A right set is expected as it was chosen: other cards may make the same combination. The
    money that is wrong stands with the first part that is.
    """
    expected = _answer_for(combos)
    first_is_right = chosen.right or chosen.about_second
    second_is_right = chosen.right or (
        not chosen.about_second and chosen.second == (expected.second or frozenset())
    )
    wrong = None if chosen.right else code(chosen)
    cost = Fraction(0) if chosen.right else delta(combos, chosen)
    first_right = chosen.first if first_is_right else expected.cards
    second_right = chosen.second if second_is_right else expected.second or frozenset()
    return (
        Part(
            "first",
            first_is_right,
            CardsAnswer(chosen.first).to_data(),
            CardsAnswer(first_right).to_data(),
            None if first_is_right else wrong,
            Fraction(0) if first_is_right else cost,
        ),
        Part(
            "second",
            second_is_right,
            CardsAnswer(chosen.second).to_data(),
            CardsAnswer(second_right).to_data(),
            None if second_is_right else wrong if first_is_right else ErrorCode.SECOND_COMBINATION,
            Fraction(0) if second_is_right or not first_is_right else cost,
        ),
    )


DRILL = TwoCombinations()
