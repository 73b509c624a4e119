"""What follows an exam: an appeal that waits, one that was accepted, and a certificate."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

from trainer.models import Appeal, Certificate, Exam, ExamVerdict
from trainer.school.demo.examining import TITLE
from trainer.school.documents.certificates import issue
from trainer.school.documents.passed import passed_sittings
from trainer.school.grading.deciding import accept, raise_appeal
from trainer.school.grading.regrading import plan_appeal

ASKS: Final = {
    "en": "Please look at my answer once more: I believe that it is right.",
    "uk": "Перегляньте, будь ласка, мою відповідь ще раз: гадаю, вона правильна.",
    "ru": "Посмотрите, пожалуйста, мой ответ ещё раз: думаю, он правильный.",
}
ACCEPTED: Final = {
    "en": "The question could be read in two ways, so this answer counts as well.",
    "uk": "Запитання можна було зрозуміти двояко, тому ця відповідь теж зараховується.",
    "ru": "Вопрос можно было понять двояко, поэтому этот ответ тоже засчитывается.",
}


def follow_up(exam: Exam, language: str) -> None:
    """Within a day after its review was opened; as far as anybody missed a question, and anybody
    passed."""
    exam = Exam.objects.select_related("course__owner").get(pk=exam.pk)
    by, at = exam.course.owner, exam.review_opened_at
    waits, accepted = _missed(exam)
    if waits is not None:
        _appeal(waits, language, at + timedelta(hours=20))
    if accepted is not None:
        appeal = _appeal(accepted, language, at + timedelta(hours=1))
        token = plan_appeal(appeal, everybody=False).token
        moment = at + timedelta(hours=3)
        accept(appeal, ACCEPTED[language], everybody=False, token=token, by=by, now=moment)
    _certify(exam, at + timedelta(hours=4), language)


def _missed(exam: Exam) -> tuple[ExamVerdict | None, ExamVerdict | None]:
    """The first wrong answer, and the last one to another question."""
    wrong = ExamVerdict.objects.filter(answer__sitting__exam=exam, right=False)
    found = list(wrong.select_related("answer__sitting", "answer__item").order_by("pk"))
    first = found[0] if found else None
    others = [each for each in found if each.answer.item_id != found[0].answer.item_id]
    return first, others[-1] if others else None


def _appeal(verdict: ExamVerdict, language: str, now: datetime) -> Appeal:
    answer = verdict.answer
    return raise_appeal(answer.sitting, answer.item, ASKS[language], now=now)


def _certify(exam: Exam, now: datetime, language: str) -> Certificate | None:
    """For the first by name who passed."""
    passed = next((each for each in passed_sittings(exam) if each.passed), None)
    if passed is None:
        return None
    course: Mapping[str, str] = exam.course.title
    return issue(
        passed.sitting,
        name=passed.sitting.enrolment.name,
        title=f"{course[language]}: {TITLE[language]}",
        language=language,
        by=exam.course.owner,
        now=now,
    )
