from django.urls import path

from trainer.school.starters import views

urlpatterns = [
    path("courses/from-starter/", views.course_from_starter, name="course-from-starter"),
]
