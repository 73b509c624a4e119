from django.urls import path

from rules import views

urlpatterns = [
    path("", views.index, name="rules"),
    path("variants/<slug:game_key>/", views.variants, name="variants"),
    path("<slug:house_slug>/<slug:game_key>/", views.game_rules, name="game-rules"),
]
