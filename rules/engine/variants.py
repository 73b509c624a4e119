"""One way to judge a hand, high or low, with wild cards or without.

>>> from rules.engine.cards import parse_with_jokers
>>> from rules.engine.jokers import Joking
>>> rules = HandRules(Low.ACE_TO_FIVE, Rank.EIGHT, WildRules(Joking.BUG))
>>> print(best_hand(parse_with_jokers("8c 6d 4h 3s Jk Kd Ks"), rules).rank)
A-5 high card 8643A
>>> print(best_hand(parse_with_jokers("9c 6d 4h 3s Jk Kd Ks"), rules))
None
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rules.engine.best import BestHand, best_with_board
from rules.engine.cards import AnyCard, Card, Rank
from rules.engine.compare import Comparison, compare_best
from rules.engine.jokers import (
    NO_WILD,
    WildRules,
    best_low_with_wild,
    best_with_wild,
    require_jokers,
)
from rules.engine.lowball import Low, best_low_with_board, qualified


@dataclass(frozen=True, slots=True)
class HandRules:
    """`low` is None for high hands; `qualifier` is the highest card of a low that counts."""

    low: Low | None = None
    qualifier: Rank | None = None
    wild: WildRules = NO_WILD


HIGH: Final = HandRules()


@dataclass(frozen=True, slots=True)
class Contest:
    """Hands by seat from 0, None for one that does not qualify.

    `comparison` is between the hands of `seats`, in this order; None if fewer than two qualify.
    """

    hands: tuple[BestHand | None, ...]
    comparison: Comparison | None

    @property
    def seats(self) -> tuple[int, ...]:
        return tuple(seat for seat, hand in enumerate(self.hands) if hand is not None)

    @property
    def winners(self) -> tuple[int, ...]:
        """All seats of the best hand; nobody where no hand qualifies."""
        if self.comparison is None:
            return self.seats
        return tuple(self.seats[place] for place in self.comparison.winners)


def best_hand(
    hole: Sequence[AnyCard], rules: HandRules, board: Sequence[AnyCard] = ()
) -> BestHand | None:
    """Best five of 5, 6 or 7 cards under *rules*, None if a low does not qualify.

    Raises:
        CardCountError, DuplicateCardError, NoJokerRuleError, TooManyJokersError
    """
    cards = [*board, *hole]
    require_jokers(cards, rules.wild)
    if any(map(rules.wild.is_wild, cards)):
        best: BestHand = (
            best_with_wild(cards, rules.wild)
            if rules.low is None
            else best_low_with_wild(cards, rules.low, rules.wild)
        )
    elif rules.low is None:
        best = best_with_board(_plain(board), _plain(hole))
    else:
        best = best_low_with_board(_plain(board), _plain(hole), rules.low)
    return best if rules.low is None else qualified(best, rules.qualifier)


def contest(
    holes: Sequence[Sequence[AnyCard]], rules: HandRules, board: Sequence[AnyCard] = ()
) -> Contest:
    """Judge hands that share *board*, or, without one, hands that may hold the same cards.

    Raises:
        CardCountError, DuplicateCardError, NoJokerRuleError, TooManyJokersError
        ValueError: for fewer than two hands.
    """
    if len(holes) < 2:
        raise ValueError(f"at least two hands are needed, not {len(holes)}")
    if board:
        require_jokers([*board, *(card for hole in holes for card in hole)], rules.wild)
    hands = tuple(best_hand(hole, rules, board) for hole in holes)
    counting = [hand for hand in hands if hand is not None]
    return Contest(hands, compare_best(counting, board) if len(counting) > 1 else None)


def _plain(cards: Sequence[AnyCard]) -> list[Card]:
    return [card for card in cards if isinstance(card, Card)]
