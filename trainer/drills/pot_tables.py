"""A pot that is to be divided: read from a deal, settled, and told step by step.

At most four steps: the pots, who wins them, an odd chip, and the sum of the seat asked for.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property, lru_cache
from typing import Any, Final

from rules.engine.best import BestHand
from rules.engine.cards import Card
from rules.engine.pots import Award, OddChip, Pot, Split
from rules.games import texas_holdem
from rules.games.base import Ruleset
from rules.games.texas_holdem import PotSettlement, Table
from trainer.drills.deals import Deal
from trainer.drills.turning import turning_on, with_switches
from trainer.drills.verdicts import Mark, Reason

# The house rules that the result may depend on.
SWITCHES: Final = ("odd_chip", "chip_unit", "hi_lo", "low_qualifier", "lowball")
# So small that it leaves no part of an amount but of thirds, sevenths and the like.
_FINEST_CHIP: Final = "0.0001"


# --- the deal --------------------------------------------------------------------------------


def facts(
    contributions: Mapping[int, Decimal], folded: Sequence[int], button: int, asked: int
) -> tuple[tuple[str, str], ...]:
    """What a deal says of the table beside the cards; inverse of the properties of `PotTable`."""
    return (
        *((f"put-{seat}", f"{amount:f}") for seat, amount in sorted(contributions.items())),
        ("folded", " ".join(map(str, folded))),
        ("button", str(button)),
        ("asked", str(asked)),
    )


@dataclass(frozen=True)
class PotTable:
    """A dealt table with what the house does about its pots."""

    deal: Deal
    ruleset: Ruleset

    @cached_property
    def contributions(self) -> dict[int, Decimal]:
        """By seat, folded seats too."""
        put = [(key, value) for key, value in self.deal.facts if key.startswith("put-")]
        return {int(key.removeprefix("put-")): Decimal(value) for key, value in put}

    @property
    def folded(self) -> frozenset[int]:
        return frozenset(map(int, self.deal.fact("folded").split()))

    @property
    def live(self) -> tuple[int, ...]:
        return tuple(seat for seat in self.contributions if seat not in self.folded)

    @property
    def button(self) -> int:
        return int(self.deal.fact("button"))

    @property
    def asked(self) -> int:
        return int(self.deal.fact("asked"))

    @property
    def letter(self) -> str:
        """The name of the seat that is asked for, as it stands beside the cards."""
        return chr(ord("A") + self.asked)

    @cached_property
    def settlement(self) -> PotSettlement:
        return settle_table(self, self.ruleset)

    @property
    def amount(self) -> Decimal:
        """What the seat that is asked for takes."""
        return self.settlement.amounts.get(self.asked, Decimal(0))

    @property
    def awards(self) -> tuple[tuple[Pot, Award], ...]:
        showdown = self.settlement.showdown
        return tuple(zip(showdown.pots, showdown.awards, strict=True))

    @property
    def contested(self) -> tuple[tuple[Pot, Award], ...]:
        """The pots that the seat asked for can win, or all if it can win none."""
        mine = tuple((p, a) for p, a in self.awards if self.asked in p.eligible)
        return mine or self.awards

    @property
    def chip(self) -> Decimal:
        return Decimal(self.ruleset.switches["chip_unit"])


def settle_table(table: PotTable, ruleset: Ruleset) -> PotSettlement:
    """Under *ruleset*, which need not be that of *table*."""
    holes = {group.seat: group.cards for group in table.deal.players}
    return texas_holdem.settle(
        Table(table.deal.board, holes, table.contributions, table.folded, table.button), ruleset
    )


def splits(award: Award) -> tuple[Split, ...]:
    return (award.high,) if award.low is None else (award.high, award.low)


@lru_cache(maxsize=256)
def switches(table: PotTable) -> tuple[str, ...]:
    """The house rules that the amount turns on; that no chip is smaller if one was odd."""

    def amount(ruleset: Ruleset) -> Decimal | None:
        return settle_table(table, ruleset).amounts.get(table.asked)

    found = turning_on(table.ruleset, SWITCHES, amount)
    finer = amount(with_switches(table.ruleset, chip_unit=_FINEST_CHIP))
    if finer != amount(table.ruleset):
        found = (*found, "chip_unit")
    return tuple(key for key in SWITCHES if key in found)


# --- tags and marks --------------------------------------------------------------------------


def pot_tags(table: PotTable) -> frozenset[str]:
    found = set()
    for pot, award in table.contested:
        shared = [split for split in splits(award) if len(split.shares) > 1]
        if shared:
            found.add("split-pot")
        if any(split.odd_chips for split in shared):
            found.add("odd-chip")
        if award.low is not None:
            found.add("high-low")
        if pot.dead:
            found.add("dead-money")
    sides = len(table.awards) - 1
    if sides:
        found.add("side-pot" if sides == 1 else "side-pots")
    if table.settlement.showdown.returned:
        found.add("uncalled")
    if not table.amount:
        found.add("takes-nothing")
    return frozenset(found)


def marks(table: PotTable) -> dict[Card, Mark]:
    """The cards of every hand that takes part of a pot play; all others are idle."""
    found = dict.fromkeys((c for group in table.deal.groups for c in group.cards), Mark.IDLE)
    for _, award in table.awards:
        for split, hands in zip(splits(award), _halves(table.settlement), strict=False):
            for share in split.shares:
                if share.seat in hands:
                    found.update(dict.fromkeys(_cards(hands[share.seat]), Mark.PLAYS))
    return found


def _cards(hand: BestHand) -> list[Card]:
    return [card for card in hand.five if isinstance(card, Card)]


def _halves(settlement: PotSettlement) -> tuple[Mapping[int, BestHand], ...]:
    return settlement.hands, settlement.lows


# --- reasons ---------------------------------------------------------------------------------


def explain(table: PotTable) -> tuple[Reason, ...]:
    steps = [_pots(table), _winners(table)]
    if divisions := _divisions(table):
        steps.append(Reason("pots-divided", {"divisions": divisions, **_numbering(table)}))
    return (*steps, _sum(table))


def _pots(table: PotTable) -> Reason:
    """Each pot with the seats that may win it and its `dead` money, and what is `returned`."""
    pots = [
        {"numbers": [number], "amount": pot.amount, "dead": pot.dead, "eligible": pot.eligible}
        for number, (pot, _) in enumerate(table.awards)
    ]
    returned = tuple(table.settlement.showdown.returned.items())
    return Reason("pots-made", {"pots": pots, "returned": returned})


def _winners(table: PotTable) -> Reason:
    """Who wins each half of the pots, with what: a line for all pots that go alike, with their
    `numbers`, none if that is all of them. `rank` is None where nobody else could win."""
    hands, lows = table.settlement.hands, table.settlement.lows
    won: dict[tuple[Any, ...], list[int]] = {}
    for number, (pot, award) in enumerate(table.awards):
        for half, split in enumerate(splits(award)):
            seats = tuple(sorted(share.seat for share in split.shares))
            best = (hands, lows)[half].get(seats[0])
            rank = best.rank if best and len(pot.eligible) > 1 else None
            name = ("high", "low")[half] if award.low is not None else ""
            won.setdefault((name, seats, rank), []).append(number)
    lines = [
        {
            "numbers": numbers if len(numbers) < len(table.awards) else [],
            "half": half,
            "seats": seats,
            "rank": rank,
        }
        for (half, seats, rank), numbers in won.items()
    ]
    no_low = bool(texas_holdem.low_half_rules(table.ruleset)) and not any(
        award.low for _, award in table.awards
    )
    return Reason("pots-won", {"won": lines, "no_low": no_low, **_numbering(table)})


def _numbering(table: PotTable) -> dict[str, Any]:
    """Whether there are `several` pots, and the number of the `last` one, from 0."""
    return {"several": len(table.awards) > 1, "last": len(table.awards) - 1}


def _divisions(table: PotTable) -> list[dict[str, Any]]:
    """How every pot that the seat asked for shares is divided, odd chips included; before it the
    halves of a pot, where an odd chip goes to the high one."""
    found: list[dict[str, Any]] = []
    for number, (_, award) in enumerate(table.awards):
        shared = [s for s in splits(award) if any(w.seat == table.asked for w in s.shares)]
        if shared and award.odd_chip_to_high:
            assert award.low is not None
            halves = {"high": award.high.amount, "low": award.low.amount}
            found.append({"numbers": [number], "amount": award.amount, "halves": halves})
        found += [_division(table, number, split) for split in shared if len(split.shares) > 1]
    return found


def _division(table: PotTable, number: int, split: Split) -> dict[str, Any]:
    """Odd chips go by position where cards did not decide."""
    by_card = split.rule is OddChip.HIGH_CARD_BY_SUIT
    return {
        "numbers": [number],
        "halves": None,
        "amount": split.amount,
        "base": split.base,
        "count": len(split.shares),
        "odd": split.amount - split.base * len(split.shares),
        "chip": table.chip,
        "by_card": by_card,
        "seats": tuple(share.seat for share in split.odd_chips),
        "cards": tuple(share.card for share in split.odd_chips if by_card),
    }


def _sum(table: PotTable) -> Reason:
    """What the seat asked for takes from each division, and what goes back to it."""
    seat = table.asked
    parts = [
        split.amounts[seat]
        for _, award in table.awards
        for split in splits(award)
        if seat in split.amounts
    ]
    returned = table.settlement.showdown.returned.get(seat, Decimal(0))
    data = {"seat": seat, "parts": parts, "returned": returned, "amount": table.amount}
    return Reason("seat-takes", data)
