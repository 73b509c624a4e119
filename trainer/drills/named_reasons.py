"""Why a hand has its name: which five play, what they make or, where the ranks are asked for
and the hand was named rightly, of which ranks, and what misleads or was taken for it; and what
an answer missed."""

from typing import Any, Final

from rules.engine.compare import STEPS, Role
from rules.engine.ranking import STRAIGHT_CATEGORIES, SUITED_CATEGORIES, Category
from rules.games.base import CATEGORY_OF, PayHand
from trainer.drills.answers import HandAnswer
from trainer.drills.named_hand import Lure, NamedHand
from trainer.drills.tags import Trap
from trainer.drills.verdicts import ErrorCode, Reason

# What may have been taken for a hand that is not there.
_TAKEN_FOR: Final[dict[PayHand, tuple[Trap | Lure, ...]]] = {
    PayHand.STRAIGHT: (Trap.WRAP, Trap.FOUR_STRAIGHT),
    PayHand.FLUSH: (Trap.FOUR_FLUSH,),
    PayHand.FULL_HOUSE: (Trap.COUNTERFEIT, Trap.THREE_PAIRS),
    PayHand.STRAIGHT_FLUSH: (Lure.STRAIGHT_FLUSH, Trap.FOUR_FLUSH),
    PayHand.ROYAL_FLUSH: (Lure.STRAIGHT_FLUSH, Trap.FOUR_FLUSH),
}
# What is told of a hand that was named rightly: the first that is there.
_ASIDES: Final[tuple[Trap | Lure, ...]] = (
    Trap.COUNTERFEIT,
    Trap.TWO_TRIPLES,
    Trap.THREE_PAIRS,
    Trap.WRAP,
    Lure.STRAIGHT_FLUSH,
    Lure.SPARE_PAIR,
    Lure.LONG_RUN,
    Lure.ACE_KING,
    Trap.FOUR_FLUSH,
    Trap.FOUR_STRAIGHT,
    Lure.HIGHER_OUTSIDE,
    Lure.LOWER_HAND,
)
# Those of them that mislead about ranks.
_ABOUT_RANKS: Final[tuple[Trap | Lure, ...]] = (
    Trap.COUNTERFEIT,
    Trap.TWO_TRIPLES,
    Trap.THREE_PAIRS,
    Lure.SPARE_PAIR,
    Lure.LONG_RUN,
    Lure.HIGHER_OUTSIDE,
)
# What is in a hand because the hand is: not another one beside it.
_INSIDE: Final[dict[PayHand, tuple[PayHand, ...]]] = {
    PayHand.TWO_PAIR: (PayHand.PAIR,),
    PayHand.THREE_OF_A_KIND: (PayHand.PAIR,),
    PayHand.FULL_HOUSE: (PayHand.PAIR, PayHand.TWO_PAIR, PayHand.THREE_OF_A_KIND),
    PayHand.FOUR_OF_A_KIND: (PayHand.PAIR, PayHand.THREE_OF_A_KIND),
    PayHand.STRAIGHT_FLUSH: (PayHand.STRAIGHT, PayHand.FLUSH),
    PayHand.ROYAL_FLUSH: (PayHand.STRAIGHT, PayHand.FLUSH, PayHand.STRAIGHT_FLUSH),
}
_LOWER_HANDS: Final = (PayHand.THREE_OF_A_KIND, PayHand.TWO_PAIR, PayHand.PAIR)
_OF_ONE_RANK: Final = (Category.PAIR, Category.THREE_OF_A_KIND, Category.FOUR_OF_A_KIND)
_KICKERS: Final = (Role.KICKER, Role.CARD)


def explain(named: NamedHand, answer: HandAnswer, ranks_asked: bool) -> tuple[Reason, ...]:
    five = {"best": named.rank.five_ranks, "next": None}
    by_ranks = ranks_asked and answer.hand is named.hand and named.ranks
    makes = {"hand": named.hand, "wheel": named.is_wheel}
    hand = (
        Reason("ranks", makes | {"steps": _ranks(named)}) if by_ranks else Reason("makes", makes)
    )
    wrong_ranks = bool(answer.ranks) and answer.ranks != named.ranks
    return (Reason("five-play", five), hand, *aside(named, answer.hand, wrong_ranks))


def aside(named: NamedHand, given: PayHand, wrong_ranks: bool) -> list[Reason]:
    """Why it is not the hand that was given, or what may mislead; one reason or none.

    *wrong_ranks* says that the hand was right and was taken to be made of others.
    """
    there = {*named.traps, *named.lures}
    if given is named.hand:
        order = _ABOUT_RANKS + _ASIDES if wrong_ranks else _ASIDES
        return [_told(named, lure) for lure in order if lure in there][:1]
    for lure in _TAKEN_FOR.get(given, ()):
        if lure in there:
            return [_told(named, lure)]
    if given in named.held:
        return [_lower(named, given)]
    # A high card is what is left when nothing else is there.
    return [] if given is PayHand.HIGH_CARD else [Reason("not-made", {"hand": given})]


def _told(named: NamedHand, lure: Trap | Lure) -> Reason:
    if isinstance(lure, Trap):
        ranks = named.traps[lure]
        kicker = lure is Trap.COUNTERFEIT and ranks[0] in named.rank.five_ranks
        return Reason(lure.kind, {"ranks": ranks, "kicker": kicker})
    if lure is Lure.ACE_KING:
        return _lower(named, PayHand.ACE_KING)
    if lure is Lure.LOWER_HAND:
        return _lower(named, next(hand for hand in _LOWER_HANDS if hand in named.held))
    return Reason(lure.value.removeprefix("near-miss:"), {"ranks": named.lures[lure]})


def _lower(named: NamedHand, lower: PayHand) -> Reason:
    """Two hands at once, of which the higher counts, or one that is a part of the other."""
    inside = lower in _INSIDE.get(named.hand, ())
    return Reason("lower-hand", {"lower": lower, "hand": named.hand, "inside": inside})


def _ranks(named: NamedHand) -> list[dict[str, Any]]:
    """The ranks of the full name with their steps, without one where the hand itself says it.

    No more than one kicker is among them.
    """
    alone = named.rank.category in _OF_ONE_RANK
    return [
        {
            "step": None
            if alone and step.position == 0
            else {"role": step.role.value, "nth": step.nth, "only": True},
            "rank": rank,
        }
        for step, rank in zip(STEPS[named.rank.category], named.ranks, strict=False)
    ]


# --- mistakes --------------------------------------------------------------------------------


def code(named: NamedHand, answer: HandAnswer) -> ErrorCode:
    """What went wrong with a wrong answer.

    Another hand: a straight or flush overlooked, or the hand misread. The right hand with other
    ranks: the kicker, ranks that do not make it, or the right ranks the wrong way round.
    """
    if answer.hand is not named.hand:
        return code_of_hand(named.rank.category, CATEGORY_OF[answer.hand])
    if set(answer.ranks) == set(named.ranks):
        return ErrorCode.MISREAD_HAND
    at = next(at for at, rank in enumerate(named.ranks) if rank is not answer.ranks[at])
    kicker = at > 0 and STEPS[named.rank.category][at].role in _KICKERS
    return ErrorCode.KICKER if kicker else ErrorCode.WRONG_FIVE


def code_of_hand(right: Category, given: Category) -> ErrorCode:
    """A hand of another category: a straight or flush overlooked, or the hand misread."""
    if given < right and right in SUITED_CATEGORIES and given not in SUITED_CATEGORIES:
        return ErrorCode.MISSED_FLUSH
    if given < right and right in STRAIGHT_CATEGORIES and given not in STRAIGHT_CATEGORIES:
        return ErrorCode.MISSED_STRAIGHT
    return ErrorCode.MISREAD_HAND
