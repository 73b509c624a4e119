"""What a backup holds: every table but those named here, and its values as JSON and back."""

import base64
import json
from collections.abc import Iterator
from datetime import UTC, date, datetime
from decimal import Decimal
from graphlib import TopologicalSorter
from typing import Any, Final
from uuid import UUID

from django.apps import apps
from django.core.exceptions import ValidationError
from django.db import models

Model = type[models.Model]

# Of the moment: who is signed in, who is slowed down, what a process is computing. A session
# names its guest by a key that another guest may have after a restore.
LEFT_OUT: Final = frozenset({"sessions.session", "trainer.signintries", "rules.edgework"})
# Filled by `migrate`, so that their rows do not make a database one in use.
FILLED_BY_MIGRATE: Final = frozenset({"contenttypes.contenttype", "auth.permission"})
AT_ONCE: Final = 1000


class ValueProblem(Exception):  # noqa: N818
    """A value of a backup is none that its field takes; the text quotes it."""


def label(model: Model) -> str:
    return model._meta.label_lower


def every_table() -> list[Model]:
    """Each table that this program keeps, those between two others included."""
    found = apps.get_models(include_auto_created=True)
    return [model for model in found if model._meta.managed and not model._meta.proxy]


def saved_tables() -> list[Model]:
    """Those of a backup, none before one that its rows point at; the same order every time."""
    tables = {label(model): model for model in every_table() if label(model) not in LEFT_OUT}
    # Sorted, for a set has another order in every process.
    waiting = {
        name: sorted(_points_at(model) & set(tables)) for name, model in sorted(tables.items())
    }
    return [tables[name] for name in TopologicalSorter(waiting).static_order()]


def _points_at(model: Model) -> set[str]:
    related = {field.related_model for field in columns(model) if field.remote_field}
    return {label(other) for other in related if other is not model}


def columns(model: Model) -> list[models.Field]:
    return list(model._meta.concrete_fields)


def lines(model: Model) -> Iterator[bytes]:
    """A JSON object a row, in the order of the keys; the same rows give the same bytes."""
    names = [field.attname for field in columns(model)]
    rows = model._base_manager.order_by("pk").values_list(*names)
    for row in rows.iterator(chunk_size=AT_ONCE):
        values = {name: _to_json(value) for name, value in zip(names, row, strict=True)}
        # jsonb forgets the order of keys: a backup does not depend on it either.
        text = json.dumps(values, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        yield text.encode() + b"\n"


def _to_json(value: Any) -> Any:
    """Microseconds included, which Django's own encoder drops."""
    match value:
        case bytes() | memoryview() | bytearray():
            return base64.b64encode(bytes(value)).decode("ascii")
        case datetime():
            return value.astimezone(UTC).isoformat()
        case date():
            return value.isoformat()
        case Decimal() | UUID():
            return str(value)
        case _:
            return value


def row_of(model: Model, line: bytes) -> models.Model:
    """Raises: ValueProblem."""
    try:
        values = json.loads(line)
    except ValueError:
        raise ValueProblem(f"“{_short(line.decode(errors='replace'))}” is not a row") from None
    fields = {field.attname: field for field in columns(model)}
    if not isinstance(values, dict) or set(values) != set(fields):
        raise ValueProblem(f"“{_short(str(values))}” has not the fields of {label(model)}")
    return model(**{name: _read(fields[name], value) for name, value in values.items()})


def _read(field: models.Field, value: Any) -> Any:
    if value is None or isinstance(field, models.JSONField):
        return value
    try:
        found = field.to_python(value)
    except (ValidationError, ValueError, TypeError):
        found = None
    if found is None:
        raise ValueProblem(f"“{_short(str(value))}” is no value of {field}")
    return bytes(found) if isinstance(field, models.BinaryField) else found


def _short(text: str) -> str:
    return text if len(text) <= 80 else f"{text[:79]}…"
