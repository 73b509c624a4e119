"""Every kind of name in three languages, as a snapshot that people can read.

After a change of names write it again, and read it:
`PYTHONPATH=. python tests/rules/test_names_snapshot.py > tests/data/names.txt`
"""

import os
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import django

from rules import naming
from rules.engine.cards import (
    DECK,
    JOKER,
    Rank,
    parse_cards,
    parse_with_jokers,
)
from rules.engine.jokers import Joking, WildRules, best_low_with_wild, best_with_wild
from rules.engine.lowball import Low, rank_low
from rules.engine.ranking import STRAIGHTS, Category, HandRank, parse_hand_rank
from rules.games.base import Bound, PayHand, PayRow
from tests.rules.named import HIGH_FIRST, LANGUAGES, in_languages, others

SNAPSHOT = Path(__file__).resolve().parents[1] / "data" / "names.txt"


def render_names():
    parts = [f"# {line}" for line in HEADER.splitlines()]
    for title, rows in sections():
        table = [list(row) for row in rows]
        widths = [max(map(len, column)) for column in zip(*table, strict=True)]
        lines = (
            " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
            for row in table
        )
        parts += ["", f"## {title}", *lines]
    return "\n".join(parts) + "\n"


HEADER = """\
Every kind of name in English, Ukrainian and Russian; written and compared by
tests/rules/test_names_snapshot.py. The first column is the value that is named."""


def sections():
    for at, language in enumerate(LANGUAGES):
        forms = [
            [in_languages(naming.rank_name, rank, form)[at] for form in naming.Form]
            for rank in Rank
        ]
        yield f"Ranks, {language}", [list(naming.Form), *forms]
    yield "Categories", [[c.label, *in_languages(naming.category_name, c)] for c in Category]
    yield "Hands", [[str(r), *in_languages(naming.hand_name, r)] for r in sample_hands()]
    yield (
        "Hands with kickers",
        [[str(r), *in_languages(naming.hand_name_with_kickers, r)] for r in kicker_hands()],
    )
    for name in (naming.hand_name, naming.hand_name_with_kickers):
        yield (
            f"Lows, {name.__name__}",
            [[str(rank), *in_languages(name, rank)] for rank in low_hands()],
        )
    yield (
        "Wild cards",
        [
            [str(one), *in_languages(naming.stand_in_text, one, best.rank)]
            for best in wild_hands()
            for one in best.stand_ins
        ],
    )
    ace_king = parse_hand_rank("high card AK953")
    yield (
        "Ace-king where it counts as a hand",
        [
            [f"{name.__name__} {ace_king}", *in_languages(name, ace_king, ace_king=True)]
            for name in (naming.hand_name, naming.hand_name_with_kickers)
        ],
    )
    yield "Pay rows", [[row.key, *in_languages(naming.pay_row_name, row)] for row in pay_rows()]
    cards = [*DECK[::-1], JOKER]
    yield "Cards", [[str(card), *in_languages(naming.card_name, card)] for card in cards]


def sample_hands():
    """Each category with every rank in every place that is named."""
    yield from (HandRank(Category.FIVE_OF_A_KIND, (rank,)) for rank in HIGH_FIRST)
    yield HandRank(Category.ROYAL_FLUSH, (Rank.ACE,))
    tops = list(STRAIGHTS)
    yield from (HandRank(Category.STRAIGHT_FLUSH, (top,)) for top in tops[1:])
    pairs = list(zip(HIGH_FIRST, [*HIGH_FIRST[1:], Rank.ACE], strict=True))
    yield from (HandRank(Category.FOUR_OF_A_KIND, pair) for pair in pairs)
    yield from (HandRank(Category.FULL_HOUSE, pair) for pair in pairs)
    yield from (HandRank(Category.FLUSH, ranks) for ranks in five_different())
    yield from (HandRank(Category.STRAIGHT, (top,)) for top in tops)
    for rank in HIGH_FIRST:
        yield HandRank(Category.THREE_OF_A_KIND, (rank, *others(rank, 2)))
    for high, low in pairs[:-1]:
        yield HandRank(Category.TWO_PAIR, (high, low, *others(high, 2, low)[:1]))
    yield from (HandRank(Category.PAIR, (rank, *others(rank, 3))) for rank in HIGH_FIRST)
    yield from (HandRank(Category.HIGH_CARD, ranks) for ranks in five_different())


def kicker_hands():
    """Every rank as the only kicker, and the lists."""
    for kicker in HIGH_FIRST:
        yield HandRank(Category.FOUR_OF_A_KIND, (others(kicker, 1)[0], kicker))
    texts = [
        "two pair A92",
        "three of a kind 3KT",
        "pair AKT5",
        "pair 2T96",
        "flush AJT52",
        "high card KJT52",
        "high card AK953",
        "straight A",
        "full house 32",
        "royal flush A",
    ]
    yield from map(parse_hand_rank, texts)


def low_hands():
    for system, hands in {
        Low.ACE_TO_FIVE: ["5s 4d 3h 2c As", "6s 4d 3h 2c As", "8s 6d 4h 3c As", "Ks Qd Jh Tc 9s",
                          "As Ad 2h 3c 4s"],
        Low.ACE_TO_SIX: ["6s 4d 3h 2c As", "5s 4d 3h 2c As", "9s 4s 3s 2s As"],
        Low.DEUCE_TO_SEVEN: ["7s 5d 4h 3c 2s", "As 5d 4h 3c 2s", "6s 5d 4h 3c 2s"],
    }.items():  # fmt: skip
        yield from (rank_low(parse_cards(hand), system) for hand in hands)


def wild_hands():
    bug, wild = WildRules(Joking.BUG), WildRules(Joking.WILD, frozenset({Rank.TWO}))
    for text in ("Kc Kd Jk 5h 3s", "7c 6d 5h 4s Jk", "Kh Qh Jh Th Jk", "Ah Jh 8h 3h Jk"):
        yield best_with_wild(parse_with_jokers(text), bug)
    yield best_with_wild(parse_with_jokers("Tc Td Jk 2h 3s"), wild)
    yield best_low_with_wild(parse_with_jokers("8c 6d 4h 3s Jk"), Low.ACE_TO_FIVE, bug)


def five_different():
    """The lowest five ranks that are no straight, for every top."""
    for top in HIGH_FIRST[:-5]:
        low = [rank for rank in Rank if rank < top]
        yield next(
            (top, *ranks[::-1])
            for ranks in combinations(low, 4)
            if set(ranks) | {top} not in [set(run) for run in STRAIGHTS.values()]
        )


def pay_rows():
    one = Fraction(1)
    for hand in reversed(PayHand):
        yield from (PayRow(hand, one, bound) for bound in Bound)
    yield from (PayRow(PayHand.PAIR, one, Bound.OR_BETTER, rank) for rank in HIGH_FIRST)
    for hand in PayHand:
        if hand not in (PayHand.PAIR, PayHand.ACE_KING, PayHand.ROYAL_FLUSH):
            yield PayRow(hand, one, Bound.EXACT, Rank.QUEEN)
    for hand in (PayHand.THREE_OF_A_KIND, PayHand.FULL_HOUSE):
        yield PayRow(hand, one, Bound.OR_BETTER, Rank.THREE)
    yield PayRow(PayHand.ROYAL_FLUSH, one, Bound.EXACT, Rank.ACE)


def test_names_are_those_of_the_snapshot():
    assert render_names() == SNAPSHOT.read_text(encoding="utf-8")


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    print(render_names(), end="")
