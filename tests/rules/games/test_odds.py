from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.games.odds import (
    AmbiguousOddsError,
    NegativeOddsError,
    OddsError,
    OddsTooLargeError,
    ZeroDenominatorError,
    format_odds,
    parse_odds,
)


@pytest.mark.parametrize(
    ("text", "odds"),
    [
        ("3", "3"),
        (" 3 ", "3"),
        ("\u00a010\u00a0", "10"),
        ("3:1", "3"),
        ("3:2", "3/2"),
        ("3 : 2", "3/2"),
        ("6:4", "3/2"),
        ("1.5", "3/2"),
        ("1,5", "3/2"),
        ("0", "0"),
        ("0:1", "0"),
        ("100000", "100000"),
        ("99999.9999", "999999999/10000"),
        ("10:11", "10/11"),
    ],
)
def test_odds_are_read(text, odds):
    assert parse_odds(text) == Fraction(odds)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", OddsError),
        ("abc", OddsError),
        ("2/1", OddsError),
        (":2", OddsError),
        ("2:", OddsError),
        ("1e3", OddsError),
        ("1.5:2", OddsError),
        ("1 000", OddsError),
        ("٣", OddsError),
        ("1.55555", OddsError),
        ("9" * 5000, OddsError),
        ("1:0", ZeroDenominatorError),
        ("0:0", ZeroDenominatorError),
        ("-2", NegativeOddsError),
        ("−2", NegativeOddsError),
        ("1.000", AmbiguousOddsError),
        ("1,250", AmbiguousOddsError),
        ("100001", OddsTooLargeError),
        ("999999999:1", OddsTooLargeError),
    ],
)
def test_what_is_no_odds_is_quoted(text, error):
    with pytest.raises(OddsError) as refused:
        parse_odds(text)
    assert type(refused.value) is error
    assert f"“{text}”" in str(refused.value)


digits = st.integers(0, 999_999_999)


@given(
    st.builds("{}:{}".format, digits, digits.filter(bool))
    | st.builds("{}.{}".format, digits, digits)
)
def test_what_is_read_is_written_so_that_it_is_read_again(text):
    try:
        odds = parse_odds(text)
    except OddsError:
        return
    assert parse_odds(format_odds(odds)) == odds
