"""What is compressed by what; see test_production for the whole way over the wire."""

import gzip

import brotli
import pytest
from django.http import HttpResponse, StreamingHttpResponse
from django.test import RequestFactory

from config.compression import SHORTEST, Compression, accepts_brotli

LONG = b"nine of clubs " * SHORTEST


def answered(response, accepted):
    request = RequestFactory().get("/", headers={"Accept-Encoding": accepted})
    return Compression(lambda _request: response)(request)


@pytest.mark.parametrize(
    ("accepted", "expected"),
    [
        ("br", True),
        ("gzip, deflate, br, zstd", True),
        ("gzip;q=1.0, br;q=0.9", True),
        ("br; q=0.001", True),
        ("br;q=0", False),
        ("gzip, br;q=0.0, deflate", False),
        ("gzip", False),
        ("brotli", False),
        ("", False),
    ],
)
def test_who_takes_brotli(accepted, expected):
    assert accepts_brotli(accepted) == expected


def test_a_page_goes_by_brotli_and_says_so():
    response = answered(HttpResponse(LONG, headers={"ETag": '"1"'}), "gzip, br")
    assert brotli.decompress(response.content) == LONG
    assert response["Content-Encoding"] == "br"
    assert response["Content-Length"] == str(len(response.content))
    assert response["Vary"] == "Accept-Encoding"
    assert response["ETag"] == 'W/"1"'


def test_others_get_gzip():
    response = answered(HttpResponse(LONG), "gzip")
    assert gzip.decompress(response.content) == LONG


def test_what_is_short_or_packed_goes_as_it_is():
    assert "Content-Encoding" not in answered(HttpResponse(b"short"), "br")
    packed = HttpResponse(LONG, headers={"Content-Encoding": "gzip"})
    assert answered(packed, "br").content == LONG


def test_a_stream_is_not_gathered():
    response = answered(StreamingHttpResponse(iter([LONG, LONG])), "gzip, br")
    assert response.streaming
    assert gzip.decompress(b"".join(response)) == LONG + LONG
