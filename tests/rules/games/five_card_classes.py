"""Every five-card hand up to suits, with how often it is dealt: sums to C(52, 5)."""

from collections import Counter
from itertools import combinations_with_replacement
from math import comb, prod

from rules.engine.cards import Card, Rank, Suit


def five_card_classes():
    """Yield (five cards, number of hands that count alike)."""
    for ranks in combinations_with_replacement(Rank, 5):
        count = Counter(ranks)
        if max(count.values()) > 4:
            continue
        ways = prod(comb(4, number) for number in count.values())
        suits = {rank: iter(Suit) for rank in count}
        if len(count) < 5:
            yield [Card(rank, next(suits[rank])) for rank in ranks], ways
        else:
            yield [Card(rank, Suit.SPADES) for rank in ranks], 4
            mixed = [Card(ranks[0], Suit.HEARTS), *(Card(r, Suit.SPADES) for r in ranks[1:])]
            yield mixed, ways - 4
