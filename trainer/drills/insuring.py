"""Insurance of one hand: whether it may be placed, how much of it, and how it ends."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any, Final

from rules.engine.best import best_five
from rules.engine.cards import Card
from rules.engine.combinations import Combination
from rules.engine.compare import deciding_cards
from rules.games import legal_actions, russian_poker, settle
from rules.games.actions import (
    Act,
    Actions,
    IllegalMoveError,
    NoRoomError,
    Position,
    Stage,
    Stakes,
    TooLateError,
    TooWeakError,
)
from rules.games.arithmetic import Arithmetic, work_out
from rules.games.base import Bound, PayHand, PayRow, Ruleset
from rules.games.russian.settling import bet_arithmetic, listed_combinations
from rules.games.settlement import Ground, Round, Settled, Settlement, Supposed
from rules.games.switches import rounding_unit
from trainer.drills.deals import Deal
from trainer.drills.qualifying import judge_dealer, needed
from trainer.drills.showdown_reasons import decides
from trainer.drills.turning import turning_on
from trainer.drills.verdicts import Mark, Reason

INSURANCE: Final = "insurance"
MAY, LIMIT, END = 1, 2, 3
ASKED: Final = "asked"
LEAST, MOST = "least", "most"
# The house rules that the answer of a level may depend on.
SWITCHES: Final[Mapping[int, tuple[str, ...]]] = {
    MAY: ("insurance_min_category", "insurance_max", "max_payout", "double_combination"),
    LIMIT: (
        "insurance_max",
        "max_payout",
        "double_combination",
        "dup_straight",
        "rounding",
        "chip_set",
    ),
    END: (
        "qualifier",
        "insurance_min_category",
        "insurance_on_loss",
        "insurance_on_tie",
        "rounding",
        "chip_set",
    ),
}
_REFUSALS: Final = {TooWeakError: "too-weak", TooLateError: "too-late", NoRoomError: "no-room"}


@dataclass(frozen=True)
class Insured:
    """A box of Russian poker that is insured or wants to be."""

    deal: Deal
    ruleset: Ruleset

    @property
    def cards(self) -> tuple[Card, ...]:
        return self.deal.players[0].cards

    @property
    def bets(self) -> dict[str, Decimal]:
        return {wager.bet: wager.stake for wager in self.deal.wagers}

    @property
    def ante(self) -> Decimal:
        return self.bets["ante"]

    @property
    def bet(self) -> Decimal:
        """What the bet is or will be."""
        return self.ante * int(self.ruleset.switches["bet_multiple"])

    # --- may it, and how much ---

    @cached_property
    def actions(self) -> Actions:
        bets = {bet: stake for bet, stake in self.bets.items() if bet != INSURANCE}
        return legal_actions(Position(Stage.DEALT, bets, self.cards), self.ruleset)

    @property
    def refusal(self) -> IllegalMoveError | None:
        return self.actions.refusals.get((Act.BET, INSURANCE))

    @property
    def refused(self) -> str:
        """`too-weak`, `too-late` or `no-room`; empty where insurance may be placed."""
        return "" if self.refusal is None else _REFUSALS[type(self.refusal)]

    @property
    def stakes(self) -> Stakes:
        """Raises: IllegalMoveError: where insurance may not be placed."""
        stakes = self.actions.option(Act.BET, INSURANCE).stakes
        assert stakes is not None
        return stakes

    @property
    def limit(self) -> Fraction:
        """The one that is asked for. Raises: IllegalMoveError."""
        stakes = self.stakes
        if self.deal.fact(ASKED) == LEAST:
            return Fraction(stakes.least or 0)
        assert stakes.most is not None
        return stakes.most

    @cached_property
    def paid(self) -> tuple[Combination, ...]:
        """The combinations that the bet can win."""
        return listed_combinations(self.cards, self.ruleset, self.bet)

    @cached_property
    def payout(self) -> Arithmetic | None:
        """What the bet can win."""
        return self.payout_of(self.paid)

    def payout_of(self, paid: Iterable[Combination]) -> Arithmetic | None:
        return bet_arithmetic(tuple(paid), self.bet, self.ruleset)

    @property
    def uncapped(self) -> Fraction:
        """What it could win without a maximum of the house."""
        sum_ = self.payout
        if sum_ is None:
            return Fraction(0)
        return work_out(sum_.terms, (), rounding_unit(self.ruleset)).profit

    @property
    def part(self) -> Fraction:
        """Which part of the payout may be insured."""
        return Fraction(1, 2) if self.ruleset.switches["insurance_max"] == "half" else Fraction(1)

    # --- how it ends ---

    @property
    def round(self) -> Round:
        return Round(self.cards, self.deal.dealer)

    @cached_property
    def settlement(self) -> Settlement:
        return settle(self.round, self.bets, self.ruleset)

    @property
    def settled(self) -> Settled:
        return self.settlement.wager(INSURANCE)

    def supposing(self, supposed: Supposed) -> Settled:
        round_ = replace(self.round, supposed=supposed)
        return settle(round_, self.bets, self.ruleset).wager(INSURANCE)


def is_offered(ruleset: Ruleset) -> bool:
    return ruleset.switches["insurance"] == "on"


def least_hand(ruleset: Ruleset) -> PayRow:
    """The weakest hand that may be insured, as a pay row is worded."""
    names = {hand.key: hand for hand in PayHand}
    hand = names[ruleset.switches["insurance_min_category"]]
    return PayRow(hand, Fraction(0), Bound.OR_BETTER)


@lru_cache(maxsize=256)
def switches(insured: Insured) -> tuple[str, ...]:
    """The house rules that the answer turns on."""

    def result(ruleset: Ruleset) -> object:
        again = replace(insured, ruleset=ruleset)
        if insured.deal.level == END:
            return again.settled.outcome, again.settled.profit
        if insured.deal.level == LIMIT:
            return again.limit
        return again.refused

    return turning_on(insured.ruleset, SWITCHES[insured.deal.level], result)


# --- tags and marks --------------------------------------------------------------------------


def ending(insured: Insured) -> str:
    """`no-game`, `win`, `tie`, `loss` or `too-weak`."""
    return insured.settled.ground.value


def insuring_tags(insured: Insured) -> frozenset[str]:
    found: set[str] = set()
    match insured.deal.level:
        case 1:
            refused = insured.refused
            found.add("may:no" if refused else "may:yes")
            if refused:
                found.add(f"refused:{refused}")
            if not refused and PayRow(least_hand(insured.ruleset).hand, Fraction(0)).covers(
                best_five(insured.cards).rank
            ):
                found.add("just-insurable")
        case 2:
            found.add(f"limit:{insured.deal.fact(ASKED)}")
            found.add("limit:two" if len(insured.paid) == 2 else "limit:one")
            if insured.payout is not None and insured.payout.caps:
                found.add("limit:capped")
        case _:
            found.add(f"ends:{ending(insured)}")
    return frozenset(found)


def marks(insured: Insured) -> dict[Card, Mark]:
    """The five that play; at level 2 what the bet is paid for, a second combination decides."""
    if insured.deal.level == LIMIT:
        first, *more = insured.paid
        fresh = {card for one in more for card in one.core} - set(first.core)
        return {
            card: Mark.PLAYS
            if card in first.core
            else Mark.DECIDES
            if card in fresh
            else Mark.IDLE
            for card in insured.cards
        }
    playing = set(best_five(insured.cards).five) | set(insured.deal.dealer)
    found = {
        card: Mark.PLAYS if card in playing else Mark.IDLE
        for card in (*insured.cards, *insured.deal.dealer)
    }
    if insured.deal.dealer:
        settlement = insured.settlement
        decision = settlement.comparison
        if settlement.dealer_qualifies and decision is not None and settlement.dealer is not None:
            for hand in (settlement.player, settlement.dealer):
                found |= dict.fromkeys(deciding_cards(hand, decision), Mark.DECIDES)
    return found


# --- reasons ---------------------------------------------------------------------------------


def explain(insured: Insured) -> tuple[Reason, ...]:
    match insured.deal.level:
        case 1:
            return _why_it_may(insured)
        case 2:
            return _why_so_much(insured)
        case _:
            return _why_it_ends(insured)


def _hand(insured: Insured) -> Reason:
    rank = best_five(insured.cards).rank
    which = "six" if insured.deal.players[0].bought else "five"
    data = {"which": which, "rank": rank, "five": rank.five_ranks, "ace_king": True}
    return Reason("cards-count", data)


def _why_it_may(insured: Insured) -> tuple[Reason, ...]:
    enough = russian_poker.is_insurable(best_five(insured.cards).rank, insured.ruleset)
    line = Reason("insurable", {"least": least_hand(insured.ruleset), "enough": enough})
    data: dict[str, Any] = {"refused": insured.refused}
    if insured.refused == "no-room" and insured.refusal is not None:
        data["room"] = _limits(insured)
    elif not insured.refused:
        data["room"] = insured.stakes.least, insured.stakes.most
    return _hand(insured), line, Reason("insurance-may", data)


def _limits(insured: Insured) -> tuple[Decimal, Fraction]:
    least = insured.ante * int(insured.ruleset.switches["insurance_min"])
    payout = insured.payout
    return least, (Fraction(0) if payout is None else payout.profit) * insured.part


def _why_so_much(insured: Insured) -> tuple[Reason, ...]:
    first, *more = insured.paid
    steps = [Reason("first-combination", {"rank": first.rank, "cards": first.core})]
    for one in more:
        fresh = tuple(card for card in one.core if card not in first.core)
        data = {"rank": one.rank, "cards": one.core, "fresh": fresh}
        steps.append(Reason("second-combination", data))
    least, most = _limits(insured)
    half = insured.ruleset.switches["insurance_max"] == "half"
    limits = {"least": least, "most": most, "half": half}
    return (*steps, _payout(insured), Reason("insurance-limits", limits))


def _payout(insured: Insured) -> Reason:
    """The sum that the bet can win, its maxima with their names and the chip rounded to."""
    sum_ = insured.payout
    assert sum_ is not None
    terms = [
        {"stake": term.stake, "odds": term.odds, "amount": term.amount} for term in sum_.terms
    ]
    caps = [
        {"name": russian_poker.GAME.switch(cap.switch).name, "limit": cap.limit}
        for cap in sum_.caps
    ]
    data = {"terms": terms, "total": sum_.total, "caps": caps, "unit": sum_.unit}
    return Reason("insurance-payout", {**data, "profit": sum_.profit})


def _why_it_ends(insured: Insured) -> tuple[Reason, ...]:
    settled, settlement = insured.settled, insured.settlement
    dealer = judge_dealer(insured.deal.dealer, (), insured.ruleset)
    hands = _hands(insured, settlement)
    ends = Reason(
        "insurance-ends",
        {
            "ground": settled.ground.value,
            "outcome": settled.outcome.value,
            "least": least_hand(insured.ruleset),
            "paid": settled.profit,
            "stake": settled.stake,
            "unit": settled.arithmetic.unit if settled.arithmetic else None,
        },
    )
    if settled.ground is Ground.TOO_WEAK:
        return hands, ends
    decision = settlement.comparison
    if not dealer.qualifies or decision is None:
        return hands, needed(dealer), ends
    return hands, needed(dealer), decides(decision, True), ends


def _hands(insured: Insured, settlement: Settlement) -> Reason:
    assert settlement.dealer is not None
    ranks = [(0, settlement.player.rank), (-1, settlement.dealer.rank)]
    return Reason(
        "hands",
        {
            "hands": [{"seat": seat, "rank": rank} for seat, rank in ranks],
            "all_equal": settlement.player.rank == settlement.dealer.rank,
            "others": 0,
            "ace_king": True,
        },
    )
