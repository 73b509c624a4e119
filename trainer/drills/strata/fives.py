"""Which five play: hands of six or seven cards, often with more that looks like playing."""

from typing import Final

from rules.games.base import PayHand
from trainer.drills.named_hand import Lure, hand_tag
from trainer.drills.strata import names
from trainer.drills.strata.base import Stratum
from trainer.drills.tags import Trap


def _made(hand: PayHand, *shares: int) -> Stratum[names.Plan]:
    one, two, three = shares
    return Stratum(hand.key, names.Made(hand), (one, two, three), frozenset({hand_tag(hand)}))


def _near(trap: Trap | Lure, plan: names.Plan, *shares: int) -> Stratum[names.Plan]:
    one, two, three = shares
    return Stratum(
        trap.value.removeprefix("near-miss:"), plan, (one, two, three), frozenset({trap.value})
    )


# Seven cards, two of them the player's own.
WITH_BOARD: Final[tuple[Stratum[names.Plan], ...]] = (
    _made(PayHand.HIGH_CARD, 8, 4, 3),
    _made(PayHand.PAIR, 15, 10, 7),
    _made(PayHand.TWO_PAIR, 15, 6, 4),
    _made(PayHand.THREE_OF_A_KIND, 14, 8, 5),
    _made(PayHand.STRAIGHT, 13, 5, 3),
    _made(PayHand.FLUSH, 13, 5, 3),
    _made(PayHand.FULL_HOUSE, 11, 5, 3),
    _made(PayHand.FOUR_OF_A_KIND, 7, 5, 4),
    _made(PayHand.STRAIGHT_FLUSH, 2, 2, 2),
    _made(PayHand.ROYAL_FLUSH, 1, 1, 1),
    Stratum("uniform", names.uniform, (0, 3, 3)),
    Stratum("wheel", names.wheel, (1, 2, 2), frozenset({"wheel"})),
    _near(Trap.FOUR_FLUSH, names.four_flush, 0, 3, 3),
    _near(Trap.FOUR_STRAIGHT, names.four_straight, 0, 3, 3),
    _near(Trap.WRAP, names.wrap, 0, 2, 3),
    _near(Trap.THREE_PAIRS, names.three_pairs, 0, 6, 8),
    _near(Trap.TWO_TRIPLES, names.two_triples, 0, 4, 5),
    _near(Lure.SPARE_PAIR, names.spare_pair, 0, 4, 5),
    Stratum(
        "no-straight-flush",
        names.no_straight_flush,
        (0, 4, 5),
        frozenset({Lure.STRAIGHT_FLUSH.value}),
    ),
    _near(Lure.LONG_RUN, names.long_run, 0, 4, 6),
    _near(Lure.LOWER_HAND, names.hidden_pairs, 0, 4, 5),
    _near(Lure.HIGHER_OUTSIDE, names.higher_outside, 0, 4, 6),
    _near(Trap.COUNTERFEIT, names.counterfeit, 0, 3, 5),
    Stratum("board-plays", names.board_plays, (0, 3, 6), frozenset({"board-plays"})),
)
# Six cards of which the last was bought.
ALONE: Final[tuple[Stratum[names.Plan], ...]] = (
    _made(PayHand.HIGH_CARD, 9, 4, 3),
    _made(PayHand.ACE_KING, 8, 6, 5),
    _made(PayHand.PAIR, 15, 8, 5),
    _made(PayHand.TWO_PAIR, 15, 5, 3),
    _made(PayHand.THREE_OF_A_KIND, 14, 8, 5),
    _made(PayHand.STRAIGHT, 12, 4, 2),
    _made(PayHand.FLUSH, 12, 4, 3),
    _made(PayHand.FULL_HOUSE, 8, 5, 4),
    _made(PayHand.FOUR_OF_A_KIND, 4, 5, 4),
    _made(PayHand.STRAIGHT_FLUSH, 1, 2, 2),
    _made(PayHand.ROYAL_FLUSH, 1, 1, 1),
    Stratum("uniform", names.uniform, (0, 3, 3)),
    Stratum("wheel", names.wheel, (1, 2, 2), frozenset({"wheel"})),
    _near(Trap.FOUR_FLUSH, names.four_flush, 0, 4, 4),
    _near(Trap.FOUR_STRAIGHT, names.four_straight, 0, 4, 4),
    _near(Trap.WRAP, names.wrap, 0, 3, 4),
    Stratum(
        "pair-with-ace-king",
        names.pair_with_ace_king,
        (0, 3, 5),
        frozenset({Lure.ACE_KING.value}),
    ),
    _near(Trap.THREE_PAIRS, names.three_pairs, 0, 6, 9),
    _near(Trap.TWO_TRIPLES, names.two_triples, 0, 5, 7),
    Stratum(
        "no-straight-flush",
        names.no_straight_flush,
        (0, 4, 6),
        frozenset({Lure.STRAIGHT_FLUSH.value}),
    ),
    _near(Lure.LONG_RUN, names.long_run, 0, 5, 7),
    _near(Lure.LOWER_HAND, names.hidden_pairs, 0, 5, 6),
    _near(Lure.HIGHER_OUTSIDE, names.higher_outside, 0, 4, 6),
)
