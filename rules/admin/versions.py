"""Versions: to read, and to publish once more."""

from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext as _

from rules import sheets, versions
from rules.admin.rights import may_publish
from rules.forms import PublishForm
from rules.messages import error_text
from rules.models import Version


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

    def get_urls(self) -> list[URLPattern]:
        restore = path(
            "<path:object_id>/restore/",
            self.admin_site.admin_view(self.restore_view),
            name="rules_version_restore",
        )
        return [restore, *super().get_urls()]

    def restore_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        version = self.get_object(request, unquote(object_id))
        if version is None:
            return self._get_obj_does_not_exist_redirect(request, self.opts, object_id)
        if not may_publish(request):
            raise PermissionDenied
        newest = versions.newest_version(version.house, version.game)
        # The number stands where a draft has its revision: what was compared is published.
        form = PublishForm(
            request.POST if request.method == "POST" else None,
            initial={"revision": newest.number},
        )
        if form.is_valid():
            values = dict(form.cleaned_data)
            try:
                made = versions.restore(
                    version, by=request.user, newest=values.pop("revision"), **values
                )
            except versions.VersionError as error:
                messages.error(request, error_text(error))
                return redirect("admin:rules_version_restore", version.pk)
            self.log_addition(request, made, _("Published."))
            messages.success(
                request, _("Version %(number)s is published.") % {"number": made.number}
            )
            return redirect("admin:rules_version_change", made.pk)
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": _("Restore: %(version)s") % {"version": version},
            "form": form,
            "version": version,
            **sheets.against(version, newest),
        }
        return TemplateResponse(request, "admin/rules/version/restore.html", context)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Version | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Version | None = None) -> bool:
        return False

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        context |= {
            "title": str(context["original"]),
            "subtitle": None,
            "may_publish": may_publish(request),
        }
        context.update(sheets.published(context["original"]))
        return super().render_change_form(request, context, *args, **kwargs)
