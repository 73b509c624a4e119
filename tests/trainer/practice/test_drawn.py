"""Question and verdict of dealt examples as they are drawn, in languages by turns.

The expected answer is right and every other that is offered is wrong; nothing is left
untranslated or unfilled; amounts are those of the settlement, worked out here once more.
"""

import re
from dataclasses import fields, is_dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import cycle

import pytest
from django.conf import settings
from django.utils.translation import override

from rules.games import settle
from rules.games.switches import parse_chips
from rules.houses import houses
from tests.trainer.answering import offered_wrong, wrong_verdicts
from tests.trainer.drills.cast import SOAK, rules, stream
from tests.trainer.practice.drawing import answered, drawn, question_of, words_of
from trainer.drills import drills
from trainer.drills.amounts import to_money
from trainer.drills.answers import AmountAnswer, BoxAnswer, MoneyAnswer
from trainer.drills.base import LEVELS
from trainer.drills.bonuses import settle_bonus
from trainer.drills.boxes import Box
from trainer.drills.colleagues import told_by_colleague
from trainer.drills.insuring import END, Insured
from trainer.drills.neighbours import compared
from trainer.drills.payouts import box_of
from trainer.drills.pot_tables import PotTable
from trainer.drills.sums import sum_of
from trainer.practice.wording import money

pytestmark = [pytest.mark.soak, pytest.mark.filterwarnings("ignore:A {% csrf_token %}")]

# Deals of a drill at a level, spread over its games.
DEALS = 2000 if SOAK else 30
LANGUAGES = [code for code, _ in settings.LANGUAGES]
CASES = [(drill, level) for drill in drills().values() for level in LEVELS]

# None is a word of English too; where it is none, the other languages show it.
LEFT = re.compile(
    r"%\(|%[sd]\b|\{\{|\{%|\}\}|\b(?:nan|inf|True|False)\b|Decimal\(|Fraction\(|"
    r"<[A-Za-z]+\.|object at| [.,;:?](?! ?\d)|\(\)|\.\.(?!\.)"
)
EMPTY_ITEM = re.compile(
    r"<(li|td|dd|dt|th|p|legend)\b(?![^>]*hidden)[^>]*>(?:\s|</?(?:b|span|i)\b[^>]*>)*</\1>"
)
# Names that no language translates, and the letters that stand for cards and players.
HOUSES = [re.escape(name) for house in houses().values() for name in house.name.values()]
NAMES = re.compile(
    "|".join(HOUSES) + r"|Ultimate Texas Hold’em|Casino Hold’em|CroupierAssistant|Croupier|"
    r"\bTrips\b|\bAA\b|\bJ[Kk]\b|\b[A-Z]\b"
)
LATIN = re.compile(r"[A-Za-z]+")
FOREIGN = {
    "en": re.compile("[а-яіїєґё]", re.IGNORECASE),
    "uk": re.compile("[ыэъё]", re.IGNORECASE),
    "ru": re.compile("[іїєґ]", re.IGNORECASE),
}
# Inside a sentence no seat has a capital but in English; after the mark of an answer one begins.
CAPITALS = re.compile(
    r"(?<!ильно)(?<!верно)[:,=–] (?:Гравець|Игрок|Дилер|Нічия|Ничья|Поділ|Делёж)\b"
)


def dealt(drill, level):
    """(number, deal, ruleset, language), game by game, each in every language."""
    languages = cycle(LANGUAGES)
    games = [game for game in drill.games if drill.offers(rules(game))]
    for number in range(DEALS):
        turn, at = divmod(number, len(games))
        ruleset = rules(games[at])
        deal = drill.deal(stream(turn, "drawn"), ruleset, level)
        yield number, deal, ruleset, next(languages)


@pytest.mark.parametrize(("drill", "level"), CASES, ids=lambda value: getattr(value, "key", value))
def test_questions_and_verdicts_as_they_are_drawn(drill, level):
    for number, deal, ruleset, language in dealt(drill, level):
        expected = drill.expected(deal, ruleset)
        verdict = drill.check(deal, expected, ruleset)
        assert verdict.right
        for answer in offered_wrong(drill, deal, ruleset):
            # Ace-king beats what has no name of its own by a rank, and by having one.
            twice = "ace-king" in deal.tags and getattr(answer, "also", "") == "category"
            assert twice or not drill.check(deal, answer, ruleset).right
        given = expected
        if number % 3:
            given, verdict = next(wrong_verdicts(drill, deal, ruleset, 1))
        question = question_of(deal, ruleset)
        _, asked = drawn(question, language)
        table, told = drawn(question, language, answered(question, given, verdict))
        for html in (asked, told):
            check_words(html, language)
        assert len(table.spoken.steps) <= 4
        check_amounts(table, deal, ruleset, expected, told, language)


def check_words(html, language):
    words = words_of(html)
    assert found(LEFT, words) == []
    assert found(EMPTY_ITEM, html) == []
    assert found(FOREIGN[language], words) == []
    if language != "en":
        assert found(LATIN, NAMES.sub("", words)) == []
        assert found(CAPITALS, words) == []


def found(pattern, text):
    """What was found, with what stands around it."""
    return [text[max(m.start() - 60, 0) : m.end() + 60] for m in pattern.finditer(text)]


# --- amounts ---------------------------------------------------------------------------------

# Odds are none, and before a colon a number is none either, nor what stands before its thousands.
AMOUNT = re.compile(r"(?<![\d:×/])\d+(?:\xa0\d{3})*(?:[.,]\d+)?(?![\d:]|\xa0\d{3})")
STEPS = re.compile(r'<ol class="why">(.*?)</ol>', re.DOTALL)
DETAILS = re.compile(r"<details.*?</details>", re.DOTALL)
# Cards, odds and counts have figures too.
SMALL = frozenset(map(Fraction, range(11)))
# A hundred times and ten times the stake are where most products begin.
PARTS = (10, 100)
MANY_CHIPS = frozenset(map(Fraction, range(31)))


def figures_of(deal, ruleset):
    """Every figure of the settlement of *deal*, settled here; None where no money is at stake."""
    match deal.drill:
        case "what-it-pays" | "settle-the-box":
            return box_figures(Box(deal, ruleset))
        case "cut-chips":
            chips = [chip.value for chip in parse_chips(ruleset.switches["chip_set"])]
            return box_figures(box_of(deal, ruleset)) | figures(chips) | MANY_CHIPS
        case "spot-the-error":
            told = told_by_colleague(deal, ruleset)
            return box_figures(told.box) | figures(told.given)
        case "other-house":
            found = compared(deal, ruleset)
            return box_figures(found.box) | box_figures(Box(found.box.deal, found.other.ruleset))
        case "what-the-bonus-pays":
            rows = [row for table in ruleset.tables.values() for row in table.rows]
            return figures(settle_bonus(deal, ruleset)) | figures([row.pays for row in rows])
        case "insurance" if deal.level == END:
            return figures(Insured(deal, ruleset).settlement)
        case "mental-tables":
            sum_ = sum_of(deal, ruleset)
            parts = [Fraction(sum_.stake) * part for part in (*sum_.factor.parts, *PARTS)]
            odds = (sum_.factor.odds, *sum_.factor.parts)
            return figures([sum_.stake, sum_.product, sum_.amount, *odds, *parts])
        case "split-the-pot":
            table = PotTable(deal, ruleset)
            pots = table.settlement
            return figures(pots) | figures(pots.amounts) | figures(table.contributions)
        case _:
            return None


def box_figures(box):
    """With the sum of what is paid at the end."""
    settled = settle(box.round, {**box.bets, **box.prices}, box.ruleset)
    due = [w.profit for w in settled.wagers if w.profit > 0 and not w.paid_early]
    return (
        figures(settled) | figures(list(map(to_money, due))) | {Fraction(sum(map(to_money, due)))}
    )


def figures(value):
    """The numbers anywhere inside *value*."""
    if isinstance(value, bool | str):
        return set()
    if isinstance(value, int | Decimal | Fraction):
        return {Fraction(value), abs(Fraction(value))}
    if is_dataclass(value):
        value = [getattr(value, field.name) for field in fields(value)]
    elif hasattr(value, "items"):
        value = [*value.keys(), *value.values()]
    if isinstance(value, list | tuple | set | frozenset):
        return set().union(*map(figures, value))
    return set()


def check_amounts(table, deal, ruleset, expected, html, language):
    """What is right stands in the heading, and the steps claim nothing that is not so."""
    with override(language):
        if isinstance(expected, AmountAnswer | MoneyAnswer) and expected.amount:
            assert money(expected.amount) in table.spoken.heading
        if isinstance(expected, BoxAnswer) and expected.pay_now:
            assert money(expected.pay_now) in table.spoken.heading
    known = figures_of(deal, ruleset)
    if known is None:
        return
    [steps] = STEPS.findall(DETAILS.sub("", html))
    told = {
        Fraction(text.replace("\xa0", "").replace(",", "."))
        for text in AMOUNT.findall(words_of(steps))
    }
    assert told <= known | SMALL, (told - known - SMALL, words_of(steps))
