"""Settle the table: several boxes of one round, in the order of the house, against one clock.

Two to four boxes of Russian poker, two to six of Ultimate Texas Hold’em and Casino Hold’em, each
with its own cards, purchases and wagers before the same dealer. Where the dealer's game was
bought, every box that plays has bought it.

What is right
    What `rules.games.settle` gives every wager of every box, to the cent; the sum of the profits
    of all boxes that were not paid earlier in the round; and the order of the switch
    `box_order`. Seats are lettered from the dealer's left, so that from right to left the last
    letter comes first.

Levels
    1: two boxes, the wagers that everybody has, stakes in tens.
    2: three boxes or four, all wagers and purchases, table stakes.
    3: the full table, odd stakes, close comparisons and dealers who just have game or miss it.
"""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction

from rules.engine.errors import EngineError
from rules.engine.text import gettext_noop
from rules.games.base import Outcome, Ruleset
from trainer.drills import posted
from trainer.drills.answers import (
    BOXES_IN_ORDER,
    PAY_NOW,
    AmountAnswer,
    Answer,
    AnswerKind,
    BoxAnswer,
    MoneyAnswer,
    Option,
    OrderAnswer,
    Question,
)
from trainer.drills.box_mistakes import pay_now_code, pay_now_delta, wager_codes, wager_delta
from trainer.drills.box_moves import is_legal
from trainer.drills.boxes import GAMES
from trainer.drills.deals import Deal, GroupRole
from trainer.drills.search import Dealing
from trainer.drills.settle_the_box import SKILLS
from trainer.drills.stream import Stream
from trainer.drills.table_deals import deal_table
from trainer.drills.table_reasons import SWITCHES, explain, switches, table_marks, table_tags
from trainer.drills.tables import Boxes
from trainer.drills.verdicts import ErrorCode, Part, Verdict


class SettleTheTable(Dealing):
    key = "settle-the-table"
    name = gettext_noop("Settle the table")
    summary = gettext_noop("Several boxes, one clock: every bet, in the order of the house.")
    order = 82
    generator = 1
    games: tuple[str, ...] = GAMES
    levels: Mapping[int, str] = {
        1: gettext_noop("Two boxes, few bets, round stakes."),
        2: gettext_noop("Three or four boxes, all bets."),
        3: gettext_noop("The full table, close hands, odd stakes."),
    }
    skills: Mapping[str, str] = SKILLS

    def _make(self, rng: Stream, ruleset: Ruleset, level: int, aims: frozenset[str]) -> Deal:
        return deal_table(rng, self.key, ruleset, level, aims)

    def _tags(self, deal: Deal, ruleset: Ruleset) -> frozenset[str]:
        return table_tags(Boxes(deal, ruleset))

    def _result(self, deal: Deal, ruleset: Ruleset) -> tuple[Outcome, ...]:
        return tuple(answer.outcome for answer in Boxes(deal, ruleset).answers.values())

    def _is_askable(self, deal: Deal, ruleset: Ruleset) -> bool:
        try:
            return all(
                box.settlement and is_legal(box) for box in Boxes(deal, ruleset).boxes.values()
            )
        except EngineError:
            return False

    def question(self, deal: Deal, ruleset: Ruleset) -> Question:
        return _ask(deal)

    def parse_answer(self, deal: Deal, data: Mapping[str, Sequence[str]]) -> Answer:
        return posted.parse_box(_ask(deal), data)

    def expected(self, deal: Deal, ruleset: Ruleset) -> BoxAnswer:
        table = Boxes(deal, ruleset)
        wagers = tuple((wager.bet, table.answers[wager.bet]) for wager in deal.wagers)
        return BoxAnswer(wagers, table.pay_now, table.places)

    def switches(self, deal: Deal, ruleset: Ruleset) -> tuple[str, ...]:
        return switches(Boxes(deal, ruleset))

    def check(self, deal: Deal, answer: Answer, ruleset: Ruleset) -> Verdict:
        if not isinstance(answer, BoxAnswer) or answer.pay_now is None or answer.places is None:
            raise TypeError(f"not an answer to this drill: {answer!r}")
        table = Boxes(deal, ruleset)
        given = _by_seat(answer)
        parts = {seat: _settled(table, seat, given[seat]) for seat in table.boxes}
        wrong = {seat for seat in parts if not all(part.right for part in parts[seat])}
        return Verdict(
            (
                *(part for seat in parts for part in parts[seat]),
                _order(table, answer.places),
                _total(table, given, answer.pay_now),
            ),
            explain(table, wrong),
            table_marks(table),
            switches=switches(table),
        )


def _ask(deal: Deal) -> Question:
    boxes = tuple(Option(str(group.seat), GroupRole.PLAYER, group.seat) for group in deal.players)
    return Question(
        AnswerKind.BOX,
        gettext_noop("Settle every box, in the order of the house."),
        options=boxes,
        wagers=deal.wagers,
        asks_pay_now=True,
        switches=SWITCHES[deal.game],
    )


Given = dict[int, dict[str, MoneyAnswer]]


def _by_seat(answer: BoxAnswer) -> Given:
    found: Given = {}
    for name, each in answer.wagers:
        seat, _, bet = name.partition(".")
        found.setdefault(int(seat), {})[bet] = each
    return found


def _settled(table: Boxes, seat: int, given: Mapping[str, MoneyAnswer]) -> list[Part]:
    """One part a wager."""
    box = table.boxes[seat]
    codes = wager_codes(box, given)
    return [
        Part(
            f"{seat}.{bet}",
            bet not in codes,
            given[bet].to_data(),
            box.answers[bet].to_data(),
            codes.get(bet),
            wager_delta(box.settled(bet), given[bet]) if bet in codes else Fraction(0),
        )
        for bet in box.bets
    ]


def _order(table: Boxes, places: tuple[int, ...]) -> Part:
    right = places == table.places
    given, expected = OrderAnswer(places).to_data(), OrderAnswer(table.places).to_data()
    return Part(BOXES_IN_ORDER, right, given, expected, None if right else ErrorCode.ORDER)


def _total(table: Boxes, given: Given, paid: Decimal) -> Part:
    settled = [(box, given[seat]) for seat, box in table.boxes.items()]
    right = paid == table.pay_now
    return Part(
        PAY_NOW,
        right,
        AmountAnswer(paid).to_data(),
        AmountAnswer(table.pay_now).to_data(),
        None if right else pay_now_code(settled, paid),
        pay_now_delta(settled, paid),
    )


DRILL = SettleTheTable()
