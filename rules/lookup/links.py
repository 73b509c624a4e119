"""The address of a hand: what a link shares, and what leads here from elsewhere."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from urllib.parse import urlencode

from django.urls import reverse

from rules.engine.cards import Card
from rules.lookup.inquiry import Inquiry, inquire


def address(inquiry: Inquiry, *, share: bool = False) -> str:
    """The canonical address of *inquiry*; with *share* without the state of its form."""
    return f"{reverse('look-up')}?{urlencode(inquiry.query(share=share))}"


def look_up_url(
    game: str,
    house: str,
    number: int,
    *,
    hands: Sequence[Sequence[Card]] = (),
    bets: Mapping[str, Decimal] | None = None,
    folded: bool = False,
    **cards: Sequence[Card],
) -> str:
    """The address of known cards under version *number* of *house*, by its slug.

    *cards* go by place: `player`, `dealer`, `board`, `dealt` (before an exchange), `after`
    (the dealer's hand after a bought game); *hands* are those of seats at hold'em.

    Raises:
        UnknownGameError
    """
    inquiry = inquire(game, house, number, cards=cards, hands=hands, bets=bets, folded=folded)
    return address(inquiry, share=True)
