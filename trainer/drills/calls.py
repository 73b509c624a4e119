"""What the dealer says aloud when hands have been read."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from functools import lru_cache
from typing import Final

from rules.engine.cards import Card
from rules.engine.compare import Decision, Role, decide
from rules.engine.ranking import HandRank
from rules.games import settle
from rules.games.base import Ruleset
from rules.games.russian_poker import bet_combinations
from rules.games.settlement import Ending, Round, Settled
from trainer.drills.named_hand import NamedHand
from trainer.drills.showdown import DEALER, Showdown
from trainer.drills.turning import turning_on
from trainer.drills.verdicts import Call, Result, Said

# The house rules that the call of a box may depend on.
CALL_SWITCHES: Final = (
    "qualifier",
    "ante_on_no_game",
    "double_combination",
    "dup_straight",
    "max_combinations",
)
_RESULTS: Final[Mapping[Ending | None, Result]] = {
    Ending.NO_GAME: Result.NO_GAME,
    Ending.WIN: Result.PLAYER,
    Ending.TIE: Result.TIE,
    Ending.LOSS: Result.DEALER,
}


def call_hand(named: NamedHand) -> Call:
    """One hand by its name; nothing is compared."""
    return Call((Said(0, named.rank),), ace_king=named.ace_king)


def call_pot(table: Showdown) -> Call:
    """The winning hand or hands of players who share a board."""
    comparison = table.comparison
    kickers = _kickers(comparison.decision, ace_king=False)
    best = comparison.best.rank
    hands = tuple(Said(seat, best, kickers) for seat in sorted(table.winners))
    if comparison.board_plays:
        return Call(hands, result=Result.BOARD_PLAYS)
    return Call(hands, result=Result.SPLIT if len(hands) > 1 else Result.POT)


def call_box(table: Showdown, ruleset: Ruleset) -> Call:
    """Russian poker: the dealer’s hand, game or no game, then the player’s and the result, all
    as ante and bet are settled.

    The second combination is named only where it is paid: when the player wins.
    """
    mine, dealers = table.rank(0), table.rank(1)
    stakes = _stakes(ruleset)
    settlement = settle(Round(table.own[0], table.own[1]), stakes, ruleset)
    result = _RESULTS[settlement.ending]
    if result is Result.NO_GAME:
        ante = settlement.wager("ante").outcome
        return Call((Said(DEALER, dealers),), False, result, ante, ace_king=True)
    kickers = _kickers(decide(mine, dealers), ace_king=True)
    second = _second(table.own[0], stakes["bet"], settlement.wager("bet"), ruleset)
    hands = (Said(DEALER, dealers, kickers), Said(table.seats[0], mine, kickers, second))
    return Call(hands, True, result, ace_king=True)


@lru_cache(maxsize=256)
def call_switches(table: Showdown, ruleset: Ruleset) -> tuple[str, ...]:
    """The house rules that the call of a box turns on."""
    return turning_on(ruleset, CALL_SWITCHES, lambda other: call_box(table, other))


def _stakes(ruleset: Ruleset) -> dict[str, Decimal]:
    """The least that may lie in the box: where fixed amounts are paid the second combination
    may depend on the stake."""
    limits = ruleset.limits.get("ante")
    ante = limits.minimum if limits else Decimal(1)
    return {"ante": ante, "bet": ante * Decimal(ruleset.switches["bet_multiple"])}


def _second(
    cards: Sequence[Card], stake: Decimal, bet: Settled, ruleset: Ruleset
) -> HandRank | None:
    """The combination that *bet* is paid for besides the highest."""
    if bet.arithmetic is None:
        return None
    first = bet_combinations(cards, ruleset, stake)[0]
    others = [term.rank for term in bet.arithmetic.terms if term.cards != first.core]
    return others[0] if others else None


def _kickers(decision: Decision, ace_king: bool) -> int:
    """How many kickers tell two hands apart that have one name, down to the one that decides.

    The name of a high card or flush holds its first card, that of ace-king two.
    """
    step = decision.step
    if step is None or step.role not in (Role.KICKER, Role.CARD):
        return 0
    if step.role is Role.KICKER:
        return step.nth
    stronger, weaker = decision.stronger, decision.weaker
    if ace_king and stronger.is_ace_king:
        return step.nth - 2 if weaker.is_ace_king else 0
    return step.nth - 1
