"""The auction of the pioneers (18ESP-2.3)."""

from __future__ import annotations

from collections.abc import Iterable

from ....engine.actions import Bid, Pass, StartCompany
from ....engine.state import BANK, IPO, Seat
from ..facts import AuctionRound18
from . import market, rounds
from .table import NORTH, Table

UNSOLD = "unsold"


class Auction:
    """One auction: who still bids, and what was bid."""

    def __init__(self, t: Table) -> None:
        before = t.round
        assert isinstance(before, AuctionRound18)
        self.t = t
        self.pioneer = next(p for p, owner in t.owners.items() if owner == UNSOLD)
        self.bidders = list(before.bidders)
        self.bids = dict(before.bids)  # each bidder's latest; the highest is the last one
        self.passed = set(before.passed)  # before the first bid
        self.least = before.least
        self.speaker = before.speaker

    @property
    def number(self) -> int:
        return list(self.t.owners).index(self.pioneer)

    @property
    def opener(self) -> Seat:
        """The player with card ((k - 1) mod n) + 1 (18ESP-2.3.2)."""
        return self.number % len(self.t.names)

    @property
    def value(self) -> int:
        return self.t.definition.privates[self.pioneer].value

    @property
    def all_asked(self) -> bool:
        """On the site everybody is asked before the first bid, whatever he has (D44)."""
        return self.t.policy.poor_bidders_asked and not self.bids

    def left(self) -> list[Seat]:
        """Who may still say something."""
        everybody = self.t.seats if self.all_asked else self.bidders
        return [seat for seat in everybody if not (self.all_asked and seat in self.passed)]

    def turn(self) -> Seat:
        return next_bidder(len(self.t.names), self.speaker, self.left())

    def floor(self) -> int:
        """The lowest bid that may be made now."""
        return max(self.bids.values()) + 5 if self.bids else self.least


def next_bidder(count: int, speaker: Seat, bidders: Iterable[Seat]) -> Seat:
    """The next one clockwise after who spoke last."""
    seats = [(speaker + 1 + n) % count for n in range(count)]
    return next(seat for seat in seats if seat in bidders)


def act(t: Table) -> None:
    action, seat = t.action, t.by
    if isinstance(action, StartCompany):
        set_par(t, seat, action)
        return
    auction = Auction(t)
    t.same("whose turn it is to bid", auction.turn(), seat)
    if isinstance(action, Bid):
        t.same("pioneer", auction.pioneer, action.target)
        _bid(auction, seat, action.price)
    else:
        assert isinstance(action, Pass)
        _out(auction, seat)
    _settle(auction)


def _bid(auction: Auction, seat: Seat, price: int) -> None:
    t = auction.t
    step = t.policy.bid_step
    t.require(price >= auction.floor(), f"a bid of {price} is too low")
    t.require(price % step == 0, f"bids are multiples of {step}")
    t.require(price <= t.cash[seat], f"a bid of {price} with {t.cash[seat]}")
    auction.bids.pop(seat, None)
    auction.bids[seat] = price
    auction.speaker = seat
    t.says("bid", player=t.names[seat], private=auction.pioneer, price=price)


def _out(auction: Auction, seat: Seat) -> None:
    """Who passes is out of this auction only (18ESP-2.3.5)."""
    auction.bidders = [other for other in auction.bidders if other != seat]
    if not auction.bids:
        auction.passed.add(seat)
    auction.speaker = seat
    auction.t.says("passed", player=auction.t.names[seat])


def _settle(auction: Auction) -> None:
    """What follows by itself: poor bidders are out, somebody wins, or nobody wanted it."""
    t = auction.t
    while True:
        if auction.bids and auction.bidders == [list(auction.bids)[-1]]:
            _won(auction, auction.bidders[0], auction.bids[auction.bidders[0]])
        elif not auction.left():
            _nobody(auction)
        elif t.next_is("passed"):
            _poor(auction)
        else:
            break
        if t.owners[auction.pioneer] != UNSOLD:
            if UNSOLD not in t.owners.values():
                return
            auction = _opened(t)
    _compare(auction)


def _poor(auction: Auction) -> None:
    """Who cannot pay the next bid may be passed by itself, before his turn too (D44)."""
    t = auction.t
    t.require(not auction.all_asked, "before the first bid everybody is asked")
    seat = t.names.index(t.claims.take("passed")["player"])
    highest = list(auction.bids)[-1] if auction.bids else None
    t.require(seat in auction.bidders and seat != highest, f"{t.names[seat]} is passed over")
    t.require(t.cash[seat] < auction.floor(), f"{t.names[seat]} is passed over but could bid")
    auction.bidders.remove(seat)


def _nobody(auction: Auction) -> None:
    """All have passed without a bid (18ESP-2.3.7, 2.3.8)."""
    t = auction.t
    if auction.number > 0:
        t.says("income_round")
        rounds.pay_incomes(t)
    else:
        auction.least -= 5
        t.says("price_lowered", private=auction.pioneer, price=auction.least)
    if auction.least <= 0:
        _won(auction, auction.opener, 0)
        return
    auction.bidders, auction.passed = list(t.seats), set()
    auction.speaker = (auction.opener - 1) % len(t.names)


def _won(auction: Auction, seat: Seat, price: int) -> None:
    """The winner pays his bid and gets what comes with the card (18ESP-2.3.6)."""
    t, pioneer = auction.t, auction.pioneer
    t.owners[pioneer] = seat
    t.pay(seat, BANK, price)
    t.says("private_bought", player=t.names[seat], private=pioneer, price=price)
    if pioneer.startswith("P6"):
        company = t.with_share[pioneer]
        t.held.tens[company][IPO] -= 1
        t.held.tens[company][seat] += 1
        t.says("share_received", player=t.names[seat], company=company)
    if pioneer == "P7":
        # The director's certificate; the winner sets the PAR at once (18ESP-2.2.29).
        t.same("decision", "set_par", t.step(t.now))


def _opened(t: Table) -> Auction:
    new = Auction(t)
    new.bidders, new.bids, new.passed = list(t.seats), {}, set()
    new.least = new.value
    new.speaker = (new.opener - 1) % len(t.names)
    return new


def _compare(auction: Auction) -> None:
    t, now = auction.t, auction.t.now.round
    assert isinstance(now, AuctionRound18)
    bidders = auction.bidders
    if auction.all_asked:
        bidders = [seat for seat in bidders if t.cash[seat] >= auction.floor()]
    t.same("bidders", sorted(bidders), sorted(now.bidders))
    t.same("highest bid", list(auction.bids.items())[-1:], list(now.bids)[-1:])
    t.same("lowest first bid", auction.least, now.least)
    following = next_bidder(len(t.names), now.speaker, auction.left())
    t.same("next bidder", auction.turn(), following)
    if auction.all_asked:
        t.same("who has passed", auction.passed, set(now.passed))
    t.round = now


def set_par(t: Table, seat: Seat, action: StartCompany) -> None:
    """The winner of pioneer 7 sets the PAR of its major; nothing is paid (18ESP-2.2.29)."""
    company = action.company
    t.same("company of pioneer 7", t.with_share["P7"], company)
    t.same("who sets the PAR", t.owners["P7"], seat)
    limited = t.policy.north_pars_limited and t.kind_of(company) == NORTH
    t.require(action.par <= (90 if limited else 100), f"PAR {action.par}")
    t.par[company] = action.par
    market.put(t, company, action.par)
    t.held.director[company] = seat
    t.says("started", player=t.names[seat], company=company, par=action.par)
    rounds.deal_cards(t, most_first=False)
    rounds.begin_stock(t, 1)
    rounds.settle_stock(t, acted=False)
