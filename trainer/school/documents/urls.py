from django.urls import path

from trainer.school.documents.views import (
    certificates,
    confirming,
    index,
    papers,
    transcripts,
    typing,
    worksheets,
)

HERE = "<int:course>/documents/"
PAPER = HERE + "papers/<int:number>/<str:language>/"
WORKSHEET = HERE + "worksheets/<str:token>/<str:language>/"
TYPED = HERE + "typed/<int:number>/"
ONE = TYPED + "<int:exam>/<int:enrolment>/"
CERTIFICATE = HERE + "certificates/<str:code>/"

urlpatterns = [
    path(HERE, index.documents, name="documents"),
    path(PAPER, papers.paper, name="paper-print"),
    path(PAPER + "key/", papers.key, name="paper-key"),
    path(HERE + "worksheets/", worksheets.worksheets, name="worksheets"),
    path(WORKSHEET, worksheets.worksheet, name="worksheet"),
    path(WORKSHEET + "key/", worksheets.key, name="worksheet-key"),
    path(HERE + "people/", transcripts.transcripts, name="transcripts"),
    path(
        HERE + "people/<int:enrolment>/<str:language>/",
        transcripts.transcript,
        name="transcript",
    ),
    path(TYPED, typing.begin, name="typed-begin"),
    path(ONE, typing.finish, name="typed-finish"),
    path(ONE + "<int:part>/", typing.part, name="typed-part"),
    path(HERE + "certificates/", certificates.certificates, name="certificates"),
    path(HERE + "passed/<uuid:uuid>/", certificates.issue, name="certificate-issue"),
    path(CERTIFICATE, certificates.certificate, name="certificate"),
    path(CERTIFICATE + "state/", certificates.state, name="certificate-state"),
    path("certificates/", confirming.ask, name="certificate-find"),
    path("certificates/<str:code>/", confirming.check, name="certificate-check"),
]
