"""What is read from a query, and how it is written back."""

import ast
from decimal import Decimal
from pathlib import Path
from urllib.parse import parse_qs, urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rules.lookup
from rules.engine.cards import format_cards
from rules.engine.errors import DuplicateCardError, ForeignLetterError, UnknownCardError
from rules.games import find_game, games
from rules.games.actions import Stage
from rules.lookup.fields import layout_of
from rules.lookup.inquiry import (
    AmbiguousAmountError,
    NoSuchGameError,
    TooManyCardsError,
    UnreadableAmountError,
    inquire,
    read_inquiry,
)

KEYS = sorted(
    {"game", "house", "v", "folded", "out", "stage", "button", "to", "add"}
    | {place.key for game in games() for place in layout_of(game).cards}
    | {key for game in games() for key in layout_of(game).amounts}
)
VALUES = st.one_of(
    st.text(max_size=40),
    st.sampled_from([*games(), "reference", "reference.1", "live", "1", "back", "flop", "2,5"]),
    st.lists(
        st.sampled_from(["As", "kd", "10h", "7♠", "Тс", "2c", "Jk", "joker", " ", ","]), max_size=8
    ).map("".join),
    st.decimals(allow_nan=False, allow_infinity=False).map(str),
)
QUERIES = st.dictionaries(st.sampled_from(KEYS), st.lists(VALUES, min_size=1, max_size=2))


def ask(**query):
    return read_inquiry({key: [value] for key, value in query.items()})


def test_nothing_asked_is_the_first_game():
    asked = read_inquiry({})
    assert asked.game == next(iter(games().values()))
    assert asked.is_empty
    assert not asked.problems


def test_every_spelling_of_a_hand_is_written_the_same_way():
    for spelling in ("As Kd 10h", "askdth", "A♠,K♦,Т".replace("Т", "10♥"), "  as;kd;TH "):
        assert ask(player=spelling).query() == [("game", "russian-poker"), ("player", "AsKdTh")]


def test_unknown_parameters_and_fields_of_other_games_are_left_aside():
    asked = ask(game="casino-holdem", blind="10", p1="AsAc", utm_source="x", ante="5")
    assert asked.query() == [("game", "casino-holdem"), ("ante", "5")]


@pytest.mark.parametrize(
    ("text", "amount"),
    [("10", "10"), ("12,5", "12.5"), ("12.50", "12.5"), ("1 250", "1250"), ("007", "7")],
)
def test_amounts(text, amount):
    assert ask(ante=text).amounts == {"ante": Decimal(amount)}
    assert dict(ask(ante=text).query())["ante"] == amount


@pytest.mark.parametrize("text", ["0", "0,0", ""])
def test_nothing_is_no_bet(text):
    assert ask(ante=text).query() == [("game", "russian-poker")]


@pytest.mark.parametrize(
    ("field", "text", "error", "quoted"),
    [
        ("player", "As Xx", UnknownCardError, {"token": "Xx"}),
        ("player", "Тс", ForeignLetterError, {"token": "Тс", "letter": "Т"}),
        ("player", "As As", DuplicateCardError, {"card": "As"}),
        (
            "dealer",
            "2c3c4c5c6c7c",
            TooManyCardsError,
            {"most": 5, "found": 6, "cards": "2c 3c 4c 5c 6c 7c"},
        ),
        ("ante", "1,000", AmbiguousAmountError, {"given": "1,000"}),
        ("ante", "-5", UnreadableAmountError, {"given": "-5"}),
        ("ante", "ten", UnreadableAmountError, {"given": "ten"}),
        ("ante", "٣", UnreadableAmountError, {"given": "٣"}),
        ("game", "whist", NoSuchGameError, {"given": "whist"}),
    ],
)
def test_what_cannot_be_read_is_quoted_and_kept(field, text, error, quoted):
    asked = ask(**{field: text})
    assert type(asked.problems[field]) is error
    assert asked.problems[field].params == quoted
    assert dict(asked.query())[field] in (text, text.replace(" ", ""))


def test_a_card_may_lie_in_one_place_only():
    asked = ask(player="AsKd7h2c3c", dealer="AsQd")
    assert isinstance(asked.problems["dealer"], DuplicateCardError)
    assert "player" not in asked.problems


def test_a_hand_before_and_after_an_exchange_may_hold_the_same_cards():
    asked = ask(player="AsKd7h2c3c", dealt="AsKd7h2c4c", dealer="QsQd2h3h4h", after="QsQd2h3h5h")
    assert not asked.problems
    assert {"dealt", "after"} <= set(asked.cards)


def test_house_and_version():
    for query in ({"house": "reference", "v": "3"}, {"house": "reference.3"}):
        asked = ask(**query)
        assert (asked.house, asked.version) == ("reference", 3)
        assert dict(asked.query())["v"] == "3"
    assert ask(house="reference", v="live").version is None


@pytest.mark.parametrize("wrong", ["../x", "a b", "x\x00y", "ж"])
def test_a_house_that_cannot_exist_is_a_problem(wrong):
    assert ask(house=wrong).misaddressed


@pytest.mark.parametrize("wrong", ["0", "-1", "1e3", "9999999999", "٣"])
def test_a_version_that_cannot_exist_is_a_problem(wrong):
    assert ask(house="reference", v=wrong).misaddressed


def test_seats_stage_and_button():
    asked = ask(game="texas-holdem", out="25", button="3")
    assert (asked.out, asked.button) == ({2, 5}, 3)
    assert read_inquiry({"game": ["texas-holdem"], "out": ["2", "5"]}).out == {2, 5}
    assert ask(game="ultimate-texas-holdem", stage="flop").stage is Stage.FLOP
    assert ask(game="russian-poker", stage="flop").stage is None


# --- tapping ---------------------------------------------------------------------------------


def test_a_tapped_card_goes_to_the_first_open_place():
    assert ask(add="As").typed["player"] == "As"
    assert ask(player="AsKd7h2c3c", add="Qs").typed["dealer"] == "Qs"


def test_a_tapped_card_goes_where_it_should():
    asked = ask(to="dealer", add="As")
    assert (asked.typed["dealer"], asked.target.key) == ("As", "dealer")
    assert ("to", "dealer") in asked.query()
    assert ("to", "dealer") not in asked.query(share=True)


def test_a_complete_place_passes_on_to_the_next():
    asked = ask(player="AsKd7h2c", to="player", add="3c")
    assert asked.target.key == "dealer"
    assert "to" not in dict(asked.query())


def test_the_last_card_is_taken_back():
    assert ask(player="AsKd", to="player", add="back").typed["player"] == "As"
    assert ask(player="As Xx", to="player", add="back").typed["player"] == "As"
    assert ask(to="player", add="back").typed["player"] == ""


def test_a_full_place_takes_no_more():
    asked = ask(dealer="QsQd2h3h4h", to="dealer", add="5h")
    assert format_cards(asked.cards["dealer"]) == "Qs Qd 2h 3h 4h"


def test_used_cards_are_those_of_other_hands():
    asked = ask(player="AsKd7h2c3c", dealer="Qs")
    place = asked.layout.field
    assert asked.used(place("dealer")) == {*asked.cards["player"], *asked.cards["dealer"]}
    assert asked.used(place("dealt")) == set(asked.cards["dealer"])


# --- to another game, and from known cards ---------------------------------------------------


def test_another_game_keeps_what_it_has_places_for():
    asked = ask(game="ultimate-texas-holdem", house="x", player="AsAc", board="KdKs8d", ante="5")
    other = asked.for_game(find_game("casino-holdem"))
    assert [key for key, _ in other.query()] == ["game", "house", "player", "board", "ante"]
    assert not ask(player="AsKd7h2c3c").for_game(find_game("casino-holdem")).problems


def test_an_inquiry_about_known_cards():
    asked = inquire(
        "russian-poker",
        "reference",
        3,
        cards={"player": ask(player="AsKd7h2c3c").cards["player"]},
        bets={"ante": Decimal("1E+2")},
        folded=True,
    )
    assert asked.query(share=True) == [
        ("game", "russian-poker"),
        ("house", "reference"),
        ("v", "3"),
        ("player", "AsKd7h2c3c"),
        ("folded", "1"),
        ("ante", "100"),
    ]


# --- any query at all ------------------------------------------------------------------------


@given(QUERIES)
def test_what_is_written_back_is_read_as_the_same(query):
    asked = read_inquiry(query)
    written = asked.query()
    again = read_inquiry(parse_qs(urlencode(written), keep_blank_values=True))
    assert again.query() == written
    assert again.cards == asked.cards
    assert again.amounts == asked.amounts
    assert again.problems.keys() == asked.problems.keys()


PURE = ("answering", "fields", "houses", "inquiry", "legality", "seconds")


@pytest.mark.parametrize("name", PURE)
def test_the_pure_modules_know_nothing_of_django(name):
    source = (Path(rules.lookup.__path__[0]) / f"{name}.py").read_text(encoding="utf-8")
    found = {
        node.module if isinstance(node, ast.ImportFrom) else node.names[0].name
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Import | ast.ImportFrom)
    }
    ours = {name for name in found if name.startswith(("rules", "django", "trainer"))}
    pure = ("rules.engine", "rules.games", "rules.rounds", *(f"rules.lookup.{p}" for p in PURE))
    assert all(name.startswith(pure) for name in ours)
