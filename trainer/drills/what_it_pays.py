"""What it pays: one bet of a round with real cards; pay, push or take it.

Russian poker: ante, bet with one combination or two, insurance. Ultimate Texas Hold’em: ante,
blind, Play. Casino Hold’em: ante, call. How the round ends is to be read off the open cards.
Bonus bets have a drill of their own.

What is right
    What `rules.games.settle` gives the bet where it lies alone, with every maximum and the
    rounding of the house, to the cent.

Levels
    1: stakes in tens, no purchase.
    2: table stakes, purchases, every second comparison close.
    3: odd stakes, close comparisons and dealers who just have game or just miss it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final

from rules.engine.errors import EngineError
from rules.engine.text import gettext_noop
from rules.games.base import Outcome, Ruleset
from rules.games.settlement import Ground
from trainer.drills import posted
from trainer.drills.answers import Answer, AnswerKind, MoneyAnswer, Question
from trainer.drills.box_deals import deal_box
from trainer.drills.box_mistakes import wager_codes, wager_delta
from trainer.drills.box_moves import SIDE_BETS, is_swap_right
from trainer.drills.box_reasons import SWITCHES, box_tags, explain, marks, switches, winners
from trainer.drills.boxes import CASINO, GAMES, RUSSIAN, ULTIMATE, Box
from trainer.drills.deals import Deal
from trainer.drills.search import Dealing
from trainer.drills.settle_the_box import SKILLS
from trainer.drills.stream import Stream
from trainer.drills.verdicts import Part, Verdict

_PROMPTS: Final = {
    "ante": gettext_noop("What does the ante get?"),
    "bet": gettext_noop("What does the bet get?"),
    "insurance": gettext_noop("What does the insurance get?"),
    "blind": gettext_noop("What does the blind get?"),
    "play": gettext_noop("What does Play get?"),
    "call": gettext_noop("What does the call get?"),
}
_NAMES: Final = {
    "ante": gettext_noop("Ante"),
    "bet": gettext_noop("Bet"),
    "insurance": gettext_noop("Insurance"),
    "blind": gettext_noop("Blind"),
    "play": gettext_noop("Play"),
    "call": gettext_noop("Call"),
}
# Bets that are paid more often than others as it is.
_OFTEN_PAID: Final = frozenset({(CASINO, "ante"), (RUSSIAN, "insurance"), (ULTIMATE, "play")})
# What a box has and one bet has not.
_OF_BOXES: Final = ("ending:fold", "insured", "side-bet")


class WhatItPays(Dealing):
    key = "what-it-pays"
    name = gettext_noop("What it pays")
    summary = gettext_noop("One bet of a whole round: pay, push or take, and how much.")
    order = 55
    generator = 2
    games: tuple[str, ...] = GAMES
    levels: Mapping[int, str] = {
        1: gettext_noop("Plain rounds, round stakes."),
        2: gettext_noop("Close hands and purchases, table stakes."),
        3: gettext_noop("Near misses, odd stakes."),
    }
    skills: Mapping[str, str] = {
        **{f"wager:{bet}": name for bet, name in _NAMES.items()},
        **{tag: name for tag, name in SKILLS.items() if tag not in _OF_BOXES},
    }

    def _make(self, rng: Stream, ruleset: Ruleset, level: int, aims: frozenset[str]) -> Deal:
        """Of the bets of a box, each equally likely but for one that is paid, which counts for
        two unless such a bet is paid often; what is aimed at comes first."""
        deal = deal_box(rng, self.key, ruleset, level, aims, without="fold")
        box = Box(deal, ruleset)
        wagers = [w for w in deal.wagers if w.bet != SIDE_BETS[deal.game]]
        wanted = [w for w in wagers if f"wager:{w.bet}" in aims] or wagers
        weights = [1 + _counts_twice(box, w.bet) for w in wanted]
        return replace(deal, wagers=(rng.weighted(wanted, weights),))

    def _tags(self, deal: Deal, ruleset: Ruleset) -> frozenset[str]:
        own = f"wager:{deal.wagers[0].bet}"
        return (box_tags(Box(deal, ruleset)) & self.skills.keys()) | {own}

    def _result(self, deal: Deal, ruleset: Ruleset) -> Outcome:
        return self.expected(deal, ruleset).outcome

    def _flips(self, before: Deal, ruleset: Ruleset) -> Callable[[Deal], bool]:
        """An insured hand stays as it is: what may be insured follows from it."""
        insured, flips = before.wagers[0].bet == "insurance", super()._flips(before, ruleset)
        return lambda after: not (insured and before.players != after.players) and flips(after)

    def _is_askable(self, deal: Deal, ruleset: Ruleset) -> bool:
        box = Box(deal, ruleset)
        try:
            settled = box.settled(deal.wagers[0].bet)
        except EngineError:
            return False
        return settled.ground is not Ground.TOO_WEAK and is_swap_right(box)

    def question(self, deal: Deal, ruleset: Ruleset) -> Question:
        [wager] = deal.wagers
        prompt = _PROMPTS[wager.bet]
        return Question(AnswerKind.MONEY, prompt, wager=wager, switches=SWITCHES[deal.game])

    def parse_answer(self, deal: Deal, data: Mapping[str, Sequence[str]]) -> Answer:
        return posted.parse_money(data)

    def expected(self, deal: Deal, ruleset: Ruleset) -> MoneyAnswer:
        return Box(deal, ruleset).answers[deal.wagers[0].bet]

    def switches(self, deal: Deal, ruleset: Ruleset) -> tuple[str, ...]:
        return switches(Box(deal, ruleset))

    def check(self, deal: Deal, answer: Answer, ruleset: Ruleset) -> Verdict:
        if not isinstance(answer, MoneyAnswer):
            raise TypeError(f"not an answer to this drill: {answer!r}")
        box, bet = Box(deal, ruleset), deal.wagers[0].bet
        expected = box.answers[bet]
        right = answer == expected
        part = Part(
            bet,
            right,
            answer.to_data(),
            expected.to_data(),
            None if right else wager_codes(box, {bet: answer})[bet],
            Fraction(0) if right else wager_delta(box.settled(bet), answer),
        )
        return Verdict(
            (part,),
            explain(box, (bet,), whole=False),
            marks(box),
            winners(box),
            switches=switches(box),
        )


def _counts_twice(box: Box, bet: str) -> bool:
    often = (box.deal.game, bet) in _OFTEN_PAID
    return box.answers[bet].outcome is Outcome.PAY and not often


DRILL = WhatItPays()
