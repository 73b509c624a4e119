import pytest
from django.test import Client
from django.utils import timezone

from rules.games import find_game
from rules.games.documents import canonical_json, document_hash, to_document
from rules.models import House, Version


@pytest.fixture
def make_version(db):
    """`make_version(ruleset, house="corner", number=1)`: a published version with these rules."""

    def make_version(ruleset, house="corner", number=1):
        owner, _ = House.objects.get_or_create(slug=house, defaults={"name": {"en": house}})
        text = canonical_json(to_document(ruleset))
        now = timezone.now()
        version = Version(
            house=owner,
            game=ruleset.game,
            number=number,
            document=text,
            sha256=document_hash(text),
            published_at=now,
            effective_from=now,
        )
        version.save()
        return version

    return make_version


@pytest.fixture
def look_up(db):
    """`look_up(**query)`: the page at the end of all redirects."""

    def look_up(language="en", **query):
        client = Client(headers={"accept-language": language})
        return client.get("/look-up/", query, follow=True)

    return look_up


@pytest.fixture
def russian(make_version):
    return make_version(find_game("russian-poker").default_ruleset(), "reference")
