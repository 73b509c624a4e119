"""How often a round ends how: exact counts of outcome classes, without trying every deal.

`python -m tests.rules.games.outcome_counts` prints `tests/data/outcome_counts.jsonl`.

Russian poker: pairs of five-card classes, the suits counted by products over ranks. Hold'em:
boards up to suits, on each all kinds of hole cards in order of strength; hands that share a
card with the player's are taken out by inclusion and exclusion.
"""

import json
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from functools import cache
from itertools import combinations, combinations_with_replacement, cycle
from math import comb, prod
from random import Random

from rules.engine.best import best_five
from rules.engine.cards import Card, Rank, Suit, format_cards
from rules.engine.ranking import Category, rank_hand
from rules.games import find_game
from rules.games.russian_poker import bet_combinations, dealer_qualifies
from tests.second_opinion.random_hands import interesting, near_copy

RUSSIAN_ROUNDS = comb(52, 5) * comb(47, 5)
HOLDEM_ROUNDS = comb(52, 5) * comb(47, 2) * comb(45, 2)


# --- Russian poker ---------------------------------------------------------------------------


def cards_of(ranks, suited):
    """Five cards of these ranks; not suited means not a flush."""
    if suited:
        return tuple(Card(rank, Suit.SPADES) for rank in ranks)
    return tuple(Card(rank, suit) for rank, suit in zip(sorted(ranks), cycle(Suit), strict=False))


def multisets(size, at_most=4):
    for ranks in combinations_with_replacement(Rank, size):
        if all(number <= at_most for number in Counter(ranks).values()):
            yield ranks


class _Trie:
    """The products over ranks of all multisets of five, with their beginnings in common."""

    def __init__(self, targets):
        self.steps, index = [], {(): 0}
        for ranks in targets:
            begun = ()
            for rank, number in Counter(ranks).items():
                longer = begun + (rank,) * number
                if longer not in index:
                    index[longer] = len(index)
                    self.steps.append((index[begun], rank, number))
                begun = longer
        self.places = [index[ranks] for ranks in targets]

    def products(self, weights):
        """Of each target the product of `weights[rank][number]`."""
        values = [1]
        for parent, rank, number in self.steps:
            values.append(values[parent] * weights[rank][number])
        return [values[place] for place in self.places]


def russian_counts(dealer_qualifies, combinations_of):
    """Count rounds of five cards against five by (ending, the player's combinations).

    *dealer_qualifies* of a `HandRank`, *combinations_of* five cards: anything hashable.
    """
    dealers = _Dealers(dealer_qualifies)
    found = Counter()
    for own in multisets(5):
        all_ways = prod(comb(4, number) for number in Counter(own).values())
        flush_ways = 4 if len(set(own)) == 5 else 0
        for suited, ways in ((False, all_ways - flush_ways), (True, flush_ways)):
            if ways:
                player = cards_of(own, suited)
                label = combinations_of(player)
                for ending, number in dealers.against(player, ways).items():
                    found[ending, label] += number
    return found


class _Dealers:
    """All classes of dealer hands, weakest first, those of one suit apart from the others."""

    def __init__(self, dealer_qualifies):
        every = [(rank_hand(cards_of(ranks, suited=False)), ranks) for ranks in multisets(5)]
        distinct = [
            (rank_hand(cards_of(ranks, suited=True)), ranks) for ranks in multisets(5, at_most=1)
        ]
        self.mixed, self.by_ranks = map(list, zip(*sorted(every), strict=True))
        self.suited, self.by_suit = map(list, zip(*sorted(distinct), strict=True))
        self.no_game = sum(not dealer_qualifies(rank) for rank in self.mixed)
        assert dealer_qualifies(self.mixed[self.no_game])
        assert dealer_qualifies(self.suited[0])
        self.trie, self.trie_suited = _Trie(self.by_ranks), _Trie(self.by_suit)
        place = {ranks: number for number, ranks in enumerate(self.by_ranks)}
        self.same_ranks = [place[ranks] for ranks in self.by_suit]

    def against(self, player, ways):
        """Rounds by ending of the *ways* player hands of one class, *player* among them."""
        ranks = [card.rank for card in player]
        held = Counter(ranks)
        choose = {rank: [comb(4 - held[rank], number) for number in range(5)] for rank in Rank}
        mixed = [ways * number for number in self.trie.products(choose)]
        flushes = self._flushes(player, ways, held)
        for place, number in zip(self.same_ranks, flushes, strict=True):
            mixed[place] -= number
        rank = rank_hand(player)
        count = {"no-game": sum(mixed[: self.no_game]), "win": 0, "tie": 0}
        for order, numbers, start in (
            (self.mixed, mixed, self.no_game),
            (self.suited, flushes, 0),
        ):
            low, high = bisect_left(order, rank), bisect_right(order, rank)
            count["win"] += sum(numbers[start:low])
            count["tie"] += sum(numbers[max(start, low) : high])
        total = sum(mixed) + sum(flushes)
        return count | {"loss": total - sum(count.values())}

    def _flushes(self, player, ways, held):
        """By ranks of a dealer's flush, the rounds in which *player*'s class faces it."""
        if ways == 4 and len({card.suit for card in player}) == 1:
            # Any of three other suits, and the same one if no rank is shared.
            return [16 if held.keys().isdisjoint(ranks) else 12 for ranks in self.by_suit]
        # Of four suits each takes one card of five ranks: C(3, n) / C(4, n) = (4 - n) / 4.
        own = prod(comb(4, number) for number in held.values())
        weights = {rank: [1, 4 - held[rank]] for rank in Rank}
        facing = [4 * own * part // 4**5 for part in self.trie_suited.products(weights)]
        if len(held) < 5:
            return facing
        both = [16 if held.keys().isdisjoint(ranks) else 12 for ranks in self.by_suit]
        return [every - flush for every, flush in zip(facing, both, strict=True)]


# --- hold'em ---------------------------------------------------------------------------------


def dealer_kind(rank):
    """0 below a pair, 1 below a pair of fours, 2 from a pair of fours on."""
    if rank.category is Category.HIGH_CARD:
        return 0
    return 1 if rank.category is Category.PAIR and rank.ranks[0] < Rank.FOUR else 2


@cache
def _strengths():
    """Strength by ranks of seven cards, by ranks of one suit, and what a strength is."""
    plain = {
        _key(ranks): rank_hand(tuple(map(Card, ranks, cycle(Suit)))) for ranks in multisets(7)
    }
    flushes = {
        frozenset(ranks): rank_hand([Card(rank, Suit.SPADES) for rank in ranks])
        for size in (5, 6, 7)
        for ranks in combinations(Rank, size)
    }
    order = sorted({*plain.values(), *flushes.values()})
    number = {rank: place for place, rank in enumerate(order)}
    return (
        {key: number[rank] for key, rank in plain.items()},
        {sum(1 << rank for rank in ranks): number[rank] for ranks, rank in flushes.items()},
        [(rank.category, dealer_kind(rank)) for rank in order],
    )


def _key(ranks):
    return sum(5 ** (rank - 2) for rank in ranks)


def _boards():
    """Yield (ranks in the flush suit, other ranks, number of such boards)."""
    tight = Counter()
    for size in (3, 4, 5):
        for suited in combinations(Rank, size):
            for rest in multisets(5 - size, at_most=3):
                ways = 4 * prod(comb(3, number) for number in Counter(rest).values())
                tight[tuple(sorted(suited + rest))] += ways
                yield suited, rest, ways
    for ranks in multisets(5):
        ways = prod(comb(4, number) for number in Counter(ranks).values()) - tight[ranks]
        if ways:
            yield (), ranks, ways


def _kinds_of_cards(suited, rest):
    """(rank, of the flush suit?, cards left) of every kind of hole card."""
    held = Counter(rest)
    if not suited:
        return [(rank, False, 4 - held[rank]) for rank in Rank if held[rank] < 4]
    outside = [(rank, False, 3 - held[rank]) for rank in Rank if held[rank] < 3]
    return outside + [(rank, True, 1) for rank in Rank if rank not in suited]


def _hands(suited, rest):
    """(strength, first kind, second kind, ways), weakest first, and the cards of each kind."""
    plain, flushes, _ = _strengths()
    kinds = _kinds_of_cards(suited, rest)
    base, mask = _key(suited + rest), sum(1 << rank for rank in suited)
    keys = [5 ** (rank - 2) for rank, _, _ in kinds]
    bits = [1 << rank if inside else 0 for rank, inside, _ in kinds]
    found = []
    for one, (_, inside, left) in enumerate(kinds):
        for two in range(one, len(kinds)):
            ways = left * (left - 1) // 2 if one == two else left * kinds[two][2]
            if not ways or (one == two and inside):
                continue
            key = base + keys[one] + keys[two]
            if key not in plain:  # a fifth card of one rank
                continue
            strength = plain[key]
            if suited:
                flush = flushes.get(mask | bits[one] | bits[two], -1)
                strength = max(strength, flush)
            found.append((strength, one, two, ways))
    found.sort()
    return found, [left for _, _, left in kinds]


def holdem_counts():
    """Count rounds by (ending, category of the player, `dealer_kind`), a board for each."""
    _, _, meaning = _strengths()
    found, boards = Counter(), {}
    for suited, rest, times in _boards():
        hands, left = _hands(suited, rest)
        here = Counter()
        groups = defaultdict(list)
        for hand in hands:
            groups[hand[0]].append(hand)
        totals = [_Tally(left) for _ in range(3)]
        for hand in hands:
            totals[meaning[hand[0]][1]].add(hand)
        below = [_Tally(left) for _ in range(3)]
        for strength, group in groups.items():
            category, kind = meaning[strength]
            equal = _Tally(left)
            for hand in group:
                equal.add(hand)
            for hand in group:
                ways = hand[3]
                for other in range(3):
                    lower = below[other].apart_from(hand)
                    same = equal.apart_from(hand) + 1 if other == kind else 0
                    here["win", category, other] += ways * lower
                    here["tie", category, other] += ways * same
                    # The hand itself is among the totals of its own kind.
                    rest_of = totals[other].apart_from(hand) + (other == kind)
                    here["loss", category, other] += ways * (rest_of - lower - same)
            for hand in group:
                below[kind].add(hand)
        for key, number in here.items():
            if number:
                found[key] += times * number
                boards.setdefault(key, (suited, rest))
    return found, boards


class _Tally:
    """Numbers of hands, in all and with one given card of a kind."""

    __slots__ = ("all", "left", "with_card")

    def __init__(self, left):
        self.left, self.all, self.with_card = left, 0, [0] * len(left)

    def add(self, hand):
        _, one, two, ways = hand
        self.all += ways
        if one == two:
            self.with_card[one] += self.left[one] - 1
        else:
            self.with_card[one] += self.left[two]
            self.with_card[two] += self.left[one]

    def apart_from(self, hand):
        """Those that share no card with one hand of this kind; if it counts itself, one less."""
        return self.all - self.with_card[hand[1]] - self.with_card[hand[2]]


def example_on(suited, rest, wanted):
    """Hole cards of player and dealer, and the board, that end as *wanted* says."""
    board = [Card(rank, Suit.SPADES) for rank in suited]
    suits = {rank: cycle([Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS]) for rank in Rank}
    if not suited:
        board = list(map(Card, rest, cycle(Suit)))
    else:
        board += [Card(rank, next(suits[rank])) for rank in rest]
    left = [Card(rank, suit) for rank in Rank for suit in Suit if Card(rank, suit) not in board]
    ranked = [(best_five([*board, *hole]).rank, hole) for hole in combinations(left, 2)]
    ending, category, kind = wanted
    players = [(rank, hole) for rank, hole in ranked if rank.category is category]
    dealers = [(rank, hole) for rank, hole in ranked if dealer_kind(rank) == kind]
    fits = {"win": lambda a, b: a > b, "tie": lambda a, b: a == b, "loss": lambda a, b: a < b}
    for own, hole in players:
        for other, against in dealers:
            if fits[ending](own, other) and not set(hole) & set(against):
                return hole, against, board
    raise AssertionError(f"no example of {wanted} on {board}")


# --- the data file ---------------------------------------------------------------------------


def reference_russian_counts():
    """With the dealer's game and the combinations of Reference, as labels."""
    rules = find_game("russian-poker").default_ruleset()

    def labels(five):
        return " + ".join(one.label for one in bet_combinations(five, rules))

    return russian_counts(lambda rank: dealer_qualifies(rank, rules), labels)


def rows():
    """Every outcome class with its number of rounds and one example."""
    counts = {key: count for key, count in reference_russian_counts().items() if count}
    examples = russian_examples(counts)
    for (ending, label), count in sorted(counts.items()):
        player, dealer = examples[ending, label]
        yield {
            "game": "russian-poker",
            "ending": ending,
            "combinations": label,
            "player": format_cards(player),
            "dealer": format_cards(dealer),
            "rounds": count,
        }
    counts, boards = holdem_counts()
    for key, count in sorted(counts.items()):
        player, dealer, board = example_on(*boards[key], key)
        yield {
            "game": "holdem",
            "ending": key[0],
            "category": key[1].label,
            "dealer_kind": key[2],
            "player": format_cards(player),
            "dealer": format_cards(dealer),
            "board": format_cards(board),
            "rounds": count,
        }


def russian_examples(wanted):
    """Player and dealer for every outcome class, from random and from made hands."""
    rules = find_game("russian-poker").default_ruleset()
    rng = Random("examples of outcome classes")
    found = {}
    while found.keys() != wanted.keys():
        player = interesting(rng)
        near = near_copy(rng, player, player) if rng.random() < 0.5 else None
        dealer = near or interesting(rng, player)
        label = " + ".join(one.label for one in bet_combinations(player, rules))
        own, other = rank_hand(player), rank_hand(dealer)
        ending = "win" if own > other else "loss" if own < other else "tie"
        if not dealer_qualifies(other, rules):
            ending = "no-game"
        found.setdefault((ending, label), (player, dealer))
    return found


if __name__ == "__main__":
    for row in rows():
        print(json.dumps(row))
