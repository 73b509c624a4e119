"""What a wrong share of a pot comes from, found by making each mistake on purpose."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Final

from rules.engine.errors import EngineError
from rules.engine.pots import Award, ChipRules, OddChip, split_high_low, split_pot
from rules.games.texas_holdem import chip_rules
from trainer.drills.pot_tables import PotTable, settle_table, splits
from trainer.drills.turning import with_switches
from trainer.drills.verdicts import ErrorCode

# Slips of the pen: a zero too many or too few, doubled or halved.
_FACTORS: Final = (Fraction(10), Fraction(1, 10), Fraction(2), Fraction(1, 2))
# A sum this close to the right one is meant for the same share.
_NEAR: Final = Fraction(1, 10)


def code(table: PotTable, given: Decimal) -> ErrorCode:
    """The mistake that gives *given*, which is wrong."""
    for found, amounts in wrong_amounts(table).items():
        if given in amounts:
            return found
    return ErrorCode.ARITHMETIC if _is_slip(given, table.amount) else ErrorCode.OTHER


@lru_cache(maxsize=64)
def wrong_amounts(table: PotTable) -> Mapping[ErrorCode, tuple[Decimal, ...]]:
    """What each mistake gives, where that is wrong; of equal amounts the first counts."""
    found: dict[ErrorCode, tuple[Decimal, ...]] = {}
    taken = {table.amount}
    for mistake, make in _MISTAKES:
        amounts = tuple(dict.fromkeys(amount for amount in make(table) if amount not in taken))
        if amounts:
            found[mistake] = found.get(mistake, ()) + amounts
            taken.update(amounts)
    return found


def _odd_chip(table: PotTable) -> Iterator[Decimal]:
    """The odd chip by another rule of the game, or to a seat that no rule names."""
    for value in OddChip:
        yield _amount_under(table, odd_chip=value.value)
    for _, award in table.awards:
        for split in splits(award):
            mine = [share for share in split.shares if share.seat == table.asked]
            if split.odd_chips and mine:
                yield table.amount + (-table.chip if mine[0].odd_chip else table.chip)


def _uncalled(table: PotTable) -> Iterator[Decimal]:
    """A bet that nobody called left in the last pot, forgotten, or given back twice."""
    returned = table.settlement.showdown.returned
    if not returned:
        return
    mine = returned.get(table.asked, Decimal(0))
    yield table.amount - mine
    *_, (_, award) = table.awards
    rest = sum(returned.values(), Decimal(0))
    yield table.amount - mine - _share(award, table) + _share(_again(table, award, rest), table)


def _dead_money(table: PotTable) -> Iterator[Decimal]:
    """What folded hands have left in the pots forgotten: from all of them, or from one."""
    differences = [
        _share(_again(table, award, -pot.dead), table) - _share(award, table)
        for pot, award in table.awards
        if pot.dead
    ]
    yield table.amount + sum(differences, Decimal(0))
    for difference in differences:
        yield table.amount + difference


def _side_pots(table: PotTable) -> Iterator[Decimal]:
    """One pot for all, so that an all-in hand takes what it could not win; or only the pots
    above the first, or the first alone."""
    if len(table.awards) < 2:
        return
    returned = table.settlement.showdown.returned.get(table.asked, Decimal(0))
    total = sum((award.amount for _, award in table.awards), Decimal(0))
    first = table.awards[0][1]
    yield _share(_again(table, first, total - first.amount), table) + returned
    shares = [_share(award, table) for _, award in table.awards]
    yield from (table.amount - share for share in shares if share)


def _halves(table: PotTable) -> Iterator[Decimal]:
    """No low half, any low or only eight or better, whatever the house says; the odd chip
    between the halves to the low one; all of a pot to one of its halves."""
    if table.ruleset.switches["hi_lo"] == "off":
        return
    yield _amount_under(table, hi_lo="off", lowball="off")
    for value in ("off", "8"):
        yield _amount_under(table, low_qualifier=value)
    halved = [award for _, award in table.awards if award.low is not None]
    for award in halved:
        yield table.amount - _share(award, table) + _share(_odd_chip_to_low(table, award), table)
    for kept in product((0, 1), repeat=len(halved)):
        yield table.amount + sum(
            (_scooped(table, a, k) - _share(a, table) for a, k in zip(halved, kept, strict=True)),
            Decimal(0),
        )


def _missed_tie(table: PotTable) -> Iterator[Decimal]:
    """All of each half for the seat alone, or nothing of it, where others have the same hand."""
    sure, shared = Decimal(0), []
    for _, award in table.awards:
        for split in splits(award):
            mine = split.amounts.get(table.asked, Decimal(0))
            if mine and len(split.shares) > 1:
                shared.append(split.amount)
            else:
                sure += mine
    sure += table.settlement.showdown.returned.get(table.asked, Decimal(0))
    for taken in product((0, 1), repeat=len(shared)):
        yield sure + sum((a * t for a, t in zip(shared, taken, strict=True)), Decimal(0))


def _misread(table: PotTable) -> Iterator[Decimal]:
    """Another hand taken for the best of each pot that it can win."""
    returned = table.settlement.showdown.returned.get(table.asked, Decimal(0))
    for best in table.live:
        yield (
            returned
            + sum(
                (
                    award.amount if best == table.asked else Decimal(0)
                    for pot, award in table.awards
                    if best in pot.eligible
                ),
                Decimal(0),
            )
            + sum(
                (_share(award, table) for pot, award in table.awards if best not in pot.eligible),
                Decimal(0),
            )
        )
    for pot, award in table.awards:
        if table.asked in pot.eligible:
            without = table.amount - _share(award, table)
            yield without
            yield without + award.amount


def _parts_of_chips(table: PotTable) -> Iterator[Decimal]:
    """Exact shares, although no chip is that small."""
    yield table.amount + sum(
        (
            split.amount / len(split.shares) - split.amounts.get(table.asked, Decimal(0))
            for _, award in table.awards
            for split in splits(award)
            if table.asked in split.amounts
        ),
        Decimal(0),
    )


_MISTAKES: Final[tuple[tuple[ErrorCode, Callable[[PotTable], Iterable[Decimal]]], ...]] = (
    (ErrorCode.ODD_CHIP, _odd_chip),
    (ErrorCode.ROUNDING, _parts_of_chips),
    (ErrorCode.UNCALLED, _uncalled),
    (ErrorCode.DEAD_MONEY, _dead_money),
    (ErrorCode.SIDE_POT, _side_pots),
    (ErrorCode.HALVES, _halves),
    (ErrorCode.MISSED_TIE, _missed_tie),
    (ErrorCode.MISREAD_HAND, _misread),
)


# --- one pot again ---------------------------------------------------------------------------


def _share(award: Award, table: PotTable) -> Decimal:
    return award.amounts.get(table.asked, Decimal(0))


def _chips(table: PotTable) -> ChipRules:
    holes = {group.seat: group.cards for group in table.deal.players}
    return chip_rules(table.ruleset, table.button, holes)


def _again(table: PotTable, award: Award, more: Decimal) -> Award:
    """*award* with *more* in its pot, which may be less than nothing."""
    high = [share.seat for share in award.high.shares]
    low = [share.seat for share in award.low.shares] if award.low else []
    return split_high_low(award.amount + more, high, low, _chips(table))


def _odd_chip_to_low(table: PotTable, award: Award) -> Award:
    assert award.low is not None
    odd = table.chip if award.odd_chip_to_high else Decimal(0)
    high, low = (
        split_pot(split.amount + change, [share.seat for share in split.shares], _chips(table))
        for split, change in ((award.high, -odd), (award.low, odd))
    )
    return replace(award, high=high, low=low)


def _scooped(table: PotTable, award: Award, half: int) -> Decimal:
    """What the seat takes if the high half, or with 1 the low one, is all of the pot."""
    seats = [share.seat for share in splits(award)[half].shares]
    amounts: Mapping[int, Decimal] = split_pot(award.amount, seats, _chips(table)).amounts
    return amounts.get(table.asked, Decimal(0))


def _amount_under(table: PotTable, **switches: str) -> Decimal:
    """What the seat takes by other rules; nothing else than is right where they cannot settle."""
    try:
        settlement = settle_table(table, with_switches(table.ruleset, **switches))
    except EngineError:
        return table.amount
    return settlement.amounts.get(table.asked, Decimal(0))


def _is_slip(given: Decimal, right: Decimal) -> bool:
    """Whether *given* is *right* miscalculated: a factor, swapped digits or a near miss."""
    amount, wanted = Fraction(given), Fraction(right)
    if any(amount == wanted * factor for factor in _FACTORS):
        return True
    return abs(amount - wanted) <= wanted * _NEAR
