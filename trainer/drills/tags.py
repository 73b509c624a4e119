"""Tags of deals, and the traps that cards set, read off the cards themselves.

A tag says what a deal exercises. It is derived from the result, whichever construction made
the deal, and names a skill together with drill and game.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Final

from rules.engine.cards import Card, Rank
from rules.engine.ranking import STRAIGHTS, Category, HandRank
from rules.engine.text import gettext_noop

WRAPS: Final = (
    (Rank.JACK, Rank.QUEEN, Rank.KING, Rank.ACE, Rank.TWO),
    (Rank.QUEEN, Rank.KING, Rank.ACE, Rank.TWO, Rank.THREE),
    (Rank.KING, Rank.ACE, Rank.TWO, Rank.THREE, Rank.FOUR),
)
"""Five neighbours through the ace: no straight, though it looks like one."""


class Trap(StrEnum):
    """What makes a hand look like more than it is; the value is the tag.

    Where there are several the first is explained.
    """

    IDLE_KICKER = "near-miss:idle-kicker"
    COUNTERFEIT = "near-miss:counterfeit"
    TWO_TRIPLES = "two-triples"
    THREE_PAIRS = "three-pairs"
    WRAP = "near-miss:wrap"
    FOUR_FLUSH = "near-miss:four-flush"
    FOUR_STRAIGHT = "near-miss:four-straight"

    @property
    def kind(self) -> str:
        """The kind of the reason that explains it: the tag without its group."""
        return self.value.removeprefix("near-miss:")


TRAP_SKILLS: Final[Mapping[str, str]] = {
    Trap.FOUR_FLUSH: gettext_noop("Four to a flush"),
    Trap.FOUR_STRAIGHT: gettext_noop("Four to a straight"),
    Trap.WRAP: gettext_noop("No straight through the ace"),
    Trap.COUNTERFEIT: gettext_noop("Pocket pair counterfeited by the board"),
    Trap.IDLE_KICKER: gettext_noop("Kicker that does not play"),
    Trap.THREE_PAIRS: gettext_noop("Three pairs"),
    Trap.TWO_TRIPLES: gettext_noop("Two triples"),
}


def category_tag(category: Category) -> str:
    """`category:full-house`."""
    return "category:" + category.label.replace(" ", "-")


CATEGORY_SKILLS: Final[Mapping[str, str]] = {
    category_tag(Category.HIGH_CARD): gettext_noop("Winning hand: high card"),
    category_tag(Category.PAIR): gettext_noop("Winning hand: pair"),
    category_tag(Category.TWO_PAIR): gettext_noop("Winning hand: two pair"),
    category_tag(Category.THREE_OF_A_KIND): gettext_noop("Winning hand: three of a kind"),
    category_tag(Category.STRAIGHT): gettext_noop("Winning hand: straight"),
    category_tag(Category.FLUSH): gettext_noop("Winning hand: flush"),
    category_tag(Category.FULL_HOUSE): gettext_noop("Winning hand: full house"),
    category_tag(Category.FOUR_OF_A_KIND): gettext_noop("Winning hand: four of a kind"),
    category_tag(Category.STRAIGHT_FLUSH): gettext_noop("Winning hand: straight flush"),
    category_tag(Category.ROYAL_FLUSH): gettext_noop("Winning hand: royal flush"),
}


def flush_draw(cards: Sequence[Card], own: Sequence[Card]) -> tuple[Card, ...]:
    """The four cards of a suit with one of *own* among them, if there are exactly four."""
    count = Counter(card.suit for card in cards)
    for card in own:
        if count[card.suit] == 4:
            return tuple(other for other in cards if other.suit is card.suit)
    return ()


def straight_draw(cards: Sequence[Card], own: Sequence[Card]) -> tuple[Card, ...]:
    """Four ranks of the highest straight that lacks one, with one rank that only *own* has."""
    shared = {card.rank for card in cards if card not in own}
    held = {card.rank: card for card in reversed(cards)}
    for run in STRAIGHTS.values():
        part = [rank for rank in run if rank in held]
        if len(part) == 4 and not shared.issuperset(part):
            return tuple(held[rank] for rank in part)
    return ()


def wrapped(cards: Sequence[Card], own: Sequence[Card]) -> tuple[Card, ...]:
    """Five neighbours through the ace with a rank that only *own* has, as Q K A 2 3."""
    shared = {card.rank for card in cards if card not in own}
    held = {card.rank: card for card in reversed(cards)}
    for run in WRAPS:
        if held.keys() >= set(run) and not shared.issuperset(run):
            return tuple(held[rank] for rank in run)
    return ()


def repeated(cards: Sequence[Card], times: int) -> tuple[Rank, ...]:
    """The ranks that stand *times* in *cards*, high first."""
    count = Counter(card.rank for card in cards)
    return tuple(sorted((rank for rank in count if count[rank] == times), reverse=True))


def unmade(
    cards: Sequence[Card], own: Sequence[Card], rank: HandRank, target: Category
) -> dict[Trap, tuple[Card, ...]]:
    """Straights and flushes that *cards* only seem to hold, each with the cards that mislead.

    *target* is the category that the hand would have had to exceed: a draw to no more than it
    misleads nobody.
    """
    limit = max(rank.category, target)
    found: dict[Trap, tuple[Card, ...]] = {}
    if limit < Category.STRAIGHT and (part := wrapped(cards, own)):
        found[Trap.WRAP] = part
    if limit < Category.FLUSH and (part := flush_draw(cards, own)):
        found[Trap.FOUR_FLUSH] = part
    if (
        limit < Category.STRAIGHT
        and Trap.WRAP not in found
        and (part := straight_draw(cards, own))
    ):
        found[Trap.FOUR_STRAIGHT] = part
    return found


def surplus(cards: Sequence[Card], rank: HandRank) -> dict[Trap, tuple[Rank, ...]]:
    """A third pair or a second triple in *cards*, with all the ranks concerned."""
    pairs, triples = repeated(cards, 2), repeated(cards, 3)
    if rank.category is Category.TWO_PAIR and len(pairs) == 3:
        return {Trap.THREE_PAIRS: pairs}
    if rank.category is Category.FULL_HOUSE and len(triples) == 2:
        return {Trap.TWO_TRIPLES: triples}
    return {}


def counterfeited(own: Sequence[Card], rank: HandRank) -> bool:
    """Whether a pocket pair stays out because two pairs on the board are higher."""
    if len(own) != 2 or own[0].rank is not own[1].rank:
        return False
    return rank.category is Category.TWO_PAIR and own[0].rank not in rank.ranks[:2]
