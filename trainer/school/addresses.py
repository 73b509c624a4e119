"""Addresses of pages that other parts of the school may or may not have."""

from django.urls import NoReverseMatch, reverse


def course_url(name: str, course: int, **values: object) -> str:
    """The address of a page of a course; empty where the program has no such page."""
    try:
        return reverse(name, kwargs={"course": course, **values})
    except NoReverseMatch:
        return ""
