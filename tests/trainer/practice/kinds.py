"""Drills that ask for every kind of answer in the same way, to test forms and verdicts by."""

from decimal import Decimal
from fractions import Fraction

from rules.engine.cards import parse_cards
from rules.engine.ranking import rank_hand
from rules.games.base import Outcome
from rules.games.switches import parse_chips
from trainer.drills import posted
from trainer.drills.answers import (
    AmountAnswer,
    AnswerKind,
    BoxAnswer,
    CardsAnswer,
    ChipsAnswer,
    ChoiceAnswer,
    MoneyAnswer,
    Option,
    OrderAnswer,
    Question,
)
from trainer.drills.base import Drill
from trainer.drills.deals import Deal, Group, GroupRole, Wager
from trainer.drills.verdicts import ErrorCode, Part, Verdict

GAME = "russian-poker"
PLAYER = parse_cards("Qd Jd Td 8d 4d 9s")
DEALER = parse_cards("Kc Kh 7s 5d 2c")
GROUPS = (Group(GroupRole.DEALER, DEALER), Group(GroupRole.PLAYER, PLAYER, 0, True))
ANTE, BET = Wager("ante", Decimal(10)), Wager("bet", Decimal(20))
PAID = MoneyAnswer(Outcome.PAY, Decimal(180))
PUSHED, TAKEN = MoneyAnswer(Outcome.PUSH), MoneyAnswer(Outcome.TAKE)

CHOICES = (
    Option(
        "text",
        "text",
        label="%(odds)s on %(stake)s",
        params={"odds": Fraction(3, 2), "stake": Decimal(1250)},
    ),
    Option("odds", "odds", value=Fraction(7)),
    Option("money", "money", value=Decimal("37.5")),
    Option("hand", "hand", value=rank_hand(parse_cards("As Ad Kc Kd 2h"))),
    Option("card", "card", value=PLAYER[0]),
)
PLAYERS = tuple(Option(str(seat), GroupRole.PLAYER, seat) for seat in range(3))
HANDS = ("Qd Jd Td 8d 4d", "Kc Kh 7s 5d 2c", "Ks Kd 7h 5s 2h")


def asked(kind, **fields):
    return Question(kind, "Answer this", **fields)


class Asking(Drill):
    """Deals the same cards every time; `answers` are the right answer and a wrong one."""

    name = "A kind"
    summary = "Only for tests."
    order = 0
    generator = 1
    games = (GAME,)
    skills = {}
    levels = {1: "", 2: "", 3: ""}
    groups = GROUPS
    wagers = (ANTE, BET)

    def __init__(self, key, ask, right, wrong, parse, **fields):
        self.key, self.ask, self.right, self.wrong, self.parse = key, ask, right, wrong, parse
        for name, value in fields.items():
            setattr(self, name, value)

    def deal(self, rng, ruleset, level, want=frozenset(), variant_of=None):
        return Deal(self.key, ruleset.game, level, self.groups, self.wagers)

    def question(self, deal, ruleset):
        return self.ask

    def parse_answer(self, deal, data):
        return self.parse(data)

    def expected(self, deal, ruleset):
        return self.right

    def switches(self, deal, ruleset):
        return ()

    def check(self, deal, answer, ruleset):
        return Verdict(tuple(self._parts(answer)), ())

    def _parts(self, given):
        if not isinstance(given, BoxAnswer):
            right = given == self.right
            code = None if right else ErrorCode.ARITHMETIC
            yield Part("answer", right, given.to_data(), self.right.to_data(), code)
            return
        for (name, mine), (_, his) in zip(given.wagers, self.right.wagers, strict=True):
            code = None if mine == his else ErrorCode.PUSHED_WINNER
            delta = Fraction(mine.amount - his.amount)
            yield Part(name, mine == his, mine.to_data(), his.to_data(), code, delta)
        if given.places is not None:
            mine, his = OrderAnswer(given.places), OrderAnswer(self.right.places)
            yield Part("order", mine == his, mine.to_data(), his.to_data(), ErrorCode.ORDER)
        if given.pay_now is not None:
            mine, his = AmountAnswer(given.pay_now), AmountAnswer(self.right.pay_now)
            yield Part("pay-now", mine == his, mine.to_data(), his.to_data())


def bound(parse, ask):
    return lambda data: parse(ask, data)


def make(key, ask, right, wrong, parse, **fields):
    return Asking(key, ask, right, wrong, parse, **fields)


CHOICE = asked(AnswerKind.CHOICE, options=CHOICES)
AMOUNT = asked(AnswerKind.AMOUNT, plates=(Option("odds", "odds", value=Fraction(17)),))
CARDS = asked(AnswerKind.CARDS, cards=PLAYER, count=5)
TWICE = asked(AnswerKind.CARDS, cards=PLAYER, count=5, asks_second=True)
ORDER = asked(AnswerKind.ORDER, options=PLAYERS)
BOX = asked(AnswerKind.BOX, wagers=(ANTE, BET), asks_pay_now=True)
BOXES = asked(
    AnswerKind.BOX,
    options=PLAYERS[:2],
    asks_pay_now=True,
    wagers=tuple(Wager(f"{seat}.{w.bet}", w.stake) for seat in range(2) for w in (ANTE, BET)),
)
CHIPS = asked(AnswerKind.CHIPS, chips=parse_chips("0.5, 1 white, 5 red, 25, 100"))

DRILLS = {
    drill.key: drill
    for drill in (
        make(
            "asks-choice",
            CHOICE,
            ChoiceAnswer("money"),
            ChoiceAnswer("odds"),
            bound(posted.parse_choice, CHOICE),
        ),
        make(
            "asks-amount",
            AMOUNT,
            AmountAnswer(Decimal(595)),
            AmountAnswer(Decimal(630)),
            posted.parse_amount_answer,
            groups=(),
            wagers=(Wager("bet", Decimal(35)),),
        ),
        make(
            "asks-cards",
            CARDS,
            CardsAnswer(frozenset(PLAYER[:5])),
            CardsAnswer(frozenset(PLAYER[1:])),
            bound(posted.parse_cards_answer, CARDS),
        ),
        make(
            "asks-second",
            TWICE,
            CardsAnswer(frozenset(PLAYER[:5]), frozenset(PLAYER[1:])),
            CardsAnswer(frozenset(PLAYER[:5])),
            bound(posted.parse_cards_answer, TWICE),
        ),
        make(
            "asks-order",
            ORDER,
            OrderAnswer((1, 2, 2)),
            OrderAnswer((1, 2, 3)),
            bound(posted.parse_order, ORDER),
            groups=tuple(
                Group(GroupRole.PLAYER, parse_cards(cards), seat)
                for seat, cards in enumerate(HANDS)
            ),
            wagers=(),
        ),
        make(
            "asks-box",
            BOX,
            BoxAnswer((("ante", PUSHED), ("bet", PAID)), Decimal(180)),
            BoxAnswer((("ante", PUSHED), ("bet", PUSHED)), Decimal(0)),
            bound(posted.parse_box, BOX),
        ),
        make(
            "asks-boxes",
            BOXES,
            BoxAnswer(
                (("0.ante", PUSHED), ("0.bet", PAID), ("1.ante", TAKEN), ("1.bet", TAKEN)),
                Decimal(180),
                (2, 1),
            ),
            BoxAnswer(
                (("0.ante", PUSHED), ("0.bet", PAID), ("1.ante", TAKEN), ("1.bet", PUSHED)),
                Decimal(180),
                (1, 2),
            ),
            bound(posted.parse_box, BOXES),
            groups=(
                Group(GroupRole.DEALER, DEALER),
                Group(GroupRole.PLAYER, PLAYER, 0, True),
                Group(GroupRole.PLAYER, parse_cards("As Ad 3c 3d 9c"), 1),
            ),
            wagers=BOXES.wagers,
        ),
        make(
            "asks-chips",
            CHIPS,
            ChipsAnswer(((Decimal(100), 1), (Decimal(25), 3), (Decimal("0.5"), 1))),
            ChipsAnswer(((Decimal(25), 7), (Decimal("0.5"), 1))),
            bound(posted.parse_chips_answer, CHIPS),
            groups=(),
            wagers=(),
        ),
    )
}
