"""What the pages ask to check; none of it is forbidden."""

from fractions import Fraction

import pytest

from rules.doubts import PLAUSIBLE, doubts
from rules.games import find_game
from rules.games.base import PayTable, make_rows
from rules.worth import Worth, worths
from tests.rules.test_worth import CASINO, RUSSIAN, ULTIMATE, house

pytestmark = pytest.mark.django_db

TRIPS = "royal flush 50, straight flush 40, quads 30, full house 8, flush 7, straight 4, trips 3"
# The first-five tables of other styles than Reference's.
TRIPS_UP = (
    "royal flush 1000, straight flush 500, quads 200, full house 70, flush 50, straight 40, "
    "trips 25"
)
STRAIGHT_UP = (
    "royal flush 3000, straight flush 800, quads 250, full house 150, flush 100, straight 50"
)


def asked(game, tables=None, others=None, values=True, **switches):
    ruleset = house(game, tables, **switches)
    other = {
        key: [PayTable(make_rows(one)) for one in rows] for key, rows in (others or {}).items()
    }
    found = find_game(game)
    return doubts(found, ruleset, other, worths(found, ruleset) if values else None)


@pytest.mark.parametrize("game", [RUSSIAN, CASINO, ULTIMATE])
def test_reference_raises_no_doubt(game):
    assert not any(asked(game).values())


def test_a_table_that_favours_the_player():
    rich = TRIPS.replace("full house 8, flush 7", "full house 9, flush 8").replace(
        "trips 3", "trips 4"
    )
    assert asked(ULTIMATE, {"trips": rich})["trips"] == [
        f"Trips: the table favours the player, by {percent_of(rich)} of the stake."
    ]


def percent_of(rich):
    edge = worths(find_game(ULTIMATE), house(ULTIMATE, {"trips": rich}))["trips"].edge
    assert edge < 0
    return f"{round(float(-edge) * 100, 2):.2f}\N{NO-BREAK SPACE}%"


@pytest.mark.parametrize(
    ("edge", "asks"),
    [
        (PLAUSIBLE[0] - Fraction(1, 10**6), True),
        (PLAUSIBLE[0], False),
        (PLAUSIBLE[1], False),
        (PLAUSIBLE[1] + Fraction(1, 10**6), True),
    ],
)
def test_an_edge_outside_our_band(edge, asks):
    found = doubts(find_game(ULTIMATE), house(ULTIMATE), worths={"trips": Worth(edge=edge)})[
        "trips"
    ]
    assert bool(found) is asks
    assert all("is unusual" in text for text in found)


def test_our_band_is_for_bets_on_one_hand():
    worth = {"blind": Worth(edge=Fraction(1, 10**3), average_stake=Fraction(4))}
    assert not doubts(find_game(ULTIMATE), house(ULTIMATE), worths=worth)["blind"]
    worth = {"blind": Worth(edge=Fraction(-1, 10**3), average_stake=Fraction(4))}
    assert (
        "favours the player"
        in doubts(find_game(ULTIMATE), house(ULTIMATE), worths=worth)["blind"][0]
    )


@pytest.mark.parametrize("first", [TRIPS_UP, STRAIGHT_UP])
def test_bonus_tables_of_two_styles(first):
    mixed, player = asked(RUSSIAN, {"bonus_first5": first})["bonus_first5"]
    assert mixed.startswith("Bonus: these two tables do not belong together.")
    assert "favours the player" in player


def test_the_trap_of_mixed_tables_in_figures():
    mixed, player = asked(RUSSIAN, {"bonus_first5": TRIPS_UP})["bonus_first5"]
    for text in ("3.05", "33.78", "−35.92"):
        assert text in mixed
    assert "35.92" in player


def test_a_first_five_table_that_favours_the_player_alone_is_not_called_mixed():
    rich = TRIPS_UP.replace("trips 25", "trips 30")
    texts = asked(RUSSIAN, {"bonus_first5": rich})["bonus_first5"]
    assert not any("belong together" in text for text in texts)


def test_a_row_that_most_other_houses_have():
    with_pairs = TRIPS + ", two pair 1"
    found = asked(ULTIMATE, others={"trips": [with_pairs, with_pairs, TRIPS]})
    assert found["trips"] == ["Trips: no row for two pair, which most other houses have."]
    assert not asked(ULTIMATE, others={"trips": [with_pairs, TRIPS]})["trips"]


def test_a_row_that_reference_has_is_asked_for_once():
    bare = TRIPS.removeprefix("royal flush 50, ")
    found = asked(ULTIMATE, {"trips": bare}, {"trips": [TRIPS]}, values=False)
    assert found["trips"] == ["Trips: no row for royal flush."]


def test_any_pair_where_others_pay_aces():
    rows = (
        "pair or better 7, flush 20, full house 30, quads 40, straight flush 50, royal flush 100"
    )
    assert asked(CASINO, {"aa": rows}, values=False)["aa"] == [
        "AA bonus: every pair pays; at other houses only pairs of some ranks do."
    ]


def test_a_pair_of_aces_where_others_pay_any():
    table = find_game(RUSSIAN).table("bet").default
    text = ", ".join(
        f"{row.hand.key.replace('-', ' ')}{' A' if row.hand.key == 'pair' else ''} {row.pays}"
        for row in table.rows
    )
    found = asked(RUSSIAN, {"bet": text}, values=False)["bet"]
    assert "Bet: only pairs of some ranks pay; at other houses every pair does." in found


def test_houses_that_disagree_about_pairs_raise_no_doubt():
    rows = (
        "pair or better 7, flush 20, full house 30, quads 40, straight flush 50, royal flush 100"
    )
    assert not asked(CASINO, {"aa": rows}, {"aa": [rows]}, values=False)["aa"]
