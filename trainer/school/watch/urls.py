from django.urls import path

from trainer.school.watch import views

urlpatterns = [
    path("<int:course>/watch/", views.watch, name="watch"),
    path("<int:course>/mistakes/", views.mixed_up, name="mixed-up"),
    path("<int:course>/mistakes/lesson/", views.remedial, name="remedial"),
]
