"""Placing stations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Protocol

from ..actions import Choice, PlaceStation
from ..board import reach
from ..errors import refuse
from ..ledger import pay
from ..own import this_turn
from ..state import BANK, StopId
from ..step import Move
from ..track import add_station
from .common import CompanyStep, OptionalStep

if TYPE_CHECKING:
    from ..game import Game, Play


def station_cost(game: Game, company: str) -> int:
    """Return the price of the company's next station."""
    number = game.definition.companies[company].stations
    return game.definition.table.station_costs[str(number)][
        number - game.state.stations_left[company]
    ]


def slots_of(game: Game, stop: StopId) -> tuple[str | None, ...]:
    """Return the slots of a city: a company in each, None where it is free."""
    index = game.definition.hexes[stop[0]].index
    slots = game.state.board[index].tile.stops[stop[1]].slots
    now = game.state.stations.get(stop, ())
    return now + (None,) * (slots - len(now))


def waiting_homes(game: Game, company: str, stop: StopId) -> int:
    """Count the other companies whose home is this city and who have yet to come."""
    slots = slots_of(game, stop)
    return sum(
        1
        for other, home in game.state.homes.items()
        if home == stop and other != company and other not in slots
    )


def room_problem(game: Game, company: str, stop: StopId) -> str | None:
    """Return why there is no room for a company in a city, whatever is kept for others."""
    hex_name, city = stop
    stops = game.state.board[game.definition.hexes[hex_name].index].tile.stops
    if stops[city].kind != "city":
        return "station_needs_city"
    if any(company in slots_of(game, (hex_name, k)) for k in range(len(stops))):
        return "station_twice_in_hex"
    return None if None in slots_of(game, stop) else "no_free_slot"


def station_problem(game: Game, company: str, stop: StopId) -> str | None:
    """Return why the company may not place a station in a city that it reaches."""
    problem = room_problem(game, company, stop)
    if problem is not None:
        return problem
    kept = waiting_homes(game, company, stop)
    return "slot_reserved" if slots_of(game, stop).count(None) <= kept else None


def none_left(game: Game, company: str) -> str | None:
    """Return why a company may place no station wherever, if so."""
    return None if game.state.stations_left[company] else "no_station_left"


def reached(game: Game, company: str) -> Iterator[StopId]:
    """Yield the stops that the company's track leads to."""
    for index, number in sorted(reach(game.definition, game.state, company).ends):
        yield game.definition.hex_list[index].name, number


def anywhere(game: Game, company: str) -> Iterator[StopId]:
    """Yield all cities of the map, with or without track."""
    for spot in game.definition.hex_list:
        for number, stop in enumerate(game.state.board[spot.index].tile.stops):
            if stop.kind == "city":
                yield spot.name, number


def put_station(game: Game, company: str, stop: StopId, slot: int | None = None) -> None:
    """Take a station from the charter and put it into a city.

    Where no slot is named it is the first free one; outsiders leave the first ones to homes.
    """
    slots = slots_of(game, stop)
    if slot is None:
        free = [n for n, held in enumerate(slots) if held is None]
        slot = free[waiting_homes(game, company, stop)]
    add_station(game.state, stop, company, len(slots), slot)
    game.state.stations_left[company] -= 1


def cost_to_bank(game: Play, company: str, stop: StopId, cost: int) -> None:
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
        where: Callable[[Game, str], Iterable[StopId]] = reached,
        ban: Callable[[Game, str], str | None] = none_left,
        problem: Callable[[Game, str, StopId], str | None] = station_problem,
        cost: Callable[[Game, str], int] = station_cost,
        charge: Callable[[Play, str, StopId, int], None] = cost_to_bank,
        put: Callable[[Play, str, StopId], None] = put_station,
    ) -> None:
        self._where, self._ban, self._problem = where, ban, problem
        self._cost, self._charge, self._put = cost, charge, put

    def claims(self, action: PlaceStation) -> bool:
        return action.way is None  # nobody pays for a connection here

    def legal(self, game: Game, step: Placing) -> Iterator[Choice]:
        company = step.company(game)
        if self._ban(game, company) is not None:
            return
        if self._cost(game, company) > game.state.cash[company]:
            return
        for stop in self._where(game, company):
            if self._problem(game, company, stop) is None:
                yield Choice(PlaceStation(*stop))

    def check(self, game: Game, step: Placing, action: PlaceStation) -> None:
        company, stop = step.company(game), (action.hex, action.city)
        check_stop(game, action)
        problem = self._ban(game, company) or self._problem(game, company, stop)
        if problem is not None:
            refuse(game, problem, hex=action.hex, company=company)
        if stop not in self._where(game, company):
            refuse(game, "station_not_connected", hex=action.hex, company=company)
        cost = self._cost(game, company)
        if cost > game.state.cash[company]:
            refuse(game, "station_too_dear", cost=cost, cash=game.state.cash[company])

    def apply(self, game: Play, step: Placing, action: PlaceStation) -> None:
        company, stop = step.company(game), (action.hex, action.city)
        cost = self._cost(game, company)
        self._charge(game, company, stop, cost)
        self._put(game, company, stop)
        game.log("station", company=company, hex=action.hex, cost=cost)
        step.placed(game)


def check_stop(game: Game, action: PlaceStation) -> None:
    """Refuse a hex that is not on the map, and what is no stop there."""
    spot = game.definition.hexes.get(action.hex)
    if spot is None:
        refuse(game, "unknown_hex", hex=action.hex)
    if not 0 <= action.city < len(game.state.board[spot.index].tile.stops):
        refuse(game, "station_needs_city", hex=action.hex)


class StationStep(OptionalStep, frozen=True):
    """A step in which a company places one further station, if it can."""

    def placed(self, game: Play) -> None:
        game.set_turn(stationed=True)
        game.pop()


class HomeStation(CompanyStep, frozen=True):
    """In its first turn a company places its home station, free of charge."""

    def settle(self, game: Play) -> bool:
        game.pop()
        if this_turn(game).first:
            company = self.company(game)
            put_station(game, company, game.state.homes[company])
            game.log("home_station", company=company, hex=game.state.homes[company][0])
        return True
