"""Markers: placed at the end of a direct connection, paid by its terrain (1865-4.4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NoReturn

from ...engine.actions import Action, Choice, PlaceStation
from ...engine.board import key_of
from ...engine.errors import refuse
from ...engine.ledger import pay
from ...engine.state import BANK
from ...engine.step import Move
from ...engine.steps.common import CompanyStep, PassMove, pop
from ...engine.steps.stations import put_station, slots_of
from .anytime import ANYTIME, TurnStep
from .components import figures
from .connections import Way, ways_of
from .facts import add_traffic, this_turn
from .maritime import collect_bonuses
from .printed import printed

if TYPE_CHECKING:
    from ...engine.game import Game, Play

MARKED_KINDS = ("city", "mine")


def marked(game: Game, company: str) -> list[str]:
    """Return the hexes with markers of a company."""
    return [name for (name, _), slots in game.state.stations.items() if company in slots]


def free_space(game: Game, hex_name: str) -> bool:
    """Tell whether a city or mine has room for a marker."""
    return None in slots_of(game, (hex_name, 0))


def carbonia_problem(game: Game, company: str, hex_name: str) -> bool:
    """Tell whether the company has its one marker in the district of a mine (1865-4.3.3)."""
    entries = printed(game).entries
    district = entries[hex_name].district
    others = [h for h in marked(game, company) if entries[h].district == district]
    return bool(district) and len(set(others) - {hex_name}) >= figures().district_limit


def region_closed(game: Game, hex_name: str) -> bool:
    """Tell whether a hex lies on the island that is not played (1865-6.1.1)."""
    return hex_name in game.definition.unplayed


def place_free(game: Game, company: str, hex_name: str) -> None:
    """Put a marker from the charter on the map without cost and without traffic."""
    put_station(game, company, (hex_name, 0))


def remove_marker(game: Game, company: str, hex_name: str) -> None:
    """Take a marker off the map in an absorption (1865-4.4.9); the caller says where it goes."""
    state, stop = game.state, (hex_name, 0)
    left = tuple(None if held == company else held for held in state.stations[stop])
    if any(left):
        state.stations[stop] = left
    else:
        del state.stations[stop]
    state.station_key ^= key_of(*stop, company, "station")


def marker_problem(game: Game, company: str, hex_name: str) -> str | None:
    """Return why the company may place no marker in a city or mine, whatever leads there."""
    if region_closed(game, hex_name):
        return "corsica_closed"
    if hex_name in marked(game, company):
        return "station_twice_in_hex"
    if not free_space(game, hex_name):
        return "no_free_slot"
    return "one_marker_in_district" if carbonia_problem(game, company, hex_name) else None


class PlaceMarkerMove(Move[PlaceStation, CompanyStep]):
    """Place a marker by a direct connection that the president chooses (1865-4.4.6)."""

    action = PlaceStation

    def legal(self, game: Game, step: CompanyStep) -> Iterator[Choice]:
        company = step.company(game)
        if not game.state.stations_left[company]:
            return
        spots, treasury = game.definition.hex_list, game.state.cash[company]
        problems: dict[int, str | None] = {}
        for way in ways_of(game, company):
            index, city = way.target
            if way.cost > treasury:
                continue
            if index not in problems:
                problems[index] = marker_problem(game, company, spots[index].name)
            if problems[index] is None:
                yield Choice(PlaceStation(spots[index].name, city, way.text))

    def check(self, game: Game, step: CompanyStep, action: PlaceStation) -> None:
        company = step.company(game)
        spot = game.definition.hexes.get(action.hex)
        if spot is None:
            refuse(game, "unknown_hex", hex=action.hex)
        stops = game.state.board[spot.index].tile.stops
        if not 0 <= action.city < len(stops) or stops[action.city].kind not in MARKED_KINDS:
            refuse(game, "station_needs_city", hex=action.hex)
        if not game.state.stations_left[company]:
            refuse(game, "no_station_left", company=company)
        problem = marker_problem(game, company, action.hex)
        if problem is not None:
            refuse(game, problem, hex=action.hex, company=company)
        way = self._way(game, company, action)
        if way.cost > game.state.cash[company]:
            refuse(game, "station_too_dear", cost=way.cost, cash=game.state.cash[company])

    def _way(self, game: Game, company: str, action: PlaceStation) -> Way:
        target = (game.definition.hexes[action.hex].index, action.city)
        ways = [way for way in ways_of(game, company) if way.target == target]
        if not ways:
            refuse(game, "station_not_connected", hex=action.hex, company=company)
        chosen = next((way for way in ways if way.text == action.way), None)
        if chosen is None:
            refuse(game, "no_such_connection", way=action.way or "", hex=action.hex)
        return chosen

    def apply(self, game: Play, step: CompanyStep, action: PlaceStation) -> None:
        company = step.company(game)
        way = self._way(game, company, action)
        pay(game, company, BANK, way.cost)
        put_station(game, company, (action.hex, action.city))
        place = game.definition.hexes[action.hex].entry.place
        game.log("marker", company=company, place=place, cost=way.cost, way=way.text)
        add_traffic(game, company, way.traffic, "marker")
        collect_bonuses(game, company)  # 1865-4.4.8
        game.set_turn(stationed=True)
        game.pop()


class Station(TurnStep, frozen=True):
    """Place one marker, if there is any that can be placed (1865-4.4.1)."""

    moves = (PlaceMarkerMove(), *ANYTIME, PassMove(pop))

    def settle(self, game: Play) -> bool:
        if next(self.moves[0].legal(game, self), None) is not None:
            return False
        game.pop()
        game.set_turn(no_marker=True)
        return True


class AfterMarkers(TurnStep, frozen=True):
    """A later step of the turn; if no marker could be placed it says why."""

    def turn_away(self, game: Game, action: Action) -> NoReturn:
        if isinstance(action, PlaceStation) and this_turn(game).no_marker:
            PlaceMarkerMove().check(game, self, action)
        super().turn_away(game, action)
