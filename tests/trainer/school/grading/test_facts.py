"""Facts about sittings, with their numbers."""

from datetime import timedelta

import pytest
from django.urls import reverse

from tests.trainer.school.conftest import NOW
from tests.trainer.school.grading.cast import MS, STARTED, people_on, sit
from trainer.models import Allowance, ExamAnswer, ExamEvent, PaperItem, Pause
from trainer.school.exams.people import find_people
from trainer.school.grading.facts import find_facts
from trainer.school.permissions import Standing

pytestmark = pytest.mark.django_db


@pytest.fixture
def crowd(course):
    return people_on(course, 3)


def apart(person, at):
    return 60_000 * person + 10_000 * at + 5_000


def ordinary(person, at):
    return {"right": True, "at": apart(person, at), "elapsed_ms": 9000}


def test_of_an_ordinary_exam_nothing_is_told(exam, crowd, made):
    sit(exam, crowd, made, ordinary)
    facts = find_facts(exam)
    assert (facts.sittings, facts.fast, facts.together) == (3, (), ())
    assert (facts.devices, facts.shared, facts.late) == ((), (), ())


def test_nobody_sat_it(exam):
    assert find_facts(exam).sittings == 0


def test_answers_faster_than_the_stated_limit(exam, crowd, made):
    def said(person, at):
        fast = person == 1 and at < 3
        elapsed = 300 + at if fast else 8000
        return {"right": True, "elapsed_ms": elapsed, "at": apart(person, at)}

    sittings = sit(exam, crowd, made, said)
    [found] = find_facts(exam).fast
    assert found.sitting == sittings[1]
    assert (found.fast, found.answered, found.shortest_ms) == (3, 8, 300)


def test_the_limit_itself_is_not_too_fast(exam, crowd, made):
    limits = find_limits(exam, crowd, made)
    assert min(limits.values()) >= 1000
    sit(
        exam,
        crowd[1:2],
        made,
        lambda person, at: {
            "right": True,
            "elapsed_ms": limits[made[at].deal.drill],
            "at": apart(1, at),
        },
    )
    assert find_facts(exam).fast == ()


def find_limits(exam, crowd, made):
    sit(exam, crowd[:1], made, lambda person, at: {"right": True, "elapsed_ms": 9000})
    return find_facts(exam).limits


def test_what_was_typed_in_from_paper_has_no_time(exam, crowd, made, course):
    sit(
        exam,
        crowd,
        made,
        lambda person, at: {"right": False, "elapsed_ms": 1, "at": at},
        typed_by=course.owner,
    )
    facts = find_facts(exam)
    assert (facts.fast, facts.together) == ((), ())


def test_two_people_who_answer_at_the_same_moments(exam, crowd, made):
    """Persons 0 and 2, of whom the first three answers are wrong and the same."""

    def said(person, at):
        moment = apart(1, at) if person == 1 else 20_000 * at + 700 * person
        return {"right": at > 2, "at": moment}

    sittings = sit(exam, crowd, made, said)
    [found] = find_facts(exam).together
    assert (found.first, found.second) == (sittings[0], sittings[2])
    assert (found.together, found.common, found.same_wrong) == (8, 8, 3)


def test_two_seconds_are_together_and_more_are_not(exam, crowd, made):
    def said(person, at):
        return {"right": True, "at": 20_000 * at + {0: 0, 1: 2000, 2: 4001}[person]}

    sittings = sit(exam, crowd, made, said)
    [found] = find_facts(exam).together
    assert (found.first, found.second) == (sittings[0], sittings[1])


def test_a_few_meetings_are_chance(exam, crowd, made):
    """Four of eight questions together."""

    def said(person, at):
        return {"right": True, "at": 20_000 * at + (0 if at < 4 else 3_000 * person)}

    sit(exam, crowd, made, said)
    assert find_facts(exam).together == ()


def test_one_person_s_two_attempts_are_no_two_people(exam, crowd, made):
    for number in (1, 2):
        sit(exam, crowd[:1], made, lambda p, at: {"right": True, "at": at}, number=number)
    assert find_facts(exam).together == ()


def test_devices_in_turn_and_one_after_the_other(exam, crowd, made):
    names = {0: "aaaaaaaa", 1: "abababab", 2: "aaaabbbb"}

    def said(person, at):
        return {"right": True, "at": apart(person, at), "device": names[person][at]}

    sittings = sit(exam, crowd, made, said)
    found = {each.sitting: each for each in find_facts(exam).devices}
    assert set(found) == {sittings[1], sittings[2]}
    turns, moved = found[sittings[1]], found[sittings[2]]
    assert (turns.devices, turns.changes, turns.shortest_ms, turns.in_turn) == (2, 7, 10_000, True)
    assert (moved.devices, moved.changes, moved.in_turn) == (2, 1, False)


def test_a_browser_that_only_looked_counts_here_and_on_the_page_of_the_exam(
    exam, crowd, made, clients, course
):
    """Person 0 looks in a second browser, person 2 answers from one that noted nothing."""

    def said(person, at):
        device = "other" if person == 2 and at else "first"
        return {"right": True, "at": apart(person, at), "device": device}

    sittings = sit(exam, crowd, made, said)
    for sitting, *devices in ((sittings[0], "first", "phone"), (sittings[2], "first")):
        for device in devices:
            kind = ExamEvent.Kind.RESUMED
            ExamEvent.objects.create(sitting=sitting, kind=kind, device=device, at=STARTED)
    looked, answered = find_facts(exam).devices
    assert (looked.sitting, looked.devices, looked.answered) == (sittings[0], 2, 1)
    assert (looked.changes, looked.shortest_ms, looked.in_turn) == (0, None, False)
    assert (answered.sitting, answered.devices, answered.answered) == (sittings[2], 2, 2)
    counts = [each.devices for person in find_people(exam, STARTED) for each in person.sat]
    assert counts == [2, 1, 2]
    url = reverse("exam-facts", args=[course.pk, exam.pk])
    told = clients[Standing.INSTRUCTOR].get(url).text.split("Several devices</h2>")[1]
    assert "<td>2</td><td>1</td><td>0</td><td>no</td><td>–</td>" in told


def test_one_device_that_two_people_used(exam, crowd, made, clients, course):
    """Person 1 has only looked, in the browser of person 0."""

    def said(person, at):
        answered = {"right": True, "at": apart(person, at), "device": f"of {person}"}
        return None if person == 1 else answered

    first, looked, _ = sit(exam, crowd, made, said)
    begun = {"kind": ExamEvent.Kind.BEGUN, "device": "of 0"}
    ExamEvent.objects.create(sitting=looked, at=STARTED, **begun)
    [found] = find_facts(exam).shared
    assert [(use.sitting, use.answers) for use in found.uses] == [(looked, 0), (first, 8)]
    assert (found.uses[1].first, found.uses[1].last) == (
        STARTED + 5_000 * MS,
        STARTED + 75_000 * MS,
    )
    url = reverse("exam-facts", args=[course.pk, exam.pk])
    page = clients[Standing.INSTRUCTOR].get(url).content.decode()
    told = page.split("One device, several people</h2>")[1].split("</section>")[0]
    assert "Person 000" in told
    assert "Person 001" in told
    assert "Person 002" not in told


def test_one_person_s_two_attempts_on_a_device_are_no_two_people_either(exam, crowd, made):
    for number in (1, 2):
        sit(exam, crowd[:1], made, ordinary, number=number)
    assert find_facts(exam).shared == ()


def test_only_the_last_answer_and_its_latest_verdict_say_what_is_wrong(exam, crowd, made):
    def said(person, at):
        return {"right": False, "at": 20_000 * at + 100 * person}

    sittings = sit(exam, crowd[:2], made, said)
    item = PaperItem.objects.get(paper=exam.paper, position=1)
    ExamAnswer.objects.create(
        sitting=sittings[0],
        item=item,
        number=2,
        given=made[0].answers[True][0],
        received_at=STARTED + 900 * MS,
        elapsed_ms=900,
    )
    [found] = find_facts(exam).together
    assert (found.together, found.same_wrong) == (8, 7)


def test_late_tries_are_counted(exam, crowd, made):
    sittings = sit(exam, crowd, made, lambda p, at: {"right": True, "at": apart(p, at)})
    items = PaperItem.objects.filter(paper=exam.paper)[:2]
    for at, item in enumerate(items):
        ExamEvent.objects.create(
            sitting=sittings[1],
            kind=ExamEvent.Kind.LATE,
            item=item,
            at=NOW + timedelta(seconds=at),
        )
    [found] = find_facts(exam).late
    assert (found.sitting, found.tries) == (sittings[1], 2)
    assert found.at == NOW + timedelta(seconds=1)


def test_what_was_granted_and_what_went_wrong_stands_beside(exam, crowd, made):
    Pause.objects.create(exam=exam, began_at=NOW, reason="Fire drill")
    fields = {"exam": exam, "enrolment": crowd[0], "at": NOW, "reason": "Arm in plaster"}
    Allowance.objects.create(minutes=10, **fields)
    facts = find_facts(exam)
    assert [each.reason for each in (*facts.allowances, *facts.pauses)] == [
        "Arm in plaster",
        "Fire drill",
    ]
