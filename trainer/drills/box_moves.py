"""A box played through `rules.games` move by move: what may be staked, and whether all was."""

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Final

from rules.engine.errors import EngineError
from rules.games import legal_actions
from rules.games.actions import Act, Actions, Move, Position, Stage, Stakes
from rules.games.base import Outcome, Ruleset
from rules.games.russian_poker import is_redrawn, swapped_card
from trainer.drills.bonuses import USUAL_LIMITS, usual_stakes
from trainer.drills.boxes import RUSSIAN, ULTIMATE, Box
from trainer.drills.deals import LEVELS, Deal, Wager
from trainer.drills.strata.boxes import Laid
from trainer.drills.stream import Stream

SIDE_BETS: Final = {RUSSIAN: "bonus", ULTIMATE: "trips", "casino-holdem": "aa"}
# Insurance is staked in parts of the most that is allowed.
_INSURED: Final = (Fraction(1), Fraction(1, 2), Fraction(1, 4))


# In how many of three boxes that may be insured there is insurance: of those where it is paid, of
# others. A dealer without game is dealt to a single box oftener than to a table.
INSURED_ALONE: Final = (1, 2)
INSURED_AT_TABLE: Final = (2, 2)


def place_bets(
    rng: Stream,
    ruleset: Ruleset,
    level: int,
    laid: Laid,
    insured: tuple[int, int] = INSURED_ALONE,
) -> dict[str, Decimal]:
    """The wagers of a box that ends as *laid*.

    Side bets and insurance, where it may be, lie there from level 2 on, about every second time,
    so that neither is paid or taken too often: a side bet in three of five boxes that pay it, in
    two of five others; *insured* says in how many of three there is insurance. The Play bet is
    any that may be.
    """
    bets = {"ante": rng.choice(_stakes("ante", ruleset, level))}
    side = SIDE_BETS[ruleset.game]
    if ruleset.game == ULTIMATE:
        bets["blind"] = bets["ante"]
    if level > 1:
        stake = rng.choice(_stakes(side, ruleset, level))
        if rng.below(5) < (3 if _gets(ruleset, laid, {side: stake}, side) is Outcome.PAY else 2):
            bets[side] = stake
    if laid.folded:
        return bets
    if ruleset.game == RUSSIAN:
        if level > 1 and (insurance := _insure(rng, ruleset, bets, laid)):
            pays = _gets(ruleset, laid, {**bets, **insurance}, "insurance") is Outcome.PAY
            if rng.below(3) < insured[0 if pays else 1]:
                bets |= insurance
        bets["bet"] = bets["ante"] * int(ruleset.switches["bet_multiple"])
    elif ruleset.game == ULTIMATE:
        bets["play"] = rng.choice(_play_stakes(ruleset, bets))
    else:
        bets["call"] = _only(Stage.FLOP, "call", ruleset, bets)
    return bets


def is_legal(box: Box) -> bool:
    """Whether every wager and purchase was allowed when it was made."""
    if not is_swap_right(box):
        return False
    try:
        for position, move in _moves(box):
            legal_actions(position, box.ruleset).require(move)
    except EngineError:
        return False
    return True


def is_swap_right(box: Box) -> bool:
    """Whether a bought game replaced the card that goes, by one that stays."""
    dealer = box.dealer
    if dealer is None or not dealer.gone:
        return True
    old, new = dealer.gone[0], dealer.cards[-1]
    return old == swapped_card(dealer.before, box.ruleset) and not is_redrawn(
        old, new, box.ruleset
    )


def _stakes(bet: str, ruleset: Ruleset, level: int) -> tuple[Decimal, ...]:
    rows = (row for table in ruleset.tables.values() for row in table.rows if not row.fixed)
    cents = frozenset(row for row in rows if 100 % row.pays.denominator == 0)
    return usual_stakes(ruleset.limits.get(bet, USUAL_LIMITS), cents, level)


def _insure(
    rng: Stream, ruleset: Ruleset, bets: dict[str, Decimal], laid: Laid
) -> dict[str, Decimal]:
    if laid.dealer_gone and ruleset.switches["insured_may_buy"] == "no":
        return {}
    position = Position(Stage.DEALT, bets, tuple(laid.player))
    actions = legal_actions(position, ruleset)
    if not actions.may(Act.BET, "insurance"):
        return {}
    stakes = actions.option(Act.BET, "insurance").stakes
    assert stakes is not None
    return {"insurance": _insurance(rng, stakes, bets["ante"])}


def _insurance(rng: Stream, stakes: Stakes, ante: Decimal) -> Decimal:
    """A part of the most, in whole antes if these are allowed."""
    least, most = stakes.least or ante, stakes.most
    if most is None:
        return least
    antes = most * rng.choice(_INSURED) // Fraction(ante)
    return max(least, ante * int(antes))


def _play_stakes(ruleset: Ruleset, bets: dict[str, Decimal]) -> list[Decimal]:
    found = []
    for stage in (Stage.PREFLOP, Stage.FLOP, Stage.RIVER):
        stakes = _actions(stage, ruleset, bets).option(Act.BET, "play").stakes
        found += list(stakes.exact) if stakes else []
    return found


def _gets(ruleset: Ruleset, laid: Laid, bets: dict[str, Decimal], bet: str) -> Outcome:
    """How *bet* ends if *bets* lie there and nothing else."""
    wagers = tuple(Wager(key, stake) for key, stake in bets.items())
    box = Box(Deal("", ruleset.game, LEVELS[0], laid.groups, wagers), ruleset)
    return box.answers[bet].outcome


def _only(stage: Stage, bet: str, ruleset: Ruleset, bets: dict[str, Decimal]) -> Decimal:
    stakes = _actions(stage, ruleset, bets).option(Act.BET, bet).stakes
    assert stakes is not None
    return stakes.exact[0]


def _actions(stage: Stage, ruleset: Ruleset, bets: dict[str, Decimal]) -> Actions:
    return legal_actions(Position(stage, bets), ruleset)


# --- every move again ------------------------------------------------------------------------


def _moves(box: Box) -> Iterator[tuple[Position, Move]]:
    bets: dict[str, Decimal] = {}
    for bet in ("ante", "blind", SIDE_BETS[box.deal.game]):
        if bet in box.bets:
            yield Position(Stage.BETTING, dict(bets)), Move(Act.BET, bet, box.bets[bet])
            bets[bet] = box.bets[bet]
    yield from _russian(box, bets) if box.deal.game == RUSSIAN else _holdem(box, bets)


def _russian(box: Box, bets: dict[str, Decimal]) -> Iterator[tuple[Position, Move]]:
    player = box.player
    first = player.cards[:5] if player.bought else player.before
    if player.bought:
        yield Position(Stage.DEALT, dict(bets), first), Move(Act.BUY_CARD)
    if player.gone:
        yield (
            Position(Stage.DEALT, dict(bets), first),
            Move(Act.EXCHANGE, count=len(player.gone)),
        )
    bets |= {key: price for key, price in box.prices.items() if key == "fee"}
    exchanged = len(player.gone)
    for bet in ("insurance", "bet"):
        if bet in box.bets:
            position = Position(Stage.DEALT, dict(bets), player.cards, exchanged=exchanged)
            yield position, Move(Act.BET, bet, box.bets[bet])
            bets[bet] = box.bets[bet]
    if player.folded:
        yield Position(Stage.DEALT, dict(bets), player.cards), Move(Act.FOLD)
    if box.game_bought:
        assert box.dealer is not None
        position = Position(Stage.NO_GAME, dict(bets), player.cards, box.dealer.before)
        yield position, Move(Act.BUY_GAME)


def _holdem(box: Box, bets: dict[str, Decimal]) -> Iterator[tuple[Position, Move]]:
    """Whatever was played was played as early as its stake allows."""
    ultimate = box.deal.game == ULTIMATE
    last = Stage.RIVER if ultimate else Stage.FLOP
    if box.player.folded:
        yield Position(last, bets, box.player.cards), Move(Act.FOLD)
        return
    bet = "play" if ultimate else "call"
    stages = (Stage.PREFLOP, Stage.FLOP, Stage.RIVER) if ultimate else (Stage.FLOP,)
    stage = next((s for s in stages if box.bets[bet] in _exact(s, bet, box, bets)), last)
    yield Position(stage, bets, box.player.cards), Move(Act.BET, bet, box.bets[bet])


def _exact(stage: Stage, bet: str, box: Box, bets: dict[str, Decimal]) -> tuple[Decimal, ...]:
    stakes = _actions(stage, box.ruleset, bets).option(Act.BET, bet).stakes
    return stakes.exact if stakes else ()
