"""What the joker becomes: what it may be, what it is and why, what the answer would make."""

from rules.engine.cards import Card
from rules.engine.compare import STEPS, Role, decide
from trainer.drills.jokers import IDLE, RANK_OF, JokerHand
from trainer.drills.named_reasons import code_of_hand
from trainer.drills.verdicts import ErrorCode, Mark, Reason

_KICKERS = (Role.KICKER, Role.CARD)


def code(hand: JokerHand, given: str) -> ErrorCode:
    """What went wrong with a wrong answer: whether it plays, a joker of the other kind, a
    straight or flush overlooked, a lower card, or the hand misread."""
    if IDLE in (given, hand.answer):
        return ErrorCode.JOKER_PLAYS
    rank = RANK_OF[given]
    if given == hand.otherwise.answer or not hand.allows(rank):
        return ErrorCode.OTHER_JOKER
    worth = hand.worth_as(rank)
    if worth is None:
        return ErrorCode.MISREAD_HAND
    if worth.category is not hand.rank.category:
        return code_of_hand(hand.rank.category, worth.category)
    step = decide(hand.rank, worth).step
    lower = step is not None and step.position > 0
    kicker = lower and step is not None and STEPS[worth.category][step.position].role in _KICKERS
    return ErrorCode.KICKER if kicker else ErrorCode.WRONG_FIVE


def explain(hand: JokerHand, given: str) -> tuple[Reason, ...]:
    steps = [Reason("joker-rule", {"joker": hand.joking.value}), _becomes(hand)]
    if given not in (hand.answer, IDLE):
        rank = RANK_OF[given]
        worth = hand.worth_as(rank) if hand.allows(rank) else None
        data = {"rank": rank, "allowed": hand.allows(rank), "hand": worth}
        if worth is not None or not hand.allows(rank):
            steps.append(Reason("joker-as", data))
    steps.append(Reason("five-play", {"best": hand.rank.five_ranks, "next": None}))
    return tuple(steps)


def _becomes(hand: JokerHand) -> Reason:
    if hand.stand_in is None:
        return Reason("joker-idle", {"rank": hand.rank})
    return Reason("joker-becomes", {"stand_in": hand.stand_in, "rank": hand.rank})


def marks(hand: JokerHand) -> dict[Card, Mark]:
    """The natural cards that play; the joker has a mark of its own."""
    return {card: Mark.PLAYS if card in hand.best.held else Mark.IDLE for card in hand.natural}


def joker_mark(hand: JokerHand) -> Mark:
    return Mark.IDLE if hand.stand_in is None else Mark.DECIDES
