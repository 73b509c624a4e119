"""Signing up, in and out, the account, its password, and settings.

Every form works without JavaScript: it is answered by 303 and a page, or by itself with what
was typed, except passwords.
"""

from typing import Any

from django import forms
from django.conf import settings as site
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render, resolve_url
from django.utils.translation import get_language, gettext, ngettext, override
from django.views import i18n
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from rules.back import question_at
from trainer.accounts import devices, services
from trainer.accounts.access import sign_in_required
from trainer.accounts.forms import (
    ChangePasswordForm,
    DetailsForm,
    ResetPasswordForm,
    SettingsForm,
    SignInForm,
    SignUpForm,
    focus_problem,
)
from trainer.accounts.paths import next_path, onward, with_next
from trainer.accounts.preferences import preferences_of
from trainer.http import SeeOther
from trainer.models import User
from trainer.models.learners import name_taken
from trainer.practice.learners import (
    count_answers,
    find_or_make_learner,
    guest_key,
    guest_sittings,
    learner_of,
    move_sittings,
    sittings_of,
)
from trainer.practice.zones import device_zone

page = require_http_methods(["GET", "HEAD", "POST"])


@sensitive_post_parameters()
@never_cache
@page
def sign_up(request: HttpRequest) -> HttpResponse:
    if request.user.is_authenticated:
        return SeeOther(onward(request))
    form = SignUpForm(_posted(request))
    if form.is_valid():
        try:
            user = services.sign_up(request, form.save(commit=False), language=get_language())
        except services.NameTakenError:
            form.add_error("username", name_taken())
        else:
            return _signed_in(request, user)
    return _show(request, "sign_up", form, kept=count_answers(sittings_of(request)))


@sensitive_post_parameters()
@never_cache
@page
def sign_in(request: HttpRequest) -> HttpResponse:
    if request.user.is_authenticated:
        return SeeOther(onward(request))
    form = SignInForm(request, _posted(request))
    if not form.is_valid():
        return _show(request, "sign_in", form)
    services.sign_in(request, form.get_user())
    return _signed_in(request, form.get_user())


def _signed_in(request: HttpRequest, user: User) -> HttpResponse:
    """Go where the way led, past the question what becomes of the guest's answers."""
    url = onward(request)
    if count_answers(guest_sittings(guest_key(request))):
        url = with_next("add-answers", next_path(request))
    response = SeeOther(url)
    devices.mark(response, user)
    return response


@never_cache
@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    services.sign_out(request)
    return SeeOther(resolve_url("home"))


@never_cache
@page
@sign_in_required
def add_answers(request: HttpRequest) -> HttpResponse:
    """Whether the answers given before signing in belong to the account; not unless told so."""
    guest = guest_key(request)
    waiting = count_answers(guest_sittings(guest))
    if request.method == "POST" and request.POST.get("add") == "yes":
        moved = move_sittings(guest, request.user)
        if moved:
            text = ngettext("%(count)d answer was added.", "%(count)d answers were added.", moved)
            messages.success(request, text % {"count": moved})
    elif request.method != "POST" and waiting:
        context = {"waiting": waiting, "next": next_path(request)}
        return render(request, "trainer/accounts/add_answers.html", context)
    return SeeOther(onward(request))


@never_cache
@page
@sign_in_required
def account(request: HttpRequest) -> HttpResponse:
    # A copy: what was typed is not yet how the person is called in the header.
    form = DetailsForm(_posted(request), instance=User.objects.get(pk=request.user.pk))
    if form.is_valid():
        services.save_details(request.user, form.cleaned_data)
        messages.success(request, gettext("Saved."))
        return SeeOther(resolve_url("account"))
    answers = count_answers(sittings_of(request))
    waiting = count_answers(guest_sittings(guest_key(request)))
    return _show(request, "account", form, answers=answers, waiting=waiting)


@sensitive_post_parameters()
@never_cache
@page
@sign_in_required
def change_password(request: HttpRequest) -> HttpResponse:
    form = ChangePasswordForm(request, _posted(request))
    if not form.is_valid():
        return _show(request, "change_password", form)
    services.change_password(request, request.user, form.cleaned_data["new_password1"])
    messages.success(request, gettext("The password is changed. Other devices are signed out."))
    return SeeOther(resolve_url("account"))


@sensitive_post_parameters()
@never_cache
@page
def reset_password(request: HttpRequest, key: str, token: str) -> HttpResponse:
    try:
        form = ResetPasswordForm(services.find_reset(key, token), _posted(request))
        if not form.is_valid():
            return _show(request, "reset_password", form)
        user = services.reset_password(key, token, form.cleaned_data["new_password1"])
    except services.LinkSpentError:
        return render(request, "trainer/accounts/link_spent.html", status=410)
    services.sign_in(request, user)
    return _signed_in(request, user)


@never_cache
@page
def settings(request: HttpRequest) -> HttpResponse:
    form = SettingsForm(preferences_of(request), _posted(request), device=device_zone(request))
    back = question_at(request.POST.get("back") or request.GET.get("back", ""))
    if not form.is_valid():
        return _show(request, "settings", form, back=back)
    services.save_preferences(find_or_make_learner(request), **form.cleaned_data)
    with override(form.cleaned_data["language"]):
        messages.success(request, gettext("Saved."))
    return SeeOther(resolve_url("settings") + (f"?back={back.path}" if back else ""))


def set_language(request: HttpRequest) -> HttpResponse:
    """Django's switch; the choice follows the person, if there is one by now."""
    response = i18n.set_language(request)
    language = request.POST.get("language")
    learner = learner_of(request)
    if learner and language in dict(site.LANGUAGES):
        services.save_preferences(learner, language=language)
    return response


def _posted(request: HttpRequest) -> Any:
    return request.POST if request.method == "POST" else None


def _show(request: HttpRequest, name: str, form: forms.BaseForm, **context: Any) -> HttpResponse:
    """The page of a form, refused or not sent yet."""
    wait = getattr(form, "wait", None)
    status = 200 if not form.is_bound else 429 if wait else 422
    focus_problem(form)
    context |= {"form": form, "next": next_path(request)}
    response = render(request, f"trainer/accounts/{name}.html", context, status=status)
    if wait:
        response["Retry-After"] = str(wait)
    return response
