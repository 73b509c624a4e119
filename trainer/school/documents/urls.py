from django.urls import path

from trainer.school.documents.views import papers, worksheets
from trainer.school.documents.views.index import documents

HERE = "<int:course>/documents/"
PAPER = HERE + "papers/<int:number>/<str:language>/"
WORKSHEET = HERE + "worksheets/<str:token>/<str:language>/"

urlpatterns = [
    path(HERE, documents, name="documents"),
    path(PAPER, papers.paper, name="paper-print"),
    path(PAPER + "key/", papers.key, name="paper-key"),
    path(HERE + "worksheets/", worksheets.worksheets, name="worksheets"),
    path(WORKSHEET, worksheets.worksheet, name="worksheet"),
    path(WORKSHEET + "key/", worksheets.key, name="worksheet-key"),
]
