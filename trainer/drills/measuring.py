"""A drill dealt many times: what is right how often, what lies on the table, how long it takes.

`GUESSED` is what a learner may be right by, who always gives the same answer.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from statistics import median
from typing import Final, cast

from rules.engine.best import best_five
from rules.engine.cards import Card
from rules.engine.ranking import HandRank
from rules.games.base import Ruleset
from rules.games.russian.settling import listed_combinations
from trainer.drills.answers import (
    Answer,
    AnswerKind,
    CardsAnswer,
    HandAnswer,
    MoneyAnswer,
    Question,
)
from trainer.drills.base import Drill
from trainer.drills.boxes import RUSSIAN
from trainer.drills.deals import Deal, GroupRole
from trainer.drills.qualifying import qualifier
from trainer.drills.report import Report, report
from trainer.drills.stream import Stream

# By the number of choices, the last for more: how often one of them may be right at most.
GUESSED: Final[Mapping[int, Fraction]] = {
    2: Fraction(60, 100),
    3: Fraction(45, 100),
    4: Fraction(40, 100),
}
MANY: Final = max(GUESSED)
# Fewer questions with so many choices say nothing of their shares.
_FEWEST: Final = 100
# Cards that a whole hand may have.
_HAND: Final = range(5, 8)
DEALER: Final = -1


@dataclass(slots=True)
class Measured:
    """`report` counts answers, tags and strata of as many deals.

    `guesses` count what is right, `places` where it lies among the options, both by the number
    of choices, up to `MANY`. `categories` count the hands of everybody. Of deals with two hands
    or more `ties` have two best ones alike; of deals with a dealer's whole hand `no_game` do
    not qualify; of boxes of Russian poker `second` are paid for two combinations; `shown` says
    how many deals could be. `seconds` are the times to deal, by the clock that was given.
    """

    report: Report
    guesses: Counter[tuple[int, str]] = field(default_factory=Counter)
    places: Counter[tuple[int, str]] = field(default_factory=Counter)
    categories: Counter[str] = field(default_factory=Counter)
    counts: Counter[str] = field(default_factory=Counter)
    shown: Counter[str] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)

    @property
    def percentile_99(self) -> float:
        """The smallest time that 99 % of the deals do not exceed."""
        return sorted(self.seconds)[-(-99 * len(self.seconds) // 100) - 1]

    def missed(self) -> Iterator[str]:
        """Which answers or places are right more often than `GUESSED` allows."""
        for name, count in (("answer", self.guesses), ("place", self.places)):
            for choices, limit in GUESSED.items():
                some = {key: n for (among, key), n in count.items() if among == choices}
                asked = sum(some.values())
                if asked < _FEWEST:
                    continue
                key = max(some, key=lambda each: (some[each], each))
                if Fraction(some[key], asked) > limit:
                    share, most = 100 * some[key] / asked, 100 * float(limit)
                    among = f"{choices} choices" + (" or more" if choices == MANY else "")
                    yield f"{name} {key}: {share:.1f} %, at most {most:.0f} % of {among}"

    def text(self) -> str:
        """As `Report.text`, then what lies on the table, the times, and what is missed."""
        lines = [self.report.text()]
        hands = sum(self.categories.values())
        if hands:
            lines.append("categories of hands:")
            lines += [
                f"  {100 * count / hands:5.1f} %  {key}"
                for key, count in self.categories.most_common()
            ]
        for key, name in _NAMES.items():
            if self.shown[key]:
                share = 100 * self.counts[key] / self.shown[key]
                lines.append(f"{name}: {share:.1f} % of {self.shown[key]}")
        milliseconds = 1000 * median(self.seconds), 1000 * self.percentile_99
        lines.append("time to deal: median {:.2f} ms, 99 % within {:.2f} ms".format(*milliseconds))
        lines += [f"MISSED: {missed}" for missed in self.missed()]
        return "\n".join(lines)


TIE, NO_GAME, SECOND = "tie", "no-game", "second"
_NAMES: Final = {
    TIE: "ties",
    NO_GAME: "dealers who do not qualify",
    SECOND: "second combinations",
}


class _Watched:
    """What `report` needs of *drill*, with every deal kept and timed."""

    def __init__(self, drill: Drill, clock: Callable[[], float]) -> None:
        self.drill, self.clock = drill, clock
        self.deals: list[Deal] = []
        self.seconds: list[float] = []

    def deal(self, rng: Stream, ruleset: Ruleset, level: int) -> Deal:
        before = self.clock()
        deal = self.drill.deal(rng, ruleset, level)
        self.seconds.append(self.clock() - before)
        self.deals.append(deal)
        return deal

    def expected(self, deal: Deal, ruleset: Ruleset) -> Answer:
        return self.drill.expected(deal, ruleset)


def measure(
    drill: Drill,
    ruleset: Ruleset,
    level: int,
    seeds: Iterable[bytes],
    clock: Callable[[], float],
) -> Measured:
    """Deal once from every seed; *clock* tells seconds. Raises: CannotDealError."""
    watched = _Watched(drill, clock)
    found = Measured(report(cast(Drill, watched), ruleset, level, seeds), seconds=watched.seconds)
    outcomes = _outcomes(drill, watched.deals, ruleset)
    for deal in watched.deals:
        ask, expected = drill.question(deal, ruleset), drill.expected(deal, ruleset)
        choices = min(outcomes or _choices(ask), MANY)
        found.guesses[choices, _guess(ask, expected)] += 1
        keys = [option.key for option in ask.options]
        if ask.kind is AnswerKind.CHOICE:
            place = keys.index(expected.to_data()["choice"]) + 1
            found.places[choices, str(place)] += 1
        _look(found, deal, ruleset)
    return found


# --- answers ---------------------------------------------------------------------------------


def _outcomes(drill: Drill, deals: Iterable[Deal], ruleset: Ruleset) -> int:
    """How many outcomes there are where one wager is to be settled: a house that returns no
    bonus asks pay or take. 0 for other questions."""
    answers = [drill.expected(deal, ruleset) for deal in deals]
    found = {answer.outcome for answer in answers if isinstance(answer, MoneyAnswer)}
    return max(len(found), 2) if found else 0


def _choices(ask: Question) -> int:
    """What there is to choose from: the options, or more than anybody counts."""
    single = ask.kind in (AnswerKind.SIDES, AnswerKind.CHOICE)
    return len(ask.options) if single else MANY


def _guess(ask: Question, expected: Answer) -> str:
    """What somebody would say who looks at nothing: cards by where they lie, a hand by name."""
    match expected:
        case CardsAnswer(cards, second):
            sets = (cards,) if second is None else (cards, second)
            places = (
                " ".join(str(at) for at, card in enumerate(ask.cards, 1) if card in some)
                for some in sets
            )
            return "cards " + " and ".join(places)
        case HandAnswer(hand):
            return hand.key
        case MoneyAnswer(outcome, amount):
            return f"{outcome} {amount}" if amount else outcome.value
    data = expected.to_data()
    return " ".join(f"{value}" for key, value in data.items() if key != "kind")


# --- what lies on the table ------------------------------------------------------------------


def _look(found: Measured, deal: Deal, ruleset: Ruleset) -> None:
    ranks = dict(_ranks(deal))
    found.categories.update(
        rank.category.name.lower().replace("_", " ") for rank in ranks.values()
    )
    players = [rank for seat, rank in ranks.items() if seat != DEALER]
    if len(ranks) > 1:
        found.shown[TIE] += 1
        dealers = ranks.get(DEALER)
        tied = players.count(max(players)) > 1 if dealers is None else dealers in players
        found.counts[TIE] += tied
    if DEALER in ranks:
        found.shown[NO_GAME] += 1
        found.counts[NO_GAME] += not qualifier(ruleset)(ranks[DEALER])
    if deal.game == RUSSIAN and players:
        found.shown[SECOND] += 1
        found.counts[SECOND] += any(
            len(listed_combinations(cards, ruleset, Decimal(1))) > 1
            for seat, cards in _hands(deal)
            if seat != DEALER
        )


def _ranks(deal: Deal) -> Iterator[tuple[int, HandRank]]:
    return ((seat, best_five(cards).rank) for seat, cards in _hands(deal))


def _hands(deal: Deal) -> Iterator[tuple[int, tuple[Card, ...]]]:
    """Everybody's cards with the board, shown or hidden, where they make a hand."""
    groups = (*deal.groups, *deal.hidden)
    board = next((group.cards for group in groups if group.role is GroupRole.BOARD), ())
    for group in groups:
        cards = group.cards + board
        whole = len(cards) in _HAND and not group.joker
        if whole and group.role in (GroupRole.PLAYER, GroupRole.DEALER):
            yield group.seat, cards
