"""Settle the box: a whole round with real cards; pay, push or take every wager, then pay out.

Russian poker: ante, bet, bonus and insurance, after a bought card, an exchange, a bought game or
a fold. Ultimate Texas Hold’em: ante, blind, Play at any multiple, Trips. Casino Hold’em: ante,
call, AA bonus.

What is right
    What `rules.games.settle` gives every wager, to the cent. What is paid out at the end is the
    sum of the profits that were not paid earlier in the round.

Levels
    1: the wagers that everybody has, stakes in tens, no purchase.
    2: all wagers and purchases, table stakes, every second comparison close.
    3: odd stakes, two hands in three after a purchase, close comparisons and dealers who just
       have game or just miss it.
"""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction

from rules.engine.errors import EngineError
from rules.engine.text import gettext_noop
from rules.games.base import Outcome, Ruleset
from trainer.drills import posted
from trainer.drills.answers import (
    PAY_NOW,
    AmountAnswer,
    Answer,
    AnswerKind,
    BoxAnswer,
    Question,
)
from trainer.drills.box_deals import deal_box
from trainer.drills.box_mistakes import pay_now_code, pay_now_delta, wager_codes, wager_delta
from trainer.drills.box_moves import is_legal
from trainer.drills.box_reasons import SWITCHES, box_tags, explain, marks, switches, winners
from trainer.drills.boxes import GAMES, Box
from trainer.drills.deals import Deal
from trainer.drills.search import Dealing
from trainer.drills.stream import Stream
from trainer.drills.verdicts import Part, Verdict

SKILLS: Mapping[str, str] = {
    "ending:win": gettext_noop("Rounds that the guest wins"),
    "ending:tie": gettext_noop("Ties"),
    "ending:loss": gettext_noop("Rounds that the dealer wins"),
    "ending:fold": gettext_noop("Folded boxes"),
    "no-game": gettext_noop("The dealer does not qualify"),
    "ahead": gettext_noop("The dealer is ahead and does not qualify"),
    "edge": gettext_noop("The dealer just qualifies or just misses it"),
    "kicker": gettext_noop("Kickers"),
    "two-combinations": gettext_noop("Two combinations"),
    "sixth-card": gettext_noop("Bought sixth card"),
    "exchange": gettext_noop("Exchanged cards"),
    "bought-game": gettext_noop("Bought game"),
    "insured": gettext_noop("Insurance"),
    "side-bet": gettext_noop("Bonus bets"),
    "paid-early": gettext_noop("Bets that were paid earlier"),
    "fraction": gettext_noop("Odds such as 3:2"),
    "cap": gettext_noop("Maximum payouts"),
}


class SettleTheBox(Dealing):
    key = "settle-the-box"
    name = gettext_noop("Settle the box")
    summary = gettext_noop("A whole round: pay, push or take every bet, then pay out.")
    order = 80
    generator = 2
    games: tuple[str, ...] = GAMES
    levels: Mapping[int, str] = {
        1: gettext_noop("Few bets, round stakes."),
        2: gettext_noop("All bets and purchases, table stakes."),
        3: gettext_noop("Close hands, odd stakes."),
    }
    skills: Mapping[str, str] = SKILLS

    def _make(self, rng: Stream, ruleset: Ruleset, level: int, aims: frozenset[str]) -> Deal:
        return deal_box(rng, self.key, ruleset, level, aims)

    def _tags(self, deal: Deal, ruleset: Ruleset) -> frozenset[str]:
        return box_tags(Box(deal, ruleset))

    def _result(self, deal: Deal, ruleset: Ruleset) -> tuple[Outcome, ...]:
        return tuple(answer.outcome for answer in Box(deal, ruleset).answers.values())

    def _is_askable(self, deal: Deal, ruleset: Ruleset) -> bool:
        box = Box(deal, ruleset)
        try:
            _ = box.settlement
        except EngineError:
            return False
        return is_legal(box)

    def question(self, deal: Deal, ruleset: Ruleset) -> Question:
        return Question(
            AnswerKind.BOX,
            gettext_noop("Settle every bet."),
            wagers=deal.wagers,
            asks_pay_now=True,
            switches=SWITCHES[deal.game],
        )

    def parse_answer(self, deal: Deal, data: Mapping[str, Sequence[str]]) -> Answer:
        asked = Question(AnswerKind.BOX, "", wagers=deal.wagers, asks_pay_now=True)
        return posted.parse_box(asked, data)

    def expected(self, deal: Deal, ruleset: Ruleset) -> BoxAnswer:
        return _expected(Box(deal, ruleset))

    def switches(self, deal: Deal, ruleset: Ruleset) -> tuple[str, ...]:
        return switches(Box(deal, ruleset))

    def check(self, deal: Deal, answer: Answer, ruleset: Ruleset) -> Verdict:
        if not isinstance(answer, BoxAnswer) or answer.pay_now is None:
            raise TypeError(f"not an answer to this drill: {answer!r}")
        box = Box(deal, ruleset)
        return Verdict(
            _parts(box, answer, answer.pay_now),
            explain(box, tuple(box.bets), whole=True),
            marks(box),
            winners(box),
            switches=switches(box),
        )


def _expected(box: Box) -> BoxAnswer:
    return BoxAnswer(tuple((bet, box.answers[bet]) for bet in box.bets), box.pay_now)


def _parts(box: Box, answer: BoxAnswer, paid: Decimal) -> tuple[Part, ...]:
    """One part a wager, and the sum that is paid out last."""
    given = dict(answer.wagers)
    codes = wager_codes(box, given)
    parts = []
    for bet in box.bets:
        right = box.answers[bet]
        delta = wager_delta(box.settled(bet), given[bet]) if bet in codes else Fraction(0)
        parts.append(
            Part(
                bet, bet not in codes, given[bet].to_data(), right.to_data(), codes.get(bet), delta
            )
        )
    is_right = paid == box.pay_now
    total = Part(
        PAY_NOW,
        is_right,
        AmountAnswer(paid).to_data(),
        AmountAnswer(box.pay_now).to_data(),
        None if is_right else pay_now_code([(box, given)], paid),
        pay_now_delta([(box, given)], paid),
    )
    return (*parts, total)


DRILL = SettleTheBox()
