"""Why these five play: what they are and make, what the five that were chosen make, what
misleads, and where other cards would serve as well."""

from collections.abc import Set

from rules.engine.best import best_five
from rules.engine.cards import Card
from rules.engine.compare import STEPS, Role, decide
from rules.engine.ranking import HandRank, rank_hand
from rules.games.base import PayHand, pay_hand
from trainer.drills.named_hand import NamedHand
from trainer.drills.named_reasons import aside, code_of_hand
from trainer.drills.playing_fives import ranks_alike
from trainer.drills.verdicts import ErrorCode, Mark, Reason

_KICKERS = (Role.KICKER, Role.CARD)


def explain(named: NamedHand, given: Set[Card]) -> tuple[Reason, ...]:
    """At most four steps; *given* are five of the cards."""
    rank = rank_hand(tuple(given))
    right = rank == named.rank
    steps = [
        Reason("five-play", {"best": named.rank.five_ranks, "next": None}),
        Reason("makes", {"hand": named.hand, "wheel": named.is_wheel}),
    ]
    if not right:
        steps.append(Reason("five-chosen", {"rank": rank, "ace_king": named.ace_king}))
    steps += aside(named, _name(named, rank), wrong_ranks=not right)
    if alike := ranks_alike(named):
        steps.append(Reason("alike", {"ranks": alike}))
    return tuple(steps[:4])


def _name(named: NamedHand, rank: HandRank) -> PayHand:
    return pay_hand(rank) if named.ace_king else PayHand[rank.category.name]


def code(named: NamedHand, given: Set[Card]) -> ErrorCode:
    """What went wrong with five cards that are worth less: a straight or flush overlooked, the
    hand misread, or the right hand with a lower kicker or of lower ranks."""
    rank = rank_hand(tuple(given))
    if rank.category is not named.rank.category:
        return code_of_hand(named.rank.category, rank.category)
    step = decide(named.rank, rank).step
    assert step is not None, "five that are worth as much are right"
    lower = step.position > 0 and STEPS[rank.category][step.position].role in _KICKERS
    return ErrorCode.KICKER if lower else ErrorCode.WRONG_FIVE


def marks(named: NamedHand, five: Set[Card]) -> dict[Card, Mark]:
    """Those that play; of a hand with kickers the cards that make it stand out."""
    best = best_five([card for card in named.cards if card in five])
    core = best.core if len(best.core) < 5 else ()
    found = dict.fromkeys(named.cards, Mark.IDLE)
    found |= dict.fromkeys(best.five, Mark.PLAYS)
    return found | dict.fromkeys(core, Mark.DECIDES)
