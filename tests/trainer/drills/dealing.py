"""What is asked of every drill about the dealer's side: whole explanations, honest verdicts."""

import re
from itertools import cycle
from random import Random

from django.conf import settings

from rules.games import find_game
from rules.games.base import PayTable, SwitchKind, make_rows
from tests.second_opinion.random_tables import FREE_TEXT
from tests.trainer.drills.cast import deals, stream
from tests.trainer.drills.houses import fixed, house
from tests.trainer.drills.test_reasons import sentences
from trainer.drills.base import CannotDealError

LANGUAGES = [code for code, _ in settings.LANGUAGES]
# Tables of the bet as no plate has them: a row less, odds that fall, fixed amounts, none at all.
BET_TABLES = [
    None,
    PayTable(make_rows("royal flush 100, straight flush 50, quads 20, full house 7, flush 5")),
    PayTable(
        make_rows("quads 20, full house 7, flush 5, straight 4, trips 3, two pair 2, pair 1")
    ),
    PayTable(make_rows("pair 9, two pair 3:2, straight 4, trips 3, flush 1, ace king 2, quads 0")),
    PayTable((*fixed("ace king 30, pair 7.5").rows, *make_rows("flush 5, straight 4, trips 7:3"))),
]


def random_houses(game, count, **switches):
    """Houses with any value of every switch and now and then a strange table of the bet."""
    rng = Random(f"houses of {game}")
    for number in range(count):
        table = BET_TABLES[number % len(BET_TABLES)] if game == "russian-poker" else None
        tables = {} if table is None else {"bet": table}
        drawn = {
            switch.key: rng.choice(switch.values or FREE_TEXT[switch.key])
            for switch in find_game(game).switches
            if switch.kind is not SwitchKind.ORDER and switch.key != "currency"
        }
        yield house(game, tables, **drawn | switches)


def check_told(drill, ruleset, level, count, others):
    """Deal, answer rightly and wrongly, and read what is said in a rotating language.

    *others* gives the answers to try beside the expected one; yields (deal, answer, verdict).
    """
    languages = cycle(LANGUAGES)
    for deal in deals(drill, ruleset.game, level, count, "told", ruleset):
        expected = drill.expected(deal, ruleset)
        assert drill.check(deal, expected, ruleset).right
        for answer in (expected, *others(deal)):
            verdict = drill.check(deal, answer, ruleset)
            if verdict.right:
                assert all(part.code is None and not part.delta for part in verdict.parts)
            else:
                assert any(part.code for part in verdict.parts)
            assert 2 <= len(verdict.reasons) <= 4
            check_sentences(verdict, deal, next(languages))
            yield deal, answer, verdict


def check_sentences(verdict, deal, language):
    for text in sentences(verdict, deal, language):
        assert re.fullmatch(r"(?s)[^a-zа-яіїєґ].+[.]", text), text
        assert not re.search(r"[{}%]|None|\(\)|  |\.\.", text), text
        if language != "en":
            assert not re.search(r"[A-Za-z]{3,}", text), text


def check_variants(drill, ruleset, level, count, at_least):
    """One shown card is another one, and so is the answer; some hands no card turns."""
    found = 0
    for number, deal in enumerate(deals(drill, ruleset.game, level, count, "variant", ruleset)):
        try:
            variant = drill.deal(stream(number, "v"), ruleset, level, variant_of=deal)
        except CannotDealError:
            continue
        before, after = (cards_of(one) for one in (deal, variant))
        assert len(before - after) == len(after - before) == 1
        assert (variant.wagers, variant.facts) == (deal.wagers, deal.facts)
        assert drill.expected(variant, ruleset) != drill.expected(deal, ruleset)
        found += 1
    assert found >= at_least


def cards_of(deal):
    return {card for group in deal.groups for card in group.cards}
