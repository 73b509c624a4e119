"""What is typed as text: odds, amounts, values of switches."""

import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from itertools import permutations
from typing import Any, Final, Self

from django import forms
from django.utils.choices import BaseChoiceIterator
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from rules.games.base import Switch, SwitchKind
from rules.games.odds import OddsError, format_odds, parse_odds
from rules.games.switches import NONE, SwitchValueError, clean_value
from rules.messages import error_text

_AMOUNT: Final = re.compile(r"\d{1,9}(?:[.,]\d{1,2})?", re.ASCII)


class InLanguage(BaseChoiceIterator):
    """Choices whose labels are in the reader's language, made once for each.

    The page of a draft has some ninety such lists, which all say the same.
    """

    def __init__(self, make: Callable[[], list[tuple[str, str]]]) -> None:
        self.make = make
        self._made: dict[str | None, list[tuple[str, str]]] = {}

    def __iter__(self) -> Iterator[tuple[str, str]]:
        language = get_language()
        if language not in self._made:
            self._made[language] = self.make()
        return iter(self._made[language])

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        """Every form copies its fields; their choices are never changed."""
        return self


class OddsField(forms.CharField):
    """Odds to one as text: `3`, `3:2`, `1.5` or `1,5`, in every language the same."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=24, **kwargs)

    def prepare_value(self, value: Any) -> Any:
        return format_odds(value) if isinstance(value, Fraction) else value

    def clean(self, value: Any) -> Fraction:
        text = super().clean(value)
        try:
            return parse_odds(text)
        except OddsError as error:
            raise forms.ValidationError(error_text(error), code="odds") from None


class AmountField(forms.CharField):
    """A positive amount of money: `5`, `12.5`, `12,5`, `1 250`."""

    default_error_messages = {
        "amount": gettext_lazy("“%(given)s” is not an amount. Write it like 5, 12.5 or 12,5."),
        "positive": gettext_lazy("The amount must be more than 0."),
    }

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=24, **kwargs)

    def prepare_value(self, value: Any) -> Any:
        return format(value.normalize(), "f") if isinstance(value, Decimal) else value

    def clean(self, value: Any) -> Decimal:
        text = super().clean(value)
        tidy = "".join(text.split())
        if not _AMOUNT.fullmatch(tidy):
            raise forms.ValidationError(
                self.error_messages["amount"], code="amount", params={"given": text}
            )
        amount = Decimal(tidy.replace(",", "."))
        if amount == 0:
            raise forms.ValidationError(self.error_messages["positive"], code="positive")
        return amount


class SwitchField(forms.CharField):
    """The value of a switch that is typed; for one that may set nothing, an empty field."""

    def __init__(self, switch: Switch, **kwargs: Any) -> None:
        self.switch = switch
        self.may_be_none = switch.kind in (SwitchKind.AMOUNT_OR_NONE, SwitchKind.TEXT)
        super().__init__(required=not self.may_be_none, max_length=200, **kwargs)

    def prepare_value(self, value: Any) -> Any:
        return "" if self.may_be_none and value == NONE else value

    def clean(self, value: Any) -> str:
        text = super().clean(value)
        if self.switch.kind in (SwitchKind.AMOUNT, SwitchKind.AMOUNT_OR_NONE):
            text = "".join(text.split()).replace(",", ".")
        try:
            return clean_value(self.switch, text)
        except SwitchValueError as error:
            raise forms.ValidationError(error_text(error), code="switch") from None


def switch_field(switch: Switch, value: str) -> forms.Field:
    """A list to choose from, of an order all orders, or a field to type in."""
    common: dict[str, Any] = {"label": _(switch.name), "initial": value}
    labels = dict(zip(switch.values, map(_, switch.labels), strict=True))
    if switch.kind is SwitchKind.CHOICE:
        return forms.ChoiceField(choices=labels.items(), help_text=_(switch.text), **common)
    if switch.kind is SwitchKind.ORDER:
        orders = [
            (", ".join(order), ", ".join(labels[key] for key in order))
            for order in permutations(labels)
        ]
        return forms.ChoiceField(choices=orders, help_text=_(switch.text), **common)
    field = SwitchField(
        switch, help_text=_(switch.text), widget=forms.TextInput(attrs={"autocomplete": "off"}),
        **common,
    )  # fmt: skip
    if field.may_be_none:
        field.help_text += " " + _("Leave it empty for none.")
    return field
