"""What a drill deals, counted: answers, winners by seat, tags, strata."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from rules.games.base import Ruleset
from trainer.drills.answers import (
    AmountAnswer,
    Answer,
    BoxAnswer,
    CardsAnswer,
    ChipsAnswer,
    ChoiceAnswer,
    HandAnswer,
    MoneyAnswer,
    OrderAnswer,
    SeatsAnswer,
    SidesAnswer,
)
from trainer.drills.base import Deal, Drill
from trainer.drills.stream import Stream


@dataclass(slots=True)
class Report:
    """Counts over `deals` deals of one drill, game and level.

    `answers` counts what is right: a side, an option (with the second one where two are asked),
    `2 winners`, an outcome or those of a box, an amount, a hand without its ranks, an order,
    whether there is a second set of cards, the number of chips. `also` counts what is right
    beside a side or the winners.
    `seats` counts the wins of a seat and `tables` the deals, both by the number of players.
    """

    deals: int = 0
    answers: Counter[str] = field(default_factory=Counter)
    also: Counter[str] = field(default_factory=Counter)
    tags: Counter[str] = field(default_factory=Counter)
    strata: Counter[str] = field(default_factory=Counter)
    seats: Counter[tuple[int, int]] = field(default_factory=Counter)
    tables: Counter[int] = field(default_factory=Counter)

    def share(self, tag: str) -> float:
        """Part of the deals that have the tag, 0 to 1."""
        return self.tags[tag] / self.deals

    def text(self) -> str:
        """Lines of percentages, the most frequent first."""
        blocks = [f"{self.deals} deals"]
        for name in ("answers", "also", "tags", "strata"):
            count: Counter[str] = getattr(self, name)
            if name == "also" and not count:
                continue
            blocks += [f"{name}:"]
            blocks += [f"  {100 * n / self.deals:5.1f} %  {key}" for key, n in _ordered(count)]
        blocks += [
            f"seat {seat} of {players} wins {100 * wins / self.tables[players]:.1f} %"
            for (players, seat), wins in sorted(self.seats.items())
        ]
        return "\n".join(blocks)


def _ordered(count: Counter[str]) -> list[tuple[str, int]]:
    return sorted(count.items(), key=lambda item: (-item[1], item[0]))


def report(drill: Drill, ruleset: Ruleset, level: int, seeds: Iterable[bytes]) -> Report:
    """Deal once from every seed. Raises: CannotDealError."""
    dealt = (drill.deal(Stream(seed, "report"), ruleset, level) for seed in seeds)
    return count_deals(drill, ruleset, dealt)


def count_deals(drill: Drill, ruleset: Ruleset, deals: Iterable[Deal]) -> Report:
    """What *deals* of one drill, game and level are."""
    found = Report()
    for deal in deals:
        expected = drill.expected(deal, ruleset)
        found.deals += 1
        found.answers[_label(expected)] += 1
        found.tags.update(deal.tags)
        found.strata[deal.stratum] += 1
        if isinstance(expected, SidesAnswer | SeatsAnswer) and expected.also:
            found.also[expected.also] += 1
        if isinstance(expected, SeatsAnswer):
            players = len(deal.players)
            found.tables[players] += 1
            found.seats.update((players, seat) for seat in expected.seats)
    return found


def _label(answer: Answer) -> str:
    match answer:
        case SidesAnswer(choice):
            return choice
        case ChoiceAnswer(choice, also):
            return f"{choice} {also}".strip()
        case SeatsAnswer(seats):
            return f"{len(seats)} winners"
        case HandAnswer(hand):
            return hand.key
        case MoneyAnswer(outcome):
            return outcome.value
        case AmountAnswer(amount):
            return str(amount)
        case CardsAnswer(cards, second):
            return f"{len(cards)} cards" if second is None else f"{len(cards)} and {len(second)}"
        case OrderAnswer(ranks):
            return " ".join(map(str, ranks))
        case BoxAnswer(wagers):
            return " ".join(each.outcome.value for _, each in wagers)
        case ChipsAnswer(counts):
            return f"{sum(count for _, count in counts)} chips"
    raise TypeError(f"no label for {answer!r}")
