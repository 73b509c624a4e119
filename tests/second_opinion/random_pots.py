"""Random showdowns for `pots.settle`, as its arguments."""

from random import Random
from typing import Any

from tests.second_opinion.pots import ODD_CHIP
from tests.second_opinion.random_hands import deal, interesting


def random_pot(rng: Random) -> dict[str, Any]:
    """Two to six players, few distinct totals, weak hole cards on strong boards for ties."""
    players = rng.randint(2, 6)
    board = interesting(rng)
    seats = range(players)
    spare = deal(rng, 2 * players, board)
    if rng.random() < 0.5:
        spare.sort(key=lambda card: card.rank)
    hole = {seat: spare[2 * seat : 2 * seat + 2] for seat in seats}
    unit = rng.choice([1, 1, 5, 25])
    levels = [unit * rng.randint(1, 40) for _ in range(3)]
    totals = {seat: rng.choice(levels) for seat in seats}
    folded = {seat for seat in seats if rng.random() < 0.2}
    staying = max(totals, key=lambda seat: totals[seat])
    folded.discard(staying)  # or money would lie in a layer that nobody may win
    return {
        "totals": totals,
        "folded": folded,
        "hole": hole,
        "board": board,
        "button": rng.randrange(players),
        "players": players,
        "unit": unit,
        "odd_chip": rng.choice(ODD_CHIP),
    }
