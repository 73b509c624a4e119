from django.urls import path

from trainer.school.exams.views import allowing, review, sitting, staff

COURSE = "<int:course>/"
SIT = COURSE + "sit/<int:exam>/"
ATTEMPT = SIT + "<int:number>/"

urlpatterns = [
    path(COURSE + "exams/", staff.exams, name="exams"),
    path(COURSE + "exams/new/", staff.new, name="exam-new"),
    path(COURSE + "exams/<int:exam>/", staff.exam, name="exam"),
    path(COURSE + "exams/<int:exam>/edit/", staff.edit, name="exam-edit"),
    path(COURSE + "exams/<int:exam>/allow/", allowing.allow, name="exam-allow"),
    path(COURSE + "exams/<int:exam>/allowances/", allowing.allowances, name="exam-allowances"),
    path(COURSE + "exams/<int:exam>/pause/", staff.pause, name="exam-pause"),
    path(COURSE + "exams/<int:exam>/resume/", staff.resume, name="exam-resume"),
    path(COURSE + "exams/<int:exam>/review/", staff.review, name="exam-review"),
    path(SIT, sitting.start, name="sit"),
    path(ATTEMPT, sitting.attempt, name="sit-attempt"),
    path(ATTEMPT + "<int:position>/", sitting.question, name="sit-question"),
    path(ATTEMPT + "hand-in/", sitting.hand_in, name="sit-hand-in"),
    path(ATTEMPT + "clock/", sitting.clock, name="sit-clock"),
    path(ATTEMPT + "review/<int:position>/", review.item, name="sit-review"),
]
