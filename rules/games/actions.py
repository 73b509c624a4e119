"""What may be done at each stage of a round, and the rule that forbids the rest.

Every game answers `legal_actions(position, ruleset)` with `Actions`: the one source for pages,
drills and checks of what a player may do. What may not be placed is settled all the same if it
lies there (`rules.games.settlement`).
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction

from rules.engine.cards import Card
from rules.engine.errors import EngineError
from rules.engine.text import gettext_noop
from rules.games.base import Limits, Ruleset


class Stage(StrEnum):
    """How far the round is."""

    BETTING = "betting"
    """Before the deal."""
    DEALT = "dealt"
    """Russian poker: the player has seen five cards."""
    PREFLOP = "preflop"
    FLOP = "flop"
    RIVER = "river"
    NO_GAME = "no-game"
    """Russian poker: the dealer has turned over."""


class Act(StrEnum):
    """What a player may do. Acts that put out a wager are `bet`, with the wager's key."""

    BET = "bet"
    CHECK = "check"
    FOLD = "fold"
    BUY_CARD = "buy-card"
    EXCHANGE = "exchange"
    BUY_GAME = "buy-game"


@dataclass(frozen=True, slots=True)
class Move:
    """One thing that a player does. `stake` with money, `count` of cards exchanged."""

    act: Act
    bet: str = ""
    stake: Decimal | None = None
    count: int = 0


@dataclass(frozen=True, slots=True)
class Position:
    """A box at one moment.

    `bets` are the wagers and prices that lie there, `player` and `dealer` the cards that have
    been dealt, after an exchange or purchase too; `exchanged` counts cards. Before the deal:
    `boxes` that are taken at the table and `blind_boxes` that this player has beside the own,
    this one included.
    """

    stage: Stage
    bets: Mapping[str, Decimal] = field(default_factory=dict)
    player: tuple[Card, ...] = ()
    dealer: tuple[Card, ...] = ()
    exchanged: int = 0
    boxes: int = 1
    blind_boxes: int = 0


class RuleKind(StrEnum):
    GAME = "game"
    SWITCH = "switch"
    LIMITS = "limits"


@dataclass(frozen=True, slots=True)
class Rule:
    """What forbids: the game itself, or the house by a switch or the limits of a bet."""

    kind: RuleKind
    key: str = ""


GAME_RULE = Rule(RuleKind.GAME)


class IllegalMoveError(EngineError):
    """A move that is refused; `rule` says by what."""

    @property
    def rule(self) -> Rule:
        rule = self.params.get("rule", GAME_RULE)
        assert isinstance(rule, Rule)
        return rule


class NotNowError(IllegalMoveError):
    template = gettext_noop("This is not possible now.")


class AnteFirstError(IllegalMoveError):
    template = gettext_noop("The bets that everyone must place come first.")


class PlacedAlreadyError(IllegalMoveError):
    template = gettext_noop("This bet has been placed already.")


class StakeMissingError(IllegalMoveError):
    template = gettext_noop("Say how much.")


class NoStakeError(IllegalMoveError):
    template = gettext_noop("The stake must be more than 0.")


class StakeRangeError(IllegalMoveError):
    template = gettext_noop("The stake must be from %(least)s to %(most)s.")


class StakeStepError(IllegalMoveError):
    template = gettext_noop("The stake must be from %(least)s to %(most)s in steps of %(step)s.")


class FixedStakeError(IllegalMoveError):
    template = gettext_noop("The stake must be %(stakes)s.")


class CardCountRuleError(IllegalMoveError):
    template = gettext_noop("From %(least)s to %(most)s cards may be exchanged.")


class OneActionError(IllegalMoveError):
    template = gettext_noop("A hand buys a sixth card or exchanges cards, and only once.")


class NotOfferedError(IllegalMoveError):
    template = gettext_noop("This house does not offer it.")


class TooWeakError(IllegalMoveError):
    template = gettext_noop("The hand is too weak for insurance.")


class TooLateError(IllegalMoveError):
    template = gettext_noop("Insurance comes before the bet.")


class NoRoomError(IllegalMoveError):
    template = gettext_noop("The least insurance, %(least)s, is more than the most, %(most)s.")


class InsuredError(IllegalMoveError):
    template = gettext_noop("An insured hand may not do this.")


class DealerHasGameError(IllegalMoveError):
    template = gettext_noop("The dealer has game; there is none to buy.")


class BoxesTakenError(IllegalMoveError):
    template = gettext_noop("The table has %(boxes)s boxes.")


class BlindBoxesError(IllegalMoveError):
    template = gettext_noop("One player may have at most %(boxes)s blind boxes.")


@dataclass(frozen=True, slots=True)
class Stakes:
    """How much may be put out, and the rule that says so.

    Either one of `exact`, or from `least` to `most`, None for no bound, in steps of `step`
    from `least`, None for any.
    """

    rule: Rule
    exact: tuple[Decimal, ...] = ()
    least: Decimal | None = None
    most: Fraction | None = None
    step: Decimal | None = None

    def require(self, stake: Decimal | None) -> None:
        """Raises: IllegalMoveError: unless *stake* is allowed."""
        if stake is None:
            raise StakeMissingError
        if self.exact:
            if stake not in self.exact:
                raise FixedStakeError(stakes=" / ".join(map(_text, self.exact)), rule=self.rule)
            return
        if not stake.is_finite() or stake <= 0:
            raise NoStakeError
        if stake < self._least or (self.most is not None and Fraction(stake) > self.most):
            raise self._error(StakeRangeError)
        if self.step is not None and (stake - self._least) % self.step:
            raise self._error(StakeStepError, step=_text(self.step))

    @property
    def _least(self) -> Decimal:
        return self.least or Decimal(0)

    def _error(self, kind: type[IllegalMoveError], **params: str) -> IllegalMoveError:
        most = "∞" if self.most is None else _text(self.most)
        return kind(least=_text(self._least), most=most, rule=self.rule, **params)


@dataclass(frozen=True, slots=True)
class Option:
    """A move that may be made, with the stakes or numbers of cards that are allowed.

    `prices` are the prices by number of cards; a single price stands under 0.
    """

    act: Act
    bet: str = ""
    stakes: Stakes | None = None
    counts: tuple[int, ...] = ()
    prices: Mapping[int, Decimal] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Actions:
    """`options` by (act, bet), and why each other act of the game is refused."""

    options: Mapping[tuple[Act, str], Option]
    refusals: Mapping[tuple[Act, str], IllegalMoveError]

    def may(self, act: Act, bet: str = "") -> bool:
        return (act, bet) in self.options

    def option(self, act: Act, bet: str = "") -> Option:
        """Raises: IllegalMoveError: saying why not."""
        try:
            return self.options[act, bet]
        except KeyError:
            raise self.refusals.get((act, bet), NotNowError()) from None

    def require(self, move: Move) -> Option:
        """Raises: IllegalMoveError: saying why *move* may not be made."""
        option = self.option(move.act, move.bet)
        if option.stakes is not None:
            option.stakes.require(move.stake)
        if option.counts and move.count not in option.counts:
            raise CardCountRuleError(
                least=option.counts[0],
                most=option.counts[-1],
                rule=Rule(
                    RuleKind.SWITCH,
                    "exchange_min" if move.count < option.counts[0] else "exchange_max",
                ),
            )
        return option


def weigh(answers: Iterable[tuple[Act, str, Option | IllegalMoveError]]) -> Actions:
    """Sort the answers of a game, one for each act and bet, into options and refusals."""
    options: dict[tuple[Act, str], Option] = {}
    refusals: dict[tuple[Act, str], IllegalMoveError] = {}
    for act, bet, answer in answers:
        if isinstance(answer, Option):
            options[act, bet] = answer
        else:
            refusals[act, bet] = answer
    return Actions(options, refusals)


def bet_before_the_deal(
    position: Position, bet: str, ruleset: Ruleset, needs: Collection[str] = ()
) -> Option | IllegalMoveError:
    """The answer for a wager that is placed first, within its limits, after those it *needs*."""
    if position.stage is not Stage.BETTING:
        return NotNowError()
    if bet in position.bets:
        return PlacedAlreadyError()
    if not set(needs) <= set(position.bets):
        return AnteFirstError()
    return Option(Act.BET, bet, limited(bet, ruleset.limits.get(bet)))


def limited(bet: str, limits: Limits | None) -> Stakes:
    """Without limits any stake above 0."""
    rule = Rule(RuleKind.LIMITS, bet)
    if limits is None:
        return Stakes(rule)
    return Stakes(rule, (), limits.minimum, Fraction(limits.maximum), limits.step)


def switch_rule(key: str) -> Rule:
    return Rule(RuleKind.SWITCH, key)


def _text(amount: Decimal | Fraction) -> str:
    if isinstance(amount, Fraction):
        return str(amount) if amount.denominator > 1 else str(amount.numerator)
    return format(amount.normalize(), "f")
