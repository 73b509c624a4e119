"""Two things asked in one form: the winner and what decides, the high and the low half."""

import re
from dataclasses import replace
from types import SimpleNamespace

import pytest
from django.utils.text import capfirst

from tests.trainer.drills.cast import RUSSIAN, deals, rules
from tests.trainer.practice.test_kinds import heading, rows
from tests.trainer.practice.test_leaks import put
from tests.trainer.practice.visitors import expected_answer, right_form
from trainer.drills import find_drill
from trainer.models import Answer, Verdict
from trainer.practice import wording
from trainer.practice.tables import result_text

pytestmark = pytest.mark.django_db

GAMES = pytest.mark.parametrize("game", ["texas-holdem", "russian-poker"])
MISTAKE = "The winner is right; something else decides."


def names(question):
    """The right answer in words: the winner, and what decides."""
    deal, ruleset = question.deal.value, question.deal.version.ruleset
    ask = find_drill(deal.drill).question(deal, ruleset)
    answer = expected_answer(question)
    winner = wording.answer_text(replace(answer, also=""), deal, ask)
    return winner, wording.answer_text(answer, deal, ask).removeprefix(f"{winner}; ")


@GAMES
def test_the_heading_says_who_wins_and_what_decides(visitor, game):
    question = visitor.start("which-hand-wins", game, level=3)
    winner, decides = names(question)
    visitor.submit(visitor.url, **right_form(question))
    assert heading(visitor) == f"Right: {winner}; {decides}"
    assert rows(visitor.page) == [
        ("right", "Winner", capfirst(winner), capfirst(winner)),
        ("right", "What decides", capfirst(decides), capfirst(decides)),
    ]


@GAMES
def test_the_right_winner_for_another_reason_is_a_mistake_of_its_own(visitor, game):
    question = visitor.start("which-hand-wins", game, level=3)
    winner, decides = names(question)
    right = right_form(question)
    other = "nothing" if right["also"] != ["nothing"] else "category"
    visitor.submit(visitor.url, **right | {"also": other})
    assert heading(visitor) == f"No: {winner}; {decides}"
    [first, second] = rows(visitor.page)
    assert first == ("right", "Winner", capfirst(winner), capfirst(winner))
    assert second[0] == "wrong"
    assert second[3:] == (capfirst(decides), MISTAKE)


def test_a_winner_that_is_wrong_does_not_spoil_what_decides(visitor):
    question = visitor.start("which-hand-wins", "texas-holdem", level=3)
    right = right_form(question)
    other = ["1"] if right["seats"] == ["0"] else ["0"]
    visitor.submit(visitor.url, **right | {"seats": other})
    assert [row[0] for row in rows(visitor.page)] == ["wrong", "right"]
    assert [part["code"] is None for part in Verdict.objects.get().parts] == [False, True]


@GAMES
def test_what_was_chosen_of_the_two_stays_after_an_error(visitor, game):
    question = visitor.start("which-hand-wins", game, level=3)
    name = "seats" if game == "texas-holdem" else "choice"
    winner = right_form(question)[name]
    assert visitor.submit(visitor.url, **{name: winner}).status_code == 422
    assert "Two things are asked here. Choose an answer to both." in visitor.page
    kept = visitor.forms()[visitor.url].fields
    assert kept[name] == winner
    assert "also" not in kept
    assert visitor.submit(visitor.url, also="category", **{name: []}).status_code == 422
    assert visitor.forms()[visitor.url].fields["also"] == ["category"]
    assert not Answer.objects.exists()


@GAMES
def test_the_ranks_that_lie_open_are_offered_and_no_others(visitor, game):
    question = visitor.start("which-hand-wins", game, level=3)
    groups = question.deal.value.groups
    ranks = {card.rank.letter for group in groups for card in group.cards}
    offered = re.findall(r'name="also" value="(\w+)"', visitor.page)
    assert set(offered) == ranks | {"category", "nothing"}
    assert len(offered) == len(ranks) + 2


def test_a_deal_from_before_it_was_asked_is_asked_and_told_as_then(visitor):
    question = visitor.start("which-hand-wins", "texas-holdem", level=3)
    old = replace(question.deal.value, facts=())
    visitor.open(put(visitor, question.deal.version, old))
    assert 'name="seats"' in visitor.page
    assert 'name="also"' not in visitor.page
    question = visitor.question()
    visitor.submit(visitor.url, **right_form(question))
    assert heading(visitor) == f"Right: {names(question)[0]}"
    assert rows(visitor.page) == []
    assert Answer.objects.get().given.keys() == {"kind", "seats"}


def test_both_halves_are_asked_and_told(visitor):
    for _ in range(20):
        question = visitor.start("low-hands", "texas-holdem", level=3)
        if "high-low" in question.deal.value.tags:
            break
    right = right_form(question)
    visitor.submit(visitor.url, **right)
    texts = [row[2] for row in rows(visitor.page)]
    assert [row[:2] for row in rows(visitor.page)] == [
        ("right", "High half"),
        ("right", "Low half"),
    ]
    said = f"Right: high half – {texts[0]}; low half – {texts[1]}"
    assert heading(visitor).casefold() == said.casefold()


def test_of_two_combinations_the_heading_names_both():
    drill, ruleset = find_drill("two-combinations"), rules(RUSSIAN)
    [deal] = deals(drill, RUSSIAN, 1, 1)
    right = drill.expected(deal, ruleset)
    parts = [part.to_data() for part in drill.check(deal, right, ruleset).parts]
    said = result_text(SimpleNamespace(parts=parts), deal, drill.question(deal, ruleset))
    first, second = (wording.cards_text(cards or ()) for cards in (right.cards, right.second))
    assert said == f"first combination – {first}; second combination – {second}"
