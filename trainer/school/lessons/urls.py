from django.urls import path

from trainer.school.lessons import views

urlpatterns = [
    path("<int:course>/", views.course, name="course"),
    path("<int:course>/lessons/<int:lesson>/", views.lesson, name="lesson"),
    path("<int:course>/lessons/<int:lesson>/start/", views.start, name="start-lesson"),
    path("sittings/<uuid:uuid>/", views.of_sitting, name="lesson-of-sitting"),
    path("<int:course>/lessons/new/", views.new, name="new-lesson"),
    path("<int:course>/lessons/<int:lesson>/edit/", views.edit, name="edit-lesson"),
    path("<int:course>/lessons/<int:lesson>/move/", views.move, name="move-lesson"),
    path("<int:course>/lessons/<int:lesson>/delete/", views.delete, name="delete-lesson"),
    path("<int:course>/lessons/<int:lesson>/dry-run/", views.dry_run, name="dry-run"),
]
