"""Forms and verdicts of every kind of answer."""

import re

import pytest
from django.utils.translation import override

from tests.trainer.answering import fields_of
from tests.trainer.practice.kinds import DRILLS, GAME
from trainer.drills import drills
from trainer.models import Answer
from trainer.practice import wording

pytestmark = pytest.mark.django_db
KINDS = pytest.mark.parametrize("key", DRILLS)


@pytest.fixture(autouse=True)
def registered(monkeypatch):
    for key, drill in DRILLS.items():
        monkeypatch.setitem(drills(), key, drill)


def begin(visitor, key):
    return visitor.start(key, GAME)


def send(visitor, answer, **more):
    ask = DRILLS[visitor.question().deal.drill].ask
    return visitor.submit(visitor.url, **fields_of(answer, ask) | more)


def heading(visitor):
    found = re.search(r"<h1[^>]*>(.*?)</h1>", visitor.page, re.DOTALL)[1]
    return re.sub(r"<[^>]+>", "", found).strip()


@KINDS
def test_the_right_answer_is_right_and_stored(visitor, key):
    begin(visitor, key)
    send(visitor, DRILLS[key].right)
    assert heading(visitor).startswith("Right: ")
    assert Answer.objects.get().given == DRILLS[key].right.to_data()


@KINDS
def test_a_wrong_answer_is_wrong_and_repeated(visitor, key):
    drill = DRILLS[key]
    question = begin(visitor, key)
    send(visitor, drill.wrong)
    assert heading(visitor).startswith("No: ")
    if drill.ask.kind != "box":
        for answer in (drill.right, drill.wrong):
            assert wording.answer_text(answer, question.deal.value, drill.ask) in visitor.page


@KINDS
@pytest.mark.parametrize("language", ["en", "uk", "ru"])
def test_every_answer_has_words(visitor, key, language):
    drill = DRILLS[key]
    deal = begin(visitor, key).deal.value
    with override(language):
        texts = [wording.answer_text(a, deal, drill.ask) for a in (drill.right, drill.wrong)]
        assert len({*texts, ""}) == 3
        assert not re.search(r"%|_|Decimal|None", "".join(texts))


@KINDS
def test_an_empty_form_is_refused_and_asked_again(visitor, key):
    begin(visitor, key)
    assert visitor.submit(visitor.url).status_code == 422
    assert 'id="problem" data-say' in visitor.page
    assert not Answer.objects.exists()


def checked(page, name):
    return re.findall(rf'name="{name}" value="([^"]*)"[^>]* checked', page)


def test_what_was_typed_into_a_box_stays_after_an_error(visitor):
    begin(visitor, "asks-box")
    response = send(
        visitor, DRILLS["asks-box"].right, **{"outcome-bet": ["pay"], "amount-bet": ["1,250"]}
    )
    assert response.status_code == 422
    assert "Bet: “1,250” could be a thousand" in visitor.page
    assert checked(visitor.page, "outcome-ante") == ["push"]
    assert checked(visitor.page, "outcome-bet") == ["pay"]
    assert re.search(r'name="amount-bet"[^>]*value="1,250"[^>]*aria-invalid', visitor.page)
    assert re.search(r'name="pay-now"[^>]*value="180"', visitor.page)
    assert visitor.page.count("aria-invalid") == 1
    [current] = re.findall(r'current" role="group" aria-label="([^"]*)"', visitor.page)
    assert current == "Bet 20"


def test_what_was_chosen_of_cards_stays_after_an_error(visitor):
    begin(visitor, "asks-second")
    form = {"cards": ["Qd", "Jd"], "second": ["9s"], "nosecond": ["1"]}
    assert visitor.submit(visitor.url, **form).status_code == 422
    assert "Cards to choose: 5. You chose 2." in visitor.page
    assert checked(visitor.page, "cards") == ["Qd", "Jd"]
    assert checked(visitor.page, "second") == ["9s"]
    assert checked(visitor.page, "nosecond") == ["1"]


def test_places_and_chips_stay_after_an_error(visitor):
    begin(visitor, "asks-order")
    assert visitor.submit(visitor.url, **{"place-1": ["2"]}).status_code == 422
    assert re.findall(r"<option selected>(\d)", visitor.page) == ["2"]
    begin(visitor, "asks-chips")
    assert visitor.submit(visitor.url, **{"chip-25": ["3"], "chip-0.5": ["x"]}).status_code == 422
    assert "0.5: “x” is not a number of chips" in visitor.page
    assert re.search(r'name="chip-25"[^>]*value="3"', visitor.page)
    assert re.search(r'name="chip-0.5"[^>]*value="x"[^>]*aria-invalid', visitor.page)


def test_an_error_repeats_no_whole_page(visitor):
    begin(visitor, "asks-box")
    form = {"outcome-ante": ["pay"], "amount-ante": ["7" * 5000]}
    assert visitor.submit(visitor.url, **form).status_code == 422
    assert "7" * 101 not in visitor.page


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("asks-choice", "Right: 37.5"),
        ("asks-amount", "Right: 595"),
        ("asks-cards", "Right: Q♦ J♦ 10♦ 8♦ 4♦"),
        ("asks-second", "Right: Q♦ J♦ 10♦ 8♦ 4♦; J♦ 10♦ 9♠ 8♦ 4♦"),
        ("asks-order", "Right: Player A, Player B = Player C"),
        ("asks-box", "Right: pay out 180 now"),
        ("asks-boxes", "Right: pay out 180 now"),
        ("asks-chips", "Right: 1\xa0×\xa0100, 3\xa0×\xa025, 1\xa0×\xa00.5"),
    ],
)
def test_headings(visitor, key, said):
    begin(visitor, key)
    send(visitor, DRILLS[key].right)
    assert heading(visitor) == said


def rows(page):
    found = re.findall(r'<tbody class="is-(\w+)">(.*?)</tbody>', page, re.DOTALL)
    return [
        (mark, *re.findall(r"<t[hd][^>]*>(?:.*</span>)?([^<]*)</t[hd]>", text, re.DOTALL))
        for mark, text in found
    ]


def test_several_parts_stand_in_a_table(visitor):
    begin(visitor, "asks-box")
    send(visitor, DRILLS["asks-box"].wrong)
    assert heading(visitor) == "No: bets right: 1 of 2; pay out 180 now"
    assert rows(visitor.page) == [
        ("right", "Ante", "Push", "Push"),
        (
            "wrong",
            *("Bet", "Push", "Pay 180"),
            "You only returned a bet that is paid. It would have cost the guest 180.",
        ),
        ("wrong", "Pay out now", "0", "180"),
    ]


def test_of_several_boxes_each_wager_says_whose_it_is(visitor):
    begin(visitor, "asks-boxes")
    assert re.findall(r'class="box-name"><span[^>]*>([^<]*)<', visitor.page) == [
        "Player A",
        "Player B",
    ]
    send(visitor, DRILLS["asks-boxes"].wrong)
    assert heading(visitor) == "No: bets right: 3 of 4; another order; pay out 180 now"
    found = rows(visitor.page)
    assert [row[:2] for row in found] == [
        ("right", "Player A, ante"),
        ("right", "Player A, bet"),
        ("right", "Player B, ante"),
        ("wrong", "Player B, bet"),
        ("wrong", "Order of the boxes"),
        ("right", "Pay out now"),
    ]
    assert found[4][2:4] == ("Player A, Player B", "Player B, Player A")


def test_places_of_boxes_that_are_no_order_are_asked_again(visitor):
    begin(visitor, "asks-boxes")
    twice = {"place-0": ["2"], "place-1": ["2"]}
    assert send(visitor, DRILLS["asks-boxes"].right, **twice).status_code == 422
    assert "Order of the boxes: Two boxes have place 2." in visitor.page
    assert re.findall(r"<option selected>(\d)", visitor.page) == ["2", "2"]
    assert checked(visitor.page, "outcome-1.bet") == ["take"]


def test_the_pace_is_told_for_the_number_of_boxes(visitor, monkeypatch):
    monkeypatch.setattr("trainer.practice.sittings.elapsed_ms", lambda question, now: 48_000)
    begin(visitor, "asks-boxes")
    send(visitor, DRILLS["asks-boxes"].right)
    said = "Pace with 2 boxes: 2.5 boxes per minute, 75 rounds per hour"
    assert said in visitor.page
    visitor.submit(visitor.url.rsplit("/", 2)[0] + "/end/")
    assert said in visitor.page
    begin(visitor, "asks-box")
    send(visitor, DRILLS["asks-box"].right)
    assert "Pace" not in visitor.page


def test_of_many_parts_only_the_wrong_ones_are_set_against_the_right(visitor, monkeypatch):
    monkeypatch.setattr("trainer.practice.tables.MANY", 5)
    begin(visitor, "asks-boxes")
    send(visitor, DRILLS["asks-boxes"].wrong)
    assert [row[1] for row in rows(visitor.page)] == ["Player B, bet", "Order of the boxes"]
    visitor.submit(visitor.url.rsplit("/", 2)[0] + "/end/")
    assert "No: bets right: 3 of 4; another order; pay out 180 now" in visitor.page
    assert re.findall(r'<th scope="row">([^<]*)<', visitor.page) == [
        "Player B, bet",
        "Order of the boxes",
    ]


def test_one_part_stands_without_a_table(visitor):
    begin(visitor, "asks-amount")
    send(visitor, DRILLS["asks-amount"].wrong)
    assert 'class="parts"' not in visitor.page
    assert 'class="compared"' in visitor.page


@KINDS
def test_what_was_missed_is_listed_in_the_result(visitor, key):
    drill = DRILLS[key]
    deal = begin(visitor, key).deal.value
    send(visitor, drill.wrong)
    visitor.submit(visitor.url.rsplit("/", 2)[0] + "/end/")
    assert "Missed" in visitor.page
    if drill.ask.kind != "box":
        assert wording.answer_text(drill.wrong, deal, drill.ask) in visitor.page
    if drill.ask.plates:
        assert "17:1" in visitor.page


def test_a_felt_without_cards_has_the_plates_and_stakes(visitor):
    begin(visitor, "asks-amount")
    felt = re.search(r'<section class="felt bare".*?</section>', visitor.page, re.DOTALL)[0]
    assert '<span class="plate">17:1</span>' in felt
    assert "Bet 35" in felt
    assert "seats" not in felt


def test_cards_that_may_be_tapped_belong_to_the_form(visitor):
    begin(visitor, "asks-cards")
    assert 'id="answer"' in visitor.page
    boxes = re.findall(r'form="answer" name="cards" value="(\w\w)" data-key="(\d)"', visitor.page)
    assert boxes == [("Qd", "1"), ("Jd", "2"), ("Td", "3"), ("8d", "4"), ("4d", "5"), ("9s", "6")]
    send(visitor, DRILLS["asks-cards"].right)
    assert 'name="cards"' not in visitor.page
