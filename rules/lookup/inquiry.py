"""What somebody asks, read from a query and written back as one: short, always the same way.

>>> asked = read_inquiry({"game": ["russian-poker"], "player": ["as, KD 7h"], "ante": ["10,50"]})
>>> asked.query()
[('game', 'russian-poker'), ('player', 'AsKd7h'), ('ante', '10.5')]
>>> read_inquiry({"player": ["As Xx"]}).problems["player"].params
{'token': 'Xx'}
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from types import MappingProxyType
from typing import Final

from rules.engine.cards import Card, parse_cards
from rules.engine.errors import DuplicateCardError, EngineError
from rules.engine.text import gettext_noop
from rules.games import UnknownGameError, find_game, games
from rules.games.actions import Stage
from rules.games.base import Game
from rules.lookup.fields import SEATS, CardField, Layout, layout_of, seat_key

LONGEST: Final = 120
"""Characters of a text that are looked at."""

BACK: Final = "back"
"""What takes the last card away, where a card is put otherwise."""

_BUTTON: Final = SEATS[-1]
_SLUG: Final = re.compile(r"[-a-zA-Z0-9_]{1,50}", re.ASCII)
_NUMBER: Final = re.compile(r"[1-9][0-9]{0,8}", re.ASCII)
_AMOUNT: Final = re.compile(r"([0-9]{1,12})(?:[.,]([0-9]{1,4}))?", re.ASCII)


class UnreadableAmountError(EngineError):
    template = gettext_noop("“%(given)s” is not an amount. Write it like 5, 12.5 or 12,5.")


class AmbiguousAmountError(EngineError):
    template = gettext_noop(
        "“%(given)s” could be a thousand or a decimal. Write it without the separator."
    )


class NoSuchGameError(EngineError):
    template = gettext_noop("There is no game “%(given)s” here. Choose one of those above.")


class NoSuchHouseError(EngineError):
    template = gettext_noop("No house “%(given)s” has rules for this game. Choose one below.")


class NoSuchVersionError(EngineError):
    template = gettext_noop("This house has no version “%(given)s” in force. Choose one below.")


class TooManyCardsError(EngineError):
    template = gettext_noop("At most %(most)s cards lie here. Cards given: %(found)s (%(cards)s).")


_NOTHING: Final[Mapping[str, str]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Inquiry:
    """A hand as far as it was typed, for one game.

    `typed` holds the text of every field, tidied where it could be read; `problems` says why
    the others could not. `version` None means the one in force. `out` are seats that folded,
    `button` is a seat. `target` is the place where a tapped card goes.
    """

    game: Game
    house: str = ""
    version: int | None = None
    typed: Mapping[str, str] = field(default_factory=lambda: _NOTHING)
    cards: Mapping[str, tuple[Card, ...]] = field(default_factory=dict)
    amounts: Mapping[str, Decimal] = field(default_factory=dict)
    problems: Mapping[str, EngineError] = field(default_factory=dict)
    folded: bool = False
    stage: Stage | None = None
    out: frozenset[int] = frozenset()
    button: int = _BUTTON
    to: str = ""

    @property
    def layout(self) -> Layout:
        return layout_of(self.game.key)

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to answer."""
        return not any(self.typed.get(key) for key in self._texts)

    @property
    def misaddressed(self) -> bool:
        """Whether game, house or version could not be found, so that no rules apply."""
        return not self.problems.keys().isdisjoint({"game", "house", "v"})

    @property
    def target(self) -> CardField:
        """Where a tapped card goes: as chosen, else the first place that is not complete."""
        if chosen := self.layout.field(self.to):
            return chosen
        places = [place for place in self.layout.cards if not place.aside]
        open_ = (place for place in places if len(self.cards.get(place.key, ())) < place.usual)
        return next(open_, places[0])

    def used(self, target: CardField) -> frozenset[Card]:
        """The cards that can not be put into *target*."""
        return frozenset(
            card
            for place in self.layout.cards
            if place == target or place.group != target.group
            for card in self.cards.get(place.key, ())
        )

    def query(self, *, share: bool = False) -> list[tuple[str, str]]:
        """The parameters of its address; with *share* without the state of the form."""
        return [(key, text) for key, text in self._pairs(share) if text]

    def for_game(self, game: Game) -> "Inquiry":
        """As much of it as another game has places for, under the rules in force."""
        layout = layout_of(game.key)
        keys = [*(place.key for place in layout.cards), *layout.amounts]
        query = {key: [self.typed[key]] for key in keys if key in self.typed}
        query |= {"game": [game.key], "house": [self.house]}
        found = read_inquiry(query)
        if not found.problems:
            return found
        return read_inquiry({k: v for k, v in query.items() if k not in found.problems})

    @property
    def _texts(self) -> tuple[str, ...]:
        return (*(place.key for place in self.layout.cards), *self.layout.amounts)

    def _pairs(self, share: bool) -> Iterator[tuple[str, str]]:
        yield "game", self.typed.get("game", self.game.key)
        yield "house", self.typed.get("house", self.house)
        yield "v", self.typed.get("v", "" if self.version is None else str(self.version))
        for place in self.layout.cards:
            yield place.key, self.typed.get(place.key, "")
        yield "folded", "1" if self.folded else ""
        yield "out", "".join(map(str, sorted(self.out)))
        yield "stage", "" if self.stage is None else self.stage.value
        yield "button", "" if self.button == _BUTTON else str(self.button)
        for key in self.layout.amounts:
            yield key, self.typed.get(key, "")
        if not share and self.to and self.to != replace(self, to="").target.key:
            yield "to", self.to


def read_inquiry(query: Mapping[str, Sequence[str]]) -> Inquiry:
    """Read any query: what is unknown is left aside, what is wrong stands in `problems`.

    `add` is a tapped card, or `BACK`; it goes to the place `to`. `house` may carry the number
    of a version: `reference.3`.
    """
    reader = _Reader(query)
    game = reader.game()
    layout = layout_of(game.key)
    reader.address()
    to = reader.text("to") if layout.field(reader.text("to")) else ""
    reader.cards(layout)
    draft = Inquiry(game, typed=reader.typed, cards=reader.found, to=to)
    if tap := reader.text("add"):
        to = reader.tap(tap, draft.target)
    reader.require_one_deck(layout)
    for key in layout.amounts:
        reader.amount(key)
    return Inquiry(
        game=game,
        house=reader.house,
        version=reader.version,
        typed=reader.typed,
        cards=reader.found,
        amounts=reader.amounts,
        problems=reader.problems,
        folded=bool(reader.text("folded")) and not layout.seats,
        stage=next((s for s in layout.stages if s.value == reader.text("stage")), None),
        out=reader.seats("out") if layout.seats else frozenset(),
        button=max(reader.seats("button"), default=_BUTTON) if layout.seats else _BUTTON,
        to=to,
    )


def inquire(
    game: str,
    house: str = "",
    version: int | None = None,
    *,
    cards: Mapping[str, Sequence[Card]] | None = None,
    hands: Sequence[Sequence[Card]] = (),
    bets: Mapping[str, Decimal] | None = None,
    folded: bool = False,
) -> Inquiry:
    """The inquiry about cards that are known; *hands* are those of seats at hold'em.

    Raises:
        UnknownGameError
    """
    places = dict(cards or {}) | {seat_key(at): hand for at, hand in enumerate(hands, 1)}
    query = {key: ["".join(map(str, place))] for key, place in places.items()}
    query |= {key: [format(stake, "f")] for key, stake in (bets or {}).items()}
    query |= {"game": [find_game(game).key], "house": [house], "folded": ["1" if folded else ""]}
    return replace(read_inquiry(query), version=version)


class _Reader:
    def __init__(self, query: Mapping[str, Sequence[str]]) -> None:
        self.query = query
        self.typed: dict[str, str] = {}
        self.found: dict[str, tuple[Card, ...]] = {}
        self.amounts: dict[str, Decimal] = {}
        self.problems: dict[str, EngineError] = {}
        self.house = ""
        self.version: int | None = None

    def text(self, key: str) -> str:
        """The last value of *key* on one line, without what cannot be seen."""
        values = self.query.get(key) or [""]
        visible = "".join(c if c.isprintable() else " " for c in values[-1][: 4 * LONGEST])
        return " ".join(visible.split())[:LONGEST].rstrip()

    def game(self) -> Game:
        first = next(iter(games().values()))
        if not (key := self.text("game")):
            return first
        try:
            return find_game(key)
        except UnknownGameError:
            self.typed["game"] = key
            self.problems["game"] = NoSuchGameError(given=key)
            return first

    def address(self) -> None:
        """House and version; whether there are such is not known here."""
        house, _, pinned = self.text("house").partition(".")
        number = pinned or self.text("v")
        if _SLUG.fullmatch(house) or not house:
            self.house = house
        else:
            self.typed["house"] = self.text("house")
            self.problems["house"] = NoSuchHouseError(given=self.text("house"))
        if _NUMBER.fullmatch(number):
            self.version = int(number)
        elif number and number != "live":
            self.typed["v"] = number
            self.problems["v"] = NoSuchVersionError(given=number)

    def cards(self, layout: Layout) -> None:
        for place in layout.cards:
            self.read_cards(place, self.text(place.key))

    def read_cards(self, place: CardField, text: str) -> None:
        self.problems.pop(place.key, None)
        self.found.pop(place.key, None)
        self.typed[place.key] = text
        try:
            cards = parse_cards(text)
        except EngineError as error:
            self.problems[place.key] = error
            return
        if len(cards) > place.most:
            written = " ".join(map(str, cards))
            self.problems[place.key] = TooManyCardsError(
                most=place.most, found=len(cards), cards=written
            )
            return
        self.typed[place.key] = "".join(map(str, cards))
        if cards:
            self.found[place.key] = cards

    def tap(self, tap: str, target: CardField) -> str:
        """Put a card into *target* or take the last away; gives the place for the next one."""
        text = self.typed.get(target.key, "")
        held = self.found.get(target.key, ())
        if tap == BACK:
            text = "".join(map(str, held[:-1])) if held else text.rpartition(" ")[0]
        elif len(held) < target.most:
            text = f"{text} {tap}"[:LONGEST]
        self.read_cards(target, " ".join(text.split()))
        complete = tap != BACK and len(self.found.get(target.key, ())) >= target.usual
        return "" if complete else target.key

    def require_one_deck(self, layout: Layout) -> None:
        """A card in two places is a problem of the later one."""
        seen: dict[Card, str] = {}
        for place in layout.cards:
            for card in self.found.get(place.key, ()):
                if seen.setdefault(card, place.group) != place.group:
                    self.problems[place.key] = DuplicateCardError(card=str(card))
        for key in self.problems:
            self.found.pop(key, None)

    def amount(self, key: str) -> None:
        """0 is no amount; nothing was put there."""
        text = self.text(key)
        match = _AMOUNT.fullmatch("".join(text.split()))
        if match is None:
            if text:
                self.typed[key] = text
                self.problems[key] = UnreadableAmountError(given=text)
            return
        if match[2] and len(match[2]) == 3:
            self.typed[key] = text
            self.problems[key] = AmbiguousAmountError(given=text)
            return
        amount = Decimal(f"{match[1]}.{match[2] or 0}").normalize()
        if amount:
            self.typed[key] = format(amount, "f")
            self.amounts[key] = Decimal(self.typed[key])

    def seats(self, key: str) -> frozenset[int]:
        digits = "".join(self.query.get(key) or ())[:LONGEST]
        return frozenset(seat for seat in SEATS if str(seat) in digits)
