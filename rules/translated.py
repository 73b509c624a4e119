"""Texts that people type, in up to three languages: `{"en": …, "uk": …, "ru": …}`."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.template.loader import render_to_string
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

MAX_LENGTH = 200


def language_codes() -> tuple[str, ...]:
    return tuple(code for code, _name in settings.LANGUAGES)


def in_language(texts: Mapping[str, str], language: str | None = None) -> str:
    """The text in *language* (the reader's by default), else in English, else in any.

    Empty if no language has a text.
    """
    wanted = (language or get_language() or "en").split("-")[0]
    order = (wanted, "en", *language_codes())
    return next((texts[code] for code in order if texts.get(code)), "")


def validate_texts(value: object) -> None:
    """Raises: ValidationError: unless *value* maps languages of the site to texts."""
    if not isinstance(value, dict) or not set(value) <= set(language_codes()):
        raise ValidationError(_("Texts are kept by language."), code="invalid")
    if not all(isinstance(text, str) and len(text) <= MAX_LENGTH for text in value.values()):
        raise ValidationError(
            _("A text has at most %(limit)s characters."),
            code="max_length",
            params={"limit": MAX_LENGTH},
        )


class TranslatedTextWidget(forms.MultiWidget):
    """One input a language, each under the language's own name."""

    def __init__(self, attrs: dict[str, Any] | None = None) -> None:
        super().__init__(dict.fromkeys(language_codes(), forms.TextInput), attrs)

    def decompress(self, value: Mapping[str, str] | None) -> list[str]:
        texts = value or {}
        return [texts.get(code, "") for code in language_codes()]

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        context = super().get_context(name, value, attrs)
        context["max_length"] = MAX_LENGTH
        context["languages"] = [
            {"code": code, "name": language, "input": subwidget}
            for (code, language), subwidget in zip(
                settings.LANGUAGES, context["widget"]["subwidgets"], strict=True
            )
        ]
        return context

    def _render(self, template_name: str, context: dict[str, Any], renderer: Any = None) -> str:
        # The form renderer knows only templates inside apps.
        return render_to_string("rules/widgets/translated_text.html", context)


class TranslatedTextFormField(forms.MultiValueField):
    """Texts by language; blank ones are left out."""

    widget = TranslatedTextWidget
    default_error_messages = {"required": _("Write the text in at least one language.")}

    def __init__(self, **kwargs: Any) -> None:
        kwargs.pop("encoder", None)
        kwargs.pop("decoder", None)
        fields = [
            forms.CharField(required=False, max_length=MAX_LENGTH) for _code in language_codes()
        ]
        super().__init__(fields=fields, require_all_fields=False, **kwargs)

    def clean(self, value: Any) -> dict[str, str]:
        texts = super().clean(value)
        if self.required and not texts:
            # Only spaces were typed.
            raise ValidationError(self.error_messages["required"], code="required")
        return texts

    def compress(self, data_list: list[str]) -> dict[str, str]:
        return {
            code: text
            for code, text in zip(language_codes(), data_list or (), strict=False)
            if text
        }


class TranslatedTextField(models.JSONField):
    """A text by language, `{"en": "Reference", "uk": "Еталон"}`; shown by `in_language`."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("default", dict)
        super().__init__(*args, **kwargs)

    def validate(self, value: Any, model_instance: models.Model | None) -> None:
        super().validate(value, model_instance)
        validate_texts(value)

    def formfield(self, **kwargs: Any) -> forms.Field:
        # A callable default would bring a hidden copy of the field, which has one input only.
        own = {"form_class": TranslatedTextFormField, "show_hidden_initial": False}
        return super().formfield(**own | kwargs)
