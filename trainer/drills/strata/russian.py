"""Which hand wins in Russian poker: two hands that meet, either of them the dealer’s."""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from rules.engine.cards import Card, Rank
from rules.engine.ranking import NATURAL_CATEGORIES, STRAIGHTS, Category, HandRank, rank_hand
from trainer.drills.strata.base import TRIES, Deck, Stratum
from trainer.drills.strata.hands import beginning, classes, lay
from trainer.drills.tags import WRAPS, Trap, category_tag, surplus, unmade

# Whether a dealer with this hand has game. A stronger hand has it if a weaker one does.
Qualifies = Callable[[HandRank], bool]


class Plan(Protocol):
    """Two hands, the first at least as strong as the second and one with game.

    Five cards each, or six for the player.
    """

    def __call__(self, deck: Deck, qualifies: Qualifies) -> list[list[Card]]: ...


def deal_russian(
    deck: Deck, plan: Plan, qualifies: Qualifies, bought: bool
) -> tuple[list[Card], list[Card]]:
    """Player’s and dealer’s cards in random order, a sixth card of the player’s last.

    Of two planned hands of five the player gets either by the toss of a coin, but a hand
    without game never goes to the dealer; of five and six the player gets six. A bought card
    leaves the player’s five as strong as they are: every second time it comes uniformly from
    those that make the hand look like more (three pairs, two triples, four to a flush or
    straight), otherwise and where there is none of these from all such cards. Where every
    card would improve one of the two hands none is bought, so that a sixth card does not tell
    which is the stronger. All six are shuffled: the bought card plays as often as any.
    """
    strong, weak = plan(deck, qualifies)
    idle = [_idle_cards(deck, strong), _idle_cards(deck, weak)] if bought else [[], []]
    player_leads = qualifies(rank_hand(weak)) and deck.rng.below(2)
    if len(strong) != len(weak):
        player_leads = len(strong) > len(weak)
    player, dealer = (strong, weak) if player_leads else (weak, strong)
    if all(idle):
        player = [*player, _idle_card(deck, player, idle[0 if player_leads else 1])]
    return deck.rng.shuffled(player), deck.rng.shuffled(dealer)


def _idle_cards(deck: Deck, five: Sequence[Card]) -> list[Card]:
    """The left cards beside which *five* stay as strong; none beside six."""
    rank = rank_hand(five)
    left = deck.cards if len(five) == 5 else ()
    return [card for card in left if rank_hand([*five, card]) == rank]


def _idle_card(deck: Deck, five: Sequence[Card], idle: Sequence[Card]) -> Card:
    rank = rank_hand(five)
    tempting = [card for card in idle if _tempts(five, card, rank)] if deck.rng.below(2) else []
    return deck.rng.choice(tempting or idle)


def _tempts(five: Sequence[Card], card: Card, rank: HandRank) -> bool:
    six = [*five, card]
    return bool(surplus(six, rank) or unmade(six, [card], rank, rank.category))


def with_game(category: Category, qualifies: Qualifies) -> Sequence[HandRank]:
    """The classes of *category* with which a dealer has game, the strongest first."""
    every = classes(category)
    return every[: bisect_left(every, True, key=lambda rank: not qualifies(rank))]


def uniform(deck: Deck, qualifies: Qualifies) -> list[list[Card]]:
    """Two hands, each uniform from those with which a dealer has game."""
    hands = [deck.draw_until(5, lambda five: qualifies(rank_hand(five))) for _ in range(2)]
    return sorted(hands, key=rank_hand, reverse=True)


def below(deck: Deck, qualifies: Qualifies) -> list[list[Card]]:
    """The weakest category with which a dealer has game, a class of it with game uniform;
    against it a hand uniform from those without game."""
    least = next(
        ranks for category in NATURAL_CATEGORIES if (ranks := with_game(category, qualifies))
    )
    strong = lay(deck, deck.rng.choice(least))[0]
    return [strong, deck.draw_until(5, lambda five: not qualifies(rank_hand(five)))]


@dataclass(frozen=True)
class Same:
    """A position of the tie-break vector; a class uniform from those of the category with
    game; another uniform from those that agree with it before the position; all drawn again
    until they differ at the position, have game and can lie side by side. Suits uniform,
    flushes in two suits."""

    category: Category
    positions: tuple[int, ...]

    def __call__(self, deck: Deck, qualifies: Qualifies) -> list[list[Card]]:
        offered = with_game(self.category, qualifies)
        for _ in range(TRIES if offered else 0):
            at = deck.rng.choice(self.positions)
            one = deck.rng.choice(offered)
            other = deck.rng.choice(beginning(self.category, one.ranks[:at]))
            if one.ranks[at] != other.ranks[at] and qualifies(other) and _fit(one, other):
                return lay(deck, *sorted([one, other], reverse=True))
        return uniform(deck, qualifies)


@dataclass(frozen=True)
class Equal:
    """A class uniform from those of the category with game, or of the next category that holds
    any, twice. Suits uniform, flushes in two suits."""

    category: Category

    def __call__(self, deck: Deck, qualifies: Qualifies) -> list[list[Card]]:
        rank = deck.rng.choice(
            next(
                ranks
                for c in NATURAL_CATEGORIES
                if c >= self.category and (ranks := with_game(c, qualifies))
            )
        )
        return lay(deck, rank, rank)


@dataclass(frozen=True)
class Versus:
    """A category, uniform from the two below this one that hold hands with game; a class of
    this one and a class with game of the other uniform, drawn again until they can lie side
    by side. Suits uniform, flushes in two suits."""

    category: Category

    def __call__(self, deck: Deck, qualifies: Qualifies) -> list[list[Card]]:
        lower = [
            offered
            for category in NATURAL_CATEGORIES
            if category < self.category and (offered := with_game(category, qualifies))
        ]
        weaker = deck.rng.choice(lower[-2:]) if lower else ()
        for _ in range(TRIES if lower else 0):
            strong, weak = deck.rng.choice(classes(self.category)), deck.rng.choice(weaker)
            if _fit(strong, weak):
                return lay(deck, strong, weak)
        return uniform(deck, qualifies)


def _fit(one: HandRank, other: HandRank) -> bool:
    """Whether no rank is needed more than four times."""
    both = one.five_ranks + other.five_ranks
    return all(both.count(rank) <= 4 for rank in one.five_ranks)


def four_flush(deck: Deck, qualifies: Qualifies) -> list[list[Card]]:
    """A suit and four cards of it; a fifth card of another suit uniform from those that give
    the hand game; against it a pair, two pair or three of a kind."""
    suit = deck.suit()

    def fits(five: list[Card]) -> bool:
        return sum(card.suit is suit for card in five) == 4 and qualifies(rank_hand(five))

    four = deck.of_suit(suit, 4)
    five = four + deck.draw_until(1, lambda one: fits([*four, *one]))
    return _against(deck, five, qualifies)


def four_straight(deck: Deck, qualifies: Qualifies) -> list[list[Card]]:
    """Four ranks of a straight; a fifth card uniform from those that give the hand game and
    complete neither straight nor flush; against it a pair, two pair or three of a kind."""
    run = deck.rng.sample(deck.rng.choice(tuple(STRAIGHTS.values())), 4)
    four = deck.each(run)

    def fits(one: list[Card]) -> bool:
        rank = rank_hand([*four, *one])
        return rank.category < Category.STRAIGHT and qualifies(rank)

    return _against(deck, four + deck.draw_until(1, fits), qualifies)


def wrap(deck: Deck, qualifies: Qualifies) -> list[list[Card]]:
    """Five ranks in a row through the ace, such as Q K A 2 3; against them a pair, two pair or
    three of a kind."""
    return _against(deck, deck.each(deck.rng.choice(WRAPS)), qualifies)


def three_pairs(deck: Deck, qualifies: Qualifies) -> list[list[Card]]:
    """Three ranks, two cards of each in the player’s six; against them the two higher pairs
    and a kicker below or above the third rank, by the toss of a coin where there are both."""
    high, low, third = sorted(deck.ranks(3), reverse=True)
    six = [card for rank in (high, low, third) for card in deck.of_rank(rank, 2)]
    others = [rank for rank in Rank if rank not in (high, low, third)]
    sides = ([r for r in others if r < third], [r for r in others if r > third])
    kicker = deck.rank(deck.rng.choice([side for side in sides if side]))
    other = HandRank(Category.TWO_PAIR, (high, low, kicker))
    return sorted([six, lay(deck, other)[0]], key=rank_hand, reverse=True)


def two_triples(deck: Deck, qualifies: Qualifies) -> list[list[Card]]:
    """Two ranks, three cards of each in the player’s six; against them a full house of two
    further ranks, its three below or above the player’s higher rank, by the toss of a coin
    where there are both."""
    low, high = sorted(deck.ranks(2))
    six = [card for rank in (high, low) for card in deck.of_rank(rank, 3)]
    others = [rank for rank in Rank if rank not in (high, low)]
    sides = ([r for r in others if r < high], [r for r in others if r > high])
    triple = deck.rank(deck.rng.choice([side for side in sides if side]))
    pair = deck.rank([rank for rank in others if rank is not triple])
    other = HandRank(Category.FULL_HOUSE, (triple, pair))
    return sorted([six, lay(deck, other)[0]], key=rank_hand, reverse=True)


def _against(deck: Deck, five: list[Card], qualifies: Qualifies) -> list[list[Card]]:
    """*five* and, each equally likely, a pair, two pair or three of a kind: a class of it
    uniform, drawn again until it has game and its cards are left."""
    left = [card.rank for card in deck.cards]

    def fits(rank: HandRank) -> bool:
        needed = rank.five_ranks
        return qualifies(rank) and all(left.count(r) >= needed.count(r) for r in rank.ranks)

    for _ in range(TRIES):
        rank = deck.rng.choice(classes(deck.rng.choice(_MADE)))
        if fits(rank):
            break
    else:
        rank = next(rank for rank in classes(Category.PAIR) if fits(rank))
    return sorted([five, lay(deck, rank)[0]], key=rank_hand, reverse=True)


_MADE: Final = (Category.PAIR, Category.TWO_PAIR, Category.THREE_OF_A_KIND)


def _strata() -> tuple[Stratum[Plan], ...]:
    found: list[Stratum[Plan]] = [
        Stratum("uniform", uniform, (23, 4, 3)),
        Stratum("below", below, (1, 2, 1), frozenset({category_tag(Category.HIGH_CARD)})),
        Stratum("four-flush", four_flush, (0, 2, 3), frozenset({Trap.FOUR_FLUSH.value})),
        Stratum("four-straight", four_straight, (0, 2, 3), frozenset({Trap.FOUR_STRAIGHT.value})),
        Stratum("wrap", wrap, (0, 2, 3), frozenset({Trap.WRAP.value})),
        Stratum("three-pairs", three_pairs, (0, 2, 3), frozenset({Trap.THREE_PAIRS.value})),
        Stratum("two-triples", two_triples, (0, 3, 3), frozenset({Trap.TWO_TRIPLES.value})),
    ]
    for category, (positions, versus, same, equal) in _SHARES.items():
        tag, key = category_tag(category), category.label.replace(" ", "-")
        found += [
            Stratum(f"versus-{key}", Versus(category), versus, frozenset({tag})),
            Stratum(
                f"same-{key}", Same(category, positions), same, frozenset({tag, "same-category"})
            ),
            Stratum(f"equal-{key}", Equal(category), equal, frozenset({tag, "tie"})),
        ]
    return tuple(stratum for stratum in found if any(stratum.shares))


# By category: the positions at which two hands of one deck can differ with all before them
# equal, then the shares of `Versus`, `Same` and `Equal`. Two hands of one deck never hold the
# same triple, and below the king two hands with game agree.
_NONE: Final = (0, 0, 0)
_SHARES: Final = {
    Category.HIGH_CARD: ((2, 3, 4), _NONE, (0, 5, 6), (2, 3, 3)),
    Category.PAIR: ((0, 1, 2, 3), (6, 2, 1), (4, 9, 9), (5, 4, 4)),
    Category.TWO_PAIR: ((0, 1, 2), (6, 1, 1), (2, 8, 8), (4, 3, 3)),
    Category.THREE_OF_A_KIND: ((0,), (8, 3, 2), (0, 4, 4), _NONE),
    Category.STRAIGHT: ((0,), (8, 3, 3), (0, 4, 4), (3, 3, 3)),
    Category.FLUSH: ((0, 1, 2, 3, 4), (7, 2, 2), (0, 6, 7), (2, 2, 2)),
    Category.FULL_HOUSE: ((0,), (6, 3, 2), (0, 3, 3), _NONE),
    Category.FOUR_OF_A_KIND: ((0,), (6, 3, 3), (0, 3, 2), _NONE),
    Category.STRAIGHT_FLUSH: ((0,), (4, 2, 2), (0, 3, 3), (0, 1, 1)),
    Category.ROYAL_FLUSH: ((0,), (3, 2, 2), _NONE, (0, 1, 1)),
}

STRATA: Final = _strata()
