"""Which of the bets that lie there could not have been placed, by the rule that forbids each."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Final, TypeAlias

from rules.engine.errors import CardCountError
from rules.engine.text import gettext_noop
from rules.games import legal_actions
from rules.games.actions import (
    Act,
    AnteFirstError,
    FixedStakeError,
    IllegalMoveError,
    Move,
    NotNowError,
    Option,
    Position,
    RuleKind,
    Stage,
    switch_rule,
)
from rules.games.base import Ruleset
from rules.games.russian.settling import is_redrawn, swapped_card
from rules.games.settlement import Round
from rules.games.switches import is_on

Bets: TypeAlias = Mapping[str, Decimal]


class UnpaidError(IllegalMoveError):
    template = gettext_noop("It costs %(price)s, which is not among the bets.")


class NothingBoughtError(IllegalMoveError):
    template = gettext_noop("Neither a sixth card nor an exchange is among the cards.")


class UndecidedError(IllegalMoveError):
    template = gettext_noop("Neither folded nor played: the round cannot end so.")


class WrongCardError(IllegalMoveError):
    template = gettext_noop("The card that goes is %(due)s, not %(card)s.")


class SameRankError(IllegalMoveError):
    template = gettext_noop("%(new)s has the rank of %(old)s: another card is drawn, free.")


@dataclass(frozen=True, slots=True)
class Note:
    """A bet that could not have been placed, or an act that could not have been done."""

    bet: str
    act: Act
    error: IllegalMoveError

    @property
    def switch(self) -> str | None:
        """The key of the house rule that forbids it, None where the game or a limit does."""
        rule = self.error.rule
        return rule.key if rule.kind is RuleKind.SWITCH else None


def notes(round_: Round, bets: Bets, stage: Stage | None, ruleset: Ruleset) -> tuple[Note, ...]:
    """What of *round_* could not have come about, in the order of play; nothing without bets.

    *stage* is when a bet of several streets was placed; None if that is not known, so that any
    street that allows it is good enough.

    Raises:
        DuplicateCardError
    """
    judge = _BY_GAME.get(ruleset.game)
    if judge is None or not bets:
        return ()
    try:
        return tuple(judge(_Table(round_, bets, stage, ruleset)))
    except CardCountError:
        # A hand that decides is not complete.
        return ()


@dataclass(frozen=True, slots=True)
class _Table:
    round: Round
    bets: Bets
    stage: Stage | None
    ruleset: Ruleset

    def before_the_deal(self, *keys: str) -> Iterator[Note]:
        placed: dict[str, Decimal] = {}
        for key in keys:
            if key in self.bets:
                yield from self.bet(key, Position(Stage.BETTING, dict(placed)))
                placed[key] = self.bets[key]

    def placed(self, *keys: str) -> dict[str, Decimal]:
        return {key: self.bets[key] for key in keys if key in self.bets}

    def refusal(self, move: Move, position: Position) -> IllegalMoveError | None:
        try:
            legal_actions(position, self.ruleset).require(move)
        except IllegalMoveError as error:
            return error
        return None

    def bet(self, key: str, position: Position) -> Iterator[Note]:
        if error := self.refusal(Move(Act.BET, key, self.bets[key]), position):
            yield Note(key, Act.BET, error)

    def act(self, act: Act, position: Position, count: int = 0) -> Iterator[Note]:
        if error := self.refusal(Move(act, count=count), position):
            yield Note("", act, error)

    def option(self, act: Act, position: Position) -> Option | None:
        return legal_actions(position, self.ruleset).options.get((act, ""))

    def decided(self, key: str, *, board: int = 0) -> Iterator[Note]:
        """Whoever stays to the end has placed *key*: the dealer shows the hand, a full board."""
        round_ = self.round
        over = bool(round_.dealer) and len(round_.board) == board
        if over and "ante" in self.bets and key not in self.bets and not round_.folded:
            yield Note(key, Act.BET, UndecidedError())


def _russian(table: _Table) -> Iterator[Note]:
    round_, bets = table.round, table.bets
    yield from table.before_the_deal("ante", "bonus")
    ante = table.placed("ante", "bonus")
    first = Position(Stage.DEALT, ante, round_.dealt or round_.player[:5])
    gone = [card for card in round_.dealt or () if card not in round_.player]
    if round_.dealt is not None:
        yield from table.act(Act.EXCHANGE, first, len(gone))
        yield from _price(table, "fee", Act.EXCHANGE, first, len(gone))
    elif len(round_.player) == 6:
        yield from table.act(Act.BUY_CARD, first)
        yield from _price(table, "fee", Act.BUY_CARD, first)
    elif "fee" in bets:
        yield Note("fee", Act.BET, NothingBoughtError())
    final = table.placed("ante", "bonus", "fee")
    if "insurance" in bets:
        position = Position(Stage.DEALT, final, round_.player, exchanged=len(gone))
        yield from table.bet("insurance", position)
    final |= table.placed("insurance")
    position = Position(Stage.DEALT, final, round_.player, exchanged=len(gone))
    if round_.folded:
        yield from table.act(Act.FOLD, position)
        return
    if "bet" in bets:
        yield from table.bet("bet", position)
    yield from table.decided("bet")
    yield from _swap(table)
    if round_.dealer_after is not None or "bought_game" in bets:
        if "ante" not in bets:
            # Its price is an ante.
            yield Note("", Act.BUY_GAME, AnteFirstError())
            return
        final |= table.placed("bet")
        bought = Position(Stage.NO_GAME, final, round_.player, round_.dealer)
        yield from table.act(Act.BUY_GAME, bought)
        yield from _price(table, "bought_game", Act.BUY_GAME, bought)


def _swap(table: _Table) -> Iterator[Note]:
    """Which card of the dealer a bought game replaced, and by what, where games are sold."""
    before, after = table.round.dealer, table.round.dealer_after
    if after is None or not is_on(table.ruleset, "buy_game"):
        return
    [old] = set(before) - set(after)
    [new] = set(after) - set(before)
    due = swapped_card(before, table.ruleset)
    if old != due:
        error: IllegalMoveError = WrongCardError(
            card=str(old), due=str(due), rule=switch_rule("buy_game_card")
        )
        yield Note("", Act.BUY_GAME, error)
    if is_redrawn(old, new, table.ruleset):
        error = SameRankError(old=str(old), new=str(new), rule=switch_rule("redraw_same_rank"))
        yield Note("", Act.BUY_GAME, error)


_PRICES: Final = {
    Act.BUY_CARD: switch_rule("sixth_card_price"),
    Act.EXCHANGE: switch_rule("exchange_price"),
    Act.BUY_GAME: switch_rule("buy_game"),
}


def _price(
    table: _Table, key: str, act: Act, position: Position, count: int = 0
) -> Iterator[Note]:
    """What was paid for *act*, if it was possible at all."""
    option = table.option(act, position)
    price = None if option is None else option.prices.get(count)
    if price is None or table.bets.get(key) == price:
        return
    if key in table.bets:
        error = FixedStakeError(stakes=format(price.normalize(), "f"), rule=_PRICES[act])
        yield Note(key, Act.BET, error)
    else:
        yield Note("", act, UnpaidError(price=format(price.normalize(), "f"), rule=_PRICES[act]))


def _ultimate(table: _Table) -> Iterator[Note]:
    yield from table.before_the_deal("ante", "blind", "trips")
    yield from table.decided("play", board=5)
    if "play" not in table.bets:
        return
    placed = table.placed("ante", "blind", "trips")
    stages = (table.stage,) if table.stage else (Stage.PREFLOP, Stage.FLOP, Stage.RIVER)
    move = Move(Act.BET, "play", table.bets["play"])
    errors = [table.refusal(move, Position(stage, placed)) for stage in stages]
    if all(errors):
        yield Note("play", Act.BET, _of_all_streets(errors))


def _of_all_streets(errors: list[IllegalMoveError | None]) -> IllegalMoveError:
    """The stakes of all streets in one refusal."""
    found = [error for error in errors if error is not None]
    fixed = [str(error.params["stakes"]) for error in found if isinstance(error, FixedStakeError)]
    if not fixed:
        return next(iter(found), NotNowError())
    stakes = {part for text in fixed for part in text.split(" / ")}
    return FixedStakeError(stakes=" / ".join(sorted(stakes, key=Decimal)), rule=found[0].rule)


def _casino(table: _Table) -> Iterator[Note]:
    yield from table.before_the_deal("ante", "aa")
    yield from table.decided("call", board=5)
    if "call" in table.bets:
        yield from table.bet("call", Position(Stage.FLOP, table.placed("ante", "aa")))


_BY_GAME: Final[Mapping[str, Callable[[_Table], Iterator[Note]]]] = {
    "russian-poker": _russian,
    "ultimate-texas-holdem": _ultimate,
    "casino-holdem": _casino,
}
