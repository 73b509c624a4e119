"""The rules of a house as one JSON file, to be carried from one installation to another.

    {"format": "croupier-house", "slug": "…", "name": {"en": "…"}, "source": "…",
     "games": {"<game key>": <document of rules.games.documents>}}

What is read ends in drafts: nothing is in force until a person has published it.
"""

import json
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from textwrap import shorten
from typing import Any, Final, NoReturn

from django.core.exceptions import ValidationError
from django.db import transaction

from rules.engine.errors import EngineError
from rules.engine.text import gettext_noop
from rules.games import find_game, games
from rules.games.base import Game, Ruleset
from rules.games.changes import Change, changes
from rules.games.documents import DocumentError, from_document, to_document
from rules.games.whole import require_whole
from rules.models import Draft, House
from rules.translated import validate_texts
from rules.versions import (
    DraftChangedError,
    NoLiveVersionError,
    draft_ruleset,
    live_version,
    save_draft,
    start_draft,
)

FORMAT: Final = "croupier-house"
MOST_BYTES: Final = 256 * 1024
_SLUG: Final = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*", re.ASCII)
_KEYS: Final = ("format", "slug", "name", "source", "games")


class HouseFileError(EngineError):
    """A file that is refused as a whole."""


class FileTooLargeError(HouseFileError):
    template = gettext_noop("The file is too large: a house needs at most %(most)s KB.")


class NotTextError(HouseFileError):
    template = gettext_noop("The file is not UTF-8 text. A house is exported as one JSON file.")


class NotJsonError(HouseFileError):
    template = gettext_noop("The file is not JSON: line %(line)s, column %(column)s.")


class TooDeepError(HouseFileError):
    template = gettext_noop("The file is nested too deeply to be a house.")


class RepeatedKeyError(HouseFileError):
    template = gettext_noop("“%(key)s” stands twice at one place.")


class ForbiddenSignError(HouseFileError):
    template = gettext_noop("%(where)s: the character %(sign)s is not allowed.")


@dataclass(frozen=True, slots=True)
class HouseFile:
    """What a file says; `rulesets` by key of the game."""

    slug: str
    name: Mapping[str, str]
    source: str
    rulesets: Mapping[str, Ruleset]


@dataclass(frozen=True, slots=True)
class PlannedGame:
    """What an import would do to one game; `draft` is None where it would begin one."""

    game: Game
    ruleset: Ruleset
    draft: Draft | None
    changes: list[Change]

    @property
    def revision(self) -> str:
        """Of the draft that was compared, empty for none."""
        return "" if self.draft is None else str(self.draft.revision)


def export_house(house: House, now: datetime) -> str:
    """The rules in force, of a game that has none the draft; unpublished edits stay at home."""
    drafts = {draft.game: draft for draft in house.drafts.all()}
    documents = {}
    for key in games():
        try:
            documents[key] = to_document(live_version(house, key, now).ruleset)
        except NoLiveVersionError:
            if key in drafts:
                documents[key] = to_document(draft_ruleset(drafts[key]))
    content = {
        "format": FORMAT,
        "slug": house.slug,
        "name": house.name,
        "source": house.source,
        "games": documents,
    }
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def read_house_file(data: bytes) -> HouseFile:
    """Raises: HouseFileError or DocumentError: naming the place."""
    if len(data) > MOST_BYTES:
        raise FileTooLargeError(most=MOST_BYTES // 1024)
    content = _parse(data)
    _require_printable(content, "–")
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        found = content.get("format") if isinstance(content, dict) else type(content).__name__
        raise DocumentError(where="format", found=found, expected=FORMAT)
    for key in content:
        if key not in _KEYS:
            raise DocumentError(where=key, found=key, expected=", ".join(_KEYS))
    slug, source = content.get("slug"), content.get("source", "")
    if not isinstance(slug, str) or not _SLUG.fullmatch(slug) or len(slug) > 50:
        raise DocumentError(where="slug", found=slug, expected="a–z 0–9 -")
    if not isinstance(source, str) or len(source) > 5000:
        raise DocumentError(where="source", found=str(source)[:80], expected="“…” ≤ 5000")
    documents = content.get("games")
    if not isinstance(documents, dict) or not documents:
        raise DocumentError(where="games", found=documents, expected="{…}")
    rulesets = {key: _ruleset(key, document, slug) for key, document in documents.items()}
    return HouseFile(slug, _name(content.get("name")), source, rulesets)


def _parse(data: bytes) -> Any:
    try:
        return json.loads(
            data.decode("utf-8-sig"), object_pairs_hook=_once, parse_constant=_no_constant
        )
    except EngineError:
        raise
    except UnicodeDecodeError:
        raise NotTextError from None
    except json.JSONDecodeError as error:
        raise NotJsonError(line=error.lineno, column=error.colno) from None
    except RecursionError:
        raise TooDeepError from None
    except ValueError:
        # A whole number of thousands of digits.
        raise NotJsonError(line=1, column=1) from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise RepeatedKeyError(key=key)
        found[key] = value
    return found


def _no_constant(name: str) -> NoReturn:
    raise DocumentError(where="–", found=name, expected="JSON")


def _require_printable(value: Any, where: str) -> None:
    """No control characters, which not every database keeps, and no halves of characters."""
    if isinstance(value, dict):
        for key, inner in value.items():
            _require_printable(key, where)
            _require_printable(inner, key)
    elif isinstance(value, list):
        for inner in value:
            _require_printable(inner, where)
    elif isinstance(value, str):
        for sign in value:
            if unicodedata.category(sign) in ("Cc", "Cs") and sign not in "\r\n\t":
                raise ForbiddenSignError(where=where, sign=f"U+{ord(sign):04X}")


def _name(name: Any) -> Mapping[str, str]:
    try:
        validate_texts(name)
    except ValidationError:
        raise DocumentError(where="name", found=name, expected='{"en": "…"}') from None
    if not any(text.strip() for text in name.values()):
        raise DocumentError(where="name", found=name, expected='{"en": "…"}')
    return dict(name)


def _ruleset(key: str, document: Any, slug: str) -> Ruleset:
    if key not in games():
        raise DocumentError(where=f"games.{key}", found=key, expected=", ".join(games()))
    try:
        game = document.get("game", key) if isinstance(document, dict) else key
        if game != key:
            raise DocumentError(where="game", found=game, expected=key)
        ruleset = from_document(document, slug, 0)
        require_whole(ruleset)
    except DocumentError as error:
        found = shorten(str(error.params["found"]), 80, placeholder="…")
        expected = shorten(str(error.params["expected"]), 120, placeholder=" …")
        where = f"games.{key}.{error.params['where']}"
        raise DocumentError(where=where, found=found, expected=expected) from None
    return ruleset


def planned(file: HouseFile) -> list[PlannedGame]:
    """What `import_house` would do, game by game in the order of the menu."""
    drafts = {
        draft.game: draft
        for draft in Draft.objects.filter(house__slug=file.slug).select_related("house")
    }
    return [
        PlannedGame(game, file.rulesets[key], draft, _differences(game, draft, file.rulesets[key]))
        for key, game in games().items()
        if key in file.rulesets
        for draft in (drafts.get(key),)
    ]


def _differences(game: Game, draft: Draft | None, ruleset: Ruleset) -> list[Change]:
    return [] if draft is None else changes(game, draft_ruleset(draft), ruleset)


@transaction.atomic
def import_house(file: HouseFile, revisions: Mapping[str, str]) -> House:
    """Write the rules of *file* into drafts; a house that is new here comes with its name.

    *revisions* are those that `planned` showed, by game. All of it happens or nothing.

    Raises:
        DraftChangedError: if a draft is not what was compared.
    """
    house, _made = House.objects.get_or_create(
        slug=file.slug, defaults={"name": dict(file.name), "source": file.source}
    )
    for key, ruleset in file.rulesets.items():
        draft = Draft.objects.filter(house=house, game=key).first()
        if (str(draft.revision) if draft else "") != revisions.get(key, ""):
            raise DraftChangedError
        if draft is None:
            draft = start_draft(Draft(house=house, game=find_game(key).key))
        save_draft(draft, draft.revision, ruleset)
    return house
