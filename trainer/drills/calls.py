"""What the dealer says aloud when hands have been read."""

from rules.engine.compare import Decision, Role, decide
from rules.games.base import Ruleset
from rules.games.russian_poker import bet_combinations, dealer_qualifies
from trainer.drills.base import Call, Result, Said
from trainer.drills.named_hand import NamedHand
from trainer.drills.showdown import DEALER, Showdown


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
    """Russian poker: the dealer’s hand, game or no game, then the player’s and the result.

    The second combination is named only where it is paid: when the player wins.
    """
    mine, dealers = table.rank(0), table.rank(1)
    if not dealer_qualifies(dealers, ruleset):
        return Call((Said(DEALER, dealers),), False, Result.NO_GAME, ace_king=True)
    kickers = _kickers(decide(mine, dealers), ace_king=True)
    second = None
    if mine > dealers:
        result = Result.PLAYER
        paid = bet_combinations(table.own[0], ruleset)
        second = paid[1].rank if len(paid) > 1 else None
    else:
        result = Result.TIE if mine == dealers else Result.DEALER
    hands = (Said(DEALER, dealers, kickers), Said(table.seats[0], mine, kickers, second))
    return Call(hands, True, result, ace_king=True)


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
