from django.urls import include, path

from trainer.practice import views

urlpatterns = [
    path("", views.home, name="home"),
    path("", include("trainer.practice.modes.urls")),
    path("practice/<slug:drill_key>/<slug:game_key>/", views.start, name="start"),
    path("sittings/<uuid:uuid>/", views.sitting, name="sitting"),
    path("sittings/<uuid:uuid>/end/", views.end, name="end"),
    path("sittings/<uuid:uuid>/result/", views.result, name="result"),
    path("sittings/<uuid:uuid>/<int:position>/", views.question, name="question"),
    path("sittings/<uuid:uuid>/<int:position>/next/", views.next_question, name="next"),
]
