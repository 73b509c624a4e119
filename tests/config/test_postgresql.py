import os
import subprocess
import sys
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


def manage(url, *arguments):
    result = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=BASE_DIR,
        env=os.environ | {"ENV_FILE": os.devnull, "DATABASE_URL": url},
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
