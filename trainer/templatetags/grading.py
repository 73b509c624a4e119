"""Scores and what is behind them in words: `{% load grading %}`."""

from collections.abc import Mapping
from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext, pgettext

from rules.naming import pay_hand_name
from trainer.drills.base import HANDS
from trainer.models import Appeal, ExamSitting
from trainer.practice import wording
from trainer.practice.tables import Spoken
from trainer.school.grading.forms import version_name
from trainer.school.grading.scores import Reason, Score, Why
from trainer.school.passing import ABILITY_NAMES, Ability
from trainer.school.watch.mistakes import CODE, Mistake
from trainer.school.watch.wording import mistake_name

register = template.Library()
register.filter("version_name", version_name)


@register.filter
def ability_name(ability: Ability) -> str:
    return gettext(ABILITY_NAMES[ability])


@register.filter
def code_name(code: str) -> str:
    """A mistake by its code: “losing bet paid”."""
    return mistake_name(Mistake(CODE, code))


@register.filter
def why_text(reason: Reason) -> str:
    """Why a sitting does not pass, in a sentence."""
    match reason.why:
        case Why.NOTHING_ASKED:
            return gettext("The paper has no questions.")
        case Why.ACCURACY:
            text = gettext("%(ability)s: %(right)s of %(asked)s right, needed are %(needed)s %%.")
            return text % {
                "ability": ability_name(reason.ability),
                "right": reason.found,
                "asked": reason.asked,
                "needed": reason.needed,
            }
        case Why.CRITICAL:
            text = gettext("Critical errors: %(found)s, allowed are %(needed)s.")
        case Why.SAME_HAND:
            text = gettext("“%(hand)s” misread: %(found)s times, allowed are %(needed)s.")
        case Why.PACE:
            text = gettext("Median time %(found)s %% of the target, at most %(needed)s %%.")
    hand = pay_hand_name(HANDS[reason.hand]) if reason.hand in HANDS else reason.hand
    return text % {"hand": hand, "found": reason.found, "needed": reason.needed}


@register.filter
def standing(score: Score) -> str:
    """“Passed”, “Not passed”, or that it is not over or not judged."""
    if score.passed is None:
        return pgettext("an exam", "Not judged yet")
    if score.passed:
        return pgettext("an exam", "Passed")
    return pgettext("an exam", "Not passed")


@register.simple_tag
def mark(right: bool) -> SafeString:
    """A tick or a cross, in words for whoever does not see it."""
    if right:
        return _icon("tick", "is-right", pgettext("mark of an answer", "right"))
    return _icon("cross", "is-wrong", pgettext("mark of an answer", "wrong"))


@register.simple_tag
def passed_mark(passed: bool) -> SafeString:
    if passed:
        return _icon("tick", "is-right", pgettext("an exam", "Passed"))
    return _icon("cross", "is-wrong", pgettext("an exam", "Not passed"))


def _icon(name: str, kind: str, text: str) -> SafeString:
    return format_html(
        '<svg class="ico {}" viewBox="0 0 24 24" aria-hidden="true" focusable="false">'
        '<use href="#{}"/></svg><span class="visually-hidden">{} </span>',
        kind,
        name,
        text,
    )


@register.filter
def two_places(number: float | None) -> str:
    """“0.42”, “−0.10”; a dash for nothing."""
    if number is None:
        return "–"
    text = f"{number:.2f}".replace("-0.00", "0.00").replace("-", "−")
    return text.replace(".", wording.decimal_separator())


@register.filter
def at(found: Mapping[Any, Any], key: object) -> Any:
    """What a mapping has at *key*; None where it has nothing."""
    return found.get(key)


@register.filter
def times(count: int) -> str:
    return ngettext("%(count)d time", "%(count)d times", count) % {"count": count}


@register.inclusion_tag("trainer/school/grading/_appeal.html")
def appeal_link(sitting: ExamSitting, position: int, spoken: Spoken) -> dict[str, object]:
    """For the opened review of a member: leads to the appeal on the item at *position*, where
    there is one or its answer is wrong; one query."""
    appealed = Appeal.objects.filter(sitting=sitting, item__position=position).exists()
    # What was not answered has no parts.
    disputable = not spoken.right and bool(spoken.parts)
    return {
        "sitting": sitting,
        "position": position,
        "appealed": appealed,
        "disputable": disputable,
    }
