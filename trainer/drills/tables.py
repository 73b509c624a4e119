"""A table of several boxes as drills deal it: each box by itself, and the order of the house."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property
from typing import Final

from rules.games.base import Ruleset
from trainer.drills.answers import MoneyAnswer
from trainer.drills.boxes import Box
from trainer.drills.deals import Deal, Group, GroupRole, Wager

BOX_ORDER: Final = "box_order"


@dataclass(frozen=True)
class Boxes:
    """All boxes of *deal*, whose wagers are named `<seat>.<bet>`, under the rules of a house.

    Seats are counted from the dealer's left.
    """

    deal: Deal
    ruleset: Ruleset

    @cached_property
    def boxes(self) -> dict[int, Box]:
        """Each box with the dealer's cards and the board, by seat."""
        wagers: dict[int, list[Wager]] = {}
        for wager in self.deal.wagers:
            seat, _, bet = wager.bet.partition(".")
            wagers.setdefault(int(seat), []).append(Wager(bet, wager.stake))
        found = {}
        for player in self.deal.players:
            groups = (*(self._common(group, player) for group in self._others), player)
            deal = replace(self.deal, groups=groups, wagers=tuple(wagers[player.seat]))
            found[player.seat] = Box(deal, self.ruleset)
        return found

    @property
    def _others(self) -> tuple[Group, ...]:
        return tuple(group for group in self.deal.groups if group.role is not GroupRole.PLAYER)

    @staticmethod
    def _common(group: Group, player: Group) -> Group:
        """Whoever has folded does not buy the dealer's game."""
        if player.folded and group.gone:
            return replace(group, cards=group.before, gone=())
        return group

    @cached_property
    def order(self) -> tuple[int, ...]:
        """The seats in the order in which the house settles them."""
        seats = tuple(self.boxes)
        return seats if self.ruleset.switches[BOX_ORDER] == "left_to_right" else seats[::-1]

    @property
    def places(self) -> tuple[int, ...]:
        """The place of every box in that order, by seat."""
        return tuple(self.order.index(seat) + 1 for seat in self.boxes)

    @cached_property
    def answers(self) -> Mapping[str, MoneyAnswer]:
        """What is right for every wager, as they are named in the deal."""
        return {
            f"{seat}.{bet}": box.answers[bet]
            for seat, box in self.boxes.items()
            for bet in box.bets
        }

    @property
    def pay_now(self) -> Decimal:
        """What is paid out at the end to all boxes together."""
        return sum((box.pay_now for box in self.boxes.values()), Decimal(0))
