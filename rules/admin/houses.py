"""Houses, with export and import of all rules of one."""

from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules import house_files, sheets, versions
from rules.admin.rights import may_import
from rules.forms import HouseFileForm
from rules.messages import error_text
from rules.models import House


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

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view
        return [
            path("import/", view(self.import_view), name="rules_house_import"),
            path("<path:object_id>/export/", view(self.export_view), name="rules_house_export"),
            *super().get_urls(),
        ]

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        more = {"may_import": may_import(request)}
        return super().changelist_view(request, (extra_context or {}) | more)

    def export_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        house = self.get_object(request, unquote(object_id))
        if house is None:
            return self._get_obj_does_not_exist_redirect(request, self.opts, object_id)
        if not self.has_view_permission(request, house):
            raise PermissionDenied
        response = HttpResponse(
            house_files.export_house(house, timezone.now()),
            content_type="application/json; charset=utf-8",
        )
        response["Content-Disposition"] = f'attachment; filename="{house.slug}.json"'
        return response

    def import_view(self, request: HttpRequest) -> HttpResponse:
        """First the file, then what it would change, then the drafts."""
        if not may_import(request):
            raise PermissionDenied
        posted = request.method == "POST"
        form = HouseFileForm(request.POST if posted else None, request.FILES or None)
        if not (posted and form.is_valid()):
            return self._import_page(request, {"form": form})
        file = form.cleaned_data["house"]
        if "_import" in request.POST:
            try:
                house = house_files.import_house(file, form.revisions)
            except versions.VersionError as error:
                messages.error(request, error_text(error))
            else:
                self.log_change(request, house, _("Rules imported."))
                messages.success(request, _("The drafts are written. Look at them, then publish."))
                return redirect("admin:rules_house_change", house.pk)
        plan = house_files.planned(file)
        known = House.objects.filter(slug=file.slug).first()
        return self._import_page(
            request, {"form": form, "file": file, "plan": plan, "house": known}
        )

    def _import_page(self, request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
        common = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": _("Import a house"),
        }
        return TemplateResponse(request, "admin/rules/house/import.html", common | context)

    @admin.display(description=gettext_lazy("games"))
    def games(self, house: House) -> str:
        context = {"house": house, "rows": sheets.games_of(house)}
        return render_to_string("admin/rules/house/games.html", context)
