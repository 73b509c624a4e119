"""How a pot is divided: odd chips, high and low halves, side pots.

A seat is a number; numbers rise clockwise. Amounts are whole chips of the smallest value in
play, so every division is exact. Source: Robert's Rules of Poker, "Ties" (pokerzone.com).

>>> def shown(amounts):
...     return {seat: str(amount) for seat, amount in amounts.items()}
>>> shown(split_pot(101, {2, 5}, ChipRules(button=2)).amounts)
{5: '51', 2: '50'}
>>> layers = make_pots({1: 50, 2: 120, 3: 200, 4: 180}, folded={4})
>>> [(str(pot.amount), pot.eligible) for pot in layers.pots], shown(layers.returned)
([('200', (1, 2, 3)), ('210', (2, 3)), ('120', (3,))], {3: '20'})
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from itertools import pairwise
from typing import Any, Final, Protocol, TypeAlias

from rules.engine.cards import Card, require_distinct
from rules.engine.errors import EngineError
from rules.engine.text import gettext_noop

Amount: TypeAlias = Decimal | int

# Sums of amounts within these bounds fit into the 28 digits in which Decimal is exact.
_LIMIT: Final = Decimal(10) ** 15
_FINEST: Final = Decimal("0.000001")


class Strength(Protocol):
    """A `HandRank`, or anything else of which the greater is the better hand."""

    def __lt__(self, other: Any, /) -> bool: ...


class AmountError(EngineError):
    template = gettext_noop("%(amount)s is not an amount of money.")


class OddAmountError(EngineError):
    template = gettext_noop("%(amount)s is not a whole number of chips of %(unit)s.")


class NoWinnerError(EngineError):
    template = gettext_noop("Nobody is left to win the pot of %(pot)s.")


class UnknownSeatError(EngineError):
    template = gettext_noop("Seat %(seat)s has put nothing into the pot.")


class NoHandError(EngineError):
    template = gettext_noop("Seat %(seat)s can still win a pot and needs a hand.")


class NoCardError(EngineError):
    template = gettext_noop("Seat %(seat)s needs a card that settles who gets the odd chip.")


class OddChip(StrEnum):
    """Who of equal hands is first in line for the chips that cannot be divided.

    The odd chip between a high and a low half is the high half's under every value;
    `HIGH_HAND` adds nothing inside a half and goes by position there.
    """

    LEFT_OF_BUTTON = "left_of_button"
    HIGH_CARD_BY_SUIT = "high_card_by_suit"
    HIGH_HAND = "high_hand"


@dataclass(frozen=True, slots=True)
class ChipRules:
    """What settles the odd chip: `unit` is the smallest chip in play.

    `cards`, for `HIGH_CARD_BY_SUIT`: the highest card of each seat. It decides about the chip
    only; suits never decide who wins.
    """

    button: int
    unit: Amount = 1
    odd_chip: OddChip = OddChip.LEFT_OF_BUTTON
    cards: Mapping[int, Card] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Share:
    """What a winner gets; `amount` includes the odd chip.

    `card` is what stood for the seat where cards decided about odd chips.
    """

    seat: int
    amount: Decimal
    odd_chip: bool
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class Split:
    """`amount` divided among equal hands: `base` for each, and a chip more for the first ones.

    `shares` stand in the line for odd chips: by position from the left of the button, or by
    `card` where `rule` says so and there was an odd chip to give.
    """

    amount: Decimal
    base: Decimal
    rule: OddChip
    shares: tuple[Share, ...]

    @property
    def odd_chips(self) -> tuple[Share, ...]:
        return tuple(share for share in self.shares if share.odd_chip)

    @property
    def amounts(self) -> dict[int, Decimal]:
        """By seat, without those who get nothing."""
        return _sum_by_seat([{share.seat: share.amount for share in self.shares}])


@dataclass(frozen=True, slots=True)
class Award:
    """One pot divided: all of it to the high hands, or half of it to the low ones."""

    high: Split
    low: Split | None = None

    @property
    def amount(self) -> Decimal:
        return self.high.amount if self.low is None else self.high.amount + self.low.amount

    @property
    def odd_chip_to_high(self) -> bool:
        """Whether the high half holds the chip that could not be halved."""
        return self.low is not None and self.high.amount > self.low.amount

    @property
    def amounts(self) -> dict[int, Decimal]:
        """By seat, without those who get nothing."""
        return _sum_by_seat(half.amounts for half in (self.high, self.low) if half is not None)


@dataclass(frozen=True, slots=True)
class Pot:
    """The part of each contribution that lies between `floor` and `ceiling`.

    `eligible` are the seats that may win it, `dead` is what of it comes from folded seats.
    """

    amount: Decimal
    eligible: tuple[int, ...]
    dead: Decimal
    floor: Decimal
    ceiling: Decimal


@dataclass(frozen=True, slots=True)
class Pots:
    """Main pot and side pots in their order; `returned` is a bet that nobody called."""

    pots: tuple[Pot, ...]
    returned: Mapping[int, Decimal]


@dataclass(frozen=True, slots=True)
class Showdown:
    """The pots of a hand with the award of each, in the same order."""

    pots: tuple[Pot, ...]
    awards: tuple[Award, ...]
    returned: Mapping[int, Decimal]

    @property
    def amounts(self) -> dict[int, Decimal]:
        """What each seat takes from the table, its returned bet included."""
        return _sum_by_seat([*(award.amounts for award in self.awards), self.returned])


def split_pot(pot: Amount, winners: Collection[int], rules: ChipRules) -> Split:
    """Divide *pot* among *winners*, at most one odd chip each.

    Raises:
        AmountError, OddAmountError: unless *pot* is a whole number of chips.
        NoWinnerError: without *winners*.
        NoCardError, DuplicateCardError: if the cards that should decide cannot.
    """
    chips = _chips(pot, rules.unit)
    line = seats_from_button(winners, rules.button)
    if not line:
        raise NoWinnerError(pot=pot)
    base, odd = divmod(chips, len(line))
    cards: dict[int, Card] = {}
    if odd and rules.odd_chip == OddChip.HIGH_CARD_BY_SUIT:
        cards = _cards_of(line, rules.cards)
        # Suit is declared in the order of this rule: clubs, diamonds, hearts, spades.
        line = sorted(line, key=lambda seat: (cards[seat].rank, cards[seat].suit), reverse=True)
    unit = Decimal(rules.unit)
    shares = tuple(
        Share(seat, (base + (place < odd)) * unit, place < odd, cards.get(seat))
        for place, seat in enumerate(line)
    )
    return Split(chips * unit, base * unit, rules.odd_chip, shares)


def split_high_low(
    pot: Amount, high: Collection[int], low: Collection[int], rules: ChipRules
) -> Award:
    """Halve *pot* between the *high* and the *low* winners; without a low all of it goes high.

    Raises:
        AmountError, OddAmountError, NoWinnerError, NoCardError, DuplicateCardError: as
            `split_pot`.
    """
    if not low:
        return Award(split_pot(pot, high, rules))
    low_half = _chips(pot, rules.unit) // 2 * Decimal(rules.unit)
    return Award(split_pot(pot - low_half, high, rules), split_pot(low_half, low, rules))


def make_pots(contributions: Mapping[int, Amount], folded: Collection[int] = ()) -> Pots:
    """Sort what each seat has put in during the whole hand into main pot and side pots.

    Who has filled a layer and not folded may win it. A layer that only folded seats have
    filled is dead money in the pot below. What one seat alone has put in was not called and
    goes back.

    Raises:
        AmountError: for a contribution that is negative, no number, or beyond 10 ** 15.
        UnknownSeatError: for a folded seat that is not among *contributions*.
        NoWinnerError: if everyone who put something in has folded.
    """
    totals = {seat: _money(contributions[seat]) for seat in sorted(contributions)}
    _require_seats(folded, totals)
    # Two zeros, for a table where fewer than two have put something in.
    called = sorted([Decimal(0), Decimal(0), *totals.values()])[-2]
    returned = {seat: total - called for seat, total in totals.items() if total > called}

    pots: list[Pot] = []
    levels = {min(total, called) for total in totals.values()} | {Decimal(0)}
    for floor, ceiling in pairwise(sorted(levels)):
        seats = [seat for seat, total in totals.items() if total >= ceiling]
        pot = Pot(
            amount=(ceiling - floor) * len(seats),
            eligible=tuple(seat for seat in seats if seat not in folded),
            dead=(ceiling - floor) * sum(seat in folded for seat in seats),
            floor=floor,
            ceiling=ceiling,
        )
        if pots and pot.eligible in ((), pots[-1].eligible):
            pots[-1] = _merge(pots[-1], pot)
        elif pot.eligible:
            pots.append(pot)
        else:
            raise NoWinnerError(pot=sum(totals.values()))
    return Pots(tuple(pots), returned)


def settle_pots(
    contributions: Mapping[int, Amount],
    folded: Collection[int],
    hands: Mapping[int, Strength],
    rules: ChipRules,
    lows: Mapping[int, Strength | None] | None = None,
) -> Showdown:
    """Make the pots and award each one apart; odd chips of two pots are never mixed.

    *hands* has a strength for each seat that could win a pot against another. *lows* is for
    high-low: a seat without a qualifying low has None or is left out.

    Raises:
        AmountError, OddAmountError: for a contribution that is no whole number of chips.
        UnknownSeatError: for a seat that is not among *contributions*.
        NoHandError: for a seat in a contested pot that is not among *hands*.
        NoWinnerError, NoCardError, DuplicateCardError: as `make_pots` and `split_pot`.
    """
    lows = lows or {}
    _require_seats([*hands, *lows], contributions)
    for amount in contributions.values():
        _chips(amount, rules.unit)
    made = make_pots(contributions, folded)
    awards = tuple(
        split_high_low(pot.amount, _high(pot, hands), _low(pot, lows), rules) for pot in made.pots
    )
    return Showdown(made.pots, awards, made.returned)


def seats_from_button(seats: Iterable[int], button: int) -> list[int]:
    """*seats* clockwise from the left of *button*, which may be an empty seat."""
    return sorted(set(seats), key=lambda seat: (seat <= button, seat))


def _high(pot: Pot, hands: Mapping[int, Strength]) -> Collection[int]:
    if len(pot.eligible) == 1:
        return pot.eligible
    for seat in pot.eligible:
        if seat not in hands:
            raise NoHandError(seat=seat)
    return _best({seat: hands[seat] for seat in pot.eligible})


def _low(pot: Pot, lows: Mapping[int, Strength | None]) -> Collection[int]:
    if len(pot.eligible) == 1:
        return ()
    found = {seat: low for seat in pot.eligible if (low := lows.get(seat)) is not None}
    return _best(found) if found else ()


def _best(hands: Mapping[int, Strength]) -> list[int]:
    best = max(hands.values())
    return [seat for seat, hand in hands.items() if not hand < best]


def _merge(lower: Pot, upper: Pot) -> Pot:
    return Pot(
        amount=lower.amount + upper.amount,
        eligible=lower.eligible,
        dead=lower.dead + upper.dead,
        floor=lower.floor,
        ceiling=upper.ceiling,
    )


def _cards_of(seats: Iterable[int], cards: Mapping[int, Card]) -> dict[int, Card]:
    found: dict[int, Card] = {}
    for seat in seats:
        if seat not in cards:
            raise NoCardError(seat=seat)
        found[seat] = cards[seat]
    require_distinct(list(found.values()))
    return found


def _require_seats(seats: Iterable[int], known: Collection[int]) -> None:
    for seat in seats:
        if seat not in known:
            raise UnknownSeatError(seat=seat)


def _money(amount: Amount) -> Decimal:
    money = Decimal(amount)
    if not money.is_finite() or not 0 <= money < _LIMIT or money != money.quantize(_FINEST):
        raise AmountError(amount=amount)
    return money


def _chips(amount: Amount, unit: Amount) -> int:
    if not _money(unit):
        raise AmountError(amount=unit)
    chips = Fraction(_money(amount)) / Fraction(unit)
    if chips.denominator != 1:
        raise OddAmountError(amount=amount, unit=unit)
    return chips.numerator


def _sum_by_seat(amounts: Iterable[Mapping[int, Decimal]]) -> dict[int, Decimal]:
    total: dict[int, Decimal] = {}
    for part in amounts:
        for seat, amount in part.items():
            if amount:
                total[seat] = total.get(seat, Decimal(0)) + amount
    return total
