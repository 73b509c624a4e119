"""Cards that are worth settling: any category on demand, near copies, telling sixth cards."""

from collections.abc import Iterable, Sequence
from random import Random

from rules.engine.cards import DECK, Card
from tests.second_opinion.ranking import LADDER, best_five, name_of, rank_five

_CARD = {(int(card.rank), int(card.suit)): card for card in DECK}


def deal(rng: Random, count: int, used: Iterable[Card] = ()) -> list[Card]:
    gone = set(used)
    return rng.sample([card for card in DECK if card not in gone], count)


def make(rng: Random, name: str, used: Iterable[Card] = ()) -> list[Card] | None:
    """Five cards of that category in any order, None if the deck no longer seems to have them."""
    gone = set(used)
    for _ in range(40):
        cards = [_CARD[key] for key in _draw(rng, name)]
        fresh = len(set(cards)) == 5 and not gone & set(cards)
        if fresh and name_of(rank_five(cards), ace_king=True) == name:
            rng.shuffle(cards)
            return cards
    return None


def _draw(rng: Random, name: str) -> list[tuple[int, int]]:
    ranks = rng.sample(range(2, 15), 5)
    if rng.random() < 0.3:  # many an edge lies at ace-king
        ranks = [14, 13, *(rank for rank in ranks if rank < 13), 2, 3][:5]
        rng.shuffle(ranks)
    one, two = rng.sample(range(4), 2)
    if name in ("straight", "straight flush", "royal flush"):
        top = 14 if name == "royal flush" else rng.choice([5, 5, *range(6, 15)])
        ranks = [rank if rank > 1 else 14 for rank in range(top, top - 5, -1)]
    suits = [one] * 5
    if name in ("high card", "ace-king", "straight"):
        suits = [one, two, *(rng.randrange(4) for _ in range(3))]
    if name == "ace-king":
        ranks = [14, 13, *rng.sample(range(2, 13), 3)]
    pattern = {
        "pair": (0, 0, 1, 2, 3),
        "two pair": (0, 0, 1, 1, 2),
        "three of a kind": (0, 0, 0, 1, 2),
        "full house": (0, 0, 0, 1, 1),
        "four of a kind": (0, 0, 0, 0, 1),
    }.get(name)
    if pattern is None:
        return list(zip(ranks, suits, strict=True))
    left = {rank: rng.sample(range(4), 4) for rank in ranks}
    return [(ranks[place], left[ranks[place]].pop()) for place in pattern]


def sixth_card(rng: Random, five: Sequence[Card], used: Iterable[Card]) -> Card:
    """Often one that makes something of the five: same rank, same suit, next in the run."""
    rest = deal(rng, 52 - len(set(five) | set(used)), [*five, *used])
    ranks, suits = {card.rank for card in five}, {card.suit for card in five}
    wish = rng.choice(["any", "rank", "suit", "run", "suited run", "big"])
    for card in rest:
        if (
            (wish == "rank" and card.rank in ranks)
            or (wish == "suit" and len(suits) < 3 and card.suit in suits)
            or (wish == "run" and {card.rank - 1, card.rank + 1} & ranks)
            or (wish == "suited run" and {card.rank + 1} & ranks and card.suit in suits)
            or (wish == "big" and card.rank >= 13)
        ):
            return card
    return rest[0]


def rare_six(rng: Random) -> list[Card]:
    """Doubles that are rare elsewhere: flush and straight, ace-king beside a wheel or a flush."""
    one, two = rng.sample(range(4), 2)
    if rng.random() < 0.4:
        top = rng.randrange(6, 15)
        run = list(range(top - 4, top + 1))
        lone = rng.choice(run)
        side = rng.choice([rank for rank in range(2, 15) if rank not in run])
        return [_CARD[rank, two if rank == lone else one] for rank in [*run, side]]
    low = rng.choice([[5, 4, 3, 2], rng.sample(range(2, 13), 4)])
    suits = [one] * 4 if rng.random() < 0.7 else [rng.randrange(4) for _ in low]
    return [_CARD[key] for key in zip([14, *low, 13], [one, *suits, two], strict=True)]


def near_copy(rng: Random, cards: Sequence[Card], used: Iterable[Card]) -> list[Card] | None:
    """A hand of the same ranks, or with one rank moved by one or two, from the cards left."""
    gone = set(used)
    ranks = [int(card.rank) for card in best_five(cards)]
    if rng.random() < 0.6:
        place = rng.randrange(5)
        ranks[place] = min(14, max(2, ranks[place] + rng.choice([-2, -1, 1, 2])))
    for _ in range(20):
        suits = [rng.randrange(4) for _ in ranks]
        if rng.random() < 0.3:
            suits = [suits[0]] * 5
        copy = [_CARD[key] for key in zip(ranks, suits, strict=True)]
        if len(set(copy)) == 5 and not gone & set(copy):
            rng.shuffle(copy)
            return copy
    return None


def interesting(rng: Random, used: Iterable[Card] = ()) -> list[Card]:
    """Five cards, every category about equally often, a third of them as they come."""
    if rng.random() < 0.67:
        made = make(rng, rng.choice(LADDER), used)
        if made:
            return made
    return deal(rng, 5, used)
