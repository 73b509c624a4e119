"""Answers of every kind: as the fields of a form, and wrong ones to any deal.

Wrong answers are what a drill offers beside the right one, what its own tables of mistakes come
to, and the right one changed as a slip would change it. Nothing here knows what is right but by
`Drill.expected`.
"""

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from itertools import islice, permutations
from random import Random

from rules.games.base import Outcome
from trainer.drills import insurance_mistakes, pot_mistakes, sums
from trainer.drills.amounts import to_money
from trainer.drills.answers import (
    HANDS,
    AmountAnswer,
    AnswerKind,
    CardsAnswer,
    ChipsAnswer,
    HandAnswer,
    MoneyAnswer,
    OrderAnswer,
    dense_places,
)
from trainer.drills.box_mistakes import ideas
from trainer.drills.boxes import Box
from trainer.drills.chips import NoSuchSumError, fewest_chips
from trainer.drills.colleagues import plants
from trainer.drills.deals import spec_json
from trainer.drills.insuring import Insured
from trainer.drills.named_hand import NAMED_RANKS
from trainer.drills.pot_tables import PotTable
from trainer.drills.sums import sum_of
from trainer.drills.wager_mistakes import wrong_amounts
from trainer.school.papers import refilled

PUSH, TAKE = MoneyAnswer(Outcome.PUSH), MoneyAnswer(Outcome.TAKE)
# A zero too many or too few, twice as much or half, a ten carried wrongly, a near miss.
FACTORS = (Fraction(10), Fraction(1, 10), Fraction(2), Fraction(1, 2), Fraction(9, 10))
STEPS = (10, -10, 100, 1)
# So many small chips at most are given for a large one.
MOST_FOR_ONE = 100
# So many orders of the boxes of a table are tried.
MOST_ORDERS = 24


# As the product fills a form with a saved answer.
fields_of = refilled.fields_of


# --- wrong answers ---------------------------------------------------------------------------


def wrong_verdicts(drill, deal, ruleset, most):
    """(answer, verdict) of up to *most* wrong answers, each once, of every kind in turn."""
    rng, expected = Random(spec_json(deal.to_spec())), drill.expected(deal, ruleset)
    answers = _in_turn(rng, _kinds(drill, deal, ruleset, expected, rng))
    found = 0
    for answer in dict.fromkeys(answers):
        if answer == expected:
            continue
        verdict = drill.check(deal, answer, ruleset)
        # Several fives or cuts may be right.
        if not verdict.right:
            yield answer, verdict
            found += 1
        if found == most:
            return


def _in_turn(rng, kinds):
    """One of each kind, then another of each that has one, and so on."""
    left = [rng.sample(each, len(each)) for each in map(list, kinds)]
    while left := [each for each in left if each]:
        yield from [each.pop() for each in rng.sample(left, len(left))]


def offered_wrong(drill, deal, ruleset):
    """What a question offers to choose from, with one thing chosen otherwise than is right.

    Nothing where no options are offered.
    """
    ask, expected = drill.question(deal, ruleset), drill.expected(deal, ruleset)
    if ask.kind not in (AnswerKind.SIDES, AnswerKind.CHOICE):
        return _other_also(ask, expected)
    others = [replace(expected, choice=o.key) for o in ask.options if o.key != expected.choice]
    return others + _other_also(ask, expected)


def _other_also(ask, expected):
    """The same with another answer to the second of two things, where two are asked."""
    return [replace(expected, also=o.key) for o in ask.also if o.key != expected.also]


def _kinds(drill, deal, ruleset, expected, rng):
    """Lists of answers, most of them wrong, kind by kind of mistake."""
    ask = drill.question(deal, ruleset)
    match ask.kind:
        case AnswerKind.SIDES | AnswerKind.CHOICE:
            return [offered_wrong(drill, deal, ruleset)]
        case AnswerKind.SEATS:
            return [_seats(ask, expected), _other_also(ask, expected)]
        case AnswerKind.HAND:
            return [_other_ranks(ask, expected, rng), _other_hands(ask, rng)]
        case AnswerKind.CARDS:
            return _cards(ask, expected)
        case AnswerKind.ORDER:
            return [_orders(expected, rng)]
        case AnswerKind.CHIPS:
            return _chips(ask, expected)
        case AnswerKind.AMOUNT:
            return _amount_answers(deal, ruleset, expected)
        case AnswerKind.MONEY:
            return _money(deal, ruleset, expected)
        case AnswerKind.BOX:
            return _boxes(deal, ruleset, ask, expected)


def _seats(ask, expected):
    """One seat more or less, then each alone."""
    every = [option.seat for option in ask.options]
    for seat in every:
        yield replace(expected, seats=expected.seats ^ {seat} or frozenset(every))
    yield from (replace(expected, seats=frozenset({seat})) for seat in every)


def _other_ranks(ask, expected, rng):
    """The right name with other ranks."""
    for at in range(len(expected.ranks)):
        ranks = list(expected.ranks)
        ranks[at] = rng.choice([rank for rank in ask.ranks if rank not in ranks])
        yield HandAnswer(expected.hand, tuple(ranks))
    if len(expected.ranks) > 1:
        yield HandAnswer(expected.hand, expected.ranks[::-1])


def _other_hands(ask, rng):
    """Any name with any ranks."""
    for option in ask.options:
        count = NAMED_RANKS[HANDS[option.key]] if ask.ranks else 0
        ranks = sorted(rng.sample(ask.ranks, count), reverse=True)
        yield HandAnswer(HANDS[option.key], tuple(ranks))


def _cards(ask, expected):
    """One card exchanged for another, in the one set or in the other; a second set forgotten,
    or one that does not count."""
    first, second = expected.cards, expected.second
    others = _exchanged(first, ask)
    kinds = [[CardsAnswer(cards, second) for cards in others]]
    if ask.asks_second:
        kinds.append([CardsAnswer(first), *(CardsAnswer(first, cards) for cards in others)])
    if second is not None:
        kinds.append([CardsAnswer(first, cards) for cards in _exchanged(second, ask)])
        kinds.append([CardsAnswer(second)])
    return kinds


def _exchanged(cards, ask):
    """Where no card is spare, one less, or the same ones, if a number is asked for."""
    spare = [card for card in ask.cards if card not in cards]
    fewer = [cards - {old} for old in sorted(cards, key=str)]
    if not spare:
        return [cards] if ask.count else fewer
    return [rest | {new} for rest in fewer for new in spare]


def _orders(expected, rng):
    """Upside down, two neighbours exchanged, equals apart, two put together."""
    places = expected.ranks
    yield OrderAnswer(tuple(max(places) + 1 - place for place in places))
    for place in range(1, max(places)):
        swap = {place: place + 1, place + 1: place}
        yield OrderAnswer(tuple(swap.get(each, each) for each in places))
        yield OrderAnswer(dense_places(each - (each > place) for each in places))
    apart = [2 * place for place in places]
    for at in range(len(places)):
        yield OrderAnswer(dense_places([*apart[:at], apart[at] + 1, *apart[at + 1 :]]))
    yield OrderAnswer(dense_places(rng.choice((1, 2, 3)) for _ in places))


def _chips(ask, expected):
    """The same sum in more chips; bets left out or chips miscounted; none that the house has."""
    counts, values = dict(expected.counts), [chip.value for chip in ask.chips]
    pairs = [(high, low) for high in values for low in values if low < high and not high % low]
    more = [
        _cut(counts | {high: counts[high] - 1, low: counts.get(low, 0) + int(high / low)})
        for high, low in pairs
        if counts.get(high) and high <= MOST_FOR_ONE * low
    ]
    off = [_cut(counts | {value: counts.get(value, 0) + 1}) for value in values]
    off += [_cut(counts | {value: count - 1}) for value, count in counts.items()]
    off += [_cut({value: int(count * f) for value, count in counts.items()}) for f in FACTORS]
    none = [_cut(counts | {max(values) * 3: 1})]
    stakes = sum((wager.stake for wager in ask.wagers), Decimal(0))
    sums = [expected.total + stakes, *(expected.total + wager.stake for wager in ask.wagers)]
    sums += [expected.total - wager.stake for wager in ask.wagers]
    cuts = more, off, none, [cut for cut in (_in_chips(sum_, values) for sum_ in sums) if cut]
    return [[cut for cut in kind if cut.counts] for kind in cuts]


def _in_chips(amount, values):
    try:
        return ChipsAnswer(fewest_chips(amount, tuple(values)))
    except NoSuchSumError:
        return None


def _cut(counts):
    some = ((value, count) for value, count in counts.items() if count)
    return ChipsAnswer(tuple(sorted(some, reverse=True)))


# --- money -----------------------------------------------------------------------------------


def _amount_answers(deal, ruleset, expected):
    kinds = [*_tables(deal, ruleset), *_amounts(deal, ruleset, expected.amount)]
    return [[AmountAnswer(_paid(amount)) for amount in amounts] for amounts in kinds]


def _tables(deal, ruleset):
    """What the drill's own table of mistakes comes to, mistake by mistake, where it has one."""
    if deal.drill == "split-the-pot":
        return pot_mistakes.wrong_amounts(PotTable(deal, ruleset)).values()
    if deal.drill == "mental-tables":
        return [wrong for _, wrong in sums._mistakes(sum_of(deal, ruleset))]
    if deal.drill == "insurance":
        return [[amount for amount, _ in insurance_mistakes._limits(Insured(deal, ruleset))]]
    return []


def _amounts(deal, ruleset, right):
    """Slips; stakes; stakes at odds that stand somewhere in the house."""
    slips = [Fraction(right) * factor for factor in FACTORS]
    stakes = [wager.stake for wager in deal.wagers]
    rows = {row for table in ruleset.tables.values() for row in table.rows}
    odds = [row.profit(stake) for row in sorted(rows, key=str) for stake in stakes]
    return [slips, [right + step for step in STEPS], [*stakes, *(right + s for s in stakes)], odds]


def _paid(amount):
    return max(to_money(Fraction(amount)), Decimal(0))


def _money(deal, ruleset, expected):
    stake = deal.wagers[-1].stake
    kinds = _amounts(deal, ruleset, expected.amount or stake)
    if deal.drill == "what-it-pays":
        kinds += _mistaken(Box(deal, ruleset), deal.wagers[0].bet)
    return [[PUSH, TAKE], *([_pay(amount) for amount in amounts] for amounts in kinds)]


def _mistaken(box, bet):
    """What each mistake pays for a bet that is paid."""
    settled = box.settled(bet)
    return wrong_amounts(box, settled).values() if settled.outcome is Outcome.PAY else []


def _pay(amount):
    paid = _paid(amount)
    return MoneyAnswer(Outcome.PAY, paid) if paid else PUSH


def _boxes(deal, ruleset, ask, expected):
    """A wrong idea of the round, one bet settled wrongly, another sum, another order of boxes."""
    right, paid = dict(expected.wagers), expected.pay_now

    def settled(answers, pay_now=paid):
        return replace(expected, wagers=tuple((right | answers).items()), pay_now=pay_now)

    kinds = [[settled(dict(answers)) for answers in _ideas(deal, ruleset)]]
    for wager in ask.wagers:
        ways = _ways(deal, ruleset, wager, right[wager.bet])
        kinds.append([settled({wager.bet: answer}) for answer in ways])
        if paid is not None:
            moved = [paid + answer.amount - right[wager.bet].amount for answer in ways]
            followed = zip(ways, moved, strict=True)
            kinds.append([settled({wager.bet: a}, _paid(sum_)) for a, sum_ in followed])
    if paid is not None:
        kinds += ([settled({}, sum_) for sum_ in sums_] for sums_ in _sums(ask, right, paid))
    if expected.places is not None:
        orders = islice(permutations(expected.places), MOST_ORDERS)
        kinds.append([replace(expected, places=places) for places in orders])
    return kinds


def _ideas(deal, ruleset):
    """What wrong ideas of the round come to, where there is one box."""
    return [idea.answers for idea in ideas(Box(deal, ruleset))] if len(deal.players) == 1 else []


def _ways(deal, ruleset, wager, right):
    """To settle one bet wrongly: by another outcome, by a mistake, by a slip."""
    found = [PUSH, TAKE, _pay(wager.stake)]
    if len(deal.players) == 1:
        found += [plant.answer for plant in plants(Box(deal, ruleset), wager.bet, amounts=True)]
    if right.amount:
        found += [_pay(Fraction(right.amount) * factor) for factor in FACTORS]
    return [answer for answer in dict.fromkeys(found) if answer != right]


def _sums(ask, right, paid):
    """What was paid earlier counted, or what goes back, or what is lost; slips."""
    stakes = {wager.bet: wager.stake for wager in ask.wagers}
    back = {bet: stake for bet, stake in stakes.items() if right[bet].outcome is not Outcome.TAKE}
    won = {bet: stake for bet, stake in back.items() if right[bet].amount}
    lost = sum(stakes.values()) - sum(back.values())
    yield [sum((answer.amount for answer in right.values()), Decimal(0))]
    yield [paid + sum(back.values()), paid + sum(won.values())]
    yield [_paid(paid - lost)]
    yield [_paid(Fraction(paid) * factor) for factor in FACTORS]
