"""Stock rounds: sales, repayments, one purchase (18ESP-3)."""

from __future__ import annotations

from msgspec.structs import replace

from ....engine.actions import BuyShare, Pass, SellShares, StartCompany, Use
from ....engine.state import BANK, Seat
from . import market, rounds, shares
from .table import NORTH, Table


def act(t: Table) -> None:
    action, seat = t.action, t.by
    t.same("player on turn", t.round.order[t.round.index], seat)
    over = shares.certificates(t, seat) > shares.certificate_limit(t)
    if over and not isinstance(action, SellShares):
        t.require(not shares.can_sell(t, seat), "above the certificate limit he has to sell")
    acted = t.auditor.sold_this_turn()
    ended = True
    if isinstance(action, SellShares):
        shares.sell(t, seat, action.company, action.count)
        t.round = replace(t.round, sold=t.round.sold | {(seat, action.company)})
        acted, ended = True, False
    elif isinstance(action, Use):
        repay(t, seat)
        acted, ended = True, False
    elif isinstance(action, BuyShare):
        buy(t, seat, action)
        acted = True
    elif isinstance(action, StartCompany):
        start(t, seat, action)
        acted = True
    else:
        assert isinstance(action, Pass)
    if ended:
        rounds.end_turn(t, acted)
        acted = False
    rounds.settle_stock(t, acted)


def repay(t: Table, seat: Seat) -> None:
    """The whole debt and its interest, at once (18ESP-4.7.2.4)."""
    t.require(bool(t.debts.get(seat)), "nothing is owed")
    money = shares.due(t, seat)
    t.pay(seat, BANK, money)
    del t.debts[seat]
    t.says("repaid", player=t.names[seat], money=money)


def buy(t: Table, seat: Seat, action: BuyShare) -> None:
    """PAR in the offering, the market price in the open market, all to the bank (3.2.0.7)."""
    company, source = action.company, action.source
    why = shares.share_refused(t, seat, company, source)
    t.require(not why, f"the purchase of {company} is against the rules: {why}")
    price = shares.share_price(t, company, source)
    t.pay(seat, BANK, price)
    t.held.tens[company][source] -= 1
    t.held.tens[company][seat] += 1
    t.says("share_bought", player=t.names[seat], company=company, source=source, price=price)
    if t.next_is("launched"):
        shares.launch(t, company)
    shares.overtaken(t, company)
    shares.launch(t, company)


def start(t: Table, seat: Seat, action: StartCompany) -> None:
    """Twice the chosen value: to the treasury of a small company, else to the bank."""
    company, par = action.company, action.par
    why = shares.start_refused(t, seat, company)
    t.require(not why, f"starting {company} is against the rules: {why}")
    if t.policy.north_pars_limited and t.kind_of(company) == NORTH and t.phase_number == 2:
        t.require(par <= 90, f"PAR {par} of a northern major in phase 2")
    small = t.is_small(company)
    t.pay(seat, company if small else BANK, 2 * par)
    t.held.director[company] = seat
    t.par[company] = par
    market.put(t, company, par)
    t.says("started", player=t.names[seat], company=company, par=par)
    if small:
        t.launched.add(company)
    else:
        shares.launch(t, company)
