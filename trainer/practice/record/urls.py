from django.urls import path

from trainer.practice.record import views

urlpatterns = [
    path("progress/", views.progress, name="progress"),
    path("history/", views.history, name="history"),
    path("history/answers/", views.answers, name="answers"),
    path("history/export/", views.export, name="export"),
    path("history/export/history.csv", views.export_csv, name="export-csv"),
    path("history/export/history.json", views.export_json, name="export-json"),
    path("history/delete/", views.delete, name="delete-practice"),
]
