"""What the templates of the table page are given."""

from __future__ import annotations

from math import ceil
from typing import Any

from django.http import QueryDict
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from msgspec import Struct

from ...engine.actions import LayTile
from ...engine.definition import Definition
from ...engine.errors import IllegalAction
from ...engine.render import (
    Drawing,
    board_drawing,
    board_size,
    market_drawing,
    market_width,
    outlined,
)
from ...engine.shares import price
from ...engine.state import BANK
from ...engine.words import company_of, heading, phase_name, round_name
from ...page import offers
from ...page.names import chip, told
from ...page.sheets import Sheet, kind_of
from ..kept import Kept
from ..models import Table
from ..programs import words
from ..programs.kinds import STOCK
from ..services import ending, reading
from ..services.asking import Broken
from . import chronicle, guide, hexes, holdings, runs, stream, studies, talk
from .figures import figures
from .parts import Part, marks, part, piece, written
from .scene import Scene

Context = dict[str, Any]
LEGIBLE = 9.2  # pixels: the height of the smallest letters on a map
WISHES = {"wish", "pick", "text", "hire"}  # what a plan of routes can be asked for


class Common(Struct, frozen=True):
    """What everybody sees of a position alike: the plan of a run, the map, parts, the log."""

    plan: runs.Plan | None
    board: Drawing
    parts: dict[str, Part]
    actions: list[stream.Told]


_common: Kept[tuple[object, ...], Common] = Kept(200)


def common(scene: Scene) -> Common:
    """Return what does not depend on who looks: whoever asks first lets it be made."""
    return _common.get(_key(scene), lambda: _make_common(scene))


def _key(scene: Scene) -> tuple[object, ...]:
    """Tell positions apart: with every change of a table its revision grows."""
    return (scene.table.pk, scene.table.revision, scene.at, scene.language)


def _make_common(scene: Scene) -> Common:
    plan = runs.plan(scene, QueryDict()) if runs.running(scene) else None
    parts = [
        part("players", written("play/players.html", {"players": holdings.players(scene)})),
        *(_sheet(scene, sheet) for sheet in shown_sheets(scene)),
        _companies(scene),
        _drawn("market", market_drawing(scene.game, scene.language)),
        part("trains", written("play/trains.html", {"trains": holdings.trains(scene)})),
        part("figures", written("play/figures.html", {"figures": figures(scene)})),
        _tiles(scene),
    ]
    actions = stream.acted(scene)
    return Common(plan, _board(scene, plan), {each.id: each for each in parts}, actions)


_watched: Kept[tuple[object, ...], dict[str, Part]] = Kept(200)


def table_parts(scene: Scene, query: QueryDict) -> dict[str, Part]:
    """Return the parts of the page of a started table, by id; all who only look on share them."""
    if scene.owned or query.keys() & WISHES:
        parts = _make_parts(scene, query)
    else:
        parts = _watched.get(_key(scene), lambda: _make_parts(scene, query))
    return {**parts, "log": _stream(scene)}


def _make_parts(scene: Scene, query: QueryDict) -> dict[str, Part]:
    known = common(scene)
    plan, drawn = known.plan, known.board
    if plan is not None and query.keys() & WISHES:
        plan = runs.plan(scene, query)
        drawn = _board(scene, plan)
    context = {
        **state_context(scene),
        **where_context(scene),
        **panel_context(scene),
        "plan": plan,
    }
    parts = [
        _template_part("where", context),
        _template_part("time", context),
        _template_part("turn", context),
        _panel(context),
        _hint(scene),
        programs(scene),
        guide.box(scene),
        board(scene, drawn),
    ]
    return {**{each.id: each for each in parts}, **known.parts}


_DEAREST = 9999  # where the bank is endless


def programs(scene: Scene) -> Part:
    """Return what the viewer's seats leave to the server, and what they may leave to it."""
    table, game = scene.table, scene.game
    context: Context = {**state_context(scene), "programs": [], "own": [], "started": []}
    if scene.held and scene.at is None and scene.running:
        directed = game.state.president.items()
        context |= {
            "programs": [
                (program, words.told(program), game.name(program.seat))
                for program in table.programs.filter(seat__in=scene.held)
            ],
            "seats": [(seat, game.name(seat)) for seat in scene.held],
            "stock": game.round.kind == STOCK,
            "started": [c for c in game.definition.companies if c in game.state.cell],
            "most_price": max(cell.price for cell in game.definition.market.cells),
            "most_shares": max((len(held) for held in game.state.shares.values()), default=10),
            "most_train": game.definition.table.bank or _DEAREST,
            "own": [company for company, seat in directed if seat in scene.held],
            "offered": True,
        }
    return part("programs", render_to_string("play/programs.html", context))


def talk_parts(scene: Scene) -> list[Part]:
    """Return what can change though the position stays."""
    return [_template_part("time", state_context(scene)), _stream(scene)]


def plan_parts(scene: Scene, query: QueryDict) -> list[Part]:
    """Return the plan of a run as a query wishes it, and the map with its routes."""
    plan = runs.plan(scene, query)
    context = {**state_context(scene), "mine": scene.can_act, "plan": plan}
    return [_plan(context), board(scene, _board(scene, plan))]


def _hint(scene: Scene) -> Part:
    return _template_part("hint", {**studies.hint_context(scene), **marks(scene.key)})


def _template_part(name: str, context: Context) -> Part:
    return part(name, render_to_string(f"play/{name}.html", context))


def _panel(context: Context) -> Part:
    inside = [_plan(context)] if context["plan"] else []
    shown = {**context, "plan": inside[0] if inside else None}
    return part("panel", render_to_string("play/panel.html", shown), inside)


def _plan(context: Context) -> Part:
    return part("plan", render_to_string("play/plan.html", context), attributes=' id="plan"')


def _companies(scene: Scene) -> Part:
    """Return the sheets of the companies, each a part of its own."""
    told = holdings.companies(scene)
    sheets = [
        part(
            f"company-{sheet['id']}",
            written("play/company.html", {"sheet": sheet}),
            attributes=' class="company"',
        )
        for sheet in told["sheets"]
    ]
    context = {"sheets": sheets, "waiting": told["waiting"]}
    return part("companies", render_to_string("play/companies.html", context), sheets)


def _tiles(scene: Scene) -> Part:
    """Return the tiles that are left, those of a colour together."""
    groups = [
        part(f"tiles-{group['id']}", written("play/tiles.html", {"group": group}))
        for group in holdings.tiles(scene)
    ]
    return part("tiles", "".join(map(str, groups)), groups)


def _drawn(id: str, drawing: Drawing) -> Part:
    """Return a picture whose pieces are parts."""
    pieces = [piece(f"{id}-{name}", svg, "g") for name, svg in drawing.pieces]
    inside = "".join(map(str, pieces))
    return part(id, f"{drawing.opening}{inside}{drawing.closing}", pieces)


def shown_sheets(scene: Scene) -> list[Sheet]:
    """Return the tabs of the game's own."""
    return [sheet for sheet in scene.tell.page.sheets if sheet.shown(scene.game)]


def own_sheets(scene: Scene, parts: dict[str, Part]) -> list[Context]:
    """Return the game's own tabs: the title of each and what it shows."""
    return [
        {
            "id": sheet.id,
            "title": scene.tell.say(f"sheet.{sheet.id}"),
            "shown": parts[f"own-{sheet.id}"],
        }
        for sheet in shown_sheets(scene)
    ]


def _sheet(scene: Scene, sheet: Sheet) -> Part:
    blocks = [(f"play/blocks/{kind_of(block)}.html", block) for block in sheet.content(scene.tell)]
    context = {"blocks": blocks, "game_id": scene.game.header.game}
    return part(f"own-{sheet.id}", written("play/sheet.html", context))


def state_context(scene: Scene) -> Context:
    """Return where the table stands: revision, time, what may be undone."""
    table, game = scene.table, scene.game
    return {
        "scene": scene,
        "table": table,
        "game": game,
        "at": len(game.history),
        "past": scene.at is not None,
        "finished": table.status == Table.Status.FINISHED,
        "ended": table.status == Table.Status.FINISHED and not game.over,
        "routing": scene.can_act and runs.running(scene),
        "about": about(scene),
        "elsewhere": elsewhere(scene),
        "rounds": scene.rounds,
        "alone": len(scene.held) == len(game.header.players),
        "act_url": reverse("act", args=[scene.table.slug]),
        **marks(scene.key),
    }


def about(scene: Scene) -> str:
    """Return what is being decided, for the layout: something on the map, or shares."""
    game = scene.game
    on_map = game.over or game.state.round.kind == "operating"
    return "map" if on_map or any(hasattr(c.action, "hex") for c in scene.choices) else "shares"


def elsewhere(scene: Scene) -> bool:
    """Tell whether nothing of the decision is on the map: on a telephone it comes first then."""
    if not scene.can_act or runs.running(scene):
        return False
    cards = (card for group in scene.groups for card in group.cards)
    return not any(hasattr(c.action, "hex") for c in scene.choices) and not any(
        card.hex for card in cards
    )


def where_context(scene: Scene) -> Context:
    """Return how far the game has come and what others have done."""
    game, done = scene.game, _done(scene)
    return {
        "round_name": round_name(game, scene.language),
        "phase": phase_name(game, game.phase.name, scene.language),
        # An endless bank has nothing to tell.
        "bank": _bank(scene) if game.definition.table.bank else "",
        "bank_name": holdings.named(scene, BANK),
        "happened": [*done, *chronicle.news(scene.tell, scene.held)],
        "done": bool(done),
    }


def _bank(scene: Scene) -> str:
    """Say what the bank has; one that is broken goes on paying with money from elsewhere."""
    cash = scene.game.state.cash[BANK]
    if cash >= 0:
        return scene.money(cash)
    return _("broken, %(money)s beyond") % {"money": scene.money(-cash)}


def _done(scene: Scene) -> list[str]:
    return talk.events(scene.table, scene.language) if scene.at is None else []


def endings(scene: Scene) -> list[str]:
    """Say why the game ends or will end."""
    tell = scene.tell
    return [
        tell.say(f"ending.{why}")
        if f"ending.{why}" in tell  # where the log says what was ahead then
        else scene.game.text(f"log.ending_{why}", scene.language)
        for why in scene.game.state.ending
        if f"log.ending_{why}" in scene.game.rules.texts
    ]


def ending_soon(scene: Scene) -> str:
    """Say that the game will end, why and when."""
    why = [] if scene.game.over else endings(scene)
    return " ".join([*why, scene.tell.page.ends(scene.tell)]) if why else ""


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
        "ending": ending_soon(scene),
        "warnings": scene.tell.page.warnings(scene.tell) if shown else [],
        "mine": scene.can_act,
        "stood_in": [seat for seat in scene.owned if seat.bot],
        "late": ending.late(scene.table) if scene.owned else None,
        "has_bots": any(seat.bot for seat in scene.seats),
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
        facts.append(scene.tell.say("stations_left", count=left))
    own = scene.tell.page.company_facts(scene.tell, company)
    return facts + [f"{name}: {value}" for name, value in own]


def _next_text(scene: Scene) -> str:
    """Say what was done next in a past position, as the log says it."""
    if scene.at is None:
        return ""
    try:
        record = reading.position(scene.table).history[scene.at]
    except Broken:  # the last position that can be seen
        return ""
    if record.log:
        return told(scene.tell, record.log[0])
    # What leaves no trace in the log, e.g. that no track was laid.
    return heading(scene.game, offers.kind_of(record.action), scene.language)


def _stream(scene: Scene) -> Part:
    """Return log and chat: people talk without changing the position."""
    return stream.stream(scene, common(scene).actions)


def size(definition: Definition) -> Context:
    """Return the shape of a map, and how many pixels wide it must be for its names to be read."""
    width, height, least = board_size(definition)
    return {
        "ratio": f"{width / height:.3f}",
        "market": round(market_width(definition)),
        "needed": ceil(LEGIBLE * width / least),
        "tall": height > 1.3 * width,  # it stands on the left, everything else beside it
        "broad": height < 2 * width,  # ... but only in wide windows
    }


def _board(scene: Scene, plan: runs.Plan | None) -> Drawing:
    """Draw the board, with routes while trains run."""
    routes = plan.paths if plan is not None else last_routes(scene)
    try:
        return board_drawing(scene.game, routes=routes, language=scene.language)
    except IllegalAction:  # routes that were written by hand and cannot be drawn
        return board_drawing(scene.game, language=scene.language)


def board(scene: Scene, drawn: Drawing) -> Part:
    """Return the map as the viewer sees it: hexes where something can be done are marked."""
    marked: set[str] = set()
    if scene.can_act:
        marked = {c.action.hex for c in scene.choices if isinstance(c.action, LayTile)}
        cards = [card for group in scene.groups for card in group.cards]
        marked |= {card.hex for card in cards if card.hex}
    return _drawn("board", outlined(drawn, scene.game.definition, marked))


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
        "act_url": reverse("act", args=[scene.table.slug]),
        **marks(scene.key),
        "actor": scene.game.name(scene.game.actor) if scene.game.actor is not None else "",
    }
