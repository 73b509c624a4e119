"""Stored deals and verdicts derived again by a second way; nothing is written.

A deal must match its hash, come again from its seed, and have hands that the tables of
`rules.engine.batch` rank as the readable ranker does. A verdict must be what its drill says
today, and the hands and winners that it names must be those of the tables.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import InvalidOperation
from itertools import combinations
from typing import Final

from rules.engine import ENGINE_VERSION
from rules.engine.batch import card_ids, rank_of, strength
from rules.engine.best import best_five
from rules.engine.cards import Card, format_cards
from rules.engine.tables import SIZES
from rules.models import TamperedVersionError
from trainer.drills import base, find_drill
from trainer.models import Answer, Deal, Verdict
from trainer.models.practice import DamagedDealError
from trainer.practice.dealing import make_deal

# Deals at a time, with their answers and verdicts.
CHUNK: Final = 200

# What a row that somebody changed may raise: refusals of the engine are value errors, an unknown
# drill is a lookup error.
_UNREADABLE: Final = (
    DamagedDealError,
    InvalidOperation,
    LookupError,
    TamperedVersionError,
    TypeError,
    ValueError,
)


@dataclass(frozen=True, slots=True)
class Checked:
    """A deal with the latest verdict on each of its answers.

    `dealt_again` is False if its generator is no longer there. `faults` say what differs in the
    deal, `verdict_faults` by the key of the answer; an empty list agrees.
    """

    deal: Deal
    dealt_again: bool
    faults: list[str]
    verdict_faults: dict[int, list[str]]

    @property
    def agree(self) -> int:
        """How many verdicts; none where the deal itself does not."""
        return sum(not self.faults and not each for each in self.verdict_faults.values())

    @property
    def differ(self) -> int:
        return len(self.verdict_faults) - self.agree


def check_stored(limit: int | None = None) -> Iterator[Checked]:
    """The newest deals first, so many or all."""
    deals = (
        Deal.objects.select_related("version__house", "variant_of")
        .prefetch_related("question_set__answers__verdicts")
        .order_by("-pk")[:limit]
    )
    return map(_check, deals.iterator(chunk_size=CHUNK))


def _check(stored: Deal) -> Checked:
    answers = [
        answer for question in stored.question_set.all() for answer in question.answers.all()
    ]
    latest = {
        answer.pk: (answer, max(answer.verdicts.all(), key=lambda verdict: verdict.pk))
        for answer in answers
        if answer.verdicts.all()
    }
    try:
        deal, drill = stored.value, find_drill(stored.drill)
        dealt_again = drill.generator == stored.generator
        faults = [*_seed_faults(stored)] if dealt_again else []
        faults += _hand_faults(deal)
    except _UNREADABLE as error:
        return Checked(stored, False, [_shown(error)], {pk: [] for pk in latest})
    verdicts = {
        pk: _verdict_faults(stored, answer, verdict) for pk, (answer, verdict) in latest.items()
    }
    return Checked(stored, dealt_again, faults, verdicts)


def _shown(error: Exception) -> str:
    return f"cannot be read: {type(error).__name__}: {error}"


def _seed_faults(stored: Deal) -> Iterator[str]:
    source = stored.variant_of.value if stored.variant_of else None
    made_of = stored.drill, stored.version, stored.level, bytes(stored.seed)
    try:
        again = make_deal(*made_of, stored.want, source)
    except base.CannotDealError:
        yield "its seed deals nothing"
        return
    if base.spec_json(again.to_spec()) != stored.spec:
        yield "its seed deals other cards, bets or tags"


def _hands(deal: base.Deal, groups: tuple[base.Group, ...]) -> dict[int, tuple[Card, ...]]:
    """By seat, the dealer as −1: whoever has five to seven cards with the board."""
    board = _board(groups)
    found = {group.seat: (*board, *group.cards) for group in groups if not _is_board(group)}
    return {seat: cards for seat, cards in found.items() if len(cards) in SIZES}


def _is_board(group: base.Group) -> bool:
    return group.role is base.GroupRole.BOARD


def _board(groups: tuple[base.Group, ...]) -> tuple[Card, ...]:
    return tuple(card for group in groups if _is_board(group) for card in group.cards)


def _hand_faults(deal: base.Deal) -> list[str]:
    """Where the readable ranker and the tables differ, in a hand or in the order of two."""
    ranked = [
        (cards, best_five(cards).rank, strength(card_ids(cards)))
        for cards in _hands(deal, deal.groups + deal.hidden).values()
    ]
    faults = [
        f"{format_cards(cards)} is {rank}, by the tables {rank_of(number)}"
        for cards, rank, number in ranked
        if rank != rank_of(number)
    ]
    for (one, high, above), (other, low, below) in combinations(ranked, 2):
        if (high > low, high == low) != (above > below, above == below):
            faults.append(f"{format_cards(one)} and {format_cards(other)} are in another order")
    return faults


def _verdict_faults(stored: Deal, answer: Answer, verdict: Verdict) -> list[str]:
    deal = stored.value
    try:
        given = base.answer_from_data(answer.given)
        today = find_drill(stored.drill).check(deal, given, stored.version.ruleset)
    except _UNREADABLE as error:
        return [_shown(error)]
    faults = []
    if verdict.parts != [part.to_data() for part in today.parts]:
        faults.append("its parts are others today")
    if verdict.right != today.right:
        faults.append(f"it was {_word(verdict.right)}, today it is {_word(today.right)}")
    if faults and verdict.engine != ENGINE_VERSION:
        faults.append(f"engine {verdict.engine} judged, this is {ENGINE_VERSION}")
    return faults + _said_faults(deal, today)


def _word(right: bool) -> str:
    return "right" if right else "wrong"


def _said_faults(deal: base.Deal, verdict: base.Verdict) -> list[str]:
    """Where the hands that the dealer calls and the winners are not those of the tables."""
    strengths = {
        seat: strength(card_ids(cards))
        for seat, cards in _hands(deal, deal.groups or deal.hidden).items()
    }
    said = verdict.call.hands if verdict.call else ()
    faults = [
        f"seat {hand.seat} is called {hand.rank}, by the tables {rank_of(strengths[hand.seat])}"
        for hand in said
        if hand.seat in strengths and hand.rank != rank_of(strengths[hand.seat])
    ]
    best = max(strengths.values(), default=0)
    winners = tuple(sorted(seat for seat, number in strengths.items() if number == best))
    # The tables rank high hands; who holds the better low they cannot tell.
    high = deal.drill != "low-hands"
    if high and verdict.winners and verdict.winners != winners:
        faults.append(f"seats {verdict.winners} win, by the tables {winners}")
    return faults
