"""Cards as values: parse, print, compare for equality.

>>> parse_cards("As K♦, 10h 7С")
(Card('As'), Card('Kd'), Card('Th'), Card('7c'))
>>> format_cards(parse_cards("10h7c"))
'Th 7c'
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

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


DECK: Final[tuple[Card, ...]] = tuple(Card(rank, suit) for rank in Rank for suit in Suit)

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
_TOKEN: Final = re.compile(
    r"(10|[2-9TJQKA])([CDHS♣♦♥♠♧♢♡♤])[\ufe0e\ufe0f]?", re.IGNORECASE | re.ASCII
)


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
    cards: list[Card] = []
    for chunk in _SEPARATORS.split(text.strip()):
        if chunk:
            cards.extend(_parse_chunk(chunk))
    require_distinct(cards)
    if count is not None and len(cards) != count:
        raise CardCountError(expected=count, found=len(cards), cards=format_cards(cards) or "–")
    return tuple(cards)


def _parse_chunk(chunk: str) -> list[Card]:
    folded = chunk.translate(_FOLD)
    cards: list[Card] = []
    position = 0
    while position < len(folded):
        match = _TOKEN.match(folded, position)
        if match is None:
            token = chunk[position:]
            if foreign := _AMBIGUOUS.search(token):
                raise ForeignLetterError(token=token, letter=foreign.group())
            raise UnknownCardError(token=token)
        cards.append(Card(_RANKS[match[1].upper()], _SUITS[match[2].upper()]))
        position = match.end()
    return cards


def format_cards(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards))


def require_distinct(cards: Sequence[Card]) -> None:
    """Raises: DuplicateCardError: naming the first card that stands twice."""
    if len(set(cards)) < len(cards):
        twice = next(card for at, card in enumerate(cards) if card in cards[:at])
        raise DuplicateCardError(card=str(twice))
