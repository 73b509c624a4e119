"""What the admin reads from a person about the rules of a house."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from fractions import Fraction
from itertools import permutations
from typing import Any, Final

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from rules.engine.cards import Rank
from rules.games.base import (
    Bound,
    Game,
    Limits,
    PayHand,
    PayRow,
    PayTable,
    Ruleset,
    Switch,
    SwitchKind,
    TableSlot,
)
from rules.games.checks import disputed, leading_ranks
from rules.games.odds import OddsError, format_odds, parse_odds
from rules.games.switches import NONE, SwitchValueError, clean_value
from rules.messages import error_text
from rules.naming import pay_hand_name, pay_row_name, rank_name

_HANDS: Final = {hand.key: hand for hand in PayHand}
_RANKS: Final = {rank.letter: rank for rank in Rank}
_AMOUNT: Final = re.compile(r"\d{1,9}(?:[.,]\d{1,2})?", re.ASCII)
_PLANNING_HORIZON: Final = timedelta(days=5 * 365)


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


def _hand_choices() -> list[tuple[str, str]]:
    return [("", "–"), *((hand.key, pay_hand_name(hand)) for hand in reversed(PayHand))]


def _rank_choices() -> list[tuple[str, str]]:
    return [
        ("", pgettext("rank of a pay row", "any")),
        *((rank.letter, rank_name(rank)) for rank in reversed(Rank)),
    ]


def _bound_choices() -> list[tuple[str, str]]:
    return [
        (Bound.EXACT.value, pgettext("reach of a pay row", "exactly")),
        (Bound.OR_BETTER.value, pgettext("reach of a pay row", "or better")),
        (Bound.OR_LESS.value, pgettext("reach of a pay row", "or less")),
    ]


class PayRowForm(forms.Form):
    hand = forms.ChoiceField(label=gettext_lazy("Hand"), choices=_hand_choices)
    rank = forms.ChoiceField(label=gettext_lazy("Rank"), choices=_rank_choices, required=False)
    bound = forms.ChoiceField(
        label=gettext_lazy("Covers"), choices=_bound_choices, initial=Bound.EXACT.value
    )
    pays = OddsField(
        label=gettext_lazy("Pays, to one"),
        widget=forms.TextInput(attrs={"size": 8, "autocomplete": "off"}),
    )
    fixed = forms.BooleanField(
        label=gettext_lazy("A fixed amount instead of odds"), required=False
    )

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        hand, rank = _HANDS.get(values.get("hand", "")), _RANKS.get(values.get("rank", ""))
        if hand is not None and rank is not None and rank not in leading_ranks(hand):
            self.add_error("rank", _("No hand of this kind is led by this rank."))
        pays = values.get("pays")
        if values.get("fixed") and pays is not None and (pays * 10_000).denominator != 1:
            self.add_error("pays", _("Write a fixed amount like 600 or 7.5."))
        return values

    def reaches(self) -> bool:
        """Whether the row is more or less than just odds for its hand, typed or stored."""
        plain = self["bound"].value() == Bound.EXACT.value
        return not plain or bool(self["rank"].value() or self["fixed"].value())

    def value(self) -> PayRow:
        """The row. Only of a valid form that is not empty."""
        values = self.cleaned_data
        return PayRow(
            _HANDS[values["hand"]],
            values["pays"],
            Bound(values["bound"]),
            _RANKS.get(values["rank"]),
            values["fixed"],
        )


class PayRowFormSet(forms.BaseFormSet):
    """The rows of one pay table; the table is what stands in the forms, nothing else."""

    slot: TableSlot

    def filled_forms(self) -> Iterator[PayRowForm]:
        """Valid forms with a row, except those marked for removal."""
        for form in self.forms:
            removed = self._should_delete_form(form)
            if form.has_changed() and not removed and form.is_valid():
                yield form

    def clean(self) -> None:
        first: dict[str, PayRowForm] = {}
        for form in list(self.filled_forms()):
            row = form.value()
            twin = first.setdefault(row.key, form)
            if twin is not form:
                text = _("The hand “%(hand)s” stands twice in this table.")
                for double in (twin, form):
                    if "hand" not in double.errors:
                        double.add_error("hand", text % {"hand": pay_row_name(row)})
        self._refuse_disputes()

    def _refuse_disputes(self) -> None:
        by_row = {form.value(): form for form in self.filled_forms()}
        for better, less, hand in disputed(PayTable(tuple(by_row))):
            text = _("“%(better)s” and “%(less)s” would both pay: %(hand)s.") % {
                "better": pay_row_name(better),
                "less": pay_row_name(less),
                "hand": pay_hand_name(hand),
            }
            for row in (better, less):
                by_row[row].add_error("bound", text)

    def table(self) -> PayTable:
        """The table as typed. Only of a valid formset."""
        rows = tuple(form.value() for form in self.filled_forms())
        return PayTable(rows, self.slot.default.otherwise)


_PayRows: Final = forms.formset_factory(
    PayRowForm,
    formset=PayRowFormSet,
    extra=2,
    can_delete=True,
    max_num=60,
    absolute_max=60,
    validate_max=True,
)


def _typed(row: PayRow) -> dict[str, Any]:
    """The row as initial values of its form."""
    return {
        "hand": row.hand.key,
        "rank": row.rank.letter if row.rank else "",
        "bound": row.bound.value,
        "pays": row.ratio if row.fixed else row.pays,
        "fixed": row.fixed,
    }


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


def _switch_field(switch: Switch, value: str) -> forms.Field:
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


class RulesForm(forms.Form):
    """Switches, limits and the revision of the draft that was opened."""

    revision = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=2**31 - 1)

    def __init__(self, game: Game, ruleset: Ruleset, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.game = game
        for switch in game.switches:
            self.fields[f"switch-{switch.key}"] = _switch_field(
                switch, ruleset.switches[switch.key]
            )
        for bet, limits in ruleset.limits.items():
            for name, label in (
                ("minimum", _("Least")),
                ("maximum", _("Most")),
                ("step", _("Step")),
            ):
                self.fields[f"limit-{bet}-{name}"] = AmountField(
                    label=label,
                    initial=getattr(limits, name),
                    widget=forms.TextInput(attrs={"size": 8, "autocomplete": "off"}),
                )

    def switch_fields(self) -> list[tuple[Any, forms.BoundField]]:
        return [(switch, self[f"switch-{switch.key}"]) for switch in self.game.switches]

    def limit_fields(self) -> list[tuple[Any, list[forms.BoundField]]]:
        """Per bet with limits its three fields."""
        return [
            (bet, [self[f"limit-{bet.key}-{name}"] for name in ("minimum", "maximum", "step")])
            for bet in self.game.bets
            if f"limit-{bet.key}-step" in self.fields
        ]

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        for bet, _fields in self.limit_fields():
            least = values.get(f"limit-{bet.key}-minimum")
            most = values.get(f"limit-{bet.key}-maximum")
            if least is not None and most is not None and most < least:
                self.add_error(f"limit-{bet.key}-maximum", _("The most is below the least."))
        return values

    def switches(self) -> dict[str, str]:
        return {
            switch.key: self.cleaned_data[f"switch-{switch.key}"] for switch in self.game.switches
        }

    def limits(self) -> dict[str, Limits]:
        return {
            bet.key: Limits(
                *(
                    self.cleaned_data[f"limit-{bet.key}-{name}"]
                    for name in ("minimum", "maximum", "step")
                )
            )
            for bet, _fields in self.limit_fields()
        }


def _counts_its_rows(formset: forms.BaseFormSet) -> bool:
    """Django takes a number of rows below zero for none."""
    form = formset.management_form
    return form.is_valid() and form.cleaned_data["TOTAL_FORMS"] >= 0


class DraftEditor:
    """All forms of a draft's page together: rules and one formset a pay table."""

    def __init__(
        self,
        game: Game,
        ruleset: Ruleset,
        revision: int,
        data: Mapping[str, Any] | None = None,
        disabled: bool = False,
    ) -> None:
        self.game = game
        self.ruleset = ruleset
        # Set when somebody else has saved the draft since this page was opened.
        self.outdated = False
        self._bind(data, revision)
        # What arrives without its hidden fields would read as tables without rows.
        self.truncated = data is not None and (
            "revision" in self.rules.errors
            or not all(_counts_its_rows(formset) for formset in self.tables)
        )
        if self.truncated:
            self._bind(None, revision)
        if disabled:
            self._disable()

    def _bind(self, data: Mapping[str, Any] | None, revision: int) -> None:
        self.rules = RulesForm(self.game, self.ruleset, data=data, initial={"revision": revision})
        self.tables = []
        for slot in self.game.tables:
            # Posted rows stand for themselves; compared with stored ones, some would pass
            # for untouched and be dropped.
            rows = None if data is not None else self.ruleset.tables[slot.key].rows
            formset = _PayRows(data, prefix=slot.key, initial=rows and list(map(_typed, rows)))
            formset.slot = slot
            self.tables.append(formset)

    def _disable(self) -> None:
        for form in (self.rules, *(form for table in self.tables for form in table.forms)):
            for field in form.fields.values():
                field.disabled = True

    def is_valid(self) -> bool:
        # Every part is asked, so that all mistakes are marked at once.
        parts = [self.rules.is_valid(), *(formset.is_valid() for formset in self.tables)]
        return all(parts)

    @property
    def has_errors(self) -> bool:
        return self.rules.is_bound and not self.is_valid()

    @property
    def revision(self) -> int:
        return self.rules.cleaned_data["revision"]

    def value(self) -> Ruleset:
        """The ruleset as typed. Only if all forms are valid."""
        return replace(
            self.ruleset,
            switches=self.rules.switches(),
            limits=self.rules.limits(),
            tables={formset.slot.key: formset.table() for formset in self.tables},
        )


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
