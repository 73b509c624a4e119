import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from rules.houses import houses
from tests.postgresql import NoPostgreSQLError, find_programs, server

BASE_DIR = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def url():
    try:
        find_programs()
    except NoPostgreSQLError as error:
        pytest.skip(str(error))
    with server() as url:
        yield url


def manage(url, *arguments, **variables):
    result = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=BASE_DIR,
        env=os.environ | {"ENV_FILE": os.devnull, "DATABASE_URL": url} | variables,
        check=True,
        capture_output=True,
        text=True,
    )
    return result.stdout


COUNT = """
from rules.models import House, Version
versions = list(Version.objects.all())
print(House.objects.count(), len(versions), sum(bool(v.ruleset) for v in versions))
"""


def test_an_empty_postgresql_is_set_up_and_seeded_once(url):
    manage(url, "migrate", "--verbosity=0")
    manage(url, "migrate", "--check")
    manage(url, "seed")
    first = manage(url, "shell", "--verbosity=0", "-c", COUNT)
    made, versions, readable = map(int, first.split())
    assert made == len(houses())
    assert versions == readable == sum(len(house.games) for house in houses().values())
    manage(url, "seed")
    assert manage(url, "shell", "--verbosity=0", "-c", COUNT) == first


FILL = """
from rules.versions import find_house
from tests.trainer.school.backups.everything import make_everything
call_command("migrate", verbosity=0)
call_command("seed", "reference")
make_everything(find_house("reference"))
call_command("backup", "{folder}/1.zip")
"""
MOVE = """
call_command("migrate", verbosity=0)
call_command("restore", "{folder}/{old}.zip", replace={replace})
call_command("backup", "{folder}/{new}.zip")
"""


def test_a_backup_goes_from_postgresql_to_sqlite_and_back(url, tmp_path):
    """Whatever a database does to the values, the next backup holds the same bytes."""

    def run(url, script, **values):
        script = "from django.core.management import call_command" + script
        script = script.format(folder=tmp_path, **values)
        # Each process has another order of what is in a set.
        seed = str(values.get("new", 1))
        return manage(url, "shell", "--verbosity=0", "-c", script, PYTHONHASHSEED=seed)

    run(url, FILL)
    moved = run(f"sqlite:///{tmp_path}/db.sqlite3", MOVE, old=1, new=2, replace=False)
    assert " on postgresql. " in moved
    assert " on sqlite. " in run(url, MOVE, old=2, new=3, replace=True)
    held = []
    for name in "123":
        with zipfile.ZipFile(tmp_path / f"{name}.zip") as file:
            tables = [each for each in file.namelist() if each != "manifest.json"]
            held.append({each: file.read(each) for each in tables})
    assert held[0]["trainer.examanswer.jsonl"]
    assert held[0] == held[1] == held[2]
