"""Cards, hands and pay rows by name, in the active language.

A name is a template filled with forms of ranks. Both are msgids, so a language declines its
words: the context of a rank says which form is meant, and the translators' comment of a
template says which form it gets. English needs only singular and plural. The forms are lazy
and templates are looked up at each call, so nothing is translated at import.
"""

from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from typing import Final

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import pgettext, pgettext_lazy

from rules.engine.cards import AnyCard, Joker, Rank, Suit
from rules.engine.compare import STEPS, Role
from rules.engine.jokers import StandIn, Why
from rules.engine.lowball import LowRank
from rules.engine.ranking import SUITED_CATEGORIES, Category, HandRank
from rules.games.base import CATEGORY_OF, Bound, PayHand, PayRow


class Form(StrEnum):
    """The forms of a rank that the names in some language need."""

    NOMINATIVE = "nominative"
    GENITIVE = "genitive"
    PLURAL = "nominative plural"
    GENITIVE_PLURAL = "genitive plural"
    LOCATIVE_PLURAL = "locative plural"
    INSTRUMENTAL = "instrumental"
    WITH_ARTICLE = "with article"


_RANKS: Final[dict[Form, dict[Rank, Promise]]] = {
    Form.NOMINATIVE: {
        Rank.TWO: pgettext_lazy("rank, nominative", "two"),
        Rank.THREE: pgettext_lazy("rank, nominative", "three"),
        Rank.FOUR: pgettext_lazy("rank, nominative", "four"),
        Rank.FIVE: pgettext_lazy("rank, nominative", "five"),
        Rank.SIX: pgettext_lazy("rank, nominative", "six"),
        Rank.SEVEN: pgettext_lazy("rank, nominative", "seven"),
        Rank.EIGHT: pgettext_lazy("rank, nominative", "eight"),
        Rank.NINE: pgettext_lazy("rank, nominative", "nine"),
        Rank.TEN: pgettext_lazy("rank, nominative", "ten"),
        Rank.JACK: pgettext_lazy("rank, nominative", "jack"),
        Rank.QUEEN: pgettext_lazy("rank, nominative", "queen"),
        Rank.KING: pgettext_lazy("rank, nominative", "king"),
        Rank.ACE: pgettext_lazy("rank, nominative", "ace"),
    },
    Form.GENITIVE: {
        Rank.TWO: pgettext_lazy("rank, genitive", "two"),
        Rank.THREE: pgettext_lazy("rank, genitive", "three"),
        Rank.FOUR: pgettext_lazy("rank, genitive", "four"),
        Rank.FIVE: pgettext_lazy("rank, genitive", "five"),
        Rank.SIX: pgettext_lazy("rank, genitive", "six"),
        Rank.SEVEN: pgettext_lazy("rank, genitive", "seven"),
        Rank.EIGHT: pgettext_lazy("rank, genitive", "eight"),
        Rank.NINE: pgettext_lazy("rank, genitive", "nine"),
        Rank.TEN: pgettext_lazy("rank, genitive", "ten"),
        Rank.JACK: pgettext_lazy("rank, genitive", "jack"),
        Rank.QUEEN: pgettext_lazy("rank, genitive", "queen"),
        Rank.KING: pgettext_lazy("rank, genitive", "king"),
        Rank.ACE: pgettext_lazy("rank, genitive", "ace"),
    },
    Form.PLURAL: {
        Rank.TWO: pgettext_lazy("rank, nominative plural", "twos"),
        Rank.THREE: pgettext_lazy("rank, nominative plural", "threes"),
        Rank.FOUR: pgettext_lazy("rank, nominative plural", "fours"),
        Rank.FIVE: pgettext_lazy("rank, nominative plural", "fives"),
        Rank.SIX: pgettext_lazy("rank, nominative plural", "sixes"),
        Rank.SEVEN: pgettext_lazy("rank, nominative plural", "sevens"),
        Rank.EIGHT: pgettext_lazy("rank, nominative plural", "eights"),
        Rank.NINE: pgettext_lazy("rank, nominative plural", "nines"),
        Rank.TEN: pgettext_lazy("rank, nominative plural", "tens"),
        Rank.JACK: pgettext_lazy("rank, nominative plural", "jacks"),
        Rank.QUEEN: pgettext_lazy("rank, nominative plural", "queens"),
        Rank.KING: pgettext_lazy("rank, nominative plural", "kings"),
        Rank.ACE: pgettext_lazy("rank, nominative plural", "aces"),
    },
    Form.GENITIVE_PLURAL: {
        Rank.TWO: pgettext_lazy("rank, genitive plural", "twos"),
        Rank.THREE: pgettext_lazy("rank, genitive plural", "threes"),
        Rank.FOUR: pgettext_lazy("rank, genitive plural", "fours"),
        Rank.FIVE: pgettext_lazy("rank, genitive plural", "fives"),
        Rank.SIX: pgettext_lazy("rank, genitive plural", "sixes"),
        Rank.SEVEN: pgettext_lazy("rank, genitive plural", "sevens"),
        Rank.EIGHT: pgettext_lazy("rank, genitive plural", "eights"),
        Rank.NINE: pgettext_lazy("rank, genitive plural", "nines"),
        Rank.TEN: pgettext_lazy("rank, genitive plural", "tens"),
        Rank.JACK: pgettext_lazy("rank, genitive plural", "jacks"),
        Rank.QUEEN: pgettext_lazy("rank, genitive plural", "queens"),
        Rank.KING: pgettext_lazy("rank, genitive plural", "kings"),
        Rank.ACE: pgettext_lazy("rank, genitive plural", "aces"),
    },
    Form.LOCATIVE_PLURAL: {
        Rank.TWO: pgettext_lazy("rank, locative plural", "twos"),
        Rank.THREE: pgettext_lazy("rank, locative plural", "threes"),
        Rank.FOUR: pgettext_lazy("rank, locative plural", "fours"),
        Rank.FIVE: pgettext_lazy("rank, locative plural", "fives"),
        Rank.SIX: pgettext_lazy("rank, locative plural", "sixes"),
        Rank.SEVEN: pgettext_lazy("rank, locative plural", "sevens"),
        Rank.EIGHT: pgettext_lazy("rank, locative plural", "eights"),
        Rank.NINE: pgettext_lazy("rank, locative plural", "nines"),
        Rank.TEN: pgettext_lazy("rank, locative plural", "tens"),
        Rank.JACK: pgettext_lazy("rank, locative plural", "jacks"),
        Rank.QUEEN: pgettext_lazy("rank, locative plural", "queens"),
        Rank.KING: pgettext_lazy("rank, locative plural", "kings"),
        Rank.ACE: pgettext_lazy("rank, locative plural", "aces"),
    },
    Form.INSTRUMENTAL: {
        Rank.TWO: pgettext_lazy("rank, instrumental", "two"),
        Rank.THREE: pgettext_lazy("rank, instrumental", "three"),
        Rank.FOUR: pgettext_lazy("rank, instrumental", "four"),
        Rank.FIVE: pgettext_lazy("rank, instrumental", "five"),
        Rank.SIX: pgettext_lazy("rank, instrumental", "six"),
        Rank.SEVEN: pgettext_lazy("rank, instrumental", "seven"),
        Rank.EIGHT: pgettext_lazy("rank, instrumental", "eight"),
        Rank.NINE: pgettext_lazy("rank, instrumental", "nine"),
        Rank.TEN: pgettext_lazy("rank, instrumental", "ten"),
        Rank.JACK: pgettext_lazy("rank, instrumental", "jack"),
        Rank.QUEEN: pgettext_lazy("rank, instrumental", "queen"),
        Rank.KING: pgettext_lazy("rank, instrumental", "king"),
        Rank.ACE: pgettext_lazy("rank, instrumental", "ace"),
    },
    # Translators: the nominative, as in “the joker plays as a seven”.
    Form.WITH_ARTICLE: {
        Rank.TWO: pgettext_lazy("rank, with article", "a two"),
        Rank.THREE: pgettext_lazy("rank, with article", "a three"),
        Rank.FOUR: pgettext_lazy("rank, with article", "a four"),
        Rank.FIVE: pgettext_lazy("rank, with article", "a five"),
        Rank.SIX: pgettext_lazy("rank, with article", "a six"),
        Rank.SEVEN: pgettext_lazy("rank, with article", "a seven"),
        Rank.EIGHT: pgettext_lazy("rank, with article", "an eight"),
        Rank.NINE: pgettext_lazy("rank, with article", "a nine"),
        Rank.TEN: pgettext_lazy("rank, with article", "a ten"),
        Rank.JACK: pgettext_lazy("rank, with article", "a jack"),
        Rank.QUEEN: pgettext_lazy("rank, with article", "a queen"),
        Rank.KING: pgettext_lazy("rank, with article", "a king"),
        Rank.ACE: pgettext_lazy("rank, with article", "an ace"),
    },
}

_HANDS: Final[dict[PayHand, Promise]] = {
    PayHand.HIGH_CARD: pgettext_lazy("hand", "high card"),
    PayHand.ACE_KING: pgettext_lazy("hand", "ace-king"),
    PayHand.PAIR: pgettext_lazy("hand", "pair"),
    PayHand.TWO_PAIR: pgettext_lazy("hand", "two pair"),
    PayHand.THREE_OF_A_KIND: pgettext_lazy("hand", "three of a kind"),
    PayHand.STRAIGHT: pgettext_lazy("hand", "straight"),
    PayHand.FLUSH: pgettext_lazy("hand", "flush"),
    PayHand.FULL_HOUSE: pgettext_lazy("hand", "full house"),
    PayHand.FOUR_OF_A_KIND: pgettext_lazy("hand", "four of a kind"),
    PayHand.STRAIGHT_FLUSH: pgettext_lazy("hand", "straight flush"),
    PayHand.ROYAL_FLUSH: pgettext_lazy("hand", "royal flush"),
}

# The hands that are named by their first rank alone, and the form it takes there.
_TEMPLATES: Final[dict[Category, tuple[Promise, Form]]] = {
    # Translators: no pair; the highest card, in the nominative.
    Category.HIGH_CARD: (pgettext_lazy("hand", "%(rank)s-high"), Form.NOMINATIVE),
    # Translators: %(rank)s is in the genitive plural.
    Category.PAIR: (pgettext_lazy("hand", "pair of %(rank)s"), Form.GENITIVE_PLURAL),
    Category.THREE_OF_A_KIND: (
        # Translators: %(rank)s is in the genitive plural.
        pgettext_lazy("hand", "three of a kind, %(rank)s"),
        Form.GENITIVE_PLURAL,
    ),
    # Translators: the top card, in the genitive.
    Category.STRAIGHT: (pgettext_lazy("hand", "straight, %(rank)s-high"), Form.GENITIVE),
    # Translators: the top card, in the genitive.
    Category.FLUSH: (pgettext_lazy("hand", "flush, %(rank)s-high"), Form.GENITIVE),
    Category.FOUR_OF_A_KIND: (
        # Translators: %(rank)s is in the genitive plural.
        pgettext_lazy("hand", "four of a kind, %(rank)s"),
        Form.GENITIVE_PLURAL,
    ),
    Category.STRAIGHT_FLUSH: (
        # Translators: the top card, in the genitive.
        pgettext_lazy("hand", "straight flush, %(rank)s-high"),
        Form.GENITIVE,
    ),
    Category.FIVE_OF_A_KIND: (
        # Translators: %(rank)s is in the nominative plural.
        pgettext_lazy("hand", "five of a kind, %(rank)s"),
        Form.PLURAL,
    ),
}
# Hands with a name of their own.
_FIXED: Final[dict[tuple[Category, Rank], Promise]] = {
    # Translators: add 3-3-3 where the words for “three of a kind” and “threes” clash.
    (Category.THREE_OF_A_KIND, Rank.THREE): pgettext_lazy("hand", "three of a kind, threes"),
    (Category.STRAIGHT, Rank.FIVE): pgettext_lazy("hand", "straight, five-high (wheel)"),
    (Category.STRAIGHT, Rank.ACE): pgettext_lazy("hand", "straight, ace-high (Broadway)"),
    (Category.STRAIGHT_FLUSH, Rank.FIVE): pgettext_lazy(
        "hand", "straight flush, five-high (steel wheel)"
    ),
    (Category.ROYAL_FLUSH, Rank.ACE): _HANDS[PayHand.ROYAL_FLUSH],
}

# Translators: %(wild)s is “the joker” or another wild card, like “the two of spades”; %(card)s is
# what it plays as, in the nominative: “a seven”, “the seven of hearts”. The hand that it
# completes is a straight or a flush of some kind.
_STAND_INS: Final[dict[Why, Promise]] = {
    Why.ACE: pgettext_lazy(
        "wild card", "%(wild)s plays as %(card)s: it completes no straight and no flush."
    ),
    Why.COMPLETES: pgettext_lazy(
        "wild card", "%(wild)s plays as %(card)s and completes the hand: %(hand)s."
    ),
    Why.BEST: pgettext_lazy("wild card", "%(wild)s plays as %(card)s: that makes the best hand."),
    Why.LOWEST: pgettext_lazy(
        "wild card", "%(wild)s plays as %(card)s, the lowest rank that the hand lacks."
    ),
}

# Hands that English names with an article where somebody has them.
_COUNTABLE: Final = frozenset(
    {
        Category.PAIR,
        Category.STRAIGHT,
        Category.FLUSH,
        Category.FULL_HOUSE,
        Category.STRAIGHT_FLUSH,
        Category.ROYAL_FLUSH,
    }
)

# Translators: %(rank)s is in the nominative; the suit may agree with it as an adjective.
_CARDS_OF_MASCULINE_RANK: Final[dict[Suit, Promise]] = {
    Suit.CLUBS: pgettext_lazy("card, masculine rank", "%(rank)s of clubs"),
    Suit.DIAMONDS: pgettext_lazy("card, masculine rank", "%(rank)s of diamonds"),
    Suit.HEARTS: pgettext_lazy("card, masculine rank", "%(rank)s of hearts"),
    Suit.SPADES: pgettext_lazy("card, masculine rank", "%(rank)s of spades"),
}
_CARDS_OF_FEMININE_RANK: Final[dict[Suit, Promise]] = {
    Suit.CLUBS: pgettext_lazy("card, feminine rank", "%(rank)s of clubs"),
    Suit.DIAMONDS: pgettext_lazy("card, feminine rank", "%(rank)s of diamonds"),
    Suit.HEARTS: pgettext_lazy("card, feminine rank", "%(rank)s of hearts"),
    Suit.SPADES: pgettext_lazy("card, feminine rank", "%(rank)s of spades"),
}
# Gender in Ukrainian and Russian, where the pip cards are feminine like the queen.
_MASCULINE: Final = frozenset({Rank.JACK, Rank.KING, Rank.ACE})


def rank_name(rank: Rank, form: str = Form.NOMINATIVE) -> str:
    """“ace”, «туза» …

    Raises:
        ValueError: if *form* is none of `Form`.
    """
    return str(_RANKS[Form(form)][rank])


def ranks_text(ranks: Iterable[Rank]) -> str:
    """`A A K 10 9`: as printed on the cards, the same in every language."""
    return " ".join(rank.index for rank in ranks)


def card_name(card: AnyCard) -> str:
    """“queen of hearts”, «червова дама»: for those who hear the card."""
    if isinstance(card, Joker):
        return pgettext("card", "joker")
    masculine = card.rank in _MASCULINE
    template = (_CARDS_OF_MASCULINE_RANK if masculine else _CARDS_OF_FEMININE_RANK)[card.suit]
    return str(template) % {"rank": rank_name(card.rank)}


def category_name(category: Category) -> str:
    if category is Category.FIVE_OF_A_KIND:
        return pgettext("hand", "five of a kind")
    return pay_hand_name(PayHand[category.name])


def pay_hand_name(hand: PayHand) -> str:
    return str(_HANDS[hand])


def pay_row_name(row: PayRow) -> str:
    """“pair of aces or better”, “straight or less”, or just the hand."""
    name = pay_hand_name(row.hand) if row.rank is None else _narrowed(row.hand, row.rank)
    if row.bound is Bound.OR_BETTER:
        return pgettext("pay row", "%(hand)s or better") % {"hand": name}
    if row.bound is Bound.OR_LESS:
        return pgettext("pay row", "%(hand)s or less") % {"hand": name}
    return name


def hand_name(rank: HandRank, ace_king: bool = False) -> str:
    """“full house, kings over twos”; with *ace_king* a high card A-K is “ace-king”.

    Kickers are not named, so they may be missing in `rank.ranks`. A low hand without a pair is
    an “eight-six low”.
    """
    if isinstance(rank, LowRank) and rank.category is Category.HIGH_CARD:
        return _low_name(rank)
    if ace_king and rank.is_ace_king:
        return pay_hand_name(PayHand.ACE_KING)
    if rank.category is Category.FULL_HOUSE:
        trips, pair = rank.ranks
        # Translators: %(trips)s is in the nominative plural, %(pair)s in the locative plural.
        return pgettext("hand", "full house, %(trips)s over %(pair)s") % {
            "trips": rank_name(trips, Form.PLURAL),
            "pair": rank_name(pair, Form.LOCATIVE_PLURAL),
        }
    if rank.category is Category.TWO_PAIR:
        high, low = rank.ranks[:2]
        # Translators: both ranks are in the nominative plural.
        return pgettext("hand", "two pair, %(high)s and %(low)s") % {
            "high": rank_name(high, Form.PLURAL),
            "low": rank_name(low, Form.PLURAL),
        }
    return _named_by_first_rank(rank.category, rank.ranks[0])


def hand_name_with_kickers(rank: HandRank, ace_king: bool = False) -> str:
    """`hand_name` and the ranks that may decide after it: “pair of aces, kickers K, 9, 5”."""
    return _with_lower(hand_name(rank, ace_king), rank, _lower(rank, ace_king), _listed)


def _low_name(rank: LowRank) -> str:
    if rank.is_wheel:
        # Translators: the best low, 5-4-3-2-A.
        return pgettext("low hand", "wheel")
    if _names_lows_in_words():
        named = "-".join(map(rank_name, rank.ranks[:2]))
    else:
        named = "-".join(one.index for one in rank.ranks)
    # Translators: %(ranks)s is as “words” or “ranks” says.
    return pgettext("low hand", "%(ranks)s low") % {"ranks": named}


def _names_lows_in_words() -> bool:
    # Translators: what names a low hand. Write “words” for its two highest ranks in words, as
    # in “eight-six low”, or “ranks” for all five as they are printed: 8-6-4-3-A.
    return pgettext("low hand, named by", "words") != "ranks"


def _lower(rank: HandRank, ace_king: bool) -> list[Rank]:
    """The ranks that `hand_name` leaves out: kickers, or the cards below those it names."""
    if isinstance(rank, LowRank) and rank.category is Category.HIGH_CARD:
        named = 2 if _names_lows_in_words() and not rank.is_wheel else 5
        return list(rank.ranks[named:])
    steps = STEPS[rank.category]
    kickers = [rank.ranks[step.position] for step in steps if step.role is Role.KICKER]
    cards = [rank.ranks[step.position] for step in steps if step.role is Role.CARD]
    return kickers or cards[2 if ace_king and rank.is_ace_king else 1 :]


def _with_lower(
    hand: str, rank: HandRank, lower: Sequence[Rank], listed: Callable[[Sequence[Rank]], str]
) -> str:
    if not lower:
        return hand
    if STEPS[rank.category][0].role is Role.CARD:
        # Translators: %(ranks)s is a list like “J, 9, 5, 2”: the lower cards of a flush or of
        # a hand without a pair.
        return pgettext("hand", "%(hand)s, then %(ranks)s") % {
            "hand": hand,
            "ranks": listed(lower),
        }
    if len(lower) == 1:
        return _with_kicker(hand, lower[0])
    # Translators: %(ranks)s is a list like “K, 9, 5”.
    return pgettext("hand", "%(hand)s, kickers %(ranks)s") % {"hand": hand, "ranks": listed(lower)}


def _with_kicker(hand: str, kicker: Rank) -> str:
    # Translators: %(rank)s is in the nominative.
    return pgettext("hand", "%(hand)s, %(rank)s kicker") % {
        "hand": hand,
        "rank": rank_name(kicker),
    }


def partial_name(hand: PayHand, ranks: Sequence[Rank] = ()) -> str:
    """A hand with the first of its ranks, or none: “pair”, “pair of aces, king kicker”."""
    if not ranks:
        return pay_hand_name(hand)
    rank = HandRank(CATEGORY_OF[hand], tuple(ranks))
    if len(ranks) == 1 or hand in (PayHand.TWO_PAIR, PayHand.FULL_HOUSE):
        return hand_name(rank)
    return _with_kicker(hand_name(rank), ranks[1])


def said_name(rank: HandRank, ace_king: bool = False, kickers: int = 0) -> str:
    """`hand_name` as it is said, with so many kickers: “pair of aces, kickers king, ten”."""
    return _with_lower(hand_name(rank, ace_king), rank, _lower(rank, ace_king)[:kickers], _spelled)


def held_name(rank: HandRank, ace_king: bool = False, kickers: int = 0) -> str:
    """`said_name` of a hand that somebody has: “a pair of aces”, “king-high”."""
    name = said_name(rank, ace_king, kickers)
    if rank.category in _COUNTABLE:
        # Translators: a hand with the article that English needs after “has” or “wins with”.
        return pgettext("hand that somebody has", "a %(hand)s") % {"hand": name}
    return name


def stand_in_text(stand_in: StandIn, rank: HandRank) -> str:
    """What a wild card plays as in a hand worth *rank*, and why; its suit where it is that of a
    flush."""
    suited = stand_in.why is not Why.LOWEST and rank.category in SUITED_CATEGORIES
    played = (
        _the_card(stand_in.card) if suited else rank_name(stand_in.card.rank, Form.WITH_ARTICLE)
    )
    return str(_STAND_INS[stand_in.why]) % {
        "wild": capfirst(_the_card(stand_in.wild)),
        "card": played,
        "hand": category_name(rank.category),
    }


def _the_card(card: AnyCard) -> str:
    # Translators: a card by its name, in the nominative: “the joker”, “the seven of hearts”.
    return pgettext("card", "the %(card)s") % {"card": card_name(card)}


def _spelled(ranks: Iterable[Rank]) -> str:
    return ", ".join(map(rank_name, ranks))


def _listed(ranks: Iterable[Rank]) -> str:
    return ", ".join(rank.index for rank in ranks)


def _narrowed(hand: PayHand, rank: Rank) -> str:
    """A hand of which a pay row names the first rank only."""
    if hand in (PayHand.ACE_KING, PayHand.ROYAL_FLUSH):
        return pay_hand_name(hand)
    if hand is PayHand.TWO_PAIR:
        # Translators: the higher pair, in the genitive plural.
        return pgettext("pay row", "two pair, %(rank)s up") % {
            "rank": rank_name(rank, Form.GENITIVE_PLURAL)
        }
    if hand is PayHand.FULL_HOUSE and rank is Rank.THREE:
        # Translators: add 3-3-3 where the words for “three of a kind” and “threes” clash.
        return pgettext("pay row", "full house, three threes")
    if hand is PayHand.FULL_HOUSE:
        # Translators: the three cards of one rank, in the genitive plural.
        return pgettext("pay row", "full house, three %(rank)s") % {
            "rank": rank_name(rank, Form.GENITIVE_PLURAL)
        }
    return _named_by_first_rank(CATEGORY_OF[hand], rank)


def _named_by_first_rank(category: Category, rank: Rank) -> str:
    if (category, rank) in _FIXED:
        return str(_FIXED[category, rank])
    template, form = _TEMPLATES[category]
    return str(template) % {"rank": rank_name(rank, form)}
