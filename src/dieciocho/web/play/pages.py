"""What the templates of the table page are given."""

from __future__ import annotations

import secrets
from typing import Any

from django.http import QueryDict
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _

from ...engine.actions import LayTile
from ...engine.definition import Definition
from ...engine.errors import IllegalAction
from ...engine.render import board_svg, market_svg
from ...engine.shares import price
from ...engine.state import BANK
from ...engine.words import company_of, phase_name, round_name
from ...page.names import chip
from ...page.sheets import Sheet, kind_of
from ..models import Table
from ..services import reading
from . import chronicle, hexes, holdings, runs
from .scene import Scene

Context = dict[str, Any]
CHAT_LINES = 100


def table_context(scene: Scene, query: QueryDict) -> Context:
    """Return everything that the page of a started table shows."""
    plan = runs.plan(scene, query) if _plans_routes(scene) else None
    return {
        **state_context(scene),
        **panel_context(scene),
        "plan": plan,
        "board": board(scene, plan),
        "tall": tall(scene.game.definition),
        "market": mark_safe(market_svg(scene.game, scene.language)),
        "players": holdings.players(scene),
        "companies": holdings.companies(scene),
        "trains": holdings.trains(scene),
        "sheets": [
            _sheet(scene, sheet) for sheet in scene.tell.page.sheets if sheet.shown(scene.game)
        ],
        "tiles": holdings.tiles(scene),
        "log": chronicle.entries(scene.tell),
        **chat_context(scene),
    }


def _sheet(scene: Scene, sheet: Sheet) -> Context:
    """Return a tab of the game's own: its title, and its blocks with what shows each of them."""
    return {
        "id": sheet.id,
        "title": scene.tell.say(f"sheet.{sheet.id}"),
        "blocks": [
            (f"play/blocks/{kind_of(block)}.html", block) for block in sheet.content(scene.tell)
        ],
    }


def _plans_routes(scene: Scene) -> bool:
    """Routes are planned by whoever runs; others look on, and see the best."""
    return runs.running(scene)


def state_context(scene: Scene) -> Context:
    """Return where the table stands: revision, time, what may be undone."""
    table, game = scene.table, scene.game
    return {
        "scene": scene,
        "table": table,
        "game": game,
        "edition": game.header.edition,
        "at": len(game.history),
        "past": scene.at is not None,
        "round_name": round_name(game, scene.language),
        "phase": phase_name(game, game.phase.name, scene.language),
        # An endless bank has nothing to tell.
        "bank": scene.money(game.state.cash[BANK]) if game.definition.table.bank else "",
        "endings": [] if game.over else endings(scene),
        "happened": chronicle.news(scene.tell, scene.held),
        "finished": table.status == Table.Status.FINISHED,
        "alone": len(scene.held) == len(game.header.players),
        "token": secrets.token_urlsafe(9),
        "act_url": reverse("act", args=[scene.table.slug]),
    }


def endings(scene: Scene) -> list[str]:
    """Say why the game ends or will end."""
    game = scene.game
    ids = [f"log.ending_{why}" for why in game.state.ending]
    return [game.text(key, scene.language) for key in ids if key in game.rules.texts]


def panel_context(scene: Scene) -> Context:
    """Return the decision that is due: who, what, and all that is legal."""
    game = scene.game
    company = company_of(game)
    shown = scene.can_act
    return {
        "asked": game.question(scene.language),
        "actor": game.name(game.actor) if game.actor is not None else "",
        "actor_bot": scene.actor_seat.bot if scene.actor_seat else "",
        "company": company,
        "company_sign": chip(game, company) if company in game.definition.companies else "",
        "company_facts": _company_facts(scene, company),
        "warnings": scene.tell.page.warnings(scene.tell) if shown else [],
        "mine": scene.can_act,
        "groups": scene.groups if shown else [],
        "next_text": _next_text(scene),
        "outcome": outcome(scene) if game.over else "",
    }


def outcome(scene: Scene) -> str:
    """Say who has won, or shares the victory."""
    game = scene.game
    first = [name for name, place in game.places().items() if place == 1]
    told = {"name": ", ".join(first), "score": scene.money(game.scores()[first[0]])}
    if len(first) == 1:
        return _("%(name)s wins with %(score)s") % told
    return _("%(name)s share the victory with %(score)s") % told


def _company_facts(scene: Scene, company: str) -> list[str]:
    """Say what the acting company has: money, trains, its price, stations, things of the game."""
    game, state = scene.game, scene.game.state
    if company not in state.president:  # e.g. a charter that is being auctioned
        return []
    trains = [game.kind_of(card) for card in state.trains.get(company, ())]
    facts = [
        _("treasury %(money)s") % {"money": scene.money(state.cash[company])},
        _("trains: %(trains)s") % {"trains": ", ".join(trains)} if trains else _("no train"),
    ]
    if company in state.cell:
        facts.append(_("price %(price)s") % {"price": scene.money(price(game, company))})
    left = state.stations_left.get(company)
    if left is not None:
        facts.append(_("stations left: %(count)s") % {"count": left})
    own = scene.tell.page.company_facts(scene.tell, company)
    return facts + [f"{name}: {value}" for name, value in own]


def _next_text(scene: Scene) -> str:
    """Say what was done next in a past position, in text notation."""
    if scene.at is None:
        return ""
    record = reading.position(scene.table).history[scene.at]
    return str(record.action)


def chat_context(scene: Scene) -> Context:
    lines = scene.table.chat.order_by("-id")[:CHAT_LINES]
    return {"chat": list(lines)[::-1], "may_speak": bool(scene.held)}


def tall(definition: Definition) -> float:
    """Return width by height of a map so high that it stands beside everything else, or 0."""
    columns = [spot.xy[0] for spot in definition.hex_list]
    rows = [spot.xy[1] for spot in definition.hex_list]
    # Coordinates count half hexes where the sides are slanted.
    across, along = (1.5, 0.87) if definition.layout == "flat" else (0.87, 1.5)
    wide, high = (2.0, 1.73) if definition.layout == "flat" else (1.73, 2.0)  # a hex
    width = (max(columns) - min(columns)) * across + wide
    height = (max(rows) - min(rows)) * along + high
    return width / height if height > 1.3 * width else 0


def board(scene: Scene, plan: runs.Plan | None) -> Any:
    """Draw the board: routes while trains run, hexes where the viewer can act."""
    highlights: set[str] = set()
    if scene.can_act:
        highlights = {c.action.hex for c in scene.choices if isinstance(c.action, LayTile)}
        cards = [card for group in scene.groups for card in group.cards]
        highlights |= {card.hex for card in cards if card.hex}
    routes = plan.paths if plan is not None else last_routes(scene)
    try:
        picture = board_svg(
            scene.game, routes=routes, highlights=highlights, language=scene.language
        )
    except IllegalAction:  # routes that were written by hand and cannot be drawn
        picture = board_svg(scene.game, highlights=highlights, language=scene.language)
    return mark_safe(picture)


def last_routes(scene: Scene) -> list[str]:
    """Return the routes that the operating company has run in its present turn."""
    turn = scene.game.state.turn
    if turn is None or not turn.routes or scene.game.over:
        return []
    return [route.path for route in turn.routes]


def inspection_context(scene: Scene, name: str) -> Context:
    return {
        "scene": scene,
        "table": scene.table,
        "game": scene.game,
        "mine": scene.can_act,
        "hex": hexes.inspect(scene, name),
        "token": secrets.token_urlsafe(9),
        "act_url": reverse("act", args=[scene.table.slug]),
        "actor": scene.game.name(scene.game.actor) if scene.game.actor is not None else "",
    }
