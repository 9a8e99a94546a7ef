"""Certificates: who holds what, who directs, what may be bought and sold (18ESP-3.1, 3.2)."""

from __future__ import annotations

from ....engine.state import BANK, IPO, POOL, Owner, Seat
from ..facts import RESERVED
from . import market
from .table import NORTH, SMALL, SOUTH, Table

MOST_HELD, MOST_IN_MARKET = 60, 50  # percent


def percent(t: Table, company: str, owner: Owner) -> int:
    """A director's certificate is 20 %, every other one 10 % (18ESP-3.0.6)."""
    return 10 * t.held.tens[company][owner] + (20 if t.held.director[company] == owner else 0)


def certificates(t: Table, seat: Seat) -> int:
    """Pioneers, directors' certificates, shares and small companies, unless frozen (3.1.2)."""
    count = sum(1 for owner in t.owners.values() if owner == seat)
    for company, director in t.held.director.items():
        if company not in t.frozen:
            count += t.held.tens[company][seat] + (director == seat)
    return count


def certificate_limit(t: Table) -> int:
    return {3: 27, 4: 20, 5: 16, 6: 13}[len(t.names)]


def due(t: Table, seat: Seat) -> int:
    """What a player repays: his debt and half of it, rounded up (18ESP-4.7.2.4, D23)."""
    loans = t.debts.get(seat, ())
    if t.policy.interest_per_loan:
        return sum(loan + -(-loan // 2) for loan in loans)
    return sum(loans) + -(-sum(loans) // 2)


# --- directors -------------------------------------------------------------------------


def _by_turn(t: Table, director: Seat) -> list[Seat]:
    """The order that decides between equals: the turn cards, on the site after the director."""
    if t.policy.heir_by_card:
        return list(t.cards)
    place = t.cards.index(director)
    return [*t.cards[place + 1 :], *t.cards[:place]]


def heir(t: Table, company: str, left: int) -> Seat | None:
    """The player who has to take over from a director who has so much left (18ESP-3.1.1)."""
    director = t.held.director[company]
    assert isinstance(director, int)
    others = [seat for seat in _by_turn(t, director) if seat != director]
    most = max(percent(t, company, seat) for seat in others)
    if most <= left or most < 20:
        return None
    return next(seat for seat in others if percent(t, company, seat) == most)


def hand_over(t: Table, company: str, new: Seat) -> None:
    """The director's certificate for two shares of the new director (18ESP-3.1.1.5)."""
    old = t.held.director[company]
    t.held.tens[company][new] -= 2
    t.held.tens[company][old] += 2
    t.held.director[company] = new
    t.says("director", company=company, player=t.names[new])


def overtaken(t: Table, company: str) -> None:
    """A player with more shares than the director becomes director (18ESP-3.1.1.6)."""
    director = t.held.director[company]
    if isinstance(director, int):
        new = heir(t, company, percent(t, company, director))
        if new is not None:
            hand_over(t, company, new)


# --- selling ---------------------------------------------------------------------------


def sale_refused(t: Table, seat: Seat, company: str, count: int, forced: bool = False) -> str:
    """Why a sale is against the rules; empty if it is not."""
    if t.is_small(company) or company not in t.par:
        return "the company has no shares that can be sold"
    if company not in t.operated:
        return "the company has not operated"
    held = percent(t, company, seat)
    if count < 1 or 10 * count > held:
        return f"{held} % are held"
    if 10 * (t.held.tens[company][POOL] + count) > MOST_IN_MARKET:
        return "more than 50 % would lie in the open market"
    if t.held.director[company] == seat:
        left = held - 10 * count
        new = heir(t, company, left)
        if left < 20 and new is None:
            return "nobody can take the director's certificate"
        if forced and new is not None:
            return "a forced sale may not change the director"
    return ""


def sell(t: Table, seat: Seat, company: str, count: int, forced: bool = False) -> None:
    """The old price for all of them, then the price falls (18ESP-3.1.0.8, 3.1.0.9)."""
    why = sale_refused(t, seat, company, count, forced)
    t.require(not why, f"the sale of {count} {company} is against the rules: {why}")
    if t.held.director[company] == seat:
        new = heir(t, company, percent(t, company, seat) - 10 * count)
        if new is not None:
            hand_over(t, company, new)
    t.held.tens[company][seat] -= count
    t.held.tens[company][POOL] += count
    money = count * t.price(company)
    t.pay(BANK, seat, money)
    t.says("sold", player=t.names[seat], company=company, count=count, money=money)
    market.sold(t, company, count)


# --- buying ----------------------------------------------------------------------------


def purchase_refused(t: Table, seat: Seat, company: str, parts: int = 1) -> str:
    """Why nobody in this position may buy a certificate of so many tenths (18ESP-3.2.0)."""
    if t.debts.get(seat):
        return "a debtor buys nothing"
    if certificates(t, seat) >= certificate_limit(t):
        return "the certificate limit"
    if company in t.closed or (seat, company) in t.round.sold:
        return "the company is not in play, or was sold in this round"
    if not t.is_small(company) and percent(t, company, seat) + 10 * parts > MOST_HELD:
        return "more than 60 %"
    return ""


def start_refused(t: Table, seat: Seat, company: str) -> str:
    """Small companies in phases 2 to 4, the south from phase 3 on (18ESP-3.2.0.4)."""
    number = t.phase_number
    if {SMALL: number > 4, SOUTH: number < 3, NORTH: False}[t.kind_of(company)]:
        return "not available in this phase"
    if t.held.director[company] != IPO:
        return "its director's certificate is not for sale"
    return purchase_refused(t, seat, company, 2)


def share_price(t: Table, company: str, source: str) -> int:
    return t.par[company] if source == IPO else t.price(company)


def share_refused(t: Table, seat: Seat, company: str, source: str) -> str:
    if t.is_small(company) or company not in t.par or t.held.director[company] == IPO:
        return "it has no PAR"
    if t.held.tens[company][source] < 1:
        return "none lies there"
    return purchase_refused(t, seat, company)


# --- what a player could do in his turn --------------------------------------------------


def can_sell(t: Table, seat: Seat) -> bool:
    return any(not sale_refused(t, seat, company, 1) for company in t.par)


def can_repay(t: Table, seat: Seat) -> bool:
    return bool(t.debts.get(seat)) and t.cash[seat] >= due(t, seat)


def can_buy(t: Table, seat: Seat) -> bool:
    cash = t.cash[seat]
    for company in t.definition.companies:
        if cash >= 2 * 70 and not start_refused(t, seat, company):
            return True
        for source in (IPO, POOL):
            if not share_refused(t, seat, company, source) and cash >= share_price(
                t, company, source
            ):
                return True
    return False


# --- launching ---------------------------------------------------------------------------


def acquired(t: Table, company: str) -> int:
    """Percent that have left the initial offering; the reserved share has not (A12)."""
    return 100 - percent(t, company, IPO) - percent(t, company, RESERVED)


def launch(t: Table, company: str) -> None:
    """40 % and 4 times PAR; from phase 5 on 60 % and 10 times PAR (18ESP-3.2.2)."""
    late = t.phase_number >= 5
    if company in t.launched or t.held.director[company] == IPO:
        return
    if acquired(t, company) < (60 if late else 40):
        return
    capital = t.par[company] * (10 if late else 4)
    t.launched.add(company)
    if late:
        t.full.add(company)
    t.pay(BANK, company, capital)
    t.says("launched", company=company, capital=capital)


def give_back_reserve(t: Table, company: str) -> None:
    """The reserved share goes to the initial offering (18ESP-4.6.1)."""
    t.held.tens[company][RESERVED] -= 1
    t.held.tens[company][IPO] += 1
    t.says("reserve_returned", company=company)


def reserved(t: Table, company: str) -> bool:
    return t.held.tens[company][RESERVED] > 0
