"""Who may do what in the school: one table, by the names of the URLs.

What is not in the table is refused to everybody.
"""

from enum import StrEnum
from typing import Final


class Standing(StrEnum):
    """What somebody is where they ask: on the course of the address, or, if it names none, in
    the school. A standing includes no other."""

    STRANGER = "stranger"
    TRAINEE = "trainee"
    MEMBER = "member"
    INSTRUCTOR = "instructor"
    OWNER = "owner"
    ADMINISTRATOR = "administrator"


_S = Standing
EVERYBODY: Final = frozenset(Standing)
SIGNED_IN: Final = EVERYBODY - {_S.STRANGER}
MEMBERS: Final = frozenset({_S.MEMBER})
TEACHING: Final = frozenset({_S.INSTRUCTOR, _S.OWNER, _S.ADMINISTRATOR})
OWNING: Final = frozenset({_S.OWNER, _S.ADMINISTRATOR})

ALLOWED: Final[dict[str, frozenset[Standing]]] = {
    # The school and its courses.
    "school": SIGNED_IN,
    # Documents.
    "documents": TEACHING,
    "paper-print": TEACHING,
    "paper-key": TEACHING,
    "worksheets": TEACHING,
    "worksheet": TEACHING,
    "worksheet-key": TEACHING,
    "transcripts": TEACHING,
    "transcript": TEACHING,
    "typed-begin": TEACHING,
    "typed-finish": TEACHING,
    "typed-part": TEACHING,
    "certificates": TEACHING,
    "certificate-issue": TEACHING,
    "certificate": TEACHING | MEMBERS,
    "certificate-state": TEACHING,
    "certificate-find": EVERYBODY,
    "certificate-check": EVERYBODY,
    "course-from-starter": OWNING,
    "new-course": OWNING,
    "edit-course": OWNING,
    "archive-course": OWNING,
    # Lessons. Of a sitting only whoever sat it is told.
    "course": MEMBERS | TEACHING,
    "lesson": MEMBERS | TEACHING,
    "start-lesson": MEMBERS,
    "lesson-of-sitting": SIGNED_IN,
    "new-lesson": OWNING,
    "edit-lesson": TEACHING,
    "move-lesson": OWNING,
    "delete-lesson": OWNING,
    "dry-run": TEACHING,
    # Joining, and people on a course.
    "join-by-code": SIGNED_IN,
    "join": SIGNED_IN,
    "people": TEACHING,
    "people-joining": TEACHING,
    "people-code": TEACHING,
    "people-list": TEACHING,
    "people-enrol": TEACHING,
    "people-links": TEACHING,
    "people-chosen": TEACHING,
    "person": TEACHING,
    "person-edit": TEACHING,
    "person-move": TEACHING,
    "person-state": TEACHING,
    # Who is where, and what they mistake.
    "watch": TEACHING,
    "mixed-up": TEACHING,
    "remedial": TEACHING,
    # Results, appeals, regrading.
    "gradebook": TEACHING,
    "gradebook-csv": TEACHING,
    "graded-sitting": TEACHING,
    "graded-run": TEACHING,
    "leave-out": TEACHING,
    "exam-results": TEACHING,
    "exam-csv": TEACHING,
    "exam-json": TEACHING,
    "exam-questions": TEACHING,
    "exam-facts": TEACHING,
    "exam-passing": OWNING,
    "course-passing": OWNING,
    "exam-appeal": MEMBERS,
    "appeals": TEACHING,
    "appeal": TEACHING,
    "appeal-accept": TEACHING,
    "regrades": TEACHING,
    "regrade-rules": TEACHING,
    "regrade": TEACHING,
    # Papers.
    "papers": TEACHING,
    "paper-new": TEACHING,
    "paper": TEACHING,
    "paper-item": TEACHING,
    # Exams: those who make and watch them, and those who sit them.
    "exams": TEACHING | MEMBERS,
    "exam-new": TEACHING,
    "exam": TEACHING,
    "exam-edit": TEACHING,
    "exam-allow": TEACHING,
    "exam-allowances": TEACHING,
    "exam-pause": TEACHING,
    "exam-resume": TEACHING,
    "exam-review": TEACHING,
    "sit": MEMBERS,
    "sit-attempt": MEMBERS,
    "sit-question": MEMBERS,
    "sit-hand-in": MEMBERS,
    "sit-clock": MEMBERS,
    "sit-review": MEMBERS,
}
