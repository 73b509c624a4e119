"""Other houses beside this one: which rules differ, and what that does to a settled box."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any, Final

from rules.engine.errors import EngineError
from rules.games import find_game
from rules.games.base import PayRow, Ruleset, SwitchKind
from rules.games.changes import strength
from rules.houses import houses
from trainer.drills.answers import MoneyAnswer
from trainer.drills.box_reasons import SWITCHES
from trainer.drills.box_reasons import explain as explain_box
from trainer.drills.boxes import Box, answers_of
from trainer.drills.deals import Deal
from trainer.drills.payouts import wagers_of
from trainer.drills.turning import with_switches
from trainer.drills.verdicts import Reason

NOTHING_CHANGES: Final = "nothing"
SEVERAL: Final = "several"
HOUSE, RULE = "house", "rule"
"""Keys of the fact that names the other house: its slug, or the one rule that it has otherwise."""

# Rules about money alone, which would change every sum a little.
_LEFT_OUT: Final = ("rounding", "chip_set", "max_payout", "max_payout_scope", "bonus_max_payout")
# More points than this nobody compares beside a deal.
_MOST_POINTS: Final = 6


@dataclass(frozen=True, slots=True)
class Point:
    """Something that the other house has otherwise: the value of a switch, or a row of a table.

    Of a row `here` and `there` are None where there is none.
    """

    switch: str = ""
    table: str = ""
    here: str | PayRow | None = None
    there: str | PayRow | None = None

    @property
    def named(self) -> PayRow:
        """The row whose hand the point is about."""
        row = self.here if isinstance(self.here, PayRow) else self.there
        assert isinstance(row, PayRow)
        return row


@dataclass(frozen=True, slots=True)
class Neighbour:
    """Another house by the fact that names it, as far as its rules are known: `ruleset` has all
    the rest as it is here."""

    fact: tuple[str, str]
    ruleset: Ruleset
    points: tuple[Point, ...]


@lru_cache(maxsize=16)
def neighbours(ruleset: Ruleset) -> tuple[Neighbour, ...]:
    """Documented houses with few points that differ, and houses that differ in one rule."""
    found = [_documented(slug, ruleset) for slug in houses()]
    known = [each for each in found if each and 0 < len(each.points) <= _MOST_POINTS]
    return (*known, *_one_rule(ruleset))


@lru_cache(maxsize=256)
def find_neighbour(fact: tuple[str, str], ruleset: Ruleset) -> Neighbour:
    """Raises: KeyError: for a house that is not there any more."""
    kind, value = fact
    if kind == RULE:
        key, _, wanted = value.partition("=")
        return _with_rule(key, wanted, ruleset)
    found = _documented(value, ruleset)
    if found is None:
        raise KeyError(value)
    return found


def _documented(slug: str, ruleset: Ruleset) -> Neighbour | None:
    """None for a house whose pages say nothing of the game."""
    style = houses().get(slug)
    if style is None or ruleset.game not in style.games or slug == ruleset.house:
        return None
    told = style.games[ruleset.game]
    keys = _keys(ruleset)
    switches = {key: value for key, (value, _) in told.switches.items() if key in keys}
    tables = {key: table for key, (table, _) in told.tables.items()}
    other = replace(
        ruleset,
        switches={**ruleset.switches, **switches},
        tables={**ruleset.tables, **tables},
    )
    return Neighbour((HOUSE, slug), other, points(ruleset, other))


def _one_rule(ruleset: Ruleset) -> Iterator[Neighbour]:
    game = find_game(ruleset.game)
    for key in _keys(ruleset):
        switch = game.switch(key)
        if switch.kind is SwitchKind.CHOICE:
            for value in switch.values:
                if value != ruleset.switches[key]:
                    yield _with_rule(key, value, ruleset)


def _with_rule(key: str, value: str, ruleset: Ruleset) -> Neighbour:
    point = Point(switch=key, here=ruleset.switches[key], there=value)
    return Neighbour((RULE, f"{key}={value}"), with_switches(ruleset, **{key: value}), (point,))


def _keys(ruleset: Ruleset) -> tuple[str, ...]:
    return tuple(key for key in SWITCHES[ruleset.game] if key not in _LEFT_OUT)


def points(here: Ruleset, there: Ruleset) -> tuple[Point, ...]:
    """Where two houses differ in what a settlement may turn on."""
    found = [
        Point(switch=key, here=here.switches[key], there=there.switches[key])
        for key in _keys(here)
        if here.switches[key] != there.switches[key]
    ]
    for slot in find_game(here.game).tables:
        if here.tables[slot.key] == there.tables[slot.key]:
            continue
        ours, theirs = (
            {row.key: row for row in house.tables[slot.key].rows} for house in (here, there)
        )
        both = {**ours, **theirs}
        found += [
            Point(table=slot.key, here=ours.get(key), there=theirs.get(key))
            for key in sorted(both, key=lambda key: strength(both[key]), reverse=True)
            if _pays(ours.get(key)) != _pays(theirs.get(key))
        ]
    return tuple(found)


def _pays(row: PayRow | None) -> str | None:
    return row.ratio if row else None


# --- a box in both houses --------------------------------------------------------------------


@dataclass(frozen=True)
class Compared:
    """A box in this house and in another one."""

    box: Box
    other: Neighbour

    @cached_property
    def there(self) -> Mapping[str, MoneyAnswer]:
        return answers_of(self.box.under(self.other.ruleset))

    @cached_property
    def changed(self) -> tuple[str, ...]:
        """The bets that get something else there."""
        here = self.box.answers
        return tuple(bet for bet in self.box.bets if here[bet] != self.there[bet])

    @property
    def choice(self) -> str:
        """What is right: a bet, `SEVERAL` or `NOTHING_CHANGES`."""
        if not self.changed:
            return NOTHING_CHANGES
        return self.changed[0] if len(self.changed) == 1 else SEVERAL

    def because(self, bet: str) -> tuple[Point, ...]:
        """The points each of which alone changes what *bet* gets; all, if none does alone."""
        alone = tuple(point for point in self.other.points if self._changes(point, bet))
        return alone or self.other.points

    def _changes(self, point: Point, bet: str) -> bool:
        here = self.box.ruleset
        if point.switch:
            changed = with_switches(here, **{point.switch: str(point.there)})
        else:
            rows = [row for row in here.tables[point.table].rows if row != point.here]
            if isinstance(point.there, PayRow):
                rows.append(point.there)
            table = replace(here.tables[point.table], rows=tuple(rows))
            changed = replace(here, tables={**here.tables, point.table: table})
        try:
            return answers_of(self.box.under(changed))[bet] != self.box.answers[bet]
        except EngineError:
            return False


def compared(deal: Deal, ruleset: Ruleset) -> Compared:
    """Read from the facts of *deal*. Raises: KeyError: as `find_neighbour`."""
    fact = next(fact for fact in deal.facts if fact[0] in (HOUSE, RULE))
    box = Box(replace(deal, wagers=wagers_of(deal), facts=()), ruleset)
    return Compared(box, find_neighbour(fact, ruleset))


# --- reasons ---------------------------------------------------------------------------------


def explain(found: Compared, chosen: str) -> tuple[Reason, ...]:
    """The round as it is here, then what every changed bet gets here and there and why; of a
    bet that was chosen and does not change, that it does not."""
    *round_, _ = explain_box(found.box, tuple(found.box.bets), whole=False)
    return (*round_, Reason("other-house", _changes(found, chosen)))


def _changes(found: Compared, chosen: str) -> dict[str, Any]:
    here, there = found.box.answers, found.there
    bets = [
        {"bet": bet, "here": here[bet], "there": there[bet], "points": found.because(bet)}
        for bet in found.changed
    ]
    same = chosen if chosen in here and chosen not in found.changed else ""
    return {"bets": bets, "same": same, "gets": here.get(same)}


def touched(found: Compared) -> Sequence[Point]:
    """The points that change anything in this box, each once."""
    return tuple(dict.fromkeys(p for bet in found.changed for p in found.because(bet)))
