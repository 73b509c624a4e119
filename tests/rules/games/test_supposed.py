"""What would be settled if something were so that is not: the base of diagnosing mistakes."""

from dataclasses import replace

import pytest

from rules.games import settle
from rules.games.settlement import Ending, Supposed
from tests.rules.games.houses import house, lay, money

WON = lay("Kh Qh Jh Ts 9h 7h", "As Ac 2d 3c 8d")
NO_GAME = lay("9s 9h 9d Kc 4s", "Qd Js 8h 6c 2s")
BOUGHT = lay("8s 8h 8d Qc 4s", "Kd Js 9h 6c 2s", after="Js 9h 6c 2s 9d")
ULTIMATE = lay("Ah 9c", "As 6d", "Ac Kd Th 5s 3c")
CASINO = lay("Ah 7h", "Ks 3d", "Jh 9h 2h 8c 3c")


@pytest.mark.parametrize(
    ("game", "round_", "bets", "supposed", "net"),
    [
        ("russian-poker", WON, {"ante": 10, "bet": 20}, {}, [0, 180]),
        ("russian-poker", WON, {"ante": 10, "bet": 20}, {"game": False}, [10, 0]),
        ("russian-poker", WON, {"ante": 10, "bet": 20}, {"comparison": Ending.TIE}, [0, 0]),
        ("russian-poker", WON, {"ante": 10, "bet": 20}, {"comparison": Ending.LOSS}, [-10, -20]),
        ("russian-poker", NO_GAME, {"insurance": 50, "ante": 50}, {"game": True}, [-50, 0]),
        # Whether the dealer had game before a purchase is not in doubt.
        ("russian-poker", BOUGHT, {"insurance": 20, "ante": 20}, {"game": False}, [20, 0]),
        ("ultimate-texas-holdem", ULTIMATE, {"ante": 10, "play": 40}, {"game": False}, [0, 40]),
        ("casino-holdem", CASINO, {"ante": 10, "call": 20}, {}, [20, 0]),
        ("casino-holdem", CASINO, {"ante": 10, "call": 20}, {"game": True}, [20, 20]),
        # Nobody compares where the dealer does not qualify.
        ("casino-holdem", CASINO, {"ante": 10, "call": 20}, {"comparison": Ending.LOSS}, [20, 0]),
    ],
)
def test_what_a_wrong_idea_would_pay(game, round_, bets, supposed, net):
    thought = replace(round_, supposed=Supposed(**supposed))
    assert list(settle(thought, money(**bets), house(game)).net.values()) == net
