"""The rows of a pay table."""

import re
from collections.abc import Iterator
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from rules.engine.cards import Rank
from rules.forms.fields import InLanguage, OddsField
from rules.games.base import Bound, PayHand, PayRow, PayTable, TableSlot
from rules.games.checks import disputed, leading_ranks
from rules.games.odds import format_odds
from rules.games.whole import MOST_ROWS
from rules.naming import pay_hand_name, pay_row_name, rank_name

_HANDS: Final = {hand.key: hand for hand in PayHand}
_RANKS: Final = {rank.letter: rank for rank in Rank}
_DECIMAL: Final = re.compile(r"(\d{1,3})[.,](\d{1,2})", re.ASCII)


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
    hand = forms.ChoiceField(
        label=gettext_lazy("Hand"),
        choices=InLanguage(_hand_choices),
        error_messages={"required": gettext_lazy("Choose the hand that is paid.")},
    )
    rank = forms.ChoiceField(
        label=gettext_lazy("Rank"), choices=InLanguage(_rank_choices), required=False
    )
    bound = forms.ChoiceField(
        label=gettext_lazy("Covers"), choices=InLanguage(_bound_choices), initial=Bound.EXACT.value
    )
    pays = OddsField(
        label=gettext_lazy("Pays, to one"),
        widget=forms.TextInput(attrs={"size": 8, "autocomplete": "off"}),
        error_messages={"required": gettext_lazy("Write what this hand pays, or remove the row.")},
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

    def reading(self) -> str:
        """How a decimal is read, where it is easily taken for odds; else nothing."""
        typed = str(self["pays"].value() or "").strip()
        pays = self.cleaned_data.get("pays") if self.is_bound and self.is_valid() else None
        match = _DECIMAL.fullmatch(typed)
        if pays is None or match is None or self.cleaned_data.get("fixed"):
            return ""
        names = {"typed": typed, "odds": format_odds(pays), "left": match[1], "right": match[2]}
        if pays.denominator == 1 or int(match[1]) <= int(match[2]):
            return _("%(typed)s is read as %(odds)s.") % names
        return (
            _("%(typed)s is read as %(odds)s. For %(left)s to %(right)s write %(left)s:%(right)s.")
            % names
        )

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
    stored: tuple[PayRow, ...]

    def filled_forms(self) -> Iterator[PayRowForm]:
        """Valid forms with a row, except those marked for removal."""
        for form in self.forms:
            removed = self._should_delete_form(form)
            if form.has_changed() and not removed and form.is_valid():
                yield form

    def errors_of(self, form: PayRowForm) -> tuple[str, ...]:
        """All of them, none of a row that is marked for removal."""
        if not self.is_bound or self._should_delete_form(form):
            return ()
        # Of the whole formset, which marks rows as it compares them.
        self.is_valid()
        return tuple(text for errors in form.errors.values() for text in errors)

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

    def rows(self) -> list[PayRow | None]:
        """Of each form its row, None where there is none to be read."""
        if not self.is_bound:
            return [*self.stored, *[None] * (len(self.forms) - len(self.stored))]
        filled = set(self.filled_forms())
        return [form.value() if form in filled else None for form in self.forms]

    def table(self) -> PayTable:
        """The table as typed. Only of a valid formset."""
        rows = tuple(form.value() for form in self.filled_forms())
        return PayTable(rows, self.slot.default.otherwise)


PayRows: Final = forms.formset_factory(
    PayRowForm,
    formset=PayRowFormSet,
    extra=2,
    can_delete=True,
    max_num=MOST_ROWS,
    absolute_max=MOST_ROWS,
    validate_max=True,
)


def typed(row: PayRow) -> dict[str, Any]:
    """The row as initial values of its form."""
    return {
        "hand": row.hand.key,
        "rank": row.rank.letter if row.rank else "",
        "bound": row.bound.value,
        "pays": row.ratio if row.fixed else row.pays,
        "fixed": row.fixed,
    }
