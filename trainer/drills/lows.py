"""Two low hands compared: by which rules, and who is right under which others."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from rules.engine.best import BestHand
from rules.engine.cards import Card, Rank
from rules.engine.compare import Basis, Decision, decide
from rules.engine.lowball import Low, LowRank, best_low_with_board
from rules.engine.ranking import STRAIGHT_CATEGORIES, SUITED_CATEGORIES, Category
from rules.engine.variants import HIGH, HandRules, contest
from trainer.drills.deals import Deal

SYSTEM: Final = "low"
"""The fact of a deal that names how low hands rank, as `Low` does."""
QUALIFIER: Final = "qualifier"
"""The fact that names the highest card of a low that counts, as its letter; absent for none."""
EIGHT: Final = "8"


class Winner(StrEnum):
    """Who is right: one of two seats, both, or nobody."""

    LEFT = "left"
    TIE = "tie"
    RIGHT = "right"
    NOBODY = "nobody"


@dataclass(frozen=True)
class LowDuel:
    """Two hands by seat; `lows` without regard to the qualifier, `counting` with None for one
    that does not qualify."""

    system: Low
    qualifies: bool
    board: tuple[Card, ...]
    own: tuple[tuple[Card, ...], ...]
    lows: tuple[BestHand, ...]
    counting: tuple[BestHand | None, ...]
    winner: Winner

    @property
    def ranks(self) -> tuple[LowRank, ...]:
        return tuple(low.rank for low in self.lows if isinstance(low.rank, LowRank))

    @property
    def decision(self) -> Decision:
        """The two lows against each other, whether they count or not."""
        return decide(*self.ranks)

    @property
    def winners(self) -> tuple[int, ...]:
        return _SEATS[self.winner]


_SEATS: Final = {
    Winner.LEFT: (0,),
    Winner.RIGHT: (1,),
    Winner.TIE: (0, 1),
    Winner.NOBODY: (),
}
WINNERS: Final = {seats: winner for winner, seats in _SEATS.items()}


def low_duel(deal: Deal) -> LowDuel:
    """Raises: KeyError: if the deal does not say how low hands rank."""
    system = Low(deal.fact(SYSTEM))
    qualifier = Rank.EIGHT if QUALIFIER in dict(deal.facts) else None
    own = tuple(group.cards for group in deal.players)
    found = contest(own, HandRules(system, qualifier), deal.board)
    lows = tuple(best_low_with_board(deal.board, cards, system) for cards in own)
    return LowDuel(
        system, qualifier is not None, deal.board, own, lows, found.hands, WINNERS[found.winners]
    )


def winner_by(duel: LowDuel, rules: HandRules) -> Winner:
    """Who would win under other rules."""
    return WINNERS[contest(duel.own, rules, duel.board).winners]


def winner_as_high(duel: LowDuel) -> Winner:
    return winner_by(duel, HIGH)


def winner_from_below(duel: LowDuel) -> Winner:
    """Who would win if the lowest cards were compared first."""
    rising = [sorted(map(duel.system.height, rank.five_ranks)) for rank in duel.ranks]
    if rising[0] == rising[1]:
        return Winner.TIE
    return Winner.LEFT if rising[0] < rising[1] else Winner.RIGHT


# --- tags ------------------------------------------------------------------------------------


def low_tags(deal: Deal) -> frozenset[str]:
    """What it takes to see who is right."""
    duel = low_duel(deal)
    found = {f"low:{duel.system.value}"}
    if duel.qualifies:
        found.add("eight-or-better")
    if duel.winner is Winner.TIE:
        found.add("tie")
    if duel.winner is Winner.NOBODY:
        found.add("no-low")
    if any(rank.category in STRAIGHT_CATEGORIES | SUITED_CATEGORIES for rank in duel.ranks):
        found.add("straight-or-flush")
    if any(rank.category is Category.PAIR for rank in duel.ranks):
        found.add("pair")
    if any(Rank.ACE in rank.five_ranks for rank in duel.ranks):
        found.add("ace")
    if duel.winner is not Winner.NOBODY and winner_from_below(duel) is not duel.winner:
        found.add("from-below")
    if any(_counterfeited(duel, seat) for seat in (0, 1)):
        found.add("counterfeit")
    if duel.decision.basis is Basis.RANK and _position(duel) >= 1:
        found.add("close")
    return frozenset(found)


def _position(duel: LowDuel) -> int:
    step = duel.decision.step
    return 0 if step is None else step.position


def _counterfeited(duel: LowDuel, seat: int) -> bool:
    """Whether a card of the hand, low enough to play, lies on the board too."""
    on_board = {card.rank for card in duel.board}
    low = {card.rank for card in duel.own[seat] if duel.system.height(card.rank) <= Rank.EIGHT}
    return bool(low & on_board)
