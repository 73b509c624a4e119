"""A house that comes as a file."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules import house_files
from rules.games.documents import DocumentError
from rules.messages import error_text


class HouseFileForm(forms.Form):
    """A file, or, once it has been shown, its text, which comes back with the confirmation."""

    file = forms.FileField(
        label=gettext_lazy("File"),
        required=False,
        allow_empty_file=True,
        help_text=gettext_lazy("One JSON file, as a house is exported."),
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
    )
    text = forms.CharField(required=False, strip=False, widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        upload, text = values.get("file"), values.get("text")
        if upload is None and not text:
            self.add_error("file", _("Choose a file."))
            return values
        # One byte more than may be is enough to be refused.
        data = text.encode() if upload is None else upload.read(house_files.MOST_BYTES + 1)
        try:
            values["house"] = house_files.read_house_file(data)
        except (house_files.HouseFileError, DocumentError) as error:
            self.add_error("file", error_text(error))
        else:
            self.text_read = data.decode("utf-8-sig")
        return values

    @property
    def revisions(self) -> dict[str, str]:
        """By game, of the drafts that the plan was compared with."""
        prefix = "revision-"
        return {
            key.removeprefix(prefix): value
            for key, value in self.data.items()
            if key.startswith(prefix)
        }
