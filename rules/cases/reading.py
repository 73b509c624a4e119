"""Words of a case file as values of the engine and the games."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Any, Final

from rules.engine.cards import AnyCard, Card, Rank, parse_cards, parse_with_jokers
from rules.engine.jokers import Joking, WildRules
from rules.engine.lowball import Low
from rules.engine.variants import HandRules
from rules.games import find_game
from rules.games.base import Bound, Outcome, PayHand, PayRow, PayTable, Ruleset, Switch
from rules.games.odds import parse_odds
from rules.games.settlement import Round
from rules.games.switches import NONE, SwitchValueError, clean_value


class CaseError(ValueError):
    """A row that says something which cannot be read."""


_HANDS: Final = {hand.key.replace("-", " "): hand for hand in PayHand} | {
    "ace-king": PayHand.ACE_KING
}
_RANKS: Final = dict(
    zip(
        (
            *("twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines"),
            *("tens", "jacks", "queens", "kings", "aces"),
        ),
        Rank,
        strict=True,
    )
)
_BOUNDS: Final = {" or better": Bound.OR_BETTER, " or less": Bound.OR_LESS}
_AWARD: Final = "award "
_FOR_ONE: Final = " for 1"
_TO_ONE: Final = " to 1"

_EIGHT_OR_BETTER: Final = "8-or-better"
# `rules` of hands, by name.
HAND_RULES: Final[dict[str, HandRules]] = {
    "high": HandRules(),
    **{low.value: HandRules(low) for low in Low},
    **{f"{low.value} {_EIGHT_OR_BETTER}": HandRules(low, Rank.EIGHT) for low in Low},
    _EIGHT_OR_BETTER: HandRules(Low.ACE_TO_FIVE, Rank.EIGHT),
}
_LETTERS: Final = {rank.letter: rank for rank in Rank}

_OTHERWISE: Final = {"push": Outcome.PUSH, "lose": Outcome.TAKE}
# Values as the rules reference writes them, where documents write them otherwise.
_VALUES: Final = {
    ("qualifier", "A-K"): PayHand.ACE_KING.key,
    ("qualifier", "pair of 4s"): "4",
    ("ante_on_no_qualify", "1:1"): "flat",
    ("ante_on_no_game", "pay 1:1"): "pay",
    ("insurance_min_category", "trips"): PayHand.THREE_OF_A_KIND.key,
    ("max_payout", ""): NONE,
}
_YES_NO: Final = {"True": ("yes", "on"), "False": ("no", "off")}
# Postponed: the only value that can be settled, and it changes nothing.
_POSTPONED: Final = {"instant_payout": NONE, "progressive": "off", "bad_beat": "off"}


def read_cards(texts: Sequence[str]) -> tuple[Card, ...]:
    """Raises: EngineError: of `parse_cards`."""
    return parse_cards(" ".join(texts))


def read_any_cards(texts: Sequence[str]) -> tuple[AnyCard, ...]:
    """Cards and jokers. Raises: EngineError: of `parse_with_jokers`."""
    return parse_with_jokers(" ".join(texts))


def read_hand_rules(given: Mapping[str, Any]) -> HandRules:
    """`rules`, `joker` and `wild` of a row, high without wild cards if it has none.

    Raises:
        CaseError
    """
    rules = HAND_RULES[given.get("rules", "high")]
    try:
        ranks = frozenset(_LETTERS[letter] for letter in given.get("wild", []))
    except KeyError as error:
        raise CaseError(f"wild: {error} is not a rank") from None
    return replace(rules, wild=WildRules(Joking(given.get("joker", Joking.NONE)), ranks))


def read_money(text: Any) -> Decimal:
    """Raises: CaseError."""
    try:
        return Decimal(str(text))
    except InvalidOperation:
        raise CaseError(f"{text!r} is not an amount") from None


def _fraction(text: str) -> Fraction:
    try:
        return Fraction(text)
    except ValueError:
        raise CaseError(f"{text!r} is not an amount") from None


def read_pay(text: Any) -> tuple[Fraction, bool]:
    """Odds to one, or an amount and True: `3`, `3:2`, `2 to 1`, `6 for 1`, `award 600`.

    Raises:
        OddsError, CaseError
    """
    words = str(text).strip()
    if words.startswith(_AWARD):
        return _fraction(words.removeprefix(_AWARD)), True
    if words.endswith(_FOR_ONE):
        return parse_odds(words.removesuffix(_FOR_ONE)) - 1, False
    return parse_odds(words.removesuffix(_TO_ONE)), False


def read_row(name: str, pays: Any = "0") -> PayRow:
    """A pay row by its English name: `flush`, `straight or less`, `pair of aces or better`.

    Raises:
        CaseError, OddsError
    """
    hand, bound, rank = name, Bound.EXACT, None
    for words, value in _BOUNDS.items():
        if hand.endswith(words):
            hand, bound = hand.removesuffix(words), value
    head, _, tail = hand.rpartition(" of ")
    if head and tail in _RANKS:
        hand, rank = head, _RANKS[tail]
    if hand not in _HANDS:
        raise CaseError(f"{name!r} is no pay row")
    odds, fixed = read_pay(pays)
    return PayRow(_HANDS[hand], odds, bound, rank, fixed)


def hand_label(hand: PayHand) -> str:
    """`three of a kind`, `ace-king`: the name in case files."""
    return next(label for label, member in reversed(_HANDS.items()) if member is hand)


def read_ruleset(given: Mapping[str, Any]) -> Ruleset:
    """The rules that the row carries: an absent switch has its default, tables are its own.

    Limits are left aside; who places too much is settled too.

    Raises:
        CaseError, EngineError
    """
    game = find_game(given["game"])
    default = game.default_ruleset()
    switches = dict(default.switches)
    for key, value in given.get("house_rules", {}).items():
        if key == "limits":
            continue
        text = _switch_text(value)
        if key in _POSTPONED:
            if text != _POSTPONED[key]:
                raise CaseError(f"house rule {key} = {text} is not supported")
            continue
        if key not in switches:
            raise CaseError(f"{game.key} has no house rule {key!r}")
        try:
            switches[key] = _switch_value(game.switch(key), text)
        except SwitchValueError as error:
            raise CaseError(f"house rule {key}: {error}") from None
    return replace(default, switches=switches, tables=_read_tables(given, default))


def _switch_value(switch: Switch, text: str) -> str:
    text = _VALUES.get((switch.key, text), text)
    if text in _YES_NO and text not in switch.values:
        text = next((word for word in _YES_NO[text] if word in switch.values), text)
    # `three of a kind` is `three-of-a-kind` in documents, `{3,4}` is `3, 4`.
    spellings = (text, text.replace(" ", "-"), re.sub(r"\s*,\s*", ", ", text.strip("{}[] ")))
    for spelling in spellings:
        try:
            return clean_value(switch, spelling)
        except SwitchValueError:
            continue
    return clean_value(switch, text)


def _switch_text(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return NONE if value is None else str(value)


def _read_tables(given: Mapping[str, Any], default: Ruleset) -> dict[str, PayTable]:
    """A table that the row leaves out has no rows."""
    pays, otherwise = given.get("paytables", {}), given.get("otherwise", {})
    if unknown := (set(pays) | set(otherwise)) - set(default.tables):
        raise CaseError(f"{default.game} has no pay table {', '.join(sorted(unknown))}")
    tables = {}
    for key, table in default.tables.items():
        rows = tuple(read_row(name, odds) for name, odds in pays.get(key, {}).items())
        unlisted = _OTHERWISE[otherwise[key]] if key in otherwise else table.otherwise
        tables[key] = PayTable(rows, unlisted)
    return tables


def read_bets(given: Mapping[str, Any]) -> dict[str, Decimal]:
    """Raises: CaseError."""
    return {bet: read_money(stake) for bet, stake in given["bets"].items()}


def read_round(given: Mapping[str, Any]) -> Round:
    """Raises: EngineError: of `parse_cards`."""

    def optional(key: str) -> tuple[Card, ...] | None:
        return read_cards(given[key]) if given.get(key) else None

    return Round(
        player=read_cards(given["player"]),
        dealer=read_cards(given.get("dealer", [])),
        board=read_cards(given.get("board", [])),
        folded=bool(given.get("folded", False)),
        dealer_after=optional("dealer_after_bought_game"),
        dealt=optional("dealt"),
    )
