"""Parliament rounds: auctions, charters; and which company can be founded at all."""

from __future__ import annotations

from ....engine.actions import Action, Bid, BuyShare, Pass, StartCompany
from ....engine.state import BANK, IPO, Seat
from .building import can_grow
from .desk import PARS, Auction, Charter, Desk
from .map import slots_of
from .shares import buy
from .table import DIRECTORS

CHEAPEST = DIRECTORS * PARS[0]  # what must stay payable (4.1.4)
STEP = 5


# --- what can be founded -----------------------------------------------------------------


def can_be_founded(desk: Desk, company: str) -> bool:
    """Is a company in an open wave, not started, and with room for its home station (3.2)?"""
    table = desk.table
    if company in table.closed or company in table.spot or table.card[company] != IPO:
        return False
    if table.lner or desk.waves[company] > table.phase or company in table.barred:
        return False
    return has_room_at_home(desk, company)


def has_room_at_home(desk: Desk, company: str) -> bool:
    """No tile, a free slot, or a larger tile of the next colour (3.2.2)."""
    stop = desk.homes[company]
    slots = slots_of(desk, stop)
    return slots is None or desk.table.taken(stop) < slots or can_grow(desk, stop)


# --- auctions ----------------------------------------------------------------------------


def highest_bid(desk: Desk, seat: Seat) -> int:
    """Return the most that a player may bid; negative: nothing (4.1.4, 4.1.5)."""
    if desk.table.certificates(seat) >= desk.limit():
        return -1
    return desk.table.cash[seat] - CHEAPEST


def can_open(desk: Desk, seat: Seat) -> bool:
    """Can a player start an auction (4.1.6)?"""
    if seat in desk.progress.winners or highest_bid(desk, seat) < 0:
        return False
    return any(can_be_founded(desk, company) for company in desk.definition.companies)


def act(desk: Desk, seat: Seat, action: Action) -> None:
    """Carry out a decision of a parliament round."""
    progress = desk.progress
    if progress.charter is not None:
        _use_charter(desk, seat, action, progress.charter)
    elif progress.auction is not None:
        _join(desk, seat, action, progress.auction)
    else:
        _open(desk, seat, action)


def _open(desk: Desk, seat: Seat, action: Action) -> None:
    desk.same("who may open an auction", desk.progress.seat, seat)
    name = desk.names[seat]
    if isinstance(action, Pass):
        desk.claims.take("passed", player=name)
        desk.progress.passes += 1
        desk.progress.seat = desk.after(seat)
        return
    assert isinstance(action, Bid), action
    desk.require(can_open(desk, seat), f"4.1.6: {name} may not open an auction")
    desk.require(can_be_founded(desk, action.target), f"3.2.2: {action.target} cannot be founded")
    _bid(desk, seat, action, 0)
    desk.progress.auction = Auction(
        company=action.target,
        seat=desk.after(seat),
        bidders=desk.clockwise(seat),
        high=action.price,
        best=seat,
    )
    desk.progress.passes = 0


def _bid(desk: Desk, seat: Seat, action: Bid, least: int) -> None:
    price = action.price
    legal = price % STEP == 0 and least <= price <= highest_bid(desk, seat)
    desk.require(legal, f"4.1.3, 4.1.4: a bid of {price} (at least {least})")
    name = desk.names[seat]
    desk.claims.take("bid", player=name, private=action.target, price=price)


def _join(desk: Desk, seat: Seat, action: Action, auction: Auction) -> None:
    desk.same("who bids", auction.seat, seat)
    if isinstance(action, Pass):
        name = desk.names[seat]
        desk.claims.take("dropped_out", player=name, private=auction.company)
        auction.bidders.remove(seat)
    else:
        assert isinstance(action, Bid), action
        desk.same("what is auctioned", auction.company, action.target)
        _bid(desk, seat, action, auction.high + STEP)
        auction.high, auction.best = action.price, seat
    auction.seat = desk.after(seat)


def settle_auction(desk: Desk, auction: Auction) -> None:
    """Players who cannot outbid are out; the last one has won (4.1.7, 4.2.1)."""
    able = [
        seat
        for seat in auction.bidders
        if seat == auction.best or highest_bid(desk, seat) >= auction.high + STEP
    ]
    auction.bidders = able
    if len(able) > 1:
        auction.seat = next(seat for seat in desk.clockwise(auction.seat) if seat in able)
        return
    winner, company = auction.best, auction.company
    desk.pay(winner, BANK, auction.high)
    name = desk.names[winner]
    desk.claims.take("charter", player=name, company=company, price=auction.high)
    desk.table.chartered.add(company)
    desk.table.obligations[company] = winner
    desk.progress.winners.add(winner)
    desk.progress.auction = None
    desk.progress.charter = Charter(company, winner)


# --- charters ----------------------------------------------------------------------------


def _use_charter(desk: Desk, seat: Seat, action: Action, charter: Charter) -> None:
    desk.same("who has the charter", charter.seat, seat)
    if not charter.par_set:
        assert isinstance(action, StartCompany), action
        desk.same("whose par is set", charter.company, action.company)
        _set_par(desk, charter, action.par)
    elif isinstance(action, BuyShare):
        desk.same("whose share is bought", (charter.company, IPO), (action.company, action.source))
        desk.require(charter.left > 0, "4.2.3: a third share is bought with a charter")
        charter.left -= 1
        buy(desk, seat, charter.company, IPO)
    else:
        assert isinstance(action, Pass), action
        charter.left = 0


def _set_par(desk: Desk, charter: Charter, par: int) -> None:
    """The winner pays three times the par to the bank (4.2.2)."""
    table, seat, company = desk.table, charter.seat, charter.company
    desk.require(par in PARS, f"4.2.2: {par} is no par value")
    charter.par_set = True
    table.par[company] = par
    table.card[company] = seat
    table.president[company] = seat
    table.put_marker(company, desk.prices.index(par))
    desk.pay(seat, BANK, DIRECTORS * par)
    desk.claims.take("started", player=desk.names[seat], company=company, par=par)
    desk.claims.take("director", player=desk.names[seat], company=company)


def settle_charter(desk: Desk, charter: Charter) -> bool:
    """Is the winner's purchase over (4.2.3)? Then it is the turn of his left neighbour (4.1.8)."""
    table, seat = desk.table, charter.seat
    if not charter.par_set:
        return False
    full = table.certificates(seat) >= desk.limit() and not desk.policy.ask_at_limit
    poor = table.cash[seat] < table.par[charter.company]
    if charter.left and not full and not poor:
        return False
    desk.progress.charter = None
    desk.progress.seat = desk.after(seat)
    desk.progress.passes = 0
    return True


def proceed(desk: Desk) -> bool:
    """Go on until somebody has to decide; True when the round is over (4.1.9)."""
    progress = desk.progress
    if progress.auction is not None:
        settle_auction(desk, progress.auction)
        return False
    if progress.charter is not None and not settle_charter(desk, progress.charter):
        return False
    while progress.passes < len(desk.names):
        if can_open(desk, progress.seat):
            return False
        progress.seat = desk.after(progress.seat)
        progress.passes += 1
    return True
