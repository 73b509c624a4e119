"""A whole box as drills deal it: the cards and wagers of a deal as a round, and its settlement."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property
from typing import Final

from rules.engine.cards import Card
from rules.games import settle
from rules.games.base import Outcome, Ruleset
from rules.games.russian_poker import exchange_price
from rules.games.settlement import Ending, Round, Settled, Settlement, Supposed
from trainer.drills.amounts import to_money
from trainer.drills.answers import MoneyAnswer
from trainer.drills.deals import Deal, Group, GroupRole

RUSSIAN: Final = "russian-poker"
ULTIMATE: Final = "ultimate-texas-holdem"
CASINO: Final = "casino-holdem"
GAMES: Final = (RUSSIAN, ULTIMATE, CASINO)


@dataclass(frozen=True)
class Box:
    """The only box of *deal* under the rules of a house.

    A price (sixth card, exchange, bought game) lies no more on the table when a box is settled;
    it follows from the cards.
    """

    deal: Deal
    ruleset: Ruleset

    @property
    def player(self) -> Group:
        return self.deal.players[0]

    @property
    def dealer(self) -> Group | None:
        return next((g for g in self.deal.groups if g.role is GroupRole.DEALER), None)

    @property
    def game_bought(self) -> bool:
        return self.dealer is not None and bool(self.dealer.gone)

    @cached_property
    def round(self) -> Round:
        player, dealer = self.player, self.dealer
        return Round(
            player=player.cards,
            dealer=() if dealer is None else dealer.before,
            board=self.deal.board,
            folded=player.folded,
            dealer_after=dealer.cards if dealer is not None and dealer.gone else None,
            dealt=player.before if player.gone else None,
        )

    @cached_property
    def bets(self) -> dict[str, Decimal]:
        """The wagers that lie there, without prices."""
        return {wager.bet: wager.stake for wager in self.deal.wagers}

    @cached_property
    def prices(self) -> dict[str, Decimal]:
        """What was paid for a card, an exchange or the dealer's game."""
        ante, found = self.bets.get("ante"), {}
        if ante is None or self.deal.game != RUSSIAN:
            return {}
        if self.player.bought:
            found["fee"] = ante * int(self.ruleset.switches["sixth_card_price"])
        if self.player.gone:
            found["fee"] = exchange_price(len(self.player.gone), ante, self.ruleset)
        if self.game_bought:
            found["bought_game"] = ante
        return found

    @cached_property
    def settlement(self) -> Settlement:
        return settle(self.round, self.bets, self.ruleset)

    @cached_property
    def whole(self) -> Settlement:
        """The settlement with the prices."""
        return settle(self.round, {**self.bets, **self.prices}, self.ruleset)

    def settled(self, bet: str) -> Settled:
        return self.settlement.wager(bet)

    def supposing(self, supposed: Supposed) -> Settlement:
        """What would be settled if *supposed* were so."""
        return settle(replace(self.round, supposed=supposed), self.bets, self.ruleset)

    def under(self, ruleset: Ruleset) -> Settlement:
        """What another house would settle. Raises: EngineError: if it needs other cards."""
        return settle(self.round, self.bets, ruleset)

    @property
    def ending(self) -> Ending | None:
        return self.settlement.ending

    @property
    def qualifies(self) -> bool | None:
        return self.settlement.dealer_qualifies

    @property
    def shown(self) -> tuple[Card, ...]:
        return tuple(card for group in self.deal.groups for card in group.cards)

    @cached_property
    def answers(self) -> Mapping[str, MoneyAnswer]:
        """What is right for every wager, in the order of the house."""
        return answers_of(self.settlement)

    @property
    def pay_now(self) -> Decimal:
        """What is paid out at the end: to the cent, wager by wager."""
        return pay_now(self.settlement, self.answers)


def answers_of(settlement: Settlement) -> dict[str, MoneyAnswer]:
    return {settled.bet: answer_of(settled) for settled in settlement.wagers}


def answer_of(settled: Settled) -> MoneyAnswer:
    """In money as it is paid: what comes to less than half a cent is only returned."""
    if settled.outcome is not Outcome.PAY:
        return MoneyAnswer(settled.outcome)
    amount = to_money(settled.profit)
    return MoneyAnswer(Outcome.PAY, amount) if amount else MoneyAnswer(Outcome.PUSH)


def pay_now(settlement: Settlement, answers: Mapping[str, MoneyAnswer]) -> Decimal:
    """The sum of *answers* without those bets that *settlement* has paid earlier."""
    due = (answers[settled.bet].amount for settled in settlement.wagers if not settled.paid_early)
    return sum(due, Decimal(0))
