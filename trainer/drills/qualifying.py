"""Whether a dealer's hand qualifies, what makes that easy to get wrong, and what follows."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from types import ModuleType
from typing import Any, Final

from rules.engine.best import BestHand, best_five
from rules.engine.cards import DECK, Card, Rank
from rules.engine.ranking import Category, HandRank
from rules.games import casino_holdem, russian_poker, settle, ultimate_texas_holdem
from rules.games.base import Bound, PayHand, PayRow, Ruleset, pay_hand
from rules.games.settlement import Round, Settled
from trainer.drills.deals import Deal
from trainer.drills.tags import Trap, repeated, unmade
from trainer.drills.turning import turning_on
from trainer.drills.verdicts import Mark, Reason

_GAMES: Final[Mapping[str, ModuleType]] = {
    module.GAME.key: module for module in (russian_poker, ultimate_texas_holdem, casino_holdem)
}
# What each game puts out beside the ante before the dealer turns over.
_RAISES: Final = {"russian-poker": "bet", "ultimate-texas-holdem": "play", "casino-holdem": "call"}
# The house rules that the answer, or what follows from it, may depend on.
SWITCHES: Final[Mapping[str, tuple[str, ...]]] = {
    "russian-poker": ("qualifier", "ante_on_no_game"),
    "ultimate-texas-holdem": ("qualifier",),
    "casino-holdem": ("qualifier", "ante_on_no_qualify"),
}


class Edge(StrEnum):
    """What makes a dealer's hand easy to misjudge; the value is the tag."""

    WITHOUT_PAIR = "without-pair"
    """A straight or a flush in which no two cards are of one rank."""
    LOW_TWO_PAIR = "low-two-pair"
    """Two pair, either of them too low by itself."""
    LOW_PAIR = "low-pair"
    """A pair that is too low."""
    BOARD_PAIR = "board-pair"
    """A pair that lies on the board."""
    ACE_ALONE = "ace-alone"
    """An ace without a king, where ace-king would do."""
    KING_ALONE = "king-alone"
    """A king without an ace, where ace-king would do."""
    ACE_KING = "ace-king"
    """Ace-king where a pair is needed."""


# Hands that come near what the house asks for.
SHORT: Final = frozenset({Edge.LOW_PAIR, Edge.ACE_ALONE, Edge.KING_ALONE, Edge.ACE_KING})


def needs_nothing(ruleset: Ruleset) -> bool:
    """Whether every dealer's hand qualifies."""
    return ruleset.switches["qualifier"] == "none"


def qualifier(ruleset: Ruleset) -> Callable[[HandRank], bool]:
    """Whether a hand qualifies under *ruleset*."""
    module = _GAMES[ruleset.game]

    def qualifies(rank: HandRank) -> bool:
        found: bool = module.dealer_qualifies(rank, ruleset)
        return found

    return qualifies


def weakest(ruleset: Ruleset) -> PayRow:
    """What the dealer needs, as a pay row is worded: “pair of fours or better”."""
    value = ruleset.switches["qualifier"]
    names = {hand.key: hand for hand in PayHand}
    ranks = {rank.letter: rank for rank in Rank}
    return PayRow(names.get(value, PayHand.PAIR), Fraction(0), Bound.OR_BETTER, ranks.get(value))


@dataclass(frozen=True, slots=True)
class Qualifying:
    """A dealer's hand under the rules of a house; `own` are its cards without the board."""

    game: str
    ruleset: Ruleset
    board: tuple[Card, ...]
    own: tuple[Card, ...]
    hand: BestHand
    qualifies: bool

    @property
    def rank(self) -> HandRank:
        return self.hand.rank

    @property
    def cards(self) -> tuple[Card, ...]:
        return self.own + self.board

    @property
    def ace_king(self) -> bool:
        """Whether the game has ace-king as a name of its own."""
        return not self.board


def judge_dealer(own: tuple[Card, ...], board: tuple[Card, ...], ruleset: Ruleset) -> Qualifying:
    hand = best_five(own + board)
    return Qualifying(ruleset.game, ruleset, board, own, hand, qualifier(ruleset)(hand.rank))


def judge(deal: Deal, ruleset: Ruleset) -> Qualifying:
    return judge_dealer(deal.dealer, deal.board, ruleset)


# --- edges -----------------------------------------------------------------------------------


def edges(judged: Qualifying) -> tuple[Edge, ...]:
    """Every edge of the hand, the one worth telling first."""
    return tuple(edge for edge in Edge if _EDGES[edge](judged))


def _is_without_pair(judged: Qualifying) -> bool:
    return judged.rank.category in (
        Category.STRAIGHT,
        Category.FLUSH,
        Category.STRAIGHT_FLUSH,
    ) and len({card.rank for card in judged.cards}) == len(judged.cards)


def _is_low_two_pair(judged: Qualifying) -> bool:
    if judged.rank.category is not Category.TWO_PAIR:
        return False
    return not qualifier(judged.ruleset)(HandRank(Category.PAIR, judged.rank.ranks[:1]))


def _is_board_pair(judged: Qualifying) -> bool:
    pair = judged.rank.category is Category.PAIR
    return pair and repeated(judged.board, 2) == judged.rank.ranks[:1]


def _is_low_pair(judged: Qualifying) -> bool:
    return judged.rank.category is Category.PAIR and not judged.qualifies


def _is_alone(judged: Qualifying, rank: Rank) -> bool:
    if judged.qualifies or judged.board or judged.rank.category is not Category.HIGH_CARD:
        return False
    line = qualifier(judged.ruleset)(HandRank(Category.HIGH_CARD, (Rank.ACE, Rank.KING)))
    return line and judged.rank.ranks[0] is rank


def _is_ace_king(judged: Qualifying) -> bool:
    return judged.rank.is_ace_king and not judged.qualifies


_EDGES: Final[Mapping[Edge, Callable[[Qualifying], bool]]] = {
    Edge.WITHOUT_PAIR: _is_without_pair,
    Edge.LOW_TWO_PAIR: _is_low_two_pair,
    Edge.LOW_PAIR: _is_low_pair,
    Edge.BOARD_PAIR: _is_board_pair,
    Edge.ACE_ALONE: lambda judged: _is_alone(judged, Rank.ACE),
    Edge.KING_ALONE: lambda judged: _is_alone(judged, Rank.KING),
    Edge.ACE_KING: _is_ace_king,
}


def traps(judged: Qualifying) -> dict[Trap, tuple[Card, ...]]:
    """Straights and flushes that a hand without game only seems to hold."""
    if judged.qualifies:
        return {}
    own = judged.own if judged.board else judged.cards
    return unmade(judged.cards, own, judged.rank, judged.rank.category)


def is_just_enough(judged: Qualifying) -> bool:
    """Whether the hand is of the weakest name that qualifies."""
    row = weakest(judged.ruleset)
    named = pay_hand(judged.rank) is row.hand
    return named and row.rank in (None, judged.rank.ranks[0])


def qualifying_tags(judged: Qualifying) -> frozenset[str]:
    found = {"qualifies:yes" if judged.qualifies else "qualifies:no"}
    found |= {edge.value for edge in edges(judged)} | {trap.value for trap in traps(judged)}
    if is_just_enough(judged):
        found.add("just-enough")
    if {Edge.LOW_PAIR, Edge.ACE_ALONE, Edge.ACE_KING} & set(edges(judged)):
        found.add("just-short")
    return frozenset(found)


def marks(judged: Qualifying) -> dict[Card, Mark]:
    """The five play; of a pair, of two and of ace-king that qualify, the core decides."""
    core = judged.hand.core if judged.qualifies and len(judged.hand.core) < 5 else ()
    return {
        card: Mark.DECIDES
        if card in core
        else Mark.PLAYS
        if card in judged.hand.five
        else Mark.IDLE
        for card in judged.cards
    }


# --- what follows ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Consequence:
    """What becomes of the wagers of a dealer who does not qualify, by `rules.games.settle`."""

    ante: Settled
    raised: Settled


def consequence(judged: Qualifying) -> Consequence | None:
    """None where the dealer qualifies: then the hands are compared.

    The guest's cards, which nobody sees here, are any that are left: what is told of the wagers
    does not depend on them.
    """
    if judged.qualifies:
        return None
    left = [card for card in DECK if card not in judged.cards]
    player = tuple(left[: len(judged.own)])
    raised = _RAISES[judged.game]
    bets = {"ante": Decimal(1), raised: Decimal(2)}
    settled = settle(Round(player, judged.own, judged.board), bets, judged.ruleset)
    return Consequence(settled.wager("ante"), settled.wager(raised))


@lru_cache(maxsize=256)
def switches(judged: Qualifying) -> tuple[str, ...]:
    """The house rules that the answer and what follows from it turn on."""

    def result(ruleset: Ruleset) -> object:
        again = judge_dealer(judged.own, judged.board, ruleset)
        return again.qualifies, _follows(again)

    return turning_on(judged.ruleset, SWITCHES[judged.game], result)


def _follows(judged: Qualifying) -> dict[str, Any]:
    found = consequence(judged)
    if found is None:
        return {"game": judged.game, "qualifies": True}
    return {
        "game": judged.game,
        "qualifies": False,
        "ante": found.ante.outcome.value,
        "by_table": found.ante.table is not None,
    }


# --- reasons ---------------------------------------------------------------------------------


def explain(judged: Qualifying) -> tuple[Reason, ...]:
    """The five that play, what misleads, what the house asks for, what follows."""
    aside = [*_aside(judged)][:1]
    return (five_of(judged), *aside, needed(judged), Reason("game-means", _follows(judged)))


def five_of(judged: Qualifying) -> Reason:
    data = {"rank": judged.rank, "five": judged.rank.five_ranks, "ace_king": judged.ace_king}
    return Reason("dealers-five", {**data, "board": bool(judged.board)})


def needed(judged: Qualifying) -> Reason:
    return Reason("qualifier", {"least": weakest(judged.ruleset), "qualifies": judged.qualifies})


def _aside(judged: Qualifying) -> list[Reason]:
    found = traps(judged)
    misleading = [
        Reason(trap.kind, {"ranks": tuple(card.rank for card in found[trap])})
        for trap in Trap
        if trap in found
    ]
    edgy = [
        Reason("qualifying-edge", {"edge": edge.value, "rank": judged.rank})
        for edge in edges(judged)
    ]
    # A pair that is too low or an ace alone is worth more words than a draw beside it.
    return edgy + misleading
