"""What `settle` gives for every outcome of a showdown: the payoffs that the sums are made of.

An outcome is the pay row of the player's hand, whether the hand would qualify as a dealer's,
how the hands compare and whether the dealer qualifies. Each one is settled once, with cards
that end so.
"""

from collections.abc import Callable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, zip_longest
from math import lcm
from typing import Final

import numpy as np
from numpy.typing import NDArray

from rules.analysis.showdown import DEALER_HANDS
from rules.engine.batch import card_ids, rank_of, strengths
from rules.engine.cards import DECK, Card
from rules.engine.counting import distribution
from rules.engine.ranking import HandRank, example_hand
from rules.engine.tables import NATURAL, STRENGTHS, rank_tables
from rules.games.base import PayRow, PayTable
from rules.games.checks import pay_classes
from rules.games.settlement import Ending, Round

Settle = Callable[[Round], Fraction]
Qualifies = Callable[[HandRank], bool]
Showing = tuple[Ending, bool]
"""How the hands compare, and whether the dealer qualifies."""

_SEVEN: Final = range(7)
_DECK: Final = np.arange(len(DECK), dtype=np.uint8)
# Places: of the hole cards among seven, of the board, of the dealer's two among 45, of two
# among 47.
_HOLES: Final = np.array(list(combinations(_SEVEN, 2)))
_BOARDS: Final = np.array([[at for at in _SEVEN if at not in hole] for hole in _HOLES.tolist()])
_DEALERS: Final = np.array(list(combinations(range(45), 2)))
_PAIRS: Final = np.array(list(combinations(range(47), 2)))
# How many hands of seven cards are tried for an example, and of how many strengths at a time.
_MOST_EXAMPLES: Final = 32
_SPREAD: Final = 8

# What a hand that would qualify can meet, and one that would not: whoever qualifies beats it.
_REACHING: Final = frozenset(
    {(Ending.WIN, True), (Ending.TIE, True), (Ending.LOSS, True), (Ending.WIN, False)}
)
_BELOW: Final = frozenset(
    {(Ending.WIN, False), (Ending.TIE, False), (Ending.LOSS, False), (Ending.LOSS, True)}
)


class OddsTooFineError(ValueError):
    """Odds whose common denominator is so large that sums would not fit in 64 bits."""


@dataclass(frozen=True, slots=True)
class PayClasses:
    """The classes of hands that pay rows can tell apart, weakest first.

    `of_strength`: uint8, the class by strength. `ranks` stand for them, as in `pay_classes`.
    """

    ranks: tuple[HandRank, ...]
    of_strength: NDArray[np.uint8]


@lru_cache(maxsize=1)
def classes() -> PayClasses:
    ranks, tables = pay_classes(), rank_tables()
    lead, second = tables.ranks[:, 0], tables.ranks[:, 1]
    found = np.zeros(STRENGTHS, np.uint8)
    # Weakest first: an ace-high hand is written over where it turns out to hold a king.
    for at, rank in enumerate(ranks):
        mine = (tables.category == rank.category) & (lead == rank.ranks[0])
        if rank.is_ace_king:
            mine &= second == rank.ranks[1]
        found[mine] = at
    return PayClasses(ranks, found)


def threshold(qualifies: Qualifies) -> int:
    """The weakest strength that qualifies."""
    passed = np.array([qualifies(rank) for rank in classes().ranks])
    return int(np.flatnonzero(passed[classes().of_strength[1 : NATURAL + 1]])[0]) + 1


@dataclass(frozen=True, slots=True)
class Group:
    """Hands on one pay row that all would qualify as a dealer's, or none of them.

    `payoffs` has those showings that can be.
    """

    row: PayRow | None
    members: tuple[int, ...]
    reaches: bool
    payoffs: Mapping[Showing, Fraction]


@dataclass(frozen=True, slots=True)
class Payoffs:
    """All outcomes of one box under one way to play."""

    groups: tuple[Group, ...]
    threshold: int

    @property
    def denominator(self) -> int:
        return lcm(*(pays.denominator for group in self.groups for pays in group.payoffs.values()))

    @property
    def most(self) -> Fraction:
        return max(abs(pays) for group in self.groups for pays in group.payoffs.values())

    def of_class(self, at: int) -> Mapping[Showing, Fraction]:
        """Of the group with this pay class."""
        return next(group.payoffs for group in self.groups if at in group.members)

    def rates(self, scale: int) -> "Rates":
        """In units of 1 / *scale*.

        Raises:
            OddsTooFineError
        """
        require_room(self.most, scale)
        # By class: constant, per weaker, per equal, per unqualified hand of the dealer's.
        rates = np.zeros((4, len(classes().ranks)), np.int64)
        for group in self.groups:
            own = list(group.members)
            rates[:, own] = _group_rates(group, scale)[:, None]
        fixed, weaker, equal, unqualified = rates[:, classes().of_strength]
        return Rates(fixed, weaker, equal, unqualified, self.threshold)


def require_room(most: Fraction, scale: int) -> None:
    """Refuse payoffs whose sums over all deals of two hole cards would not fit in 64 bits.

    Raises:
        OddsTooFineError
    """
    deals = 16 * 19_600 * 1081 * DEALER_HANDS
    if most * scale * deals >= 1 << 63:
        raise OddsTooFineError(scale)


def _group_rates(group: Group, scale: int) -> NDArray[np.int64]:
    def pays(ending: Ending, qualified: bool) -> int:
        return int(group.payoffs.get((ending, qualified), Fraction(0)) * scale)

    beaten = pays(Ending.LOSS, True)
    if group.reaches:
        won, unqualified = pays(Ending.WIN, True), pays(Ending.WIN, False)
        tied = pays(Ending.TIE, True)
        rates = [DEALER_HANDS * beaten, won - beaten, tied - beaten, unqualified - won]
    else:
        # Whoever qualifies beats such a hand.
        lost = pays(Ending.LOSS, False)
        won, tied = pays(Ending.WIN, False), pays(Ending.TIE, False)
        rates = [DEALER_HANDS * beaten, won - lost, tied - lost, lost - beaten]
    return np.array(rates, np.int64)


@dataclass(frozen=True, slots=True)
class Rates:
    """By strength of the player's hand, int64 unless narrowed: the payoffs summed over the
    dealer's 990 hands are `fixed + weaker × w + equal × e + unqualified × u`, with *w*, *e* and
    *u* of those hands weaker, equal and below `threshold`."""

    fixed: NDArray[np.signedinteger]
    weaker: NDArray[np.signedinteger]
    equal: NDArray[np.signedinteger]
    unqualified: NDArray[np.signedinteger]
    threshold: int

    @property
    def most(self) -> int:
        """No sum is greater, of either sign."""
        by_hand = np.maximum(abs(self.weaker), abs(self.equal)) + abs(self.unqualified)
        return int((abs(self.fixed) + DEALER_HANDS * by_hand).max())

    def narrowed(self) -> "Rates":
        """The same as int32."""
        kinds = (self.fixed, self.weaker, self.equal, self.unqualified)
        fixed, weaker, equal, unqualified = (each.astype(np.int32) for each in kinds)
        return Rates(fixed, weaker, equal, unqualified, self.threshold)


def find_payoffs(table: PayTable, qualifies: Qualifies, settle: Settle) -> Payoffs:
    """Settle every outcome under *table* once."""
    rows: dict[tuple[PayRow | None, bool], list[int]] = {}
    for at, rank in enumerate(classes().ranks):
        rows.setdefault((table.row_for(rank), qualifies(rank)), []).append(at)
    least = threshold(qualifies)
    groups = []
    for (row, reaches), members in rows.items():
        examples = example_rounds(tuple(members), least)
        payoffs = {showing: settle(round_) for showing, round_ in examples.items()}
        groups.append(Group(row, tuple(members), reaches, payoffs))
    return Payoffs(tuple(groups), least)


@lru_cache(maxsize=512)
def example_rounds(members: tuple[int, ...], least: int) -> Mapping[Showing, Round]:
    """For hands of these pay classes, all or none of which would qualify, a round of every
    showing that can be.

    *least* is the weakest strength with which the dealer qualifies.
    """
    there = _strengths_of(members)
    if not len(there):
        return {}
    wanted = _REACHING if there[-1] >= least else _BELOW
    if there[0] == NATURAL:
        wanted -= {(Ending.LOSS, True)}
    if least == 1:
        wanted -= {(Ending.WIN, False)}
    found: dict[Showing, Round] = {}
    for _, seven in zip(range(_MOST_EXAMPLES), _seven_cards(members), strict=False):
        found |= _showings(seven, least, wanted - found.keys())
        if found.keys() == wanted:
            break
    return found


def _strengths_of(members: tuple[int, ...]) -> NDArray[np.intp]:
    """The strengths of these pay classes that the best five of seven cards can have."""
    return np.flatnonzero(np.isin(classes().of_strength, members) & _occurring())


@lru_cache(maxsize=1)
def _occurring() -> NDArray[np.bool_]:
    return distribution(len(_SEVEN)) > 0


def _seven_cards(members: tuple[int, ...]) -> Iterator[NDArray[np.uint8]]:
    """Seven cards of many kinds whose best five are of these pay classes, in turn."""
    every = _strengths_of(members)
    spread = dict.fromkeys(every[np.linspace(0, len(every) - 1, _SPREAD).astype(np.intp)].tolist())
    sources = [_with_two_more(strength) for strength in spread]
    for rows in zip_longest(*sources):
        yield from (row for row in rows if row is not None)


def _with_two_more(strength: int) -> Iterator[NDArray[np.uint8]]:
    """Five cards of that strength with two that add nothing to them, shuffled."""
    five = card_ids(example_hand(rank_of(strength)))
    rest = np.delete(_DECK, five)[_PAIRS]
    rows = np.concatenate([np.broadcast_to(five, (len(rest), 5)), rest], axis=1).astype(np.uint8)
    rows = rows[strengths(rows) == strength]
    # A step that is prime runs through all of them.
    yield from rows[np.arange(len(rows)) * 1009 % len(rows)]


def _showings(
    seven: NDArray[np.uint8], least: int, wanted: AbstractSet[Showing]
) -> dict[Showing, Round]:
    """Rounds in which the player has these cards, two of them as hole cards."""
    dealers = np.delete(_DECK, seven)[_DEALERS]
    rows = np.empty((len(_HOLES), len(dealers), len(_SEVEN)), np.uint8)
    rows[:, :, :5] = seven[_BOARDS][:, None, :]
    rows[:, :, 5:] = dealers
    dealt = strengths(rows.reshape(-1, len(_SEVEN)))
    own = strengths(seven[None])[0]
    compared = {Ending.WIN: dealt < own, Ending.TIE: dealt == own, Ending.LOSS: dealt > own}
    found = {}
    for ending, qualified in wanted:
        fits = np.flatnonzero(compared[ending] & ((dealt >= least) == qualified))
        if len(fits):
            at, dealer = divmod(int(fits[0]), len(dealers))
            found[ending, qualified] = Round(
                player=_cards(seven[_HOLES[at]]),
                dealer=_cards(dealers[dealer]),
                board=_cards(seven[_BOARDS[at]]),
            )
    return found


def _cards(ids: NDArray[np.uint8]) -> tuple[Card, ...]:
    return tuple(DECK[each] for each in ids)
