from django.urls import path

from trainer.school.papers import views

COURSE = "<int:course>/"

urlpatterns = [
    path(COURSE + "papers/", views.papers, name="papers"),
    path(COURSE + "papers/new/", views.new, name="paper-new"),
    path(COURSE + "papers/<int:number>/", views.paper, name="paper"),
    path(COURSE + "papers/<int:number>/<int:position>/", views.item, name="paper-item"),
]
