"""Tags, marks and reasons of a settled box.

Four steps at most: the hands, the comparison, whether the dealer qualifies, and every wager with
its sum. A step that says nothing is left out: no comparison after a fold or where the dealer has
no game, no qualification where every hand qualifies. The last step holds the rest to be opened.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from rules.engine.cards import Card, Rank
from rules.engine.compare import decide, deciding_cards
from rules.engine.ranking import Category, HandRank
from rules.games.base import PayHand, Ruleset
from rules.games.settlement import NOTHING_SUPPOSED, Ending, Settled
from trainer.drills.boxes import RUSSIAN, ULTIMATE, Box
from trainer.drills.qualifying import needs_nothing, weakest
from trainer.drills.showdown import DEALER, is_kicker
from trainer.drills.showdown_reasons import decides
from trainer.drills.strata.boxes_russian import just_without
from trainer.drills.turning import turning_on
from trainer.drills.verdicts import Mark, Reason

# The house rules that a result may depend on, by game.
SWITCHES: Final[Mapping[str, tuple[str, ...]]] = {
    RUSSIAN: (
        *("qualifier", "ante_on_win", "ante_on_no_game", "double_combination", "dup_straight"),
        *("insurance_min_category", "insurance_on_loss", "insurance_on_tie"),
        *("forgo_ante", "failed_buy_ante", "bonus_lost_on_fold"),
        *("max_payout", "max_payout_scope", "bonus_max_payout", "rounding", "chip_set"),
    ),
    ULTIMATE: ("qualifier", "trips_on_fold", "trips_needs_win", "rounding", "chip_set"),
    "casino-holdem": (
        *("qualifier", "ante_on_no_qualify", "aa_on_fold", "aa_cards", "rounding", "chip_set"),
    ),
}
# What is bought or staked beside the round itself, as tags.
_SIDE_BETS: Final = ("bonus", "trips", "aa")


@lru_cache(maxsize=256)
def switches(box: Box, but: frozenset[str] = frozenset()) -> tuple[str, ...]:
    """The house rules that the result of any wager turns on, those in *but* left aside."""

    def result(ruleset: Ruleset) -> object:
        return [(w.bet, w.outcome, w.profit, w.paid_early) for w in box.under(ruleset).wagers]

    keys = (key for key in SWITCHES[box.deal.game] if key not in but)
    return turning_on(box.ruleset, keys, result)


# --- tags and marks --------------------------------------------------------------------------


def compared(box: Box) -> Ending | None:
    """Who holds the higher hand, whether that counts or not; None if one is not there."""
    dealer = box.settlement.dealer
    if dealer is None or box.ending is Ending.FOLD:
        return None
    return NOTHING_SUPPOSED.compared(box.settlement.player.rank, dealer.rank)


def box_tags(box: Box) -> frozenset[str]:
    found = set()
    if box.ending in (Ending.FOLD, Ending.WIN, Ending.TIE, Ending.LOSS):
        found.add(f"ending:{box.ending}")
    if box.ending is not Ending.FOLD and box.qualifies is False:
        found.add("no-game")
        if compared(box) is Ending.LOSS:
            found.add("ahead")
    found |= _round_tags(box)
    for settled in box.settlement.wagers:
        found |= _wager_tags(settled)
    return frozenset(found)


def _round_tags(box: Box) -> set[str]:
    found = set()
    dealer, mine = box.settlement.dealer, box.settlement.player.rank
    if dealer is not None and box.ending is not Ending.FOLD:
        if box.ending is not Ending.NO_GAME and is_kicker(decide(mine, dealer.rank)):
            found.add("kicker")
        if _is_edge(box, dealer.rank):
            found.add("edge")
    if box.player.bought:
        found.add("sixth-card")
    if box.player.gone:
        found.add("exchange")
    if box.game_bought:
        found.add("bought-game")
    return found


def _is_edge(box: Box, rank: HandRank) -> bool:
    """Whether the dealer has game by the least, or misses it by the least."""
    least = weakest(box.ruleset)
    if least.rank is None:
        if box.deal.game == RUSSIAN:
            return rank in just_without(box.ruleset) or _is_least(least.hand, rank)
        return _is_pair(rank, Rank.TWO, Rank.THREE)
    return _is_pair(rank, *(r for r in Rank if least.rank - 1 <= r <= least.rank))


def _is_least(needed: PayHand, rank: HandRank) -> bool:
    """Russian poker: whether this is about the weakest hand with game."""
    if needed is PayHand.ACE_KING:
        return rank.is_ace_king
    return _is_pair(rank, Rank.TWO, Rank.THREE, Rank.FOUR)


def _is_pair(rank: HandRank, *of: Rank) -> bool:
    return rank.category is Category.PAIR and rank.ranks[0] in of


def _wager_tags(settled: Settled) -> set[str]:
    found = set()
    if settled.bet in _SIDE_BETS:
        found.add("side-bet")
    if settled.bet == "insurance":
        found.add("insured")
    if settled.paid_early and settled.profit > 0:
        found.add("paid-early")
    sum_ = settled.arithmetic
    if sum_ is None:
        return found
    if settled.bet == "bet" and len(sum_.terms) > 1:
        found.add("two-combinations")
    if sum_.caps:
        found.add("cap")
    if any(term.odds is not None and term.odds.denominator > 1 for term in sum_.terms):
        found.add("fraction")
    return found


def marks(box: Box) -> dict[Card, Mark]:
    """The five of each hand play; what decides between them, and what a second combination
    adds, decides."""
    found = box.settlement
    hands = [hand for hand in (found.player, found.dealer) if hand is not None]
    shown = dict.fromkeys(box.shown, Mark.IDLE)
    for hand in hands:
        shown |= {card: Mark.PLAYS for card in hand.five if card in shown}
    if box.ending in (Ending.WIN, Ending.LOSS) and found.comparison is not None:
        for hand in hands:
            for card in deciding_cards(hand, found.comparison):
                shown[card] = Mark.DECIDES
    for card in _added(box):
        shown[card] = Mark.DECIDES
    return shown


def _added(box: Box) -> set[Card]:
    """The cards that the second combination has beside the first, where it is paid."""
    settled = next((w for w in box.settlement.wagers if w.bet == "bet"), None)
    terms = settled.arithmetic.terms if settled and settled.arithmetic else ()
    return {card for term in terms[1:] for card in term.cards} - set(
        terms[0].cards if terms else ()
    )


def winners(box: Box) -> tuple[int, ...]:
    """The seats that win, both of a tie; nobody where the dealer has no game or none plays."""
    seats = {Ending.WIN: (0,), Ending.LOSS: (DEALER,), Ending.TIE: (DEALER, 0)}
    return seats.get(box.ending, ()) if box.ending else ()


# --- reasons ---------------------------------------------------------------------------------


def explain(box: Box, bets: tuple[str, ...], *, whole: bool) -> tuple[Reason, ...]:
    """*bets* are the wagers to be told of; *whole* says that the sum to pay out is one of them."""
    steps = [_hands(box), *_comparison(box), *qualification(box)]
    return (*steps, _wagers(box, bets, whole=whole))


def explain_box(box: Box) -> dict[str, Any]:
    """What decides a box beside others, if anything does, and every wager with what it gets."""
    return {"decides": _comparison(box), "wagers": _told(box, tuple(box.bets))}


def _is_russian(box: Box) -> bool:
    return box.deal.game == RUSSIAN


def _hands(box: Box) -> Reason:
    found = box.settlement
    mine = {"seat": box.player.seat, "rank": found.player.rank}
    hands = [mine]
    if box.ending is not Ending.FOLD and found.dealer is not None:
        hands.append({"seat": DEALER, "rank": found.dealer.rank})
        if compared(box) is Ending.LOSS:
            hands.reverse()
    data = {
        "hands": hands,
        "all_equal": len(hands) > 1 and compared(box) is Ending.TIE,
        "others": 0,
        "ace_king": _is_russian(box),
    }
    return Reason("hands", data)


def _comparison(box: Box) -> list[Reason]:
    if box.ending in (Ending.FOLD, Ending.NO_GAME) or box.settlement.comparison is None:
        return []
    return [decides(box.settlement.comparison, _is_russian(box))]


def qualification(box: Box) -> list[Reason]:
    if box.qualifies is None or box.ending is Ending.FOLD or needs_nothing(box.ruleset):
        return []
    needs = {"least": weakest(box.ruleset), "qualifies": box.qualifies}
    before = box.settlement.dealer_dealt if box.game_bought else None
    if before is None:
        return [Reason("qualifier", needs)]
    return [Reason("qualifier-bought", {**needs, "before": before.rank})]


def _told(box: Box, bets: tuple[str, ...]) -> list[dict[str, Any]]:
    return [
        {"settled": settled, "answer": box.answers[settled.bet], "sum": _sum(box, settled)}
        for settled in box.settlement.wagers
        if settled.bet in bets
    ]


def _wagers(box: Box, bets: tuple[str, ...], *, whole: bool) -> Reason:
    """Every wager with what it gets; `more` is the settlement with the prices, to be opened."""
    wagers = [settled for settled in box.settlement.wagers if settled.bet in bets]
    data: dict[str, Any] = {
        "wagers": _told(box, bets),
        "whole": whole,
        "pay_now": box.pay_now,
        "early": [settled for settled in wagers if settled.paid_early and settled.profit > 0],
        "more": box.whole,
        "combinations": len(box.settlement.combinations) > 1 and "bet" in bets,
    }
    return Reason("wagers", data)


def _sum(box: Box, settled: Settled) -> dict[str, Any] | None:
    """The sum behind a profit; None where nothing was worked out."""
    found = settled.arithmetic
    if found is None or not found.total:
        return None
    answer = box.answers[settled.bet]
    return {
        "terms": found.terms,
        "total": found.total,
        "caps": found.caps,
        "unit": found.unit,
        "paid": found.profit,
        "to_cent": answer.amount != found.profit,
        "plain": len(found.terms) == 1 and found.terms[0].row is None,
    }
