"""Each visitor reads everything in one language, whoever came before; words of the table are
those of dealers, not of a dictionary."""

import re

import polib
import pytest
from django.utils.translation import gettext, npgettext, override

from config.catalogues import LANGUAGES, catalogue_path
from tests.trainer.practice.visitors import right_form
from trainer.drills.base import AmountNegativeError

# What a visitor meets: labels of a form, choices, what is asked, what is refused.
LABELS = ("Level", "Questions", "Start")
CHOICES = ("High card", "Straight flush")
OTHERS = {
    "en": re.compile("[а-яіїєґё]", re.IGNORECASE),
    "uk": re.compile("[ыэъё]", re.IGNORECASE),
    "ru": re.compile("[іїєґ]", re.IGNORECASE),
}


def body(visitor):
    """The text of the page without its languages, which name themselves."""
    main = visitor.page.split("<main", 1)[1]
    return re.sub(r"<[^>]+>", " ", main)


@pytest.mark.django_db
def test_visitors_in_turn_read_their_own_language(visit):
    visitors = {language: visit(**{"Accept-Language": language}) for language in OTHERS}
    for _ in range(2):
        for language, visitor in visitors.items():
            visitor.open("/practice/what-the-bonus-pays/russian-poker/")
            with override(language):
                words = [gettext(label) for label in LABELS]
                refused = gettext(AmountNegativeError.template) % {"given": "-5"}
            assert all(word in body(visitor) for word in words)
            assert not OTHERS[language].search(body(visitor))
            visitor.start("what-the-bonus-pays")
            assert not OTHERS[language].search(body(visitor))
            visitor.submit(visitor.url, outcome="pay", amount="-5")
            assert refused in body(visitor)
            visitor.start("name-the-hand")
            assert not OTHERS[language].search(body(visitor))
            visitor.submit(visitor.url, **right_form(visitor.question()))
            assert not OTHERS[language].search(body(visitor))


@pytest.mark.parametrize("language", LANGUAGES)
def test_counted_words_have_the_form_of_their_number(language):
    """21 counts like 1, 22 like 2, but 11 to 14 like 5."""
    one, few, many = 1, 2, 5
    like = {0: many, 1: one, 2: few, 4: few, 5: many, 11: many, 12: many, 14: many, 21: one}
    like |= {22: few, 25: many, 101: one, 111: many, 112: many, 122: few}
    sentences = ("wait", "%(count)d second", "%(count)d seconds")
    with override(language):
        assert len({npgettext(*sentences, number) for number in (one, few, many)}) == 3
        for number, other in like.items():
            assert npgettext(*sentences, number) == npgettext(*sentences, other)


# Words of machine translations: an ace is no bull, a flush no flash and no blush.
NEVER = {
    "en": r"bull|cowboy|street|flash",
    "uk": r"бик(?:а|и|ів)?|ковбо\w+|вулиц\w+|спалах\w*|румʼян\w+|аншлаг\w*",
    "ru": r"бык(?:а|и|ов)?|ковбо\w+|улиц\w+|вспышк\w+|румян\w+|аншлаг\w*",
}


@pytest.mark.parametrize("language", NEVER)
def test_no_word_comes_from_a_dictionary(language):
    catalogue = polib.pofile(str(catalogue_path(language if language != "en" else "uk")))
    texts = []
    for entry in catalogue:
        english = [entry.msgid, entry.msgid_plural]
        translated = [entry.msgstr, *entry.msgstr_plural.values()]
        texts += english if language == "en" else translated
    wrong = re.compile(rf"\b(?:{NEVER[language]})\b", re.IGNORECASE)
    assert len(texts) > 300
    assert [text for text in texts if wrong.search(text)] == []
