"""István, the automaton of the solo game: what his cards make of money and trains (rules XI)."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from ....engine.actions import Choose, Route
from ....engine.audit_table import COLOURS
from ....engine.audit_tools import stops_moved
from ....engine.state import BANK
from . import minors, stock
from .network import RED, Network
from .table import BUILDER, TERRAIN, TRAIN_LIMIT

if TYPE_CHECKING:
    from .table import Table

# The steps of a turn of one of his minors; the names are those of the decisions in them.
TRACK, STATION, SCRAP, RUN, TRAINS = (
    "track",
    "programmed_station",
    "programmed_scrap",
    "auto_run",
    "programmed_trains",
)
STEPS = (STATION, SCRAP, RUN, TRAINS)
FEE = 10
SWAP_ABOVE = {"3": 95, "4": 175}  # (XI.2.2.4)
SISTER, DEAR_SISTER = 30, 80  # (XI.2.2.8, XI.2.2.9)
HUMAN = 0


@cache
def cards(version: int) -> dict[str, Any]:
    """Return what is printed on István's cards; games keep those that they began with."""
    file = files(__package__.rpartition(".")[0]) / "data" / "istvan.toml"
    printed = tomllib.loads(file.read_text(encoding="utf-8"))
    earlier = printed.get("earlier", {})
    for number in sorted(map(int, earlier), reverse=True):
        if number >= version:
            _lay_over(printed, earlier[str(number)])
    return printed


def _lay_over(table: dict[str, Any], changes: dict[str, Any]) -> None:
    for key, value in changes.items():
        if isinstance(value, dict):
            _lay_over(table.setdefault(key, {}), value)
        else:
            table[key] = value


# --- the stock card --------------------------------------------------------------------


def trade(table: Table) -> None:
    """Buy the first share of his stock card that is possible, or pass (XI.4.2)."""
    seat = table.istvan
    assert seat is not None
    rows = cards(table.version)["stock"][table.options["stock"]]["rows"]
    for row, (company, most) in enumerate(rows, 1):
        whole, bought = table.policy.card_limits_holding, table.facts.carded  # (XI.4.4)
        if whole:
            below = 10 * table.units(seat, company) < most
        else:
            below = bought.count(company) < (2 if row == 1 else 1)
        if below and stock.objection(table, seat, company) is None:
            if whole:
                table.take("istvan_share", row=row, company=company, most=most)
            else:
                table.take("istvan_row", row=row, company=company)
                table.set_facts(carded=(*bought, company))
            stock.buy(table, seat, company)
            stock.end_turn(table, seat, acted=True)
            return
    table.take("istvan_passes", player=table.name(seat))
    stock.end_turn(table, seat, acted=False)


# --- programmes ------------------------------------------------------------------------


def due(table: Table) -> str:
    """Return the action of the company's card that is next; nothing: all is done (XI.2.2.1)."""
    minor = table.company
    programmes = cards(table.version)["cards"][table.options["difficulty"]]
    programme: list[str] = programmes[minor]
    while True:
        done = table.facts.programme.get(minor, 0)
        action = programme[done] if done < len(programme) else ""
        if not _skipped(table, action):
            return action
        _count(table)
        table.take("istvan_skips", company=minor, due=action)


def _skipped(table: Table, action: str) -> bool:
    """Tell whether a purchase from a sister is skipped (XI.2.2.8, XI.2.2.9)."""
    if not table.policy.skip_without_seller:
        own = [int(c) for c, seat in table.owner.items() if seat == table.istvan]
        return action == "SIB30" and int(table.company) == max(own)
    higher, lower = _sellers(table)
    return (action == "SIB30" and not higher) or (action == "SIB30/80" and not higher + lower)


def _count(table: Table) -> None:
    minor, now = table.company, table.facts
    programme = {**now.programme, minor: now.programme.get(minor, 0) + 1}
    table.set_facts(programme=programme, swapping=now.swapping - {minor})


def _sellers(table: Table) -> tuple[list[str], list[str]]:
    """Return his other minors with a 2-train: higher numbers, lower ones, the nearest first."""
    minor = int(table.company)
    able = [
        int(other)
        for other, seat in table.owner.items()
        if seat == table.istvan and any(table.kind(card) == "2" for card in table.trains[other])
    ]
    higher = sorted(number for number in able if number > minor)
    lower = sorted((number for number in able if number < minor), reverse=True)
    return [str(number) for number in higher], [str(number) for number in lower]


def _stripped(table: Table) -> bool:
    """Tell whether a minor of a red card has to buy a train before all else (XI.2.2.11)."""
    return table.options["difficulty"] == "red" and not table.trains[table.company]


# --- a minor's turn --------------------------------------------------------------------


def turn(table: Table) -> bool:
    """Play one step of a minor; True: the human has to decide something."""
    step = table.step
    if step == TRACK:
        _pay_fee(table)
        if _upgrade(table):
            return True
        table.step = STATION
    elif step == STATION:
        if _station(table):
            return True
        table.step = SCRAP
    elif step == SCRAP:
        _scrap(table)
        table.step = RUN
    elif step == RUN:
        _run(table)
        table.step = TRAINS
    else:
        _buy(table)
        minors.end_turn(table)
    return False


def decide(table: Table, above: str) -> None:
    """Carry out what the human chose where the rules leave it open."""
    action = table.action
    assert isinstance(action, Choose)
    if above == "upgrade_hex":
        _choose_hex(table)
        table.same("the hex", action.option, table.upgrading)
        _lay_if_told(table)
    elif above == "upgrade_tile":
        tile, _, rotation = action.option.partition(":")
        _lay(table, str(getattr(table.before.agenda[-1], "hex", "")), tile, int(rotation))
    else:
        name, _, city = action.option.partition(".")
        table.same("XI.2.2.7: the hex", due(table), f"STATION {name}")
        _place(table, (name, int(city)))
        table.step = SCRAP


def _asks(table: Table, step: str) -> bool:
    """Tell whether the table shows that the human decides this for the present minor."""
    now = table.now
    same = now.turn is not None and now.turn.company == table.company
    place = (now.round.number, now.round.part) == (table.round.number, table.round.part)
    return same and place and now.agenda[-1].id == step


# --- track -----------------------------------------------------------------------------


def _pay_fee(table: Table) -> None:
    """In the yellow phase a minor with a train pays 10 to SzKÉV (XI.2.1.6, XI.2.1.7)."""
    minor = table.company
    if table.phase == 0 and table.trains[minor] and table.cash[minor] >= FEE:
        table.pay(minor, BUILDER, FEE)
        table.take("istvan_fee", company=minor, money=FEE)


def _upgrade(table: Table) -> bool:
    """Upgrade at most one city; True: the human decides which, or how (XI.2.1.2, XI.2.1.5)."""
    if _asks(table, "upgrade_hex"):
        table.above, table.actor = "upgrade_hex", HUMAN
        return True
    if _told(table):
        _choose_hex(table)
        _lay_if_told(table)
    return bool(table.above)


def _told(table: Table) -> bool:
    who = table.company
    lines = ("istvan_home", "istvan_nearest")
    return any(table.claims.next_is(line, company=who) for line in lines)


def _choose_hex(table: Table) -> None:
    """Take the line that tells which city is upgraded: the home first (XI.2.1.3)."""
    minor = table.company
    home = table.now.homes[minor][0]
    told = table.take("istvan_home" if table.claims.next_is("istvan_home") else "istvan_nearest")
    table.same("whose city", minor, told["company"])
    city = next(at for at, held in table.stations.items() if at[0] == home and minor in held)
    away = Network(table, minor).ground().away(city, told["hex"])
    if table.policy.upgrades_by_routes and away is not None:
        table.same("XI.2.1.3: hexes along a route", away, told["count"])
    table.upgrading = told["hex"]


def _lay_if_told(table: Table) -> None:
    """Lay the tile of which the log tells; if it tells none the human decides."""
    name = table.upgrading
    told = table.claims.coming("laid")
    if not told or told[0]["hex"] != name:
        table.above, table.actor = "upgrade_tile", HUMAN
        return
    tile = told[0]["tile"]
    _lay(table, name, tile, _rotation(table, name, tile))


def _rotation(table: Table, name: str, tile: str) -> int:
    """Return how a tile lies; one that was replaced since lay so that its track was kept."""
    index = table.definition.hexes[name].index
    final, old = table.now.board[index], table.board[index]
    if final.name == tile:
        return final.rotation
    for rotation in range(6):
        placed = table.definition.placed[tile, rotation]
        if stops_moved(old, placed) is not None and stops_moved(placed, final) is not None:
            return rotation
    table.require(False, f"no way to lay {tile} on {name}")
    return 0


def _lay(table: Table, name: str, tile: str, rotation: int) -> None:
    """Upgrade a city; the bank pays the terrain to SIK (XI.2.1.4)."""
    spot = table.definition.hexes[name]
    old = table.board[spot.index].tile
    table.require(old.cities > 0 and old.colour in COLOURS[1:], "XI.2.1.1: no upgrade of a city")
    terrain = table.terrain(name)
    table.put_tile(name, tile, rotation)
    table.pay(BANK, TERRAIN, terrain)
    table.take("laid", company=table.company, tile=tile, hex=name, cost=terrain)


# --- stations --------------------------------------------------------------------------


def _cities(table: Table) -> set[tuple[str, int]]:
    """Return the cities where the station of the card could be placed (XI.2.2.7)."""
    minor = table.company
    cost = table.station_cost(minor)
    if cost is None or cost > table.cash[minor]:
        return set()
    reached = Network(table, minor).ground().reached()[0]
    name = due(table).partition(" ")[2]
    return {city for city in table.open_cities(minor) & reached if city[0] == name}


def _station(table: Table) -> bool:
    """Place the station of the card if that is possible; True: the human chooses the city."""
    action = due(table)
    if not action.startswith("STATION") or _stripped(table):
        return False
    cities = _cities(table)
    if table.claims.next_is("istvan_station_waits", company=table.company):
        table.take("istvan_station_waits", due=action)
        ground = Network(table, table.company).ground()
        table.require(not cities or not ground.leads_to(cities), "XI.2.2.7: it was possible")
        return False
    if _asks(table, STATION):
        table.actor = HUMAN
        return True
    if len(cities) > 1:  # track that repeats itself leads to none of them: look where it stands
        cities = {at for at in cities if table.company in table.now.stations.get(at, ())}
    table.same("XI.2.2.7: cities for the station", 1, len(cities))
    _place(table, cities.pop())
    return False


def _place(table: Table, city: tuple[str, int]) -> None:
    table.take("istvan_card", company=table.company, due=due(table))
    _count(table)
    minors.place(table, city)


# --- scrapping, running, buying --------------------------------------------------------


def _scrap(table: Table) -> None:
    """SWAP: above the threshold a 2-train is scrapped, if there are two trains (XI.2.2.4)."""
    minor = table.company
    word, _, kind = due(table).partition(" ")
    if word != "SWAP" or minor in table.facts.swapping or _stripped(table):
        return
    above, cash = SWAP_ABOVE[kind], table.cash[minor]
    if cash <= above:
        table.take("istvan_swap_waits", company=minor, kind=kind, money=above, cash=cash)
        return
    table.set_facts(swapping=table.facts.swapping | {minor})
    old = [card for card in table.trains[minor] if table.kind(card) == "2"]
    if len(table.trains[minor]) > 1 and old:
        minors.scrap(table, old[0])


def _run(table: Table) -> None:
    """Run as the log tells, with RÁBA's wagon where it is of use (XI.2.2.12, XI.2.2.13)."""
    minor = table.company
    network = Network(table, minor)
    hires = table.claims.next_is("wagon", company=minor)
    price, cash = minors.wagon_price(table, 0), table.cash[minor]
    if hires:
        minors.hire(table, RED)
    told = table.claims.coming("route")
    routes = tuple(Route(line["train"], line["path"]) for line in told)
    able = bool(table.trains[minor]) and network.has_route()
    table.require(bool(routes) or not able, "XI.2.2.12: his trains run")
    if routes and not hires and cash >= price:
        red = network.worth(routes, ()).red
        table.require(not red, "XI.2.2.13: RÁBA's bonus was of use")
    minors.run(table, routes)


def _buy(table: Table) -> None:
    """Do the purchases of the card that are due, as far as money and limit go (XI.2.2.3)."""
    minor = table.company
    if _stripped(table) and not _from_stack(table, "2"):
        return
    action = due(table)
    while _purchase(table, action):
        table.take("istvan_card", company=minor, due=action)
        _count(table)
        action = due(table)
    word = action.partition(" ")[0]
    if word.startswith(("BUY", "SIB")) or (word == "SWAP" and minor in table.facts.swapping):
        table.take("istvan_buy_waits", company=minor, due=action)


def _purchase(table: Table, action: str) -> bool:
    word, _, kind = action.partition(" ")
    if word == "BUY" or (word == "SWAP" and table.company in table.facts.swapping):
        return _from_stack(table, kind)
    if word.startswith("SIB"):
        return _from_sister(table, lower=word == "SIB30/80")
    return False


def _from_stack(table: Table, kind: str) -> bool:
    price = table.definition.trains[kind].price
    full = len(table.trains[table.company]) >= TRAIN_LIMIT
    if full or table.cash[table.company] < price:
        return False
    card = next(card for card in table.trains[BANK] if table.kind(card) == kind)
    minors.buy_from_stack(table, card, price)
    return True


def _from_sister(table: Table, *, lower: bool) -> bool:
    above, below = _sellers(table)
    price = SISTER if above else DEAR_SISTER
    sellers = above or (below if lower else [])
    full = len(table.trains[table.company]) >= TRAIN_LIMIT
    if not sellers or full or table.cash[table.company] < price:
        return False
    card = next(card for card in table.trains[sellers[0]] if table.kind(card) == "2")
    minors.buy_from_minor(table, card, sellers[0], price)
    return True
