"""The rules of this suite: what a skip means in CI, which tests touch the database."""

import os
import subprocess
import sys
from pathlib import Path

BASE_DIR = Path(__file__).parents[1]

SKIPPING = {
    "test_call.py": "import pytest\ndef test_a(): pytest.skip('no such program')\n",
    "test_fixture.py": (
        "import pytest\n@pytest.fixture\ndef program(): pytest.skip('no such program')\n"
        "def test_a(program): pass\n"
    ),
    "test_mark.py": (
        "import pytest\n@pytest.mark.skipif(True, reason='no such program')\ndef test_a(): pass\n"
    ),
    "test_module.py": "import pytest\npytest.skip('no such program', allow_module_level=True)\n",
    "test_passes.py": "def test_a(): pass\n",
    "test_xfail.py": "import pytest\n@pytest.mark.xfail\ndef test_a(): assert False\n",
}

DATABASE = """
import pytest
def test_pure(): pass
def test_fixture(db): pass
@pytest.fixture
def house(db): pass
def test_indirect(house): pass
@pytest.mark.django_db
def test_mark(): pass
class TestClass:
    pytestmark = pytest.mark.django_db(transaction=True)
    def test_method(self): pass
def test_server(live_server): pass
"""


def run_pytest(folder, sources, *arguments, **variables):
    for name, source in sources.items():
        (folder / name).write_text(source)
    command = [sys.executable, "-m", "pytest", "-c", BASE_DIR / "pyproject.toml"]
    return subprocess.run(
        [*command, "-p", "tests.conftest", *arguments, folder],
        cwd=BASE_DIR,
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
    )


def test_in_ci_a_skip_is_a_failure(tmp_path):
    result = run_pytest(tmp_path, SKIPPING, "--continue-on-collection-errors", CI="true")
    assert "= 1 failed, 1 passed, 1 xfailed, 3 errors in " in result.stdout
    reason = "With CI=true a skip is a failure. Skipped: no such program"
    assert result.stdout.count(f"\n{reason}\n") == 4
    assert result.returncode == 1


def test_elsewhere_a_skip_gives_its_reason(tmp_path):
    result = run_pytest(tmp_path, SKIPPING, CI="")
    assert "= 1 passed, 4 skipped, 1 xfailed in " in result.stdout
    assert "no such program" in result.stdout
    assert result.returncode == 0


def test_the_tests_of_the_database_can_be_repeated_alone(tmp_path):
    sources = {"test_it.py": DATABASE}
    result = run_pytest(tmp_path, sources, "--database-only", "--collect-only", "-q")
    found = [line.rsplit("::")[-1] for line in result.stdout.splitlines() if "::" in line]
    assert found == ["test_fixture", "test_indirect", "test_mark", "test_method", "test_server"]
