"""Confusions in words: what sounds the same is one, and a click drills all that it shows."""

import pytest
from django.utils.datastructures import MultiValueDict

from tests.forms import FormParser
from tests.trainer.practice.visitors import NOW
from trainer.drills import find_drill
from trainer.practice import planning, schedule
from trainer.practice.modes.forms import PairForm
from trainer.practice.record import confused
from trainer.practice.record.coming import mixed_up
from trainer.practice.schedule import Confusion, Notebook
from trainer.templatetags.record import pair_fields

pytestmark = pytest.mark.django_db


def book(deal, *confusions):
    """Of *deal*, by (expected, given, count)."""
    found = (
        Confusion(deal.drill, expected, given, "kicker", count, count, NOW, (str(deal.pk),))
        for expected, given, count in confusions
    )
    return Notebook(deal.drill, deal.version.game, confusions=tuple(found))


def test_what_decides_is_told_apart_rank_by_rank(begin):
    deal = begin(level=3).deal
    ask = find_drill(deal.drill).question(deal.value, deal.version.ruleset)
    first, *others = [option.key for option in ask.also]
    assert len(others) > 2
    found = confused.pairs([book(deal, *((first, key, 1) for key in others))], deal.drill)
    assert [pair.count for pair in found] == [1] * len(others)
    assert all(pair.named for pair in found)
    assert "something else" not in {pair.given for pair in found}


def test_what_sounds_the_same_is_one_pair_and_is_drilled_as_one(begin):
    deals = [begin().deal, begin(seed=b"\5" * 32).deal]
    one, other = (
        book(deal, ("winner", f"unheard-of-{at}", 2), ("winner", "kicker", 3))
        for at, deal in enumerate(deals)
    )
    books = Notebook(one.drill, one.game, confusions=(*one.confusions, other.confusions[0]))
    found = confused.pairs([books], one.drill)
    assert [(pair.given, pair.count) for pair in found] == [
        ("something else", 4),
        ("The hand is right; a lower card was misread", 3),
    ]
    cell = confused.picture(found).cells[0][0]
    assert cell.pair.count == 4
    parser = FormParser()
    parser.feed(f'<form action="">{pair_fields(cell.pair)}</form>')
    form = PairForm(MultiValueDict(parser.forms[0].fields))
    assert form.is_valid()
    offer = schedule.Offer(one.drill, one.game, (1, 2, 3), ())
    known = planning.Known((), (books,), (offer,))
    orders = planning.pair_orders(known, form.cleaned_data["pairs"])
    assert [order.variant_of for order in orders] == [deal.pk for deal in deals]


def test_the_picture_is_of_one_game_or_of_all(begin):
    deals = [begin(game=game).deal for game in ("russian-poker", "texas-holdem")]
    books = [book(deal, ("flush", "straight", at)) for at, deal in enumerate(deals, 1)]
    drill = deals[0].drill
    every = mixed_up(books, drill)
    assert (every.games, every.game) == ([book.game for book in books], "")
    assert [pair.count for pair in every.pairs] == [3]
    for at, each in enumerate(books, 1):
        shown = mixed_up(books, drill, each.game)
        assert [(pair.game, pair.count) for pair in shown.pairs] == [(each.game, at)]
    assert mixed_up(books, drill, "baccarat") == every
