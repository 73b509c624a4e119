import copy
import pickle

import pytest

from rules.engine import errors
from rules.engine.cards import parse_cards
from rules.engine.ranking import rank_hand


@pytest.mark.parametrize(
    ("kind", "refused"),
    [
        (errors.UnknownCardError, lambda: parse_cards("As 1x")),
        (errors.ForeignLetterError, lambda: parse_cards("Тs")),
        (errors.DuplicateCardError, lambda: parse_cards("As As")),
        (errors.CardCountError, lambda: parse_cards("As", 2)),
        (errors.CardCountError, lambda: rank_hand(())),
    ],
)
def test_errors_survive_pickling_and_copying(kind, refused):
    with pytest.raises(kind) as caught:
        refused()
    error = caught.value
    for twin in (pickle.loads(pickle.dumps(error)), copy.deepcopy(error)):
        assert (type(twin), twin.params, str(twin)) == (kind, error.params, str(error))


def test_a_percent_sign_in_the_input_does_no_harm():
    with pytest.raises(errors.UnknownCardError, match="%d%s"):
        parse_cards("%d%s")


def test_the_text_is_the_template_filled():
    error = errors.DuplicateCardError(card="Qd")
    assert str(error) == error.template % error.params
    assert "Qd" in str(error)
