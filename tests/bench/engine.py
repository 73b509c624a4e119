"""How fast hands are ranked, counted and valued, beside other people's evaluators.

E is eval7's time for a million hands of seven cards in the same run.
"""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Final

import numpy as np
from numpy.typing import NDArray
from pokerkit import StandardHighHand

from rules.engine.batch import strength, strengths
from rules.engine.best import best_five
from rules.engine.cards import DECK, parse_cards
from rules.engine.counting import distribution, enumerate_all
from rules.engine.jokers import Joking
from tests.bench import edges
from tests.bench.clock import Clock, Job
from tests.bench.goals import Goal, Times
from tests.bench.peers import PUBLIC, Peer, peers

BASE_DIR: Final = Path(__file__).parents[2]
SIZES: Final = (5, 6, 7)
ROUNDS: Final = 9
LONG_ROUNDS: Final = 3
MILLION: Final = 1_000_000
# Who takes hands one by one gets fewer, and its time is multiplied.
FEW: Final = 50_000
NAMED: Final = 2_000
OURS: Final = "Croupier"
YARDSTICK: Final = "eval7"
MS: Final = 1000

# From nothing but numpy to a hand of each size by either route.
TABLES: Final = """
import numpy, time
started = time.perf_counter()
from rules.engine.batch import strength, strengths
for size in (5, 6, 7):
    strength(range(size))
    strengths(numpy.arange(size, dtype=numpy.uint8)[None])
print(time.perf_counter() - started)
"""


def measure(repeats: int, database_url: str | None) -> tuple[list[Goal], list[Times]]:
    rounds = min(repeats, ROUNDS)
    found = peers()
    if YARDSTICK not in {peer.name for peer in found}:
        sys.exit(f"There is no {YARDSTICK}, by which the engine is measured.")
    goals: list[Goal] = []
    for size in SIZES:
        clock = _million(size, found, rounds)
        goals += _batch(size, clock)
    # The last one was of seven cards.
    unit = clock.median(YARDSTICK)
    goals += [
        _brute_force(min(rounds, LONG_ROUNDS), unit),
        *_distributions(rounds),
        _tables(rounds),
        *(_one_hand(size, rounds) for size in SIZES),
        *(_named_hand(size, limit, rounds) for size, limit in ((5, 1.0), (7, 0.1))),
        *edges.measure(min(rounds, LONG_ROUNDS), unit),
    ]
    names = sorted(clock.seconds, key=lambda name: (name != YARDSTICK, clock.median(name)))
    return goals, [Times(f"a million hands of 7, {name}", clock.seconds[name]) for name in names]


def _million(size: int, found: Sequence[Peer], rounds: int) -> Clock:
    hands = random_hands(size, MILLION)
    few = hands[:FEW].tolist()
    jobs: dict[str, Job] = {OURS: lambda: strengths(hands)}
    jobs |= {peer.name: _evaluating(peer, few) for peer in found if size in peer.sizes}
    clock = Clock(jobs, rounds)
    for name in set(jobs) - {OURS}:
        clock.multiply(name, MILLION // FEW)
    return clock


def _evaluating(peer: Peer, hands: list[list[int]]) -> Job:
    prepared = peer.prepare(hands)
    return lambda: peer.evaluate_all(prepared)


def random_hands(size: int, count: int) -> NDArray[np.uint8]:
    rng = np.random.default_rng(size)
    order = (rng.random((count // 10, len(DECK)), np.float32) for _ in range(10))
    return np.concatenate(
        [np.argpartition(part, size)[:, :size].astype(np.uint8) for part in order]
    )


def _batch(size: int, clock: Clock) -> list[Goal]:
    others = [name for name in clock.seconds if name != OURS]
    fastest = min(others, key=clock.median)
    limits = [(PUBLIC, PUBLIC, 0.02), (YARDSTICK, YARDSTICK, 0.035)]
    return [
        Goal(f"a million hands of {size} / {shown}", clock.ratio(OURS, name), limit)
        for shown, name, limit in [*limits, (f"the fastest, {fastest}", fastest, 0.13)]
    ]


def _brute_force(rounds: int, unit: float) -> Goal:
    clock = Clock({OURS: lambda: enumerate_all(7)}, rounds)
    return Goal("all hands of 7 by brute force", clock.median(OURS) / unit, 3, "E")


def _distributions(rounds: int) -> list[Goal]:
    """The slowest of no joker, a bug and a wild one."""

    def counting(size: int, joker: Joking) -> Job:
        return lambda: distribution(size, joker)

    goals = []
    for size in SIZES:
        clock = Clock({joker: counting(size, joker) for joker in Joking}, rounds)
        slowest = max(map(clock.median, Joking))
        goals.append(Goal(f"distribution of {size}, joker or not", MS * slowest, 10, "ms"))
    return goals


def _tables(rounds: int) -> Goal:
    seconds = [float(in_a_process("-c", TABLES)) for _ in range(rounds)]
    return Goal("tables in a fresh process", MS * median(seconds), 100, "ms")


def in_a_process(*arguments: str) -> str:
    """What a fresh Python prints."""
    return subprocess.run(
        [sys.executable, *arguments], cwd=BASE_DIR, capture_output=True, text=True, check=True
    ).stdout


def _one_hand(size: int, rounds: int) -> Goal:
    hands = random_hands(size, FEW).tolist()

    def ours() -> None:
        for hand in hands:
            strength(hand)

    [public] = [peer for peer in peers() if peer.name == PUBLIC]
    clock = Clock({OURS: ours, PUBLIC: _evaluating(public, hands)}, rounds)
    return Goal(f"one hand of {size} / {PUBLIC}", clock.ratio(OURS, PUBLIC), 0.75)


def _named_hand(size: int, limit: float, rounds: int) -> Goal:
    """From strings, as pages do it, to the name of the category and the five cards."""
    hands = random_hands(size, NAMED).tolist()
    spaced = [" ".join(str(DECK[each]) for each in hand) for hand in hands]
    joined = [text.replace(" ", "") for text in spaced]

    def ours() -> None:
        for text in spaced:
            best = best_five(parse_cards(text))
            _ = best.rank.category.label, best.five

    def theirs() -> None:
        for text in joined:
            hand = StandardHighHand.from_game(text)
            _ = hand.entry.label.value, hand.cards

    clock = Clock({OURS: ours, "PokerKit": theirs}, rounds)
    return Goal(f"named hand of {size} / PokerKit", clock.ratio(OURS, "PokerKit"), limit)
