"""Which rules of a house a result turns on: those of which another value would change it."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Final

from rules.engine.errors import EngineError
from rules.games import find_game
from rules.games.base import Ruleset, Switch, SwitchKind
from rules.games.switches import NONE

# So small that nothing is left to round.
_FINEST_CHIP: Final = "0.0001"
# Rules that say nothing alone, each with the one that it completes.
_COMPLETES: Final = {"max_payout_scope": "max_payout", "chip_set": "rounding"}


def turning_on(
    ruleset: Ruleset, keys: Iterable[str], result: Callable[[Ruleset], object]
) -> tuple[str, ...]:
    """Those of *keys* that *result* under *ruleset* turns on, in their order.

    A maximum counts if it cuts, not for having been left out; the chips count if a fraction of
    the smallest was lost. A rule that looks at cards which do not lie open counts.
    """
    game, found = find_game(ruleset.game), result(ruleset)

    def turns(key: str) -> bool:
        for value in _others(game.switch(key), ruleset.switches[key]):
            try:
                if result(with_switches(ruleset, **{key: value})) != found:
                    return True
            except EngineError:
                return True
        return False

    return tuple(key for key in keys if turns(key))


def worth_knowing(ruleset: Ruleset, keys: Iterable[str]) -> tuple[str, ...]:
    """Those of *keys* that a guest of Reference would not expect, with what completes them."""
    game = find_game(ruleset.game)

    def is_unusual(key: str) -> bool:
        return ruleset.switches[key] != game.switch(key).default

    return tuple(key for key in keys if is_unusual(_COMPLETES.get(key, key)))


def with_switches(ruleset: Ruleset, **values: str) -> Ruleset:
    return replace(ruleset, switches={**ruleset.switches, **values})


def otherwise(ruleset: Ruleset, key: str) -> Iterator[Ruleset]:
    """*ruleset* with every other value of the switch *key* that `turning_on` tries."""
    for value in _others(find_game(ruleset.game).switch(key), ruleset.switches[key]):
        yield with_switches(ruleset, **{key: value})


def _others(switch: Switch, value: str) -> Iterator[str]:
    """Values against which *value* is tried."""
    match switch.kind:
        case SwitchKind.CHOICE:
            yield from (other for other in switch.values if other != value)
        case SwitchKind.AMOUNT_OR_NONE:
            yield NONE
        case SwitchKind.CHIPS:
            yield _FINEST_CHIP
