"""Pass rules are changed, and who changed what is kept."""

from datetime import timedelta

import pytest
from django.urls import reverse

from tests.trainer.school.conftest import NOW
from tests.trainer.school.grading.cast import people_on, sit
from trainer.models import PassChange
from trainer.school.grading import ruling
from trainer.school.grading.ruled import changes_of
from trainer.school.passing import Ability, PassRules
from trainer.school.permissions import Standing

pytestmark = pytest.mark.django_db
STRICT = PassRules(PassRules().percents | {Ability.SETTLEMENT: 100}, pace_percent=150)


@pytest.fixture
def by(people):
    return people[Standing.OWNER]


def after(hours):
    return NOW + timedelta(hours=hours)


def test_who_changed_the_rules_when_and_what_they_were_is_kept(course, by):
    ruling.keep(course, STRICT, by=by, now=NOW)
    ruling.keep(course, None, by=by, now=after(1))
    back, strict = PassChange.objects.order_by("-at")
    assert (strict.old, strict.new) == (PassRules().to_data(), STRICT.to_data())
    assert (back.old, back.new) == (strict.new, strict.old)
    assert (strict.own, back.own) == (True, False)
    assert (strict.by, strict.course, strict.exam) == (by, course, None)
    assert [each.rules for each in changes_of(course)] == [
        (
            ("Settlement", 100, 97),
            ("Median time at most, in percent of the target", 150, None),
        ),
        (
            ("Settlement", 97, 100),
            ("Median time at most, in percent of the target", None, 150),
        ),
    ]


def test_what_stays_as_it_was_is_no_change(course, exam, by):
    ruling.keep(course, None, by=by, now=NOW)
    ruling.keep_for_exam(exam, None, by=by, now=NOW)
    ruling.keep_for_exam(exam, STRICT, by=by, now=NOW)
    ruling.keep_for_exam(exam, STRICT, by=by, now=after(1))
    assert PassChange.objects.count() == 1


def test_an_exam_has_changes_of_its_own(course, exam, by):
    """The usual rules as its own are a change: those of the course do not reach it any more."""
    ruling.keep(course, STRICT, by=by, now=NOW)
    ruling.keep_for_exam(exam, STRICT, by=by, now=after(1))
    ruling.keep_for_exam(exam, PassRules(), by=by, now=after(2))
    ruling.keep_for_exam(exam, None, by=by, now=after(3))
    found = changes_of(course, exam)
    assert [(each.own, len(each.rules)) for each in found] == [(False, 2), (True, 2), (True, 0)]
    assert len(changes_of(course)) == 1


def test_a_begun_exam_keeps_its_rules_and_its_log_says_so_once(course, exam, made, by, clients):
    sit(exam, people_on(course, 2), made, lambda person, at: True)
    ruling.keep(course, PassRules(), by=by, now=NOW)
    exam.refresh_from_db()
    # Nothing has become another for anybody.
    assert (exam.passing, changes_of(course, exam)) == ({}, [])
    ruling.keep(course, STRICT, by=by, now=after(1))
    ruling.keep(course, None, by=by, now=after(2))
    exam.refresh_from_db()
    assert exam.passing == PassRules().to_data()
    [kept] = changes_of(course, exam)
    assert (kept.at, kept.by, kept.kept, kept.rules) == (after(1), by.shown_name, True, ())
    address = reverse("exam-passing", args=[course.pk, exam.pk])
    assert "This exam had begun and keeps those" in clients[Standing.OWNER].get(address).text


def test_the_pages_show_what_was_changed(course, exam, by, clients):
    owner = clients[Standing.OWNER]
    posted = dict.fromkeys(Ability, 95) | {"critical_allowed": 1, "same_hand_missed": 1}
    pages = (
        (reverse("course-passing", args=[course.pk]), 97, 96),
        (reverse("exam-passing", args=[course.pk, exam.pk]), 96, 98),
    )
    for address, before, now in pages:
        assert "Changes so far</h2>\n<p>None.</p>" in owner.get(address).content.decode()
        assert owner.post(address, posted | {Ability.SETTLEMENT: now}).status_code == 303
        page = owner.get(address).content.decode().rsplit("Changes so far", 1)[-1]
        assert by.shown_name in page
        assert f"Settlement: before {before}, now {now}" in page
