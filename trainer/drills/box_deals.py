"""How boxes are dealt: cards by a published stratum, then the wagers that may lie there."""

from collections.abc import Mapping, Sequence
from typing import Final

from rules.games.base import Ruleset
from trainer.drills.box_moves import place_bets
from trainer.drills.boxes import CASINO, RUSSIAN, ULTIMATE
from trainer.drills.deals import Deal, Wager
from trainer.drills.strata import boxes_holdem, boxes_russian
from trainer.drills.strata.base import Deck, Stratum, draw_stratum
from trainer.drills.strata.boxes import Plan
from trainer.drills.stream import Stream

STRATA: Final[Mapping[str, Sequence[Stratum[Plan]]]] = {
    RUSSIAN: boxes_russian.STRATA,
    ULTIMATE: boxes_holdem.ULTIMATE,
    CASINO: boxes_holdem.CASINO,
}


def deal_box(
    rng: Stream,
    drill: str,
    ruleset: Ruleset,
    level: int,
    aims: frozenset[str],
    without: str = "",
) -> Deal:
    """A box of any stratum but *without*, with every wager that lies there, in the order of the
    house; it has no tags."""
    strata = [stratum for stratum in STRATA[ruleset.game] if stratum.key != without]
    stratum = draw_stratum(rng, strata, level, aims)
    laid = stratum.build(Deck(rng), ruleset, level)
    bets = place_bets(rng, ruleset, level, laid)
    order = ruleset.switches["order_in_box"].split(", ")
    wagers = tuple(Wager(bet, bets[bet]) for bet in order if bet in bets)
    return Deal(drill, ruleset.game, level, laid.groups, wagers, stratum=stratum.key)
