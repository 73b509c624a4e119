"""The drills of reading hands say everything in one language: no English word is left."""

import re

import pytest
from django.utils.translation import override

from tests.trainer.drills.cast import deals, find_drill, rules
from tests.trainer.drills.test_reasons import sentences
from trainer.drills.base import LEVELS
from trainer.drills.posted import parse_cards_answer, parse_choice, parse_order
from trainer.practice.wording import answer_text, mistake_text, option_name, prompt_text

KEYS = ("best-five", "order-hands", "set-or-trips", "low-hands", "joker-becomes")
SHAPES = [(key, game) for key in KEYS for game in find_drill(key).games]
# Card signs, names of wild cards and the letters of players are no words.
ENGLISH = re.compile(r"[A-Za-z]{3,}")
FOREIGN = {"uk": re.compile("[ыэъё]", re.I), "ru": re.compile("[іїєґ]", re.I)}


def wrong_answer(question, number):
    """Something that may be answered, another thing for every *number*."""
    if question.cards:
        cards = [*question.cards, *question.cards]
        at = number % len(question.cards)
        return parse_cards_answer(question, {"cards": [str(c) for c in cards[at : at + 5]]})
    if question.kind == "order":
        form = {f"place-{o.key}": [str(at + 1)] for at, o in enumerate(question.options)}
        return parse_order(question, form)
    form = {"choice": [question.options[number % len(question.options)].key]}
    if question.also:
        form["also"] = [question.also[number % len(question.also)].key]
    return parse_choice(question, form)


@pytest.mark.parametrize("language", FOREIGN)
@pytest.mark.parametrize(("key", "game"), SHAPES)
def test_no_english_is_left(key, game, language):
    drill, ruleset = find_drill(key), rules(game)
    for level in LEVELS:
        for number, deal in enumerate(deals(drill, game, level, 15, "languages")):
            question = drill.question(deal, ruleset)
            given = wrong_answer(question, number)
            verdict = drill.check(deal, given, ruleset)
            with override(language):
                said = [
                    prompt_text(question),
                    answer_text(given, deal, question),
                    answer_text(drill.expected(deal, ruleset), deal, question),
                    *(mistake_text(part.code, part.delta) for part in verdict.parts),
                    *(option_name(option, deal) for option in question.options),
                    *sentences(verdict, deal, language),
                ]
            for text in said:
                assert not ENGLISH.search(text), text
                assert not FOREIGN[language].search(text), text
                assert "%(" not in text
