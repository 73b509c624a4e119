import gettext
import os
import shutil
import subprocess
import sys
from pathlib import Path

import polib
import pytest

from config.catalogues import (
    LANGUAGES,
    PLURAL_FORMS,
    SOURCES,
    catalogue_path,
    check,
    compile_catalogues,
    faults,
)

BASE_DIR = Path(__file__).parents[2]


def catalogue(*entries, plural_forms=PLURAL_FORMS["uk"]):
    made = polib.POFile()
    made.metadata = {"Plural-Forms": plural_forms, "Content-Type": "text/plain; charset=UTF-8"}
    made.extend(entries)
    return made


def entry(msgid, msgstr="", **options):
    return polib.POEntry(msgid=msgid, msgstr=msgstr, **options)


def plural(singular, plural, *forms, **options):
    return entry(singular, msgid_plural=plural, msgstr_plural=dict(enumerate(forms)), **options)


GOOD = [
    entry("Tie", "Нічия"),
    entry("Tie", "Нічия", msgctxt="answer"),
    entry("%(name)s wins", "Виграє %(name)s", flags=["python-format"]),
    entry("%(share)d%% of deals", "%(share)d%% роздач", flags=["python-format"]),
    entry("a <b>hand</b> of {count}", "<b>рука</b> з {count}"),
    entry("name", "імʼя"),
    plural(
        "%(n)s card",
        "%(n)s cards",
        "%(n)s карта",
        "%(n)s карти",
        "%(n)s карт",
        flags=["python-format"],
    ),
    plural("one card", "%(n)s cards", "%(n)s карта", "%(n)s карти", "%(n)s карт"),
]


def test_a_complete_catalogue_has_no_faults():
    assert list(faults(catalogue(*GOOD), "uk")) == []


@pytest.mark.parametrize(
    ("language", "bad", "fault"),
    [
        ("uk", entry("Tie"), "empty: “Tie”"),
        ("uk", entry("Tie", msgctxt="answer"), "empty: “Tie” (answer)"),
        ("uk", entry("Tie", "Нічия", flags=["fuzzy"]), "fuzzy: “Tie”"),
        ("uk", entry("Tie", "Нічия", obsolete=True), "obsolete: “Tie”"),
        ("uk", plural("card", "cards", "карта", "карти"), "2 plural forms instead of 3: “card”"),
        ("uk", plural("card", "cards", "карта", "", "карт"), "empty: “card”"),
        (
            "uk",
            entry("%(name)s wins", "Виграє"),
            "placeholders – instead of %(name)s: “%(name)s wins”",
        ),
        (
            "uk",
            entry("%(name)s wins", "Виграє %(nam)s"),
            "placeholders %(nam)s instead of %(name)s: “%(name)s wins”",
        ),
        (
            "uk",
            plural("one card", "%(n)s cards", "карта", "%(n)s карти", "%(n)s карт"),
            "placeholders – instead of %(n)s: “one card”",
        ),
        ("uk", entry("<b>a</b>", "<b>а"), "tags <b> instead of </b> <b>: “<b>a</b>”"),
        (
            "uk",
            entry("%(n)s of all", "%(n)s % усіх", flags=["python-format"]),
            "a percent sign that is neither %% nor a placeholder: “%(n)s of all”",
        ),
        ("uk", entry("hands", "руки мы"), "letter ы of another language: “hands”"),
        ("ru", entry("hands", "руки її"), "letter ї of another language: “hands”"),
        ("uk", entry("name", "ім’я"), "apostrophe other than ʼ: “name”"),
    ],
)
def test_a_fault_is_named(language, bad, fault):
    assert list(faults(catalogue(bad), language)) == [fault]


def test_an_entry_stands_once():
    assert list(faults(catalogue(GOOD[0], GOOD[0]), "uk")) == ["twice: “Tie”"]


def test_four_plural_forms_are_refused():
    [fault] = faults(catalogue(plural_forms="nplurals=4; plural=0;"), "uk")
    assert fault.startswith("the header needs “Plural-Forms: nplurals=3;")


def test_the_plural_rule_counts_as_ukrainian_and_russian_do():
    form = gettext.c2py(PLURAL_FORMS["uk"].split("plural=")[1].rstrip(";"))
    assert PLURAL_FORMS["ru"] == PLURAL_FORMS["uk"]
    numbers = (0, 1, 2, 4, 5, 11, 12, 14, 20, 21, 22, 25, 101, 111, 112, 122)
    assert [form(n) for n in numbers] == [2, 0, 1, 1, 2, 2, 2, 2, 2, 0, 1, 2, 0, 2, 2, 1]


def test_compiled_catalogues_are_read_by_gettext(tmp_path):
    for language in ("uk", "ru"):
        path = catalogue_path(language, tmp_path)
        path.parent.mkdir(parents=True)
        catalogue(*GOOD).save(str(path))
    compile_catalogues(tmp_path)
    found = gettext.translation("django", tmp_path / "locale", ["uk"])
    assert found.gettext("Tie") == "Нічия"
    assert found.ngettext("%(n)s card", "%(n)s cards", 22) == "%(n)s карти"


@pytest.fixture
def copy(tmp_path):
    """A copy of everything that is extracted from."""
    for source in SOURCES:
        if (BASE_DIR / source).is_dir():
            shutil.copytree(BASE_DIR / source, tmp_path / source)
        else:
            shutil.copy(BASE_DIR / source, tmp_path)
    return tmp_path


def test_every_language_of_the_site_but_english_has_a_catalogue(settings):
    assert ["en", *LANGUAGES] == [code for code, _ in settings.LANGUAGES]


def test_a_missing_catalogue_is_named(tmp_path):
    assert check(tmp_path) == [
        f"there is no {catalogue_path(language, tmp_path)}" for language in ("uk", "ru")
    ]


@pytest.mark.skipif(shutil.which("xgettext") is None, reason="GNU gettext is not installed")
def test_strings_of_python_and_templates_are_extracted_and_lost_ones_dropped(copy):
    (copy / "rules" / "engine" / "fresh.py").write_text(
        'from rules.engine.text import gettext_noop\nNAME = gettext_noop("A fresh string")\n'
    )
    (copy / "templates").mkdir(exist_ok=True)
    (copy / "templates" / "fresh.html").write_text(
        '{% load i18n %}{% translate "A fresh page" context "title" %}'
    )
    path = catalogue_path("uk", copy)
    before = polib.pofile(str(path))
    before.append(entry("A lost string", "Загублений"))
    before.save()

    found = check(copy)
    for line in (
        "uk: new in the sources: “A fresh string”",
        "ru: new in the sources: “title” | “A fresh page”",
        "uk: gone from the sources: “A lost string”",
    ):
        assert line in found
    assert polib.pofile(str(path)) == before

    subprocess.run(
        [sys.executable, "-m", "config.catalogues", "extract"],
        cwd=copy,
        env={**os.environ, "ENV_FILE": os.devnull},
        check=True,
    )
    after = polib.pofile(str(path))
    assert after.find("A fresh string").msgstr == ""
    assert after.find("A fresh page", msgctxt="title") is not None
    assert after.find("A lost string", include_obsolete_entries=True) is None
    assert after.metadata["Plural-Forms"] == before.metadata["Plural-Forms"]
    assert "POT-Creation-Date" not in after.metadata
