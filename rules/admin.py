"""The house's own pages: houses, drafts with their pay tables, published versions."""

from collections.abc import Mapping
from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules import sheets, versions
from rules.forms import DraftEditor, PublishForm
from rules.games import find_game
from rules.messages import error_text
from rules.models import Draft, House, Version


@admin.register(House)
class HouseAdmin(admin.ModelAdmin):
    list_display = ("shown_name", "slug", "active")
    fields = ("name", "slug", "active", "source")

    @admin.display(description=gettext_lazy("name"))
    def shown_name(self, house: House) -> str:
        return house.display_name

    def get_fields(self, request: HttpRequest, obj: House | None = None) -> tuple[str, ...]:
        return (*self.fields, "games") if obj else self.fields

    def get_readonly_fields(
        self, request: HttpRequest, obj: House | None = None
    ) -> tuple[str, ...]:
        # The short name stands in addresses.
        return ("slug", "games") if obj else ()

    @admin.display(description=gettext_lazy("games"))
    def games(self, house: House) -> str:
        context = {"house": house, "rows": sheets.games_of(house)}
        return render_to_string("admin/rules/house/games.html", context)


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
        publish = path(
            "<path:object_id>/publish/",
            self.admin_site.admin_view(self.publish_view),
            name="rules_draft_publish",
        )
        return [publish, *super().get_urls()]

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
        editor = DraftEditor(
            find_game(draft.game),
            versions.draft_ruleset(draft),
            draft.revision,
            request.POST if posted else None,
            disabled=not may_change,
        )
        if editor.is_valid() and self._saved(request, draft, editor):
            target = "publish" if "_publish" in request.POST else "change"
            return redirect(f"admin:rules_draft_{target}", draft.pk)
        context = {"editor": editor, "may_change": may_change, **sheets.standing(draft)}
        return self._page(request, draft, "edit", context)

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
        if not _may_publish(request):
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
        context = {"title": title, "form": form, **sheets.standing(draft)}
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
            "may_publish": _may_publish(request),
        }
        return TemplateResponse(request, f"admin/rules/draft/{name}.html", common | context)


@admin.register(Version)
class VersionAdmin(admin.ModelAdmin):
    """To read: what is published stays as it is."""

    list_display = ("house", "game", "number", "effective_from", "published_by", "note")
    list_display_links = ("number",)
    list_filter = ("house", "game")
    list_select_related = ("house", "published_by")
    fields = (
        "house", "game", "number", "effective_from", "published_at", "published_by", "note",
        "sha256",
    )  # fmt: skip

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Version | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Version | None = None) -> bool:
        return False

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        context |= {"title": str(context["original"]), "subtitle": None}
        context.update(sheets.published(context["original"]))
        return super().render_change_form(request, context, *args, **kwargs)


def _may_publish(request: HttpRequest) -> bool:
    return request.user.has_perm("rules.add_version")
