"""Gradebook and exams as files."""

import csv
from decimal import Decimal
from fractions import Fraction
from io import StringIO

import pytest

from tests.trainer.school.conftest import NOW
from tests.trainer.school.grading.cast import make_exam, make_paper, people_on, sit
from trainer.models import Enrolment, Lesson, LessonRun
from trainer.school.grading.exporting import ExamTable, gradebook_rows
from trainer.school.grading.gradebook import find_gradebook
from trainer.school.grading.spreadsheets import BOM, DIALECTS, cell, csv_lines, usual_dialect

pytestmark = pytest.mark.django_db

DANGEROUS = (
    "=HYPERLINK(1)",
    "+380 44",
    "-1",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    "  =1",
    "＝1",
    "a;=1",
    "a,-1",
    'a";=1',
    "a\n+1",
    "–",
    "Ірина «Ю» Ковальʼчук",
)


def read(lines, separator=","):
    text = "".join(lines)
    assert text.startswith(BOM)
    assert text.count(BOM) == 1
    return list(csv.reader(StringIO(text.removeprefix(BOM), newline=""), delimiter=separator))


@pytest.mark.parametrize("separator", DIALECTS)
@pytest.mark.parametrize("expected", [",", ";", "\t"])
def test_no_cell_begins_a_formula_whatever_separator_a_program_expects(separator, expected):
    rows = [[text, 1, Decimal("-2.5"), Fraction(-1, 3), -4] for text in DANGEROUS]
    for row in read(csv_lines(rows, DIALECTS[separator]), expected):
        for each in row:
            assert not each.lstrip().startswith(("=", "+", "-", "@", "＝", "＋", "－", "＠")), row


def test_what_is_harmless_stays_as_it_is():
    assert cell("–") == "–"
    assert cell("Jean-Luc = 1") == "Jean-Luc = 1"
    assert cell("Ірина Ковальʼчук") == "Ірина Ковальʼчук"
    assert (cell(0), cell(None), cell(Fraction(25, 2), ",")) == ("0", "", "12,5")


def test_the_separator_goes_with_the_decimal_sign():
    assert (usual_dialect(","), usual_dialect(".")) == ("semicolon", "comma")


@pytest.fixture
def table(exam, course, made):
    """Person 0 has all right, 1 misses one and leaves one out, 2 was not there."""
    people = people_on(course, 3)

    def said(person, at):
        return True if person == 0 else {0: False, 1: None}.get(at, True)

    sit(exam, people[:2], made, said)
    return ExamTable


def as_dicts(rows):
    headings, *lines = rows
    return [dict(zip(headings, line, strict=True)) for line in lines]


def test_a_column_for_every_question(table, exam):
    first, second, absent = as_dicts(table(exam).rows())
    questions = [f"q{at:02}" for at in range(1, 9)]
    assert [first[name] for name in questions] == [1] * 8
    assert [second[name] for name in questions] == [0, "unanswered", 1, 1, 1, 1, 1, 1]
    assert {absent[name] for name in questions} == {"–"}
    assert (first["number"], first["name"], first["attempt"]) == ("00000", "Person 000", 1)
    assert (first["passed"], second["passed"], absent["passed"]) == (1, 0, "–")
    assert (second["right"], second["asked"], second["unanswered"]) == (6, 8, 1)
    assert (first["hands_percent"], first["pots_percent"]) == (100, "NA")


def test_a_question_of_another_paper_is_not_asked(table, exam, course, made):
    """Person 0 sits again, on a paper of their own."""
    person = Enrolment.objects.get(name="Person 000")
    paper = make_paper(course, made[:2][::-1], number=4)
    sit(exam, [person], made[:2][::-1], lambda p, at: True, number=2, paper=paper)
    again = as_dicts(table(exam).rows())[1]
    assert again["attempt"] == 2
    assert [again[f"paper1_q{at:02}"] for at in range(1, 9)] == [1, 1] + ["NA"] * 6
    by_place = as_dicts(table(exam).rows(by_place=True))[1]
    assert [by_place[f"q{at:02}"] for at in range(1, 9)] == [1, 1] + ["NA"] * 6


def test_a_sitting_under_way_gives_nothing_away(exam, course, made):
    sit(exam, people_on(course, 1), made, lambda person, at: True, judged=False)
    [row] = as_dicts(ExamTable(exam).rows())
    assert {row[f"q{at:02}"] for at in range(1, 9)} == {"open"}
    assert row["passed"] == row["right"] == "open"
    [person] = ExamTable(exam).data(NOW)["people"]
    assert person["attempts"][0]["items"] == []


def test_nobody_sat_it(course, made):
    exam = make_exam(course, make_paper(course, made, number=9))
    people_on(course, 1)
    [row] = as_dicts(ExamTable(exam).rows())
    assert row["passed"] == "–"
    assert "q01" not in row


def test_who_was_removed_is_there_only_with_a_record(table, exam):
    Enrolment.objects.update(state="removed")
    assert [row["name"] for row in as_dicts(table(exam).rows())] == ["Person 000", "Person 001"]


def test_json_says_what_was_answered(table, exam):
    data = table(exam).data(NOW)
    second = data["people"][1]["attempts"][0]
    assert (second["passed"], second["right"]) == (0, 6)
    item = second["items"][0]
    assert (item["position"], item["right"], item["answered"]) == (1, False, True)
    assert item["given"]
    assert (second["items"][1]["answered"], second["items"][1]["given"]) == (False, None)
    assert data["people"][2]["attempts"] == []


def test_the_gradebook_of_a_course(table, exam, course):
    title = {"en": "=Reading"}
    lesson = Lesson.objects.create(course=course, position=1, title=title)
    Lesson.objects.create(course=course, position=2, title=title, remedial=True)
    person = Enrolment.objects.get(name="Person 001")
    fields = {"enrolment": person, "lesson": lesson, "started_at": NOW}
    LessonRun.objects.create(number=1, passed=True, **fields)
    LessonRun.objects.create(number=2, passed=False, **fields)
    first, second, absent = as_dicts(gradebook_rows(find_gradebook(course, None, removed=False)))
    percent, passed = "Table test: percent", "Table test: passed"
    assert (first["1. =Reading"], first[percent], first[passed]) == ("–", 100, 1)
    assert (second["1. =Reading"], second[percent], second[passed]) == (1, 75, 0)
    assert (absent[percent], absent[passed]) == ("–", "–")
