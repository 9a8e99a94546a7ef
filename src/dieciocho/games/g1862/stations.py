"""Stations: placing, displacing, merging and removing them, and where there is room."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.board import key_of
from ...engine.steps.stations import slots_of
from ...engine.track import add_station
from .facts import LONDON, facts
from .policy import policy

if TYPE_CHECKING:
    from ...engine.game import Game, Play
    from ...engine.state import StopId


def is_bare(game: Game, hex_name: str) -> bool:
    """Tell whether no tile lies on a hex."""
    spot = game.definition.hexes[hex_name]
    return game.state.board[spot.index] is spot.printed


def slots_here(game: Game, hex_name: str) -> int:
    """Return the slots of the large station of a hex."""
    index = game.definition.hexes[hex_name].index
    return game.state.board[index].tile.stops[0].slots


def stops_of(game: Game, company: str) -> list[StopId]:
    """Return where the company's stations are, London included."""
    return [stop for stop, slots in game.state.stations.items() if company in slots]


def waiting_in(game: Game, company: str) -> str | None:
    """Return the hex where a station of the company has no slot of a tile yet (1862-7.2.6)."""
    for stop in stops_of(game, company):
        if stop in LONDON:
            continue
        slots = game.state.stations[stop]
        if is_bare(game, stop[0]) or slots.index(company) >= slots_here(game, stop[0]):
            return stop[0]
    return None


def _arrive(game: Play, company: str, hex_name: str) -> None:
    arrivals = facts(game).arrivals
    game.set_facts(arrivals={**arrivals, hex_name: (*arrivals.get(hex_name, ()), company)})


def place(game: Play, company: str, stop: StopId) -> None:
    """Take a station from the card and put it into the first free slot."""
    state = game.state
    slots = slots_of(game, stop)
    # One more waits for an upgrade, connected like the others (1862-7.2.5).
    room = len(slots) if None in slots else len(slots) + 1
    add_station(state, stop, company, room)
    state.stations_left[company] -= 1
    _arrive(game, company, stop[0])


def remove(game: Play, company: str, stop: StopId) -> None:
    """Take a station off the map; where it goes is for the caller to say.

    Only mergers, bankruptcy and homes that displace it do so (1862-7.7.3).
    """
    state = game.state
    slots = tuple(None if c == company else c for c in state.stations[stop])
    size = game.state.board[game.definition.hexes[stop[0]].index].tile.stops[stop[1]].slots
    while len(slots) > size and None in slots:  # whoever waited moves up
        gap = slots.index(None)
        slots = (*slots[:gap], *slots[gap + 1 :])
    if any(slots):
        state.stations[stop] = slots
    else:
        del state.stations[stop]
    state.station_key ^= key_of(*stop, company, "station")
    arrivals = facts(game).arrivals
    left = tuple(c for c in arrivals.get(stop[0], ()) if c != company)
    # The station may have been in the way of somebody's run (1862-10.3.4).
    game.set_facts(arrivals={**arrivals, stop[0]: left}, final_runs={})


def close_up(game: Game, hex_name: str) -> None:
    """Let the stations of a new tile stand in the first slots, in their order."""
    slots = game.state.stations.get((hex_name, 0))
    if slots is not None:
        taken = tuple(c for c in slots if c is not None)
        game.state.stations[hex_name, 0] = taken + (None,) * (len(slots) - len(taken))


def remove_all(game: Play, company: str) -> None:
    for stop in stops_of(game, company):
        remove(game, company, stop)


def rename(game: Play, stop: StopId, old: str, new: str) -> None:
    """Replace a station by one of another company, in its place."""
    state = game.state
    state.stations[stop] = tuple(new if c == old else c for c in state.stations[stop])
    state.station_key ^= key_of(*stop, old, "station") ^ key_of(*stop, new, "station")
    arrivals = facts(game).arrivals
    renamed = tuple(new if c == old else c for c in arrivals.get(stop[0], ()))
    game.set_facts(arrivals={**arrivals, stop[0]: renamed})


def displace(game: Play, stop: StopId) -> None:
    """Send a station back to its owner's card to make room (1862-7.2.4)."""
    if policy(game).displace_latest:
        owner = facts(game).arrivals[stop[0]][-1]
    else:
        owner = str(game.state.stations[stop][-1])
    remove(game, owner, stop)
    game.state.stations_left[owner] += 1
    game.log("displaced", company=owner, hex=stop[0])
