"""What a paper is made of: pure values, without the questions themselves."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from rules.engine.errors import EngineError
from rules.engine.text import gettext_noop

MOST_QUESTIONS: Final = 200
MOST_ROWS: Final = 40
ALL: Final = 100
# The questions of a row that are wanted for none of its tags.
PLAIN: Final = ""


class BlueprintError(EngineError):
    """Numbers that no paper can have."""


class NoQuestionsError(BlueprintError):
    template = gettext_noop("A paper needs at least one question.")


class TooManyQuestionsError(BlueprintError):
    template = gettext_noop("A paper has at most %(most)s questions, these are %(questions)s.")


class SharesError(BlueprintError):
    template = gettext_noop(
        "The shares of one line come to %(sum)s %%. Together they may be 100 %% at most."
    )


class ShareError(BlueprintError):
    template = gettext_noop("A share is a whole number from 1 to 100, not “%(share)s”.")


@dataclass(frozen=True, slots=True)
class Row:
    """So many questions of a drill in a game; `shares` are percent of them by tag.

    Of a tag with a share there are exactly as many questions as `quotas` says.
    """

    drill: str
    game: str
    level: int
    questions: int
    shares: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Raises: BlueprintError."""
        if self.questions < 1:
            raise NoQuestionsError
        for share in self.shares.values():
            if isinstance(share, bool) or not isinstance(share, int) or not 1 <= share <= ALL:
                raise ShareError(share=share)
        if sum(self.shares.values()) > ALL:
            raise SharesError(sum=sum(self.shares.values()))

    def quotas(self) -> dict[str, int]:
        """How many questions each tag gets, and those for none as `PLAIN`: largest remainder.

        Of equal remainders the tag that is first in the alphabet gets the question.

        >>> Row("which-hand-wins", "texas-holdem", 1, 10, {"tie": 25, "kicker": 25}).quotas()
        {'kicker': 3, 'tie': 2, '': 5}
        """
        shares = {tag: self.shares[tag] for tag in sorted(self.shares)}
        shares[PLAIN] = ALL - sum(shares.values())
        found = {tag: self.questions * share // ALL for tag, share in shares.items()}
        # A sort is stable, so that tags stand before the rest where remainders are equal.
        order = sorted(shares, key=lambda tag: -(self.questions * shares[tag] % ALL))
        for tag in order[: self.questions - sum(found.values())]:
            found[tag] += 1
        return found

    def to_data(self) -> dict[str, Any]:
        return {
            "drill": self.drill,
            "game": self.game,
            "level": self.level,
            "questions": self.questions,
            "shares": {str(tag): share for tag, share in sorted(self.shares.items())},
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "Row":
        names = ("drill", "game", "level", "questions")
        return cls(*(data[name] for name in names), dict(data["shares"]))


@dataclass(frozen=True, slots=True)
class Blueprint:
    rows: tuple[Row, ...]

    def __post_init__(self) -> None:
        """Raises: BlueprintError."""
        if not self.rows:
            raise NoQuestionsError
        if self.questions > MOST_QUESTIONS:
            raise TooManyQuestionsError(most=MOST_QUESTIONS, questions=self.questions)

    @property
    def questions(self) -> int:
        return sum(row.questions for row in self.rows)

    def to_data(self) -> dict[str, Any]:
        return {"rows": [row.to_data() for row in self.rows]}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "Blueprint":
        """Inverse of `to_data`. Raises: BlueprintError."""
        return cls(tuple(map(Row.from_data, data["rows"])))
