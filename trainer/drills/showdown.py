"""The hands of a deal compared, and the traps that they set."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from rules.engine.best import BestHand
from rules.engine.cards import Card, Rank
from rules.engine.compare import (
    Basis,
    Comparison,
    Decision,
    Role,
    compare,
    compare_with_board,
    deciding_cards,
)
from rules.engine.ranking import STRAIGHT_CATEGORIES, HandRank
from trainer.drills.deals import Deal
from trainer.drills.tags import Trap, category_tag, counterfeited, surplus, unmade
from trainer.drills.verdicts import Mark

DEALER: Final = -1


@dataclass(frozen=True, slots=True)
class Showdown:
    """Every hand of a deal by place: players in seat order, then the dealer if there is one.

    `seats` gives the seat of each place, `own` its cards without the board.
    """

    seats: tuple[int, ...]
    own: tuple[tuple[Card, ...], ...]
    comparison: Comparison

    @property
    def board(self) -> tuple[Card, ...]:
        return self.comparison.board

    @property
    def hands(self) -> tuple[BestHand, ...]:
        return self.comparison.hands

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that win, in the order of places."""
        return tuple(self.seats[place] for place in self.comparison.winners)

    @property
    def contenders(self) -> tuple[int, ...]:
        """Places of the winners and of the strongest loser."""
        runner_up = self.comparison.runner_up
        return self.comparison.winners + (() if runner_up is None else (runner_up,))

    def cards(self, place: int) -> tuple[Card, ...]:
        return self.board + self.own[place]

    def rank(self, place: int) -> HandRank:
        return self.hands[place].rank


def showdown(deal: Deal) -> Showdown:
    players = deal.players
    seats = tuple(group.seat for group in players)
    own = tuple(group.cards for group in players)
    if deal.dealer:
        seats, own = (*seats, DEALER), (*own, deal.dealer)
    if deal.board:
        return Showdown(seats, own, compare_with_board(deal.board, own))
    return Showdown(seats, own, compare(own))


# --- traps -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Sprung:
    """A trap at a place, with the cards or ranks that mislead."""

    trap: Trap
    place: int
    ranks: tuple[Rank, ...]


def traps(table: Showdown) -> Iterator[Sprung]:
    """All traps of a showdown, place by place."""
    best = table.comparison.best.rank
    for place in table.comparison.losers:
        found = unmade(table.cards(place), table.own[place], table.rank(place), best.category)
        for trap, cards in found.items():
            yield Sprung(trap, place, tuple(card.rank for card in cards))
    for place in table.contenders:
        for trap, ranks in surplus(table.cards(place), table.rank(place)).items():
            yield Sprung(trap, place, ranks)
    for place, own in enumerate(table.own):
        if counterfeited(own, table.rank(place)):
            yield Sprung(Trap.COUNTERFEIT, place, tuple(card.rank for card in own))
    yield from _idle_kickers(table)


def _idle_kickers(table: Showdown) -> Iterator[Sprung]:
    """Two winners with one rank in common whose other cards differ and do not play."""
    playing = table.comparison.best.rank.five_ranks
    for one, other in combinations(table.comparison.winners, 2):
        if len(table.own[one]) != 2 or len(table.own[other]) != 2:
            continue
        mine, theirs = ({card.rank for card in table.own[place]} for place in (one, other))
        if len(mine & theirs) == 1 and mine != theirs and not (mine ^ theirs) & set(playing):
            yield Sprung(Trap.IDLE_KICKER, one, tuple(sorted(mine ^ theirs, reverse=True)))


# --- tags ------------------------------------------------------------------------------------


def is_kicker(decision: Decision) -> bool:
    """Whether a kicker decides, or any card of a high card or flush after the first."""
    step = decision.step
    return step is not None and (
        step.role is Role.KICKER or (step.role is Role.CARD and step.nth > 1)
    )


def showdown_tags(table: Showdown) -> frozenset[str]:
    comparison = table.comparison
    best = comparison.best.rank
    found = {category_tag(best.category)} | {sprung.trap.value for sprung in traps(table)}
    if len(comparison.winners) > 1:
        found.add("tie")
    if comparison.board_plays and table.board:
        found.add("board-plays")
    if comparison.decision.basis is Basis.RANK:
        found.add("same-category")
    if is_kicker(comparison.decision):
        found.add("kicker")
    contending = [table.rank(place) for place in table.contenders]
    if any(
        rank.category in STRAIGHT_CATEGORIES and rank.ranks == (Rank.FIVE,) for rank in contending
    ):
        found.add("wheel")
    if not table.board:
        found |= _five_or_six_tags(table, contending)
    return frozenset(found)


def _five_or_six_tags(table: Showdown, contending: Iterable[HandRank]) -> set[str]:
    """Tags of Russian poker: ace-king among the hands, a bought card that plays or not."""
    found = {"ace-king"} if any(rank.is_ace_king for rank in contending) else set()
    if len(table.own[0]) == 6:
        plays = table.own[0][-1] in table.hands[0].five
        found.add("sixth-card" if plays else "idle-sixth-card")
    return found


# --- marks -----------------------------------------------------------------------------------


def decision_against(table: Showdown, place: int | None) -> Decision:
    """Winner against the hand at *place*, against the strongest loser for None."""
    if place is None:
        return table.comparison.decision
    return table.comparison.against(place)


def marks(table: Showdown, decision: Decision) -> dict[Card, Mark]:
    """What every card does in its own hand; a board card in either of the hands compared."""
    deciding: set[Card] = set()
    playing: set[Card] = set()
    for place, hand in enumerate(table.hands):
        compared = hand.rank in (decision.stronger, decision.weaker)
        mine = table.cards(place) if compared else table.own[place]
        deciding.update(card for card in deciding_cards(hand, decision) if card in mine)
        playing.update(hand.playing(mine))
    return {
        card: Mark.DECIDES if card in deciding else Mark.PLAYS if card in playing else Mark.IDLE
        for group in (table.board, *table.own)
        for card in group
    }
