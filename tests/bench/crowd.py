"""People who sit an exam at the same time: each sends its answers by the clock.

Who is late because the site is slow sends at once and goes on by its own times. Between answers
some send a request to the bare view, so that both are measured under the same load.
"""

import asyncio
import time
from collections.abc import Awaitable, Mapping, Sequence
from dataclasses import dataclass, field
from http.client import HTTPResponse
from io import BytesIO
from typing import Any, Final
from urllib.parse import urlencode

from tests.bench.client import HOST, ORIGIN

# A cookie and its token may be any, as long as they are the same.
TOKEN: Final = "t" * 32
TIMEOUT: Final = 60
# One answer of so many is sent twice at once, as by two clicks.
TWICE: Final = 10
# One bare request for so many answers: enough to compare with, and little load of its own.
BARE: Final = 5


@dataclass(frozen=True, slots=True)
class Plan:
    """All begin within `starting` seconds and answer every `pace` seconds."""

    starting: float = 60
    pace: float = 6


@dataclass
class Seen:
    """Seconds by kind of request; `errors` say what came instead of what should have;
    `acknowledged` is `{person: {position: given}}`; `behind` by how much the worst was late."""

    times: dict[str, list[float]] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)
    acknowledged: dict[str, dict[str, Any]] = field(default_factory=dict)
    behind: float = 0

    def note(self, kind: str, seconds: float) -> None:
        self.times.setdefault(kind, []).append(seconds)


class UnexpectedError(Exception):
    pass


class Person:
    def __init__(self, name: str, session: str, port: int, seen: Seen) -> None:
        self.name, self.session, self.port, self.seen = name, session, port, seen

    async def sit(
        self, path: str, answers: Sequence[Sequence[Mapping[str, Any]]], plan: Plan, wait: float
    ) -> None:
        """Begin after *wait* seconds, answer everything, hand in."""
        await asyncio.sleep(wait)
        began = time.perf_counter()
        try:
            place = await self._post("begin", path)
            await self._get("question", place, page=True)
            for position, both in enumerate(answers, 1):
                await self._until(began + plan.pace * position)
                place = await self._answer(place, position, both)
                if (position + len(self.name)) % BARE == 0:
                    await self._until(began + plan.pace * (position + 0.5))
                    await self._expect("bare", 200, "POST", "/bare/", {}, cookies=False)
            over = await self._post("hand in", place)
            await self._get("result", over, page=True)
        except (UnexpectedError, OSError, TimeoutError, asyncio.IncompleteReadError) as error:
            self.seen.errors.append(f"{self.name}: {type(error).__name__} {error}")

    async def _until(self, moment: float) -> None:
        left = moment - time.perf_counter()
        self.seen.behind = max(self.seen.behind, -left)
        await asyncio.sleep(max(left, 0))

    async def _answer(self, place: str, position: int, both: Sequence[Mapping[str, Any]]) -> str:
        """Send it, and get the next question, as htmx does; gives the address of that."""
        chosen = both[hash_of(self.name, position) % len(both)]
        started = time.perf_counter()
        send = self._post("answer", place, chosen["fields"])
        if hash_of(position, self.name) % TWICE == 0:
            again = self._expect("second click", 303, "POST", place, chosen["fields"])
            following, _ = await asyncio.gather(send, again)
        else:
            following = await send
        given = self.seen.acknowledged.setdefault(self.name, {})
        given[str(position)] = chosen["given"]
        await self._get("question", following, page=False)
        self.seen.note("answer and next question", time.perf_counter() - started)
        return following

    async def _post(self, kind: str, path: str, fields: Mapping[str, Any] | None = None) -> str:
        reply = await self._expect(kind, 303, "POST", path, fields or {})
        return str(reply.headers["Location"])

    async def _get(self, kind: str, path: str, *, page: bool) -> None:
        await self._expect(
            f"{kind}, page" if page else kind, 200, "GET", path, None, htmx=not page
        )

    async def _expect(
        self,
        kind: str,
        status: int,
        method: str,
        path: str,
        fields: Mapping[str, Any] | None,
        *,
        htmx: bool = True,
        cookies: bool = True,
    ) -> HTTPResponse:
        message = self._message(method, path, fields, htmx=htmx, cookies=cookies)
        started = time.perf_counter()
        received = await asyncio.wait_for(self._exchange(message), TIMEOUT)
        self.seen.note(kind, time.perf_counter() - started)
        response = HTTPResponse(_Received(received), method=method)  # type: ignore[arg-type]
        response.begin()
        if response.status != status:
            raise UnexpectedError(f"{method} {path}: {response.status} instead of {status}")
        return response

    async def _exchange(self, message: bytes) -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            writer.write(message)
            return await reader.read()
        finally:
            writer.close()

    def _message(self, method: str, path: str, fields: Any, *, htmx: bool, cookies: bool) -> bytes:
        body = b"" if fields is None else urlencode(fields, doseq=True).encode()
        held = f"csrftoken={TOKEN}" + (f"; sessionid={self.session}" if cookies else "")
        lines = [
            f"{method} {path} HTTP/1.1",
            f"Host: {HOST}",
            "X-Forwarded-Proto: https",
            "Accept-Encoding: gzip",
            "Accept-Language: en",
            "Connection: close",
            f"Cookie: {held}",
            *(["HX-Request: true"] if htmx else []),
        ]
        if fields is not None:
            lines += [
                f"Origin: {ORIGIN}",
                f"X-CSRFToken: {TOKEN}",
                "Content-Type: application/x-www-form-urlencoded",
                f"Content-Length: {len(body)}",
            ]
        return "\r\n".join([*lines, "", ""]).encode() + body


class _Received:
    """What `HTTPResponse` wants of a socket, for bytes that have been received."""

    def __init__(self, received: bytes) -> None:
        self.received = received

    def makefile(self, mode: str) -> BytesIO:
        return BytesIO(self.received)


def hash_of(*values: object) -> int:
    """The same in every run, unlike `hash`."""
    return sum((at + 1) * byte for at, byte in enumerate(repr(values).encode()))


def run(port: int, made: Mapping[str, Any], plan: Plan, most_seconds: float) -> Seen:
    """Everybody sits; who has not ended after *most_seconds* is an error."""
    seen = Seen()
    people = [Person(name, key, port, seen) for name, key in made["sessions"].items()]

    async def all_sit() -> None:
        step = plan.starting / len(people)
        sitting = (
            person.sit(made["path"], made["answers"], plan, step * number)
            for number, person in enumerate(people)
        )
        await _bounded(asyncio.gather(*sitting), most_seconds, seen)

    asyncio.run(all_sit())
    return seen


async def _bounded(everybody: Awaitable[Any], seconds: float, seen: Seen) -> None:
    try:
        await asyncio.wait_for(everybody, seconds)
    except TimeoutError:
        seen.errors.append(f"not at an end after {seconds:.0f} seconds")
