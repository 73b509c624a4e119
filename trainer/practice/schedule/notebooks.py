"""The unit that is stored: what is known of one person about one drill in one game."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from math import prod
from typing import Any, Final

from trainer.practice.schedule.confusions import Confusion, Mistake
from trainer.practice.schedule.skills import NEW, Grade, SkillState, utc
from trainer.practice.schedule.targets import target_ms

TOP_LEVEL: Final = 3
# Of so many answers at a level, from UP right in time it rises, below DOWN it falls.
LEVEL_ANSWERS: Final = 10
LEVEL_UP: Final = 8
LEVEL_DOWN: Final = 4
# A miss is put down to the likeliest skill, and to those at least half as likely.
BLAME: Final = 0.5


@dataclass(frozen=True, slots=True)
class Answered:
    """One first answer, for `Notebook.record`.

    `level` and `tags` are the deal's; `deal` is how the shell finds it again (any text, as its
    key). `elapsed_ms` is without the reading of explanations. `explained` says whether an
    explanation was shown after it. `target_ms` is another target than the drill's, for whoever
    has more time; 0 for the usual one.
    """

    right: bool
    elapsed_ms: int
    at: datetime
    level: int
    tags: frozenset[str]
    deal: str = ""
    mistakes: tuple[Mistake, ...] = ()
    explained: bool = True
    target_ms: int = 0

    def grade(self, drill: str) -> Grade:
        if not self.right:
            return Grade.WRONG
        late = self.elapsed_ms > (self.target_ms or target_ms(drill))
        return Grade.SLOW if late else Grade.RIGHT


@dataclass(frozen=True, slots=True)
class Notebook:
    """`Notebook(drill, game)` is empty.

    `level` is the level at which to ask, `at_level` a digit for each of the latest answers at
    it, 1 for right in time.
    """

    drill: str
    game: str
    level: int = 1
    at_level: str = ""
    skills: Mapping[str, SkillState] = field(default_factory=dict)
    confusions: tuple[Confusion, ...] = ()

    def skill(self, tag: str) -> SkillState:
        return self.skills.get(tag, NEW)

    def record(self, answered: Answered) -> "Notebook":
        """With one more answer.

        Every skill of the deal gets its share of doubt or trust. A miss is put down to those
        that it most likely comes from; the others are not graded by it. An answer from before
        the last one (as from another device) counts as if it had come right after it.

        Raises: ValueError: if its time has no zone.
        """
        grade = answered.grade(self.drill)
        missed = grade is not Grade.RIGHT
        at = utc(answered.at)
        before = {tag: self.skill(tag) for tag in sorted(answered.tags)}
        at = max([at, *(state.at for state in before.values() if state.at)])
        hold = {tag: 1 - state.unlearned(at) for tag, state in before.items()}
        all_hold = prod(hold.values())
        graded = _blamed(hold) if missed else tuple(hold)
        skills = dict(self.skills)
        for tag, state in before.items():
            own = grade if tag in graded else None
            others = all_hold / hold[tag]
            skills[tag] = state.after(missed, own, others, answered.explained, at)
        return replace(
            self,
            skills=skills,
            confusions=self._confused(answered, graded, missed, at),
            **self._levelled(answered.level, missed),
        )

    def _confused(
        self, answered: Answered, graded: tuple[str, ...], missed: bool, at: datetime
    ) -> tuple[Confusion, ...]:
        if not missed:
            # What this right answer stands for is got right a little more surely.
            return tuple(c.faded() if c.tag in graded else c for c in self.confusions)
        known = {(c.expected, c.given): c for c in self.confusions}
        for mistake in answered.mistakes:
            key = (mistake.expected, mistake.given)
            tag = graded[0] if graded else ""
            new = Confusion(self.drill, *key, tag=tag, count=0, weight=0.0, last_at=at)
            known[key] = known.get(key, new).again(tag, answered.deal, at)
        return tuple(known.values())

    def _levelled(self, level: int, missed: bool) -> dict[str, Any]:
        if level != self.level:
            return {}
        latest = (self.at_level + ("0" if missed else "1"))[-LEVEL_ANSWERS:]
        if len(latest) == LEVEL_ANSWERS:
            right = latest.count("1")
            if right >= LEVEL_UP and level < TOP_LEVEL:
                return {"level": level + 1, "at_level": ""}
            if right < LEVEL_DOWN and level > 1:
                return {"level": level - 1, "at_level": ""}
        return {"at_level": latest}

    def to_data(self) -> dict[str, Any]:
        """JSON value; a few kilobytes."""
        return {
            "drill": self.drill,
            "game": self.game,
            "level": self.level,
            "at_level": self.at_level,
            "skills": {tag: state.to_data() for tag, state in self.skills.items()},
            "confusions": [confusion.to_data() for confusion in self.confusions],
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "Notebook":
        """Inverse of `to_data`."""
        skills = data["skills"].items()
        # What older versions have stored beside it is left.
        return cls(
            data["drill"],
            data["game"],
            data["level"],
            data["at_level"],
            {tag: SkillState.from_data(state) for tag, state in skills},
            tuple(map(Confusion.from_data, data["confusions"])),
        )


def _blamed(hold: Mapping[str, float]) -> tuple[str, ...]:
    """The tags that a miss is put down to, the likeliest first."""
    worst = max((1 - chance for chance in hold.values()), default=0.0)
    blamed = [tag for tag, chance in hold.items() if 1 - chance >= BLAME * worst]
    return tuple(sorted(blamed, key=hold.__getitem__))
