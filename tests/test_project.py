"""What must hold of the tree as a whole."""

import re
import subprocess
import tomllib
from pathlib import Path

import pytest

from tests.test_layers import PURE

BASE_DIR = Path(__file__).parents[1]
README = (BASE_DIR / "README.md").read_text(encoding="utf-8")


def tracked():
    """Files that are or would be committed; without git, everything outside hidden folders."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    try:
        listing = subprocess.run(
            command, cwd=BASE_DIR, capture_output=True, text=True, check=True
        ).stdout
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("not a git checkout")
    names = [name for name in listing.split("\0") if name]
    return [path for path in map(BASE_DIR.joinpath, names) if path.is_file()]


def name(path):
    return path.relative_to(BASE_DIR).as_posix()


def text_files():
    for path in tracked():
        try:
            yield path, path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue


def templates():
    found = sorted((BASE_DIR / "templates").rglob("*.html"))
    found += sorted((BASE_DIR / "rules").rglob("templates/**/*.html"))
    return found + sorted((BASE_DIR / "trainer").rglob("templates/**/*.html"))


def test_the_top_level_is_what_was_agreed():
    assert {name(path).split("/")[0] for path in tracked()} == {
        ".ci",
        ".gitignore",
        "LICENSE",
        "README.md",
        "config",
        "docs",
        "locale",
        "manage.py",
        "pyproject.toml",
        "requirements-bench.txt",
        "requirements-dev.txt",
        "requirements.txt",
        "rules",
        "run",
        "static",
        "templates",
        "tests",
        "trainer",
    }


def test_nothing_built_or_of_others_is_tracked():
    wrong = re.compile(
        r"\.min\.(js|css)$|\.(mo|pot|pyc|sqlite3|whl|woff2?|ttf|otf)$|(^|/)\.env$|\.secret-key"
        r"|(^|/)(htmx|alpine|jquery|chart|pico|bootstrap)[^/]*\.(js|css)$|(^|/)node_modules/"
    )
    assert [name(path) for path in tracked() if wrong.search(name(path))] == []


def test_no_file_names_a_path_of_one_machine():
    # Built from parts, so that this file does not find itself.
    roots = "|".join(("work", "farm", "root", "home/[a-z]", "Users/[A-Za-z]"))
    wrong = re.compile(rf"(?<![\w.}}-])/({roots})/|\.\./share" + r"d\b|\.librar" + r"y\b")
    found = [
        f"{name(path)}: {m.group()}" for path, text in text_files() for m in wrong.finditer(text)
    ]
    assert found == []


def test_no_file_names_a_package_index():
    wrong = re.compile("index-ur" + "l|find-link" + r"s|pypi\.(org|python)|pythonhoste" + "d")
    assert [name(path) for path, text in text_files() if wrong.search(text)] == []


def test_every_requirement_is_pinned():
    for file in ("requirements.txt", "requirements-dev.txt", "requirements-bench.txt"):
        for line in (BASE_DIR / file).read_text(encoding="utf-8").splitlines():
            if line and not line.startswith(("#", "-r requirements")):
                assert re.fullmatch(r'[\w.-]+(\[\w+\])?==[\w.]+(; sys_platform == "win32")?', line)


def test_python_files_are_short():
    long = {
        name(path): len(path.read_text(encoding="utf-8").splitlines())
        for path in tracked()
        if path.suffix == ".py" and "migrations" not in path.parts
    }
    assert {file: lines for file, lines in long.items() if lines >= 500} == {}


@pytest.mark.parametrize(
    ("markup", "found"),
    [
        ("<script>let a</script>", True),
        ('<script type="module">', True),
        ("<style>", True),
        ('<p style="color: red">', True),
        ("<p class='a' style='color: red'>", True),
        ('<a onclick="go()">', True),
        ('<a\n onclick="go()">', True),
        ('<a href="javascript:go()">', True),
        ('<script src="a.js" defer></script>', False),
        ("<script src=\"{% static 'a.js' %}\" defer></script>", False),
        ('<link rel="stylesheet" href="a.css">', False),
        ('<p class="style">one = two, option="x"</p>', False),
    ],
)
def test_inline_script_and_style_are_recognised(markup, found):
    assert bool(INLINE.search(markup)) is found


INLINE = re.compile(
    r"<script(?![^>]*\ssrc=)|<style\b|<[^>]*\s(?:style|on[a-z]+)\s*=|javascript:", re.IGNORECASE
)


def test_templates_hold_no_inline_script_or_style():
    assert templates()
    wrong = [name(path) for path in templates() if INLINE.search(path.read_text(encoding="utf-8"))]
    assert wrong == []


def test_no_sentence_ends_in_a_date_that_may_end_in_a_full_stop():
    """“7:12 p.m.”, and in Ukrainian and Russian the sign of the year after a date."""
    formatted = re.compile(r'(\w+)=[^\s"]+\|date:"(?:[A-Z_]*FORMAT|P)"')
    written = re.compile(r'\|date:"(?:[A-Z_]*FORMAT|P)"\s*\}\}(?:</\w+>)*\.')
    blocks = re.compile(r"\{% blocktranslate([^%]*)%\}(.*?)\{% endblocktranslate", re.DOTALL)
    wrong = []
    for path in templates():
        text = path.read_text(encoding="utf-8")
        wrong += [(name(path), found) for found in written.findall(text)]
        for values, inside in blocks.findall(text):
            dates = "|".join(formatted.findall(values))
            if dates and re.search(rf"\{{\{{ (?:{dates}) \}}\}}\.", inside):
                wrong.append((name(path), inside))
    assert wrong == []


def test_nothing_is_fetched_from_other_hosts():
    wrong = re.compile(
        r"""(?:src|href|action)=["']?(?:https?:)?//|@import|url\(["']?(?:https?:)?//"""
    )
    sheets = [*(BASE_DIR / "static").rglob("*.css"), *templates()]
    assert [name(p) for p in sheets if wrong.search(p.read_text(encoding="utf-8"))] == []


def test_colour_values_stand_in_one_style_sheet_only():
    colour = re.compile(r"#[0-9a-fA-F]{3,8}\b|\b(?:rgb|hsl|oklch|oklab|lab|lch)a?\(")
    sheets = sorted((BASE_DIR / "static").rglob("*.css"))
    assert sheets
    with_colours = [name(p) for p in sheets if colour.search(p.read_text(encoding="utf-8"))]
    assert with_colours == ["static/css/tokens.css"]


def test_the_readme_begins_with_the_two_commands():
    commands = re.findall(r"^\./run.*$", README, re.MULTILINE)
    assert [command.split("#")[0].strip() for command in commands[:3]] == [
        "./run",
        "./run test",
        "./run admin NAME",
    ]
    assert README.index("```sh\n./run ") < 500


def test_what_the_readme_shows_is_there():
    links = re.findall(r"\]\(([^)#]+)\)", README)
    assert links
    assert [link for link in links if not (BASE_DIR / link).is_file()] == []


def test_the_licence_is_the_one_that_is_named():
    project = tomllib.loads((BASE_DIR / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    licence = (BASE_DIR / "LICENSE").read_text(encoding="utf-8")
    assert licence.startswith(f"{project['license']['text']} License\n\nCopyright (c) 2026 ")


def test_mypy_reads_every_pure_package():
    project = tomllib.loads((BASE_DIR / "pyproject.toml").read_text(encoding="utf-8"))
    folders = [package.replace(".", "/") for package in PURE]
    assert project["tool"]["mypy"]["strict"] is True
    assert project["tool"]["mypy"]["files"] == [
        folder for folder in folders if (BASE_DIR / folder).is_dir()
    ]
