"""Rank hands on the command line, and compare them."""

import json
from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import translation
from django.utils.translation import gettext as _

from rules.cases.judging import said_best, said_comparison
from rules.engine.best import BestHand, best_with_board
from rules.engine.cards import Card, format_cards, parse_cards, require_distinct
from rules.engine.compare import Comparison, compare, compare_with_board
from rules.engine.errors import EngineError
from rules.messages import error_text
from rules.naming import hand_name_with_kickers, rank_name


class Command(BaseCommand):
    help = (
        "Names a hand of 5, 6 or 7 cards and the five that play. Of several hands it says which "
        "wins and what decides; with a board the hands share it."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("hands", nargs="+", metavar="HAND", help='cards, like "As Kd 7h"')
        parser.add_argument("--board", default="", help="cards that all hands share")
        parser.add_argument("--language", default="en", choices=list(dict(settings.LANGUAGES)))
        parser.add_argument("--json", action="store_true", help="one JSON object instead of text")

    def handle(self, *args: Any, hands: list[str], board: str, **options: Any) -> None:
        language = options["language"]
        with translation.override(language):
            try:
                shared = parse_cards(board)
                dealt = [parse_cards(hand) for hand in hands]
                ranked, result = _look_at(dealt, shared)
            except EngineError as error:
                raise CommandError(error_text(error)) from None
            if options["json"]:
                cards = [[*map(str, hand), *map(str, shared)] for hand in dealt]
                data = _data(cards, ranked, result, language)
                self.stdout.write(json.dumps(data, ensure_ascii=False))
                return
            for number, hand in enumerate(ranked, 1):
                self.stdout.write(_line(number, hand))
            if result is not None:
                self.stdout.write(_verdict(result))


def _look_at(
    hands: Sequence[Sequence[Card]], board: Sequence[Card]
) -> tuple[tuple[BestHand, ...], Comparison | None]:
    if len(hands) == 1:
        require_distinct([*board, *hands[0]])
        return (best_with_board(board, hands[0]),), None
    result = compare_with_board(board, hands) if board else compare(hands)
    return result.hands, result


def _line(number: int, hand: BestHand) -> str:
    name = hand_name_with_kickers(hand.rank)
    rest = f" ({format_cards(hand.spare)})" if hand.spare else ""
    return f"{number}. {format_cards(hand.five)}{rest} – {name}"


def _verdict(result: Comparison) -> str:
    numbers = ", ".join(str(seat + 1) for seat in result.winners)
    if len(result.winners) > 1:
        said = _("Equal and best: hands %(numbers)s.") % {"numbers": numbers}
    else:
        said = _("Hand %(number)s wins.") % {"number": numbers}
    if result.decision.step is None:
        return said
    high, low = map(rank_name, result.decision.ranks)
    return said + " " + _("What decides: %(high)s over %(low)s.") % {"high": high, "low": low}


def _data(
    cards: Sequence[Sequence[str]],
    ranked: Sequence[BestHand],
    result: Comparison | None,
    language: str,
) -> dict[str, Any]:
    """In the words of the case files."""
    hands = [
        {"cards": held, **said_best(hand, language)}
        for held, hand in zip(cards, ranked, strict=True)
    ]
    if result is None:
        return {"hands": hands}
    said = said_comparison(result)
    return {"hands": hands, "winner": said["winner"], "deciding_card": said["deciding_card"]}
