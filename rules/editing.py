"""What the page of a draft shows beside its forms: values, what has changed, what looks odd."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from rules import sheets
from rules.doubts import doubts
from rules.figures import percent
from rules.forms import DraftEditor
from rules.forms.rows import PayRowForm, PayRowFormSet
from rules.games.base import Game, PayRow, PayTable, TableSlot
from rules.models import Draft, Version
from rules.worth import RowWorth, Worth, difference, named, worths


@dataclass(frozen=True, slots=True)
class Line:
    """One row: its `form`, the `row` that it is read as, None without one, and what it does.

    `errors` are those of the form, `notes` what is worth knowing.
    """

    form: PayRowForm
    row: PayRow | None
    worth: RowWorth | None
    errors: tuple[str, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """One pay table: its `formset`, `lines`, and what its bet is worth; `before` is the worth in
    the version in force, None without one."""

    formset: PayRowFormSet
    lines: tuple[Line, ...]
    worth: Worth
    before: Worth | None
    doubts: tuple[str, ...]

    @property
    def slot(self) -> TableSlot:
        return self.formset.slot

    @property
    def difference(self) -> Fraction | None:
        return difference(self.before, self.worth) if self.before else None


def parts(editor: DraftEditor, draft: Draft, live: Version | None) -> dict[str, Any]:
    """The context: `parts`; `computing` if some values are still to come; and in `said` what
    has been worked out, for those who hear it."""
    game, (ruleset, problems) = editor.game, editor.typed()
    in_force = live and sheets.readable(live)
    known = worths(game, ruleset)
    found = {bet: _readable(game, bet, worth, problems) for bet, worth in known.items()}
    before = worths(game, in_force) if in_force else {}
    odd = doubts(game, ruleset, sheets.other_tables(draft.house, game), found)
    made = []
    for formset in editor.tables:
        slot = formset.slot
        stored = in_force.tables.get(slot.key) if in_force else None
        part = Part(
            formset,
            tuple(_lines(formset, found[slot.bet], stored)),
            found[slot.bet],
            before.get(slot.bet),
            () if slot.key in problems else tuple(odd[slot.key]),
        )
        made.append(part)
    waiting = any(worth.computing for worth in (*found.values(), *before.values()))
    return {"parts": made, "computing": waiting, "said": _said(game, found), "live": live}


def _readable(game: Game, bet: str, worth: Worth, problems: Mapping[str, str]) -> Worth:
    """*worth*, unless something that it rests on cannot be read."""
    of_bet = [slot.key for slot in game.tables if slot.bet == bet]
    for key in (*of_bet, ""):
        if key in problems:
            return Worth(missing=problems[key])
    return worth


def _lines(formset: PayRowFormSet, worth: Worth, stored: PayTable | None) -> Iterator[Line]:
    before = {row.key: row for row in stored.rows} if stored else {}
    for form, row in zip(formset.forms, formset.rows(), strict=True):
        if row is None:
            yield Line(form, None, None, formset.errors_of(form), ())
            continue
        value = worth.rows.get((formset.slot.key, row.key))
        notes = [form.reading(), _changed(row, before.get(row.key)) if stored else ""]
        yield Line(form, row, value, (), tuple(filter(None, notes)))


def _changed(row: PayRow, before: PayRow | None) -> str:
    if before is None:
        return pgettext("pay row", "new")
    if before.ratio != row.ratio:
        return pgettext("pay row", "was %(odds)s") % {"odds": before.ratio}
    return ""


def _said(game: Game, found: Mapping[str, Worth]) -> str:
    known = [
        f"{_(named(game, bet, worth))} {percent(worth.edge)}"
        for bet, worth in found.items()
        if worth.edge is not None
    ]
    return _("House edge: %(edges)s.") % {"edges": ", ".join(known)} if known else ""
