"""The way back to a question from a page that was opened beside it."""

from dataclasses import dataclass

from django.urls import Resolver404, resolve, reverse


@dataclass(frozen=True, slots=True)
class Back:
    """The question from which a reader came."""

    path: str
    position: int


def question_at(path: str) -> Back | None:
    """The question that *path* leads to; None for every other address, here or elsewhere."""
    try:
        match = resolve(path)
    except Resolver404:
        return None
    if match.view_name != "question" or reverse("question", kwargs=match.kwargs) != path:
        return None
    return Back(path, match.kwargs["position"])
