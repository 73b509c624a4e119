"""Russian poker: what the dealer has, and whether a guest buys it for him, decides most."""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from rules.engine.cards import Card, parse_cards
from rules.engine.ranking import rank_hand
from rules.engine.text import gettext_noop
from rules.games.base import PayHand, Ruleset
from rules.games.russian_poker import dealer_qualifies, exchange_price, is_insurable
from rules.games.settlement import Round
from rules.games.switches import is_on
from rules.rounds.base import Course, Example, Situation, lay, least_stake


@dataclass(frozen=True, slots=True)
class _Dealer:
    """Five cards of which `fifth` may also be bought, in the place of a card that helps not."""

    four: str
    fifth: str

    @property
    def dealt(self) -> str:
        return f"{self.fifth} {self.four}"

    def before(self, ruleset: Ruleset) -> str:
        """With another card first, which is the one that goes under every `buy_game_card`."""
        goes = "2c" if ruleset.switches["buy_game_card"] == "lowest" else "Kc"
        return f"{goes} {self.four}"


_HANDS: Final = {
    PayHand.HIGH_CARD: "Qs 9h 7d 4c 2s",
    PayHand.ACE_KING: "As Kh 9d 7c 4s",
    PayHand.PAIR: "Ks Kh 9d 7c 4s",
    PayHand.TWO_PAIR: "Ks Kh 8d 8c 4s",
    PayHand.THREE_OF_A_KIND: "4s 4h 4c Qs 9s",
    PayHand.STRAIGHT: "9s 8h 7c 6c 5s",
    PayHand.FLUSH: "As Ts 8s 6s 3s",
    PayHand.FULL_HOUSE: "4s 4h 4c 9s 9c",
    PayHand.FOUR_OF_A_KIND: "4s 4h 4c 4d 9s",
    PayHand.STRAIGHT_FLUSH: "9s 8s 7s 6s 5s",
    PayHand.ROYAL_FLUSH: "As Ks Qs Js Ts",
}
_NOTHING: Final = "9h 8d 6s 4h 2s"
_SIXTH: Final = "6h"
_EXCHANGED: Final = "Ac Kd"

_NO_GAME: Final = _Dealer("Td Jh 5d 3h", "Qc")
_STILL_NO_GAME: Final = _Dealer("Td Jh 5d 3h", "6d")
_LOW_GAME: Final = _Dealer("Td Jh 5d 3h", "Tc")
# Hands of the dealer that equal those of the guest, weakest first: three of a kind, a full
# house and four of a kind have no equal in one deck.
_EQUAL: Final = {
    PayHand.STRAIGHT: _Dealer("9c 8d 7h 6s", "5d"),
    PayHand.FLUSH: _Dealer("Th 8h 6h 3h", "Ah"),
    PayHand.STRAIGHT_FLUSH: _Dealer("9h 8h 7h 6h", "5h"),
    PayHand.ROYAL_FLUSH: _Dealer("Kh Qh Jh Th", "Ah"),
}
# By the strongest hand of the guest that they beat.
_HIGHER: Final = {
    PayHand.STRAIGHT: _Dealer("Jd Th 8c 7d", "9d"),
    PayHand.STRAIGHT_FLUSH: _Dealer("Jd Td 8d 7d", "9d"),
}

_EDGE: Final = {
    "ace-king": ("As Kd 4c 3h 2s", "As Qd Jc Th 9s"),
    "pair": ("2s 2d 5c 4h 3s", "As Kd Qc Jh 9s"),
}
"""By `qualifier` the weakest hand with game and the strongest without."""


def situations(ruleset: Ruleset) -> tuple[Situation, ...]:
    without_purchase = tuple(_situations(ruleset))
    if is_on(ruleset, "buy_game"):
        return without_purchase + tuple(_with_bought_game(ruleset))
    return without_purchase


def _situations(ruleset: Ruleset) -> Iterator[Situation]:
    guest = _HANDS[_insured(ruleset)]

    def play(player: str, dealer: _Dealer) -> Example:
        return _example(lay(player, dealer.dealt), ruleset)

    folded = _example(lay(_NOTHING, folded=True), ruleset)
    yield Situation("fold", gettext_noop("The guest folds"), (folded,))
    nothing = _example(lay(_NOTHING, _NO_GAME.dealt), ruleset, insured=False)
    name = gettext_noop("The dealer has no game")
    yield Situation("no-game", name, (play(guest, _NO_GAME), nothing))
    weak = _too_weak(ruleset)
    if weak is not None:
        name = gettext_noop("The dealer has no game, but the insured hand is too weak for it")
        round_ = lay(_HANDS[weak], _NO_GAME.dealt)
        yield Situation("too-weak", name, (_example(round_, ruleset, insured=True),))
    name = gettext_noop("The dealer has game, the guest’s hand is higher")
    yield Situation("win", name, (play(guest, _LOW_GAME),))
    if ruleset.switches["ante_on_win"] == "pay_unless_bought":
        name = gettext_noop("The same, but the guest has bought a card or exchanged")
        bought = lay(f"{guest} {_SIXTH}", _LOW_GAME.dealt)
        kept = " ".join(guest.split()[:3])
        exchanged = lay(guest, _LOW_GAME.dealt, dealt=f"{kept} {_EXCHANGED}")
        examples = tuple(_example(each, ruleset) for each in (bought, exchanged))
        yield Situation("win-drawn", name, examples)
    name = gettext_noop("The dealer has game, the hands are equal")
    equal = _equal(ruleset)
    yield Situation("tie", name, (play(_HANDS[equal], _EQUAL[equal]),))
    name = gettext_noop("The dealer has game and the higher hand")
    weaker, dealer = _lower(ruleset)
    yield Situation("loss", name, (play(weaker, dealer),))


def _with_bought_game(ruleset: Ruleset) -> Iterator[Situation]:
    """The guest pays for another card of a dealer who has no game."""

    def buy(player: str, dealer: _Dealer) -> tuple[Example, ...]:
        round_ = lay(player, dealer.before(ruleset), after=dealer.dealt)
        return (_example(round_, ruleset),)

    guest = _HANDS[_insured(ruleset)]
    name = gettext_noop("The dealer’s game is bought, the guest’s hand is higher")
    yield Situation("bought-win", name, buy(guest, _LOW_GAME))
    name = gettext_noop("The dealer’s game is bought, the hands are equal")
    equal = _equal(ruleset)
    if equal is PayHand.ROYAL_FLUSH:
        # Beside four cards of a royal flush the highest is not the odd one.
        equal = PayHand.STRAIGHT
    yield Situation("bought-tie", name, buy(_HANDS[equal], _EQUAL[equal]))
    name = gettext_noop("The dealer’s game is bought, and the dealer’s hand is higher")
    yield Situation("bought-loss", name, buy(*_lower(ruleset)))
    name = gettext_noop("Another card is bought, but the dealer still has no game")
    yield Situation("bought-in-vain", name, buy(guest, _STILL_NO_GAME))


def _insured(ruleset: Ruleset) -> PayHand:
    """What the guest holds: enough for insurance, and to win against little."""
    least = PayHand.THREE_OF_A_KIND
    if is_on(ruleset, "insurance"):
        least = max(least, _weakest_insurable(ruleset))
    return least


def _weakest_insurable(ruleset: Ruleset) -> PayHand:
    value = ruleset.switches["insurance_min_category"]
    return next(hand for hand in PayHand if hand.key == value)


def _too_weak(ruleset: Ruleset) -> PayHand | None:
    """The strongest kind of hand that may not be insured, if there is one."""
    least = _weakest_insurable(ruleset)
    if not is_on(ruleset, "insurance") or least is PayHand.HIGH_CARD:
        return None
    return PayHand(least - 1)


def _equal(ruleset: Ruleset) -> PayHand:
    return next(hand for hand in _EQUAL if hand >= _insured(ruleset))


def _lower(ruleset: Ruleset) -> tuple[str, _Dealer]:
    """A guest who loses; nobody does with a royal flush, so that there it is not insured."""
    holds = _insured(ruleset)
    for most, dealer in _HIGHER.items():
        if holds <= most:
            return _HANDS[holds], dealer
    return _HANDS[PayHand.THREE_OF_A_KIND], _HIGHER[PayHand.STRAIGHT]


def _example(round_: Round, ruleset: Ruleset, insured: bool | None = None) -> Example:
    """With every bet that may lie in the box, at its least; *insured* None where allowed."""
    ante = least_stake("ante", ruleset)
    bets = {"ante": ante, "bonus": least_stake("bonus", ruleset)}
    if fee := _fee(round_, ante, ruleset):
        bets["fee"] = fee
    if round_.folded:
        return Example(round_, bets)
    if _may_insure(round_, ruleset) if insured is None else insured:
        bets["insurance"] = ante * int(ruleset.switches["insurance_min"])
    bets["bet"] = ante * int(ruleset.switches["bet_multiple"])
    if round_.dealer_after is not None:
        bets["bought_game"] = ante
    return Example(round_, bets)


def _fee(round_: Round, ante: Decimal, ruleset: Ruleset) -> Decimal | None:
    if len(round_.player) == 6:
        return ante * int(ruleset.switches["sixth_card_price"])
    if round_.dealt is not None:
        return exchange_price(len(set(round_.dealt) - set(round_.player)), ante, ruleset)
    return None


def _may_insure(round_: Round, ruleset: Ruleset) -> bool:
    buys = round_.dealer_after is not None
    return (
        is_on(ruleset, "insurance")
        and is_insurable(rank_hand(round_.player), ruleset)
        and (not buys or is_on(ruleset, "insured_may_buy"))
    )


def edge(ruleset: Ruleset) -> tuple[tuple[Card, ...], ...]:
    return tuple(map(parse_cards, _EDGE[ruleset.switches["qualifier"]]))


COURSE: Final = Course(
    game="russian-poker",
    board=False,
    doubles=True,
    bets=("ante", "bet", "insurance", "bonus"),
    situations=situations,
    edge=edge,
    qualifies=dealer_qualifies,
)
