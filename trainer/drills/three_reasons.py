"""Why a hand is a set or trips, and why the board plays or does not."""

from rules.engine.cards import Card
from rules.engine.compare import decide, deciding_cards
from rules.engine.ranking import Category, rank_hand
from rules.games.base import PayHand
from trainer.drills.deals import Deal
from trainer.drills.named_hand import NamedHand, marks
from trainer.drills.named_reasons import aside, code_of_hand
from trainer.drills.showdown import Showdown, is_kicker
from trainer.drills.showdown_reasons import decides
from trainer.drills.threes import (
    BoardPlays,
    Made,
    board_plays,
    hidden_three,
    improved,
    made,
    three_cards,
    three_of,
)
from trainer.drills.verdicts import ErrorCode, Mark, Reason

# --- set or trips ----------------------------------------------------------------------------


def three_code(named: NamedHand, given: Made) -> ErrorCode:
    """What went wrong with a wrong answer: a straight or flush overlooked where three of a kind
    does not play, set and trips mixed up, own cards and board mixed up, or the hand misread."""
    right = made(named)
    if right is Made.NONE and hidden_three(named) is not None:
        return code_of_hand(named.rank.category, Category.THREE_OF_A_KIND)
    if Made.NONE in (right, given):
        return ErrorCode.MISREAD_HAND
    return ErrorCode.OWN_OR_BOARD if Made.BOARD in (right, given) else ErrorCode.SET_AS_TRIPS


def explain_three(named: NamedHand, given: Made) -> tuple[Reason, ...]:
    """Which five play, what they make, where the three of them lie or why they are none."""
    steps = [
        Reason("five-play", {"best": named.rank.five_ranks, "next": None}),
        Reason("makes", {"hand": named.hand, "wheel": named.is_wheel}),
    ]
    rank = three_of(named)
    if rank is None:
        three = PayHand.THREE_OF_A_KIND
        tempted = given is not Made.NONE or three in named.held
        return (*steps, *(aside(named, three, wrong_ranks=False) if tempted else ()))
    right = made(named)
    # Neither is a set or trips: their names come from where the cards lie.
    return (*steps, Reason("three-lies", {"made": right.value, "rank": rank}))


def three_marks(named: NamedHand) -> dict[Card, Mark]:
    """The five play; the three among them decide."""
    found = dict.fromkeys(marks(named), Mark.IDLE) | dict.fromkeys(named.best.five, Mark.PLAYS)
    return found | dict.fromkeys(three_cards(named), Mark.DECIDES)


# --- does the board play ---------------------------------------------------------------------


def board_code(deal: Deal, given: BoardPlays) -> ErrorCode:
    """What went wrong with a wrong answer: kickers overlooked, a better hand overlooked, or own
    cards taken to play that do not."""
    right = board_plays(deal)
    if (given, right) in _TOO_FEW:
        return ErrorCode.OWN_OR_BOARD
    board = rank_hand(deal.board)
    kickers = all(is_kicker(decide(rank, board)) for rank in improved(deal).values())
    return ErrorCode.KICKER if kickers else ErrorCode.MISREAD_HAND


# The board was taken to play for fewer than it does.
_TOO_FEW = (
    (BoardPlays.SOME, BoardPlays.EVERYONE),
    (BoardPlays.NOBODY, BoardPlays.EVERYONE),
    (BoardPlays.NOBODY, BoardPlays.SOME),
)


def explain_board(deal: Deal) -> tuple[Reason, ...]:
    """What the board makes, who has better, and how the weakest of them beats it: that is the
    one which is easiest to overlook."""
    better = improved(deal)
    hands = [{"seat": g.seat, "rank": better.get(g.seat)} for g in deal.players]
    steps = [Reason("board-makes", {"rank": rank_hand(deal.board)})]
    if not better:
        return (*steps, Reason("board-plays"))
    seat = min(better, key=better.__getitem__)
    decision = decide(better[seat], rank_hand(deal.board))
    five = {"best": decision.stronger.five_ranks, "next": decision.weaker.five_ranks}
    steps += [
        Reason("who-beats-board", {"hands": hands}),
        Reason("against-board", {"seat": seat, "decides": decides(decision, ace_king=False)}),
        Reason("five-play", five),
    ]
    return tuple(steps)


def board_marks(deal: Deal, table: Showdown) -> dict[Card, Mark]:
    """What plays in any hand; own cards that beat the board decide."""
    playing = {card for hand in table.hands for card in hand.five}
    found = {card: Mark.PLAYS if card in playing else Mark.IDLE for card in table.board}
    board = rank_hand(deal.board)
    for own, hand in zip(table.own, table.hands, strict=True):
        decisive = deciding_cards(hand, decide(hand.rank, board))
        for card in own:
            plays = Mark.PLAYS if card in hand.five else Mark.IDLE
            found[card] = Mark.DECIDES if card in decisive else plays
    return found
