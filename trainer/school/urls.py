from django.urls import path

from trainer.school import views

# Every view here is guarded by `school_page`; its name stands in `trainer.school.permissions`.
urlpatterns = [
    path("", views.school, name="school"),
]
