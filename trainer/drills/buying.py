"""The dealer's game, bought: which card goes, what the new one does, and what follows."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property, lru_cache
from typing import Any, Final

from rules.engine.cards import DECK, Card
from rules.engine.ranking import SUITED_CATEGORIES
from rules.games import settle
from rules.games.base import Ruleset
from rules.games.russian_poker import is_redrawn, swapped_card
from rules.games.settlement import Ending, Round
from trainer.drills.deals import Deal, GroupRole
from trainer.drills.qualifying import Edge, Qualifying, edges, five_of, judge_dealer, needed
from trainer.drills.turning import otherwise, turning_on
from trainer.drills.verdicts import ErrorCode, Mark, Reason

WHICH: Final = 1
AGAIN, GAME, NO_GAME = "again", "game", "no-game"
# The house rules that the answer, or what follows from it, may depend on.
SWITCHES: Final[Mapping[bool, tuple[str, ...]]] = {
    True: ("buy_game_card", "forgo_ante", "failed_buy_ante", "ante_on_no_game"),
    False: (
        *("buy_game_card", "redraw_same_rank", "qualifier"),
        *("forgo_ante", "failed_buy_ante"),
    ),
}
_RULES: Final = ("buy_game_card", "redraw_same_rank")


@dataclass(frozen=True)
class Purchase:
    """A dealer without game whose guest has paid for another card; `new` is drawn or not yet."""

    ruleset: Ruleset
    five: tuple[Card, ...]
    new: Card | None

    @cached_property
    def old(self) -> Card:
        """The card that goes."""
        return swapped_card(self.five, self.ruleset)

    @property
    def place(self) -> int:
        return self.five.index(self.old)

    @cached_property
    def after(self) -> tuple[Card, ...]:
        """The dealer's cards with the new one in its place."""
        assert self.new is not None
        return tuple(self.new if card == self.old else card for card in self.five)

    @property
    def redrawn(self) -> bool:
        return self.new is not None and is_redrawn(self.old, self.new, self.ruleset)

    @cached_property
    def dealer(self) -> Qualifying:
        """What the dealer holds now."""
        return judge_dealer(self.after, (), self.ruleset)

    @cached_property
    def result(self) -> str:
        """The new card is drawn again, or the dealer has game, or has none."""
        if self.redrawn:
            return AGAIN
        return GAME if self.dealer.qualifies else NO_GAME

    def under(self, ruleset: Ruleset) -> "Purchase":
        return replace(self, ruleset=ruleset)


def brings_straight_or_flush(purchase: Purchase) -> bool:
    """Whether what the dealer holds now qualifies without any pair or ace-king."""
    return Edge.WITHOUT_PAIR in edges(purchase.dealer)


def is_offered(ruleset: Ruleset) -> bool:
    return ruleset.switches["buy_game"] == "on"


def judge(deal: Deal, ruleset: Ruleset) -> Purchase:
    drawn = [card for g in deal.groups if g.role is GroupRole.DRAWN for card in g.cards]
    return Purchase(ruleset, deal.dealer, drawn[0] if drawn else None)


def differs_elsewhere(purchase: Purchase) -> bool:
    """Whether another card or another rule about the same rank would go on otherwise."""
    return any(purchase.under(other).result != purchase.result for other in _others(purchase))


def _others(purchase: Purchase) -> list[Ruleset]:
    return [other for key in _RULES for other in otherwise(purchase.ruleset, key)]


@lru_cache(maxsize=256)
def switches(purchase: Purchase) -> tuple[str, ...]:
    """The house rules that the answer and what follows from it turn on."""

    def result(ruleset: Ruleset) -> object:
        again = purchase.under(ruleset)
        if purchase.new is None:
            return again.old, _price(ruleset)
        return again.result, _follows(again)

    return turning_on(purchase.ruleset, SWITCHES[purchase.new is None], result)


# --- mistakes --------------------------------------------------------------------------------


def card_code(purchase: Purchase, chosen: Card) -> ErrorCode:
    """The card of another house, or one that no house replaces."""
    elsewhere = [purchase.under(o).old for o in otherwise(purchase.ruleset, "buy_game_card")]
    return ErrorCode.HOUSE_RULE if chosen in elsewhere else ErrorCode.WRONG_CARD


def result_code(purchase: Purchase, given: str) -> ErrorCode:
    """What gives *given*, which is wrong: a straight or flush overlooked, a rule of another
    house, a rank, or the qualifier."""
    if (given, purchase.result) == (NO_GAME, GAME) and brings_straight_or_flush(purchase):
        suited = purchase.dealer.rank.category in SUITED_CATEGORIES
        return ErrorCode.MISSED_FLUSH if suited else ErrorCode.MISSED_STRAIGHT
    if given in [purchase.under(other).result for other in _others(purchase)]:
        return ErrorCode.HOUSE_RULE
    return ErrorCode.SAME_RANK if AGAIN in (given, purchase.result) else ErrorCode.QUALIFICATION


# --- tags and marks --------------------------------------------------------------------------


def buying_tags(purchase: Purchase) -> frozenset[str]:
    if purchase.new is None:
        return frozenset({"which-card"})
    found = {f"drawn:{purchase.result}"}
    if differs_elsewhere(purchase):
        found.add("other-house")
    if purchase.result == GAME and brings_straight_or_flush(purchase):
        found.add("without-pair")
    return frozenset(found)


def marks(purchase: Purchase) -> dict[Card, Mark]:
    """The card that goes plays no more; the new one decides where it brings game."""
    found = dict.fromkeys(purchase.five, Mark.PLAYS)
    if purchase.new is None:
        return found | {purchase.old: Mark.DECIDES}
    found[purchase.old] = Mark.IDLE
    found[purchase.new] = Mark.DECIDES if purchase.result == GAME else Mark.PLAYS
    if purchase.redrawn:
        found[purchase.new] = Mark.IDLE
    return found


# --- reasons ---------------------------------------------------------------------------------


def explain(purchase: Purchase) -> tuple[Reason, ...]:
    """Which card goes, what the new one does, what the dealer needs, what follows."""
    goes = Reason(
        "swap-card",
        {"which": purchase.ruleset.switches["buy_game_card"], "card": purchase.old},
    )
    if purchase.new is None:
        before = judge_dealer(purchase.five, (), purchase.ruleset)
        price = Reason("bought-game-price", {"ante": _price(purchase.ruleset)})
        return five_of(before), goes, price
    same = purchase.old.rank is purchase.new.rank
    drawn = Reason(
        "swap-drawn",
        {"card": purchase.new, "rank": purchase.old.rank, "same": same, "again": purchase.redrawn},
    )
    if purchase.redrawn:
        return goes, drawn
    if same:
        return goes, drawn, needed(purchase.dealer), Reason("bought-means", _follows(purchase))
    follows = Reason("bought-means", _follows(purchase))
    return goes, five_of(purchase.dealer), needed(purchase.dealer), follows


def _price(ruleset: Ruleset) -> str:
    """What becomes of the payment of the ante when the game is bought: it stays won, comes only
    if the purchase is in vain, is given up, or there is none to give up."""
    if ruleset.switches["forgo_ante"] == "no":
        return "kept"
    if ruleset.switches["failed_buy_ante"] == "pay":
        return "later"
    return "given-up" if ruleset.switches["ante_on_no_game"] == "pay" else "none"


def _follows(purchase: Purchase) -> dict[str, Any]:
    """What becomes of the ante, by `rules.games.settle`; the guest's cards are any that are left,
    which is all the same without game."""
    if purchase.redrawn:
        return {}
    left = [card for card in DECK if card not in (*purchase.five, purchase.new)]
    round_ = Round(tuple(left[:5]), purchase.five, dealer_after=purchase.after)
    bets = {"ante": Decimal(1), "bet": Decimal(2), "bought_game": Decimal(1)}
    settled = settle(round_, bets, purchase.ruleset)
    early = settled.wager("ante").paid_early
    data = {"game": settled.ending is not Ending.NO_GAME, "early": early, "ante": ""}
    if settled.ending is Ending.NO_GAME:
        data["ante"] = settled.wager("ante").outcome.value
    return data
