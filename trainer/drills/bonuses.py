"""The bonus of each game as a drill deals it: one wager, settled once by `rules.games.settle`."""

from collections.abc import Mapping
from decimal import Decimal
from functools import lru_cache
from itertools import takewhile
from typing import Final, Protocol

from rules.engine.cards import DECK, Card
from rules.engine.ranking import rank_hand
from rules.engine.text import gettext_noop
from rules.games import settle
from rules.games.base import Limits, PayRow, Ruleset
from rules.games.casino_holdem import aa_board
from rules.games.settlement import Round, Settled
from rules.games.switches import is_on
from trainer.drills.deals import Deal, Group, GroupRole
from trainer.drills.strata.base import BOUGHT, Deck
from trainer.drills.strata.bonus import Plan, on_a_row

FIRST_FIVE: Final = "bonus_first5"
SIX: Final = "bonus6"
NEEDS_WIN: Final = "trips_needs_win"
# What becomes of fractions of a chip.
FRACTIONS: Final = ("rounding", "chip_set")


class Bonus(Protocol):
    """How one game deals its bonus.

    `tables` are the pay tables that may pay, `switches` the house rules that the result may
    depend on.
    """

    bet: str
    prompt: str
    tables: tuple[str, ...]
    switches: tuple[str, ...]

    def deal(self, deck: Deck, plan: Plan, ruleset: Ruleset, level: int) -> tuple[Group, ...]: ...


def settle_bonus(deal: Deal, ruleset: Ruleset) -> Settled:
    """What the house does with the only wager of *deal*."""
    [wager] = deal.wagers
    round_ = Round(player=deal.players[0].cards, dealer=deal.dealer, board=deal.board)
    return settle(round_, {wager.bet: wager.stake}, ruleset).wager(wager.bet)


class RussianBonus:
    bet = "bonus"
    prompt = gettext_noop("What does the bonus pay?")
    tables: tuple[str, ...] = (FIRST_FIVE, SIX)
    switches: tuple[str, ...] = (
        "bonus_max_payout",
        "max_payout",
        "max_payout_scope",
        *FRACTIONS,
    )

    def deal(self, deck: Deck, plan: Plan, ruleset: Ruleset, level: int) -> tuple[Group, ...]:
        """Without a bought card the plan makes five cards by the first-five table. With one it
        makes six by the six-card table, of which one that leaves the others on no row of the
        first-five table was bought, each equally likely; but every second hand on a row is
        made by the first-five table and the bought card uniform, at level 3 every second time
        from those that make the hand stronger."""
        rng = deck.rng
        first5, six_cards = (ruleset.tables[key] for key in self.tables)
        if not rng.below(BOUGHT[level]):
            return (_player(rng.shuffled(plan(deck, first5, 5))),)
        if plan is on_a_row and rng.below(2):
            five = rng.shuffled(plan(deck, first5, 5))
            return (_player([*five, self._late_card(deck, five, level)], bought=True),)
        six = rng.shuffled(plan(deck, six_cards, 6))
        last = [card for card in six if first5.row_for(rank_hand(_without(six, card))) is None]
        sixth = rng.choice(last or six)
        return (_player([*_without(six, sixth), sixth], bought=True),)

    @staticmethod
    def _late_card(deck: Deck, five: list[Card], level: int) -> Card:
        stronger: list[Card] = []
        if level == 3 and deck.rng.below(2):
            rank = rank_hand(five)
            stronger = [card for card in deck.cards if rank_hand([*five, card]) > rank]
        return deck.rng.choice(stronger or deck.cards)


class TripsBonus:
    bet = "trips"
    prompt = gettext_noop("What does Trips pay?")
    tables: tuple[str, ...] = ("trips",)
    switches: tuple[str, ...] = (NEEDS_WIN, *FRACTIONS)

    def deal(self, deck: Deck, plan: Plan, ruleset: Ruleset, level: int) -> tuple[Group, ...]:
        """The plan makes seven cards; two of them, uniform, are the player’s own. Where only a
        win is paid the dealer’s two lie open too, against every second hand on a row uniform
        from those that it does not beat."""
        table = ruleset.tables["trips"]
        seven = deck.rng.shuffled(plan(deck, table, 7))
        board, own = seven[2:], seven[:2]
        if not is_on(ruleset, NEEDS_WIN):
            return _board(board), _player(own)
        rank = rank_hand(seven)
        beaten = table.row_for(rank) is None or deck.rng.below(2) == 1
        dealer = deck.draw_until(2, lambda two: beaten or rank_hand([*board, *two]) >= rank)
        return _board(board), _player(own), Group(GroupRole.DEALER, tuple(dealer))


class AABonus:
    bet = "aa"
    prompt = gettext_noop("What does the AA bonus pay?")
    tables: tuple[str, ...] = ("aa",)
    switches: tuple[str, ...] = ("aa_cards", *FRACTIONS)

    def deal(self, deck: Deck, plan: Plan, ruleset: Ruleset, level: int) -> tuple[Group, ...]:
        """The plan makes as many cards as the house counts, two of them, uniform, the
        player’s own. At level 3 turn and river lie open too where they do not count, every
        second time uniform from those with which the hand would be on another row."""
        table = ruleset.tables["aa"]
        cards = deck.rng.shuffled(plan(deck, table, counted(ruleset)))
        hole, board = cards[:2], cards[2:]
        if level == 3 and len(board) == 3:
            row = table.row_for(rank_hand(cards))
            tempting = deck.rng.below(2)
            board += deck.draw_until(
                2, lambda late: not tempting or table.row_for(rank_hand([*cards, *late])) != row
            )
        return _board(board), _player(hole)


def counted(ruleset: Ruleset) -> int:
    """How many cards the AA bonus is judged on."""
    return 2 + len(aa_board(DECK[:5], ruleset))


def _player(cards: list[Card], bought: bool = False) -> Group:
    return Group(GroupRole.PLAYER, tuple(cards), seat=0, bought=bought)


def _board(cards: list[Card]) -> Group:
    return Group(GroupRole.BOARD, tuple(cards))


def _without(cards: list[Card], gone: Card) -> list[Card]:
    return [card for card in cards if card != gone]


BONUSES: Final[Mapping[str, Bonus]] = {
    "russian-poker": RussianBonus(),
    "ultimate-texas-holdem": TripsBonus(),
    "casino-holdem": AABonus(),
}


# --- stakes ----------------------------------------------------------------------------------

_TENS: Final = tuple(map(Decimal, range(10, 110, 10)))
_TABLE_STAKES: Final = tuple(
    map(Decimal, (5, 10, 15, 20, 25, 30, 40, 50, 60, 75, 80, 100, 120, 150, 200, 250))
)
# What a house without limits for the bet is taken to allow.
USUAL_LIMITS: Final = Limits(Decimal(5), Decimal(500), Decimal(5))
# How many stakes from the minimum up are considered.
_STEPS: Final = 50


def stakes(bonus: Bonus, ruleset: Ruleset, level: int) -> tuple[Decimal, ...]:
    """The stakes of a level, all within the limits, none of which a row pays in part cents,
    before any maximum and rounding.

    Level 1: tens up to 100. Level 2: what is often staked. Level 3: no tens. Where limits
    leave none of these, the first fifty stakes from the minimum up.
    """
    rows = {row for key in bonus.tables for row in ruleset.tables[key].rows if not row.fixed}
    return usual_stakes(ruleset.limits.get(bonus.bet, USUAL_LIMITS), frozenset(rows), level)


@lru_cache(maxsize=64)
def usual_stakes(limits: Limits, rows: frozenset[PayRow], level: int) -> tuple[Decimal, ...]:
    """The stakes of a level within *limits*; see `stakes`."""
    from_minimum = (limits.minimum + step * limits.step for step in range(_STEPS))
    every = tuple(takewhile(limits.__contains__, from_minimum))
    usual = {
        1: [stake for stake in _TENS if stake in limits],
        2: [stake for stake in _TABLE_STAKES if stake in limits],
        3: [stake for stake in every if stake % 10],
    }
    for offered in (usual[level], every):
        whole = tuple(stake for stake in offered if all(_in_cents(stake, row) for row in rows))
        if whole:
            return whole
    return every


def _in_cents(stake: Decimal, row: PayRow) -> bool:
    return (row.profit(stake) * 100).denominator == 1
