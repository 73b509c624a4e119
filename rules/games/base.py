"""What a game is made of, and the frozen rules of one house for it.

A `Ruleset` is a value: engine, games and drills see nothing else of a house.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from enum import IntEnum, StrEnum
from fractions import Fraction
from typing import Final

from rules.engine.best import BestHand
from rules.engine.cards import Rank
from rules.engine.ranking import NATURAL_CATEGORIES, Category, HandRank
from rules.games.arithmetic import Arithmetic, Cap, Term, work_out
from rules.games.odds import parse_odds

# Raised with every switch that documents written before do not have (`Switch.since`).
SCHEMA: Final = 3


class Outcome(StrEnum):
    """What happens to one wager."""

    PAY = "pay"
    PUSH = "push"
    TAKE = "take"


class PayHand(IntEnum):
    """What a pay row may name, weakest first: the categories, with ace-king below a pair."""

    HIGH_CARD = 0
    ACE_KING = 1
    PAIR = 2
    TWO_PAIR = 3
    THREE_OF_A_KIND = 4
    STRAIGHT = 5
    FLUSH = 6
    FULL_HOUSE = 7
    FOUR_OF_A_KIND = 8
    STRAIGHT_FLUSH = 9
    ROYAL_FLUSH = 10

    @property
    def key(self) -> str:
        """`four-of-a-kind`: the name in documents."""
        return self.name.lower().replace("_", "-")


_PAY_HANDS: Final = {category: PayHand[category.name] for category in NATURAL_CATEGORIES}


def pay_hand(rank: HandRank) -> PayHand:
    """The pay row name of a hand: its category, or ace-king."""
    return PayHand.ACE_KING if rank.is_ace_king else _PAY_HANDS[rank.category]


class Bound(StrEnum):
    """Which hands a row covers besides the one it names."""

    EXACT = "exact"
    OR_BETTER = "or-better"
    OR_LESS = "or-less"


@dataclass(frozen=True, slots=True)
class PayRow:
    """`hand`, narrowed to one `rank` where given (a pair of aces), pays `pays` to one.

    A `fixed` row pays that amount of money whatever the stake.
    """

    hand: PayHand
    pays: Fraction
    bound: Bound = Bound.EXACT
    rank: Rank | None = None
    fixed: bool = False

    @property
    def key(self) -> str:
        """`pair-A-or-better`: unique in its table."""
        parts = [self.hand.key]
        if self.rank is not None:
            parts.append(self.rank.letter)
        if self.bound is not Bound.EXACT:
            parts.append(self.bound.value)
        return "-".join(parts)

    @property
    def ratio(self) -> str:
        """`pays` as it stands on the felt: `3:1`, `3:2`; a fixed amount as `600`, `7.5`."""
        if self.fixed:
            return format(Decimal(self.pays.numerator) / self.pays.denominator, "f")
        return f"{self.pays.numerator}:{self.pays.denominator}"

    def profit(self, stake: Decimal) -> Fraction:
        return self.pays if self.fixed else self.pays * Fraction(stake)

    def narrows(self, hand: PayHand) -> bool:
        """Whether the row picks some of this very *hand* by their leading rank."""
        return self.rank is not None and self.hand is hand

    def covers(self, rank: HandRank) -> bool:
        """Whether this row could pay *rank*, leaving aside the other rows of its table."""
        return self._covers(pay_hand(rank), rank)

    def _covers(self, hand: PayHand, rank: HandRank) -> bool:
        if self.bound is Bound.EXACT and self.hand is not hand:
            return False
        mine: tuple[int, ...] = (self.hand,)
        theirs: tuple[int, ...] = (hand,)
        if self.rank is not None:
            mine += (self.rank,)
            theirs += (rank.ranks[0],)
        if self.bound is Bound.OR_BETTER:
            return theirs >= mine
        if self.bound is Bound.OR_LESS:
            return theirs <= mine
        return theirs == mine


@dataclass(frozen=True, slots=True)
class PayTable:
    """Pay rows of one bet; a hand on no row gets `otherwise` (push or take)."""

    rows: tuple[PayRow, ...]
    otherwise: Outcome = Outcome.TAKE
    # Of a hand rows read its name and its leading rank: fewer than two hundred things.
    _found: dict[tuple[PayHand, Rank], PayRow | None] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def row_for(self, rank: HandRank) -> PayRow | None:
        """The row that pays *rank*, None if it gets `otherwise`.

        A row narrowed to the hand's own rank beats every other; then the exact row beats
        "or better" and "or less"; of several bounded rows the nearest counts. A royal flush
        without its own row is paid by the straight-flush row.
        """
        hand = pay_hand(rank)
        asked = hand, rank.ranks[0]
        if asked not in self._found:
            self._found[asked] = self._row_for(hand, rank)
        return self._found[asked]

    def _row_for(self, hand: PayHand, rank: HandRank) -> PayRow | None:
        covering = [row for row in self.rows if row._covers(hand, rank)]
        if hand is PayHand.ROYAL_FLUSH and all(row.hand is not hand for row in covering):
            fallback = PayHand.STRAIGHT_FLUSH
            covering += [r for r in self.rows if r.hand is fallback and r.key == fallback.key]
        return max(covering, key=lambda row: _claim(row, hand), default=None)


def _claim(row: PayRow, hand: PayHand) -> tuple[int, ...]:
    """How closely *row* names *hand*; the greatest claim pays."""
    narrow, exact = row.narrows(hand), row.bound is Bound.EXACT
    if row.bound is Bound.OR_LESS:
        return narrow, exact, 0, -row.hand, -(row.rank or Rank.ACE)
    return narrow, exact, 1, row.hand, row.rank or 0


class Origin(StrEnum):
    """Who says what a house does: the page that is named, Reference for it, or the house."""

    PAGE = "page"
    REFERENCE = "reference"
    HOUSE = "house"


@dataclass(frozen=True, slots=True)
class Source:
    """Where a rule or a table was read; `rules.houses.evidence` gives that of a house's value.

    `text` is a msgid. `everywhere`: every rule text that was read says so, those of the houses
    that are documented among them.
    """

    text: str
    assumed: bool = False
    origin: Origin = Origin.PAGE
    everywhere: bool = False


@dataclass(frozen=True, slots=True)
class Bet:
    """A wager of a game; `key` in documents and forms, `name` a msgid.

    A `fee` is a price: it is never returned.
    """

    key: str
    name: str
    fee: bool = False


@dataclass(frozen=True, slots=True)
class TableSlot:
    """A pay table that a house must fill.

    `bet` is what it pays, `default` Reference's rows, the strongest hand first. What a hand on
    no row gets is the game's to say: every house has the `otherwise` of `default`.
    """

    key: str
    name: str
    bet: str
    default: PayTable
    source: Source


class SwitchKind(StrEnum):
    """What the values of a switch are; `rules.games.switches` reads and checks them.

    Of an ORDER `values` are the items, each of which stands in it once.
    """

    CHOICE = "choice"
    AMOUNT = "amount"
    AMOUNT_OR_NONE = "amount-or-none"
    CHIPS = "chips"
    ORDER = "order"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Switch:
    """A point in which houses differ.

    `values` are all allowed values as text, `default` is Reference's, `labels` one short
    msgid a value, `text` one msgid that says what the switch decides. `since` is the schema
    that brought it; an older document is read as if it had `legacy`, the value under which
    everything is settled as it was before.
    """

    key: str
    name: str
    text: str
    values: tuple[str, ...]
    labels: tuple[str, ...]
    default: str
    source: Source
    kind: SwitchKind = SwitchKind.CHOICE
    since: int = 1
    legacy: str = ""


@dataclass(frozen=True, slots=True)
class Limits:
    """Stakes of one bet: least, most and the step between, in units of the house currency."""

    minimum: Decimal
    maximum: Decimal
    step: Decimal

    def __contains__(self, stake: Decimal) -> bool:
        inside = self.minimum <= stake <= self.maximum
        return inside and (stake - self.minimum) % self.step == 0


@dataclass(frozen=True, slots=True)
class Game:
    """A game as data: everything that menus, admin and documents need to know of it."""

    key: str
    name: str
    summary: str
    order: int
    bets: tuple[Bet, ...]
    tables: tuple[TableSlot, ...] = ()
    switches: tuple[Switch, ...] = ()
    limits: Mapping[str, Limits] = field(default_factory=dict)

    def bet(self, key: str) -> Bet:
        return next(bet for bet in self.bets if bet.key == key)

    def table(self, key: str) -> TableSlot:
        return next(slot for slot in self.tables if slot.key == key)

    def switch(self, key: str) -> Switch:
        return next(switch for switch in self.switches if switch.key == key)

    def default_ruleset(self, house: str = "reference") -> "Ruleset":
        return Ruleset(
            game=self.key,
            house=house,
            number=0,
            switches={switch.key: switch.default for switch in self.switches},
            limits=dict(self.limits),
            tables={slot.key: slot.default for slot in self.tables},
        )


@dataclass(frozen=True, slots=True)
class Ruleset:
    """The rules of one house for one game, every switch resolved.

    `number` is the version it was made from, 0 for an unpublished draft.
    """

    game: str
    house: str
    number: int
    switches: Mapping[str, str]
    limits: Mapping[str, Limits]
    tables: Mapping[str, PayTable]
    schema: int = SCHEMA

    def __hash__(self) -> int:
        """Of what is hashable; what is worked out under the same rules may be kept by them."""
        return hash((self.game, self.house, self.number))


@dataclass(frozen=True, slots=True)
class WagerResult:
    """What one wager gets: `profit` is positive for pay, 0 for push, minus the stake for take.

    `table` and `row` name what paid it; `hand` is the hand that was judged. `arithmetic` says
    how the profit came about; None if no row counted.
    """

    bet: str
    stake: Decimal
    outcome: Outcome
    profit: Fraction
    table: str
    row: PayRow | None
    hand: BestHand
    arithmetic: Arithmetic | None = None

    @property
    def pays(self) -> Fraction:
        """Odds to one of the row, of a fixed amount what it comes to; 0 without a row."""
        return self.row.profit(self.stake) / Fraction(self.stake) if self.row else Fraction(0)


def pay_by_table(
    bet: str,
    stake: Decimal,
    hand: BestHand,
    table_key: str,
    ruleset: Ruleset,
    caps: Sequence[Cap] = (),
    unit: Decimal | None = None,
) -> WagerResult:
    """Settle a wager judged on one hand alone. What comes to 0 returns the bet.

    *caps* and *unit* as in `work_out`: without them the table alone speaks.
    """
    table = ruleset.tables[table_key]
    row = table.row_for(hand.rank)
    if row is None:
        loses = table.otherwise is Outcome.TAKE
        profit = -Fraction(stake) if loses else Fraction(0)
        return WagerResult(bet, stake, table.otherwise, profit, table_key, None, hand)
    terms = (Term(stake, table_key, row, hand.rank, hand.five),)
    sum_ = work_out(terms, caps, unit)
    outcome = Outcome.PAY if sum_.profit else Outcome.PUSH
    return WagerResult(bet, stake, outcome, sum_.profit, table_key, row, hand, sum_)


def make_rows(text: str) -> tuple[PayRow, ...]:
    """Rows from the short form `trips 3, straight 4, pair A or better 7, flush 3:2`.

    The names are those of `PayHand` with `trips`, `quads`; used by the game files so that a
    table reads like the plate on the felt.
    """
    short = {"trips": PayHand.THREE_OF_A_KIND, "quads": PayHand.FOUR_OF_A_KIND}
    names = {member.key.replace("-", " "): member for member in PayHand} | short
    ranks = {rank.letter: rank for rank in Rank}
    rows = []
    for entry in text.split(","):
        name, _, odds = entry.strip().rpartition(" ")
        bound = Bound.EXACT
        for candidate in (Bound.OR_BETTER, Bound.OR_LESS):
            suffix = " " + candidate.value.replace("-", " ")
            if name.endswith(suffix):
                name, bound = name.removesuffix(suffix), candidate
        rank = None
        head, _, tail = name.rpartition(" ")
        if tail in ranks and head in names:
            name, rank = head, ranks[tail]
        rows.append(PayRow(names[name], parse_odds(odds), bound, rank))
    return tuple(rows)


CATEGORY_OF: Final[dict[PayHand, Category]] = {
    PayHand[category.name]: category for category in NATURAL_CATEGORIES
} | {PayHand.ACE_KING: Category.HIGH_CARD}
