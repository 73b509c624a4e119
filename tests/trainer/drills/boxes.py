"""Houses for boxes, typed answers, and explanations as they are read."""

import random
import re
from dataclasses import replace
from decimal import Decimal

from django.template.loader import render_to_string
from django.utils.html import strip_tags
from django.utils.translation import override

from rules.engine.cards import parse_cards
from rules.games import find_game
from rules.games.base import Outcome, SwitchKind
from tests.trainer.drills.cast import rules, stream
from trainer.drills import find_drill
from trainer.drills.base import BoxAnswer, Deal, Group, GroupRole, MoneyAnswer, Wager

BOX = find_drill("settle-the-box")
WAGER = find_drill("what-it-pays")
TAKE, PUSH = MoneyAnswer(Outcome.TAKE), MoneyAnswer(Outcome.PUSH)
_AMOUNTS = {"max_payout": "400", "bonus_max_payout": "300"}
_CHIPS = ("1, 5, 25", "5, 25, 100", "0.5, 1, 5")


def pay(amount):
    return MoneyAnswer(Outcome.PAY, Decimal(amount))


def any_house(game, number):
    """A house that has some value or other of every switch."""
    chance, ruleset = random.Random(f"{game} {number}"), rules(game)
    values = dict(ruleset.switches)
    for switch in find_game(game).switches:
        if switch.kind is SwitchKind.CHOICE:
            values[switch.key] = chance.choice(switch.values)
        elif switch.kind is SwitchKind.CHIPS:
            values[switch.key] = chance.choice(_CHIPS)
        elif switch.kind is SwitchKind.ORDER:
            values[switch.key] = ", ".join(chance.sample(switch.values, len(switch.values)))
        elif switch.key in _AMOUNTS and chance.random() < 0.5:
            values[switch.key] = _AMOUNTS[switch.key]
    return replace(ruleset, switches=values)


def house(game, **switches):
    return replace(rules(game), switches={**rules(game).switches, **switches})


def dealt(drill, game, level, count, purpose="box", ruleset=None, **kwargs):
    for number in range(count):
        yield drill.deal(stream(number, purpose), ruleset or rules(game), level, **kwargs)


def lay(game, player, dealer, board="", drill=BOX, folded=False, gone="", swapped="", **bets):
    """A box written in cards; *gone* and *swapped* were put away for the last cards."""
    own = parse_cards(player)
    groups = [
        Group(GroupRole.DEALER, parse_cards(dealer), gone=parse_cards(swapped) if swapped else ()),
        Group(
            GroupRole.PLAYER,
            own,
            0,
            bought=len(own) == 6,
            folded=folded,
            gone=parse_cards(gone) if gone else (),
        ),
    ]
    if board:
        groups.insert(0, Group(GroupRole.BOARD, parse_cards(board)))
    wagers = tuple(Wager(bet, Decimal(stake)) for bet, stake in bets.items())
    return Deal(drill.key, game, 3, tuple(groups), wagers)


def answer(pay_now, **wagers):
    return BoxAnswer(tuple(wagers.items()), Decimal(pay_now))


def sentences(verdict, deal, ruleset, language="en", *, whole=False):
    """The steps as they are read, without what has to be opened unless *whole*."""
    with override(language):
        return [_text(reason, deal, ruleset, whole) for reason in verdict.reasons]


def _text(reason, deal, ruleset, whole):
    context = {"reason": reason, "deal": deal, "ruleset": ruleset, "version": None}
    html = render_to_string(f"trainer/reasons/{reason.kind}.html", context)
    assert not re.search(r"style=|<script|\son\w+=", html)
    if not whole:
        html = re.sub(r"<details.*?</details>", "", html, flags=re.DOTALL)
    return re.sub(r"[ \n]+", " ", strip_tags(html)).strip()
