"""How much help stands beside a question, as data."""

from dataclasses import dataclass
from typing import Final

from rules.engine.text import gettext_noop
from trainer.models import Help


@dataclass(frozen=True, slots=True)
class Helping:
    """`hint` and `rules`, the drawer with the pay table or the order of hands, are there or not,
    and may lie open from the start. With `target` a slow answer is told so, with `target_shown`
    the target stands beside the clock."""

    help: Help
    summary: str
    hint: bool = False
    hint_open: bool = False
    rules: bool = True
    rules_open: bool = False
    target: bool = True
    target_shown: bool = False


HELPINGS: Final = {
    each.help: each
    for each in (
        Helping(
            Help.LEARN,
            gettext_noop("How to go about it and the table lie open. Nobody counts the seconds."),
            hint=True,
            hint_open=True,
            rules_open=True,
            target=False,
        ),
        Helping(Help.GUIDED, gettext_noop("Hint and table are one tap away."), hint=True),
        Helping(Help.PRACTICE, gettext_noop("The table is one tap away, hints are gone.")),
        Helping(
            Help.TABLE_READY,
            gettext_noop("As at the table: no hint, no table, and the target beside the clock."),
            rules=False,
            target_shown=True,
        ),
    )
}


def helping(key: str) -> Helping:
    return HELPINGS[Help(key)]
