"""What the page shows: the form as it was typed, cards on the felt, steps of the answer."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from django.utils.translation import gettext

from rules.engine.best import BestHand
from rules.engine.cards import Card, Rank, Suit
from rules.engine.compare import STEPS, Basis, Decision, Step
from rules.engine.errors import EngineError
from rules.games.base import Game, PayHand, pay_hand
from rules.games.settlement import Ending
from rules.lookup import reads
from rules.lookup.answering import Answer, ShowdownAnswer, drawn
from rules.lookup.fields import PLAY_STAGES, SEATS, CardField, chips_key, course_of
from rules.lookup.inquiry import LONGEST, Inquiry
from rules.lookup.legality import Note
from rules.lookup.links import address
from rules.messages import error_text

_REASONS: Final = "trainer/reasons/{}.html"


def page(case: reads.Case) -> dict[str, Any]:
    found = case.answer
    context = {
        "case": case,
        "inquiry": case.inquiry,
        "version": case.version,
        "ruleset": None if case.version is None else case.version.ruleset,
        "tabs": _tabs(case.inquiry),
        "form": _form(case),
        "errors": _errors(case.inquiry),
        "answer": found,
        "newer": _newer(case),
    }
    if isinstance(found, Answer):
        context |= _against_the_house(case.inquiry, found)
        context |= _elsewhere(case)
    elif isinstance(found, ShowdownAnswer):
        context |= _among_players(case.inquiry, found)
    return context


def problem_text(error: EngineError, game: Game) -> str:
    """The text of a refusal, with bets by their names."""
    if "bet" in error.params:
        names = {bet.key: gettext(bet.name) for bet in game.bets}
        key = str(error.params["bet"])
        error = type(error)(**{**error.params, "bet": names.get(key, key)})
    return error_text(error)


def place_name(place: CardField) -> str:
    return gettext(place.name) % {"seat": place.seat}


# --- the form --------------------------------------------------------------------------------


def _tabs(inquiry: Inquiry) -> list[dict[str, Any]]:
    return [
        {"game": game, "url": address(other), "current": game == inquiry.game}
        for game, other in reads.tabs(inquiry)
    ]


def _form(case: reads.Case) -> dict[str, Any]:
    inquiry = case.inquiry
    places = [_place(inquiry, place) for place in inquiry.layout.cards]
    aside = [place for place in places if place["place"].aside]
    return {
        "houses": _houses(case),
        "places": [place for place in places if not place["place"].aside],
        "aside": aside,
        "aside_open": any(place["text"] for place in aside),
        "amounts": [] if inquiry.layout.seats else _amounts(inquiry),
        "stages": [
            {"stage": stage.value, "name": PLAY_STAGES[stage], "chosen": inquiry.stage is stage}
            for stage in inquiry.layout.stages
        ],
        "seats": inquiry.layout.seats and SEATS,
        "deck": _deck(inquiry),
        "target": inquiry.target.key,
        "longest": LONGEST,
    }


def _place(inquiry: Inquiry, place: CardField) -> dict[str, Any]:
    """A field for cards, at hold'em with what the seat put into the pot."""
    cards = inquiry.cards.get(place.key, ())
    context: dict[str, Any] = {
        "place": place,
        "name": place_name(place),
        "text": inquiry.typed.get(place.key, ""),
        "cards": cards,
        "error": _error(inquiry, place.key),
    }
    if place.seat:
        key = chips_key(place.seat)
        context["chips"] = {
            "key": key,
            "text": inquiry.typed.get(key, ""),
            "error": _error(inquiry, key),
        }
        context["out"] = place.seat in inquiry.out
    if len(cards) and not context["error"]:
        context["text"] = " ".join(map(str, cards))
    return context


def _amounts(inquiry: Inquiry) -> list[dict[str, Any]]:
    return [
        {
            "bet": bet,
            "text": inquiry.typed.get(bet.key, ""),
            "error": _error(inquiry, bet.key),
        }
        for bet in inquiry.game.bets
    ]


def _error(inquiry: Inquiry, key: str) -> str:
    return problem_text(inquiry.problems[key], inquiry.game) if key in inquiry.problems else ""


def _errors(inquiry: Inquiry) -> list[dict[str, str]]:
    """What could not be read, each with the field that it is about."""
    labels = {place.key: place_name(place) for place in inquiry.layout.cards}
    labels |= {bet.key: gettext(bet.name) for bet in inquiry.game.bets}
    labels |= {chips_key(s): gettext("Seat %(seat)s") % {"seat": s} for s in SEATS}
    return [
        {"key": key, "label": labels.get(key, ""), "text": _error(inquiry, key)}
        for key in inquiry.problems
    ]


def _houses(case: reads.Case) -> list[dict[str, Any]]:
    """Houses with their versions; of those that are not asked only the one in force."""
    asked = case.choice
    number = case.version.number if case.version is not None else 0
    return [
        {
            "house": choice.house,
            "live": choice.live,
            "chosen": choice == asked and number in (0, choice.live),
            "past": [
                {"number": past, "chosen": choice == asked and past == number}
                for past in choice.numbers[1:]
            ],
        }
        for choice in case.choices
    ]


def _deck(inquiry: Inquiry) -> list[list[dict[str, Any]]]:
    used = inquiry.used(inquiry.target)
    return [
        [{"card": card, "used": card in used} for card in _suit(suit)] for suit in reversed(Suit)
    ]


def _suit(suit: Suit) -> list[Card]:
    return [Card(rank, suit) for rank in reversed(Rank)]


def _newer(case: reads.Case) -> dict[str, Any] | None:
    """The version in force and the address under it, where an older one is asked."""
    choice = case.choice
    if case.version is None or choice is None or case.version.number == choice.live:
        return None
    url = address(replace(case.inquiry, version=choice.live), share=True)
    return {"number": choice.live, "url": url}


# --- the answer ------------------------------------------------------------------------------


def _against_the_house(inquiry: Inquiry, found: Answer) -> dict[str, Any]:
    course = course_of(inquiry.game.key)
    steps = [] if found.decision is None else _steps(found.decision, course.doubles)
    return {
        "seats": _felt(inquiry, found),
        "ace_king": course.doubles,
        "steps": steps,
        "problem": problem_text(found.problem, inquiry.game) if found.problem else "",
        "missing": _missing(found),
        "waiting": [gettext(inquiry.game.bet(bet).name) for bet in found.waiting],
        "notes": _notes(found.notes, inquiry.game),
    }


def _notes(found: Sequence[Note], game: Game) -> list[dict[str, Any]]:
    return [{"note": note, "text": problem_text(note.error, game)} for note in found]


def _elsewhere(case: reads.Case) -> dict[str, Any]:
    """The same deal in the other houses; `same` are the names of those where nothing changes."""
    rows = reads.other_houses(case)
    game = case.inquiry.game
    same = [row for row in rows if row.found.is_the_same]
    return {
        "houses": [
            {
                "version": row.version,
                "found": row.found,
                "problem": problem_text(row.found.problem, game) if row.found.problem else "",
                "allowed": row.found.allowed,
                "forbidden": _notes(row.found.forbidden, game),
            }
            for row in rows
        ],
        "same": [row.version.house.display_name for row in same],
        "changes_anywhere": len(same) < len(rows),
        "pays_otherwise": any(row.found.differs or row.found.problem for row in rows),
    }


def _missing(found: Answer | ShowdownAnswer) -> list[dict[str, Any]]:
    return [
        {
            "name": place_name(one.field),
            "needed": one.needed,
            "found": one.found,
        }
        for one in found.missing
    ]


def _felt(inquiry: Inquiry, found: Answer) -> list[dict[str, Any]]:
    """Dealer, board and player as they lie, the board between the hands that share it."""
    hands, settlement = found.hands, found.settlement
    counted = "after" if "after" in hands else "dealer"
    ending = None if settlement is None else settlement.ending
    wins = {
        Ending.WIN: {"player"},
        Ending.LOSS: {counted},
        Ending.TIE: {"player", counted},
    }
    order = ("dealer", "after", "board", "dealt", "player")
    return [
        {
            "key": key,
            "name": place_name(place),
            "hand": None if key == "dealt" else hands.get(key),
            "cards": _marked(inquiry, found, key, counted),
            "wins": ending is not None and key in wins.get(ending, ()),
            "ties": ending is Ending.TIE,
            "has_game": found.has_game if key == counted else None,
        }
        for key in order
        if (place := inquiry.layout.field(key)) is not None and inquiry.cards.get(key)
    ]


def _marked(inquiry: Inquiry, found: Answer, key: str, counted: str) -> Sequence[Any]:
    cards, hands = inquiry.cards[key], found.hands
    if key == "board":
        shared = [hands[place] for place in ("player", counted) if place in hands]
        return drawn(cards, shared, found.decision)
    if key == "dealt" or key not in hands:
        return drawn(cards, ())
    return drawn(cards, [hands[key]], found.decision if key in ("player", counted) else None)


def _among_players(inquiry: Inquiry, found: ShowdownAnswer) -> dict[str, Any]:
    decision = found.decision
    board = inquiry.cards.get("board", ())
    compared: Sequence[BestHand] = () if found.comparison is None else found.comparison.hands
    seats = [
        {
            "key": place.key,
            "name": place_name(place),
            "hand": found.hands.get(place.key),
            "cards": drawn(
                inquiry.cards[place.key],
                [found.hands[place.key]] if place.key in found.hands else (),
                decision if place.seat in found.seats else None,
            ),
            "low": found.lows.get(place.seat),
            "wins": place.seat in found.winners,
            "ties": len(found.winners) > 1,
            "out": place.seat in inquiry.out,
        }
        for place in inquiry.layout.cards
        if place.seat and inquiry.cards.get(place.key)
    ]
    return {
        "board": drawn(board, _deciders(compared, decision), decision),
        "seats": seats,
        "ace_king": False,
        "steps": [] if decision is None else _steps(decision, False),
        "missing": _missing(found),
        "problem": problem_text(found.problem, inquiry.game) if found.problem else "",
        **_pots(found),
    }


def _pots(found: ShowdownAnswer) -> dict[str, Any]:
    if found.pots is None:
        return {}
    showdown = found.pots.showdown
    return {
        "pots": list(zip(showdown.pots, showdown.awards, strict=True)),
        "returned": sorted(showdown.returned.items()),
        "takes": sorted(showdown.amounts.items()),
    }


def _deciders(hands: Sequence[BestHand], decision: Decision | None) -> Sequence[BestHand]:
    if decision is None:
        return hands
    return [hand for hand in hands if hand.rank in (decision.stronger, decision.weaker)]


# --- steps of a comparison, for the partials of templates/trainer/reasons ---------------------


def _steps(decision: Decision, ace_king: bool) -> list[dict[str, Any]]:
    """What is equal and what decides, each with the template that says it."""
    found = []
    if decision.basis is Basis.RANK and decision.equal_steps:
        best = decision.stronger
        equal = [
            {"step": _step(decision, step), "rank": best.ranks[step.position]}
            for step in decision.equal_steps
        ]
        found.append(_reason("equal", steps=equal))
    match decision.basis:
        case Basis.TIE:
            found.append(_reason("tie"))
        case Basis.CATEGORY:
            ranks = (decision.stronger, decision.weaker)
            high, low = (
                pay_hand(rank) if ace_king else PayHand[rank.category.name] for rank in ranks
            )
            found.append(_reason("category-decides", high=high, low=low))
        case Basis.RANK:
            high_rank, low_rank = decision.ranks
            assert decision.step is not None
            step = _step(decision, decision.step)
            found.append(_reason("rank-decides", step=step, high=high_rank, low=low_rank))
    return found


def _reason(kind: str, **data: Any) -> dict[str, Any]:
    return {"template": _REASONS.format(kind), "reason": {"kind": kind, "data": data}}


def _step(decision: Decision, step: Step) -> dict[str, Any]:
    roles = [other.role for other in STEPS[decision.stronger.category]]
    return {"role": step.role.value, "nth": step.nth, "only": roles.count(step.role) == 1}
