import pytest

from tests.trainer.accounts.people import Person, make_user


@pytest.fixture
def person(reference):
    return Person()


@pytest.fixture
def meet(reference):
    """Makes persons with headers of their own."""
    return Person


@pytest.fixture
def anna(db):
    return make_user("anna")
