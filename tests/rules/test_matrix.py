"""The cells of the table “who pays what”, under every value of every switch."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from rules.engine.cards import DECK, parse_cards
from rules.games import find_game
from rules.games.base import Bound, Outcome, PayTable, make_rows
from rules.games.settlement import Round
from rules.rounds import courses
from rules.rounds.matrix import Gets, matrix
from tests.rules.games.houses import house
from tests.rules.seen_rounds import AGAINST_A_DEALER, CHOICES, Seen, houses, key_of, mixed_houses
from tests.second_opinion import SWITCHES, TABLES
from tests.second_opinion import settle as second_opinion

DATA = Path(__file__).parents[1] / "data" / "main_bets.jsonl"
ROWS = [json.loads(line) for line in DATA.read_text().splitlines()]

# --- the cells under Reference, and what every switch changes --------------------------------

USUAL = {
    "russian-poker": """
        fold:           ante take, bonus table/take
        no-game:        ante even, bet push, insurance even, bonus table/take
        too-weak:       ante even, bet push, insurance push, bonus table/take
        win:            ante push, bet table, insurance take, bonus table/take
        tie:            ante push, bet push, insurance push, bonus table/take
        loss:           ante take, bet take, insurance push, bonus table/take
        bought-win:     ante push, bet table, insurance even, bonus table/take
        bought-tie:     ante push, bet push, insurance even, bonus table/take
        bought-loss:    ante take, bet take, insurance even, bonus table/take
        bought-in-vain: ante push, bet push, insurance even, bonus table/take
    """,
    "ultimate-texas-holdem": """
        fold:           ante take, blind take, trips table/take
        win:            ante even, blind table/push, play even, trips table/take
        win-no-game:    ante push, blind table/push, play even, trips table/take
        tie:            ante push, blind push, play push, trips table/take
        loss:           ante take, blind take, play take, trips table/take
        loss-no-game:   ante push, blind take, play take, trips table/take
    """,
    "casino-holdem": """
        fold:           ante take, aa table/take
        no-game:        ante table, call push, aa table/take
        win:            ante table, call even, aa table/take
        tie:            ante push, call push, aa table/take
        loss:           ante take, call take, aa table/take
    """,
}
"""By rules.md §2.3, §2.7, §2.8, §3.2, §4.2."""

_BOUGHT = ("bought-win", "bought-tie", "bought-loss", "bought-in-vain")
_NO_INSURANCE = {(line, "insurance"): None for line in ("no-game", "win", "tie", "loss", *_BOUGHT)}
CHANGES = {
    ("russian-poker", "ante_on_win", "pay"): {
        ("win", "ante"): "even",
        ("bought-win", "ante"): "even",
    },
    ("russian-poker", "ante_on_win", "pay_unless_bought"): {
        ("win", "ante"): "even",
        "win-drawn": "ante push, bet table, insurance take, bonus table/take",
    },
    ("russian-poker", "ante_on_no_game", "push"): {
        ("no-game", "ante"): "push",
        ("too-weak", "ante"): "push",
    },
    ("russian-poker", "insurance", "off"): {**_NO_INSURANCE, "too-weak": None},
    ("russian-poker", "insurance_min_category", "high-card"): {"too-weak": None},
    # Nobody loses with a royal flush, so that it is never insured in vain.
    ("russian-poker", "insurance_min_category", "royal-flush"): {
        ("loss", "insurance"): None,
        ("bought-tie", "insurance"): None,
        ("bought-loss", "insurance"): None,
    },
    ("russian-poker", "insurance_on_loss", "lose"): {("loss", "insurance"): "take"},
    ("russian-poker", "insurance_on_tie", "lose"): {("tie", "insurance"): "take"},
    ("russian-poker", "buy_game", "off"): dict.fromkeys(_BOUGHT),
    ("russian-poker", "forgo_ante", "no"): {(line, "ante"): "even" for line in _BOUGHT},
    ("russian-poker", "failed_buy_ante", "pay"): {("bought-in-vain", "ante"): "even"},
    ("russian-poker", "insured_may_buy", "no"): {(line, "insurance"): None for line in _BOUGHT},
    ("russian-poker", "bonus_lost_on_fold", "yes"): {("fold", "bonus"): "take"},
    ("ultimate-texas-holdem", "qualifier", "none"): {"win-no-game": None, "loss-no-game": None},
    ("ultimate-texas-holdem", "trips_on_fold", "lose"): {("fold", "trips"): "take"},
    ("ultimate-texas-holdem", "trips_needs_win", "yes"): {
        ("fold", "trips"): "take",
        ("tie", "trips"): "push/take",
        ("loss", "trips"): "push/take",
        ("loss-no-game", "trips"): "push/take",
    },
    ("casino-holdem", "ante_on_no_qualify", "flat"): {("no-game", "ante"): "even"},
    ("casino-holdem", "aa_on_fold", "lose"): {("fold", "aa"): "take"},
}
# Which hand has game or may be insured, what may be done and for what price, how much is paid:
# the words around the table tell these. The kinds of what a bet gets are the same.
ELSEWHERE = {
    "russian-poker": {
        *("qualifier", "insurance_min_category", "insurance_max", "double_combination"),
        *("dup_straight", "exchange_min", "exchange_max", "exchange_price", "buy_game_card"),
        *("redraw_same_rank", "max_payout_scope", "boxes", "blind_boxes", "up_card"),
        *("rounding", "box_order"),
    },
    "ultimate-texas-holdem": {"preflop_multiples", "rounding", "box_order"},
    "casino-holdem": {"qualifier", "aa_cards", "rounding", "box_order"},
}


def read(text):
    """`ante take, bonus table/take` by bet."""
    return dict(cell.split() for cell in text.split(", "))


def lines(text):
    parted = (line.strip().split(":") for line in text.strip().splitlines())
    return {key: read(cells.strip()) for key, cells in parted}


def shown(ruleset):
    """The table of the page by line and bet."""
    found = matrix(courses()[ruleset.game], ruleset)
    return {
        line.situation.key: {bet: "/".join(cell.gets) for bet, cell in line.cells.items()}
        for line in found.lines
    }


def changed(usual, changes):
    for where, what in changes.items():
        if isinstance(where, tuple):
            line, bet = where
            usual[line][bet] = what
        else:
            usual[where] = what and read(what)
    return {
        line: {bet: cell for bet, cell in cells.items() if cell}
        for line, cells in usual.items()
        if cells
    }


@pytest.mark.parametrize(("game", "switch", "value"), CHOICES)
def test_the_table_under_every_value_of_every_switch(game, switch, value):
    """Beside each change that is written above, nothing changes."""
    changes = CHANGES.get((game, switch, value), {})
    usual = find_game(game).switch(switch).default == value
    assert bool(changes) or usual or switch in ELSEWHERE[game]
    expected = changed(lines(USUAL[game]), changes)
    assert shown(house(game, **{switch: value})) == expected


def test_columns_are_bets_that_lie_there_in_some_line():
    def columns(game, **switches):
        return matrix(courses()[game], house(game, **switches)).bets

    assert columns("russian-poker") == ("ante", "bet", "insurance", "bonus")
    assert columns("russian-poker", insurance="off") == ("ante", "bet", "bonus")
    assert columns("ultimate-texas-holdem") == ("ante", "blind", "play", "trips")
    assert columns("casino-holdem") == ("ante", "call", "aa")
    assert columns("texas-holdem") == ()


@pytest.mark.parametrize("game", AGAINST_A_DEALER)
def test_the_switches_of_a_table_are_those_that_change_it(game):
    """A switch is named where another value of it changes the cell, and it has one."""
    for (of, switch, value), changes in CHANGES.items():
        cells = [where for where in changes if isinstance(where, tuple) and changes[where]]
        if of != game or not cells:
            continue
        found = matrix(courses()[game], house(game, **{switch: value}))
        assert switch in found.switches
    for ruleset in mixed_houses(game, 20):
        for key in matrix(courses()[game], ruleset).switches:
            assert len(find_game(game).switch(key).values) > 1


# --- against a settlement by somebody else ---------------------------------------------------

EVERYTHING = [("high card or better", Fraction(1))]


def in_other_words(ruleset):
    """Switches as the second opinion calls their values."""
    found = {}
    for key, value in ruleset.switches.items():
        if key == "qualifier":
            found[key] = {"ace-king": "A-K"}.get(value, value)
        elif key == "insurance_min_category":
            found[key] = hand_in_other_words(value)
        else:
            found[key] = value
    return {key: value for key, value in found.items() if key in SWITCHES[ruleset.game]}


def hand_in_other_words(key):
    return key if key == "ace-king" else key.replace("-", " ")


def rows_in_other_words(table):
    """The rows of Reference’s tables, none of which is narrowed to a rank but a pair of aces."""
    return [
        (
            hand_in_other_words(row.hand.key)
            + (" of aces" if row.rank else "")
            + ("" if row.bound is Bound.EXACT else f" {row.bound.value.replace('-', ' ')}"),
            row.pays,
        )
        for row in table.rows
    ]


def net(ruleset, example, rows=None):
    """By bet; all tables with *rows*, else with those of the house."""
    round_, board, dealer = example.round, example.round.board, example.round.dealer
    if round_.folded:
        # It ranks every hand, also where nobody turns it over.
        rest = [card for card in DECK if card not in (*round_.player, *board)]
        board = (*board, *rest[: 5 - len(board)]) if board else ()
        dealer = rest[-2:] if board else rest[-5:]
    tables = {
        key: rows_in_other_words(ruleset.tables[key]) if rows is None else rows
        for key in TABLES[ruleset.game]
    }
    settled = second_opinion(
        ruleset.game,
        example.bets,
        round_.player,
        dealer,
        board,
        folded=round_.folded,
        dealer_after=round_.dealer_after,
        switches=in_other_words(ruleset),
        tables=tables,
        dealt=round_.dealt,
    )
    return settled["net"]


def kind(amount):
    return (amount > 0) - (amount < 0)


SIGNS = {Gets.TABLE: 1, Gets.EVEN: 1, Gets.PUSH: 0, Gets.TAKE: -1}


@pytest.mark.parametrize("game", AGAINST_A_DEALER)
def test_every_cell_is_what_somebody_else_settles(game):
    """With every hand on the pay tables and with none the bet comes to what the cell says."""
    for ruleset in houses(game):
        for line in matrix(courses()[game], ruleset).lines:
            examples = line.situation.examples
            nets = [
                [net(ruleset, each, rows) for each in examples] for rows in (None, EVERYTHING, [])
            ]
            for bet, cell in line.cells.items():
                really, listed, unlisted = (
                    {kind(one[bet]) for one in found if bet in one} for found in nets
                )
                expected = {SIGNS[each] for each in cell.gets}
                assert really <= expected <= listed | unlisted
                assert listed <= expected
                if Gets.EVEN in cell.gets:
                    stakes = [each.bets[bet] for each in examples if bet in each.bets]
                    assert [one[bet] for one in nets[0] if bet in one] == stakes
                if Gets.TABLE in cell.gets:
                    assert listed != unlisted


# --- worked settlements ----------------------------------------------------------------------


@pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])
def test_worked_settlements_stand_in_the_table(row):
    ruleset = house(row["game"])
    cards = {name: parse_cards(row.get(name, "")) for name in ("player", "dealer", "board")}
    round_ = Round(**cards, folded=bool(row.get("folded")))
    [line] = [
        line
        for line in matrix(courses()[row["game"]], ruleset).lines
        if line.situation.key == key_of(Seen(round_, ruleset), row["game"]).removesuffix("-drawn")
    ]
    for bet, amount in row["net"].items():
        gets, stake, won = line.cells[bet].gets, Fraction(row["bets"][bet]), Fraction(amount)
        if won < 0:
            assert Gets.TAKE in gets
        elif won == 0:
            assert Gets.PUSH in gets
        else:
            assert Gets.TABLE in gets or (Gets.EVEN in gets and won == stake)


# --- pay tables ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "table", "rows", "switches", "cell", "expected"),
    [
        ("ultimate-texas-holdem", "blind", "high card or better 1", {}, ("win", "blind"), "table"),
        ("ultimate-texas-holdem", "blind", "pair or better 1", {}, ("win", "blind"), "table"),
        (
            "ultimate-texas-holdem",
            "blind",
            "pair or better 1",
            {},
            ("win-no-game", "blind"),
            "table/push",
        ),
        ("ultimate-texas-holdem", "blind", "royal flush 500", {}, ("win", "blind"), "table/push"),
        ("ultimate-texas-holdem", "trips", "high card or better 1", {}, ("tie", "trips"), "table"),
        (
            "ultimate-texas-holdem",
            "trips",
            "high card or better 1",
            {"trips_needs_win": "yes"},
            ("loss", "trips"),
            "push",
        ),
        ("casino-holdem", "ante", "pair 4 or better 1", {}, ("win", "ante"), "table"),
        ("casino-holdem", "ante", "pair 5 or better 1", {}, ("win", "ante"), "table/take"),
        ("casino-holdem", "ante", "pair 4 or better 1", {}, ("no-game", "ante"), "table/take"),
        (
            "casino-holdem",
            "ante",
            "pair 5 or better 1",
            {"qualifier": "5"},
            ("win", "ante"),
            "table",
        ),
        ("russian-poker", "bet", "pair or better 1", {}, ("win", "bet"), "table/take"),
        (
            "russian-poker",
            "bet",
            "pair or better 1",
            {"qualifier": "pair"},
            ("win", "bet"),
            "table",
        ),
    ],
)
def test_a_cell_says_or_only_where_a_hand_may_be_off_the_table(
    game, table, rows, switches, cell, expected
):
    otherwise = find_game(game).table(table).default.otherwise
    ruleset = house(game, {table: PayTable(make_rows(rows), otherwise)}, **switches)
    line, bet = cell
    assert shown(ruleset)[line][bet] == expected


@pytest.mark.parametrize("game", AGAINST_A_DEALER)
def test_maxima_and_rounding_leave_the_kinds_alone(game):
    tight = {"rounding": "down", "chip_set": "1000"}
    if game == "russian-poker":
        tight |= {"max_payout": "0.5", "bonus_max_payout": "0.5", "max_payout_scope": "bet+bonus"}
    assert shown(house(game, **tight)) == shown(house(game))


def test_push_is_the_games_to_say():
    assert find_game("ultimate-texas-holdem").table("blind").default.otherwise is Outcome.PUSH
