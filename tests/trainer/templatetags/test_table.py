"""Card faces and places in templates."""

import re

import pytest
from django.template import engines
from django.utils.translation import override

from rules.engine.cards import DECK, parse_card, parse_cards
from rules.naming import card_name
from trainer.drills.base import Deal, Group, GroupRole, Mark


def render(source, **context):
    return engines["django"].from_string("{% load table %}" + source).render(context)


def face(card, mark=""):
    return render("{% card card mark %}", card=card, mark=mark)


def test_every_card_has_a_face_of_its_own():
    faces = {face(card) for card in DECK}
    assert len(faces) == 52


@pytest.mark.parametrize(
    ("card", "suit", "index"),
    [("As", "spade", "A"), ("Kh", "heart", "K"), ("Td", "diamond", "10"), ("2c", "club", "2")],
)
def test_a_face_shows_index_and_suit_twice(card, suit, index):
    html = face(parse_card(card))
    assert f'<span class="card {suit}" role="img"' in html
    assert f'<use href="#{card}"/>' in html
    [symbol] = re.findall(f'<symbol id="{card}".*?</symbol>', render("{% card_symbols %}"))
    assert re.search(r"<text[^>]*>([^<]*)</text>", symbol)[1] == index
    assert symbol.count(f'href="#{suit}"') == 2
    assert "style=" not in html + symbol


@pytest.mark.parametrize("language", ["en", "uk", "ru"])
def test_a_card_is_named_in_the_language_of_the_reader(language):
    card = parse_card("Qh")
    with override(language):
        assert f'aria-label="{card_name(card)}"' in face(card)


@pytest.mark.parametrize(
    ("mark", "said"),
    [
        (Mark.PLAYS, "ace of spades, plays"),
        (Mark.DECIDES, "ace of spades, decides"),
        (Mark.IDLE, "ace of spades, does not play"),
    ],
)
def test_a_mark_is_drawn_and_said(mark, said):
    html = face(parse_card("As"), mark)
    assert f'class="card spade {mark}"' in html
    assert f'aria-label="{said}"' in html
    assert ('class="notch"' in html) is (mark is Mark.DECIDES)


def test_a_deal_without_a_verdict():
    group = Group(GroupRole.PLAYER, parse_cards("As Kd Qh 7c 2s 9d"), 0, bought=True)
    deal = Deal("a drill", "russian-poker", 1, (group,))
    html = render("{% plain_seat group deal %}", group=group, deal=deal)
    assert "Player" in html
    assert "sixth card bought" in html
    assert html.count('class="card ') == 6
    assert 'class="tag"' not in html


def test_the_board_is_no_seat():
    board = Group(GroupRole.BOARD, parse_cards("As Kd Qh"))
    deal = Deal("a drill", "texas-holdem", 1, (board,))
    html = render("{% plain_seat group deal %}", group=board, deal=deal)
    assert "Board" in html
    assert "Dealer" not in html


@pytest.mark.parametrize(
    ("cards", "names"),
    [
        ("As Kd Qh", ["Flop"]),
        ("As Kd Qh 7c", ["Flop", "Turn"]),
        ("As Kd Qh 7c 2s", ["Flop", "Turn", "River"]),
    ],
)
def test_a_board_is_laid_street_by_street(cards, names):
    board = Group(GroupRole.BOARD, parse_cards(cards))
    deal = Deal("a drill", "texas-holdem", 1, (board,))
    html = render("{% plain_seat group deal %}", group=board, deal=deal)
    streets = html.split('role="group"')[1:]
    assert [re.match(r' aria-label="(\w+)"', street)[1] for street in streets] == names
    assert [street.count('class="card ') for street in streets] == [3, 1, 1][: len(names)]


def test_the_cards_of_a_player_are_no_streets():
    group = Group(GroupRole.PLAYER, parse_cards("As Kd Qh 7c 2s"), 0)
    deal = Deal("a drill", "russian-poker", 1, (group,))
    assert 'role="group"' not in render("{% plain_seat group deal %}", group=group, deal=deal)


def test_what_is_kept_is_drawn_once_for_each_language_and_value():
    template = engines["django"].from_string(
        "{% load i18n table %}{% kept a b %}{% translate 'Dealer' %} {{ c }}{% endkept %}"
    )
    drawn = [template.render({"a": a, "b": b, "c": c}) for a, b, c in ("xy1", "xy2", "xz3")]
    assert drawn == ["Dealer 1", "Dealer 1", "Dealer 3"]
    with override("uk"):
        assert template.render({"a": "x", "b": "y", "c": 4}) == "Дилер 4"


def test_names_of_what_the_program_no_longer_has_are_their_keys():
    html = render(
        "{{ 'which-hand-wins'|drill_name }} {{ 'gone'|drill_name }} {{ 'gone'|game_name }}"
    )
    assert html == "Which hand wins gone gone"


def test_amounts_and_odds():
    assert render("{{ 1250|money }} {{ 65000|duration }}") == "1\xa0250 1:05"
