"""Accounts in the admin: who may change whom, and links to choose a new password."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin as BaseUserAdmin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from trainer.accounts.forms import AdminSignInForm
from trainer.accounts.services import reset_address, reset_expires
from trainer.drills import drills
from trainer.models import Staff, Target, User
from trainer.practice import schedule
from trainer.practice.targets import measured_ms
from trainer.school.access import standing_in_school
from trainer.school.permissions import Standing

admin.site.login_form = AdminSignInForm


@admin.register(Target)
class TargetAdmin(admin.ModelAdmin):
    """Targets beside what has been measured: how long right answers really take."""

    list_display = ("drill", "seconds", "usual", "measured")
    list_editable = ("seconds",)
    ordering = ("drill",)

    @admin.display(description=gettext_lazy("usual target, in seconds"))
    def usual(self, target: Target) -> str:
        return f"{schedule.target_ms(target.drill) / 1000:g}"

    @admin.display(description=gettext_lazy("median of right answers, in seconds"))
    def measured(self, target: Target) -> str:
        median = measured_ms(target.drill)
        return "–" if median is None else f"{median / 1000:.1f}"

    def formfield_for_dbfield(
        self, db_field: Any, request: HttpRequest, **kwargs: Any
    ) -> forms.Field | None:
        if db_field.name != "drill":
            return super().formfield_for_dbfield(db_field, request, **kwargs)
        choices = [(drill.key, _(drill.name)) for drill in drills().values()]
        return forms.ChoiceField(choices=choices, label=_("drill"))


PRIVILEGES = ("is_staff", "is_superuser", "groups", "user_permissions")


@admin.register(User)
class UserAdmin(BaseUserAdmin):
    """Staff below the administrators change no staff, and give nobody a privilege."""

    list_display = ("username", "display_name", "email", "is_active", "is_staff", "last_login")
    search_fields = ("username", "display_name", "email")
    fieldsets = (
        (None, {"fields": ("username", "password")}),
        (gettext_lazy("Person"), {"fields": ("display_name", "email")}),
        (gettext_lazy("Rights"), {"fields": ("is_active", *PRIVILEGES)}),
        (gettext_lazy("Dates"), {"fields": ("last_login", "date_joined")}),
    )
    readonly_fields = ("last_login", "date_joined")
    actions = ("issue_reset_links",)

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> Any:
        fields = super().get_readonly_fields(request, obj)
        return fields if request.user.is_superuser else (*fields, *PRIVILEGES)

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return super().has_change_permission(request, obj) and _may_touch(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return super().has_delete_permission(request, obj) and _may_touch(request, obj)

    def has_reset_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("trainer.issue_reset_link")

    @admin.action(
        permissions=["reset"], description=gettext_lazy("Show a link to choose a new password")
    )
    def issue_reset_links(
        self, request: HttpRequest, users: QuerySet[User]
    ) -> HttpResponse | None:
        """Shows one link a user, in the answer to this request and never again."""
        allowed = [user for user in users if user.is_active and _may_touch(request, user)]
        if len(allowed) != len(users):
            text = _("Not for accounts that are inactive, or that have more rights than yours.")
            messages.warning(request, text)
        if not allowed:
            return None
        for user in allowed:
            self.log_change(request, user, _("Link to choose a new password shown."))
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": _("Links to choose a new password"),
            "links": [(u, request.build_absolute_uri(reset_address(u))) for u in allowed],
            "expires": reset_expires(timezone.now()),
        }
        return TemplateResponse(request, "admin/trainer/user/reset_links.html", context)


def _may_touch(request: HttpRequest, user: User | None) -> bool:
    """Whoever resets the password of an administrator becomes one."""
    if request.user.is_superuser or user is None or user == request.user:
        return True
    if user.is_staff or user.is_superuser:
        return False
    return _administers(request) or not Staff.objects.filter(user=user).exists()


@admin.register(Staff)
class StaffAdmin(admin.ModelAdmin):
    """Who teaches. Only administrators, of the site or of the school, give and take roles."""

    list_display = ("user", "role")
    list_filter = ("role",)
    list_select_related = ("user",)
    search_fields = ("user__username", "user__display_name")
    raw_id_fields = ("user",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return super().has_add_permission(request) and _administers(request)

    def has_change_permission(self, request: HttpRequest, obj: Staff | None = None) -> bool:
        return super().has_change_permission(request, obj) and _administers(request)

    def has_delete_permission(self, request: HttpRequest, obj: Staff | None = None) -> bool:
        return super().has_delete_permission(request, obj) and _administers(request)


def _administers(request: HttpRequest) -> bool:
    return standing_in_school(request.user) is Standing.ADMINISTRATOR
