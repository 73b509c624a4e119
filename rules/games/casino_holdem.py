"""Casino Hold’em: the ante pays by the player's hand, the AA bonus by hole cards and flop."""

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Final

from rules.engine.best import BestHand, best_with_board
from rules.engine.cards import Card, Rank, format_cards
from rules.engine.errors import CardCountError
from rules.engine.ranking import Category, HandRank
from rules.engine.text import gettext_noop
from rules.games.actions import (
    GAME_RULE,
    Act,
    Actions,
    AnteFirstError,
    IllegalMoveError,
    NotNowError,
    Option,
    PlacedAlreadyError,
    Position,
    Stage,
    Stakes,
    bet_before_the_deal,
    weigh,
)
from rules.games.base import (
    Bet,
    Game,
    Limits,
    PayTable,
    Ruleset,
    Source,
    Switch,
    TableSlot,
    WagerResult,
    make_rows,
    pay_by_table,
)
from rules.games.holdem import Hands, look_at
from rules.games.settlement import (
    Cashier,
    Ending,
    Ground,
    Round,
    Settled,
    Settlement,
    from_result,
    in_house_order,
    make_cashier,
    require_bets,
)
from rules.games.switches import (
    BOX_ORDER,
    CHIP_SET,
    CURRENCY,
    EVERY_TEXT,
    ROUNDING,
    choice,
    order_in_box,
    rounding_unit,
)

_RANKS: Final = {rank.letter: rank for rank in Rank}
_BOARD_CARDS: Final = {"5": 3, "7": 5}
"""How many board cards the AA bonus counts, by the switch `aa_cards`."""

GAME: Final = Game(
    key="casino-holdem",
    name=gettext_noop("Casino Hold’em"),
    summary=gettext_noop("Two cards and a board of five against a dealer who needs fours."),
    order=30,
    bets=(
        Bet("ante", gettext_noop("Ante")),
        Bet("call", gettext_noop("Call")),
        Bet("aa", gettext_noop("AA bonus")),
    ),
    tables=(
        TableSlot(
            key="ante",
            name=gettext_noop("Ante"),
            bet="ante",
            default=PayTable(
                make_rows(
                    "royal flush 100, straight flush 20, quads 10, full house 3, flush 2, "
                    "straight or less 1"
                )
            ),
            source=Source(
                gettext_noop("Evolution and Playtech rules on livedealer.org, read 2026-11-29.")
            ),
        ),
        TableSlot(
            key="aa",
            name=gettext_noop("AA bonus"),
            bet="aa",
            default=PayTable(
                make_rows(
                    "royal flush 100, straight flush 50, quads 40, full house 30, flush 20, "
                    "pair A or better 7"
                )
            ),
            source=Source(
                gettext_noop("Evolution and Playtech rules on livedealer.org, read 2026-11-29.")
            ),
        ),
    ),
    switches=(
        Switch(
            key="aa_cards",
            name=gettext_noop("Cards of the AA bonus"),
            text=gettext_noop("The cards among which the hand for the AA bonus is looked for."),
            values=tuple(_BOARD_CARDS),
            labels=(
                gettext_noop("Five: hole cards and flop"),
                gettext_noop("Seven: hole cards and the whole board"),
            ),
            default="5",
            source=Source(
                gettext_noop("Evolution and Playtech rules on livedealer.org, read 2026-11-29.")
            ),
        ),
        choice(
            "qualifier",
            gettext_noop("Dealer qualifies with"),
            gettext_noop("The lowest pair with which the dealer qualifies."),
            {
                "2": gettext_noop("A pair of twos or better"),
                "3": gettext_noop("A pair of threes or better"),
                "4": gettext_noop("A pair of fours or better"),
                "5": gettext_noop("A pair of fives or better"),
                "6": gettext_noop("A pair of sixes or better"),
                "7": gettext_noop("A pair of sevens or better"),
                "8": gettext_noop("A pair of eights or better"),
                "9": gettext_noop("A pair of nines or better"),
                "T": gettext_noop("A pair of tens or better"),
                "J": gettext_noop("A pair of jacks or better"),
                "Q": gettext_noop("A pair of queens or better"),
                "K": gettext_noop("A pair of kings or better"),
                "A": gettext_noop("A pair of aces or better"),
            },
            "4",
            EVERY_TEXT,
        ),
        choice(
            "ante_on_no_qualify",
            gettext_noop("Ante when the dealer does not qualify"),
            gettext_noop("How the ante is paid when the dealer does not qualify, whoever wins."),
            {
                "table": gettext_noop("By its pay table"),
                "flat": gettext_noop("1:1"),
            },
            "table",
            Source(
                gettext_noop("Evolution and Playtech rules on livedealer.org, read 2026-11-29.")
            ),
        ),
        choice(
            "aa_on_fold",
            gettext_noop("AA bonus after a fold"),
            gettext_noop("Whether the AA bonus is still settled by its table after a fold."),
            {
                "live": gettext_noop("Settled by its table"),
                "lose": gettext_noop("Taken"),
            },
            "live",
            Source(
                gettext_noop(
                    "Settled: Evolution. Taken: NetEnt, Party and LVBet. Both read 2026-11-29; "
                    "the rule has changed over time."
                )
            ),
        ),
        ROUNDING,
        CHIP_SET,
        CURRENCY,
        BOX_ORDER,
        order_in_box(
            {
                "aa": gettext_noop("AA bonus"),
                "ante": gettext_noop("Ante"),
                "call": gettext_noop("Call"),
            }
        ),
    ),
    limits={
        "ante": Limits(Decimal(5), Decimal(500), Decimal(5)),
        "aa": Limits(Decimal(5), Decimal(500), Decimal(5)),
    },
)


def dealer_qualifies(dealer: HandRank, ruleset: Ruleset) -> bool:
    """Whether the dealer's best five reach the pair of the switch `qualifier`."""
    return dealer >= HandRank(Category.PAIR, (_RANKS[ruleset.switches["qualifier"]],))


def settle(round_: Round, bets: Mapping[str, Decimal], ruleset: Ruleset) -> Settlement:
    """Settle every wager of one box: `ante`, `call`, `aa`.

    A fold comes on the flop: turn and river need not be dealt then.

    Raises:
        ImpossibleRoundError, CardCountError, DuplicateCardError
    """
    require_bets(GAME, bets, round_.folded, {"call"})
    needs_dealer = not round_.folded and not {"ante", "call"}.isdisjoint(bets)
    hands = look_at(round_, dealer_qualifies, ruleset, needs_dealer=needs_dealer, board=(3, 5))
    cashier = make_cashier(ruleset)
    ending = hands.ending
    if ending not in (Ending.FOLD, None) and not hands.qualifies:
        ending = Ending.NO_GAME
    wagers = []
    for bet, stake in bets.items():
        match bet:
            case "ante":
                wagers.append(_ante(hands, ending, stake, cashier))
            case "call":
                wagers.append(_call(hands, ending, stake, cashier))
            case _:
                wagers.append(_aa(round_, stake, ruleset))
    return hands.settlement(in_house_order(GAME, wagers, ruleset), ending)


def _ante(hands: Hands, ending: Ending | None, stake: Decimal, cashier: Cashier) -> Settled:
    if ending is Ending.NO_GAME:
        if cashier.ruleset.switches["ante_on_no_qualify"] == "flat":
            paid = cashier.pay("ante", stake, Ground.NO_GAME)
        else:
            paid = cashier.by_table("ante", stake, hands.player, "ante", Ground.NO_GAME)
        return paid.under("ante_on_no_qualify")
    if ending is Ending.WIN:
        return cashier.by_table("ante", stake, hands.player, "ante", Ground.WIN)
    return cashier.by(hands.outcome, "ante", stake, hands.ground)


def _call(hands: Hands, ending: Ending | None, stake: Decimal, cashier: Cashier) -> Settled:
    if ending is Ending.NO_GAME:
        return cashier.push("call", stake, Ground.NO_GAME)
    return cashier.by(hands.outcome, "call", stake, hands.ground)


def _aa(round_: Round, stake: Decimal, ruleset: Ruleset) -> Settled:
    """After a fold the flop is all that counts, whatever `aa_cards` says."""
    if round_.folded and ruleset.switches["aa_on_fold"] == "lose":
        return make_cashier(ruleset).take("aa", stake, Ground.FOLD).under("aa_on_fold")
    if not round_.folded:
        return from_result(settle_aa(round_.player, round_.board, stake, ruleset))
    hand = best_with_board(round_.board[:3], round_.player)
    return from_result(_pay_aa(hand, stake, ruleset)).under("aa_on_fold")


def aa_board(board: Sequence[Card], ruleset: Ruleset) -> tuple[Card, ...]:
    """The cards of *board*, flop first, that the AA bonus counts.

    Raises:
        CardCountError: if the board is too short for the house's rule.
    """
    count = _BOARD_CARDS[ruleset.switches["aa_cards"]]
    if len(board) < count:
        raise CardCountError(expected=count, found=len(board), cards=format_cards(board) or "–")
    return tuple(board[:count])


def settle_aa(
    hole: Sequence[Card], board: Sequence[Card], stake: Decimal, ruleset: Ruleset
) -> WagerResult:
    """Settle the AA bonus on *hole* and *board* (flop first), whoever wins the round.

    Turn and river may be given in any case; they count only where `aa_cards` is 7.

    Raises:
        CardCountError, DuplicateCardError
    """
    judged = best_with_board(aa_board(board, ruleset), hole)
    return _pay_aa(judged, stake, ruleset)


def _pay_aa(hand: BestHand, stake: Decimal, ruleset: Ruleset) -> WagerResult:
    return pay_by_table("aa", stake, hand, "aa", ruleset, unit=rounding_unit(ruleset))


def legal_actions(position: Position, ruleset: Ruleset) -> Actions:
    """What may be done at *position*: the call is twice the ante."""
    return weigh(_answers(position, ruleset))


def _answers(
    position: Position, ruleset: Ruleset
) -> Iterator[tuple[Act, str, Option | IllegalMoveError]]:
    yield Act.BET, "ante", bet_before_the_deal(position, "ante", ruleset)
    yield Act.BET, "aa", bet_before_the_deal(position, "aa", ruleset, ("ante",))
    refusal: IllegalMoveError | None = None
    if position.stage is not Stage.FLOP:
        refusal = NotNowError()
    elif "ante" not in position.bets:
        refusal = AnteFirstError()
    elif "call" in position.bets:
        refusal = PlacedAlreadyError()
    yield Act.FOLD, "", refusal or Option(Act.FOLD)
    call = Stakes(GAME_RULE, (2 * position.bets.get("ante", Decimal(0)),))
    yield Act.BET, "call", refusal or Option(Act.BET, "call", call)
