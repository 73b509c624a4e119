"""The papers of a course; reads only."""

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery

from trainer.models import Course, Exam, ExamSitting, Paper, PaperItem


def papers_of(course: Course) -> QuerySet[Paper]:
    """Those that staff made, the latest first, with their `length`; not those that a sitting
    made for itself."""
    items = PaperItem.objects.filter(paper=OuterRef("pk")).order_by().values("paper")
    length = Subquery(items.annotate(count=Count("pk")).values("count"))
    of_exam = Exists(Exam.objects.filter(paper=OuterRef("pk")))
    sat = Exists(ExamSitting.objects.filter(paper=OuterRef("pk")))
    papers = Paper.objects.filter(of_exam | ~sat, course=course)
    return papers.annotate(length=length).order_by("-number")


def papers_to_sit(course: Course, exam: Exam | None = None) -> QuerySet[Paper]:
    """What an exam can be made of: papers that nobody has sat, and what it is made of."""
    sat = ExamSitting.objects.filter(paper=OuterRef("pk"))
    own = paper_of(exam) if exam else None
    return papers_of(course).filter(~Exists(sat) | Q(pk=own and own.pk))


def paper_of(exam: Exam) -> Paper | None:
    """That which is sat, or the latest of its blueprint where everybody has an own one."""
    if exam.paper_id is not None:
        return exam.paper
    return papers_of(exam.course).filter(blueprint=exam.blueprint).first()
