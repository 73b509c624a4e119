"""All 3,986,646,103,440 rounds of five cards against five, by how they end and what is paid.

Hands are classes: a multiset of five ranks, those of one suit apart from the others. Two
multisets of ranks meet in a product over the ranks; what one suit takes away is counted by
inclusion and exclusion.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from rules.analysis.boards import multisets, rank_counts
from rules.analysis.payoffs import threshold
from rules.engine.cards import Card, Rank, Suit
from rules.engine.tables import Ints, rank_tables
from rules.games.base import PayHand, pay_hand
from rules.games.russian_poker import GAME, bet_combinations, dealer_qualifies
from rules.games.settlement import Ending, Round

ENDINGS: Final = (Ending.NO_GAME, Ending.WIN, Ending.TIE, Ending.LOSS)
_CHUNK: Final = 256


@dataclass(frozen=True, slots=True)
class Outcome:
    """Rounds that end alike with the same paid combinations of the player's; one of them."""

    ending: Ending
    combinations: tuple[PayHand, ...]
    rounds: int
    example: Round


@dataclass(frozen=True, slots=True)
class _Classes:
    """Classes of hands, weakest first: ranks of shape (N, 5), 0 to 12, and strengths (N,)."""

    ranks: NDArray[np.intp]
    strengths: Ints

    def cards(self, at: int, without: tuple[Card, ...] = ()) -> Iterator[tuple[Card, ...]]:
        """Hands of the ranks of class *at* that hold none of *without*, of one suit too."""
        free = [
            [card for suit in Suit if (card := Card(Rank(rank + 2), suit)) not in without]
            for rank in self.ranks[at].tolist()
        ]
        return (five for five in product(*free) if len(set(five)) == 5)


@lru_cache(maxsize=1)
def _classes() -> tuple[_Classes, _Classes]:
    """Hands that are no flush, then those of one suit."""
    tables = rank_tables()
    ranks = multisets(5)
    ranks = ranks[rank_counts(5).max(axis=1) <= 4]
    plain = tables.by_sum[5][tables.rank_keys[5][ranks].sum(axis=1)].astype(np.int64)
    suited = ranks[(np.diff(ranks, axis=1) > 0).all(axis=1)]
    flush = tables.flush[(1 << suited).sum(axis=1)].astype(np.int64)
    return _sorted(ranks, plain), _sorted(suited, flush)


def _sorted(ranks: NDArray[np.intp], strengths: Ints) -> _Classes:
    order = strengths.argsort(kind="stable")
    return _Classes(ranks[order], strengths[order])


def _held(ranks: NDArray[np.intp]) -> NDArray[np.intp]:
    """How often each rank stands in each class: (N, 13)."""
    found: NDArray[np.intp] = (ranks[:, :, None] == np.arange(13)).sum(axis=1)
    return found


def _endings() -> tuple[Ints, Ints]:
    """Rounds by the player's class and by ending, (N, 4), for both kinds of classes."""
    plain, suited = _classes()
    held, held_suited = _held(plain.ranks), _held(suited.ranks)
    choose = np.array([[comb(4 - mine, theirs) for theirs in range(5)] for mine in range(5)])
    ways = np.array([comb(4, mine) for mine in range(5)])[held].prod(axis=1)
    # Where the ranks of a class of one suit stand among the others, and the other way round.
    place = {row: at for at, row in enumerate(map(tuple, plain.ranks.tolist()))}
    twin = np.array([place[row] for row in map(tuple, suited.ranks.tolist())])
    suited_at = np.full(len(plain.ranks), -1)
    suited_at[twin] = np.arange(len(twin))
    found = np.zeros((len(plain.ranks), 4), np.int64)
    found_suited = np.zeros((len(suited.ranks), 4), np.int64)
    for start in range(0, len(plain.ranks), _CHUNK):
        mine = slice(start, start + _CHUNK)
        one = held[mine]
        # Dealer's hands beside one of the player's.
        meets = np.ones((len(one), len(held)), np.int64)
        for rank in range(13):
            meets *= choose[one[:, rank]].take(held[:, rank], axis=1)
        # Dealer's flushes beside all hands of the player's ranks: each of their cards leaves
        # (4 − n) / 4 of the player's, whose cards of that rank are n of four.
        flushes = 4 * ways[mine, None] * (4 - one)[:, suited.ranks].prod(axis=2) // 4**5
        at = suited_at[mine]
        is_twin = at >= 0
        # Both of one suit: any of three other suits, and the same one if no rank is shared.
        both = np.where(one @ held_suited.T == 0, 16, 12) * is_twin[:, None]
        against = meets * (ways[mine] - 4 * is_twin)[:, None]
        against[:, twin] -= flushes - both
        found[mine] = _by_ending(plain.strengths[mine], against, flushes - both)
        flush_against = 4 * meets[is_twin]
        flush_against[:, twin] -= both[is_twin]
        own = at[is_twin]
        found_suited[own] = _by_ending(suited.strengths[own], flush_against, both[is_twin])
    return found, found_suited


def _no_game() -> int:
    """The weakest strength with which the dealer has game."""
    rules = GAME.default_ruleset()
    return threshold(lambda rank: dealer_qualifies(rank, rules))


def _by_ending(own: Ints, plain: Ints, suited: Ints) -> Ints:
    """Rounds of hands of these strengths against the dealer's classes, (n, 4) as `ENDINGS`."""
    found = np.zeros((len(own), 4), np.int64)
    for classes, rounds in zip(_classes(), (plain, suited), strict=True):
        up_to = np.zeros((len(own), rounds.shape[1] + 1), np.int64)
        rounds.cumsum(axis=1, out=up_to[:, 1:])
        game = int(classes.strengths.searchsorted(_no_game()))
        low, high = (
            np.maximum(classes.strengths.searchsorted(own, side), game)
            for side in ("left", "right")
        )
        row = np.arange(len(own))
        below, through = up_to[row, low], up_to[row, high]
        found += np.stack(
            [
                up_to[:, game],
                below - up_to[:, game],
                through - below,
                up_to[:, -1] - through,
            ],
            axis=1,
        )
    return found


@lru_cache(maxsize=1)
def outcomes() -> tuple[Outcome, ...]:
    """Every outcome of Reference's rules that occurs; together they are all rounds."""
    rules = GAME.default_ruleset()
    rounds: dict[tuple[Ending, tuple[PayHand, ...]], int] = {}
    examples: dict[tuple[Ending, tuple[PayHand, ...]], tuple[tuple[Card, ...], int]] = {}
    for classes, counts, suited in zip(_classes(), _endings(), (False, True), strict=True):
        for at, row in enumerate(counts.tolist()):
            hands = classes.cards(at)
            cards = next(five for five in hands if _is_suited(five) is suited)
            paid = tuple(pay_hand(one.rank) for one in bet_combinations(cards, rules))
            for ending, count in zip(ENDINGS, row, strict=True):
                if count:
                    key = ending, paid
                    rounds[key] = rounds.get(key, 0) + count
                    examples.setdefault(key, (cards, int(classes.strengths[at])))
    return tuple(
        Outcome(ending, paid, count, _example(*examples[ending, paid], ending))
        for (ending, paid), count in rounds.items()
    )


def _is_suited(five: tuple[Card, ...]) -> bool:
    return len({card.suit for card in five}) == 1


def _example(player: tuple[Card, ...], strength: int, ending: Ending) -> Round:
    """These cards against some of the dealer's that end the round so."""
    game = _no_game()
    for classes, suited in zip(_classes(), (False, True), strict=True):
        for at, dealt in enumerate(classes.strengths.tolist()):
            if _ending(strength, dealt, game) is ending:
                for five in classes.cards(at, player):
                    if _is_suited(five) is suited:
                        return Round(player=player, dealer=five)
    raise AssertionError(f"no dealer ends {player} with {ending}")


def _ending(own: int, dealt: int, game: int) -> Ending:
    if dealt < game:
        return Ending.NO_GAME
    if own == dealt:
        return Ending.TIE
    return Ending.WIN if own > dealt else Ending.LOSS
