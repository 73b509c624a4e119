from django.urls import include, path

from trainer.school import views

# Every view here is guarded by `school_page`; its name stands in `trainer.school.permissions`.
urlpatterns = [
    path("", views.school, name="school"),
    path("", include("trainer.school.documents.urls")),
    path("", include("trainer.school.starters.urls")),
    path("", include("trainer.school.courses.urls")),
    path("", include("trainer.school.lessons.urls")),
    path("", include("trainer.school.people.urls")),
    path("", include("trainer.school.watch.urls")),
    path("", include("trainer.school.grading.urls")),
    path("", include("trainer.school.papers.urls")),
    path("", include("trainer.school.exams.urls")),
]
