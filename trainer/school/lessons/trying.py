"""A dry run: what a lesson would ask, drawn as its trainees would see it, and how its answers and
tags are spread. Deals in memory; nothing is stored, and nobody's practice knows of it."""

import hmac
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Final, cast

from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext

from rules.engine import ENGINE_VERSION
from rules.engine.cards import Card
from rules.games.base import Outcome, Ruleset
from rules.models import House, Version
from rules.naming import pay_hand_name
from rules.versions import live_version
from trainer.drills import base, find_drill
from trainer.drills.report import Report, report
from trainer.drills.stream import Stream
from trainer.models import Answer, Deal, Question, Sitting, Verdict
from trainer.practice import tables, wording
from trainer.practice.dealing import make_deal
from trainer.practice.orders import Order
from trainer.school.lessons.items import Item, orders
from trainer.school.papers.shown import tag_name

SAMPLES: Final = 10
# A level of a drill is dealt so often, and all of a lesson together at most so often.
DEALS: Final = 60
MOST_DEALS: Final = 480
# Of the answers so many are named, the rest together.
NAMED: Final = 8


class Sample(tables.Table):
    """A question with what is right; the felt is drawn as before the answer."""

    def __init__(self, question: Question, number: int, now: datetime) -> None:
        super().__init__(question, now)
        self.number = number
        self.answer = self.drill.expected(self.deal, self.ruleset)
        self.checked = self.drill.check(self.deal, self.answer, self.ruleset)

    @property
    def picks(self) -> dict[Card, int]:
        """Nothing is answered here."""
        return {}

    @property
    def hidden(self) -> list[base.Group]:
        """What only the verdict lays open."""
        return tables.in_order(self.deal.hidden)

    @cached_property
    def right(self) -> list[tables.PartText]:
        """What is right, part by part."""
        parts = [part.to_data() for part in self.checked.parts]
        verdict = Verdict(
            answer=Answer(question=self.question, given=self.answer.to_data()),
            engine=ENGINE_VERSION,
            right=True,
            parts=parts,
        )
        return tables.part_texts(verdict, self.deal, self.ask)

    @property
    def steps(self) -> list[tuple[str, base.Reason]]:
        return [(f"trainer/reasons/{each.kind}.html", each) for each in self.checked.reasons]

    @property
    def choices(self) -> list[str]:
        """What there is to choose from, where it is named and not written or tapped."""
        plates = {option.key for option, _ in self.plates}
        names = [name for option, name in self.options if option.key not in plates]
        also = [name for _, name in self.also]
        return names + also


@dataclass(frozen=True, slots=True)
class Line:
    """Something that came up, and how often, in percent to the nearest whole; `usual` where the
    lesson wants tags: how often it would come without."""

    name: str
    percent: int
    usual: int | None = None


@dataclass(frozen=True, slots=True)
class Spread:
    """What so many deals of a drill in a game came to: answers that are right, and tags; `wanted`
    are those that the lesson asks for, by name."""

    drill: str
    game: str
    levels: tuple[int, ...]
    deals: int
    answers: tuple[Line, ...]
    tags: tuple[Line, ...]
    wanted: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DryRun:
    samples: list[Sample]
    spreads: list[Spread]


def try_out(
    items: Sequence[Item], house: House, help_: str, *, seed: bytes, now: datetime
) -> DryRun:
    """The first questions of a lesson of these *items*, and their spread.

    Raises: CannotDealError, NoLiveVersionError.
    """
    versions = {game: live_version(house, game, now) for game in {item.game for item in items}}
    sitting = Sitting(house=house, help=help_, length=SAMPLES, started_at=now)
    sitting.said = {}
    samples = [
        Sample(_question(sitting, number, _deal(order, versions, seed, number)), number, now)
        for number, order in enumerate(orders(items, SAMPLES), 1)
    ]
    return DryRun(samples, list(_spreads(items, versions, seed)))


def _deal(order: Order, versions: Mapping[str, Version], seed: bytes, number: int) -> Deal:
    version = versions[order.game]
    own = hmac.digest(seed, f"sample {number}".encode(), "sha256")
    try:
        made = make_deal(order.drill, version, order.level, own, order.want)
    except base.CannotDealError:
        # As in a sitting: what cannot be had as it is wanted comes without.
        made = make_deal(order.drill, version, order.level, own)
    deal = Deal(drill=order.drill, version=version, level=order.level)
    deal.value = made
    return deal


def _question(sitting: Sitting, number: int, deal: Deal) -> Question:
    question = Question(sitting=sitting, position=number, deal=deal)
    question.right = None
    return question


# --- how answers and tags are spread ---------------------------------------------------------


class _Wanting:
    """A drill as `report` needs it, with the tags that the lesson wants; it notes what is right
    in words."""

    def __init__(self, item: Item, answers: Counter[str]) -> None:
        self.drill, self.want, self.answers = find_drill(item.drill), item.want, answers

    def deal(self, rng: Stream, ruleset: Ruleset, level: int) -> base.Deal:
        if self.want:
            try:
                return self.drill.deal(rng, ruleset, level, frozenset(self.want))
            except base.CannotDealError:
                pass
        return self.drill.deal(rng, ruleset, level)

    def expected(self, deal: base.Deal, ruleset: Ruleset) -> base.Answer:
        found = self.drill.expected(deal, ruleset)
        self.answers.update(_named(found, deal, self.drill.question(deal, ruleset)))
        return found


def _spreads(
    items: Sequence[Item], versions: Mapping[str, Version], seed: bytes
) -> Iterator[Spread]:
    """One of each drill and game, its levels together."""
    deals = min(DEALS, MOST_DEALS // len(items))
    groups: dict[tuple[str, str], list[Item]] = {}
    for item in items:
        groups.setdefault((item.drill, item.game), []).append(item)
    for (drill, game), group in groups.items():
        answers, total = Counter[str](), deals * len(group)
        tags = _tags(group, versions[game].ruleset, deals, seed, answers)
        wanted = sorted({tag_name(drill, tag) for item in group for tag in item.want})
        lines = _lines(tags, total)
        if wanted:
            plain = [replace(item, want=()) for item in group]
            usual = _tags(plain, versions[game].ruleset, deals, seed, Counter())
            lines = _beside(tags, usual, total)
        levels = tuple(sorted({item.level for item in group}))
        yield Spread(drill, game, levels, total, _top(answers), lines, tuple(wanted))


def _tags(
    items: Sequence[Item], ruleset: Ruleset, deals: int, seed: bytes, answers: Counter[str]
) -> Counter[str]:
    """In how many deals each tag came up, by name; also counts the *answers*."""
    named = Counter[str]()
    for item in items:
        skills = find_drill(item.drill).skills
        for tag, count in _report(item, ruleset, deals, seed, answers).tags.items():
            if tag in skills:
                named[gettext(skills[tag])] += count
    return named


def _report(
    item: Item, ruleset: Ruleset, deals: int, seed: bytes, answers: Counter[str]
) -> Report:
    name = f"spread {item.key} {' '.join(item.want)}"
    seeds = (hmac.digest(seed, f"{name} {at}".encode(), "sha256") for at in range(deals))
    return report(cast(base.Drill, _Wanting(item, answers)), ruleset, item.level, seeds)


def _top(answers: Counter[str]) -> tuple[Line, ...]:
    """The most frequent by name; the rest as one line."""
    total = answers.total()
    named = Counter(dict(answers.most_common(NAMED)))
    lines = _lines(named, total)
    if rest := total - named.total():
        lines += (Line(gettext("Other answers"), round(100 * rest / total)),)
    return lines


def _lines(count: Counter[str], total: int) -> tuple[Line, ...]:
    return tuple(Line(name, round(100 * n / total)) for name, n in count.most_common())


def _beside(count: Counter[str], usual: Counter[str], total: int) -> tuple[Line, ...]:
    """The most frequent first; last what comes up only where nothing is wanted."""
    names = dict.fromkeys(name for name, _ in [*count.most_common(), *usual.most_common()])
    return tuple(
        Line(name, round(100 * count[name] / total), round(100 * usual[name] / total))
        for name in names
    )


def _named(answer: base.Answer, deal: base.Deal, ask: base.Question) -> list[str]:
    """What is right in so few words that it comes up again: the outcome without its amount, the
    number of cards; of a box each wager for itself."""
    match answer:
        case base.SidesAnswer() | base.ChoiceAnswer() | base.AmountAnswer():
            return [capfirst(wording.answer_text(answer, deal, ask))]
        case base.SeatsAnswer(seats):
            count = len(seats)
            text = ngettext("%(count)d winner", "%(count)d winners", count)
        case base.HandAnswer(hand):
            return [pay_hand_name(hand)]
        case base.MoneyAnswer(outcome):
            return [_outcome(outcome)]
        case base.BoxAnswer(wagers):
            return [_outcome(each.outcome) for _, each in wagers]
        case base.CardsAnswer(cards, second):
            if ask.asks_second:
                return [gettext("Two combinations") if second else gettext("One combination")]
            count = len(cards)
            text = ngettext("%(count)d card", "%(count)d cards", count)
        case base.ChipsAnswer(counts):
            count = sum(each for _, each in counts)
            text = ngettext("%(count)d chip", "%(count)d chips", count)
        case base.OrderAnswer(places):
            alike = len(set(places)) < len(places)
            return [gettext("With equal hands") if alike else gettext("No hands equal")]
    return [text % {"count": count}]


def _outcome(outcome: Outcome) -> str:
    words = {Outcome.PAY: gettext("Pay"), Outcome.PUSH: gettext("Push")}
    return words.get(outcome, gettext("Take"))
