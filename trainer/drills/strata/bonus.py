"""What the bonus pays: hands on every row of the table, and hands that miss one."""

from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from typing import Final

from rules.engine.cards import Card, Rank
from rules.engine.ranking import NATURAL_CATEGORIES, STRAIGHTS, Category, HandRank, rank_hand
from rules.games.base import PayHand, PayRow, PayTable, pay_hand
from trainer.drills.strata.base import Deck, Stratum
from trainer.drills.strata.hands import classes, lay
from trainer.drills.tags import WRAPS, Trap

# What pay rows can tell apart: pay hand and first rank of the tie-break vector.
Kind = tuple[PayHand, Rank]
# A hand of as many cards as asked for, on a row of the table or on none.
Plan = Callable[[Deck, PayTable, int], list[Card]]

# Classes by row take 60 KB a table, so not every table there ever was is kept.
CACHED_TABLES: Final = 64
# How many of the strongest unpaid kinds count as just short of the table.
SHORT: Final = 6


@cache
def kinds() -> Mapping[Kind, tuple[HandRank, ...]]:
    """Every class of five cards by kind, the strongest kind first."""
    found: dict[Kind, list[HandRank]] = {}
    for category in sorted(NATURAL_CATEGORIES, reverse=True):
        for rank in classes(category):
            found.setdefault((pay_hand(rank), rank.ranks[0]), []).append(rank)
    order = sorted(found, reverse=True)
    return {kind: tuple(found[kind]) for kind in order}


@lru_cache(maxsize=CACHED_TABLES)
def rows(table: PayTable) -> Mapping[PayRow | None, Mapping[PayHand, tuple[HandRank, ...]]]:
    """The classes that each row gets, by pay hand; under None those on no row.

    Rows that no hand can get are left out.
    """
    found: dict[PayRow | None, dict[PayHand, tuple[HandRank, ...]]] = {}
    for (hand, _), ranks in kinds().items():
        row = table.row_for(ranks[0])
        by_hand = found.setdefault(row, {})
        by_hand[hand] = by_hand.get(hand, ()) + ranks
    return found


@lru_cache(maxsize=CACHED_TABLES)
def short_of(table: PayTable) -> tuple[tuple[HandRank, ...], ...]:
    """The strongest kinds on no row."""
    unpaid = [ranks for ranks in kinds().values() if table.row_for(ranks[0]) is None]
    return tuple(unpaid[:SHORT])


def on_a_row(deck: Deck, table: PayTable, count: int) -> list[Card]:
    """A row of the table, each equally likely; a hand that it pays, each equally likely; a
    class of it uniform; further cards uniform from those that leave it on the row."""
    reached = [row for row in rows(table) if row is not None]
    if not reached:
        return on_no_row(deck, table, count)
    row = deck.rng.choice(reached)
    rank = deck.rng.choice(deck.rng.choice(list(rows(table)[row].values())))
    return _with_more(deck, table, row, lay(deck, rank)[0], count)


def on_no_row(deck: Deck, table: PayTable, count: int) -> list[Card]:
    """A hand on no row of the table, each equally likely; a class of it uniform; further cards
    uniform from those that leave it on no row."""
    if None not in rows(table):
        return on_a_row(deck, table, count)
    rank = deck.rng.choice(deck.rng.choice(list(rows(table)[None].values())))
    return _with_more(deck, table, None, lay(deck, rank)[0], count)


def just_short(deck: Deck, table: PayTable, count: int) -> list[Card]:
    """One of the six strongest kinds on no row, such as three aces; a class of it uniform;
    further cards uniform from those that leave it on no row."""
    if not short_of(table):
        return on_a_row(deck, table, count)
    rank = deck.rng.choice(deck.rng.choice(short_of(table)))
    return _with_more(deck, table, None, lay(deck, rank)[0], count)


def four_flush(deck: Deck, table: PayTable, count: int) -> list[Card]:
    """A suit and four cards of it; further cards uniform from those that leave the hand on no
    row."""
    return _with_more(deck, table, None, deck.of_suit(deck.suit(), 4), count)


def four_straight(deck: Deck, table: PayTable, count: int) -> list[Card]:
    """Four ranks of a straight; further cards uniform from those that leave the hand on no
    row."""
    run = deck.rng.sample(deck.rng.choice(tuple(STRAIGHTS.values())), 4)
    return _with_more(deck, table, None, deck.each(run), count)


def wrap(deck: Deck, table: PayTable, count: int) -> list[Card]:
    """Five ranks in a row through the ace, such as Q K A 2 3; further cards uniform from those
    that leave the hand on no row."""
    return _with_more(deck, table, None, deck.each(deck.rng.choice(WRAPS)), count)


def pairs(deck: Deck, table: PayTable, count: int) -> list[Card]:
    """Three pairs, of which a five-card hand holds two and one card; further cards uniform
    from those that leave the hand on no row. Where two pair is on a row: as just short."""
    if table.row_for(classes(Category.TWO_PAIR)[0]) is not None:
        return just_short(deck, table, count)
    cards = [card for rank in deck.ranks(3) for card in deck.of_rank(rank, 2)]
    return _with_more(deck, table, None, cards[: min(count, 6)], count)


def two_triples(deck: Deck, table: PayTable, count: int) -> list[Card]:
    """Two ranks, three cards of each; further cards uniform from those that leave the hand on
    its row. Five cards: as on a row."""
    if count < 6:
        return on_a_row(deck, table, count)
    cards = [card for rank in deck.ranks(2) for card in deck.of_rank(rank, 3)]
    return _with_more(deck, table, table.row_for(rank_hand(cards)), cards, count)


def _with_more(
    deck: Deck, table: PayTable, row: PayRow | None, cards: list[Card], count: int
) -> list[Card]:
    def fits(more: list[Card]) -> bool:
        return table.row_for(rank_hand([*cards, *more])) == row

    return cards + deck.draw_until(count - len(cards), fits) if len(cards) < count else cards


STRATA: Final[tuple[Stratum[Plan], ...]] = (
    Stratum("on-a-row", on_a_row, (50, 50, 50), frozenset({"outcome:pay", "wheel"})),
    Stratum("on-no-row", on_no_row, (30, 14, 8), frozenset({"row:none"})),
    Stratum("just-short", just_short, (14, 12, 12), frozenset({"row:none"})),
    Stratum("four-flush", four_flush, (3, 7, 9), frozenset({Trap.FOUR_FLUSH.value})),
    Stratum("four-straight", four_straight, (3, 7, 9), frozenset({Trap.FOUR_STRAIGHT.value})),
    Stratum("wrap", wrap, (0, 4, 5), frozenset({Trap.WRAP.value})),
    Stratum("three-pairs", pairs, (0, 4, 5), frozenset({Trap.THREE_PAIRS.value})),
    Stratum("two-triples", two_triples, (0, 2, 2), frozenset({Trap.TWO_TRIPLES.value})),
)
