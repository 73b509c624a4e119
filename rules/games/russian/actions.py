"""What a Russian poker box may do, stage by stage."""

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Final

from rules.engine.best import best_five
from rules.games.actions import (
    Act,
    Actions,
    AnteFirstError,
    BlindBoxesError,
    BoxesTakenError,
    DealerHasGameError,
    IllegalMoveError,
    InsuredError,
    NoRoomError,
    NotNowError,
    NotOfferedError,
    OneActionError,
    Option,
    PlacedAlreadyError,
    Position,
    Stage,
    Stakes,
    TooLateError,
    TooWeakError,
    bet_before_the_deal,
    switch_rule,
    weigh,
)
from rules.games.base import Ruleset
from rules.games.russian.settling import (
    bet_arithmetic,
    dealer_qualifies,
    is_insurable,
    listed_combinations,
)
from rules.games.switches import is_on

_PER_CARD: Final = (1, 2, 3, 2, 1)
"""Antes for one to five cards exchanged (Oasis poker)."""


def legal_actions(position: Position, ruleset: Ruleset) -> Actions:
    """What may be done at *position*, which has the cards of its stage.

    Raises:
        CardCountError, DuplicateCardError: where a hand that decides is not complete.
    """
    return weigh(_answers(position, ruleset))


def _answers(
    position: Position, ruleset: Ruleset
) -> Iterator[tuple[Act, str, Option | IllegalMoveError]]:
    yield Act.BET, "ante", _ante(position, ruleset)
    yield Act.BET, "bonus", bet_before_the_deal(position, "bonus", ruleset, ("ante",))
    yield Act.FOLD, "", _fold(position)
    yield Act.BET, "bet", _bet(position, ruleset)
    yield Act.BUY_CARD, "", _buy_card(position, ruleset)
    yield Act.EXCHANGE, "", _exchange(position, ruleset)
    yield Act.BET, "insurance", _insurance(position, ruleset)
    yield Act.BUY_GAME, "", _buy_game(position, ruleset)


def exchange_price(count: int, ante: Decimal, ruleset: Ruleset) -> Decimal:
    """What it costs to exchange *count* cards."""
    per_card = ruleset.switches["exchange_price"] == "per_card"
    return ante * (_PER_CARD[count - 1] if per_card else 1)


def potential_payout(position: Position, ruleset: Ruleset) -> Fraction:
    """What the bet would be paid for a win, both combinations together, capped and rounded."""
    stake = _bet_size(position, ruleset)
    combinations = listed_combinations(position.player, ruleset, stake)
    won = bet_arithmetic(combinations, stake, ruleset)
    return Fraction(0) if won is None else won.profit


def _ante(position: Position, ruleset: Ruleset) -> Option | IllegalMoveError:
    boxes, blind = (int(ruleset.switches[key]) for key in ("boxes", "blind_boxes"))
    if position.stage is Stage.BETTING and position.boxes > boxes:
        return BoxesTakenError(boxes=boxes, rule=switch_rule("boxes"))
    if position.stage is Stage.BETTING and position.blind_boxes > blind:
        return BlindBoxesError(boxes=blind, rule=switch_rule("blind_boxes"))
    return bet_before_the_deal(position, "ante", ruleset)


def _undecided(position: Position) -> IllegalMoveError | None:
    """Why nothing can be decided any more, or not yet."""
    if position.stage is not Stage.DEALT:
        return NotNowError()
    if "ante" not in position.bets:
        return AnteFirstError()
    return NotNowError() if "bet" in position.bets else None


def _fold(position: Position) -> Option | IllegalMoveError:
    if refusal := _undecided(position):
        return refusal
    # Insurance is a wager on the dealer's game; who leaves has none.
    return InsuredError() if "insurance" in position.bets else Option(Act.FOLD)


def _bet_size(position: Position, ruleset: Ruleset) -> Decimal:
    return position.bets["ante"] * int(ruleset.switches["bet_multiple"])


def _bet(position: Position, ruleset: Ruleset) -> Option | IllegalMoveError:
    if "bet" in position.bets:
        return PlacedAlreadyError()
    if refusal := _undecided(position):
        return refusal
    size = _bet_size(position, ruleset)
    return Option(Act.BET, "bet", Stakes(switch_rule("bet_multiple"), (size,)))


def _draw(position: Position) -> IllegalMoveError | None:
    """Why this box may neither buy nor exchange."""
    if refusal := _undecided(position):
        return refusal
    if position.exchanged or len(position.player) == 6 or "fee" in position.bets:
        return OneActionError(rule=switch_rule("exclusive_with_exchange"))
    return InsuredError() if "insurance" in position.bets else None


def _buy_card(position: Position, ruleset: Ruleset) -> Option | IllegalMoveError:
    if refusal := _draw(position):
        return refusal
    price = position.bets["ante"] * int(ruleset.switches["sixth_card_price"])
    return Option(Act.BUY_CARD, prices={0: price})


def _exchange(position: Position, ruleset: Ruleset) -> Option | IllegalMoveError:
    if refusal := _draw(position):
        return refusal
    least, most = (int(ruleset.switches[key]) for key in ("exchange_min", "exchange_max"))
    counts = tuple(range(least, most + 1))
    ante = position.bets["ante"]
    prices = {count: exchange_price(count, ante, ruleset) for count in counts}
    return Option(Act.EXCHANGE, counts=counts, prices=prices)


def _insurance(position: Position, ruleset: Ruleset) -> Option | IllegalMoveError:
    if not is_on(ruleset, "insurance"):
        return NotOfferedError(rule=switch_rule("insurance"))
    if "insurance" in position.bets:
        return PlacedAlreadyError()
    if position.stage is Stage.DEALT and "bet" in position.bets:
        return TooLateError()
    if refusal := _undecided(position):
        return refusal
    if not is_insurable(best_five(position.player).rank, ruleset):
        return TooWeakError(rule=switch_rule("insurance_min_category"))
    least = position.bets["ante"] * int(ruleset.switches["insurance_min"])
    most = potential_payout(position, ruleset)
    if ruleset.switches["insurance_max"] == "half":
        most /= 2
    rule = switch_rule("insurance_max")
    if most < least:
        return NoRoomError(least=least, most=most, rule=rule)
    return Option(Act.BET, "insurance", Stakes(rule, (), least, most))


def _buy_game(position: Position, ruleset: Ruleset) -> Option | IllegalMoveError:
    if not is_on(ruleset, "buy_game"):
        return NotOfferedError(rule=switch_rule("buy_game"))
    if position.stage is not Stage.NO_GAME or "bet" not in position.bets:
        return NotNowError()
    if "ante" not in position.bets:
        return AnteFirstError()
    if "bought_game" in position.bets:
        return PlacedAlreadyError()
    if dealer_qualifies(best_five(position.dealer).rank, ruleset):
        return DealerHasGameError(rule=switch_rule("qualifier"))
    if "insurance" in position.bets and not is_on(ruleset, "insured_may_buy"):
        return InsuredError(rule=switch_rule("insured_may_buy"))
    return Option(Act.BUY_GAME, prices={0: position.bets["ante"]})
