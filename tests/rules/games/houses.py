"""Rounds and house rules in the short form of these tests."""

from dataclasses import replace
from decimal import Decimal

from rules.engine.cards import parse_cards
from rules.games import find_game, settle
from rules.games.settlement import Round


def house(game, tables=None, limits=None, **switches):
    """Reference's rules for *game* with some switches, tables or limits of its own."""
    default = find_game(game).default_ruleset()
    assert switches.keys() <= default.switches.keys()
    return replace(
        default,
        switches={**default.switches, **switches},
        tables={**default.tables, **(tables or {})},
        limits=default.limits if limits is None else limits,
    )


def money(**bets):
    return {bet: Decimal(stake) for bet, stake in bets.items()}


def lay(player, dealer="", board="", folded=False, after=None, dealt=None):
    return Round(
        player=parse_cards(player),
        dealer=parse_cards(dealer),
        board=parse_cards(board),
        folded=folded,
        dealer_after=None if after is None else parse_cards(after),
        dealt=None if dealt is None else parse_cards(dealt),
    )


def settled(ruleset, round_, **bets):
    return settle(round_, money(**bets), ruleset)
