"""The widgets of forms, drawn by Python.

Django draws a widget by a template, an option of a list by another, and the attributes of each
by a third: with 150 widgets the editor of a house's rules took twice the time of the rest of
its page. The text is the same to the byte.
"""

from collections.abc import Callable, Mapping
from html import escape
from typing import Any, Final

from django.forms.renderers import TemplatesSetting
from django.template.defaultfilters import stringformat
from django.utils.formats import localize
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

_INPUTS: Final = (
    *("checkbox", "color", "date", "datetime", "email", "file", "hidden", "number"),
    *("password", "search", "tel", "text", "time", "url"),
)


class Renderer(TemplatesSetting):
    """Other templates than those of plain inputs and lists are rendered as ever."""

    def render(self, template_name: str, context: dict[str, Any], request: Any = None) -> str:
        draw = _DRAWN.get(template_name)
        if draw is None:
            return super().render(template_name, context, request)
        return mark_safe(draw(context["widget"]))


def _input(widget: Mapping[str, Any]) -> str:
    value = widget.get("value")
    given = "" if value is None else f' value="{_plain(value)}"'
    start = f'<input type="{_shown(widget["type"])}" name="{_shown(widget["name"])}"'
    return f"{start}{given}{_attributes(widget)}>"


def _select(widget: Mapping[str, Any]) -> str:
    parts = [f'<select name="{_shown(widget["name"])}"{_attributes(widget)}>']
    for group, options, _index in widget["optgroups"]:
        if group:
            parts.append(f'\n  <optgroup label="{_shown(group)}">')
        for option in options:
            value = f'<option value="{_plain(option["value"])}"{_attributes(option)}>'
            parts.append(f"\n  {value}{_shown(option['label'])}</option>\n")
        if group:
            parts.append("\n  </optgroup>")
    parts.append("\n</select>")
    return "".join(parts)


def _attributes(widget: Mapping[str, Any]) -> str:
    return "".join(
        f" {_shown(name)}" if value is True else f' {_shown(name)}="{_plain(value)}"'
        for name, value in widget["attrs"].items()
        if value is not False
    )


def _shown(value: Any) -> str:
    """As `{{ value }}` in a template."""
    if type(value) is str:
        return escape(value)
    return conditional_escape(value if isinstance(value, SafeString) else localize(value))


def _plain(value: Any) -> str:
    """As `{{ value|stringformat:"s" }}` in a template: a number without separators."""
    return escape(value) if type(value) is str else conditional_escape(stringformat(value, "s"))


_DRAWN: Final[dict[str, Callable[[Mapping[str, Any]], str]]] = {
    **{f"django/forms/widgets/{name}.html": _input for name in _INPUTS},
    "django/forms/widgets/select.html": _select,
}
