"""Questions on paper, and what the key says of them; reads only.

A `Sheet` never works out what is right: what draws one has no answer to give away.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from string import ascii_lowercase
from types import SimpleNamespace
from typing import Final

from rules.engine.cards import AnyCard
from rules.games import find_game
from rules.models import Version
from trainer.drills import base, find_drill
from trainer.models import Deal, Paper
from trainer.practice import wording
from trainer.practice.tables import Table, in_order, part_texts
from trainer.school.papers.checking import items_of
from trainer.templatetags.table import FLOP, group_name

# So much of a hash tells two papers apart on a desk.
HASH_SHOWN: Final = 12


@dataclass(frozen=True, slots=True)
class Laid:
    """Cards that lie together under a name, in their heaps: one, or the streets of a board.

    `stakes` are the wagers of one of several boxes; on the question they stand with the answer.
    """

    name: str
    group: base.Group
    heaps: tuple[Sequence[AnyCard], ...]
    note: str
    stakes: str


@dataclass(frozen=True, slots=True)
class Choice:
    """An option with the sign that stands for it on paper."""

    sign: str
    option: base.Option
    name: str


class Sheet(Table):
    """A question as it is drawn on paper: without a sitting, a clock and a verdict."""

    def __init__(self, deal: Deal, position: int) -> None:
        # Instead of that of a `Table`, which draws the question of a sitting.
        self.position = position
        self.version: Version = deal.version
        self.ruleset = deal.version.ruleset
        self.deal = deal.value
        self.drill = find_drill(self.deal.drill)
        self.game = find_game(self.deal.game)
        self.ask = self.drill.question(self.deal, self.ruleset)
        self.spoken = None

    @cached_property
    def laid(self) -> list[Laid]:
        return [self._laid(group) for group in in_order(self.deal.groups)]

    def _laid(self, group: base.Group) -> Laid:
        cards = group.laid
        heaps: tuple[Sequence[AnyCard], ...] = (cards,)
        if group.role is base.GroupRole.BOARD:
            streets = (cards[:FLOP], cards[FLOP : FLOP + 1], cards[FLOP + 1 :])
            heaps = tuple(street for street in streets if street)
        note = wording.seat_note(group.seat, self.deal)
        stakes = wording.stakes_note(group.seat, self.deal)
        return Laid(group_name(group, self.deal), group, heaps, note, stakes)

    @cached_property
    def choices(self) -> list[Choice]:
        return [
            Choice(sign, option, name)
            for sign, (option, name) in zip(ascii_lowercase, self.options, strict=False)
        ]

    @cached_property
    def also_choices(self) -> list[Choice]:
        """What is asked beside the options: with letters that go on, or with ranks."""
        signs = ascii_lowercase[len(self.options) :]
        return [
            Choice(getattr(option.value, "index", sign), option, name)
            for sign, (option, name) in zip(signs, self.also, strict=False)
        ]

    @property
    def card_boxes(self) -> range:
        """A box for every card that is asked for; as many as can play where any number may."""
        return range(self.ask.count or 5)


class Solution(Sheet):
    """What is right, part by part, and why."""

    def __init__(self, deal: Deal, position: int) -> None:
        super().__init__(deal, position)
        right = self.drill.expected(self.deal, self.ruleset)
        checked = self.drill.check(self.deal, right, self.ruleset)
        self.right = right
        parts = [part.to_data() for part in checked.parts]
        told = part_texts(SimpleNamespace(parts=parts), self.deal, self.ask)
        several = len(told) > 1
        self.lines = [(part.name if several else "", part.expected) for part in told]
        self.steps = [
            (f"trainer/reasons/{reason.kind}.html", reason) for reason in checked.reasons
        ]

    @property
    def signs(self) -> str:
        """The signs to be crossed, where the answer is chosen from options."""
        match self.right:
            case base.SidesAnswer(choice, also) | base.ChoiceAnswer(choice, also):
                keys = {choice}
            case base.SeatsAnswer(seats, also):
                keys = {option.key for option in self.ask.options if option.seat in seats}
            case base.HandAnswer(hand):
                keys, also = {hand.key}, ""
            case _:
                return ""
        crossed = [each.sign for each in self.choices if each.option.key in keys]
        crossed += [each.sign for each in self.also_choices if each.option.key == also]
        return ", ".join(crossed)


@dataclass(frozen=True, slots=True)
class Rules:
    """A version that a document goes by."""

    version: Version

    @property
    def short_hash(self) -> str:
        return self.version.sha256[:HASH_SHOWN]


def rules_of(versions: Iterable[Version]) -> list[Rules]:
    """Each once, by game."""
    found = {version.pk: version for version in versions}
    return [Rules(v) for v in sorted(found.values(), key=lambda v: (v.game, v.number))]


def sheets_of(paper: Paper) -> list[Sheet]:
    """Raises: DamagedDealError, TamperedVersionError, UnknownDrillError."""
    return [Sheet(item.deal, item.position) for item in items_of(paper)]


def solutions_of(paper: Paper) -> list[Solution]:
    """Raises: DamagedDealError, TamperedVersionError, UnknownDrillError."""
    return [Solution(item.deal, item.position) for item in items_of(paper)]


def paper_mark(paper: Paper) -> str:
    """“3 · 8f3a1c2e90ab”: what a loose sheet is known by."""
    return f"{paper.number} · {paper.sha256[:HASH_SHOWN]}"
