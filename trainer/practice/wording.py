"""Answers and mistakes in words, in the active language."""

from decimal import Decimal
from fractions import Fraction
from typing import Final

from django.utils.translation import get_language, gettext, gettext_noop, pgettext

from rules.games import find_game
from rules.games.base import Outcome
from rules.naming import partial_name, pay_hand_name
from trainer.drills.amounts import format_amount
from trainer.drills.base import (
    HANDS,
    Answer,
    Deal,
    ErrorCode,
    HandAnswer,
    MoneyAnswer,
    Option,
    Question,
    SeatsAnswer,
    SidesAnswer,
    Wager,
)

DECIMAL_SEPARATORS: Final = {"uk": ",", "ru": ","}


def seat_name(seat: int, deal: Deal) -> str:
    """“Player” alone at the table, “Player B” beside others; −1 is the dealer."""
    if seat < 0:
        return gettext("Dealer")
    if len(deal.players) == 1:
        return gettext("Player")
    return gettext("Player %(letter)s") % {"letter": chr(ord("A") + seat)}


def option_name(option: Option, deal: Deal) -> str:
    if option.role == "hand":
        return pay_hand_name(HANDS[option.key])
    if option.role != "tie":
        return seat_name(option.seat, deal)
    return pgettext("hands", "Tie") if deal.dealer else gettext("Split pot")


def decimal_separator() -> str:
    language = (get_language() or "").partition("-")[0]
    return DECIMAL_SEPARATORS.get(language, ".")


def money(amount: Decimal | Fraction | int) -> str:
    """Exact, thousands apart by no-break spaces, with the decimal sign of the language."""
    return format_amount(amount, decimal_separator())


def bet_name(wager: Wager, deal: Deal) -> str:
    return gettext(find_game(deal.game).bet(wager.bet).name)


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
    "play": gettext_noop("the play"),
    "trips": gettext_noop("the Trips bet"),
}


def bet_subject(wager: Wager, deal: Deal) -> str:
    return gettext(_SUBJECTS[wager.bet]) if wager.bet in _SUBJECTS else bet_name(wager, deal)


def answer_text(answer: Answer, deal: Deal, ask: Question) -> str:
    """“Player A”, “Player A, Player C”, “Pay 180”, “Push”, “pair of aces, king kicker”."""
    match answer:
        case SidesAnswer(choice):
            return next(option_name(o, deal) for o in ask.options if o.key == choice)
        case SeatsAnswer(seats):
            return ", ".join(seat_name(seat, deal) for seat in sorted(seats))
        case HandAnswer(hand, ranks):
            return partial_name(hand, ranks)
        case MoneyAnswer(Outcome.PAY, amount):
            return gettext("Pay %(amount)s") % {"amount": money(amount)}
        case MoneyAnswer(Outcome.PUSH):
            return gettext("Push")
        case MoneyAnswer(Outcome.TAKE):
            return gettext("Take")
    raise TypeError(f"no words for {answer!r}")


def result_text(expected: Answer, deal: Deal, ask: Question) -> str:
    """What is so: “Player A”, “the bonus pays 180”."""
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
    ErrorCode.PAID_LOSER: gettext_noop("You paid a bet that loses."),
    ErrorCode.TOOK_WINNER: gettext_noop("You took a bet that wins."),
    ErrorCode.PUSH_AS_WIN: gettext_noop("You paid a bet that is only returned."),
    ErrorCode.PUSHED_WINNER: gettext_noop("You only returned a bet that is paid."),
    ErrorCode.PUSHED_LOSER: gettext_noop("You returned a bet that loses."),
    ErrorCode.TOOK_PUSH: gettext_noop("You took a bet that is returned."),
    ErrorCode.WRONG_TABLE: gettext_noop("You paid from the other table."),
    ErrorCode.WRONG_ROW: gettext_noop("You paid from another row."),
    ErrorCode.TOTAL_RETURNED: gettext_noop("You counted the stake as profit."),
    ErrorCode.CAP: gettext_noop("You paid more than the maximum of this house."),
    ErrorCode.ROUNDING: gettext_noop("This house settles fractions of a chip otherwise."),
    ErrorCode.ARITHMETIC: gettext_noop("The row is right, the sum is not."),
}


def mistake_text(code: str | None, delta: Fraction) -> str:
    """What went wrong, and what it would have cost whom; empty if there is nothing to say."""
    sentences = []
    if code in _MISTAKES:
        sentences.append(gettext(_MISTAKES[ErrorCode(code)]))
    if delta > 0:
        loss = gettext("It would have cost the house %(amount)s.")
        sentences.append(loss % {"amount": money(delta)})
    elif delta < 0:
        loss = gettext("It would have cost the guest %(amount)s.")
        sentences.append(loss % {"amount": money(-delta)})
    return " ".join(sentences)


def duration_text(elapsed_ms: int) -> str:
    """`2:05`, from an hour on `1:02:05`; whole seconds, rounded down."""
    minutes, seconds = divmod(elapsed_ms // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
