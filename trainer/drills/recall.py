"""Recall: the pay tables of the house by heart, from hand to odds and from odds to hand.

What is right
    What the table of this house says, whatever other houses pay.

Levels
    1: from hand to odds, four answers from the same table as far as it has them.
    2: both ways, five answers, also from other tables and other houses.
    3: both ways, six answers, those that are taken for the right one most easily.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final, TypeVar

from rules.engine.text import gettext_noop
from rules.games import find_game
from rules.games.base import Ruleset
from trainer.drills import posted
from trainer.drills.answers import Answer, AnswerKind, ChoiceAnswer, Option, Question
from trainer.drills.base import Drill
from trainer.drills.deals import CannotDealError, Deal
from trainer.drills.recalls import (
    FEWEST,
    Ask,
    Entry,
    Mistake,
    can_ask,
    entries,
    explain,
    mistakes,
    option,
)
from trainer.drills.search import NOTHING, VARIANT, require_dealable
from trainer.drills.stream import Stream
from trainer.drills.verdicts import ErrorCode, Part, Verdict

T = TypeVar("T")

OPTIONS: Final = {1: 4, 2: 5, 3: 6}


class Recall(Drill):
    key = "recall"
    name = gettext_noop("Pay tables by heart")
    summary = gettext_noop("A hand and its table: which odds? Odds: which hand?")
    order = 85
    generator = 2
    games: tuple[str, ...] = ("russian-poker", "ultimate-texas-holdem", "casino-holdem")
    levels: Mapping[int, str] = {
        1: gettext_noop("From hand to odds."),
        2: gettext_noop("Both ways; other tables, other houses."),
        3: gettext_noop("Both ways, more answers, closer together."),
    }
    skills: Mapping[str, str] = {
        "ask:odds": gettext_noop("From hand to odds"),
        "ask:hand": gettext_noop("From odds to hand"),
        "row:high-card": gettext_noop("Pay row: high card"),
        "row:ace-king": gettext_noop("Pay row: ace-king"),
        "row:pair": gettext_noop("Pay row: pair"),
        "row:two-pair": gettext_noop("Pay row: two pair"),
        "row:three-of-a-kind": gettext_noop("Pay row: three of a kind"),
        "row:straight": gettext_noop("Pay row: straight"),
        "row:flush": gettext_noop("Pay row: flush"),
        "row:full-house": gettext_noop("Pay row: full house"),
        "row:four-of-a-kind": gettext_noop("Pay row: four of a kind"),
        "row:straight-flush": gettext_noop("Pay row: straight flush"),
        "row:royal-flush": gettext_noop("Pay row: royal flush"),
    }

    def offers(self, ruleset: Ruleset) -> bool:
        rows = entries(ruleset)
        return all(len({row.answer(ask) for row in rows}) >= FEWEST for ask in Ask)

    def deal(
        self,
        rng: Stream,
        ruleset: Ruleset,
        level: int,
        want: frozenset[str] = NOTHING,
        variant_of: Deal | None = None,
    ) -> Deal:
        """A variant asks for another row, of the same table if its answer is another."""
        require_dealable(self, ruleset, level, want, variant_of)
        if variant_of is None:
            ways = list(Ask) if level > 1 else [Ask.ODDS]
            offered = {ask: _offered(ruleset, ask, want) for ask in ways}
            ask = rng.choice(_some([ask for ask in ways if offered[ask]], want))
            entry = _draw(rng, offered[ask], ask)
            return self._finish(rng, ruleset, level, entry, ask, f"to-{ask}")
        before, ask = _entry(variant_of, ruleset), Ask(variant_of.fact("ask"))
        others = [
            entry
            for entry in _offered(ruleset, ask, want)
            if entry.answer(ask) != before.answer(ask)
        ]
        near = [entry for entry in others if entry.table == before.table]
        entry = rng.choice(_some(near or others, want))
        return self._finish(rng, ruleset, level, entry, ask, VARIANT)

    def _finish(
        self, rng: Stream, ruleset: Ruleset, level: int, entry: Entry, ask: Ask, stratum: str
    ) -> Deal:
        wrong = _wrong(rng, mistakes(entry, ask, ruleset), level)
        facts = (
            ("ask", ask.value),
            ("table", entry.table),
            # Of the row only the side that is shown.
            ("row", entry.row.key if ask is Ask.ODDS else entry.row.ratio),
            ("options", " ".join(rng.shuffled([entry.answer(ask), *wrong]))),
        )
        deal = Deal(self.key, ruleset.game, level, (), stratum=stratum, facts=facts)
        return replace(deal, tags=_tags(entry, ask))

    def question(self, deal: Deal, ruleset: Ruleset) -> Question:
        entry, ask = _entry(deal, ruleset), Ask(deal.fact("ask"))
        other = Ask.HAND if ask is Ask.ODDS else Ask.ODDS
        prompts = {
            Ask.ODDS: gettext_noop("%(table)s: what does this hand pay?"),
            Ask.HAND: gettext_noop("%(table)s: which hand pays this?"),
        }
        return Question(
            AnswerKind.CHOICE,
            prompts[ask],
            tuple(option(key, ask, ruleset) for key in deal.fact("options").split()),
            params={"table": find_game(deal.game).table(entry.table).name},
            plates=(option(entry.answer(other), other, ruleset),),
        )

    def parse_answer(self, deal: Deal, data: Mapping[str, Sequence[str]]) -> Answer:
        options = tuple(Option(key, "text") for key in deal.fact("options").split())
        return posted.parse_choice(Question(AnswerKind.CHOICE, "", options), data)

    def expected(self, deal: Deal, ruleset: Ruleset) -> Answer:
        return ChoiceAnswer(_entry(deal, ruleset).answer(Ask(deal.fact("ask"))))

    def switches(self, deal: Deal, ruleset: Ruleset) -> tuple[str, ...]:
        """Pay tables are no switches."""
        return ()

    def check(self, deal: Deal, answer: Answer, ruleset: Ruleset) -> Verdict:
        if not isinstance(answer, ChoiceAnswer):
            raise TypeError(f"not an answer to this drill: {answer!r}")
        entry, ask = _entry(deal, ruleset), Ask(deal.fact("ask"))
        expected = ChoiceAnswer(entry.answer(ask))
        given = None if answer == expected else _mistake(entry, ask, ruleset, answer.choice)
        part = Part(
            ask.value,
            given is None,
            answer.to_data(),
            expected.to_data(),
            given.code if given else None,
        )
        return Verdict((part,), explain(entry, ask, ruleset, given))


@lru_cache(maxsize=64)
def _offered(ruleset: Ruleset, ask: Ask, want: frozenset[str]) -> tuple[Entry, ...]:
    """The rows that can be asked for this way and have all wanted tags."""
    return tuple(
        entry
        for entry in entries(ruleset)
        if want <= _tags(entry, ask) and can_ask(entry, ask, ruleset)
    )


def _some(found: Sequence[T], want: frozenset[str]) -> Sequence[T]:
    """Raises: CannotDealError: if nothing was *found*."""
    if not found:
        raise CannotDealError(f"no row of these tables has {', '.join(sorted(want)) or 'that'}")
    return found


def _draw(rng: Stream, offered: Sequence[Entry], ask: Ask) -> Entry:
    """Each answer equally likely, then each row that has it: else even money, which several
    rows pay, would be right too often."""
    answer = rng.choice(sorted({entry.answer(ask) for entry in offered}))
    return rng.choice([entry for entry in offered if entry.answer(ask) == answer])


def _wrong(rng: Stream, found: Sequence[Mistake], level: int) -> list[str]:
    """The wrong answers that are offered.

    Level 1: drawn from the four nearest rows of the table, filled up with what comes next. Level
    2: drawn from twice as many as are needed. Level 3: the likeliest.
    """
    count = OPTIONS[level] - 1
    if level == 1:
        found = sorted(found, key=lambda mistake: mistake.code is not ErrorCode.WRONG_ROW)
    among = found[: {1: count + 1, 2: 2 * count, 3: count}[level]]
    return [mistake.answer for mistake in rng.sample(among, min(count, len(among)))]


def _tags(entry: Entry, ask: Ask) -> frozenset[str]:
    return frozenset({f"ask:{ask}", f"row:{entry.row.hand.key}"})


def _entry(deal: Deal, ruleset: Ruleset) -> Entry:
    """The row that is asked for, found by the side that is shown."""
    shown = Ask.HAND if deal.fact("ask") == Ask.ODDS else Ask.ODDS
    return next(
        entry
        for entry in entries(ruleset)
        if entry.table == deal.fact("table") and entry.answer(shown) == deal.fact("row")
    )


def _mistake(entry: Entry, ask: Ask, ruleset: Ruleset, given: str) -> Mistake:
    found = (mistake for mistake in mistakes(entry, ask, ruleset) if mistake.answer == given)
    return next(found, Mistake(ErrorCode.OTHER, given))


DRILL = Recall()
