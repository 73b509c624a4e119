"""Russian poker boxes: wins with one combination and two, ties, losses, no game, purchases."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Final

from rules.engine.cards import Card, Rank
from rules.engine.ranking import NATURAL_CATEGORIES, STRAIGHTS, Category, HandRank, rank_hand
from rules.games.base import Ruleset
from rules.games.russian_poker import dealer_qualifies, swapped_card
from rules.games.switches import is_on
from trainer.drills.strata import russian
from trainer.drills.strata.base import BOUGHT, TRIES, Deck, Stratum
from trainer.drills.strata.boxes import Beside, Laid, Plan
from trainer.drills.strata.hands import classes, draw_hand, lay

_ACE_KING: Final = (Rank.ACE, Rank.KING)
# Whether six cards of the player's leave the round as it is to end.
Fits = Callable[[list[Card]], bool]
# Whether a bought game ends as it is to: player's hand, dealer's hand, whether that is game.
Ends = Callable[[HandRank, HandRank, bool], bool]
# Categories in which two hands of one deck differ after an equal beginning, with the positions.
_CLOSE: Final = {
    Category.HIGH_CARD: (2, 3, 4),
    Category.PAIR: (0, 1, 2, 3),
    Category.TWO_PAIR: (0, 1, 2),
    Category.STRAIGHT: (0,),
    Category.FLUSH: (0, 1, 2, 3, 4),
}
# Between hands that lose, those that almost everybody would pay.
_LEAST_CLOSE: Final = HandRank(
    Category.HIGH_CARD, (Rank.ACE, Rank.KING, Rank.FOUR, Rank.THREE, Rank.TWO)
)
_MADE: Final = tuple(category for category in NATURAL_CATEGORIES if category >= Category.PAIR)

_TIMES: Final = {
    Category.PAIR: 2,
    Category.THREE_OF_A_KIND: 3,
    Category.FOUR_OF_A_KIND: 4,
}
# In five cards these leave room for ace-king beside them.
_WITH_ACE_KING: Final = (
    Category.PAIR,
    Category.TWO_PAIR,
    Category.THREE_OF_A_KIND,
    Category.FOUR_OF_A_KIND,
)


def win(deck: Deck, ruleset: Ruleset, level: int) -> Laid:
    """Two hands with game that meet: a category from a pair up against one of the next two
    below, at level 2 every second time and at level 3 in two of three two hands of one
    category; the player holds the higher. A bought card is uniform."""
    strong, weak = _meeting(deck, ruleset, level)
    return _drawn(deck, Laid(strong, weak), ruleset, level, lambda six: True)


def loss(deck: Deck, ruleset: Ruleset, level: int) -> Laid:
    """As a win, but the dealer holds the higher hand; every fourth time the player holds less
    than what gives a dealer game. A bought card is uniform from those that leave it so."""
    if deck.rng.below(4):
        strong, weak = _meeting(deck, ruleset, level)
    else:
        strong, weak = russian.below(deck, lambda rank: dealer_qualifies(rank, ruleset))
    beaten = rank_hand(strong)
    return _drawn(deck, Laid(weak, strong), ruleset, level, lambda six: rank_hand(six) < beaten)


def tie(deck: Deck, ruleset: Ruleset, level: int) -> Laid:
    """A category that can tie, each equally likely; a class of it with game uniform, twice. A
    bought card is uniform from those that leave the hands equal."""
    ties = (Category.HIGH_CARD, Category.PAIR, Category.TWO_PAIR, Category.STRAIGHT)
    plan = russian.Equal(deck.rng.choice((*ties, Category.FLUSH)))
    one, other = plan(deck, lambda rank: dealer_qualifies(rank, ruleset))
    equal = rank_hand(one)
    return _drawn(deck, Laid(one, other), ruleset, level, lambda six: rank_hand(six) == equal)


def second(deck: Deck, ruleset: Ruleset, level: int) -> Laid:
    """A category from a pair to a royal flush, each equally likely, and a sixth card that makes
    a second combination beside it; at level 1 and every fourth time a pair, two pair, three or
    four of a kind in five cards with ace-king. The dealer’s hand is uniform from those with
    game that it beats."""
    few = level == 1 or not deck.rng.below(4)
    category = deck.rng.choice(_WITH_ACE_KING if few else _MADE)
    cards = _doubled(deck, category, few)
    rank = rank_hand(cards)
    dealer = deck.draw_until(5, lambda five: _has_game(five, ruleset) and rank_hand(five) < rank)
    return Laid(deck.rng.shuffled(cards), dealer)


def no_game(deck: Deck, ruleset: Ruleset, level: int) -> Laid:
    """A dealer’s hand uniform from those without game, at levels 2 and 3 every second time from
    the strongest of them: those that begin with the highest two cards that can. The player’s
    category is uniform from all, a class of it uniform, as far as its cards are left; a
    bought card is uniform."""
    if level > 1 and deck.rng.below(2):
        dealer = deck.rng.shuffled(lay(deck, deck.rng.choice(just_without(ruleset)))[0])
    else:
        dealer = deck.draw_until(5, lambda five: not _has_game(five, ruleset))
    player = _of_category(deck, deck.rng.choice(NATURAL_CATEGORIES))
    return _drawn(deck, Laid(player, dealer), ruleset, level, lambda six: True)


def edge(deck: Deck, ruleset: Ruleset, level: int) -> Laid:
    """The weakest category with which a dealer has game, a class of it with game uniform,
    against five uniform cards; a bought card is uniform."""
    least = deck.rng.choice(_least_game(ruleset))
    dealer = lay(deck, least)[0]
    return _drawn(deck, Laid(deck.draw(5), dealer), ruleset, level, lambda six: True)


def fold(deck: Deck, ruleset: Ruleset, level: int) -> Laid:
    """The player folds five cards uniform from those below a pair, or six after a purchase;
    the dealer’s five are uniform."""
    player = deck.draw_until(5, lambda five: rank_hand(five).category < Category.PAIR)
    laid = _drawn(
        deck,
        Laid(player, []),
        ruleset,
        level,
        lambda six: rank_hand(six).category < Category.TWO_PAIR,
    )
    return replace(laid, dealer=deck.draw(5), folded=True)


def bought_win(deck: Deck, ruleset: Ruleset, level: int) -> Laid:
    """The player holds a category from two pair to four of a kind; the dealer’s game is bought,
    the new card uniform from those with which the dealer has game and loses."""
    category = deck.rng.choice(_MADE[1:7])
    return _purchase(deck, ruleset, category, lambda mine, theirs, game: game and mine > theirs)


def bought_loss(deck: Deck, ruleset: Ruleset, level: int) -> Laid:
    """The player holds a pair or two pair; the dealer’s game is bought, the new card uniform
    from those with which the dealer has game and wins."""
    category = deck.rng.choice(_MADE[:2])
    return _purchase(deck, ruleset, category, lambda mine, theirs, game: game and mine < theirs)


def bought_in_vain(deck: Deck, ruleset: Ruleset, level: int) -> Laid:
    """The player holds a category from a pair to four of a kind; the dealer’s game is bought,
    the new card uniform from those with which the dealer has no game."""
    category = deck.rng.choice(_MADE[:7])
    return _purchase(deck, ruleset, category, lambda mine, theirs, game: not game)


# --- more boxes beside the first -------------------------------------------------------------


def wins_too(deck: Deck, first: Laid, ruleset: Ruleset, level: int) -> Laid:
    """A category from a pair up, each equally likely, a class of it uniform, as far as its
    cards are left; drawn again, up to seven times, until it beats the dealer. A bought card is
    uniform."""
    theirs = rank_hand(first.dealer)
    for _ in range(TRIES // 5):
        player = _of_category(deck, deck.rng.choice(_MADE))
        if rank_hand(player) > theirs:
            break
        deck.put_back(player)
    else:
        deck.remove(player)
    return _seated(deck, first, player, ruleset, level, lambda six: True)


def loses_too(deck: Deck, first: Laid, ruleset: Ruleset, level: int) -> Laid:
    """Five cards uniform from those that the dealer beats, every second time from those of
    them with a pair or ace-king. A bought card is uniform from those that leave it so."""
    theirs = rank_hand(first.dealer)
    close = deck.rng.below(2)

    def fits(five: list[Card]) -> bool:
        rank = rank_hand(five)
        return rank < theirs and (not close or rank >= _LEAST_CLOSE)

    player = deck.draw_until(5, fits)
    return _seated(deck, first, player, ruleset, level, lambda six: rank_hand(six) < theirs)


def ties_too(deck: Deck, first: Laid, ruleset: Ruleset, level: int) -> Laid:
    """The dealer’s five ranks again in suits that are left and tie, as far as they are left;
    otherwise five uniform cards. A bought card is uniform from those that leave it so."""
    theirs = rank_hand(first.dealer)
    ranks, left = theirs.five_ranks, [card.rank for card in deck.cards]
    player: list[Card] = []
    if all(left.count(rank) >= ranks.count(rank) for rank in ranks):
        player = deck.each(ranks)
    if not player or rank_hand(player) != theirs:
        deck.put_back(player)
        player = deck.draw(5)
    return _seated(deck, first, player, ruleset, level, lambda six: rank_hand(six) == theirs)


def any_too(deck: Deck, first: Laid, ruleset: Ruleset, level: int) -> Laid:
    """A category from all, each equally likely, a class of it uniform, as far as its cards are
    left. A bought card is uniform."""
    player = _of_category(deck, deck.rng.choice(NATURAL_CATEGORIES))
    return _seated(deck, first, player, ruleset, level, lambda six: True)


def folds_too(deck: Deck, first: Laid, ruleset: Ruleset, level: int) -> Laid:
    """The player folds five cards uniform from those below a pair, or six after a purchase."""
    player = deck.draw_until(5, lambda five: rank_hand(five).category < Category.PAIR)
    found = _seated(
        deck,
        first,
        player,
        ruleset,
        level,
        lambda six: rank_hand(six).category < Category.TWO_PAIR,
    )
    return replace(found, folded=True)


def _seated(
    deck: Deck, first: Laid, player: list[Card], ruleset: Ruleset, level: int, fits: Fits
) -> Laid:
    """Another player before the same dealer, after a purchase or an exchange or neither."""
    laid = Laid(player, first.dealer, dealer_gone=first.dealer_gone)
    return _drawn(deck, laid, ruleset, level, fits)


# --- parts -----------------------------------------------------------------------------------


def _has_game(five: list[Card], ruleset: Ruleset) -> bool:
    return dealer_qualifies(rank_hand(five), ruleset)


def _meeting(deck: Deck, ruleset: Ruleset, level: int) -> list[list[Card]]:
    """Two hands of five, the higher first."""

    def qualifies(rank: HandRank) -> bool:
        return dealer_qualifies(rank, ruleset)

    if deck.rng.below(level):
        category = deck.rng.choice(tuple(_CLOSE))
        return russian.Same(category, _CLOSE[category])(deck, qualifies)
    return russian.Versus(deck.rng.choice(_MADE))(deck, qualifies)


def _drawn(deck: Deck, laid: Laid, ruleset: Ruleset, level: int, fits: Fits) -> Laid:
    """*laid* with the player's cards shuffled, after a purchase or an exchange or neither.

    By level none, one in two or two in three buy, if any left card *fits* beside the five; of
    the others every third exchanges. What is put away is uniform from what leaves less than
    two pair before the exchange.
    """
    rng, player = deck.rng, laid.player
    if rng.below(BOUGHT[level]):
        fitting = [card for card in deck.cards if fits([*player, card])]
        if fitting:
            sixth = rng.choice(fitting)
            deck.remove([sixth])
            return replace(laid, player=rng.shuffled([*player, sixth]))
    player = rng.shuffled(player)
    if level == 1 or rng.below(3):
        return replace(laid, player=player)
    least, most = (int(ruleset.switches[key]) for key in ("exchange_min", "exchange_max"))
    count = least + rng.below(most - least + 1)
    kept = player[: 5 - count]
    gone = deck.draw_until(
        count, lambda cards: rank_hand([*kept, *cards]).category < Category.TWO_PAIR
    )
    return replace(laid, player=player, gone=tuple(gone))


def _of_category(deck: Deck, category: Category) -> list[Card]:
    """A class of *category* that the left cards can make, else five uniform cards."""
    for _ in range(8):
        rank = deck.rng.choice(classes(category))
        left = [card.rank for card in deck.cards]
        ranks = rank.five_ranks
        if all(left.count(each) >= ranks.count(each) for each in ranks):
            try:
                return lay(deck, rank)[0]
            except ValueError:
                continue
    return deck.draw(5)


def _purchase(deck: Deck, ruleset: Ruleset, category: Category, fits: Ends) -> Laid:
    """Where the house sells no game, and where no card fits, the dealer keeps the hand."""
    player = draw_hand(deck, category)
    mine = rank_hand(player)
    dealer = deck.draw_until(5, lambda five: not _has_game(five, ruleset))
    laid = Laid(deck.rng.shuffled(player), dealer)
    if not is_on(ruleset, "buy_game") or _has_game(dealer, ruleset):
        return laid
    old = swapped_card(dealer, ruleset)
    kept = [card for card in dealer if card != old]

    def drawn(card: Card) -> bool:
        if card.rank is old.rank and is_on(ruleset, "redraw_same_rank"):
            return False
        theirs = rank_hand([*kept, card])
        return fits(mine, theirs, dealer_qualifies(theirs, ruleset))

    fitting = [card for card in deck.cards if drawn(card)]
    if not fitting:
        return laid
    new = deck.rng.choice(fitting)
    deck.remove([new])
    return replace(laid, dealer=[*kept, new], dealer_gone=(old,))


def _doubled(deck: Deck, category: Category, few: bool) -> list[Card]:
    """Cards with a first combination of *category* and a second beside it."""
    rng = deck.rng
    if category in (Category.PAIR, Category.THREE_OF_A_KIND, Category.FOUR_OF_A_KIND):
        ranks = _ACE_KING if few and category is not Category.PAIR else tuple(Rank)
        rank, times = deck.rank(ranks), _TIMES[category]
        cards = deck.of_rank(rank, times)
        if category is Category.FOUR_OF_A_KIND and rng.below(2) and not few:
            return cards + deck.of_rank(deck.rank([r for r in Rank if r is not rank]), 2)
        cards += deck.each(r for r in _ACE_KING if r is not rank)
        return _padded(deck, cards, category, 5 if few else 6)
    if category is Category.TWO_PAIR:
        one, other, third = deck.ranks(3)
        if rng.below(2) and not few:
            return [card for rank in (one, other, third) for card in deck.of_rank(rank, 2)]
        pairs = deck.of_rank(rng.choice(_ACE_KING), 2)
        low = deck.rank([rank for rank in Rank if rank not in _ACE_KING])
        pairs += deck.of_rank(low, 2)
        missing = [rank for rank in _ACE_KING if rank is not pairs[0].rank]
        return _padded(deck, pairs + deck.each(missing), category, 5 if few else 6)
    if category is Category.FULL_HOUSE:
        if rng.below(2):
            return [card for rank in deck.ranks(2) for card in deck.of_rank(rank, 3)]
        ace, king = rng.shuffled(_ACE_KING)
        low = deck.rank([rank for rank in Rank if rank not in _ACE_KING])
        triple = 2 + rng.below(2)
        return deck.of_rank(ace, triple) + deck.of_rank(low, 5 - triple) + deck.of_rank(king)
    cards = draw_hand(deck, category)
    if category is Category.STRAIGHT:
        return [*cards, *deck.of_rank(rng.choice(_beside(cards)))]
    suited, beside = rng.below(2), _beside(cards)
    if category is not Category.FLUSH and not suited:
        return [*cards, *deck.of_rank(rng.choice(beside))]
    if suited:
        return [*cards, *deck.of_suit(cards[0].suit)]
    return [*cards, *deck.of_rank(rng.choice(cards).rank)]


def _beside(run: list[Card]) -> list[Rank]:
    """Ranks that make a second straight beside *run*: its own and its neighbours."""
    ranks = {card.rank for card in run}
    near = (set(other) - ranks for other in STRAIGHTS.values() if len(ranks & set(other)) == 4)
    return sorted(ranks.union(*near))


def _padded(deck: Deck, cards: list[Card], category: Category, count: int) -> list[Card]:
    """*cards* and as many more, uniform from those that leave the category."""
    return cards + deck.draw_until(
        count - len(cards), lambda more: rank_hand([*cards, *more]).category is category
    )


def just_without(ruleset: Ruleset) -> tuple[HandRank, ...]:
    """The strongest hands without game that begin alike."""
    return _just_without(ruleset.switches["qualifier"])


@cache
def _just_without(qualifier: str) -> tuple[HandRank, ...]:
    begin = _ACE_KING if qualifier == "pair" else (Rank.ACE, Rank.QUEEN)
    return tuple(rank for rank in classes(Category.HIGH_CARD) if rank.ranks[:2] == begin)


def _least_game(ruleset: Ruleset) -> tuple[HandRank, ...]:
    return _least(ruleset.switches["qualifier"])


@cache
def _least(qualifier: str) -> tuple[HandRank, ...]:
    if qualifier == "pair":
        return tuple(rank for rank in classes(Category.PAIR) if rank.ranks[0] <= Rank.FOUR)
    return tuple(rank for rank in classes(Category.HIGH_CARD) if rank.is_ace_king)


STRATA: Final[tuple[Stratum[Plan], ...]] = (
    Stratum("win", win, (16, 8, 6), frozenset({"ending:win", "kicker"})),
    Stratum("second", second, (14, 15, 15), frozenset({"ending:win", "two-combinations"})),
    Stratum("tie", tie, (7, 7, 7), frozenset({"ending:tie"})),
    Stratum("loss", loss, (24, 20, 19), frozenset({"ending:loss", "kicker"})),
    Stratum("no-game", no_game, (30, 27, 26), frozenset({"no-game", "insured"})),
    Stratum("edge", edge, (4, 6, 8), frozenset({"edge"})),
    Stratum("fold", fold, (5, 6, 6), frozenset({"ending:fold"})),
    Stratum("bought-win", bought_win, (0, 4, 5), frozenset({"bought-game", "ending:win"})),
    Stratum("bought-loss", bought_loss, (0, 4, 4), frozenset({"bought-game", "ending:loss"})),
    Stratum("bought-in-vain", bought_in_vain, (0, 3, 4), frozenset({"bought-game", "no-game"})),
)
BESIDE: Final[tuple[Stratum[Beside], ...]] = (
    Stratum("wins", wins_too, (35, 35, 35)),
    Stratum("loses", loses_too, (35, 26, 26)),
    Stratum("ties", ties_too, (10, 8, 8)),
    Stratum("any", any_too, (15, 25, 25)),
    Stratum("folds", folds_too, (5, 6, 6)),
)
