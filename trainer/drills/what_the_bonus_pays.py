"""What the bonus pays: real cards, a stake, the house's table; pay, push or take.

Russian poker: the bonus is one wager that is settled once, by the first-five table or else,
after a bought card, by the six-card table. Ultimate Texas Hold’em: Trips on the best five of
seven. Casino Hold’em: the AA bonus on hole cards and flop.

Levels
    1: no bought card, stakes in tens, few near misses.
    2: every second Russian poker hand with a bought card, table stakes.
    3: two of three with a bought card, turn and river lie open beside the flop, odd stakes.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from rules.engine.text import gettext_noop
from rules.games.base import Outcome, Ruleset, WagerResult
from trainer.drills import answers
from trainer.drills.amounts import to_money
from trainer.drills.base import (
    Answer,
    AnswerKind,
    Deal,
    MoneyAnswer,
    Part,
    Question,
    Verdict,
    Wager,
)
from trainer.drills.bonus_mistakes import code, delta
from trainer.drills.bonus_reasons import bonus_tags, explain, judge, marks
from trainer.drills.bonuses import BONUSES, FIRST_FIVE, SIX, stakes
from trainer.drills.search import deal_variant, deal_wanted, require_dealable
from trainer.drills.strata.base import Deck, draw_stratum
from trainer.drills.strata.bonus import STRATA
from trainer.drills.stream import Stream
from trainer.drills.tags import TRAP_SKILLS, Trap


class WhatTheBonusPays:
    key = "what-the-bonus-pays"
    name = gettext_noop("What the bonus pays")
    summary = gettext_noop("Real cards and a stake: pay, push or take by the house’s table.")
    order = 20
    generator = 1
    games: tuple[str, ...] = tuple(BONUSES)
    levels: Mapping[int, str] = {
        1: gettext_noop("Plain hands, round stakes."),
        2: gettext_noop("Near misses, table stakes."),
        3: gettext_noop("Cards that come too late, odd stakes."),
    }
    skills: Mapping[str, str] = {
        "outcome:pay": gettext_noop("Bets that are paid"),
        "outcome:push": gettext_noop("Bets that are returned"),
        "outcome:take": gettext_noop("Bets that are taken"),
        "row:high-card": gettext_noop("Pay row: high card"),
        "row:ace-king": gettext_noop("Pay row: ace-king"),
        "row:pair": gettext_noop("Pay row: pair"),
        "row:two-pair": gettext_noop("Pay row: two pair"),
        "row:three-of-a-kind": gettext_noop("Pay row: three of a kind"),
        "row:straight": gettext_noop("Pay row: straight"),
        "row:flush": gettext_noop("Pay row: flush"),
        "row:full-house": gettext_noop("Pay row: full house"),
        "row:four-of-a-kind": gettext_noop("Pay row: four of a kind"),
        "row:straight-flush": gettext_noop("Pay row: straight flush"),
        "row:royal-flush": gettext_noop("Pay row: royal flush"),
        "row:none": gettext_noop("Hands on no pay row"),
        f"table:{FIRST_FIVE}": gettext_noop("Settled on the first five"),
        f"table:{SIX}": gettext_noop("Settled after the bought card"),
        "late-cards": gettext_noop("Cards that come too late"),
        "wheel": gettext_noop("The wheel"),
        "board-plays": gettext_noop("The board plays"),
        **{
            trap.value: TRAP_SKILLS[trap]
            for trap in Trap
            if trap not in (Trap.COUNTERFEIT, Trap.IDLE_KICKER)
        },
    }

    def deal(
        self,
        rng: Stream,
        ruleset: Ruleset,
        level: int,
        want: frozenset[str] = frozenset(),
        variant_of: Deal | None = None,
    ) -> Deal:
        require_dealable(self, ruleset, level, want, variant_of)
        if variant_of is None:
            return deal_wanted(lambda aims: self._deal(rng, ruleset, level, aims), want)
        outcome = judge(variant_of, ruleset).result.outcome

        def accept(deal: Deal) -> Deal | None:
            if judge(deal, ruleset).result.outcome is outcome:
                return None
            tagged = _tagged(deal, ruleset)
            return tagged if want <= tagged.tags else None

        return deal_variant(rng, variant_of, accept)

    def _deal(self, rng: Stream, ruleset: Ruleset, level: int, aims: frozenset[str]) -> Deal:
        bonus = BONUSES[ruleset.game]
        stratum = draw_stratum(rng, STRATA, level, aims)
        stake = rng.choice(stakes(bonus, ruleset, level))
        groups = bonus.deal(Deck(rng), stratum.build, ruleset, level)
        wagers = (Wager(bonus.bet, stake),)
        deal = Deal(self.key, ruleset.game, level, groups, wagers, stratum=stratum.key)
        return _tagged(deal, ruleset)

    def question(self, deal: Deal, ruleset: Ruleset) -> Question:
        return Question(AnswerKind.MONEY, BONUSES[deal.game].prompt, wager=deal.wagers[0])

    def parse_answer(self, deal: Deal, data: Mapping[str, Sequence[str]]) -> Answer:
        return answers.parse_money(data)

    def expected(self, deal: Deal, ruleset: Ruleset) -> Answer:
        return _answer_for(judge(deal, ruleset).result)

    def check(self, deal: Deal, answer: Answer, ruleset: Ruleset) -> Verdict:
        if not isinstance(answer, MoneyAnswer):
            raise TypeError(f"not an answer to this drill: {answer!r}")
        judged = judge(deal, ruleset)
        expected = _answer_for(judged.result)
        right = answer == expected
        part = Part(
            judged.result.bet,
            right,
            answer.to_data(),
            expected.to_data(),
            None if right else code(judged, answer),
            Fraction(0) if right else delta(judged.result, answer),
        )
        return Verdict((part,), explain(judged), marks(judged))


def _tagged(deal: Deal, ruleset: Ruleset) -> Deal:
    return replace(deal, tags=bonus_tags(judge(deal, ruleset)))


def _answer_for(result: WagerResult) -> MoneyAnswer:
    if result.outcome is not Outcome.PAY:
        return MoneyAnswer(result.outcome)
    return MoneyAnswer(Outcome.PAY, to_money(result.profit))


DRILL = WhatTheBonusPays()
