"""URLs of the site and of what the bench needs beside them, and a count of queries."""

from collections.abc import Callable
from uuid import UUID

from django.db import connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.test.utils import CaptureQueriesContext
from django.urls import include, path
from django.views.decorators.http import require_POST, require_safe

from rules.models import House
from tests.bench.client import COUNT
from tests.trainer.practice.visitors import right_form, stored_question, wrong_form
from trainer.models import Learner


def count_queries(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Answer a request that has the header COUNT with the number of its queries.

    BEGIN and COMMIT count as well.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        if COUNT not in request.headers:
            return get_response(request)
        with CaptureQueriesContext(connection) as queries:
            response = get_response(request)
        response.headers[COUNT] = str(len(queries))
        return response

    return middleware


@require_POST
def bare(request: HttpRequest) -> HttpResponse:
    """As little as a view can do that answers a form: one select, one insert."""
    house = House.objects.get(slug="reference")
    learner = Learner.objects.create()
    return HttpResponse(f"{house.slug} {learner.pk}")


@require_safe
def answers(request: HttpRequest, uuid: UUID, position: int) -> HttpResponse:
    """The fields of a right and of a wrong answer to a question, in that order."""
    question = stored_question(uuid, position)
    return JsonResponse([right_form(question), wrong_form(question)], safe=False)


urlpatterns = [
    path("bare/", bare),
    path("answers/sittings/<uuid:uuid>/<int:position>/", answers),
    path("", include("config.urls")),
]
