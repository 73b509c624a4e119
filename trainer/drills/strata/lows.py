"""Two low hands that meet: of five cards each, or of two with a board."""

from collections.abc import Callable, Sequence
from typing import Final

from rules.engine.cards import Card, Rank
from rules.engine.lowball import Low
from rules.engine.ranking import STRAIGHTS
from trainer.drills.strata.base import TRIES, Deck, Stratum
from trainer.drills.strata.holdem import Layout

# A board of five or none, and the cards of two players.
Plan = Callable[[Deck, Low], Layout]


def by_height(system: Low) -> list[Rank]:
    """The ranks from the lowest up."""
    return sorted(Rank, key=system.height)


# --- five cards each -------------------------------------------------------------------------


def fives(deck: Deck, system: Low) -> Layout:
    """Five different ranks of the ten lowest each; suits uniform."""
    low = by_height(system)[:10]
    return Layout([], [deck.each(deck.ranks(5, low)) for _ in range(2)])


def from_below(deck: Deck, system: Low) -> Layout:
    """Five different ranks of the ten lowest each, drawn until one hand has the higher top card
    and the lower bottom card; suits uniform."""
    low = by_height(system)[:10]
    for _ in range(TRIES):
        one, other = (sorted(deck.ranks(5, low), key=system.height) for _ in range(2))
        tops = system.height(one[-1]) - system.height(other[-1])
        if tops * (system.height(one[0]) - system.height(other[0])) < 0:
            break
    return Layout([], [deck.each(one), deck.each(other)])


def close(deck: Deck, system: Low) -> Layout:
    """Five different ranks of the ten lowest, and five that agree with them in their highest
    one to four and differ in the next; suits uniform."""
    low = by_height(system)[:10]
    for _ in range(TRIES):
        one = sorted(deck.ranks(5, low), key=system.height, reverse=True)
        at = 1 + deck.rng.below(4)
        top = system.height(one[at - 1])
        others = [rank for rank in low if system.height(rank) < top and rank is not one[at]]
        if len(others) >= 5 - at:
            break
    else:
        one, at, others = low[:4] + low[5:6], 0, low[:5]
    return Layout([], [deck.each(one), deck.each([*one[:at], *deck.ranks(5 - at, others)])])


def equal(deck: Deck, system: Low) -> Layout:
    """Five different ranks of the ten lowest, twice; suits uniform."""
    ranks = deck.ranks(5, by_height(system)[:10])
    return Layout([], [deck.each(ranks), deck.each(ranks)])


def straight(deck: Deck, system: Low) -> Layout:
    """A straight up to the nine against five different ranks of the ten lowest, the highest of
    them above its top; suits uniform."""
    run = deck.rng.choice([run for top, run in STRAIGHTS.items() if top <= Rank.NINE])
    return Layout([], [deck.each(run), deck.each(_rougher(deck, system, run))])


def flush(deck: Deck, system: Low) -> Layout:
    """Five different ranks of the eight lowest, all of one suit, against five different ranks
    of the ten lowest, the highest of them above; their suits uniform."""
    ranks = deck.ranks(5, by_height(system)[:8])
    suit = deck.suit()
    five = [deck.take(rank, suit) for rank in ranks]
    return Layout([], [five, deck.each(_rougher(deck, system, ranks))])


def ace(deck: Deck, system: Low) -> Layout:
    """An ace and four different ranks up to seven against five different ranks from two to
    king; suits uniform."""
    small = [rank for rank in Rank if rank <= Rank.SEVEN]
    one = [Rank.ACE, *deck.ranks(4, small)]
    other = deck.ranks(5, [rank for rank in Rank if rank is not Rank.ACE])
    return Layout([], [deck.each(one), deck.each(other)])


def paired(deck: Deck, system: Low) -> Layout:
    """A pair and three other ranks of the six lowest against five different ranks, the king,
    the queen or the jack among them; suits uniform."""
    pair, *others = deck.ranks(4, by_height(system)[:6])
    high = deck.rank((Rank.JACK, Rank.QUEEN, Rank.KING))
    rest = [rank for rank in Rank if rank is not high]
    one = deck.of_rank(pair, 2) + deck.each(others)
    return Layout([], [one, deck.each([high, *deck.ranks(4, rest)])])


def two_pairs(deck: Deck, system: Low) -> Layout:
    """A pair with three other ranks of the eight lowest each; suits uniform."""
    holes = []
    for _ in range(2):
        pair, *others = deck.ranks(4, by_height(system)[:8])
        holes.append(deck.of_rank(pair, 2) + deck.each(others))
    return Layout([], holes)


def _rougher(deck: Deck, system: Low, ranks: Sequence[Rank]) -> list[Rank]:
    """Five different ranks of the ten lowest, the highest above all of *ranks* if it can be."""
    low = by_height(system)[:10]
    top = max(map(system.height, ranks))
    above = [rank for rank in low if system.height(rank) > top] or low[-1:]
    high = deck.rank(above)
    return [high, *deck.ranks(4, [r for r in low if system.height(r) < system.height(high)])]


# --- with a board ----------------------------------------------------------------------------


def uniform(deck: Deck, system: Low) -> Layout:
    """All cards uniform from the deck."""
    return Layout(deck.draw(5), [deck.draw(2), deck.draw(2)])


def low_board(deck: Deck, system: Low) -> Layout:
    """Three different ranks of the eight lowest and two higher ones on the board; each hand two
    different ranks of the eight lowest that are not on the board; suits uniform."""
    low = by_height(system)[:8]
    on_board = deck.ranks(3, low)
    free = [rank for rank in low if rank not in on_board]
    board = deck.each([*on_board, *deck.ranks(2, by_height(system)[8:])])
    return Layout(board, [deck.each(deck.ranks(2, free)) for _ in range(2)])


def same_low(deck: Deck, system: Low) -> Layout:
    """The same as a low board, but both hands with the same two ranks."""
    low = by_height(system)[:8]
    on_board = deck.ranks(3, low)
    held = deck.ranks(2, [rank for rank in low if rank not in on_board])
    board = deck.each([*on_board, *deck.ranks(2, by_height(system)[8:])])
    return Layout(board, [deck.each(held), deck.each(held)])


def counterfeit(deck: Deck, system: Low) -> Layout:
    """Four different ranks of the eight lowest and a higher one on the board; one hand holds
    one of the four and a rank of the eight lowest, the other two ranks of the eight lowest that
    are not on the board; suits uniform."""
    low = by_height(system)[:8]
    on_board = deck.ranks(4, low)
    free = [rank for rank in low if rank not in on_board]
    board = deck.each([*on_board, deck.rank(by_height(system)[8:])])
    one = [on_board[0], deck.rank(free)]
    return Layout(board, [deck.each(one), deck.each(deck.ranks(2, free))])


def one_short(deck: Deck, system: Low) -> Layout:
    """Three different ranks of the eight lowest and two higher ones on the board; each hand
    holds one of the three or a rank above the eight lowest, and any low rank; suits uniform."""
    low, high = by_height(system)[:8], by_height(system)[8:]
    on_board = deck.ranks(3, low)
    board = deck.each([*on_board, *deck.ranks(2, high)])
    return Layout(board, [_left(deck, (*on_board, *high), low) for _ in range(2)])


def _left(deck: Deck, first: Sequence[Rank], second: Sequence[Rank]) -> list[Card]:
    """A card of one of the *first* ranks and one of the *second*; two ranks of which not enough
    is left are drawn again."""
    while True:
        ranks = [deck.rank(first), deck.rank(second)]
        left = [card.rank for card in deck.cards]
        if all(left.count(rank) >= ranks.count(rank) for rank in ranks):
            return deck.each(ranks)


def two_low(deck: Deck, system: Low) -> Layout:
    """Two different ranks of the eight lowest and three higher ones on the board; each hand two
    different ranks of the eight lowest that are not on the board; suits uniform."""
    low = by_height(system)[:8]
    on_board = deck.ranks(2, low)
    free = [rank for rank in low if rank not in on_board]
    board = deck.each([*on_board, *deck.ranks(3, by_height(system)[8:])])
    return Layout(board, [deck.each(deck.ranks(2, free)) for _ in range(2)])


def one_low(deck: Deck, system: Low) -> Layout:
    """Three different ranks of the eight lowest and two higher ones on the board; one hand two
    different ranks of the eight lowest that are not on the board, the other one of them and a
    higher rank; suits uniform."""
    low, high = by_height(system)[:8], by_height(system)[8:]
    on_board = deck.ranks(3, low)
    free = [rank for rank in low if rank not in on_board]
    board = deck.each([*on_board, *deck.ranks(2, high)])
    other = [deck.rank(free), deck.rank(high)]
    return Layout(board, [deck.each(deck.ranks(2, free)), deck.each(other)])


def shared_low(deck: Deck, system: Low) -> Layout:
    """Four different ranks of the eight lowest and a higher one on the board; both hands hold
    the same fifth rank of the eight lowest, and each a higher rank of its own; suits uniform."""
    low, high = by_height(system)[:8], by_height(system)[8:]
    *on_board, held = deck.ranks(5, low)
    board = deck.each([*on_board, deck.rank(high)])
    return Layout(board, [deck.each([held, rank]) for rank in deck.ranks(2, high)])


def shuffled(deck: Deck, layout: Layout) -> Layout:
    """Hands, board and cards in random order."""
    mix: Callable[[list[Card]], list[Card]] = deck.rng.shuffled
    return Layout(mix(layout.board), [mix(hole) for hole in deck.rng.shuffled(layout.holes)])


def _stratum(key: str, plan: Plan, shares: tuple[int, int, int], *aims: str) -> Stratum[Plan]:
    return Stratum(key, plan, shares, frozenset(aims))


# What a key begins with says what is asked: two hands of five cards, two with a board, or who
# takes the low half where a low has to be eight or better.
FIVE, BOARD, EIGHT = "five", "board", "eight"
# At level 3 these ask for the high half as well.
EIGHT_AIMS: Final = ("eight-or-better", "high-low")
STRATA: Final = (
    _stratum("five-low", fives, (26, 4, 2)),
    _stratum("five-from-below", from_below, (17, 6, 4), "from-below"),
    _stratum("five-close", close, (18, 8, 5), "close"),
    _stratum("five-equal", equal, (13, 6, 3), "tie"),
    _stratum("five-straight", straight, (6, 9, 5), "straight-or-flush"),
    _stratum("five-flush", flush, (4, 6, 4), "straight-or-flush"),
    _stratum("five-ace", ace, (6, 6, 3), "ace"),
    _stratum("five-paired", paired, (10, 5, 2), "pair"),
    _stratum("five-two-pairs", two_pairs, (0, 2, 2), "pair"),
    _stratum("board-uniform", uniform, (0, 2, 4)),
    _stratum("board-low", low_board, (0, 8, 12)),
    _stratum("board-equal", same_low, (0, 2, 4), "tie"),
    _stratum("board-counterfeit", counterfeit, (0, 4, 8), "counterfeit"),
    _stratum("eight-low", low_board, (0, 10, 8), *EIGHT_AIMS),
    _stratum("eight-equal", same_low, (0, 4, 2), *EIGHT_AIMS, "tie"),
    _stratum("eight-counterfeit", counterfeit, (0, 4, 9), *EIGHT_AIMS, "counterfeit"),
    _stratum("eight-shared", shared_low, (0, 0, 5), *EIGHT_AIMS, "tie", "quartered"),
    _stratum("eight-one", one_low, (0, 4, 5), *EIGHT_AIMS),
    _stratum("eight-one-short", one_short, (0, 5, 8), *EIGHT_AIMS, "no-low"),
    _stratum("eight-two-on-board", two_low, (0, 5, 5), *EIGHT_AIMS, "no-low"),
)
