"""Low hands: how many there are, and how many are eight or better."""

from collections import Counter
from functools import lru_cache, partial
from itertools import combinations_with_replacement, cycle
from math import comb, prod
from typing import Final

from rules.engine.cards import Card, Rank, Suit
from rules.engine.lowball import Low, LowRank, eight_or_better, rank_five_low
from rules.engine.text import gettext_noop
from rules.proof.base import Claim, Group
from rules.proof.paid import hand_classes
from rules.proof.sources import REFERENCE

# By the highest card of the low.
_LOWS: Final = {
    5: {5: 1_024, 6: 5_120, 7: 15_360, 8: 35_840},
    7: {5: 781_824, 6: 3_151_360, 7: 7_426_560, 8: 13_171_200},
}
_STRENGTHS: Final = {Low.ACE_TO_FIVE: 6_175, Low.ACE_TO_SIX: 7_462, Low.DEUCE_TO_SEVEN: 7_462}
_TITLES: Final = {
    Low.ACE_TO_FIVE: gettext_noop("Ace-to-five: different strengths"),
    Low.ACE_TO_SIX: gettext_noop("Ace-to-six: different strengths"),
    Low.DEUCE_TO_SEVEN: gettext_noop("Deuce-to-seven: different strengths"),
}
_TOPS: Final = {
    5: gettext_noop("Lows with a five as the highest card"),
    6: gettext_noop("Lows with a six as the highest card"),
    7: gettext_noop("Lows with a seven as the highest card"),
    8: gettext_noop("Lows with an eight as the highest card"),
}


@lru_cache
def _five(system: Low) -> Counter[LowRank]:
    found: Counter[LowRank] = Counter()
    for cards, ways in hand_classes(5):
        found[rank_five_low(cards, system)] += ways
    return found


def _strengths(system: Low) -> int:
    return len(_five(system))


@lru_cache
def _lows(size: int) -> Counter[LowRank]:
    """Eight or better, by strength; suits do not matter, so a class is a multiset of ranks."""
    low = Low.ACE_TO_FIVE
    if size == 5:
        return Counter({rank: ways for rank, ways in _five(low).items() if rank.qualifies()})
    found: Counter[LowRank] = Counter()
    for ranks in combinations_with_replacement(Rank, size):
        count = Counter(ranks)
        # Without five ranks up to eight there is no low: these are not ranked, to save time.
        if max(count.values()) > 4 or sum(low.height(rank) <= 8 for rank in count) < 5:
            continue
        best = eight_or_better(list(map(Card, ranks, cycle(Suit))))
        if best is not None and isinstance(best.rank, LowRank):
            found[best.rank] += prod(comb(4, times) for times in count.values())
    return found


def _topped(size: int, top: int) -> int:
    return sum(ways for rank, ways in _lows(size).items() if rank.ranks[0] == top)


def _all_lows(size: int) -> int:
    return _lows(size).total()


def _different_lows() -> int:
    return len(_lows(5))


def _eight_or_better(size: int) -> tuple[Claim, ...]:
    by_top = (
        Claim(
            f"lows-{size}-{top}",
            str(count),
            REFERENCE,
            partial(_topped, size, top),
            title=_TOPS[top],
        )
        for top, count in _LOWS[size].items()
    )
    total = Claim(
        f"lows-{size}-all",
        str(sum(_LOWS[size].values())),
        REFERENCE,
        partial(_all_lows, size),
        title=gettext_noop("All lows"),
    )
    return (*by_top, total)


GROUPS: Final = (
    Group(
        "low-strengths",
        gettext_noop("Low hands of five cards"),
        gettext_noop("How many different strengths each way to rank low hands has."),
        (
            *(
                Claim(
                    f"low-strengths-{system.value.lower()}",
                    str(count),
                    REFERENCE,
                    partial(_strengths, system),
                    title=_TITLES[system],
                )
                for system, count in _STRENGTHS.items()
            ),
            Claim(
                "low-strengths-eight-or-better",
                "56",
                REFERENCE,
                _different_lows,
                title=gettext_noop("Eight or better: different lows"),
            ),
        ),
    ),
    Group(
        "lows-5",
        gettext_noop("Eight or better in five cards"),
        gettext_noop("How many hands have a low, by its highest card."),
        _eight_or_better(5),
    ),
    Group(
        "lows-7",
        gettext_noop("Eight or better in seven cards"),
        gettext_noop("How many hands have a low, by its highest card."),
        _eight_or_better(7),
    ),
)
