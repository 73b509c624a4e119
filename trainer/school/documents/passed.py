"""Who passed an exam, with the certificates that were issued; reads only."""

from dataclasses import dataclass

from django.utils.functional import cached_property

from trainer.models import Certificate, Exam, ExamSitting
from trainer.school.documents.certificates import grouped
from trainer.school.grading.marks import marks_of, sat
from trainer.school.grading.scores import scores_of


@dataclass
class Passed:
    """`passed` may be false where there is a certificate: a regrade came after it."""

    sitting: ExamSitting
    passed: bool
    certificate: Certificate | None

    @cached_property
    def code(self) -> str:
        return grouped(self.certificate.code) if self.certificate else ""


def passed_sittings(exam: Exam) -> list[Passed]:
    """By name; five queries."""
    whose = {"exam": exam.pk, "judged_at__isnull": False}
    sittings = list(sat(whose).order_by("enrolment__name", "number"))
    scores = scores_of(sittings, marks_of(sittings, whose))
    issued = {each.sitting_id: each for each in Certificate.objects.filter(sitting__exam=exam)}
    found = [
        Passed(sitting, bool(scores[sitting.pk].passed), issued.get(sitting.pk))
        for sitting in sittings
    ]
    return [each for each in found if each.passed or each.certificate]
