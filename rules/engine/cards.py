"""Cards as values: parse, print, compare for equality.

>>> parse_cards("As K♦, 10h 7С")
(Card('As'), Card('Kd'), Card('Th'), Card('7c'))
>>> format_cards(parse_cards("10h7c"))
'Th 7c'
>>> parse_with_jokers("As Jk")
(Card('As'), Joker())
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Final, TypeAlias

from rules.engine.errors import (
    CardCountError,
    DuplicateCardError,
    ForeignLetterError,
    UnknownCardError,
)


class Suit(IntEnum):
    """The four suits; their order is for sorting only, no suit outranks another."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def letter(self) -> str:
        return "cdhs"[self]

    @property
    def sign(self) -> str:
        return "♣♦♥♠"[self]


class Rank(IntEnum):
    """Deuce (2) to ace (14); an ace that plays low in a straight is still `ACE`."""

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14

    @property
    def letter(self) -> str:
        return "23456789TJQKA"[self - 2]

    @property
    def index(self) -> str:
        """What is printed in the corner of the card: `10`, not `T`."""
        return "10" if self is Rank.TEN else self.letter


@dataclass(frozen=True, slots=True)
class Card:
    """One of the 52 cards; prints as `As` and is parsed back from it."""

    rank: Rank
    suit: Suit

    def __str__(self) -> str:
        return self.rank.letter + self.suit.letter

    def __repr__(self) -> str:
        return f"Card({str(self)!r})"

    @property
    def id(self) -> int:
        """0 (2c) to 51 (As): 4 × (rank − 2) + suit."""
        return 4 * (self.rank - 2) + self.suit


@dataclass(frozen=True, slots=True)
class Joker:
    """A card without rank and suit, printed as `Jk`; two in one pack are alike.

    What it stands for is a matter of the rules: `rules.engine.jokers`.
    """

    def __str__(self) -> str:
        return "Jk"


JOKER: Final = Joker()
AnyCard: TypeAlias = Card | Joker

DECK: Final[tuple[Card, ...]] = tuple(Card(rank, suit) for rank in Rank for suit in Suit)

# Read without looking closer, because most cards are written as they are printed.
_WRITTEN: Final = {str(card): card for card in DECK}
_RANKS: Final = {rank.letter: rank for rank in Rank} | {"10": Rank.TEN}
_SUITS: Final = (
    {suit.letter.upper(): suit for suit in Suit}
    | {suit.sign: suit for suit in Suit}
    | dict(zip("♧♢♡♤", Suit, strict=True))
)
# The Cyrillic letters that look like the Latin ones and can mean nothing else.
_FOLD: Final = str.maketrans("АаКкСс", "AAKKCC")
# Т is the ten to some and the ace (туз) to others; В and Д are jack and queen only in Cyrillic.
_AMBIGUOUS: Final = re.compile("[ТтВвДд]")
_SEPARATORS: Final = re.compile(r"[\s,;|/+._–—-]+")
# A suit sign may carry a variation selector that asks for its plain or its emoji form. Only
# ASCII case is ignored, or the long s and the Kelvin sign would pass for S and K.
_CARD: Final = r"(10|[2-9TJQKA])([CDHS♣♦♥♠♧♢♡♤])[\ufe0e\ufe0f]?"
_TOKEN: Final = re.compile(_CARD, re.IGNORECASE | re.ASCII)
_TOKEN_OR_JOKER: Final = re.compile(f"{_CARD}|JK", re.IGNORECASE | re.ASCII)


def parse_card(text: str) -> Card:
    """Read one card.

    Raises:
        UnknownCardError, ForeignLetterError: with the text as it was typed.
        CardCountError: if the text holds no card or several.
    """
    cards = parse_cards(text, count=1)
    return cards[0]


def parse_cards(text: str, count: int | None = None) -> tuple[Card, ...]:
    """Read cards in any case, with any separator or none, suits by letter or sign.

    Raises:
        UnknownCardError, ForeignLetterError: quoting the token.
        DuplicateCardError: if a card stands twice.
        CardCountError: if *count* is given and another number of cards was read.
    """
    try:
        cards = tuple([_WRITTEN[token] for token in text.split()])
    except KeyError:
        cards = tuple(_card(match) for match in _tokens(text, _TOKEN))
    require_distinct(cards)
    _require_count(cards, count)
    return cards


def parse_with_jokers(text: str, count: int | None = None) -> tuple[AnyCard, ...]:
    """`parse_cards` that also reads `Jk`, as often as it stands there.

    Raises:
        UnknownCardError, ForeignLetterError, DuplicateCardError, CardCountError
    """
    found = _tokens(text, _TOKEN_OR_JOKER)
    cards = tuple(_card(match) if match[1] else JOKER for match in found)
    require_distinct([card for card in cards if isinstance(card, Card)])
    _require_count(cards, count)
    return cards


def _tokens(text: str, token: re.Pattern[str]) -> Iterator[re.Match[str]]:
    """The tokens one after the other, with separators between them or none."""
    for chunk in _SEPARATORS.split(text.strip()):
        folded, position = chunk.translate(_FOLD), 0
        while position < len(folded):
            match = token.match(folded, position)
            if match is None:
                rest = chunk[position:]
                if foreign := _AMBIGUOUS.search(rest):
                    raise ForeignLetterError(token=rest, letter=foreign.group())
                raise UnknownCardError(token=rest)
            yield match
            position = match.end()


def _card(match: re.Match[str]) -> Card:
    return Card(_RANKS[match[1].upper()], _SUITS[match[2].upper()])


def _require_count(cards: Sequence[AnyCard], count: int | None) -> None:
    if count is not None and len(cards) != count:
        raise CardCountError(expected=count, found=len(cards), cards=format_cards(cards) or "–")


def format_cards(cards: Iterable[AnyCard]) -> str:
    return " ".join(map(str, cards))


def require_distinct(cards: Sequence[AnyCard]) -> None:
    """Raises: DuplicateCardError: naming the first card that stands twice."""
    if len(set(cards)) < len(cards):
        twice = next(card for at, card in enumerate(cards) if card in cards[:at])
        raise DuplicateCardError(card=str(twice))
