"""The page: what it says, its link, other houses, and that no query breaks it."""

import html
import json
import re
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest
from django.template import Context, Template
from django.test import Client
from django.urls import resolve
from django.utils.translation import gettext, override
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.cases.reading import read_bets, read_round, read_ruleset
from rules.engine.cards import DECK, parse_cards
from rules.games import find_game, games
from rules.games.base import PayTable, make_rows
from rules.lookup.fields import layout_of
from rules.lookup.links import look_up_url
from rules.models import House
from tests.rules.lookup.test_answering import FLUSH_AND_STRAIGHT, with_rules
from tests.rules.lookup.test_inquiry import QUERIES

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("contexts")]

LANGUAGES = ("en", "uk", "ru")
DATA = Path(__file__).parents[2] / "data" / "settlements.jsonl"
ROWS = [json.loads(line) for line in DATA.read_text(encoding="utf-8").splitlines()]
WON = {**FLUSH_AND_STRAIGHT, "game": "russian-poker", "ante": "10", "bet": "20", "fee": "10"}


def text_of(response):
    main = response.content.decode().partition("<main")[2]
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", main)))


def amount(text):
    """What `money` prints in English."""
    signed = text.replace("−", "-").replace("+", "").split("\N{NO-BREAK SPACE}")
    if signed[-1].count("/"):
        whole = "".join(signed[:-1]) or "0"
        return Fraction(whole) + Fraction(signed[-1])
    return Fraction("".join(signed))


def shown_net(response, game):
    """By bet what the lines of the page come to."""
    page = response.content.decode()
    keys = {bet.name: bet.key for bet in find_game(game).bets}
    keys |= {"Sixth card": "fee", "Exchange": "fee"}
    lines = re.findall(
        r'<span class="wager-name"><b>([^<]+)</b> ([^<]+)</span> '
        r'<b class="gets (\w+)">([^<]+)</b>',
        page,
    )
    paid = {
        "paid": lambda stake, words: amount(words.removeprefix("Pay ")),
        "back": lambda stake, words: Fraction(0),
        "lost": lambda stake, words: -amount(stake),
    }
    return {
        keys[html.unescape(name)]: paid[kind](stake, html.unescape(words))
        for name, stake, kind, words in lines
    }


def shown_totals(response):
    totals = re.findall(r"<dt>([^<]+)</dt><dd>([^<]+)</dd>", response.content.decode())
    return {name: amount(text) for name, text in totals}


# --- the worked settlements -------------------------------------------------------------------


@pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])
def test_worked_settlements_come_out_the_same_on_the_page(row, make_version):
    given, expected = row["input"], row["expected"]
    make_version(read_ruleset(given))
    round_, bets = read_round(given), read_bets(given)
    link = look_up_url(
        given["game"],
        "corner",
        1,
        player=round_.player,
        dealer=round_.dealer,
        board=round_.board,
        dealt=round_.dealt or (),
        after=round_.dealer_after or (),
        folded=round_.folded,
        bets=bets,
    )
    response = Client().get(link)
    assert response.status_code == 200, "the link is canonical"
    net = {bet: Fraction(worth) for bet, worth in expected["net"].items()}
    assert shown_net(response, given["game"]) == net
    totals = shown_totals(response)
    assert totals["Round result"] == sum(net.values())
    if "pay_now" in expected:
        assert totals["Pay out now"] == Fraction(expected["pay_now"])


# --- one address for one hand -----------------------------------------------------------------


def test_a_query_leads_to_its_short_address_with_the_version(russian, look_up):
    response = look_up(player="as kd", x="y", dealer="", ante="")
    assert response.redirect_chain == [
        ("/look-up/?game=russian-poker&house=reference&v=1&player=AsKd", 302)
    ]


def test_the_version_of_a_link_does_not_move(make_version, look_up):
    rules = find_game("russian-poker").default_ruleset()
    make_version(rules)
    old = look_up(house="corner", **WON)
    flush = PayTable(make_rows("flush 50, straight 4"))
    make_version(with_rules("russian-poker", {"bet": flush}), number=2)
    again = Client().get(old.redirect_chain[-1][0])
    assert shown_net(again, "russian-poker")["bet"] == 180
    assert "Since then" in text_of(again)
    assert "v=2" in again.context["newer"]["url"]
    new = Client().get(again.context["newer"]["url"])
    assert shown_net(new, "russian-poker")["bet"] == 1080
    assert "Since then" not in text_of(new)


def test_the_choice_of_a_house_names_its_version(make_version, look_up):
    make_version(find_game("russian-poker").default_ruleset())
    response = look_up(house="corner.1", v="7", player="AsKd")
    assert response.context["inquiry"].version == 1


def test_the_link_is_complete_and_without_the_state_of_the_form(russian, look_up):
    response = look_up(player="AsKd", to="dealer")
    link = "http://testserver/look-up/?game=russian-poker&house=reference&v=1&player=AsKd"
    assert response.context["link"] == link


def test_it_is_public_and_reads_only(russian):
    assert resolve("/look-up/").view_name == "look-up"
    assert Client().get("/look-up/").status_code == 200
    assert Client().post("/look-up/").status_code == 405


def test_a_hidden_house_can_still_be_asked(make_version, look_up):
    make_version(find_game("russian-poker").default_ruleset())
    House.objects.update(active=False)
    assert shown_net(look_up(house="corner", **WON), "russian-poker")["bet"] == 180
    assert "No house has rules" in text_of(look_up())


def test_templates_can_link_to_known_cards(russian):
    link = Template("{% load lookup %}{% look_up_url game house number player=cards bets=bets %}")
    context = {
        "game": "russian-poker",
        "house": "reference",
        "number": 1,
        "cards": parse_cards("As Kd"),
        "bets": {"ante": Decimal(5)},
    }
    address = html.unescape(link.render(Context(context)))
    assert address == "/look-up/?game=russian-poker&house=reference&v=1&player=AsKd&ante=5"
    assert Client().get(address).status_code == 200


# --- what it says -----------------------------------------------------------------------------


def test_every_line_names_its_ground_row_and_rule(russian, look_up):
    text = text_of(look_up(**WON))
    for said in (
        "The player wins",
        "The dealer has game. Dealer qualifies with: Ace-king or better.",
        "The category decides: flush beats pair.",
        "Ante when the player wins: Returned",
        "What the ante gets when the dealer has game and the player beats it.",
        "Bet, row “flush”: 5:1",
        "20 × 5 = 100",
        "Bet, row “straight”: 4:1",
        "20 × 4 = 80",
        "Together 180",
        "First combination Flush, king-high 5:1",
        "Second combination Straight, king-high 4:1",
        "A price; it never comes back.",
    ):
        assert said in text, said


def test_a_pay_table_that_is_assumed_is_marked_on_its_row(seeded, look_up):
    cards = {"player": "9h8h7h6h2h", "dealer": "AsKd9c4s3d", "ante": "10", "bet": "20"}

    def told(house):
        return text_of(look_up(game="russian-poker", house=house, bonus="5", **cards))

    first = "Bonus on the first five cards, row “flush”: 50:1 Assumed."
    bet = "Bet, row “flush”: 5:1"
    for house in ("reference", "campione"):
        assert first in told(house)
    assert f"{bet} Assumed." not in told("reference")
    assert f"{bet} Assumed." in told("campione")
    assert bet in told("gamsoft-variant")
    assert f"{bet} Assumed." not in told("gamsoft-variant")


def test_why_there_is_no_second_combination(russian, look_up):
    text = text_of(look_up(player="AsAcKdKs8d"))
    assert "No second combination Ace-king: every card of it is in the first" in text


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({"dealer": "QdJs9h6c2s"}, "Not paid: the dealer has no game."),
        ({"dealer": "AhAdKhKc8s"}, "Not paid: the hands are equal."),
        ({"dealer": "2h2d2c6c7s"}, "Not paid: the dealer’s hand is higher."),
        ({"dealer": "QdJs9h6c2s", "folded": "1"}, "Not paid: the player has folded."),
        ({"folded": "1"}, "Not paid: the player has folded."),
        ({"dealer": "QhQdJsJc8s"}, None),
        ({}, None),
    ],
)
@pytest.mark.parametrize("ante", ["", "10"])
def test_combinations_that_are_not_paid_say_so(russian, look_up, query, said, ante):
    text = text_of(look_up(player="AsAcKdKs8d", ante=ante, **query))
    assert "First combination Two pair, aces and kings" in text
    assert re.findall("Not paid: [^.]+[.]", text) == ([said] if said else [])


@pytest.mark.parametrize(("house", "mark"), [("reference", ""), ("campione", " Assumed.")])
def test_the_rules_behind_a_second_combination_are_named(seeded, look_up, house, mark):
    straights = {**WON, "player": "9s8h7d6c5s9h"}
    text = text_of(look_up(house=house, **straights))
    wager, _, rest = text.partition("Pay out now")
    combinations = rest.partition("Same deal, other house")[0]
    for part in (wager, combinations):
        assert "Second combination: Yes" in part
        assert "Second combination: Yes Assumed." not in part
        assert f"Straight with one rank twice: A second straight{mark} " in part
        assert mark or "A second straight Assumed." not in part
    lost = text_of(look_up(house=house, **{**straights, "dealer": "AsAcAdAh8d"}))
    told = lost.partition("Combinations First")[2].partition("Same deal, other house")[0]
    assert "Straight with one rank twice: A second straight" in told


def test_a_maximum_and_rounding_stand_in_the_arithmetic(make_version, look_up):
    rules = with_rules("russian-poker", max_payout="123.5", rounding="down")
    make_version(rules)
    text = text_of(look_up(house="corner", **WON))
    assert re.search("Maximum payout The most that one box is paid.* 123.5 ", text)
    assert "Rounded down to whole chips of 1 123 " in text


def test_what_could_not_have_been_placed_is_said_and_settled(russian, look_up):
    response = look_up(**{**WON, "bet": "30"})
    assert "Bet: The stake must be 20. Size of the bet: Twice the ante." in text_of(response)
    assert shown_net(response, "russian-poker")["bet"] == 270


def test_incomplete_cards_are_no_error(russian, look_up):
    text = text_of(look_up(player="AsAcKdKs8d", ante="10"))
    assert "Two pair, aces and kings" in text
    assert "Dealer: 0 of 5 cards." in text
    assert "These bets need more cards: Ante." in text


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({"player": "As Xx"}, "Player : “Xx” is not a card."),
        ({"dealer": "Тс"}, "holds the Cyrillic letter Т"),
        ({"ante": "1,000"}, "Ante : “1,000” could be a thousand or a decimal."),
        ({"player": "AsKdQhJcTs", "dealer": "As"}, "Dealer : As is there twice."),
        ({"house": "nowhere"}, "No house “nowhere” has rules for this game."),
        ({"v": "99"}, "This house has no version “99” in force."),
        ({"game": "whist"}, "There is no game “whist” here."),
    ],
)
def test_bad_input_is_quoted_and_kept(russian, look_up, query, said):
    response = look_up(**query)
    assert said in text_of(response)
    key, value = list(query.items())[-1]
    assert dict(response.context["inquiry"].query())[key] == value
    if key in ("player", "dealer", "ante"):
        shown = html.unescape(response.content.decode())
        assert re.search(rf'name="{key}" value="{re.escape(value)}"', shown)
        assert f'aria-describedby="error_{key}' in shown


def test_a_bet_is_called_by_its_name_in_a_refusal(russian, look_up):
    cards = {**FLUSH_AND_STRAIGHT, "folded": "1", "ante": "10", "insurance": "10"}
    assert "A folded hand has no bet “Insurance”." in text_of(look_up(**cards))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "query",
    [
        WON,
        {"game": "ultimate-texas-holdem", "player": "AhQh", "board": "KhJh8d2h3c", "trips": "5"},
        {"game": "casino-holdem", "player": "AsAc", "board": "KdKs8d", "aa": "10"},
        {"game": "texas-holdem", "p1": "AsAc", "p2": "QcQs", "board": "KdKs8d9c9s", "c1": "5"},
    ],
    ids=lambda query: query["game"],
)
def test_every_game_in_every_language(reference, look_up, language, query):
    response = look_up(language, **query)
    assert response.status_code == 200
    with override(language):
        assert gettext(find_game(query["game"]).name) in text_of(response)


# --- other houses -----------------------------------------------------------------------------


def test_nothing_changes_in_a_house_with_the_same_rules(russian, make_version, look_up):
    make_version(find_game("russian-poker").default_ruleset())
    assert "Nothing changes" in text_of(look_up(**WON))


def test_alone_there_is_nothing_to_compare(russian, look_up):
    assert "other house" not in text_of(look_up(**WON))


def test_what_changes_and_which_rule_does_it(russian, make_version, look_up):
    make_version(
        with_rules(
            "russian-poker",
            {"bet": PayTable(make_rows("flush 6, straight 4"))},
            ante_on_win="pay",
            insurance_on_loss="lose",
        )
    )
    response = look_up(**{**WON, "house": "reference"})
    [row] = response.context["houses"]
    cells = {cell.settled.bet: cell for cell in row["found"].cells}
    assert {bet for bet, cell in cells.items() if cell.differs} == {"ante", "bet"}
    assert [cause.key for cause in cells["ante"].causes] == ["ante_on_win"]
    assert [cause.key for cause in cells["bet"].causes] == ["bet"]
    text = text_of(response)
    assert "Ante – Ante when the player wins: Returned Paid 1:1" in text
    assert "pay table “Bet”: flush 5:1, straight 4:1 flush 6:1, straight 4:1" in text


INSURED = {"player": "8s8h8dKcKd", "dealer": "AsQc9h6c2s", "ante": "10", "bet": "20"}
EXCHANGED = {
    "player": "8s8h8dKcKd",
    "dealt": "8s8h8dKc2d",
    "dealer": "AsKs9h6c2s",
    "ante": "10",
    "bet": "20",
    "fee": "10",
}
SWAPPED = {
    "player": "8s8h8dKc2d",
    "dealer": "QsJd9h6c3d",
    "after": "QdJd9h6c3d",
    "ante": "10",
    "bet": "20",
    "bought_game": "10",
}


@pytest.mark.parametrize(("query", "bought"), [(WON, "Sixth card"), (EXCHANGED, "Exchange")])
def test_a_fee_says_what_it_has_bought(russian, look_up, query, bought):
    text = text_of(look_up(house="reference", **query))
    assert f"{bought} 10 Take A price; it never comes back." in text


@pytest.mark.parametrize(
    ("query", "switches", "said"),
    [
        (
            {**INSURED, "insurance": "100"},
            {"insurance_max": "full"},
            "Insurance – allowed there. Most insurance: All of it",
        ),
        (
            {**INSURED, "insurance": "50"},
            {"insurance": "off"},
            "Insurance – not allowed there. This house does not offer it. Insurance: No",
        ),
        (
            EXCHANGED,
            {"exchange_min": "2"},
            "Exchange – not allowed there. From 2 to 5 cards may be exchanged.",
        ),
        (SWAPPED, {"redraw_same_rank": "no"}, "Bought game – allowed there. Bought game: same"),
        (
            {**SWAPPED, "after": "4dJd9h6c3d"},
            {"buy_game_card": "lowest"},
            "Bought game – not allowed there. The card that goes is 3d, not Qs.",
        ),
    ],
)
def test_what_may_be_placed_elsewhere(russian, make_version, look_up, query, switches, said):
    make_version(with_rules("russian-poker", **switches))
    response = look_up(house="reference", **query)
    [row] = response.context["houses"]
    assert not row["found"].differs
    text = text_of(response)
    assert "Nothing changes" not in text
    assert "As here:" not in text
    assert "settles this deal in the same way; what may be placed differs. corner" in text
    assert said in text


def test_what_is_refused_everywhere_is_no_difference(russian, make_version, look_up):
    make_version(with_rules("russian-poker", insurance_max="full"))
    response = look_up(house="reference", **INSURED, insurance="1000")
    assert "Most insurance: Half of it." in text_of(response)
    assert "Nothing changes" in text_of(response)


def test_money_and_permission_can_both_differ(russian, make_version, look_up):
    make_version(with_rules("russian-poker", ante_on_no_game="push", insurance_max="full"))
    text = text_of(look_up(house="reference", **INSURED, insurance="100"))
    assert "what may be placed differs" not in text
    assert "corner Ante – Ante when the dealer has no game" in text
    assert "Insurance – allowed there." in text


def test_a_house_that_cannot_settle_it_says_why(reference, make_version, look_up):
    make_version(with_rules("casino-holdem", aa_cards="7"))
    query = {"game": "casino-holdem", "player": "AsAc", "board": "KdKs8d", "aa": "10"}
    response = look_up(house="reference", **query)
    rows = {row["version"].house.slug: row["problem"] for row in response.context["houses"]}
    assert "Cards needed: 5" in rows["corner"]


# --- any query --------------------------------------------------------------------------------


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(query=QUERIES)
def test_no_query_breaks_the_page(reference, query):
    response = Client().get("/look-up/", query, follow=True)
    assert response.status_code == 200
    assert len(response.redirect_chain) <= 1


@st.composite
def rounds(draw):
    """Cards of one deck, more or less complete, with any bets."""
    game = draw(st.sampled_from(list(games())))
    layout = layout_of(game)
    deck = draw(st.permutations(DECK))
    query = {"game": game}
    for place in layout.cards:
        if draw(st.integers(0, 9)) < (2 if place.aside else 9):
            count = draw(st.sampled_from([place.usual] * 4 + [place.most, place.usual - 1]))
            query[place.key] = "".join(str(deck.pop()) for _ in range(count))
    for later, earlier in (("dealt", "player"), ("after", "dealer")):
        if later in query and len(query.get(earlier, "")) >= 10:
            query[later] = query[earlier][:8] + query[later][8:10]
    for key in layout.amounts:
        if draw(st.booleans()):
            query[key] = draw(st.sampled_from(["5", "10", "20", "40", "7.5"]))
    return query | draw(st.sampled_from([{}, {}, {}, {"folded": "1", "out": "2"}]))


@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(query=rounds())
def test_no_round_breaks_the_page(reference, query):
    assert Client().get("/look-up/", query, follow=True).status_code == 200


def test_a_bought_game_without_an_ante(russian, look_up):
    cards = {"player": "AsAcKdKs8d", "dealer": "KcQd9h6c3d", "after": "3hQd9h6c3d"}
    text = text_of(look_up(**cards, bet="20"))
    assert "Bought game: The bets that everyone must place come first." in text


@pytest.mark.parametrize("raw", ["%FF%FE", "player=%00As", "a=1&a=2&=", "player=%ud800", "&&=&?"])
def test_no_raw_query_breaks_the_page(russian, raw):
    response = Client().get(f"/look-up/?{raw}", follow=True)
    assert response.status_code == 200
