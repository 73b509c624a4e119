"""A hand with a joker: what it becomes, and what else it might be taken for."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from rules.engine.cards import JOKER, Card, Rank, Suit
from rules.engine.jokers import Joking, StandIn, WildHand, WildRules, best_with_wild
from rules.engine.ranking import STRAIGHTS, Category, HandRank, rank_hand
from trainer.drills.deals import Deal

JOKING: Final = "joker"
"""The fact of a deal that says what its joker may stand for, as `Joking` does."""
IDLE: Final = "idle"
"""The answer that the joker does not play."""
OPTIONS: Final = 5


@dataclass(frozen=True)
class JokerHand:
    """The `natural` cards of hand and board, beside which one joker lies."""

    natural: tuple[Card, ...]
    joking: Joking

    @cached_property
    def best(self) -> WildHand:
        return best_with_wild((*self.natural, JOKER), WildRules(self.joking))

    @property
    def rank(self) -> HandRank:
        return self.best.rank

    @property
    def stand_in(self) -> StandIn | None:
        """None where the joker does not play."""
        return next(iter(self.best.stand_ins), None)

    @property
    def answer(self) -> str:
        """The letter of the rank that the joker becomes, or `idle`."""
        return IDLE if self.stand_in is None else self.stand_in.card.rank.letter

    @property
    def may_idle(self) -> bool:
        """Whether there are five cards without it."""
        return len(self.natural) >= 5

    @property
    def otherwise(self) -> "JokerHand":
        """The same cards with a joker of the other kind."""
        other = Joking.WILD if self.joking is Joking.BUG else Joking.BUG
        return replace(self, joking=other)

    def worth_as(self, rank: Rank) -> HandRank | None:
        """The hand with the joker as the best card of *rank*; None if all of them are held."""
        left = [card for suit in Suit if (card := Card(rank, suit)) not in self.natural]
        return max((rank_hand([*self.natural, card]) for card in left), default=None)

    def allows(self, rank: Rank) -> bool:
        """Whether the joker may be a card of *rank*: a bug only where it completes a straight
        or flush with it, or as an ace."""
        if self.joking is Joking.WILD or rank is Rank.ACE:
            return True
        worth = self.worth_as(rank)
        return worth is not None and worth.category in _COMPLETED


_COMPLETED: Final = (
    Category.STRAIGHT,
    Category.FLUSH,
    Category.STRAIGHT_FLUSH,
    Category.ROYAL_FLUSH,
)


def joker_hand(deal: Deal) -> JokerHand:
    natural = tuple(card for group in deal.groups for card in group.cards)
    return JokerHand(natural, Joking(deal.fact(JOKING)))


def offered(hand: JokerHand) -> tuple[str, ...]:
    """Five answers, ranks from the highest down: the right one and those that mistakes give.

    The mistakes in turn: a joker of the other kind, an ace, a pair for the highest card, the
    other end of a straight, one more of the rank that is held most often, the highest card.
    Where five cards are there without the joker the last answer is that it does not play.
    """
    held = [card.rank for card in hand.natural]
    most = max(held, key=lambda rank: (held.count(rank), rank))
    ends = [
        rank
        for run in STRAIGHTS.values()
        if len(set(run) - set(held)) == 1
        for rank in run
        if rank not in held
    ]
    others = [Rank.ACE, max(held), *ends[:2], most, *sorted(set(held), reverse=True), *_HIGH]
    found = [hand.answer, hand.otherwise.answer, *(rank.letter for rank in others)]
    ranks = [letter for letter in dict.fromkeys(found) if letter != IDLE]
    count = OPTIONS - hand.may_idle
    chosen = sorted(ranks[:count], key=_height, reverse=True)
    return (*chosen, IDLE) if hand.may_idle else tuple(chosen)


_HIGH: Final = tuple(reversed(Rank))
RANK_OF: Final = {rank.letter: rank for rank in Rank}


def _height(letter: str) -> int:
    return RANK_OF[letter]


def joker_tags(hand: JokerHand) -> frozenset[str]:
    stand_in = hand.stand_in
    why = IDLE if stand_in is None else stand_in.why.value
    found = {f"joker:{hand.joking.value}", f"joker-{why}"}
    if hand.rank.category is Category.FIVE_OF_A_KIND:
        found.add("five-of-a-kind")
    if hand.answer != hand.otherwise.answer:
        found.add("other-joker")
    return frozenset(found)
