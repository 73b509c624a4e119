import json
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

BASE_DIR = Path(__file__).parents[3]
DATA = BASE_DIR / "tests" / "data"

PASSES = {
    "id": "A", "kind": "ranking", "input": {"hand": ["As", "Kd", "9h", "6c", "3d"]},
    "expected": {"category": "high card"},
}  # fmt: skip
FAILS = PASSES | {"id": "B", "expected": {"category": "pair"}}
SKIPS = PASSES | {"id": "C", "kind": "session"}


def write(folder, *rows, name="cases.jsonl"):
    path = folder / name
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def run(*paths):
    """The lines that the command prints, and its exit status."""
    out = StringIO()
    try:
        call_command("check_cases", *map(str, paths), stdout=out)
    except SystemExit as exit_:
        return out.getvalue().splitlines(), exit_.code
    return out.getvalue().splitlines(), 0


def test_a_line_for_each_failure_and_each_skip_and_the_counts_last(tmp_path):
    path = write(tmp_path, PASSES, FAILS, SKIPS)
    assert run(path) == (
        [
            f"failed {path}:2 B: category: expected pair, got high card",
            f"skipped {path}:3 C: kind session: behaviour of the site",
            "1 passed, 1 failed, 1 skipped",
        ],
        1,
    )


def test_without_a_failure_the_exit_status_is_0(tmp_path):
    lines, status = run(write(tmp_path, PASSES, SKIPS))
    assert (lines[-1], status) == ("1 passed, 0 failed, 1 skipped", 0)


def test_several_files_are_counted_together(tmp_path):
    one, two = write(tmp_path, PASSES), write(tmp_path, PASSES, FAILS, name="more.jsonl")
    lines, status = run(one, two)
    assert (len(lines), lines[-1], status) == (2, "2 passed, 1 failed, 0 skipped", 1)


@pytest.mark.parametrize("content", [None, b"\xff\xfe\x00"])
def test_a_file_that_cannot_be_read_is_named(tmp_path, content):
    path = tmp_path / "none.jsonl"
    if content:
        path.write_bytes(content)
    with pytest.raises(CommandError, match=r"none\.jsonl cannot be read"):
        call_command("check_cases", str(path))


def test_a_byte_order_mark_and_separators_inside_a_text_do_no_harm(tmp_path):
    path = write(tmp_path, PASSES | {"why": "a\u2028b"})
    text = json.dumps(PASSES | {"why": "a\u2028b"}, ensure_ascii=False)
    path.write_text("\ufeff" + text, encoding="utf-8")
    assert run(path) == (["1 passed, 0 failed, 0 skipped"], 0)


def test_as_a_program():
    """The files of this repository, as a person would run it."""
    command = [sys.executable, "manage.py", "check_cases"]
    files = [DATA / "settlements.jsonl", DATA / "field.jsonl"]
    done = subprocess.run([*command, *files], cwd=BASE_DIR, capture_output=True, text=True)
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1] == "195 passed, 0 failed, 9 skipped"
    assert done.stderr == ""
