"""Stations and passes: where markers lie and what they cost (18ESP-4.3, 5.2)."""

from __future__ import annotations

from ....engine.actions import PlaceStation
from ....engine.state import BANK, OUT, StopId
from ..actions import OpenPass
from . import ways
from .table import SMALL, Table, markers

STATION = 50


def put(t: Table, company: str, stop: StopId) -> None:
    t.marked.setdefault(stop, []).append(company)
    t.stations_left[company] -= 1


def take(t: Table, company: str, hex_name: str) -> None:
    for stop, here in list(t.marked.items()):
        if stop[0] == hex_name and company in here:
            here.remove(company)


def has_home(t: Table, company: str) -> bool:
    home = t.charter(company).home
    return any(company in here for stop, here in t.marked.items() if stop[0] == home)


def home(t: Table, company: str) -> None:
    """The home station is free; on a hex with two cities without a tile it waits (4.3.13)."""
    data = t.charter(company)
    t.says("home_station", company=company, hex=data.home)
    tile = t.lying(data.home).tile
    cities = [n for n, stop in enumerate(tile.stops) if stop.kind == "city"]
    if len(cities) == 1 or tile.label != "OO":
        put(t, company, (data.home, data.home_city if len(cities) > 1 else cities[0]))
    else:
        free = [n for n in cities if not t.marked.get((data.home, n))]
        put(t, company, (data.home, free[0]))


def _choose_city(t: Table, action: PlaceStation) -> None:
    """A marker that waits, or a home with two cities: its owner names the city (4.3.12).

    A home station is told; a major that took the place of a small company is not.
    """
    stop = (action.hex, action.city)
    if t.next_is("home_station"):
        company = str(t.claims.told("company"))
        t.same("hex of the home", t.charter(company).home, action.hex)
        t.require(not has_home(t, company), f"{company} has its home station")
        t.says("home_station", company=company, hex=action.hex)
    else:
        new = [c for c in markers(t.now.stations.get(stop, ())) if c not in t.marked.get(stop, [])]
        t.same("markers that are put down", 1, len(new))
        company = new[0]
        t.require(company in t.absorbed, f"{company} has no marker that waits for {action.hex}")
    if t.policy.marker_owner_chooses:
        t.same("who chooses the city", t.held.director[company], t.by)
    t.require(ways.free_slots(t, stop) > 0, f"{stop} is taken")
    put(t, company, stop)


def place(t: Table, action: PlaceStation) -> None:
    """50 to the bank; the second one in a pass pays the first tenant (5.2.0.11, 5.2.0.12)."""
    step = t.step(t.before)
    if step in ("choose_home", "choose_city"):
        _choose_city(t, action)
        return
    company, stop = t.company, (action.hex, action.city)
    t.require(not t.this_turn.stationed, "a second station in one turn")
    t.require(t.kind_of(company) != SMALL, "small companies have one station")
    t.require(available(t, company) > 0, f"{company} has no station available")
    t.require(ways.free_slots(t, stop) > 0, f"no slot is free in {stop}")
    waiting = _reserved(t, stop) if t.policy.shared_slot_stays else 0
    t.require(ways.free_slots(t, stop) > waiting, f"{stop} is kept for {waiting} homes")
    mine = [s for s, here in t.marked.items() if s[0] == action.hex and company in here]
    t.require(not mine, f"{company} has a station in {action.hex}")
    t.require(stop in ways.network(t, company)[0], f"{stop} is not joined to {company}")
    tenants = t.marked.get(stop, [])
    payee = tenants[0] if ways.is_pass(action.hex) and tenants else BANK
    t.pay(company, payee, STATION)
    put(t, company, stop)
    t.set_turn(stationed=True)
    t.says("station", company=company, hex=action.hex, cost=STATION)


def _reserved(t: Table, stop: StopId) -> int:
    """Slots that companies in play will need for their homes (18ESP-4.3.3, 4.3.14)."""
    tile = t.lying(stop[0]).tile
    one_city = sum(data.kind == "city" for data in tile.stops) == 1
    homes = {
        name
        for name, data in t.definition.companies.items()
        if data.home == stop[0] and (one_city or tile.label == "OO" or data.home_city == stop[1])
    }
    waiting = {c for c in homes - t.closed if not has_home(t, c)}
    there = set(t.marked.get(stop, []))
    # Whoever of the two comes second stands on the first (18ESP-4.3.14).
    shared = {"MZ", "MZA"} <= waiting | (there & {"MZ", "MZA"}) and not {"MZ", "MZA"} <= there
    return len(waiting) - shared


def available(t: Table, company: str) -> int:
    """The home and one more from the start, the others with the goals (18ESP-5.1.3)."""
    total = t.charter(company).stations
    placed = total - t.stations_left[company]
    open_ones = total if company in t.full else 2 + t.unlocked.get(company, 0)
    return min(open_ones, total) - placed


def open_pass(t: Table, action: OpenPass) -> None:
    """100, 80, 80 or 60 to the bank; pioneer 4 opens Alar del Rey, or saves 40 (2.2.18)."""
    company, name = t.company, action.hex
    t.require(t.phase_number >= 3, "passes are opened from phase 3 on")
    t.require(ways.is_pass(name) and name not in t.open_passes, f"{name} is no closed pass")
    counted = t.policy.pass_power_counted or action.power is None
    t.require(not (counted and t.this_turn.pass_opened), "a second pass in one turn")
    by_small = t.policy.small_opens_pass and action.power is not None
    t.require(by_small or t.kind_of(company) != SMALL, "small companies open no passes")
    t.require(ways.leads_to(t, company, name), f"no track of {company} leads to {name}")
    cost = {"D12": 100, "H12": 60, "J10": 80, "L8": 80}[name]
    if action.power is not None:
        t.same("owner of pioneer 4", company, t.owners["P4"])
        t.same("power", "P4", action.power)
        cost = 0 if name == "H12" else cost - 40
        t.owners["P4"] = OUT
    t.pay(company, BANK, cost)
    t.open_passes = (*t.open_passes, name)
    t.show_map(name)
    t.set_turn(pass_opened=t.this_turn.pass_opened or counted)
    t.says("pass_opened", company=company, hex=name, cost=cost)
    if action.power is not None:
        t.says("private_closed", private="P4")
