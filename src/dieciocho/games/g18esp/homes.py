"""Home stations: where they lie, who chooses their city (18ESP-4.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, Self

from ...engine.actions import Choice, PlaceStation
from ...engine.board import key_of
from ...engine.errors import refuse
from ...engine.state import Seat, StopId
from ...engine.step import Move, Moves
from ...engine.steps.common import PlayerStep
from ...engine.steps.stations import slots_of
from .facts import this_turn
from .pioneers import ANYTIME
from .policy import policy
from .stations import SHARERS, is_double, put_station, stack_station

if TYPE_CHECKING:
    from ...engine.game import Game, Play


def free_cities(game: Game, company: str, hex_name: str) -> list[StopId]:
    """Return the cities of a hex between which a company chooses for its station."""
    tile = game.state.board[game.definition.hexes[hex_name].index].tile
    cities = [k for k, stop in enumerate(tile.stops) if stop.kind == "city"]
    return [(hex_name, k) for k in cities if None in slots_of(game, (hex_name, k))]


def home_options(game: Game, company: str) -> list[StopId]:
    """Return the cities between which a company chooses for its home station."""
    hex_name, city = game.state.homes[company]
    cities = game.state.board[game.definition.hexes[hex_name].index].tile.cities
    chooses = policy(game).madrid_home_free and company == SHARERS[0] and cities > 1
    if is_double(game, hex_name) or chooses:
        return free_cities(game, company, hex_name)
    return [(hex_name, city)]


def place_home(game: Play, company: str, stop: StopId) -> None:
    """Place the home station, free (18ESP-4.3.2)."""
    game.state.homes[company] = stop
    slots = slots_of(game, stop)
    # 18ESP-4.3.14: though another slot is free
    shares = company in SHARERS and any(other in slots for other in SHARERS)
    full = None not in slots
    if full or (shares and policy(game).shared_slot_stays):
        stack_station(game, company, stop)
    else:
        put_station(game, company, stop)
    game.log("home_station", company=company, hex=stop[0])


class HomeMove(Move[PlaceStation, "ChooseCity"]):
    """Choose the city of a home station."""

    action = PlaceStation

    def claims(self, action: PlaceStation) -> bool:
        return action.way is None  # nobody pays for a connection here

    def legal(self, game: Game, step: ChooseCity) -> Iterator[Choice]:
        for hex_name, city in step.options(game):
            yield Choice(PlaceStation(hex_name, city))

    def check(self, game: Game, step: ChooseCity, action: PlaceStation) -> None:
        if (action.hex, action.city) not in step.options(game):
            refuse(game, "not_a_home", hex=action.hex, company=step.owner)

    def apply(self, game: Play, step: ChooseCity, action: PlaceStation) -> None:
        game.pop()
        stop = (action.hex, action.city)
        if game.state.homes[step.owner][0] == action.hex:
            place_home(game, step.owner, stop)
        else:  # it was put there by an absorption (18ESP-4.6.1.11)
            put_station(game, step.owner, stop)


class ChooseCity(PlayerStep, frozen=True):
    """Somebody chooses in which city a home station lies (18ESP-4.3.12, 18ESP-4.3.13)."""

    owner: str  # of the station
    seat: Seat
    hex: str

    moves: ClassVar[Moves[Self]] = (HomeMove(),)
    out_of_step = "choose_city_first"

    def company(self, game: Game) -> str:
        return this_turn(game).company

    def options(self, game: Game) -> list[StopId]:
        return free_cities(game, self.owner, self.hex)


class ChooseHome(ChooseCity, frozen=True):
    """The operating company chooses for itself; it may buy pioneers and tenders meanwhile."""

    moves = (HomeMove(), *ANYTIME)


def lift_markers(game: Play, hex_name: str, layer: str) -> None:
    """Markers on a bare OO hex get a city when the tile is laid (18ESP-4.3.13, D34)."""
    state = game.state
    stops = [stop for stop in sorted(state.stations, reverse=True) if stop[0] == hex_name]
    for stop in stops:
        for company in filter(None, state.stations.pop(stop)):
            state.station_key ^= key_of(*stop, company, "station")
            state.stations_left[company] += 1
            own = policy(game).marker_owner_chooses and company != layer
            seat = state.president[company if own else layer]
            step = ChooseCity if own else ChooseHome
            game.push(step(company, seat, hex_name))
