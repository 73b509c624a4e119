"""How tables of several boxes are dealt: one box by its stratum, the others beside it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from rules.games.base import Ruleset
from trainer.drills.box_deals import STRATA
from trainer.drills.box_moves import INSURED_AT_TABLE, place_bets
from trainer.drills.boxes import CASINO, RUSSIAN, ULTIMATE
from trainer.drills.deals import CannotDealError, Deal, Group, GroupRole, Wager
from trainer.drills.strata import boxes_holdem, boxes_russian
from trainer.drills.strata.base import TRIES, Deck, DeckEmptyError, Stratum, draw_stratum
from trainer.drills.strata.boxes import Beside, Laid
from trainer.drills.stream import Stream

# How many boxes are taken, each number equally likely, by level.
BOXES: Final[Mapping[str, Mapping[int, tuple[int, ...]]]] = {
    RUSSIAN: {1: (2,), 2: (3,), 3: (4,)},
    ULTIMATE: {1: (2,), 2: (3, 4), 3: (6,)},
    CASINO: {1: (2,), 2: (3, 4), 3: (6,)},
}
BESIDE: Final[Mapping[str, Sequence[Stratum[Beside]]]] = {
    RUSSIAN: boxes_russian.BESIDE,
    ULTIMATE: boxes_holdem.BESIDE,
    CASINO: boxes_holdem.BESIDE,
}


def deal_table(
    rng: Stream, drill: str, ruleset: Ruleset, level: int, aims: frozenset[str]
) -> Deal:
    """The first box by a stratum of `STRATA`, but no fold; each other by one of `BESIDE`; then
    all take their seats in random order and put down their wagers. It has no tags.

    About one table of 2000, at which nearly everybody exchanges all five cards, would need more
    than the deck has; it is dealt anew.
    """
    for _ in range(TRIES):
        try:
            return _deal_once(rng, drill, ruleset, level, aims)
        except DeckEmptyError:
            continue
    raise CannotDealError("the deck is too short for such a table")


def _deal_once(
    rng: Stream, drill: str, ruleset: Ruleset, level: int, aims: frozenset[str]
) -> Deal:
    """Raises: DeckEmptyError."""
    count = rng.choice(BOXES[ruleset.game][level])
    deck = Deck(rng)
    strata = [stratum for stratum in STRATA[ruleset.game] if stratum.key != "fold"]
    stratum = draw_stratum(rng, strata, level, aims)
    first = stratum.build(deck, ruleset, level)
    laid = [first]
    for _ in range(1, count):
        beside = draw_stratum(rng, BESIDE[ruleset.game], level, frozenset())
        laid.append(beside.build(deck, first, ruleset, level))
    laid = rng.shuffled(laid)
    wagers = [
        wager for seat, box in enumerate(laid) for wager in _wagers(rng, ruleset, level, seat, box)
    ]
    return Deal(drill, ruleset.game, level, _groups(laid), tuple(wagers), stratum=stratum.key)


def _wagers(rng: Stream, ruleset: Ruleset, level: int, seat: int, laid: Laid) -> Sequence[Wager]:
    """In the order of the house."""
    bets = place_bets(rng, ruleset, level, _for_itself(laid), INSURED_AT_TABLE)
    order = ruleset.switches["order_in_box"].split(", ")
    return [Wager(f"{seat}.{bet}", bets[bet]) for bet in order if bet in bets]


def _for_itself(laid: Laid) -> Laid:
    """Whoever has folded does not buy the dealer's game."""
    gone = len(laid.dealer_gone)
    if not laid.folded or not gone:
        return laid
    return replace(laid, dealer=[*laid.dealer_gone, *laid.dealer[:-gone]], dealer_gone=())


def _groups(laid: Sequence[Laid]) -> tuple[Group, ...]:
    """Board and dealer once, then the players by seat."""
    common = [group for group in laid[0].groups if group.role is not GroupRole.PLAYER]
    players = [
        replace(group, seat=seat)
        for seat, box in enumerate(laid)
        for group in box.groups
        if group.role is GroupRole.PLAYER
    ]
    return (*common, *players)
