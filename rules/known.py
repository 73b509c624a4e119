"""What stands on the page “How we know”: the claims with the latest run; reads only."""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext

from rules.engine import ENGINE_VERSION
from rules.engine.ranking import Category
from rules.figures import count_text, decimal_text, percent
from rules.games.base import SCHEMA, PayHand
from rules.models import ProofRun
from rules.naming import category_name, pay_hand_name
from rules.proof import GROUPS
from rules.proof.base import Claim, Group, Unit
from rules.proof.judges import JUDGES
from rules.proof.sources import Source


@dataclass(frozen=True, slots=True)
class Row:
    """A claim and what the run found; `found` is empty and `agrees` None if it was not tried.

    `source` is None where it is that of the table.
    """

    title: str
    expected: str
    found: str
    agrees: bool | None
    source: Source | None


@dataclass(frozen=True, slots=True)
class Table:
    group: Group
    source: Source
    rows: tuple[Row, ...]

    @property
    def tried(self) -> int:
        return sum(row.agrees is not None for row in self.rows)

    @property
    def agree(self) -> int:
        return sum(row.agrees is True for row in self.rows)

    @property
    def mixed(self) -> bool:
        return any(row.source for row in self.rows)

    @property
    def differs(self) -> bool:
        return any(row.agrees is False for row in self.rows)


def how_we_know() -> dict[str, Any]:
    """`changed` says that the run was another version of the program's."""
    run = ProofRun.objects.last()
    tables = [_table(group, run.results if run else {}) for group in GROUPS]
    return {
        "run": run,
        "changed": run is not None and (run.engine, run.schema) != (ENGINE_VERSION, SCHEMA),
        "seconds": run and decimal_text(Fraction(run.took_ms, 1000), 1),
        "tables": tables,
        "tried": sum(table.tried for table in tables),
        "agree": sum(table.agree for table in tables),
        "untried": sum(len(table.rows) - table.tried for table in tables),
        "judges": JUDGES,
    }


def _table(group: Group, results: dict[str, Any]) -> Table:
    """Its source is that of most claims."""
    [(source, _)] = Counter(claim.source for claim in group.claims).most_common(1)
    rows = (_row(claim, results.get(claim.key), source) for claim in group.claims)
    return Table(group, source, tuple(rows))


def _row(claim: Claim, result: dict[str, Any] | None, usual: Source) -> Row:
    # A claim that has changed since the run was not tried.
    tried = result is not None and result["expected"] == claim.expected
    return Row(
        title=claim_title(claim),
        expected=_text(claim, Fraction(claim.expected)),
        found=_text(claim, claim.rounded(Fraction(result["found"]))) if tried else "",
        agrees=result["agrees"] if tried else None,
        source=None if claim.source == usual else claim.source,
    )


def claim_title(claim: Claim) -> str:
    """In the reader's language, beginning with a capital letter."""
    if claim.hands:
        title = " + ".join(map(_hand_name, claim.hands))
        return title[:1].upper() + title[1:]
    words = {
        name: count_text(word) if isinstance(word, int) else word
        for name, word in claim.words.items()
    }
    return gettext(claim.title) % words


def _hand_name(hand: Category | PayHand) -> str:
    return category_name(hand) if isinstance(hand, Category) else pay_hand_name(hand)


def _text(claim: Claim, value: Fraction) -> str:
    """A value in the unit of the claim, with its decimals."""
    if claim.unit is Unit.PERCENT:
        return percent(value / 100, claim.digits)
    if claim.unit is Unit.ANTES or value.denominator != 1:
        return decimal_text(value, claim.digits)
    return f"{'−' if value < 0 else ''}{count_text(abs(int(value)))}"
