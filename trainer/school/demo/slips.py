"""Wrong answers as people give them: the right one with a usual slip."""

from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from random import Random
from typing import Final

from rules.games.base import Outcome, Ruleset
from trainer.drills.answers import (
    HANDS,
    AmountAnswer,
    Answer,
    BoxAnswer,
    CardsAnswer,
    ChipsAnswer,
    ChoiceAnswer,
    HandAnswer,
    MoneyAnswer,
    OrderAnswer,
    Question,
    SeatsAnswer,
    SidesAnswer,
)
from trainer.drills.base import Deal, Drill
from trainer.drills.named_hand import NAMED_RANKS

PUSH: Final = MoneyAnswer(Outcome.PUSH)
TAKE: Final = MoneyAnswer(Outcome.TAKE)
TRIES: Final = 12


def slip(drill: Drill, deal: Deal, ruleset: Ruleset, random: Random) -> Answer:
    """A wrong answer; the right one, if none is found that can be given in the form."""
    right, ask = drill.expected(deal, ruleset), drill.question(deal, ruleset)
    for number, answer in enumerate(_slips(right, ask, random)):
        if answer != right and not drill.check(deal, answer, ruleset).right:
            return answer
        if number == TRIES:
            break
    return right


def _slips(right: Answer, ask: Question, random: Random) -> Iterator[Answer]:
    match right:
        case SidesAnswer() | ChoiceAnswer():
            for option in random.sample(ask.options, len(ask.options)):
                yield replace(right, choice=option.key)
        case SeatsAnswer():
            every = [option.seat for option in ask.options]
            for seat in random.sample(every, len(every)):
                yield replace(right, seats=right.seats ^ {seat} or frozenset(every))
        case HandAnswer():
            yield from _hands(right, ask, random)
        case CardsAnswer():
            yield from _cards(right, ask, random)
        case OrderAnswer():
            yield from _orders(right)
        case ChipsAnswer():
            yield from _chips(right, ask)
        case AmountAnswer(amount):
            yield from (AmountAnswer(each) for each in _amounts(amount, random))
        case MoneyAnswer():
            yield from _money(right, ask.wager.stake if ask.wager else Decimal(10), random)
        case BoxAnswer():
            yield from _boxes(right, ask, random)


def _hands(right: HandAnswer, ask: Question, random: Random) -> Iterator[Answer]:
    if len(right.ranks) > 1:
        yield HandAnswer(right.hand, right.ranks[::-1])
    for option in random.sample(ask.options, len(ask.options)):
        hand = HANDS[option.key]
        ranks = random.sample(ask.ranks, NAMED_RANKS[hand] if ask.ranks else 0)
        yield HandAnswer(hand, tuple(sorted(ranks, reverse=True)))


def _cards(right: CardsAnswer, ask: Question, random: Random) -> Iterator[Answer]:
    if right.second is not None:
        yield CardsAnswer(right.cards)
    spare = [card for card in ask.cards if card not in right.cards]
    if not spare:
        if ask.asks_second:
            yield CardsAnswer(right.cards, right.cards)
        return
    for card in random.sample(sorted(right.cards, key=str), len(right.cards)):
        yield CardsAnswer(right.cards - {card} | {random.choice(spare)}, right.second)


def _orders(right: OrderAnswer) -> Iterator[Answer]:
    places = right.ranks
    for place in range(1, max(places)):
        swapped = {place: place + 1, place + 1: place}
        yield OrderAnswer(tuple(swapped.get(each, each) for each in places))
    yield OrderAnswer(tuple(range(1, len(places) + 1)))


def _chips(right: ChipsAnswer, ask: Question) -> Iterator[Answer]:
    counts = dict(right.counts)
    for chip in ask.chips:
        more = counts | {chip.value: counts.get(chip.value, 0) + 1}
        yield ChipsAnswer(tuple(sorted(more.items(), reverse=True)))


def _amounts(right: Decimal, random: Random) -> list[Decimal]:
    usual = [right * 10, right * 2, right + 10, right + 5, max(right - 10, Decimal(0))]
    return random.sample(usual, len(usual))


def _money(right: MoneyAnswer, stake: Decimal, random: Random) -> Iterator[Answer]:
    """What is most usual first: a push that is paid, a winner at the wrong odds."""
    paid = MoneyAnswer(Outcome.PAY, stake)
    match right.outcome:
        case Outcome.PUSH:
            yield from random.choices([paid, TAKE], [4, 1], k=2)
        case Outcome.TAKE:
            yield from random.choices([PUSH, paid], [2, 1], k=2)
        case _:
            for amount in _amounts(right.amount, random):
                yield MoneyAnswer(Outcome.PAY, amount or stake)
    yield from (paid, PUSH, TAKE)


def _boxes(right: BoxAnswer, ask: Question, random: Random) -> Iterator[Answer]:
    """One bet is settled wrongly, and the sum with it."""
    stakes = {wager.bet: wager.stake for wager in ask.wagers}
    for at in random.sample(range(len(right.wagers)), len(right.wagers)):
        bet, answer = right.wagers[at]
        for other in _money(answer, stakes.get(bet, Decimal(10)), random):
            wagers = (*right.wagers[:at], (bet, other), *right.wagers[at + 1 :])
            paid = right.pay_now
            if paid is not None:
                paid = max(paid + other.amount - answer.amount, Decimal(0))
            yield replace(right, wagers=wagers, pay_now=paid)
