from datetime import UTC, datetime

import pytest
from django.test import Client

from tests.trainer.practice.record.bulk import give_answers, make_deals
from trainer.models import Learner, User

NOW = datetime(2100, 6, 2, 12, 0, tzinfo=UTC)


@pytest.fixture
def deals(reference):
    return make_deals(reference, NOW, each=2)


@pytest.fixture
def person(reference, deals):
    """Makes people with answers: `client` and `learner`."""

    def make(name, count=0, **options):
        user = User.objects.create(username=name)
        learner = Learner.objects.create(user=user, time_zone="Europe/Kyiv")
        give_answers(learner, reference, count, NOW, deals=deals, **options)
        client = Client()
        client.force_login(user)
        client.learner = learner
        return client

    return make
