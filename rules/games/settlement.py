"""What lies on the table when a round ends, and what the dealer does with every wager.

A game settles each wager it is given, whether the house would have taken it or not; what may
be placed is for `rules.games.actions` to say. Cards that cannot lie on a table are refused.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from typing import Final

from rules.engine.best import BestHand
from rules.engine.cards import AnyCard, Card, format_cards, require_distinct
from rules.engine.combinations import Combination
from rules.engine.compare import Decision, decide
from rules.engine.errors import CardCountError, EngineError
from rules.engine.ranking import HandRank
from rules.engine.text import gettext_noop
from rules.games.arithmetic import Arithmetic, Term, work_out
from rules.games.base import Game, Outcome, PayRow, Ruleset, WagerResult
from rules.games.switches import rounding_unit


class ImpossibleRoundError(EngineError):
    """Cards and bets that cannot lie on a table together."""


class UnknownBetError(ImpossibleRoundError):
    template = gettext_noop("This game has no bet “%(bet)s”.")


class StakeError(ImpossibleRoundError):
    template = gettext_noop("%(stake)s is not a stake for the bet “%(bet)s”.")


class FoldedBetError(ImpossibleRoundError):
    template = gettext_noop("A folded hand has no bet “%(bet)s”.")


class ExchangeError(ImpossibleRoundError):
    template = gettext_noop("No exchange makes %(after)s of %(before)s.")


class BoughtGameError(ImpossibleRoundError):
    template = gettext_noop("A bought game replaces one card: %(before)s cannot become %(after)s.")


class NoSuchPurchaseError(ImpossibleRoundError):
    template = gettext_noop("A game can be bought only while the dealer has none.")


class MissingPurchaseError(ImpossibleRoundError):
    template = gettext_noop("The game is paid for, but the dealer’s new card is missing.")


class Ending(StrEnum):
    """How a round ends for a box."""

    FOLD = "fold"
    NO_GAME = "no-game"
    WIN = "win"
    TIE = "tie"
    LOSS = "loss"


@dataclass(frozen=True, slots=True)
class Supposed:
    """What is taken for so instead of what the cards say; None where the cards are believed.

    `game`: whether the dealer qualifies with the hand that counts. `comparison`: a win of the
    player, a tie or a loss.
    """

    game: bool | None = None
    comparison: Ending | None = None

    def qualifies(self, found: bool) -> bool:
        return found if self.game is None else self.game

    def compared(self, player: HandRank, dealer: HandRank) -> Ending:
        """How two hands compare: a win, a tie or a loss of the player."""
        if self.comparison is not None:
            return self.comparison
        if player == dealer:
            return Ending.TIE
        return Ending.WIN if player > dealer else Ending.LOSS


NOTHING_SUPPOSED: Final = Supposed()


@dataclass(frozen=True, slots=True)
class Round:
    """One box at the end of a round.

    `board` holds the flop first. `dealer` may be empty where no wager depends on it.
    Russian poker: a bought sixth card stands last in `player`; `dealt` are the five cards
    before an exchange; `dealer_after` is the dealer's hand after its game was bought.
    `supposed` is for asking what a mistake would pay.
    """

    player: tuple[Card, ...]
    dealer: tuple[Card, ...] = ()
    board: tuple[Card, ...] = ()
    folded: bool = False
    dealer_after: tuple[Card, ...] | None = None
    dealt: tuple[Card, ...] | None = None
    supposed: Supposed = NOTHING_SUPPOSED


class Ground(StrEnum):
    """What the result of a wager rests on: an ending, or something of its own."""

    FOLD = "fold"
    NO_GAME = "no-game"
    WIN = "win"
    TIE = "tie"
    LOSS = "loss"
    PRICE = "price"
    """Paid for the dealer’s game, or for cards that are not known; never returned."""
    SIXTH_CARD = "sixth-card"
    """The price of a sixth card; never returned."""
    EXCHANGE = "exchange"
    """The price of an exchange; never returned."""
    HAND = "hand"
    """The player's hand alone, by a pay row."""
    UNLISTED = "unlisted"
    """The hand stands on no pay row."""
    PAID_BEFORE_SWAP = "paid-before-swap"
    """The dealer had no game and the ante was paid before another card was bought."""
    BOUGHT_IN_VAIN = "bought-in-vain"
    """The dealer has no game after a card was bought either."""
    TOO_WEAK = "too-weak"
    """Insurance of a hand below the minimum is no bet."""


@dataclass(frozen=True, slots=True)
class Settled:
    """What one wager gets.

    `profit` is positive for pay, 0 for push, minus the stake for take. `switch` is the key of
    the house rule that decided, None where the rules of the game leave no choice. `table` is
    the pay table that was asked, `hand` what it was asked about. `arithmetic` says how the
    profit came about; None where nothing was to be paid. `paid_early`: the profit left the
    tray before the end of the round.
    """

    bet: str
    stake: Decimal
    outcome: Outcome
    profit: Fraction
    ground: Ground
    switch: str | None = None
    table: str | None = None
    hand: BestHand | None = None
    arithmetic: Arithmetic | None = None
    paid_early: bool = False

    @property
    def rows(self) -> tuple[PayRow, ...]:
        """The pay rows behind the result, one for each combination paid."""
        terms = self.arithmetic.terms if self.arithmetic else ()
        return tuple(term.row for term in terms if term.row is not None)

    def under(self, switch: str | None) -> "Settled":
        """The same, decided by *switch*."""
        return replace(self, switch=switch)

    def early(self, paid: bool = True) -> "Settled":
        return replace(self, paid_early=paid)


@dataclass(frozen=True, slots=True)
class Settlement:
    """Every wager of a box, in the order in which the house settles them, prices last.

    `dealer` is the hand that counted, after a bought game the new one; `dealer_dealt` the one
    before. `dealer_qualifies` speaks of `dealer` and is None where it was not shown.
    `combinations` are those that the house pays of the player's cards in Russian poker,
    whether they were paid this time or not.
    `ending` is None where no wager depends on how the round ends.
    """

    wagers: tuple[Settled, ...]
    ending: Ending | None
    player: BestHand
    dealer: BestHand | None = None
    dealer_dealt: BestHand | None = None
    dealer_qualifies: bool | None = None
    combinations: tuple[Combination, ...] = ()

    def wager(self, bet: str) -> Settled:
        """Raises: KeyError: if there is no such wager."""
        for wager in self.wagers:
            if wager.bet == bet:
                return wager
        raise KeyError(bet)

    @property
    def net(self) -> dict[str, Fraction]:
        return {wager.bet: wager.profit for wager in self.wagers}

    @property
    def result(self) -> Fraction:
        """Round result: the guest's net over all wagers and prices."""
        return sum((wager.profit for wager in self.wagers), Fraction(0))

    @property
    def pay_now(self) -> Fraction:
        """Pay out now: the profits that were not paid earlier in the round."""
        due = (w for w in self.wagers if w.outcome is Outcome.PAY and not w.paid_early)
        return sum((wager.profit for wager in due), Fraction(0))

    @property
    def comparison(self) -> Decision | None:
        """The step that separates the two hands, where both were shown."""
        return None if self.dealer is None else decide(self.player.rank, self.dealer.rank)


# --- building blocks of the games ------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Cashier:
    """Pays, pushes and takes under the rounding of one house."""

    ruleset: Ruleset
    unit: Decimal | None

    def pay(self, bet: str, stake: Decimal, ground: Ground, terms: Sequence[Term] = ()) -> Settled:
        """Pay *terms*, by default even money. A profit that comes to 0 is a push."""
        sum_ = work_out(tuple(terms) or (Term(stake),), unit=self.unit)
        outcome = Outcome.PAY if sum_.profit else Outcome.PUSH
        return Settled(bet, stake, outcome, sum_.profit, ground, arithmetic=sum_)

    def push(self, bet: str, stake: Decimal, ground: Ground) -> Settled:
        return Settled(bet, stake, Outcome.PUSH, Fraction(0), ground)

    def take(self, bet: str, stake: Decimal, ground: Ground) -> Settled:
        return Settled(bet, stake, Outcome.TAKE, -Fraction(stake), ground)

    def by(self, outcome: Outcome, bet: str, stake: Decimal, ground: Ground) -> Settled:
        """Even money, back, or gone."""
        act = {Outcome.PAY: self.pay, Outcome.PUSH: self.push, Outcome.TAKE: self.take}[outcome]
        return act(bet, stake, ground)

    def by_table(
        self, bet: str, stake: Decimal, hand: BestHand, table_key: str, ground: Ground
    ) -> Settled:
        """Pay *hand* by its row; a hand on no row gets what the table says."""
        table = self.ruleset.tables[table_key]
        row = table.row_for(hand.rank)
        if row is None:
            found = self.by(table.otherwise, bet, stake, Ground.UNLISTED)
        else:
            term = Term(stake, table_key, row, hand.rank, hand.five)
            found = self.pay(bet, stake, ground, (term,))
        return replace(found, table=table_key, hand=hand)


def make_cashier(ruleset: Ruleset) -> Cashier:
    return Cashier(ruleset, rounding_unit(ruleset))


def from_result(result: WagerResult) -> Settled:
    """A wager that was judged on one hand alone."""
    return Settled(
        result.bet,
        result.stake,
        result.outcome,
        result.profit,
        Ground.UNLISTED if result.row is None else Ground.HAND,
        table=result.table,
        hand=result.hand,
        arithmetic=result.arithmetic,
    )


def in_house_order(game: Game, wagers: Iterable[Settled], ruleset: Ruleset) -> tuple[Settled, ...]:
    """By the switch `order_in_box`; prices, which it does not name, at the end."""
    order = ruleset.switches["order_in_box"].split(", ")
    order += [bet.key for bet in game.bets if bet.key not in order]
    return tuple(sorted(wagers, key=lambda wager: order.index(wager.bet)))


def require_bets(game: Game, bets: Mapping[str, Decimal], folded: bool, after: set[str]) -> None:
    """Refuse wagers that are none; *after* are those that a folded hand cannot have.

    Raises:
        UnknownBetError, StakeError, FoldedBetError
    """
    known = {bet.key for bet in game.bets}
    for bet, stake in bets.items():
        if bet not in known:
            raise UnknownBetError(bet=bet)
        if not stake.is_finite() or stake <= 0:
            raise StakeError(bet=bet, stake=stake)
        if folded and bet in after:
            raise FoldedBetError(bet=bet)


def require_cards(cards: Sequence[AnyCard], *counts: int) -> None:
    """Raises: CardCountError: unless there are as many as one of *counts* says."""
    if len(cards) not in counts:
        expected = " / ".join(map(str, counts))
        raise CardCountError(expected=expected, found=len(cards), cards=format_cards(cards) or "–")


def require_one_deck(*groups: Sequence[AnyCard]) -> None:
    """Raises: DuplicateCardError: if a card stands twice, in one group or in two."""
    require_distinct([card for group in groups for card in group])
