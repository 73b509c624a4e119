"""Three of a kind from hand and board, and boards that may play for everyone."""

from collections.abc import Callable
from typing import Final

from rules.engine.cards import Card
from rules.engine.ranking import STRAIGHTS, Category, HandRank, rank_hand
from trainer.drills.strata import holdem
from trainer.drills.strata.base import TRIES, Deck, Stratum
from trainer.drills.strata.hands import classes, lay
from trainer.drills.strata.holdem import Layout

# A board and the cards of one player, or of so many players as are asked for.
Plan = Callable[[Deck, int], Layout]


def pocket_set(deck: Deck, seats: int) -> Layout:
    """A rank, two cards of it in the hand and one on the board; the rest of the board uniform
    from what leaves the hand three of a kind."""
    rank = deck.rank()
    return _filled(deck, deck.of_rank(rank), deck.of_rank(rank, 2), Category.THREE_OF_A_KIND)


def trips(deck: Deck, seats: int) -> Layout:
    """A rank, one card of it in the hand and two on the board; the other cards uniform from
    what leaves the hand three of a kind."""
    rank = deck.rank()
    return _filled(deck, deck.of_rank(rank, 2), deck.of_rank(rank), Category.THREE_OF_A_KIND)


def three_on_board(deck: Deck, seats: int) -> Layout:
    """Three cards of a rank on the board; the other cards uniform from what leaves the hand
    three of a kind."""
    return _filled(deck, deck.of_rank(deck.rank(), 3), [], Category.THREE_OF_A_KIND)


def two_pair(deck: Deck, seats: int) -> Layout:
    """Two ranks: by the toss of a coin a pair of one in the hand and a pair of the other on the
    board, or one card of each in the hand and on the board; the rest of the board uniform from
    what leaves the hand two pair."""
    one, other = deck.ranks(2)
    if deck.rng.below(2):
        return _filled(deck, deck.of_rank(one, 2), deck.of_rank(other, 2), Category.TWO_PAIR)
    return _filled(deck, deck.each([one, other]), deck.each([one, other]), Category.TWO_PAIR)


def pair(deck: Deck, seats: int) -> Layout:
    """A pair, by chance in the hand, of hand and board, or on the board; the other cards
    uniform from what leaves the hand a pair."""
    cards = deck.of_rank(deck.rank(), 2)
    own = deck.rng.below(3)
    return _filled(deck, cards[own:], cards[:own], Category.PAIR)


def full_set(deck: Deck, seats: int) -> Layout:
    """Two ranks: two cards of one in the hand, the third and two of the other on the board; the
    rest of the board uniform from what leaves the hand a full house."""
    rank, other = deck.ranks(2)
    board = deck.of_rank(rank) + deck.of_rank(other, 2)
    return _filled(deck, board, deck.of_rank(rank, 2), Category.FULL_HOUSE)


def full_trips(deck: Deck, seats: int) -> Layout:
    """Two ranks: one card of each in the hand, two of one and one of the other on the board;
    the rest of the board uniform from what leaves the hand a full house."""
    rank, other = deck.ranks(2)
    board = deck.of_rank(rank, 2) + deck.of_rank(other)
    return _filled(deck, board, deck.each([rank, other]), Category.FULL_HOUSE)


def full_on_board(deck: Deck, seats: int) -> Layout:
    """Three cards of a rank on the board; a pair of another in the hand, or of hand and board;
    the other cards uniform from what leaves the hand a full house."""
    rank, other = deck.ranks(2)
    pair_ = deck.of_rank(other, 2)
    own = 1 + deck.rng.below(2)
    board = deck.of_rank(rank, 3) + pair_[own:]
    return _filled(deck, board, pair_[:own], Category.FULL_HOUSE)


def hidden_by_straight(deck: Deck, seats: int) -> Layout:
    """A straight and two more cards of one of its ranks; of the three of them one or two are in
    the hand, with one another or another card of the straight; no flush."""
    for _ in range(TRIES):
        run = deck.rng.choice(tuple(STRAIGHTS.values()))
        rank = deck.rng.choice(run)
        three, others = deck.of_rank(rank, 3), deck.each(r for r in run if r is not rank)
        if rank_hand([*three, *others]).category is Category.STRAIGHT:
            break
        deck.put_back([*three, *others])
    return _split(deck, three, others)


def hidden_by_flush(deck: Deck, seats: int) -> Layout:
    """Three cards of a rank and four more of the suit of one of them; of the three one or two
    are in the hand, with one another or another card of the suit; no straight flush."""
    rank, suit = deck.rank(), deck.suit()
    three = [deck.take(rank, suit), *deck.of_rank(rank, 2)]
    for _ in range(TRIES):
        others = deck.of_suit(suit, 4)
        if rank_hand([three[0], *others]).category is Category.FLUSH:
            break
        deck.put_back(others)
    return _split(deck, three, others)


def _split(deck: Deck, three: list[Card], others: list[Card]) -> Layout:
    """One or two of the *three* in the hand, any of them, with another card if it is one."""
    own = 1 + deck.rng.below(2)
    hole = deck.rng.shuffled(three)[:own] + others[: 2 - own]
    return Layout([card for card in (*three, *others) if card not in hole], [hole])


def everyone(deck: Deck, seats: int) -> Layout:
    """Two pair or better on the board, each category equally likely; cards of every seat
    uniform from those that do not improve it."""
    rank = deck.rng.choice(classes(deck.rng.choice(holdem.ON_BOARD)))
    return _seated(deck, lay(deck, rank)[0], seats, lambda found, _: found == rank)


def some(deck: Deck, seats: int) -> Layout:
    """Two pair or better on the board, each category equally likely; the first seat’s cards
    uniform from those that do not improve it, the second’s from those that do, the others’ by
    the toss of a coin."""
    board, best = _strong_board(deck)
    coins = [False, True, *(deck.rng.below(2) > 0 for _ in range(seats - 2))]
    return _seated(deck, board, seats, lambda rank, seat: (rank > best) is coins[seat])


def nobody(deck: Deck, seats: int) -> Layout:
    """Two pair or better on the board, each category equally likely; cards of every seat
    uniform from those that improve it."""
    board, best = _strong_board(deck)
    return _seated(deck, board, seats, lambda rank, _: rank > best)


def plain_board(deck: Deck, seats: int) -> Layout:
    """All cards uniform from the deck."""
    return Layout(deck.draw(5), [deck.draw(2) for _ in range(seats)])


# A board of quads or a straight flush is rarely improved by two hands of a deal.
_IMPROVED: Final = (Category.TWO_PAIR, Category.STRAIGHT, Category.FLUSH, Category.FULL_HOUSE)


def _strong_board(deck: Deck) -> tuple[list[Card], HandRank]:
    rank = deck.rng.choice(classes(deck.rng.choice(_IMPROVED)))
    return lay(deck, rank)[0], rank


def _seated(
    deck: Deck, board: list[Card], seats: int, fits: Callable[[HandRank, int], bool]
) -> Layout:
    """*board* and for each seat two cards with which its hand *fits*."""

    def hole(seat: int) -> list[Card]:
        return deck.draw_until(2, lambda two: fits(rank_hand([*board, *two]), seat))

    return Layout(board, [hole(seat) for seat in range(seats)])


def _filled(deck: Deck, board: list[Card], own: list[Card], category: Category) -> Layout:
    """*board* and *own* with what they lack, drawn until the hand is of *category*."""
    lack = 5 - len(board)
    more = deck.draw_until(
        lack + 2 - len(own), lambda cards: rank_hand([*board, *own, *cards]).category is category
    )
    return Layout(board + more[:lack], [own + more[lack:]])


def _stratum(key: str, plan: Plan, shares: tuple[int, int, int], *aims: str) -> Stratum[Plan]:
    return Stratum(key, plan, shares, frozenset(aims))


# One player, whose three of a kind is asked for; then several, for whom the board may play.
STRATA: Final = (
    _stratum("set", pocket_set, (21, 10, 3), "set"),
    _stratum("trips", trips, (21, 10, 3), "trips"),
    _stratum("three-on-board", three_on_board, (10, 6, 0), "three-on-board"),
    _stratum("two-pair", two_pair, (9, 6, 0), "no-three"),
    _stratum("pair", pair, (9, 2, 0), "no-three"),
    _stratum("full-set", full_set, (0, 8, 4), "set", "full-house"),
    _stratum("full-trips", full_trips, (0, 8, 4), "trips", "full-house"),
    _stratum("full-on-board", full_on_board, (0, 6, 3), "three-on-board", "full-house"),
    _stratum("hidden-by-straight", hidden_by_straight, (0, 7, 4), "no-three", "lower-hand"),
    _stratum("hidden-by-flush", hidden_by_flush, (0, 7, 4), "no-three", "lower-hand"),
    _stratum("everyone", everyone, (10, 10, 27), "board-plays"),
    _stratum("some", some, (10, 10, 27), "board-plays-for-some"),
    _stratum("nobody", nobody, (8, 8, 17), "board-plays-for-nobody"),
    _stratum("plain-board", plain_board, (2, 2, 4), "board-plays-for-nobody"),
)
FOR_SEVERAL: Final = frozenset({"everyone", "some", "nobody", "plain-board"})
