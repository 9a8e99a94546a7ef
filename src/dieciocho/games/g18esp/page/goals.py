"""The goals of the majors on the page of 18ESP: what is reached, what is missing, what follows."""

from __future__ import annotations

from ....engine.board import reach
from ....engine.game import Game
from ....engine.words import company_of, place_name
from ....page.names import chip
from ....page.sheets import Block, Cell, Entry, Fact, Grid, Lines, Row
from ....page.teller import Teller
from ..absorb import absorption_price
from ..facts import (
    ABSORPTION,
    AREA,
    DESTINATION,
    MINE_PORT,
    NORTH,
    PORT,
    SMALL,
    SOUTH,
    allowed,
    facts,
    in_play,
    kind,
)
from ..goals import destination_reached, has_goals
from ..policy import policy

_NAMED = 4  # places
_PLACES = {AREA: ("area",), PORT: ("port",), MINE_PORT: ("mine", "port")}  # by goal


def goals_of(game: Game, company: str) -> list[str]:
    """Return the goals that a major works for."""
    own = MINE_PORT if kind(game, company) == NORTH else ABSORPTION
    return [DESTINATION, AREA, PORT if policy(game).port_goal else own]


def next_capital(game: Game, company: str) -> int:
    """What the next goal of a company brings."""
    return (len(facts(game).goals.get(company, ())) + 1) * game.state.par.get(company, 0)


def leads(tell: Teller, after: Game, company: str) -> list[str]:
    """Say whether a tile leads to the destination, where that is declared and not just so."""
    asked = policy(after).asks_for_connection
    if not asked or destination_reached(tell.game, company):
        return []
    if not destination_reached(after, company):
        return []
    capital = tell.money(next_capital(after, company))
    return [tell.say("goals.leads_there", money=capital)]


def sheet(tell: Teller) -> list[Block]:
    """All majors with their goals."""
    title = tell.say("sheet.goals")
    rows = tuple(_row(tell, company) for company in in_play(tell.game, NORTH, SOUTH))
    return [
        Lines((Fact(tell.say("goals.capital")),)),
        Grid(title, (tell.say("goals.company"), title), rows),
    ]


def _row(tell: Teller, company: str) -> Row:
    game = tell.game
    cell = Cell(tell.say("goals.none"), pale=True)
    if company not in game.state.floated or has_goals(game, company):
        done, wanted = facts(game).goals.get(company, ()), goals_of(game, company)
        entries = tuple(_entry(tell, company, goal, goal in done) for goal in wanted)
        more = company in game.state.par and len(done) < len(wanted)
        capital = tell.money(next_capital(game, company))
        cell = Cell(tell.say("goals.next", money=capital) if more else "", entries)
    name = game.definition.companies[company].name
    acts = company == company_of(game)
    return Row(chip(game, company), name, (cell,), named=False, acts=acts)


def _entry(tell: Teller, company: str, goal: str, done: bool) -> Entry:
    needed = "" if done else _needed(tell, company, goal)
    return Entry(_goal_text(tell, company, goal), needed, done=done)


def _goal_text(tell: Teller, company: str, goal: str) -> str:
    target = tell.game.definition.companies[company].destination
    if goal == DESTINATION and target:
        return tell.say("goals.track_to", place=place_name(tell.game, target))
    return tell.say(f"goal.{goal}")


def _needed(tell: Teller, company: str, goal: str) -> str:
    """Say how far a goal is: what is connected already, what is missing."""
    game = tell.game
    if company not in game.state.floated:
        return ""
    if goal == DESTINATION:
        gap = _gap(game, company)
        return tell.counted("goals.away", gap) if gap else ""
    if goal == ABSORPTION:
        return _absorbable(tell)
    return "; ".join(_connected(tell, company, each) for each in _PLACES[goal])


def _absorbable(tell: Teller) -> str:
    game = tell.game
    if not allowed(game, "absorption"):
        return tell.say("goals.too_early")
    smalls = [
        f"{small} {tell.money(absorption_price(game, small))}" for small in in_play(game, SMALL)
    ]
    if not smalls:
        return tell.say("goals.no_small")
    return tell.say("goals.prices", companies=", ".join(smalls))


def _connected(tell: Teller, company: str, what: str) -> str:
    """Name the places of a kind that track leads to."""
    game = tell.game
    board, hexes = game.state.board, game.definition.hex_list
    found = []
    for index, number in sorted(reach(game.definition, game.state, company).ends):
        stop = board[index].tile.stops[number]
        port = stop.kind == "town" and stop.end
        if what == stop.kind or (what == "port" and port):
            found.append(hexes[index].entry.place or hexes[index].name)
    if not found:
        return tell.say(f"missing.{what}")
    names = list(dict.fromkeys(found))
    shown = [*names[:_NAMED], "…"] if len(names) > _NAMED else names
    return tell.say(f"reached.{what}", places=", ".join(shown))


def _gap(game: Game, company: str) -> int:
    """Return how many hexes lie between the company's track and its destination, with the last."""
    definition = game.definition
    target = definition.companies[company].destination
    if target is None:
        return 0
    found = reach(definition, game.state, company)
    near = {index for index, _number in found.stops} | {side // 6 for side in found.sides}
    goal, distance = definition.hexes[target].index, 0
    while near and goal not in near:
        further = {n for index in near for n in definition.hex_list[index].neighbours if n >= 0}
        if further <= near:
            return 0
        near |= further
        distance += 1
    return distance
