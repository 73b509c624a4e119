"""The pages of rules say what the house’s own switches and tables say."""

import html
import re
from fractions import Fraction

import pytest

from rules.games.base import PayHand, PayRow, PayTable, make_rows
from rules.models import Draft
from rules.versions import draft_ruleset, publish, save_draft
from tests.rules.rules_pages import path
from tests.trainer.practice.visitors import Visitor
from trainer.practice.wording import money

pytestmark = pytest.mark.django_db


def test_who_pays_what_in_russian_poker(reference, read):
    table = read(path("russian-poker")).tables["Who pays what"]
    assert table[0] == ["Situation", "Ante", "Bet", "Insurance", "Bonus"]
    assert [line[0] for line in table[1:]] == [
        "The guest folds",
        "The dealer has no game",
        "The dealer has no game, but the insured hand is too weak for it",
        "The dealer has game, the guest’s hand is higher",
        "The dealer has game, the hands are equal",
        "The dealer has game and the higher hand",
        "The dealer’s game is bought, the guest’s hand is higher",
        "The dealer’s game is bought, the hands are equal",
        "The dealer’s game is bought, and the dealer’s hand is higher",
        "Another card is bought, but the dealer still has no game",
    ]
    assert table[4][1:] == [
        "Ante Push (houses differ)",
        "Bet Pay by the table",
        "Insurance Take",
        "Bonus Pay by the table or Take",
    ]
    assert table[1][2:4] == ["Bet – no such bet", "Insurance – no such bet"]


def test_what_a_house_offers_not_is_no_line_and_no_column(reference, publish_as, read):
    publish_as("russian-poker", insurance="off", buy_game="off", double_combination="off")
    page = read(path("russian-poker", "palace"))
    table = page.tables["Who pays what"]
    assert table[0] == ["Situation", "Ante", "Bet", "Bonus"]
    assert len(table) == 1 + 5
    assert "All that can be paid together" not in page.tables
    assert "a second is not paid" in page.sections["settlement"]
    told = page.text.replace(page.sections["house"], "")
    assert not re.search("insur|may buy it|second combination", told, re.IGNORECASE)


def test_a_bet_that_its_table_may_return_says_so(reference, read):
    page = read(path("ultimate-texas-holdem"))
    assert "Blind Pay by the table or Push" in page.tables["Who pays what"][2]
    assert "Where two things stand" in page.text


def test_what_the_house_decided_stands_below_the_table(reference, publish_as, read):
    publish_as("ultimate-texas-holdem", trips_on_fold="lose")
    for house, value, cell in (
        ("reference", "Settled by its table", "Pay by the table or Take"),
        ("palace", "Taken", "Take"),
    ):
        page = read(path("ultimate-texas-holdem", house))
        assert f"Trips {cell} (houses differ)" in page.tables["Who pays what"][1]
        below = page.sections["settlement"].partition("Where houses differ")[2]
        assert f"Trips after a fold: {value}" in below


def test_every_situation_is_drawn_with_what_the_bets_get(reference, read):
    page = read(path("casino-holdem"))
    drawn = page.sections["settlement"].partition("The same with cards")[2]
    for line in page.tables["Who pays what"][1:]:
        assert line[0] in drawn
    # The least stakes of Reference: a flush pays two to one on the ante, and the call even.
    assert "AA bonus 5 Pay 100 Ante 5 Pay 10 Call 10 Pay 10" in drawn


@pytest.mark.parametrize(
    ("game", "switches", "told", "not_told"),
    [
        ("ultimate-texas-holdem", {"qualifier": "none"}, "game with any hand", "needs a pair"),
        ("ultimate-texas-holdem", {"preflop_multiples": "4"}, "plays four times", "three or"),
        (
            "ultimate-texas-holdem",
            {"trips_needs_win": "yes"},
            "gets Trips back, and a fold loses",
            "whoever wins",
        ),
        ("casino-holdem", {"qualifier": "8"}, "A pair of eights or better", "fours"),
        ("casino-holdem", {"ante_on_no_qualify": "flat"}, "one to one whatever", "even if the"),
        ("casino-holdem", {"aa_cards": "7"}, "counts the flop alone", "hole cards and flop"),
        ("russian-poker", {"qualifier": "pair"}, "who needs a pair", "who needs ace-king"),
        ("russian-poker", {"exchange_max": "4"}, "From 1 to 4 cards", "From 1 to 5"),
        ("russian-poker", {"exchange_min": "2"}, "From 2 to 5 cards", "From 1 to 5"),
        ("russian-poker", {"exchange_price": "per_card"}, "three cost three", "ante together"),
        ("russian-poker", {"insurance_max": "full"}, "most all that the bet", "most half of"),
        ("russian-poker", {"insurance_min_category": "flush"}, "from: A flush", "from: Three"),
        ("russian-poker", {"insured_may_buy": "no"}, "insured may not buy", "changes nothing"),
        ("russian-poker", {"buy_game_card": "lowest"}, "lowest card is", "highest card is"),
        ("russian-poker", {"buy_game_card": "first"}, "first card is", "highest card is"),
        ("russian-poker", {"redraw_same_rank": "no"}, "", "drawn free"),
        ("russian-poker", {"forgo_ante": "no"}, "is paid the ante first", "is not paid the"),
        ("russian-poker", {"ante_on_no_game": "push"}, "is only returned", "even nothing"),
        ("russian-poker", {"bonus_lost_on_fold": "yes"}, "a fold loses it", "and paid before"),
        ("russian-poker", {"max_payout": "3000"}, "Maximum payout: 3000 .", ""),
        ("russian-poker", {"bonus_max_payout": "900"}, "of the bonus: 900 .", ""),
        (
            "russian-poker",
            {"order_in_box": "ante, bet, bonus, insurance"},
            "Order in the box: Ante, Bet, Bonus, Insurance",
            "",
        ),
        ("texas-holdem", {"hi_lo": "on"}, "the best low hand the other", "takes the pot;"),
        ("texas-holdem", {"odd_chip": "high_card_by_suit"}, "spades come first", "beginning left"),
    ],
)
def test_what_is_told_goes_by_the_switches(
    reference, publish_as, read, game, switches, told, not_told
):
    """In all but the chapter that lists the switches themselves."""
    publish_as(game, **switches)
    pages = [read(path(game, house)) for house in ("reference", "palace")]
    usual, other = (page.text.replace(page.sections["house"], "") for page in pages)
    assert usual != other
    assert told in other
    assert not told or told not in usual
    assert not not_told or (not_told in usual and not_told not in other)


def test_a_switch_that_decides_nothing_is_not_called_assumed(reference, publish_as, read):
    publish_as("ultimate-texas-holdem", trips_needs_win="yes")
    idle = "Does not matter under the other rules of this house."
    usual, other = (
        read(path("ultimate-texas-holdem", house)).sections["house"]
        for house in ("reference", "palace")
    )
    told = "Whether Trips is still settled by its table after a fold."
    assert f"{told} Assumed." in usual
    assert idle not in usual
    assert f"{told} {idle}" in other
    assert other.count(idle) == 1
    assert "a listed hand that ties or loses is returned, a fold loses it" in other


@pytest.mark.parametrize(
    ("house", "game", "told"),
    [
        ("admiral-croatia", "russian-poker", "Three of a kind or better ."),
        ("netent", "casino-holdem", "Five: hole cards and flop ."),
    ],
)
def test_prose_marks_what_is_assumed(seeded, read, house, game, told):
    def chapters(slug):
        page = read(path(game, slug))
        return page.text.replace(page.sections["house"], "")

    assert f"{told} Assumed." in chapters(house)
    assert told in chapters("reference")
    assert f"{told} Assumed." not in chapters("reference")


def test_a_fixed_amount_is_money_and_no_odds(reference, publish_as, read):
    """Neither in the plates nor in the sums of two combinations."""
    rows = PayTable(
        (
            PayRow(PayHand.STRAIGHT_FLUSH, Fraction(12345), fixed=True),
            PayRow(PayHand.FLUSH, Fraction(5)),
            PayRow(PayHand.STRAIGHT, Fraction(4)),
        )
    )
    publish_as("russian-poker", tables={"bet": rows, "bonus6": rows})
    page = read(path("russian-poker", "palace"))
    amount = f"{money(12345)} fixed amount"
    for name in ("Bet", "Bonus with a bought sixth card"):
        assert [cells[1] for cells in page.tables[name][1:4]] == [amount, "5", "4"]
    together = page.tables["All that can be paid together"]
    assert ["Straight flush", "Flush", f"{amount} + 5"] in together
    assert ["Flush", "Straight", "9"] in together


def test_a_question_leads_to_the_rules_under_which_it_was_dealt(reference, read):
    """Also after the house has published others."""
    visitor = Visitor()
    question = visitor.start("what-the-bonus-pays", "ultimate-texas-holdem")
    draft = Draft.objects.get(house=reference, game="ultimate-texas-holdem")
    ruleset = draft_ruleset(draft)
    ruleset.tables["trips"] = PayTable(make_rows("royal flush 88"))
    save_draft(draft, draft.revision, ruleset)
    publish(draft, None)
    visitor.open(question.get_absolute_url())
    [address] = re.findall(r'full-rules" data-back href="([^"]+)"', visitor.page)
    page = read(html.unescape(address))
    assert "version 1," in page.text
    assert page.tables["Trips"][1] == ["Royal flush", "50"]
    assert "Back to question 1" in page.text
