"""Why a low is the better one: how lows rank here, which lows are held, what decides."""

from rules.engine.cards import Card
from rules.engine.compare import Basis, Decision, deciding_cards
from rules.engine.lowball import Low
from rules.engine.ranking import Category
from rules.engine.variants import HandRules
from trainer.drills.lows import LowDuel, Winner, winner_as_high, winner_by, winner_from_below
from trainer.drills.showdown_reasons import decides
from trainer.drills.verdicts import ErrorCode, Mark, Reason


def code(duel: LowDuel, given: Winner) -> ErrorCode:
    """What went wrong with a wrong answer, the first that explains it: the qualifier misjudged,
    a tie missed, another ranking, cards compared from below, high hands compared."""
    if Winner.NOBODY in (given, duel.winner) or None in _seats_given(duel, given):
        return ErrorCode.LOW_QUALIFIES
    if duel.winner is Winner.TIE:
        return ErrorCode.MISSED_TIE
    if not duel.qualifies and given in _elsewhere(duel):
        return ErrorCode.OTHER_LOW
    if given is winner_from_below(duel):
        return ErrorCode.LOW_FROM_BELOW
    return ErrorCode.LOW_AS_HIGH if given is winner_as_high(duel) else ErrorCode.MISREAD_HAND


def _seats_given(duel: LowDuel, given: Winner) -> list[object]:
    """What counts at the seats that were answered, None where nothing does."""
    seats = {Winner.LEFT: (0,), Winner.RIGHT: (1,), Winner.TIE: (0, 1)}.get(given, ())
    return [duel.counting[seat] for seat in seats]


def _elsewhere(duel: LowDuel) -> set[Winner]:
    """Who wins under the other rankings."""
    return {winner_by(duel, HandRules(low)) for low in Low if low is not duel.system}


def explain(duel: LowDuel) -> tuple[Reason, ...]:
    rule = Reason("low-rule", {"system": duel.system.value, "eight": duel.qualifies})
    hands = [
        {
            "seat": seat,
            "rank": rank,
            "ranks": rank.five_ranks,
            "named": rank.category is not Category.HIGH_CARD,
            "counts": duel.counting[seat] is not None,
        }
        for seat, rank in enumerate(duel.ranks)
    ]
    return (rule, Reason("lows", {"hands": hands}), _ends(duel))


def _ends(duel: LowDuel) -> Reason:
    if duel.winner is Winner.NOBODY:
        return Reason("no-low")
    counting = [seat for seat in (0, 1) if duel.counting[seat] is not None]
    if len(counting) == 1:
        return Reason("only-low", {"seat": counting[0]})
    decision = duel.decision
    if decision.basis is Basis.CATEGORY:
        high, low = decision.weaker.category, decision.stronger.category
        return Reason("low-category-decides", {"low": low, "high": high})
    told = decides(decision, ace_king=False)
    return told if decision.basis is Basis.TIE else Reason("low-rank-decides", told.data)


def marks(duel: LowDuel) -> dict[Card, Mark]:
    """What plays in either low, and what decides between two that count."""
    both = all(hand is not None for hand in duel.counting)
    decision: Decision | None = duel.decision if both else None
    playing: set[Card] = set()
    deciding: set[Card] = set()
    for seat, low in enumerate(duel.lows):
        if duel.counting[seat] is None:
            continue
        playing.update(low.five)
        if decision is not None and decision.step is not None:
            deciding.update(deciding_cards(low, decision))
    cards = [card for cards in (duel.board, *duel.own) for card in cards]
    return {
        card: Mark.DECIDES if card in deciding else Mark.PLAYS if card in playing else Mark.IDLE
        for card in cards
    }
