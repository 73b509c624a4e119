import pytest
from django.urls import reverse

from tests.trainer.school.conftest import enrol, person, signed_in
from trainer.accounts.throttle import PERSON
from trainer.models import Course, Enrolment, EnrolmentState, Role, SignInTries
from trainer.school.people import codes
from trainer.school.permissions import Standing

pytestmark = pytest.mark.django_db


def test_a_code_holds_nothing_that_looks_like_something_else():
    made = {codes.new_code() for _ in range(50)}
    assert len(made) == 50
    assert not set("".join(made)) & set("0O1IL2Z5S8BV")
    assert all(codes.normal_code(code) == code for code in made)


@pytest.mark.parametrize("typed", ["joincode", " JOIN CODE ", "join-code", "jоinсоdе"])
def test_a_code_is_found_however_it_is_typed(typed, clients, course):
    response = clients[Standing.TRAINEE].post("/school/join/", {"code": typed})
    assert (response.status_code, response["Location"]) == (303, "/school/join/JOINCODE/")


def test_joining_is_asked_first_and_said_afterwards(clients, course):
    client, path = clients[Standing.TRAINEE], "/school/join/JOINCODE/"
    page = client.get(path)
    assert "Dealing poker" in page.text
    assert not Enrolment.objects.exists()
    assert "You are on the course now." in client.post(path, follow=True).text
    enrolment = Enrolment.objects.get()
    assert (enrolment.name, enrolment.state) == ("trainee", "active")
    assert "You are on this course already." in client.get(path).text
    client.post(path)
    assert Enrolment.objects.count() == 1


def test_a_stranger_signs_up_on_the_way_and_comes_back(clients, course):
    client, path = clients[Standing.STRANGER], "/school/join/JOINCODE/"
    response = client.get(path)
    assert response["Location"] == f"/sign-in/?next={path}"
    assert f"/sign-up/?next={path}" in client.get(response["Location"]).text
    typed = {"username": "new", "password1": "the kicker plays", "password2": "the kicker plays"}
    assert client.post("/sign-up/", typed | {"next": path})["Location"] == path
    client.post(path)
    assert Enrolment.objects.get().user.username == "new"


def test_who_was_removed_gets_the_old_record_back(clients, people, course):
    old = enrol(course, people[Standing.TRAINEE], state=EnrolmentState.REMOVED, name="Old name")
    page = clients[Standing.TRAINEE].post("/school/join/JOINCODE/", follow=True)
    assert "everything you did is still there" in page.text
    old.refresh_from_db()
    assert (old.state, old.name, Enrolment.objects.count()) == ("active", "Old name", 1)


def test_who_is_paused_stays_paused(clients, people, course):
    paused = enrol(course, people[Standing.TRAINEE], state=EnrolmentState.PAUSED)
    page = clients[Standing.TRAINEE].post("/school/join/JOINCODE/", follow=True)
    assert "You are on this course, and paused." in page.text
    paused.refresh_from_db()
    assert paused.state == "paused"


@pytest.mark.parametrize("who", [Standing.INSTRUCTOR, Standing.OWNER, Standing.ADMINISTRATOR])
def test_who_teaches_the_course_does_not_join_it(who, clients, course):
    assert "You teach this course." in clients[who].get("/school/join/JOINCODE/").text
    clients[who].post("/school/join/JOINCODE/")
    assert not Enrolment.objects.exists()


def test_a_closed_course_takes_nobody_in(clients, people, course):
    clients[Standing.INSTRUCTOR].post(reverse("people-joining", args=[course.pk]), {"open": "no"})
    page = clients[Standing.TRAINEE].post("/school/join/JOINCODE/", follow=True)
    assert "takes nobody in at present" in page.text
    assert not Enrolment.objects.exists()
    clients[Standing.INSTRUCTOR].post(reverse("people-joining", args=[course.pk]), {"open": "yes"})
    clients[Standing.TRAINEE].post("/school/join/JOINCODE/")
    assert Enrolment.objects.count() == 1


def test_after_a_new_code_the_old_one_finds_nothing(clients, course):
    path = reverse("people-code", args=[course.pk])
    assert "JOIN\xa0CODE" in clients[Standing.OWNER].get(path).text
    assert Course.objects.get().join_code == "JOINCODE"
    clients[Standing.OWNER].post(path)
    assert clients[Standing.TRAINEE].get("/school/join/JOINCODE/").status_code == 404
    new = Course.objects.get().join_code
    assert clients[Standing.TRAINEE].get(f"/school/join/{new}/").status_code == 200


# --- guessing --------------------------------------------------------------------------------


def guess(client, code="AAAAAAAA"):
    return client.get(f"/school/join/{code}/").status_code


def test_wrong_codes_have_to_wait_and_then_the_right_one_too(clients, course):
    client = clients[Standing.TRAINEE]
    assert [guess(client) for _ in range(PERSON.free)] == [404] * PERSON.free
    assert guess(client) == 429
    response = client.post("/school/join/", {"code": "JOINCODE"})
    assert (response.status_code, response["Retry-After"]) == (429, "1")
    assert "Too many wrong codes. Try again in 1 second." in response.text
    # Others are let in.
    assert guess(clients[Standing.OWNER], "JOINCODE") == 200


def test_a_right_code_does_not_wipe_out_the_guesses(clients, course):
    client = clients[Standing.TRAINEE]
    for _ in range(PERSON.free - 1):
        guess(client)
        guess(client, "JOINCODE")
    failures = SignInTries.objects.values_list("failures", flat=True)
    assert list(failures) == [PERSON.free - 1] * 2
    assert guess(client) == 404
    assert guess(client) == 429


# --- the school’s first page -----------------------------------------------------------------


def test_the_first_page_says_honestly_that_there_is_nothing(clients, course):
    page = clients[Standing.TRAINEE].get("/school/").text
    assert "You are on no course yet." in page
    assert "Courses you teach" not in page
    teacher = signed_in(person("another teacher", Role.INSTRUCTOR))
    assert "You teach no course yet." in teacher.get("/school/").text


def test_the_first_page_has_the_courses_of_both_sides(clients, people, course, enrolment):
    enrol(course, people[Standing.TRAINEE], state=EnrolmentState.PAUSED)
    assert "Dealing poker" in clients[Standing.MEMBER].get("/school/").text
    assert "Paused by your school." in clients[Standing.TRAINEE].get("/school/").text
    for who in (Standing.INSTRUCTOR, Standing.OWNER, Standing.ADMINISTRATOR):
        page = clients[who].get("/school/").text
        assert "Dealing poker" in page
        assert "1 person" in page


def test_a_role_that_is_gone_shows_no_course(clients, people, course):
    people[Standing.OWNER].staff.delete()
    assert "Dealing poker" not in clients[Standing.OWNER].get("/school/").text


def test_the_menu_has_the_school_for_who_is_signed_in_only(clients, reference):
    assert "/school/" in clients[Standing.TRAINEE].get("/").text
    assert "/school/" not in clients[Standing.STRANGER].get("/").text
