"""Houses of every kind, and rounds as anybody sees them who can rank hands."""

from random import Random

from rules.engine.ranking import rank_hand
from rules.games import find_game
from rules.games.base import SwitchKind
from rules.rounds import courses
from tests.rules.games.houses import house

AGAINST_A_DEALER = [key for key, course in courses().items() if course.bets]


def choices(game):
    """Every (switch, value) of which the game has more than one."""
    return [
        (switch.key, value)
        for switch in find_game(game).switches
        if switch.kind is SwitchKind.CHOICE and len(switch.values) > 1
        for value in switch.values
    ]


CHOICES = [(game, *choice) for game in AGAINST_A_DEALER for choice in choices(game)]


def mixed_houses(game, number):
    """Houses with a random value of every switch."""
    rng, options = Random(f"houses of {game}"), {}
    for key, value in choices(game):
        options.setdefault(key, []).append(value)
    for _ in range(number):
        yield house(game, **{key: rng.choice(values) for key, values in options.items()})


def houses(game):
    yield from (house(game, **{key: value}) for key, value in choices(game))
    yield from mixed_houses(game, 20)


class Seen:
    """A round as anybody sees it who can rank hands."""

    def __init__(self, round_, ruleset):
        game = courses()[ruleset.game]
        self.folded, self.bought = round_.folded, round_.dealer_after is not None
        self.drew = len(round_.player) == 6 or round_.dealt is not None
        self.mine = rank_hand((*round_.player, *round_.board))
        if self.folded:
            return
        dealer = round_.dealer_after or round_.dealer
        self.other = rank_hand((*dealer, *round_.board))
        before = rank_hand((*round_.dealer, *round_.board))
        self.had_game, self.has_game = (
            game.qualifies(hand, ruleset) for hand in (before, self.other)
        )

    @property
    def ending(self):
        if self.mine == self.other:
            return "tie"
        return "win" if self.mine > self.other else "loss"


def key_of(seen, game):
    """The line that tells of this round; insurance of a weak hand is left aside."""
    if seen.folded:
        return "fold"
    if seen.bought:
        assert not seen.had_game
        return f"bought-{seen.ending}" if seen.has_game else "bought-in-vain"
    if game == "ultimate-texas-holdem":
        return seen.ending if seen.has_game or seen.ending == "tie" else f"{seen.ending}-no-game"
    if not seen.has_game:
        return "no-game"
    return "win-drawn" if seen.drew and seen.ending == "win" else seen.ending
