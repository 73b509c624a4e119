"""Why hands stand in this order: all of them by place, what misleads or is equal, the two that
were confused or are closest, which five play."""

from collections.abc import Sequence

from rules.engine.compare import Basis, Decision
from trainer.drills.ordered import Ordered, Pair
from trainer.drills.showdown import Showdown, is_kicker, traps
from trainer.drills.showdown_reasons import decides, trap_reason
from trainer.drills.tags import Trap
from trainer.drills.verdicts import ErrorCode, Reason


def told_pair(found: Ordered, given: Sequence[int]) -> Pair:
    """Two hands, the stronger first: the first that *given* confuses, those nearest to the top
    first; where nothing is confused the two neighbours that are closest."""
    for pair in found.pairs():
        if _relation(found.places, pair) != _relation(given, pair):
            return pair
    return max(found.neighbours(), key=lambda pair: _closeness(found.between(*pair)))


def _relation(places: Sequence[int], pair: Pair) -> int:
    """−1 if the first hand of *pair* stands before the second, 0 beside it, 1 after it."""
    one, other = (places[hand] for hand in pair)
    return (one > other) - (one < other)


def _closeness(decision: Decision) -> int:
    """The later the step that decides, the closer; a tie is closest of all."""
    if decision.basis is Basis.TIE:
        return 6
    return 0 if decision.step is None else 1 + decision.step.position


def code(found: Ordered, given: Sequence[int]) -> ErrorCode:
    """What went wrong with wrong places: all upside down, equal hands parted and nothing else,
    a kicker overlooked, or a hand misread."""
    if len(set(given)) > 1 and tuple(given) == _upside_down(found.places):
        return ErrorCode.UPSIDE_DOWN
    confused = [p for p in found.pairs() if _relation(found.places, p) != _relation(given, p)]
    if all(_relation(found.places, pair) == 0 for pair in confused):
        return ErrorCode.MISSED_TIE
    unequal = (pair for pair in confused if _relation(found.places, pair))
    kickers = all(is_kicker(found.between(*pair)) for pair in unequal)
    return ErrorCode.KICKER if kickers else ErrorCode.MISREAD_HAND


def _upside_down(places: Sequence[int]) -> tuple[int, ...]:
    return tuple(max(places) + 1 - place for place in places)


def explain(found: Ordered, given: Sequence[int], pair: Pair) -> tuple[Reason, ...]:
    """Three steps or four; *pair* are the two hands whose comparison is told."""
    table, decision = found.table, found.between(*pair)
    raised = [table.seats[hand] for hand in pair if given[hand] < found.places[hand]]
    steps = [
        _in_order(found),
        _misleads(found.duel(*pair), raised),
        _against(table, pair, decision),
    ]
    return tuple(step for step in (*steps, _five_play(found, pair)) if step is not None)


def _in_order(found: Ordered) -> Reason:
    table = found.table
    places = [
        {"seats": [table.seats[hand] for hand in hands], "rank": found.ranks[hands[0]]}
        for hands in found.by_place
    ]
    return Reason("in-order", {"places": places, "ace_king": not table.board})


def _misleads(duel: Showdown, raised: Sequence[int]) -> Reason | None:
    """A trap at one of the two hands, at a seat that was put too high before the other."""
    order = list(Trap)
    sprung = min(
        traps(duel),
        key=lambda trap: (duel.seats[trap.place] not in raised, order.index(trap.trap)),
        default=None,
    )
    return None if sprung is None else trap_reason(duel, sprung)


def _against(table: Showdown, pair: Pair, decision: Decision) -> Reason:
    """Which two, and what parts them or that nothing does."""
    one, other = (table.seats[hand] for hand in pair)
    step = decides(decision, ace_king=not table.board)
    return Reason("against", {"one": one, "other": other, "decides": step})


def _five_play(found: Ordered, pair: Pair) -> Reason:
    one, other = (found.ranks[hand].five_ranks for hand in pair)
    rest = any(found.table.hands[hand].spare for hand in pair)
    alike = one == other
    return Reason("five-play", {"best": one, "next": None if alike else other, "rest": rest})
