"""Deals: which cards lie where, what is staked, and what only the verdict lays open."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Any, Final

from rules.engine.cards import Card, parse_cards, require_distinct

LEVELS: Final = (1, 2, 3)


class CannotDealError(Exception):
    """The wanted tags or the variant cannot be dealt under this ruleset and level."""


class GroupRole(StrEnum):
    BOARD = "board"
    PLAYER = "player"
    DEALER = "dealer"


@dataclass(frozen=True, slots=True)
class Group:
    """Cards that lie together. `seat` counts players from 0, -1 for board and dealer.

    `bought` says that the last card was bought as a sixth card.
    """

    role: GroupRole
    cards: tuple[Card, ...]
    seat: int = -1
    bought: bool = False


@dataclass(frozen=True, slots=True)
class Wager:
    bet: str
    stake: Decimal


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal of a drill.

    Shown with the question: `groups` and `wagers`. Never shown before the answer: `hidden`
    groups (laid open with the verdict), `stratum` (the construction that made the deal) and
    `tags` (skills, derived from the result).
    """

    drill: str
    game: str
    level: int
    groups: tuple[Group, ...]
    wagers: tuple[Wager, ...] = ()
    hidden: tuple[Group, ...] = ()
    stratum: str = ""
    tags: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        require_distinct([card for group in (*self.groups, *self.hidden) for card in group.cards])

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

    def _cards(self, role: GroupRole) -> tuple[Card, ...]:
        return next((group.cards for group in self.groups if group.role is role), ())

    def to_spec(self) -> dict[str, Any]:
        """JSON value with the shown and the hidden part apart."""
        return {
            "drill": self.drill,
            "game": self.game,
            "level": self.level,
            "shown": {
                "groups": [_group_to_spec(group) for group in self.groups],
                "wagers": [{"bet": w.bet, "stake": str(w.stake)} for w in self.wagers],
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
        )


def _group_to_spec(group: Group) -> dict[str, Any]:
    spec: dict[str, Any] = {"role": group.role.value, "cards": " ".join(map(str, group.cards))}
    if group.seat >= 0:
        spec["seat"] = group.seat
    if group.bought:
        spec["bought"] = True
    return spec


def _group_from_spec(spec: Mapping[str, Any]) -> Group:
    return Group(
        GroupRole(spec["role"]),
        parse_cards(spec["cards"]),
        spec.get("seat", -1),
        spec.get("bought", False),
    )


def spec_json(spec: Mapping[str, Any]) -> str:
    """Canonical text of a spec."""
    return json.dumps(spec, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def spec_hash(spec: Mapping[str, Any]) -> str:
    """SHA-256 of the canonical text, in hex."""
    return hashlib.sha256(spec_json(spec).encode()).hexdigest()
