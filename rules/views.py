"""The rules to read, for everybody: what can be played where, and how one game goes there."""

import re
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from rules import known, pages
from rules.back import question_at
from rules.games import UnknownGameError, find_game
from rules.games.base import Game
from rules.models import House
from rules.revalidation import revalidated
from rules.variants import compared
from rules.versions import NoLiveVersionError, live_version, past_version

_NUMBER: Final = re.compile("[1-9][0-9]{0,8}", re.ASCII)


@require_safe
@revalidated
def index(request: HttpRequest) -> HttpResponse:
    return render(request, "rules/index.html", {"menu": pages.houses_by_game(timezone.now())})


@require_safe
@revalidated
def game_rules(request: HttpRequest, house_slug: str, game_key: str) -> HttpResponse:
    house, game, now = _house_or_404(house_slug), _game_or_404(game_key), timezone.now()
    context = {"house": house, "game": game, "back": question_at(request.GET.get("back", ""))}
    try:
        live = live_version(house, game.key, now)
    except NoLiveVersionError:
        return render(request, "rules/none.html", context)
    number = request.GET.get("version", "")
    asked = past_version(house, game.key, int(number), now) if _NUMBER.fullmatch(number) else None
    context |= {"live": live} | pages.rules_of(game, asked or live)
    return render(request, [f"rules/games/{game.key}.html", "rules/game.html"], context)


@require_safe
@revalidated
def variants(request: HttpRequest, game_key: str) -> HttpResponse:
    game = _game_or_404(game_key)
    context = compared(game, request.GET.getlist("house"), timezone.now())
    return render(request, "rules/variants.html", {"game": game} | context)


@require_safe
@revalidated
def how_we_know(request: HttpRequest) -> HttpResponse:
    return render(request, "rules/how_we_know.html", known.how_we_know())


def _house_or_404(slug: str) -> House:
    """Also a house that is no longer offered: questions dealt there can still be read."""
    try:
        return House.objects.get(slug=slug)
    except House.DoesNotExist:
        raise Http404 from None


def _game_or_404(key: str) -> Game:
    try:
        return find_game(key)
    except UnknownGameError:
        raise Http404 from None
