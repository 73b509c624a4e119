from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trainer.drills.amounts import format_amount, parse_amount, to_money
from trainer.drills.base import (
    AmountAmbiguousError,
    AmountMissingError,
    AmountNegativeError,
    AmountTooLargeError,
    AmountUnreadableError,
    AnswerError,
)

NBSP, NARROW, THIN, FIGURE = "\u00a0", "\u202f", "\u2009", "\u2007"


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("12", "12"),
        ("12,5", "12.5"),
        ("12.5", "12.5"),
        (" 37.50 ", "37.5"),
        ("0", "0"),
        ("0,25", "0.25"),
        ("007", "7"),
        ("1 250", "1250"),
        (f"1{NBSP}250", "1250"),
        (f"1{NARROW}250,5", "1250.5"),
        (f"1{THIN}250{FIGURE}000", "1250000"),
        (f"{NBSP}25{NBSP}", "25"),
        ("1250,75", "1250.75"),
        ("1,2345", "1.2345"),
        ("999999999999", "999999999999"),
    ],
)
def test_amounts_are_read_as_people_write_them(text, amount):
    assert parse_amount(text) == Decimal(amount)


@pytest.mark.parametrize(
    ("error", "texts"),
    [
        (AmountMissingError, ["", " ", NBSP, "\t\n"]),
        (AmountNegativeError, ["-5", "−5", "–5", "- 5", "-12,5", "-1,250", "-0", "\u20115"]),
        (AmountAmbiguousError, ["1,250", "1.250", "12,500", "0,125", "1250.125", "1 250,125"]),
        (AmountTooLargeError, ["1" + "0" * 12, "9" * 500, "1 000 000 000 000"]),
        (
            AmountUnreadableError,
            [
                *["abc", "1e9", "NaN", "Infinity", "inf", "0x10", "1_000", "12$", "12 грн", "5%"],
                *["٣", "١٢", "१२", "²", "½", "1'250", "1\n2", "12\x00", "<b>5</b>"],
                *["12 50", "1 25", "1250 000", "1,250.50", "1.250,50", "12.5.5"],
                *[",5", "12.", ".", ",", "--5", "-abc", "-", "+5", "5-", "0." + "1" * 40],
            ],
        ),
    ],
)
def test_what_is_no_amount_is_refused_with_its_reason(error, texts):
    for text in texts:
        with pytest.raises(AnswerError) as refused:
            parse_amount(text)
        assert type(refused.value) is error, text


def test_the_refusal_repeats_what_was_typed_but_not_a_page_of_it():
    with pytest.raises(AmountUnreadableError, match="“abc” is not an amount"):
        parse_amount(" abc ")
    with pytest.raises(AmountUnreadableError) as refused:
        parse_amount("x" * 100_000)
    assert len(str(refused.value)) < 150


@given(st.text(max_size=30))
def test_any_text_is_read_or_refused(text):
    try:
        amount = parse_amount(text)
    except AnswerError:
        return
    assert amount >= 0
    assert amount.is_finite()


@pytest.mark.parametrize(
    ("amount", "text"),
    [
        (0, "0"),
        (Decimal("37.50"), "37.5"),
        (Decimal("1E+3"), f"1{NBSP}000"),
        (Fraction(75, 2), "37.5"),
        (Fraction(1, 8), "0.125"),
        (Decimal(1234567), f"1{NBSP}234{NBSP}567"),
        (Fraction(10, 3), f"3{NBSP}1/3"),
        (Fraction(2, 3), "2/3"),
        (Fraction(-75, 2), "−37.5"),
        (Fraction(-1, 3), "−1/3"),
        (Fraction(3001, 20), "150.05"),
    ],
)
def test_amounts_are_printed_exactly(amount, text):
    assert format_amount(amount) == text


def test_the_decimal_sign_is_the_readers():
    assert format_amount(Fraction(2501, 2), ",") == f"1{NBSP}250,5"


@given(
    st.decimals(0, 10**12 - 1, places=2, allow_nan=False, allow_infinity=False),
    st.sampled_from(",."),
)
def test_what_is_printed_is_read_back(amount, decimal):
    assert parse_amount(format_amount(amount, decimal)) == amount


@pytest.mark.parametrize(
    ("amount", "money"),
    [
        (Fraction(250), "250"),
        (Fraction(75, 2), "37.5"),
        (Fraction(1, 4), "0.25"),
        (Fraction(10, 3), "3.33"),
        (Fraction(20, 3), "6.67"),
        (Fraction(1, 8), "0.13"),
        (Fraction(100_000), "100000"),
    ],
)
def test_what_is_paid_is_exact_to_the_cent(amount, money):
    assert str(to_money(amount)) == money
