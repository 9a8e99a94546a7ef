"""A minor's turn: track, station, scrapping, wagons and runs, trains (rules VI.3)."""

from __future__ import annotations

from msgspec.structs import replace

from ....engine.actions import (
    BuyTrain,
    Choose,
    DiscardTrain,
    LayTile,
    Pass,
    PlaceStation,
    Route,
    Run,
    Use,
)
from ....engine.state import BANK
from . import rounds
from .network import MINE, PLUS, RED, Network
from .table import BUILDER, TERRAIN, TRAIN_LIMIT, Table

STEPS = ("track", "station", "scrap", "run_trains", "trains")
FEE = 10  # of the additional tile (VI.3.2.2)
TOKEN = "token"
FIRST_WAGON, LATE_WAGON, DEARER = 10, 20, 10  # the first one, from brown on; each further one


def act(table: Table) -> None:
    """Do what an action in a minor's turn does; `go_on` then does what follows."""
    action = table.action
    if isinstance(action, LayTile):
        _lay(table, action)
    elif isinstance(action, Use) and action.thing == TOKEN:
        _arm(table)
    elif isinstance(action, Use):
        hire(table, action.thing)
    elif isinstance(action, PlaceStation):
        place(table, (action.hex, action.city))
        leave(table)
    elif isinstance(action, DiscardTrain):
        scrap(table, action.train)
    elif isinstance(action, Run):
        table.same("the step of a run", "run_trains", table.step)
        run(table, action.routes)
        leave(table)
    elif isinstance(action, BuyTrain):
        _offer_train(table, action)
    else:
        table.require(isinstance(action, Pass), f"{action} has no place here")
        _pass(table)


def leave(table: Table) -> None:
    """Go to the next step of the turn; after the last one the next company is due."""
    if table.step == STEPS[-1]:
        end_turn(table)
    else:
        table.step = STEPS[STEPS.index(table.step) + 1]


def end_turn(table: Table) -> None:
    table.round = replace(table.round, index=table.round.index + 1)
    rounds.begin_turn(table)


def stops(table: Table) -> bool:
    """Tell whether the present step needs a decision; where both are right, look at the table."""
    minor = table.company
    if table.step == "scrap":
        return bool(table.trains[minor])
    if table.step == "trains":
        return _may_buy(table)
    waits = table.shown()
    if table.step == "track":
        table.require(
            waits or table.turn is None or table.this_turn.laid > 0, "VI.3.2.1: no track?"
        )
    elif table.step == "station":
        table.require(waits or not station_possible(table), "VI.3.4.1: a station was possible")
    else:
        able = bool(table.trains[minor]) and Network(table, minor).has_route()
        table.require(waits or not able, "VI.3.1.1: a route was possible")
        table.require(not waits or bool(table.trains[minor]), "there is nothing to run")
    return waits


def skip(table: Table) -> None:
    """Leave a step in which nothing is decided."""
    if table.step == "run_trains":
        run(table, ())
    leave(table)


def _pass(table: Table) -> None:
    table.require(table.step != "run_trains", "VI.3.1.1: running is obligatory")
    leave(table)


# --- track -----------------------------------------------------------------------------


def _lay(table: Table, action: LayTile) -> None:
    """Lay a tile: terrain to SIK, 10 to SzKÉV for the second one (VI.3.2)."""
    minor, turn = table.company, table.turn
    table.same("the step of a lay", "track", table.step)
    assert turn is not None
    terrain, fee = table.terrain(action.hex), FEE if turn.laid else 0
    colour = table.definition.tiles[action.tile].colour
    upgrade = colour != "yellow"
    table.require(turn.laid < 2, "VI.3.2.2: two tiles at most")
    table.require(not (upgrade and turn.upgraded), "VI.3.2.2: one upgrade at most")
    _check_home(table, action.hex)
    if action.power == TOKEN:
        table.require(terrain > 0 and table.powers.get(minor, 0) > 0, "VI.3.2.13: no token")
        table.powers[minor] -= 1
        table.take("token_spent", company=minor, hex=action.hex)
    free = action.power == TOKEN or (turn.armed and terrain > 0)
    joins = _joins(table, action)
    table.put_tile(action.hex, action.tile, action.rotation)
    table.pay(BANK if free else minor, TERRAIN, terrain)
    table.pay(minor, BUILDER, fee)
    cost = fee if free else terrain + fee
    table.take("laid", company=minor, tile=action.tile, hex=action.hex, cost=cost)
    armed = turn.armed and not terrain
    table.set_turn(laid=turn.laid + 1, upgraded=turn.upgraded or upgrade, armed=armed)
    _join(table, action.hex, joins)
    reached = Network(table, minor).ground().reached()[1]
    table.require(bool(table.above) or action.hex in reached, "VI.3.2.6: not connected")


def _check_home(table: Table, name: str) -> None:
    """The first tile of a minor lies on its home, unless one lies there already (VI.3.2.5)."""
    home = table.definition.companies[table.company].home
    turn = table.turn
    assert turn is not None
    spot = table.definition.hexes[home]
    printed = bool(spot.printed.tile.track)  # Budapest
    first = table.round.number == 1
    if first and not turn.laid and table.shows_map(home) and not printed:
        table.same("VI.3.2.5: the first tile", home, name)


def _joins(table: Table, action: LayTile) -> list[str]:
    """Return the stations on a hex with two cities of which the new tile joins but one."""
    tile = table.definition.tiles[action.tile]
    joined = {max(piece) for piece in tile.track if max(piece) >= 6}
    if len(tile.stops) != 2 or len(joined) != 1 or not table.shows_map(action.hex):
        return []
    held = [(at, x) for at, slots in table.stations.items() for x in slots if x]
    return [company for at, company in sorted(held) if at[0] == action.hex]


def _join(table: Table, name: str, stations: list[str]) -> None:
    """Say which station gets the track of a yellow OO tile (VI.3.2.19, D8)."""
    if not stations:
        return
    first = stations[0]
    if table.policy.choose_joined_city:
        if table.company in stations:
            first = table.company
        elif len(stations) > 1:
            table.above = "join_city"
    others = [company for company in stations if company != first]
    table.stations[name, 0] = (first,)
    table.stations.pop((name, 1), None)
    if others:
        table.stations[name, 1] = (others[0],)


def choose_city(table: Table) -> None:
    """Carry out the choice of the station that the track leads to."""
    action = table.action
    assert isinstance(action, Choose)
    told = table.take("joined")
    name, company = told["hex"], told["company"]
    both = [x for city in (0, 1) for x in table.stations.get((name, city), ()) if x]
    table.require(company in both and len(both) == 2, "VI.3.2.19: no such station")
    table.stations[name, 0] = (company,)
    table.stations[name, 1] = tuple(x for x in both if x != company)


def _arm(table: Table) -> None:
    """Make a terrain token ready before the tile is laid (D6)."""
    minor = table.company
    table.require(not table.policy.token_with_tile, "VI.3.2.12: a token goes with a tile")
    table.require(table.powers.get(minor, 0) > 0, "VI.3.2.12: no token left")
    table.powers[minor] -= 1
    table.set_turn(armed=True)
    table.take("token_ready", company=minor)


# --- stations --------------------------------------------------------------------------


def station_possible(table: Table) -> bool:
    minor = table.company
    cost = table.station_cost(minor)
    if cost is None or cost > table.cash[minor]:
        return False
    ground = Network(table, minor).ground()
    cities = table.open_cities(minor) & ground.reached()[0]
    return bool(cities) and ground.leads_to(cities)


def place(table: Table, city: tuple[str, int]) -> None:
    """Place a station: half of its price to SzKÉV, half to the bank (VI.3.4)."""
    minor = table.company
    cost = table.station_cost(minor)
    table.require(cost is not None, "VI.3.4.1: no station left")
    assert cost is not None
    table.require(city in table.open_cities(minor), "VI.3.4.3, VI.3.4.4: no room for the station")
    reached = Network(table, minor).ground().reached()[0]
    table.require(city in reached, "VI.3.4.3: not connected")
    table.put_station(minor, city)
    table.pay(minor, BUILDER, cost // 2)
    table.pay(minor, BANK, cost - cost // 2)
    table.take("station", company=minor, hex=city[0], cost=cost)
    table.set_turn(stationed=True)


# --- scrapping and running -------------------------------------------------------------


def scrap(table: Table, card: str) -> None:
    """Put a train back onto its stack (VI.3.5)."""
    table.give_train(card, table.company, BANK)
    table.take("discarded", company=table.company, train=table.kind(card))


def wagon_price(table: Table, hired: int) -> int:
    """Return the price of the next wagon (VI.3.7.5; X.5)."""
    return (LATE_WAGON if table.late else FIRST_WAGON) + DEARER * hired


def hire(table: Table, wagon: str) -> None:
    """Hire a wagon from its major, each at most once (VI.3.7.6)."""
    turn = table.turn
    assert turn is not None
    known = (RED,) if table.few else (RED, PLUS, MINE)
    table.require(wagon in known and wagon not in turn.wagons, "VI.3.7.6: no such wagon")
    price = wagon_price(table, len(turn.wagons))
    table.pay(table.company, wagon, price)
    table.take("wagon", company=table.company, wagon=wagon, price=price)
    table.set_turn(wagons=(*turn.wagons, wagon))


def run(table: Table, routes: tuple[Route, ...]) -> None:
    """Run the trains and split the revenue; the mine's value is not split (VI.3.7.4, VI.3.7.13)."""
    minor, turn = table.company, table.this_turn
    worth = Network(table, minor).worth(routes, turn.wagons)
    bonus, total = worth.bonus, 0
    for number, route in enumerate(routes):
        value = worth.values[number]
        if number in worth.red and table.claims.next_is("route", value=value + bonus):
            value, bonus = value + bonus, 0
        table.take("route", company=minor, train=route.train, path=route.path, value=value)
        total += value
    table.same("VI.3.7.9: RÁBA's bonus left", 0, bonus)
    table.set_turn(routes=routes, revenue=total, bonus_income=worth.treasury)
    split(table, total, worth.treasury)


def split(table: Table, revenue: int, treasury: int) -> None:
    minor, seat = table.company, table.owner[table.company]
    if revenue:
        table.pay(BANK, seat, revenue // 2)
        table.pay(BANK, minor, revenue // 2)
        half = revenue // 2
        table.take("split", company=minor, revenue=revenue, player=table.name(seat), half=half)
    else:
        table.take("no_revenue", company=minor)
    if treasury:
        table.pay(BANK, minor, treasury)
        table.take("treasury_income", company=minor, money=treasury)


# --- trains ----------------------------------------------------------------------------


def others(table: Table) -> dict[str, str]:
    """Return the trains of other minors that may be asked for, and who owns them."""
    return {
        card: minor
        for minor, seat in table.owner.items()
        if minor != table.company and seat != table.istvan
        for card in table.trains[minor]
    }


def _may_buy(table: Table) -> bool:
    """Tell whether a minor could buy any train (VI.3.8)."""
    money = table.cash[table.company]
    if len(table.trains[table.company]) >= TRAIN_LIMIT:
        return False
    prices = [train.price for train in table.definition.trains.values()]
    prices += [table.least_offer(card) for card in others(table)]
    return min(prices) <= money


def _offer_train(table: Table, action: BuyTrain) -> None:
    table.same("the step of trains", "trains", table.step)
    if action.source == BANK:
        buy_from_stack(table, action.train, action.price)
        return
    owner = others(table).get(action.train)
    money = table.cash[table.company]
    table.same("VI.3.8.5: the seller", owner, action.source)
    least = table.least_offer(action.train)
    table.require(least <= action.price <= money, "VI.3.8.5: from 1 to all of the treasury")
    seller = table.owner[action.source]
    if table.policy.consent and seller != table.owner[table.company]:
        table.asked_seat = seller
    else:
        buy_from_minor(table, action.train, action.source, action.price)


def _check_room(table: Table) -> None:
    table.require(len(table.trains[table.company]) < TRAIN_LIMIT, "VI.3.8.2: two trains at most")


def buy_from_minor(table: Table, card: str, seller: str, price: int) -> None:
    """Buy from another minor, treasury to treasury (VI.3.8.5)."""
    _check_room(table)
    table.pay(table.company, seller, price)
    table.give_train(card, seller, table.company)
    table.tell_purchase(card, seller, price)


def buy_from_stack(table: Table, card: str, price: int) -> None:
    """Buy from a stack: its part to the selling major, the rest to the bank (VI.3.8.4, X.3)."""
    minor, kind = table.company, table.kind(card)
    train = table.definition.trains[kind]
    table.same("VI.3.8.3: the price", train.price, price)
    _check_room(table)
    part = train.price // (4 if table.few else 2)
    table.pay(minor, train.seller, part)
    table.pay(minor, BANK, train.price - part)
    table.give_train(card, BANK, minor)
    table.tell_purchase(card, BANK, price)
    rounds.train_sold(table, kind)
