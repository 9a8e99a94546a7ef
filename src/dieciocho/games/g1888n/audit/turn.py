"""A company's operating turn: track, station, run, revenue and privates (rules 8.3.1 to 8.3.7)."""

from __future__ import annotations

from msgspec.structs import replace

from ....engine.actions import BuyPrivate, Dividend, LayTile, Pass, PlaceStation, Run
from ....engine.audit import track_of
from ....engine.audit_tools import stops_moved
from . import rounds, trains
from .network import Network
from .table import BANK, IPO, LEFT, POOL, RIGHT, Table

STEPS = ("track", "station", "run_trains", "pay_dividend", "trains", "privates")
COLOURS = ("white", "yellow", "green", "brown", "gray")
XIAN, MOUNTAIN, WALL, FERRY = "TA", "HS", "GW", "YRF"
MOUNTAIN_HEX = "C5"
POWER_TILES = {XIAN: {"L39": "H2"}, MOUNTAIN: {"L41": "C5"}, FERRY: {"L40a": "E17", "L40b": "F16"}}


def company(table: Table) -> str:
    assert table.turn is not None
    return table.turn.company


def director(table: Table) -> int:
    seat = table.held.director[company(table)]
    assert isinstance(seat, int)
    return seat


def set_turn(table: Table, **changes: object) -> None:
    assert table.turn is not None
    table.turn = replace(table.turn, **changes)


def act(table: Table) -> None:
    """Do what an action in an operating turn does; `go_on` then does what follows."""
    action = table.action
    if isinstance(action, BuyPrivate):
        offer_private(table, action)
    elif isinstance(action, LayTile) and action.power:
        _use_power(table, action)
    elif isinstance(action, LayTile):
        table.auditor.same("the step of a lay", "track", table.step)
        _lay(table, action)
        leave(table)
    elif isinstance(action, PlaceStation):
        table.auditor.same("the step of a station", "station", table.step)
        _place(table, action)
        leave(table)
    elif isinstance(action, Run):
        _run(table, action)
        leave(table)
    elif isinstance(action, Dividend):
        _divide(table, action.kind == "pay")
        leave(table)
    elif isinstance(action, Pass):
        _pass(table)
    else:
        trains.act(table)


def leave(table: Table) -> None:
    """Go to the next step of the turn; after the last one the next company operates."""
    if table.step == STEPS[-1]:
        end_turn(table)
    else:
        table.step = STEPS[STEPS.index(table.step) + 1]


def end_turn(table: Table) -> None:
    """End a turn: a power of which half was used is spent (4.3.1.28); who is next (8.1.4)."""
    if table.powers.get(WALL) == 1:
        table.powers[WALL] = 0
    done = table.round.order[: table.round.index + 1]
    rest = [c for c in table.operating_order() if c in table.launched and c not in done]
    table.round = replace(table.round, order=(*done, *rest), index=table.round.index + 1)
    rounds.begin_turn(table)


def go_on(table: Table) -> bool:
    """Pass over the steps in which nothing can be decided; False when the set has ended."""
    while not table.over and table.round.kind == "operating":
        table.actor = director(table)
        if _stops_here(table):
            return True
        if table.step == "pay_dividend":
            _no_revenue(table)
        leave(table)
    return table.over


def _stops_here(table: Table) -> bool:
    """Tell whether the present step needs a decision; where both are right, look at the table."""
    if table.step == "track":
        return True
    if table.step == "pay_dividend":
        assert table.turn is not None
        return table.turn.revenue > 0
    if table.step == "trains":
        return trains.waits(table)
    waits = _waits_here(table)
    if table.step == "station":
        table.require(waits or not _station_possible(table), "8.3.1.4: a station was possible")
    elif table.step == "run_trains":
        able = bool(table.trains[company(table)]) and Network(table, company(table)).has_route()
        table.require(waits or not able, "8.3.1.5: a route was possible")
        table.require(not waits or bool(table.trains[company(table)]), "there is nothing to run")
    else:
        table.require(waits or not _private_for_sale(table), "8.3.1.8: a private was for sale")
    return waits


def _waits_here(table: Table) -> bool:
    """Tell whether the table shows that this company decides in this step."""
    now = table.now
    same = now.turn is not None and now.turn.company == company(table)
    place = (now.round.number, now.round.part) == (table.round.number, table.round.part)
    return same and place and any(step.id == table.step for step in now.agenda)


def _pass(table: Table) -> None:
    if table.step == "run_trains":
        able = bool(table.trains[company(table)]) and Network(table, company(table)).has_route()
        table.require(not able, "8.3.1.5: running is mandatory")
    elif table.step == "track":
        table.require(not _home_tile_due(table), "8.3.3.1: the home tile must be laid")
    elif table.step == "trains":
        table.require(not trains.obliged(table), "8.3.8.2: a train must be bought")
    leave(table)


def _home_tile_due(table: Table) -> bool:
    """Tell whether the company must still lay its home tile (8.3.3.1)."""
    assert table.turn is not None
    charter = table.definition.companies[company(table)]
    bare = _shows_map(table, charter.home)
    duty = table.policy.home_tile_duty and charter.home_tile_duty
    return duty and table.turn.first and bare


# --- track -----------------------------------------------------------------------------


def _shows_map(table: Table, name: str) -> bool:
    """Tell whether no tile lay on a hex before the action."""
    spot = table.definition.hexes[name]
    return table.before.board[spot.index].name == spot.printed.name


def _lay(table: Table, action: LayTile) -> None:
    who = company(table)
    spot = table.definition.hexes[action.hex]
    if _home_tile_due(table):
        table.auditor.same("8.3.3.1: the hex", table.definition.companies[who].home, action.hex)
    blocked = action.hex == MOUNTAIN_HEX and isinstance(table.owners[MOUNTAIN], int)
    table.require(not blocked, "4.3.1.19: nobody builds there while a player owns Heng Shan")
    cost = spot.entry.cost if _shows_map(table, action.hex) else 0  # (8.3.3.6, 8.3.4.10)
    _check_colour(table, action)
    put_tile(table, action)
    table.pay(who, BANK, cost)
    table.take("laid", company=who, tile=action.tile, hex=action.hex, cost=cost)
    table.require(action.hex in Network(table, who).reached()[1], "8.3.3.3: not connected")
    upgraded = table.before.board[spot.index].tile.colour != "white"
    set_turn(table, laid=1, upgraded=upgraded)


def _check_colour(table: Table, action: LayTile) -> None:
    """The next colour of the hex, and of those that the phase allows (8.3.4.1)."""
    old = table.before.board[table.definition.hexes[action.hex].index].tile.colour
    new = table.definition.tiles[action.tile].colour
    table.require(old in COLOURS and new in table.rules.colours, f"8.3.4.1: {new} on {old}")
    table.auditor.same("8.3.4.1: the colour", COLOURS[COLOURS.index(old) + 1], new)


def put_tile(table: Table, action: LayTile) -> None:
    """Lay a tile; the old one returns, stations stay with their track (8.3.4.4, 8.3.4.7)."""
    name = action.hex
    spot = table.definition.hexes[name]
    old, new = table.before.board[spot.index], table.now.board[spot.index]
    table.require(table.supply[action.tile] > 0, f"2.1.2: no tile {action.tile} left")
    table.supply[action.tile] -= 1
    if not _shows_map(table, name):
        table.supply[old.name] += 1
    table.laid[name] = (action.tile, action.rotation)
    found = (new.name, new.rotation)
    table.auditor.same(f"the tile on {name}", (action.tile, action.rotation), found)
    moved = stops_moved(old, new)
    table.require(moved is not None, f"8.3.4.4, 8.3.4.5: track of {name} was lost")
    assert moved is not None
    held = {stop: table.stations.pop((name, stop), ()) for stop in range(len(old.tile.stops))}
    for stop, stations in held.items():
        target = (name, moved[stop])
        slots = new.tile.stops[moved[stop]].slots
        mixed = [*filter(None, table.stations.get(target, ())), *filter(None, stations)]
        if mixed:
            table.stations[target] = (*mixed, *[None] * (slots - len(mixed)))


# --- powers and privates ---------------------------------------------------------------


def _use_power(table: Table, action: LayTile) -> None:
    """Lay a special tile or tiles on the Great Wall: free, and not the turn's track (4.3.1.13)."""
    who, private = company(table), str(action.power)
    table.auditor.same(f"4.3.1.13: the owner of {private}", who, table.owners[private])
    table.require(table.powers[private] > 0, f"the power of {private} is spent")
    if table.above == "second_ferry_piece":
        table.auditor.same("D20: the ferry is laid in one go", FERRY, private)
    lays = [action]
    if private == WALL:
        entry = table.definition.hexes[action.hex].entry
        table.require("wall" in entry.terrain and _shows_map(table, action.hex), "4.3.1.29")
        table.auditor.same("4.3.1.29", "yellow", table.definition.tiles[action.tile].colour)
        table.auditor.same("8.3.3.2", "white", entry.colour)
        if table.powers[WALL] == 1:
            first = str(getattr(table.before.turn, "wall_hex", None))
            table.require(_joined(table, first, action), "4.3.1.27: the tiles do not join")
    else:
        places = POWER_TILES[private]
        table.auditor.same("the place of a special tile", places.get(action.tile), action.hex)
        if private == FERRY and table.policy.ferry_in_one:
            lays = [LayTile(hex=h, tile=t, rotation=0, power=FERRY) for t, h in places.items()]
    for lay in lays:
        put_tile(table, lay)
        table.powers[private] -= 1
        table.take("power", company=who, private=private, tile=lay.tile, hex=lay.hex)
    if private == FERRY:
        second = "loose" if table.policy.ferry_interruptible else "second"
        table.above = second + "_ferry_piece" if table.powers[FERRY] else _wall_waits(table)
    elif private == WALL:
        table.above = _wall_waits(table)


def _wall_waits(table: Table) -> str:
    """Return the decision about the second tile of the Great Wall, if it is due."""
    waits = table.policy.wall_waits and table.powers[WALL] == 1
    return "second_wall_tile" if waits else ""


def _joined(table: Table, first: str, action: LayTile) -> bool:
    """Tell whether track of two neighbouring hexes meets at their common side (4.3.1.27)."""
    one, two = table.definition.hexes.get(first), table.definition.hexes[action.hex]
    if one is None or two.index not in one.neighbours:
        return False
    side, back = one.neighbours.index(two.index), two.neighbours.index(one.index)
    track = track_of(table.now.board[one.index]), track_of(table.now.board[two.index])
    return any(side in piece for piece in track[0]) and any(back in piece for piece in track[1])


def price_range(table: Table, private: str) -> tuple[int, int]:
    """Return what a company may pay for a private: half to one and a half (4.3.1.6)."""
    value = table.definition.privates[private].value
    return (value + 1) // 2, value * 3 // 2


def offer_private(table: Table, action: BuyPrivate) -> None:
    """Buy a private from a player; who is not the director himself is asked (4.3.1.8)."""
    owner = table.owners[action.private]
    low, high = price_range(table, action.private)
    table.require("private_sale" in table.rules.allows, "4.3.1.5: not in this phase")
    table.require(isinstance(owner, int), "4.3.1.4: only players sell")
    table.require(low <= action.price <= high, f"4.3.1.6: {low} to {high}")
    table.require(action.price <= spendable(table), "4.3.1.7: the treasury is too small")
    if table.policy.consent and owner != director(table):
        assert isinstance(owner, int)
        table.asked_seat = owner
    else:
        buy_private(table, action)


def spendable(table: Table) -> int:
    """Return what a company may spend on privates: the home tile comes first (8.3.3.15)."""
    who = company(table)
    keeps = table.policy.home_tile_money and _home_tile_due(table)
    cost = table.definition.hexes[table.definition.companies[who].home].entry.cost
    return table.cash[who] - (cost if keeps else 0)


def buy_private(table: Table, action: BuyPrivate) -> None:
    who, private = company(table), action.private
    table.pay(who, table.owners[private], action.price)
    table.owners[private] = who
    table.take("private_sold", company=who, private=private, price=action.price)


def _private_for_sale(table: Table) -> bool:
    if "private_sale" not in table.rules.allows:
        return False
    for name in [name for name, owner in table.owners.items() if isinstance(owner, int)]:
        low, high = price_range(table, name)
        if table.least_offer(name, low) <= min(high, spendable(table)):
            return True
    return False


# --- stations --------------------------------------------------------------------------


def station_cost(table: Table) -> int | None:
    """Return the price of the next station, None if none is left (8.3.5.1, 8.3.5.6)."""
    who = company(table)
    left, count = table.stations_left[who], table.definition.companies[who].stations
    costs = table.definition.table.station_costs[str(count)]
    return costs[count - left] if left else None


def _open_cities(table: Table) -> set[tuple[str, int]]:
    """Return the cities on the map where the company's station could stand (8.3.5.2 to 8.3.5.9)."""
    who, found = company(table), set()
    own = {name for (name, _), held in table.stations.items() if who in held}
    coming = [
        home
        for other, home in table.now.homes.items()
        if other != who and table.stations_left[other] == table.definition.companies[other].stations
    ]
    for spot in table.definition.hex_list:
        for number, stop in enumerate(table.now.board[spot.index].tile.stops):
            city = (spot.name, number)
            taken = len([x for x in table.stations.get(city, ()) if x is not None])
            free = stop.slots - taken - coming.count(city)
            if stop.kind == "city" and free > 0 and spot.name not in own:
                found.add(city)
    return found


def _station_possible(table: Table) -> bool:
    cost = station_cost(table)
    if cost is None or cost > table.cash[company(table)]:
        return False
    network = Network(table, company(table))
    cities = _open_cities(table) & network.reached()[0]
    return bool(cities) and network.leads_to(cities)


def _place(table: Table, action: PlaceStation) -> None:
    who, city = company(table), (action.hex, action.city)
    cost = station_cost(table)
    table.require(cost is not None, "8.3.5.6: no station left")
    assert cost is not None
    table.require(city in _open_cities(table), "8.3.5.2 to 8.3.5.9: no room for the station")
    table.require(city in Network(table, who).reached()[0], "8.3.5.3: not connected")
    held = table.stations.get(city)
    rounds.put_station(table, who, city, held.index(None) if held else 0)
    table.pay(who, BANK, cost)
    table.take("station", company=who, hex=action.hex, cost=cost)
    set_turn(table, stationed=True)


# --- running and paying ----------------------------------------------------------------


def _run(table: Table, action: Run) -> None:
    who = company(table)
    values, treasury = Network(table, who).revenue(action.routes)
    for route, value in zip(action.routes, values, strict=True):
        table.take("route", company=who, train=route.train, path=route.path, value=value)
    set_turn(table, routes=action.routes, revenue=sum(values), bonus_income=treasury)


def _divide(table: Table, pays: bool) -> None:
    """Pay the revenue out or keep it, all of it (8.3.7.6 to 8.3.7.10)."""
    who, turn = company(table), table.turn
    assert turn is not None
    if pays:
        per_share = turn.revenue // 10
        for seat in table.seats:
            table.pay(BANK, seat, per_share * table.units(seat, who))
        table.pay(BANK, who, per_share * table.units(POOL, who))
        table.take("paid", company=who, revenue=turn.revenue, per_share=per_share)
    else:
        table.pay(BANK, who, turn.revenue)
        table.take("kept", company=who, revenue=turn.revenue)
    _pay_treasury(table)
    table.move_price(who, RIGHT if pays else LEFT)


def _no_revenue(table: Table) -> None:
    table.take("no_revenue", company=company(table))
    _pay_treasury(table)
    table.move_price(company(table), LEFT)


def _pay_treasury(table: Table) -> None:
    """Pay what trains earned at the mountain, whatever else is done (8.3.7.5)."""
    assert table.turn is not None
    money = table.turn.bonus_income
    if money:
        table.pay(BANK, company(table), money)
        table.take("treasury_income", company=company(table), money=money)


__all__ = ["IPO", "act", "go_on"]
