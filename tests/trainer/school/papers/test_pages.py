"""Papers as staff make and look at them."""

import re

import pytest

from tests.trainer.answering import fields_of
from tests.trainer.practice.visitors import Visitor
from tests.trainer.school.conftest import NOW
from tests.trainer.school.papers.test_checking import PLAN, alter
from trainer.drills import find_drill
from trainer.models import Deal, ExamAnswer, ExamSitting, Paper, PaperItem, Serving
from trainer.school.papers.making import make_paper
from trainer.school.permissions import Standing

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff(people, course):
    found = Visitor()
    found.client.force_login(people[Standing.INSTRUCTOR])
    return found


@pytest.fixture
def paper(course):
    title = {"en": "Mid-term"}
    return make_paper(course, PLAN, title=title, seed=b"\5" * 32, by=course.owner, now=NOW)


def url(course, *rest):
    return f"/school/{course.pk}/papers/" + "".join(f"{part}/" for part in rest)


LINE = {
    "theme-1": "texas-holdem/which-hand-wins",
    "level-1": "2",
    "questions-1": "8",
    "tag-1-1": "tie",
    "share-1-1": "25",
}


def test_a_paper_is_made_line_by_line_without_a_script(staff, course):
    address = url(course, "new")
    staff.open(address)
    staff.submit(address, title_en="Mid-term", do="add", **LINE)
    assert 'name="theme-2"' in staff.page
    assert 'value="Mid-term"' in staff.page
    assert not Paper.objects.exists()
    second = {"theme-2": "russian-poker/recall", "level-2": "1", "questions-2": "3"}
    staff.submit(address, title_en="Mid-term", do="remove-1", **LINE, **second)
    assert 'name="theme-2"' not in staff.page
    staff.submit(address, title_en="Mid-term", do="save", **LINE)
    paper = Paper.objects.get()
    assert staff.url == url(course, paper.number)
    assert "Ties 25 % (2)" in staff.page
    assert paper.sha256 in staff.page
    assert bytes(paper.seed).hex() not in staff.page
    wanted = [item.deal.value.tags for item in paper.items.select_related("deal")]
    assert sum("tie" in tags for tags in wanted) == 2


def offered_tags(page):
    select = page.partition('<select name="tag-1-1"')[2].partition("</select>")[0]
    return set(re.findall(r'<option value="([^"]+)"', select))


def test_only_tags_that_come_up_are_offered_and_none_that_is_chosen_is_lost(staff, course):
    address = url(course, "new")
    staff.open(address)
    staff.submit(address, title_en="Mid-term", do="refresh", **LINE)
    skills = find_drill("which-hand-wins").skills.keys()
    assert {"tie", "board-plays"} <= offered_tags(staff.page) < skills - {"ace-king"}
    staff.submit(address, title_en="Mid-term", do="refresh", **LINE | {"tag-1-1": "ace-king"})
    assert '<option value="ace-king" selected>' in staff.page


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"title_en": " "}, "Write the text in at least one language."),
        ({"questions-1": "many"}, "“many” is not a whole number."),
        ({"questions-1": "0"}, "A paper needs at least one question."),
        ({"questions-1": "201"}, "A paper has at most 200 questions, these are 201."),
        ({"theme-1": "chess/openings"}, "Choose what is asked."),
        ({"level-1": "4"}, "Choose a level."),
        ({"share-1-1": ""}, "A share has a tag and a percentage."),
        ({"tag-1-2": "tie", "share-1-2": "5"}, "Each tag has one share."),
        ({"tag-1-2": "kicker", "share-1-2": "80"}, "The shares of one line come to 105 %."),
        (
            {"tag-1-1": "ace-king"},
            "“Ace-king” cannot be dealt in “Which hand wins” at level 2.",
        ),
    ],
)
def test_what_cannot_be_a_paper_is_named_and_nothing_is_stored(staff, course, changed, said):
    address = url(course, "new")
    staff.open(address)
    staff.submit(address, **{"title_en": "Mid-term", "do": "save"} | LINE | changed)
    assert said in staff.page
    assert not Paper.objects.exists()
    assert not Deal.objects.exists()


def test_the_page_of_a_paper_says_whether_it_is_as_it_was_made(staff, course, paper):
    staff.open(url(course, paper.number))
    assert "The paper is as it was made" in staff.page
    alter(Deal, paper.items.get(position=3).deal_id, spec="{}")
    staff.open(url(course, paper.number))
    assert "Question 3: the stored deal was changed." in staff.page
    assert "The paper is not what its SHA-256 was taken of." in staff.page


def test_a_preview_writes_nothing_whatever_is_answered(staff, course, paper):
    for item in PaperItem.objects.select_related("deal__version"):
        address = url(course, paper.number, item.position)
        deal = item.deal.value
        drill, ruleset = find_drill(deal.drill), item.deal.version.ruleset
        staff.open(address)
        assert "stored nowhere" in staff.page
        answer = fields_of(drill.expected(deal, ruleset), drill.question(deal, ruleset))
        assert "Right: " in staff.post(address, **answer).content.decode()
        assert "Not answered." in staff.post(address, solve="1").content.decode()
        assert staff.post(address).status_code == 422
    for model in (ExamSitting, ExamAnswer, Serving):
        assert not model.objects.exists()


def test_a_question_whose_deal_is_damaged_says_so(staff, course, paper):
    item = PaperItem.objects.get(paper=paper, position=2)
    alter(Deal, item.deal_id, spec="{}")
    address = url(course, paper.number, 2)
    staff.open(url(course, paper.number))
    for response in (
        staff.client.get(address),
        staff.post(address, solve="1"),
        staff.post(address, choice="left"),
    ):
        assert response.status_code == 409
        assert "This deal cannot be read any more." in response.content.decode()
        assert url(course, paper.number, 3) in response.content.decode()


def test_a_paper_of_another_course_is_not_there(staff, course, paper, people, reference):
    other = course.__class__.objects.create(
        title={"en": "Other"},
        house=reference,
        owner=people[Standing.OWNER],
        join_code="OTHERCOD",
        created_at=NOW,
    )
    other.instructors.add(people[Standing.INSTRUCTOR])
    assert staff.client.get(url(other, paper.number)).status_code == 404
    assert staff.client.get(url(other)).status_code == 200
