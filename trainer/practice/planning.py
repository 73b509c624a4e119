"""What a learner should practise, from the notebooks, and runs put together of it; reads only."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from itertools import zip_longest
from typing import Final
from zoneinfo import ZoneInfo

from django.conf import settings

from rules.games.base import Ruleset
from rules.models import House
from rules.versions import rulesets_in_force
from trainer.drills import drills
from trainer.drills.base import LEVELS
from trainer.drills.stream import Stream
from trainer.models import Learner, Mode, Notebook, Sitting
from trainer.practice import clocks, schedule
from trainer.practice.absorbing import ALL, counted
from trainer.practice.orders import ONCE, Order

# From so many answers on, what has never come up does not come up in this game.
COMES_UP: Final = 30
# A drill that is new to somebody comes at most so often in one run.
NEW_OF_A_DRILL: Final = 4
# One full table in a shift: the first of these that the house offers.
FULL_TABLES: Final = ("settle-the-table", "settle-the-box")
TABLE_AT: Final = 5
PAIRS: Final = 4
DUE: Final = 12
# More than anyone answers in its time; after its end a plan begins anew.
LONGEST: Final = 40


@dataclass(frozen=True, slots=True)
class Known:
    """A learner's notebooks, and what the house offers, narrowed to what can come up."""

    rows: tuple[Notebook, ...]
    books: tuple[schedule.Notebook, ...]
    offers: tuple[schedule.Offer, ...]

    def narrowed(self, drill: str = "", game: str = "") -> "Known":
        """The offers of one drill, one game or both."""
        offers = tuple(
            each for each in self.offers if drill in ("", each.drill) and game in ("", each.game)
        )
        return replace(self, offers=offers)

    @property
    def own(self) -> "Known":
        """The offers of the games that the learner plays; of the first game for a beginner."""
        played = {book.game for book in self.books}
        games = [each.game for each in self.offers if each.game in played]
        first = games or [each.game for each in self.offers[:1]]
        return replace(self, offers=tuple(each for each in self.offers if each.game in first))

    @property
    def short(self) -> "Known":
        """Without the drills that take as long as ten others, if there are others."""
        offers = tuple(each for each in self.offers if each.drill not in ONCE)
        return replace(self, offers=offers or self.offers)

    def levels(self, drill: str, game: str, tag: str) -> list[int]:
        """The levels at which a deal with *tag* has come up."""
        for row in self.rows:
            if (row.drill, row.game) == (drill, game):
                return counted(row, tag)["levels"]
        return []


def known(learner: Learner, house: House, now: datetime) -> Known:
    """Call `absorb` before, where the latest answers matter."""
    rows = tuple(Notebook.objects.filter(learner=learner))
    return known_from(rows, rulesets_in_force(house, now))


def known_from(rows: tuple[Notebook, ...], rules: Mapping[str, Ruleset]) -> Known:
    """From notebooks, and the rules in force at the house by game."""
    seen = {(row.drill, row.game): row for row in rows}
    offers = tuple(
        schedule.Offer(drill.key, game, tuple(drill.levels), _tags(drill.skills, seen.get(key)))
        for game in rules
        for drill in drills().values()
        if game in drill.games and drill.offers(rules[game])
        for key in [(drill.key, game)]
    )
    books = tuple(schedule.Notebook.from_data(row.data) for row in rows)
    return Known(rows, books, offers)


def _tags(tags: Iterable[str], row: Notebook | None) -> tuple[str, ...]:
    known_tags = tuple(map(str, tags))
    if row is None or counted(row, ALL)["answered"] < COMES_UP:
        return known_tags
    return tuple(tag for tag in known_tags if tag in row.counts)


def zone_of(learner: Learner) -> str:
    """The zone that the learner has chosen, else that of the browser, if the learner came with
    a request; that of the site where there is neither, or one that this machine does not know."""
    device = getattr(learner, "device_zone", "")
    try:
        return ZoneInfo(learner.time_zone or device or settings.TIME_ZONE).key
    except (LookupError, OSError, ValueError):
        return settings.TIME_ZONE


def wishes(learner: Learner) -> schedule.Plan:
    """The learner's daily cap, holidays and time zone."""
    return plan_of(learner, learner.holidays.values_list("first", "last"))


def plan_of(learner: Learner, off: Iterable[tuple[date, date]]) -> schedule.Plan:
    """*off* are the learner's holidays, each by its first and last day."""
    return schedule.Plan(zone_of(learner), learner.daily_cap, tuple(off))


def shifts_done(learner: Learner) -> list[datetime]:
    """When each shift came to its own end."""
    shifts = Sitting.objects.filter(learner=learner, mode=Mode.SHIFT)
    return list(shifts.exclude(finished_on=None).values_list("ended_at", flat=True))


def near_level(known: Known) -> int:
    """The level to begin at: that of the answered drills of the theme, in the middle."""
    offered = {(each.drill, each.game) for each in known.offers}
    levels = sorted(b.level for b in known.books if (b.drill, b.game) in offered)
    return levels[len(levels) // 2] if levels else LEVELS[0]


# --- orders ----------------------------------------------------------------------------------


class Planner:
    """Orders one after the other, each as if those before had been answered rightly.

    Of the skills in *due* only *room* are asked; without *due* there is no such cap.
    """

    def __init__(
        self,
        known: Known,
        now: datetime,
        level: int | None = None,
        *,
        due: Iterable[schedule.Skill] = (),
        room: int = 0,
    ) -> None:
        self.known, self.now, self.level = known, now, level
        self.due, self.room = set(due), room
        self.books = {(book.drill, book.game): book for book in known.books}
        self.recent: list[schedule.Skill] = []
        self.new: dict[tuple[str, str], int] = {}

    def take(self) -> Order | None:
        """What this learner gains most from; None where nothing more is offered today."""
        offers = [each for each in self.known.offers if self._is_open(each)]
        try:
            wanted = schedule.next_wanted(
                self.books.values(),
                offers,
                self.now,
                recent=self.recent,
                held_back=() if self.room > 0 else self.due,
                level=self.level,
            )
        except schedule.NothingWantedError:
            return None
        return self.note(wanted)

    def note(self, wanted: schedule.Wanted) -> Order:
        """The order for *wanted*, counted as answered."""
        skill = wanted.skill
        pair = skill.drill, skill.game
        self.room -= skill in self.due
        self.due.discard(skill)
        book = self.books.get(pair, schedule.Notebook(*pair))
        if wanted.why is schedule.Why.NEW:
            self.new[pair] = self.new.get(pair, 0) + 1
        target = schedule.target_ms(skill.drill)
        tags = frozenset([skill.tag])
        answered = schedule.Answered(True, target, self.now, wanted.level, tags)
        self.books[pair] = book.record(answered)
        self.recent.append(skill)
        return self._order(wanted)

    def _is_open(self, offer: schedule.Offer) -> bool:
        pair = offer.drill, offer.game
        return len(self.known.offers) == 1 or self.new.get(pair, 0) < NEW_OF_A_DRILL

    def _order(self, wanted: schedule.Wanted) -> Order:
        """A tag is asked for only where it has come up before: else to look for it may be long
        and in vain."""
        drill, game = wanted.drill, wanted.game
        if wanted.variant_of:
            return Order(drill, game, wanted.level, variant_of=int(wanted.variant_of))
        levels = self.known.levels(drill, game, wanted.skill.tag)
        level = max((each for each in levels if each <= wanted.level), default=None)
        if level is None:
            return Order(drill, game, wanted.level)
        return Order(drill, game, level, tuple(sorted(wanted.want)))


def adaptive_orders(known: Known, now: datetime, level: int | None = None) -> list[Order]:
    """For a run without an end: what is needed most, in turn."""
    planner = Planner(known, now, level)
    taken = (planner.take() for _ in range(LONGEST // 2))
    return [order for order in taken if order is not None]


def mixed_orders(known: Known, stream: Stream, level: int) -> list[Order]:
    """Every drill of the theme in turn, in an order of its own each time round."""
    orders: list[Order] = []
    while known.offers and len(orders) < LONGEST:
        orders += [
            Order(each.drill, each.game, each.level(level))
            for each in stream.shuffled(known.offers)
        ]
    return orders[:LONGEST]


def pair_orders(known: Known, pairs: Collection[tuple[str, str]] = ()) -> list[Order]:
    """Minimal pairs of the heaviest confusion, or of those that are named by expected and given:
    of one drill in one game, the latest deal of each first."""
    offered = {(each.drill, each.game) for each in known.offers}
    found = [
        (confusion, book)
        for book in known.books
        if (book.drill, book.game) in offered
        for confusion in book.confusions
        if confusion.deals and (confusion.expected, confusion.given) in pairs
    ]
    if not pairs:
        heaviest, game = weakest(known)
        found = [
            (heaviest, book)
            for book in known.books
            if heaviest and (book.drill, book.game) == (heaviest.drill, game)
        ]
    in_turn = zip_longest(*(confusion.deals for confusion, book in found if book is found[0][1]))
    return [
        Order(book.drill, book.game, book.level, variant_of=int(deal))
        for _, book in found[:1]
        for deals in in_turn
        for deal in deals
        if deal is not None
    ]


def shift_orders(
    known: Known, plan: schedule.Plan, now: datetime, *, answered_today: int = 0
) -> list[Order]:
    """Ten minutes for this person: what is due, confused pairs and one full table; then what is
    needed most until the time is over.

    No more of what is due than the day still takes, however fast the answers come. Empty if
    nothing else is left but a table.
    """
    own = known.own
    due = schedule.due(own.books, own.offers, plan, now, answered_today=answered_today)
    whole = [each for each in due if each.skill.drill in ONCE][:1]
    table = _full_table(own, whole, now)
    short = [each for each in due if each.skill.drill not in ONCE][:DUE]
    held = schedule.all_due(own.books, own.offers, plan, now)
    room = plan.room(schedule.local_day(now, plan.zone), answered_today) - len(whole)
    pairs = _as_many(
        schedule.confused_pairs(own.books, own.offers)[:PAIRS],
        held - {each.skill for each in short},
        room - len(short),
    )
    # Whole tables take too long for a second one.
    own = replace(own, offers=tuple(each for each in own.offers if each.drill not in ONCE))
    planner = Planner(own, now, due=held, room=room)
    orders = [planner.note(each) for each in _apart([*map(_due_as_wanted(own), short)], pairs)]
    time_ms = sum(schedule.target_ms(order.drill) for order in orders)
    while time_ms < 2 * clocks.SHIFT_MS and len(orders) < LONGEST:
        order = planner.take()
        if order is None:
            break
        orders.append(order)
        time_ms += schedule.target_ms(order.drill)
    if table and (orders or whole or not own.offers):
        orders.insert(min(TABLE_AT, len(orders)), table)
    return orders


def _as_many(
    pairs: Iterable[schedule.Wanted], due: Collection[schedule.Skill], room: int
) -> list[schedule.Wanted]:
    """*pairs* without those of skills in *due* for which there is no *room*."""
    kept = []
    for pair in pairs:
        if pair.skill in due:
            room -= 1
        if pair.skill not in due or room >= 0:
            kept.append(pair)
    return kept


def _due_as_wanted(known: Known) -> Callable[[schedule.Due], schedule.Wanted]:
    levels = {(book.drill, book.game): book.level for book in known.books}

    def wanted(due: schedule.Due) -> schedule.Wanted:
        skill = due.skill
        level = levels[skill.drill, skill.game]
        return schedule.Wanted(skill, level, frozenset([skill.tag]), schedule.Why.DUE)

    return wanted


def _apart(
    due: Sequence[schedule.Wanted], pairs: Sequence[schedule.Wanted]
) -> Iterator[schedule.Wanted]:
    """A pair after every two that are due."""
    waiting = list(pairs)
    for at, wanted in enumerate(due, 1):
        yield wanted
        if at % 2 == 0 and waiting:
            yield waiting.pop(0)
    yield from waiting


def _full_table(known: Known, due: Sequence[schedule.Due], now: datetime) -> Order | None:
    """One with what is most due of a whole table, else in the game that is played most."""
    for each in due:
        if each.skill.drill in ONCE:
            return Planner(known, now).note(_due_as_wanted(known)(each))
    answers: dict[str, int] = {}
    levels = {(book.drill, book.game): book.level for book in known.books}
    for row in known.rows:
        answers[row.game] = answers.get(row.game, 0) + counted(row)["answered"]
    offered = [each for each in known.offers if each.drill in FULL_TABLES]
    offered.sort(key=lambda e: (FULL_TABLES.index(e.drill), -answers.get(e.game, 0)))
    for each in offered[:1]:
        level = levels.get((each.drill, each.game), each.levels[0])
        return Order(each.drill, each.game, each.level(level))
    return None


def weakest(known: Known) -> tuple[schedule.Confusion | None, str]:
    """The open confusion that weighs most, with its game, of what can be varied now."""
    offered = {(each.drill, each.game) for each in known.offers}
    found = [
        (confusion, book.game)
        for book in known.books
        if (book.drill, book.game) in offered
        for confusion in book.confusions
        if confusion.is_open and confusion.deals
    ]
    return max(found, key=lambda each: (each[0].weight, each[0].count), default=(None, ""))
