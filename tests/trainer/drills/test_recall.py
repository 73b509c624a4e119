"""Recall: which rows are asked for, which answers are offered, and what a wrong one means."""

import re
from collections import Counter
from fractions import Fraction

import pytest
from django.template.loader import render_to_string
from django.utils.translation import override

from rules.games import find_game
from rules.games.base import PayTable, make_rows
from rules.games.checks import pay_classes
from rules.houses import houses
from rules.naming import pay_row_name
from tests.trainer.drills.cast import CASINO, RUSSIAN, ULTIMATE, deals, name, rules, some, stream
from tests.trainer.drills.houses import AWARDS, TENTHS, house
from trainer.drills import find_drill
from trainer.drills.base import (
    LEVELS,
    CannotDealError,
    ChoiceAnswer,
    Deal,
    ErrorCode,
    MoneyAnswer,
)
from trainer.drills.recalls import Ask, Entry, can_ask, entries, mistakes
from trainer.practice import wording

pytestmark = pytest.mark.soak

DRILL = find_drill("recall")
GAMES = (RUSSIAN, ULTIMATE, CASINO)
COUNT = some(900)
MISTAKEN = 300
HOUSES = {
    **{game: rules(game) for game in GAMES},
    "viejas": houses()["viejas"].ruleset(find_game(ULTIMATE)),
    "fixed awards": house(RUSSIAN, AWARDS),
    "tenths": house(ULTIMATE, TENTHS),
    "short tables": house(
        CASINO,
        {
            "ante": PayTable(make_rows("flush 2, straight 1")),
            "aa": PayTable(make_rows("quads 30, flush 20, pair A or better 7")),
        },
    ),
}
EVERY_HOUSE = pytest.mark.parametrize("ruleset", HOUSES.values(), ids=HOUSES)


def dealt(ruleset, level, count=COUNT):
    return list(deals(DRILL, ruleset.game, level, count, "recall", ruleset))


def options(deal):
    return deal.fact("options").split()


def right(deal, ruleset):
    """The answer looked up a second time."""
    rows = [row for row in ruleset.tables[deal.fact("table")].rows if row.pays]
    if deal.fact("ask") == "odds":
        return next(row.ratio for row in rows if row.key == deal.fact("row"))
    [row] = [row for row in rows if row.ratio == deal.fact("row")]
    return row.key


def check(deal, key, ruleset):
    return DRILL.check(deal, ChoiceAnswer(key), ruleset)


# --- deals -----------------------------------------------------------------------------------


@EVERY_HOUSE
@pytest.mark.parametrize("level", LEVELS)
def test_exactly_one_option_is_right(ruleset, level):
    for deal in dealt(ruleset, level, some(60)):
        assert Deal.from_spec(deal.to_spec()) == deal
        assert deal.tags <= DRILL.skills.keys()
        expected = right(deal, ruleset)
        assert DRILL.expected(deal, ruleset) == ChoiceAnswer(expected)
        found = [check(deal, key, ruleset).right for key in options(deal)]
        assert found == [key == expected for key in options(deal)]
        assert sum(found) == 1
        assert 2 <= len(found) <= level + 3


WITHOUT_ROYAL = house(
    RUSSIAN,
    {"bonus6": PayTable(make_rows("straight flush 150, quads 100, full house 30, flush 15"))},
)
FEW_ROWS = house(CASINO, {"aa": PayTable(make_rows("quads 30, flush 20, pair A or better 7"))})


@pytest.mark.parametrize("ruleset", [*map(rules, GAMES), WITHOUT_ROYAL, FEW_ROWS])
@pytest.mark.parametrize("level", [2, 3])
def test_no_hand_of_a_wrong_option_is_paid_so(ruleset, level):
    """A straight of “straight or less” is “a pair of aces or better”, and a royal flush without
    a row of its own is paid as a straight flush: neither may stand among the wrong answers."""
    shown = {row.key: row for table in ruleset.tables.values() for row in table.rows}
    asked = 0
    for deal in dealt(ruleset, level, some(300)):
        if deal.fact("ask") == "odds":
            continue
        table, wrong = ruleset.tables[deal.fact("table")], set(options(deal))
        wrong.remove(right(deal, ruleset))
        assert len(wrong) >= 3
        for rank in pay_classes():
            row = table.row_for(rank)
            if row is not None and row.ratio == deal.fact("row"):
                assert not any(shown[key].covers(rank) for key in wrong), (rank, wrong)
        asked += 1
    assert asked >= 20


def test_such_rows_are_met():
    """The rules above would be broken by the rows as they are."""
    aa = Entry("aa", next(r for r in rules(CASINO).tables["aa"].rows if r.ratio == "7:1"))
    offered = {mistake.answer for mistake in mistakes(aa, Ask.HAND, rules(CASINO))}
    assert "full-house" in offered
    assert "straight-or-less" not in offered
    six = Entry("bonus6", WITHOUT_ROYAL.tables["bonus6"].rows[0])
    offered = {mistake.answer for mistake in mistakes(six, Ask.HAND, WITHOUT_ROYAL)}
    assert "four-of-a-kind" in offered
    assert "royal-flush" not in offered


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game", GAMES, ids=name)
def test_no_answer_and_no_place_gives_it_away(game, level):
    found = dealt(rules(game), level)
    by_answer = Counter(right(deal, rules(game)) for deal in found)
    assert max(by_answer.values()) < COUNT * 0.2
    by_place = Counter(options(deal).index(right(deal, rules(game))) for deal in found)
    assert {len(options(deal)) for deal in found} == {level + 3}
    for place in range(level + 3):
        assert abs(by_place[place] - COUNT / (level + 3)) < COUNT * 0.07


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game", GAMES, ids=name)
def test_the_size_of_the_odds_does_not_give_them_away(game, level):
    """Whoever always takes the highest, the lowest or the middle one is mostly wrong."""
    hits, asked = Counter(), 0
    for deal in dealt(rules(game), level):
        if deal.fact("ask") == "hand":
            continue
        asked += 1
        sizes = sorted(options(deal), key=lambda key: Fraction(key.replace(":", "/")))
        hits[sizes.index(right(deal, rules(game)))] += 1
    assert max(hits.values()) < 0.45 * asked


def test_both_ways_from_level_2_on():
    ways = [Counter(deal.fact("ask") for deal in dealt(rules(RUSSIAN), level)) for level in LEVELS]
    assert ways[0] == {"odds": COUNT}
    for count in ways[1:]:
        assert abs(count["odds"] / COUNT - 0.5) < 0.06


@EVERY_HOUSE
def test_every_row_that_pays_is_asked_for(ruleset):
    found = {
        (deal.fact("table"), deal.fact("row")) for deal in dealt(ruleset, 1) if deal.fact("ask")
    }
    assert found == {(entry.table, entry.row.key) for entry in entries(ruleset)}


def test_hands_that_are_paid_alike_are_not_asked_for():
    pair = next(e for e in entries(rules(RUSSIAN)) if e.row.key == "pair")
    assert can_ask(pair, Ask.ODDS, rules(RUSSIAN))
    assert not can_ask(pair, Ask.HAND, rules(RUSSIAN))


def test_rows_that_pay_nothing_are_left_out():
    ruleset = house(ULTIMATE, {"blind": PayTable(make_rows("quads 10, flush 3:2, straight 0"))})
    assert "straight" not in {e.row.key for e in entries(ruleset) if e.table == "blind"}


def test_a_house_with_hardly_any_rows_is_not_offered():
    poor = house(
        CASINO, {key: PayTable(make_rows("flush 2, straight 1")) for key in ("ante", "aa")}
    )
    assert not DRILL.offers(poor)
    with pytest.raises(CannotDealError):
        DRILL.deal(stream(1), poor, 1)
    assert all(map(DRILL.offers, HOUSES.values()))


@pytest.mark.parametrize("tag", sorted(DRILL.skills.keys() - {"row:high-card"}))
def test_wanted_skills_are_dealt(tag):
    assert tag in DRILL.deal(stream(3), rules(RUSSIAN), 3, frozenset({tag})).tags


def test_what_cannot_be_dealt_is_refused():
    for level, want in ((3, {"row:high-card"}), (1, {"ask:hand"}), (3, {"ask:hand", "row:pair"})):
        with pytest.raises(CannotDealError):
            DRILL.deal(stream(1), rules(RUSSIAN), level, frozenset(want))


@EVERY_HOUSE
def test_a_variant_asks_the_same_way_for_another_answer(ruleset):
    for number, deal in enumerate(dealt(ruleset, 2, 30)):
        other = DRILL.deal(stream(number), ruleset, 2, variant_of=deal)
        assert other.fact("ask") == deal.fact("ask")
        assert right(other, ruleset) != right(deal, ruleset)


# --- mistakes --------------------------------------------------------------------------------


def entry_of(game, table, key):
    return next(e for e in entries(rules(game)) if (e.table, e.row.key) == (table, key))


@pytest.mark.parametrize(
    ("entry", "ask", "given", "code"),
    [
        (entry_of(RUSSIAN, "bonus6", "flush"), Ask.ODDS, "50:1", ErrorCode.WRONG_TABLE),
        (entry_of(RUSSIAN, "bonus6", "flush"), Ask.ODDS, "8:1", ErrorCode.WRONG_ROW),
        (entry_of(RUSSIAN, "bonus6", "flush"), Ask.ODDS, "16:1", ErrorCode.TOTAL_RETURNED),
        (entry_of(ULTIMATE, "trips", "flush"), Ask.ODDS, "6:1", ErrorCode.PAID_ELSEWHERE),
        (entry_of(ULTIMATE, "blind", "flush"), Ask.ODDS, "2:3", ErrorCode.INVERTED_ODDS),
        (entry_of(ULTIMATE, "blind", "flush"), Ask.ODDS, "5:2", ErrorCode.TOTAL_RETURNED),
        (entry_of(RUSSIAN, "bonus_first5", "full-house"), Ask.HAND, "flush", ErrorCode.WRONG_ROW),
        (
            entry_of(RUSSIAN, "bonus_first5", "full-house"),
            Ask.HAND,
            "royal-flush",
            ErrorCode.WRONG_TABLE,
        ),
    ],
)
def test_mistakes_by_name(entry, ask, given, code):
    found = mistakes(entry, ask, rules(ULTIMATE if entry.table in ("blind", "trips") else RUSSIAN))
    assert next(m.code for m in found if m.answer == given) is code


def test_every_mistake_is_dealt_often_enough():
    found = Counter()
    for game in GAMES:
        for level in LEVELS:
            for deal in dealt(rules(game), level, MISTAKEN):
                for key in options(deal):
                    found[check(deal, key, rules(game)).parts[0].code] += 1
    for code in ("wrong-table", "wrong-row", "paid-elsewhere", "total-returned", "inverted-odds"):
        assert found[ErrorCode(code)] >= 20, code
    assert found[ErrorCode.OTHER] == 0
    assert found[None] == MISTAKEN * len(GAMES) * len(LEVELS)


def test_an_answer_of_another_kind_is_no_answer():
    [deal] = dealt(rules(RUSSIAN), 1, 1)
    with pytest.raises(TypeError):
        DRILL.check(deal, MoneyAnswer("push"), rules(RUSSIAN))


# --- words -----------------------------------------------------------------------------------


def explanation(deal, key, ruleset):
    texts = []
    for reason in check(deal, key, ruleset).reasons:
        text = render_to_string(f"trainer/reasons/{reason.kind}.html", {"reason": reason})
        texts.append(re.sub(r"[ \n]+", " ", text).strip())
    return texts


@EVERY_HOUSE
def test_explanations_say_what_the_table_says(ruleset):
    for number, deal in enumerate(dealt(ruleset, 1 + len(HOUSES) % 3, some(40))):
        with override(("en", "uk", "ru")[number % 3]):
            table = ruleset.tables[deal.fact("table")]
            side = "ratio" if deal.fact("ask") == "hand" else "key"
            row = next(r for r in table.rows if r.pays and getattr(r, side) == deal.fact("row"))
            for key in options(deal):
                texts = explanation(deal, key, ruleset)
                assert 1 <= len(texts) <= 3
                assert pay_row_name(row).casefold() in texts[0].casefold()
                assert (row.ratio if not row.fixed else wording.money(row.pays)) in texts[0]
                assert not any(sign in "".join(texts) for sign in ("%", "{", "None", "  "))


@pytest.mark.parametrize("language", ["en", "uk", "ru"])
def test_prompts_and_options_have_words(language):
    with override(language):
        for deal in dealt(rules(RUSSIAN), 3, 40):
            ask = DRILL.question(deal, rules(RUSSIAN))
            assert "%" not in wording.prompt_text(ask)
            texts = [wording.option_name(option, deal) for option in (*ask.options, *ask.plates)]
            assert len(set(texts)) == len(texts)
            assert not any("Pay" in text for text in texts)


def test_a_house_of_its_own_is_no_other_house():
    """The wrong answer of another house is the right one of the house that is dealt."""
    viejas = HOUSES["viejas"]
    flush = next(e for e in entries(viejas) if (e.table, e.row.key) == ("trips", "flush"))
    assert flush.row.ratio == "6:1"
    found = {m.answer: m for m in mistakes(flush, Ask.ODDS, viejas)}
    assert found["7:1"].code is ErrorCode.PAID_ELSEWHERE
    assert found["7:1"].house == "reference"
    assert isinstance(found["7:1"].entry, Entry)
