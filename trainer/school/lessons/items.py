"""What a lesson asks: drills, games and levels, out of what a house offers."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final

from rules.games import games
from rules.games.base import Game, Ruleset
from trainer.drills import drills
from trainer.drills.base import LEVELS, Drill
from trainer.practice.menu import at_house, menu
from trainer.practice.orders import Order

NOTHING: Final[Mapping[str, Collection[str]]] = MappingProxyType({})


class UnknownItemError(ValueError):
    """The text names no drill, game and level."""


@dataclass(frozen=True, slots=True)
class Item:
    """One kind of question; `want` are tags that its deals should have."""

    drill: str
    game: str
    level: int
    want: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """`which-hand-wins/russian-poker/2`: what a form sends; it says nothing of `want`."""
        return f"{self.drill}/{self.game}/{self.level}"

    @property
    def order(self) -> Order:
        return Order(self.drill, self.game, self.level, self.want)

    def to_data(self) -> dict[str, Any]:
        return self.order.to_data()

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "Item":
        order = Order.from_data(data)
        return cls(order.drill, order.game, order.level, order.want)

    @classmethod
    def from_key(cls, key: str) -> "Item":
        """Inverse of `key`. Raises: UnknownItemError."""
        drill, _, rest = key.partition("/")
        game, _, level = rest.partition("/")
        known = drill in drills() and game in games() and level in map(str, LEVELS)
        if not known or game not in drills()[drill].games:
            raise UnknownItemError(key)
        return cls(drill, game, int(level))

    def is_offered(self, rules: Mapping[str, Ruleset]) -> bool:
        """Whether a house with these *rules* by game has such questions."""
        drill = drills().get(self.drill)
        if drill is None or self.game not in rules or self.game not in drill.games:
            return False
        return self.level in drill.levels and drill.offers(rules[self.game])


def items_of(data: Iterable[Mapping[str, Any]]) -> list[Item]:
    """Those that a lesson has stored."""
    return [Item.from_data(each) for each in data]


def orders(items: Sequence[Item], questions: int) -> list[Order]:
    """So many deals, of the items in turn."""
    return [items[at % len(items)].order for at in range(questions)]


def not_offered(items: Iterable[Item], rules: Mapping[str, Ruleset]) -> list[Item]:
    """One of each drill and game that cannot be dealt under these *rules*."""
    missing: dict[tuple[str, str], Item] = {}
    for item in items:
        if not item.is_offered(rules):
            missing.setdefault((item.drill, item.game), item)
    return list(missing.values())


def offered(rules: Mapping[str, Ruleset]) -> list[tuple[Game, list[Drill]]]:
    """All that can be asked under these *rules*, by game."""
    tiles, _ = at_house(menu({}), rules)
    return [(game, [entry.drill for entry in entries]) for game, entries in tiles]


def chosen(
    keys: Iterable[str],
    before: Sequence[Item],
    wants: Mapping[str, Collection[str]] = NOTHING,
) -> list[Item]:
    """The items of these *keys*: those that there were *before* in their order, then new ones in
    the order of the registries.

    *wants* are the tags by key; where it says nothing they stay as they were.

    Raises: UnknownItemError.
    """
    new = {key: Item.from_key(key) for key in keys}
    new = {key: replace(item, want=tuple(sorted(wants.get(key, ())))) for key, item in new.items()}
    kept = [item for item in before if item.key in new]
    for key in wants.keys() & {item.key for item in kept}:
        if set(wants[key]) != wanted_of(kept, key):
            at = next(at for at, item in enumerate(kept) if item.key == key)
            kept = [item for item in kept if item.key != key]
            kept.insert(at, new[key])
    places = {key: place for place, key in enumerate((*games(), *drills()))}
    added = [new[key] for key in new if key not in {item.key for item in kept}]
    added.sort(key=lambda item: (places[item.game], places[item.drill], item.level))
    return kept + added


def wanted_of(items: Iterable[Item], key: str) -> set[str]:
    """The tags that *items* of this *key* want."""
    return {tag for item in items if item.key == key for tag in item.want}


@dataclass(frozen=True, slots=True)
class Asked:
    """A drill in one game with all levels at which a lesson asks it; `want` are its tags."""

    drill: str
    game: str
    levels: tuple[int, ...]
    want: tuple[str, ...]

    @property
    def skills(self) -> list[str]:
        """The msgids of what is wanted."""
        names = drills()[self.drill].skills if self.drill in drills() else {}
        return [names[tag] for tag in self.want if tag in names]


def grouped(items: Iterable[Item]) -> list[Asked]:
    """The same with the levels of a drill in one game together, in the order of the lesson."""
    groups: dict[tuple[str, str, tuple[str, ...]], list[int]] = {}
    for item in items:
        groups.setdefault((item.drill, item.game, item.want), []).append(item.level)
    return [
        Asked(drill, game, tuple(sorted(levels)), want)
        for (drill, game, want), levels in groups.items()
    ]
