"""Deals: which cards lie where, what is staked, and what only the verdict lays open."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Any, Final

from rules.engine.cards import JOKER, AnyCard, Card, parse_cards, require_distinct

LEVELS: Final = (1, 2, 3)
ASKS: Final = "asks"
"""The fact of a deal that says what is asked, where its drill asks different things."""


class CannotDealError(Exception):
    """The wanted tags or the variant cannot be dealt under this ruleset and level."""


class GroupRole(StrEnum):
    BOARD = "board"
    PLAYER = "player"
    DEALER = "dealer"
    DRAWN = "drawn"
    """A card drawn for the dealer, not yet laid in the place of another."""


@dataclass(frozen=True, slots=True)
class Group:
    """Cards that lie together. `seat` counts players from 0, -1 for board and dealer.

    `bought` says that the last card was bought as a sixth card, `folded` that the box was given
    up. `gone` are cards that lay here and were put away: the last cards came in their place.
    With `joker` a joker lies here as well, after the other cards.
    """

    role: GroupRole
    cards: tuple[Card, ...]
    seat: int = -1
    bought: bool = False
    folded: bool = False
    gone: tuple[Card, ...] = ()
    joker: bool = False

    @property
    def laid(self) -> tuple[AnyCard, ...]:
        """The cards and the joker, if there is one."""
        return (*self.cards, JOKER) if self.joker else self.cards

    @property
    def before(self) -> tuple[Card, ...]:
        """The cards as they were dealt, those that went first."""
        return self.gone + self.cards[: len(self.cards) - len(self.gone)]


@dataclass(frozen=True, slots=True)
class Wager:
    bet: str
    stake: Decimal


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal of a drill.

    Shown with the question: `groups`, `wagers` and `facts` (what a drill deals beside cards and
    wagers, each under a key of its own). Never shown before the answer: `hidden` groups (laid
    open with the verdict), `stratum` (the construction that made the deal) and `tags` (skills,
    derived from the result).
    """

    drill: str
    game: str
    level: int
    groups: tuple[Group, ...]
    wagers: tuple[Wager, ...] = ()
    hidden: tuple[Group, ...] = ()
    stratum: str = ""
    tags: frozenset[str] = frozenset()
    facts: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        require_distinct(self.cards)

    @property
    def cards(self) -> list[Card]:
        """Every card that was dealt, shown or hidden, also those that were put away."""
        groups = (*self.groups, *self.hidden)
        return [card for group in groups for card in (*group.cards, *group.gone)]

    @property
    def board(self) -> tuple[Card, ...]:
        return self._cards(GroupRole.BOARD)

    @property
    def dealer(self) -> tuple[Card, ...]:
        return self._cards(GroupRole.DEALER)

    @property
    def players(self) -> tuple[Group, ...]:
        """The players' shown groups in seat order."""
        players = [group for group in self.groups if group.role is GroupRole.PLAYER]
        return tuple(sorted(players, key=lambda group: group.seat))

    def fact(self, key: str) -> str:
        """Raises: KeyError."""
        return dict(self.facts)[key]

    def _cards(self, role: GroupRole) -> tuple[Card, ...]:
        return next((group.cards for group in self.groups if group.role is role), ())

    def to_spec(self) -> dict[str, Any]:
        """JSON value with the shown and the hidden part apart."""
        facts = {"facts": [list(fact) for fact in self.facts]} if self.facts else {}
        return {
            "drill": self.drill,
            "game": self.game,
            "level": self.level,
            "shown": {
                "groups": [_group_to_spec(group) for group in self.groups],
                "wagers": [{"bet": w.bet, "stake": str(w.stake)} for w in self.wagers],
                **facts,
            },
            "hidden": {
                "groups": [_group_to_spec(group) for group in self.hidden],
                "stratum": self.stratum,
                "tags": sorted(self.tags),
            },
        }

    @classmethod
    def from_spec(cls, spec: Mapping[str, Any]) -> "Deal":
        """Inverse of `to_spec`."""
        shown, hidden = spec["shown"], spec["hidden"]
        return cls(
            drill=spec["drill"],
            game=spec["game"],
            level=spec["level"],
            groups=tuple(map(_group_from_spec, shown["groups"])),
            wagers=tuple(Wager(w["bet"], Decimal(w["stake"])) for w in shown["wagers"]),
            hidden=tuple(map(_group_from_spec, hidden["groups"])),
            stratum=hidden["stratum"],
            tags=frozenset(hidden["tags"]),
            facts=tuple((key, value) for key, value in shown.get("facts", ())),
        )


def _group_to_spec(group: Group) -> dict[str, Any]:
    spec: dict[str, Any] = {"role": group.role.value, "cards": " ".join(map(str, group.cards))}
    if group.seat >= 0:
        spec["seat"] = group.seat
    if group.bought:
        spec["bought"] = True
    if group.folded:
        spec["folded"] = True
    if group.gone:
        spec["gone"] = " ".join(map(str, group.gone))
    if group.joker:
        spec["joker"] = True
    return spec


def _group_from_spec(spec: Mapping[str, Any]) -> Group:
    return Group(
        GroupRole(spec["role"]),
        parse_cards(spec["cards"]),
        spec.get("seat", -1),
        spec.get("bought", False),
        spec.get("folded", False),
        parse_cards(spec["gone"]) if "gone" in spec else (),
        spec.get("joker", False),
    )


def spec_json(spec: Mapping[str, Any]) -> str:
    """Canonical text of a spec."""
    return json.dumps(spec, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def spec_hash(spec: Mapping[str, Any]) -> str:
    """SHA-256 of the canonical text, in hex."""
    return hashlib.sha256(spec_json(spec).encode()).hexdigest()
