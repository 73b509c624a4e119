"""Which hand wins: all cards are open, say who has the strongest five.

Hold’em: two to six players and a board; right is exactly the set of winners. Russian poker:
the player’s five or six cards against a dealer who has game; player, dealer or tie.

Levels
    1: two sides, five cards in Russian poker, mostly different categories; about
       every sixth or seventh deal is a tie.
    2: up to four players, every second Russian poker hand with a bought card; most hands
       meet inside one category, about every sixth deal is a tie.
    3: five or six players, two Russian poker hands of three with a bought card; beside the
       winner the rank that decides is asked, as `trainer.drills.proofs` says.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from rules.engine.ranking import rank_hand
from rules.engine.text import gettext_noop
from rules.games.base import Ruleset
from rules.games.russian_poker import dealer_qualifies
from trainer.drills import posted
from trainer.drills.answers import Answer, AnswerKind, Option, Question, SeatsAnswer, SidesAnswer
from trainer.drills.calls import call_box, call_pot, call_switches
from trainer.drills.deals import ASKS, LEVELS, Deal, Group, GroupRole
from trainer.drills.named_hand import reads_high
from trainer.drills.proofs import proof, proof_part, proofs
from trainer.drills.search import Dealing
from trainer.drills.showdown import (
    DEALER,
    Showdown,
    decision_against,
    is_kicker,
    marks,
    showdown,
    showdown_tags,
)
from trainer.drills.showdown_reasons import explain, rival
from trainer.drills.strata import holdem, russian
from trainer.drills.strata.base import BOUGHT, Deck, draw_stratum
from trainer.drills.stream import Stream
from trainer.drills.tags import CATEGORY_SKILLS, TRAP_SKILLS
from trainer.drills.verdicts import ErrorCode, Part, Verdict

HOLDEM: Final = "texas-holdem"
RUSSIAN: Final = "russian-poker"
SEATS: Final = {1: (2,), 2: (2, 3, 4), 3: (5, 6)}
# At level 3; deals from before it was asked for do not have it.
PROVE: Final = ((ASKS, "proof"),)

LEFT: Final = "left"
TIE: Final = "tie"
RIGHT: Final = "right"
_SIDES: Final = {
    HOLDEM: (
        Option(LEFT, GroupRole.PLAYER, 0),
        Option(TIE, TIE),
        Option(RIGHT, GroupRole.PLAYER, 1),
    ),
    RUSSIAN: (
        Option(LEFT, GroupRole.PLAYER, 0),
        Option(TIE, TIE),
        Option(RIGHT, GroupRole.DEALER, DEALER),
    ),
}


class WhichHandWins(Dealing):
    key = "which-hand-wins"
    name = gettext_noop("Which hand wins")
    summary = gettext_noop("All cards are open: find the strongest five, or the tie.")
    order = 10
    generator = 2
    games: tuple[str, ...] = (RUSSIAN, HOLDEM)
    levels: Mapping[int, str] = {
        1: gettext_noop("Two hands, mostly of different categories."),
        2: gettext_noop("Close hands and ties."),
        3: gettext_noop("Full tables and near misses, and what decides."),
    }
    skills: Mapping[str, str] = {
        "kicker": gettext_noop("Kickers"),
        "tie": gettext_noop("Ties"),
        "same-category": gettext_noop("Two hands of one category"),
        "wheel": gettext_noop("The wheel"),
        "ace-king": gettext_noop("Ace-king"),
        "board-plays": gettext_noop("The board plays"),
        "sixth-card": gettext_noop("Bought card that plays"),
        "idle-sixth-card": gettext_noop("Bought card that does not play"),
        **TRAP_SKILLS,
        **CATEGORY_SKILLS,
    }

    def offers(self, ruleset: Ruleset) -> bool:
        return reads_high(ruleset)

    def _make(self, rng: Stream, ruleset: Ruleset, level: int, aims: frozenset[str]) -> Deal:
        make = self._deal_holdem if ruleset.game == HOLDEM else self._deal_russian
        deal = make(rng, ruleset, level, aims)
        return replace(deal, facts=PROVE) if level == LEVELS[-1] else deal

    def _tags(self, deal: Deal, ruleset: Ruleset) -> frozenset[str]:
        return showdown_tags(showdown(deal))

    def _result(self, deal: Deal, ruleset: Ruleset) -> tuple[int, ...]:
        return showdown(deal).winners

    def _is_askable(self, deal: Deal, ruleset: Ruleset) -> bool:
        return not deal.dealer or dealer_qualifies(rank_hand(deal.dealer), ruleset)

    def _deal_holdem(
        self, rng: Stream, ruleset: Ruleset, level: int, aims: frozenset[str]
    ) -> Deal:
        stratum = draw_stratum(rng, holdem.STRATA, level, aims)
        layout = holdem.deal_holdem(Deck(rng), stratum.build, rng.choice(SEATS[level]))
        board = Group(GroupRole.BOARD, tuple(layout.board))
        players = (
            Group(GroupRole.PLAYER, tuple(hole), seat) for seat, hole in enumerate(layout.holes)
        )
        return Deal(self.key, ruleset.game, level, (board, *players), stratum=stratum.key)

    def _deal_russian(
        self, rng: Stream, ruleset: Ruleset, level: int, aims: frozenset[str]
    ) -> Deal:
        stratum = draw_stratum(rng, russian.STRATA, level, aims)
        bought = rng.below(BOUGHT[level]) > 0
        cards, dealer = russian.deal_russian(
            Deck(rng), stratum.build, lambda rank: dealer_qualifies(rank, ruleset), bought
        )
        player = Group(GroupRole.PLAYER, tuple(cards), seat=0, bought=len(cards) == 6)
        groups = (player, Group(GroupRole.DEALER, tuple(dealer)))
        return Deal(self.key, ruleset.game, level, groups, stratum=stratum.key)

    def question(self, deal: Deal, ruleset: Ruleset) -> Question:
        return _question(deal)

    def parse_answer(self, deal: Deal, data: Mapping[str, Sequence[str]]) -> Answer:
        return posted.parse_chosen(_question(deal), data)

    def expected(self, deal: Deal, ruleset: Ruleset) -> Answer:
        return _answer_for(deal, showdown(deal))

    def switches(self, deal: Deal, ruleset: Ruleset) -> tuple[str, ...]:
        return call_switches(showdown(deal), ruleset) if deal.dealer else ()

    def check(self, deal: Deal, answer: Answer, ruleset: Ruleset) -> Verdict:
        if not isinstance(answer, SidesAnswer | SeatsAnswer):
            raise TypeError(f"not an answer to this drill: {answer!r}")
        table = showdown(deal)
        given = _given_seats(deal, answer)
        parts = [_winner_part(deal, table, answer, given)]
        shown = rival(table, given)
        if _proves(deal):
            parts.append(proof_part(table, answer.also, parts[0].code))
            # What decides has been asked against the strongest loser, whoever was chosen.
            shown = table.comparison.runner_up
        return Verdict(
            tuple(parts),
            explain(table, given, shown),
            marks(table, decision_against(table, shown)),
            tuple(sorted(table.winners)),
            call_box(table, ruleset) if deal.dealer else call_pot(table),
            self.switches(deal, ruleset),
        )


def _proves(deal: Deal) -> bool:
    return ASKS in dict(deal.facts)


def _question(deal: Deal) -> Question:
    if deal.game == RUSSIAN or len(deal.players) == 2:
        if _proves(deal):
            return replace(_PROVEN_SIDES, options=_SIDES[deal.game], also=proofs(deal))
        return Question(AnswerKind.SIDES, gettext_noop("Which hand wins?"), _SIDES[deal.game])
    options = tuple(
        Option(str(group.seat), GroupRole.PLAYER, group.seat) for group in deal.players
    )
    if _proves(deal):
        return replace(_PROVEN_SEATS, options=options, also=proofs(deal))
    return Question(AnswerKind.SEATS, gettext_noop("Who wins? Choose every winner."), options)


_PROVEN_SIDES: Final = Question(
    AnswerKind.SIDES,
    gettext_noop("Which hand wins, and which rank decides?"),
    legend=gettext_noop("Winner"),
    also_legend=gettext_noop("The winner’s rank that decides"),
)
_PROVEN_SEATS: Final = Question(
    AnswerKind.SEATS,
    gettext_noop("Who wins, and which rank decides?"),
    legend=gettext_noop("Every winner"),
    also_legend=gettext_noop("The winner’s rank that decides against the next hand"),
)


def _answer_for(deal: Deal, table: Showdown) -> SidesAnswer | SeatsAnswer:
    answer = _winner_for(deal, table)
    return replace(answer, also=proof(table)) if _proves(deal) else answer


def _winner_for(deal: Deal, table: Showdown) -> SidesAnswer | SeatsAnswer:
    question = _question(deal)
    if question.kind is AnswerKind.SEATS:
        return SeatsAnswer(frozenset(table.winners))
    if len(table.winners) > 1:
        return SidesAnswer(TIE)
    return next(SidesAnswer(o.key) for o in _sides(question) if o.seat in table.winners)


def _winner_part(
    deal: Deal, table: Showdown, answer: SidesAnswer | SeatsAnswer, given: frozenset[int]
) -> Part:
    named, expected = replace(answer, also=""), _winner_for(deal, table)
    right = named == expected
    code = None if right else _code(table, given)
    return Part("winner", right, named.to_data(), expected.to_data(), code)


def _given_seats(deal: Deal, answer: SidesAnswer | SeatsAnswer) -> frozenset[int]:
    """The seats that the answer takes for winners."""
    if isinstance(answer, SeatsAnswer):
        return answer.seats
    sides = _sides(_question(deal))
    return frozenset(side.seat for side in sides if answer.choice in (TIE, side.key))


def _sides(question: Question) -> list[Option]:
    """The options that are hands."""
    return [option for option in question.options if option.role != TIE]


def _code(table: Showdown, given: frozenset[int]) -> ErrorCode:
    """What went wrong: a winner left out of a tie, a kicker overlooked, or a hand misread."""
    if given < frozenset(table.winners):
        return ErrorCode.MISSED_TIE
    decision = decision_against(table, rival(table, given))
    return ErrorCode.KICKER if is_kicker(decision) else ErrorCode.MISREAD_HAND


DRILL = WhichHandWins()
