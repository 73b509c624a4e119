"""Exams as members sit them, over HTTP with the token that browsers send."""

import pytest
from django.utils import timezone

from tests.trainer.answering import fields_of
from tests.trainer.practice.visitors import Visitor
from tests.trainer.school.conftest import NOW, enrol, person, signed_in
from tests.trainer.school.exams.conftest import after, item_at, right, wrong
from trainer.drills import find_drill
from trainer.models import (
    Allowance,
    ExamAnswer,
    ExamEvent,
    ExamSitting,
    ExamVerdict,
    Navigation,
    Pause,
    Serving,
)
from trainer.school.exams import managing
from trainer.school.exams.devices import COOKIE
from trainer.school.permissions import Standing

pytestmark = pytest.mark.django_db


class Clock:
    """What the server takes for now."""

    def __init__(self, monkeypatch):
        self.now = NOW
        monkeypatch.setattr(timezone, "now", lambda: self.now)

    def go(self, **passed):
        self.now = after(**passed)


@pytest.fixture
def clock(monkeypatch):
    return Clock(monkeypatch)


@pytest.fixture
def visitor(clock, people):
    found = Visitor()
    found.client.force_login(people[Standing.MEMBER])
    return found


@pytest.fixture
def begun(visitor, exam, enrolment):
    """On the first question."""
    visitor.open(url(exam))
    visitor.submit(url(exam))
    return visitor


def url(exam, *rest):
    parts = "".join(f"{part}/" for part in rest)
    return f"/school/{exam.course_id}/sit/{exam.pk}/{parts}"


def sat():
    return ExamSitting.objects.select_related("exam", "paper").get()


def form(position, answer=right):
    item = item_at(sat(), position)
    ask = find_drill(item.deal.drill).question(item.deal.value, item.deal.version.ruleset)
    return fields_of(answer(item), ask)


# --- from the start page to the hand-in ------------------------------------------------------


def test_the_start_page_says_what_counts_before_anything_begins(visitor, exam, enrolment):
    visitor.open(url(exam))
    for text in ("10 min", "0/1", "What counts", "forth and change", "10 seconds after the end"):
        assert text in visitor.page
    assert not ExamSitting.objects.exists()


@pytest.mark.parametrize("htmx", [False, True])
def test_an_answer_is_saved_and_leads_on(begun, exam, htmx):
    assert begun.url == url(exam, 1, 1)
    response = begun.post(begun.url, htmx=htmx, **form(1))
    assert (response.status_code, response["Location"]) == (303, url(exam, 1, 2))
    assert ExamAnswer.objects.get().given == right(item_at(sat(), 1)).to_data()
    assert len(ExamAnswer.objects.get().device) == 64
    assert not ExamVerdict.objects.exists()
    fragment = begun.client.get(url(exam, 1, 2), headers={"HX-Request": "true"})
    assert fragment.content.decode().startswith('<div id="table"')


def test_a_saved_answer_stands_there_and_can_be_changed(begun, exam):
    begun.post(url(exam, 1, 1), **form(1, wrong))
    begun.open(url(exam, 1, 1))
    assert "Saved: " in begun.page
    begun.post(url(exam, 1, 1), **form(1, right))
    assert ExamAnswer.objects.count() == 2


def test_the_hand_in_names_what_is_unanswered_and_ends_it(begun, exam):
    begun.post(url(exam, 1, 1), **form(1))
    response = begun.open(url(exam, 1, "hand-in"))
    assert "4 questions are not answered" in response.content.decode()
    begun.submit(url(exam, 1, "hand-in"))
    assert begun.url == url(exam, 1)
    assert "Handed in" in begun.page
    assert "1 of 5 answered" in begun.page
    assert sat().handed_in_at == NOW
    assert ExamVerdict.objects.count() == 1
    assert "hand in" not in begun.page.casefold().replace("handed in", "")


def test_the_last_question_leads_to_the_hand_in(begun, exam):
    begun.open(url(exam, 1, 5))
    assert begun.post(url(exam, 1, 5), **form(5))["Location"] == url(exam, 1, "hand-in")


def test_what_cannot_be_read_is_said_and_kept(begun, exam):
    response = begun.post(url(exam, 1, 1))
    assert response.status_code == 422
    assert "Choose an answer first." in response.content.decode()
    assert not ExamAnswer.objects.exists()


def test_extra_fields_are_nothing_to_the_server(begun, exam, clock):
    """O-SEC-07."""
    fields = {"score": "100", "correct": "true", "elapsed": "1", "number": "7"}
    clock.go(seconds=30)
    begun.post(url(exam, 1, 1), **form(1, wrong), **fields)
    begun.open(url(exam, 1, "hand-in"))
    begun.submit(url(exam, 1, "hand-in"))
    assert ExamAnswer.objects.get().elapsed_ms == 30_000
    assert not ExamVerdict.objects.get().right


# --- crash, other devices, two tabs, back ----------------------------------------------------


def test_one_goes_on_where_one_was_on_another_device(begun, exam, people, clock):
    """O-SESS-05: the server may have been killed in between, everything is in the database."""
    for position in (1, 2, 3):
        begun.open(url(exam, 1, position))
        begun.post(url(exam, 1, position), **form(position))
    begun.open(url(exam, 1, 4))
    clock.go(minutes=2)
    other = Visitor()
    other.client.force_login(people[Standing.MEMBER])
    other.open(url(exam))
    assert "You have begun" in other.page
    other.submit(url(exam))
    assert other.url == url(exam, 1, 4)
    assert "3 of 5 answered" in other.page
    assert 'data-left="480000"' in other.page
    kinds = ExamEvent.objects.order_by("pk").values_list("kind", flat=True)
    assert list(kinds) == ["begun", "resumed"]
    assert ExamSitting.objects.count() == 1


def test_two_people_in_one_browser_are_one_device_and_a_new_sign_in_is_no_other(
    begun, exam, course, people
):
    user = person("second account")
    enrol(course, user)
    for account in (people[Standing.MEMBER], user):
        del begun.client.cookies["sessionid"]
        begun.client.force_login(account)
        begun.open(url(exam))
        begun.submit(url(exam))
    events = list(ExamEvent.objects.order_by("pk").values_list("kind", "device"))
    assert [kind for kind, _ in events] == ["begun", "begun"]
    assert len({device for _, device in events}) == 1
    mark = begun.client.cookies[COOKIE]
    assert (mark["path"], mark["httponly"], mark["samesite"]) == ("/school/", True, "Lax")
    assert mark.value not in {device for _, device in events}


def test_back_and_send_again_changes_nothing(begun, exam):
    """O-SESS-02, two tabs with the same question."""
    for _ in range(3):
        begun.open(url(exam, 1, 1))
        begun.post(url(exam, 1, 1), **form(1))
    assert ExamAnswer.objects.count() == 1
    assert Serving.objects.count() == 1


@pytest.mark.parametrize(
    ("breaks", "kept"), [("question_url", 1), ("sittings.ExamAnswer.objects.create", 0)]
)
def test_a_server_that_breaks_off_has_stored_all_or_nothing(
    begun, exam, monkeypatch, breaks, kept
):
    """After the answer was stored, or before; sent once more it is there once."""
    exam.navigation = Navigation.FORWARD
    exam.save()
    begun.client.raise_request_exception = False
    with monkeypatch.context() as broken:
        broken.setattr(f"trainer.school.exams.views.sitting.{breaks}", None)
        assert begun.post(url(exam, 1, 1), **form(1)).status_code == 500
    assert (ExamAnswer.objects.count(), sat().place) == (kept, 1 + kept)
    begun.post(url(exam, 1, 1), **form(1))
    assert (ExamAnswer.objects.count(), sat().place) == (1, 2)


def test_forward_only_is_held_by_the_server(begun, exam):
    exam.navigation = Navigation.FORWARD
    exam.save()
    begun.post(url(exam, 1, 1), **form(1))
    for position in (1, 3, 5):
        begun.open(url(exam, 1, position))
        assert begun.url == url(exam, 1, 2)
    assert begun.post(url(exam, 1, 3), **form(3))["Location"] == url(exam, 1, 3)
    begun.post(url(exam, 1, 1), **form(1, wrong))
    begun.open(url(exam, 1))
    assert "Question 1 lies behind you" in begun.page
    begun.post(url(exam, 1, 2), skip="1")
    assert sat().place == 3
    assert ExamAnswer.objects.count() == 1


def test_numbers_that_nothing_can_have_are_not_found(begun, exam):
    for rest in ((), (1,), (1, 1), (1, "hand-in"), (1, "clock"), (1, "review", 1)):
        for number in (2**31, 2**63, 10**20):
            parts = "".join(f"{part}/" for part in (number, *rest))
            address = f"/school/{exam.course_id}/sit/{parts}"
            assert begun.client.get(address).status_code == 404


@pytest.mark.parametrize("htmx", [False, True])
def test_forward_only_is_held_also_against_what_is_no_answer(begun, exam, htmx):
    exam.navigation = Navigation.FORWARD
    exam.save()
    begun.post(url(exam, 1, 1), **form(1))
    begun.open(url(exam, 1, 2))
    begun.post(url(exam, 1, 1), htmx=htmx, choice="nothing of the kind")
    assert sat().place == 2
    begun.post(url(exam, 1, 1), **form(1, wrong))
    assert ExamAnswer.objects.count() == 1
    begun.open(url(exam, 1))
    assert "Question 1 lies behind you" in begun.page


# --- time ------------------------------------------------------------------------------------


def test_a_late_answer_is_refused_and_told(begun, exam, clock):
    begun.open(url(exam, 1, 2))
    clock.go(minutes=10, seconds=11)
    response = begun.post(url(exam, 1, 2), **form(2))
    assert response["Location"] == url(exam, 1)
    begun.open(url(exam, 1))
    assert "The time is up" in begun.page
    assert "The time was over when your answer to question 2 came." in begun.page
    assert "Question 2, at " in begun.page
    assert not ExamAnswer.objects.exists()
    for rest in ((1, 2), (1, "hand-in")):
        begun.open(url(exam, *rest))
        assert begun.url == url(exam, 1)


def test_in_the_grace_seconds_the_page_says_so_and_takes_it(begun, exam, clock):
    clock.go(minutes=10, seconds=5)
    begun.open(url(exam, 1, 1))
    assert "What you send within 10 seconds of its end still counts." in begun.page
    begun.post(url(exam, 1, 1), **form(1))
    assert ExamAnswer.objects.count() == 1


def test_a_pause_shows_no_question_and_takes_no_time(begun, exam, clock, people):
    clock.go(minutes=4)
    managing.pause(exam, reason="fire", by=people[Standing.OWNER], now=clock.now)
    clock.go(minutes=20)
    begun.open(url(exam, 1, 1))
    assert begun.url == url(exam, 1)
    assert "The exam is paused" in begun.page
    assert "6:00" in begun.page
    response = begun.post(url(exam, 1, 1), htmx=True, **form(1))
    assert response["HX-Redirect"] == url(exam, 1)
    assert begun.client.get(url(exam, 1, "clock")).json() == {
        "left": 360_000,
        "paused": True,
        "over": False,
    }
    managing.resume(exam, now=clock.now)
    assert Pause.objects.get().ended_at == clock.now
    clock.go(minutes=25)
    begun.open(url(exam, 1, 1))
    assert 'data-left="60000"' in begun.page


def test_time_that_is_given_after_the_end_opens_the_sitting_again(
    begun, exam, enrolment, clock, people
):
    clock.go(minutes=12)
    begun.open(url(exam, 1))
    assert sat().judged_at is not None
    managing.allow(
        exam,
        [enrolment],
        minutes=5,
        attempts=0,
        reason="fire",
        by=people[Standing.OWNER],
        now=clock.now,
    )
    assert sat().judged_at is None
    begun.open(url(exam, 1, 1))
    begun.post(url(exam, 1, 1), **form(1))
    assert ExamAnswer.objects.count() == Allowance.objects.count() == 1


# --- who is not signed in, or somebody else --------------------------------------------------


def test_an_expired_login_leads_over_the_sign_in_as_a_whole_page(begun, exam):
    """O-SESS-11."""
    begun.client.logout()
    begun.open("/sign-in/")
    headers = {"HX-Request": "true", "HX-Current-URL": f"http://testserver{url(exam, 1, 1)}"}
    data = form(1) | {"csrfmiddlewaretoken": begun.client.cookies["csrftoken"].value}
    response = begun.client.post(url(exam, 1, 1), data, headers=headers)
    assert response["HX-Redirect"] == f"/sign-in/?next={url(exam, 1, 1)}"
    assert b"<form" not in response.content
    begun.open(response["HX-Redirect"])
    assert "You are signed out, so this was not taken." in begun.page
    assert not ExamAnswer.objects.exists()


def test_nobody_elses_attempt_is_there(begun, exam, course, clients):
    """O-SEC-04."""
    user = person("another")
    enrol(course, user)
    other = signed_in(user)
    for rest in ((1,), (1, 1), (1, "hand-in"), (1, "clock"), (1, "review", 1)):
        assert other.get(url(exam, *rest)).status_code == 404
        assert clients[Standing.OWNER].get(url(exam, *rest)).status_code == 404
    assert other.post(url(exam, 1, 1), form(1)).status_code in (303, 404)
    assert not ExamAnswer.objects.exists()


def test_who_joined_after_the_opening_is_told_so(visitor, exam, enrolment, clock):
    type(enrolment).objects.update(joined_at=after(minutes=1))
    clock.go(minutes=2)
    visitor.open(url(exam))
    assert "You joined the course after this exam had opened." in visitor.page
    assert "Begin attempt" not in visitor.page
    assert visitor.post(url(exam)).status_code == 409
    assert not ExamSitting.objects.exists()


# --- review ----------------------------------------------------------------------------------


def test_verdicts_are_seen_from_when_the_review_is_open_and_never_before(
    begun, exam, clock, people
):
    begun.post(url(exam, 1, 1), **form(1, wrong))
    begun.open(url(exam, 1, 2))
    begun.post(url(exam, 1, 2), **form(2))
    begun.open(url(exam, 1, "hand-in"))
    begun.submit(url(exam, 1, "hand-in"))
    for position in (1, 2, 3):
        assert begun.client.get(url(exam, 1, "review", position)).status_code == 404
    assert "tick" not in begun.page.split("<main", 1)[1]
    with pytest.raises(managing.StillSatError):
        managing.open_review(exam, now=clock.now)
    clock.go(hours=2)
    managing.open_review(exam, now=clock.now)
    begun.open(url(exam, 1))
    assert 'class="position is-wrong" href="' + url(exam, 1, "review", 1) in begun.page
    assert 'class="position is-right" href="' + url(exam, 1, "review", 2) in begun.page
    begun.open(url(exam, 1, "review", 1))
    assert "No: " in begun.page
    assert "Your answer" in begun.page
    begun.open(url(exam, 1, "review", 2))
    assert "Right: " in begun.page
    begun.open(url(exam, 1, "review", 3))
    assert "Not answered. Right is: " in begun.page
    assert begun.client.get(url(exam, 1, "review", 6)).status_code == 404
    managing.close_review(exam)
    assert begun.client.get(url(exam, 1, "review", 1)).status_code == 404


# --- what it costs ---------------------------------------------------------------------------


@pytest.mark.parametrize(("htmx", "most"), [(True, 10), (False, 11)])
def test_a_saved_answer_is_cheap(
    begun, exam, django_assert_max_num_queries, monkeypatch, htmx, most
):
    """Two of them begin and end the transaction; nothing is judged."""
    posted = form(1)
    item = item_at(sat(), 1)
    monkeypatch.setattr(find_drill(item.deal.drill), "check", None)
    begun.open(url(exam, 1, 1))
    with django_assert_max_num_queries(most):
        assert begun.post(url(exam, 1, 1), htmx=htmx, **posted).status_code == 303
    with django_assert_max_num_queries(13):
        begun.client.get(url(exam, 1, 2))
