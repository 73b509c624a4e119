"""Where houses differ in Russian poker."""

from typing import Final

from rules.engine.text import gettext_noop
from rules.games.base import PayHand, Source, Switch, SwitchKind
from rules.games.switches import (
    BOX_ORDER,
    CHIP_SET,
    CHOSEN_HERE,
    CURRENCY,
    EVERY_TEXT,
    NONE,
    ROUNDING,
    choice,
    order_in_box,
)

_ON_OFF: Final = {"on": gettext_noop("Yes"), "off": gettext_noop("No")}
_YES_NO: Final = {"yes": gettext_noop("Yes"), "no": gettext_noop("No")}
_RETURN_LOSE: Final = {"return": gettext_noop("Returned"), "lose": gettext_noop("Taken")}
_ONE_ANTE: Final = {"1": gettext_noop("One ante")}


def _amount_or_none(key: str, name: str, text: str, source: Source) -> Switch:
    return Switch(
        key=key,
        name=name,
        text=text,
        values=(),
        labels=(),
        default=NONE,
        source=source,
        kind=SwitchKind.AMOUNT_OR_NONE,
        since=2,
        legacy=NONE,
    )


_ROUND: Final = (
    Switch(
        key="qualifier",
        name=gettext_noop("Dealer qualifies with"),
        text=gettext_noop("The weakest hand with which the dealer has game."),
        values=(PayHand.ACE_KING.key, PayHand.PAIR.key),
        labels=(gettext_noop("Ace-king or better"), gettext_noop("A pair or better")),
        default=PayHand.ACE_KING.key,
        source=Source(
            gettext_noop(
                "Ace-king: every rule text read 2026-11-29. "
                "A pair: the layout of Admiral, Croatia."
            ),
            everywhere=True,
        ),
    ),
    choice(
        "bet_multiple",
        gettext_noop("Size of the bet"),
        gettext_noop("How many antes the bet is."),
        {"2": gettext_noop("Twice the ante")},
        "2",
        EVERY_TEXT,
    ),
    choice(
        "ante_on_win",
        gettext_noop("Ante when the player wins"),
        gettext_noop("What the ante gets when the dealer has game and the player beats it."),
        {
            "push": gettext_noop("Returned"),
            "pay": gettext_noop("Paid 1:1"),
            "pay_unless_bought": gettext_noop("Paid 1:1 unless something was bought"),
        },
        "push",
        Source(
            gettext_noop(
                "Returned: Campione, Oracul, Senator, Mirage, Solaire, casinoz.club and "
                "wizardofodds.com, read 2026-11-29."
            )
        ),
    ),
    choice(
        "ante_on_no_game",
        gettext_noop("Ante when the dealer has no game"),
        gettext_noop("What the ante gets when the dealer does not qualify."),
        {"pay": gettext_noop("Paid 1:1"), "push": gettext_noop("Returned")},
        "pay",
        EVERY_TEXT,
    ),
    choice(
        "bet_on_no_game",
        gettext_noop("Bet when the dealer has no game"),
        gettext_noop("What the bet gets when the dealer does not qualify."),
        {"push": gettext_noop("Returned")},
        "push",
        EVERY_TEXT,
    ),
    choice(
        "double_combination",
        gettext_noop("Second combination"),
        gettext_noop("Whether a second combination among the player’s cards is paid too."),
        _ON_OFF,
        "on",
        Source(
            gettext_noop(
                "Paid: gamsoft.ru and lunarpoker.com, read 2026-11-29. "
                "The page of Olympic, Slovakia, may mean that it is not."
            )
        ),
    ),
    choice(
        "dup_straight",
        gettext_noop("Straight with one rank twice"),
        gettext_noop("What the second combination is when one rank of a straight is held twice."),
        {
            "two_straights": gettext_noop("A second straight"),
            "straight_plus_pair": gettext_noop("A pair"),
        },
        "two_straights",
        Source(
            gettext_noop(
                "Two straights: gamsoft.ru (“classic”), lunarpoker.com. A pair: “some casinos”, "
                "gamsoft.ru and casinoz.club. Read 2026-11-29."
            )
        ),
    ),
    choice(
        "max_combinations",
        gettext_noop("Combinations at most"),
        gettext_noop("How many combinations of one hand are paid at most."),
        {"2": gettext_noop("Two")},
        "2",
        Source(gettext_noop("lunarpoker.com and Campione, read 2026-11-29.")),
    ),
)

_CARDS: Final = (
    choice(
        "sixth_card_price",
        gettext_noop("Price of the sixth card"),
        gettext_noop("What the sixth card costs; the price is never returned."),
        _ONE_ANTE,
        "1",
        Source(
            gettext_noop(
                "Olympic, Latvia, and the order of play at casinoz.club, read 2026-11-29."
            )
        ),
    ),
    choice(
        "exchange_min",
        gettext_noop("Exchange: fewest cards"),
        gettext_noop("How few cards may be exchanged."),
        {"1": gettext_noop("One"), "2": gettext_noop("Two")},
        "1",
        Source(
            gettext_noop(
                "One: Senator, Mirage, Olympic (Latvia), Grand Prix. Two: Corona, Solaire, "
                "the older page of Olympic. Read 2026-11-29."
            )
        ),
    ),
    choice(
        "exchange_max",
        gettext_noop("Exchange: most cards"),
        gettext_noop("How many cards may be exchanged."),
        {"4": gettext_noop("Four"), "5": gettext_noop("Five")},
        "5",
        Source(gettext_noop("Senator, Mirage, Olympic (Latvia), Grand Prix, read 2026-11-29.")),
    ),
    choice(
        "exchange_price",
        gettext_noop("Price of an exchange"),
        gettext_noop("What an exchange costs; the price is never returned."),
        {
            "flat": gettext_noop("One ante for any number"),
            "per_card": gettext_noop("1, 2, 3, 2, 1 antes for one to five cards"),
        },
        "flat",
        Source(
            gettext_noop("One ante: every rule text read 2026-11-29. By number: Oasis poker."),
            everywhere=True,
        ),
    ),
    choice(
        "exclusive_with_exchange",
        gettext_noop("Either sixth card or exchange"),
        gettext_noop("Whether a hand that bought a card may not exchange and the reverse."),
        {"yes": gettext_noop("Yes, one of them once")},
        "yes",
        Source(gettext_noop("“One action per hand”: Olympic, Latvia, read 2026-11-29.")),
    ),
)

_INSURANCE: Final = (
    choice(
        "insurance",
        gettext_noop("Insurance"),
        gettext_noop("Whether a strong hand may be insured against a dealer without game."),
        _ON_OFF,
        "on",
        Source(
            gettext_noop(
                "Campione, Admiral (Lithuania), Olympic (Latvia), gamsoft.ru, read 2026-11-29."
            )
        ),
    ),
    choice(
        "insurance_min_category",
        gettext_noop("Insurance from"),
        gettext_noop(
            "The weakest hand that may be insured; insurance of a weaker one is returned."
        ),
        {
            PayHand.HIGH_CARD.key: gettext_noop("Any hand"),
            PayHand.ACE_KING.key: gettext_noop("Ace-king or better"),
            PayHand.PAIR.key: gettext_noop("A pair or better"),
            PayHand.TWO_PAIR.key: gettext_noop("Two pair or better"),
            PayHand.THREE_OF_A_KIND.key: gettext_noop("Three of a kind or better"),
            PayHand.STRAIGHT.key: gettext_noop("A straight or better"),
            PayHand.FLUSH.key: gettext_noop("A flush or better"),
            PayHand.FULL_HOUSE.key: gettext_noop("A full house or better"),
            PayHand.FOUR_OF_A_KIND.key: gettext_noop("Four of a kind or better"),
            PayHand.STRAIGHT_FLUSH.key: gettext_noop("A straight flush or better"),
            PayHand.ROYAL_FLUSH.key: gettext_noop("A royal flush"),
        },
        PayHand.THREE_OF_A_KIND.key,
        Source(
            gettext_noop(
                "Campione, Corona, Admiral (Lithuania), Olympic, Aspers, read 2026-11-29."
            )
        ),
    ),
    choice(
        "insurance_min",
        gettext_noop("Least insurance"),
        gettext_noop("The least that may be put on insurance."),
        _ONE_ANTE,
        "1",
        Source(
            gettext_noop(
                "Campione, Admiral (Lithuania), Olympic, Aspers, Senator, read 2026-11-29."
            )
        ),
    ),
    choice(
        "insurance_max",
        gettext_noop("Most insurance"),
        gettext_noop(
            "Which part of what the bet could win, both combinations together and within the "
            "maximum of the table, may be put on insurance."
        ),
        {"half": gettext_noop("Half of it"), "full": gettext_noop("All of it")},
        "half",
        Source(
            gettext_noop(
                "Half: Admiral (Lithuania), Olympic (Latvia). All: Campione, Aspers. "
                "Read 2026-11-29."
            )
        ),
    ),
    choice(
        "insurance_on_loss",
        gettext_noop("Insurance when the dealer wins"),
        gettext_noop("What insurance gets when the dealer beats the insured hand."),
        _RETURN_LOSE,
        "return",
        Source(
            gettext_noop(
                "Returned: Admiral (Lithuania), gamsoft.ru, read 2026-11-29. Taken: pagat.com."
            )
        ),
    ),
    choice(
        "insurance_on_tie",
        gettext_noop("Insurance on a tie"),
        gettext_noop("What insurance gets when dealer and player hold equal hands."),
        _RETURN_LOSE,
        "return",
        Source(gettext_noop("Returned: Admiral (Lithuania), read 2026-11-29.")),
    ),
)

_BOUGHT_GAME: Final = (
    choice(
        "buy_game",
        gettext_noop("Buying the dealer’s game"),
        gettext_noop(
            "Whether a player may pay one ante for another card to a dealer without game."
        ),
        _ON_OFF,
        "on",
        Source(
            gettext_noop("Campione, Senator, Mirage, Corona, Solaire, Aspers, read 2026-11-29.")
        ),
    ),
    choice(
        "buy_game_card",
        gettext_noop("Bought game: which card goes"),
        gettext_noop("Which card of the dealer is replaced when the game is bought."),
        {
            "highest": gettext_noop("The highest"),
            "lowest": gettext_noop("The lowest"),
            "first": gettext_noop("The first that was dealt"),
        },
        "highest",
        Source(gettext_noop("The highest: Senator, Corona, Solaire, read 2026-11-29.")),
    ),
    choice(
        "redraw_same_rank",
        gettext_noop("Bought game: same rank again"),
        gettext_noop("Whether a new card of the rank that was replaced is drawn again, free."),
        _YES_NO,
        "yes",
        Source(
            gettext_noop(
                "Drawn again: Senator, gamsoft.ru. One card only: Corona. Read 2026-11-29."
            )
        ),
    ),
    choice(
        "forgo_ante",
        gettext_noop("Bought game: the ante"),
        gettext_noop(
            "Whether who buys the game gives up the payment of the ante, or is paid it first."
        ),
        {"yes": gettext_noop("Given up"), "no": gettext_noop("Paid 1:1 before the swap")},
        "yes",
        Source(gettext_noop("Campione, Senator, Solaire, read 2026-11-29.")),
    ),
    choice(
        "failed_buy_ante",
        gettext_noop("Ante when the game was bought in vain"),
        gettext_noop("What a given-up ante gets when the dealer has no game after the swap."),
        {"push": gettext_noop("Returned"), "pay": gettext_noop("Paid 1:1")},
        "push",
        Source(gettext_noop("Follows from Campione and Senator; no text says it."), assumed=True),
    ),
    choice(
        "insured_may_buy",
        gettext_noop("Buying after insurance"),
        gettext_noop("Whether an insured hand may buy the dealer’s game too."),
        _YES_NO,
        "yes",
        Source(gettext_noop("Yes: Admiral (Lithuania), read 2026-11-29. No: pagat.com.")),
    ),
)

_BONUS: Final = (
    choice(
        "bonus_lost_on_fold",
        gettext_noop("Bonus after a fold"),
        gettext_noop("Whether a fold loses the bonus, even one that has won."),
        {"no": gettext_noop("Stays paid"), "yes": gettext_noop("Taken")},
        "no",
        Source(
            gettext_noop("Taken: Olympic, Latvia, read 2026-11-29. Elsewhere it is paid first.")
        ),
    ),
)

_TABLE: Final = (
    _amount_or_none(
        "max_payout",
        gettext_noop("Maximum payout"),
        gettext_noop("The most that one box is paid, where the house has a maximum."),
        Source(gettext_noop("Plates show one: Aragon, Campione, read 2026-11-29.")),
    ),
    choice(
        "max_payout_scope",
        gettext_noop("Maximum payout covers"),
        gettext_noop("Whether the maximum counts the bet alone or the bonus with it."),
        {"bet": gettext_noop("The bet"), "bet+bonus": gettext_noop("Bet and bonus together")},
        "bet",
        Source(
            gettext_noop("“Two best combinations, up to the maximum”: Campione, read 2026-11-29.")
        ),
    ),
    _amount_or_none(
        "bonus_max_payout",
        gettext_noop("Maximum payout of the bonus"),
        gettext_noop("The most that one bonus is paid, where the house has a maximum."),
        CHOSEN_HERE,
    ),
    choice(
        "boxes",
        gettext_noop("Boxes"),
        gettext_noop("How many boxes the table has."),
        {"4": gettext_noop("Four"), "5": gettext_noop("Five"), "6": gettext_noop("Six")},
        "4",
        Source(gettext_noop("Campione, Oracul, Sochi, read 2026-11-29.")),
    ),
    choice(
        "blind_boxes",
        gettext_noop("Blind boxes"),
        gettext_noop("How many more boxes one player may play without seeing their cards."),
        {
            "0": gettext_noop("None"),
            "1": gettext_noop("One"),
            "2": gettext_noop("Two"),
            "3": gettext_noop("Three"),
        },
        "3",
        Source(
            gettext_noop(
                "Three: Corona; all the others: Campione, Grand Prix. "
                "Two: Oracul. Read 2026-11-29."
            )
        ),
    ),
    choice(
        "up_card",
        gettext_noop("Dealer’s open card"),
        gettext_noop("Which of the dealer’s five cards lies open."),
        {"last": gettext_noop("The last dealt"), "first": gettext_noop("The first dealt")},
        "last",
        Source(gettext_noop("The last: Olympic, Goldencave. The first: Sochi. Read 2026-11-29.")),
    ),
    ROUNDING,
    CHIP_SET,
    CURRENCY,
    BOX_ORDER,
    order_in_box(
        {
            "bonus": gettext_noop("Bonus"),
            "insurance": gettext_noop("Insurance"),
            "ante": gettext_noop("Ante"),
            "bet": gettext_noop("Bet"),
        }
    ),
)

SWITCHES: Final = (*_ROUND, *_CARDS, *_INSURANCE, *_BOUGHT_GAME, *_BONUS, *_TABLE)
