"""Running trains in 1862: the best routes of a company, and the worth of those it proposes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from ...engine.components import Kind
from ...engine.connections import blocked_stops, own_stations
from ...engine.earnings import Earned, RunValue
from ...engine.errors import refuse
from ...engine.routes import Path, check_routes
from ...engine.routing import Limits, Proof, RouteSet, Solution, Wishes
from ...engine.routing.solve import NO_LIMITS, NO_WISHES, Progress
from . import proposed_runs
from .best_set import Answer, Found, Solver
from .facts import FREIGHT, LOCAL, facts, has_london
from .fleet import Fixed, Puzzle
from .freight import Joining
from .network import CITY, LONDON, PORT, RED, Network, network
from .paths import Ground, Way, text_of
from .policy import policy
from .printed import Train1862, printed

if TYPE_CHECKING:
    from ...engine.actions import Route
    from ...engine.game import Game

BOTH, REVENUE = 0, 1  # classes of sets: the most with the subsidy, the most revenue


def ground_of(game: Game, company: str) -> Ground:
    """Return where routes of a company may lead on the present board."""
    definition, state = game.definition, game.state
    net = network(definition, state)
    own = sum(net.bit_of(stop) for stop in own_stations(definition, state, company))
    blocked = sum(net.bit_of(stop) for stop in blocked_stops(definition, state, company))
    hex_name, city = state.homes[company]
    home = net.bit_of((definition.hexes[hex_name].index, city)) & own
    london = has_london(game, company)
    return Ground(net, own, blocked, london, home=home, anywhere=policy(game).link_anywhere)


def puzzle_of(game: Game, company: str, trains: tuple[tuple[str, Kind], ...]) -> Puzzle:
    """Return what the best routes of trains (card, kind) depend on.

    Only trains of a kind for which the company has a permit run (1862-7.8.0.7).
    """
    ground = ground_of(game, company)
    permits = facts(game).permits.get(company, ())
    cards = [(card, printed(game).trains[kind]) for card, kind in trains]
    running = tuple((card, train) for card, train in cards if train.use in permits)
    if policy(game).permanent_from_six:
        permanent = frozenset(card for card, train in running if train.range >= 6)
    else:
        permanent = frozenset(card for card, train in running if not train.scrapped_by)
    return Puzzle(
        ground,
        ground.net.values(game.phase.value_colour),
        running,
        permanent,
        all_run=policy(game).runs_required,
        joining=joining_of(game),
        skips_as_listed=policy(game).skips_as_listed,
    )


def joining_of(game: Game) -> Joining:
    chosen = policy(game)
    return Joining(
        chosen.freight_sets_site,
        chosen.chain_is_one_route,
        chosen.closed_chains,
        chosen.ends_of_one_train,
    )


def key_of_routes(game: Game, company: str) -> object:
    """Return what routes depend on besides board, stations, trains, phase and edition."""
    return game.state.homes.get(company), facts(game).permits.get(company)


# --- the best sets ------------------------------------------------------------------------


def solve(
    game: Game,
    company: str,
    trains: tuple[tuple[str, Kind], ...],
    wishes: Wishes = NO_WISHES,
    limits: Limits = NO_LIMITS,
) -> Solution:
    """Return the best sets: the one that brings most with the subsidy, and the most revenue."""
    limits = limits.started()
    puzzle = _wished(game, puzzle_of(game, company, trains), wishes)
    answer = _answer(puzzle, limits)
    sets = {BOTH: _route_sets(puzzle, answer, BOTH)} if answer.sets else {}
    bounds = {BOTH: answer.bound} if sets or not answer.complete else {}
    if answer.complete and sets and sets[BOTH][0].income:
        alone = msgspec.structs.replace(puzzle, subsidy=False, floor=sets[BOTH][0].revenue)
        other = _answer(alone, limits)
        if other.sets:
            sets[REVENUE], bounds[REVENUE] = _route_sets(puzzle, other, REVENUE), other.bound
        answer.complete = other.complete
        answer.nodes += other.nodes
    proof = Proof(answer.complete, bounds, answer.walked, answer.candidates, answer.nodes)
    return Solution(sets, proof)


def _answer(puzzle: Puzzle, limits: Limits) -> Answer:
    if not puzzle.ground.home or not puzzle.trains:
        return Answer([], True, 0)
    solver = Solver(puzzle)
    if limits.stop is None and limits.progress is None:
        return solver.solve()

    def tick(bound: int) -> bool:
        if limits.progress is not None:
            best = solver.answer.sets
            limits.progress(Progress(best[0].revenue if best else 0, bound, solver.answer.walked))
        return limits.stop is not None and limits.stop()

    solver.tick = tick
    return solver.solve()


def _wished(game: Game, puzzle: Puzzle, wishes: Wishes) -> Puzzle:
    net = puzzle.ground.net
    through, avoid = (sum(net.bit_of(s) for s in stops) for stops in (wishes.through, wishes.avoid))
    unreachable = any(not net.bit_of(stop) for stop in wishes.through)
    return msgspec.structs.replace(
        puzzle,
        ground=msgspec.structs.replace(puzzle.ground, avoid=avoid),
        trains=() if unreachable else puzzle.trains,
        count=wishes.count,
        fixed=tuple(Fixed(route.train, route.path) for route in wishes.fixed),
        through=through,
        without=wishes.without,
    )


def _route_sets(puzzle: Puzzle, answer: Answer, kind: int) -> tuple[RouteSet, ...]:
    net = puzzle.ground.net
    fixed = {route.card: route.path for route in puzzle.fixed}
    return tuple(
        RouteSet(
            _revenue(puzzle, answer, found),
            kind,
            tuple((card, fixed.get(card) or text_of(net, way)) for card, way in found.routes),
            found.subsidy,
        )
        for found in answer.sets
    )


def _revenue(puzzle: Puzzle, answer: Answer, found: Found) -> int:
    """Return what a set brings; where stops cannot be skipped freely that may be less (online).

    Then nothing is proven: another set may bring more.
    """
    if not puzzle.skips_as_listed:
        return found.revenue
    trains = dict(puzzle.trains)
    routes = tuple((card, trains[card], way) for card, way in found.routes)
    valued = proposed_runs.value(puzzle, routes)
    if valued is None or valued.revenue >= found.revenue:
        return found.revenue
    answer.complete = False
    return valued.revenue


# --- sets that somebody proposes ----------------------------------------------------------


def value(game: Game, company: str, routes: tuple[Route, ...]) -> RunValue:
    """Value a set of routes; refuse one that breaks a rule."""
    checked = _checked(game, company, routes)
    cards = tuple((card, game.kind_of(card)) for card in game.state.trains[company])
    puzzle = puzzle_of(game, company, cards)
    reason = proposed_runs.problem(puzzle, checked)
    if reason is not None:
        refuse(game, reason, company=company)
    found = proposed_runs.value(puzzle, checked)
    if found is None:
        refuse(game, proposed_runs.chain_problem(puzzle, checked), company=company)
    if puzzle.all_run:
        idle = proposed_runs.idle_train(puzzle, checked)
        if idle is not None:
            refuse(game, "train_idle", train=idle, company=company)
    return RunValue(
        tuple((revenue, BOTH) for revenue, _ in found.routes),
        found.revenue,
        BOTH,
        found.subsidy,
        tuple(subsidy for _, subsidy in found.routes),
    )


def apart(game: Game, company: str, routes: tuple[Route, ...]) -> tuple[Earned, ...]:
    """Take the revenue of a set apart, joined freights together (1862-7.8.1.7)."""
    checked = _checked(game, company, routes)
    cards = tuple((card, game.kind_of(card)) for card in game.state.trains[company])
    puzzle = puzzle_of(game, company, cards)
    number = {route.train: n for n, route in enumerate(routes)}
    return tuple(
        Earned(
            tuple(number[card] for card in paid.cards),
            tuple((puzzle.ground.net.stop_of(bit), value) for bit, value in paid.stations),
            paid.bonus,
        )
        for paid in proposed_runs.apart(puzzle, checked)
    )


def check_part(game: Game, company: str, routes: tuple[Route, ...]) -> list[Path]:
    """Trace routes that are part of a set; refuse those that no set may contain."""
    _checked(game, company, routes)
    return check_routes(game, company, routes, apart=False)


def _checked(game: Game, company: str, routes: tuple[Route, ...]) -> proposed_runs.Routes:
    """Check every route by itself, joined freights too (1862-7.8.1.7); return it as a way."""
    net = network(game.definition, game.state)
    permits = facts(game).permits.get(company, ())
    found = []
    for route, path in zip(routes, check_routes(game, company, routes, apart=False), strict=True):
        train = printed(game).trains[game.kind_of(route.train)]
        if train.use not in permits:
            refuse(game, "route_no_permit", company=company, train=route.train)
        kinds = [game.state.board[h].tile.stops[k].kind for h, k in path.stops]
        if "town" in (kinds[0], kinds[-1]):
            refuse(game, "route_ends_small", path=route.path)
        way = way_of(net, route.path)
        _check_ends(game, company, train, way, net, route.path)
        length = way.steps if train.use == FREIGHT else way.count
        if length > train.range:
            reason = "freight_too_long" if train.use == FREIGHT else "route_too_long"
            refuse(game, reason, path=route.path, range=train.range)
        found.append((route.train, train, way))
    return tuple(found)


def _check_ends(
    game: Game, company: str, train: Train1862, way: Way, net: Network, path: str
) -> None:
    """Refuse areas that a route may not reach, or not both."""
    ends = [net.nodes[way.start], net.nodes[way.end]]
    kinds = [end.kind for end in ends]
    if train.use == LOCAL and kinds != [CITY, CITY]:
        refuse(game, "route_local_area", path=path)
    if kinds in ([RED, RED], [PORT, PORT]):
        refuse(game, "route_two_areas", path=path)
    if LONDON in [end.group for end in ends] and not has_london(game, company):
        refuse(game, "route_london", path=path, company=company)


def way_of(net: Network, path: str) -> Way:
    """Return a path that has been traced on the board as a way over the network."""
    pieces = path.split("-")
    for start, node in enumerate(net.nodes):
        if node.name == pieces[0]:
            way = _along(net, Way(start, start, (), node.place, 1, 0), pieces[1:])
            if way is not None:
                return way
    raise AssertionError(f"{path} is not on the network")


def _along(net: Network, way: Way, pieces: list[str]) -> Way | None:
    """Continue a way over the pieces of a path."""
    if not pieces:
        return way
    for span in net.spans[way.end]:
        ahead = [*span.pieces, net.nodes[span.target].name]
        if pieces[: len(ahead)] == ahead:
            longer = Way(
                way.start,
                span.target,
                (span, way.spans),
                way.places | net.nodes[span.target].place | span.towns,
                way.count + 1,
                way.steps + span.steps,
            )
            found = _along(net, longer, pieces[len(ahead) :])
            if found is not None:
                return found
    return None
