"""Tags, marks and reasons of a settled table.

Four steps at most: the dealer, two boxes, and the sum with the order of the house. Boxes that
were settled wrong come first; what has no step of its own is to be opened with the last.
"""

from collections.abc import Set
from typing import Any, Final

from rules.engine.cards import Card
from rules.games.settlement import Ending
from trainer.drills.box_reasons import SWITCHES as OF_A_BOX
from trainer.drills.box_reasons import box_tags, explain_box, marks, qualification
from trainer.drills.box_reasons import switches as switches_of_a_box
from trainer.drills.boxes import GAMES, RUSSIAN, Box
from trainer.drills.tables import BOX_ORDER, Boxes
from trainer.drills.verdicts import Mark, Reason

# The house rules that a result may depend on, by game.
SWITCHES: Final = {game: (*OF_A_BOX[game], BOX_ORDER) for game in GAMES}
_SHOWN: Final = 2


def switches(table: Boxes) -> tuple[str, ...]:
    """The house rules that any box turns on; of several boxes the order always does."""
    found = {BOX_ORDER}
    for box in table.boxes.values():
        found.update(switches_of_a_box(box, frozenset(found)))
    return tuple(key for key in SWITCHES[table.deal.game] if key in found)


def table_tags(table: Boxes) -> frozenset[str]:
    return frozenset().union(*(box_tags(box) for box in table.boxes.values()))


def table_marks(table: Boxes) -> dict[Card, Mark]:
    """What a player's cards do before the dealer's; the cards of all play for the dealer."""
    found: dict[Card, Mark] = {}
    for box in table.boxes.values():
        of_box = marks(box)
        found |= {card: of_box[card] for card in box.player.cards}
    dealer = _played(table).settlement.dealer
    five = dealer.five if dealer else ()
    for group in table.deal.groups:
        for card in group.cards:
            found.setdefault(card, Mark.PLAYS if card in five else Mark.IDLE)
    return found


def _played(table: Boxes) -> Box:
    """A box that was played to the end; there is one at every table."""
    return next(box for box in table.boxes.values() if box.ending is not Ending.FOLD)


def explain(table: Boxes, wrong: Set[int]) -> tuple[Reason, ...]:
    """*wrong* are the seats that were settled wrong."""
    order = sorted(table.order, key=lambda seat: seat not in wrong)
    shown, rest = order[:_SHOWN], order[_SHOWN:]
    paid = [(seat, table.boxes[seat].pay_now) for seat in table.order]
    last: dict[str, Any] = {
        "paid": [(seat, amount) for seat, amount in paid if amount],
        "pay_now": table.pay_now,
        "early": any(w.paid_early and w.profit > 0 for w in _wagers(table)),
        "order": BOX_ORDER,
        "rest": [_box(table, seat) for seat in rest],
    }
    return (
        _dealer(table),
        *(Reason("table-box", _box(table, seat)) for seat in shown),
        Reason("table-sum", last),
    )


def _wagers(table: Boxes) -> list[Any]:
    return [wager for box in table.boxes.values() for wager in box.settlement.wagers]


def _dealer(table: Boxes) -> Reason:
    box = _played(table)
    dealer = box.settlement.dealer
    assert dealer is not None
    data = {"rank": dealer.rank, "ace_king": table.deal.game == RUSSIAN}
    return Reason("table-dealer", data | {"needs": qualification(box)})


def _box(table: Boxes, seat: int) -> dict[str, Any]:
    box = table.boxes[seat]
    data = {
        "seat": seat,
        "rank": box.settlement.player.rank,
        "ace_king": table.deal.game == RUSSIAN,
    }
    return data | explain_box(box)
