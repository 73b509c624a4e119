"""Queries that are compiled once.

To write the SQL of a query with joins takes the ORM ten times as long as the database takes to
answer it. So what comes with every answer is compiled the first time, and then asked again with
other values.
"""

from copy import copy
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from django.core.exceptions import EmptyResultSet
from django.db import connections, models, router, transaction
from django.db.models.expressions import Expression
from django.db.models.query import ModelIterable
from django.db.models.sql.compiler import SQLCompiler
from django.db.models.sql.constants import ROW_COUNT
from django.db.models.sql.subqueries import UpdateQuery

# Stands before the name of a value that is set; no lookup begins like that.
_NEW: Final = "="


class _Open(Expression):
    """A value that comes with each asking: it stands itself among the parameters of the SQL."""

    def __init__(self, lookup: str) -> None:
        super().__init__()
        self.lookup = lookup

    def as_sql(self, compiler: SQLCompiler, connection: Any) -> tuple[str, list["_Open"]]:
        return "%s", [self]

    def close(self, values: dict[str, Any], connection: Any) -> Any:
        """Raises: EmptyResultSet: if no such number can be stored."""
        value, field = values[self.lookup], self.output_field
        if isinstance(field, models.ForeignKey):
            field = field.target_field
        if isinstance(field, models.IntegerField) and value is not None:
            least, most = connection.ops.integer_field_range(field.get_internal_type())
            if not least <= value <= most:
                raise EmptyResultSet
        return self.output_field.get_db_prep_value(value, connection)


@dataclass(frozen=True, slots=True)
class _Compiled:
    """`compiler` has no connection: each thread has its own."""

    compiler: SQLCompiler
    sql: str
    params: tuple[Any, ...]

    def asking(self, values: dict[str, Any], using: str) -> SQLCompiler:
        """A compiler that knows its SQL."""
        compiler = copy(self.compiler)
        compiler.connection = connection = connections[using]
        compiler.as_sql = lambda: (self.sql, self._closed(values, connection))
        return compiler

    def _closed(self, values: dict[str, Any], connection: Any) -> tuple[Any, ...]:
        return tuple(
            param.close(values, connection) if isinstance(param, _Open) else param
            for param in self.params
        )


class Prepared:
    """A queryset from which single rows are asked for by their values.

    With *columns* it is one whose rows get other values there. A value of None asks whether
    there is none, which is another SQL.
    """

    def __init__(self, queryset: models.QuerySet, *columns: str) -> None:
        self.queryset, self.columns = queryset, columns
        self._compiled: dict[tuple[str, ...], _Compiled] = {}

    def get(self, **values: Any) -> Any:
        """Raises: DoesNotExist, MultipleObjectsReturned: those of the model."""
        found = list(ModelIterable(_Asked(self, values, self.queryset.db)))
        if len(found) == 1:
            return found[0]
        model = self.queryset.model
        raise model.MultipleObjectsReturned(values) if found else model.DoesNotExist(values)

    def update(self, *new: Any, **values: Any) -> int:
        """Set the columns to *new* in the rows with these values; gives their number."""
        using = router.db_for_write(self.queryset.model)
        named = {_NEW + name: value for name, value in zip(self.columns, new, strict=True)}
        with transaction.mark_for_rollback_on_error(using):
            return self.compiler({**values, **named}, using).execute_sql(ROW_COUNT)

    def compiler(self, values: dict[str, Any], using: str) -> SQLCompiler:
        shape = (using, *(f"{name} {value is None}" for name, value in values.items()))
        if shape not in self._compiled:
            self._compiled[shape] = self._compile(values, using)
        return self._compiled[shape].asking(values, using)

    def _compile(self, values: dict[str, Any], using: str) -> _Compiled:
        lookups = {
            name: None if value is None else _Open(name)
            for name, value in values.items()
            if not name.startswith(_NEW)
        }
        query = self.queryset.filter(**lookups).query
        for lookup in query.where.children:
            if isinstance(lookup.rhs, _Open):
                lookup.rhs.output_field = lookup.lhs.output_field
        if self.columns:
            query = query.chain(UpdateQuery)
            query.add_update_values({name: self._new(name) for name in self.columns})
        compiler = query.get_compiler(using)
        sql, params = compiler.as_sql()
        compiler.connection = None
        return _Compiled(compiler, sql, tuple(params))

    def _new(self, column: str) -> _Open:
        new = _Open(_NEW + column)
        new.output_field = self.queryset.model._meta.get_field(column)
        return new


class _Asked:
    """What `ModelIterable` looks at, the queryset and its query in one."""

    _known_related_objects: ClassVar[dict[Any, Any]] = {}

    def __init__(self, prepared: Prepared, values: dict[str, Any], using: str) -> None:
        self.prepared, self.values, self.db = prepared, values, using
        self.model, self.query = prepared.queryset.model, self

    def get_compiler(self, using: str) -> SQLCompiler:
        return self.prepared.compiler(self.values, using)
