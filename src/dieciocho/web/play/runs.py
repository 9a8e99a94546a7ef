"""Running trains: the proven best, the alternatives, and routes adjusted by hand."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from msgspec import Struct

from ...engine import notation
from ...engine.actions import Route, Run
from ...engine.board import reach
from ...engine.errors import BadInput, IllegalAction
from ...engine.routing import RouteSet
from ...engine.study import assess
from ..wording import said
from .ask import company_of
from .hexes import Reason
from .offers import as_json
from .scene import Scene
from .words import place_name

COUNT = 4  # sets shown of each class
_SHOWN = 6
_WISHES = 12
_TEXT = 2000


class Shown(Struct, frozen=True):
    """One train's route in a set."""

    number: int
    train: str
    stops: str
    path: str


class Candidate(Struct, frozen=True):
    """A set of routes that can be chosen from the list."""

    index: int
    label: str
    text: str
    loss: int
    chosen: bool


class Plan(Struct):
    """The routes widget: what is chosen, what it brings, what else there is."""

    company: str
    candidates: list[Candidate]
    routes: list[Shown]
    text: str
    action: str
    revenue: str
    loss: str
    proven: bool
    refusal: Reason | None
    error: str
    through: list[str]
    avoid: list[str]
    stops: list[dict[str, str]]
    paths: list[str]


def running(scene: Scene) -> bool:
    """Tell whether trains are run now."""
    return any(isinstance(choice.action, Run) for choice in scene.choices)


def plan(scene: Scene, query: Any) -> Plan:
    """Return the widget for what a query wishes: wish, pick, text."""
    game, company = scene.game, company_of(scene.game)
    through, avoid = _wished(query, "through"), _wished(query, "avoid")
    best = game.best_routes(company)
    error = ""
    sets = _sets(scene, company, through, avoid)
    if not sets and (through or avoid):
        error = _("No routes fulfil these wishes.")
    text = " ".join(query.get("text", "").split())[:_TEXT]
    pick = query.get("pick", "0")
    index = int(pick) if pick.isdecimal() and int(pick) < len(sets) else 0
    chosen = sets[index].routes if sets else best.best.routes
    routes = tuple(Route(train, path) for train, path in chosen)
    if text:
        try:
            action = notation.read(f"run {text}", (Run,))
            assert isinstance(action, Run)
            routes, index = action.routes, -1
        except BadInput as problem:
            error = said(problem)
    made = Run(routes)
    return Plan(
        company=company,
        candidates=[
            Candidate(
                n, _label(scene, s), _in_words(scene, s), best.best.total - s.total, n == index
            )
            for n, s in enumerate(sets)
        ],
        routes=[_shown(scene, n, route) for n, route in enumerate(routes, 1)],
        text=notation.write(made).removeprefix("run "),
        action=as_json(made),
        proven=best.proof.complete,
        error=error,
        through=through,
        avoid=avoid,
        stops=_reachable(scene, company, through, avoid),
        **_judged(scene, company, made),
    )


def _judged(scene: Scene, company: str, run: Run) -> dict[str, Any]:
    """Say what a set brings and loses, or which rule it breaks."""
    refusal = scene.game.why_not(run, scene.language)
    found = Reason(**refusal) if refusal else None
    try:
        verdict = assess(scene.game, company, run.routes)
    except IllegalAction:
        return {"revenue": "", "loss": "", "refusal": found, "paths": []}
    revenue = scene.money(verdict.revenue)
    if verdict.income:
        extra = scene.money(verdict.income)
        revenue += " " + _("and %(money)s for the treasury") % {"money": extra}
    return {
        "revenue": revenue,
        "loss": scene.money(verdict.loss) if verdict.loss else "",
        "refusal": found,
        "paths": [route.path for route in run.routes],
    }


def _wished(query: Any, kind: str) -> list[str]:
    """Return the stops for which something is wished, e.g. wish=through:F6.0."""
    wishes = [text.partition(":") for text in query.getlist("wish")]
    return list(dict.fromkeys(stop for wish, _colon, stop in wishes if wish == kind))[:_WISHES]


def _stop_id(text: str) -> tuple[str, int]:
    name, _dot, number = text.partition(".")
    return name, int(number) if number.isdecimal() else -1


def _sets(scene: Scene, company: str, through: list[str], avoid: list[str]) -> list[RouteSet]:
    """Return the best sets of every class, the very best first."""
    try:
        found = scene.game.best_routes(
            company,
            count=COUNT,
            through=tuple(map(_stop_id, through)),
            avoid=tuple(map(_stop_id, avoid)),
        )
    except BadInput:
        return []
    sets = [entry for sets in found.sets.values() for entry in sets if entry.routes]
    sets.sort(key=lambda s: (-s.total, -s.revenue))
    firsts = [s[0] for s in found.sets.values() if s and s[0].routes]
    kept = sets[:_SHOWN]
    return kept + [s for s in firsts if s not in kept]


def _label(scene: Scene, found: RouteSet) -> str:
    label = scene.money(found.revenue)
    if found.income:
        label += f" + {scene.money(found.income)}"
    return label


def _in_words(scene: Scene, found: RouteSet) -> str:
    """Name the stops of every train."""
    shown = [_shown(scene, 0, Route(train, path)) for train, path in found.routes]
    return " · ".join(f"{route.train}: {route.stops}" for route in shown)


def _shown(scene: Scene, number: int, route: Route) -> Shown:
    """Name a route by its stops."""
    hexes = scene.game.definition.hexes
    names = []
    for piece in route.path.split("-"):
        name, dot, _number = piece.partition(".")
        if dot and name in hexes:
            names.append(hexes[name].entry.place or name)
    return Shown(number, scene.game.kind_of(route.train), " – ".join(names), route.path)


def _reachable(
    scene: Scene, company: str, through: list[str], avoid: list[str]
) -> list[dict[str, str]]:
    """Return the stops that the company reaches, each with what is wished for it."""
    game = scene.game
    ends = sorted(reach(game.definition, game.state, company).ends)
    result = []
    for index, number in ends:
        name = game.definition.hex_list[index].name
        stop = f"{name}.{number}"
        wish = "through" if stop in through else "avoid" if stop in avoid else ""
        several = len(game.state.board[index].tile.stops) > 1
        label = place_name(game, name) + (f" · {number + 1}" if several else "")
        result.append({"id": stop, "label": label, "wish": wish})
    return sorted(result, key=lambda entry: entry["label"])
