"""The history as a file: opened by a spreadsheet, read by a program, and the same in both."""

import csv
import json
from io import StringIO

import pytest
from django.db import connection

from rules.models import House
from trainer.models import Answer, Question, Sitting, Verdict
from trainer.practice.record import exporting
from trainer.practice.record.codes import answer_code, cards_code

pytestmark = pytest.mark.django_db


def read(client, ending, query=""):
    response = client.get(f"/history/export/history.{ending}?{query}")
    assert response.status_code == 200
    return response, b"".join(response.streaming_content).decode()


def read_csv(client, query="", delimiter=","):
    _, text = read(client, "csv", query)
    assert text.startswith("\ufeff")
    return list(csv.DictReader(StringIO(text[1:], newline=""), delimiter=delimiter))


def test_csv_has_a_line_for_every_answer_and_a_documented_column_for_every_value(person):
    anna = person("anna", 30)
    rows = read_csv(anna)
    assert len(rows) == 30
    assert list(rows[0]) == [column.key for column in exporting.COLUMNS]
    page = anna.get("/history/export/").content.decode()
    assert all(f"<code>{key}</code>" in page for key in rows[0])
    assert {row["right"] for row in rows} == {"0", "1"} == {row["slow"] for row in rows}
    wrong = [row for row in rows if row["right"] == "0"]
    assert all(row["mistakes"] for row in wrong)
    assert all(row["cards"] for row in rows if row["drill"] != "recall")


def test_both_files_say_the_same(person):
    anna = person("anna", 12)
    response, text = read(anna, "json")
    assert response["Content-Disposition"].endswith('.json"')
    data = json.loads(text)
    assert data["schema"] == exporting.SCHEMA
    for row, line in zip(data["answers"], read_csv(anna), strict=True):
        assert row["given"] == line["given"]
        assert row["right"] is (line["right"] == "1")
        assert row["answered_at"][:19].replace("T", " ") == line["answered_at"]
        assert " ".join(row["skills"]) == line["skills"]
        assert row["elapsed_ms"] == int(line["elapsed_ms"])


def test_help_and_late_answers_have_their_columns(person):
    anna = person("anna", 20)
    Sitting.objects.filter(drill="name-the-hand").update(help="table-ready")
    # Rows are written once; a sprint would have made it so.
    with connection.cursor() as cursor:
        cursor.execute("UPDATE trainer_answer SET late = %s WHERE id = %s", [True, first_answer()])
    rows = read_csv(anna)
    assert {(row["drill"], row["help"]) for row in rows} == {
        ("name-the-hand", "table-ready"),
        ("which-hand-wins", "practice"),
    }
    assert [row["late"] for row in rows].count("1") == 1
    answers = json.loads(read(anna, "json")[1])["answers"]
    assert [row["late"] for row in answers] == [row["late"] == "1" for row in rows]
    assert {row["help"] for row in answers} == {"table-ready", "practice"}


def first_answer():
    return Answer.objects.order_by("pk").first().pk


def test_an_empty_history_is_an_empty_file_of_the_same_form(person):
    anna = person("anna")
    assert read_csv(anna) == []
    assert json.loads(read(anna, "json")[1])["answers"] == []


def test_the_files_follow_the_filter(person):
    anna = person("anna", 30)
    assert len(read_csv(anna, "drill=recall")) == 0
    assert len(read_csv(anna, "drill=name-the-hand&answers=wrong")) == 2


def test_spreadsheets_of_other_languages_get_what_they_expect(person):
    anna = person("anna", 30)
    anna.learner.language = "uk"
    anna.learner.save()
    rows = read_csv(anna, "drill=what-it-pays", delimiter=";")
    assert len(rows) == 10
    assert rows[0]["drill"] == "what-it-pays"


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "＝1"])
def test_no_cell_starts_a_formula(person, text):
    anna = person("anna", 1)
    House.objects.filter(slug="reference").update(slug=text)
    assert read_csv(anna)[0]["house"] == f"'{text}"


def test_money_is_exact_and_has_no_sign(person):
    anna = person("anna", 1)
    part = {
        "name": "answer",
        "right": False,
        "given": {"kind": "money", "outcome": "take", "amount": "0"},
        "expected": {"kind": "money", "outcome": "pay", "amount": "1E+2"},
        "code": "took-winner",
        "delta": "-1001/4",
    }
    other = part | {"delta": "5"}
    Verdict.objects.create(
        answer=Answer.objects.get(),
        engine=1,
        right=False,
        parts=[part, other],
        created_at="2100-06-02T12:00Z",
    )
    (row,) = read_csv(anna)
    assert (row["to_guest"], row["to_house"]) == ("5", "250.25")
    assert row["expected"] == "answer: pay 100; answer: pay 100"


def test_a_row_leads_to_its_question(person):
    anna = person("anna", 1)
    (row,) = read_csv(anna)
    question = Question.objects.get()
    assert row["page"] == f"http://testserver{question.get_absolute_url()}"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({"kind": "sides", "choice": "left"}, "left"),
        ({"kind": "seats", "seats": [0, 2]}, "player1 player3"),
        ({"kind": "seats", "seats": []}, "nobody"),
        ({"kind": "money", "outcome": "push", "amount": "0"}, "push"),
        ({"kind": "hand", "hand": "pair", "first": "A"}, "pair A"),
        ({"kind": "amount", "amount": "0"}, "0"),
        ({"kind": "cards", "cards": "As Kd", "second": "2c"}, "As Kd + 2c"),
        ({"kind": "order", "ranks": [2, 1, 1]}, "2 1 1"),
        (
            {"kind": "box", "wagers": [["ante", {"outcome": "take", "amount": "0"}]],
             "pay_now": "12.50"},
            "ante: take; pay-now: 12.5",
        ),
        ({"kind": "chips", "counts": [["25", 3], ["0.5", 1]]}, "3x25 1x0.5"),
    ],
)  # fmt: skip
def test_every_kind_of_answer_has_a_code(data, code):
    assert answer_code(data) == code


def test_cards_stand_by_place():
    group = {"role": "player", "cards": "As Kd", "seat": 0, "gone": "2c", "folded": True}
    spec = {
        "shown": {"groups": [group]},
        "hidden": {"groups": [{"role": "dealer", "cards": "", "joker": True}]},
    }
    assert cards_code(spec) == "player1: As Kd (gone: 2c) (folded); dealer: joker"
