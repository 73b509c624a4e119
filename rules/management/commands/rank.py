"""Rank hands on the command line, and compare them."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from rules.cases.judging import said_best, said_contest
from rules.cases.reading import HAND_RULES, CaseError, read_hand_rules
from rules.engine.best import BestHand
from rules.engine.cards import AnyCard, format_cards, parse_with_jokers
from rules.engine.errors import EngineError
from rules.engine.jokers import Joking, WildHand
from rules.engine.variants import Contest, HandRules, best_hand, contest
from rules.messages import error_text
from rules.naming import hand_name_with_kickers, rank_name, stand_in_text


class Command(BaseCommand):
    help = (
        "Names a hand of 5, 6 or 7 cards and the five that play. Of several hands it says which "
        "wins and what decides; with a board the hands share it. Jokers are written Jk."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("hands", nargs="+", metavar="HAND", help='cards, like "As Kd 7h"')
        parser.add_argument("--board", default="", help="cards that all hands share")
        parser.add_argument("--rules", default="high", choices=list(HAND_RULES))
        parser.add_argument("--joker", choices=[Joking.BUG.value, Joking.WILD.value])
        parser.add_argument(
            "--wild", default="", metavar="RANKS", help="ranks whose cards are wild, like 2"
        )
        parser.add_argument("--language", default="en", choices=list(dict(settings.LANGUAGES)))
        parser.add_argument("--json", action="store_true", help="one JSON object instead of text")

    def handle(self, *args: Any, hands: list[str], board: str, **options: Any) -> None:
        language = options["language"]
        with translation.override(language):
            try:
                rules = _rules(options)
                shared = parse_with_jokers(board)
                dealt = [parse_with_jokers(hand) for hand in hands]
                ranked, result = _look_at(dealt, shared, rules)
            except EngineError as error:
                raise CommandError(error_text(error)) from None
            if options["json"]:
                cards = [[*map(str, hand), *map(str, shared)] for hand in dealt]
                data = _data(cards, ranked, result, language)
                self.stdout.write(json.dumps(data, ensure_ascii=False))
                return
            for number, (held, hand) in enumerate(zip(dealt, ranked, strict=True), 1):
                for line in _lines(number, [*shared, *held], hand):
                    self.stdout.write(line)
            if result is not None:
                self.stdout.write(_verdict(result))


def _rules(options: Mapping[str, Any]) -> HandRules:
    given = {"rules": options["rules"], "wild": options["wild"]}
    if options["joker"]:
        given["joker"] = options["joker"]
    try:
        return read_hand_rules(given)
    except CaseError as error:
        raise CommandError(str(error)) from None


def _look_at(
    hands: Sequence[Sequence[AnyCard]], board: Sequence[AnyCard], rules: HandRules
) -> tuple[tuple[BestHand | None, ...], Contest | None]:
    if len(hands) == 1:
        return (best_hand(hands[0], rules, board),), None
    result = contest(hands, rules, board)
    return result.hands, result


def _lines(number: int, cards: Sequence[AnyCard], hand: BestHand | None) -> Iterator[str]:
    if hand is None:
        # Translators: a hand that is not low enough to count as one.
        # Outside the braces, where extraction finds it.
        nothing = pgettext("low hand", "no low")
        yield f"{number}. {format_cards(cards)} – {nothing}"
        return
    left = list(cards)
    for card in hand.laid:
        left.remove(card)
    rest = f" ({format_cards(left)})" if left else ""
    yield f"{number}. {format_cards(hand.laid)}{rest} – {hand_name_with_kickers(hand.rank)}"
    if isinstance(hand, WildHand):
        yield from (f"   {stand_in_text(one, hand.rank)}" for one in hand.stand_ins)


def _verdict(result: Contest) -> str:
    numbers = ", ".join(str(seat + 1) for seat in result.winners)
    if not result.winners:
        return _("No hand counts as a low.")
    if len(result.winners) > 1:
        said = _("Equal and best: hands %(numbers)s.") % {"numbers": numbers}
    else:
        said = _("Hand %(number)s wins.") % {"number": numbers}
    decision = result.comparison.decision if result.comparison else None
    if decision is None or decision.step is None:
        return said
    high, low = map(rank_name, decision.ranks)
    return said + " " + _("What decides: %(high)s over %(low)s.") % {"high": high, "low": low}


def _data(
    cards: Sequence[Sequence[str]],
    ranked: Sequence[BestHand | None],
    result: Contest | None,
    language: str,
) -> dict[str, Any]:
    """In the words of the case files; `wild` says of each wild card that plays what it is."""
    hands = [
        {"cards": held, **said_best(hand, language), **_wild(hand)}
        for held, hand in zip(cards, ranked, strict=True)
    ]
    if result is None:
        return {"hands": hands}
    said = said_contest(result)
    return {"hands": hands, "winner": said["winner"], "deciding_card": said["deciding_card"]}


def _wild(hand: BestHand | None) -> dict[str, Any]:
    if not isinstance(hand, WildHand):
        return {}
    return {
        "wild": [
            {"card": str(one.wild), "plays_as": str(one.card), "why": one.why.value}
            for one in hand.stand_ins
        ]
    }
