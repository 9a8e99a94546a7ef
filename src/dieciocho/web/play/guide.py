"""The guided first game: which of its stations explains what is before a player now."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.translation import get_language
from msgspec import Struct

from ...games import rules_of
from ...page.learning import Guide, easiest, guide_of
from ..kept import Kept
from .parts import Part, marks, part
from .scene import Scene

_SESSION = "guided"
_KEPT = 20  # tables of a visitor


class Stop(Struct, frozen=True):
    """A station as it is shown."""

    title: str
    text: str
    met: bool  # before now
    here: bool


def switch(request: HttpRequest, slug: str, *, on: bool) -> None:
    """Guide a visitor through a table, or no longer."""
    others = [each for each in request.session.get(_SESSION, []) if each != slug]
    request.session[_SESSION] = [*others, *([slug] if on else [])][-_KEPT:]


def on(scene: Scene) -> bool:
    return scene.table.slug in scene.request.session.get(_SESSION, [])


def offered() -> dict[str, Any] | None:
    """Return the game in which the start page guides a newcomer, and how many bots play."""
    game = easiest()
    guide = guide_of(game) if game else None
    if game is None or guide is None:
        return None
    return {"id": game, "title": rules_of(game).title, "bots": guide.players - 1}


def box(scene: Scene) -> Part:
    """Return what the guide says now; nothing unless it was asked for."""
    guide = guide_of(scene.game.header.game)
    shown = guide is not None and scene.owned and scene.at is None and on(scene)
    context = {
        "table": scene.table,
        "stops": _stops(scene, guide) if guide and shown else [],
        **marks(scene.key),
    }
    return part("guide", render_to_string("play/guide.html", context))


def _stops(scene: Scene, guide: Guide) -> list[Stop]:
    key = (scene.table.pk, scene.key, tuple(scene.held))
    shown = _known.get(key, lambda: _shown(scene, guide))
    here = shown[-1] if shown and scene.can_act else None
    met = set(shown[:-1] if scene.can_act else shown)
    language = (get_language() or "en")[:2]
    return [
        Stop(station.title[language], station.text[language], number in met, number == here)
        for number, station in enumerate(guide.station)
    ]


_known: Kept[tuple[object, ...], list[int | None]] = Kept(100)


def _shown(scene: Scene, guide: Guide) -> list[int | None]:
    """Return which station was shown at each of a player's decisions, the present one included."""
    game, shown, happened, seen = scene.game, list[int | None](), set[str](), 0
    moments = [n for n, record in enumerate(game.history) if record.by in scene.held]
    for n in [*moments, len(game.history)] if scene.can_act else moments:
        happened |= {message.id for record in game.history[seen:n] for message in record.log}
        seen = n
        shown.append(_next(guide, game.at(n).step.id, happened, shown))
    return shown


def _next(guide: Guide, step: str, happened: set[str], shown: list[int | None]) -> int | None:
    """Return the station for a decision that is new, or else for news, or for the decision."""
    deciding = [number for number, station in enumerate(guide.station) if station.step == step]
    news = [number for number, station in enumerate(guide.station) if station.log in happened]
    unknown = [number for number in (*deciding, *news) if number not in shown]
    return next(iter(unknown or deciding), None)
