"""Before the review nothing that is served to who sits an exam tells what is right.

What of a deal is not shown is changed in the database, and no byte of any page changes; what is
secret of a paper stands in no page. O-SEC-01, O-SEC-03.
"""

import json
import re
from dataclasses import replace

import pytest
from django.utils import timezone

from rules.engine.cards import DECK
from tests.trainer.answering import fields_of
from tests.trainer.practice.visitors import Visitor
from tests.trainer.school.exams.conftest import DEVICE, after, item_at, right, wrong
from tests.trainer.school.papers.test_checking import alter
from trainer.drills import find_drill
from trainer.drills.base import Group, GroupRole, spec_hash, spec_json
from trainer.models import Deal, ExamVerdict, PaperItem
from trainer.school.exams import sitting as sittings
from trainer.school.exams.judging import judge_sitting
from trainer.school.permissions import Standing

pytestmark = pytest.mark.django_db
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="[A-Za-z0-9]{64}"')


@pytest.fixture
def visitor(sitting, people, monkeypatch):
    monkeypatch.setattr(timezone, "now", lambda: after(minutes=1))
    found = Visitor()
    found.client.force_login(people[Standing.MEMBER])
    return found


def addresses(exam):
    """Everything that a member can open; with htmx some of it as fragments."""
    base = f"/school/{exam.course_id}/sit/{exam.pk}/"
    parts = ["", "1/", "1/hand-in/", "1/clock/", *(f"1/{number}/" for number in range(1, 6))]
    return [f"/school/{exam.course_id}/exams/", *(base + part for part in parts)]


def served(visitor, exam):
    pages = []
    for address in addresses(exam):
        for headers in ({}, {"HX-Request": "true"}):
            response = visitor.client.get(address, headers=headers)
            assert response.status_code == 200, address
            pages.append(TOKEN.sub("", response.content.decode()))
    return pages


def put(item, deal):
    """Another deal at the same place, as no part of the program does it."""
    spec = deal.to_spec()
    stored = Deal.objects.create(
        drill=item.deal.drill,
        version=item.deal.version,
        level=deal.level,
        seed=b"\1" * 32,
        generator=9,
        want=["tie"],
        spec=spec_json(spec),
        sha256=spec_hash(spec),
    )
    alter(PaperItem, item.pk, deal_id=stored.pk)


def test_what_is_not_shown_changes_no_byte(visitor, exam, sitting):
    served(visitor, exam)
    before = served(visitor, exam)
    for position in range(1, 6):
        item = item_at(sitting, position)
        deal = item.deal.value
        spare = tuple(card for card in DECK if card not in deal.cards)[:2]
        hidden = (Group(GroupRole.DRAWN, spare),)
        put(item, replace(deal, hidden=hidden, stratum="other", tags=frozenset({"other"})))
    assert served(visitor, exam) == before


def test_nothing_secret_stands_in_a_page(visitor, exam, sitting):
    pages = " ".join(served(visitor, exam))
    for item in sitting.paper.items.select_related("deal"):
        spec = json.loads(item.deal.spec)
        for secret in (bytes(item.deal.seed).hex(), item.deal.sha256, spec["hidden"]["stratum"]):
            assert secret not in pages
        assert not any(tag in pages for tag in spec["hidden"]["tags"] if ":" in tag)
    assert bytes(sitting.paper.seed).hex() not in pages
    assert sitting.paper.sha256 not in pages


def test_a_right_answer_is_taken_like_a_wrong_one(visitor, exam, sitting):
    """Headers and body of the answer to a POST, and what stands on the pages then."""

    def post(position, answer):
        item = item_at(sitting, position)
        ask = find_drill(item.deal.drill).question(item.deal.value, item.deal.version.ruleset)
        address = f"/school/{exam.course_id}/sit/{exam.pk}/1/{position}/"
        visitor.client.get(address)
        response = visitor.post(address, **fields_of(answer(item), ask))
        return response.status_code, response.content, dict(response.headers)

    assert post(1, wrong) == post(1, right)


@pytest.mark.parametrize("answer", [right, wrong])
def test_after_the_hand_in_the_pages_tell_no_verdict(visitor, exam, sitting, answer):
    """The verdicts are there already."""
    item = item_at(sitting, 1)
    sittings.save(sitting, item, answer(item), now=after(seconds=30), device=DEVICE)
    sittings.hand_in(sitting, now=after(seconds=40))
    judge_sitting(sitting, after(seconds=50))
    assert ExamVerdict.objects.get().right is (answer is right)
    response = visitor.client.get(f"/school/{exam.course_id}/sit/{exam.pk}/1/")
    main = response.content.decode().split("<main", 1)[1]
    assert "1 of 5 answered" in main
    assert not re.search(r"#(tick|cross)|is-right|is-wrong|Right:|No:", main)
