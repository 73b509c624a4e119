import pytest
from django.db import connection

from tests.sqlite import copy_to


@pytest.fixture
def shared_database(reference, tmp_path):
    """SQLite's test database lies in memory, where waiting for a lock is not like in a file."""
    if connection.vendor != "sqlite" or not connection.is_in_memory_db():
        yield
        return
    in_memory, name = connection.connection, connection.settings_dict["NAME"]
    path = str(tmp_path / "race.sqlite3")
    copy_to(path)
    connection.connection, connection.settings_dict["NAME"] = None, path
    yield
    connection.close()
    connection.connection, connection.settings_dict["NAME"] = in_memory, name
