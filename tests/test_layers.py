"""The import arrows, read from the sources."""

import ast
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

BASE_DIR = Path(__file__).parents[1]
OURS = {"config", "rules", "trainer", "tests"}

# Pure packages: the standard library, and of ours only these.
PURE = {
    "rules.engine": ("rules.engine",),
    "rules.games": ("rules.engine", "rules.games"),
    "rules.houses": ("rules.engine", "rules.games", "rules.houses"),
    "rules.analysis": ("rules.engine", "rules.games", "rules.analysis"),
    "rules.proof": ("rules.engine", "rules.games", "rules.analysis", "rules.proof"),
    "trainer.drills": ("rules.engine", "rules.games", "rules.houses", "trainer.drills"),
    "trainer.practice.schedule": ("trainer.practice.schedule",),
    "trainer.school.papers.blueprints": ("rules.engine", "trainer.school.papers.blueprints"),
    "trainer.practice.simulation": ("trainer.practice.schedule", "trainer.practice.simulation"),
}

# When a skill falls due is computed by a library of its own.
MEMORY = ("trainer.practice.schedule.skills",)

# These of them also compute with arrays; nobody else does, so that no page waits for numpy.
ARRAYS = (
    "rules.engine.tables",
    "rules.engine.batch",
    "rules.engine.counting",
    "rules.analysis",
    "rules.proof.five_against_five",
)

# Who may not import whom.
FORBIDDEN = {
    "rules": ("trainer",),
    "trainer.models": ("trainer.practice", "trainer.school"),
    "trainer.practice": ("trainer.school",),
}

# Inside each app views call services and reads, which call models: never back.
OUTER = {"views", "urls", "forms", "admin"}
INNER_MAY_NOT = ("views", "urls", "admin")


def modules():
    for package in ("rules", "trainer", "config"):
        for path in sorted((BASE_DIR / package).rglob("*.py")):
            parts = path.relative_to(BASE_DIR).with_suffix("").parts
            yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), path


MODULES = dict(modules())


def imports(source, module):
    """Absolute names that a module's source imports; `from a import b` gives `a.b`."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = module.split(".")[: -node.level] if node.level else []
            prefix = ".".join([*base, *filter(None, [node.module])])
            found |= {f"{prefix}.{name.name}" for name in node.names}
    return found


def within(name, packages):
    return any(name == package or name.startswith(package + ".") for package in packages)


@cache
def imported_by(module):
    return imports(MODULES[module].read_text(encoding="utf-8"), module)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("import a.b as c", {"a.b"}),
        ("from a.b import c, d", {"a.b.c", "a.b.d"}),
        ("from . import x", {"p.q.x"}),
        ("from ..y import x", {"p.y.x"}),
        ("def f():\n    from a import b", {"a.b"}),
    ],
)
def test_imports_are_read_from_the_source(source, expected):
    assert imports(source, "p.q.r") == expected


def test_the_packages_are_where_this_test_looks():
    for name in ("rules.engine", "rules.games", "trainer.drills", "trainer.practice"):
        assert name in MODULES


@pytest.mark.parametrize("module", [name for name in MODULES if within(name, PURE)])
def test_pure_packages_import_the_standard_library_and_what_lies_below(module):
    package = next(package for package in PURE if within(module, [package]))
    for name in imported_by(module):
        root = name.split(".")[0]
        allowed = root in sys.stdlib_module_names or within(name, PURE[package])
        allowed |= root == "numpy" and within(module, ARRAYS)
        allowed |= root == "fsrs" and within(module, MEMORY)
        assert allowed, name


def test_the_site_starts_without_numpy():
    """All views are imported by the root URLs, the administration by its registration."""
    script = (
        "import django, sys; django.setup(); import config.urls; print('numpy' in sys.modules)"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", script], cwd=BASE_DIR, capture_output=True, text=True, check=True
    )
    assert loaded.stdout == "False\n"


@pytest.mark.parametrize("module", MODULES)
def test_arrows_point_downwards(module):
    for package, others in FORBIDDEN.items():
        if within(module, [package]):
            wrong = [name for name in imported_by(module) if within(name, others)]
            assert wrong == []


@pytest.mark.parametrize("module", [name for name in MODULES if not within(name, ["config"])])
def test_nothing_imports_the_site(module):
    assert [name for name in imported_by(module) if within(name, ["config"])] == []


@pytest.mark.parametrize("module", MODULES)
def test_only_the_outside_imports_views(module):
    if OUTER & set(module.split(".")) or within(module, ["config"]):
        return
    for name in imported_by(module):
        parts = name.split(".")
        assert parts[0] not in OURS or not set(INNER_MAY_NOT) & set(parts[1:]), name
