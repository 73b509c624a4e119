"""What is said when rules are published."""

from datetime import timedelta
from typing import Any, Final

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

_PLANNING_HORIZON: Final = timedelta(days=5 * 365)


class PublishForm(forms.Form):
    revision = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=2**31 - 1)
    note = forms.CharField(
        label=gettext_lazy("Note"),
        required=False,
        max_length=500,
        help_text=gettext_lazy("Why the rules change; stays with the version."),
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    effective_from = forms.DateTimeField(
        label=gettext_lazy("In force from"),
        required=False,
        widget=forms.DateTimeInput(format="%Y-%m-%dT%H:%M", attrs={"type": "datetime-local"}),
    )

    def clean_effective_from(self) -> Any:
        moment = self.cleaned_data["effective_from"]
        now = timezone.now()
        if moment is not None and moment < now:
            raise forms.ValidationError(
                _("This time has passed. Leave the field empty for “at once”.")
            )
        if moment is not None and moment > now + _PLANNING_HORIZON:
            raise forms.ValidationError(_("This is more than five years away."))
        return moment
