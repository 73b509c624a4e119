"""Insurance: hands that may be insured and hands that may not, and dealers to insure against."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from rules.engine.cards import Card
from rules.engine.ranking import NATURAL_CATEGORIES, Category, HandRank, rank_hand
from trainer.drills.strata import combos
from trainer.drills.strata.base import TRIES, Deck, Stratum
from trainer.drills.strata.bonus import kinds
from trainer.drills.strata.hands import classes, lay

Judges = Callable[[HandRank], bool]
# How many kinds just below the least that may be insured count as near it.
CLOSE: Final = 14
# How often two combinations are drawn again until the hand may be insured. Where trips may be,
# four of five may.
FEW: Final = 8


@dataclass(frozen=True, slots=True)
class Table:
    """The rules of the house that a construction needs."""

    insurable: Judges
    qualifies: Judges


@dataclass(frozen=True, slots=True)
class Layout:
    """A guest's five or six cards and, where the drill goes on to the end, the dealer's five.

    `late` says that the bet is down already.
    """

    player: list[Card]
    dealer: list[Card]
    late: bool = False


Plan = Callable[[Deck, Table, int], Layout]


@dataclass(frozen=True, slots=True)
class Line:
    """Classes by the least hand that may be insured: by category, and the kinds below it, the
    nearest first."""

    above: tuple[tuple[HandRank, ...], ...]
    below: tuple[tuple[HandRank, ...], ...]


@lru_cache(maxsize=64)
def _line(lowest: HandRank) -> Line:
    by_category = [
        tuple(rank for rank in classes(category) if rank >= lowest)
        for category in NATURAL_CATEGORIES
    ]
    return Line(
        above=tuple(ranks for ranks in by_category if ranks),
        below=tuple(ranks for ranks in kinds().values() if ranks[-1] < lowest),
    )


def line(table: Table) -> Line:
    """The line that the house draws between hands that may be insured and others."""
    return _line(
        next(ranks[-1] for ranks in reversed([*kinds().values()]) if table.insurable(ranks[-1]))
    )


# --- level 1: may it be placed ---------------------------------------------------------------


def insurable(deck: Deck, table: Table, count: int) -> Layout:
    """A category that may be insured, each equally likely; a class of it uniform. A sixth card
    uniform from those that leave it the category that it is."""
    return Layout(_player(deck, table, count), [])


def least(deck: Deck, table: Table, count: int) -> Layout:
    """The weakest category that may be insured, a class of it uniform; a sixth card likewise."""
    five = lay(deck, deck.rng.choice(line(table).above[0]))[0]
    return Layout(_with_sixth(deck, five, count), [])


def short(deck: Deck, table: Table, count: int) -> Layout:
    """One of the strongest kinds of hand that may not be insured, such as two pair; a class of
    it uniform. A sixth card uniform from those with which it may not be insured either. Where
    every hand may be insured, as late."""
    return _below(deck, table, count, CLOSE)


def weak(deck: Deck, table: Table, count: int) -> Layout:
    """Any kind of hand that may not be insured, each equally likely; otherwise as short."""
    return _below(deck, table, count, None)


def late(deck: Deck, table: Table, count: int) -> Layout:
    """A hand that may be insured, and the bet is down already."""
    return Layout(_player(deck, table, count), [], late=True)


def _player(deck: Deck, table: Table, count: int) -> list[Card]:
    five = lay(deck, deck.rng.choice(deck.rng.choice(line(table).above)))[0]
    return _with_sixth(deck, five, count)


def _with_sixth(deck: Deck, five: list[Card], count: int) -> list[Card]:
    category = rank_hand(five).category
    return five + deck.draw_until(
        count - 5, lambda more: rank_hand([*five, *more]).category is category
    )


def _below(deck: Deck, table: Table, count: int, close: int | None) -> Layout:
    below = line(table).below[:close]
    if not below:
        return late(deck, table, count)
    five = lay(deck, deck.rng.choice(deck.rng.choice(below)))[0]
    more = deck.draw_until(count - 5, lambda some: not table.insurable(rank_hand([*five, *some])))
    return Layout(five + more, [])


# --- level 2: how much -----------------------------------------------------------------------


def one_combination(deck: Deck, table: Table, count: int) -> Layout:
    """A hand with one combination, as “single” of the drill “Two combinations” deals it, drawn
    again a few times until it may be insured, else as insurable."""
    return _combined(deck, table, count, combos.single)


def two_combinations(deck: Deck, table: Table, count: int) -> Layout:
    """A hand with two combinations, as “doubled” of the drill “Two combinations” deals it, drawn
    again a few times until it may be insured, else as insurable."""
    return _combined(deck, table, count, combos.doubled)


def _combined(deck: Deck, table: Table, count: int, plan: combos.Plan) -> Layout:
    for _ in range(FEW):
        cards = plan(deck, count)
        if table.insurable(rank_hand(cards)):
            return Layout(cards, [])
        deck.put_back(cards)
    return insurable(deck, table, count)


# --- level 3: how it ends --------------------------------------------------------------------


def no_game(deck: Deck, table: Table, count: int) -> Layout:
    """An insurable hand; the dealer's cards uniform from those without game, every second time
    with an ace."""
    player = _player(deck, table, count)
    with_ace = deck.rng.below(2)

    def fits(five: list[Card]) -> bool:
        rank = rank_hand(five)
        return not table.qualifies(rank) and not (with_ace and rank.ranks[0] < 14)

    return Layout(player, deck.draw_until(5, fits))


def win(deck: Deck, table: Table, count: int) -> Layout:
    """An insurable hand; the dealer's cards uniform from those with game that are weaker."""
    player = _player(deck, table, count)
    mine = rank_hand(player)
    return Layout(
        player,
        deck.draw_until(
            5, lambda five: table.qualifies(rank_hand(five)) and rank_hand(five) < mine
        ),
    )


def loss(deck: Deck, table: Table, count: int) -> Layout:
    """A category that may be insured and one from it up, both uniform, a class of each; the
    stronger is the dealer's. Drawn again until one deck holds both. A sixth card uniform from
    those that leave the guest the weaker hand."""
    above = line(table).above
    for _ in range(TRIES):
        at = deck.rng.below(len(above))
        one = deck.rng.choice(above[at])
        other = deck.rng.choice(deck.rng.choice(above[at:]))
        mine, theirs = sorted((one, other))
        if mine < theirs and _fit(mine, theirs):
            return _against(deck, mine, theirs, count)
    return no_game(deck, table, count)


def tie(deck: Deck, table: Table, count: int) -> Layout:
    """A straight or a flush, a class of it uniform, twice; a sixth card uniform from those that
    leave the hands equal. Where neither may be insured, as too weak."""
    rank = deck.rng.choice(classes(deck.rng.choice((Category.STRAIGHT, Category.FLUSH))))
    if not table.insurable(rank):
        return too_weak(deck, table, count)
    return _against(deck, rank, rank, count)


def too_weak(deck: Deck, table: Table, count: int) -> Layout:
    """A hand that may not be insured and is insured all the same; the dealer's cards uniform.
    Where every hand may be insured, as a win."""
    below = line(table).below
    if not below:
        return win(deck, table, count)
    player = _below(deck, table, count, CLOSE).player
    return Layout(player, deck.draw(5))


def _against(deck: Deck, mine: HandRank, theirs: HandRank, count: int) -> Layout:
    player, dealer = lay(deck, mine, theirs)

    def fits(more: list[Card]) -> bool:
        rank = rank_hand([*player, *more])
        return rank < theirs if mine < theirs else rank == theirs

    return Layout(player + deck.draw_until(count - 5, fits), dealer)


def _fit(one: HandRank, other: HandRank) -> bool:
    """Whether no rank is needed more than four times."""
    both = one.five_ranks + other.five_ranks
    return all(both.count(rank) <= 4 for rank in both)


_MAY: Final = frozenset({"may:yes"})
_MAY_NOT: Final = frozenset({"may:no", "refused:too-weak"})
STRATA: Final[tuple[Stratum[Plan], ...]] = (
    Stratum("insurable", insurable, (26, 0, 0), _MAY),
    Stratum("least", least, (26, 0, 0), _MAY),
    Stratum("short", short, (28, 0, 0), _MAY_NOT),
    Stratum("weak", weak, (8, 0, 0), _MAY_NOT),
    Stratum("late", late, (12, 0, 0), frozenset({"may:no", "refused:too-late"})),
    Stratum("one-combination", one_combination, (0, 50, 0), frozenset({"limit:one"})),
    Stratum("two-combinations", two_combinations, (0, 50, 0), frozenset({"limit:two"})),
    Stratum("no-game", no_game, (0, 0, 40), frozenset({"ends:no-game"})),
    Stratum("win", win, (0, 0, 24), frozenset({"ends:win"})),
    Stratum("loss", loss, (0, 0, 14), frozenset({"ends:loss"})),
    Stratum("tie", tie, (0, 0, 8), frozenset({"ends:tie"})),
    Stratum("too-weak", too_weak, (0, 0, 14), frozenset({"ends:too-weak"})),
)
