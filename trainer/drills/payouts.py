"""What is paid out of one box at the end of a round, and the chips that it is cut in."""

from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import combinations
from typing import Any, Final

from rules.games.base import Outcome, Ruleset
from rules.games.settlement import Settled
from rules.games.switches import Chip, parse_chips
from trainer.drills.answers import ChipsAnswer
from trainer.drills.bonus_mistakes import is_slip
from trainer.drills.box_reasons import SWITCHES as BOX_SWITCHES
from trainer.drills.boxes import Box, answer_of
from trainer.drills.chips import Counts, NoSuchSumError, count_of, fewest_chips, greedy_chips
from trainer.drills.deals import Deal, Wager
from trainer.drills.turning import turning_on
from trainer.drills.verdicts import ErrorCode, Reason
from trainer.drills.wager_mistakes import amount_code

BET: Final = "bet:"
"""Begins the key of a fact that says what lies on a bet."""
CHIPS: Final = "chips"
"""The key of the fact that names the chips of the house."""


TOTAL, DUE, SUM = "total", "due:", "sum:"
"""Keys of facts, the latter two before the key of a bet: what is told of a payout."""


def as_facts(deal: Deal) -> Deal:
    """*deal* with its stakes among the facts, for a drill that shows them in its own way."""
    facts = ((f"{BET}{wager.bet}", f"{wager.stake:f}") for wager in deal.wagers)
    return replace(deal, wagers=(), facts=(*deal.facts, *facts))


def wagers_of(deal: Deal) -> tuple[Wager, ...]:
    """The wagers that `as_facts` has put away."""
    stakes = ((key, stake) for key, stake in deal.facts if key.startswith(BET))
    return tuple(Wager(key.removeprefix(BET), Decimal(stake)) for key, stake in stakes)


def box_of(deal: Deal, ruleset: Ruleset) -> Box:
    """The box whose cards are laid open with the verdict."""
    wagers = wagers_of(deal)
    return Box(replace(deal, groups=deal.hidden, hidden=(), wagers=wagers, facts=()), ruleset)


@dataclass(frozen=True)
class Payout:
    """`paid` are the bets that are paid at the end; what left the tray earlier is none."""

    box: Box

    @cached_property
    def paid(self) -> tuple[Settled, ...]:
        return tuple(
            settled
            for settled in self.box.settlement.wagers
            if answer_of(settled).outcome is Outcome.PAY and not settled.paid_early
        )

    @cached_property
    def amounts(self) -> tuple[Decimal, ...]:
        return tuple(answer_of(settled).amount for settled in self.paid)

    @cached_property
    def total(self) -> Decimal:
        return sum(self.amounts, Decimal(0))

    @property
    def chips(self) -> tuple[Chip, ...]:
        return parse_chips(self.box.ruleset.switches["chip_set"])

    @property
    def values(self) -> tuple[Decimal, ...]:
        return tuple(chip.value for chip in self.chips)

    @cached_property
    def fewest(self) -> Counts | None:
        """None if the house has no chips for it."""
        try:
            return fewest_chips(self.total, self.values)
        except NoSuchSumError:
            return None

    @property
    def greedy(self) -> Counts | None:
        return greedy_chips(self.total, self.values)

    @property
    def fools(self) -> bool:
        """Whether to take the largest chip that fits, again and again, is not the fewest."""
        assert self.fewest is not None
        return self.greedy is None or count_of(self.greedy) > count_of(self.fewest)


def told(payout: Payout, level: int) -> tuple[tuple[str, str], ...]:
    """What is shown of a payout: by level its total, the amount of every bet, or how that comes
    about. A sum is written `35*3/2 35*1 =600 <3000`: products, fixed amounts, maximums."""
    if level == 1:
        return ((TOTAL, f"{payout.total:f}"),)
    if level == 2:
        amounts = zip(payout.paid, payout.amounts, strict=True)
        return tuple((f"{DUE}{settled.bet}", f"{amount:f}") for settled, amount in amounts)
    return tuple((f"{SUM}{settled.bet}", _written(settled)) for settled in payout.paid)


def _written(settled: Settled) -> str:
    assert settled.arithmetic is not None
    terms = [
        f"={term.amount}" if term.odds is None else f"{term.stake:f}*{term.odds}"
        for term in settled.arithmetic.terms
    ]
    return " ".join([*terms, *(f"<{cap.limit}" for cap in settled.arithmetic.caps)])


def is_right(payout: Payout, given: ChipsAnswer) -> bool:
    """Any way with the fewest chips is right."""
    assert payout.fewest is not None
    return (
        given.total == payout.total
        and count_of(given.counts) == count_of(payout.fewest)
        and {value for value, _ in given.counts} <= set(payout.values)
    )


def code(payout: Payout, given: ChipsAnswer) -> ErrorCode:
    """The mistake in *given*, which is wrong."""
    if not {value for value, _ in given.counts} <= set(payout.values):
        return ErrorCode.NO_SUCH_CHIP
    total = given.total
    if total == payout.total:
        return ErrorCode.MORE_CHIPS
    stakes = sum((settled.stake for settled in payout.paid), Decimal(0))
    if total == payout.total + stakes:
        return ErrorCode.TOTAL_RETURNED
    if total in _left_out(payout):
        return ErrorCode.LEFT_OUT
    for settled, amount in zip(payout.paid, payout.amounts, strict=True):
        alone = total - (payout.total - amount)
        found = amount_code(payout.box, settled, alone) if alone > 0 else ErrorCode.OTHER
        if found in _IN_A_SUM:
            return found
    slip = is_slip(Fraction(total), Fraction(payout.total))
    return ErrorCode.ARITHMETIC if slip else ErrorCode.OTHER


_IN_A_SUM: Final = (
    *(ErrorCode.INVERTED_ODDS, ErrorCode.WRONG_BASE),
    *(ErrorCode.ROUNDING, ErrorCode.CAP),
)
"""Mistakes that can be made where stakes and odds are given."""


def _left_out(payout: Payout) -> set[Decimal]:
    """What is paid if one or more bets are forgotten."""
    amounts = payout.amounts
    return {
        sum(kept, Decimal(0))
        for count in range(1, len(amounts))
        for kept in combinations(amounts, count)
    }


@lru_cache(maxsize=256)
def switches(payout: Payout) -> tuple[str, ...]:
    """The house rules that the sum turns on, and always the chips."""

    def total(ruleset: Ruleset) -> Decimal:
        return Payout(Box(payout.box.deal, ruleset)).total

    keys = tuple(key for key in BOX_SWITCHES[payout.box.deal.game] if key != "chip_set")
    return (*turning_on(payout.box.ruleset, keys, total), "chip_set")


def payout_tags(payout: Payout) -> frozenset[str]:
    found = {"one-bet" if len(payout.paid) == 1 else "several-bets"}
    if payout.total % 1:
        found.add("fraction")
    if payout.fools:
        found.add("not-greedy")
    assert payout.fewest is not None
    if count_of(payout.fewest) >= _MANY:
        found.add("many-chips")
    return frozenset(found)


_MANY: Final = 8


# --- reasons ---------------------------------------------------------------------------------


def explain(payout: Payout) -> tuple[Reason, ...]:
    """What every bet pays and their sum, how it is cut, and where the obvious way takes more."""
    steps = [_sum(payout), _cut(payout)]
    if payout.fools:
        greedy = payout.greedy
        count = None if greedy is None else count_of(greedy)
        steps.append(Reason("cut-greedy", {"counts": greedy or (), "count": count}))
    return tuple(steps)


def _sum(payout: Payout) -> Reason:
    bets = [
        {"bet": settled.bet, "settled": settled, "amount": amount}
        for settled, amount in zip(payout.paid, payout.amounts, strict=True)
    ]
    return Reason("paid-together", {"bets": bets, "total": payout.total})


def _cut(payout: Payout) -> Reason:
    assert payout.fewest is not None
    data: dict[str, Any] = {
        "total": payout.total,
        "counts": payout.fewest,
        "count": count_of(payout.fewest),
    }
    return Reason("cut", data)
