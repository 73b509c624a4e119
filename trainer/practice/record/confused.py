"""What a person takes for what: the confusions of the notebooks as a picture; reads only."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from django.utils.translation import gettext

from rules.games import games
from rules.naming import pay_hand_name
from trainer.drills import base, drills, find_drill
from trainer.drills.base import HANDS, AnswerKind, ErrorCode
from trainer.models import Deal
from trainer.practice import schedule, wording
from trainer.practice.schedule import Confusion

# Rows and columns of the picture; the table has all pairs that are kept.
SIDE: Final = 5
STEPS: Final = 4
_OUTCOMES: Final = {"pay": "Pay", "push": "Push", "take": "Take"}


@dataclass(frozen=True, slots=True)
class Pair:
    """`game` is where it can be practised: there the first of its confusions happened last.

    `confusions` are all that have these words, the heaviest first. If they are not `named`,
    *expected* is the part of the answer that was wrong, and *given* how.
    """

    confusions: tuple[Confusion, ...]
    game: str
    expected: str
    given: str
    named: bool = True

    @property
    def count(self) -> int:
        return sum(confusion.count for confusion in self.confusions)

    @property
    def drill(self) -> str:
        return self.confusions[0].drill

    @property
    def can_be_practised(self) -> bool:
        return any(confusion.deals for confusion in self.confusions)


@dataclass(frozen=True, slots=True)
class Cell:
    """`step` says how strong it is drawn, from 1 to `STEPS`, 0 without a pair."""

    pair: Pair | None
    step: int = 0


@dataclass(frozen=True, slots=True)
class Picture:
    """Rows are what was right, columns what was given instead; both are numbered from 1."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[tuple[Cell, ...], ...]

    @property
    def lines(self) -> list[tuple[str, tuple[Cell, ...]]]:
        return list(zip(self.rows, self.cells, strict=True))


def drills_with_confusions(books: Iterable[schedule.Notebook]) -> list[str]:
    """The drill with the most of them first."""
    counts: Counter[str] = Counter()
    for book in books:
        if book.drill in drills():
            counts[book.drill] += sum(confusion.count for confusion in book.confusions)
    return [drill for drill, count in counts.most_common() if count]


def games_with_confusions(books: Iterable[schedule.Notebook], drill: str) -> list[str]:
    """Those of *drill*, in the order in which games are shown."""
    found = {book.game for book in books if book.drill == drill and book.confusions}
    return [key for key in games() if key in found]


def pairs(books: Sequence[schedule.Notebook], drill: str) -> list[Pair]:
    """Of one drill in the games of *books*, the most frequent first; one query for their words.

    What cannot be told apart by its words is one pair, however it is called in the notebooks.
    """
    found = sorted(schedule.confusion_table(books, drill), key=lambda c: -c.count)
    keys = {int(confusion.deals[0]) for confusion in found if confusion.deals}
    stored = Deal.objects.select_related("version__house").filter(pk__in=keys)
    deals = {deal.pk: deal for deal in stored}
    named = (
        _named(confusion, books, deals.get(int(confusion.deals[0])) if confusion.deals else None)
        for confusion in found
    )
    return _as_said(pair for pair in named if pair is not None)


def _as_said(named: Iterable[Pair]) -> list[Pair]:
    """Those with the same words as one."""
    said: dict[tuple[str, str], Pair] = {}
    for pair in named:
        words = pair.expected, pair.given
        known = said.get(words)
        said[words] = (
            replace(known, confusions=known.confusions + pair.confusions) if known else pair
        )
    return sorted(said.values(), key=lambda pair: -pair.count)


def _named(
    confusion: Confusion, books: Iterable[schedule.Notebook], stored: Deal | None
) -> Pair | None:
    """None if nothing is kept that could name it."""
    if stored is None:
        return None
    deal = stored.value
    ask = find_drill(deal.drill).question(deal, stored.version.ruleset)
    expected, given = (_label(each, ask, deal) for each in (confusion.expected, confusion.given))
    named = bool(expected and given)
    expected = expected or wording.part_name(confusion.expected, deal)
    return Pair((confusion,), deal.game, expected, given or _mistake(confusion.given), named)


def _label(label: str, ask: base.Question, deal: base.Deal) -> str:
    """A label of `schedule.mistakes_of` in words; empty if it is none."""
    if ask.kind is AnswerKind.HAND and label in HANDS:
        return pay_hand_name(HANDS[label])
    if ask.kind in (AnswerKind.MONEY, AnswerKind.BOX) and label in _OUTCOMES:
        return gettext(_OUTCOMES[label])
    # Of sides and seats only what is asked beside them is called by its key.
    options = ask.options + ask.also if ask.kind is AnswerKind.CHOICE else ask.also
    return next((wording.option_name(o, deal) for o in options if o.key == label), "")


def _mistake(code: str) -> str:
    known = code in set(ErrorCode)
    text = wording.mistake_text(code, Fraction(0)) if known else ""
    return text.rstrip(".") or gettext("something else")


def picture(found: Sequence[Pair]) -> Picture:
    """Of the answers that take part most often, at most `SIDE` on either side."""
    rows = _most(pair.expected for pair in found for _ in range(pair.count))
    columns = _most(
        pair.given for pair in found if pair.expected in rows for _ in range(pair.count)
    )
    at = {(pair.expected, pair.given): pair for pair in found}
    most = max((pair.count for pair in found), default=1)
    cells = tuple(tuple(_cell(at.get((row, column)), most) for column in columns) for row in rows)
    return Picture(rows, columns, cells)


def _most(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(name for name, _ in Counter(names).most_common(SIDE))


def _cell(pair: Pair | None, most: int) -> Cell:
    return Cell(pair, -(-STEPS * pair.count // most)) if pair else Cell(None)
