"""Prove it: beside the winner, what decides against the next hand.

What is right
    What `rules.engine.compare` gives as the reason between the winner and the strongest loser:
    the rank of the winner that decides, the category, or nothing where everybody ties. Where a
    house has ace-king for a hand of its own, the category is right as well for ace-king against
    a lower high card: both are names for the same difference.
"""

from typing import Final

from rules.engine.cards import Rank
from rules.engine.compare import Basis, Decision
from rules.engine.text import gettext_noop
from rules.games.base import pay_hand
from trainer.drills.answers import ChoiceAnswer, Option
from trainer.drills.deals import Deal
from trainer.drills.showdown import Showdown
from trainer.drills.verdicts import ErrorCode, Part

CATEGORY: Final = "category"
NOTHING: Final = "nothing"


def _hotkey(rank: Rank) -> str:
    """As for the ranks of a named hand: 0, 1 or T is the ten."""
    if rank is Rank.TEN:
        return "0 1 KeyT"
    return rank.index if rank < Rank.TEN else f"Key{rank.letter}"


_BY_CATEGORY: Final = Option(
    CATEGORY, "text", hotkey="+", label=gettext_noop("the category decides")
)
_TIES: Final = Option(NOTHING, "text", hotkey="-", label=gettext_noop("nothing, it is a tie"))
_ALL_TIE: Final = Option(NOTHING, "text", hotkey="-", label=gettext_noop("nothing, everyone ties"))
_RANKS: Final = {
    rank: Option(
        rank.letter,
        "text",
        hotkey=_hotkey(rank),
        label=gettext_noop("%(rank)s decides"),
        params={"rank": rank},
        value=rank,
    )
    for rank in sorted(Rank, reverse=True)
}


def proofs(deal: Deal) -> tuple[Option, ...]:
    """The ranks that lie open from the ace down, the category, nothing."""
    shown = {card.rank for group in deal.groups for card in group.cards}
    ranks = (option for rank, option in _RANKS.items() if rank in shown)
    tie = _TIES if deal.dealer or len(deal.players) == 2 else _ALL_TIE
    return (*ranks, _BY_CATEGORY, tie)


def proof(table: Showdown) -> str:
    """The key of what decides."""
    decision = table.comparison.decision
    if decision.basis is Basis.TIE:
        return NOTHING
    return CATEGORY if decision.step is None else decision.ranks[0].letter


def proof_part(table: Showdown, given: str, mistake: ErrorCode | None) -> Part:
    """*mistake* is the one about the winner: what follows from it is no mistake of its own."""
    right = given == proof(table) or (given == CATEGORY and _named_apart(table))
    return Part(
        "proof",
        right,
        ChoiceAnswer(given).to_data(),
        ChoiceAnswer(proof(table)).to_data(),
        None if right else mistake or ErrorCode.PROOF,
    )


def _named_apart(table: Showdown) -> bool:
    """Whether the hands have different names in a game without a board, of one category or not."""
    decision: Decision = table.comparison.decision
    return not table.board and pay_hand(decision.stronger) is not pay_hand(decision.weaker)
