import re

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.test import Client

from tests.trainer.accounts.people import ANOTHER, PASSWORD, Person, make_user
from trainer.models import User

pytestmark = pytest.mark.django_db

LIST = "/admin/trainer/user/"


def staff(name, *permissions, **fields):
    user = make_user(name, is_staff=True, **fields)
    user.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    return user


@pytest.fixture
def instructor(db):
    return staff("olena", "view_user", "issue_reset_link")


def client_of(user):
    client = Client()
    client.force_login(user)
    return client


def links(client, *users):
    action = {"action": "issue_reset_links", "_selected_action": [user.pk for user in users]}
    response = client.post(LIST, action, follow=True)
    page = response.content.decode()
    return re.findall(r'<a href="(http://testserver/reset-password/[^"]+)"', page), page


@pytest.fixture(params=["administrator", "instructor"])
def issuer(request, admin_user, instructor):
    return {"administrator": admin_user, "instructor": instructor}[request.param]


def test_a_link_is_shown_with_its_end_and_works(issuer, anna, reference, settings):
    settings.TIME_ZONE = "UTC"
    [link], page = links(client_of(issuer), anna)
    assert "it is shown only this once" in page
    assert re.search(r"until \w+\.? \d+, \d{4}, .* \(UTC\)", page)
    owner = Person()
    owner.open(link)
    path = link.removeprefix("http://testserver")
    owner.submit(path, new_password1=ANOTHER, new_password2=ANOTHER)
    assert owner.signed_in
    assert User.objects.get(pk=anna.pk).check_password(ANOTHER)


def test_a_link_is_not_shown_again(issuer, anna):
    client = client_of(issuer)
    [link], _page = links(client, anna)
    for url in (LIST, f"{LIST}{anna.pk}/change/", f"{LIST}{anna.pk}/history/", "/admin/"):
        assert link not in client.get(url).content.decode()
    assert link not in str(list(LogEntry.objects.values()))
    [again], _page = links(client, anna)
    assert again.rsplit("/", 2)[0] == link.rsplit("/", 2)[0]


def test_the_page_of_links_is_not_kept(issuer, anna):
    action = {"action": "issue_reset_links", "_selected_action": [anna.pk]}
    assert "no-store" in client_of(issuer).post(LIST, action)["Cache-Control"]


def test_who_issued_a_link_is_noted(issuer, anna):
    links(client_of(issuer), anna)
    entry = LogEntry.objects.get()
    assert (entry.user, entry.object_id) == (issuer, str(anna.pk))
    assert "Link to choose a new password shown." in entry.get_change_message()


def test_several_links_at_once(issuer, anna):
    found, _page = links(client_of(issuer), anna, make_user("berta"))
    assert len(set(found)) == 2


def test_an_instructor_resets_no_staff(instructor, admin_user, anna):
    colleague = staff("petro")
    found, page = links(client_of(instructor), anna, admin_user, colleague)
    assert len(found) == 1
    assert "have more rights than yours" in page
    assert links(client_of(instructor), admin_user)[0] == []


def test_an_administrator_resets_everyone_but_the_inactive(admin_user, instructor):
    gone = make_user("gone", is_active=False)
    found, page = links(client_of(admin_user), instructor, gone)
    assert len(found) == 1
    assert "inactive" in page


def test_without_the_right_there_is_no_action(anna):
    client = client_of(staff("petro", "view_user", "change_user"))
    assert "issue_reset_links" not in client.get(LIST).content.decode()
    assert links(client, anna)[0] == []


def test_an_instructor_changes_nobody(instructor, anna):
    client = client_of(instructor)
    client.post(f"{LIST}{anna.pk}/change/", {"username": "x"})
    assert client.get(f"{LIST}{anna.pk}/password/").status_code == 403
    anna.refresh_from_db()
    assert anna.username == "anna"


def test_staff_who_change_accounts_make_nobody_staff(anna):
    client = client_of(staff("petro", "view_user", "change_user", "add_user"))
    form = {"username": "anna", "display_name": "Anna", "email": "", "is_active": "on"}
    rights = {"is_staff": "on", "is_superuser": "on", "user_permissions": ["1"], "groups": ["1"]}
    assert client.post(f"{LIST}{anna.pk}/change/", form | rights).status_code == 302
    anna.refresh_from_db()
    assert (anna.display_name, anna.is_staff, anna.is_superuser) == ("Anna", False, False)
    assert not anna.user_permissions.exists()


@pytest.mark.parametrize("page", ["change/", "password/", "delete/"])
def test_staff_below_the_administrators_do_not_touch_staff(admin_user, page):
    client = client_of(staff("petro", "view_user", "change_user", "delete_user"))
    url = f"{LIST}{admin_user.pk}/{page}"
    form = {"username": "x", "password1": ANOTHER, "password2": ANOTHER, "post": "yes"}
    client.post(url, form | {"usable_password": "true"})
    admin = User.objects.get(pk=admin_user.pk)
    assert (admin.username, admin.check_password("password")) == ("admin", True)
    action = {"action": "delete_selected", "_selected_action": [admin_user.pk], "post": "yes"}
    client.post(LIST, action)
    assert User.objects.filter(pk=admin_user.pk).exists()


def test_staff_change_their_own_details_but_not_their_rights():
    petro = staff("petro", "view_user", "change_user")
    form = {"username": "petro", "display_name": "P", "email": "", "is_active": "on"}
    client_of(petro).post(f"{LIST}{petro.pk}/change/", form | {"is_superuser": "on"})
    petro.refresh_from_db()
    assert (petro.display_name, petro.is_superuser, petro.is_staff) == ("P", False, True)


def test_an_administrator_makes_staff(admin_user, anna):
    form = {"username": "anna", "display_name": "", "email": "", "is_active": "on"}
    form |= {"is_staff": "on"}
    response = client_of(admin_user).post(f"{LIST}{anna.pk}/change/", form)
    assert response.status_code == 302
    anna.refresh_from_db()
    assert anna.is_staff


@pytest.mark.parametrize("name", ["ANNA", "anna", "Ａnna"])
def test_a_taken_name_is_an_answer_and_no_error(admin_user, anna, name):
    form = {"username": name, "password1": ANOTHER, "password2": ANOTHER}
    response = client_of(admin_user).post(f"{LIST}add/", form | {"usable_password": "true"})
    assert response.status_code == 200
    assert User.objects.count() == 2


def test_a_name_that_another_account_has_is_refused_in_a_change(admin_user, anna):
    make_user("berta")
    form = {"username": "Berta", "display_name": "", "email": "", "is_active": "on"}
    response = client_of(admin_user).post(f"{LIST}{anna.pk}/change/", form)
    assert response.status_code == 200
    assert "This name is taken." in response.content.decode()


def test_the_password_of_no_account_is_shown(admin_user, anna):
    page = client_of(admin_user).get(f"{LIST}{anna.pk}/change/").content.decode()
    assert anna.password not in page
    assert PASSWORD not in page
