"""Tags, marks and reasons of a settled bonus.

At most four steps: the hand that counts, what misleads or comes too late, the row, and the
arithmetic last. Where a win is needed the comparison with the dealer follows the row and
nothing is told aside. A row that pays nothing has no arithmetic, nor has a bet that is taken.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from rules.engine.best import BestHand, best_five
from rules.engine.cards import Card, Rank
from rules.engine.ranking import STRAIGHT_CATEGORIES, HandRank
from rules.games import find_game
from rules.games.arithmetic import Arithmetic
from rules.games.base import Outcome, PayRow, Ruleset
from rules.games.settlement import Settled
from rules.games.switches import is_on
from trainer.drills.amounts import to_money
from trainer.drills.bonuses import BONUSES, NEEDS_WIN, SIX, settle_bonus
from trainer.drills.deals import Deal
from trainer.drills.tags import Trap, surplus, unmade
from trainer.drills.turning import turning_on
from trainer.drills.verdicts import Mark, Reason


@dataclass(frozen=True, slots=True)
class Judged:
    """A deal with the result of its bonus.

    `table` is the key of the pay table that had the last word, `hand` the hand it was asked
    about. `counted` are the cards among which that was looked for, `late` those that lie open
    and were not looked at any more.
    """

    deal: Deal
    ruleset: Ruleset
    result: Settled
    table: str
    hand: BestHand

    @property
    def row(self) -> PayRow | None:
        """Where the hand stands, whether it was paid or not."""
        return self.row_for(self.hand)

    @property
    def pays(self) -> bool:
        """Whether the hand stands on a row that pays anything."""
        return self.row is not None and self.row.pays > 0

    @property
    def cards(self) -> tuple[Card, ...]:
        return self.deal.board + self.deal.players[0].cards

    @property
    def counted(self) -> tuple[Card, ...]:
        return self.hand.five + self.hand.spare

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
        return hand if self.row_for(hand) != self.row else None

    @property
    def opponent(self) -> BestHand | None:
        """The dealer’s hand, where the house pays only a hand that beats it."""
        if not self.deal.dealer or not is_on(self.ruleset, NEEDS_WIN):
            return None
        return best_five(self.deal.board + self.deal.dealer)

    def row_for(self, hand: BestHand) -> PayRow | None:
        return self.ruleset.tables[self.table].row_for(hand.rank)


def judge(deal: Deal, ruleset: Ruleset) -> Judged:
    result = settle_bonus(deal, ruleset)
    assert result.table is not None
    assert result.hand is not None
    return Judged(deal, ruleset, result, result.table, result.hand)


@lru_cache(maxsize=256)
def switches(judged: Judged) -> tuple[str, ...]:
    """The house rules that the result turns on.

    That a win is needed or not touches a hand on no row in no house.
    """

    def result(ruleset: Ruleset) -> tuple[object, ...]:
        settled = settle_bonus(judged.deal, ruleset)
        return settled.outcome, settled.profit

    keys = BONUSES[judged.deal.game].switches
    if judged.row is None:
        keys = tuple(key for key in keys if key != NEEDS_WIN)
    return turning_on(judged.ruleset, keys, result)


def traps(judged: Judged) -> dict[Trap, tuple[Rank, ...]]:
    """What makes a hand that is not paid look like more, or a full house like two."""
    cards, rank = judged.counted, judged.hand.rank
    found = dict(surplus(cards, rank))
    if judged.pays:
        found.pop(Trap.THREE_PAIRS, None)
        return found
    for trap, part in unmade(cards, cards, rank, rank.category).items():
        found[trap] = tuple(card.rank for card in part)
    return found


def bonus_tags(judged: Judged) -> frozenset[str]:
    found = {f"outcome:{judged.result.outcome}", *(trap.value for trap in traps(judged))}
    found.add(f"row:{judged.row.hand.key}" if judged.row else "row:none")
    if judged.bought:
        found.add(f"table:{judged.table}")
    if judged.tempting:
        found.add("late-cards")
    rank = judged.hand.rank
    if rank.category in STRAIGHT_CATEGORIES and rank.ranks == (Rank.FIVE,):
        found.add("wheel")
    if len(judged.deal.board) == 5 and set(judged.deal.board) == set(judged.hand.five):
        found.add("board-plays")
    return frozenset(found)


def marks(judged: Judged) -> dict[Card, Mark]:
    """The five that count play, and of the dealer’s own cards those that do in its five; a
    bought card that brings the paid hand decides."""
    playing = judged.hand.five
    if judged.opponent is not None:
        playing += tuple(card for card in judged.opponent.five if card in judged.deal.dealer)
    shown = judged.cards + judged.deal.dealer
    found = {card: Mark.PLAYS if card in playing else Mark.IDLE for card in shown}
    if judged.bought and judged.table == SIX and judged.result.outcome is Outcome.PAY:
        found[judged.deal.players[0].cards[-1]] = Mark.DECIDES
    return found


# --- reasons ---------------------------------------------------------------------------------


def explain(judged: Judged) -> tuple[Reason, ...]:
    won = _needs_win(judged)
    aside = [] if won else _aside(judged)[:1]
    steps = [_counts(judged), *aside, _row(judged), *won]
    if judged.bought and judged.table == SIX:
        steps.insert(0, _first_five_unpaid(judged))
    sum_ = judged.result.arithmetic
    if sum_ is not None and sum_.total:
        steps.append(_amount(judged, sum_))
    return tuple(steps)


def _ace_king(judged: Judged) -> bool:
    """Whether the game has ace-king as a name of its own."""
    return not judged.deal.board


def _counts(judged: Judged) -> Reason:
    """Which cards count, and what they make."""
    if judged.bought and judged.table == SIX:
        which = "six"
    elif judged.deal.board:
        which = "flop" if len(judged.counted) == 5 else "seven"
    else:
        which = "first-five" if judged.bought else "five"
    rank = judged.hand.rank
    data = {"which": which, "rank": rank, "five": rank.five_ranks}
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
    if judged.pays and judged.table == SIX:
        return []
    found = traps(judged)
    return [Reason(trap.kind, {"ranks": found[trap]}) for trap in Trap if trap in found]


def _row(judged: Judged) -> Reason:
    """The row, or that there is none; `table` is the msgid of its name, `returns` says that
    the row pays nothing but the stake."""
    slot = find_game(judged.deal.game).table(judged.table)
    data = {
        "table": slot.name,
        "several": len(BONUSES[judged.deal.game].tables) > 1,
        "row": judged.row,
        "returns": not judged.pays,
        "outcome": judged.result.outcome.value,
    }
    return Reason("pay-row" if judged.row else "no-row", data)


def _needs_win(judged: Judged) -> list[Reason]:
    """How a hand on a row fares against the dealer, where only a win is paid."""
    dealer, mine = judged.opponent, judged.hand.rank
    if dealer is None or not judged.pays:
        return []
    return [Reason("needs-win", {"dealer": dealer.rank, "ending": _ending(mine, dealer.rank)})]


def _ending(mine: HandRank, dealer: HandRank) -> str:
    if mine == dealer:
        return "tie"
    return "win" if mine > dealer else "loss"


def _amount(judged: Judged, sum_: Arithmetic) -> Reason:
    """The whole sum: the products or fixed amounts with their `total`, each maximum that cut
    with the msgid of its name, the chip of `unit` down to which was rounded to `paid`, and
    `profit`, which is that to the cent."""
    game = find_game(judged.deal.game)
    terms = [
        {"stake": term.stake, "odds": term.odds, "amount": term.amount} for term in sum_.terms
    ]
    caps = [
        {"switch": cap.switch, "name": game.switch(cap.switch).name, "limit": cap.limit}
        for cap in sum_.caps
    ]
    profit = to_money(sum_.profit)
    data: dict[str, Any] = {
        "terms": terms,
        "total": sum_.total,
        "caps": caps,
        "unit": sum_.unit,
        "paid": sum_.profit,
        "profit": profit,
        "to_cent": profit != sum_.profit,
    }
    return Reason("amount", data)
