"""Boxes of the hold’em games against the house: wins, losses, ties, dealers who do not qualify."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from rules.engine.cards import Card, Rank
from rules.engine.ranking import NATURAL_CATEGORIES, Category, HandRank, rank_hand
from rules.games import casino_holdem, ultimate_texas_holdem
from rules.games.base import Ruleset
from trainer.drills.strata import holdem
from trainer.drills.strata.base import TRIES, Deck, Stratum
from trainer.drills.strata.boxes import Beside, Laid, Plan
from trainer.drills.strata.hands import draw_hand

# Whether two cards with a board fit: their rank and whether a dealer has game with it.
Fits = Callable[[HandRank, bool], bool]

_MADE: Final = tuple(category for category in NATURAL_CATEGORIES if category >= Category.PAIR)
_CLOSE: Final = (
    *(holdem.pair_kicker, holdem.two_pairs, holdem.three_pairs, holdem.trips_kicker),
    *(holdem.sets, holdem.straights, holdem.flushes, holdem.full_house_pairs),
)
_TIES: Final = (holdem.board_plays, holdem.same_ranks)
# Hands that leave five board cards of which nobody has a pair.
_ON_DRY: Final = (
    Category.HIGH_CARD,
    Category.PAIR,
    Category.TWO_PAIR,
    Category.THREE_OF_A_KIND,
    Category.STRAIGHT,
    Category.FLUSH,
)


def win(deck: Deck, ruleset: Ruleset, level: int) -> Laid:
    """A category from a pair up, each equally likely, and five cards of it: two of them are the
    player’s, three lie on the board with two uniform cards, three times in four as the flop;
    the dealer’s cards uniform from those with which the dealer has game and loses."""
    board, player = _made(deck, deck.rng.choice(_MADE))
    mine = rank_hand([*board, *player])
    dealer = _two(deck, board, ruleset, lambda rank, game: game and rank < mine)
    return Laid(player, dealer, board)


def loss(deck: Deck, ruleset: Ruleset, level: int) -> Laid:
    """As a win, but the dealer holds the five and the player’s cards are uniform from those
    with which the player loses; in Casino Hold’em every second time from those of them with
    which hole cards and flop are on a row of the AA bonus."""
    board, dealer = _made(deck, deck.rng.choice(_MADE))
    theirs = rank_hand([*board, *dealer])
    paid = ruleset.game == casino_holdem.GAME.key and deck.rng.below(2)

    def fits(two: list[Card]) -> bool:
        if rank_hand([*board, *two]) >= theirs:
            return False
        row = ruleset.tables["aa"].row_for(rank_hand([*board[:3], *two])) if paid else True
        return row is not None

    return Laid(deck.draw_until(2, fits), dealer, board)


def close(deck: Deck, ruleset: Ruleset, level: int) -> Laid:
    """Two hands that meet as in hold’em among players: with one pair, with a common card of two
    pairs, with sets, straights, flushes; the player has either."""
    layout = deck.rng.choice(_CLOSE)(deck)
    return _seated(deck, layout)


def tie(deck: Deck, ruleset: Ruleset, level: int) -> Laid:
    """The board plays, or both hold the same ranks."""
    return _seated(deck, deck.rng.choice(_TIES)(deck))


def no_game(deck: Deck, ruleset: Ruleset, level: int) -> Laid:
    """A hand up to a flush of the player, each category equally likely, with five different
    ranks on the board; the dealer’s cards uniform from those without game."""
    board, player = _on_dry(deck, deck.rng.choice(_ON_DRY))
    dealer = _two(deck, board, ruleset, lambda rank, game: not game)
    return Laid(player, dealer, board)


def no_game_ahead(deck: Deck, ruleset: Ruleset, level: int) -> Laid:
    """Five different ranks on the board; the dealer’s cards uniform from those without game,
    the player’s from those that are lower still."""
    board, dealer = _on_dry(deck, Category.HIGH_CARD)
    deck.put_back(dealer)
    dealer = _two(deck, board, ruleset, lambda rank, game: not game)
    theirs = rank_hand([*board, *dealer])
    return Laid(_two(deck, board, ruleset, lambda rank, game: rank < theirs), dealer, board)


def edge(deck: Deck, ruleset: Ruleset, level: int) -> Laid:
    """The dealer’s best is a pair of the lowest rank with game or of the next lower one, every
    second time on the board; the player’s cards are uniform."""
    least = Rank.TWO
    if ruleset.game == casino_holdem.GAME.key:
        least = next(r for r in Rank if r.letter == ruleset.switches["qualifier"])
    rank = deck.rng.choice([r for r in Rank if least - 1 <= r <= least])
    pair = deck.of_rank(rank, 2)
    others = [r for r in Rank if r is not rank]
    if deck.rng.below(2):
        board = deck.rng.shuffled([*pair, *deck.each(deck.ranks(3, others))])
        dealer = _two(deck, board, ruleset, lambda r, game: r.category is Category.PAIR)
    else:
        board = deck.rng.shuffled([pair[0], *deck.each(deck.ranks(4, others))])
        free = [r for r in others if r not in {card.rank for card in board}]
        dealer = deck.rng.shuffled([pair[1], *deck.draw(1, lambda card: card.rank in free)])
    return Laid(deck.draw(2), dealer, board)


def fold(deck: Deck, ruleset: Ruleset, level: int) -> Laid:
    """The player folds; every second time the board holds three of a kind or, for the flop,
    two aces, otherwise all cards are uniform."""
    if deck.rng.below(2):
        aces = ruleset.game == casino_holdem.GAME.key
        rank = Rank.ACE if aces else deck.rank()
        board = deck.of_rank(rank, 2 if aces else 3)
        board += deck.draw(5 - len(board), lambda card: card.rank is not rank)
        if not aces:
            board = deck.rng.shuffled(board)
    else:
        board = deck.draw(5)
    own = rank_hand(board)
    player = _two(deck, board, ruleset, lambda rank, game: rank.category is own.category)
    return Laid(player, deck.draw(2), board, folded=True)


# --- more boxes beside the first -------------------------------------------------------------


def wins_too(deck: Deck, first: Laid, ruleset: Ruleset, level: int) -> Laid:
    """Two cards uniform from those that beat the dealer’s hand."""
    theirs = _theirs(first)
    return _beside(deck, first, lambda rank: rank > theirs)


def loses_too(deck: Deck, first: Laid, ruleset: Ruleset, level: int) -> Laid:
    """Two cards uniform from those that the dealer’s hand beats."""
    theirs = _theirs(first)
    return _beside(deck, first, lambda rank: rank < theirs)


def ties_too(deck: Deck, first: Laid, ruleset: Ruleset, level: int) -> Laid:
    """The dealer’s two ranks again, if they are left and tie; otherwise two cards uniform from
    those that tie."""
    theirs = _theirs(first)
    ranks = [card.rank for card in first.dealer]
    left = [card.rank for card in deck.cards]
    if all(left.count(rank) >= ranks.count(rank) for rank in ranks):
        two = deck.each(ranks)
        if rank_hand([*(first.board or []), *two]) == theirs:
            return replace(first, player=deck.rng.shuffled(two), folded=False)
        deck.put_back(two)
    return _beside(deck, first, lambda rank: rank == theirs)


def paid_too(deck: Deck, first: Laid, ruleset: Ruleset, level: int) -> Laid:
    """Two cards uniform from those that are on a row of the Trips or AA bonus, with the board or
    with the flop, whoever wins."""
    aces = ruleset.game == casino_holdem.GAME.key
    counting = (first.board or [])[: 3 if aces else 5]
    table = ruleset.tables["aa" if aces else "trips"]

    def fits(two: list[Card]) -> bool:
        return table.row_for(rank_hand([*counting, *two])) is not None

    return replace(first, player=deck.draw_until(2, fits), folded=False)


def any_too(deck: Deck, first: Laid, ruleset: Ruleset, level: int) -> Laid:
    """Two cards uniform from all that are left."""
    return _beside(deck, first, lambda rank: True)


def folds_too(deck: Deck, first: Laid, ruleset: Ruleset, level: int) -> Laid:
    """The player folds two cards uniform from those that add no pair or better to the board."""
    own = rank_hand(first.board or [])
    found = _beside(deck, first, lambda rank: rank.category is own.category)
    return replace(found, folded=True)


def _theirs(laid: Laid) -> HandRank:
    return rank_hand([*(laid.board or []), *laid.dealer])


def _beside(deck: Deck, first: Laid, fits: Callable[[HandRank], bool]) -> Laid:
    board = first.board or []
    player = deck.draw_until(2, lambda two: fits(rank_hand([*board, *two])))
    return replace(first, player=player, folded=False)


# --- parts -----------------------------------------------------------------------------------


def _qualifies(rank: HandRank, ruleset: Ruleset) -> bool:
    if ruleset.game == casino_holdem.GAME.key:
        return casino_holdem.dealer_qualifies(rank, ruleset)
    return ultimate_texas_holdem.dealer_qualifies(rank, ruleset)


def _two(deck: Deck, board: list[Card], ruleset: Ruleset, fits: Fits) -> list[Card]:
    """Two cards uniform from those that fit."""

    def check(two: list[Card]) -> bool:
        rank = rank_hand([*board, *two])
        return fits(rank, _qualifies(rank, ruleset))

    return deck.draw_until(2, check)


def _made(deck: Deck, category: Category) -> tuple[list[Card], list[Card]]:
    five = deck.rng.shuffled(draw_hand(deck, category))
    board = [*five[:3], *deck.draw(2)]
    return board if deck.rng.below(4) else deck.rng.shuffled(board), five[3:]


def _on_dry(deck: Deck, category: Category) -> tuple[list[Card], list[Card]]:
    """A board of five ranks on which nobody has a pair, and a hand of *category* with it."""
    five = draw_hand(deck, category)
    for _ in range(TRIES):
        five = deck.rng.shuffled(five)
        if len({card.rank for card in five[:3]}) == 3:
            break
    held = {card.rank for card in five}
    board = [*five[:3], *deck.each(deck.ranks(2, [rank for rank in Rank if rank not in held]))]
    return deck.rng.shuffled(board), five[3:]


def _seated(deck: Deck, layout: holdem.Layout) -> Laid:
    """Either hand is the player’s, all cards in random order."""
    player, dealer = deck.rng.shuffled(layout.holes[:2])
    shuffled = deck.rng.shuffled
    return Laid(shuffled(player), shuffled(dealer), shuffled(layout.board))


def _up_to_the_flop(plan: Plan) -> Plan:
    """Casino Hold’em: a fold comes on the flop, and no more is dealt."""

    def build(deck: Deck, ruleset: Ruleset, level: int) -> Laid:
        laid = plan(deck, ruleset, level)
        if ruleset.game != casino_holdem.GAME.key:
            return laid
        return replace(laid, board=(laid.board or [])[:3])

    build.__doc__ = plan.__doc__
    return build


_FOLD: Final = _up_to_the_flop(fold)
ULTIMATE: Final[tuple[Stratum[Plan], ...]] = (
    Stratum("win", win, (27, 19, 16), frozenset({"ending:win", "side-bet"})),
    Stratum("loss", loss, (22, 16, 14), frozenset({"ending:loss"})),
    Stratum("close", close, (4, 14, 18), frozenset({"kicker", "ending:win", "ending:loss"})),
    Stratum("tie", tie, (18, 17, 16), frozenset({"ending:tie"})),
    Stratum("no-game", no_game, (12, 11, 11), frozenset({"no-game", "fraction"})),
    Stratum("no-game-ahead", no_game_ahead, (10, 10, 10), frozenset({"no-game", "ahead"})),
    Stratum("edge", edge, (2, 5, 7), frozenset({"edge"})),
    Stratum("fold", _FOLD, (5, 8, 8), frozenset({"ending:fold"})),
)
CASINO: Final[tuple[Stratum[Plan], ...]] = (
    Stratum("win", win, (19, 13, 11), frozenset({"ending:win", "side-bet"})),
    Stratum("loss", loss, (31, 25, 22), frozenset({"ending:loss"})),
    Stratum("close", close, (4, 13, 16), frozenset({"kicker", "ending:win", "ending:loss"})),
    Stratum("tie", tie, (21, 21, 21), frozenset({"ending:tie"})),
    Stratum("no-game", no_game, (8, 6, 6), frozenset({"no-game"})),
    Stratum("no-game-ahead", no_game_ahead, (8, 6, 6), frozenset({"no-game", "ahead"})),
    Stratum("edge", edge, (2, 7, 9), frozenset({"edge"})),
    Stratum("fold", _FOLD, (7, 9, 9), frozenset({"ending:fold"})),
)
BESIDE: Final[tuple[Stratum[Beside], ...]] = (
    Stratum("wins", wins_too, (34, 25, 25)),
    Stratum("loses", loses_too, (34, 25, 25)),
    Stratum("ties", ties_too, (17, 15, 15)),
    Stratum("paid", paid_too, (0, 22, 22)),
    Stratum("any", any_too, (10, 6, 6)),
    Stratum("folds", folds_too, (5, 7, 7)),
)
