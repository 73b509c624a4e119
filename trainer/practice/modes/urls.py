from django.urls import path

from trainer.practice.modes import views

urlpatterns = [
    path("practice/shift/", views.shift, name="shift"),
    path("practice/sprint/", views.sprint, name="sprint"),
    path("practice/streak/", views.streak, name="streak"),
    path("practice/pair/", views.pair, name="pair"),
    path("practice/plan/", views.wishes, name="wishes"),
    path("practice/redo/", views.redo, name="redo"),
    path("sittings/<uuid:uuid>/redo/", views.redo_sitting, name="redo-sitting"),
    path("sittings/<uuid:uuid>/again/", views.again, name="again"),
]
