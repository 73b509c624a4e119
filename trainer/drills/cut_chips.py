"""Cut it in chips: a box is settled and has to be paid; which chips go to it?

The payouts are those of whole rounds; the cards lie open with the verdict.

What is right
    The exact amount in the fewest chips, of those that the house has. Where there are several
    ways with the fewest any of them is right.

Levels
    1: the sum is given.
    2: the amounts of all bets that are paid are given, mostly of several; they go in one cut.
    3: the stakes are given with what they pay to one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import Final

from rules.engine.text import gettext_noop
from rules.games.base import Ruleset
from rules.games.switches import amount_of, parse_chips, rounding_unit, smallest_chip
from trainer.drills import posted
from trainer.drills.answers import Answer, AnswerKind, ChipsAnswer, Question
from trainer.drills.bonuses import USUAL_LIMITS
from trainer.drills.box_deals import deal_box
from trainer.drills.box_reasons import marks, winners
from trainer.drills.boxes import GAMES
from trainer.drills.chips import count_of
from trainer.drills.deals import CannotDealError, Deal
from trainer.drills.payouts import (
    CHIPS,
    Payout,
    as_facts,
    box_of,
    code,
    explain,
    is_right,
    payout_tags,
    switches,
    told,
    wagers_of,
)
from trainer.drills.search import Dealing
from trainer.drills.stream import Stream
from trainer.drills.verdicts import Part, Verdict

# Boxes that are dealt until one pays something that the chips of the house make; of so many of
# them one that fits the level is looked for, at first one that is paid for several bets.
_TRIES: Final = 60
_PATIENCE: Final = 24
_CAPS: Final = ("max_payout", "bonus_max_payout")
# More chips than this nobody cuts for one box, if the house has larger ones.
_MOST_CHIPS: Final = {1: 10, 2: 14, 3: 18}


class CutChips(Dealing):
    key = "cut-chips"
    name = gettext_noop("Cut it in chips")
    summary = gettext_noop("A box is to be paid: the right amount in the fewest chips.")
    order = 120
    generator = 2
    games: tuple[str, ...] = GAMES
    levels: Mapping[int, str] = {
        1: gettext_noop("One sum."),
        2: gettext_noop("The bets of a box in one cut."),
        3: gettext_noop("Stakes and odds, in one cut."),
    }
    skills: Mapping[str, str] = {
        "one-bet": gettext_noop("One bet is paid"),
        "several-bets": gettext_noop("Several bets are paid together"),
        "fraction": gettext_noop("Amounts that are not whole"),
        "not-greedy": gettext_noop("The largest chip first is not the fewest"),
        "many-chips": gettext_noop("Eight chips or more"),
    }

    def offers(self, ruleset: Ruleset) -> bool:
        """Whether stakes and maximums are whole numbers of the smallest chip, so that winnings
        come out even as a rule; a house that rounds needs only chips that are small enough."""
        limits = ruleset.limits.get("ante", USUAL_LIMITS)
        chip = Fraction(smallest_chip(ruleset))
        if rounding_unit(ruleset) is not None:
            return chip <= limits.minimum
        caps = [amount_of(ruleset, key) for key in _CAPS if key in ruleset.switches]
        amounts = [Fraction(limits.minimum), Fraction(limits.step), *filter(None, caps)]
        return not any(amount % chip for amount in amounts)

    def _make(self, rng: Stream, ruleset: Ruleset, level: int, aims: frozenset[str]) -> Deal:
        spare: tuple[int, Deal] | None = None
        for number in range(_TRIES):
            if spare is not None and number >= _PATIENCE:
                break
            deal = _hidden(deal_box(rng, self.key, ruleset, level, aims), ruleset)
            payout = Payout(box_of(deal, ruleset))
            if not payout.paid or payout.fewest is None:
                continue
            count = count_of(payout.fewest)
            several = level > 1 and number < _PATIENCE // 12
            if len(payout.paid) > several and 1 < count <= _MOST_CHIPS[level]:
                return deal
            if spare is None or count < spare[0]:
                spare = count, deal
        if spare is None:
            raise CannotDealError(f"no payout in {_TRIES} could be cut in the chips of the house")
        return spare[1]

    def _tags(self, deal: Deal, ruleset: Ruleset) -> frozenset[str]:
        return payout_tags(Payout(box_of(deal, ruleset)))

    def _result(self, deal: Deal, ruleset: Ruleset) -> Decimal:
        return Payout(box_of(deal, ruleset)).total

    def question(self, deal: Deal, ruleset: Ruleset) -> Question:
        return Question(
            AnswerKind.CHIPS,
            gettext_noop("Pay this out in the fewest chips."),
            chips=parse_chips(deal.fact(CHIPS)),
            wagers=wagers_of(deal),
            switches=("rounding", "chip_set") if deal.level == 3 else ("chip_set",),
        )

    def parse_answer(self, deal: Deal, data: Mapping[str, Sequence[str]]) -> Answer:
        chips = parse_chips(deal.fact(CHIPS))
        return posted.parse_chips_answer(Question(AnswerKind.CHIPS, "", chips=chips), data)

    def expected(self, deal: Deal, ruleset: Ruleset) -> Answer:
        return _expected(Payout(box_of(deal, ruleset)))

    def switches(self, deal: Deal, ruleset: Ruleset) -> tuple[str, ...]:
        return switches(Payout(box_of(deal, ruleset)))

    def check(self, deal: Deal, answer: Answer, ruleset: Ruleset) -> Verdict:
        if not isinstance(answer, ChipsAnswer):
            raise TypeError(f"not an answer to this drill: {answer!r}")
        payout = Payout(box_of(deal, ruleset))
        right = is_right(payout, answer)
        part = Part(
            "chips",
            right,
            answer.to_data(),
            (answer if right else _expected(payout)).to_data(),
            None if right else code(payout, answer),
            Fraction(answer.total) - Fraction(payout.total),
        )
        return Verdict(
            (part,),
            explain(payout),
            marks(payout.box),
            winners(payout.box),
            switches=switches(payout),
        )


def _hidden(deal: Deal, ruleset: Ruleset) -> Deal:
    """*deal* with its cards under the table; facts are its stakes, what is told of the payout,
    and the chips of the house."""
    below = replace(as_facts(deal), groups=(), hidden=deal.groups)
    paid = told(Payout(box_of(below, ruleset)), deal.level)
    return replace(below, facts=(*below.facts, *paid, (CHIPS, ruleset.switches["chip_set"])))


def _expected(payout: Payout) -> ChipsAnswer:
    assert payout.fewest is not None
    return ChipsAnswer(payout.fewest)


DRILL = CutChips()
