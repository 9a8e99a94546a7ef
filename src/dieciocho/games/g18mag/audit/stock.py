"""Stock rounds: purchases, sales by blocks, whose turn it is (rules VII), István's card (XI.4)."""

from __future__ import annotations

from msgspec.structs import replace

from ....engine.actions import BuyShare, Pass, SellShares
from ....engine.audit_tools import turn_ended
from ....engine.state import BANK, POOL
from . import istvan, rounds
from .table import Table

MOST_HELD = 6  # tenths of a major (VII.3.3)
BOARD = "board"  # where a director's certificate lies that nobody has


def act(table: Table) -> None:
    """Do what an action in a stock round does; `go_on` then does what follows."""
    seat, action = table.by, table.action
    if isinstance(action, BuyShare):
        if action.source == BOARD:
            _buy_certificate(table, seat, action.company)
        else:
            buy(table, seat, action.company)
        end_turn(table, seat, acted=True)
    elif isinstance(action, SellShares):
        _sell(table, seat, action)
    else:
        table.require(isinstance(action, Pass), "VII.1.2: sell, buy or pass")
        pass_turn(table, seat)


def go_on(table: Table) -> bool:
    """Pass for those who can do nothing; False when all have passed (VII.2.1)."""
    while True:
        if len(table.round.passed) == len(table.names):
            rounds.end_trading(table)
            return False
        seat = table.round.order[table.round.index]
        assert isinstance(seat, int)
        table.step, table.actor = "stock_round", seat
        if seat == table.istvan:
            istvan.trade(table)
        elif can_act(table, seat):
            return True
        else:
            pass_turn(table, seat)


def end_turn(table: Table, seat: int, *, acted: bool) -> None:
    table.round = turn_ended(table.round, seat, acted)
    table.sold_now = frozenset()


def pass_turn(table: Table, seat: int) -> None:
    if not table.sold_now:
        table.take("passed", player=table.name(seat))
    if table.policy.sell_above_limit and can_sell(table, seat):
        table.require(table.counted(seat) <= table.certificate_limit, "VII.3.4: must sell")
    end_turn(table, seat, acted=bool(table.sold_now))


# --- buying ----------------------------------------------------------------------------


def objection(table: Table, seat: int, company: str) -> str | None:
    """Return what forbids the purchase of a share (VII.3, VII.5)."""
    if table.held.tens[company][POOL] < 1:
        return "VII.5.1: no share on the card"
    if table.price(company) > table.cash[seat]:
        return "VII.5.2: too dear"
    if table.units(seat, company) + 1 > MOST_HELD:
        return "VII.3.3: more than 60 %"
    if (seat, company) in table.round.sold:
        return "VII.5.3: sold in this round"
    if not _room(table, seat, company):
        return "VII.3.2: certificate limit"
    return None


def _room(table: Table, seat: int, company: str) -> bool:
    """Tell whether a share keeps a player within the limit, an exchange included (VII.3.4)."""
    counted, limit = table.counted(seat), table.certificate_limit
    exchanged = table.held.director[company] == POOL and table.held.tens[company][seat] == 1
    after = counted if exchanged and table.policy.limit_after_exchange else counted + 1
    return counted <= limit and after <= limit


def buy(table: Table, seat: int, company: str) -> None:
    problem = objection(table, seat, company)
    table.require(problem is None, f"{company}: {problem}")
    price = table.price(company)
    table.pay(seat, BANK, price)
    table.held.move(company, 1, POOL, seat)
    table.take("share_bought", player=table.name(seat), company=company, source=POOL, price=price)
    table.after_purchase(company, seat)


def certificate_objection(table: Table, seat: int, company: str) -> str | None:
    """Return what forbids to buy the director's certificate for two prices (D1)."""
    if not table.policy.director_for_sale:
        return "III.3.3.3: not for sale"
    if table.held.director[company] != POOL:
        return "it has an owner"
    if 2 * table.price(company) > table.cash[seat]:
        return "VII.5.2: too dear"
    if table.units(seat, company) + 2 > MOST_HELD:
        return "VII.3.3: more than 60 %"
    if (seat, company) in table.round.sold:
        return "VII.5.3: sold in this round"
    if table.counted(seat) + 1 > table.certificate_limit:
        return "VII.3.2: certificate limit"
    return None


def _buy_certificate(table: Table, seat: int, company: str) -> None:
    problem = certificate_objection(table, seat, company)
    table.require(problem is None, f"{company}: {problem}")
    price = 2 * table.price(company)
    table.pay(seat, BANK, price)
    table.held.director[company] = seat
    table.take("share_bought", player=table.name(seat), company=company, source=BOARD, price=price)
    table.take("director", company=company, player=table.name(seat))


# --- selling ---------------------------------------------------------------------------


def sale_objection(table: Table, seat: int, company: str, count: int) -> str | None:
    """Return what forbids a sale; there is no limit of shares on the card (VII.4)."""
    if not 1 <= count <= table.units(seat, company):
        return "not so many held"
    if company in table.sold_now:
        return "VII.4.5: one sale of a company in a turn"
    if table.keeps_certificate(company, seat, count):
        return "VII.4.2: nobody else holds 20 %"
    return None


def _sell(table: Table, seat: int, action: SellShares) -> None:
    """Sell a block at the price of the moment; one step left for the block (VII.4.4, VII.4.5)."""
    company, count = action.company, action.count
    problem = sale_objection(table, seat, company, count)
    table.require(problem is None, f"sale of {count} {company}: {problem}")
    table.sell_to_pool(company, seat, count)
    table.move_price(company, -1)
    table.round = replace(table.round, sold=table.round.sold | {(seat, company)})
    table.sold_now |= {company}


def can_sell(table: Table, seat: int) -> bool:
    return any(
        sale_objection(table, seat, company, count) is None
        for company in table.markers.at
        for count in range(1, table.units(seat, company) + 1)
    )


def can_act(table: Table, seat: int) -> bool:
    """Tell whether a player has anything to do besides passing."""
    if can_sell(table, seat):
        return True
    for company in table.markers.at:
        if objection(table, seat, company) is None:
            return True
        if certificate_objection(table, seat, company) is None:
            return True
    return False
