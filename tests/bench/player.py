"""Somebody who practises by fragments, as the script of the page does."""

import json
from typing import Final

from rules.games import find_game
from tests.bench.client import Client, Reply
from tests.forms import Form, FormParser
from trainer.drills import drills

LEVELS: Final = ("1", "2", "3")


def courses() -> list[tuple[str, str]]:
    """Every drill with every game in which Reference has such questions."""
    return [
        (drill.key, game)
        for drill in drills().values()
        for game in drill.games
        if drill.offers(find_game(game).default_ruleset())
    ]


class UnexpectedReplyError(Exception):
    """The site did not answer as it should; the text says to what, and how."""


class Player:
    """`path` is the address of the question, `forms` are those of the last page."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.path = ""
        self.forms: list[Form] = []
        self.answers = 0

    def begin(self, drill: str, game: str, level: str, length: int) -> Reply:
        """Start a sitting; gives the page of its first question."""
        self.client.get("/")
        start = f"/practice/{drill}/{game}/"
        sent = self.client.post(start, level=level, length=str(length))
        self.path = _expect(303, sent, start).headers["Location"]
        return self._read(self.client.get(self.path), self.path)

    def answer(self) -> Reply:
        """Answer right and wrong in turn."""
        form = self._form(self.path)
        reply = self.client.get(f"/answers{self.path}")
        known = json.loads(_expect(200, reply, f"/answers{self.path}").text)
        chosen = known[self.answers % len(known)]
        self.answers += 1
        sent = self.client.post(self.path, htmx=True, **(form.fields | chosen))
        return self._read(sent, self.path)

    def next(self) -> Reply:
        form = self._form(f"{self.path}next/")
        reply = self.client.post(form.action, htmx=True, **form.fields)
        self.path = reply.headers["HX-Push-Url"] or self.path
        return self._read(reply, form.action)

    def _form(self, action: str) -> Form:
        return next(form for form in self.forms if form.action == action)

    def _read(self, reply: Reply, path: str) -> Reply:
        parser = FormParser()
        parser.feed(_expect(200, reply, path).text)
        self.forms = parser.forms
        return reply


def _expect(status: int, reply: Reply, path: str) -> Reply:
    if reply.status != status:
        raise UnexpectedReplyError(f"{path}: {reply.status} instead of {status}\n{reply.text}")
    return reply
