"""The one or two combinations that Russian poker pays: how many hands hold which."""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache, partial
from itertools import combinations, combinations_with_replacement, cycle
from math import comb, prod
from typing import Final

from rules.engine.cards import Card, Rank, Suit
from rules.engine.text import gettext_noop
from rules.games.base import PayHand, pay_hand
from rules.games.russian_poker import GAME, bet_combinations
from rules.proof.base import Claim, Group
from rules.proof.sources import GAMSOFT, REFERENCE

Paid = tuple[PayHand, ...]

_AK: Final = PayHand.ACE_KING
_PAIR: Final = PayHand.PAIR
_TWO: Final = PayHand.TWO_PAIR
_TRIPS: Final = PayHand.THREE_OF_A_KIND
_RUN: Final = PayHand.STRAIGHT
_FLUSH: Final = PayHand.FLUSH
_FULL: Final = PayHand.FULL_HOUSE
_QUADS: Final = PayHand.FOUR_OF_A_KIND
_SF: Final = PayHand.STRAIGHT_FLUSH
_ROYAL: Final = PayHand.ROYAL_FLUSH

_SIX: Final[Mapping[Paid, int]] = {
    (_ROYAL, _SF): 4,
    (_ROYAL, _FLUSH): 28,
    (_ROYAL, _RUN): 72,
    (_SF, _SF): 32,
    (_SF, _FLUSH): 220,
    (_SF, _RUN): 744,
    (_SF, _AK): 12,
    (_QUADS, _FULL): 936,
    (_QUADS, _AK): 528,
    (_FULL, _FULL): 1_248,
    (_FULL, _AK): 4_224,
    (_FLUSH, _FLUSH): 6_580,
    (_FLUSH, _RUN): 4_152,
    (_FLUSH, _PAIR): 76_620,
    (_FLUSH, _AK): 7_704,
    (_RUN, _RUN): 112_380,
    (_RUN, _AK): 4_020,
    (_TRIPS, _AK): 56_320,
    (_TWO, _TWO): 61_776,
    (_TWO, _AK): 158_400,
    (_PAIR, _AK): 1_249_680,
    (_ROYAL,): 84,
    (_SF,): 648,
    (_QUADS,): 13_200,
    (_FULL,): 160_512,
    (_FLUSH,): 110_736,
    (_RUN,): 245_220,
    (_TRIPS,): 675_840,
    (_TWO,): 2_312_640,
    (_PAIR,): 8_481_060,
    (_AK,): 1_290_420,
    (): 5_322_480,
}
_FIVE: Final[Mapping[Paid, int]] = {
    (_QUADS, _AK): 8,
    (_TRIPS, _AK): 2_112,
    (_TWO, _AK): 3_168,
    (_PAIR, _AK): 84_480,
    (_QUADS,): 616,
    (_TRIPS,): 52_800,
    (_TWO,): 120_384,
    (_PAIR,): 1_013_760,
    (_AK,): 167_280,
    (): 1_135_260,
}
DOUBLES: Final = 21
"""Pairs of combinations that occur, as published."""


def hand_classes(size: int) -> Iterator[tuple[tuple[Card, ...], int]]:
    """One hand of each class of *size* cards, and how many hands are in it.

    Suits matter through a flush alone: a class is a multiset of ranks without one, or the ranks
    of the flush suit with those of the other cards.
    """
    with_flush: Counter[tuple[Rank, ...]] = Counter()
    for suited in range(5, size + 1):
        for flush in combinations(Rank, suited):
            for others in combinations_with_replacement(Rank, size - suited):
                ways = 4 * prod(comb(3, times) for times in Counter(others).values())
                with_flush[tuple(sorted(flush + others))] += ways
                apart = map(Card, others, cycle(list(Suit)[1:]))
                yield (*(Card(rank, Suit.CLUBS) for rank in flush), *apart), ways
    for ranks in combinations_with_replacement(Rank, size):
        ways = prod(comb(4, times) for times in Counter(ranks).values()) - with_flush[ranks]
        if ways:
            # In turn: equal ranks stand together and so get different suits.
            yield tuple(map(Card, ranks, cycle(Suit))), ways


@lru_cache
def _counts(size: int) -> Counter[Paid]:
    rules = GAME.default_ruleset()
    found: Counter[Paid] = Counter()
    for cards, ways in hand_classes(size):
        found[tuple(pay_hand(one.rank) for one in bet_combinations(cards, rules))] += ways
    return found


def _held(size: int, paid: Paid) -> int:
    return _counts(size)[paid]


def _doubles(size: int) -> int:
    return sum(len(paid) == 2 for paid in _counts(size))


def _claims(size: int, counts: Mapping[Paid, int]) -> tuple[Claim, ...]:
    return tuple(
        Claim(
            f"paid-{size}-{'-and-'.join(hand.key for hand in paid) or 'nothing'}",
            str(count),
            REFERENCE,
            partial(_held, size, paid),
            title="" if paid else gettext_noop("Nothing"),
            hands=paid,
        )
        for paid, count in counts.items()
    )


GROUPS: Final = (
    Group(
        "paid-6",
        gettext_noop("Russian poker: what six cards are paid for"),
        gettext_noop(
            "The one or two combinations that the house pays, in all hands of six cards."
        ),
        (
            Claim(
                "paid-6-doubles",
                str(DOUBLES),
                GAMSOFT,
                partial(_doubles, 6),
                title=gettext_noop("Kinds of two combinations"),
            ),
            *_claims(6, _SIX),
        ),
    ),
    Group(
        "paid-5",
        gettext_noop("Russian poker: what five cards are paid for"),
        gettext_noop("With five cards only ace-king can be the second combination."),
        _claims(5, _FIVE),
    ),
)
