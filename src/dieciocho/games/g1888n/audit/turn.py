"""A company's operating turn: track, station, run, revenue and privates (rules 8.3.1 to 8.3.7)."""

from __future__ import annotations

from msgspec.structs import replace

from ....engine.actions import BuyPrivate, Dividend, LayTile, Pass, PlaceStation, Run
from ....engine.audit import track_of
from ....engine.audit_table import COLOURS
from ....engine.audit_tools import StopAt
from . import rounds, trains
from .network import Network
from .table import BANK, IPO, LEFT, POOL, RIGHT, Table

STEPS = ("track", "station", "run_trains", "pay_dividend", "trains", "privates")
XIAN, MOUNTAIN, WALL, FERRY = "TA", "HS", "GW", "YRF"
MOUNTAIN_HEX = "C5"
POWER_TILES = {XIAN: {"L39": "H2"}, MOUNTAIN: {"L41": "C5"}, FERRY: {"L40a": "E17", "L40b": "F16"}}


def act(table: Table) -> None:
    """Do what an action in an operating turn does; `go_on` then does what follows."""
    action = table.action
    if isinstance(action, BuyPrivate):
        offer_private(table, action)
    elif isinstance(action, LayTile) and action.power:
        _use_power(table, action)
    elif isinstance(action, LayTile):
        table.same("the step of a lay", "track", table.step)
        _lay(table, action)
        leave(table)
    elif isinstance(action, PlaceStation):
        table.same("the step of a station", "station", table.step)
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
        table.actor = table.leader
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
        return table.this_turn.revenue > 0
    if table.step == "trains":
        return trains.waits(table)
    waits = table.shown()
    if table.step == "station":
        table.require(waits or not _station_possible(table), "8.3.1.4: a station was possible")
    elif table.step == "run_trains":
        able = bool(table.trains[table.company]) and Network(table, table.company).has_route()
        table.require(waits or not able, "8.3.1.5: a route was possible")
        table.require(not waits or bool(table.trains[table.company]), "there is nothing to run")
    else:
        table.require(waits or not _private_for_sale(table), "8.3.1.8: a private was for sale")
    return waits


def _pass(table: Table) -> None:
    if table.step == "run_trains":
        able = bool(table.trains[table.company]) and Network(table, table.company).has_route()
        table.require(not able, "8.3.1.5: running is mandatory")
    elif table.step == "track":
        table.require(not _home_tile_due(table), "8.3.3.1: the home tile must be laid")
    elif table.step == "trains":
        table.require(not trains.obliged(table), "8.3.8.2: a train must be bought")
    leave(table)


def _home_tile_due(table: Table) -> bool:
    """Tell whether the company must still lay its home tile (8.3.3.1)."""
    charter = table.definition.companies[table.company]
    bare = table.shows_map(charter.home)
    duty = table.policy.home_tile_duty and charter.home_tile_duty
    return duty and table.this_turn.first and bare


# --- track -----------------------------------------------------------------------------


def _lay(table: Table, action: LayTile) -> None:
    who = table.company
    spot = table.definition.hexes[action.hex]
    if _home_tile_due(table):
        table.same("8.3.3.1: the hex", table.definition.companies[who].home, action.hex)
    blocked = action.hex == MOUNTAIN_HEX and isinstance(table.owners[MOUNTAIN], int)
    table.require(not blocked, "4.3.1.19: nobody builds there while a player owns Heng Shan")
    cost = spot.entry.cost if table.shows_map(action.hex) else 0  # (8.3.3.6, 8.3.4.10)
    _check_colour(table, action)
    table.put_tile(action.hex, action.tile, action.rotation)
    table.pay(who, BANK, cost)
    table.take("laid", company=who, tile=action.tile, hex=action.hex, cost=cost)
    table.require(action.hex in Network(table, who).ground().reached()[1], "8.3.3.3: not connected")
    upgraded = table.before.board[spot.index].tile.colour != "white"
    table.set_turn(laid=1, upgraded=upgraded)


def _check_colour(table: Table, action: LayTile) -> None:
    """The next colour of the hex, and of those that the phase allows (8.3.4.1)."""
    old = table.before.board[table.definition.hexes[action.hex].index].tile.colour
    new = table.definition.tiles[action.tile].colour
    table.require(old in COLOURS and new in table.rules.colours, f"8.3.4.1: {new} on {old}")
    table.same("8.3.4.1: the colour", COLOURS[COLOURS.index(old) + 1], new)


# --- powers and privates ---------------------------------------------------------------


def _use_power(table: Table, action: LayTile) -> None:
    """Lay a special tile or tiles on the Great Wall: free, and not the turn's track (4.3.1.13)."""
    who, private = table.company, str(action.power)
    table.same(f"4.3.1.13: the owner of {private}", who, table.owners[private])
    table.require(table.powers[private] > 0, f"the power of {private} is spent")
    if table.above == "second_ferry_piece":
        table.same("D20: the ferry is laid in one go", FERRY, private)
    lays = [action]
    if private == WALL:
        entry = table.definition.hexes[action.hex].entry
        table.require("wall" in entry.terrain and table.shows_map(action.hex), "4.3.1.29")
        table.same("4.3.1.29", "yellow", table.definition.tiles[action.tile].colour)
        table.same("8.3.3.2", "white", entry.colour)
        if table.powers[WALL] == 1:
            first = str(getattr(table.before.turn, "wall_hex", None))
            table.require(_joined(table, first, action), "4.3.1.27: the tiles do not join")
    else:
        places = POWER_TILES[private]
        table.same("the place of a special tile", places.get(action.tile), action.hex)
        if private == FERRY and table.policy.ferry_in_one:
            lays = [LayTile(hex=h, tile=t, rotation=0, power=FERRY) for t, h in places.items()]
    for lay in lays:
        table.put_tile(lay.hex, lay.tile, lay.rotation)
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
    if table.policy.consent and owner != table.leader:
        assert isinstance(owner, int)
        table.asked_seat = owner
    else:
        buy_private(table, action)


def spendable(table: Table) -> int:
    """Return what a company may spend on privates: the home tile comes first (8.3.3.15)."""
    who = table.company
    keeps = table.policy.home_tile_money and _home_tile_due(table)
    cost = table.definition.hexes[table.definition.companies[who].home].entry.cost
    return table.cash[who] - (cost if keeps else 0)


def buy_private(table: Table, action: BuyPrivate) -> None:
    who, private = table.company, action.private
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


def _open_cities(table: Table) -> set[StopAt]:
    """Return the cities on the map where the company's station could stand (8.3.5.2 to 8.3.5.9)."""
    who, companies = table.company, table.definition.companies
    homes = [
        home
        for other, home in table.now.homes.items()
        if other != who and table.stations_left[other] == companies[other].stations
    ]
    return table.open_cities(who, homes)


def _station_possible(table: Table) -> bool:
    cost = table.station_cost(table.company)
    if cost is None or cost > table.cash[table.company]:
        return False
    ground = Network(table, table.company).ground()
    cities = _open_cities(table) & ground.reached()[0]
    return bool(cities) and ground.leads_to(cities)


def _place(table: Table, action: PlaceStation) -> None:
    who, city = table.company, (action.hex, action.city)
    cost = table.station_cost(table.company)
    table.require(cost is not None, "8.3.5.6: no station left")
    assert cost is not None
    table.require(city in _open_cities(table), "8.3.5.2 to 8.3.5.9: no room for the station")
    table.require(city in Network(table, who).ground().reached()[0], "8.3.5.3: not connected")
    table.put_station(who, city)
    table.pay(who, BANK, cost)
    table.take("station", company=who, hex=action.hex, cost=cost)
    table.set_turn(stationed=True)


# --- running and paying ----------------------------------------------------------------


def _run(table: Table, action: Run) -> None:
    who = table.company
    values, treasury = Network(table, who).revenue(action.routes)
    for route, value in zip(action.routes, values, strict=True):
        table.take("route", company=who, train=route.train, path=route.path, value=value)
    table.set_turn(routes=action.routes, revenue=sum(values), bonus_income=treasury)


def _divide(table: Table, pays: bool) -> None:
    """Pay the revenue out or keep it, all of it (8.3.7.6 to 8.3.7.10)."""
    who, turn = table.company, table.this_turn
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
    table.take("no_revenue", company=table.company)
    _pay_treasury(table)
    table.move_price(table.company, LEFT)


def _pay_treasury(table: Table) -> None:
    """Pay what trains earned at the mountain, whatever else is done (8.3.7.5)."""
    money = table.this_turn.bonus_income
    if money:
        table.pay(BANK, table.company, money)
        table.take("treasury_income", company=table.company, money=money)


__all__ = ["IPO", "act", "go_on"]
