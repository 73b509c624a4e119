"""Certificates: only for who passed, confirmed by code, revoked, and not to be guessed."""

from datetime import timedelta

import pytest
from django.urls import reverse

from tests.trainer.school.conftest import NOW
from tests.trainer.school.grading.cast import (
    deals_of,
    make_exam,
    make_paper,
    people_on,
    sit,
)
from trainer.models import Certificate, ExamVerdict
from trainer.school.documents.certificates import (
    ALPHABET,
    LENGTH,
    NotPassedError,
    grouped,
    issue,
)
from trainer.school.permissions import Standing

pytestmark = pytest.mark.django_db
ADDRESS = "/school/certificates/"


@pytest.fixture
def made(reference):
    return deals_of(reference, (("dealer-qualifies", "casino-holdem"),), each=2)


@pytest.fixture
def exam(course, made):
    return make_exam(course, make_paper(course, made))


@pytest.fixture
def passed(exam, enrolment, made):
    [sitting] = sit(exam, [enrolment], made, lambda person, item: True)
    return sitting


def issued(sitting, people, **fields):
    said = {"name": "Olena K.", "title": "Table test", "language": "uk"} | fields
    return issue(sitting, **said, by=people[Standing.INSTRUCTOR], now=NOW)


@pytest.fixture
def certificate(passed, people):
    return issued(passed, people)


def test_only_who_passed_gets_one(exam, enrolment, made, people):
    [failed] = sit(exam, [enrolment], made, lambda person, item: item == 0)
    with pytest.raises(NotPassedError):
        issued(failed, people)
    [open_] = sit(exam, [enrolment], made, lambda person, item: True, number=2, judged=False)
    with pytest.raises(NotPassedError):
        issued(open_, people)
    assert not Certificate.objects.exists()


def test_two_clicks_issue_one(passed, people, certificate):
    assert issued(passed, people, name="Other").pk == certificate.pk
    assert Certificate.objects.get().name == "Olena K."


def test_a_code_is_random_and_long(certificate):
    assert len(certificate.code) == LENGTH
    assert set(certificate.code) <= set(ALPHABET)
    assert len(ALPHABET) ** LENGTH > 2**90


@pytest.mark.parametrize("form", [grouped, str, str.lower, lambda code: f" {grouped(code)} "])
def test_whoever_has_the_code_is_told_name_title_date_and_validity(client, certificate, form):
    page = client.get(ADDRESS, {"code": form(certificate.code)}, follow=True)
    html = page.content.decode()
    assert page.status_code == 200
    assert "This certificate is valid." in html
    assert all(text in html for text in ("Olena K.", "Table test", "Jan. 1, 2100"))
    assert page.headers["X-Robots-Tag"] == "noindex"


def test_nothing_else_is_told(client, certificate, enrolment, course):
    html = client.get(ADDRESS + certificate.code + "/").content.decode()
    sitting = certificate.sitting
    for secret in (str(sitting.uuid), enrolment.user.username, "Dealing poker", "100 %"):
        assert secret not in html
    assert reverse("documents", args=[course.pk]) not in html


def test_a_revoked_one_is_not_valid_and_can_be_made_valid_again(
    client, clients, certificate, course
):
    address = reverse("certificate-state", args=[course.pk, certificate.code])
    clients[Standing.INSTRUCTOR].post(address, {"state": "revoked"})
    html = client.get(ADDRESS + certificate.code + "/").content.decode()
    assert "was revoked" in html
    assert "is valid." not in html
    clients[Standing.INSTRUCTOR].post(address, {"state": "valid"})
    html = client.get(ADDRESS + certificate.code + "/").content.decode()
    assert "This certificate is valid." in html


def test_wrong_codes_are_answered_alike(client, certificate):
    wrong = certificate.code[:-1] + ("A" if certificate.code[-1] != "A" else "C")
    pages = set()
    for code in (
        wrong,
        "A" * LENGTH,
        "x",
        certificate.code + "A",
        "0" * 300,
        certificate.code[:5],
    ):
        page = client.get(f"{ADDRESS}{code}/")
        assert page.status_code == 404
        said = page.content.decode().partition("<main")[2]
        pages.add(said.replace(f'value="{code[:40]}"', ""))
    assert len(pages) == 1


def test_who_guesses_has_to_wait_and_others_do_not(client, certificate, monkeypatch):
    now = [NOW]
    monkeypatch.setattr("trainer.school.documents.views.confirming.timezone.now", lambda: now[0])
    statuses = [client.get(f"{ADDRESS}WRONG{at}/").status_code for at in range(101)]
    assert statuses[:100] == [404] * 100
    late = client.get(ADDRESS + certificate.code + "/")
    assert late.status_code == 429
    assert int(late.headers["Retry-After"]) >= 1
    other = client.get(ADDRESS + certificate.code + "/", REMOTE_ADDR="192.0.2.7")
    assert other.status_code == 200
    now[0] += timedelta(hours=2)
    assert client.get(ADDRESS + certificate.code + "/").status_code == 200


def test_who_looks_up_right_codes_is_never_slowed_down(client, certificate):
    for _ in range(110):
        assert client.get(ADDRESS + certificate.code + "/").status_code == 200


def test_it_is_issued_on_a_page_and_printed_in_its_language(clients, course, passed, enrolment):
    client = clients[Standing.INSTRUCTOR]
    listed = client.get(reverse("certificates", args=[course.pk])).content.decode()
    address = reverse("certificate-issue", args=[course.pk, passed.uuid])
    assert address in listed
    assert enrolment.name in client.get(address).content.decode()
    said = {"name": "Олена К.", "title": "Залік", "language": "uk"}
    sheet = client.get(client.post(address, said)["Location"])
    html = sheet.content.decode()
    code = grouped(Certificate.objects.get().code)
    assert '<html lang="uk"' in html
    assert all(text in html for text in ("Олена К.", "Залік", code, ADDRESS + code))
    assert code in client.get(reverse("certificates", args=[course.pk])).content.decode()


def test_a_trainee_sees_no_certificate_but_their_own(
    clients, course, certificate, exam, made, people
):
    address = reverse("certificate", args=[course.pk, certificate.code])
    assert clients[Standing.MEMBER].get(address).status_code == 200
    [other] = people_on(course, 1)
    [sitting] = sit(exam, [other], made, lambda person, item: True)
    foreign = issued(sitting, people)
    address = reverse("certificate", args=[course.pk, foreign.code])
    assert clients[Standing.MEMBER].get(address).status_code == 404


def test_after_a_regrade_it_is_said_everywhere_that_it_passes_no_more(
    client, clients, course, certificate
):
    answer = certificate.sitting.answers.first()
    verdict = answer.verdicts.get()
    parts = [part | {"right": False} for part in verdict.parts]
    ExamVerdict.objects.filter(pk=verdict.pk)._raw_delete("default")
    ExamVerdict.objects.create(
        answer=answer,
        version=verdict.version,
        engine=1,
        right=False,
        parts=parts,
        created_at=NOW,
    )
    html = clients[Standing.OWNER].get(reverse("certificates", args=[course.pk]))
    assert "does not pass any more" in html.content.decode()
    public = client.get(ADDRESS + certificate.code + "/").content.decode()
    assert "is not valid any more." in public
    assert "is valid." not in public
    sheet = clients[Standing.MEMBER].get(
        reverse("certificate", args=[course.pk, certificate.code])
    )
    assert 'class="revoked"' in sheet.content.decode()


def test_five_hundred_people_take_few_queries(
    clients, course, exam, made, django_assert_max_num_queries
):
    sit(exam, people_on(course, 500), made, lambda person, item: True)
    with django_assert_max_num_queries(15):
        page = clients[Standing.INSTRUCTOR].get(reverse("certificates", args=[course.pk]))
    assert page.content.decode().count("Issue a certificate") == 500
