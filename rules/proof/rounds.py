"""Russian poker played in a fixed way: five cards against five, nothing bought."""

from collections.abc import Iterable
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from functools import partial
from math import comb
from typing import TYPE_CHECKING, Final

from rules.engine.text import gettext_noop
from rules.games.base import Ruleset
from rules.games.russian_poker import GAME, settle
from rules.games.settlement import Ending
from rules.proof.base import Claim, Group, Unit
from rules.proof.sources import REFERENCE, TEXTBOOK

if TYPE_CHECKING:
    from rules.proof.five_against_five import Outcome

_ONE: Final = Decimal(1)


def _outcomes() -> tuple["Outcome", ...]:
    from rules.proof.five_against_five import outcomes

    return outcomes()


def _rules(ante_on_win: str) -> Ruleset:
    default = GAME.default_ruleset()
    return replace(default, switches={**default.switches, "ante_on_win": ante_on_win})


def _edge(ante_on_win: str, folds: bool) -> Fraction:
    """Of one who bets on every hand, or *folds* what is below ace-king."""
    rules = _rules(ante_on_win)
    bets = {"ante": _ONE, "bet": 2 * _ONE}
    won = Fraction(0)
    for one in _outcomes():
        if folds and not one.combinations:
            folded = replace(one.example, folded=True)
            result = settle(folded, {"ante": _ONE}, rules).result
        else:
            result = settle(one.example, bets, rules).result
        won += one.rounds * result
    return -won / _all_rounds()


def _share(ending: Ending) -> Fraction:
    outcomes = _outcomes()
    return Fraction(_all(one for one in outcomes if one.ending is ending), _all(outcomes))


def _all_rounds() -> int:
    return _all(_outcomes())


def _all(outcomes: Iterable["Outcome"]) -> int:
    return sum(one.rounds for one in outcomes)


def _percent(key: str, expected: str, compute: "partial[Fraction]", title: str) -> Claim:
    return Claim(key, expected, REFERENCE, compute, Unit.PERCENT, title)


GROUPS: Final = (
    Group(
        "russian-rounds",
        gettext_noop("Russian poker without strategy"),
        gettext_noop(
            "Five cards against five in all deals; nothing is bought or exchanged, second "
            "combinations are paid. House edges are of the ante."
        ),
        (
            Claim(
                "russian-all",
                str(comb(52, 5) * comb(47, 5)),
                TEXTBOOK,
                _all_rounds,
                title=gettext_noop("All rounds"),
            ),
            _percent(
                "russian-no-game",
                "43.681319",
                partial(_share, Ending.NO_GAME),
                gettext_noop("The dealer has no game"),
            ),
            _percent(
                "russian-win",
                "15.872436",
                partial(_share, Ending.WIN),
                gettext_noop("The player wins against game"),
            ),
            _percent(
                "russian-tie",
                "0.001831",
                partial(_share, Ending.TIE),
                gettext_noop("A tie with game"),
            ),
            _percent(
                "russian-loss",
                "40.444414",
                partial(_share, Ending.LOSS),
                gettext_noop("The player loses against game"),
            ),
            _percent(
                "russian-always-push",
                "30.020781",
                partial(_edge, "push", False),
                gettext_noop("Bet on every hand, the ante is returned on a win: house edge"),
            ),
            _percent(
                "russian-always-pay",
                "14.148345",
                partial(_edge, "pay", False),
                gettext_noop("Bet on every hand, the ante pays on a win: house edge"),
            ),
            _percent(
                "russian-folds-push",
                "19.095506",
                partial(_edge, "push", True),
                gettext_noop(
                    "Bet with ace-king or better, the ante is returned on a win: house edge"
                ),
            ),
            _percent(
                "russian-folds-pay",
                "3.223070",
                partial(_edge, "pay", True),
                gettext_noop("Bet with ace-king or better, the ante pays on a win: house edge"),
            ),
        ),
    ),
)
