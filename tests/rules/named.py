"""What the tests of names share."""

from django.utils import translation

from rules.engine.cards import Rank

LANGUAGES = ("en", "uk", "ru")
HIGH_FIRST = tuple(reversed(Rank))


def in_languages(name, *args, **kwargs):
    """What *name* returns in English, Ukrainian and Russian."""
    names = []
    for language in LANGUAGES:
        with translation.override(language):
            names.append(name(*args, **kwargs))
    return names


def others(rank, count, *also):
    return tuple(r for r in HIGH_FIRST if r not in (rank, *also))[:count]
