"""The combinations that Russian poker pays of a hand, and what is wrong with chosen ones."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from typing import Any, Final

from rules.engine.cards import Card
from rules.engine.combinations import (
    Combination,
    DupStraight,
    Judgement,
    Objection,
    combination_of,
    held_combinations,
    judge_second,
)
from rules.engine.ranking import STRAIGHT_CATEGORIES, HandRank
from rules.games import russian_poker
from rules.games.arithmetic import Arithmetic, Term, work_out
from rules.games.base import Ruleset, pay_hand
from rules.games.switches import caps_of, is_on, rounding_unit
from trainer.drills.amounts import to_money
from trainer.drills.answers import CardsAnswer
from trainer.drills.deals import Deal
from trainer.drills.tags import repeated
from trainer.drills.turning import turning_on
from trainer.drills.verdicts import ErrorCode, Mark, Reason

# The house rules that the answer, or what it pays, may depend on.
SWITCHES: Final = (
    "double_combination",
    "dup_straight",
    "max_payout",
    "rounding",
    "chip_set",
)


@dataclass(frozen=True, slots=True)
class Combos:
    """What the bet of a hand is paid for; `paid` holds one combination or two.

    `sum` is what the bet is paid if it wins.
    """

    ruleset: Ruleset
    cards: tuple[Card, ...]
    stake: Decimal
    paid: tuple[Combination, ...]
    sum: Arithmetic

    @property
    def first(self) -> Combination:
        return self.paid[0]

    @property
    def second(self) -> Combination | None:
        return self.paid[1] if len(self.paid) == 2 else None

    def pays(self, rank: HandRank) -> Fraction:
        row = self.ruleset.tables["bet"].row_for(rank)
        return Fraction(0) if row is None else row.profit(self.stake)

    def judge(self, first: Iterable[Card], second: Iterable[Card]) -> Judgement:
        """What is wrong with these two sets, if anything; an empty one says that there is none."""
        return judge_second(
            self.cards,
            tuple(first),
            tuple(second),
            self.pays,
            double=is_on(self.ruleset, "double_combination"),
            dup_straight=DupStraight(self.ruleset.switches["dup_straight"]),
        )


def paid_combos(
    cards: Sequence[Card], ruleset: Ruleset, stake: Decimal
) -> tuple[Combination, ...]:
    """The combinations of *cards* that the bet is paid for, the highest of all among them.

    None where the house does not pay the highest: what to choose there would be moot.
    """
    held = russian_poker.bet_combinations(cards, ruleset, stake)
    table = ruleset.tables["bet"]
    rows = [table.row_for(one.rank) for one in held]
    return held if all(row is not None and row.pays > 0 for row in rows) else ()


def judge(deal: Deal, ruleset: Ruleset) -> Combos:
    """Raises: LookupError: for a hand that is not asked about."""
    cards, stake = deal.players[0].cards, deal.wagers[0].stake
    paid = paid_combos(cards, ruleset, stake)
    if not paid:
        raise LookupError(f"no combination is paid of {deal}")
    return Combos(ruleset, cards, stake, paid, sum_of(paid, stake, ruleset))


def sum_of(paid: Iterable[Combination], stake: Decimal, ruleset: Ruleset) -> Arithmetic:
    """What a bet of *stake* is paid for *paid*, which need not be what the house pays."""
    table = ruleset.tables["bet"]
    terms = tuple(
        Term(stake, "bet", row, one.rank, one.core)
        for one in paid
        if (row := table.row_for(one.rank)) is not None
    )
    return work_out(terms, caps_of(ruleset, "max_payout"), rounding_unit(ruleset))


@lru_cache(maxsize=256)
def switches(deal: Deal, combos: Combos) -> tuple[str, ...]:
    """The house rules that the combinations and their sum turn on."""

    def result(ruleset: Ruleset) -> object:
        again = judge(deal, ruleset)
        return [one.rank for one in again.paid], again.sum.profit

    return turning_on(combos.ruleset, SWITCHES, result)


# --- answers ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Chosen:
    """An answer put in the order in which it fares better, and what is wrong with it.

    `about_second` says that the first combination is right and the second is not.
    """

    first: frozenset[Card]
    second: frozenset[Card]
    judgement: Judgement
    about_second: bool

    @property
    def right(self) -> bool:
        return self.judgement.legal


def look_at(combos: Combos, answer: CardsAnswer) -> Chosen:
    """Two combinations are right in either order; which is the first is not asked."""
    one, other = answer.cards, answer.second or frozenset()
    judged = combos.judge(one, other)
    if other and not judged.legal and combos.judge(other, one).legal:
        one, other, judged = other, one, combos.judge(other, one)
    alone = combos.judge(one, ())
    first_is_right = alone.legal or alone.objection is Objection.MISSED
    return Chosen(one, other, judged, not judged.legal and first_is_right and bool(one))


def code(chosen: Chosen) -> ErrorCode:
    """What an answer that is wrong comes from."""
    if chosen.judgement.objection is Objection.KICKERS_MARKED:
        return ErrorCode.WRONG_FIVE
    return ErrorCode.SECOND_COMBINATION if chosen.about_second else ErrorCode.MISREAD_HAND


def delta(combos: Combos, chosen: Chosen) -> Fraction:
    """What the bet would be paid too much for the chosen cards, too little if negative.

    Cards too many are taken for the highest combination among them.
    """
    meant = [_meant(cards) for cards in (chosen.first, chosen.second)]
    paid = sum_of([one for one in meant if one is not None], combos.stake, combos.ruleset)
    return paid.profit - combos.sum.profit


def _meant(cards: frozenset[Card]) -> Combination | None:
    if not cards:
        return None
    inside = (
        combination_of(some)
        for size in range(2, min(len(cards), 5) + 1)
        for some in combinations(cards, size)
    )
    return max((one for one in inside if one), key=lambda one: one.rank, default=None)


# --- tags and marks --------------------------------------------------------------------------


def combos_tags(combos: Combos) -> frozenset[str]:
    second = combos.second
    found = {"combinations:one" if second is None else "combinations:two"}
    found.add(f"first:{pay_hand(combos.first.rank).key}")
    if second is not None:
        found.add(f"second:{pay_hand(second.rank).key}")
    if second is None and any(one.rank.is_ace_king for one in _inside_first(combos)):
        found.add("inside")
    ranks = {card.rank for card in combos.cards}
    if second is None and len(ranks & {14, 13}) == 1 and not combos.first.rank.is_ace_king:
        found.add("half")
    run = combos.first.rank.category in STRAIGHT_CATEGORIES
    if run and len(combos.cards) == 6 and repeated(combos.cards, 2):
        found.add("straight-twice")
    return frozenset(found)


def _inside_first(combos: Combos) -> list[Combination]:
    """Combinations of which every card is in the first."""
    core = set(combos.first.core)
    return [one for one in held_combinations(combos.cards) if set(one.core) < core]


def marks(combos: Combos) -> dict[Card, Mark]:
    """The first combination plays, what the second adds decides."""
    second = combos.second.core if combos.second is not None else ()
    return {
        card: Mark.PLAYS
        if card in combos.first.core
        else Mark.DECIDES
        if card in second
        else Mark.IDLE
        for card in combos.cards
    }


# --- reasons ---------------------------------------------------------------------------------

# What is worth saying of a combination that is not paid second, the most surprising first.
_REFUSED: Final = (
    Objection.DOUBLES_NOT_PAID,
    Objection.STRAIGHT_COUNTS_ONCE,
    Objection.NOT_PAID,
    Objection.NO_NEW_CARD,
)


def explain(combos: Combos, chosen: Chosen | None = None) -> tuple[Reason, ...]:
    """The first combination, what is wrong with the chosen cards, the second or why there is
    none, what the bet is paid."""
    steps = [_named("first-combination", combos.first)]
    wrong = None if chosen is None else _objection(combos, chosen)
    if wrong is not None:
        steps.append(wrong)
    told = wrong is not None and wrong.data["objection"] in _REFUSED
    steps.append(_second(combos, told))
    return (*steps, amount_reason(combos.sum))


def _named(kind: str, one: Combination, **data: object) -> Reason:
    return Reason(kind, {"rank": one.rank, "cards": one.core, **data})


def _second(combos: Combos, told: bool) -> Reason:
    """The second combination, or that there is none; *told* says that the reason stands above."""
    second = combos.second
    if second is not None:
        fresh = tuple(card for card in second.core if card not in combos.first.core)
        return _named("second-combination", second, fresh=fresh)
    refused = None if told else refused_second(combos)
    if refused is None:
        return Reason("no-second", {"objection": None})
    objection, one = refused
    return _named("no-second", one, objection=objection.value)


def refused_second(combos: Combos) -> tuple[Objection, Combination] | None:
    """A combination that somebody might take for the second one, and why it is not paid."""
    found: dict[Objection, Combination] = {}
    double = is_on(combos.ruleset, "double_combination")
    core = set(combos.first.core)
    held = sorted(
        held_combinations(combos.cards),
        key=lambda one: (one.rank.is_ace_king, one.rank),
        reverse=True,
    )
    for one in held:
        # Beside one combination only those are asked for that bring a card of their own.
        if set(one.core) == core or (not double and set(one.core) < core):
            continue
        objection = combos.judge(combos.first.core, one.core).objection
        if objection in _REFUSED:
            found.setdefault(objection, one)
    return next(((key, found[key]) for key in _REFUSED if key in found), None)


def _objection(combos: Combos, chosen: Chosen) -> Reason | None:
    """Why the chosen cards are not what is paid; a combination that was only missed needs no
    more than its name."""
    judged = chosen.judgement
    objection = judged.objection
    if objection is None or objection is Objection.MISSED:
        return None
    at_fault = chosen.second if chosen.about_second else chosen.first
    named = combination_of(tuple(at_fault))
    data: dict[str, Any] = {
        "objection": objection.value,
        "cards": _in_order(combos, judged.cards or at_fault),
        "chosen": _in_order(combos, at_fault),
        "rank": None if named is None else named.rank,
        "first": not chosen.about_second,
    }
    return Reason("combination-objection", data)


def _in_order(combos: Combos, cards: Iterable[Card]) -> tuple[Card, ...]:
    some = set(cards)
    found = [card for card in combos.cards if card in some]
    return tuple(sorted(found, key=lambda card: card.rank, reverse=True))


def amount_reason(sum_: Arithmetic) -> Reason:
    """The whole sum of a bet of Russian poker, as `amount` says it."""
    profit = to_money(sum_.profit)
    terms = [
        {"stake": term.stake, "odds": term.odds, "amount": term.amount} for term in sum_.terms
    ]
    caps = [
        {
            "switch": cap.switch,
            "name": russian_poker.GAME.switch(cap.switch).name,
            "limit": cap.limit,
        }
        for cap in sum_.caps
    ]
    return Reason(
        "amount",
        {
            "terms": terms,
            "total": sum_.total,
            "caps": caps,
            "unit": sum_.unit,
            "paid": sum_.profit,
            "profit": profit,
            "to_cent": profit != sum_.profit,
        },
    )
