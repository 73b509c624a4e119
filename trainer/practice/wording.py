"""Answers and mistakes in words, in the active language."""

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import groupby
from typing import Final

from django.utils.text import capfirst
from django.utils.translation import get_language, gettext, gettext_noop, pgettext

from rules.engine.cards import Card, Rank
from rules.engine.ranking import HandRank
from rules.games import find_game
from rules.games.base import Outcome, PayHand, PayRow
from rules.games.odds import format_odds
from rules.messages import error_text
from rules.naming import (
    card_name,
    hand_name,
    partial_name,
    pay_hand_name,
    pay_row_name,
    rank_name,
)
from trainer.drills import drills, find_drill
from trainer.drills.amounts import format_amount
from trainer.drills.base import (
    BOXES_IN_ORDER,
    HANDS,
    PAY_NOW,
    AmountAnswer,
    Answer,
    AnswerError,
    AnswerKind,
    BoxAnswer,
    CardsAnswer,
    ChipsAnswer,
    ChoiceAnswer,
    Deal,
    ErrorCode,
    HandAnswer,
    MoneyAnswer,
    Option,
    OrderAnswer,
    Question,
    SeatsAnswer,
    SidesAnswer,
    Wager,
)
from trainer.drills.halves import asks_for_halves

DECIMAL_SEPARATORS: Final = {"uk": ",", "ru": ","}


def seat_name(seat: int, deal: Deal) -> str:
    """“Player” alone at the table, “Player B” beside others; −1 is the dealer.

    As it stands inside a sentence: what begins with it is for `capfirst`.
    """
    if seat < 0:
        # Translators: in lower case, as inside a sentence.
        return pgettext("seat", "Dealer")
    if len(deal.players) <= 1:
        # Translators: in lower case, as inside a sentence.
        return pgettext("seat", "Player")
    # Translators: in lower case, as inside a sentence.
    return pgettext("seat", "Player %(letter)s") % {"letter": seat_letter(seat)}


def seat_letter(seat: int) -> str:
    return chr(ord("A") + seat)


def option_name(option: Option, deal: Deal) -> str:
    if option.role == "text":
        return filled(option.label, option.params)
    if option.value is not None:
        return value_name(option.value)
    if option.role == "hand":
        return pay_hand_name(HANDS[option.key])
    if option.role != "tie":
        return seat_name(option.seat, deal)
    return pgettext("hands", "tie") if deal.dealer else pgettext("hands", "split pot")


def value_name(value: object) -> str:
    """Money, odds, a hand, a rank, a card; text is a msgid."""
    match value:
        case Decimal():
            return money(value)
        case Fraction():
            return odds_text(value)
        case PayHand():
            return pay_hand_name(value)
        case PayRow():
            return pay_row_name(value)
        case HandRank():
            return hand_name(value)
        case Rank():
            return rank_name(value)
        case Card():
            return card_name(value)
    return gettext(value) if isinstance(value, str) else str(value)


def odds_text(odds: Fraction) -> str:
    """“3:2”, “7:1”."""
    text = format_odds(odds)
    return text if ":" in text else f"{text}:1"


def filled(msgid: str, params: Mapping[str, object]) -> str:
    """*msgid* in the active language, its placeholders filled with what `params` stand for."""
    return gettext(msgid) % {name: value_name(value) for name, value in params.items()}


def prompt_text(ask: Question) -> str:
    """The prompt as it is shown; one without parameters may hold any sign."""
    return filled(ask.prompt, ask.params) if ask.params else gettext(ask.prompt)


def decimal_separator() -> str:
    language = (get_language() or "").partition("-")[0]
    return DECIMAL_SEPARATORS.get(language, ".")


def money(amount: Decimal | Fraction | int) -> str:
    """Exact, thousands apart by no-break spaces, with the decimal sign of the language."""
    return format_amount(amount, decimal_separator())


def seat_note(seat: int, deal: Deal) -> str:
    """What a player has put into the pot, where a deal says so."""
    put = dict(deal.facts).get(f"put-{seat}")
    return "" if put is None else money(Decimal(put))


def stakes_note(seat: int, deal: Deal) -> str:
    """“ante 25, bet 50”: the wagers of one of several boxes."""
    names = find_game(deal.game)
    wagers = [(wager.bet.partition("."), wager.stake) for wager in deal.wagers]
    return ", ".join(
        f"{inside(gettext(names.bet(bet).name))}\xa0{money(stake)}"
        for (whose, _, bet), stake in wagers
        if bet and whose == str(seat)
    )


def bet_name(wager: Wager, deal: Deal) -> str:
    """“Ante”; of a wager of several boxes, whose bet is `<seat>.<bet>`, “Player B, ante”."""
    seat, _, bet = wager.bet.rpartition(".")
    name = gettext(find_game(deal.game).bet(bet).name)
    return f"{seat_name(int(seat), deal)}, {inside(name)}" if seat else name


def inside(name: str) -> str:
    """*name* inside a sentence; an abbreviation keeps its capitals."""
    return name if name[:2].isupper() else name[:1].lower() + name[1:]


# The subject of “%(bet)s pays %(amount)s”; a bet that is missing here stands with its name.
_SUBJECTS: Final = {
    "aa": gettext_noop("the AA bonus"),
    "ante": gettext_noop("the ante"),
    "bet": gettext_noop("the bet"),
    "blind": gettext_noop("the blind"),
    "bonus": gettext_noop("the bonus"),
    "bought_game": gettext_noop("the bought game"),
    "call": gettext_noop("the call"),
    "fee": gettext_noop("the fee"),
    "insurance": gettext_noop("the insurance"),
    "play": gettext_noop("the Play bet"),
    "trips": gettext_noop("the Trips bet"),
}


def bet_subject(wager: Wager, deal: Deal) -> str:
    return subject(wager.bet) or bet_name(wager, deal)


def subject(bet: str) -> str:
    """“the ante”; empty for a bet that stands with its name."""
    return gettext(_SUBJECTS[bet]) if bet in _SUBJECTS else ""


# What a part of an answer is called; a wager has the name of its bet, and the one part of other
# answers that of the drill.
_PARTS: Final = {
    "amount": gettext_noop("Amount"),
    "chips": gettext_noop("Chips"),
    "five": gettext_noop("Cards"),
    "hand": gettext_noop("Hand"),
    PAY_NOW: gettext_noop("Pay out now"),
    BOXES_IN_ORDER: gettext_noop("Order of the boxes"),
    "winner": gettext_noop("Winner"),
    "proof": gettext_noop("What decides"),
    "high": gettext_noop("High half"),
    "low": gettext_noop("Low half"),
    "first": gettext_noop("First combination"),
    "second": gettext_noop("Second combination"),
}


def part_name(name: str, deal: Deal) -> str:
    if name == BOXES_IN_ORDER and not deal.wagers:
        return gettext("Order of the hands")
    if name == "low" and not asks_for_halves(deal):
        return gettext(find_drill(deal.drill).name)
    if name in _PARTS:
        return gettext(_PARTS[name])
    bets = {bet.key for bet in find_game(deal.game).bets}
    if name.rpartition(".")[2] in bets:
        return bet_name(Wager(name, Decimal(0)), deal)
    return gettext(find_drill(deal.drill).name)


def problem_text(error: AnswerError, deal: Deal, ask: Question) -> str:
    """What cannot be read, after the name of the field where there are several."""
    if not error.field:
        return error_text(error)
    chips = ask.kind is AnswerKind.CHIPS
    name = money(Decimal(error.field)) if chips else part_name(error.field, deal)
    return f"{capfirst(name)}: {error_text(error)}"


def money_text(answer: MoneyAnswer) -> str:
    """“Pay 180”, “Push”, “Take”."""
    if answer.outcome is Outcome.PAY:
        return gettext("Pay %(amount)s") % {"amount": money(answer.amount)}
    return gettext("Push") if answer.outcome is Outcome.PUSH else gettext("Take")


def answer_text(answer: Answer, deal: Deal, ask: Question) -> str:
    """“Player A”, “Player A, Player C”, “Pay 180”, “Push”, “pair of aces, king kicker”,
    “A♠ K♦”, “Player B, Player A = Player C”, “2 × 25, 1 × 5”."""
    match answer:
        case SidesAnswer(choice, also) | ChoiceAnswer(choice, also):
            return _with_also(_chosen_text(choice, deal, ask), also, deal, ask)
        case SeatsAnswer(seats, also):
            names = ", ".join(seat_name(seat, deal) for seat in sorted(seats))
            return _with_also(names, also, deal, ask)
        case HandAnswer(hand, ranks):
            return partial_name(hand, ranks)
        case MoneyAnswer():
            return money_text(answer)
        case AmountAnswer(amount):
            return money(amount)
        case CardsAnswer(cards, second):
            text = cards_text(cards)
            return f"{text}; {cards_text(second or ())}" if ask.asks_second else text
        case OrderAnswer(places):
            return _order_text(places, deal, ask)
        case ChipsAnswer(counts):
            return ", ".join(f"{count}\xa0×\xa0{money(value)}" for value, count in counts)
        case BoxAnswer(wagers, pay_now, places):
            said = [f"{part_name(n, deal)}: {answer_text(a, deal, ask)}" for n, a in wagers]
            if pay_now is not None:
                said.append(f"{part_name(PAY_NOW, deal)}: {money(pay_now)}")
            if places is not None:
                order = _order_text(places, deal, ask)
                said.append(f"{part_name(BOXES_IN_ORDER, deal)}: {order}")
            return "; ".join(said)
    raise TypeError(f"no words for {answer!r}")


def _chosen_text(choice: str, deal: Deal, ask: Question) -> str:
    """The name of an option, a dash where none was chosen."""
    if not choice:
        return "–"
    return next(option_name(option, deal) for option in ask.options if option.key == choice)


def _with_also(text: str, also: str, deal: Deal, ask: Question) -> str:
    """*text* and what was chosen beside it, if anything was."""
    names = (option_name(option, deal) for option in ask.also if option.key == also)
    return "; ".join((text, *names))


def cards_text(cards: Iterable[Card]) -> str:
    """“A♠ K♦ 10♥”, high first; “none” of no cards."""
    order = sorted(cards, key=lambda card: card.id, reverse=True)
    text = " ".join(f"{card.rank.index}{card.suit.sign}" for card in order)
    return text or pgettext("no cards", "none")


def _order_text(places: tuple[int, ...], deal: Deal, ask: Question) -> str:
    placed = sorted(zip(places, ask.options, strict=True), key=lambda each: each[0])
    return ", ".join(
        " = ".join(option_name(option, deal) for _, option in same)
        for _, same in groupby(placed, key=lambda each: each[0])
    )


def count_text(parts: Sequence[Mapping[str, object]], ask: Question) -> str:
    """How many of the stored *parts* are right, and of what: “bets right: 3 of 4”."""
    numbers = {"right": sum(bool(part["right"]) for part in parts), "count": len(parts)}
    if ask.kind is AnswerKind.BOX:
        return gettext("bets right: %(right)s of %(count)s") % numbers
    return gettext("answers right: %(right)s of %(count)s") % numbers


def result_text(expected: Answer, deal: Deal, ask: Question) -> str:
    """What is so: “Player A”, “the bonus pays 180”, “pay out 40 now”."""
    if isinstance(expected, BoxAnswer) and expected.pay_now is not None:
        if not expected.pay_now:
            return gettext("nothing is paid out now")
        return gettext("pay out %(amount)s now") % {"amount": money(expected.pay_now)}
    if not isinstance(expected, MoneyAnswer) or ask.wager is None:
        return answer_text(expected, deal, ask)
    words = {"bet": bet_subject(ask.wager, deal), "amount": money(expected.amount)}
    match expected.outcome:
        case Outcome.PAY:
            return gettext("%(bet)s pays %(amount)s") % words
        case Outcome.PUSH:
            return gettext("%(bet)s is returned") % words
        case Outcome.TAKE:
            return gettext("%(bet)s loses") % words


_MISTAKES: Final = {
    ErrorCode.MISREAD_HAND: gettext_noop("A hand was misread."),
    ErrorCode.MISSED_STRAIGHT: gettext_noop("A straight was overlooked."),
    ErrorCode.MISSED_FLUSH: gettext_noop("A flush was overlooked."),
    ErrorCode.WRONG_FIVE: gettext_noop("The hand is right, but other cards make it."),
    ErrorCode.MISSED_TIE: gettext_noop("The hands play the same five ranks."),
    ErrorCode.KICKER: gettext_noop("The hand is right; a lower card was misread."),
    ErrorCode.PROOF: gettext_noop("The winner is right; something else decides."),
    ErrorCode.UPSIDE_DOWN: gettext_noop("That is the order from the weakest hand up."),
    ErrorCode.OTHER_JOKER: gettext_noop("A bug and a joker that is any card were mixed up."),
    ErrorCode.JOKER_PLAYS: gettext_noop("Whether the joker plays was misjudged."),
    ErrorCode.OTHER_LOW: gettext_noop("That would be right where low hands rank otherwise."),
    ErrorCode.LOW_FROM_BELOW: gettext_noop(
        "Low hands are compared from the highest card down, not from the lowest up."
    ),
    ErrorCode.LOW_AS_HIGH: gettext_noop("The better high hand was chosen."),
    ErrorCode.LOW_QUALIFIES: gettext_noop("Whether a low counts was misjudged."),
    ErrorCode.SET_AS_TRIPS: gettext_noop("Set and trips were mixed up."),
    ErrorCode.OWN_OR_BOARD: gettext_noop("Own cards and cards of the board were mixed up."),
    ErrorCode.PAID_LOSER: gettext_noop("You paid a bet that loses."),
    ErrorCode.TOOK_WINNER: gettext_noop("You took a bet that wins."),
    ErrorCode.PUSH_AS_WIN: gettext_noop("You paid a bet that is only returned."),
    ErrorCode.PUSHED_WINNER: gettext_noop("You only returned a bet that is paid."),
    ErrorCode.PUSHED_LOSER: gettext_noop("You returned a bet that loses."),
    ErrorCode.TOOK_PUSH: gettext_noop("You took a bet that is returned."),
    ErrorCode.WRONG_TABLE: gettext_noop("You took the other table."),
    ErrorCode.WRONG_ROW: gettext_noop("You took another row of the table."),
    ErrorCode.TOTAL_RETURNED: gettext_noop("You counted the stake as profit."),
    ErrorCode.CAP: gettext_noop("The maximum of this house was left out."),
    ErrorCode.ROUNDING: gettext_noop("This house settles fractions of a chip otherwise."),
    ErrorCode.QUALIFICATION: gettext_noop("What the dealer needs was misjudged."),
    ErrorCode.SECOND_COMBINATION: gettext_noop("The second combination was misjudged."),
    ErrorCode.HOUSE_RULE: gettext_noop("This house has another rule for it."),
    ErrorCode.SAME_RANK: gettext_noop("Only the rank of the card that went is drawn again."),
    ErrorCode.INSURABLE: gettext_noop("What it takes for insurance was misjudged."),
    ErrorCode.INSURANCE_RULE: gettext_noop("The hand is strong enough, but that is not all."),
    ErrorCode.OTHER_LIMIT: gettext_noop("That is the other limit."),
    ErrorCode.WRONG_CARD: gettext_noop("Another card goes."),
    ErrorCode.WRONG_BASE: gettext_noop("You took the stake or the odds of another bet."),
    ErrorCode.INVERTED_ODDS: gettext_noop("You took odds such as 3:2 the wrong way round."),
    ErrorCode.PAID_TWICE: gettext_noop("You counted what had been paid earlier in the round."),
    ErrorCode.NETTED: gettext_noop(
        "You took lost bets off the sum; they are in the tray already."
    ),
    ErrorCode.FOLLOWS: gettext_noop("The sum fits your answers above; only they are wrong."),
    ErrorCode.ODD_CHIP: gettext_noop("An odd chip went to the wrong seat."),
    ErrorCode.UNCALLED: gettext_noop("What nobody called goes back to whoever bet it."),
    ErrorCode.DEAD_MONEY: gettext_noop("What folded hands have put in stays in the pot."),
    ErrorCode.SIDE_POT: gettext_noop(
        "The pots were mixed up: a player can win only a pot that he has filled."
    ),
    ErrorCode.HALVES: gettext_noop("The high and the low half were mixed up."),
    ErrorCode.LEFT_OUT: gettext_noop("A bet that is paid was left out."),
    ErrorCode.MORE_CHIPS: gettext_noop("The amount is right; it takes fewer chips."),
    ErrorCode.NO_SUCH_CHIP: gettext_noop("This house has no such chip."),
    ErrorCode.MISSED_ERROR: gettext_noop("You let a wrong payment pass."),
    ErrorCode.FALSE_ALARM: gettext_noop("You stopped a bet that was settled right."),
    ErrorCode.OTHER_HOUSE: gettext_noop("The other rule touches other bets."),
    ErrorCode.MISSED_CHANGE: gettext_noop("The other rule does change something here."),
    ErrorCode.NO_CHANGE: gettext_noop("The rules differ, but not for this box."),
    ErrorCode.PLACE_VALUE: gettext_noop("The figures are right, the number of zeros is not."),
    ErrorCode.DOUBLED: gettext_noop("It is half of that, or twice as much."),
    ErrorCode.CARRY: gettext_noop("A ten was carried wrongly."),
    ErrorCode.OTHER_ODDS: gettext_noop("You worked with other odds."),
    ErrorCode.PAID_ELSEWHERE: gettext_noop("So another house pays, not this one."),
    ErrorCode.ORDER: gettext_noop("This house settles the boxes in another order."),
    ErrorCode.ARITHMETIC: gettext_noop("The sum is miscalculated."),
}


def mistake_text(code: str | None, delta: Fraction, *, among_players: bool = False) -> str:
    """What went wrong, and what it would have cost whom; empty if there is nothing to say.

    *among_players* says that no house stands against the guest.
    """
    sentences = []
    if code in _MISTAKES:
        sentences.append(gettext(_MISTAKES[ErrorCode(code)]))
    if delta > 0 and among_players:
        loss = gettext("It would have cost the other players %(amount)s.")
        sentences.append(loss % {"amount": money(delta)})
    elif delta > 0:
        loss = gettext("It would have cost the house %(amount)s.")
        sentences.append(loss % {"amount": money(delta)})
    elif delta < 0 and among_players:
        loss = gettext("It would have cost this player %(amount)s.")
        sentences.append(loss % {"amount": money(-delta)})
    elif delta < 0:
        loss = gettext("It would have cost the guest %(amount)s.")
        sentences.append(loss % {"amount": money(-delta)})
    return " ".join(sentences)


def confusion_text(drill: str, tag: str, expected: str, given: str) -> str:
    """What is taken for what: “flush, not straight”; else the skill that is missed, or the
    mistake in a sentence."""
    names = [_label(label) for label in (expected, given)]
    if all(names):
        words = {"expected": names[0], "given": names[1]}
        return gettext("%(expected)s, not %(given)s") % words
    skills = drills()[drill].skills if drill in drills() else {}
    if tag in skills:
        return gettext(skills[tag])
    return mistake_text(given, Fraction(0)) or gettext("Other mistakes")


def _label(label: str) -> str:
    """The name of a hand or an outcome; empty for anything else."""
    if label in HANDS:
        return pay_hand_name(HANDS[label])
    outcomes = {"pay": gettext("Pay"), "push": gettext("Push"), "take": gettext("Take")}
    return outcomes.get(label, "")


def duration_text(elapsed_ms: int) -> str:
    """`2:05`, from an hour on `1:02:05`; whole seconds, rounded down."""
    minutes, seconds = divmod(elapsed_ms // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def seconds_text(elapsed_ms: int) -> str:
    """`9 s`, `12.4 s`: of a second one tenth, rounded down, where there are any."""
    tenths = elapsed_ms // 100
    number = str(tenths // 10) if tenths % 10 == 0 else f"{tenths // 10}.{tenths % 10}"
    words = {"number": number.replace(".", decimal_separator())}
    return pgettext("seconds", "%(number)s s") % words


def target_text(target_ms: int) -> str:
    return gettext("target %(time)s") % {"time": seconds_text(target_ms)}


def no_deal_text() -> str:
    return gettext("This house has no rules in force that such a question can be dealt from.")


def enough_text() -> str:
    return gettext(
        "That is enough for today: all that is left for a shift is due, and your plan asks for no "
        "more of it. Practise a game of your choice, or change the plan."
    )
