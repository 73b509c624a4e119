"""What becomes of many people at once."""

import pytest
from django.urls import reverse

from tests.forms import FormParser
from tests.trainer.school.conftest import NOW, enrol, person
from tests.trainer.school.watch.bulk import many
from trainer.models import Enrolment, EnrolmentState, Lesson, LessonRun
from trainer.school.permissions import Standing

pytestmark = pytest.mark.django_db


def address(course):
    return reverse("people-chosen", args=[course.pk])


def ask(client, course, do, who=(), **more):
    return client.get(address(course), {"do": do, "person": [each.pk for each in who]} | more)


def confirm(client, course, page):
    """Presses the one button of the page that names the people."""
    parser = FormParser()
    parser.feed(page.text)
    [form] = [f for f in parser.forms if f.action.startswith(address(course) + "?")]
    return client.post(form.action, form.fields)


def states(course):
    people = Enrolment.objects.filter(course=course).order_by("name")
    return dict(people.values_list("name", "state"))


def test_the_roster_offers_each_of_its_people_and_all_of_the_filter(teacher, course):
    many(course, 3, NOW)
    page = teacher.get(reverse("people", args=[course.pk]), {"text": "особа", "state": "active"})
    parser = FormParser()
    parser.feed(page.text)
    [form] = [f for f in parser.forms if f.action == address(course)]
    assert form.fields == {"text": ["особа"], "state": ["active"]}
    assert (len(form.choices["person"]), form.choices["all"]) == (3, ["yes"])
    assert form.choices["do"] == ["paused", "active", "move", "removed"]
    assert "All whom the filter shows: 3 people" in page.text


@pytest.mark.parametrize(
    ("do", "heading", "after", "said"),
    [
        ("paused", "Pause 1 person?", ["paused", "paused", "removed"], "1 person is paused."),
        (
            "active",
            "Bring 2 people back?",
            ["active"] * 3,
            "2 people are on the course again.",
        ),
        (
            "removed",
            "Remove 2 people from the course?",
            ["removed"] * 3,
            "2 people are removed from the course.",
        ),
    ],
)
def test_a_decision_names_whom_it_concerns_and_is_done_when_confirmed(
    do, heading, after, said, teacher, course
):
    """Who is ticked and not concerned stays as is; what was done before is kept."""
    lesson = Lesson.objects.create(course=course, position=1, title={"en": "Reading"})
    who = [
        enrol(course, person(name), name=name, state=state)
        for name, state in (("a", "active"), ("b", "paused"), ("c", "removed"))
    ]
    not_ticked = enrol(course, person("d"), name="d")
    for each in who:
        LessonRun.objects.create(enrolment=each, lesson=lesson, number=1, started_at=NOW)
    before = states(course)
    page = ask(teacher, course, do, who, state="all")
    assert f"<h1>{heading}</h1>" in page.text
    named, _, left = page.text.partition("Who stays as is")
    for each in who:
        changes = each.state != after[who.index(each)]
        assert (f"<li>{each.name}</li>" in named) is changes
        shown = EnrolmentState(each.state).label
        assert (f"<li>{each.name}: {shown}</li>" in left) is not changes
    assert states(course) == before
    response = confirm(teacher, course, page)
    assert response["Location"] == f"{reverse('people', args=[course.pk])}?state=all"
    assert said in teacher.get(response["Location"]).text
    assert [*states(course).values()] == [*after, not_ticked.state]
    assert LessonRun.objects.filter(enrolment__in=who).count() == 3


def test_all_are_those_of_the_filter_when_it_was_confirmed(teacher, course):
    """On every page of it; who comes later was not named and is not touched."""
    many(course, 60, NOW)
    enrol(course, person("x"), name="Somebody else")
    page = ask(teacher, course, "removed", all="yes", text="особа")
    assert "Remove 60 people from the course?" in page.text
    enrol(course, person("late"), name="Особа 999")
    confirm(teacher, course, page)
    left = {name for name, state in states(course).items() if state == "active"}
    assert left == {"Somebody else", "Особа 999"}


def test_people_move_and_who_cannot_is_named(teacher, people, course, other_course):
    going, there, gone = (enrol(course, person(f"p{at}"), name=f"P{at}") for at in range(3))
    back = enrol(course, person("back"), name="New name", number="7")
    before = enrol(other_course, back.user, name="Old name", state="removed", number="5")
    enrol(other_course, there.user)
    enrol(other_course, person("holder"), number="8")
    Enrolment.objects.filter(pk=going.pk).update(number="8")
    teaches = enrol(course, people[Standing.OWNER], name="Teaches")
    Enrolment.objects.filter(pk=gone.pk).update(user=None)
    page = ask(teacher, course, "move", [going, there, gone, back, teaches])
    for text in (
        "Move 2 people to another course?",
        "They come onto “Evening course” and begin with its lessons.",
        "<li>P1: This person is on that course already.</li>",
        "<li>P2: Account gone</li>",
        "<li>Teaches: This person teaches that course.</li>",
    ):
        assert text in page.text
    assert "2 people are on “Evening course” now." in (
        teacher.get(confirm(teacher, course, page)["Location"]).text
    )
    kept = {"P1": "active", "P2": "active", "Teaches": "active"}
    assert states(course) == kept | {"P0": "removed", "New name": "removed"}
    moved = Enrolment.objects.get(course=other_course, user=going.user)
    # The number is somebody else's there; an old record on that course goes on.
    assert (moved.name, moved.number, moved.state) == ("P0", "", "active")
    before.refresh_from_db()
    assert (before.name, before.number, before.state) == ("New name", "7", "active")


def test_where_there_are_several_courses_one_is_chosen_first(
    teacher, people, course, other_course, make_course
):
    third = make_course("THIRD", "Third")
    who = [enrol(course, person("a"), name="a")]
    refused = teacher.post(
        address(course), {"do": "move", "person": who[0].pk, "course": third.pk}
    )
    # The instructor does not teach it.
    assert refused.status_code == 422
    third.instructors.add(people[Standing.INSTRUCTOR])
    page = ask(teacher, course, "move", who)
    assert '<select name="course"' in page.text
    assert teacher.post(address(course), {"do": "move", "person": who[0].pk}).status_code == 422
    assert states(course) == {"a": "active"}
    data = {"do": "move", "person": who[0].pk, "course": third.pk}
    page = teacher.get(address(course), data)
    confirm(teacher, course, page)
    assert (states(course), states(third)) == ({"a": "removed"}, {"a": "active"})


def test_nobody_of_another_course_is_touched(clients, course, other_course):
    stranger = enrol(other_course, person("stranger"))
    owner = clients[Standing.OWNER]
    page = ask(owner, course, "removed", [stranger])
    assert "Nobody was ticked." in page.text
    data = {"do": "removed", "person": stranger.pk}
    assert owner.post(address(course), data).status_code == 303
    assert states(other_course) == {"stranger": "active"}


@pytest.mark.parametrize(
    "data",
    [{}, {"do": "explode", "all": "yes"}, {"do": "removed", "person": ["x", "9" * 40, ""]}],
)
def test_what_cannot_be_read_does_nothing(data, teacher, course):
    enrol(course, person("a"), name="a")
    assert "Nobody was ticked." in teacher.get(address(course), data).text
    teacher.post(address(course), data)
    assert states(course) == {"a": "active"}


def test_five_hundred_people_take_a_fixed_number_of_queries(
    teacher, course, other_course, django_assert_max_num_queries
):
    many(course, 500, NOW)
    with django_assert_max_num_queries(15):
        teacher.get(reverse("people", args=[course.pk]))
    # Whoever moves twice comes back to the record of before.
    where = (course, course, course, other_course, course)
    for here, do in zip(where, ("paused", "active", "move", "move", "removed"), strict=True):
        with django_assert_max_num_queries(15):
            page = ask(teacher, here, do, all="yes")
        assert page.text.count("<li>Особа") == 500
        # SQLite writes fewer rows at once than PostgreSQL.
        with django_assert_max_num_queries(15):
            confirm(teacher, here, page)
    assert set(states(course).values()) == set(states(other_course).values()) == {"removed"}
