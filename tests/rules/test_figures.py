from fractions import Fraction

import pytest
from django.utils import translation

from rules.figures import count_text, decimal_text, percent, points, root

SPACE = "\N{NO-BREAK SPACE}"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(0), "0.00"),
        (Fraction(1), "100.00"),
        (Fraction(4_679_700, 133_784_560), "3.50"),
        (Fraction(1, 10_000), "0.01"),
        (Fraction(1, 25_000), "0.0040"),
        (Fraction(4, 133_784_560), "0.0000030"),
        (Fraction(-1, 1_000_000), "−0.00010"),
        (Fraction(-69, 10_000), "−0.69"),
        (Fraction(99_999, 100_000), "99.999"),
        (Fraction(999_951, 1_000_000), "99.995"),
        (Fraction(9999, 10_000), "99.99"),
        (Fraction(3, 2), "150.00"),
    ],
)
def test_percentages_are_never_a_misleading_nothing_or_everything(value, text):
    assert percent(value) == f"{text}{SPACE}%"


def test_places_of_a_percentage():
    assert percent(Fraction(4_324, 133_784_560), 4) == f"0.0032{SPACE}%"


@pytest.mark.parametrize(("language", "text"), [("en", "3.50"), ("uk", "3,50"), ("ru", "3,50")])
def test_the_decimal_sign_is_the_reader_s(language, text):
    with translation.override(language):
        assert percent(Fraction(7, 200)) == f"{text}{SPACE}%"


@pytest.mark.parametrize(
    ("after", "before", "text"),
    [
        # 6.52343 and 3.49794, of which the exact difference is 3.02549.
        (Fraction(8_727_344, 133_784_560), Fraction(4_679_700, 133_784_560), "+3.02"),
        (Fraction(4_679_700, 133_784_560), Fraction(8_727_344, 133_784_560), "−3.02"),
        (Fraction(-1, 100), Fraction(1, 100), "−2.00"),
        (Fraction(1, 10**7), Fraction(0), "+0.000010"),
        (Fraction(1, 9), Fraction(1, 9), "0.00"),
    ],
)
def test_points_agree_with_what_is_shown(after, before, text):
    assert points(after, before) == text


def test_decimals_and_counts():
    assert decimal_text(Fraction(261, 100)) == "2.61"
    assert decimal_text(Fraction(7, 2), 0) == "4"
    assert count_text(133_784_560) == f"133{SPACE}784{SPACE}560"


@pytest.mark.parametrize("value", [Fraction(0), Fraction(2), Fraction(1, 3), Fraction(10**6)])
def test_roots(value):
    assert abs(root(value) ** 2 - value) < Fraction(1, 10**8)
