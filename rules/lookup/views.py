"""Look up a hand: for everybody, nothing is stored."""

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from rules.lookup import reads
from rules.lookup.inquiry import read_inquiry
from rules.lookup.links import address
from rules.lookup.pages import page
from rules.revalidation import revalidated


@require_safe
@revalidated
def look_up(request: HttpRequest) -> HttpResponse:
    """Every spelling of a query leads to the one short address of its hand."""
    case = reads.open_case(read_inquiry(dict(request.GET.lists())), timezone.now())
    here = address(case.inquiry)
    wanted = QueryDict(here.partition("?")[2])
    if request.GET and request.GET.urlencode() != wanted.urlencode():
        return redirect(here)
    link = request.build_absolute_uri(address(case.inquiry, share=True))
    return render(request, "rules/look_up.html", page(case) | {"link": link})
