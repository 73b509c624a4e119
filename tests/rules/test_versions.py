import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from threading import Barrier

import pytest
from django.db import IntegrityError, connection

from rules import versions
from rules.engine.best import best_five
from rules.engine.cards import parse_cards
from rules.games import find_game
from rules.games.base import Limits, PayTable, make_rows, pay_by_table
from rules.games.documents import canonical_json, document_hash
from rules.models import Draft, House, Version
from rules.versions import (
    DraftChangedError,
    EmptyTableError,
    NoLiveVersionError,
    NothingToPublishError,
    PublishConflictError,
    UnknownHouseError,
    draft_differs,
    draft_ruleset,
    find_house,
    live_version,
    overtaken_versions,
    publish,
    save_draft,
    start_draft,
)
from tests.sqlite import copy_to

BASE_DIR = Path(__file__).parents[2]
NOON = datetime(2026, 12, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
GAME = "russian-poker"


@pytest.fixture
def draft(db):
    house = House.objects.create(slug="h", name={"en": "House"})
    return start_draft(Draft(house=house, game=GAME))


def with_rows(draft, rows, table="bet"):
    ruleset = draft_ruleset(draft)
    return replace(ruleset, tables={**ruleset.tables, table: PayTable(make_rows(rows))})


def edit(draft, rows, table="bet"):
    """Save other rows and return the draft as it is stored then."""
    save_draft(draft, draft.revision, with_rows(draft, rows, table))
    return Draft.objects.get(pk=draft.pk)


# --- drafts ----------------------------------------------------------------------------------


def test_a_draft_starts_with_the_default_rules(draft):
    assert draft_ruleset(draft) == find_game(GAME).default_ruleset("h")
    assert draft.revision == 0


def test_there_is_one_draft_a_game(draft):
    with pytest.raises(IntegrityError):
        start_draft(Draft(house=draft.house, game=GAME))


def test_saving_replaces_rows_switches_and_limits(draft):
    typed = with_rows(draft, "flush 5:2, straight 1")
    wanted = replace(
        typed,
        switches={**typed.switches, "qualifier": "pair", "max_payout": "3000"},
        limits={**typed.limits, "bonus": Limits(Decimal("2.5"), Decimal(100), Decimal("2.5"))},
    )
    assert save_draft(draft, 0, wanted) is True
    stored = Draft.objects.get(pk=draft.pk)
    assert draft_ruleset(stored) == wanted
    assert stored.revision == 1


def test_saving_what_is_stored_already_changes_nothing(draft):
    before = list(draft.rows.values())
    ruleset = draft_ruleset(draft)
    turned = replace(
        ruleset,
        tables={key: PayTable(table.rows[::-1]) for key, table in ruleset.tables.items()},
    )
    assert save_draft(draft, 0, turned) is False
    assert list(draft.rows.values()) == before
    assert Draft.objects.get(pk=draft.pk).revision == 0


def test_two_rows_may_trade_their_hands(draft):
    draft = edit(draft, "flush 5, straight 4")
    draft = edit(draft, "straight 5, flush 4")
    assert draft_ruleset(draft).tables["bet"].rows == make_rows("flush 4, straight 5")


def test_the_second_of_two_editors_overwrites_nothing(draft):
    first, second = with_rows(draft, "flush 6"), with_rows(draft, "flush 7")
    save_draft(draft, 0, first)
    with pytest.raises(DraftChangedError):
        save_draft(draft, 0, second)
    assert draft_ruleset(Draft.objects.get(pk=draft.pk)) == first


def test_a_deleted_draft_is_not_saved(draft):
    ruleset = draft_ruleset(draft)
    Draft.objects.all().delete()
    with pytest.raises(DraftChangedError):
        save_draft(draft, 0, ruleset)


def test_a_switch_or_bet_that_the_draft_does_not_know_has_the_default(draft):
    Draft.objects.update(switches={"qualifier": "queens", "gone": "x"}, limits={})
    stored = Draft.objects.get(pk=draft.pk)
    default = find_game(GAME).default_ruleset()
    assert draft_ruleset(stored).switches == default.switches
    assert draft_ruleset(stored).limits == default.limits


def test_a_switch_that_came_later_changes_nothing_in_a_draft(draft, monkeypatch):
    Draft.objects.update(switches={"qualifier": "pair"})
    game = find_game(GAME)
    later = replace(game, switches=tuple(replace(s, default=s.values[-1]) if s.values else s
                                         for s in game.switches))  # fmt: skip
    monkeypatch.setattr(versions, "find_game", lambda key: later)
    ruleset = draft_ruleset(Draft.objects.get(pk=draft.pk))
    assert ruleset.switches["qualifier"] == "pair"
    assert ruleset.switches["ante_on_win"] == "push"
    assert later.default_ruleset().switches["ante_on_win"] == "pay_unless_bought"


def test_a_version_of_an_older_schema_is_not_published_again_for_its_spelling(draft):
    version = publish(draft, by=None, now=NOON)
    document = json.loads(version.document)
    document |= {"schema": 1, "switches": {"qualifier": "ace-king"}}
    text = canonical_json(document)
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE rules_version SET document = %s, sha256 = %s", [text, document_hash(text)]
        )
    assert Version.objects.get().ruleset.switches == draft_ruleset(draft).switches
    assert not draft_differs(draft)
    with pytest.raises(NothingToPublishError):
        publish(draft, by=None, now=NOON + HOUR)


# --- what is live ----------------------------------------------------------------------------


def test_a_house_is_found_while_it_is_active(draft):
    assert find_house("h") == draft.house
    House.objects.update(active=False)
    with pytest.raises(UnknownHouseError, match="'h'"):
        find_house("h")
    with pytest.raises(UnknownHouseError):
        find_house("")


def test_nothing_is_live_before_it_is_published(draft):
    with pytest.raises(NoLiveVersionError, match=GAME):
        live_version(draft.house, GAME, NOON)
    publish(draft, by=None, now=NOON)
    with pytest.raises(NoLiveVersionError):
        live_version(draft.house, GAME, NOON - HOUR)
    with pytest.raises(NoLiveVersionError):
        live_version(draft.house, "casino-holdem", NOON)
    assert live_version(draft.house, GAME, NOON).number == 1


def test_the_highest_number_in_force_is_live(draft):
    publish(draft, by=None, now=NOON)
    draft = edit(draft, "flush 6")
    planned = publish(draft, by=None, now=NOON, effective_from=NOON + 5 * HOUR)
    draft = edit(draft, "flush 7")
    assert overtaken_versions(draft, NOON + HOUR) == [planned]
    publish(draft, by=None, now=NOON + HOUR)
    numbers = [
        live_version(draft.house, GAME, NOON + hours * HOUR).number for hours in (0, 1, 4, 5, 9)
    ]
    # Version 2 comes into force when 3 is live already: the higher number counts.
    assert numbers == [1, 3, 3, 3, 3]


def test_a_planned_version_is_live_from_its_moment(draft):
    publish(draft, by=None, now=NOON)
    publish(edit(draft, "flush 6"), by=None, now=NOON, effective_from=NOON + HOUR)
    moments = (NOON, NOON + HOUR - timedelta(microseconds=1), NOON + HOUR)
    assert [live_version(draft.house, GAME, at).number for at in moments] == [1, 1, 2]


# --- publishing ------------------------------------------------------------------------------


def test_a_version_says_who_when_and_why(draft, django_user_model):
    boss = django_user_model.objects.create_user("boss")
    version = publish(draft, by=boss, note="As on the plate.", now=NOON)
    stored = Version.objects.get(pk=version.pk)
    assert (stored.published_by, stored.note) == (boss, "As on the plate.")
    assert stored.published_at == stored.effective_from == NOON
    assert stored.ruleset == replace(draft_ruleset(draft), number=1)


def test_nothing_is_in_force_before_it_is_published(draft):
    version = publish(draft, by=None, now=NOON, effective_from=NOON - HOUR)
    assert version.effective_from == NOON


def test_old_deals_are_paid_by_their_version_and_new_ones_by_the_next(draft):
    hand = best_five(parse_cards("As Js 8s 5s 2s"))

    def profit(version):
        return pay_by_table("bet", Decimal(20), hand, "bet", version.ruleset).profit

    old = publish(draft, by=None, now=NOON)
    assert profit(old) == 100
    rows = draft_ruleset(draft).tables["bet"].rows
    text = ", ".join(f"{row.hand.key.replace('-', ' ')} {row.pays}" for row in rows)
    draft = edit(draft, text.replace("flush 5,", "flush 6,"))
    new = publish(draft, by=None, now=NOON + HOUR)
    assert profit(Version.objects.get(pk=old.pk)) == 100
    assert profit(live_version(draft.house, GAME, NOON + HOUR)) == 120
    assert (old.number, new.number) == (1, 2)


def test_what_has_not_changed_is_not_published_again(draft):
    publish(draft, by=None, now=NOON)
    assert not draft_differs(draft)
    with pytest.raises(NothingToPublishError, match="version 1"):
        publish(draft, by=None, now=NOON + HOUR)
    draft = edit(draft, "flush 6")
    assert draft_differs(draft)
    draft = edit(draft, "flush 6, straight 4")
    assert publish(draft, by=None, now=NOON + HOUR).number == 2


def test_a_planned_version_may_be_brought_forward(draft):
    publish(draft, by=None, now=NOON, effective_from=NOON + 9 * HOUR)
    assert publish(draft, by=None, now=NOON, effective_from=NOON + HOUR).number == 2
    assert live_version(draft.house, GAME, NOON + HOUR).number == 2


def test_what_the_publisher_has_not_seen_is_not_published(draft):
    edit(draft, "flush 6")
    with pytest.raises(DraftChangedError):
        publish(draft, by=None, revision=0, now=NOON)
    assert not Version.objects.exists()
    assert publish(draft, by=None, revision=1, now=NOON).ruleset.tables["bet"].rows[0].pays == 6


def test_a_table_without_rows_is_not_published(draft):
    ruleset = draft_ruleset(draft)
    save_draft(draft, 0, replace(ruleset, tables={**ruleset.tables, "bet": PayTable(())}))
    with pytest.raises(EmptyTableError, match="“Bet”"):
        publish(draft, by=None, now=NOON)
    assert not Version.objects.exists()


def test_a_number_that_was_taken_meanwhile_is_a_refusal(draft, monkeypatch):
    publish(draft, by=None, now=NOON)
    draft = edit(draft, "flush 6")
    # As if the other publication were not visible yet.
    monkeypatch.setattr(versions, "newest_version", lambda house, game_key: None)
    with pytest.raises(PublishConflictError):
        publish(draft, by=None, now=NOON)
    assert Version.objects.count() == 1


RACE = """
import sys, time
import django
django.setup()
from rules.models import Draft
from rules.versions import VersionError, publish
draft = Draft.objects.get(game="russian-poker")
print("ready", flush=True)
sys.stdin.readline()
try:
    print(publish(draft, by=None).number)
except VersionError as error:
    print(type(error).__name__)
"""


def race_of_processes(path):
    """Two processes publish the same draft of one SQLite file; what each of them says."""
    environment = os.environ | {
        "DATABASE_URL": f"sqlite:///{path}",
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "ENV_FILE": os.devnull,
    }

    def run(*command, **options):
        return subprocess.Popen(
            [sys.executable, *command], cwd=BASE_DIR, env=environment, text=True, **options
        )

    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    racers = [run("-c", RACE, **pipes) for _ in range(2)]
    for racer in racers:
        assert racer.stdout.readline() == "ready\n"
    for racer in racers:
        racer.stdin.write("go\n")
        racer.stdin.flush()
    return [racer.communicate()[0].strip() for racer in racers]


def race_of_threads(draft):
    """Two connections to the test database publish the same draft."""
    start = Barrier(2)

    def attempt(_):
        try:
            start.wait()
            return str(publish(draft, by=None).number)
        except versions.VersionError as error:
            return type(error).__name__
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(attempt, range(2)))


@pytest.mark.django_db(transaction=True)
def test_of_two_publications_at_once_one_is_refused(reference, tmp_path):
    draft = edit(reference.drafts.get(game=GAME), "flush 9")
    if connection.vendor == "sqlite":
        copy_to(tmp_path / "race.sqlite3")
        said = race_of_processes(tmp_path / "race.sqlite3")
    else:
        said = race_of_threads(draft)
    assert sorted(said) == ["2", "NothingToPublishError"]
