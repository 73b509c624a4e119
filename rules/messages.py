"""Sentences about house rules that are needed outside templates."""

from django.utils.translation import gettext as _

from rules.doubts import doubts
from rules.engine.errors import EngineError
from rules.games.base import Game, Ruleset


def error_text(error: EngineError) -> str:
    """The text of a refusal in the reader's language."""
    return _(error.template) % error.params


def warnings(game: Game, ruleset: Ruleset) -> list[str]:
    """What the tables alone say: falling odds, hands without a row, pairs of other ranks."""
    return [text for texts in doubts(game, ruleset).values() for text in texts]
