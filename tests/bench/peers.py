"""Other people's evaluators of one hand, as far as they are installed.

Each is timed in the form that it takes fastest, a hand being in its own form beforehand.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from rules.engine.cards import DECK

Hands = Sequence[Sequence[int]]


@dataclass(frozen=True, slots=True)
class Peer:
    """`evaluate_all(prepare(hands))` evaluates hands of card ids, of `sizes` cards."""

    name: str
    prepare: Callable[[Hands], Any]
    evaluate_all: Callable[[Any], object]
    sizes: tuple[int, ...] = (5, 6, 7)


# The one whose public call is timed is always there: tests need it.
PUBLIC = "phevaluator"


def peers() -> list[Peer]:
    return [phevaluator(), *_installed()]


def phevaluator() -> Peer:
    from phevaluator import evaluate_cards

    def evaluate_all(hands: Hands) -> None:
        for hand in hands:
            evaluate_cards(*hand)

    return Peer(PUBLIC, lambda hands: hands, evaluate_all)


def _installed() -> Iterator[Peer]:
    for make in (_eval7, _pkrbot, _holdem_hand_evaluator, _pokyr, _poker_equity):
        with suppress(ImportError):
            yield make()


def _mapped(
    name: str,
    card: Callable[[int], Any],
    evaluate: Callable[[Any], object],
    sizes: tuple[int, ...] = (5, 6, 7),
) -> Peer:
    cards = [card(each) for each in range(len(DECK))]
    return Peer(
        name,
        lambda hands: [[cards[each] for each in hand] for hand in hands],
        lambda hands: list(map(evaluate, hands)),
        sizes,
    )


def _eval7() -> Peer:
    import eval7

    return _mapped("eval7", lambda each: eval7.Card(str(DECK[each])), eval7.evaluate)


def _pkrbot() -> Peer:
    import pkrbot

    return _mapped("pkrbot", lambda each: pkrbot.Card(str(DECK[each])), pkrbot.evaluate)


def _pokyr() -> Peer:
    from poker.cpoker import handvalue

    # It counts from the ace down.
    return _mapped("pokyr", lambda each: 4 * (12 - each // 4) + each % 4, handvalue, (7,))


def _holdem_hand_evaluator() -> Peer:
    from holdem_hand_evaluator import evaluate_hand

    return Peer(
        "holdem-hand-evaluator", _written, lambda hands: [evaluate_hand(hand) for hand in hands]
    )


def _poker_equity() -> Peer:
    from poker_equity import score_batch

    return Peer("poker-equity", _written, lambda hands: score_batch("high", hands))


def _written(hands: Hands) -> list[str]:
    return ["".join(str(DECK[each]) for each in hand) for hand in hands]
