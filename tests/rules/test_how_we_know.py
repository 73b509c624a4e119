"""The page “How we know”: the latest run beside what others say, or that there is none."""

import re
from datetime import UTC, datetime
from fractions import Fraction

import pytest

from rules import known
from rules.engine import ENGINE_VERSION
from rules.engine.ranking import NATURAL_CATEGORIES
from rules.games.base import SCHEMA
from rules.models import ProofRun
from rules.proof import GROUPS, claims
from rules.proof.judges import JUDGES
from rules.proving import record_run
from tests.rules.proven import findings

PATH = "/how-we-know/"
WHEN = datetime(2027, 3, 4, 5, 6, tzinfo=UTC)
COUNT = len(claims())


@pytest.fixture
def stored(db):
    """`stored(key=value, …)`: a run in which all agreed but these."""

    def stored(*, ran_at=WHEN, **found):
        return record_run(findings(**found), ran_at=ran_at, took_ms=12_345)

    return stored


def line(page, key):
    """The cells of the line of a claim."""
    group = next(group for group in GROUPS if any(c.key == key for c in group.claims))
    place = [claim.key for claim in group.claims].index(key)
    return page.tables[group.title][place + 1]


def test_before_any_run_it_says_which_command_to_give(read, db):
    page = read(PATH)
    assert "Nothing has been worked out here yet. " in page.text
    assert "python manage.py prove" in page.text
    title, others, ours, agrees = line(page, "trips-50-40-30-8-7-4-3-edge")
    assert title == "50 40 30 8 7 4 3: house edge"
    assert others.endswith(" 3.4979\xa0%")
    assert ours.endswith("–")
    assert agrees == "not tried"
    assert "✓" not in page.text
    assert "agree." not in page.text


def test_a_run_in_which_all_agree(read, stored):
    stored()
    page = read(PATH)
    assert f"All {COUNT} figures agree." in page.text
    assert "Worked out on March 4, 2027, 5:06 a.m. in 12.3 s, " in page.text
    assert f"version {ENGINE_VERSION} of the engine and version {SCHEMA} of" in page.text
    title, others, ours, agrees = line(page, "hands-7-pair")
    assert (title, agrees) == ("Pair", "✓ yes")
    assert others.endswith("58\xa0627\xa0800")
    assert ours.endswith("58\xa0627\xa0800")
    assert "✗" not in page.text
    assert "not tried" not in page.text
    assert "has changed" not in page.text


def test_every_claim_has_its_line(read, stored):
    stored()
    page = read(PATH)
    for group in GROUPS:
        assert len(page.tables[group.title]) == 1 + len(group.claims)


def test_a_difference_is_said_at_the_top_and_its_table_is_open(read, stored):
    stored(hands_5_flush=5107, trips_hits=Fraction(1, 10))
    page = read(PATH)
    assert f"✗ {COUNT - 2} of {COUNT} figures agree." in page.text
    ours, agrees = line(page, "hands-5-flush")[2:]
    assert agrees == "✗ no"
    assert ours.endswith("5\xa0107")
    assert re.findall('<details id="([^"]+)" open>', page.html) == ["hands-5", "trips"]


def test_the_latest_run_counts(read, stored):
    stored(hands_5_flush=5107)
    stored(ran_at=WHEN.replace(year=2028))
    stored(ran_at=WHEN.replace(year=2026), hands_5_pair=7)
    page = read(PATH)
    assert f"All {COUNT} figures agree." in page.text
    assert "March 4, 2028" in page.text


@pytest.mark.parametrize("changed", ["engine", "schema"])
def test_a_program_that_has_changed_since_says_so(read, stored, changed):
    run = stored()
    setattr(run, changed, getattr(run, changed) + 1)
    run.save()
    assert "The program has changed since then." in read(PATH).text


def test_a_new_claim_has_not_been_tried(read, stored):
    stored(without=["hands-5-flush"])
    page = read(PATH)
    assert "1 figure is new and has not been worked out yet." in page.text
    assert line(page, "hands-5-flush")[3] == "not tried"
    assert f"All {COUNT - 1} figures agree." in page.text


def test_a_claim_that_has_changed_since_has_not_been_tried(read, stored):
    run = stored()
    run.results["hands-5-flush"]["expected"] = "5107"
    run.save()
    assert line(read(PATH), "hands-5-flush")[3] == "not tried"


def test_a_claim_that_is_no_more_is_left_out(read, stored):
    run = stored()
    run.results["earlier"] = {"expected": "1", "found": "2", "agrees": False}
    run.save()
    assert f"All {COUNT} figures agree." in read(PATH).text


def test_sources_are_named_once_a_table_or_in_the_line(read, db):
    page = read(PATH)
    assert page.html.count("Brian Alspach") == 2
    assert "Source: A separate program, " in page.text
    assert "Source, where no other is named: A separate program, " in page.text
    title = line(page, "hands-7-distinct")[0]
    assert title.startswith("Different strengths")
    assert "(bobonieres.eu)" in title


def test_the_judges(read, db):
    page = read(PATH)
    for judge in JUDGES:
        assert judge.name in page.text
        assert judge.says in page.text
    assert "python manage.py self_check" in page.text


@pytest.mark.parametrize("language", ["uk", "ru"])
def test_numbers_and_hands_in_other_languages(read, stored, language):
    stored()
    page = read(PATH, language)
    tables = list(page.tables.values())
    names = [row[0] for row in tables[0][1:11]]
    assert len(set(names)) == len(NATURAL_CATEGORIES)
    assert not any(set("abcdefghijklmnopqrstuvwxyz") & set(name) for name in names)
    assert "3,4979\xa0%" in page.html


def test_the_rules_lead_here(read, reference):
    assert PATH in read("/rules/").hrefs


def test_it_asks_the_database_once(stored, django_assert_num_queries):
    stored()
    with django_assert_num_queries(1):
        known.how_we_know()


def test_a_run_prints():
    assert str(ProofRun(ran_at=WHEN)) == "2027-03-04 05:06"
