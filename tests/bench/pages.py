"""What a practice page weighs and what an answer costs, under gunicorn.

Every number of bytes is what came over the wire, headers included, for a browser that takes
Brotli; the worst case of all drills, games and languages counts. An answer is compared with a
bare view, whose requests are sent between those of the answers, to the same worker.
"""

import hashlib
import re
import time
from collections.abc import Iterator
from itertools import cycle, product
from typing import Final

from rules.games import find_game
from rules.games.base import Ruleset
from tests.bench.client import COUNT, Client
from tests.bench.goals import Goal, Times, percentile
from tests.bench.player import LEVELS, Player, UnexpectedReplyError, courses
from tests.bench.server import site
from trainer.drills import drills
from trainer.drills.base import Drill
from trainer.drills.stream import Stream

LANGUAGES: Final = ("en", "uk", "ru")
PASSWORD: Final = "seven of clubs"
WARM_UP: Final = 30
# Of a sitting as one tap begins it, so many questions are weighed.
USUAL: Final = 10
WEIGHED: Final = 4
MANY: Final = 20
# Of a drill in a game at a level.
DEALS: Final = 100
KB: Final = 1000

_LINKED: Final = re.compile(r'<(?:link|script|img|use|image)\b[^>]*?\s(?:href|src)="(/[^"#]+)')
_IN_SHEET: Final = re.compile(r"""url\(\s*["']?([^"')]+)""")
_IN_SCRIPT: Final = re.compile(r"""^import\b[^"']*["']([./][^"']*)["']""", re.MULTILINE)


def measure(repeats: int, database_url: str | None) -> tuple[list[Goal], list[Times]]:
    """*repeats* is the number of answers that are timed."""
    with site(database_url=database_url) as port:
        bare, answers, nexts = _times(port, repeats)
        guest, user = Client(port), _signed_up(port)
        visit, visited = max(_first_visits(port))
        further, followed = max(_further_questions(port))
        dealing, dealt = max(_dealing_times(bare))
        goals = [
            Goal("practice page, first visit", visit / KB, 60, "KB", visited),
            Goal("each further question", further / KB, 6, "KB", followed),
            *(
                Goal(f"queries, {what}, {who}", most, 8)
                for who, client in (("guest", guest), ("user", user))
                for what, most in _queries(client).items()
            ),
            Goal("answer, in bare views", answers.median / bare.median, 3),
            Goal("dealing, 99 % of deals, in bare views", dealing, 5, worst=dealt),
        ]
    return goals, [bare, answers, nexts]


# --- bytes -----------------------------------------------------------------------------------


def _first_visits(port: int) -> Iterator[tuple[int, str]]:
    """Bytes of the page of a question with all that it needs, for a browser without a cache, and
    which page it is."""
    for language, (drill, game) in product(LANGUAGES, courses()):
        client = Client(port, language)
        page = Player(client).begin(drill, game, LEVELS[-1], USUAL)
        size = page.size + sum(_assets(client, page.text))
        yield size, f"{drill}, {game}, level {LEVELS[-1]}, {language}"


def _assets(client: Client, page: str) -> Iterator[int]:
    waiting = _LINKED.findall(page)
    seen: set[str] = set()
    while waiting:
        path = waiting.pop()
        if path in seen:
            continue
        seen.add(path)
        reply = client.get(path)
        if reply.status != 200:
            raise UnexpectedReplyError(f"{path}: {reply.status}")
        yield reply.size
        pattern = {"css": _IN_SHEET, "js": _IN_SCRIPT}.get(path.rpartition(".")[2])
        if pattern:
            folder = path.rpartition("/")[0]
            found = (name.removeprefix("./") for name in pattern.findall(reply.text))
            waiting += [
                name if name.startswith("/") else f"{folder}/{name}"
                for name in found
                if not name.startswith("data:")
            ]


def _further_questions(port: int) -> Iterator[tuple[int, str]]:
    """Bytes of an answer and of the question after it, and which drill it is."""
    for language, (drill, game), level in product(LANGUAGES, courses(), LEVELS):
        player = Player(Client(port, language))
        player.begin(drill, game, level, USUAL)
        for _ in range(WEIGHED):
            size = player.answer().size + player.next().size
            yield size, f"{drill}, {game}, level {level}, {language}"


# --- queries ---------------------------------------------------------------------------------


def _signed_up(port: int) -> Client:
    client = Client(port)
    client.get("/sign-up/")
    reply = client.post(
        "/sign-up/", username="bench", email="", password1=PASSWORD, password2=PASSWORD
    )
    if reply.status != 303:
        raise UnexpectedReplyError(f"/sign-up/: {reply.status}\n{reply.text}")
    return client


def _queries(client: Client) -> dict[str, int]:
    """The most that an answer and a next question have asked the database."""
    answers, nexts = [], []
    for drill, game in courses():
        player = Player(client)
        player.begin(drill, game, LEVELS[-1], USUAL)
        client.headers[COUNT] = "yes"
        for position in range(1, USUAL + 1):
            answers.append(int(player.answer().headers[COUNT]))
            if position < USUAL:
                nexts.append(int(player.next().headers[COUNT]))
        del client.headers[COUNT]
    return {"answer": max(answers), "next": max(nexts)}


# --- times -----------------------------------------------------------------------------------


def _times(port: int, repeats: int) -> tuple[Times, Times, Times]:
    """Seconds of the bare view, of answers and of next questions, in turn."""
    bare, answers, nexts = [], [], []
    player = Player(Client(port))
    for (drill, game), level in cycle(product(courses(), LEVELS)):
        player.begin(drill, game, level, MANY)
        for position in range(1, MANY + 1):
            bare.append(_bare(player.client))
            answers.append(player.answer().seconds)
            if position < MANY:
                nexts.append(player.next().seconds)
            if len(answers) == WARM_UP + repeats:
                return (
                    Times("bare view", bare[WARM_UP:]),
                    Times("answer", answers[WARM_UP:]),
                    Times("next question", nexts[WARM_UP:]),
                )
    raise UnexpectedReplyError("there is nothing to practise")


def _dealing_times(bare: Times) -> Iterator[tuple[float, str]]:
    """How many bare views the 99th percentile of dealing takes, drill by drill."""
    for key, drill in drills().items():
        seconds: list[float] = []
        for game in (game for other, game in courses() if other == key):
            ruleset = find_game(game).default_ruleset()
            for level in map(int, LEVELS):
                seconds += _dealt(drill, ruleset, level)
        yield percentile(seconds, 99) / bare.median, key


def _dealt(drill: Drill, ruleset: Ruleset, level: int) -> Iterator[float]:
    """Seconds of one deal after another; what is computed once for all comes before them."""
    for number in range(-1, DEALS):
        rng = Stream(hashlib.sha256(f"bench {number}".encode()).digest(), "bench")
        started = time.perf_counter()
        drill.deal(rng, ruleset, level)
        if number >= 0:
            yield time.perf_counter() - started


def _bare(client: Client) -> float:
    reply = client.post("/bare/", htmx=True)
    if reply.status != 200:
        raise UnexpectedReplyError(f"/bare/: {reply.status}")
    return reply.seconds
