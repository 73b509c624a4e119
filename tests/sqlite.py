"""SQLite's test database as a file: in memory, two connections do not wait in line."""

import sqlite3
from contextlib import closing

from django.db import connection


def copy_to(path):
    with closing(sqlite3.connect(path)) as copy:
        connection.connection.backup(copy)
        # As its first connection leaves the file; of two that both would, one fails at once.
        copy.execute("PRAGMA journal_mode=WAL")
