"""A company's turn: track, mines, a marker, revenue, trains, in this order (4.1.4)."""

from __future__ import annotations

from msgspec.structs import replace

from ....engine.actions import Dividend, LayTile, Pass, PlaceStation
from ..actions import Absorb, RepayLoan, Transfer
from . import absorption, trains
from .figures import (
    CARBONIA,
    COLOURS,
    LOAN,
    LOCALITIES,
    MARITIME_CAPACITY,
    PER_POINT,
    SECOND_TILE,
    TRAINS,
)
from .table import BANK, DOWN, IPO, UP, Table

STAGES = ("mergers", "track", "mines", "station", "pay_dividend", "trains", "end")
COLOUR_NAMES = ("white", "yellow", "green", "brown", "gray")


def act(table: Table) -> None:
    """Do what the president of the operating company decides."""
    action, company = table.action, table.company
    table.same("2.1.2: who decides", table.director(company), table.by)
    if isinstance(action, Transfer):
        _transfer(table, action.private)
    elif isinstance(action, RepayLoan):
        _repay(table)
    elif isinstance(action, Absorb):
        table.same("5.1.5: absorptions come first", "mergers", table.stage)
        absorption.absorb(table, action.company, action.absorber)
    elif isinstance(action, LayTile):
        table.same("4.1.4: the step", "track", table.stage)
        _lay(table, action)
    elif isinstance(action, PlaceStation):
        table.same("4.1.4: the step", "station", table.stage)
        _place(table, action)
    elif isinstance(action, Dividend):
        table.same("4.1.4: the step", "pay_dividend", table.stage)
        pay_out(table, action.kind)
    else:
        table.require(isinstance(action, Pass), f"{action} in the turn of {company}")
        if table.stage == "trains":
            table.require(not trains.must_buy(table, company), "4.6.17: a train must be bought")
        table.require(table.stage != "pay_dividend", "4.5.2: the revenue is decided")
        leave(table)


def leave(table: Table) -> None:
    """Go on to the next step; nobody goes back."""
    table.stage = STAGES[STAGES.index(table.stage) + 1]


def _waits(table: Table) -> bool:
    """Tell whether the game waits for a decision in this step of this turn."""
    now = table.now
    here = (table.round.number, table.round.part, table.company, table.stage)
    if now.over or now.turn is None or now.round.kind != "operating":
        return False
    return here == (now.round.number, now.round.part, now.turn.company, now.agenda[-1].id)


def go_on(table: Table) -> None:
    """Go through the steps of a turn until there is something to decide."""
    company = table.company
    if table.stage == "mines":
        _exploit(table, company)
        leave(table)
    elif table.stage == "end":
        table.operated.add(company)
        end(table)
    elif table.stage == "pay_dividend" and _revenue(table, company) == 0:
        pay_out(table, "keep")
    elif table.stage == "absorbed":
        end(table)  # it does not operate (5.1.2)
    elif table.stage in ("leave mines", "cities", "mines taken", "mines given up"):
        absorption.go_on(table)
    elif table.stage == "money":
        trains.raise_money(table)
    elif table.stage == "discards":
        trains.discards(table)
    elif _waits(table):
        if table.stage == "pay_dividend":
            table.set_turn(revenue=_revenue(table, company))
        table.due = (table.stage, table.director(company))
    else:
        table.require(not _needed(table, company), f"the step {table.stage} was left out")
        if table.stage == "station":
            table.set_turn(no_marker=True)
        leave(table)


def end(table: Table) -> None:
    """End the turn: the next company follows."""
    table.turn = None
    table.round = replace(table.round, index=table.round.index + 1)
    table.stage = "next company"


def _needed(table: Table, company: str) -> bool:
    """Tell whether a president could do something in a step that nobody was asked about."""
    if table.stage == "mergers":
        return absorption.possible(table)
    if table.stage == "track":
        return _laid(table) < 2 and table.cash[company] >= _fee(table)
    if table.stage == "station":
        return _has_place(table, company)
    if table.stage == "trains":
        return (
            trains.must_buy(table, company)
            or trains.can_buy(table, company)
            or bool(table.maritime(table.director(company)))
            or (table.loans[company] > 0 and table.cash[company] >= LOAN)
        )
    return True


# --- maritime companies and loans ------------------------------------------------------


def _transfer(table: Table, name: str) -> None:
    """Give a maritime company of the president to the company (2.6.2, A-16)."""
    table.same(f"2.6.2: owner of {name}", table.by, table.owners[name])
    table.owners[name] = table.company
    table.take("transferred", document=name, company=table.company)
    bonuses(table, table.company)


def bonuses(table: Table, company: str) -> None:
    """Pay each bonus once, when a marker is in the locality (2.6.5 to 2.6.8)."""
    marked = {table.place(at) for at in table.places(company)}
    for name in table.maritime(company):
        if name not in table.bonus_paid and marked & set(LOCALITIES[name]):
            table.bonus_paid.add(name)
            table.traffic[company] += table.number
            table.take("maritime_bonus", document=name)
            table.take("traffic_bonus", company=company, points=table.number)


def _repay(table: Table) -> None:
    """Pay a loan back in full (5.5.4)."""
    table.require(table.loans[table.company] > 0, f"5.5.4: {table.company} has no loan")
    table.pay(table.company, BANK, LOAN)
    table.loans[table.company] -= 1
    table.take("loan_repaid", company=table.company, money=LOAN)


# --- track, mines, markers -------------------------------------------------------------


def _laid(table: Table) -> int:
    return table.this_turn.laid


def _fee(table: Table) -> int:
    """The first tile is free, the second is not (4.2.1)."""
    return SECOND_TILE if _laid(table) else 0


def _lay(table: Table, action: LayTile) -> None:
    """Lay a tile; a city that grows gives its traffic to those who are there (4.2)."""
    table.require(_laid(table) < 2, "4.2.1: no third tile")
    index, cost = table.index(action.hex), _fee(table)
    old, before = table.board[index].tile, table.ground.traffic(index)
    new = table.definition.tiles[action.tile]
    steps = COLOUR_NAMES.index(new.colour) - COLOUR_NAMES.index(old.colour)
    table.require(steps in (0, 1), f"4.2.4: {new.colour} on {old.colour}")
    allowed = COLOUR_NAMES[1 : 1 + COLOURS[table.number]]
    table.require(new.colour in allowed, f"2.2.5: {new.colour} in phase {table.number}")
    kinds = [stop.kind for stop in old.stops], [stop.kind for stop in new.stops]
    table.same("4.2.14: the places of the hex", *kinds)
    table.require(not (old.mines and old.track), "4.2.24: mines are never replaced")
    table.pay(table.company, BANK, cost)
    table.put_tile(action.hex, action.tile, action.rotation)
    table.take("laid", company=table.company, tile=action.tile, hex=action.hex, cost=cost)
    table.set_turn(laid=_laid(table) + 1)
    more = table.ground.traffic(index) - before
    growing = [c for c in table.marked.get(action.hex, ()) if c in table.launched and more]
    for company in growing:
        table.traffic[company] += more
    table.take_all("traffic_city", [{"company": c, "points": more} for c in growing])


def _exploit(table: Table, company: str) -> None:
    """Mines give 2, 1 or no traffic in each turn (4.3.1)."""
    mines = [at for at in table.places(company) if table.is_mine(at)]
    points = sum(table.ground.traffic(table.index(at)) for at in mines)
    if points:
        table.traffic[company] += points
        table.take("traffic_mines", company=company, points=points)


def carbonia_taken(table: Table, company: str, hex_name: str) -> bool:
    """Tell whether a marker would be the second in the district (4.3.3)."""
    if table.place(hex_name) not in CARBONIA:
        return False
    return any(table.place(at) in CARBONIA for at in table.places(company) if at != hex_name)


def _target_problem(table: Table, company: str, hex_name: str) -> str | None:
    """Return what forbids a marker in a city or mine."""
    held = table.marked.get(hex_name, [])
    if company in held:
        return "4.4.3: it has a marker there"
    if len(held) >= table.slots(hex_name):
        return "4.4.2: no free space"
    if carbonia_taken(table, company, hex_name):
        return "4.3.3: a second marker in the district"
    region = table.definition.entries[hex_name].region
    return "6.1.1: Corsica" if table.variant == "short" and region == "Corsica" else None


def _has_place(table: Table, company: str) -> bool:
    """Tell whether a marker could be placed and paid."""
    hexes = table.definition.hex_list
    return table.stations_left[company] > 0 and any(
        _target_problem(table, company, hexes[trip.target].name) is None
        and table.ground.cost(trip) <= table.cash[company]
        for at in table.places(company)
        for trip in table.ground.trips(table.index(at))
    )


def _place(table: Table, action: PlaceStation) -> None:
    """Place a marker at the end of a direct connection (4.4)."""
    company, ground = table.company, table.ground
    problem = _target_problem(table, company, action.hex)
    table.require(problem is None, f"{action.hex}: {problem}")
    start = (action.way or "").partition("-")[0]
    table.require(start in table.places(company), f"4.4.2: {company} is not in {start}")
    trips = [t for t in ground.trips(table.index(start)) if ground.text(t) == action.way]
    table.require(bool(trips), f"4.4.2: {action.way} is no direct connection")
    cost, points = ground.cost(trips[0]), ground.gain(trips[0])
    table.pay(company, BANK, cost)
    table.put_marker(company, action.hex)
    where = table.place(action.hex)
    table.take("marker", company=company, place=where, cost=cost, way=action.way)
    if points:
        table.traffic[company] += points
        table.take("traffic_marker", company=company, points=points)
    bonuses(table, company)  # (4.4.8)
    table.set_turn(stationed=True)
    leave(table)


# --- revenue ---------------------------------------------------------------------------


def _revenue(table: Table, company: str) -> int:
    """Ten for each point of traffic that finds room; nothing without a train (4.5.1)."""
    cards = table.trains[company]
    room = sum(TRAINS[table.kind(card)][1] for card in cards)
    room += MARITIME_CAPACITY * len(table.maritime(company))
    return PER_POINT * min(table.traffic[company], room) if cards else 0


def pay_out(table: Table, kind: str) -> None:
    """Pay the revenue out or keep it; without any the price falls (4.5.2 to 4.5.6)."""
    company = table.company
    revenue = _revenue(table, company)
    table.set_turn(revenue=revenue)
    if revenue == 0:
        table.take("no_revenue", company=company)
        table.move_price(company, DOWN)
    elif kind == "keep":
        table.pay(BANK, company, revenue)
        table.take("kept", company=company, revenue=revenue)
    else:
        table.same("4.5.2: the kind of dividend", "pay", kind)
        each = revenue * table.size(company) // 100
        table.same("4.5.3: whole lire", revenue * table.size(company), each * 100)
        for seat in table.seats:
            table.pay(BANK, seat, each * table.units(seat, company))
        table.pay(BANK, company, each * table.units(IPO, company))
        table.take("paid", company=company, revenue=revenue, per_share=each)
        table.move_price(company, UP)
    leave(table)
