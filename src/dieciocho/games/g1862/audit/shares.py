"""Certificates and prices: sales, purchases, directors, floating, bankrupt companies."""

from __future__ import annotations

from ....engine.state import BANK, IPO, OUT, POOL, Owner, Seat
from .desk import HIGHEST_START, LOWEST_START, PARS, Desk
from .table import DIRECTORS

FLOAT = 5  # shares sold (6.5.4.0.1)
CHARTER_STATIONS, CHARTER_STATION, OTHER_STATION = 3, 60, 40  # 3.1.3


# --- prices ------------------------------------------------------------------------------


def move(desk: Desk, company: str, place: int, *, restack: bool = False) -> None:
    """Move a marker and read what the log tells of it."""
    old = desk.table.spot[company]
    if place != old or restack:
        desk.table.put_marker(company, place)
    if place != old:
        old_price, price = desk.prices[old], desk.prices[place]
        desk.claims.take("price_moved", company=company, old=old_price, new=price)


def ruined(desk: Desk, company: str) -> bool:
    """A price of nothing is bankruptcy, at once and for nothing (6.4.2.7, 7.12)."""
    if desk.table.spot[company]:
        return False
    bankrupt(desk, company, 0)
    return True


def drop(desk: Desk, company: str, count: int, *, by_director: bool, before: int = 0) -> None:
    """A share sold is one step down; some are ignored for who is not director (6.4.2).

    `before` shares of the same block have been sold already.
    """
    table = desk.table
    if company not in table.floated or not count:
        return
    price = desk.price(company)
    ignored = 0 if by_director else 2 if price >= 400 else int(price > 200 or price < 40)
    steps = max(0, count - max(0, ignored - before))
    if steps:
        move(desk, company, max(0, table.spot[company] - steps))
        ruined(desk, company)


# --- directors ---------------------------------------------------------------------------


def become_director(desk: Desk, company: str, seat: Seat) -> None:
    """Exchange three ordinary shares for the director's certificate (6.3.2)."""
    table = desk.table
    table.give(company, DIRECTORS, seat, table.card[company])
    table.card[company] = seat
    table.president[company] = seat
    desk.claims.take("director", company=company, player=desk.names[seat])


def leader(desk: Desk, company: str, more_than: int, since: Seat) -> Seat | None:
    """Return the player with most shares, above a number; ties go to the left (6.3.3)."""
    order = desk.clockwise(desk.after(since))
    most = max(desk.table.shares(company, seat) for seat in order)
    if most <= more_than:
        return None
    return next(seat for seat in order if desk.table.shares(company, seat) == most)


def review_director(desk: Desk, company: str) -> None:
    """After a purchase: more shares than the director, or three of a company without one."""
    table = desk.table
    card = table.card[company]
    if isinstance(card, int):
        other = leader(desk, company, max(table.shares(company, card), DIRECTORS - 1), card)
    else:
        last = desk.last_director.get(company, 0)
        other = leader(desk, company, DIRECTORS - 1, last)
    if other is not None:
        become_director(desk, company, other)


def leave(desk: Desk, company: str, seat: Seat, count: int) -> None:
    """Hand a player's shares to the pool, with what that does to the directorship (6.3)."""
    table = desk.table
    rest = table.shares(company, seat) - count
    if table.card[company] != seat:
        table.give(company, count, seat, POOL)
        return
    other = next_director(desk, company, seat, rest)
    if other is not None:
        become_director(desk, company, other)
        table.give(company, count, seat, POOL)
    elif rest >= DIRECTORS:
        table.give(company, count, seat, POOL)
    else:
        desk.require(
            can_keep(desk, company, seat, rest), f"6.3.4: {company}: {rest} cannot be kept"
        )
        table.card[company] = POOL
        table.give(company, table.ordinary[company][seat] - rest, seat, POOL)
        del table.president[company]
        desk.last_director[company] = seat
        desk.claims.take("no_director", company=company)


def next_director(desk: Desk, company: str, seat: Seat, rest: int) -> Seat | None:
    """Return who takes over when the director keeps `rest` shares."""
    others = desk.clockwise(seat)[1:]
    most = max(desk.table.shares(company, other) for other in others)
    if most <= rest or most < DIRECTORS:
        return None
    return next(other for other in others if desk.table.shares(company, other) == most)


def can_keep(desk: Desk, company: str, seat: Seat, rest: int) -> bool:
    """Are there ordinary shares for what a leaving director keeps (6.3.4)?"""
    held = desk.table.ordinary[company]
    if rest <= held[seat] or desk.policy.keep_from_sale:
        return rest <= held[POOL] + held[seat]
    return rest <= held[POOL]


# --- selling and buying ------------------------------------------------------------------


def sell(desk: Desk, seat: Seat, company: str, count: int, *, before: int = 0) -> int:
    """Sell a block of shares to the pool (6.4); return what it brings."""
    table = desk.table
    desk.require(
        1 <= count <= table.shares(company, seat), f"6.4.0.1: {seat} sells {count} of {company}"
    )
    by_director = table.president.get(company) == seat
    money = count * desk.worth(company)
    leave(desk, company, seat, count)
    desk.pay(BANK, seat, money)
    desk.claims.take("sold", player=desk.names[seat], company=company, count=count, money=money)
    if not table.lner:
        drop(desk, company, count, by_director=by_director, before=before)
    return money


def share_price(desk: Desk, company: str, source: str) -> int:
    """Return what a player pays for a share (6.5.1.3)."""
    return desk.table.par[company] if source == IPO else desk.price(company)


def holder_of(company: str, source: str) -> Owner:
    return company if source == "treasury" else source


def buy(desk: Desk, seat: Seat, company: str, source: str) -> None:
    """Buy a share from the offer, the pool or the treasury (6.5.1)."""
    table = desk.table
    holder = holder_of(company, source)
    desk.require(source in (IPO, POOL, "treasury"), f"6.5.1.1: no shares are bought from {source}")
    desk.require(
        table.ordinary[company][holder] > 0, f"6.5.1.1: {source} has no share of {company}"
    )
    desk.require(company in table.spot, f"6.5.1.1: {company} has not been started")
    desk.require(
        table.certificates(seat) < desk.limit(), "6.5.2.1: the certificate limit is reached"
    )
    price = share_price(desk, company, source)
    table.give(company, 1, holder, seat)
    desk.pay(seat, company if source == "treasury" else BANK, price)
    desk.claims.take(
        "share_bought", player=desk.names[seat], company=company, source=source, price=price
    )
    review_director(desk, company)
    float_if_sold(desk, company)


def float_if_sold(desk: Desk, company: str) -> None:
    """Half of the shares are sold: capital, stations and permit (6.5.4)."""
    table = desk.table
    chartered = company in table.chartered
    left = table.shares(company, IPO if chartered else company)
    if company in table.floated or 10 - left < FLOAT:
        return
    table.floated.add(company)
    table.obligations.pop(company, None)
    if chartered:
        capital = 10 * table.par[company]
        desk.pay(BANK, company, capital)
        desk.claims.take("launched", company=company, capital=capital)
        buy_stations(desk, company, CHARTER_STATIONS, CHARTER_STATION)
        if desk.policy.marker_at_launch:
            table.put_marker(company, table.spot[company])
    else:
        desk.claims.take("launched", company=company, capital=table.cash[company])
        desk.progress.floating = company


def buy_stations(desk: Desk, company: str, count: int, price: int) -> None:
    desk.pay(company, BANK, count * price)
    desk.table.unused[company] += count
    desk.claims.take("stations_bought", company=company, count=count, cost=count * price)


def most_stations(desk: Desk) -> int:
    """Return the number of stations that a company may have (11.4.1)."""
    return int(desk.option("stations", "7"))


def choose_stations(desk: Desk, seat: Seat, option: str) -> None:
    """The director of a company without charter buys two to seven stations (3.1.3)."""
    company = desk.progress.floating
    assert company is not None
    count = int(option)
    most = most_stations(desk) if desk.policy.buy_eight else 7
    desk.require(2 <= count <= most, f"6.5.4.2.1: {company} buys {count} stations")
    desk.same("who chooses the stations", desk.decider(company), seat)
    desk.progress.floating = None
    buy_stations(desk, company, count, OTHER_STATION)


def start(desk: Desk, seat: Seat, company: str, price: int) -> None:
    """Found a company without charter (6.5.3)."""
    table = desk.table
    desk.require(price in desk.prices, f"6.5.3.2: {price} is no price")
    desk.require(LOWEST_START <= price <= HIGHEST_START, f"6.5.3.2: {price} is no starting price")
    desk.require(
        table.certificates(seat) < desk.limit(), "6.5.2.1: the certificate limit is reached"
    )
    table.card[company] = seat
    table.ordinary[company].clear()
    table.ordinary[company][company] = 7
    table.president[company] = seat
    table.par[company] = par_below(price)
    table.put_marker(company, desk.prices.index(price))
    desk.pay(seat, company, DIRECTORS * price)
    desk.claims.take("started", player=desk.names[seat], company=company, par=price)
    desk.claims.take("director", player=desk.names[seat], company=company)


def par_below(price: int) -> int:
    """Return the highest par that is not above a price (6.5.3.3, 7.5.4.1)."""
    return max((par for par in PARS if par <= price), default=PARS[0])


# --- companies that leave the board ------------------------------------------------------


def bankrupt(desk: Desk, company: str, each: int) -> None:
    """Players are paid for their shares, everything goes back (7.12)."""
    table = desk.table
    desk.claims.take("company_bankrupt", company=company)
    for seat in desk.seats:
        money = each * table.shares(company, seat)
        if money:
            desk.pay(BANK, seat, money)
            name = desk.names[seat]
            desk.claims.take("compensated", player=name, company=company, money=money)
    if desk.policy.leftover_trains:
        table.leftovers.update(dict.fromkeys(table.trains[company], company))
    scrap(desk, list(table.trains[company]))
    desk.pay(company, BANK, table.cash[company])
    give_back(desk, company)
    if desk.progress.turn is not None and desk.progress.turn.company == company:
        desk.progress.turn.gone = True


def scrap(desk: Desk, cards: list[str]) -> None:
    """Trains leave the game."""
    table = desk.table
    for owner, owned in table.trains.items():
        if owner not in (BANK, OUT):
            table.trains[owner] = [card for card in owned if card not in cards]
    table.trains[OUT] += cards
    for card in cards:
        table.warranties.pop(card, None)
        table.rusting.discard(card)


def give_back(desk: Desk, company: str) -> None:
    """A company goes back to the offer, as if it had never been started (4.3.5, 7.5.7, 7.12.3)."""
    table = desk.table
    for stop in table.tokens(company):
        table.lift(company, stop)
    table.unused[company] = 0
    table.card[company] = IPO
    table.ordinary[company].clear()
    table.ordinary[company][IPO] = 7
    table.president.pop(company, None)
    table.lift_marker(company)
    table.par.pop(company, None)
    table.floated.discard(company)
    table.chartered.discard(company)
    table.obligations.pop(company, None)
    table.homed.discard(company)
    table.permits[company] = {desk.licences[company]}
