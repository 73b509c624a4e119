"""What is said about people on a course, in the active language."""

from typing import Final

from django.utils.translation import gettext, gettext_noop, ngettext

from rules.translated import in_language
from trainer.accounts.forms import NAME_LENGTH, time_text
from trainer.models import Course
from trainer.school.people.checking import MOST_NAME, MOST_NUMBER, Action, Row, Wrong
from trainer.school.people.choosing import Decision
from trainer.school.people.files import MOST_BYTES, MOST_ROWS
from trainer.school.people.joining import Joined
from trainer.school.people.moving import CannotMoveError


def joined_text(joined: Joined) -> str:
    match joined:
        case Joined.NEW:
            return gettext("You are on the course now.")
        case Joined.BACK:
            return gettext("You are on the course again; everything you did is still there.")
        case Joined.ALREADY:
            return gettext("You are on this course already.")
        case Joined.PAUSED:
            return gettext("You are on this course, and paused. Ask your instructor.")
        case Joined.TEACHES:
            return gettext("You teach this course.")
        case Joined.CLOSED:
            return gettext("This course takes nobody in at present. Ask your instructor.")
    raise TypeError(joined)


def unknown_code_text() -> str:
    return gettext("No course has this code. Compare it letter by letter.")


def wait_text(seconds: int) -> str:
    words = {"time": time_text(seconds)}
    return gettext("Too many wrong codes. Try again in %(time)s.") % words


def unreadable_text(why: str) -> str:
    match why:
        case "empty":
            return gettext("There are no rows. Choose a file, or write the rows.")
        case "too-large":
            words = {"size": MOST_BYTES // 1000}
            return gettext("The list is larger than %(size)s kB.") % words
        case "too-many":
            words = {"count": MOST_ROWS}
            return gettext("The list has more than %(count)s rows. Divide it.") % words
        case "not-text":
            return gettext(
                "This is no text file. In Excel choose “Save as”, and there “CSV UTF-8”."
            )
        case "no-login":
            return gettext(
                "No column is headed “sign-in name”. The columns are name, sign-in name and, if "
                "you like, number."
            )
    raise ValueError(why)


# What is wrong with a row, and what is expected; `about` is the line or the person in the way.
_WRONG: Final = {
    Wrong.NO_NAME: gettext_noop("The name is missing."),
    Wrong.LONG_NAME: gettext_noop("The name is longer than %(name)s characters."),
    Wrong.ODD_NAME: gettext_noop(
        "The name holds signs that cannot be shown. Write letters, digits and signs in one line."
    ),
    Wrong.NO_LOGIN: gettext_noop(
        "The sign-in name is missing. Expected is a name of letters, digits and @ . + - _, "
        "without spaces."
    ),
    Wrong.LONG_LOGIN: gettext_noop("The sign-in name is longer than %(login)s characters."),
    Wrong.ODD_LOGIN: gettext_noop(
        "“%(given)s” is no sign-in name. Expected are letters, digits and @ . + - _, without "
        "spaces."
    ),
    Wrong.OTHER_ROW: gettext_noop(
        "Line %(about)s has the same sign-in name with another name or number."
    ),
    Wrong.LONG_NUMBER: gettext_noop("The number is longer than %(number)s characters."),
    Wrong.SHORTENED: gettext_noop(
        "Excel has shortened the number to %(person)s. Format the column as text and type the "
        "number again."
    ),
    Wrong.NUMBER_TWICE: gettext_noop("Line %(about)s has the same number."),
    Wrong.NUMBER_TAKEN: gettext_noop("On this course the number belongs to %(about)s."),
    Wrong.CLOSED_ACCOUNT: gettext_noop("This account is closed. An administrator can open it."),
    Wrong.TEACHES: gettext_noop("This account teaches the course."),
}


def wrong_text(row: Row) -> str:
    words = {
        "about": row.about,
        "given": row.line.login,
        "person": row.line.person,
        "name": MOST_NAME,
        "login": NAME_LENGTH,
        "number": MOST_NUMBER,
    }
    return gettext(_WRONG[row.wrong]) % words


def action_text(row: Row) -> str:
    """What becomes of a row that is not wrong."""
    match row.action:
        case Action.MAKE:
            return gettext("New account, comes onto the course")
        case Action.ENROL:
            return gettext("Has an account, comes onto the course")
        case Action.BACK:
            return gettext("Was removed, comes back with the old record")
        case Action.ALREADY:
            return gettext("Is on the course already, stays as it is")
        case Action.PAUSED:
            return gettext("Is paused on the course, stays so")
        case Action.TWICE:
            return gettext("The same as line %(line)s") % {"line": row.about}
    raise TypeError(row)


def cannot_move_text(why: CannotMoveError.Why) -> str:
    match why:
        case CannotMoveError.Why.NO_ACCOUNT:
            return gettext("The account is gone, so there is nobody to move.")
        case CannotMoveError.Why.ALREADY:
            return gettext("This person is on that course already.")
        case CannotMoveError.Why.TEACHES:
            return gettext("This person teaches that course.")
        case CannotMoveError.Why.GONE:
            return gettext(
                "This person is not on this course any more: moved or removed in the meantime."
            )
    raise TypeError(why)


def decided_text(decision: Decision, count: int, to: Course | None) -> str:
    """What was done, with so many people; *to* is where they moved."""
    match decision:
        case Decision.PAUSE:
            text = ngettext("%(count)d person is paused.", "%(count)d people are paused.", count)
        case Decision.RESUME:
            text = ngettext(
                "%(count)d person is on the course again.",
                "%(count)d people are on the course again.",
                count,
            )
        case Decision.MOVE:
            text = ngettext(
                "%(count)d person is on “%(course)s” now.",
                "%(count)d people are on “%(course)s” now.",
                count,
            )
        case Decision.REMOVE:
            text = ngettext(
                "%(count)d person is removed from the course.",
                "%(count)d people are removed from the course.",
                count,
            )
    return text % {"count": count, "course": in_language(to.title) if to else ""}
