"""House and version beside a question, and which of the rules used are assumed."""

import re
from dataclasses import replace
from types import SimpleNamespace

import pytest
from django.template.loader import render_to_string
from django.utils.html import strip_tags
from django.utils.translation import override

from rules.games import find_game
from tests.trainer.drills.cast import PAYS, RUSSIAN, ULTIMATE, WINS
from tests.trainer.drills.houses import AWARDS, BOTH, BY_FIVES, DOWN, TENTHS, house
from tests.trainer.drills.test_calls import box
from tests.trainer.drills.test_what_the_bonus_pays import bonus

STRAIGHT = bonus(RUSSIAN, 5, "9s 8h 7d 6c 5s")
SIX_FLUSH = bonus(RUSSIAN, 5, "Kh Jh 8h 5h 2c 3h")
FLUSH = bonus(ULTIMATE, 5, "9h 8h", "7h 6h Kh Ah Ad")

FIRST_FIVE = "pay table “Bonus on the first five cards”."
SIX = "pay table “Bonus with a bought sixth card”."


def shown(deal, ruleset, slug="reference", answered=True, language="en"):
    """The text below a verdict, or beside an open question."""
    drill = WINS if deal.drill == WINS.key else PAYS
    version = SimpleNamespace(house=SimpleNamespace(slug=slug, display_name="Aurora"), number=3)
    table = SimpleNamespace(
        drill=drill,
        deal=deal,
        ruleset=replace(ruleset, house=slug),
        game=find_game(deal.game),
        version=version,
        ask=drill.question(deal, ruleset),
        switches=drill.switches(deal, replace(ruleset, house=slug)),
    )
    with override(language):
        template = "trainer/_source.html" if answered else "trainer/_house.html"
        html = render_to_string(template, {"table": table})
    return re.sub(r"\s+", " ", strip_tags(html)).strip()


ACE_KING = box("Ks Kh 8d 5c 3d", "As Kd Qc 9h 2s")


@pytest.mark.parametrize(
    ("deal", "ruleset", "slug", "text"),
    [
        # No casino’s own page has the odds of the bonus.
        (STRAIGHT, house(RUSSIAN), "reference", f" Assumed: {FIRST_FIVE}"),
        (STRAIGHT, house(RUSSIAN), "campione", f" Assumed, taken from Reference: {FIRST_FIVE}"),
        (STRAIGHT, house(RUSSIAN, AWARDS), "campione", ""),
        # What the first five cards do not win goes by the table for all six.
        (SIX_FLUSH, house(RUSSIAN), "reference", f" Assumed: {SIX}"),
        (ACE_KING, house(RUSSIAN), "reference", ""),
        # No page settles what becomes of halves; Reference chose.
        (
            FLUSH,
            house(ULTIMATE, TENTHS),
            "reference",
            " Assumed: Fractions of a chip – Paid exactly.",
        ),
        # What a house of an administrator has set itself is not assumed.
        (FLUSH, house(ULTIMATE, TENTHS, **BY_FIVES), "aurora", ""),
        # But its chips are Reference’s where it never said.
        (
            FLUSH,
            house(ULTIMATE, TENTHS, **DOWN),
            "aurora",
            " Assumed, taken from Reference: Chips – 1, 5, 25, 100, 500, 1000.",
        ),
        (
            STRAIGHT,
            house(RUSSIAN, bonus_max_payout="100"),
            "aurora",
            f" Assumed, taken from Reference: {FIRST_FIVE}",
        ),
    ],
)
def test_a_verdict_names_house_version_and_what_is_assumed(deal, ruleset, slug, text):
    assert shown(deal, ruleset, slug) == f"Aurora, version 3{text}"


def test_a_documented_house_takes_from_reference_what_its_page_leaves_open():
    text = "Assumed, taken from Reference: Fractions of a chip – Paid exactly."
    assert text in shown(FLUSH, house(ULTIMATE, TENTHS), "viejas")


def test_what_every_rule_text_says_is_assumed_of_no_house_whose_text_was_read():
    assert shown(ACE_KING, house(RUSSIAN), "campione") == "Aurora, version 3"
    text = "Assumed, taken from Reference: Dealer qualifies with – Ace-king or better."
    assert shown(ACE_KING, house(RUSSIAN), "viejas") == f"Aurora, version 3 {text}"


@pytest.mark.parametrize(
    ("ruleset", "text"),
    [
        (house(RUSSIAN), ""),
        (
            house(RUSSIAN, bonus_max_payout="3000"),
            " As this house plays: Maximum payout of the bonus – 3000.",
        ),
        (
            house(RUSSIAN, max_payout="500", **BOTH, **BY_FIVES),
            " As this house plays: Maximum payout – 500; Maximum payout covers – Bet and bonus "
            "together; Fractions of a chip – Rounded down to the smallest chip; Chips – 5, 25.",
        ),
    ],
)
def test_a_question_says_beforehand_what_is_unusual(ruleset, text):
    assert shown(STRAIGHT, ruleset, answered=False) == f"Aurora, version 3{text}"


@pytest.mark.parametrize("language", ["uk", "ru"])
def test_the_other_languages_have_every_placeholder(language):
    text = shown(FLUSH, house(ULTIMATE, TENTHS), language=language)
    assert not re.search(r"[{}%]|None", text)
