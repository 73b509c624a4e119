"""What engine and games say about the input of a row, under the names of the format."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from django.utils import translation

from rules.cases.reading import (
    hand_label,
    read_any_cards,
    read_bets,
    read_hand_rules,
    read_money,
    read_pay,
    read_round,
    read_row,
    read_ruleset,
)
from rules.engine.best import BestHand
from rules.engine.cards import AnyCard, format_cards, parse_cards, parse_with_jokers
from rules.engine.jokers import WildHand
from rules.engine.lowball import LowRank
from rules.engine.pots import ChipRules, split_high_low, split_pot
from rules.engine.ranking import Category
from rules.engine.variants import Contest, best_hand, contest
from rules.games import settle
from rules.games.base import PayTable, pay_hand
from rules.games.checks import pay_classes
from rules.games.settlement import Settlement
from rules.naming import hand_name

Said = dict[str, Any]


def say_hand(given: Mapping[str, Any]) -> Said:
    """Of `hand`: 5, 6 or 7 cards."""
    cards = read_any_cards([*given["hand"], *given.get("board", [])])
    return _said_cards(cards) | _say_best(cards, given)


def say_text(given: Mapping[str, Any]) -> Said:
    """Of `text`: read, and ranked if the row names `rules`."""
    read = parse_with_jokers if "joker" in given else parse_cards
    cards = read(given["text"], given.get("expect_count"))
    said = _said_cards(cards)
    return said | _say_best(cards, given) if "rules" in given else said


def say_hands(given: Mapping[str, Any]) -> Said:
    """Of `hands`, which share `board` if there is one."""
    hands = [read_any_cards(hand) for hand in given["hands"]]
    board = read_any_cards(given.get("board", []))
    return said_contest(contest(hands, read_hand_rules(given), board))


def say_hands_text(given: Mapping[str, Any]) -> Said:
    """Of `hands_text` and `board_text`, as somebody typed them."""
    hands = [parse_with_jokers(text) for text in given["hands_text"]]
    board = parse_with_jokers(given.get("board_text", ""))
    return said_contest(contest(hands, read_hand_rules(given), board))


def say_settlement(given: Mapping[str, Any]) -> Said:
    settlement = settle(read_round(given), read_bets(given), read_ruleset(given))
    return {
        "accept": True,
        "net": settlement.net,
        "total_net": settlement.result,
        "pay_now": settlement.pay_now,
        "dealer_qualifies": settlement.dealer_qualifies,
        "player_combinations": [one.label for one in settlement.combinations],
        "player_category": _category(settlement.player),
        "dealer_category": _category(settlement.dealer),
        **_said_bonus(settlement),
    }


def say_pot(given: Mapping[str, Any]) -> Said:
    """Of a `pot` with its winners, in chips of 1."""
    rules = ChipRules(button=given["button"])
    pot = read_money(given["pot"])
    if "winners" in given:
        amounts = split_pot(pot, given["winners"], rules).amounts
    else:
        low = given.get("low_winners", [])
        amounts = split_high_low(pot, given["high_winners"], low, rules).amounts
    return {"amounts": {str(seat): Fraction(amount) for seat, amount in amounts.items()}}


def say_odds(given: Mapping[str, Any]) -> Said:
    """Of `odds` in words on a `bet` that wins, or for a `hand_category` by a table of them."""
    stake = read_money(given["bet"])
    if "hand_category" in given:
        table = PayTable(tuple(read_row(name, pays) for name, pays in given["odds"].items()))
        named = read_row(given["hand_category"])
        row = table.row_for(next(rank for rank in pay_classes() if named.covers(rank)))
        win = -Fraction(stake) if row is None else row.profit(stake)
    else:
        odds, fixed = read_pay(given["odds"])
        win = odds if fixed else odds * Fraction(stake)
    return {"net_win": win, "handed_back": max(win + Fraction(stake), Fraction(0))}


def _say_best(cards: Sequence[AnyCard], given: Mapping[str, Any]) -> Said:
    said = said_best(best_hand(cards, read_hand_rules(given)), given.get("locale", "en"))
    return {"joker_plays_as": [], **said}


def _said_cards(cards: Iterable[AnyCard]) -> Said:
    return {"accept": True, "cards": [str(card) for card in cards]}


def said_best(best: BestHand | None, language: str) -> Said:
    """Of a hand; None is a low that does not qualify."""
    if best is None:
        return {"qualifies": False, **dict.fromkeys(_OF_ONE_HAND)}
    with translation.override(language):
        text = hand_name(best.rank)
    said = {
        "category": best.rank.category.label,
        "key": [rank.letter for rank in best.rank.ranks],
        "high": best.rank.ranks[0].letter,
        "best_ranks": [rank.letter for rank in best.rank.five_ranks],
        "best": [str(card) for card in best.laid],
        "text": text,
    }
    if isinstance(best.rank, LowRank):
        said["qualifies"] = True
    if isinstance(best, WildHand):
        said["joker_plays_as"] = [one.card.rank.letter for one in best.stand_ins]
    return said


_OF_ONE_HAND: Final = ("category", "key", "high", "best_ranks", "best", "text")


def said_contest(result: Contest) -> Said:
    """Of several hands; those that do not qualify as lows are None."""
    said = {
        "accept": True,
        "winner": list(result.winners),
        "qualifies": [hand is not None for hand in result.hands],
        "categories": [
            hand and _CATEGORY_IN_COMPARISON[hand.rank.category] for hand in result.hands
        ],
        "best_ranks": [
            hand and [rank.letter for rank in hand.rank.five_ranks] for hand in result.hands
        ],
        "deciding_card": _deciding_cards(result),
    }
    if result.comparison is None:
        return said
    decision = result.comparison.decision
    own = {
        seat: format_cards(result.comparison.from_hand(place))
        for place, seat in enumerate(result.seats)
    }
    return said | {
        "decided_by": decision.step.label if decision.step else decision.basis.value,
        "from_hand": [own.get(seat) for seat in range(len(result.hands))],
        "board_plays": result.comparison.board_plays,
    }


def _deciding_cards(result: Contest) -> dict[str, str] | None:
    """By seat of hands of the winning category; None unless a rank decides."""
    decision = result.comparison.decision if result.comparison else None
    if decision is None or decision.step is None:
        return None
    return {
        str(seat): hand.rank.ranks[decision.step.position].letter
        for seat, hand in enumerate(result.hands)
        if hand is not None and hand.rank.category is decision.stronger.category
    }


_CATEGORY_IN_COMPARISON: Final = {category: category.label for category in Category} | {
    Category.ROYAL_FLUSH: Category.STRAIGHT_FLUSH.label
}


def _category(hand: BestHand | None) -> str | None:
    return None if hand is None else hand.rank.category.label


def _said_bonus(settlement: Settlement) -> Said:
    """Table and hand whose row settled the bonus; None if it is lost."""
    bonus = next((wager for wager in settlement.wagers if wager.bet == "bonus"), None)
    if bonus is None or not bonus.rows or bonus.hand is None:
        return {"paid_by": None, "paid_hand": None}
    return {"paid_by": bonus.table, "paid_hand": hand_label(pay_hand(bonus.hand.rank))}
