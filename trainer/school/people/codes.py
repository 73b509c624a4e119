"""Join codes: short, read out in a classroom and typed on a phone."""

import secrets
import unicodedata
from typing import Final

from trainer.models import Course
from trainer.models.school import CODE_LENGTH

# Of what looks alike one at most: no 0 O, no 1 I L, no 2 Z, no 5 S, no 8 B, no V beside U.
ALPHABET: Final = "ACDEFGHJKMNPQRTUWXY34679"
# What a Cyrillic keyboard has in the place of the same shape.
_SHAPES: Final = str.maketrans("АВЕКМНОРСТХУ", "ABEKMHOPCTXY")
_APART: Final = str.maketrans("", "", " \u00a0\u202f-–—")


def new_code() -> str:
    """One that no course has; 24 ** 8 are more than a hundred thousand million."""
    while True:
        code = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))
        if not Course.objects.filter(join_code=code).exists():
            return code


def normal_code(text: str) -> str:
    """A code as it was typed, in any case, in Cyrillic letters of the same shape, with spaces.

    >>> normal_code(" acd-е fgн "), normal_code("кмнр")
    ('ACDEFGH', 'KMHP')
    """
    upper = unicodedata.normalize("NFKC", text).upper()
    return upper.translate(_APART).translate(_SHAPES)


def spaced(code: str) -> str:
    """In two halves, as it is shown.

    >>> spaced("ACDEFGHJ")
    'ACDE\\xa0FGHJ'
    """
    half = CODE_LENGTH // 2
    return f"{code[:half]}\N{NO-BREAK SPACE}{code[half:]}"
