"""Placing stations."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Protocol

from ..actions import Choice, PlaceStation
from ..board import reach
from ..errors import refuse
from ..ledger import pay
from ..state import BANK
from ..step import Move
from ..track import add_station
from .common import CompanyStep

if TYPE_CHECKING:
    from ..game import Game, Play


def station_cost(game: Game, company: str) -> int:
    """Return the price of the company's next station."""
    number = game.definition.companies[company].stations
    return game.definition.table.station_costs[str(number)][
        number - game.state.stations_left[company]
    ]


def slots_of(game: Game, hex_name: str, city: int) -> tuple[str | None, ...]:
    """Return the slots of a city: a company in each, None where it is free."""
    index = game.definition.hexes[hex_name].index
    slots = game.state.board[index].tile.stops[city].slots
    now = game.state.stations.get((hex_name, city), ())
    return now + (None,) * (slots - len(now))


def waiting_homes(game: Game, hex_name: str, city: int, company: str) -> int:
    """Count the other companies whose home is this city and who have yet to come."""
    slots = slots_of(game, hex_name, city)
    return sum(
        1
        for other, home in game.state.homes.items()
        if home == (hex_name, city) and other != company and other not in slots
    )


def station_problem(game: Game, company: str, hex_name: str, city: int) -> str | None:
    """Return why the company may not place a station in a city that it reaches."""
    index = game.definition.hexes[hex_name].index
    tile = game.state.board[index].tile
    if tile.stops[city].kind != "city":
        return "station_needs_city"
    if any(company in slots_of(game, hex_name, k) for k in range(len(tile.stops))):
        return "station_twice_in_hex"
    free = slots_of(game, hex_name, city).count(None)
    if not free:
        return "no_free_slot"
    if free <= waiting_homes(game, hex_name, city, company):
        return "slot_reserved"
    return None


Stops = set[tuple[int, int]]


def reached(game: Game, company: str) -> Stops:
    """Return the stops that the company's track leads to."""
    return reach(game.definition, game.state, company).ends


def anywhere(game: Game, company: str) -> Stops:
    """Return all cities of the map, with or without track."""
    return {
        (spot.index, number)
        for spot in game.definition.hex_list
        for number, stop in enumerate(game.state.board[spot.index].tile.stops)
        if stop.kind == "city"
    }


def cost_to_bank(game: Play, company: str, cost: int) -> None:
    pay(game, company, BANK, cost)


class Placing(Protocol):
    """A step in which a company places a station."""

    def company(self, game: Game) -> str: ...
    def placed(self, game: Play) -> None: ...


class PlaceStationMove(Move[PlaceStation, Placing]):
    """Place a further station: where the company's track leads, unless `where` says otherwise."""

    action = PlaceStation

    def __init__(
        self,
        *,
        where: Callable[[Game, str], Stops] = reached,
        charge: Callable[[Play, str, int], None] = cost_to_bank,
    ) -> None:
        self._where = where
        self._charge = charge

    def claims(self, action: PlaceStation) -> bool:
        return action.way is None  # nobody pays for a connection here

    def legal(self, game: Game, step: Placing) -> Iterator[Choice]:
        company = step.company(game)
        if not game.state.stations_left[company]:
            return
        if station_cost(game, company) > game.state.cash[company]:
            return
        for index, stop in sorted(self._where(game, company)):
            name = game.definition.hex_list[index].name
            if station_problem(game, company, name, stop) is None:
                yield Choice(PlaceStation(name, stop))

    def check(self, game: Game, step: Placing, action: PlaceStation) -> None:
        company = step.company(game)
        index = stop_named(game, company, action)
        problem = station_problem(game, company, action.hex, action.city)
        if problem is not None:
            refuse(game, problem, hex=action.hex, company=company)
        if (index, action.city) not in self._where(game, company):
            refuse(game, "station_not_connected", hex=action.hex, company=company)
        cost = station_cost(game, company)
        if cost > game.state.cash[company]:
            refuse(game, "station_too_dear", cost=cost, cash=game.state.cash[company])

    def apply(self, game: Play, step: Placing, action: PlaceStation) -> None:
        company = step.company(game)
        cost = station_cost(game, company)
        self._charge(game, company, cost)
        put_station(game, company, action.hex, action.city)
        game.log("station", company=company, hex=action.hex, cost=cost)
        step.placed(game)


def stop_named(game: Game, company: str, action: PlaceStation) -> int:
    """Return the hex that is meant; refuse what is no stop, or a station that is not there."""
    spot = game.definition.hexes.get(action.hex)
    if spot is None:
        refuse(game, "unknown_hex", hex=action.hex)
    if not 0 <= action.city < len(game.state.board[spot.index].tile.stops):
        refuse(game, "station_needs_city", hex=action.hex)
    if not game.state.stations_left[company]:
        refuse(game, "no_station_left", company=company)
    return spot.index


def put_station(game: Game, company: str, hex_name: str, city: int) -> None:
    """Take a station from the charter and put it into a city."""
    slots = slots_of(game, hex_name, city)
    add_station(
        game.state, (hex_name, city), company, len(slots), _slot(game, company, hex_name, city)
    )
    game.state.stations_left[company] -= 1


def _slot(game: Game, company: str, hex_name: str, city: int) -> int:
    """Return the slot to use: the first free one; outsiders leave the first ones to homes."""
    slots = slots_of(game, hex_name, city)
    free = [n for n, held in enumerate(slots) if held is None]
    return free[waiting_homes(game, hex_name, city, company)]


class HomeStation(CompanyStep, frozen=True):
    """In its first turn a company places its home station, free of charge."""

    def settle(self, game: Play) -> bool:
        game.pop()
        assert game.state.turn is not None
        if game.state.turn.first:
            company = self.company(game)
            put_station(game, company, *game.state.homes[company])
            game.log("home_station", company=company, hex=game.state.homes[company][0])
        return True
