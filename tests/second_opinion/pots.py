"""Hold'em showdown: a second division of pots, written from the rules reference alone.

Seats count from 0 clockwise, `players` is their number; amounts by seat, zero shares left out.
Switches: `chip_unit` (argument `unit`: every share is a multiple of it) and `odd_chip`:

| odd_chip           | between high and low | inside a pot or a half                          |
| left_of_button     | to the high half     | first winner clockwise from the button          |
| high_hand          | to the high half     | the same                                        |
| high_card_by_suit  | to the high half     | highest card, then spades > hearts > diamonds > |
|                    |                      | clubs, of the cards that the winner shows       |

Decisions where the reference leaves a case open:
1. `high_hand` names what is done between the halves; inside a half it is `left_of_button`.
2. By suit, several odd chips go one each in the order of the winners' highest cards, of all
   the cards that are handed in for the winner.
3. Layers end at the totals of players who have not folded; folded money makes no layer of its
   own. What the largest total has above the second largest is uncalled and returned first.
4. Folded money above every total still in play cannot come about and is an error.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from rules.engine.cards import Card
from tests.second_opinion.ranking import best_rank

ODD_CHIP = ("left_of_button", "high_card_by_suit", "high_hand")


def split(
    pot: Fraction | int,
    winners: Iterable[int],
    button: int,
    players: int,
    unit: Fraction | int = 1,
    odd_chip: str = "left_of_button",
    cards: Mapping[int, Sequence[Card]] | None = None,
) -> dict[int, Fraction]:
    """Raises: ValueError: without winners, or if the pot is no multiple of the unit."""
    winners = set(winners)
    if not winners or odd_chip not in ODD_CHIP or Fraction(pot) % Fraction(unit):
        raise ValueError(f"cannot split {pot} by {unit} between {sorted(winners)} ({odd_chip})")
    if odd_chip == "high_card_by_suit":
        shown = cards or {}
        order = sorted(
            winners,
            key=lambda seat: max((card.rank, card.suit) for card in shown[seat]),
            reverse=True,
        )
    else:
        clockwise = [(button + step) % players for step in range(1, players + 1)]
        order = [seat for seat in clockwise if seat in winners]
    if len(order) != len(winners):
        raise ValueError(f"winners {sorted(winners)} do not sit at a table of {players}")
    shares = dict.fromkeys(order, Fraction(0))
    left = Fraction(pot) / Fraction(unit)
    while left:  # one chip after the other, always round the same circle
        for seat in order:
            if left:
                shares[seat] += unit
                left -= 1
    return {seat: share for seat, share in shares.items() if share}


def split_high_low(
    pot: Fraction | int,
    high_winners: Iterable[int],
    low_winners: Iterable[int],
    button: int,
    players: int,
    unit: Fraction | int = 1,
    odd_chip: str = "left_of_button",
    cards: Mapping[int, Sequence[Card]] | None = None,
) -> dict[int, Fraction]:
    low_winners = set(low_winners)
    if not low_winners:
        return split(pot, high_winners, button, players, unit, odd_chip, cards)
    low = Fraction(pot) / Fraction(unit) // 2 * Fraction(unit)
    high = split(pot - low, high_winners, button, players, unit, odd_chip, cards)
    if low:
        for seat, share in split(low, low_winners, button, players, unit, odd_chip, cards).items():
            high[seat] = high.get(seat, Fraction(0)) + share
    return high


def side_pots(totals: Mapping[int, Fraction | int], folded: Iterable[int] = ()) -> dict[str, Any]:
    """The pots, the main pot first, and what was not called.

    Returns `pots` (each `amount` and the set `eligible`) and `returned` by seat.
    Raises: ValueError: if money lies in a layer that nobody may win.
    """
    folded = set(folded)
    put = {seat: Fraction(total) for seat, total in totals.items()}
    returned = {}
    largest = sorted(put.values(), reverse=True)
    uncalled = largest[0] - largest[1] if len(largest) > 1 else largest[0]
    if uncalled:
        owner = max(put, key=lambda seat: put[seat])
        returned[owner] = uncalled
        put[owner] -= uncalled
    pots = []
    floor = Fraction(0)
    for level in sorted({put[seat] for seat in put if seat not in folded}):
        if level == 0:
            continue
        amount = sum(
            (min(total, level) - min(total, floor) for total in put.values()), Fraction(0)
        )
        eligible = {seat for seat in put if seat not in folded and put[seat] >= level}
        pots.append({"amount": amount, "eligible": eligible})
        floor = level
    if max(put.values()) > floor:
        raise ValueError("folded money lies above what everyone in play has put")
    return {"pots": pots, "returned": returned}


def settle(
    totals: Mapping[int, Fraction | int],
    folded: Iterable[int],
    hole: Mapping[int, Sequence[Card]],
    board: Sequence[Card],
    button: int,
    players: int,
    unit: Fraction | int = 1,
    odd_chip: str = "left_of_button",
) -> dict[str, Any]:
    """A whole showdown: `pots` (amount, eligible, winners, shares), `returned`, `amounts`.

    `amounts` is what each seat takes from the table, what is returned to it included.
    """
    layers = side_pots(totals, folded)
    cards = {seat: [*two, *board] for seat, two in hole.items()}
    pots = []
    amounts = dict(layers["returned"])
    for pot in layers["pots"]:
        best = max(best_rank(cards[seat]) for seat in pot["eligible"])
        winners = {seat for seat in pot["eligible"] if best_rank(cards[seat]) == best}
        shares = split(pot["amount"], winners, button, players, unit, odd_chip, hole)
        pots.append(pot | {"winners": winners, "shares": shares})
        for seat, share in shares.items():
            amounts[seat] = amounts.get(seat, Fraction(0)) + share
    return {"pots": pots, "returned": layers["returned"], "amounts": amounts}
