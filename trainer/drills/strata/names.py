"""Name the hand: every hand in five, six or seven cards, and hands that look like another."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Final

from rules.engine.cards import Card, Rank
from rules.engine.ranking import STRAIGHTS, Category, HandRank, high_first, rank_hand
from rules.games.base import CATEGORY_OF, PayHand, pay_hand
from trainer.drills.named_hand import Lure, hand_tag
from trainer.drills.strata import holdem
from trainer.drills.strata.base import Deck, Stratum
from trainer.drills.strata.hands import classes, lay
from trainer.drills.tags import WRAPS, Trap

# As many cards as asked for: two of the player's own first and the board last, or five and a
# bought card last.
Plan = Callable[[Deck, int], list[Card]]


def uniform(deck: Deck, count: int) -> list[Card]:
    """All cards uniform from the deck."""
    return deck.draw(count)


@cache
def classes_of(hand: PayHand) -> tuple[HandRank, ...]:
    return tuple(rank for rank in classes(CATEGORY_OF[hand]) if pay_hand(rank) is hand)


@dataclass(frozen=True)
class Made:
    """A class of the hand uniform, suits uniform; further cards uniform from those that leave
    it the hand that it is (high card with ace and king apart). All in random order."""

    hand: PayHand

    def __call__(self, deck: Deck, count: int) -> list[Card]:
        return _filled(deck, lay(deck, deck.rng.choice(classes_of(self.hand)))[0], count)


def four_flush(deck: Deck, count: int) -> list[Card]:
    """A suit and four cards of it; further cards uniform from those that make neither a
    straight nor a flush."""
    return _unmade(deck, deck.of_suit(deck.suit(), 4), count)


def four_straight(deck: Deck, count: int) -> list[Card]:
    """Four ranks of a straight; further cards uniform from those that make neither a straight
    nor a flush."""
    run = deck.rng.sample(deck.rng.choice(tuple(STRAIGHTS.values())), 4)
    return _unmade(deck, deck.each(run), count)


def wrap(deck: Deck, count: int) -> list[Card]:
    """Five ranks in a row through the ace, such as Q K A 2 3, in two suits or more; further
    cards uniform from those that make neither a straight nor a flush."""
    rank = HandRank(Category.HIGH_CARD, high_first(deck.rng.choice(WRAPS)))
    return _unmade(deck, lay(deck, rank)[0], count)


def three_pairs(deck: Deck, count: int) -> list[Card]:
    """Three ranks, two cards of each, of which five cards hold two pairs and one card; further
    cards uniform from those that leave the hand two pair."""
    cards = [card for rank in deck.ranks(3) for card in deck.of_rank(rank, 2)]
    return _filled(deck, cards, count)


def two_triples(deck: Deck, count: int) -> list[Card]:
    """Two ranks, three cards of each, of which five cards hold a full house; further cards
    uniform from those that leave it a full house."""
    cards = [card for rank in deck.ranks(2) for card in deck.of_rank(rank, 3)]
    return _filled(deck, cards, count)


def spare_pair(deck: Deck, count: int) -> list[Card]:
    """Three cards of a rank and two of each of two others, of which five cards hold a full
    house and six a card more."""
    triple, *pairs = deck.ranks(3)
    cards = deck.of_rank(triple, 3) + [c for rank in pairs for c in deck.of_rank(rank, 2)]
    return _filled(deck, cards, count)


def no_straight_flush(deck: Deck, count: int) -> list[Card]:
    """A suit and a straight; four of its ranks, any, of the suit and the fifth of another. A
    sixth card uniform from those of the suit that complete no straight flush; further cards
    uniform from those that leave it a flush. Five cards hold a straight with four of a suit."""
    suit = deck.suit()
    run = deck.rng.choice(tuple(STRAIGHTS.values()))
    odd = deck.rng.choice(run)
    cards = [deck.take(rank, suit) for rank in run if rank is not odd]
    cards += deck.draw(1, lambda card: card.rank is odd and card.suit is not suit)
    if count > 5:
        cards = _with_one(deck, cards, Category.FLUSH, lambda card: card.suit is suit)
    return _filled(deck, cards, count)


def long_run(deck: Deck, count: int) -> list[Card]:
    """A straight, not up to the ace; a card of the rank above it, uniform from those that leave
    it a straight; further cards uniform likewise, of any rank. Five cards hold the straight
    alone."""
    straight = deck.rng.choice(classes(Category.STRAIGHT)[1:])
    cards = lay(deck, straight)[0]
    above = Rank(straight.ranks[0] + 1)
    if count > 5:
        cards = _with_one(deck, cards, Category.STRAIGHT, lambda card: card.rank is above)
    return _filled(deck, cards, count)


def wheel(deck: Deck, count: int) -> list[Card]:
    """A 2 3 4 5, suits uniform; further cards uniform from those that leave it the straight to
    the five."""
    rank = classes(Category.STRAIGHT)[-1]
    cards = lay(deck, rank)[0]
    return _shuffled_with(deck, cards, count, lambda all_: rank_hand(all_) == rank)


def hidden_pairs(deck: Deck, count: int) -> list[Card]:
    """A straight or a flush by the toss of a coin, a class of it uniform; further cards uniform
    from those of its ranks that leave it what it is."""
    rank = deck.rng.choice(classes(deck.rng.choice(_RUN_OR_SUIT)))
    cards = lay(deck, rank)[0]
    while len(cards) < count:
        cards = _with_one(deck, cards, rank.category, lambda c: c.rank in rank.five_ranks)
    return deck.rng.shuffled(cards)


def higher_outside(deck: Deck, count: int) -> list[Card]:
    """A straight or a flush by the toss of a coin, a class of it uniform that is not led by the
    ace or, for a straight, the king; a higher card uniform from those that leave it as it is;
    further cards uniform likewise, of any rank. Five cards hold it alone."""
    category = deck.rng.choice(_RUN_OR_SUIT)
    limit = Rank.QUEEN if category is Category.STRAIGHT else Rank.KING
    rank = deck.rng.choice([rank for rank in classes(category) if rank.ranks[0] <= limit])
    cards = lay(deck, rank)[0]

    def stays(card: Card) -> bool:
        return rank_hand([*cards, card]) == rank

    if count > 5:
        cards += deck.draw(1, lambda card: card.rank > rank.ranks[0] and stays(card))
    while len(cards) < count:
        cards += deck.draw(1, stays)
    return deck.rng.shuffled(cards)


def pair_with_ace_king(deck: Deck, count: int) -> list[Card]:
    """An ace, a king and two cards of a rank, each rank equally likely; further cards uniform
    from those that leave it a pair."""
    rank = deck.rank()
    others = [other for other in (Rank.ACE, Rank.KING) if other is not rank]
    cards = deck.of_rank(rank, 2) + deck.each(others)
    return _shuffled_with(deck, cards, count, lambda all_: _category(all_) is Category.PAIR)


def counterfeit(deck: Deck, count: int) -> list[Card]:
    """Seven cards: a pair in the hand and two higher pairs on the board, as where hands are
    compared."""
    return _placed(deck, holdem.counterfeit(deck))


def board_plays(deck: Deck, count: int) -> list[Card]:
    """Seven cards: two pair or better on the board and a hand that does not improve it, as
    where hands are compared."""
    return _placed(deck, holdem.board_plays(deck))


def _placed(deck: Deck, layout: holdem.Layout) -> list[Card]:
    """The first hand and the board, each in random order."""
    return deck.rng.shuffled(layout.holes[0]) + deck.rng.shuffled(layout.board)


_RUN_OR_SUIT: Final = (Category.STRAIGHT, Category.FLUSH)


def _category(cards: list[Card]) -> Category:
    return rank_hand(cards).category


def _with_one(
    deck: Deck, cards: list[Card], category: Category, among: Callable[[Card], bool]
) -> list[Card]:
    """*cards* and one more, uniform from those *among* the left ones that make *category*."""
    return cards + deck.draw(1, lambda card: among(card) and _category([*cards, card]) is category)


def _unmade(deck: Deck, cards: list[Card], count: int) -> list[Card]:
    return _shuffled_with(deck, cards, count, lambda all_: _category(all_) < Category.STRAIGHT)


def _filled(deck: Deck, cards: list[Card], count: int) -> list[Card]:
    """The first *count* of *cards*, or these and more that leave them the hand they are."""
    hand = pay_hand(rank_hand(cards[:count]))
    return _shuffled_with(
        deck, cards[:count], count, lambda all_: pay_hand(rank_hand(all_)) is hand
    )


def _shuffled_with(
    deck: Deck, cards: list[Card], count: int, fits: Callable[[list[Card]], bool]
) -> list[Card]:
    """*cards* and as many more as are missing, drawn until all of them fit, in random order.

    What does not fit in `TRIES` draws is dealt as it is: the hand is named by its cards.
    """
    more = count - len(cards)
    if more:
        cards = cards + deck.draw_until(more, lambda drawn: fits([*cards, *drawn]))
    return deck.rng.shuffled(cards)


def _strata(
    made: dict[PayHand, tuple[int, int, int]], *near: Stratum[Plan]
) -> tuple[Stratum[Plan], ...]:
    """Strata of made hands, aiming at their hand, and others."""
    strata: list[Stratum[Plan]] = [
        Stratum(hand.key, Made(hand), shares, frozenset({hand_tag(hand)}))
        for hand, shares in made.items()
    ]
    return (*strata, *near)


# Seven cards, two of them the player's own.
WITH_BOARD: Final = _strata(
    {
        PayHand.HIGH_CARD: (9, 5, 4),
        PayHand.ACE_KING: (3, 1, 1),
        PayHand.PAIR: (14, 5, 5),
        PayHand.TWO_PAIR: (14, 4, 3),
        PayHand.THREE_OF_A_KIND: (13, 9, 8),
        PayHand.STRAIGHT: (11, 3, 2),
        PayHand.FLUSH: (12, 4, 3),
        PayHand.FULL_HOUSE: (11, 4, 3),
        PayHand.FOUR_OF_A_KIND: (6, 6, 6),
        PayHand.STRAIGHT_FLUSH: (4, 5, 5),
        PayHand.ROYAL_FLUSH: (2, 2, 2),
    },
    Stratum("uniform", uniform, (0, 4, 4)),
    Stratum("four-flush", four_flush, (0, 5, 5), frozenset({Trap.FOUR_FLUSH.value})),
    Stratum("four-straight", four_straight, (0, 5, 5), frozenset({Trap.FOUR_STRAIGHT.value})),
    Stratum("wrap", wrap, (0, 4, 5), frozenset({Trap.WRAP.value})),
    Stratum("three-pairs", three_pairs, (0, 5, 6), frozenset({Trap.THREE_PAIRS.value})),
    Stratum("two-triples", two_triples, (0, 3, 4), frozenset({Trap.TWO_TRIPLES.value})),
    Stratum("spare-pair", spare_pair, (0, 3, 4), frozenset({Lure.SPARE_PAIR.value})),
    Stratum(
        "no-straight-flush", no_straight_flush, (0, 4, 5), frozenset({Lure.STRAIGHT_FLUSH.value})
    ),
    Stratum("wheel", wheel, (1, 2, 2), frozenset({"wheel"})),
    Stratum("long-run", long_run, (0, 4, 4), frozenset({Lure.LONG_RUN.value})),
    Stratum("hidden-pairs", hidden_pairs, (0, 5, 5), frozenset({Lure.LOWER_HAND.value})),
    Stratum("higher-outside", higher_outside, (0, 3, 4), frozenset({Lure.HIGHER_OUTSIDE.value})),
    Stratum("counterfeit", counterfeit, (0, 2, 2), frozenset({Trap.COUNTERFEIT.value})),
    Stratum("board-plays", board_plays, (0, 3, 3), frozenset({"board-plays"})),
)
# Five cards, or six of which the last was bought.
ALONE: Final = _strata(
    {
        PayHand.HIGH_CARD: (10, 5, 4),
        PayHand.ACE_KING: (11, 7, 7),
        PayHand.PAIR: (13, 5, 3),
        PayHand.TWO_PAIR: (13, 5, 4),
        PayHand.THREE_OF_A_KIND: (12, 9, 9),
        PayHand.STRAIGHT: (10, 2, 1),
        PayHand.FLUSH: (11, 4, 3),
        PayHand.FULL_HOUSE: (9, 5, 4),
        PayHand.FOUR_OF_A_KIND: (5, 5, 5),
        PayHand.STRAIGHT_FLUSH: (3, 4, 4),
        PayHand.ROYAL_FLUSH: (2, 2, 2),
    },
    Stratum("uniform", uniform, (0, 3, 3)),
    Stratum("four-flush", four_flush, (0, 5, 5), frozenset({Trap.FOUR_FLUSH.value})),
    Stratum("four-straight", four_straight, (0, 5, 5), frozenset({Trap.FOUR_STRAIGHT.value})),
    Stratum("wrap", wrap, (0, 4, 5), frozenset({Trap.WRAP.value})),
    Stratum("pair-with-ace-king", pair_with_ace_king, (0, 3, 5), frozenset({Lure.ACE_KING.value})),
    Stratum("three-pairs", three_pairs, (0, 4, 5), frozenset({Trap.THREE_PAIRS.value})),
    Stratum("two-triples", two_triples, (0, 4, 4), frozenset({Trap.TWO_TRIPLES.value})),
    Stratum(
        "no-straight-flush", no_straight_flush, (0, 5, 6), frozenset({Lure.STRAIGHT_FLUSH.value})
    ),
    Stratum("wheel", wheel, (1, 2, 2), frozenset({"wheel"})),
    Stratum("long-run", long_run, (0, 4, 5), frozenset({Lure.LONG_RUN.value})),
    Stratum("hidden-pairs", hidden_pairs, (0, 4, 5), frozenset({Lure.LOWER_HAND.value})),
    Stratum("higher-outside", higher_outside, (0, 4, 4), frozenset({Lure.HIGHER_OUTSIDE.value})),
)
