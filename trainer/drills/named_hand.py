"""One hand to be named: what it is, what else its cards seem to hold, tags and marks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Final

from rules.engine.best import BestHand, best_five, best_with_board
from rules.engine.cards import Card, Rank
from rules.engine.ranking import (
    STRAIGHT_CATEGORIES,
    STRAIGHTS,
    SUITED_CATEGORIES,
    Category,
    HandRank,
    flush_suit,
    straight_top,
)
from rules.engine.text import gettext_noop
from rules.games import texas_holdem
from rules.games.base import CATEGORY_OF, PayHand, Ruleset, pay_hand
from trainer.drills.deals import Deal
from trainer.drills.tags import Trap, category_tag, counterfeited, repeated, surplus, unmade
from trainer.drills.verdicts import Mark

NAMED_RANKS: Final[Mapping[PayHand, int]] = {
    PayHand.HIGH_CARD: 2,
    PayHand.ACE_KING: 0,
    PayHand.PAIR: 2,
    PayHand.TWO_PAIR: 2,
    PayHand.THREE_OF_A_KIND: 2,
    PayHand.STRAIGHT: 1,
    PayHand.FLUSH: 1,
    PayHand.FULL_HOUSE: 2,
    PayHand.FOUR_OF_A_KIND: 2,
    PayHand.STRAIGHT_FLUSH: 1,
    PayHand.ROYAL_FLUSH: 0,
}
"""How many ranks of the tie-break vector, from its first, belong to the full name."""


class Lure(StrEnum):
    """What makes a single hand look like another, besides the traps; the value is the tag."""

    STRAIGHT_FLUSH = "near-miss:straight-flush"
    ACE_KING = "near-miss:ace-king"
    LONG_RUN = "long-run"
    SPARE_PAIR = "spare-pair"
    LOWER_HAND = "lower-hand"
    HIGHER_OUTSIDE = "higher-outside"


LURE_SKILLS: Final[Mapping[str, str]] = {
    Lure.STRAIGHT_FLUSH: gettext_noop("Straight and flush, but no straight flush"),
    Lure.ACE_KING: gettext_noop("Ace and king beside a pair"),
    Lure.LONG_RUN: gettext_noop("More than five in a row"),
    Lure.SPARE_PAIR: gettext_noop("Two pairs beside three of a kind"),
    Lure.LOWER_HAND: gettext_noop("Pairs that hide a straight or flush"),
    Lure.HIGHER_OUTSIDE: gettext_noop("A higher card outside straight or flush"),
}


@dataclass(frozen=True)
class NamedHand:
    """The player's `own` cards and the `board`, if the game has one, with the five that play.

    Without a board ace-king is a hand of its own.
    """

    own: tuple[Card, ...]
    board: tuple[Card, ...]
    best: BestHand

    @property
    def ace_king(self) -> bool:
        return not self.board

    @property
    def cards(self) -> tuple[Card, ...]:
        return self.own + self.board

    @property
    def rank(self) -> HandRank:
        return self.best.rank

    @property
    def hand(self) -> PayHand:
        return pay_hand(self.rank) if self.ace_king else PayHand[self.rank.category.name]

    @property
    def ranks(self) -> tuple[Rank, ...]:
        """Those of the full name."""
        return self.rank.ranks[: NAMED_RANKS[self.hand]]

    @property
    def is_wheel(self) -> bool:
        """Whether the ace stands below the deuce, in one suit or several."""
        return self.rank.category in STRAIGHT_CATEGORIES and self.rank.ranks == (Rank.FIVE,)

    @cached_property
    def held(self) -> frozenset[PayHand]:
        """Every hand that can be made of the cards, high card left out."""
        return frozenset(_held(self.cards, self.ace_king))

    @cached_property
    def traps(self) -> Mapping[Trap, tuple[Rank, ...]]:
        """What the cards only seem to hold, with the cards or ranks that mislead."""
        found = dict(surplus(self.cards, self.rank))
        if self.board and counterfeited(self.own, self.rank):
            found[Trap.COUNTERFEIT] = tuple(card.rank for card in self.own)
        drawn = unmade(self.cards, self.cards, self.rank, self.rank.category)
        return found | {trap: tuple(c.rank for c in part) for trap, part in drawn.items()}

    @cached_property
    def lures(self) -> Mapping[Lure, tuple[Rank, ...]]:
        """What else misleads, with the ranks that it is told by, if any."""
        return dict(_lures(self))


def reads_high(ruleset: Ruleset) -> bool:
    """Whether hands of this game are high hands of natural cards, and nothing else."""
    return ruleset.game != texas_holdem.GAME.key or texas_holdem.plays_high_alone(ruleset)


def named_hand(deal: Deal) -> NamedHand:
    [player] = deal.players
    board = deal.board
    best = best_with_board(board, player.cards) if board else best_five(player.cards)
    return NamedHand(player.cards, board, best)


def _held(cards: Sequence[Card], ace_king: bool) -> set[PayHand]:
    times = sorted((len([c for c in cards if c.rank is rank]) for rank in Rank), reverse=True)
    suit = flush_suit(cards)
    ranks = {card.rank for card in cards}
    suited_top = straight_top(card.rank for card in cards if card.suit is suit)
    made = {
        PayHand.ACE_KING: ace_king and ranks >= {Rank.ACE, Rank.KING},
        PayHand.PAIR: times[0] >= 2,
        PayHand.TWO_PAIR: times[1] >= 2,
        PayHand.THREE_OF_A_KIND: times[0] >= 3,
        PayHand.STRAIGHT: straight_top(ranks) is not None,
        PayHand.FLUSH: suit is not None,
        PayHand.FULL_HOUSE: times[0] >= 3 and times[1] >= 2,
        PayHand.FOUR_OF_A_KIND: times[0] == 4,
        PayHand.STRAIGHT_FLUSH: suited_top is not None,
        PayHand.ROYAL_FLUSH: suited_top is Rank.ACE,
    }
    return {hand for hand, there in made.items() if there}


def _lures(named: NamedHand) -> Sequence[tuple[Lure, tuple[Rank, ...]]]:
    rank, held = named.rank, named.held
    found: list[tuple[Lure, tuple[Rank, ...]]] = []
    if rank.category is Category.FLUSH and PayHand.STRAIGHT in held:
        found.append((Lure.STRAIGHT_FLUSH, ()))
    if named.hand is PayHand.PAIR and PayHand.ACE_KING in held:
        found.append((Lure.ACE_KING, ()))
    if rank.category in STRAIGHT_CATEGORIES and (run := _longer_run(named)):
        found.append((Lure.LONG_RUN, run))
    if rank.category is Category.FULL_HOUSE and len(pairs := repeated(named.cards, 2)) == 2:
        found.append((Lure.SPARE_PAIR, pairs))
    if rank.category in (Category.STRAIGHT, Category.FLUSH) and PayHand.PAIR in held:
        found.append((Lure.LOWER_HAND, ()))
    if higher := _higher_outside(named):
        found.append((Lure.HIGHER_OUTSIDE, (higher, rank.ranks[0])))
    return found


def _longer_run(named: NamedHand) -> tuple[Rank, ...]:
    """The straight with the ranks below it, if there are more than its five in a row."""
    suited = named.rank.category in SUITED_CATEGORIES
    suit = flush_suit(named.cards) if suited else None
    held = {card.rank for card in named.cards if suit is None or card.suit is suit}
    run = named.rank.five_ranks
    for lower in list(STRAIGHTS)[list(STRAIGHTS).index(run[0]) + 1 :]:
        end = STRAIGHTS[lower][-1]
        if end not in held:
            break
        run = (*run, end)
    return run if len(run) > 5 else ()


def _higher_outside(named: NamedHand) -> Rank | None:
    """A card above the top of straight or flush that is not part of it.

    The low ace of a wheel is part of it.
    """
    if named.rank.category not in STRAIGHT_CATEGORIES | SUITED_CATEGORIES:
        return None
    top = named.rank.ranks[0]
    higher = {card.rank for card in named.best.spare if card.rank > top}
    return max(higher - set(named.rank.five_ranks), default=None)


# --- tags and marks --------------------------------------------------------------------------


def hand_tag(hand: PayHand) -> str:
    """`category:full-house`, or `ace-king`."""
    return hand.key if hand is PayHand.ACE_KING else category_tag(CATEGORY_OF[hand])


def naming_tags(deal: Deal) -> frozenset[str]:
    """What it takes to name the hand of *deal*."""
    named = named_hand(deal)
    found = {trap.value for trap in named.traps} | {lure.value for lure in named.lures}
    found.add(hand_tag(named.hand))
    if named.is_wheel:
        found.add("wheel")
    if named.board and set(named.board) == set(named.best.five):
        found.add("board-plays")
    if deal.players[0].bought:
        plays = named.own[-1] in named.best.five
        found.add("sixth-card" if plays else "idle-sixth-card")
    return frozenset(found)


def marks(named: NamedHand) -> dict[Card, Mark]:
    """The five play; of a hand with kickers the cards that make it stand out."""
    core = named.best.core if len(named.best.core) < 5 else ()
    found = dict.fromkeys(named.best.spare, Mark.IDLE)
    found |= dict.fromkeys(named.best.five, Mark.PLAYS)
    return found | dict.fromkeys(core, Mark.DECIDES)
