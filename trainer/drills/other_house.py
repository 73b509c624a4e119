"""Other house: the same box settled in another house; which bet gets something else, if any?

The rules that differ are listed beside the deal. The other house is one whose pages were read,
as far as they go, or one that differs from this house in a single rule.

What is right
    The bet that `rules.games.settle` gives something else under the rules of the other house,
    that there are several, or that there is none.

Levels
    1: one rule that differs.
    2: documented houses too, with all that differs there, pay tables included.
    3: odd stakes, close hands.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from rules.engine.errors import EngineError
from rules.engine.text import gettext_noop
from rules.games import find_game
from rules.games.base import Ruleset
from trainer.drills import posted
from trainer.drills.answers import Answer, AnswerKind, ChoiceAnswer, Option, Question
from trainer.drills.box_deals import deal_box
from trainer.drills.box_moves import SIDE_BETS, is_legal
from trainer.drills.box_reasons import SWITCHES, marks, switches, winners
from trainer.drills.boxes import CASINO, GAMES, RUSSIAN, ULTIMATE, Box
from trainer.drills.deals import CannotDealError, Deal
from trainer.drills.neighbours import (
    NOTHING_CHANGES,
    RULE,
    SEVERAL,
    Compared,
    Neighbour,
    compared,
    explain,
    neighbours,
    touched,
)
from trainer.drills.payouts import as_facts, wagers_of
from trainer.drills.search import Dealing
from trainer.drills.stream import Stream
from trainer.drills.verdicts import ErrorCode, Part, Verdict

# Boxes that are dealt until the answer is the one that was drawn; then any of them is asked. A
# box of Russian poker takes longer, and its answers are as even without.
_TRIES: Final = {RUSSIAN: 5, ULTIMATE: 9, CASINO: 9}
_MOST_TRIES: Final = 40
# Bets, without which there is little to choose from.
_LEAST: Final = 2


@dataclass(frozen=True, slots=True)
class _Matter:
    """The bets that a rule may change, and what a box is like in which it does."""

    bets: tuple[str, ...]
    aim: str


_ANTE, _BET, _INSURED = ("ante",), ("bet",), ("insurance",)
_MATTERS: Final[Mapping[str, _Matter]] = {
    "ante_on_win": _Matter(_ANTE, "ending:win"),
    "ante_on_no_game": _Matter(_ANTE, "no-game"),
    "ante_on_no_qualify": _Matter(_ANTE, "no-game"),
    "forgo_ante": _Matter(_ANTE, "bought-game"),
    "failed_buy_ante": _Matter(_ANTE, "bought-game"),
    "double_combination": _Matter(_BET, "two-combinations"),
    "dup_straight": _Matter(_BET, "two-combinations"),
    "insurance_min_category": _Matter(_INSURED, "insured"),
    "insurance_on_loss": _Matter(_INSURED, "ending:loss"),
    "insurance_on_tie": _Matter(_INSURED, "ending:tie"),
    "trips_on_fold": _Matter(("trips",), "ending:fold"),
    "trips_needs_win": _Matter(("trips",), "ending:loss"),
    "aa_on_fold": _Matter(("aa",), "ending:fold"),
    "aa_cards": _Matter(("aa",), "ending:win"),
}
_QUALIFIER: Final[Mapping[str, _Matter]] = {
    RUSSIAN: _Matter((SEVERAL, "ante"), "edge"),
    ULTIMATE: _Matter(("ante",), "no-game"),
    CASINO: _Matter((SEVERAL, "call"), "edge"),
}


class OtherHouse(Dealing):
    key = "other-house"
    name = gettext_noop("Other house")
    summary = gettext_noop("The same box in another house: which bet gets something else?")
    order = 140
    generator = 2
    games: tuple[str, ...] = GAMES
    levels: Mapping[int, str] = {
        1: gettext_noop("One rule that differs."),
        2: gettext_noop("Whole houses."),
        3: gettext_noop("Close hands, odd stakes."),
    }
    skills: Mapping[str, str] = {
        "changes:nothing": gettext_noop("Nothing changes"),
        "changes:one": gettext_noop("One bet changes"),
        "changes:several": gettext_noop("Several bets change"),
        "by:switch": gettext_noop("Another house rule decides"),
        "by:table": gettext_noop("Another pay table decides"),
    }

    def _make(self, rng: Stream, ruleset: Ruleset, level: int, aims: frozenset[str]) -> Deal:
        others = [
            other
            for other in neighbours(ruleset)
            if (level > 1 or other.fact[0] == RULE) and _matters(other, ruleset)
        ]
        bets = _changeable(others, ruleset)
        target = _draw_target(rng, bets, aims)
        spare = None
        for number in range(_MOST_TRIES):
            if spare is not None and number >= _TRIES[ruleset.game]:
                break
            bet = rng.choice(bets) if target == NOTHING_CHANGES else target
            other = _choose(rng, others, ruleset, bet, aims)
            # Of the boxes in which nothing is to change every second one is as if it were to.
            likely = target != NOTHING_CHANGES or rng.below(2) == 0
            found = self._box(rng, ruleset, max(level, 2), other, bet if likely else "")
            if found and not _is_about(found, ruleset) and number < _MOST_TRIES // 2:
                found = None
            if found is None:
                continue
            # To settle a box twice takes longer than to deal another one.
            if _may_be(target, found) and _can_be_settled(found) and found.choice == target:
                return _told(found)
            better = spare is None or spare.choice == NOTHING_CHANGES
            if better and _can_be_settled(found):
                spare = found
        if spare is None:
            raise CannotDealError(f"no box of {ruleset.house} can be settled elsewhere")
        return _told(spare)

    def _box(
        self, rng: Stream, ruleset: Ruleset, level: int, other: Neighbour, bet: str
    ) -> Compared | None:
        """A box in which the rules of *other* are likely to change *bet*, if one is given."""
        aims = {matter.aim for matter in _matters(other, ruleset) if bet in matter.bets}
        deal = deal_box(rng, self.key, ruleset, level, frozenset(sorted(aims)[:1]))
        found = Compared(Box(deal, ruleset), other)
        return None if len(deal.wagers) < _LEAST else found

    def _tags(self, deal: Deal, ruleset: Ruleset) -> frozenset[str]:
        found = compared(deal, ruleset)
        kind = found.choice if found.choice in (NOTHING_CHANGES, SEVERAL) else "one"
        by = {"by:switch" if point.switch else "by:table" for point in touched(found)}
        return frozenset({f"changes:{kind}", *by})

    def _result(self, deal: Deal, ruleset: Ruleset) -> str:
        return compared(deal, ruleset).choice

    def _is_askable(self, deal: Deal, ruleset: Ruleset) -> bool:
        found = compared(deal, ruleset)
        return _can_be_settled(found) and is_legal(found.box)

    def question(self, deal: Deal, ruleset: Ruleset) -> Question:
        return replace(_question(deal), switches=SWITCHES[deal.game])

    def parse_answer(self, deal: Deal, data: Mapping[str, Sequence[str]]) -> Answer:
        return posted.parse_choice(_question(deal), data)

    def expected(self, deal: Deal, ruleset: Ruleset) -> Answer:
        return ChoiceAnswer(compared(deal, ruleset).choice)

    def switches(self, deal: Deal, ruleset: Ruleset) -> tuple[str, ...]:
        return switches(compared(deal, ruleset).box)

    def check(self, deal: Deal, answer: Answer, ruleset: Ruleset) -> Verdict:
        if not isinstance(answer, ChoiceAnswer):
            raise TypeError(f"not an answer to this drill: {answer!r}")
        found = compared(deal, ruleset)
        expected = ChoiceAnswer(found.choice)
        right = answer == expected
        part = Part(
            "choice",
            right,
            answer.to_data(),
            expected.to_data(),
            None if right else _code(found, answer),
        )
        box = found.box
        return Verdict(
            (part,),
            explain(found, answer.choice),
            marks(box),
            winners(box),
            switches=switches(box),
        )


def _may_be(target: str, found: Compared) -> bool:
    """Whether *target* is a bet that lies there, or no bet."""
    return target in (*found.box.bets, SEVERAL, NOTHING_CHANGES)


def _can_be_settled(found: Compared) -> bool:
    """Whether the box could come about in both houses."""
    try:
        _ = found.choice
    except EngineError:
        return False
    return True


def _is_about(found: Compared, ruleset: Ruleset) -> bool:
    """Whether a bet lies there that the rules are about, and is still to be settled: of a folded
    box only the side bet is."""
    box = found.box
    bets = {SIDE_BETS[box.deal.game]} & set(box.bets) if box.player.folded else set(box.bets)
    return any(bets & set(matter.bets) for matter in _matters(found.other, ruleset))


def _matters(other: Neighbour, ruleset: Ruleset) -> list[_Matter]:
    game = find_game(ruleset.game)
    found = []
    for point in other.points:
        if point.table:
            found.append(_Matter((game.table(point.table).bet,), "ending:win"))
        elif point.switch == "qualifier":
            found.append(_QUALIFIER[ruleset.game])
        elif point.switch in _MATTERS:
            found.append(_MATTERS[point.switch])
    return found


def _changeable(others: Sequence[Neighbour], ruleset: Ruleset) -> list[str]:
    """The bets, or `SEVERAL`, that some rule may change. Raises: CannotDealError: for none."""
    bets = {bet for other in others for matter in _matters(other, ruleset) for bet in matter.bets}
    if not bets:
        raise CannotDealError("no other house differs in anything that matters here")
    return sorted(bets)


def _draw_target(rng: Stream, bets: Sequence[str], aims: frozenset[str]) -> str:
    """The answer to look for: what some rule may change, each equally likely. Nothing is drawn
    two thirds as often, as it is found unlooked for too; as often where there are few answers."""
    offered = {
        "changes:nothing": [NOTHING_CHANGES],
        "changes:several": [SEVERAL] if SEVERAL in bets else [],
        "changes:one": [bet for bet in bets if bet != SEVERAL],
    }
    wanted = [target for tag, targets in offered.items() if tag in aims for target in targets]
    nothing = [NOTHING_CHANGES] * (2 if len(bets) > 2 else 3)
    return rng.choice(wanted or [*bets, *bets, *bets, *nothing])


def _choose(
    rng: Stream,
    others: Sequence[Neighbour],
    ruleset: Ruleset,
    bet: str,
    aims: frozenset[str],
) -> Neighbour:
    """Of the houses that may change *bet* a documented one every second time, if there is
    one, or else one that differs in a rule, each rule equally likely."""
    fitting = [
        other for other in others if any(bet in matter.bets for matter in _matters(other, ruleset))
    ]
    if "by:table" in aims:
        fitting = [o for o in fitting if any(point.table for point in o.points)] or fitting
    rules = sorted({o.points[0].switch for o in fitting if o.fact[0] == RULE})
    documented = [o for o in fitting if o.fact[0] != RULE]
    if documented and (not rules or rng.below(2)):
        return rng.choice(documented)
    rule = rng.choice(rules)
    return rng.choice([o for o in fitting if o.fact[0] == RULE and o.points[0].switch == rule])


def _told(found: Compared) -> Deal:
    told = as_facts(found.box.deal)
    return replace(told, facts=(*told.facts, found.other.fact))


def _question(deal: Deal) -> Question:
    """The bets in the order of the house, then several of them, then none."""
    bets = [wager.bet for wager in wagers_of(deal)]
    if deal.game == ULTIMATE:
        # The ante and, where it lies there, Trips would come first, and each is right often.
        bets.sort(key=lambda bet: bet == SIDE_BETS[deal.game])
    game = find_game(deal.game)
    options = [Option(bet, "text", label=game.bet(bet).name) for bet in bets]
    options.append(Option(SEVERAL, "text", label=gettext_noop("Several bets")))
    options.append(Option(NOTHING_CHANGES, "text", label=gettext_noop("Nothing changes")))
    return Question(
        AnswerKind.CHOICE,
        gettext_noop("What would get something else in the other house?"),
        options=tuple(options),
        wagers=wagers_of(deal),
    )


def _code(found: Compared, answer: ChoiceAnswer) -> ErrorCode:
    if answer.choice == NOTHING_CHANGES:
        return ErrorCode.MISSED_CHANGE
    if found.choice == NOTHING_CHANGES:
        return ErrorCode.NO_CHANGE
    return ErrorCode.OTHER_HOUSE


DRILL = OtherHouse()
