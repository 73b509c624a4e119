"""The shell script `run`, on machines that lack something."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

BASE_DIR = Path(__file__).parents[1]

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="run is a shell script")

OLD = """#!/bin/sh
exec {python} -c '
import sys
sys.version_info = (3, 9, 2, "final", 0)
exec(sys.argv[1])
' "$2"
"""

# What Debian's python3 says without python3-venv.
WITHOUT_VENV = """#!/bin/sh
case "$*" in
    *ensurepip*) echo "ModuleNotFoundError: No module named 'ensurepip'" >&2; exit 1 ;;
    "-m venv"*) echo "The virtual environment was not created successfully because" >&2; exit 1 ;;
esac
exec {python} "$@"
"""


@pytest.fixture
def run(tmp_path):
    """Runs a fresh copy of `run` with a python3 of the test's choice, or none."""

    def run(*arguments, python3=None):
        for file in [BASE_DIR / "run", *BASE_DIR.glob("requirements*.txt")]:
            shutil.copy(file, tmp_path)
        programs = tmp_path / "bin"
        programs.mkdir()
        for name in ("sh", "cat", "dirname", "env", "id", "grep"):
            (programs / name).symlink_to(shutil.which(name))
        if python3 is not None:
            (programs / "python3").write_text(python3.format(python=sys.executable))
            (programs / "python3").chmod(0o755)
        return subprocess.run(
            ["sh", tmp_path / "run", *arguments],
            env={"PATH": str(programs), "HOME": os.environ.get("HOME", "/")},
            capture_output=True,
            text=True,
            timeout=60,
        )

    return run


@pytest.mark.parametrize(
    "arguments", [[], ["test"], ["bench"], ["check"], ["admin", "anna"], ["demo"], ["messages"]]
)
def test_an_old_python_is_told_in_one_line(run, arguments):
    result = run(*arguments, python3=OLD)
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr == "Croupier needs Python 3.11 or newer; python3 here is 3.9.\n"


def test_a_missing_python_is_told_in_one_line(run):
    result = run()
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr == (
        "Croupier needs Python 3.11 or newer; there is no python3 on the PATH.\n"
    )


def test_a_missing_venv_is_told_in_one_line(run):
    result = run(python3=WITHOUT_VENV)
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr == (
        "Croupier needs python3-venv, which is missing; on Debian or Ubuntu: "
        "apt install python3-venv\n"
    )


@pytest.mark.parametrize("arguments", [["serve"], ["8000"], ["admin"], ["admin", "a", "b"]])
def test_what_is_no_command_shows_the_usage(run, arguments):
    result = run(*arguments)
    assert result.returncode == 2
    assert "./run test [ARGS]" in result.stderr
    assert result.stdout == ""


@pytest.mark.parametrize("argument", ["help", "-h", "--help"])
def test_help_lists_the_commands(run, argument):
    result = run(argument)
    assert (result.returncode, result.stderr) == (0, "")
    for command in (
        "[HOST:PORT]",
        "test",
        "bench",
        "check",
        "admin NAME",
        "demo",
        "messages",
        "help",
    ):
        assert f"./run {command}" in result.stdout


@pytest.mark.parametrize("script", ["run", ".ci/run"])
def test_the_scripts_parse_and_may_be_executed(script):
    shell = "sh" if script == "run" else "bash"
    subprocess.run([shell, "-n", BASE_DIR / script], check=True)
    assert os.access(BASE_DIR / script, os.X_OK)
