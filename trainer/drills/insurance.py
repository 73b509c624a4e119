"""Insurance against a dealer without game, where the house offers it.

Russian poker: a strong hand may be insured before the bet is put down, from one ante up to a
part of what the bet could win; without game it is paid 1:1.

What is right
    What `rules.games.legal_actions` allows and `rules.games.settle` pays.

Levels
    1: may it be placed; five cards.
    2: how much of it at most, every fifth time at least; every second hand with a bought card.
    3: how it ends, also where it should have been refused; two hands of three with one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

from rules.engine.text import gettext_noop
from rules.games import russian_poker
from rules.games.base import Outcome, Ruleset
from rules.games.settlement import Settled
from rules.games.switches import amount_of
from trainer.drills import posted
from trainer.drills.amounts import to_money
from trainer.drills.answers import (
    AmountAnswer,
    Answer,
    AnswerKind,
    ChoiceAnswer,
    MoneyAnswer,
    Option,
    Question,
)
from trainer.drills.bonuses import USUAL_LIMITS, usual_stakes
from trainer.drills.deals import CannotDealError, Deal, Group, GroupRole, Wager
from trainer.drills.insurance_mistakes import delta, end_code, limit_code, may_code
from trainer.drills.insuring import (
    ASKED,
    END,
    INSURANCE,
    LEAST,
    LIMIT,
    MAY,
    MOST,
    SWITCHES,
    Insured,
    explain,
    insuring_tags,
    is_offered,
    marks,
    switches,
)
from trainer.drills.qualifying import qualifier
from trainer.drills.search import Dealing
from trainer.drills.strata.base import BOUGHT, TRIES, Deck, draw_stratum
from trainer.drills.strata.insuring import STRATA, Layout, Table
from trainer.drills.stream import Stream
from trainer.drills.verdicts import ErrorCode, Part, Verdict

RUSSIAN = "russian-poker"
YES, NO = "yes", "no"
OPTIONS = (
    Option(YES, "text", label=gettext_noop("it may be insured")),
    Option(NO, "text", label=gettext_noop("insurance is refused")),
)
PROMPTS = {
    LEAST: gettext_noop("What is the least insurance for this hand?"),
    MOST: gettext_noop("What is the most insurance for this hand?"),
}
# Of so many questions for a limit one asks for the least.
LEAST_EVERY = 5
# So many antes of insurance at most are dealt.
MOST_ANTES = 12


class Insurance(Dealing):
    key = "insurance"
    name = gettext_noop("Insurance")
    summary = gettext_noop("May the hand be insured, for how much, and how does it end?")
    order = 60
    generator = 1
    games: tuple[str, ...] = (RUSSIAN,)
    levels: Mapping[int, str] = {
        1: gettext_noop("May it be placed?"),
        2: gettext_noop("How much of it?"),
        3: gettext_noop("How does it end?"),
    }
    skills: Mapping[str, str] = {
        "may:yes": gettext_noop("Hands that may be insured"),
        "may:no": gettext_noop("Insurance that is refused"),
        "just-insurable": gettext_noop("Just strong enough for insurance"),
        "refused:too-weak": gettext_noop("Too weak for insurance"),
        "refused:too-late": gettext_noop("Too late for insurance"),
        "limit:least": gettext_noop("The least insurance"),
        "limit:most": gettext_noop("The most insurance"),
        "limit:one": gettext_noop("Most insurance, one combination"),
        "limit:two": gettext_noop("Most insurance, two combinations"),
        "ends:no-game": gettext_noop("Insurance that is paid"),
        "ends:win": gettext_noop("Insurance when the guest wins"),
        "ends:tie": gettext_noop("Insurance on a tie"),
        "ends:loss": gettext_noop("Insurance when the dealer wins"),
        "ends:too-weak": gettext_noop("Insurance of a hand that is too weak"),
    }

    def offers(self, ruleset: Ruleset) -> bool:
        return is_offered(ruleset)

    def _make(self, rng: Stream, ruleset: Ruleset, level: int, aims: frozenset[str]) -> Deal:
        ante = rng.choice(_antes(ruleset, level))
        table = _table(ruleset)
        for _ in range(TRIES):
            stratum = draw_stratum(rng, STRATA, level, aims)
            bought = rng.below(BOUGHT[level]) > 0
            layout = stratum.build(Deck(rng), table, 5 + bought)
            deal = self._lay(rng, ruleset, level, ante, layout)
            if self._is_askable(deal, ruleset):
                return replace(deal, stratum=stratum.key)
        raise CannotDealError(f"{ruleset.house} leaves no room for insurance")

    def _lay(
        self, rng: Stream, ruleset: Ruleset, level: int, ante: Decimal, layout: Layout
    ) -> Deal:
        bought = len(layout.player) == 6
        groups = [Group(GroupRole.PLAYER, tuple(rng.shuffled(layout.player)), 0, bought)]
        wagers = [Wager("ante", ante)]
        facts: tuple[tuple[str, str], ...] = ()
        if layout.late or level == END:
            bet = ante * int(ruleset.switches["bet_multiple"])
            wagers.append(Wager("bet", bet))
        if level == END:
            groups.append(Group(GroupRole.DEALER, tuple(rng.shuffled(layout.dealer))))
        if level == LIMIT:
            facts = ((ASKED, LEAST if rng.below(LEAST_EVERY) == 0 else MOST),)
        deal = Deal(self.key, ruleset.game, level, tuple(groups), tuple(wagers), facts=facts)
        return _with_insurance(rng, deal, ruleset) if level == END else deal

    def _is_askable(self, deal: Deal, ruleset: Ruleset) -> bool:
        return deal.level != LIMIT or not Insured(deal, ruleset).refused

    def _tags(self, deal: Deal, ruleset: Ruleset) -> frozenset[str]:
        return insuring_tags(Insured(deal, ruleset)) & self.skills.keys()

    def _result(self, deal: Deal, ruleset: Ruleset) -> object:
        insured = Insured(deal, ruleset)
        if deal.level == MAY:
            return not insured.refused
        return insured.limit if deal.level == LIMIT else insured.settled.outcome

    def question(self, deal: Deal, ruleset: Ruleset) -> Question:
        known = tuple(
            key for key in SWITCHES[deal.level] if key.startswith(("ins", "max", "qual"))
        )
        match deal.level:
            case 1:
                prompt = gettext_noop("May this hand be insured now?")
                return Question(AnswerKind.CHOICE, prompt, OPTIONS, switches=known)
            case 2:
                prompt = PROMPTS[deal.fact(ASKED)]
                return Question(AnswerKind.AMOUNT, prompt, switches=known)
            case _:
                prompt = gettext_noop("What becomes of the insurance?")
                wager = next(w for w in deal.wagers if w.bet == INSURANCE)
                return Question(AnswerKind.MONEY, prompt, wager=wager, switches=known)

    def parse_answer(self, deal: Deal, data: Mapping[str, Sequence[str]]) -> Answer:
        match deal.level:
            case 1:
                return posted.parse_choice(Question(AnswerKind.CHOICE, "", OPTIONS), data)
            case 2:
                return posted.parse_amount_answer(data)
            case _:
                return posted.parse_money(data)

    def expected(self, deal: Deal, ruleset: Ruleset) -> Answer:
        insured = Insured(deal, ruleset)
        match deal.level:
            case 1:
                return ChoiceAnswer(NO if insured.refused else YES)
            case 2:
                return AmountAnswer(to_money(insured.limit))
            case _:
                return _answer_for(insured.settled)

    def switches(self, deal: Deal, ruleset: Ruleset) -> tuple[str, ...]:
        return switches(Insured(deal, ruleset))

    def check(self, deal: Deal, answer: Answer, ruleset: Ruleset) -> Verdict:
        expected = self.expected(deal, ruleset)
        if type(answer) is not type(expected):
            raise TypeError(f"not an answer to this drill: {answer!r}")
        insured = Insured(deal, ruleset)
        right = answer == expected
        part = Part(
            INSURANCE,
            right,
            answer.to_data(),
            expected.to_data(),
            None if right else _code(insured, answer),
            Fraction(0) if right else _delta(insured, answer),
        )
        return Verdict((part,), explain(insured), marks(insured), switches=switches(insured))


def _table(ruleset: Ruleset) -> Table:
    return Table(
        insurable=lambda rank: russian_poker.is_insurable(rank, ruleset),
        qualifies=qualifier(ruleset),
    )


def _antes(ruleset: Ruleset, level: int) -> Sequence[Decimal]:
    """The antes of a level; where the house has a maximum those that it leaves room to insure,
    if any."""
    limits = ruleset.limits.get("ante", USUAL_LIMITS)
    offered = usual_stakes(limits, frozenset(), level)
    cap = amount_of(ruleset, "max_payout")
    if cap is None:
        return offered
    most = cap / 2 if ruleset.switches["insurance_max"] == "half" else cap
    return [ante for ante in offered if ante <= most] or offered


def _with_insurance(rng: Stream, deal: Deal, ruleset: Ruleset) -> Deal:
    """*deal* with as many antes of insurance as the hand allows, each number equally likely; one
    ante where it allows none."""
    ante = Insured(deal, ruleset).ante
    before = Insured(replace(deal, wagers=deal.wagers[:1]), ruleset)
    most = 1
    if not before.refused and before.stakes.most is not None:
        most = min(int(before.stakes.most // Fraction(ante)), MOST_ANTES)
    stake = ante * (1 + rng.below(most))
    return replace(deal, wagers=(*deal.wagers, Wager(INSURANCE, stake)))


def _answer_for(settled: Settled) -> MoneyAnswer:
    if settled.outcome is not Outcome.PAY:
        return MoneyAnswer(settled.outcome)
    amount = to_money(settled.profit)
    return MoneyAnswer(Outcome.PAY, amount) if amount else MoneyAnswer(Outcome.PUSH)


def _code(insured: Insured, answer: Answer) -> ErrorCode:
    if isinstance(answer, AmountAnswer):
        return limit_code(insured, answer.amount)
    if isinstance(answer, MoneyAnswer):
        return end_code(insured, answer)
    return may_code(insured)


def _delta(insured: Insured, answer: Answer) -> Fraction:
    return delta(insured, answer) if isinstance(answer, MoneyAnswer) else Fraction(0)


DRILL = Insurance()
