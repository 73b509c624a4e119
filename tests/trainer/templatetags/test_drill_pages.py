"""What stands about each drill beside its start: that it is there, and that it is so."""

import html
import re
from dataclasses import replace
from decimal import Decimal
from functools import cache
from itertools import combinations, cycle, islice, pairwise, permutations, product

import pytest
from django.template.loader import get_template
from django.utils.translation import get_language, gettext, override

from rules.games import find_game
from rules.games.base import Outcome
from rules.naming import pay_hand_name
from tests.trainer.drills.cast import SOAK, rules
from trainer.drills import drills, find_drill
from trainer.drills.base import (
    HANDS,
    LEVELS,
    AmountAnswer,
    AnswerKind,
    CardsAnswer,
    ChipsAnswer,
    ChoiceAnswer,
    HandAnswer,
    MoneyAnswer,
    OrderAnswer,
    SeatsAnswer,
    SidesAnswer,
)
from trainer.drills.stream import Stream
from trainer.practice.wording import mistake_text
from trainer.templatetags.drill_pages import amounts_read, drill_page, mistakes

LANGUAGES = ("en", "uk", "ru")
PLAYED = [(drill.key, game) for drill in drills().values() for game in drill.games]
DEALS = 25 if SOAK else 15
MONEY_KINDS = {AnswerKind.MONEY, AnswerKind.AMOUNT, AnswerKind.BOX}


def page_of(drill, game):
    return drawn_page(drill, game, get_language())


@cache
def drawn_page(drill, game, language):
    """Drawn once for all that is asked of it."""
    return html.unescape(drill_page(find_drill(drill), find_game(game)))


def text_of(markup):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", markup)).strip()


def test_every_drill_has_its_page():
    for key in drills():
        get_template(f"trainer/drills/{key}.html")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("drill", "game"), PLAYED)
def test_every_page_says_all_it_has_to(drill, game, language):
    with override(language):
        page = page_of(drill, game)
        for heading in (
            "What is asked",
            "What counts as right",
            "Levels",
            "Keys",
            "Mistakes that are named",
        ):
            [chapter] = re.findall(
                rf"<h3>{gettext(heading)}</h3>\s*(.*?)(?=<h3>|</section>)", page, re.DOTALL
            )
            assert text_of(chapter)
        levels = re.search(r'<ol class="course">(.*?)</ol>', page, re.DOTALL)[1]
        assert levels.count("<li>") == len(LEVELS)
        assert not re.search(r"%\(|\{\{|\{%|None", page)


@pytest.mark.parametrize("language", ["uk", "ru"])
@pytest.mark.parametrize(("drill", "game"), PLAYED)
def test_no_english_is_left(drill, game, language):
    with override(language):
        page = re.sub(r"<kbd>.*?</kbd>", "", page_of(drill, game))
    assert re.findall(r"[A-Za-z]{3,}", text_of(page)) == []


@pytest.mark.django_db
@pytest.mark.parametrize(("drill", "game"), PLAYED)
def test_it_stands_beside_the_start(client, drill, game):
    shown = client.get(f"/practice/{drill}/{game}/").content.decode()
    assert drill_page(find_drill(drill), find_game(game)) in shown


@pytest.mark.django_db
def test_a_drill_without_a_page_is_told_by_its_summary(client, monkeypatch):
    plain = type("Plain", (type(find_drill("which-hand-wins")),), {"key": "plain"})()
    monkeypatch.setitem(drills(), "plain", plain)
    shown = client.get("/practice/plain/texas-holdem/")
    assert shown.status_code == 200
    assert plain.summary in html.unescape(shown.content.decode())
    assert drill_page(plain, find_game("texas-holdem")) == ""


# --- amounts ---------------------------------------------------------------------------------


def test_how_amounts_are_read():
    with override("en"):
        read = {amount["typed"]: amount.get("read") for amount in amounts_read()}
    assert read == {
        "12,5": "12.5",
        "12.5": "12.5",
        "1 250": "1\xa0250",
        "1250": "1\xa0250",
        "1,250": None,
        "−20": None,
    }


@pytest.mark.parametrize(
    ("language", "button"), [("en", "Take"), ("uk", "Забрати"), ("ru", "Забрать")]
)
def test_a_refused_amount_says_why(language, button):
    with override(language):
        problems = {a["typed"]: a["problem"] for a in amounts_read() if "problem" in a}
        page = page_of("what-the-bonus-pays", "russian-poker")
    assert set(problems) == {"1,250", "−20"}
    assert all(typed in problem for typed, problem in problems.items())
    assert button in problems["−20"]
    assert all(problem in page for problem in problems.values())


@pytest.mark.parametrize("key", ["split-the-pot", "mental-tables", "insurance"])
def test_no_outcome_is_advised_where_none_is_chosen(key):
    """A pot is not taken, and a limit is not a bet that loses."""
    problem = "“−20” is negative. Write an amount of 0 or more."
    with override("en"):
        assert problem in [amount.get("problem") for amount in amounts_read(alone=True)]
        page = html.unescape(page_of(key, find_drill(key).games[0]))
    assert problem in page
    assert "Take" not in page.split("How amounts are read")[1].split("</table>")[0]


def test_amounts_stand_where_money_is_asked():
    for drill, game in PLAYED:
        kinds = {kind for kind, _deal in asked(drill, game)}
        assert ('class="amounts"' in page_of(drill, game)) is bool(kinds & MONEY_KINDS)


# --- mistakes --------------------------------------------------------------------------------


@cache
def asked(drill, game):
    """Questions of every level as (answer kind, deal)."""
    played, ruleset, found = find_drill(drill), rules(game), []
    for level, seed in product(LEVELS, range(DEALS)):
        deal = played.deal(Stream(bytes([seed] * 32), "page"), ruleset, level)
        found.append((played.question(deal, ruleset).kind, deal))
    return found


def answers_to(drill, deal, ruleset):
    """Answers that somebody may give, right or wrong."""
    question = drill.question(deal, ruleset)
    match question.kind:
        case AnswerKind.SIDES:
            sides = [SidesAnswer(option.key) for option in question.options]
            return with_also(sides, drill.expected(deal, ruleset), question)
        case AnswerKind.SEATS:
            seats = [option.seat for option in question.options]
            sets = [SeatsAnswer(frozenset(s)) for n in (1, 2) for s in combinations(seats, n)]
            return with_also(sets, drill.expected(deal, ruleset), question)
        case AnswerKind.HAND:
            right = drill.expected(deal, ruleset)
            hands = [HANDS[option.key] for option in question.options]
            others = [HandAnswer(hand) for hand in hands if hand is not right.hand]
            swaps = [
                HandAnswer(right.hand, (*right.ranks[:at], rank, *right.ranks[at + 1 :]))
                for at in range(len(right.ranks))
                for rank in question.ranks
            ]
            return [*others, *swaps]
        case AnswerKind.MONEY:
            stake = question.wager.stake
            odds = {row.pays for table in ruleset.tables.values() for row in table.rows}
            sums = {stake * Decimal(pays.numerator) / pays.denominator for pays in odds}
            sums |= {amount + stake for amount in sums} | {amount * 10 for amount in sums}
            paid = [MoneyAnswer(Outcome.PAY, amount) for amount in sums]
            return [MoneyAnswer(Outcome.PUSH), MoneyAnswer(Outcome.TAKE), *paid]
        case AnswerKind.CHOICE:
            chosen = [ChoiceAnswer(option.key) for option in question.options]
            return with_also(chosen, drill.expected(deal, ruleset), question)
        case AnswerKind.AMOUNT:
            return [AmountAnswer(amount) for amount in near(drill.expected(deal, ruleset).amount)]
        case AnswerKind.CARDS:
            right = drill.expected(deal, ruleset)
            sets = combinations(question.cards, question.count or len(right.cards))
            chosen = [frozenset(cards) for cards in islice(sets, 0, None, 3)]
            seconds = [None, *chosen[:2]] if question.asks_second else [None]
            both = [CardsAnswer(first, right.second) for first in chosen]
            return [*both, *(CardsAnswer(right.cards, second) for second in seconds)]
        case AnswerKind.ORDER:
            return [OrderAnswer(p) for p in permutations(range(1, len(question.options) + 1))]
        case AnswerKind.BOX:
            near_ones = boxes_near(drill.expected(deal, ruleset))
            # Of a whole table only some: each box is a box as they are tried by themselves.
            return list(islice(near_ones, 0, None, 25 if question.options else 1))
        case AnswerKind.CHIPS:
            counts = drill.expected(deal, ruleset).counts
            more = [(counts[0][0], counts[0][1] + 1), *counts[1:]]
            return [ChipsAnswer(tuple(more)), ChipsAnswer(counts[1:]), *changed_chips(counts)]
    raise AssertionError(question.kind)


def changed_chips(counts):
    """The same amount in chips where one is given in smaller ones of the next value."""
    for at, ((large, many), (small, few)) in enumerate(pairwise(counts)):
        if many and large % small == 0:
            smaller = (large, many - 1), (small, few + int(large / small))
            yield ChipsAnswer((*counts[:at], *smaller, *counts[at + 2 :]))


def with_also(answers, right, question):
    """*answers*, each with another of what is asked beside them, and the right one with all."""
    if not question.also:
        return answers
    also = cycle(option.key for option in question.also)
    return [
        *(replace(answer, also=next(also)) for answer in answers),
        *(replace(right, also=option.key) for option in question.also),
    ]


def near(amount):
    """Amounts that slips of the pen make of *amount*."""
    return {amount * 10, amount / 10, amount * 2, amount / 2, amount + 10, amount + 1, amount}


def boxes_near(right):
    """*right* with one wager settled otherwise, or with another sum."""
    for at, (name, wager) in enumerate(right.wagers):
        outcomes = [MoneyAnswer(Outcome.PUSH), MoneyAnswer(Outcome.TAKE)]
        paid = [MoneyAnswer(Outcome.PAY, amount) for amount in near(wager.amount) if amount]
        for other in [*outcomes, *paid]:
            wagers = (*right.wagers[:at], (name, other), *right.wagers[at + 1 :])
            yield replace(right, wagers=wagers)
    if right.pay_now is not None:
        for amount in near(right.pay_now):
            yield replace(right, pay_now=amount)
    if right.places is not None:
        yield replace(right, places=right.places[::-1])


@pytest.mark.soak
@pytest.mark.parametrize(("drill", "game"), PLAYED)
def test_every_mistake_that_is_found_is_named(drill, game):
    ruleset = rules(game)
    page, played = page_of(drill, game), find_drill(drill)
    found = set()
    for _kind, deal in asked(drill, game):
        for answer in answers_to(played, deal, ruleset):
            parts = played.check(deal, answer, ruleset).parts
            found |= {part.code for part in parts if part.code}
    told = {mistake_text(code, 0) for code in found} - {""}
    assert len(told) >= 2
    assert {sentence for sentence in told if f"<li>{sentence}</li>" not in page} == set()


def test_what_is_no_mistake_cannot_be_named():
    with pytest.raises(ValueError, match="'oversight'"):
        mistakes("oversight")


# --- keys ------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", find_drill("name-the-hand").games)
def test_the_keys_of_hands_are_those_of_the_question(game):
    drill, ruleset = find_drill("name-the-hand"), find_game(game).default_ruleset()
    with override("en"):
        listed = dict(
            re.findall(r"<dt><kbd>([0-9−])</kbd></dt><dd>([^<]+)</dd>", page_of(drill.key, game))
        )
        deal = drill.deal(Stream(bytes(32), "page"), ruleset, 1)
        options = drill.question(deal, ruleset).options
        assert listed == {
            option.hotkey.replace("-", "−"): pay_hand_name(HANDS[option.key]) for option in options
        }
