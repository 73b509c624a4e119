"""Why a hand wins, in at most four steps: what is held, what misleads or is equal, what
decides, which five play."""

from typing import Any

from rules.engine.compare import STEPS, Basis, Decision, Step
from rules.engine.ranking import Category, HandRank
from rules.games.base import PayHand, pay_hand
from trainer.drills.showdown import Showdown, Sprung, decision_against, traps
from trainer.drills.tags import Trap
from trainer.drills.verdicts import Reason


def explain(table: Showdown, given: frozenset[int], chosen: int | None) -> tuple[Reason, ...]:
    """*given* are the seats that were answered.

    The winner is compared with the place *chosen*; the `rival` is named even so. Between a trap
    and equal ranks only one is told: the trap if the answer fell into it or nothing is equal.
    """
    wrong = given - frozenset(table.winners)
    decision = decision_against(table, chosen)
    # Only games without a board have ace-king for a hand of its own.
    ace_king = not table.board
    shown = table.contenders
    named = rival(table, given)
    if named is not None and named not in shown:
        shown = (*shown, named)
    equal = _equal(decision)
    misleads = _misleads(table, shown, wrong)
    fell_in = misleads is not None and misleads.data.get("seat") in wrong
    steps = (
        held(table, shown, ace_king),
        misleads if fell_in or equal is None else equal,
        decides(decision, ace_king),
        _five_play(table, chosen),
    )
    return tuple(step for step in steps if step is not None)


def rival(table: Showdown, given: frozenset[int]) -> int | None:
    """The place to compare the winner with: the strongest that was wrongly chosen, else the
    strongest loser; None if nobody loses."""
    wrong = [place for place in table.comparison.losers if table.seats[place] in given]
    return max(wrong, key=table.rank, default=table.comparison.runner_up)


def held(table: Showdown, shown: tuple[int, ...], ace_king: bool) -> Reason:
    hands = [{"seat": table.seats[place], "rank": table.rank(place)} for place in shown]
    return Reason(
        "hands",
        {
            "hands": hands,
            "all_equal": not table.comparison.losers,
            "others": len(table.seats) - len(shown),
            "ace_king": ace_king,
        },
    )


def _misleads(table: Showdown, shown: tuple[int, ...], wrong: frozenset[int]) -> Reason | None:
    """The board that plays, or a trap: one at a wrongly chosen seat before the others."""
    if table.board and table.comparison.board_plays:
        return Reason("board-plays")
    order = list(Trap)
    sprung = min(
        (trap for trap in traps(table) if trap.place in shown),
        key=lambda trap: (table.seats[trap.place] not in wrong, order.index(trap.trap)),
        default=None,
    )
    return None if sprung is None else trap_reason(table, sprung)


def trap_reason(table: Showdown, sprung: Sprung) -> Reason:
    data: dict[str, Any] = {"ranks": sprung.ranks}
    if sprung.trap is not Trap.IDLE_KICKER:
        data["seat"] = table.seats[sprung.place]
    if sprung.trap is Trap.COUNTERFEIT:
        data["kicker"] = sprung.ranks[0] in table.rank(sprung.place).five_ranks
    return Reason(sprung.trap.kind, data)


def _equal(decision: Decision) -> Reason | None:
    """The steps before the deciding one. A tie has none: there everything is equal."""
    if decision.basis is not Basis.RANK or not decision.equal_steps:
        return None
    best = decision.stronger
    steps = [
        {"step": _step(best.category, step), "rank": best.ranks[step.position]}
        for step in decision.equal_steps
    ]
    return Reason("equal", {"steps": steps})


def decides(decision: Decision, ace_king: bool) -> Reason:
    """The step that separates two hands; *ace_king* as the game names hands."""
    if decision.basis is Basis.TIE:
        return Reason("tie")
    if decision.step is None:
        names = (_named(rank, ace_king) for rank in (decision.stronger, decision.weaker))
        return Reason("category-decides", dict(zip(("high", "low"), names, strict=True)))
    high, low = decision.ranks
    step = _step(decision.stronger.category, decision.step)
    return Reason("rank-decides", {"step": step, "high": high, "low": low})


def _named(rank: HandRank, ace_king: bool) -> PayHand:
    """The name of the category in a game that has ace-king for a name of its own, or not."""
    return pay_hand(rank) if ace_king else PayHand[rank.category.name]


def _step(category: Category, step: Step) -> dict[str, Any]:
    """A step as templates name it; `only` says that its role comes once in the category."""
    only = [other.role for other in STEPS[category]].count(step.role) == 1
    return {"role": step.role.value, "nth": step.nth, "only": only}


def _five_play(table: Showdown, chosen: int | None) -> Reason:
    """The ranks that play, and whether any card of these hands stays out."""
    comparison = table.comparison
    places = [*comparison.winners, *([] if chosen is None else [chosen])]
    return Reason(
        "five-play",
        {
            "shared": len(comparison.winners) > 1,
            "best": comparison.best.rank.five_ranks,
            "next": None if chosen is None else table.rank(chosen).five_ranks,
            "rest": any(table.hands[place].spare for place in places),
        },
    )
