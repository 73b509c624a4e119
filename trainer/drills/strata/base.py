"""A stratum with its shares, and the deck that constructions draw from."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from rules.engine.cards import DECK, Card, Rank, Suit
from trainer.drills.deals import LEVELS
from trainer.drills.stream import Stream

Build = TypeVar("Build", bound=Callable[..., object])
T = TypeVar("T")

# How often a part is drawn again until it fits. A miss is rarer than 1 in 10¹² wherever at
# least every second draw fits, and each user says what happens then.
TRIES: Final = 40
# Of so many Russian poker hands, all but one have a bought card, by level.
BOUGHT: Final = {1: 1, 2: 2, 3: 3}


class DeckEmptyError(ValueError):
    """Fewer cards are left than are to be drawn."""


class Deck:
    """The cards that are still to be dealt, drawn uniformly by a random stream."""

    def __init__(self, rng: Stream) -> None:
        self.rng = rng
        self._cards = list(DECK)

    @property
    def cards(self) -> tuple[Card, ...]:
        """What is left, in the fixed order of `DECK`."""
        return tuple(self._cards)

    def draw(self, count: int, among: Callable[[Card], bool] | None = None) -> list[Card]:
        """*count* different cards, each left one (that fits *among*) equally likely."""
        cards = self._cards if among is None else [card for card in self._cards if among(card)]
        drawn = self.rng.sample(cards, count)
        self.remove(drawn)
        return drawn

    def draw_until(self, count: int, fits: Callable[[list[Card]], bool]) -> list[Card]:
        """*count* cards, each set of left cards that *fits* equally likely.

        After `TRIES` misses the last cards drawn are dealt as they are.

        Raises: DeckEmptyError.
        """
        if count > len(self._cards):
            raise DeckEmptyError(f"cannot draw {count} of {len(self._cards)}")
        for _ in range(TRIES):
            drawn = self.rng.sample(self._cards, count)
            if fits(drawn):
                break
        self.remove(drawn)
        return drawn

    def of_rank(self, rank: Rank, count: int = 1) -> list[Card]:
        """*count* left cards of *rank*, their suits uniform."""
        return self.draw(count, lambda card: card.rank is rank)

    def of_suit(self, suit: Suit, count: int = 1) -> list[Card]:
        """*count* left cards of *suit*, their ranks uniform."""
        return self.draw(count, lambda card: card.suit is suit)

    def each(self, ranks: Iterable[Rank]) -> list[Card]:
        """One left card of each rank, their suits uniform."""
        return [card for rank in ranks for card in self.of_rank(rank)]

    def take(self, rank: Rank, suit: Suit) -> Card:
        card = Card(rank, suit)
        self.remove([card])
        return card

    def remove(self, cards: Iterable[Card]) -> None:
        """Raises: ValueError: for a card that is not left."""
        for card in cards:
            self._cards.remove(card)

    def put_back(self, cards: Iterable[Card]) -> None:
        self._cards = sorted([*self._cards, *cards], key=lambda card: card.id)

    def ranks(self, count: int, among: Sequence[Rank] = tuple(Rank)) -> list[Rank]:
        """*count* different ranks in random order."""
        return self.rng.sample(among, count)

    def rank(self, among: Sequence[Rank] = tuple(Rank)) -> Rank:
        return self.rng.choice(among)

    def suit(self) -> Suit:
        return self.rng.choice(tuple(Suit))


@dataclass(frozen=True, slots=True)
class Stratum(Generic[Build]):
    """A construction and its weight at each level; weights of a level sum to 100.

    `aims` are tags that its deals often have; they guide `want`, and promise nothing.
    """

    key: str
    build: Build
    shares: tuple[int, int, int]
    aims: frozenset[str] = frozenset()

    def share(self, level: int) -> int:
        return self.shares[LEVELS.index(level)]

    @property
    def text(self) -> str:
        """The published description."""
        return " ".join((self.build.__doc__ or "").split())


def draw_stratum(
    rng: Stream, strata: Sequence[Stratum[Build]], level: int, aims: frozenset[str]
) -> Stratum[Build]:
    """A stratum by its share; with *aims*, of those that aim at the most of these tags."""
    offered = [stratum for stratum in strata if stratum.share(level)]
    if aims:
        best = max(len(aims & stratum.aims) for stratum in offered)
        offered = [stratum for stratum in offered if len(aims & stratum.aims) == best]
    return rng.weighted(offered, [stratum.share(level) for stratum in offered])


def published(strata: Sequence[Stratum[Build]]) -> str:
    """The table of shares as text: key, weight at each level, description."""
    lines = [
        f"{s.key:<18}" + "".join(f"{share:>4}" for share in s.shares) + f"  {s.text}"
        for s in strata
    ]
    return "\n".join(lines)
