"""Drafts: their editor, and the step to a version."""

from collections.abc import Mapping
from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules import editing, sheets, versions
from rules.admin.rights import may_publish
from rules.forms import DraftEditor, PublishForm
from rules.games import find_game
from rules.messages import error_text
from rules.models import Draft


@admin.register(Draft)
class DraftAdmin(admin.ModelAdmin):
    list_display = ("house", "game", "in_force", "state")
    list_filter = ("house", "game")
    fields = ("house", "game")

    @admin.display(description=gettext_lazy("in force"))
    def in_force(self, draft: Draft) -> str:
        live = sheets.live(draft.house, draft.game)
        return _("version %(number)s") % {"number": live.number} if live else "–"

    @admin.display(description=gettext_lazy("draft"))
    def state(self, draft: Draft) -> str:
        return _("has changes") if versions.draft_differs(draft) else _("as published")

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view
        return [
            path("<path:object_id>/publish/", view(self.publish_view), name="rules_draft_publish"),
            path("<path:object_id>/values/", view(self.values_view), name="rules_draft_values"),
            *super().get_urls(),
        ]

    def add_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return super().add_view(request, *args, **kwargs)
        except IntegrityError:
            # Two people added the same draft at once.
            messages.error(request, _("This house already has a draft for this game."))
            return redirect("admin:rules_draft_changelist")

    def save_model(self, request: HttpRequest, obj: Draft, form: Any, change: bool) -> None:
        versions.start_draft(obj)

    def response_add(self, request: HttpRequest, obj: Draft, *args: Any) -> HttpResponse:
        return redirect("admin:rules_draft_change", obj.pk)

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: Mapping[str, Any] | None = None,
    ) -> HttpResponse:
        draft = self.get_object(request, unquote(object_id))
        if draft is None:
            return self._get_obj_does_not_exist_redirect(request, self.opts, object_id)
        may_change = self.has_change_permission(request, draft)
        posted = request.method == "POST"
        if not (may_change or (self.has_view_permission(request, draft) and not posted)):
            raise PermissionDenied
        editor = _editor(draft, request.POST if posted else None, may_change)
        if editor.is_valid() and self._saved(request, draft, editor):
            target = "publish" if "_publish" in request.POST else "change"
            return redirect(f"admin:rules_draft_{target}", draft.pk)
        context = {
            "editor": editor,
            "may_change": may_change,
            "history": sheets.history(draft),
            **sheets.standing(draft),
        }
        context |= editing.parts(editor, draft, context["live"])
        return self._page(request, draft, "edit", context)

    def values_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """What the form as it is typed is worth, to be swapped into the page."""
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        draft = self.get_object(request, unquote(object_id))
        if draft is None:
            raise Http404
        if not self.has_view_permission(request, draft):
            raise PermissionDenied
        # Fields that are only looked at are not sent.
        may_change = self.has_change_permission(request, draft)
        editor = _editor(draft, request.POST if may_change else None, may_change)
        context = editing.parts(editor, draft, sheets.live(draft.house, draft.game))
        context["draft"] = draft
        return TemplateResponse(request, "admin/rules/draft/_values.html", context)

    def _saved(self, request: HttpRequest, draft: Draft, editor: DraftEditor) -> bool:
        try:
            changed = versions.save_draft(draft, editor.revision, editor.value())
        except versions.DraftChangedError:
            editor.outdated = True
            return False
        if changed:
            self.log_change(request, draft, _("Rules saved."))
            messages.success(request, _("The draft is saved. Practice goes by what is published."))
        elif "_publish" not in request.POST:
            messages.info(request, _("Nothing was changed."))
        return True

    def publish_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        draft = self.get_object(request, unquote(object_id))
        if draft is None:
            return self._get_obj_does_not_exist_redirect(request, self.opts, object_id)
        if not may_publish(request):
            raise PermissionDenied
        form = PublishForm(
            request.POST if request.method == "POST" else None,
            initial={"revision": draft.revision},
        )
        if form.is_valid():
            return self._published(request, draft, form.cleaned_data)
        if "revision" in form.errors:
            return redirect("admin:rules_draft_publish", draft.pk)
        title = _("Publish: %(draft)s") % {"draft": draft}
        context = {"title": title, "form": form, **sheets.to_publish(draft)}
        return self._page(request, draft, "publish", context)

    def _published(
        self, request: HttpRequest, draft: Draft, values: Mapping[str, Any]
    ) -> HttpResponse:
        try:
            version = versions.publish(draft, by=request.user, **values)
        except versions.VersionError as error:
            messages.error(request, error_text(error))
            return redirect("admin:rules_draft_publish", draft.pk)
        self.log_addition(request, version, _("Published."))
        messages.success(
            request, _("Version %(number)s is published.") % {"number": version.number}
        )
        return redirect("admin:rules_draft_change", draft.pk)

    def _page(
        self, request: HttpRequest, draft: Draft, name: str, context: dict[str, Any]
    ) -> HttpResponse:
        common = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "draft": draft,
            "title": str(draft),
            "may_publish": may_publish(request),
        }
        return TemplateResponse(request, f"admin/rules/draft/{name}.html", common | context)


def _editor(draft: Draft, data: Mapping[str, Any] | None, may_change: bool) -> DraftEditor:
    return DraftEditor(
        find_game(draft.game),
        versions.draft_ruleset(draft),
        draft.revision,
        data,
        disabled=not may_change,
    )
