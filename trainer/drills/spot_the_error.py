"""Spot the error: a colleague has settled a box; one bet may have got what it should not.

All cards lie open, and beside every bet stands what it got: paid so much, returned, taken. At
most one of them is wrong. The mistake is one that dealers make: the box, settled again under a
wrong idea, gives that bet something else, and only for that bet it is shown.

What is right
    The bet that `rules.games.settle` settles otherwise under the rules of the house, or that
    there is none. Of n bets each is wrong as often as none is: once in n + 1 boxes.

Levels
    1: the bets that everybody has; wrong outcomes, no wrong amounts.
    2: all bets and purchases; wrong amounts too.
    3: odd stakes, close hands.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from rules.engine.errors import EngineError
from rules.engine.text import gettext_noop
from rules.games import find_game
from rules.games.base import Ruleset
from trainer.drills import posted
from trainer.drills.answers import Answer, AnswerKind, ChoiceAnswer, Option, Question
from trainer.drills.box_deals import deal_box
from trainer.drills.box_moves import is_legal
from trainer.drills.box_reasons import SWITCHES, marks, switches, winners
from trainer.drills.boxes import GAMES, Box
from trainer.drills.colleagues import (
    NONE,
    Plant,
    Told,
    draw_plant,
    explain,
    plants,
    told_by_colleague,
    with_settlement,
)
from trainer.drills.deals import CannotDealError, Deal
from trainer.drills.payouts import as_facts, wagers_of
from trainer.drills.search import NOTHING, Dealing, deal_variant, require_dealable
from trainer.drills.stream import Stream
from trainer.drills.verdicts import ErrorCode, Part, Verdict

# Boxes with one bet ask too little; they are rare.
_TRIES: Final = 30
_LEAST: Final = 2
_ERROR: Final = "error:"


class SpotTheError(Dealing):
    key = "spot-the-error"
    name = gettext_noop("Spot the error")
    summary = gettext_noop("A colleague has settled a box: is a bet wrong, and which?")
    order = 130
    generator = 2
    games: tuple[str, ...] = GAMES
    levels: Mapping[int, str] = {
        1: gettext_noop("Few bets, wrong outcomes."),
        2: gettext_noop("All bets, wrong amounts too."),
        3: gettext_noop("Close hands, odd stakes."),
    }
    skills: Mapping[str, str] = {
        "error:none": gettext_noop("Boxes without an error"),
        "error:qualification": gettext_noop("Qualification misjudged"),
        "error:misread-hand": gettext_noop("A hand misread"),
        "error:missed-tie": gettext_noop("A tie overlooked"),
        "error:kicker": gettext_noop("A kicker misread"),
        "error:push-as-win": gettext_noop("A returned bet paid"),
        "error:took-push": gettext_noop("A returned bet taken"),
        "error:pushed-winner": gettext_noop("A paid bet only returned"),
        "error:took-winner": gettext_noop("A winning bet taken"),
        "error:pushed-loser": gettext_noop("A losing bet returned"),
        "error:paid-loser": gettext_noop("A losing bet paid"),
        "error:total-returned": gettext_noop("The stake counted as profit"),
        "error:second-combination": gettext_noop("The second combination misjudged"),
        "error:wrong-table": gettext_noop("Paid from the other table"),
        "error:wrong-row": gettext_noop("Paid from another row"),
        "error:wrong-base": gettext_noop("Counted from the wrong stake"),
        "error:house-rule": gettext_noop("Another house’s rule"),
        "error:inverted-odds": gettext_noop("Odds turned round"),
        "error:cap": gettext_noop("A maximum forgotten"),
        "error:rounding": gettext_noop("Fractions of a chip settled otherwise"),
        "error:arithmetic": gettext_noop("A sum miscalculated"),
        "error:other": gettext_noop("Other errors"),
    }

    def _make(self, rng: Stream, ruleset: Ruleset, level: int, aims: frozenset[str]) -> Deal:
        for _ in range(_TRIES):
            deal = deal_box(rng, self.key, ruleset, level, frozenset())
            if len(deal.wagers) < _LEAST:
                continue
            box = Box(deal, ruleset)
            plant = _draw(rng, box, level, aims)
            given = dict(box.answers) | ({plant.bet: plant.answer} if plant else {})
            return with_settlement(as_facts(deal), given)
        raise CannotDealError(f"no box in {_TRIES} had several bets")

    def _tags(self, deal: Deal, ruleset: Ruleset) -> frozenset[str]:
        code = told_by_colleague(deal, ruleset).code
        return frozenset({f"{_ERROR}{code or NONE}"})

    def _result(self, deal: Deal, ruleset: Ruleset) -> str:
        return told_by_colleague(deal, ruleset).choice

    def _is_askable(self, deal: Deal, ruleset: Ruleset) -> bool:
        return _may_be_asked(told_by_colleague(deal, ruleset))

    def deal(
        self,
        rng: Stream,
        ruleset: Ruleset,
        level: int,
        want: frozenset[str] = NOTHING,
        variant_of: Deal | None = None,
    ) -> Deal:
        """The colleague of a variant has settled the box as if the old card still lay there."""
        if variant_of is not None:
            require_dealable(self, ruleset, level, want, variant_of)
            told = told_by_colleague(variant_of, ruleset)
            before = with_settlement(as_facts(told.box.deal), told.box.answers)

            def accept(deal: Deal) -> Deal | None:
                if not _may_be_asked(told_by_colleague(deal, ruleset), told.choice):
                    return None
                found = replace(deal, tags=self._tags(deal, ruleset))
                return found if want <= found.tags else None

            return deal_variant(rng, before, accept)
        return super().deal(rng, ruleset, level, want)

    def question(self, deal: Deal, ruleset: Ruleset) -> Question:
        return replace(_question(deal), switches=SWITCHES[deal.game])

    def parse_answer(self, deal: Deal, data: Mapping[str, Sequence[str]]) -> Answer:
        return posted.parse_choice(_question(deal), data)

    def expected(self, deal: Deal, ruleset: Ruleset) -> Answer:
        return ChoiceAnswer(told_by_colleague(deal, ruleset).choice)

    def switches(self, deal: Deal, ruleset: Ruleset) -> tuple[str, ...]:
        return switches(told_by_colleague(deal, ruleset).box)

    def _mistake(self, code: ErrorCode | None) -> str:
        named = code is not None and code is not ErrorCode.OTHER
        return self.skills[f"{_ERROR}{code}"] if named else ""

    def check(self, deal: Deal, answer: Answer, ruleset: Ruleset) -> Verdict:
        if not isinstance(answer, ChoiceAnswer):
            raise TypeError(f"not an answer to this drill: {answer!r}")
        settled = told_by_colleague(deal, ruleset)
        expected = ChoiceAnswer(settled.choice)
        right = answer == expected
        part = Part(
            "choice",
            right,
            answer.to_data(),
            expected.to_data(),
            None if right else _code(answer),
            settled.delta * (not right),
        )
        box = settled.box
        return Verdict(
            (part,),
            explain(settled, answer.choice, self._mistake(settled.code)),
            marks(box),
            winners(box),
            switches=switches(box),
        )


def _may_be_asked(settled: Told, known: str = "") -> bool:
    """With *known* only if something else is right."""
    try:
        return len(settled.wrong) < _LEAST and settled.choice != known and is_legal(settled.box)
    except EngineError:
        return False


def _draw(rng: Stream, box: Box, level: int, aims: frozenset[str]) -> Plant | None:
    """A bet or none, each equally likely, and a plant for it; with *aims* one of those kinds."""
    if f"{_ERROR}{NONE}" in aims:
        return None
    ways = {bet: plants(box, bet, amounts=level > 1) for bet in box.bets} if aims else {}
    wanted = [way for each in ways.values() for way in each if f"{_ERROR}{way.code}" in aims]
    if wanted:
        return rng.choice(wanted)
    bet = rng.choice((*box.bets, NONE))
    return None if bet == NONE else draw_plant(rng, plants(box, bet, amounts=level > 1))


def _question(deal: Deal) -> Question:
    """The bets in the order of the house, then that all are right."""
    bets = [wager.bet for wager in wagers_of(deal)]
    game = find_game(deal.game)
    options = [Option(bet, "text", label=game.bet(bet).name) for bet in bets]
    none = Option(NONE, "text", label=gettext_noop("Every bet is settled right"))
    return Question(
        AnswerKind.CHOICE,
        gettext_noop("Which bet is settled wrongly?"),
        options=(*options, none),
        wagers=wagers_of(deal),
    )


def _code(answer: ChoiceAnswer) -> ErrorCode:
    return ErrorCode.MISSED_ERROR if answer.choice == NONE else ErrorCode.FALSE_ALARM


DRILL = SpotTheError()
