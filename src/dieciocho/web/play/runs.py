"""Running trains: the proven best, the alternatives, and routes adjusted by hand."""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from msgspec import Struct
from msgspec.structs import replace

from ...engine import notation
from ...engine.actions import Action, Route, Run, Use
from ...engine.board import reach
from ...engine.earnings import earned, value_of
from ...engine.errors import BadInput, IllegalAction
from ...engine.game import Game
from ...engine.routing import PATIENT, RouteSet, Solution
from ...engine.words import company_of, place_name
from ...page import earning
from ...page.base import Services
from ...page.cards import as_json
from ...page.foresight import consequences
from ...page.names import stops_of
from ...page.teller import Teller
from ..wording import said
from .hexes import Reason
from .scene import Scene

COUNT = 4  # sets shown of each class
_SHOWN = 6
_WISHES = 12
_TEXT = 2000


class Shown(Struct, frozen=True):
    """A train's route in a set, or those of trains that run as one."""

    numbers: tuple[int, ...]
    train: str
    stops: str
    path: str
    value: str = ""
    service: str = ""
    sum: str = ""  # what the stops pay, one by one, and what comes on top


class Candidate(Struct, frozen=True):
    """A set of routes that can be chosen from the list: what it has that the first has not."""

    index: int
    label: str
    routes: list[Shown]
    rest: bool  # the other trains run as in the first set
    loss: int
    chosen: bool
    effects: tuple[str, ...] = ()  # what else it leads to


class Found(NamedTuple):
    """A set of routes: what is done before it, and the position in which it is run."""

    before: tuple[Action, ...]
    game: Game
    routes: tuple[Route, ...]
    set: RouteSet


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
    hiring: Hiring | None = None
    before: list[str] = []  # the actions that come first
    done_first: list[str] = []  # the same in words
    effects: tuple[str, ...] = ()


class Hiring(Struct, frozen=True):
    """What is hired for the run: every offer with what may be chosen for it, and the payments."""

    offers: list[dict[str, Any]]
    before: list[str]  # the actions that hire it
    payments: str
    net: str
    best: bool


def running(scene: Scene) -> bool:
    """Tell whether trains are run now."""
    return any(isinstance(choice.action, Run) for choice in scene.choices)


def plan(scene: Scene, query: Any) -> Plan:
    """Return the widget for what a query wishes: wish, pick, text."""
    game, company = scene.game, company_of(scene.game)
    hiring = None
    services = scene.tell.page.services
    if services is not None and services.offers(scene.tell):
        game, hiring = _hired(scene, services, query)
    through, avoid = _wished(query, "through"), _wished(query, "avoid")
    tell = scene.tell
    ready = earning.ways(tell, game, company)
    bests = [_best(trial, company) for _before, trial in ready]
    most = max(found.total for found in bests)
    first = ready[[found.total for found in bests].index(most)]
    error = ""
    sets = _sets(ready, company, through, avoid)
    if not sets and (through or avoid):
        error = _("No routes fulfil these wishes.")
    elif sets:
        sets = _with_aims(tell, sets, first, company)
    text = " ".join(query.get("text", "").split())[:_TEXT]
    pick = query.get("pick", "0")
    index = (
        int(pick)
        if pick.isascii() and pick.isdigit() and len(pick) < 7 and int(pick) < len(sets)
        else 0
    )
    chosen = sets[index] if sets else _found(*first, bests[ready.index(first)])
    routes, before, trial = chosen.routes, chosen.before, chosen.game
    if text:
        try:
            action = notation.read(f"run {text}", (Run,))
            assert isinstance(action, Run)
            routes, index = action.routes, -1
            before, trial = _suiting(ready, company, action)
        except BadInput as problem:
            error = said(problem)
    made = Run(routes)
    proven = all(_answer(each, company).proof.complete for _before, each in ready)
    judged = _judged(scene, trial, company, made, most)
    return Plan(
        company=company,
        candidates=[_candidate(scene, company, n, sets, most, index) for n in range(len(sets))],
        routes=_valued(scene, trial, company, routes),
        text=str(made).removeprefix("run "),
        action=as_json(made),
        proven=proven,
        error=error,
        through=through,
        avoid=avoid,
        stops=_reachable(game, company, through, avoid),
        hiring=hiring,
        before=[*(hiring.before if hiring else ()), *map(as_json, before)],
        done_first=[tell.page.readied_says(tell, action) for action in before],
        effects=_effects(tell, trial, made),
        **judged,
    )


def _found(before: tuple[Action, ...], game: Game, found: RouteSet) -> Found:
    return Found(before, game, tuple(Route(train, path) for train, path in found.routes), found)


def _suiting(
    ready: list[tuple[tuple[Action, ...], Game]], company: str, run: Run
) -> tuple[tuple[Action, ...], Game]:
    """Return how to make ready for routes written by hand so that they bring most."""
    best, most = ready[0], -1
    for way in ready:
        trial = way[1]
        if trial.why_not(run) is None:
            value = value_of(trial, company, run.routes)
            if value.revenue + value.income > most:
                best, most = way, value.revenue + value.income
    return best


def _effects(tell: Teller, game: Game, run: Run) -> tuple[str, ...]:
    """Say what a run leads to besides revenue, if it may be made."""
    if game.why_not(run) is not None:
        return ()
    return consequences(Teller(game, tell.language), run)


def _with_aims(
    tell: Teller, sets: list[Found], first: tuple[tuple[Action, ...], Game], company: str
) -> list[Found]:
    """Offer sets that reach something else right behind the one that brings most."""
    known = [entry.routes for entry in sets]
    more = [_found(*first, found) for found in tell.page.aims(first[1], company)]
    aimed = [entry for entry in more if entry.routes != known[0]]
    rest = [entry for entry in sets[1:] if entry.routes not in [each.routes for each in aimed]]
    return [sets[0], *aimed, *rest]


# --- what is hired ---------------------------------------------------------------------


def _hired(scene: Scene, services: Services, query: Any) -> tuple[Game, Hiring]:
    """Hire on a copy what the query wishes, or what brings most; return the copy.

    A wish is a place in the order and a thing: the later something is hired the more it costs.
    """
    game = scene.game
    best = services.best(game)
    wished = best
    if "hire" in query:
        pairs = [text.partition(":") for text in query.getlist("hire") if text]
        wished = tuple(thing for _n, _colon, thing in sorted(pairs, key=lambda pair: pair[0]))
    trial, done = _played(game, tuple(dict.fromkeys(wished)))
    payments = [
        f"{thing} {scene.money(trial.state.cash[thing] - game.state.cash[thing])}" for thing in done
    ]
    company = company_of(game)
    cost = game.state.cash[company] - trial.state.cash[company]
    earned = _best(trial, company).total
    left = [offer for offer in services.offers(scene.tell) if not offer.hired]
    offers = [
        {
            "thing": offer.thing,
            "title": offer.title,
            "says": offer.says,
            "hired": offer.hired,
            "place": done.index(offer.thing) + 1 if offer.thing in done else 0,
            "prices": [
                (n + 1, scene.money(price))
                for n, price in enumerate(services.prices(game))
                if n < len(left)
            ],
        }
        for offer in services.offers(scene.tell)
    ]
    net = scene.money(earned - cost)
    made = [as_json(Use(thing)) for thing in done]
    return trial, Hiring(offers, made, ", ".join(payments), net, set(done) == set(best))


def _played(game: Game, things: tuple[str, ...]) -> tuple[Game, list[str]]:
    """Hire one thing after the other as far as that is allowed."""
    trial, done = game.copy(), []
    for thing in things:
        action: Action = Use(thing)
        if trial.why_not(action) is None:
            trial.play(action)
            done.append(thing)
    return trial, done


def _allowed(game: Game, company: str) -> set[int]:
    """Return the classes of sets that may be run now."""
    runs = [c.action for c in game.legal_actions() if isinstance(c.action, Run)]
    return {value_of(game, company, run.routes).kind for run in runs}


def _best(game: Game, company: str) -> RouteSet:
    """Return the set that brings most among those that may be run now."""
    kinds = _allowed(game, company)
    answer = _answer(game, company)
    found = [sets[0] for kind, sets in answer.sets.items() if kind in kinds]
    return max(found, key=lambda s: s.total, default=answer.best)


def _answer(game: Game, company: str) -> Solution:
    """Return the best routes; nobody waits longer than for `PATIENT` limits."""
    return game.best_routes(company, limits=PATIENT)


def _judged(scene: Scene, game: Game, company: str, run: Run, most: int) -> dict[str, Any]:
    """Say what a set brings and loses, or which rule it breaks."""
    refusal = game.why_not(run, scene.language)
    found = Reason(**refusal) if refusal else None
    try:
        verdict = value_of(game, company, run.routes)
    except IllegalAction:
        return {"revenue": "", "loss": "", "refusal": found, "paths": []}
    loss = most - verdict.revenue - verdict.income
    revenue = scene.money(verdict.revenue)
    if verdict.income:
        extra = scene.money(verdict.income)
        revenue += " " + _("and %(money)s for the treasury") % {"money": extra}
    return {
        "revenue": revenue,
        "loss": scene.money(loss) if loss > 0 else "",
        "refusal": found,
        "paths": [route.path for route in run.routes],
    }


def _wished(query: Any, kind: str) -> list[str]:
    """Return the stops for which something is wished, e.g. wish=through:F6.0."""
    wishes = [text.partition(":") for text in query.getlist("wish")]
    return list(dict.fromkeys(stop for wish, _colon, stop in wishes if wish == kind))[:_WISHES]


def _stop_id(text: str) -> tuple[str, int]:
    name, _dot, number = text.partition(".")
    return name, int(number) if number.isascii() and number.isdigit() and len(number) < 7 else -1


def _sets(
    ready: list[tuple[tuple[Action, ...], Game]],
    company: str,
    through: list[str],
    avoid: list[str],
) -> list[Found]:
    """Return the best sets of every class that may be run, the very best first."""
    sets = []
    for before, game in ready:
        kinds = _allowed(game, company)
        found = (_found(before, game, entry) for entry in _good(game, company, through, avoid))
        sets += [entry for entry in found if entry.set.kind in kinds]
    sets.sort(key=lambda found: (-found.set.total, -found.set.revenue))
    # Exchanging trains of a kind makes no other set.
    unlike: dict[Any, Found] = {}
    for entry in sets:
        key = (entry.set.kind, frozenset(_by_kind(entry.game, entry.set).items()))
        unlike.setdefault(key, entry)
    sets = list(unlike.values())
    kept = sets[:_SHOWN]
    for entry in sets[_SHOWN:]:
        if entry.set.kind not in {other.set.kind for other in kept}:
            kept.append(entry)
    return kept


def _good(game: Game, company: str, through: list[str], avoid: list[str]) -> list[RouteSet]:
    """Return the best sets that fulfil the wishes."""
    try:
        found = game.best_routes(
            company,
            count=COUNT,
            limits=PATIENT,
            through=tuple(map(_stop_id, through)),
            avoid=tuple(map(_stop_id, avoid)),
        )
    except BadInput:
        return []
    return [entry for sets in found.sets.values() for entry in sets if entry.routes]


def _candidate(
    scene: Scene, company: str, number: int, sets: list[Found], most: int, chosen: int
) -> Candidate:
    """Tell a set from the first one: the routes that differ, and what everything brings."""
    _before, game, routes, found = sets[number]
    label = scene.money(found.revenue)
    if found.income:
        label += " " + _("and %(money)s for the treasury") % {"money": scene.money(found.income)}
    # Trains of a kind are all the same: a route of the first set is left out once for each, if it
    # brings the same here.
    first = _told(scene, company, sets[0]) if number else Counter()
    earlier = [path for other in sets[:number] for _train, path in other.set.routes]
    shown = []
    for told in _valued(scene, game, company, routes):
        if first[told.train, told.path, told.value]:
            first[told.train, told.path, told.value] -= 1
        else:
            shown.append(_told_apart(game, told, earlier))
    rest = len(shown) < len(_valued(scene, game, company, routes))
    idle = _kinds(game, sets[0].set) - _kinds(game, found)
    shown += [Shown((), kind, _("does not run"), "") for kind in idle.elements()]
    effects = _effects(scene.tell, game, Run(routes))
    return Candidate(
        number, label, shown, rest, most - found.total, number == chosen, effects=effects
    )


def _told(scene: Scene, company: str, found: Found) -> Counter[tuple[str, str, str]]:
    """Count what is told of the routes of a set."""
    told = _valued(scene, found.game, company, found.routes)
    return Counter((each.train, each.path, each.value) for each in told)


def _by_kind(game: Game, found: RouteSet) -> Counter[tuple[str, str]]:
    """Count the routes of a set, each with the kind of its train."""
    return Counter((game.kind_of(train), path) for train, path in found.routes)


def _kinds(game: Game, found: RouteSet) -> Counter[str]:
    return Counter(game.kind_of(train) for train, _path in found.routes)


def _told_apart(game: Game, shown: Shown, earlier: list[str]) -> Shown:
    """Name the hexes of a route that visits the same stops as an earlier one by other track."""
    alike = [path for path in earlier if path != shown.path and stops_of(game, path) == shown.stops]
    if not alike:
        return shown
    known = {piece.partition(".")[0] for path in alike for piece in path.split("-")}
    hexes = [piece.partition(".")[0] for piece in shown.path.split("-")]
    own = [name for name in hexes if name not in known] or hexes
    by = _("by %(hexes)s") % {"hexes": ", ".join(own)}
    return replace(shown, stops=f"{shown.stops} ({by})")


def _valued(scene: Scene, game: Game, company: str, routes: tuple[Route, ...]) -> list[Shown]:
    """Name the routes, each with what it brings and what was hired for its train."""
    try:
        worth = value_of(game, company, routes).routes
    except IllegalAction:
        return [
            Shown((n,), game.kind_of(route.train), stops_of(game, route.path), route.path)
            for n, route in enumerate(routes, 1)
        ]
    tell, shown = Teller(game, scene.language), []
    services = scene.tell.page.services
    for part in earned(game, company, routes):
        own = [routes[n] for n in part.routes]
        value = sum(worth[n][0] for n in part.routes)
        service = services.names(scene.tell, worth[part.routes[0]][1]) if services else ""
        shown.append(
            Shown(
                tuple(n + 1 for n in part.routes),
                " + ".join(game.kind_of(route.train) for route in own),
                "; ".join(stops_of(game, route.path) for route in own),
                " ".join(route.path for route in own),
                value=scene.money(value),
                service=service,
                sum=earning.sum_of(tell, own, part),
            )
        )
    return shown


def _reachable(
    game: Game, company: str, through: list[str], avoid: list[str]
) -> list[dict[str, str]]:
    """Return the stops that the company reaches, each with what is wished for it."""
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
