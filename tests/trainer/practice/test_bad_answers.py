"""Whatever is posted gets a sentence, never an error page, and nothing is stored."""

import html
import re

import pytest
from django.utils.html import escape
from django.utils.translation import gettext, override

from tests.trainer.practice.test_leaks import put_all
from tests.trainer.practice.visitors import right_form, stored_question
from trainer.drills.base import AmountNegativeError
from trainer.models import Answer

pytestmark = pytest.mark.django_db

CHOOSE = "Choose an answer first."
UNKNOWN = "is not one of the answers offered here."
SIDES = [
    ({}, CHOOSE),
    ({"choice": ""}, CHOOSE),
    ({"choice": "abc"}, UNKNOWN),
    ({"choice": "LEFT"}, UNKNOWN),
    ({"choice": "-1"}, UNKNOWN),
    ({"choice": "\0"}, UNKNOWN),
    ({"choice": "<img src=x onerror=alert(1)>"}, UNKNOWN),
    ({"choice": "x" * 100_000}, UNKNOWN),
    ({"outcome": "pay", "amount": "180"}, CHOOSE),
    ({"seats": ["0", "1"]}, CHOOSE),
]
SEATS = [
    ({}, CHOOSE),
    ({"seats": ""}, CHOOSE),
    ({"seats": ["0", "6"]}, UNKNOWN),
    ({"seats": ["0", "abc"]}, UNKNOWN),
    ({"seats": "-1"}, UNKNOWN),
    ({"seats": "9" * 5000}, UNKNOWN),
    ({"choice": "left"}, CHOOSE),
    ({"outcome": "take"}, CHOOSE),
]
MONEY = [
    ({}, CHOOSE),
    ({"amount": "180"}, CHOOSE),
    ({"outcome": "steal", "amount": "180"}, UNKNOWN),
    ({"outcome": "pay"}, "Enter the amount that is paid."),
    ({"outcome": "pay", "amount": "  "}, "Enter the amount that is paid."),
    ({"outcome": "pay", "amount": "abc"}, "“abc” is not an amount."),
    ({"outcome": "pay", "amount": "-5"}, "“-5” is negative. If the bet loses, choose Take."),
    ({"outcome": "pay", "amount": "1,250"}, "“1,250” could be a thousand or a decimal."),
    ({"outcome": "pay", "amount": "1.250"}, "“1.250” could be a thousand or a decimal."),
    ({"outcome": "pay", "amount": "1e5"}, "“1e5” is not an amount."),
    ({"outcome": "pay", "amount": "NaN"}, "“NaN” is not an amount."),
    ({"outcome": "pay", "amount": "∞"}, "“∞” is not an amount."),
    ({"outcome": "pay", "amount": "٣٠"}, "is not an amount."),
    ({"outcome": "pay", "amount": "9" * 40}, "is more than any table pays."),
    ({"outcome": "pay", "amount": "9" * 100_000}, "is more than any table pays."),
    ({"outcome": "pay", "amount": '"><script>alert(1)</script>'}, "is not an amount."),
    ({"choice": "left"}, CHOOSE),
]
HANDS = [
    ({}, CHOOSE),
    ({"hand": ""}, CHOOSE),
    ({"hand": "abc"}, UNKNOWN),
    ({"hand": "ace-king"}, UNKNOWN),
    ({"hand": "7", "first": "K"}, UNKNOWN),
    ({"hand": "<img src=x onerror=alert(1)>"}, UNKNOWN),
    ({"hand": "x" * 100_000}, UNKNOWN),
    ({"first": "A", "second": "K"}, CHOOSE),
    ({"hand": "straight"}, "Choose the rank of this hand as well."),
    ({"hand": "pair", "first": "K"}, "This hand is named with two ranks. Choose both."),
    ({"hand": "pair", "first": "", "second": ""}, "This hand is named with two ranks."),
    ({"hand": "pair", "first": "1", "second": "K"}, UNKNOWN),
    ({"hand": "pair", "first": "А", "second": "\0"}, UNKNOWN),
    ({"hand": "flush", "first": '"><script>alert(1)</script>'}, UNKNOWN),
    ({"outcome": "take"}, CHOOSE),
]
SHAPES = [
    ("which-hand-wins", "russian-poker", 1, SIDES),
    ("which-hand-wins", "texas-holdem", 3, SEATS),
    ("what-the-bonus-pays", "casino-holdem", 1, MONEY),
    ("name-the-hand", "casino-holdem", 3, HANDS),
]


def problem(page):
    found = re.search(r'<p class="problem" id="problem" data-say>([^<]*)</p>', page)
    return found and found[1]


@pytest.mark.parametrize("htmx", [False, True])
@pytest.mark.parametrize(("drill", "game", "level", "cases"), SHAPES)
def test_a_sentence_says_what_is_expected(visitor, drill, game, level, cases, htmx):
    question = visitor.start(drill, game, level=level)
    deal, right = question.deal, right_form(question)
    urls = put_all(visitor, deal.version, [deal.value] * len(cases))
    for stored, (url, (form, text)) in enumerate(zip(urls, cases, strict=True)):
        visitor.open(url)
        response = visitor.submit(url, htmx=htmx, **form)
        assert response.status_code == 422, form
        assert text in problem(visitor.page)
        assert Answer.objects.count() == stored
        assert "<script>alert" not in visitor.page
        assert "<img" not in visitor.page
        assert len(visitor.page) < 40_000

        visitor.submit(url, htmx=htmx, **right)
        assert stored_question(url.split("/")[2], 1).right is True


def test_what_was_typed_is_kept(visitor):
    visitor.start("what-the-bonus-pays", "russian-poker")
    visitor.submit(visitor.url, outcome="pay", amount='1,250"')
    assert f'value="{escape("1,250" + chr(34))}"' in visitor.page
    assert visitor.forms()[visitor.url].fields["outcome"] == ["pay"]
    assert 'aria-invalid="true" aria-describedby="problem"' in visitor.page


def test_the_seats_that_were_chosen_are_kept(visitor):
    visitor.start("which-hand-wins", "texas-holdem", level=3)
    visitor.submit(visitor.url, seats=["1", "4", "nobody"])
    assert visitor.forms()[visitor.url].fields["seats"] == ["1", "4"]


def test_the_hand_and_the_ranks_that_were_chosen_are_kept(visitor):
    visitor.start("name-the-hand", "texas-holdem", level=3)
    visitor.submit(visitor.url, hand="pair", first="K", second="")
    kept = visitor.forms()[visitor.url].fields
    assert (kept["hand"], kept["first"], kept["second"]) == (["pair"], ["K"], [""])


@pytest.mark.parametrize(
    ("typed", "amount"), [("12,5", "12.5"), ("12.5", "12.5"), ("1 250", "1250"), ("0", "0")]
)
def test_amounts_are_read_as_people_write_them(visitor, typed, amount):
    visitor.start("what-the-bonus-pays", "russian-poker")
    visitor.submit(visitor.url, outcome="pay", amount=typed)
    given = Answer.objects.get().given
    assert given["amount"] == amount
    assert given["outcome"] == ("push" if amount == "0" else "pay")


@pytest.mark.parametrize("language", ["uk", "ru"])
def test_the_sentence_is_in_the_language_of_the_reader(visit, language):
    visitor = visit(**{"Accept-Language": language})
    visitor.start("what-the-bonus-pays")
    visitor.submit(visitor.url, outcome="pay", amount="-5")
    with override(language):
        sentence = gettext(AmountNegativeError.template) % {"given": "-5"}
    assert html.unescape(problem(visitor.page)) == sentence


def test_a_form_that_is_too_large_is_refused_plainly(visitor):
    visitor.start()
    response = visitor.post(visitor.url, choice="left", **{f"x{n}": "" for n in range(2000)})
    assert response.status_code == 400
    assert not Answer.objects.exists()
