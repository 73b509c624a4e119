"""What the bonus pays: real cards, a stake, the house's table; pay, push or take.

Russian poker: the bonus is one wager that is settled once, by the first-five table or else,
after a bought card, by the six-card table. Ultimate Texas Hold’em: Trips on the best five of
seven, and where the house pays only a win against the dealer’s open cards. Casino Hold’em: the
AA bonus on hole cards and flop, or on seven cards.

What is right
    What `rules.games.settle` gives the bet where it lies alone, with every maximum and the
    rounding of the house, to the cent.

Levels
    1: no bought card, stakes in tens, few near misses.
    2: every second Russian poker hand with a bought card, table stakes.
    3: two of three with a bought card, turn and river lie open beside the flop, odd stakes.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from rules.engine.text import gettext_noop
from rules.games.base import Outcome, Ruleset
from rules.games.settlement import Settled
from trainer.drills import posted
from trainer.drills.amounts import to_money
from trainer.drills.answers import Answer, AnswerKind, MoneyAnswer, Question
from trainer.drills.bonus_mistakes import code, delta
from trainer.drills.bonus_reasons import bonus_tags, explain, judge, marks, switches
from trainer.drills.bonuses import BONUSES, FIRST_FIVE, SIX, stakes
from trainer.drills.deals import Deal, Wager
from trainer.drills.search import Dealing
from trainer.drills.strata.base import Deck, draw_stratum
from trainer.drills.strata.bonus import STRATA
from trainer.drills.stream import Stream
from trainer.drills.tags import TRAP_SKILLS, Trap
from trainer.drills.verdicts import Part, Verdict


class WhatTheBonusPays(Dealing):
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

    def _make(self, rng: Stream, ruleset: Ruleset, level: int, aims: frozenset[str]) -> Deal:
        bonus = BONUSES[ruleset.game]
        stratum = draw_stratum(rng, STRATA, level, aims)
        stake = rng.choice(stakes(bonus, ruleset, level))
        groups = bonus.deal(Deck(rng), stratum.build, ruleset, level)
        wagers = (Wager(bonus.bet, stake),)
        return Deal(self.key, ruleset.game, level, groups, wagers, stratum=stratum.key)

    def _tags(self, deal: Deal, ruleset: Ruleset) -> frozenset[str]:
        return bonus_tags(judge(deal, ruleset))

    def _result(self, deal: Deal, ruleset: Ruleset) -> Outcome:
        return judge(deal, ruleset).result.outcome

    def question(self, deal: Deal, ruleset: Ruleset) -> Question:
        bonus = BONUSES[deal.game]
        return Question(
            AnswerKind.MONEY, bonus.prompt, wager=deal.wagers[0], switches=bonus.switches
        )

    def parse_answer(self, deal: Deal, data: Mapping[str, Sequence[str]]) -> Answer:
        return posted.parse_money(data)

    def expected(self, deal: Deal, ruleset: Ruleset) -> Answer:
        return _answer_for(judge(deal, ruleset).result)

    def switches(self, deal: Deal, ruleset: Ruleset) -> tuple[str, ...]:
        return switches(judge(deal, ruleset))

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
            Fraction(0) if right else delta(judged, answer),
        )
        return Verdict((part,), explain(judged), marks(judged), switches=switches(judged))


def _answer_for(result: Settled) -> MoneyAnswer:
    """In money as it is paid: what comes to less than half a cent is only returned."""
    if result.outcome is not Outcome.PAY:
        return MoneyAnswer(result.outcome)
    amount = to_money(result.profit)
    return MoneyAnswer(Outcome.PAY, amount) if amount else MoneyAnswer(Outcome.PUSH)


DRILL = WhatTheBonusPays()
