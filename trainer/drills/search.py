"""Deals that were asked for: with wanted tags, or one card away from another deal."""

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from rules.engine.cards import DECK, Card
from rules.games.base import Ruleset
from trainer.drills.base import Drill
from trainer.drills.deals import LEVELS, CannotDealError, Deal
from trainer.drills.stream import Stream

# A wanted tag that one deal in fifty has is missed once in 3,000 searches.
WANTED_DEALS: Final = 400
NOTHING: Final[frozenset[str]] = frozenset()
VARIANT: Final = "variant"


class Dealing(Drill):
    """A drill whose deals are found by making them, reading off their tags, and looking."""

    @abstractmethod
    def _make(self, rng: Stream, ruleset: Ruleset, level: int, aims: frozenset[str]) -> Deal:
        """A deal without its tags; *aims* are those that it should have."""

    @abstractmethod
    def _tags(self, deal: Deal, ruleset: Ruleset) -> frozenset[str]: ...

    @abstractmethod
    def _result(self, deal: Deal, ruleset: Ruleset) -> object:
        """What a variant has otherwise."""

    def _flips(self, before: Deal, ruleset: Ruleset) -> Callable[[Deal], bool]:
        """Says of a variant of *before* whether what was right is wrong there."""
        was = self._result(before, ruleset)
        return lambda after: self._result(after, ruleset) != was

    def _is_askable(self, deal: Deal, ruleset: Ruleset) -> bool:
        """Whether the drill asks about such a deal at all."""
        return True

    def switches(self, deal: Deal, ruleset: Ruleset) -> tuple[str, ...]:
        return ()

    def deal(
        self,
        rng: Stream,
        ruleset: Ruleset,
        level: int,
        want: frozenset[str] = NOTHING,
        variant_of: Deal | None = None,
    ) -> Deal:
        require_dealable(self, ruleset, level, want, variant_of)

        def tagged(deal: Deal) -> Deal:
            return replace(deal, tags=frozenset(self._tags(deal, ruleset)))

        if variant_of is None:
            return deal_wanted(lambda aims: tagged(self._make(rng, ruleset, level, aims)), want)

        flips = self._flips(variant_of, ruleset)

        def accept(deal: Deal) -> Deal | None:
            if not self._is_askable(deal, ruleset) or not flips(deal):
                return None
            found = tagged(deal)
            return found if want <= found.tags else None

        return deal_variant(rng, variant_of, accept)


def require_dealable(
    drill: Drill, ruleset: Ruleset, level: int, want: frozenset[str], variant_of: Deal | None
) -> None:
    """Raises: CannotDealError: if game, rules, level, tags or deal are none of the drill's."""
    if ruleset.game not in drill.games:
        raise CannotDealError(f"{drill.key} is not dealt for {ruleset.game}")
    if not drill.offers(ruleset):
        raise CannotDealError(f"{drill.key} is not dealt under the rules of {ruleset.house}")
    if level not in LEVELS:
        raise CannotDealError(f"{drill.key} has no level {level}")
    if unknown := want - drill.skills.keys():
        raise CannotDealError(f"{drill.key} has no skill {', '.join(sorted(unknown))}")
    if variant_of and (variant_of.drill, variant_of.game) != (drill.key, ruleset.game):
        raise CannotDealError(f"a deal of {variant_of.drill} for {variant_of.game} has no variant")


def deal_wanted(make: Callable[[frozenset[str]], Deal], want: frozenset[str]) -> Deal:
    """The first deal that has all tags in *want*.

    *make* is told every second time what to aim at; the other deals are drawn by the shares.

    Raises: CannotDealError: if none of `WANTED_DEALS` has them.
    """
    for number in range(WANTED_DEALS if want else 1):
        deal = make(NOTHING if number % 2 else want)
        if want <= deal.tags:
            return deal
    raise CannotDealError(f"no deal in {WANTED_DEALS} had {', '.join(sorted(want))}")


def deal_variant(rng: Stream, deal: Deal, accept: Callable[[Deal], Deal | None]) -> Deal:
    """*deal* with one shown card replaced: the first acceptable one in random order.

    *accept* completes a candidate with its tags, or returns None.

    Raises: CannotDealError: if no replacement of any card is acceptable.
    """
    shown = [card for group in deal.groups for card in group.cards]
    left = [card for card in DECK if card not in deal.cards]
    swaps = [(old, new) for old in shown for new in left]
    for old, new in rng.shuffled(swaps):
        found = accept(replace_card(deal, old, new))
        if found is not None:
            return found
    raise CannotDealError("no other card in any place changes the answer")


def replace_card(deal: Deal, old: Card, new: Card) -> Deal:
    groups = tuple(
        replace(group, cards=tuple(new if card == old else card for card in group.cards))
        if old in group.cards
        else group
        for group in deal.groups
    )
    return replace(deal, groups=groups, stratum=VARIANT)
