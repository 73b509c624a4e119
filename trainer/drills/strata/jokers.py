"""What the joker becomes: natural cards beside which it has something to become, or nothing."""

from collections.abc import Callable
from typing import Final

from rules.engine.cards import Card, Rank
from rules.engine.ranking import STRAIGHTS, Category, rank_hand
from trainer.drills.strata.base import TRIES, Deck, Stratum

# As many natural cards as asked for, four or six.
Plan = Callable[[Deck, int], list[Card]]


def uniform(deck: Deck, count: int) -> list[Card]:
    """All cards uniform from the deck."""
    return deck.draw(count)


def no_pair(deck: Deck, count: int) -> list[Card]:
    """Different ranks, without the ace by the toss of a coin; suits uniform."""
    ranks = [rank for rank in Rank if rank is not Rank.ACE or deck.rng.below(2)]
    return deck.each(deck.ranks(count, ranks))


def pair(deck: Deck, count: int) -> list[Card]:
    """Two cards of a rank and others of different ranks; suits uniform."""
    rank, *others = deck.ranks(count - 1)
    return deck.of_rank(rank, 2) + deck.each(others)


def two_pair(deck: Deck, count: int) -> list[Card]:
    """Two cards of each of two ranks and others of different ranks; suits uniform."""
    one, other, *others = deck.ranks(count - 2)
    return deck.of_rank(one, 2) + deck.of_rank(other, 2) + deck.each(others)


def triple(deck: Deck, count: int) -> list[Card]:
    """Three cards of a rank and others of different ranks; suits uniform."""
    rank, *others = deck.ranks(count - 2)
    return deck.of_rank(rank, 3) + deck.each(others)


def quads(deck: Deck, count: int) -> list[Card]:
    """Four cards of a rank, others uniform."""
    return deck.of_rank(deck.rank(), 4) + deck.draw(count - 4)


def run(deck: Deck, count: int) -> list[Card]:
    """Four ranks of a straight, others uniform; suits uniform."""
    four = deck.rng.sample(deck.rng.choice(tuple(STRAIGHTS.values())), 4)
    return deck.each(four) + deck.draw(count - 4)


def open_run(deck: Deck, count: int) -> list[Card]:
    """Four ranks in a row that a straight may have on either side, others uniform; suits
    uniform."""
    top = deck.rng.choice([top for top in STRAIGHTS if top not in (Rank.ACE, Rank.FIVE)])
    return deck.each(STRAIGHTS[top][:4]) + deck.draw(count - 4)


def suited(deck: Deck, count: int) -> list[Card]:
    """Four cards of a suit, others uniform."""
    return deck.of_suit(deck.suit(), 4) + deck.draw(count - 4)


def suited_run(deck: Deck, count: int) -> list[Card]:
    """A suit and four cards of a straight in it, others uniform."""
    suit = deck.suit()
    four = deck.rng.sample(deck.rng.choice(tuple(STRAIGHTS.values())), 4)
    return [deck.take(rank, suit) for rank in four] + deck.draw(count - 4)


def full_house(deck: Deck, count: int) -> list[Card]:
    """Three cards of a rank and two of another, or of each three if six are asked for, by the
    toss of a coin; others uniform. Four cards are the three and one of the two."""
    one, other = deck.ranks(2)
    cards = deck.of_rank(one, 3) + deck.of_rank(other, 2 + deck.rng.below(2))
    return _filled(deck, cards, count)


def straight(deck: Deck, count: int) -> list[Card]:
    """A straight and other cards that make it neither higher nor a flush; of four cards the
    highest four."""
    for _ in range(TRIES):
        cards = deck.each(deck.rng.choice(tuple(STRAIGHTS.values())))
        if rank_hand(cards).category is Category.STRAIGHT:
            break
        deck.put_back(cards)
    return _filled(deck, cards, count)


def _filled(deck: Deck, cards: list[Card], count: int) -> list[Card]:
    return cards[:count] + deck.draw(max(count - len(cards), 0))


def _stratum(key: str, plan: Plan, shares: tuple[int, int, int], *aims: str) -> Stratum[Plan]:
    return Stratum(key, plan, shares, frozenset(aims))


STRATA: Final = (
    _stratum("uniform", uniform, (8, 8, 6)),
    _stratum("no-pair", no_pair, (9, 8, 5), "joker-ace"),
    _stratum("pair", pair, (10, 8, 6)),
    _stratum("two-pair", two_pair, (10, 8, 8)),
    _stratum("triple", triple, (7, 6, 5)),
    _stratum("quads", quads, (4, 5, 8), "five-of-a-kind"),
    _stratum("run", run, (17, 11, 11), "joker-completes"),
    _stratum("open-run", open_run, (18, 14, 13), "joker-completes"),
    _stratum("suited", suited, (11, 14, 13), "joker-completes"),
    _stratum("suited-run", suited_run, (6, 8, 8), "joker-completes"),
    _stratum("full-house", full_house, (0, 6, 11), "joker-idle"),
    _stratum("straight", straight, (0, 4, 6), "joker-idle"),
)
