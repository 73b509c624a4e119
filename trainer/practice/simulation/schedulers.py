"""Ways to choose the next skill, the trainer’s own among them."""

from dataclasses import dataclass, field
from datetime import datetime
from random import Random
from typing import Final

from trainer.practice.schedule import Answered, Mistake, Notebook, Offer, Skill, next_wanted
from trainer.practice.simulation.learners import Make, Model

_ANSWER_MS: Final = 3_000
TAGS_PER_GAME: Final = 3


@dataclass(slots=True)
class Uniform:
    """Every question on a skill drawn at random, as where everything is dealt by chance."""

    model: Model
    rng: Random

    def choose(self, now: datetime) -> int:
        return self.rng.randrange(self.model.skills)

    def told(self, skill: int, right: bool, now: datetime) -> None:
        pass


@dataclass(slots=True)
class InTurn:
    """One skill after the other, all equally often: a stricter measure than chance."""

    model: Model
    rng: Random
    last: int = -1

    def choose(self, now: datetime) -> int:
        self.last = (self.last + 1) % self.model.skills
        return self.last

    def told(self, skill: int, right: bool, now: datetime) -> None:
        pass


@dataclass(slots=True)
class MissedOnly:
    """Skills whose last answer was wrong, drawn at random; without any, all skills."""

    model: Model
    rng: Random
    missed: set[int] = field(default_factory=set)

    def choose(self, now: datetime) -> int:
        return self.rng.choice(sorted(self.missed) or range(self.model.skills))

    def told(self, skill: int, right: bool, now: datetime) -> None:
        (self.missed.discard if right else self.missed.add)(skill)


class Scheduled:
    """What the trainer itself does: the notebooks and `next_wanted`, with nothing added.

    Three skills are the tags of one drill in one game. A skill is asked under its tag alone.
    """

    def __init__(self, model: Model, rng: Random) -> None:
        places = range(-(-model.skills // TAGS_PER_GAME))
        self.skills = [
            Skill(f"drill-{number // TAGS_PER_GAME}", "game", f"tag-{number}")
            for number in range(model.skills)
        ]
        self.offers = [
            Offer(f"drill-{place}", "game", (1,), tuple(s.tag for s in self._of(place)))
            for place in places
        ]
        self.books = {offer.drill: Notebook(offer.drill, offer.game) for offer in self.offers}
        self.numbers = {skill: number for number, skill in enumerate(self.skills)}
        self.recent: list[Skill] = []

    def _of(self, place: int) -> list[Skill]:
        return self.skills[place * TAGS_PER_GAME : (place + 1) * TAGS_PER_GAME]

    def choose(self, now: datetime) -> int:
        books = self.books.values()
        wanted = next_wanted(books, self.offers, now, recent=self.recent[-2:])
        return self.numbers[wanted.skill]

    def told(self, skill: int, right: bool, now: datetime) -> None:
        asked = self.skills[skill]
        self.recent.append(asked)
        answered = Answered(
            right=right,
            elapsed_ms=_ANSWER_MS,
            at=now,
            level=1,
            tags=frozenset([asked.tag]),
            deal=f"deal {len(self.recent)}",
            mistakes=() if right else (Mistake(asked.tag, "other"),),
        )
        self.books[asked.drill] = self.books[asked.drill].record(answered)


SCHEDULERS: Final[dict[str, Make]] = {
    "uniform": Uniform,
    "in turn": InTurn,
    "missed only": MissedOnly,
    "schedule": Scheduled,
}
