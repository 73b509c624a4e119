"""Name the hand: what do the best five of the cards make?

Russian poker: five cards, or six of which one was bought; ace-king is a hand of its own, and a
high card then is one without ace and king together. Hold’em games: two cards and a board.

What is right
    The one hand that the best five make, never a lower one that is in it too. At level 3 also
    the ranks of its name, up to two: of a pair, three or four of a kind the rank and the best
    kicker; of a high card the two highest cards; of two pair both, in either order; of a full
    house first the three, then the pair; of a straight, flush or straight flush the top card,
    five for A 2 3 4 5; of ace-king and the royal flush none. Ranks that do not belong to the
    name are not looked at.

Levels
    1: every hand about as often, the rare ones rarer; five cards in Russian poker.
    2: near misses in every second deal, every second Russian poker hand with a bought card.
    3: the ranks as well, two Russian poker hands of three with a bought card.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from rules.engine.text import gettext_noop
from rules.games.base import PayHand, Ruleset
from trainer.drills import posted
from trainer.drills.answers import RANKS, Answer, AnswerKind, HandAnswer, Option, Question
from trainer.drills.calls import call_hand
from trainer.drills.deals import Deal, Group, GroupRole
from trainer.drills.named_hand import LURE_SKILLS, marks, named_hand, naming_tags, reads_high
from trainer.drills.named_reasons import code, explain
from trainer.drills.search import Dealing
from trainer.drills.strata import names
from trainer.drills.strata.base import BOUGHT, Deck, draw_stratum
from trainer.drills.stream import Stream
from trainer.drills.tags import TRAP_SKILLS, Trap
from trainer.drills.verdicts import ErrorCode, Part, Verdict

RUSSIAN: Final = "russian-poker"
OWN: Final = 2
SEVEN: Final = 7

# Digits as on the keyboard, one a hand, whatever the game has: ace-king stands last.
_KEYS: Final = {
    PayHand.HIGH_CARD: "1",
    PayHand.PAIR: "2",
    PayHand.TWO_PAIR: "3",
    PayHand.THREE_OF_A_KIND: "4",
    PayHand.STRAIGHT: "5",
    PayHand.FLUSH: "6",
    PayHand.FULL_HOUSE: "7",
    PayHand.FOUR_OF_A_KIND: "8",
    PayHand.STRAIGHT_FLUSH: "9",
    PayHand.ROYAL_FLUSH: "0",
    PayHand.ACE_KING: "-",
}
_HANDS: Final = tuple(Option(hand.key, "hand", hotkey=key) for hand, key in _KEYS.items())


class NameTheHand(Dealing):
    key = "name-the-hand"
    name = gettext_noop("Name the hand")
    summary = gettext_noop("Five, six or seven cards: say what the best five make.")
    order = 5
    generator = 1
    games: tuple[str, ...] = (
        RUSSIAN,
        "ultimate-texas-holdem",
        "casino-holdem",
        "texas-holdem",
    )
    levels: Mapping[int, str] = {
        1: gettext_noop("Five cards or a plain board."),
        2: gettext_noop("Near misses and bought cards."),
        3: gettext_noop("The ranks of the name as well."),
    }
    skills: Mapping[str, str] = {
        "category:high-card": gettext_noop("High card"),
        "ace-king": gettext_noop("Ace-king"),
        "category:pair": gettext_noop("Pair"),
        "category:two-pair": gettext_noop("Two pair"),
        "category:three-of-a-kind": gettext_noop("Three of a kind"),
        "category:straight": gettext_noop("Straight"),
        "category:flush": gettext_noop("Flush"),
        "category:full-house": gettext_noop("Full house"),
        "category:four-of-a-kind": gettext_noop("Four of a kind"),
        "category:straight-flush": gettext_noop("Straight flush"),
        "category:royal-flush": gettext_noop("Royal flush"),
        "wheel": gettext_noop("The wheel"),
        "board-plays": gettext_noop("The board plays"),
        "sixth-card": gettext_noop("Bought card that plays"),
        "idle-sixth-card": gettext_noop("Bought card that does not play"),
        **{trap.value: TRAP_SKILLS[trap] for trap in Trap if trap is not Trap.IDLE_KICKER},
        **LURE_SKILLS,
    }

    def offers(self, ruleset: Ruleset) -> bool:
        return reads_high(ruleset)

    def _make(self, rng: Stream, ruleset: Ruleset, level: int, aims: frozenset[str]) -> Deal:
        alone = ruleset.game == RUSSIAN
        stratum = draw_stratum(rng, names.ALONE if alone else names.WITH_BOARD, level, aims)
        bought = alone and rng.below(BOUGHT[level]) > 0
        count = (6 if bought else 5) if alone else SEVEN
        cards = tuple(stratum.build(Deck(rng), count))
        groups: tuple[Group, ...] = (Group(GroupRole.PLAYER, cards, 0, bought),)
        if not alone:
            board = Group(GroupRole.BOARD, cards[OWN:])
            groups = (board, Group(GroupRole.PLAYER, cards[:OWN], 0))
        return Deal(self.key, ruleset.game, level, groups, stratum=stratum.key)

    def _tags(self, deal: Deal, ruleset: Ruleset) -> frozenset[str]:
        return naming_tags(deal)

    def _result(self, deal: Deal, ruleset: Ruleset) -> PayHand:
        return named_hand(deal).hand

    def question(self, deal: Deal, ruleset: Ruleset) -> Question:
        return _question(deal)

    def parse_answer(self, deal: Deal, data: Mapping[str, Sequence[str]]) -> Answer:
        return posted.parse_hand(_question(deal), data)

    def expected(self, deal: Deal, ruleset: Ruleset) -> Answer:
        return _answer_for(deal)

    def check(self, deal: Deal, answer: Answer, ruleset: Ruleset) -> Verdict:
        if not isinstance(answer, HandAnswer):
            raise TypeError(f"not an answer to this drill: {answer!r}")
        named = named_hand(deal)
        expected = _answer_for(deal)
        right = answer == expected
        mistake: ErrorCode | None = None if right else code(named, answer)
        part = Part("hand", right, answer.to_data(), expected.to_data(), mistake)
        reasons = explain(named, answer, _asks_ranks(deal))
        return Verdict((part,), reasons, marks(named), call=call_hand(named))


def _asks_ranks(deal: Deal) -> bool:
    return deal.level == 3


def _question(deal: Deal) -> Question:
    hands = _HANDS if deal.game == RUSSIAN else _HANDS[:-1]
    if not _asks_ranks(deal):
        return Question(AnswerKind.HAND, gettext_noop("Name the hand"), hands)
    prompt = gettext_noop("Name the hand and its ranks")
    return Question(AnswerKind.HAND, prompt, hands, ranks=tuple(RANKS.values()))


def _answer_for(deal: Deal) -> HandAnswer:
    named = named_hand(deal)
    return HandAnswer(named.hand, named.ranks if _asks_ranks(deal) else ())


DRILL = NameTheHand()
