"""What the engine refuses, each error with the offending input and a translatable text."""

from typing import ClassVar

from rules.engine.text import gettext_noop


class EngineError(ValueError):
    """Base of every refusal by the pure packages.

    `template` is an English msgid with named placeholders, `params` fills them: the
    shell shows `gettext(error.template) % error.params`; `str(error)` is the English text.
    """

    template: ClassVar[str] = ""

    def __init__(self, **params: object) -> None:
        self.params = params
        super().__init__(self.template % params)

    def __reduce__(self) -> tuple[object, ...]:
        return (_rebuild, (type(self), self.params))


def _rebuild(kind: type[EngineError], params: dict[str, object]) -> EngineError:
    return kind(**params)


class UnknownCardError(EngineError):
    template = gettext_noop(
        "“%(token)s” is not a card. Write a rank (2–10 or T, J, Q, K, A) and a suit "
        "(s, h, d, c or ♠ ♥ ♦ ♣), like As or 10h."
    )


class ForeignLetterError(EngineError):
    """A Cyrillic letter whose meaning readers disagree about."""

    template = gettext_noop(
        "“%(token)s” holds the Cyrillic letter %(letter)s, which some read as one card and "
        "some as another. Write ranks as 10 or T, J, Q, K, A and suits as s, h, d, c."
    )


class DuplicateCardError(EngineError):
    template = gettext_noop("%(card)s is there twice. Each card may be used once.")


class CardCountError(EngineError):
    template = gettext_noop("Cards needed: %(expected)s. Cards given: %(found)s (%(cards)s).")
