"""The translation catalogues: `python -m config.catalogues compile|extract|check`.

Compiling needs nothing but polib; extracting needs GNU gettext.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import polib

BASE_DIR: Final = Path(__file__).resolve().parent.parent
# Django's own Ukrainian catalogue counts four forms; the fourth is for fractions, which no
# sentence here counts.
_ONE_FEW_MANY: Final = (
    "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && "
    "(n%100<10 || n%100>=20) ? 1 : 2);"
)
# Every language with a catalogue, and how it counts; English is what the sources speak.
PLURAL_FORMS: Final = {"uk": _ONE_FEW_MANY, "ru": _ONE_FEW_MANY}
LANGUAGES: Final = tuple(PLURAL_FORMS)
# What can hold a string for the reader. Tests and the virtual environment do not.
SOURCES: Final = ("config", "rules", "templates", "trainer", "manage.py", "locale")

_PLACEHOLDER: Final = re.compile(r"%\(\w+\)[-#0 +]*\d*(?:\.\d+)?[a-zA-Z]|%[a-zA-Z]|\{\w*\}")
_TAG: Final = re.compile(r"</?[a-zA-Z][^>]*>")
# Letters that only the other language has: a sentence that went into the wrong file.
_FOREIGN: Final = {"uk": re.compile("[ыэъёЫЭЪЁ]"), "ru": re.compile("[іїєґІЇЄҐ]")}
_APOSTROPHE: Final = re.compile(r"(?<=\w)['’](?=[яюєї])", re.IGNORECASE)


def catalogue_path(language: str, base: Path = BASE_DIR) -> Path:
    return base / "locale" / language / "LC_MESSAGES" / "django.po"


def compile_catalogues(base: Path = BASE_DIR) -> None:
    """Write django.mo beside every django.po."""
    for language in LANGUAGES:
        path = catalogue_path(language, base)
        draft = path.with_suffix(f".{os.getpid()}.mo")
        polib.pofile(str(path)).save_as_mofile(str(draft))
        draft.replace(path.with_suffix(".mo"))


def extract(base: Path = BASE_DIR) -> None:
    """Add new strings to every django.po and drop those that the sources have lost.

    Raises:
        CommandError: if GNU gettext is missing or refuses a source.
    """
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django
    from django.core.management import call_command
    from django.core.management.commands import makemessages

    class Command(makemessages.Command):
        # A guessed sentence is worse than a missing one.
        msgmerge_options = [*makemessages.Command.msgmerge_options, "--no-fuzzy-matching"]

    django.setup()
    for language in LANGUAGES:
        path = catalogue_path(language, base)
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            _empty_catalogue(language).save(str(path))
    call_command(
        Command(),
        locale=list(LANGUAGES),
        no_location=True,
        no_obsolete=True,
        ignore_patterns=["tests", "staticfiles", "docs"],
        verbosity=0,
    )
    for language in LANGUAGES:
        catalogue = polib.pofile(str(catalogue_path(language, base)))
        # A date that changes with every extraction is a conflict in every merge.
        catalogue.metadata.pop("POT-Creation-Date", None)
        catalogue.save()


def _empty_catalogue(language: str) -> polib.POFile:
    catalogue = polib.POFile(wrapwidth=78)
    catalogue.metadata = {
        "Project-Id-Version": "Croupier",
        "Language": language,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": PLURAL_FORMS[language],
    }
    return catalogue


def faults(catalogue: polib.POFile, language: str) -> Iterator[str]:
    """Everything that keeps a catalogue from being complete and safe to show, one line each."""
    if catalogue.metadata.get("Plural-Forms") != PLURAL_FORMS[language]:
        yield f"the header needs “Plural-Forms: {PLURAL_FORMS[language]}”"
    seen: set[tuple[str | None, str]] = set()
    for entry in catalogue:
        where = f"“{entry.msgid}”" + (f" ({entry.msgctxt})" if entry.msgctxt else "")
        if entry.obsolete:
            yield f"obsolete: {where}"
            continue
        if (entry.msgctxt, entry.msgid) in seen:
            yield f"twice: {where}"
        seen.add((entry.msgctxt, entry.msgid))
        if entry.fuzzy:
            yield f"fuzzy: {where}"
        yield from (f"{fault}: {where}" for fault in _entry_faults(entry, language))


def _entry_faults(entry: polib.POEntry, language: str) -> Iterator[str]:
    if entry.msgid_plural:
        forms = int(PLURAL_FORMS[language].removeprefix("nplurals=")[0])
        if sorted(entry.msgstr_plural) != list(range(forms)):
            yield f"{len(entry.msgstr_plural)} plural forms instead of {forms}"
        # A form may stand for many numbers (1, 21, 31 …), so each names the number.
        source, texts = entry.msgid_plural, list(entry.msgstr_plural.values())
    else:
        source, texts = entry.msgid, [entry.msgstr]
    if not all(texts):
        yield "empty"
        return
    for text in texts:
        for name, pattern in (("placeholders", _PLACEHOLDER), ("tags", _TAG)):
            wanted, found = (sorted(pattern.findall(t.replace("%%", ""))) for t in (source, text))
            if wanted != found:
                yield f"{name} {' '.join(found) or '–'} instead of {' '.join(wanted) or '–'}"
        if "python-format" in entry.flags and _stray_percent(text):
            yield "a percent sign that is neither %% nor a placeholder"
        if language in _FOREIGN and (foreign := _FOREIGN[language].search(text)):
            yield f"letter {foreign.group()} of another language"
        if language == "uk" and _APOSTROPHE.search(text):
            yield "apostrophe other than ʼ"


def _stray_percent(text: str) -> bool:
    return "%" in _PLACEHOLDER.sub("", text.replace("%%", ""))


def check(base: Path = BASE_DIR) -> list[str]:
    """Faults of every catalogue, and what a fresh extraction would add or drop."""
    paths = {language: catalogue_path(language, base) for language in LANGUAGES}
    missing = [str(path) for path in paths.values() if not path.exists()]
    if missing:
        return [f"there is no {path}" for path in missing]
    found = [
        f"{language}: {fault}"
        for language, path in paths.items()
        for fault in faults(polib.pofile(str(path)), language)
    ]
    if shutil.which("xgettext"):
        found += _extraction_faults(base)
    elif os.environ.get("CI") == "true":
        found.append("xgettext is missing: install GNU gettext")
    else:
        print("GNU gettext is not installed: new strings in the sources are not looked for.")
    return found


def _extraction_faults(base: Path) -> list[str]:
    """Extract in a copy, and compare the entries with the catalogues that were copied."""
    found = []
    with tempfile.TemporaryDirectory() as name:
        copy = Path(name)
        for source in SOURCES:
            if (base / source).is_dir():
                shutil.copytree(base / source, copy / source)
            else:
                shutil.copy(base / source, copy)
        subprocess.run(
            [sys.executable, "-m", "config.catalogues", "extract"],
            cwd=copy,
            env={**os.environ, "ENV_FILE": os.devnull},
            check=True,
        )
        for language in LANGUAGES:
            committed, fresh = (
                {_key(entry) for entry in polib.pofile(str(catalogue_path(language, root)))}
                for root in (base, copy)
            )
            found += [
                f"{language}: new in the sources: {key}" for key in sorted(fresh - committed)
            ]
            found += [
                f"{language}: gone from the sources: {key}" for key in sorted(committed - fresh)
            ]
    return found


def _key(entry: polib.POEntry) -> str:
    parts = (entry.msgctxt, entry.msgid, entry.msgid_plural)
    return " | ".join(f"“{part}”" for part in parts if part)


def main(arguments: list[str]) -> int:
    match arguments:
        case ["compile"]:
            compile_catalogues()
        case ["extract"]:
            extract()
        case ["check"]:
            found = check()
            print("\n".join(found) or "The translations are complete.")
            return 1 if found else 0
        case _:
            print(__doc__.splitlines()[0], file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
