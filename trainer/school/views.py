"""The school’s first page: the courses that one is on and those that one teaches."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from trainer.http import not_kept
from trainer.school.access import Access, school_page


@require_safe
@not_kept
@school_page
def school(request: HttpRequest, access: Access) -> HttpResponse:
    return render(request, "trainer/school/home.html", {"access": access})
