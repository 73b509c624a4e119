from django.urls import path

from trainer.school.courses import views

urlpatterns = [
    path("new/", views.new, name="new-course"),
    path("<int:course>/edit/", views.edit, name="edit-course"),
    path("<int:course>/archive/", views.archive, name="archive-course"),
]
