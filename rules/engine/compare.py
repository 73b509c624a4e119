"""Who wins, and which step of the comparison says so.

>>> from rules.engine.cards import parse_cards
>>> board = parse_cards("Ah Kd Tc 5s 3h")
>>> result = compare_with_board(board, [parse_cards("Ac 9d"), parse_cards("As 6d")])
>>> result.winners, result.decision.basis.value, result.decision.step.label
((0,), 'rank', 'kicker 3')
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from rules.engine.best import BestHand, best_five, best_with_board
from rules.engine.cards import AnyCard, Card, Rank, require_distinct
from rules.engine.ranking import Category, HandRank


class Basis(StrEnum):
    """What settles a comparison."""

    CATEGORY = "category"
    RANK = "rank"
    TIE = "tie"


class Role(StrEnum):
    """What a rank of the tie-break vector is in its hand."""

    TOP = "top"
    FIVES = "fives"
    QUADS = "quads"
    TRIPS = "trips"
    FILLER = "filler"
    HIGH_PAIR = "high-pair"
    LOW_PAIR = "low-pair"
    PAIR = "pair"
    CARD = "card"
    KICKER = "kicker"


@dataclass(frozen=True, slots=True)
class Step:
    """One position of the tie-break vector: `nth` counts from 1 within its role."""

    position: int
    role: Role
    nth: int = 1

    @property
    def label(self) -> str:
        return f"{self.role.value} {self.nth}"


def _steps(*roles: Role) -> tuple[Step, ...]:
    return tuple(
        Step(position, role, roles[: position + 1].count(role))
        for position, role in enumerate(roles)
    )


STEPS: Final[dict[Category, tuple[Step, ...]]] = {
    Category.HIGH_CARD: _steps(*[Role.CARD] * 5),
    Category.PAIR: _steps(Role.PAIR, *[Role.KICKER] * 3),
    Category.TWO_PAIR: _steps(Role.HIGH_PAIR, Role.LOW_PAIR, Role.KICKER),
    Category.THREE_OF_A_KIND: _steps(Role.TRIPS, Role.KICKER, Role.KICKER),
    Category.STRAIGHT: _steps(Role.TOP),
    Category.FLUSH: _steps(*[Role.CARD] * 5),
    Category.FULL_HOUSE: _steps(Role.TRIPS, Role.FILLER),
    Category.FOUR_OF_A_KIND: _steps(Role.QUADS, Role.KICKER),
    Category.STRAIGHT_FLUSH: _steps(Role.TOP),
    Category.ROYAL_FLUSH: _steps(Role.TOP),
    Category.FIVE_OF_A_KIND: _steps(Role.FIVES),
}


@dataclass(frozen=True, slots=True)
class Decision:
    """Why `stronger` beats or ties `weaker`.

    `step` is the deciding position for `Basis.RANK`, otherwise None; every step before it
    is equal in both hands.
    """

    basis: Basis
    stronger: HandRank
    weaker: HandRank
    step: Step | None = None

    @property
    def equal_steps(self) -> tuple[Step, ...]:
        """The positions of the common category that do not decide, in order."""
        if self.basis is Basis.CATEGORY:
            return ()
        steps = STEPS[self.stronger.category]
        return steps if self.step is None else steps[: self.step.position]

    @property
    def ranks(self) -> tuple[Rank, Rank]:
        """The two ranks that differ. Only for `Basis.RANK`."""
        if self.step is None:
            raise ValueError(f"no rank decides a {self.basis.value}")
        at = self.step.position
        return self.stronger.ranks[at], self.weaker.ranks[at]


def decide(one: HandRank, other: HandRank) -> Decision:
    """Find the step that separates two hands, whichever comes first."""
    stronger, weaker = (one, other) if one >= other else (other, one)
    if stronger == weaker:
        return Decision(Basis.TIE, stronger, weaker)
    if stronger.category is not weaker.category:
        return Decision(Basis.CATEGORY, stronger, weaker)
    step = next(
        step
        for step in STEPS[stronger.category]
        if stronger.ranks[step.position] != weaker.ranks[step.position]
    )
    return Decision(Basis.RANK, stronger, weaker, step)


def deciding_cards(hand: BestHand, decision: Decision) -> tuple[Card, ...]:
    """The cards of *hand* that settle *decision*: the differing rank, or the combination that
    is of the higher category.

    Only hands equal to one of the two compared have any; in a tie nobody has.
    """
    if decision.basis is Basis.TIE or hand.rank not in (decision.stronger, decision.weaker):
        return ()
    if decision.step is not None:
        return hand.cards_at(decision.step.position)
    return hand.core if hand.rank == decision.stronger else ()


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two or more hands by seat (from 0); `winners` are all seats of the strongest hand.

    `shared` holds the cards of the board, none where hands are independent.
    """

    hands: tuple[BestHand, ...]
    winners: tuple[int, ...]
    shared: tuple[AnyCard, ...] = ()

    @property
    def board(self) -> tuple[Card, ...]:
        """The board but for its jokers, which stand for other cards in other hands."""
        return tuple(card for card in self.shared if isinstance(card, Card))

    @property
    def losers(self) -> tuple[int, ...]:
        return tuple(seat for seat in range(len(self.hands)) if seat not in self.winners)

    @property
    def best(self) -> BestHand:
        return self.hands[self.winners[0]]

    def from_board(self, seat: int) -> tuple[Card, ...]:
        """The playing cards at *seat* that lie on the board."""
        hand = self.hands[seat]
        return tuple(
            c for c, laid in zip(hand.five, hand.laid, strict=True) if laid in self.shared
        )

    def from_hand(self, seat: int) -> tuple[Card, ...]:
        """The playing cards at *seat* that are its own: as few as make the hand."""
        hand = self.hands[seat]
        pairs = zip(hand.five, hand.laid, strict=True)
        return tuple(card for card, laid in pairs if laid not in self.shared)

    @property
    def board_plays(self) -> bool:
        """Whether nobody beats the board: every seat plays it and every seat wins."""
        return not self.from_hand(self.winners[0])

    @property
    def runner_up(self) -> int | None:
        """The seat of the strongest losing hand, the first of several; None if all tie."""
        return max(self.losers, key=lambda seat: self.hands[seat].rank, default=None)

    @property
    def decision(self) -> Decision:
        """Winner against the strongest loser; a tie only if every seat wins."""
        seat = self.winners[-1] if self.runner_up is None else self.runner_up
        return self.against(seat)

    def against(self, seat: int) -> Decision:
        """Winner against the hand at *seat*; a tie if that seat wins too."""
        return decide(self.best.rank, self.hands[seat].rank)

    def deciding_cards(self, seat: int) -> tuple[Card, ...]:
        """`deciding_cards` of the hand at *seat* under `decision`."""
        return deciding_cards(self.hands[seat], self.decision)


def compare(hands: Sequence[Sequence[Card]]) -> Comparison:
    """Compare independent hands of 5, 6 or 7 cards; they may share cards.

    Raises:
        CardCountError, DuplicateCardError: for one hand.
        ValueError: for fewer than two hands.
    """
    return compare_best([best_five(hand) for hand in hands])


def compare_with_board(board: Sequence[Card], holes: Sequence[Sequence[Card]]) -> Comparison:
    """Compare hole cards that share *board*.

    Raises:
        DuplicateCardError: if any card stands twice on the whole table.
        CardCountError: unless each hand has 5, 6 or 7 cards with the board.
        ValueError: for fewer than two hands.
    """
    require_distinct([*board, *(card for hole in holes for card in hole)])
    return compare_best([best_with_board(board, hole) for hole in holes], board)


def compare_best(hands: Sequence[BestHand], board: Sequence[AnyCard] = ()) -> Comparison:
    """Compare hands that are ranked already, all by the same rules.

    Raises:
        ValueError: for fewer than two hands.
    """
    if len(hands) < 2:
        raise ValueError(f"at least two hands are needed, not {len(hands)}")
    best = max(hand.rank for hand in hands)
    winners = tuple(seat for seat, hand in enumerate(hands) if hand.rank == best)
    return Comparison(tuple(hands), winners, tuple(board))
