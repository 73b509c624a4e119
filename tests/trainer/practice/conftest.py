import pytest

from tests.trainer.practice.visitors import NOW, Visitor, stored_question
from trainer.models import Learner
from trainer.practice import sittings


@pytest.fixture
def visitor(reference):
    return Visitor()


@pytest.fixture
def stranger(reference):
    return Visitor()


@pytest.fixture
def visit(reference):
    """Makes visitors with headers of their own."""
    return Visitor


@pytest.fixture
def begin(reference):
    """Begins a sitting without a browser; gives its first question, shown at NOW."""

    def begin(
        drill="which-hand-wins", game="russian-poker", *, level=1, length=5, seed=b"\7" * 32
    ):
        question = sittings.start_sitting(
            Learner.objects.create(),
            house=reference,
            drill=drill,
            game=game,
            level=level,
            length=length,
            seed=seed,
            now=NOW,
        )
        sittings.mark_shown(question, now=NOW)
        return stored_question(question.sitting.uuid, question.position)

    return begin
