"""Absorptions: who pays whom, what changes hands (18ESP-4.6)."""

from __future__ import annotations

from ....engine.actions import Choose
from ....engine.state import BANK, IPO
from ..actions import Absorb
from ..facts import RESERVED
from . import goals, phases, shares, stations, ways
from .table import SMALL, SOUTH, Table

CHARTER = "charter"  # where a station goes that is not put on the map
UNLAUNCHED = 100  # for a small company that was never launched (18ESP-4.6.1.10)


def propose(t: Table, action: Absorb) -> None:
    """Only southern majors, once, from phase 3 on (18ESP-4.6.0)."""
    major, small = t.company, action.company
    t.same("who absorbs", t.held.director[major], t.by)
    t.require(t.phase_number >= 3, "absorptions begin in phase 3")
    t.require(t.kind_of(major) == SOUTH, f"{major} never absorbs")
    t.require(t.kind_of(small) == SMALL and small not in t.closed, f"{small} cannot be absorbed")
    if t.policy.one_absorption:
        t.require(major not in t.absorbed and major not in t.full, f"{major} absorbs no more")
    t.require(t.cash[major] >= price(t, small), f"{major} cannot pay for {small}")
    if t.phase_number < 5:
        has_run = small in (t.ran if t.policy.small_must_run else t.operated)
        t.require(has_run, f"{small} has not operated")
    t.says("absorbs", company=major, small=small)
    asks = t.policy.consent and t.phase_number < 5 and t.held.director[small] != t.by
    if asks:
        t.same("decision", "absorb_consent", t.step(t.now))
    else:
        go_on(t, small)


def price(t: Table, small: str) -> int:
    return t.price(small) if small in t.launched else UNLAUNCHED


def go_on(t: Table, small: str) -> None:
    """The owner has agreed, or need not: the place of the station may still be asked for."""
    if t.next_is("absorption_dropped"):
        t.require(t.cash[t.company] < price(t, small), "dropped although it can be paid")
        t.says("absorption_dropped", company=t.company, small=small)
    elif t.step(t.now) != "choose_place":
        complete(t, small, CHARTER)


def choose(t: Table, action: Choose, small: str) -> None:
    complete(t, small, action.option)


def complete(t: Table, small: str, option: str) -> None:
    """Money to its director, everything it has to the major (18ESP-4.6.0.6 to 4.6.0.12)."""
    major = t.company
    cost, owner = price(t, small), t.held.director[small]
    t.pay(major, BANK if owner == IPO else owner, cost)
    t.pay(small, major, t.cash[small])
    _assets(t, major, small)
    run = small in t.ran or not t.policy.small_must_run
    t.absorbed.add(major)
    if t.policy.absorption_unlocks:
        goals.reach(t, major, goals.ABSORPTION)
    _station(t, major, small, option)
    phases.close(t, small)
    if run and isinstance(owner, int):
        _share(t, major, owner)
    elif shares.reserved(t, major):
        shares.give_back_reserve(t, major)  # 18ESP-4.6.1.9, 4.6.1.10
    t.says("absorbed", company=major, small=small, price=cost)
    if t.policy.small_freeze:
        phases.nobody_left(t)


def _assets(t: Table, major: str, small: str) -> None:
    """Trains, pioneers and tender; a second tender goes to the open market (2.2.21)."""
    t.trains[major] += t.trains[small]
    t.trains[small] = []
    for pioneer, owner in t.owners.items():
        if owner == small:
            t.owners[pioneer] = major
    if small in t.tenders:
        t.tenders.remove(small)
        if major in t.tenders:
            t.tenders_for_sale += 1
        t.tenders.add(major)


def _station(t: Table, major: str, small: str, option: str) -> None:
    """The marker leaves the map; an own one may take its place, free (18ESP-4.6.0.12)."""
    home = t.charter(small).home
    old = [stop for stop, here in t.marked.items() if stop[0] == home and small in here]
    stations.take(t, small, home)
    if option == CHARTER:
        return
    mza = "MZA" in t.closed or not t.policy.shared_slot_stays
    t.require(small != "MZ" or mza, "the station of MZ is not swapped while MZA is in play")
    mine = [s for s, here in t.marked.items() if s[0] == home and major in here]
    t.require(not mine, f"{major} has a station in {home}")
    stop = old[0] if old else (home, _city(t, small, option.removeprefix("map")))
    t.require(ways.free_slots(t, stop) > 0, f"{stop} has no room")
    stations.put(t, major, stop)
    t.says("station", company=major, hex=home, cost=0)


def _city(t: Table, small: str, named: str) -> int:
    """Where the station of a company that never came would have gone (18ESP-4.6.1.11)."""
    data = t.charter(small)
    tile = t.lying(data.home).tile
    cities = [n for n, stop in enumerate(tile.stops) if stop.kind == "city"]
    if named:
        return int(named)
    if tile.label != "OO":
        return data.home_city if len(cities) > 1 else cities[0]
    return next(n for n in cities if ways.free_slots(t, (data.home, n)) > 0)


def _share(t: Table, major: str, owner: int) -> None:
    """The reserved share for its director; on the site one of the offering (D10)."""
    source = RESERVED if t.policy.reserved_shares else IPO
    if t.held.tens[major][source] < 1:
        return
    t.held.tens[major][source] -= 1
    t.held.tens[major][owner] += 1
    t.says("share_received", player=t.names[owner], company=major)
    shares.overtaken(t, major)
