"""Who else judges: what the tests hold this program against."""

from dataclasses import dataclass
from typing import Final

from rules.engine.text import gettext_noop


@dataclass(frozen=True, slots=True)
class Judge:
    """`name` is a msgid or a product's own name, `says` a msgid; `where` are files of the
    source tree."""

    name: str
    says: str
    where: tuple[str, ...]


JUDGES: Final = (
    Judge(
        "phevaluator",
        gettext_noop(
            "Another ranker, written by others. Random hands of five, six and seven cards must "
            "stand in its order, ties included."
        ),
        ("tests/rules/engine/test_oracles.py",),
    ),
    Judge(
        "PokerKit",
        gettext_noop(
            "A poker library, written by others. It judges the same hands, and low hands by "
            "ace-to-five and deuce-to-seven."
        ),
        ("tests/rules/engine/test_oracles.py", "tests/rules/engine/test_lowball.py"),
    ),
    Judge(
        gettext_noop("A second settlement"),
        gettext_noop(
            "Written from the rules alone, slow and plain, sharing nothing but the cards. It "
            "settles random rounds under random tables and house rules; every bet must get the "
            "same."
        ),
        ("tests/second_opinion",),
    ),
    Judge(
        gettext_noop("Brute force"),
        gettext_noop(
            "What is counted by classes is counted again hand by hand; decisions are tried with "
            "every card that may still come."
        ),
        ("tests/rules/engine/test_counting.py", "tests/rules/analysis"),
    ),
    Judge(
        gettext_noop("Worked cases"),
        gettext_noop(
            "Hands, rounds and pots with the right answer, from teaching pages, rules of casinos "
            "and reports of mistakes in other programs."
        ),
        ("tests/data",),
    ),
)
