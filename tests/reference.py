"""The house “Reference” as the command makes it: made once, later copied row by row.

The command takes half a second, a copy as long as its six INSERTs.
"""

from io import StringIO

from django.contrib.auth.models import Group, Permission
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from rules.models import Draft, DraftPayRow, House, Version

# Each after those that it refers to.
MODELS = (House, Draft, DraftPayRow, Version, Group, Group.permissions.through)
# `Rows` of each of them, once the command has run.
MADE = []
# The rights that groups have, as `rights` gave them at that time.
RIGHTS = {}


class Rows:
    """What stands in the table of *model*, to be put into it again when it is empty."""

    def __init__(self, model):
        meta = model._meta
        fields = [field for field in meta.concrete_fields if not field.primary_key]
        kept = list(model.objects.order_by("pk").values_list("pk", *(f.attname for f in fields)))
        self.model = model
        self.keys = [key for key, *_ in kept]
        self.rows = [
            [f.get_db_prep_save(v, connection) for f, v in zip(fields, values, strict=True)]
            for _, *values in kept
        ]
        self.references = {i: f.related_model for i, f in enumerate(fields) if f.related_model}
        self.times = [i for i, f in enumerate(fields) if f.get_internal_type() == "DateTimeField"]
        quote = connection.ops.quote_name
        columns = ", ".join(quote(field.column) for field in fields)
        row = f"({', '.join(['%s'] * len(fields))})"
        self.sql = (
            f"INSERT INTO {quote(meta.db_table)} ({columns})"
            f" VALUES {', '.join([row] * len(kept))} RETURNING {quote(meta.pk.column)}"
        )

    def copy(self, cursor, now, given):
        """With keys that the database gives, added to *given*, and all times *now*."""
        params = []
        for kept in self.rows:
            row = list(kept)
            for i, model in self.references.items():
                row[i] = row[i] and given[model, row[i]]
            for i in self.times:
                row[i] = now
            params += row
        cursor.execute(self.sql, params)
        for key, (new,) in zip(self.keys, cursor.fetchall(), strict=True):
            given[self.model, key] = new


def make_reference():
    """The house, with a live version of every game, and the groups of the admin."""
    if House.objects.exists() or Group.objects.exists():
        call_command("seed", "reference", stdout=StringIO())
    elif not MADE:
        call_command("seed", "reference", stdout=StringIO())
        MADE.extend(map(Rows, MODELS))
        RIGHTS.update(rights())
    else:
        copy_reference()


def copy_reference():
    # They have other keys after a flush.
    current = rights()
    given = {(Permission, key): current[name] for name, key in RIGHTS.items()}
    now = connection.ops.adapt_datetimefield_value(timezone.now())
    with connection.cursor() as cursor:
        for rows in MADE:
            rows.copy(cursor, now, given)


def rights():
    """`{codename: key}` of what the groups may do."""
    wanted = Permission.objects.filter(content_type__app_label="rules").order_by()
    return dict(wanted.values_list("codename", "pk"))
