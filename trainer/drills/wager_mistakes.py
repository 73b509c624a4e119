"""A bet that is rightly paid, but with a wrong amount: which mistake gives it."""

from collections.abc import Callable, Iterable
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from math import ceil, floor
from typing import Final

from rules.engine.combinations import held_combinations
from rules.engine.errors import EngineError
from rules.games import find_game
from rules.games.arithmetic import Term, work_out
from rules.games.base import PayRow
from rules.games.settlement import Settled
from rules.games.switches import amount_of, rounding_unit, smallest_chip
from trainer.drills.amounts import to_money
from trainer.drills.bonus_mistakes import is_slip
from trainer.drills.box_moves import SIDE_BETS
from trainer.drills.boxes import CASINO, RUSSIAN, Box
from trainer.drills.turning import otherwise
from trainer.drills.verdicts import ErrorCode

# What a mistake would pay, before what is right is taken out.
Sums = Callable[[Box, Settled], Iterable[Fraction]]

_CAPS: Final = {"bet": ("max_payout",), "bonus": ("bonus_max_payout", "max_payout")}
# Rules of a house that may change an amount.
_HOUSE_RULES: Final = ("dup_straight", "double_combination", "ante_on_no_qualify", "aa_cards")


def amount_code(box: Box, settled: Settled, given: Decimal) -> ErrorCode:
    """The most specific mistake that pays *given*."""
    right = to_money(settled.profit)
    if given == right + settled.stake:
        return ErrorCode.TOTAL_RETURNED
    for mistake, code in _MISTAKES:
        # Whoever counts the stake as profit may do so in the wrong place too.
        if {given, given - settled.stake} & _paid_by(mistake, box, settled.bet):
            return code
    slip = is_slip(Fraction(given), settled.profit)
    return ErrorCode.ARITHMETIC if slip else ErrorCode.OTHER


def wrong_amounts(box: Box, settled: Settled) -> dict[ErrorCode, tuple[Decimal, ...]]:
    """What each mistake pays for a bet that is paid, the smallest first; what several give
    belongs to the most specific."""
    right = to_money(settled.profit)
    found: dict[ErrorCode, tuple[Decimal, ...]] = {}
    found[ErrorCode.TOTAL_RETURNED] = (right + settled.stake,)
    taken = {right + settled.stake}
    for mistake, code in _MISTAKES:
        if amounts := _paid(box, settled, mistake(box, settled)) - taken:
            found[code] = tuple(sorted(amounts))
            taken |= amounts
    return found


def other_rounding(box: Box, settled: Settled) -> set[Decimal]:
    """What is paid if a fraction of the smallest chip is paid, left, or made a whole chip."""
    return _paid(box, settled, _rounding(box, settled))


@lru_cache(maxsize=256)
def _paid_by(mistake: Sums, box: Box, bet: str) -> set[Decimal]:
    settled = box.settled(bet)
    return _paid(box, settled, mistake(box, settled))


def _paid(box: Box, settled: Settled, sums: Iterable[Fraction]) -> set[Decimal]:
    """*sums* as a dealer would pay them, but for nothing and what is right."""
    return {to_money(total) for total in sums} - {Decimal(0), to_money(settled.profit)}


def _as_the_house(box: Box, settled: Settled, sums: Iterable[Fraction]) -> set[Fraction]:
    """*sums* as they are, within the maximum of the bet, and in whole chips if it rounds."""
    found = set(sums)
    for key in _CAPS.get(settled.bet, ()):
        limit = amount_of(box.ruleset, key)
        if limit is not None:
            found |= {min(total, limit) for total in found}
    unit = rounding_unit(box.ruleset)
    if unit is not None:
        found |= {total // Fraction(unit) * Fraction(unit) for total in found}
    return found


def _terms(settled: Settled) -> tuple[Term, ...]:
    return settled.arithmetic.terms if settled.arithmetic else ()


# --- the mistakes ----------------------------------------------------------------------------


def _without_a_cap(box: Box, settled: Settled) -> Iterable[Fraction]:
    """The last maximum that cut is forgotten, or all of them; rounded or not."""
    sum_ = settled.arithmetic
    for kept in range(len(sum_.caps) if sum_ else 0):
        assert sum_ is not None
        again = work_out(sum_.terms, sum_.caps[:kept], rounding_unit(box.ruleset))
        yield from (again.capped, again.profit)


def _rounding(box: Box, settled: Settled) -> Iterable[Fraction]:
    sum_ = settled.arithmetic
    if sum_ is None:
        return
    chip = Fraction(smallest_chip(box.ruleset))
    yield from (sum_.capped, floor(sum_.capped / chip) * chip, ceil(sum_.capped / chip) * chip)


def _inverted(box: Box, settled: Settled) -> Iterable[Fraction]:
    """Odds that are no whole number are turned round."""
    total, turned = Fraction(0), False
    for term in _terms(settled):
        odds = term.odds
        if odds is not None and odds.denominator > 1:
            total, turned = total + Fraction(term.stake) / odds, True
        else:
            total += term.amount
    return _as_the_house(box, settled, [total] if turned else [])


def _second(box: Box, settled: Settled) -> Iterable[Fraction]:
    """One of two combinations is left out, or one that does not count is paid."""
    if settled.bet != "bet":
        return []
    terms = _terms(settled)
    first, paid = terms[0], [term.rank for term in terms]
    sums = {term.amount for term in terms} if len(terms) > 1 else set()
    for one in held_combinations(box.player.cards):
        row = box.ruleset.tables["bet"].row_for(one.rank)
        if row is not None and one.rank not in paid:
            sums.add(first.amount + row.profit(settled.stake))
    return _as_the_house(box, settled, sums)


def _other_base(box: Box, settled: Settled) -> Iterable[Fraction]:
    """The odds times another stake of the box, or the stake times the odds of another bet that
    depends on the round."""
    sums: set[Fraction] = set()
    odds = [term.odds for term in _terms(settled)]
    if odds and None not in odds:
        total = sum((each for each in odds if each is not None), Fraction(0))
        sums |= {total * base for base in _bases(box, settled)}
    for slot in find_game(box.deal.game).tables:
        if slot.bet == SIDE_BETS[box.deal.game]:
            continue
        row = box.ruleset.tables[slot.key].row_for(box.settlement.player.rank)
        if slot.bet != settled.bet and row is not None and not row.fixed:
            sums.add(row.profit(settled.stake))
    return _as_the_house(box, settled, sums)


def _bases(box: Box, settled: Settled) -> set[Fraction]:
    """Other stakes; where the bet or the call is twice the ante, also those that do not lie
    there, and both together."""
    stake = Fraction(settled.stake)
    found = {Fraction(other) for bet, other in box.bets.items() if bet != settled.bet}
    if settled.bet in ("bet", "call"):
        found |= {stake / 2, stake * Fraction(3, 2)}
    if settled.bet == "ante" and box.deal.game in (RUSSIAN, CASINO):
        found |= {stake * 2, stake * 3}
    return found - {stake}


def _other_table(box: Box, settled: Settled) -> Iterable[Fraction]:
    """Another table of the same bet, or the table that most houses have."""
    if settled.table is None or settled.hand is None:
        return []
    game = find_game(box.deal.game)
    tables = [
        box.ruleset.tables[slot.key]
        for slot in game.tables
        if slot.bet == settled.bet and slot.key != settled.table
    ]
    tables.append(game.table(settled.table).default)
    ranks = {settled.hand.rank, box.settlement.player.rank}
    rows = (table.row_for(rank) for table in tables for rank in ranks)
    return _by_rows(box, settled, (row for row in rows if row is not None))


def _next_hand(box: Box, settled: Settled) -> Iterable[Fraction]:
    """The row of the next stronger or the next weaker hand on the table."""
    rows = _rows(box, settled)
    own = _terms(settled)[0].row if _terms(settled) else None
    if own not in rows:
        return []
    at = rows.index(own)
    return _by_rows(box, settled, [*rows[max(at - 1, 0) : at], *rows[at + 1 : at + 2]])


def _other_row(box: Box, settled: Settled) -> Iterable[Fraction]:
    return _by_rows(box, settled, _rows(box, settled))


def _rows(box: Box, settled: Settled) -> list[PayRow]:
    """Of the table that paid, the strongest hand first."""
    if settled.table is None:
        return []
    rows = box.ruleset.tables[settled.table].rows
    return sorted(rows, key=lambda row: (row.hand, row.rank or 0), reverse=True)


def _by_rows(box: Box, settled: Settled, rows: Iterable[PayRow]) -> set[Fraction]:
    """The first combination paid by another row, alone or with the second."""
    more = sum((term.amount for term in _terms(settled)[1:]), Fraction(0))
    amounts = [row.profit(settled.stake) for row in rows]
    return _as_the_house(box, settled, (a + m for a in amounts for m in {Fraction(0), more}))


def _other_rule(box: Box, settled: Settled) -> Iterable[Fraction]:
    """What houses with another rule pay."""
    for key in _HOUSE_RULES:
        for ruleset in otherwise(box.ruleset, key) if key in box.ruleset.switches else ():
            try:
                yield box.under(ruleset).wager(settled.bet).profit
            except EngineError:
                continue


_MISTAKES: Final[tuple[tuple[Sums, ErrorCode], ...]] = (
    (_without_a_cap, ErrorCode.CAP),
    (_rounding, ErrorCode.ROUNDING),
    (_inverted, ErrorCode.INVERTED_ODDS),
    (_second, ErrorCode.SECOND_COMBINATION),
    (_other_rule, ErrorCode.HOUSE_RULE),
    (_other_table, ErrorCode.WRONG_TABLE),
    (_other_base, ErrorCode.WRONG_BASE),
    (_next_hand, ErrorCode.MISREAD_HAND),
    (_other_row, ErrorCode.WRONG_ROW),
)
