"""Mistakes of a group in words, in the active language."""

from fractions import Fraction
from typing import Final

from django.utils.translation import gettext, gettext_noop, ngettext

from rules.naming import pay_hand_name
from trainer.drills.base import HANDS, ErrorCode
from trainer.practice import wording
from trainer.school.watch.mistakes import HAND, OUTCOME, Mistake

# By what is right and what they do instead.
_DO: Final = {
    ("push", "pay"): gettext_noop("pay where %(bet)s pushes"),
    ("push", "take"): gettext_noop("take where %(bet)s pushes"),
    ("pay", "push"): gettext_noop("push where %(bet)s wins"),
    ("pay", "take"): gettext_noop("take where %(bet)s wins"),
    ("take", "pay"): gettext_noop("pay where %(bet)s loses"),
    ("take", "push"): gettext_noop("push where %(bet)s loses"),
}
_SITUATIONS: Final = {
    "push": gettext_noop("%(bet)s pushes"),
    "pay": gettext_noop("%(bet)s wins"),
    "take": gettext_noop("%(bet)s loses"),
}
# Of a group; where a code is missing, what is said to one person fits.
_CODES: Final = {
    ErrorCode.MISREAD_HAND: gettext_noop("hand misread"),
    ErrorCode.MISSED_STRAIGHT: gettext_noop("straight overlooked"),
    ErrorCode.MISSED_FLUSH: gettext_noop("flush overlooked"),
    ErrorCode.WRONG_FIVE: gettext_noop("right hand, wrong five cards"),
    ErrorCode.MISSED_TIE: gettext_noop("tie overlooked"),
    ErrorCode.KICKER: gettext_noop("kicker misread"),
    ErrorCode.PROOF: gettext_noop("right winner, wrong reason"),
    ErrorCode.UPSIDE_DOWN: gettext_noop("order upside down"),
    ErrorCode.OTHER_LOW: gettext_noop("low hands ranked by other rules"),
    ErrorCode.LOW_AS_HIGH: gettext_noop("high hand taken where the low counts"),
    ErrorCode.PAID_LOSER: gettext_noop("losing bet paid"),
    ErrorCode.TOOK_WINNER: gettext_noop("winning bet taken"),
    ErrorCode.PUSH_AS_WIN: gettext_noop("pushing bet paid"),
    ErrorCode.PUSHED_WINNER: gettext_noop("winning bet pushed"),
    ErrorCode.PUSHED_LOSER: gettext_noop("losing bet pushed"),
    ErrorCode.TOOK_PUSH: gettext_noop("pushing bet taken"),
    ErrorCode.WRONG_TABLE: gettext_noop("wrong pay table"),
    ErrorCode.WRONG_ROW: gettext_noop("wrong row of the pay table"),
    ErrorCode.TOTAL_RETURNED: gettext_noop("stake counted as profit"),
    ErrorCode.CAP: gettext_noop("maximum payout left out"),
    ErrorCode.ROUNDING: gettext_noop("fraction of a chip settled otherwise"),
    ErrorCode.QUALIFICATION: gettext_noop("dealer’s game misjudged"),
    ErrorCode.SECOND_COMBINATION: gettext_noop("second combination misjudged"),
    ErrorCode.WRONG_BASE: gettext_noop("stake or odds of another bet"),
    ErrorCode.INVERTED_ODDS: gettext_noop("odds the wrong way round"),
    ErrorCode.PAID_TWICE: gettext_noop("paid earlier and counted again"),
    ErrorCode.NETTED: gettext_noop("lost bets taken off the sum"),
    ErrorCode.UNCALLED: gettext_noop("uncalled bet not given back"),
    ErrorCode.DEAD_MONEY: gettext_noop("money of folded hands left out"),
    ErrorCode.SIDE_POT: gettext_noop("main and side pots mixed up"),
    ErrorCode.LEFT_OUT: gettext_noop("paid bet left out"),
    ErrorCode.MORE_CHIPS: gettext_noop("too many chips"),
    ErrorCode.MISSED_ERROR: gettext_noop("wrong payment let pass"),
    ErrorCode.FALSE_ALARM: gettext_noop("right payment stopped"),
    ErrorCode.OTHER_ODDS: gettext_noop("other odds"),
    ErrorCode.PAID_ELSEWHERE: gettext_noop("paid as in another house"),
    ErrorCode.ARITHMETIC: gettext_noop("sum miscalculated"),
}


def mistake_name(mistake: Mistake) -> str:
    """“pay where the blind pushes”, “right is flush, answered straight”, “kicker misread”."""
    if mistake.kind == OUTCOME:
        return gettext(_DO[mistake.expected, mistake.given]) % {"bet": _bet(mistake)}
    if mistake.kind == HAND:
        words = {name: pay_hand_name(HANDS[key]) for name, key in _hands(mistake)}
        return gettext("right is %(expected)s, answered %(given)s") % words
    if mistake.about in _CODES:
        return gettext(_CODES[ErrorCode(mistake.about)])
    told = wording.mistake_text(mistake.about, Fraction(0)).rstrip(".")
    return wording.inside(told) or gettext("another mistake")


def group_text(mistake: Mistake, count: int, everybody: int) -> str:
    """“7 of 12 pay where the blind pushes”; *everybody* has answered such questions."""
    numbers = {"count": count, "all": everybody}
    if mistake.kind != OUTCOME:
        words = numbers | {"mistake": mistake_name(mistake)}
        return gettext("%(count)s of %(all)s: %(mistake)s") % words
    frames = {
        ("push", "pay"): ngettext(
            "%(count)s of %(all)s pays where %(bet)s pushes",
            "%(count)s of %(all)s pay where %(bet)s pushes",
            count,
        ),
        ("push", "take"): ngettext(
            "%(count)s of %(all)s takes where %(bet)s pushes",
            "%(count)s of %(all)s take where %(bet)s pushes",
            count,
        ),
        ("pay", "push"): ngettext(
            "%(count)s of %(all)s pushes where %(bet)s wins",
            "%(count)s of %(all)s push where %(bet)s wins",
            count,
        ),
        ("pay", "take"): ngettext(
            "%(count)s of %(all)s takes where %(bet)s wins",
            "%(count)s of %(all)s take where %(bet)s wins",
            count,
        ),
        ("take", "pay"): ngettext(
            "%(count)s of %(all)s pays where %(bet)s loses",
            "%(count)s of %(all)s pay where %(bet)s loses",
            count,
        ),
        ("take", "push"): ngettext(
            "%(count)s of %(all)s pushes where %(bet)s loses",
            "%(count)s of %(all)s push where %(bet)s loses",
            count,
        ),
    }
    return frames[mistake.expected, mistake.given] % (numbers | {"bet": _bet(mistake)})


def lesson_title(mistake: Mistake) -> str:
    """“Five minutes: the blind pushes”."""
    return gettext("Five minutes: %(what)s") % {"what": _situation(mistake)}


def _situation(mistake: Mistake) -> str:
    """What is practised, without saying that somebody got it wrong."""
    if mistake.kind == OUTCOME:
        return gettext(_SITUATIONS[mistake.expected]) % {"bet": _bet(mistake)}
    if mistake.kind == HAND:
        words = {name: pay_hand_name(HANDS[key]) for name, key in _hands(mistake)}
        return gettext("%(expected)s and %(given)s") % words
    return mistake_name(mistake)


def _bet(mistake: Mistake) -> str:
    return wording.subject(mistake.about) or gettext("the bet")


def _hands(mistake: Mistake) -> tuple[tuple[str, str], tuple[str, str]]:
    return ("expected", mistake.expected), ("given", mistake.given)
