from django.shortcuts import get_object_or_404

from trainer.models import Exam
from trainer.school.access import Access
from trainer.school.exams.clock import with_pauses


def exam_or_404(access: Access, exam: int) -> Exam:
    exams = Exam.objects.select_related("course", "paper").annotate(**with_pauses())
    return get_object_or_404(exams, course=access.course, pk=exam)
