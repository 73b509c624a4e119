"""Put hands in order: three to five hands lie open, the strongest comes first.

Hold’em: the hands share a board. Russian poker: five cards each, nobody is the dealer.

What is right
    The places of all hands. Hands of equal strength share a place, and suits never part them;
    gaps after a shared place mean nothing.

Levels
    1: three hands, mostly of different categories, few ties.
    2: three or four hands, most of them close; about every sixth deal has a tie.
    3: four or five hands, near misses.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from rules.engine.cards import Card
from rules.engine.text import gettext_noop
from rules.games.base import Ruleset
from trainer.drills import posted
from trainer.drills.answers import Answer, AnswerKind, Option, OrderAnswer, Question
from trainer.drills.deals import Deal, Group, GroupRole
from trainer.drills.named_hand import reads_high
from trainer.drills.order_reasons import code, explain, told_pair
from trainer.drills.ordered import Ordered, order_tags, ordered
from trainer.drills.search import Dealing
from trainer.drills.showdown import marks
from trainer.drills.strata import holdem, orders
from trainer.drills.strata.base import Deck, draw_stratum
from trainer.drills.stream import Stream
from trainer.drills.tags import CATEGORY_SKILLS, TRAP_SKILLS
from trainer.drills.verdicts import Part, Verdict

HOLDEM: Final = "texas-holdem"
RUSSIAN: Final = "russian-poker"
SEATS: Final = {1: (3,), 2: (3, 4), 3: (4, 5)}


class OrderHands(Dealing):
    key = "order-hands"
    name = gettext_noop("Put hands in order")
    summary = gettext_noop("Three to five hands: the strongest first, equal ones together.")
    order = 12
    generator = 1
    games: tuple[str, ...] = (RUSSIAN, HOLDEM)
    levels: Mapping[int, str] = {
        1: gettext_noop("Three hands, mostly of different categories."),
        2: gettext_noop("Three or four hands, close ones and ties."),
        3: gettext_noop("Four or five hands and near misses."),
    }
    skills: Mapping[str, str] = {
        "kicker": gettext_noop("Kickers"),
        "tie": gettext_noop("Ties"),
        "same-category": gettext_noop("Two hands of one category"),
        "wheel": gettext_noop("The wheel"),
        "ace-king": gettext_noop("Ace-king"),
        "board-plays": gettext_noop("The board plays"),
        **TRAP_SKILLS,
        **CATEGORY_SKILLS,
    }

    def offers(self, ruleset: Ruleset) -> bool:
        return reads_high(ruleset)

    def _make(self, rng: Stream, ruleset: Ruleset, level: int, aims: frozenset[str]) -> Deal:
        make = _deal_holdem if ruleset.game == HOLDEM else _deal_russian
        groups, stratum = make(rng, level, aims)
        return Deal(self.key, ruleset.game, level, groups, stratum=stratum)

    def _tags(self, deal: Deal, ruleset: Ruleset) -> frozenset[str]:
        return order_tags(ordered(deal))

    def _result(self, deal: Deal, ruleset: Ruleset) -> Answer:
        return self.expected(deal, ruleset)

    def question(self, deal: Deal, ruleset: Ruleset) -> Question:
        return _question(deal)

    def parse_answer(self, deal: Deal, data: Mapping[str, Sequence[str]]) -> Answer:
        return posted.parse_order(_question(deal), data)

    def expected(self, deal: Deal, ruleset: Ruleset) -> Answer:
        return OrderAnswer(ordered(deal).places)

    def check(self, deal: Deal, answer: Answer, ruleset: Ruleset) -> Verdict:
        found = ordered(deal)
        given = _given_places(answer, found)
        right = given == found.places
        part = Part(
            "order",
            right,
            answer.to_data(),
            OrderAnswer(found.places).to_data(),
            None if right else code(found, given),
        )
        pair = told_pair(found, given)
        return Verdict(
            (part,),
            explain(found, given, pair),
            marks(found.table, found.between(*pair)),
            found.table.winners,
        )


def _deal_holdem(rng: Stream, level: int, aims: frozenset[str]) -> tuple[tuple[Group, ...], str]:
    stratum = draw_stratum(rng, holdem.STRATA, level, aims)
    layout = orders.deal_with_board(
        Deck(rng), stratum.build, rng.choice(SEATS[level]), close=level > 1
    )
    board = Group(GroupRole.BOARD, tuple(layout.board))
    return (board, *_players(layout.holes)), stratum.key


def _deal_russian(rng: Stream, level: int, aims: frozenset[str]) -> tuple[tuple[Group, ...], str]:
    stratum = draw_stratum(rng, orders.STRATA, level, aims)
    hands = orders.deal_fives(Deck(rng), stratum.build, rng.choice(SEATS[level]))
    return _players(hands), stratum.key


def _players(hands: Sequence[Sequence[Card]]) -> tuple[Group, ...]:
    return tuple(Group(GroupRole.PLAYER, tuple(own), seat) for seat, own in enumerate(hands))


def _question(deal: Deal) -> Question:
    options = tuple(
        Option(str(group.seat), GroupRole.PLAYER, group.seat) for group in deal.players
    )
    prompt = gettext_noop("Put the hands in order, the strongest first.")
    return Question(AnswerKind.ORDER, prompt, options)


def _given_places(answer: Answer, found: Ordered) -> tuple[int, ...]:
    """Raises: TypeError: for an answer of another kind or of other hands."""
    if not isinstance(answer, OrderAnswer) or len(answer.ranks) != len(found.places):
        raise TypeError(f"not an answer to this drill: {answer!r}")
    return answer.ranks


DRILL = OrderHands()
