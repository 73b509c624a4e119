"""What to ask next, what is due, which pairs to contrast: decided from notebooks alone."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import Final

from trainer.practice.schedule.confusions import Confusion, merged
from trainer.practice.schedule.notebooks import Notebook
from trainer.practice.schedule.plans import Plan, local_day
from trainer.practice.schedule.skills import NEW, Skill, SkillState, utc

# A skill is asked again after two others at the earliest.
APART: Final = 2
# New skills wait while so many (as many as a large drill has) were answered less than ... times.
UNDER_WAY: Final = 24
UNDER_WAY_ANSWERS: Final = 3
# What is due counts at least as much as a skill that was never asked.
NEW_MISS: Final = sum(NEW.misses)
# From this chance of a miss on a skill is called weak.
WEAK_MISS: Final = 0.1
# Each two weeks that a skill lies overdue halve its urgency; after four it leaves the list.
OVERDUE_HALF: Final = 14
OVERDUE_GONE: Final = 28


@dataclass(frozen=True, slots=True)
class Offer:
    """A drill in a game as it can be dealt now: its levels, and its tags in menu order."""

    drill: str
    game: str
    levels: tuple[int, ...]
    tags: tuple[str, ...]

    def level(self, wanted: int) -> int:
        """The highest level up to *wanted*, else the lowest."""
        return max((level for level in self.levels if level <= wanted), default=min(self.levels))


class Why(StrEnum):
    """Why something is asked next."""

    CONFUSED = "confused"
    """As a minimal pair of a deal that was confused."""
    WEAK = "weak"
    DUE = "due"
    NEW = "new"
    STEADY = "steady"
    """Known; asked because nothing else needs it more."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to deal next: a deal that has all tags in `want`, for the sake of `skill`.

    With `variant_of`, the `deal` of an `Answered`, a variant of that deal is to be made, and
    `want` is empty, for a variant has another result. If the deal cannot be made, one of the
    same drill at the same level comes without either.
    """

    skill: Skill
    level: int
    want: frozenset[str]
    why: Why
    variant_of: str = ""

    @property
    def drill(self) -> str:
        return self.skill.drill

    @property
    def game(self) -> str:
        return self.skill.game


@dataclass(frozen=True, slots=True)
class _Candidate:
    """`need` orders what is asked; of equals the less answered, then the earlier offered."""

    need: float
    offer: Offer
    tag: str
    state: SkillState
    why: Why


class NothingWantedError(ValueError):
    """Nothing is offered, or nothing but what is held back."""


def next_wanted(
    notebooks: Iterable[Notebook],
    offers: Sequence[Offer],
    now: datetime,
    *,
    recent: Sequence[Skill] = (),
    held_back: Iterable[Skill] = (),
    level: int | None = None,
) -> Wanted:
    """The next thing to ask: of everything in *offers*, where a miss is likeliest.

    A skill that is due comes before new ones, and new ones come as those under way are learned.
    *recent* are the skills asked last (latest last): none of the last two is asked again while
    there is something else. *level* overrides the notebooks'. Narrow *offers* to practise one
    drill or theme. It knows no cap: whoever keeps one puts what `all_due` gives into *held_back*,
    and it is not asked.

    Raises:
        NothingWantedError: if nothing is offered but what is held back.
        ValueError: if *now* has no zone.
    """
    now, held = utc(now), frozenset(held_back)
    books = {(book.drill, book.game): book for book in notebooks}
    best = _best(books, offers, now, held.union(recent[-APART:])) or _best(
        books, offers, now, held
    )
    if best is None:
        raise NothingWantedError("nothing is offered")
    book = books.get((best.offer.drill, best.offer.game))
    skill = Skill(best.offer.drill, best.offer.game, best.tag)
    asked = best.offer.level(level or (book.level if book else min(best.offer.levels)))
    # The first question after a miss is the minimal pair, then they take turns.
    if book and best.state.clean_run() % 2 == 0 and (pair := _pair(book, best.tag)):
        return Wanted(skill, asked, frozenset(), Why.CONFUSED, pair.deals[0])
    return Wanted(skill, asked, frozenset([best.tag]), best.why)


def _best(
    books: Mapping[tuple[str, str], Notebook],
    offers: Sequence[Offer],
    now: datetime,
    held: frozenset[Skill] = frozenset(),
) -> _Candidate | None:
    best: _Candidate | None = None
    first_new: _Candidate | None = None
    under_way = 0
    tags_held: dict[tuple[str, str], set[str]] = {}
    for skill in held:
        tags_held.setdefault((skill.drill, skill.game), set()).add(skill.tag)
    for offer in offers:
        book = books.get((offer.drill, offer.game))
        held_tags = tags_held.get((offer.drill, offer.game), set())
        for tag in offer.tags:
            state = book.skills.get(tag, NEW) if book else NEW
            if 0 < state.answers < UNDER_WAY_ANSWERS:
                under_way += 1
            if tag in held_tags:
                continue
            if not state.answers:
                if first_new is None:
                    first_new = _Candidate(NEW_MISS, offer, tag, state, Why.NEW)
                continue
            need = state.unlearned(now)
            is_due = state.is_due(now)
            if is_due and need < NEW_MISS:
                need = NEW_MISS
            if (
                best is None
                or need > best.need
                or (need == best.need and state.answers < best.state.answers)
            ):
                best = _Candidate(need, offer, tag, state, _why(need, is_due))
    if first_new and (best is None or (best.need < NEW_MISS and under_way < UNDER_WAY)):
        return first_new
    return best


def _why(need: float, is_due: bool) -> Why:
    if is_due:
        return Why.DUE
    return Why.WEAK if need >= WEAK_MISS else Why.STEADY


def _pair(book: Notebook, tag: str | None = None) -> Confusion | None:
    """The heaviest open confusion (of the skill) with a deal to vary."""
    found = (c for c in book.confusions if c.is_open and c.deals and tag in (None, c.tag))
    return max(found, key=lambda c: (c.weight, c.last_at), default=None)


def confusion_table(notebooks: Iterable[Notebook], drill: str) -> tuple[Confusion, ...]:
    """Expected × given for a drill over all its games, the heaviest first."""
    return merged(c for book in notebooks if book.drill == drill for c in book.confusions)


def confused_pairs(notebooks: Iterable[Notebook], offers: Sequence[Offer]) -> tuple[Wanted, ...]:
    """Minimal pairs worth asking now, the heaviest confusion first, one for each open one."""
    offered = {(offer.drill, offer.game): offer for offer in offers}
    found = [
        (confusion, book, offered[book.drill, book.game])
        for book in notebooks
        if (book.drill, book.game) in offered
        for confusion in book.confusions
        if confusion.is_open and confusion.deals
    ]
    found.sort(key=lambda each: (-each[0].weight, -each[0].count))
    return tuple(
        Wanted(
            Skill(book.drill, book.game, confusion.tag),
            offer.level(book.level),
            frozenset(),
            Why.CONFUSED,
            confusion.deals[0],
        )
        for confusion, book, offer in found
    )


@dataclass(frozen=True, slots=True)
class Due:
    """A skill that is due: `overdue_days` local days (holidays left out), chance of a miss 0–1."""

    skill: Skill
    overdue_days: int
    miss: float

    @property
    def urgency(self) -> float:
        """The chance of a miss, halved for each two weeks overdue."""
        halved: float = 2 ** (-self.overdue_days / OVERDUE_HALF)
        return self.miss * halved


def due(
    notebooks: Iterable[Notebook],
    offers: Sequence[Offer],
    plan: Plan,
    now: datetime,
    *,
    answered_today: int = 0,
) -> tuple[Due, ...]:
    """What is due today, the most needed first: at most `plan.cap - answered_today`.

    What has lain overdue for four weeks leaves the list (it is still asked as weak), so that
    nobody comes back to a backlog. Empty in a holiday.

    Raises: ValueError: if *now* has no zone.
    """
    today = local_day(now, plan.zone)
    if plan.is_holiday(today):
        return ()
    books = {(book.drill, book.game): book for book in notebooks}
    found = [
        due
        for offer in offers
        if (book := books.get((offer.drill, offer.game)))
        for due in _due_of(book, offer, plan, today, utc(now))
    ]
    found.sort(key=lambda each: -each.urgency)
    return tuple(found[: plan.room(today, answered_today)])


def all_due(
    notebooks: Iterable[Notebook], offers: Sequence[Offer], plan: Plan, now: datetime
) -> frozenset[Skill]:
    """Every skill whose day has come, however long ago and however many, in a holiday too.

    Raises: ValueError: if *now* has no zone.
    """
    today = local_day(now, plan.zone)
    books = {(book.drill, book.game): book for book in notebooks}
    return frozenset(
        Skill(offer.drill, offer.game, tag)
        for offer in offers
        if (book := books.get((offer.drill, offer.game)))
        for tag in offer.tags
        if (due_at := book.skill(tag).due_at) and local_day(due_at, plan.zone) <= today
    )


def _due_of(book: Notebook, offer: Offer, plan: Plan, today: date, now: datetime) -> Iterator[Due]:
    for tag in offer.tags:
        state = book.skill(tag)
        if state.due_at is None:
            continue
        day = local_day(state.due_at, plan.zone)
        overdue = plan.working_days(day, today)
        if day <= today and overdue < OVERDUE_GONE:
            yield Due(Skill(book.drill, book.game, tag), overdue, state.miss(now))
