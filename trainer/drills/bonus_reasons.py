"""Tags, marks and reasons of a settled bonus.

At most four steps: the hand that counts, what misleads or comes too late, the row, and the
arithmetic last. A bet that is taken or returned has no arithmetic.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.engine.best import BestHand, best_five
from rules.engine.cards import Card, Rank
from rules.engine.ranking import STRAIGHT_CATEGORIES
from rules.games import find_game
from rules.games.base import Outcome, Ruleset, WagerResult
from trainer.drills.amounts import to_money
from trainer.drills.base import Deal, Mark, Reason
from trainer.drills.bonuses import BONUSES, SIX
from trainer.drills.tags import Trap, surplus, unmade


@dataclass(frozen=True, slots=True)
class Judged:
    """A deal with the result of its bonus.

    `counted` are the cards among which the paid hand was looked for, `late` those that lie
    open and were not looked at any more.
    """

    deal: Deal
    ruleset: Ruleset
    result: WagerResult

    @property
    def cards(self) -> tuple[Card, ...]:
        return self.deal.board + self.deal.players[0].cards

    @property
    def counted(self) -> tuple[Card, ...]:
        return self.result.hand.five + self.result.hand.spare

    @property
    def late(self) -> tuple[Card, ...]:
        return tuple(card for card in self.cards if card not in self.counted)

    @property
    def bought(self) -> bool:
        return self.deal.players[0].bought

    @property
    def tempting(self) -> BestHand | None:
        """The best hand of all open cards, if it stands on another row than the one paid."""
        if not self.late:
            return None
        hand = best_five(self.cards)
        other = self.ruleset.tables[self.result.table].row_for(hand.rank) != self.result.row
        return hand if other else None


def judge(deal: Deal, ruleset: Ruleset) -> Judged:
    return Judged(deal, ruleset, BONUSES[deal.game].settle(deal, ruleset))


def traps(judged: Judged) -> dict[Trap, tuple[Rank, ...]]:
    """What makes a hand that is not paid look like more, or a full house like two."""
    cards, rank = judged.counted, judged.result.hand.rank
    found = dict(surplus(cards, rank))
    if judged.result.outcome is Outcome.PAY:
        found.pop(Trap.THREE_PAIRS, None)
        return found
    for trap, part in unmade(cards, cards, rank, rank.category).items():
        found[trap] = tuple(card.rank for card in part)
    return found


def bonus_tags(judged: Judged) -> frozenset[str]:
    result = judged.result
    found = {f"outcome:{result.outcome}", *(trap.value for trap in traps(judged))}
    found.add(f"row:{result.row.hand.key}" if result.row else "row:none")
    if judged.bought:
        found.add(f"table:{result.table}")
    if judged.tempting:
        found.add("late-cards")
    rank = result.hand.rank
    if rank.category in STRAIGHT_CATEGORIES and rank.ranks == (Rank.FIVE,):
        found.add("wheel")
    if len(judged.deal.board) == 5 and set(judged.deal.board) == set(result.hand.five):
        found.add("board-plays")
    return frozenset(found)


def marks(judged: Judged) -> dict[Card, Mark]:
    """The five that count play; a bought card that brings the paid hand decides."""
    result = judged.result
    found = {card: Mark.PLAYS if card in result.hand.five else Mark.IDLE for card in judged.cards}
    if judged.bought and result.table == SIX and result.outcome is Outcome.PAY:
        found[judged.deal.players[0].cards[-1]] = Mark.DECIDES
    return found


# --- reasons ---------------------------------------------------------------------------------


def explain(judged: Judged) -> tuple[Reason, ...]:
    steps = [_counts(judged), *_aside(judged)[:1], _row(judged)]
    if judged.bought and judged.result.table == SIX:
        steps.insert(0, _first_five_unpaid(judged))
    if judged.result.outcome is Outcome.PAY:
        steps.append(_amount(judged))
    return tuple(steps)


def _ace_king(judged: Judged) -> bool:
    """Whether the game has ace-king as a name of its own."""
    return not judged.deal.board


def _counts(judged: Judged) -> Reason:
    """Which cards count, and what they make."""
    if judged.bought and judged.result.table == SIX:
        which = "six"
    elif judged.deal.board:
        which = "flop" if len(judged.counted) == 5 else "seven"
    else:
        which = "first-five" if judged.bought else "five"
    hand = judged.result.hand
    data = {"which": which, "rank": hand.rank, "five": hand.rank.five_ranks}
    return Reason("cards-count", {**data, "ace_king": _ace_king(judged)})


def _first_five_unpaid(judged: Judged) -> Reason:
    rank = best_five(judged.deal.players[0].cards[:5]).rank
    return Reason("first-five-unpaid", {"rank": rank, "ace_king": _ace_king(judged)})


def _aside(judged: Judged) -> Sequence[Reason]:
    """What is on the table and does not count, else a trap; nothing after a first step that
    already tells of two hands and leaves no room."""
    if judged.late:
        kind = "bought-late" if judged.bought else "late-cards"
        return [Reason(kind)]
    if judged.result.outcome is Outcome.PAY and judged.result.table == SIX:
        return []
    found = traps(judged)
    return [Reason(trap.kind, {"ranks": found[trap]}) for trap in Trap if trap in found]


def _row(judged: Judged) -> Reason:
    """The row, or that there is none; `table` is the msgid of its name."""
    result = judged.result
    slot = find_game(judged.deal.game).table(result.table)
    data = {
        "table": slot.name,
        "several": len(BONUSES[judged.deal.game].tables) > 1,
        "row": result.row,
        "outcome": result.outcome.value,
    }
    return Reason("pay-row" if result.row else "no-row", data)


def _amount(judged: Judged) -> Reason:
    result = judged.result
    profit = to_money(result.profit)
    sums = {"stake": result.stake, "pays": result.pays, "profit": profit}
    return Reason("amount", {**sums, "rounded": profit != result.profit})
