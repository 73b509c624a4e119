"""A browser without a window: cookies, forms and byte counts, one connection per request."""

import gzip
import socket
import time
from dataclasses import dataclass
from http.client import HTTPMessage, HTTPResponse
from http.cookies import SimpleCookie
from io import BytesIO
from typing import Final
from urllib.parse import urlencode

import brotli

HOST: Final = "croupier.example"
ORIGIN: Final = f"https://{HOST}"
TIMEOUT: Final = 30
# A request with this header is answered with the number of its queries.
COUNT: Final = "X-Count-Queries"


@dataclass(frozen=True, slots=True)
class Reply:
    """`size` is everything that came over the wire, headers included; `seconds` from the first
    packet out to the last one in."""

    status: int
    headers: HTTPMessage
    body: bytes
    size: int
    seconds: float

    @property
    def text(self) -> str:
        unpack = {"br": brotli.decompress, "gzip": gzip.decompress}
        packed = self.headers["Content-Encoding"]
        return (unpack[packed](self.body) if packed else self.body).decode()


class _Received:
    """What `HTTPResponse` wants of a socket, for bytes that have been received."""

    def __init__(self, received: bytes) -> None:
        self.received = received

    def makefile(self, mode: str) -> BytesIO:
        return BytesIO(self.received)


class Client:
    def __init__(self, port: int, language: str = "en", **headers: str) -> None:
        self.port = port
        self.cookies: dict[str, str] = {}
        self.headers = {
            "Host": HOST,
            "X-Forwarded-Proto": "https",
            "Accept-Encoding": "gzip, deflate, br",
            "Accept-Language": language,
            "Connection": "close",
            **headers,
        }

    def get(self, path: str) -> Reply:
        return self._request("GET", path, {}, b"")

    def post(self, path: str, *, htmx: bool = False, **fields: str | list[str]) -> Reply:
        """Send a form with the token of the last page."""
        body = urlencode({"csrfmiddlewaretoken": self.cookies["csrftoken"], **fields}, doseq=True)
        headers = {"Content-Type": "application/x-www-form-urlencoded", "Origin": ORIGIN}
        if htmx:
            headers["HX-Request"] = "true"
        return self._request("POST", path, headers, body.encode())

    def _request(self, method: str, path: str, headers: dict[str, str], body: bytes) -> Reply:
        lines = [f"{method} {path} HTTP/1.1"]
        lines += [f"{name}: {value}" for name, value in (self.headers | headers).items()]
        if self.cookies:
            lines.append("Cookie: " + "; ".join(f"{k}={v}" for k, v in self.cookies.items()))
        lines += [f"Content-Length: {len(body)}", "", ""]
        message = "\r\n".join(lines).encode() + body
        started = time.perf_counter()
        received = self._exchange(message)
        seconds = time.perf_counter() - started
        response = HTTPResponse(_Received(received), method=method)  # type: ignore[arg-type]
        response.begin()
        for cookie in response.headers.get_all("Set-Cookie", []):
            self.cookies |= {name: morsel.value for name, morsel in SimpleCookie(cookie).items()}
        return Reply(response.status, response.headers, response.read(), len(received), seconds)

    def _exchange(self, message: bytes) -> bytes:
        with socket.create_connection(("127.0.0.1", self.port), TIMEOUT) as connection:
            connection.sendall(message)
            chunks = []
            while chunk := connection.recv(65536):
                chunks.append(chunk)
        return b"".join(chunks)
