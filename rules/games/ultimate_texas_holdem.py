"""Ultimate Texas Hold’em: best five of seven, a blind that pays on strong wins, Trips beside."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Final

from rules.engine.best import best_with_board
from rules.engine.cards import Card
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
    switch_rule,
    weigh,
)
from rules.games.base import (
    Bet,
    Game,
    Limits,
    Outcome,
    PayTable,
    Ruleset,
    Source,
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
    is_on,
    order_in_box,
    rounding_unit,
)

_MANDATORY: Final = frozenset({"ante", "blind"})

GAME: Final = Game(
    key="ultimate-texas-holdem",
    name=gettext_noop("Ultimate Texas Hold’em"),
    summary=gettext_noop("Two cards and a board of five against a dealer who needs a pair."),
    order=20,
    bets=(
        Bet("ante", gettext_noop("Ante")),
        Bet("blind", gettext_noop("Blind")),
        Bet("play", gettext_noop("Play")),
        Bet("trips", gettext_noop("Trips")),
    ),
    tables=(
        TableSlot(
            key="blind",
            name=gettext_noop("Blind"),
            bet="blind",
            default=PayTable(
                make_rows(
                    "royal flush 500, straight flush 50, quads 10, full house 3, flush 3:2, "
                    "straight 1"
                ),
                Outcome.PUSH,
            ),
            source=Source(gettext_noop("Viejas and Northwood casinos, read 2026-11-29.")),
        ),
        TableSlot(
            key="trips",
            name=gettext_noop("Trips"),
            bet="trips",
            default=PayTable(
                make_rows(
                    "royal flush 50, straight flush 40, quads 30, full house 8, flush 7, "
                    "straight 4, trips 3"
                )
            ),
            source=Source(gettext_noop("The 8-7-4 table: Northwood casino, read 2026-11-29.")),
        ),
    ),
    switches=(
        choice(
            "qualifier",
            gettext_noop("Dealer qualifies with"),
            gettext_noop("The weakest hand with which the dealer qualifies; it touches the ante."),
            {
                "pair": gettext_noop("A pair or better"),
                "none": gettext_noop("Any hand"),
            },
            "pair",
            Source(
                gettext_noop("wizardofodds.com, Rivers and the game’s own page, read 2026-11-29.")
            ),
        ),
        choice(
            "ante_on_no_qualify",
            gettext_noop("Ante when the dealer does not qualify"),
            gettext_noop("What the ante gets when the dealer does not qualify, whoever wins."),
            {"push": gettext_noop("Returned")},
            "push",
            EVERY_TEXT,
        ),
        choice(
            "preflop_multiples",
            gettext_noop("Play before the flop"),
            gettext_noop("How many antes the Play bet may be before the flop."),
            {
                "4": gettext_noop("Four times the ante"),
                "3, 4": gettext_noop("Three or four times the ante"),
            },
            "3, 4",
            Source(
                gettext_noop(
                    "Three or four: Rivers. Four: older copies of wizardofodds.com. 2026-11-29."
                )
            ),
        ),
        choice(
            "trips_on_fold",
            gettext_noop("Trips after a fold"),
            gettext_noop("Whether Trips is still settled by its table after a fold."),
            {
                "live": gettext_noop("Settled by its table"),
                "lose": gettext_noop("Taken"),
            },
            "live",
            Source(gettext_noop("The rule texts read 2026-11-29 do not say."), assumed=True),
        ),
        choice(
            "trips_needs_win",
            gettext_noop("Trips needs a win"),
            gettext_noop("Whether Trips is paid only if the hand also beats the dealer’s."),
            {
                "no": gettext_noop("No, the hand alone counts"),
                "yes": gettext_noop(
                    "Yes; a listed hand that ties or loses is returned, a fold loses it"
                ),
            },
            "no",
            Source(
                gettext_noop(
                    "No: Rivers and the game’s own page. Yes: Pompano Park. Read 2026-11-29."
                )
            ),
        ),
        ROUNDING,
        CHIP_SET,
        CURRENCY,
        BOX_ORDER,
        order_in_box(
            {
                "trips": gettext_noop("Trips"),
                "ante": gettext_noop("Ante"),
                "blind": gettext_noop("Blind"),
                "play": gettext_noop("Play"),
            }
        ),
    ),
    limits={
        "ante": Limits(Decimal(5), Decimal(500), Decimal(5)),
        "trips": Limits(Decimal(5), Decimal(500), Decimal(5)),
    },
)


def dealer_qualifies(dealer: HandRank, ruleset: Ruleset) -> bool:
    """Whether the dealer's best five, the board included, reach the switch `qualifier`."""
    return ruleset.switches["qualifier"] == "none" or dealer.category >= Category.PAIR


def settle(round_: Round, bets: Mapping[str, Decimal], ruleset: Ruleset) -> Settlement:
    """Settle every wager of one box: `ante`, `blind`, `play`, `trips`.

    A fold comes at the river, so that the board has five cards in any case.

    Raises:
        ImpossibleRoundError, CardCountError, DuplicateCardError
    """
    require_bets(GAME, bets, round_.folded, {"play"})
    needs_win = is_on(ruleset, "trips_needs_win")
    compared = {"ante", "blind", "play", *(["trips"] if needs_win else [])}
    needs_dealer = not round_.folded and not compared.isdisjoint(bets)
    hands = look_at(round_, dealer_qualifies, ruleset, needs_dealer=needs_dealer)
    cashier = make_cashier(ruleset)
    wagers = []
    for bet, stake in bets.items():
        match bet:
            case "ante":
                wagers.append(_ante(hands, stake, cashier))
            case "blind":
                wagers.append(_blind(hands, stake, cashier))
            case "play":
                wagers.append(cashier.by(hands.outcome, "play", stake, hands.ground))
            case _:
                wagers.append(_trips(round_, hands, stake, cashier))
    return hands.settlement(in_house_order(GAME, wagers, ruleset), hands.ending)


def _ante(hands: Hands, stake: Decimal, cashier: Cashier) -> Settled:
    if hands.ending is not Ending.FOLD and not hands.qualifies:
        return cashier.push("ante", stake, Ground.NO_GAME).under("ante_on_no_qualify")
    return cashier.by(hands.outcome, "ante", stake, hands.ground)


def _blind(hands: Hands, stake: Decimal, cashier: Cashier) -> Settled:
    if hands.ending is Ending.WIN:
        return cashier.by_table("blind", stake, hands.player, "blind", Ground.WIN)
    return cashier.by(hands.outcome, "blind", stake, hands.ground)


def _trips(round_: Round, hands: Hands, stake: Decimal, cashier: Cashier) -> Settled:
    ruleset = cashier.ruleset
    needs_win = is_on(ruleset, "trips_needs_win")
    if hands.ending is Ending.FOLD:
        if ruleset.switches["trips_on_fold"] == "lose":
            return cashier.take("trips", stake, Ground.FOLD).under("trips_on_fold")
        if needs_win:
            return cashier.take("trips", stake, Ground.FOLD).under("trips_needs_win")
    settled = from_result(settle_trips(round_.player, round_.board, stake, ruleset))
    if not needs_win:
        return settled.under("trips_on_fold" if hands.ending is Ending.FOLD else None)
    if not settled.rows:
        settled = replace(cashier.take("trips", stake, Ground.UNLISTED), hand=settled.hand)
    elif hands.ending is not Ending.WIN:
        settled = replace(cashier.push("trips", stake, hands.ground), hand=settled.hand)
    return replace(settled, table="trips", switch="trips_needs_win")


def settle_trips(
    hole: Sequence[Card], board: Sequence[Card], stake: Decimal, ruleset: Ruleset
) -> WagerResult:
    """Settle Trips on the player's best five of *hole* and *board* alone, win or lose.

    `trips_needs_win` and `trips_on_fold` are for `settle`, which knows how the round ended.

    Raises:
        CardCountError, DuplicateCardError
    """
    hand = best_with_board(board, hole)
    return pay_by_table("trips", stake, hand, "trips", ruleset, unit=rounding_unit(ruleset))


def legal_actions(position: Position, ruleset: Ruleset) -> Actions:
    """What may be done at *position*: the blind equals the ante, Play is placed once."""
    return weigh(_answers(position, ruleset))


def _answers(
    position: Position, ruleset: Ruleset
) -> Iterator[tuple[Act, str, Option | IllegalMoveError]]:
    yield Act.BET, "ante", bet_before_the_deal(position, "ante", ruleset)
    yield Act.BET, "blind", _place_blind(position, ruleset)
    yield Act.BET, "trips", bet_before_the_deal(position, "trips", ruleset, _MANDATORY)
    refusal = _decided(position)
    early = position.stage in (Stage.PREFLOP, Stage.FLOP)
    yield Act.CHECK, "", refusal or (Option(Act.CHECK) if early else NotNowError())
    yield Act.FOLD, "", refusal or (NotNowError() if early else Option(Act.FOLD))
    yield Act.BET, "play", _place_play(position, ruleset)


def _place_blind(position: Position, ruleset: Ruleset) -> Option | IllegalMoveError:
    answer = bet_before_the_deal(position, "blind", ruleset, ("ante",))
    if isinstance(answer, Option):
        return replace(answer, stakes=Stakes(GAME_RULE, (position.bets["ante"],)))
    return answer


def _decided(position: Position) -> IllegalMoveError | None:
    """Why there is nothing to decide."""
    if position.stage not in (Stage.PREFLOP, Stage.FLOP, Stage.RIVER):
        return NotNowError()
    if not position.bets.keys() >= _MANDATORY:
        return AnteFirstError()
    return NotNowError() if "play" in position.bets else None


def _place_play(position: Position, ruleset: Ruleset) -> Option | IllegalMoveError:
    if "play" in position.bets:
        return PlacedAlreadyError()
    if refusal := _decided(position):
        return refusal
    rule = GAME_RULE
    if position.stage is Stage.PREFLOP:
        rule = switch_rule("preflop_multiples")
        multiples = [int(n) for n in ruleset.switches["preflop_multiples"].split(", ")]
    else:
        multiples = [2 if position.stage is Stage.FLOP else 1]
    ante = position.bets["ante"]
    return Option(Act.BET, "play", Stakes(rule, tuple(ante * times for times in multiples)))
