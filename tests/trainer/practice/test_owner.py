"""Another learner's sitting is not there."""

import pytest
from django.contrib.auth import get_user_model

from tests.trainer.practice.visitors import right_form
from trainer.models import Answer, Learner, Question

pytestmark = pytest.mark.django_db

GET = ["", "1/", "result/"]
POST = ["1/", "1/next/", "end/"]


def responses(visitor, uuid, htmx):
    headers = {"HX-Request": "true"} if htmx else {}
    for path in GET:
        yield visitor.client.get(f"/sittings/{uuid}/{path}", headers=headers)
    for path in POST:
        yield visitor.post(f"/sittings/{uuid}/{path}", htmx=htmx, choice="left")


@pytest.mark.parametrize("htmx", [False, True])
@pytest.mark.parametrize("ended", [False, True])
def test_a_strangers_sitting_is_not_found_and_says_no_more_than_one_that_never_was(
    visitor, stranger, ended, htmx, contexts
):
    question = visitor.start()
    uuid = question.sitting.uuid
    visitor.post(visitor.url, **right_form(question))
    if ended:
        visitor.post(f"/sittings/{uuid}/end/")
    stranger.start()
    never = "00000000-0000-4000-8000-000000000000"
    for hers, nobodys in zip(
        responses(stranger, uuid, htmx), responses(stranger, never, htmx), strict=True
    ):
        assert hers.status_code == nobodys.status_code == 404
        assert without_address(hers, uuid) == without_address(nobodys, never)
    assert (Answer.objects.count(), Question.objects.count()) == (1, 2)


def without_address(response, uuid):
    token = response.context["csrf_token"]
    return response.content.decode().replace(str(uuid), "").replace(str(token), "")


def test_a_visitor_without_a_session_finds_nothing(visitor, stranger):
    uuid = visitor.start().sitting.uuid
    assert {response.status_code for response in responses(stranger, uuid, False)} == {404}


def test_a_guest_is_found_by_the_session_alone(visitor, stranger):
    uuid = visitor.start().sitting.uuid
    stranger.client.cookies["sessionid"] = visitor.client.cookies["sessionid"].value
    assert stranger.open(f"/sittings/{uuid}/1/").status_code == 200


def test_a_users_sittings_belong_to_the_user_on_every_device(visit):
    user = get_user_model().objects.create(username="anna")
    phone, desk, other = visit(), visit(), visit()
    for visitor in (phone, desk):
        visitor.client.force_login(user)
        visitor.open("/")
    question = phone.start()
    assert Learner.objects.get().user == user
    assert desk.open(question.get_absolute_url()).status_code == 200
    assert other.open(question.get_absolute_url()).status_code == 404
    desk.start()
    assert Learner.objects.count() == 1


def test_a_user_who_signs_out_leaves_nothing_behind(visit):
    visitor = visit()
    visitor.client.force_login(get_user_model().objects.create(username="anna"))
    visitor.open("/")
    question = visitor.start()
    visitor.client.logout()
    assert visitor.open(question.get_absolute_url()).status_code == 404


def test_a_guest_who_became_a_user_is_no_guest_any_more(visitor):
    question = visitor.start()
    user = get_user_model().objects.create(username="anna")
    Learner.objects.update(user=user)
    assert visitor.open(question.get_absolute_url()).status_code == 404
    assert visitor.start().sitting.learner.user is None
