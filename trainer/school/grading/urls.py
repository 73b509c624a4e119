from django.urls import path

from trainer.school.grading.views import appeals, book, regrades

COURSE = "<int:course>/"
EXAM = COURSE + "exams/<int:exam>/"
LEFT_OUT = "gradebook/sittings/<uuid:uuid>/<int:position>/leave-out/"
ITEM = COURSE + "sit/<int:exam>/<int:number>/appeal/<int:position>/"

urlpatterns = [
    path(COURSE + "gradebook/", book.gradebook, name="gradebook"),
    path(COURSE + "gradebook/gradebook.csv", book.gradebook_csv, name="gradebook-csv"),
    path(COURSE + "gradebook/sittings/<uuid:uuid>/", book.sitting, name="graded-sitting"),
    path(COURSE + LEFT_OUT, regrades.leave_out, name="leave-out"),
    path(COURSE + "gradebook/runs/<int:run>/", book.run, name="graded-run"),
    path(EXAM + "results/", book.results, name="exam-results"),
    path(EXAM + "results/results.csv", book.results_csv, name="exam-csv"),
    path(EXAM + "results/results.json", book.results_json, name="exam-json"),
    path(EXAM + "questions/", book.questions, name="exam-questions"),
    path(EXAM + "facts/", book.facts, name="exam-facts"),
    path(EXAM + "passing/", regrades.exam_passing, name="exam-passing"),
    path(COURSE + "passing/", regrades.course_passing, name="course-passing"),
    path(ITEM, appeals.raise_, name="exam-appeal"),
    path(COURSE + "appeals/", appeals.appeals, name="appeals"),
    path(COURSE + "appeals/<int:appeal>/", appeals.appeal, name="appeal"),
    path(COURSE + "appeals/<int:appeal>/accept/", appeals.accept, name="appeal-accept"),
    path(COURSE + "regrades/", regrades.regrades, name="regrades"),
    path(COURSE + "regrades/new/", regrades.correct, name="regrade-rules"),
    path(COURSE + "regrades/<int:regrade>/", regrades.regrade, name="regrade"),
]
