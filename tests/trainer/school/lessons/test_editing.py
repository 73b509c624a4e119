"""The form of a lesson, and its dry run."""

from datetime import UTC, datetime
from html import unescape

import pytest

from rules.models import House
from rules.versions import rulesets_in_force
from tests.trainer.school.conftest import NOW, signed_in
from tests.trainer.school.lessons.conftest import ITEM
from trainer.drills import drills
from trainer.models import Deal, Lesson, Sitting
from trainer.school.lessons.items import Item, offered
from trainer.school.lessons.trying import SAMPLES, try_out
from trainer.school.permissions import Standing

pytestmark = pytest.mark.django_db
HOLDEM = "which-hand-wins/texas-holdem/2"
RUSSIAN = "dealer-qualifies/russian-poker/1"


def sent(**fields):
    usual = {"title_en": "Reading hands", "items": [RUSSIAN, HOLDEM], "questions": 20}
    return usual | {"accuracy_percent": 95, "critical_allowed": 0} | fields


def text_of(response):
    return unescape(response.content.decode())


def test_a_lesson_is_made_and_changed(owner, course, new):
    response = owner.post(new, sent(title_ru="Комбинации", pace_percent=120, help="guided"))
    lesson = Lesson.objects.get()
    assert response["Location"] == f"/school/{course.pk}/lessons/{lesson.pk}/"
    assert lesson.title == {"en": "Reading hands", "ru": "Комбинации"}
    assert [Item.from_data(each).key for each in lesson.items] == [RUSSIAN, HOLDEM]
    assert (lesson.help, lesson.pace_percent, lesson.position) == ("guided", 120, 1)
    edit = f"/school/{course.pk}/lessons/{lesson.pk}/edit/"
    assert f'value="{HOLDEM}"' in text_of(owner.get(edit))
    owner.post(edit, sent(items=[HOLDEM], questions=5))
    lesson.refresh_from_db()
    assert (len(lesson.items), lesson.questions, lesson.pace_percent) == (1, 5, None)


def test_everything_that_the_house_offers_can_be_chosen(owner, course, new):
    page = text_of(owner.get(new))
    rules = rulesets_in_force(course.house, NOW)
    keys = [
        Item(drill.key, game.key, level).key
        for game, some in offered(rules)
        for drill in some
        for level in drill.levels
    ]
    assert {key.partition("/")[0] for key in keys} == set(drills())
    assert [key for key in keys if page.count(f'value="{key}"') != 1] == []


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({"title_en": ""}, "Write the text in at least one language."),
        ({"items": []}, "Choose at least one drill with a level."),
        ({"items": ["recall/texas-holdem/1"]}, "There is no “recall/texas-holdem/1”."),
        ({"questions": 0}, "greater than or equal to 1"),
        ({"questions": 201}, "less than or equal to 200"),
        ({"questions": 1}, "2 kinds of questions are chosen"),
        ({"accuracy_percent": 101}, "less than or equal to 100"),
        ({"critical_allowed": -1}, "greater than or equal to 0"),
        ({"pace_percent": 0}, "From 1 to 1000 %, or nothing."),
        ({"pace_percent": 100, "help": "learn"}, "nobody counts the seconds"),
        ({"help": "cheat"}, "cheat"),
        (
            {"opens_at": "2100-01-02T10:00", "closes_at": "2100-01-02T10:00"},
            "It has to close after it opens.",
        ),
    ],
)
def test_what_is_refused(owner, new, fields, text):
    response = owner.post(new, sent(**fields))
    assert response.status_code == 422
    assert text in text_of(response)
    assert not Lesson.objects.exists()


def test_what_the_house_offers_no_more_is_named(owner, course, add_lesson):
    lesson = add_lesson()
    course.house = House.objects.create(slug="bare", name={"en": "Bare"})
    course.save()
    edit = f"/school/{course.pk}/lessons/{lesson.pk}/edit/"
    assert "offered no more" in text_of(owner.get(edit))
    response = owner.post(edit, sent(items=[RUSSIAN]))
    assert response.status_code == 422
    name = drills()["dealer-qualifies"].name
    assert f"Bare does not offer “{name}” in Russian poker." in text_of(response)


def test_dates_are_in_the_time_zone_of_who_edits(people, course, new):
    learner = people[Standing.OWNER].learner
    learner.time_zone = "Europe/Kyiv"
    learner.save()
    owner = signed_in(people[Standing.OWNER])
    assert "In your time zone, Europe/Kyiv." in text_of(owner.get(new))
    owner.post(new, sent(opens_at="2100-07-01T10:00", closes_at="2100-12-01T10:00"))
    lesson = Lesson.objects.get()
    # Summer and winter.
    assert lesson.opens_at == datetime(2100, 7, 1, 7, tzinfo=UTC)
    assert lesson.closes_at == datetime(2100, 12, 1, 8, tzinfo=UTC)
    edit = f"/school/{course.pk}/lessons/{lesson.pk}/edit/"
    assert 'value="2100-07-01T10:00"' in text_of(owner.get(edit))


def test_lessons_cannot_wait_for_each_other(owner, course, add_lesson):
    first, second = add_lesson("First"), add_lesson("Second")
    second.requires.add(first)
    edit = f"/school/{course.pk}/lessons/{first.pk}/edit/"
    response = owner.post(edit, sent(requires=[second.pk]))
    assert response.status_code == 422
    assert "wait for each other" in text_of(response)
    assert not first.requires.exists()


def test_the_tags_of_a_lesson_outlive_its_form(owner, course, add_lesson):
    lesson = add_lesson(items=[ITEM | {"want": ["no-game"]}])
    url = f"/school/{course.pk}/lessons/{lesson.pk}/edit/"
    owner.post(url, sent())
    lesson.refresh_from_db()
    assert lesson.items[0] == ITEM | {"want": ["no-game"]}


def test_moved_and_deleted(owner, course, add_lesson):
    first, second = add_lesson("First"), add_lesson("Second")
    owner.post(f"/school/{course.pk}/lessons/{second.pk}/move/", {"to": "up"})
    assert list(course.lessons.order_by("position")) == [second, first]
    url = f"/school/{course.pk}/lessons/{second.pk}/delete/"
    assert "It is deleted for good." in text_of(owner.get(url))
    assert owner.post(url)["Location"] == f"/school/{course.pk}/"
    assert list(course.lessons.values_list("position", flat=True)) == [1]


def test_a_lesson_that_somebody_took_is_not_deleted(owner, course, enrolment, lesson, sit):
    sit(enrolment, lesson, "++++")
    url = f"/school/{course.pk}/lessons/{lesson.pk}/delete/"
    response = owner.post(url, follow=True)
    assert "Somebody has begun this lesson." in text_of(response)
    assert Lesson.objects.filter(pk=lesson.pk).exists()


# --- dry run ---------------------------------------------------------------------------------


def test_a_dry_run_before_saving_stores_nothing(owner, new):
    response = owner.post(new, sent(**{"try": "1"}))
    page = text_of(response)
    assert response.status_code == 200
    assert "Tried out, nothing is saved yet." in page
    assert page.count("Right answer") >= SAMPLES
    # What was typed is still there.
    assert 'value="Reading hands"' in page
    assert not Lesson.objects.exists()
    assert not Deal.objects.exists()
    assert not Sitting.objects.exists()


def test_instructors_try_a_lesson_out_and_members_do_not(clients, course, enrolment, lesson):
    url = f"/school/{course.pk}/lessons/{lesson.pk}/dry-run/"
    page = text_of(clients[Standing.INSTRUCTOR].get(url))
    assert page.count('class="compared"') == SAMPLES
    assert clients[Standing.MEMBER].get(url).status_code == 404
    assert not Deal.objects.exists()


def test_every_drill_can_be_tried_out(reference, monkeypatch):
    """Ten samples and their spread, whatever is asked."""
    monkeypatch.setattr("trainer.school.lessons.trying.DEALS", 8)
    rules = rulesets_in_force(reference, NOW)
    items = {}
    for game, some in offered(rules):
        for drill in some:
            items.setdefault(drill.key, Item(drill.key, game.key, max(drill.levels)))
    items = list(items.values())
    found = [
        try_out(items[at : at + SAMPLES], reference, "practice", seed=b"\3" * 32, now=NOW)
        for at in range(0, len(items), SAMPLES)
    ]
    seen = {sample.deal.drill for run in found for sample in run.samples}
    assert seen == set(drills())
    for run in found:
        for sample in run.samples:
            assert [part.name for part in sample.right if not part.expected] == []
            assert all(part.right for part in sample.right)
        for spread in run.spreads:
            assert spread.answers
            assert 90 <= sum(line.percent for line in spread.answers) <= 110
            assert all(0 <= line.percent <= 100 for line in spread.tags)


def test_the_same_seed_gives_the_same_dry_run(reference):
    items = [Item.from_key(RUSSIAN), Item.from_key(HOLDEM)]
    one, two, other = (
        try_out(items, reference, "practice", seed=seed, now=NOW)
        for seed in (b"\3" * 32, b"\3" * 32, b"\4" * 32)
    )
    deals = [[sample.deal for sample in run.samples] for run in (one, two, other)]
    assert deals[0] == deals[1] != deals[2]
    assert one.spreads == two.spreads
    assert [sample.deal.drill for sample in one.samples[:2]] == [item.drill for item in items]


def test_what_a_lesson_wants_comes_up_more_often(reference):
    plain = Item("which-hand-wins", "texas-holdem", 2)
    tie = "tie" if "tie" in drills()["which-hand-wins"].skills else ""
    assert tie
    name = drills()["which-hand-wins"].skills[tie]
    shares = [
        next(line.percent for line in run.spreads[0].tags if line.name == name)
        for run in (
            try_out([item], reference, "practice", seed=b"\3" * 32, now=NOW)
            for item in (plain, Item(plain.drill, plain.game, plain.level, (tie,)))
        )
    ]
    assert shares[0] < 40
    assert shares[1] == 100


def test_who_teaches_edits_five_minute_lessons_alone(clients, course, add_lesson):
    teacher = clients[Standing.INSTRUCTOR]
    usual, remedial = add_lesson(), add_lesson("Five minutes", remedial=True)
    pages = [f"/school/{course.pk}/lessons/{lesson.pk}/" for lesson in (usual, remedial)]
    assert [teacher.get(f"{page}edit/").status_code for page in pages] == [404, 200]
    assert [f"{page}edit/" in text_of(teacher.get(page)) for page in pages] == [False, True]
