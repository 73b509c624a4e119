"""Split the pot: hold’em at showdown; how much does one of the players take?

All hands that are not folded lie open, and beside every seat stands what it has put in during
the whole hand. Asked is the sum that one seat takes from the table, a bet of its own that
nobody called included.

What is right
    What `rules.games.texas_holdem.settle` gives the seat under the rules of the house: side
    pots, odd chips, high and low halves.

Levels
    1: one pot, mostly split and mostly with an odd chip; folded hands have left money in it.
    2: one player is all-in, so that there is a side pot.
    3: two or three are all-in for different amounts, and a bet may lie there that nobody
       called.
"""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Final

from rules.engine.cards import Card
from rules.engine.text import gettext_noop
from rules.games.base import Ruleset
from rules.games.texas_holdem import hand_rules, low_half_rules
from trainer.drills import posted
from trainer.drills.answers import AmountAnswer, Answer, AnswerKind, Question
from trainer.drills.deals import Deal, Group, GroupRole
from trainer.drills.pot_mistakes import code
from trainer.drills.pot_tables import SWITCHES, PotTable, explain, facts, marks, pot_tags, switches
from trainer.drills.search import Dealing
from trainer.drills.strata import pots
from trainer.drills.strata.base import Deck, Stratum, draw_stratum
from trainer.drills.stream import Stream
from trainer.drills.verdicts import Part, Verdict

# Of so many questions one is about a player who may well take nothing.
_ANYBODY: Final = 8


class SplitThePot(Dealing):
    key = "split-the-pot"
    name = gettext_noop("Split the pot")
    summary = gettext_noop("Showdown: how much does one of the players take from the table?")
    order = 110
    generator = 1
    games: tuple[str, ...] = ("texas-holdem",)
    levels: Mapping[int, str] = {
        1: gettext_noop("One pot, equal hands, an odd chip."),
        2: gettext_noop("One all-in and a side pot."),
        3: gettext_noop("Several all-ins, folded money, bets that nobody called."),
    }
    skills: Mapping[str, str] = {
        "split-pot": gettext_noop("Pots that are split"),
        "odd-chip": gettext_noop("Odd chips"),
        "high-low": gettext_noop("High and low halves"),
        "dead-money": gettext_noop("Money of folded hands"),
        "side-pot": gettext_noop("One side pot"),
        "side-pots": gettext_noop("Several side pots"),
        "uncalled": gettext_noop("Bets that nobody called"),
        "takes-nothing": gettext_noop("Players who take nothing"),
    }

    def _make(self, rng: Stream, ruleset: Ruleset, level: int, aims: frozenset[str]) -> Deal:
        contest = pots.Contest(hand_rules(ruleset), low_half_rules(ruleset))
        strata: tuple[Stratum[pots.Plan], ...] = pots.HIGH_LOW if contest.low else pots.HIGH
        stratum = draw_stratum(rng, strata, level, aims)
        live, folded = rng.choice(pots.TABLES[level])
        layout = stratum.build(Deck(rng), live, contest)
        money = pots.put_in(rng, level, live, folded)
        seats = rng.shuffled(range(live + folded))
        chip = Decimal(ruleset.switches["chip_unit"])
        chips = zip(seats, (*money.live, *money.folded), strict=True)
        put = {seat: count * chip for seat, count in chips}
        groups = _groups(layout.board, dict(zip(seats, layout.holes, strict=False)))

        def deal(asked: int) -> Deal:
            said = facts(put, sorted(seats[live:]), button, asked)
            return Deal(self.key, ruleset.game, level, groups, facts=said, stratum=stratum.key)

        button = rng.below(live + folded)
        takers = PotTable(deal(seats[0]), ruleset).settlement.amounts
        offered = sorted(takers) if rng.below(_ANYBODY) else sorted(seats[:live])
        return deal(rng.choice(offered))

    def _tags(self, deal: Deal, ruleset: Ruleset) -> frozenset[str]:
        return pot_tags(PotTable(deal, ruleset))

    def _result(self, deal: Deal, ruleset: Ruleset) -> Decimal:
        return PotTable(deal, ruleset).amount

    def question(self, deal: Deal, ruleset: Ruleset) -> Question:
        return Question(
            AnswerKind.AMOUNT,
            gettext_noop("How much does Player %(letter)s take?"),
            params={"letter": PotTable(deal, ruleset).letter},
            switches=SWITCHES,
        )

    def parse_answer(self, deal: Deal, data: Mapping[str, Sequence[str]]) -> Answer:
        return posted.parse_amount_answer(data)

    def expected(self, deal: Deal, ruleset: Ruleset) -> Answer:
        return AmountAnswer(PotTable(deal, ruleset).amount)

    def switches(self, deal: Deal, ruleset: Ruleset) -> tuple[str, ...]:
        return switches(PotTable(deal, ruleset))

    def check(self, deal: Deal, answer: Answer, ruleset: Ruleset) -> Verdict:
        if not isinstance(answer, AmountAnswer):
            raise TypeError(f"not an answer to this drill: {answer!r}")
        table = PotTable(deal, ruleset)
        expected = AmountAnswer(table.amount)
        right = answer == expected
        part = Part(
            "amount",
            right,
            answer.to_data(),
            expected.to_data(),
            None if right else code(table, answer.amount),
            Fraction(answer.amount) - Fraction(table.amount),
        )
        return Verdict((part,), explain(table), marks(table), switches=switches(table))


def _groups(board: list[Card], holes: Mapping[int, list[Card]]) -> tuple[Group, ...]:
    players = (Group(GroupRole.PLAYER, tuple(holes[seat]), seat) for seat in sorted(holes))
    return (Group(GroupRole.BOARD, tuple(board)), *players)


DRILL = SplitThePot()
