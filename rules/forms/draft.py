"""The page of a draft: switches, limits, and a formset for each pay table."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from rules.forms.fields import AmountField, switch_field
from rules.forms.rows import PayRows, typed
from rules.games.base import Game, Limits, Ruleset


class RulesForm(forms.Form):
    """Switches, limits and the revision of the draft that was opened."""

    revision = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=2**31 - 1)

    def __init__(self, game: Game, ruleset: Ruleset, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.game = game
        for switch in game.switches:
            self.fields[f"switch-{switch.key}"] = switch_field(
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

    def first_error(self) -> str:
        """With the name of its field. Only of an invalid form."""
        for bet, fields in self.limit_fields():
            for field in fields:
                if field.errors:
                    return f"{_(bet.name)}, {field.label}: {field.errors[0]}"
        return next(f"{self[name].label}: {errors[0]}" for name, errors in self.errors.items())

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
            formset = PayRows(data, prefix=slot.key, initial=rows and list(map(typed, rows)))
            formset.slot = slot
            formset.stored = self.ruleset.tables[slot.key].rows
            self.tables.append(formset)

    def typed(self) -> tuple[Ruleset, dict[str, str]]:
        """The ruleset as far as it can be read, with what is stored in place of the rest; and
        by table, or "" for all the rest, what cannot be read and why."""
        if not self.rules.is_bound:
            return self.ruleset, {}
        problems = {}
        tables = dict(self.ruleset.tables)
        for formset in self.tables:
            if formset.is_valid():
                tables[formset.slot.key] = formset.table()
            else:
                whole = formset.non_form_errors()
                problems[formset.slot.key] = whole[0] if whole else _("Correct the marked rows.")
        if not self.rules.is_valid():
            problems[""] = self.rules.first_error()
            return replace(self.ruleset, tables=tables), problems
        rules = {"switches": self.rules.switches(), "limits": self.rules.limits()}
        return replace(self.ruleset, tables=tables, **rules), problems

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
