"""Lists as spreadsheets save them."""

import pytest

from trainer.school.people.files import (
    MOST_BYTES,
    MOST_ROWS,
    Line,
    UnreadableFileError,
    decode,
    read_lines,
)

HANNA, IVAN = Line(1, "Ганна Бойко", "hanna", "017"), Line(2, "Іван Ґедзь", "ivan", "")
ROWS = "Ганна Бойко;hanna;017\nІван Ґедзь;ivan\n"


@pytest.mark.parametrize(
    "text",
    [
        ROWS,
        ROWS.replace(";", ","),
        ROWS.replace(";", "\t"),
        ROWS.replace("\n", "\r\n"),
        ROWS.replace("\n", "\r"),
        ROWS.rstrip("\n"),
        "\ufeff" + ROWS,
        'Ганна  Бойко;hanna;="017"\n "Іван Ґедзь" ;ivan;\n;;\n;;\n\n'.replace(' "Іван', '"Іван'),
        "Ганна Бойко;hanna;'017\nІван\xa0Ґедзь;ivan;;;;\n",
    ],
)
def test_rows_without_headings(text):
    assert read_lines(text) == [HANNA, IVAN]


@pytest.mark.parametrize(
    "heading",
    [
        "Name;Sign-in name;Number",
        "ПІБ;Логін;Табельний номер",
        "Прізвище та ім'я:;Ім’я для входу*;№",
        "ФИО;Имя для входа;Номер",
    ],
)
def test_headings_in_three_languages(heading):
    numbers = [line.number for line in read_lines(f"{heading}\n{ROWS}")]
    assert numbers == [2, 3]
    assert [line.login for line in read_lines(f"{heading}\n{ROWS}")] == ["hanna", "ivan"]


def test_headings_say_the_order_and_what_is_not_used():
    text = "№,Логін,Група,Прізвище,Ім'я\n017,hanna,A,Бойко,Ганна\n"
    assert read_lines(text) == [Line(2, "Бойко Ганна", "hanna", "017")]


def test_a_person_with_the_name_of_a_heading_is_no_heading():
    assert read_lines("Student;user17\nIvan;login\n") == [
        Line(1, "Student", "user17"),
        Line(2, "Ivan", "login"),
    ]


def test_excel_says_how_it_parts_columns():
    assert read_lines("sep=|\r\nБойко, Ганна|hanna|017\r\n") == [
        Line(2, "Бойко, Ганна", "hanna", "017")
    ]


def test_a_row_that_goes_over_two_lines_has_the_number_of_its_first():
    lines = read_lines('"Ганна\nБойко";hanna\n\nIvan;ivan\n')
    assert [(line.number, line.name) for line in lines] == [(1, "Ганна Бойко"), (4, "Ivan")]


@pytest.mark.parametrize(
    ("encoding", "guessed"),
    [("utf-8", False), ("utf-8-sig", False), ("utf-16", False), ("cp1251", True)],
)
def test_encodings(encoding, guessed):
    text, was_guessed = decode(ROWS.encode(encoding))
    assert (read_lines(text), was_guessed) == ([HANNA, IVAN], guessed)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "empty"),
        (" \n;;\n", "empty"),
        ("Name;Sign-in name\n", "empty"),
        ("Name;Number\nIvan;1\n", "no-login"),
        ("a;b\n" * (MOST_ROWS + 1), "too-many"),
        ("PK\0\3", "not-text"),
        ('"' + "x" * 200_000, "not-text"),
        ("x" * (MOST_BYTES + 1), "too-large"),
    ],
)
def test_what_cannot_be_read_says_why(text, why):
    with pytest.raises(UnreadableFileError) as caught:
        read_lines(text)
    assert caught.value.why == why


def test_a_workbook_is_no_list():
    with pytest.raises(UnreadableFileError):
        read_lines(decode(b"PK\x03\x04\x00\x00\x98\xff")[0])
