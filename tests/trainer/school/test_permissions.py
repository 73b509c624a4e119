"""Every URL of the school is asked for as every standing, the stranger included."""

from copy import deepcopy

import pytest
from django.db import transaction
from django.urls import get_resolver, reverse

from trainer.school.permissions import ALLOWED, Standing

pytestmark = pytest.mark.django_db

# Values for what stands in an address; nothing but the course is there, which is looked at
# after the permission.
FILLED = {"course": None, "code": "JOINCODE"}
ABSENT = 0


def school_names():
    """Of every URL under /school/, with the names of its values."""
    [school] = [each for each in get_resolver().url_patterns if str(each.pattern) == "school/"]
    yield from _names(school, ())


def _names(resolver, values):
    for each in resolver.url_patterns:
        inner = (*values, *each.pattern.converters)
        if hasattr(each, "url_patterns"):
            yield from _names(each, inner)
        else:
            yield each.name, inner


NAMES = dict(school_names())


def address(name, course):
    given = FILLED | {"course": course.pk}
    kwargs = {value: given.get(value, ABSENT) for value in NAMES[name]}
    if "uuid" in kwargs:
        kwargs["uuid"] = "00000000-0000-0000-0000-000000000000"
    return reverse(name, kwargs=kwargs)


def test_every_url_has_its_permission_and_every_permission_its_url():
    assert set(NAMES) == set(ALLOWED)


@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize("standing", Standing)
def test_who_is_not_allowed_is_refused(standing, method, clients, course, enrolment, monkeypatch):
    """Whoever the table names comes to the view, and nobody else."""
    came = []

    from trainer.school import access

    real = access._access

    def noting(request, key):
        found = real(request, key)
        came.append(found.standing)
        return found

    monkeypatch.setattr(access, "_access", noting)
    client = clients[standing]
    cookies = deepcopy(client.cookies)
    for name in ALLOWED:
        came.clear()
        # What somebody does who is allowed to is undone before the next address.
        with transaction.atomic():
            response = getattr(client, method)(address(name, course))
            transaction.set_rollback(True)
        client.cookies = deepcopy(cookies)
        judge(name, standing, came, response)


def judge(name, standing, came, response):
    """*came* is who came to the view that answered."""
    # On no course somebody who is only a member is a trainee of the school.
    stands = standing
    if standing is Standing.MEMBER and "course" not in NAMES[name]:
        stands = Standing.TRAINEE
    assert came in ([stands], []), name
    if came and stands in ALLOWED[name]:
        # Later guards may find nothing at the addresses of this test.
        assert response.status_code < 500, name
    elif stands is Standing.STRANGER and came:
        assert response.status_code == 303, name
        assert response["Location"].startswith("/sign-in/"), name
    else:
        # 405: no view takes this method, whoever asks.
        assert response.status_code in (404, 405), name
