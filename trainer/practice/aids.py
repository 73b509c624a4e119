"""Rules and keys, which stand below a question and below its verdict, and seldom change.

Who has them already says so by their sign, and they are not sent again: the page keeps its own.
"""

from dataclasses import dataclass
from hashlib import blake2b
from typing import Final

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from trainer.practice.tables import Table

SIGN_BYTES: Final = 6


@dataclass(frozen=True, slots=True)
class Aids:
    """`sign` is the same for the same content; where its links lead back to and whether a
    drawer lies open do not count."""

    text: SafeString
    sign: str


def aids_of(table: Table) -> Aids:
    text = render_to_string("trainer/_aids.html", {"table": table})
    content = text.replace(table.url, "").replace(" open>", ">")
    return Aids(text, blake2b(content.encode(), digest_size=SIGN_BYTES).hexdigest())
