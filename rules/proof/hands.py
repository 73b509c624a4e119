"""How many hands there are of every kind."""

from functools import partial
from math import comb
from typing import Final

from rules.engine.jokers import Joking
from rules.engine.ranking import NATURAL_CATEGORIES, Category
from rules.engine.text import gettext_noop
from rules.proof.base import Claim, Group
from rules.proof.sources import (
    ALSPACH,
    EVERY_HAND,
    PROBABILITY,
    READABLE,
    REFERENCE,
    TEXTBOOK,
    WIKIPEDIA,
    Source,
)

# By category from the high card up.
_HANDS: Final = {
    5: (1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4),
    6: (6_612_900, 9_730_740, 2_532_816, 732_160, 361_620, 205_792, 165_984, 14_664, 1_656, 188),
    7: (
        *(23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020),
        *(4_047_644, 3_473_184, 224_848, 37_260, 4_324),
    ),
}
_DISTINCT: Final = {5: 7_462, 6: 6_075, 7: 4_824}
_DISTINCT_FROM: Final = {5: WIKIPEDIA, 6: REFERENCE, 7: PROBABILITY}
# Likewise of five cards from 53, five of a kind last.
_WITH_JOKER: Final = {
    Joking.WILD: (
        *(1_302_540, 1_268_088, 123_552, 137_280, 20_532),
        *(7_804, 6_552, 3_120, 180, 24, 13),
    ),
    Joking.BUG: (
        *(1_418_964, 1_215_024, 138_600, 63_360, 20_532),
        *(7_804, 4_368, 828, 180, 24, 1),
    ),
}
_TITLES: Final = {
    5: gettext_noop("Hands of five cards"),
    6: gettext_noop("The best five of six cards"),
    7: gettext_noop("The best five of seven cards"),
}
_RANDOM_HANDS: Final = 10_000


def _of_category(cards: int, joker: Joking, category: Category) -> int:
    from rules.engine.counting import distribution
    from rules.engine.tables import rank_tables

    return int(distribution(cards, joker)[rank_tables().category == category].sum())


def _distinct(cards: int) -> int:
    from rules.engine.counting import distribution

    return int((distribution(cards) > 0).sum())


def _all(cards: int, joker: Joking) -> int:
    from rules.engine.counting import distribution

    return int(distribution(cards, joker).sum())


def _counted_otherwise(cards: int) -> int:
    """Strengths whose number of hands is another when every hand is dealt."""
    from rules.engine.counting import distribution, enumerate_all

    return int((distribution(cards) != enumerate_all(cards)).sum())


def _ranked_otherwise(cards: int) -> int:
    """Of seeded random hands those that the two rankers do not rank alike."""
    from random import Random

    from rules.engine.batch import card_ids, rank_of, strength
    from rules.engine.best import best_five
    from rules.engine.cards import DECK

    rng = Random(f"proof {cards}")
    hands = (rng.sample(DECK, cards) for _ in range(_RANDOM_HANDS))
    return sum(best_five(hand).rank != rank_of(strength(card_ids(hand))) for hand in hands)


def _source(cards: int, category: Category) -> Source:
    if cards == 5:
        return WIKIPEDIA
    return ALSPACH if (cards, category) == (7, Category.FOUR_OF_A_KIND) else REFERENCE


def _straight_flushes() -> int:
    """With the royal ones, as they are published together."""
    flushes = (Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH)
    return sum(_of_category(7, Joking.NONE, category) for category in flushes)


def _total(cards: int, joker: Joking = Joking.NONE) -> Claim:
    deck = 52 if joker is Joking.NONE else 53
    return Claim(
        f"hands-{cards}-{joker.value}-all",
        str(comb(deck, cards)),
        TEXTBOOK,
        partial(_all, cards, joker),
        title=gettext_noop("All hands"),
    )


def _by_category(cards: int) -> Group:
    counts = reversed(list(zip(NATURAL_CATEGORIES, _HANDS[cards], strict=True)))
    by_category = [
        Claim(
            f"hands-{cards}-{category.label.replace(' ', '-')}",
            str(count),
            _source(cards, category),
            partial(_of_category, cards, Joking.NONE, category),
            hands=(category,),
        )
        for category, count in counts
    ]
    published = [
        Claim(
            "hands-7-straight-flushes",
            str(41_584),
            ALSPACH,
            _straight_flushes,
            title=gettext_noop("Straight flushes with the royal ones"),
        )
    ]
    return Group(
        f"hands-{cards}",
        _TITLES[cards],
        gettext_noop("How many of all hands from 52 cards are worth what, and in how many ways."),
        (
            *by_category,
            *(published if cards == 7 else ()),
            _total(cards),
            Claim(
                f"hands-{cards}-distinct",
                str(_DISTINCT[cards]),
                _DISTINCT_FROM[cards],
                partial(_distinct, cards),
                title=gettext_noop("Different strengths"),
            ),
            Claim(
                f"hands-{cards}-brute-force",
                "0",
                EVERY_HAND,
                partial(_counted_otherwise, cards),
                title=gettext_noop("Strengths that come out at another number"),
            ),
            Claim(
                f"hands-{cards}-readable",
                "0",
                READABLE,
                partial(_ranked_otherwise, cards),
                title=gettext_noop("Of %(count)s random hands, those ranked otherwise"),
                words={"count": _RANDOM_HANDS},
            ),
        ),
    )


def _with_joker(joker: Joking, title: str, about: str) -> Group:
    counts = reversed(list(zip(Category, _WITH_JOKER[joker], strict=True)))
    return Group(
        f"joker-{joker.value}",
        title,
        about,
        (
            *(
                Claim(
                    f"joker-{joker.value}-{category.label.replace(' ', '-')}",
                    str(count),
                    REFERENCE,
                    partial(_of_category, 5, joker, category),
                    hands=(category,),
                )
                for category, count in counts
            ),
            _total(5, joker),
        ),
    )


GROUPS: Final = (
    *map(_by_category, (5, 6, 7)),
    _with_joker(
        Joking.WILD,
        gettext_noop("Five cards with a wild joker"),
        gettext_noop("From 53 cards; the joker is any card that is not held."),
    ),
    _with_joker(
        Joking.BUG,
        gettext_noop("Five cards with a bug"),
        gettext_noop("From 53 cards; the joker is an ace, or completes a straight or a flush."),
    ),
)
