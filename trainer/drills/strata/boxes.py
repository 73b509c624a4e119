"""Whole boxes: the cards of a round at its end, however it ended."""

from collections.abc import Callable
from dataclasses import dataclass

from rules.engine.cards import Card
from rules.games.base import Ruleset
from trainer.drills.deals import Group, GroupRole
from trainer.drills.strata.base import Deck


@dataclass(frozen=True, slots=True)
class Laid:
    """Cards of a box. `gone` and `dealer_gone` were put away for the last cards of player and
    dealer; a sixth card of the player's was bought."""

    player: list[Card]
    dealer: list[Card]
    board: list[Card] | None = None
    folded: bool = False
    gone: tuple[Card, ...] = ()
    dealer_gone: tuple[Card, ...] = ()

    @property
    def groups(self) -> tuple[Group, ...]:
        bought = self.board is None and len(self.player) == 6
        board = () if self.board is None else (Group(GroupRole.BOARD, tuple(self.board)),)
        dealer = Group(GroupRole.DEALER, tuple(self.dealer), gone=self.dealer_gone)
        player = Group(
            GroupRole.PLAYER, tuple(self.player), 0, bought, self.folded, tuple(self.gone)
        )
        return (*board, dealer, player)


# A round dealt to its end for the rules of a house and a level.
Plan = Callable[[Deck, Ruleset, int], Laid]
# Another box of the same round, beside the one that was dealt first: its dealer and board stay.
Beside = Callable[[Deck, Laid, Ruleset, int], Laid]
