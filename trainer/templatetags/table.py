"""Cards, seats and amounts in templates: `{% load table %}`."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache, wraps
from types import MappingProxyType
from typing import Any, Final, TypeVar

from django import template
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import capfirst
from django.utils.translation import get_language, gettext, pgettext

from rules.engine.cards import DECK, AnyCard, Card, Joker
from rules.engine.ranking import NATURAL_CATEGORIES
from rules.games import games
from rules.games.base import PayTable
from rules.games.odds import format_odds
from rules.models import Version
from rules.naming import card_name
from trainer.drills import drills
from trainer.drills.base import Deal, Group, GroupRole, Mark
from trainer.models import Sitting
from trainer.practice import wording
from trainer.practice.forms import Typed
from trainer.practice.progress import Tally
from trainer.practice.schedule import Confusion

register = template.Library()

FLOP: Final = 3
Drawn = TypeVar("Drawn")
DIGITS: Final = 10

register.filter("money", wording.money)
register.filter("seat_name", wording.seat_name)
register.filter("odds", format_odds)
register.filter("odds_text", wording.odds_text)
register.filter("duration", wording.duration_text)
register.filter("seconds", wording.seconds_text)
register.filter("target", wording.target_text)


def kept_by_language(render: Callable[..., Drawn]) -> Callable[..., Drawn]:
    """Keep what *render* gives for these arguments in the active language.

    For what depends on nothing else, in no more shapes than fit: 53 cards × 4 marks × 3
    languages are 636.
    """

    @lru_cache(maxsize=1024)
    def keep(language: str | None, *args: Any) -> Drawn:
        return render(*args)

    @wraps(render)
    def find(*args: Any) -> Drawn:
        return keep(get_language(), *args)

    return find


class Kept(template.Node):
    """What was drawn before, for the same language and the same values."""

    def __init__(self, nodes: template.NodeList, values: list[template.base.FilterExpression]):
        self.nodelist, self.values = nodes, values
        self.drawn: dict[tuple[object, ...], SafeString] = {}

    def render(self, context: template.Context) -> SafeString:
        key = get_language(), *(value.resolve(context) for value in self.values)
        if None in key[1:]:
            return self.nodelist.render(context)
        if key not in self.drawn:
            self.drawn[key] = self.nodelist.render(context)
        return self.drawn[key]


@register.tag
def kept(parser: template.base.Parser, token: template.base.Token) -> Kept:
    """`{% kept a b %} … {% endkept %}`: drawn once for each language, `a` and `b`.

    For what depends on nothing else. Everything drawn stays in memory, so the values have to
    be few. A value that is None is drawn anew each time.
    """
    values = [parser.compile_filter(bit) for bit in token.split_contents()[1:]]
    nodes = parser.parse(("endkept",))
    parser.delete_first_token()
    return Kept(nodes, values)


@kept_by_language
def face(card: AnyCard, mark: Mark | str) -> SafeString:
    if isinstance(card, Joker):
        return render_to_string("table/_joker.html", {"name": card_name(card), "mark": mark})
    context = {"card": str(card), "suit": suit_class(card), "name": card_name(card), "mark": mark}
    return render_to_string("table/_card.html", context)


def suit_class(card: Card) -> str:
    return card.suit.name.lower().removesuffix("s")


@register.simple_tag
@cache
def card_symbols() -> SafeString:
    """The faces of all cards, once a page; wherever a card lies, it refers to its face here."""
    cards = [(str(card), card.rank.index, suit_class(card)) for card in DECK]
    return render_to_string("table/_card_symbols.html", {"cards": cards})


@register.simple_tag
def card(card: Card, mark: Mark | str = "") -> SafeString:
    """One card face; *mark* is how it is drawn beside a verdict."""
    return face(card, mark)


@register.simple_tag
def pick(card: Card, name: str, number: int, checked: bool) -> SafeString:
    """A card to be tapped: a box of the answer's form, wherever on the page it lies.

    *number* is its key, as long as there are digits.
    """
    key = str(number % 10) if number <= DIGITS else ""
    values = {"name": name, "value": str(card), "key": key, "checked": checked}
    return render_to_string("table/_pick.html", values | {"face": face(card, "")})


@register.filter
def typed_in(typed: object, name: str) -> str:
    """What was typed into the field *name* of a refused form; nothing of a fresh one."""
    return typed.value(name) if isinstance(typed, Typed) else ""


@register.filter
def has_second(typed: object, card: Card) -> bool:
    """Whether *card* was in the second set of a refused form."""
    return isinstance(typed, Typed) and str(card) in typed.second_cards


@register.filter
def in_language(texts: Mapping[str, str]) -> str:
    """A text that people typed: the reader's language, else English, else any."""
    language = (get_language() or "").partition("-")[0]
    return texts.get(language) or texts.get("en") or next(iter(texts.values()), "")


@register.filter
def joined(prefix: str, suffix: object) -> str:
    """The name of a field that there is one of for each *suffix*."""
    return f"{prefix}-{suffix}"


@register.simple_tag
@kept_by_language
def pay_table(name: str, pays: PayTable) -> SafeString:
    """A pay table; *name* is a msgid."""
    return render_to_string("table/_pay_table.html", {"name": name, "pays": pays})


@register.simple_tag
@kept_by_language
def order_of_hands() -> SafeString:
    """The hands by name, the strongest first."""
    categories = sorted(NATURAL_CATEGORIES, reverse=True)
    return render_to_string("table/_order.html", {"categories": categories})


@register.inclusion_tag("table/_seat.html", takes_context=True)
def seat(context: template.Context, group: Group) -> dict[str, object]:
    """Cards that lie together, under the name of their place, with what the verdict says."""
    table = context["table"]
    if table.spoken is None:
        typed = getattr(context.get("typed"), "cards", ())
        drawn = _seat(group, table.deal, {}, (), table.picks, typed)
    else:
        drawn = _seat(group, table.deal, table.spoken.marks, table.spoken.winners)
    seat = str(group.seat)
    return drawn | {"place": seat if any(box.seat == seat for box in table.boxes) else ""}


@register.inclusion_tag("table/_seat.html")
def plain_seat(group: Group, deal: Deal) -> dict[str, object]:
    """Cards that lie together, without a verdict; of several boxes with what was put down."""
    drawn = _seat(group, deal, {}, ())
    return drawn | {"note": drawn["note"] or wording.stakes_note(group.seat, deal)}


def _seat(
    group: Group,
    deal: Deal,
    marks: Mapping[AnyCard, Mark | str],
    winners: Sequence[int],
    picks: Mapping[Card, int] = MappingProxyType({}),
    picked: Sequence[str] = (),
) -> dict[str, object]:
    is_board = group.role is GroupRole.BOARD
    faces = [face(each, marks.get(each, "")) for each in group.laid]
    if picks:
        faces = [
            pick(each, "cards", picks[each], str(each) in picked) if each in picks else drawn
            for each, drawn in zip(group.laid, faces, strict=True)
        ]
    return {
        "name": group_name(group, deal),
        "bought": group.bought,
        "folded": group.folded,
        "gone": group.gone,
        "game_bought": bool(group.gone) and group.role is GroupRole.DEALER,
        "note": wording.seat_note(group.seat, deal),
        "streets": streets(faces) if is_board else (),
        "faces": mark_safe("" if is_board else "".join(faces)),
        "wins": not is_board and group.seat in winners,
        "ties": len(winners) > 1,
    }


@kept_by_language
def street_names() -> tuple[str, ...]:
    return (
        pgettext("board cards", "Flop"),
        pgettext("board cards", "Turn"),
        pgettext("board cards", "River"),
    )


def group_name(group: Group, deal: Deal) -> str:
    match group.role:
        case GroupRole.BOARD:
            return gettext("Board")
        case GroupRole.DRAWN:
            return gettext("New card")
    return capfirst(wording.seat_name(group.seat, deal))


def streets(faces: Sequence[SafeString]) -> list[tuple[str, SafeString]]:
    """The cards of a board by name, in the order in which they were laid."""
    laid = (faces[:FLOP], faces[FLOP : FLOP + 1], faces[FLOP + 1 :])
    return [
        (name, mark_safe("".join(cards)))
        for name, cards in zip(street_names(), laid, strict=True)
        if cards
    ]


@register.simple_tag
def tally(tally: Tally) -> SafeString:
    """One dot a question: right, wrong or open; `here` is the question that is shown."""
    if tally.length is None:
        label = gettext("Question %(position)s; %(right)s of %(answered)s right")
    else:
        label = gettext("Question %(position)s of %(length)s; %(right)s of %(answered)s right")
    numbers = {name: getattr(tally, name) for name in ("position", "length", "right", "answered")}
    classes = [f"dot {dot}" for dot in tally.dots]
    classes[tally.here] += " here"
    dots = mark_safe("".join(f'<i class="{names}"></i>' for names in classes))
    return format_html(
        '<span class="dots" role="img" aria-label="{}">{}</span>', label % numbers, dots
    )


@register.simple_tag
def source(version: Version) -> str:
    """Whose rules these are, and which of its versions."""
    words = {"house": version.house.display_name, "number": version.number}
    return gettext("%(house)s, version %(number)s") % words


@register.filter
def drill_name(key: str) -> str:
    """The drill in the reader's language; its key, should the program no longer have it."""
    return gettext(drills()[key].name) if key in drills() else key


@register.filter
def confusion(found: Confusion) -> str:
    """What is taken for what."""
    return wording.confusion_text(found.drill, found.tag, found.expected, found.given)


@register.filter
def theme_name(sitting: Sitting) -> str:
    """What a sitting was about: its game and drill, as far as it has one."""
    game = game_name(sitting.game) if sitting.game else ""
    drill = drill_name(sitting.drill) if sitting.drill else ""
    return " · ".join(filter(None, (game, drill))) or gettext("Everything, mixed")


@register.filter
def game_name(key: str) -> str:
    return gettext(games()[key].name) if key in games() else key
