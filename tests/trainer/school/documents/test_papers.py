"""Papers and keys as they are printed."""

import json
from dataclasses import replace

import pytest
from django.db import connection
from django.template.loader import render_to_string
from django.utils import translation

from rules.versions import live_version
from tests.trainer.school.conftest import NOW
from tests.trainer.school.documents.conftest import KINDS
from tests.trainer.school.grading.cast import people_on
from trainer.drills import drills, find_drill
from trainer.drills.base import CannotDealError, spec_hash, spec_json
from trainer.models import Deal
from trainer.practice.dealing import make_deal
from trainer.school.documents.sheets import Sheet, Solution, sheets_of
from trainer.school.papers.making import Dealt
from trainer.school.permissions import Standing

pytestmark = pytest.mark.django_db
LANGUAGES = ("en", "uk", "ru")


def stored(drill, version, level, seed=b"\1" * 32):
    value = make_deal(drill.key, version, level, seed)
    return Dealt(value, version, seed, drill.generator, ()).row()


@pytest.fixture
def every_deal(reference):
    """Of every drill in every game, at the first and the last level."""
    found = []
    for drill in drills().values():
        for game in drill.games:
            version = live_version(reference, game, NOW)
            for level in (1, 3):
                try:
                    found.append(stored(drill, version, level))
                except CannotDealError:
                    assert not drill.offers(version.ruleset)
    return found


def drawn(sheet):
    context = {"sheets": [sheet], "mark": "1"}
    return render_to_string("trainer/school/documents/_questions.html", context)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_drill_can_be_printed_with_its_key(every_deal, language):
    with translation.override(language):
        for deal in every_deal:
            html = drawn(Sheet(deal, 1))
            assert 'class="space"' in html
            assert "<input" not in html
            solution = Solution(deal, 1)
            context = {"sheets": [solution], "mark": "1"}
            key = render_to_string("trainer/school/documents/_solutions.html", context)
            assert all(text for _, text in solution.lines)
            assert '<ul class="because">\n<li>' in key


def test_what_is_not_shown_in_a_question_changes_nothing_on_paper(every_deal):
    """Hidden cards, tags and the construction of a deal give nothing away."""
    hiding = [deal for deal in every_deal if deal.value.hidden]
    assert hiding
    for deal in every_deal:
        bare = replace(deal.value, hidden=(), tags=frozenset(), stratum="")
        spec = bare.to_spec()
        twin = Deal(
            drill=deal.drill, version=deal.version, spec=spec_json(spec), sha256=spec_hash(spec)
        )
        assert drawn(Sheet(twin, 1)) == drawn(Sheet(deal, 1)), deal.drill


def test_to_print_a_paper_nothing_right_is_worked_out(clients, paper, url, monkeypatch):
    def never(*args):
        raise AssertionError("an answer was worked out")

    for key, _, _ in KINDS:
        for name in ("expected", "check"):
            monkeypatch.setattr(type(find_drill(key)), name, never)
    page = clients[Standing.INSTRUCTOR].get(url("paper-print", number=1, language="en"))
    assert page.status_code == 200
    html = page.content.decode()
    for position in range(1, len(KINDS) + 1):
        assert html.count(f'id="question-{position}"') == 1
    assert f"1 · {paper.sha256[:12]}" in html
    assert paper.sha256[:13] not in html
    assert bytes(paper.seed).hex() not in html
    version = live_version(paper.course.house, "casino-holdem", NOW)
    assert version.sha256[:12] in html


def test_a_card_is_a_rank_and_a_sign(paper):
    sheet = sheets_of(paper)[0]
    card = sheet.laid[0].heaps[0][0]
    assert f">{card.rank.index}{card.suit.sign}</span>" in drawn(sheet)


def test_the_key_says_what_is_right_and_why(clients, paper, url):
    html = clients[Standing.INSTRUCTOR].get(url("paper-key", number=1, language="en"))
    assert html.content.decode().count('class="because"') == len(KINDS)
    solutions = {
        item.deal.drill: Solution(item.deal, item.position)
        for item in paper.items.select_related("deal__version__house")
    }
    qualifies = solutions["dealer-qualifies"]
    [chosen] = [c for c in qualifies.choices if c.option.key == qualifies.right.choice]
    assert qualifies.signs.startswith(chosen.sign)
    assert f'<b class="sign">{qualifies.signs}</b>' in html.content.decode()


@pytest.mark.parametrize("name", ["paper-print", "paper-key"])
def test_a_document_is_in_the_language_of_its_address(clients, paper, url, name):
    client = clients[Standing.INSTRUCTOR]
    client.cookies["django_language"] = "ru"
    page = client.get(url(name, number=1, language="uk"))
    assert page.headers["Content-Language"] == "uk"
    assert '<html lang="uk"' in page.content.decode()
    assert "Залік" in page.content.decode()
    assert client.get(url(name, number=1, language="de")).status_code == 404


def test_a_paper_of_another_course_is_not_found(clients, course, paper, url):
    assert (
        clients[Standing.OWNER].get(url("paper-print", number=2, language="en")).status_code == 404
    )


def test_a_damaged_paper_is_said_and_not_printed(clients, paper, url):
    item = paper.items.get(position=1)
    spec = json.loads(item.deal.spec)
    spec["level"] = 2
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE trainer_deal SET spec = %s WHERE id = %s", [spec_json(spec), item.deal_id]
        )
    for name in ("paper-print", "paper-key"):
        page = clients[Standing.OWNER].get(url(name, number=1, language="en"))
        assert page.status_code == 409
        assert "cannot be printed" in page.content.decode()


def test_few_queries_with_five_hundred_people(
    clients, paper, exam, course, url, django_assert_max_num_queries
):
    people_on(course, 500)
    for name, extra in (
        ("documents", {}),
        ("worksheets", {}),
        ("typed-begin", {"number": 1}),
        ("paper-print", {"number": 1, "language": "en"}),
        ("paper-key", {"number": 1, "language": "en"}),
    ):
        with django_assert_max_num_queries(15):
            clients[Standing.INSTRUCTOR].get(url(name, **extra))
