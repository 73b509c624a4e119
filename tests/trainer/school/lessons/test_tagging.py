"""Tags that the questions of a lesson should have: what can be chosen, and what comes of it."""

from html import unescape

import pytest
from django.utils.translation import override

from rules.games import find_game
from rules.houses import houses
from tests.forms import FormParser
from tests.trainer.school.conftest import NOW
from tests.trainer.school.lessons.test_editing import sent
from trainer.drills import find_drill
from trainer.models import Lesson
from trainer.school.lessons import tagging
from trainer.school.lessons.items import Item
from trainer.school.lessons.tagging import can_deal, tags_of
from trainer.school.lessons.trying import try_out

REFERENCE = houses()["reference"]
RULES = {key: REFERENCE.ruleset(find_game(key)) for key in REFERENCE.games}
WINS = Item("which-hand-wins", "texas-holdem", 2)
ROW = "which-hand-wins/texas-holdem"


@pytest.fixture(autouse=True)
def few_deals(monkeypatch):
    monkeypatch.setattr(tagging, "DEALS", 40)
    tagging._counted.cache_clear()
    yield
    tagging._counted.cache_clear()


# --- what there is ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("item", "there", "missing"),
    [
        (WINS, "board-plays", "ace-king"),
        (Item("which-hand-wins", "russian-poker", 2), "kicker", "board-plays"),
        (Item("settle-the-box", "casino-holdem", 1), "no-game", "two-combinations"),
    ],
)
def test_only_tags_that_come_up_are_offered(item, there, missing):
    skills = find_drill(item.drill).skills
    assert {there, missing} <= skills.keys()
    found = {each.tag: each for each in tags_of(item, RULES[item.game], ())}
    assert there in found
    assert missing not in found
    assert all(1 <= each.percent <= 100 and not each.ticked for each in found.values())


def test_they_are_named_in_the_language_and_stand_by_name():
    with override("uk"):
        found = tags_of(WINS, RULES[WINS.game], {"tie"})
        names = [each.name for each in found]
    assert names == sorted(names, key=str.casefold)
    assert [each.tag for each in found if each.ticked] == ["tie"]
    assert (
        next(each for each in found if each.tag == "tie").name
        != find_drill(WINS.drill).skills["tie"]
    )


def test_what_is_ticked_stays_also_where_it_never_comes_up():
    found = tags_of(WINS, None, {"of-another-day"})
    assert [(each.name, each.percent, each.ticked) for each in found] == [
        ("of-another-day", None, True)
    ]


def test_tags_are_dealt_together_or_refused():
    assert can_deal(Item(*WINS.key.split("/")[:2], 2, ("tie",)), RULES)
    assert not can_deal(
        Item(*WINS.key.split("/")[:2], 2, ("category:flush", "category:pair")), RULES
    )


# --- the form --------------------------------------------------------------------------------


def form_of(page):
    parser = FormParser()
    parser.feed(page.text)
    return next(form for form in parser.forms if "items" in form.choices)


@pytest.mark.django_db
def test_the_tags_of_a_row_are_shown_when_asked_for(owner, new):
    """Half-filled forms are no mistake, and what was typed and ticked stays."""
    items = [WINS.key, "which-hand-wins/texas-holdem/3", "recall/russian-poker/1"]
    page = owner.post(new, {"items": items, "questions": "", "title_en": "", "tags": ROW})
    assert page.status_code == 200
    assert "errorlist" not in page.text
    form = form_of(page)
    assert form.fields["items"] == ["recall/russian-poker/1", *items[:2]]
    offered = form.choices["want"]
    assert {each.rpartition("/")[0] for each in offered} == set(items[:2])
    assert f"{WINS.key}/tie" in offered
    assert form.fields["tagged"] == [ROW]
    # Another row; this one stays open with what is ticked.
    data = form.fields | {"want": [f"{WINS.key}/tie"], "tags": "recall/russian-poker"}
    form = form_of(owner.post(new, data))
    assert form.fields["want"] == [f"{WINS.key}/tie"]
    assert len(form.fields["tagged"]) == 2
    assert not Lesson.objects.exists()


@pytest.mark.django_db
def test_without_a_level_there_are_no_tags_to_show(owner, new):
    page = owner.post(new, {"tags": ROW})
    assert "Choose a level." in page.text
    assert "want" not in form_of(page).choices


@pytest.mark.django_db
def test_tags_are_chosen_changed_and_dropped(owner, course, new):
    want = [f"{WINS.key}/tie", "which-hand-wins/texas-holdem/1/tie"]
    owner.post(new, sent(items=[WINS.key], tagged=[ROW], want=want))
    lesson = Lesson.objects.get()
    stored = {"drill": WINS.drill, "game": WINS.game, "level": 2}
    # Level 1 is not asked, so nothing is wanted of it.
    assert lesson.items == [stored | {"want": ["tie"]}]
    edit = f"/school/{course.pk}/lessons/{lesson.pk}/edit/"
    assert find_drill(WINS.drill).skills["tie"] in unescape(owner.get(edit[:-5]).text)
    form = form_of(owner.get(edit))
    assert form.fields["want"] == want[:1]
    owner.post(edit, sent(**form.fields | {"want": [f"{WINS.key}/board-plays"]}))
    lesson.refresh_from_db()
    assert lesson.items == [stored | {"want": ["board-plays"]}]
    owner.post(edit, sent(**{key: form.fields[key] for key in ("items", "tagged")}))
    lesson.refresh_from_db()
    assert lesson.items == [stored]


@pytest.mark.django_db
@pytest.mark.parametrize("button", ["save", "try"])
def test_tags_that_exclude_each_other_are_named(button, owner, new):
    want = [f"{WINS.key}/category:flush", f"{WINS.key}/category:pair"]
    page = owner.post(new, sent(items=[WINS.key], tagged=[ROW], want=want, **{button: "1"}))
    assert page.status_code == 422
    skills = find_drill(WINS.drill).skills
    text = f"“{skills['category:flush']}, {skills['category:pair']}” cannot be dealt in"
    assert text in unescape(page.text)
    assert sorted(form_of(page).fields["want"]) == sorted(want)
    assert not Lesson.objects.exists()


@pytest.mark.django_db
def test_what_is_no_tag_is_not_stored(owner, new):
    want = [f"{WINS.key}/made-up", "nonsense", "x/y/z/tie"]
    owner.post(new, sent(items=[WINS.key], tagged=[ROW, "no/row"], want=want))
    assert "want" not in Lesson.objects.get().items[0]


@pytest.mark.django_db
def test_a_dry_run_shows_what_the_tags_change(owner, new, reference):
    wanted = Item(WINS.drill, WINS.game, 2, ("category:flush",))
    skills = find_drill(WINS.drill).skills
    [spread] = try_out([wanted], reference, "practice", seed=b"\3" * 32, now=NOW).spreads
    assert spread.wanted == (skills["category:flush"],)
    lines = {line.name: line for line in spread.tags}
    flush, pair = lines[skills["category:flush"]], lines[skills["category:pair"]]
    assert (flush.percent, flush.usual < 60) == (100, True)
    assert (pair.percent, pair.usual > 0) == (0, True)
    want = f"{WINS.key}/category:flush"
    data = sent(items=[WINS.key], tagged=[ROW], want=[want]) | {"try": "1"}
    page = owner.post(new, data)
    assert '<th scope="col">By itself</th>' in page.text
    assert form_of(page).fields["want"] == [want]
