"""Three of a kind in a best hand, and for whom a board plays."""

from enum import StrEnum

from rules.engine.cards import Card, Rank
from rules.engine.compare import decide
from rules.engine.ranking import Category, HandRank, rank_hand
from trainer.drills.deals import Deal
from trainer.drills.named_hand import NamedHand, named_hand
from trainer.drills.showdown import is_kicker

_WITH_THREE = (Category.THREE_OF_A_KIND, Category.FULL_HOUSE)


class Made(StrEnum):
    """Where the three of a kind of the best five comes from; the value is the tag."""

    SET = "set"
    TRIPS = "trips"
    BOARD = "three-on-board"
    NONE = "no-three"


class BoardPlays(StrEnum):
    """For whom the board plays; the value is the tag."""

    EVERYONE = "board-plays"
    SOME = "board-plays-for-some"
    NOBODY = "board-plays-for-nobody"


def three_of(named: NamedHand) -> Rank | None:
    """The rank of which the best five hold three, with a pair beside it or without."""
    return named.rank.ranks[0] if named.rank.category in _WITH_THREE else None


def made(named: NamedHand) -> Made:
    rank = three_of(named)
    if rank is None:
        return Made.NONE
    own = sum(card.rank is rank for card in named.own)
    return (Made.BOARD, Made.TRIPS, Made.SET)[own]


def three_cards(named: NamedHand) -> tuple[Card, ...]:
    rank = three_of(named)
    return tuple(card for card in named.cards if card.rank is rank)


def improved(deal: Deal) -> dict[int, HandRank]:
    """By seat the hands that are better than the board."""
    board = rank_hand(deal.board)
    found = {group.seat: rank_hand(deal.board + group.cards) for group in deal.players}
    return {seat: rank for seat, rank in found.items() if rank > board}


def board_plays(deal: Deal) -> BoardPlays:
    better = improved(deal)
    if not better:
        return BoardPlays.EVERYONE
    return BoardPlays.SOME if len(better) < len(deal.players) else BoardPlays.NOBODY


def asks_for_set(deal: Deal) -> bool:
    """Whether one player’s three of a kind is asked for, not the board of several."""
    return len(deal.players) == 1


def three_tags(deal: Deal) -> frozenset[str]:
    if not asks_for_set(deal):
        board = rank_hand(deal.board)
        kicker = any(is_kicker(decide(rank, board)) for rank in improved(deal).values())
        return frozenset({board_plays(deal).value} | ({"kicker"} if kicker else set()))
    named = named_hand(deal)
    found = {made(named).value}
    if named.rank.category is Category.FULL_HOUSE:
        found.add("full-house")
    if hidden_three(named) is not None:
        found.add("lower-hand")
    return frozenset(found)


def hidden_three(named: NamedHand) -> Rank | None:
    """A rank of which the cards hold three that do not play: a straight or flush is better."""
    if named.rank.category not in (Category.STRAIGHT, Category.FLUSH):
        return None
    ranks = [card.rank for card in named.cards]
    return next((rank for rank in ranks if ranks.count(rank) == 3), None)


def is_askable(deal: Deal) -> bool:
    """Four of a kind holds three in more than one way."""
    return not asks_for_set(deal) or named_hand(deal).rank.category is not Category.FOUR_OF_A_KIND
