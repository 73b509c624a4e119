"""Mental tables: a stake that the table takes, odds that dealers pay, the profit.

No cards: what is practised is the sum. Stakes lie within the limits of the house for the bet
that opens the game and are made of its chips.

What is right
    The product, rounded as this house rounds a profit, to the cent.

Levels
    1: times 5, 8, 11, 20 and 50, stakes in tens.
    2: times 7, 17 and 35, 3 to 2 and 6 to 5 as well, stakes as they are usual; the product can
       be paid in chips of the house.
    3: mostly the hard ones, odd stakes, products that end in parts of a chip.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Final

from rules.engine.text import gettext_noop
from rules.games.base import Limits, Ruleset
from rules.games.switches import smallest_chip
from trainer.drills import posted, sums
from trainer.drills.answers import AmountAnswer, Answer, AnswerKind, Option, Question
from trainer.drills.base import Drill
from trainer.drills.bonuses import USUAL_LIMITS, usual_stakes
from trainer.drills.deals import CannotDealError, Deal
from trainer.drills.search import NOTHING, VARIANT, deal_wanted, require_dealable
from trainer.drills.stream import Stream
from trainer.drills.sums import BY_TAG, FACTORS, PART_CHIPS, Factor, Sum, sum_of
from trainer.drills.turning import turning_on
from trainer.drills.verdicts import Part, Verdict

# The bet that opens each game: its limits are those of the stakes.
OPENING: Final[Mapping[str, str]] = {
    "russian-poker": "ante",
    "ultimate-texas-holdem": "ante",
    "casino-holdem": "ante",
}
SWITCHES: Final = ("rounding", "chip_set")


class MentalTables(Drill):
    key = "mental-tables"
    name = gettext_noop("Mental tables")
    summary = gettext_noop("A stake and odds: what is the profit?")
    order = 90
    generator = 1
    games: tuple[str, ...] = tuple(OPENING)
    levels: Mapping[int, str] = {
        1: gettext_noop("Times 5, 8, 11, 20 and 50, stakes in tens."),
        2: gettext_noop("Times 7, 17 and 35, 3 to 2, 6 to 5, table stakes."),
        3: gettext_noop("The hard ones, odd stakes, parts of a chip."),
    }
    skills: Mapping[str, str] = {
        **{factor.tag: factor.skill for factor in FACTORS},
        PART_CHIPS: gettext_noop("Parts of a chip"),
    }

    def deal(
        self,
        rng: Stream,
        ruleset: Ruleset,
        level: int,
        want: frozenset[str] = NOTHING,
        variant_of: Deal | None = None,
    ) -> Deal:
        """A variant has another stake or other odds; of the same game there always is one."""
        require_dealable(self, ruleset, level, want, variant_of)
        if variant_of is not None:
            return self._variant(rng, ruleset, level, want, variant_of)
        return deal_wanted(lambda aims: self._make(rng, ruleset, level, aims), want)

    def _make(self, rng: Stream, ruleset: Ruleset, level: int, aims: frozenset[str]) -> Deal:
        """The odds by their shares, then the stake uniform from those that go with them."""
        aimed = [BY_TAG[tag] for tag in sorted(aims & BY_TAG.keys())]
        factor = aimed[0] if aimed else draw_factor(rng, level)
        stake = rng.choice(stakes(ruleset, level, factor))
        return self._finish(ruleset, level, factor, stake, factor.tag)

    def _variant(
        self, rng: Stream, ruleset: Ruleset, level: int, want: frozenset[str], before: Deal
    ) -> Deal:
        """Raises: CannotDealError."""
        was = sum_of(before, ruleset)
        offered = [factor for factor in FACTORS if factor.shares[level - 1]]
        pairs = [(factor, was.stake) for factor in offered]
        pairs += [(was.factor, stake) for stake in stakes(ruleset, level, was.factor)]
        for factor, stake in rng.shuffled(pairs):
            found = self._finish(ruleset, level, factor, stake, VARIANT)
            if want <= found.tags and sum_of(found, ruleset).amount != was.amount:
                return found
        raise CannotDealError("no other stake and no other odds change the answer")

    def _finish(
        self, ruleset: Ruleset, level: int, factor: Factor, stake: Decimal, stratum: str
    ) -> Deal:
        facts = (("odds", factor.key), ("stake", str(stake)))
        deal = Deal(self.key, ruleset.game, level, (), stratum=stratum, facts=facts)
        found = {factor.tag} if sum_of(deal, ruleset).in_chips else {factor.tag, PART_CHIPS}
        return replace(deal, tags=frozenset(found))

    def question(self, deal: Deal, ruleset: Ruleset) -> Question:
        sum_ = sum_of(deal, ruleset)
        shown = {"stake": sum_.stake, "odds": sum_.factor.odds}
        return Question(
            AnswerKind.AMOUNT,
            gettext_noop("What do you pay?"),
            switches=SWITCHES,
            plates=(
                Option("stake", "text", label=gettext_noop("Stake %(stake)s"), params=shown),
                Option("odds", "odds", value=sum_.factor.odds),
            ),
        )

    def parse_answer(self, deal: Deal, data: Mapping[str, Sequence[str]]) -> Answer:
        return posted.parse_amount_answer(data)

    def expected(self, deal: Deal, ruleset: Ruleset) -> Answer:
        return AmountAnswer(sum_of(deal, ruleset).amount)

    def switches(self, deal: Deal, ruleset: Ruleset) -> tuple[str, ...]:
        return _switches(deal, ruleset)

    def check(self, deal: Deal, answer: Answer, ruleset: Ruleset) -> Verdict:
        if not isinstance(answer, AmountAnswer):
            raise TypeError(f"not an answer to this drill: {answer!r}")
        sum_ = sum_of(deal, ruleset)
        right = answer.amount == sum_.amount
        part = Part(
            "amount",
            right,
            answer.to_data(),
            AmountAnswer(sum_.amount).to_data(),
            None if right else sums.code(sum_, answer.amount),
            Fraction(answer.amount) - Fraction(sum_.amount),
        )
        return Verdict((part,), sums.explain(sum_), switches=self.switches(deal, ruleset))


@lru_cache(maxsize=256)
def _switches(deal: Deal, ruleset: Ruleset) -> tuple[str, ...]:
    return turning_on(ruleset, SWITCHES, lambda rules: sum_of(deal, rules).amount)


def draw_factor(rng: Stream, level: int) -> Factor:
    return rng.weighted(FACTORS, [factor.shares[level - 1] for factor in FACTORS])


def stakes(ruleset: Ruleset, level: int, factor: Factor) -> tuple[Decimal, ...]:
    """Within the limits, of the level, made of chips of the house.

    Up to level 2 only those whose product can be paid in chips, as long as there are any.
    """
    limits = ruleset.limits.get(OPENING[ruleset.game], USUAL_LIMITS)
    every = _of_chips(limits, smallest_chip(ruleset), level)
    even = tuple(stake for stake in every if Sum(stake, factor, ruleset).in_chips)
    return even if even and level < 3 else every


@lru_cache(maxsize=64)
def _of_chips(limits: Limits, chip: Decimal, level: int) -> tuple[Decimal, ...]:
    """Stakes that chips can make; all of the level if none of them is."""
    every = usual_stakes(limits, frozenset(), level)
    return tuple(stake for stake in every if stake % chip == 0) or every


DRILL = MentalTables()
