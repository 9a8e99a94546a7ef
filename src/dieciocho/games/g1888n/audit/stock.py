"""Stock rounds: purchases, sales, the exchange, and whose turn it is (rules 7 and 4.3.1.32 on)."""

from __future__ import annotations

from msgspec.structs import replace

from ....engine.actions import BuyShare, Exchange, Pass, SellShares, StartCompany
from ....engine.audit_tools import turn_ended
from . import rounds
from .table import BANK, DOWN, IPO, LAUNCHED_AT, MOST_HELD, MOST_IN_POOL, OUT, POOL, Table

FORBIDDEN_CITY = "FC"
BEIJING = "C9"


def act(table: Table) -> None:
    """Do what an action in a stock round does, and all that follows by itself."""
    seat, action = table.by, table.action
    if isinstance(action, StartCompany):
        _start(table, seat, action)
    elif isinstance(action, BuyShare):
        _buy(table, seat, action.company, action.source)
    elif isinstance(action, Exchange):
        _exchange(table, seat, action)
    elif isinstance(action, SellShares):
        _sell(table, seat, action)
        return
    else:
        table.require(isinstance(action, Pass), "7.1.1: sell, buy or pass")
        _pass(table, seat)
        return
    _end_turn(table, seat, acted=True)


def go_on(table: Table) -> bool:
    """Pass for those who can do nothing; False when all have passed (7.1.6, 7.2.2)."""
    while True:
        if len(table.round.passed) == len(table.names):
            rounds.end_trading(table)
            return False
        seat = table.round.order[table.round.index]
        assert isinstance(seat, int)
        table.step, table.actor = "stock_round", seat
        if can_act(table, seat):
            return True
        _pass(table, seat)


def _end_turn(table: Table, seat: int, *, acted: bool) -> None:
    table.round = turn_ended(table.round, seat, acted)
    table.sold_now = frozenset()


def _pass(table: Table, seat: int) -> None:
    """End a turn; after a sale it was no pass (7.1.1)."""
    if not table.sold_now:
        table.take("passed", player=table.name(seat))
    above = table.counted(seat) > table.certificate_limit
    table.require(not (above and can_sell(table, seat)), "7.3.7: must sell, above the limit")
    _end_turn(table, seat, acted=bool(table.sold_now))


# --- buying ----------------------------------------------------------------------------


def _start(table: Table, seat: int, action: StartCompany) -> None:
    company, par = action.company, action.par
    cells = table.markers.cells.items()
    places = {cell.price: place for place, cell in cells if "*" in cell.marks}
    table.require(company not in table.par and par in places, "7.6.1: no such start")
    table.require(room(table, seat, 1), "7.3.6: certificate limit")
    table.pay(seat, BANK, 2 * par)
    table.held.director[company] = seat
    table.par[company] = par
    table.markers.put(company, places[par])
    table.take("started", player=table.name(seat), company=company, par=par)


def _buy(table: Table, seat: int, company: str, source: str) -> None:
    problem = objection(table, seat, company, source)
    table.require(problem is None, f"{company} from {source}: {problem}")
    price = share_price(table, company, source)
    table.pay(seat, BANK, price)
    table.take("share_bought", player=table.name(seat), company=company, source=source, price=price)
    _hand_over(table, seat, company, source)


def _hand_over(table: Table, seat: int, company: str, source: str) -> None:
    """Give a share to a player: perhaps a new director (7.7.1), perhaps the launch (7.6.4)."""
    table.held.move(company, 1, source, seat)
    table.overtake(company, seat)
    sold = 10 - table.units(IPO, company)
    if sold >= LAUNCHED_AT and company not in table.launched:
        table.launched.add(company)
        table.pay(BANK, company, 10 * table.par[company])
        table.take("launched", company=company, capital=10 * table.par[company])


def share_price(table: Table, company: str, source: str) -> int:
    """Return the price of a share: par from the offering, market price from the pool."""
    return table.par[company] if source == IPO else table.price(company)


def room(table: Table, seat: int, more: int) -> bool:
    """Tell whether a player may have so many counted certificates more (7.3.6, 7.3.7)."""
    counted, limit = table.counted(seat), table.certificate_limit
    if counted > limit and can_sell(table, seat):
        return False
    return more == 0 or counted + more <= limit


def objection(table: Table, seat: int, company: str, source: str) -> str | None:
    """Return what forbids the purchase of a share."""
    if company not in table.par:
        return "7.5.7: not started"
    if table.held.tens[company][source] < 1:
        return "7.5.1: no share there"
    if share_price(table, company, source) > table.cash[seat]:
        return "7.5.6: too dear"
    if table.units(seat, company) + 1 > MOST_HELD:
        return "7.5.8: more than 60 %"
    if (seat, company) in table.round.sold:
        return "7.5.9: sold in this round"
    if not room(table, seat, 0 if table.in_red(company) else 1):
        return "7.3.6: certificate limit"
    return None


# --- the exchange of the Forbidden City ------------------------------------------------


def _exchange(table: Table, seat: int, action: Exchange) -> None:
    table.same("the private exchanged", FORBIDDEN_CITY, action.private)
    problem = exchange_objection(table, seat, action.company, action.source)
    table.require(problem is None, f"exchange for {action.company}: {problem}")
    table.owners[FORBIDDEN_CITY] = OUT
    table.take(
        "exchanged",
        player=table.name(seat),
        private=FORBIDDEN_CITY,
        company=action.company,
        source=action.source,
    )
    _hand_over(table, seat, action.company, action.source)


def exchange_objection(table: Table, seat: int, company: str, source: str) -> str | None:
    """Return what forbids the exchange for a share (4.3.1.32 to 39)."""
    strict = table.policy.exchange_after_sale_bar
    stations = [held for (name, _), held in table.stations.items() if name == BEIJING]
    if table.owners[FORBIDDEN_CITY] != seat:
        return "4.3.1.32: not his"
    if table.sold_now:
        return "4.3.1.34: sold in this turn"
    if not any(company in held for held in stations):
        return "4.3.1.32: no station in Beijing"
    if company not in table.par or table.held.tens[company][source] < 1:
        return "4.3.1.39: no share there"
    if table.units(seat, company) + 1 > MOST_HELD:
        return "4.3.1.35: more than 60 %"
    if strict and (seat, company) in table.round.sold:
        return "4.3.1.35: sold in this round"
    if strict and table.counted(seat) > table.certificate_limit and can_sell(table, seat):
        return "4.3.1.36: must sell"
    return None


# --- selling ---------------------------------------------------------------------------


def _sell(table: Table, seat: int, action: SellShares) -> None:
    table.require(table.round.number > 1, "7.4.1: no sale in the first stock round")
    sell(table, seat, action.company, action.count)
    table.round = replace(table.round, sold=table.round.sold | {(seat, action.company)})
    table.sold_now |= {action.company}


def sell(table: Table, seat: int, company: str, count: int) -> None:
    """Sell shares: the price of the moment for each, then one down for each (7.4.5, 7.4.6)."""
    problem = sale_objection(table, seat, company, count)
    table.require(problem is None, f"sale of {count} {company}: {problem}")
    table.sell_to_pool(company, seat, count)
    table.move_price(company, DOWN, count)


def sale_objection(table: Table, seat: int, company: str, count: int) -> str | None:
    """Return what forbids a sale to the pool."""
    if not 1 <= count <= table.units(seat, company):
        return "not so many held"
    if table.held.tens[company][POOL] + count > MOST_IN_POOL:
        return "7.4.3: more than half in the pool"
    if table.keeps_certificate(company, seat, count):
        return "7.7.5: nobody else holds 20 %"
    return None


def can_sell(table: Table, seat: int) -> bool:
    """Tell whether a player could sell anything in this round."""
    if table.round.number == 1:
        return False
    return any(
        sale_objection(table, seat, company, count) is None
        for company in table.par
        for count in range(1, MOST_IN_POOL + 1)
    )


def can_act(table: Table, seat: int) -> bool:
    """Tell whether a player has anything to do besides passing."""
    if can_sell(table, seat):
        return True
    companies = table.definition.companies
    pars = [cell.price for cell in table.markers.cells.values() if "*" in cell.marks]
    startable = any(company not in table.par for company in companies)
    if startable and table.cash[seat] >= 2 * min(pars) and room(table, seat, 1):
        return True
    shares = [(company, source) for company in companies for source in (IPO, POOL)]
    if any(objection(table, seat, *share) is None for share in shares):
        return True
    # On the site who can only exchange is not asked (D21).
    able = any(exchange_objection(table, seat, *share) is None for share in shares)
    return able and bool(table.policy.exchange_holds_turn)
