"""Stock rounds: what players sell, buy and start (3.3 to 3.8, 3.10)."""

from __future__ import annotations

from msgspec.structs import replace

from ....engine.actions import BuyShare, Choose, Pass, SellShares, StartCompany
from ....engine.audit_tools import turn_ended
from .figures import (
    CERTIFICATE_LIMIT,
    DISCS,
    ENTRY_ROW,
    HIGHEST_START,
    LAUNCHED_AT,
    LOWEST_START,
    PLAYER_LIMIT,
    PRICES,
)
from .table import BANK, DOWN, DRAGONS, IPO, POOL, Table


def act(table: Table) -> None:
    """Do what a player does in a turn."""
    action, seat = table.action, table.by
    if isinstance(action, SellShares):
        table.require(action.company not in table.sold_now, "3.4.2: one block of a company")
        sell(table, seat, action.company, action.count)
        table.sold_now |= {action.company}
        table.round = replace(table.round, sold=table.round.sold | {(seat, action.company)})
        table.stage = "player"
        return
    if isinstance(action, BuyShare):
        _buy(table, seat, action.company, action.source)
    elif isinstance(action, StartCompany):
        _start(table, seat, action.company, action.par)
    else:
        table.require(isinstance(action, Pass), f"{action} in a stock round")
        if not table.sold_now:
            table.take("passed", player=table.name(seat))
    end_turn(table, seat, acted=not isinstance(action, Pass) or bool(table.sold_now))
    if isinstance(action, StartCompany) and action.company in table.restarts:
        table.restarts.remove(action.company)
        table.stage = "home"


def end_turn(table: Table, seat: int, *, acted: bool) -> None:
    """A turn without sale and purchase is a pass (3.1.2); who acts has not passed."""
    table.round = turn_ended(table.round, seat, acted)
    table.sold_now = frozenset()
    ended = len(table.round.passed) == len(table.names)
    table.stage = "stock over" if ended else "dragons"


# --- selling ---------------------------------------------------------------------------


def sale_problem(table: Table, seat: int, company: str, count: int) -> str | None:
    """Return what forbids a sale to the pool (3.4)."""
    if not 1 <= count <= table.units(seat, company):
        return "3.4.1: nobody sells what he has not"
    if company not in table.operated:
        return "3.4.6: the company has not operated"
    if count > table.pool_room(company):
        return "3.4.7: the pool is full"
    if table.keeps_certificate(company, seat, count):
        return "3.10.4: nobody can take the president's certificate"
    return None


def sell(table: Table, seat: int, company: str, count: int) -> None:
    """Sell a block: exchange of the presidency, money, price (3.4.1 to 3.4.4)."""
    problem = sale_problem(table, seat, company, count)
    table.require(problem is None, f"{company}: {problem}")
    presides = table.held.director[company] == seat
    table.sell_to_pool(company, seat, count)
    if presides:
        table.move_price(company, DOWN, count)


# --- buying ----------------------------------------------------------------------------


def _cost(table: Table, company: str, source: str) -> int:
    """Return the price by the source (3.5.3 to 3.5.5)."""
    if source == IPO:
        return table.offer_price(company)
    return table.zone_price(company) if source == DRAGONS else table.price(company)


def _certificate_problem(table: Table, seat: int, company: str, cost: int) -> str | None:
    if (seat, company) in table.round.sold:
        return "3.5.8: he has sold of it in this round"
    if table.certificates(seat) >= CERTIFICATE_LIMIT[table.variant][len(table.names)]:
        return "3.5.7: certificate limit"
    return "3.5.7: too dear" if cost > table.cash[seat] else None


def purchase_problem(table: Table, seat: int, company: str, source: str) -> str | None:
    """Return what forbids the purchase of a share (3.5)."""
    if company not in table.markers.at:
        return "3.5.2: the president's certificate comes first"
    if not table.singles(source, company):
        return f"3.5.1: no share from {source}"
    if not table.fits(seat, company, PLAYER_LIMIT):
        return "3.5.7: more than 60 %"
    return _certificate_problem(table, seat, company, _cost(table, company, source))


def _buy(table: Table, seat: int, company: str, source: str) -> None:
    problem = purchase_problem(table, seat, company, source)
    table.require(problem is None, f"{company}: {problem}")
    cost = _cost(table, company, source)
    table.pay(seat, company if source == IPO else BANK, cost)
    table.take("share_bought", player=table.name(seat), company=company, source=source, price=cost)
    table.held.move(company, 1, source, seat)
    table.overtake(company, seat)  # (3.10.1, 3.10.2)
    if company not in table.launched and table.percent(IPO, company) <= 100 - LAUNCHED_AT:
        _launch(table, company)


def _launch(table: Table, company: str) -> None:
    """Chart, markers and the traffic of the home (3.6.2, 3.6.3)."""
    table.launched.add(company)
    table.row[company] = ENTRY_ROW[table.number]
    table.give_discs(company, DISCS[company in table.major])
    table.take("launched_incremental", company=company, capital=table.cash[company])
    points = table.ground.traffic(table.index(table.homes[company]))
    if points:
        table.traffic[company] += points
        table.take("traffic_home", company=company, points=points)


def start_problem(table: Table, seat: int, company: str, par: int) -> str | None:
    """Return what forbids to buy a president's certificate (3.6.1)."""
    if company in table.markers.at:
        return "3.6.1: it has been started"
    if par % 10 or not LOWEST_START <= par <= HIGHEST_START[table.number]:
        return f"2.2.9: no initial price {par}"
    if company in table.restarts and not _free_cities(table):
        return "5.3.8: no city has a free space"
    return _certificate_problem(table, seat, company, 2 * par)


def _start(table: Table, seat: int, company: str, par: int) -> None:
    problem = start_problem(table, seat, company, par)
    table.require(problem is None, f"{company}: {problem}")
    if table.number >= 5 and company not in table.major:  # (2.2.8)
        turn_to_major(table, company)
    table.held.director[company] = seat
    table.par[company] = par
    space = next(number for number, prices in enumerate(PRICES) if prices[0] == par)
    table.markers.put(company, (0, space))  # under those that lie there
    table.pay(seat, company, 2 * par)
    table.take("started", player=table.name(seat), company=company, par=par)


def turn_to_major(table: Table, company: str) -> None:
    """Turn the certificates and put five more into the offer (3.9.5, 3.9.6)."""
    table.major.add(company)
    table.held.tens[company][IPO] += 5


# --- a new home ------------------------------------------------------------------------


def _region(table: Table, hex_name: str) -> str:
    return table.definition.entries[hex_name].region


def _free_cities(table: Table) -> list[str]:
    """Return the cities with a free space; in the short game of Sardinia only (A-44)."""
    return [
        spot.name
        for spot in table.definition.hex_list
        if spot.entry.track.startswith("city")
        and not (table.variant == "short" and _region(table, spot.name) == "Corsica")
        and len(table.marked.get(spot.name, ())) < table.slots(spot.name)
    ]


def choose_home(table: Table, company: str) -> None:
    """Put the marker of a company that starts again into its new home (5.3.8)."""
    assert isinstance(table.action, Choose)
    hex_name = table.action.option
    table.require(hex_name in _free_cities(table), f"5.3.8: {hex_name} is no free city")
    table.same("5.3.8: who chooses", table.director(company), table.by)
    table.homes[company] = hex_name
    table.give_discs(company, 1)
    table.put_marker(company, hex_name)
    table.take("home_chosen", company=company, hex=hex_name)


def can_do_something(table: Table, seat: int) -> bool:
    """Tell whether a player could sell, buy or start anything now."""
    for company in table.definition.companies:
        if company not in table.markers.at:
            if start_problem(table, seat, company, LOWEST_START) is None:
                return True
            continue
        if company not in table.sold_now and sale_problem(table, seat, company, 1) is None:
            return True
        if any(
            purchase_problem(table, seat, company, source) is None
            for source in (IPO, POOL, DRAGONS)
        ):
            return True
    return False
