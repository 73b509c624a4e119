"""What the hold’em games against the house have in common: two cards each and one board."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from rules.engine.best import BestHand, best_with_board
from rules.engine.ranking import HandRank
from rules.games.base import Outcome, Ruleset
from rules.games.settlement import (
    Ending,
    Ground,
    Round,
    Settled,
    Settlement,
    require_cards,
    require_one_deck,
)


@dataclass(frozen=True, slots=True)
class Hands:
    """Both hands of a box with the board.

    `dealer` and `qualifies` are None where the dealer's hand is not complete. `ending` leaves
    aside whether the dealer qualifies; it is None without a fold and without a dealer.
    """

    player: BestHand
    dealer: BestHand | None
    qualifies: bool | None
    ending: Ending | None

    @property
    def ground(self) -> Ground:
        return Ground(self.ending or Ending.LOSS)

    @property
    def outcome(self) -> Outcome:
        """Of a bet at even money."""
        match self.ending:
            case Ending.WIN:
                return Outcome.PAY
            case Ending.TIE:
                return Outcome.PUSH
            case _:
                return Outcome.TAKE

    def settlement(self, wagers: tuple[Settled, ...], ending: Ending | None) -> Settlement:
        return Settlement(
            wagers=wagers,
            ending=ending,
            player=self.player,
            dealer=self.dealer,
            dealer_dealt=self.dealer,
            dealer_qualifies=self.qualifies,
        )


# One box is settled several times over: by other rules, or as if something else were so.
_best_with_board = lru_cache(maxsize=256)(best_with_board)


def look_at(
    round_: Round,
    qualifies: Callable[[HandRank, Ruleset], bool],
    ruleset: Ruleset,
    *,
    needs_dealer: bool,
    board: tuple[int, ...] = (5,),
) -> Hands:
    """Rank both hands; *board* are the numbers of board cards that can be.

    Raises:
        CardCountError, DuplicateCardError
    """
    require_cards(round_.player, 2)
    require_cards(round_.board, *((5,) if needs_dealer else board))
    require_cards(round_.dealer, *((2,) if needs_dealer else (0, 2)))
    require_one_deck(round_.player, round_.board, round_.dealer)
    player = _best_with_board(round_.board, round_.player)
    dealer = None
    if round_.dealer and len(round_.board) == 5:
        dealer = _best_with_board(round_.board, round_.dealer)
    return Hands(
        player=player,
        dealer=dealer,
        qualifies=None
        if dealer is None
        else round_.supposed.qualifies(qualifies(dealer.rank, ruleset)),
        ending=_ending(round_, player, dealer),
    )


def _ending(round_: Round, player: BestHand, dealer: BestHand | None) -> Ending | None:
    if round_.folded:
        return Ending.FOLD
    return None if dealer is None else round_.supposed.compared(player.rank, dealer.rank)
