"""Which hand wins in hold’em: boards and the hands that meet on them."""

from collections.abc import Callable, Sequence
from itertools import chain
from typing import Final, NamedTuple

from rules.engine.cards import Card, Rank
from rules.engine.ranking import NATURAL_CATEGORIES, STRAIGHTS, Category, rank_hand
from trainer.drills.strata.base import Deck, Stratum
from trainer.drills.strata.hands import HIGH_FIRST, classes, draw_hand, dry_board, lay
from trainer.drills.tags import WRAPS, Trap, category_tag


class Layout(NamedTuple):
    """A board of five and the planned hole cards; seats beyond them are still to be dealt."""

    board: list[Card]
    holes: list[list[Card]]


Plan = Callable[[Deck], Layout]


def deal_holdem(deck: Deck, plan: Plan, seats: int) -> Layout:
    """The plan, then the further seats, then everything in random order.

    A further seat gets two cards uniformly from those that do not beat the planned hands; any
    two where nothing is planned. Seats, board and hole cards are shuffled, so neither place
    nor order tells anything.
    """
    board, holes = plan(deck)
    best = max((rank_hand([*board, *hole]) for hole in holes), default=None)
    while len(holes) < seats:
        holes.append(
            deck.draw_until(2, lambda hole: best is None or rank_hand([*board, *hole]) <= best)
        )
    shuffled = deck.rng.shuffled
    return Layout(shuffled(board), [shuffled(hole) for hole in shuffled(holes)])


def _others(cards: Sequence[Card], *more: Rank) -> list[Rank]:
    """The ranks of which there is no card in *cards*, without *more*."""
    gone = {card.rank for card in cards} | set(more)
    return [rank for rank in HIGH_FIRST if rank not in gone]


def uniform(deck: Deck) -> Layout:
    """All cards uniform from the deck."""
    return Layout(deck.draw(5), [])


def made(deck: Deck) -> Layout:
    """A category, each equally likely, and five cards of it; two of the five are one seat’s
    own, three lie on the board with two uniform cards; the other seat’s cards are uniform."""
    five = deck.rng.shuffled(draw_hand(deck, deck.rng.choice(NATURAL_CATEGORIES)))
    return Layout([*five[:3], *deck.draw(2)], [five[3:], deck.draw(2)])


def no_pair(deck: Deck) -> Layout:
    """A board on which nobody can have a straight or a flush; a rank that is not on it, of
    which two seats hold a card each; their second cards uniform from the other ranks that are
    not on the board."""
    board = dry_board(deck)
    shared = deck.rank(_others(board))
    free = _others(board, shared)
    holes = [deck.of_rank(shared) + deck.draw(1, lambda c: c.rank in free) for _ in range(2)]
    return Layout(board, holes)


def pair_kicker(deck: Deck) -> Layout:
    """Five different ranks on the board; one of them again in two seats’ hands; their second
    cards uniform from the ranks that are not on the board."""
    board = deck.each(deck.ranks(5))
    free = _others(board)
    holes = [
        deck.of_rank(board[0].rank) + deck.draw(1, lambda c: c.rank in free) for _ in range(2)
    ]
    return Layout(board, holes)


def two_pairs(deck: Deck) -> Layout:
    """Five different ranks on the board; two seats hold two of them each, one in common."""
    board = deck.each(deck.ranks(5))
    common, one, other = (card.rank for card in board[:3])
    return Layout(board, [deck.each([common, one]), deck.each([common, other])])


def three_pairs(deck: Deck) -> Layout:
    """A pair and three other ranks on the board; two seats hold two of the three ranks each,
    one in common."""
    paired, *ranks = deck.ranks(4)
    board = deck.of_rank(paired, 2) + deck.each(ranks)
    common, one, other = ranks
    return Layout(board, [deck.each([common, one]), deck.each([common, other])])


def counterfeit(deck: Deck) -> Layout:
    """Three ranks: the two higher are pairs on the board, the lowest is a pair in one hand; a
    fifth board card and the two cards of another hand are of four further ranks in all."""
    high, low, pocket = sorted(deck.ranks(3), reverse=True)
    fifth, one, other = deck.ranks(3, [r for r in HIGH_FIRST if r not in (high, low, pocket)])
    board = deck.of_rank(high, 2) + deck.of_rank(low, 2) + deck.of_rank(fifth)
    return Layout(board, [deck.of_rank(pocket, 2), deck.each([one, other])])


def trips_kicker(deck: Deck) -> Layout:
    """A pair and three other ranks on the board; two seats hold a card each of the pair’s
    rank; their second cards uniform from the ranks that are not on the board."""
    paired, *ranks = deck.ranks(4)
    board = deck.of_rank(paired, 2) + deck.each(ranks)
    free = _others(board)
    holes = [deck.of_rank(paired) + deck.draw(1, lambda c: c.rank in free) for _ in range(2)]
    return Layout(board, holes)


def sets(deck: Deck) -> Layout:
    """A board on which nobody can have a straight or a flush; two seats hold pairs of two of
    its ranks."""
    board = dry_board(deck)
    one, other = deck.ranks(2, [card.rank for card in board])
    return Layout(board, [deck.of_rank(one, 2), deck.of_rank(other, 2)])


def straights(deck: Deck) -> Layout:
    """Two straights that have three ranks in common: those lie on the board, the missing two
    of each straight are in a hand; two more board cards of different ranks uniform from those
    that stand in no straight with the three."""
    window, runs = deck.rng.choice(_WINDOWS)
    one, other = deck.rng.sample(runs, 2)
    near = set(chain.from_iterable(runs))
    free = [rank for rank in HIGH_FIRST if rank not in near]
    board = deck.each([*window, *deck.ranks(2, free)])
    return Layout(board, [deck.each(_missing(one, window)), deck.each(_missing(other, window))])


def flushes(deck: Deck) -> Layout:
    """A suit; three or four board cards of it, the rest of the board of other suits; two seats
    hold as many cards of the suit as they need, the rest of other suits."""
    suit = deck.suit()
    common = deck.rng.choice((3, 4))
    board = deck.of_suit(suit, common) + deck.draw(5 - common, lambda c: c.suit is not suit)
    holes = [
        deck.of_suit(suit, 5 - common) + deck.draw(common - 3, lambda c: c.suit is not suit)
        for _ in range(2)
    ]
    return Layout(board, holes)


def full_house_pockets(deck: Deck) -> Layout:
    """Three cards of a rank and two other ranks on the board; two seats hold pairs of two
    further ranks."""
    triple, *ranks = deck.ranks(5)
    board = deck.of_rank(triple, 3) + deck.each(ranks[:2])
    return Layout(board, [deck.of_rank(rank, 2) for rank in ranks[2:]])


def full_house_pairs(deck: Deck) -> Layout:
    """Two pairs and a fifth rank on the board; two seats hold one card each of either pair’s
    rank, and a card of a rank that is not on the board."""
    one, other, fifth = deck.ranks(3)
    board = deck.of_rank(one, 2) + deck.of_rank(other, 2) + deck.of_rank(fifth)
    free = _others(board)
    holes = [deck.of_rank(rank) + deck.draw(1, lambda c: c.rank in free) for rank in (one, other)]
    return Layout(board, holes)


def two_triples(deck: Deck) -> Layout:
    """Three cards of a rank and two other ranks on the board; one seat holds a pair of one of
    the two, another a pair of a further rank."""
    triple, held, fifth, pocket = deck.ranks(4)
    board = deck.of_rank(triple, 3) + deck.each([held, fifth])
    return Layout(board, [deck.of_rank(held, 2), deck.of_rank(pocket, 2)])


def quads(deck: Deck) -> Layout:
    """Either four cards of a rank and any fifth on the board, two seats’ cards uniform; or two
    pairs and any fifth on the board, two seats hold the other two cards of either pair."""
    if deck.rng.below(2):
        board = deck.of_rank(deck.rank(), 4) + deck.draw(1)
        return Layout(board, [deck.draw(2), deck.draw(2)])
    one, other, fifth = deck.ranks(3)
    board = deck.of_rank(one, 2) + deck.of_rank(other, 2) + deck.of_rank(fifth)
    return Layout(board, [deck.of_rank(one, 2), deck.of_rank(other, 2)])


def straight_flushes(deck: Deck) -> Layout:
    """A suit and two straights of it that have three cards in common: those lie on the board
    with two uniform cards, the missing two of each straight are in a hand."""
    suit = deck.suit()
    window, runs = deck.rng.choice(_WINDOWS)
    one, other = deck.rng.sample(runs, 2)
    common = [deck.take(rank, suit) for rank in window]
    mine, theirs = _missing(one, window), _missing(other, window)
    taken = {rank: deck.take(rank, suit) for rank in sorted({*mine, *theirs})}
    both = [rank for rank in mine if rank in theirs]
    # A card that both straights need lies on the board instead of a uniform one.
    board = common + [taken[rank] for rank in both] + deck.draw(2 - len(both))
    holes = [
        [taken[rank] for rank in needed if rank not in both] + deck.draw(len(both))
        for needed in (mine, theirs)
    ]
    return Layout(board, holes)


def royal(deck: Deck) -> Layout:
    """A royal flush of any suit: three to five of its cards on the board, the others in one
    hand; the rest of the board, of that hand and another hand uniform."""
    five = deck.rng.shuffled(draw_hand(deck, Category.ROYAL_FLUSH))
    common = deck.rng.choice((3, 4, 5))
    board = five[:common] + deck.draw(5 - common)
    return Layout(board, [five[common:] + deck.draw(common - 3), deck.draw(2)])


def board_plays(deck: Deck) -> Layout:
    """A category from two pair up without the royal, and five cards of it on the board; two
    seats hold two cards each uniformly from those that do not improve it."""
    category = deck.rng.choice(ON_BOARD)
    board = lay(deck, deck.rng.choice(classes(category)))[0]
    best = rank_hand(board)
    holes = [deck.draw_until(2, lambda hole: rank_hand([*board, *hole]) == best) for _ in range(2)]
    return Layout(board, holes)


def same_ranks(deck: Deck) -> Layout:
    """Two different ranks, of which two seats hold a card each; the board of five other
    ranks or of four others and one of the two."""
    held = deck.ranks(2)
    holes = [deck.each(held), deck.each(held)]
    free = [rank for rank in HIGH_FIRST if rank not in held]
    ranks = deck.ranks(5, free) if deck.rng.below(2) else [held[0], *deck.ranks(4, free)]
    return Layout(deck.each(ranks), holes)


def four_flush(deck: Deck) -> Layout:
    """A suit; five different ranks on the board, two of them of the suit; one seat holds two
    cards of the suit whose ranks are not on the board, another a card that pairs a board card
    and a uniform one."""
    suit = deck.suit()
    ranks = deck.ranks(7)
    board = [deck.take(rank, suit) for rank in ranks[:2]]
    hole = [deck.take(rank, suit) for rank in ranks[5:]]
    deck.remove(spoiling := [Card(rank, suit) for rank in ranks[2:5]])
    board += deck.each(ranks[2:5])
    deck.put_back(spoiling)
    return Layout(board, [hole, deck.of_rank(deck.rank(ranks[:5])) + deck.draw(1)])


def wrap(deck: Deck) -> Layout:
    """Five ranks in a row through the ace, such as Q K A 2 3: three on the board, two in one
    hand; two more board cards from six to nine; another seat holds a card that pairs a board
    card and a uniform one."""
    ranks = deck.rng.shuffled(deck.rng.choice(WRAPS))
    board = deck.each([*ranks[:3], *deck.ranks(2, _FAR_FROM_WRAPS)])
    hole = deck.each(ranks[3:])
    return Layout(board, [hole, deck.of_rank(deck.rank([c.rank for c in board])) + deck.draw(1)])


def _missing(run: Sequence[Rank], window: Sequence[Rank]) -> list[Rank]:
    return [rank for rank in run if rank not in window]


def _windows() -> tuple[tuple[tuple[Rank, ...], tuple[tuple[Rank, ...], ...]], ...]:
    """Three neighbouring ranks with all straights that hold them, where there are two or more."""
    found = {
        run[at : at + 3]: tuple(
            other for other in STRAIGHTS.values() if set(run[at : at + 3]) <= set(other)
        )
        for run in STRAIGHTS.values()
        for at in range(3)
    }
    return tuple((window, runs) for window, runs in found.items() if len(runs) >= 2)


_WINDOWS: Final = _windows()
_FAR_FROM_WRAPS: Final = (Rank.SIX, Rank.SEVEN, Rank.EIGHT, Rank.NINE)
ON_BOARD: Final = (
    Category.TWO_PAIR,
    Category.STRAIGHT,
    Category.FLUSH,
    Category.FULL_HOUSE,
    Category.FOUR_OF_A_KIND,
    Category.STRAIGHT_FLUSH,
)


def _category(*categories: Category) -> frozenset[str]:
    return frozenset(category_tag(category) for category in categories)


STRATA: Final[tuple[Stratum[Plan], ...]] = (
    Stratum("uniform", uniform, (32, 13, 12)),
    Stratum("made", made, (55, 5, 4), _category(*NATURAL_CATEGORIES)),
    Stratum("no-pair", no_pair, (0, 7, 6), _category(Category.HIGH_CARD)),
    Stratum("pair-kicker", pair_kicker, (0, 9, 7), _category(Category.PAIR) | {"kicker"}),
    Stratum("two-pairs", two_pairs, (0, 4, 6), _category(Category.TWO_PAIR)),
    Stratum("three-pairs", three_pairs, (0, 4, 5), frozenset({Trap.THREE_PAIRS.value})),
    Stratum("counterfeit", counterfeit, (0, 5, 3), frozenset({Trap.COUNTERFEIT.value})),
    Stratum("trips-kicker", trips_kicker, (0, 6, 5), _category(Category.THREE_OF_A_KIND)),
    Stratum("sets", sets, (0, 3, 5), _category(Category.THREE_OF_A_KIND)),
    Stratum("straights", straights, (0, 8, 8), _category(Category.STRAIGHT) | {"wheel"}),
    Stratum("flushes", flushes, (0, 8, 9), _category(Category.FLUSH)),
    Stratum("full-house-pockets", full_house_pockets, (0, 3, 3), _category(Category.FULL_HOUSE)),
    Stratum("full-house-pairs", full_house_pairs, (0, 3, 3), _category(Category.FULL_HOUSE)),
    Stratum("two-triples", two_triples, (0, 2, 4), frozenset({Trap.TWO_TRIPLES.value})),
    Stratum("quads", quads, (0, 4, 3), _category(Category.FOUR_OF_A_KIND)),
    Stratum("straight-flushes", straight_flushes, (0, 4, 4), _category(Category.STRAIGHT_FLUSH)),
    Stratum("royal", royal, (0, 2, 2), _category(Category.ROYAL_FLUSH)),
    Stratum("board-plays", board_plays, (4, 3, 3), frozenset({"board-plays", "tie"})),
    Stratum("same-ranks", same_ranks, (9, 3, 2), frozenset({"tie", Trap.IDLE_KICKER.value})),
    Stratum("four-flush", four_flush, (0, 2, 3), frozenset({Trap.FOUR_FLUSH.value})),
    Stratum("wrap", wrap, (0, 2, 3), frozenset({Trap.WRAP.value})),
)
