"""What every wager of a Russian poker box gets."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Final

from rules.engine.best import BestHand, best_five
from rules.engine.cards import Card, format_cards, require_distinct
from rules.engine.combinations import Combination, DupStraight, paid_combinations
from rules.engine.ranking import HandRank
from rules.games.arithmetic import Arithmetic, Cap, Term, work_out
from rules.games.base import Outcome, PayHand, Ruleset, WagerResult, pay_by_table, pay_hand
from rules.games.settlement import (
    BoughtGameError,
    Cashier,
    Ending,
    ExchangeError,
    FoldedBetError,
    Ground,
    MissingPurchaseError,
    NoSuchPurchaseError,
    Round,
    Settled,
    Settlement,
    from_result,
    make_cashier,
    require_cards,
    require_one_deck,
)
from rules.games.switches import caps_of, is_on, rounding_unit

AFTER_THE_FOLD: Final = {"bet", "insurance", "bought_game"}
"""Bets that a folded hand cannot have."""

_BY_KEY: Final = {hand.key: hand for hand in PayHand}


def dealer_qualifies(dealer: HandRank, ruleset: Ruleset) -> bool:
    """Whether the dealer has game under the switch `qualifier`."""
    return pay_hand(dealer) >= _BY_KEY[ruleset.switches["qualifier"]]


def is_insurable(hand: HandRank, ruleset: Ruleset) -> bool:
    """Whether *hand*, after any exchange or purchase, reaches `insurance_min_category`."""
    return pay_hand(hand) >= _BY_KEY[ruleset.switches["insurance_min_category"]]


def swapped_card(dealer: Sequence[Card], ruleset: Ruleset) -> Card:
    """The card of a *dealer* without game, as dealt, that a bought game replaces.

    Such a hand has no pair, so that one card is the highest and one the lowest.
    """
    match ruleset.switches["buy_game_card"]:
        case "first":
            return dealer[0]
        case "lowest":
            return min(dealer, key=lambda card: card.rank)
        case _:
            return max(dealer, key=lambda card: card.rank)


def is_redrawn(old: Card, new: Card, ruleset: Ruleset) -> bool:
    """Whether *new*, drawn in the place of *old*, is put aside for another card, free."""
    return is_on(ruleset, "redraw_same_rank") and old.rank is new.rank


def bet_combinations(
    cards: Sequence[Card], ruleset: Ruleset, stake: Decimal = Decimal(1)
) -> tuple[Combination, ...]:
    """None, one or two combinations of five or six cards by the house's table of the bet.

    The first is named whether the table has a row for it or not. *stake* matters only where a
    fixed amount meets odds.

    Raises:
        CardCountError, DuplicateCardError
    """
    table = ruleset.tables["bet"]

    def pays(rank: HandRank) -> Fraction:
        row = table.row_for(rank)
        return Fraction(0) if row is None else row.profit(stake)

    return paid_combinations(
        cards,
        pays,
        double=is_on(ruleset, "double_combination"),
        dup_straight=DupStraight(ruleset.switches["dup_straight"]),
    )


def listed_combinations(
    cards: Sequence[Card], ruleset: Ruleset, stake: Decimal
) -> tuple[Combination, ...]:
    """Those of `bet_combinations` that a pay row covers: what a bet of *stake* is paid for."""
    table = ruleset.tables["bet"]
    held = bet_combinations(cards, ruleset, stake)
    return tuple(one for one in held if table.row_for(one.rank) is not None)


def bet_arithmetic(
    combinations: Sequence[Combination], stake: Decimal, ruleset: Ruleset
) -> Arithmetic | None:
    """What the bet is paid if it wins; None if none of *combinations* stands on a row."""
    table = ruleset.tables["bet"]
    terms = tuple(
        Term(stake, "bet", row, combination.rank, combination.core)
        for combination in combinations
        if (row := table.row_for(combination.rank)) is not None
    )
    caps = caps_of(ruleset, "max_payout")
    return work_out(terms, caps, rounding_unit(ruleset)) if terms else None


def settle_bonus(
    five: Sequence[Card],
    sixth: Card | None,
    stake: Decimal,
    ruleset: Ruleset,
    bet_profit: Fraction = Fraction(0),
) -> WagerResult:
    """Settle the bonus as one wager that is settled once.

    First *five* on a row of `bonus_first5`: that table, finished, whatever is bought
    afterwards. Otherwise, if a *sixth* card was bought, the best five of six by `bonus6`.
    Otherwise the bet is taken. The result names the table that had the last word.
    *bet_profit*, before rounding, is what the bet took of a maximum for both.

    Raises:
        CardCountError, DuplicateCardError
    """
    caps: tuple[Cap, ...] = caps_of(ruleset, "bonus_max_payout")
    if ruleset.switches["max_payout_scope"] == "bet+bonus":
        caps += caps_of(ruleset, "max_payout", bet_profit)
    unit = rounding_unit(ruleset)
    table, hand = "bonus_first5", best_five(five)
    if sixth is not None and ruleset.tables[table].row_for(hand.rank) is None:
        table, hand = "bonus6", best_five([*five, sixth])
    return pay_by_table("bonus", stake, hand, table, ruleset, caps, unit)


def settle_box(round_: Round, bets: Mapping[str, Decimal], ruleset: Ruleset) -> Settlement:
    """Settle every one of *bets*, in their order.

    Raises:
        ImpossibleRoundError, CardCountError, DuplicateCardError
    """
    _require_possible(round_, bets)
    box = _look_at(round_, bets, ruleset)
    if round_.dealer_after is not None and box.had_game:
        raise NoSuchPurchaseError
    return Settlement(
        wagers=tuple(box.settle(bet) for bet in bets),
        ending=box.ending,
        player=box.player,
        dealer=box.dealer,
        dealer_dealt=box.dealer_dealt,
        dealer_qualifies=box.has_game,
        combinations=box.combinations,
    )


def _require_possible(round_: Round, bets: Mapping[str, Decimal]) -> None:
    player, dealt = round_.player, round_.dealt
    require_cards(player, 5, 6)
    if dealt is not None:
        require_cards(dealt, 5)
        require_distinct(dealt)
        if len(player) != 5 or set(player) == set(dealt):
            raise ExchangeError(before=format_cards(dealt), after=format_cards(player))
    needs_dealer = not round_.folded and ({"ante", "bet", "insurance"} & set(bets))
    bought = round_.dealer_after is not None
    require_cards(round_.dealer, *((5,) if needs_dealer or bought else (0, 5)))
    gone = [card for card in dealt or () if card not in player]
    new = [card for card in round_.dealer_after or () if card not in round_.dealer]
    require_one_deck(player, gone, round_.dealer, new)
    if "bought_game" in bets and not bought:
        raise MissingPurchaseError
    if round_.dealer_after is not None:
        if round_.folded:
            raise FoldedBetError(bet="bought_game")
        require_cards(round_.dealer_after, 5)
        require_distinct(round_.dealer_after)
        if len(new) != 1:
            raise BoughtGameError(
                before=format_cards(round_.dealer), after=format_cards(round_.dealer_after)
            )


@dataclass(frozen=True, slots=True)
class _Box:
    """All that the wagers of a box depend on. `had_game` is before a purchase, `has_game` after.

    `total` is what the bet would be paid for a win.
    """

    round: Round
    bets: Mapping[str, Decimal]
    cashier: Cashier
    ending: Ending | None
    player: BestHand
    dealer_dealt: BestHand | None
    dealer: BestHand | None
    had_game: bool | None
    has_game: bool | None
    combinations: tuple[Combination, ...]
    winnings: Arithmetic | None

    @property
    def switches(self) -> Mapping[str, str]:
        return self.cashier.ruleset.switches

    @property
    def game_bought(self) -> bool:
        return self.round.dealer_after is not None

    @property
    def card_bought(self) -> bool:
        """Whether the box paid for a sixth card or an exchange."""
        six = len(self.round.player) == 6
        return six or self.round.dealt is not None or "fee" in self.bets

    def settle(self, bet: str) -> Settled:
        stake = self.bets[bet]
        match bet:
            case "ante":
                return self._ante(stake)
            case "bet":
                return self._bet(stake)
            case "bonus":
                return self._bonus(stake)
            case "insurance":
                return self._insurance(stake)
            case "fee":
                return self.cashier.take("fee", stake, self._bought)
            case _:
                return self.cashier.take(bet, stake, Ground.PRICE)

    @property
    def _bought(self) -> Ground:
        """What the fee was paid for, as far as the cards say."""
        if self.round.dealt is not None:
            return Ground.EXCHANGE
        return Ground.SIXTH_CARD if len(self.round.player) == 6 else Ground.PRICE

    def _ante(self, stake: Decimal) -> Settled:
        by = self.cashier.by
        match self.ending:
            case Ending.FOLD:
                return by(Outcome.TAKE, "ante", stake, Ground.FOLD)
            case _ if self.game_bought and not is_on(self.cashier.ruleset, "forgo_ante"):
                paid = by(Outcome.PAY, "ante", stake, Ground.PAID_BEFORE_SWAP)
                return paid.under("forgo_ante").early()
            case Ending.NO_GAME if self.game_bought:
                outcome = Outcome(self.switches["failed_buy_ante"])
                settled = by(outcome, "ante", stake, Ground.BOUGHT_IN_VAIN)
                return settled.under("failed_buy_ante")
            case Ending.NO_GAME:
                outcome = Outcome(self.switches["ante_on_no_game"])
                return by(outcome, "ante", stake, Ground.NO_GAME).under("ante_on_no_game")
            case Ending.WIN:
                pays = self.switches["ante_on_win"] == "pay" or (
                    self.switches["ante_on_win"] == "pay_unless_bought"
                    and not (self.card_bought or self.game_bought)
                )
                outcome = Outcome.PAY if pays else Outcome.PUSH
                return by(outcome, "ante", stake, Ground.WIN).under("ante_on_win")
            case Ending.TIE:
                return by(Outcome.PUSH, "ante", stake, Ground.TIE)
            case _:
                return by(Outcome.TAKE, "ante", stake, Ground.LOSS)

    def _bet(self, stake: Decimal) -> Settled:
        match self.ending:
            case Ending.NO_GAME:
                pushed = self.cashier.push("bet", stake, Ground.NO_GAME)
                return pushed.under("bet_on_no_game")
            case Ending.TIE:
                return self.cashier.push("bet", stake, Ground.TIE)
            case Ending.WIN:
                return self._won_bet(stake)
            case _:
                return self.cashier.take("bet", stake, Ground.LOSS)

    def _won_bet(self, stake: Decimal) -> Settled:
        won = self.winnings
        if won is None:
            outcome = self.cashier.ruleset.tables["bet"].otherwise
            settled = self.cashier.by(outcome, "bet", stake, Ground.UNLISTED)
        else:
            outcome = Outcome.PAY if won.profit else Outcome.PUSH
            settled = Settled("bet", stake, outcome, won.profit, Ground.WIN, arithmetic=won)
        return replace(settled, table="bet", hand=self.player)

    def _bonus(self, stake: Decimal) -> Settled:
        folded = self.ending is Ending.FOLD
        if folded and is_on(self.cashier.ruleset, "bonus_lost_on_fold"):
            taken = self.cashier.take("bonus", stake, Ground.FOLD)
            return taken.under("bonus_lost_on_fold")
        cards = self.round.dealt or self.round.player
        paid_for_bet = Fraction(0)
        if self.ending is Ending.WIN and "bet" in self.bets and self.winnings is not None:
            paid_for_bet = self.winnings.capped
        sixth = cards[5] if len(cards) == 6 else None
        result = settle_bonus(cards[:5], sixth, stake, self.cashier.ruleset, paid_for_bet)
        settled = from_result(result).early(result.table == "bonus_first5")
        spared = folded and settled.outcome is not Outcome.TAKE
        return settled.under("bonus_lost_on_fold") if spared else settled

    def _insurance(self, stake: Decimal) -> Settled:
        by = self.cashier.by
        if not is_insurable(self.player.rank, self.cashier.ruleset):
            returned = by(Outcome.PUSH, "insurance", stake, Ground.TOO_WEAK)
            return returned.under("insurance_min_category")
        if not self.had_game:
            return by(Outcome.PAY, "insurance", stake, Ground.NO_GAME).early(self.game_bought)
        if self.ending is Ending.WIN:
            return by(Outcome.TAKE, "insurance", stake, Ground.WIN)
        tie = self.ending is Ending.TIE
        key = "insurance_on_tie" if tie else "insurance_on_loss"
        outcome = Outcome.PUSH if self.switches[key] == "return" else Outcome.TAKE
        return by(outcome, "insurance", stake, Ground.TIE if tie else Ground.LOSS).under(key)


# One box is settled several times over: by other rules, or as if something else were so.
_best_five = lru_cache(maxsize=256)(best_five)


def _look_at(round_: Round, bets: Mapping[str, Decimal], ruleset: Ruleset) -> _Box:
    player = _best_five(round_.player)
    dealt = _best_five(round_.dealer) if round_.dealer else None
    after = _best_five(round_.dealer_after) if round_.dealer_after is not None else dealt
    had_game = None if dealt is None else dealer_qualifies(dealt.rank, ruleset)
    has_game = None
    if after is not None:
        has_game = round_.supposed.qualifies(dealer_qualifies(after.rank, ruleset))
    if round_.dealer_after is None:
        had_game = has_game
    stake = bets.get("bet") or _usual_bet(bets, ruleset)
    combinations = listed_combinations(round_.player, ruleset, stake)
    return _Box(
        round=round_,
        bets=bets,
        cashier=make_cashier(ruleset),
        ending=_ending(round_, player, after, has_game),
        player=player,
        dealer_dealt=dealt,
        dealer=after,
        had_game=had_game,
        has_game=has_game,
        combinations=combinations,
        winnings=bet_arithmetic(combinations, stake, ruleset),
    )


def _usual_bet(bets: Mapping[str, Decimal], ruleset: Ruleset) -> Decimal:
    return Decimal(ruleset.switches["bet_multiple"]) * bets.get("ante", Decimal(1))


def _ending(
    round_: Round, player: BestHand, dealer: BestHand | None, has_game: bool | None
) -> Ending | None:
    if round_.folded:
        return Ending.FOLD
    if dealer is None:
        return None
    if not has_game:
        return Ending.NO_GAME
    return round_.supposed.compared(player.rank, dealer.rank)
