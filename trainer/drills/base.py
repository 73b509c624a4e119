"""What a drill is, and the values that it is made of.

A drill is a function of values. `deal` takes a random stream and a ruleset, `check` works the
expected answer out of the deal again; nothing here knows of requests, clocks or a database.
"""

from collections.abc import Mapping, Sequence
from typing import Protocol

from rules.games.base import Ruleset
from trainer.drills.answers import (
    BOXES_IN_ORDER,
    HANDS,
    PAY_NOW,
    RANK_FIELDS,
    RANKS,
    AmountAmbiguousError,
    AmountAnswer,
    AmountBelowZeroError,
    AmountMissingError,
    AmountNegativeError,
    AmountTooLargeError,
    AmountUnreadableError,
    Answer,
    AnswerError,
    AnswerKind,
    BothAskedError,
    BoxAnswer,
    BoxPlaceMissingError,
    BoxPlaceTwiceError,
    CardsAnswer,
    CardsCountError,
    ChipCountError,
    ChipsAnswer,
    ChoiceAnswer,
    HandAnswer,
    MoneyAnswer,
    NothingChosenError,
    Option,
    OrderAnswer,
    OutcomeMissingError,
    PlaceError,
    PlaceMissingError,
    Question,
    RankMissingError,
    RanksMissingError,
    SeatsAnswer,
    SecondContradictedError,
    SecondMissingError,
    SidesAnswer,
    UnknownChoiceError,
    answer_from_data,
    dense_places,
)
from trainer.drills.deals import (
    LEVELS,
    CannotDealError,
    Deal,
    Group,
    GroupRole,
    Wager,
    spec_hash,
    spec_json,
)
from trainer.drills.stream import Stream
from trainer.drills.verdicts import (
    Call,
    ErrorCode,
    Mark,
    Part,
    Reason,
    Result,
    Said,
    Verdict,
)

__all__ = [
    "BOXES_IN_ORDER",
    "HANDS",
    "LEVELS",
    "PAY_NOW",
    "RANKS",
    "RANK_FIELDS",
    "AmountAmbiguousError",
    "AmountAnswer",
    "AmountBelowZeroError",
    "AmountMissingError",
    "AmountNegativeError",
    "AmountTooLargeError",
    "AmountUnreadableError",
    "Answer",
    "AnswerError",
    "AnswerKind",
    "BothAskedError",
    "BoxAnswer",
    "BoxPlaceMissingError",
    "BoxPlaceTwiceError",
    "Call",
    "CannotDealError",
    "CardsAnswer",
    "CardsCountError",
    "ChipCountError",
    "ChipsAnswer",
    "ChoiceAnswer",
    "Deal",
    "Drill",
    "ErrorCode",
    "Group",
    "GroupRole",
    "HandAnswer",
    "Mark",
    "MoneyAnswer",
    "NothingChosenError",
    "Option",
    "OrderAnswer",
    "OutcomeMissingError",
    "Part",
    "PlaceError",
    "PlaceMissingError",
    "Question",
    "RankMissingError",
    "RanksMissingError",
    "Reason",
    "Result",
    "Said",
    "SeatsAnswer",
    "SecondContradictedError",
    "SecondMissingError",
    "SidesAnswer",
    "UnknownChoiceError",
    "Verdict",
    "Wager",
    "answer_from_data",
    "dense_places",
    "spec_hash",
    "spec_json",
]


class Drill(Protocol):
    """A kind of question. `generator` is raised whenever the same seed would deal otherwise."""

    key: str
    name: str
    summary: str
    order: int
    generator: int
    games: tuple[str, ...]
    skills: Mapping[str, str]
    levels: Mapping[int, str]

    def offers(self, ruleset: Ruleset) -> bool:
        """Whether a house with these rules of one of `games` has such questions at all."""
        return True

    def deal(
        self,
        rng: Stream,
        ruleset: Ruleset,
        level: int,
        want: frozenset[str] = frozenset(),
        variant_of: Deal | None = None,
    ) -> Deal:
        """Raises: CannotDealError."""
        ...

    def question(self, deal: Deal, ruleset: Ruleset) -> Question: ...

    def parse_answer(self, deal: Deal, data: Mapping[str, Sequence[str]]) -> Answer:
        """Read a posted form. Raises: AnswerError: saying what was given and what is expected."""
        ...

    def expected(self, deal: Deal, ruleset: Ruleset) -> Answer: ...

    def switches(self, deal: Deal, ruleset: Ruleset) -> tuple[str, ...]:
        """The keys of the house rules that every verdict on *deal* turns on: with another value
        of one of them another answer would be right, or the dealer would say something else."""
        ...

    def check(self, deal: Deal, answer: Answer, ruleset: Ruleset) -> Verdict: ...
