from html import unescape

import pytest
from django.contrib.auth.models import Permission
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests.forms import forms_of
from tests.trainer.school.conftest import NOW, enrol, person, signed_in
from trainer.accounts.services import find_reset
from trainer.models import Enrolment, EnrolmentState, Lesson, LessonRun, Role, User
from trainer.school.people import enrolling
from trainer.school.people.checking import check_lines
from trainer.school.people.files import read_lines
from trainer.school.people.roster import ON_A_PAGE
from trainer.school.permissions import Standing

pytestmark = pytest.mark.django_db

ROWS = "Name;Sign-in name;Number\nHanna Boiko;hanna;017\nІван Ґедзь;ivan;\n"


def check(client, course, rows):
    return client.post(reverse("people-list", args=[course.pk]), {"rows": rows})


def confirm(client, course, page):
    """Presses the one button of the preview."""
    action = reverse("people-enrol", args=[course.pk])
    [form] = [form for form in forms_of(page.text) if form.action == action]
    rows = page.text.partition('<textarea name="rows"')[2].partition(">\n")[2]
    rows = unescape(rows.partition("</textarea>")[0])
    return client.post(form.action, {"digest": form.fields["digest"], "rows": rows})


# --- a list ----------------------------------------------------------------------------------


def test_a_list_is_checked_then_done_at_one_confirmation(teacher, course):
    page = check(teacher, course, ROWS)
    assert page.status_code == 200
    assert page.text.count("New account, comes onto the course") == 2
    assert not Enrolment.objects.exists()
    response = confirm(teacher, course, page)
    assert response["Location"] == reverse("people-links", args=[course.pk])
    found = Enrolment.objects.order_by("name").values_list("name", "number", "user__username")
    assert list(found) == [("Hanna Boiko", "017", "hanna"), ("Іван Ґедзь", "", "ivan")]
    user = User.objects.get(username="ivan")
    assert (user.has_usable_password(), user.display_name) == (False, "Іван Ґедзь")
    assert user.name_key == "ivan"


def test_a_file_of_excel_is_read(teacher, course):
    data = 'sep=;\r\nПІБ;Логін;№\r\nГанна Бойко;hanna;="017"\r\n;;\r\n'.encode("utf-8-sig")
    file = SimpleUploadedFile("list.csv", data)
    page = teacher.post(reverse("people-list", args=[course.pk]), {"file": file})
    confirm(teacher, course, page)
    assert Enrolment.objects.get().number == "017"


def test_a_code_page_that_was_guessed_is_said(teacher, course):
    file = SimpleUploadedFile("list.csv", "Ганна Бойко;hanna".encode("cp1251"))
    page = teacher.post(reverse("people-list", args=[course.pk]), {"file": file})
    assert "It was read as Windows-1251" in page.text
    assert "Ганна Бойко" in page.text


def test_links_let_each_owner_in_once(teacher, course):
    confirm(teacher, course, check(teacher, course, ROWS))
    page = teacher.get(reverse("people-links", args=[course.pk])).text
    [path, _] = [part.split("<")[0] for part in page.split("http://testserver")[1:]]
    assert find_reset(*path.strip("/").split("/")[1:]).username == "hanna"
    password = {"new_password1": "the kicker plays", "new_password2": "the kicker plays"}
    signed_in_now = teacher.__class__()
    assert signed_in_now.post(path, password).status_code == 303
    left = teacher.get(reverse("people-links", args=[course.pk])).text
    assert "hanna" not in left
    assert "ivan" in left


@pytest.mark.parametrize("privilege", ["is_staff", "is_superuser"])
def test_no_link_ever_opens_an_account_that_is_somebodys(privilege, teacher, course):
    """Not even if the instructor puts the account on the course."""
    anna = person("anna")
    boss = User.objects.create_user("boss", **{privilege: True})
    head = person("head", Role.ADMINISTRATOR)
    head.set_unusable_password()
    head.save()
    rows = "".join(f"{user};{user}\n" for user in (anna, boss, head))
    page = check(teacher, course, rows)
    # Of the three the first only: boss and head have no course of their own either.
    assert confirm(teacher, course, page)["Location"] == reverse("people", args=[course.pk])
    page = teacher.get(reverse("people-links", args=[course.pk])).text
    assert "reset-password" not in page


def test_what_is_there_is_told_and_stays(teacher, course):
    enrol(course, person("here"), number="1")
    enrol(course, person("paused"), state=EnrolmentState.PAUSED)
    enrol(course, person("gone"), state=EnrolmentState.REMOVED, number="3")
    person("known")
    rows = "A;here\nB;PAUSED\nC;gone\nD;Known\nE;new\nE;new\n"
    page = check(teacher, course, rows)
    for text in (
        "Is on the course already, stays as it is",
        "Is paused on the course, stays so",
        "Was removed, comes back with the old record",
        "Has an account, comes onto the course",
        "New account, comes onto the course",
        "The same as line 5",
        "3 people come onto the course.",
    ):
        assert text in page.text
    confirm(teacher, course, page)
    states = dict(Enrolment.objects.values_list("user__username", "state"))
    assert states == {
        "here": "active",
        "paused": "paused",
        "gone": "active",
        "known": "active",
        "new": "active",
    }
    back = Enrolment.objects.get(user__username="gone")
    assert (back.name, back.number) == ("C", "3")


@pytest.mark.parametrize(
    ("row", "text"),
    [
        (";olena;1", "The name is missing."),
        ("Olena;;1", "The sign-in name is missing. Expected is a name of letters"),
        ("Olena;olena petrivna;1", "“olena petrivna” is no sign-in name. Expected are letters"),
        (f"Olena;{'o' * 41};1", "longer than 40 characters"),
        (f"{'O' * 151};olena;1", "longer than 150 characters"),
        ("Ole\u200bna;olena;1", "signs that cannot be shown"),
        (f"Olena;olena;{'1' * 41}", "The number is longer than 40 characters."),
        ("Olena;olena;1,23E+11", "Excel has shortened the number to 1,23E+11."),
        ("Olena;olena;017", "Line 1 has the same number."),
        ("Olena;HANNA;1", "Line 1 has the same sign-in name"),
        ("Olena;olena;99", "On this course the number belongs to Taken."),
        ("Olena;closed;1", "This account is closed."),
        ("Olena;instructor;1", "This account teaches the course."),
    ],
)
def test_a_bad_row_is_named_and_nothing_is_done(row, text, teacher, course):
    User.objects.create_user("closed", is_active=False)
    enrol(course, person("taken"), name="Taken", number="99")
    before = set(User.objects.values_list("pk", flat=True))
    page = check(teacher, course, f"Hanna Boiko;hanna;017\n{row}\n")
    assert page.status_code == 422
    assert "1 row is wrong, so nothing was done." in page.text
    assert "<b>Line 2</b>" in page.text
    assert text in page.text
    # Nor by a form that skips the check.
    data = {"rows": f"Hanna Boiko;hanna;017\n{row}\n", "digest": "x"}
    assert teacher.post(reverse("people-enrol", args=[course.pk]), data).status_code == 409
    assert set(User.objects.values_list("pk", flat=True)) == before
    assert Enrolment.objects.count() == 1


def test_what_changed_since_the_check_is_shown_again(teacher, course):
    page = check(teacher, course, ROWS)
    person("hanna")
    again = confirm(teacher, course, page)
    assert again.status_code == 409
    assert "Something has changed since the list was checked." in again.text
    assert not Enrolment.objects.exists()
    confirm(teacher, course, again)
    assert Enrolment.objects.count() == 2


def test_a_list_is_done_wholly_or_not_at_all(course, monkeypatch):
    """Somebody signs up with one of the names between the check and the writing."""
    plan = check_lines(course, read_lines(ROWS))
    write = enrolling._write

    def beaten(*args):
        person("ivan")
        write(*args)

    monkeypatch.setattr(enrolling, "_write", beaten)
    with pytest.raises(enrolling.PlanChangedError) as caught:
        enrolling.enrol(course, plan, now=NOW)
    assert [row.action for row in caught.value.plan.rows] == ["make", "make"]
    assert not Enrolment.objects.exists()
    assert not User.objects.filter(username__in=["hanna", "ivan"]).exists()


def test_the_check_of_many_rows_takes_a_fixed_number_of_queries(
    teacher, course, django_assert_max_num_queries
):
    rows = "".join(f"Person {at};person{at};{at}\n" for at in range(500))
    with django_assert_max_num_queries(15):
        page = check(teacher, course, rows)
    with django_assert_max_num_queries(30):
        confirm(teacher, course, page)
    assert Enrolment.objects.count() == 500
    with django_assert_max_num_queries(15):
        teacher.get(reverse("people", args=[course.pk]), {"text": "person 4", "page": 2})
    with django_assert_max_num_queries(15):
        teacher.get(reverse("people-links", args=[course.pk]))


# --- the roster ------------------------------------------------------------------------------


def names(page):
    rows = page.text.split('<th scope="row">')[1:]
    return [row.partition("</a>")[0].rpartition(">")[2] for row in rows]


def test_the_roster_is_filtered_and_has_pages(teacher, course):
    for at in range(ON_A_PAGE + 1):
        enrol(course, person(f"p{at}"), name=f"Особа {at:02}", number=f"N{at}")
    enrol(course, person("x"), name="ЄВА", state=EnrolmentState.PAUSED)
    enrol(course, person("y"), name="Gone", state=EnrolmentState.REMOVED)
    path = reverse("people", args=[course.pk])
    assert len(names(teacher.get(path))) == ON_A_PAGE
    assert names(teacher.get(path, {"page": 2})) == ["Особа 49", "Особа 50"]
    assert names(teacher.get(path, {"text": "єва"})) == ["ЄВА"]
    assert names(teacher.get(path, {"text": "n50"})) == ["Особа 50"]
    assert names(teacher.get(path, {"state": "removed"})) == ["Gone"]
    assert names(teacher.get(path, {"state": "nonsense", "text": "gone"})) == []
    assert (
        "text=%D0%BE%D1%81%D0%BE%D0%B1%D0%B0&amp;page=2"
        in teacher.get(path, {"text": "особа"}).text
    )


def test_names_are_shown_as_text(teacher, course):
    enrol(course, person("x"), name="<img src=x onerror=alert(1)>")
    assert "<img src=x" not in teacher.get(reverse("people", args=[course.pk])).text


def test_an_empty_course_says_so(teacher, course):
    assert "Nobody is on this course yet." in teacher.get(reverse("people", args=[course.pk])).text


# --- one person ------------------------------------------------------------------------------


def state_of(enrolment):
    enrolment.refresh_from_db()
    return enrolment.state


def test_pause_remove_and_bring_back_lose_nothing(teacher, course, enrolment):
    lesson = Lesson.objects.create(course=course, position=1, title={"en": "Reading"})
    LessonRun.objects.create(
        enrolment=enrolment, lesson=lesson, number=1, started_at=NOW, finished_at=NOW, passed=True
    )
    for state in ("paused", "active", "removed", "active"):
        path = reverse("person-state", args=[course.pk, enrolment.pk, state])
        before = state_of(enrolment)
        assert teacher.get(path).status_code == 200
        assert state_of(enrolment) == before
        assert teacher.post(path).status_code == 303
        assert state_of(enrolment) == state
        page = teacher.get(reverse("person", args=[course.pk, enrolment.pk])).text
        assert "1. Reading" in page
        assert "Passed" in page


def test_an_account_that_is_gone_leaves_the_record_and_cannot_come_back(
    teacher, people, course, enrolment
):
    people[Standing.MEMBER].delete()
    page = teacher.get(reverse("person", args=[course.pk, enrolment.pk])).text
    assert "member" in page
    assert "Account gone" in page
    for state in ("active", "paused"):
        path = reverse("person-state", args=[course.pk, enrolment.pk, state])
        assert teacher.post(path).status_code == 404
    teacher.post(reverse("person-state", args=[course.pk, enrolment.pk, "removed"]))
    assert state_of(enrolment) == "removed"


def test_name_and_number_are_corrected(teacher, course, enrolment):
    enrol(course, person("x"), number="1")
    path = reverse("person-edit", args=[course.pk, enrolment.pk])
    refused = teacher.post(path, {"name": "Better name", "number": "1"})
    assert refused.status_code == 422
    assert "Somebody else on this course has this number." in refused.text
    teacher.post(path, {"name": "Better name", "number": "2"})
    enrolment.refresh_from_db()
    assert (enrolment.name, enrolment.number) == ("Better name", "2")


def test_somebody_moves_and_the_record_stays(teacher, course, other_course, enrolment):
    path = reverse("person-move", args=[course.pk, enrolment.pk])
    assert "Evening course" in teacher.get(path).text
    Enrolment.objects.update(number="7")
    enrol(other_course, person("x"), number="7")
    response = teacher.post(path, {"course": other_course.pk})
    moved = Enrolment.objects.get(course=other_course, user=enrolment.user)
    assert response["Location"] == reverse("person", args=[other_course.pk, moved.pk])
    assert (moved.state, moved.name, moved.number) == ("active", "member", "")
    assert state_of(enrolment) == "removed"
    # And back again: the old record goes on.
    teacher.post(reverse("person-move", args=[other_course.pk, moved.pk]), {"course": course.pk})
    assert (state_of(enrolment), enrolment.number) == ("active", "7")
    assert Enrolment.objects.filter(user=enrolment.user).count() == 2


def test_nobody_moves_to_a_course_that_the_mover_does_not_teach(
    teacher, people, course, other_course, enrolment
):
    other_course.instructors.clear()
    path = reverse("person-move", args=[course.pk, enrolment.pk])
    assert "Evening course" not in teacher.get(path).text
    assert teacher.post(path, {"course": other_course.pk}).status_code == 422
    assert state_of(enrolment) == "active"


def test_who_is_on_the_other_course_is_not_moved(teacher, people, course, other_course, enrolment):
    enrol(other_course, people[Standing.MEMBER])
    path = reverse("person-move", args=[course.pk, enrolment.pk])
    refused = teacher.post(path, {"course": other_course.pk})
    assert "This person is on that course already." in refused.text
    assert state_of(enrolment) == "active"


@pytest.mark.parametrize("name", ["person", "person-edit", "person-move"])
def test_people_of_another_course_are_not_found(name, clients, other_course, enrolment):
    path = reverse(name, args=[other_course.pk, enrolment.pk])
    assert clients[Standing.OWNER].get(path).status_code == 404


# --- roles -----------------------------------------------------------------------------------


def in_admin(role=None, **fields):
    user = person(f"admin {role} {fields}".replace(" ", "-"), role)
    user.is_staff = True
    user.save()
    user.user_permissions.set(Permission.objects.filter(content_type__app_label="trainer"))
    return signed_in(User.objects.get(pk=user.pk))


@pytest.mark.parametrize(
    ("role", "status"), [(None, 403), (Role.OWNER, 403), (Role.ADMINISTRATOR, 302)]
)
def test_only_administrators_give_roles(role, status, people):
    client = in_admin(role)
    data = {"user": people[Standing.TRAINEE].pk, "role": "administrator"}
    assert client.post("/admin/trainer/staff/add/", data).status_code == status
    people[Standing.TRAINEE].refresh_from_db()
    assert hasattr(people[Standing.TRAINEE], "staff") is (status == 302)


@pytest.mark.parametrize(("role", "shown"), [(None, False), (Role.ADMINISTRATOR, True)])
def test_no_link_of_the_admin_makes_one_an_administrator_of_the_school(role, shown, people):
    client = in_admin(role)
    data = {"action": "issue_reset_links", "_selected_action": people[Standing.ADMINISTRATOR].pk}
    page = client.post("/admin/trainer/user/", data, follow=True).text
    assert ("/reset-password/" in page) is shown
