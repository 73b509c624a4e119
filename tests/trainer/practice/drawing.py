"""Questions and verdicts drawn as a page shows them, without a browser and without a database."""

import re
from datetime import UTC, datetime
from functools import cache
from html import unescape

from django.template.loader import render_to_string
from django.utils.translation import override

from rules.games.documents import canonical_json, document_hash, to_document
from rules.houses import houses
from rules.models import House, Version
from trainer.drills.base import spec_hash, spec_json
from trainer.models import Answer, Deal, Question, Sitting, Verdict
from trainer.practice.aids import aids_of
from trainer.practice.tables import Table

NOW = datetime(2100, 1, 1, 12, 0, tzinfo=UTC)
UUID = "00000000-0000-4000-8000-000000000000"


@cache
def _version(game, document):
    name = houses()["reference"].name
    return Version(
        house=House(slug="reference", name=name),
        game=game,
        number=1,
        document=document,
        sha256=document_hash(document),
    )


def question_of(deal, ruleset):
    """As if *deal* had been put to a learner under *ruleset*; nothing is stored."""
    version = _version(deal.game, canonical_json(to_document(ruleset)))
    sitting = Sitting(
        uuid=UUID,
        house=version.house,
        drill=deal.drill,
        game=deal.game,
        level=deal.level,
        length=10,
        started_at=NOW,
    )
    sitting.said = {}
    spec = deal.to_spec()
    stored = Deal(
        drill=deal.drill,
        version=version,
        level=deal.level,
        spec=spec_json(spec),
        sha256=spec_hash(spec),
    )
    question = Question(sitting=sitting, position=1, deal=stored, shown_at=NOW)
    question.right = None
    return question


def answered(question, answer, verdict):
    """*question* with the verdict on *answer*; gives what is stored of it."""
    question.right = verdict.right
    given = Answer(question=question, given=answer.to_data(), received_at=NOW, elapsed_ms=4200)
    parts = [part.to_data() for part in verdict.parts]
    stored = Verdict(answer=given, right=verdict.right, parts=parts, engine=1, created_at=NOW)
    stored.value = verdict
    return stored


def drawn(question, language, verdict=None):
    """(table, HTML) of the question, or of its *verdict*."""
    with override(language):
        table = Table(question, NOW, verdict)
        return table, render_to_string(
            "trainer/_table.html", {"table": table, "aids": aids_of(table)}
        )


_KEYS = re.compile(r"<kbd.*?</kbd>", re.DOTALL)
_INLINE = re.compile(r"</?(?:b|i|em|strong|abbr)\b[^>]*>")
_TAGS = re.compile(r"<[^>]+>")
_NAMED = re.compile(r'(?:aria-label|data-title|alt|title|placeholder)="([^"]*)"')


def words_of(html):
    """What is read or read aloud: text and names, without the keys of the keyboard."""
    text = _TAGS.sub(" ", _INLINE.sub("", _KEYS.sub(" ", html)))
    return unescape(" ".join([re.sub(r"[ \n]+", " ", text), *_NAMED.findall(html)]))
