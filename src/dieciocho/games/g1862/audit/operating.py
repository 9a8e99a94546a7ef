"""Operating rounds: the order of the companies, their turns, dividends and price moves."""

from __future__ import annotations

from ....engine.actions import (
    Action,
    Answer,
    BuyShare,
    BuyTrain,
    Choose,
    DeclareBankruptcy,
    Dividend,
    LayTile,
    Pass,
    PlaceStation,
    Run,
)
from ....engine.state import BANK, POOL, Seat
from ..actions import Merge, RaiseMoney, RemoveStation, TopUp
from . import building, fleet, merging, running
from .desk import Desk, Turn
from .shares import move, ruined

JUMPS = 4  # at most (7.8.5.3)


# --- order -------------------------------------------------------------------------------


def next_company(desk: Desk) -> str | None:
    """Return who operates next: highest price, then higher in the stack (7.1.1)."""
    table = desk.table
    for place in sorted(table.stacks, reverse=True):
        for company in table.stacks[place]:
            if company in table.floated and company not in desk.progress.operated:
                return company
    return None


def proceed(desk: Desk) -> bool:
    """Follow what happens by itself; True when all companies have operated."""
    while True:
        turn = desk.progress.turn
        if turn is not None:
            if not _settle(desk, turn):
                return False
            _close(desk, turn)
        company = next_company(desk)
        if company is None:
            return True
        _begin(desk, company)


def _begin(desk: Desk, company: str) -> None:
    table = desk.table
    director = table.president.get(company)
    desk.progress.empty = False
    desk.progress.turn = turn = Turn(company, director)
    turn.first = company not in table.homed
    if turn.first and director is not None and (not table.lner or desk.policy.late_home_station):
        _place_home(desk, company)


def _place_home(desk: Desk, company: str) -> None:
    """Place the home station; where nothing helps it displaces another one (7.2)."""
    table = desk.table
    stop = desk.homes[company]
    if not building.has_room(desk, stop):
        order = table.arrivals[stop[0]]
        told = desk.claims.take("displaced", hex=stop[0])["company"]
        if desk.policy.displace_latest:
            desk.same("which station gives way", order[-1], told)
        desk.require(told in order, f"7.2.4: {told} has no station in {stop[0]}")
        table.lift(told, stop)
        table.unused[told] += 1
    table.place(company, stop)
    table.homed.add(company)
    desk.claims.take("home_station", company=company, hex=stop[0])


def _settle(desk: Desk, turn: Turn) -> bool:
    """Read what the log tells of a turn; True when the turn is over."""
    while not turn.gone and not turn.cut_short:
        if desk.progress.merger is not None:
            if not merging.proceed(desk):
                return False
        elif desk.progress.excess is not None:
            if not merging.unite_stations(desk):
                return False
        elif not _automatic(desk, turn):
            break
    if turn.gone and desk.policy.bankrupt_in_the_way and not desk.claims.more():
        return desk.next_turn != turn.company  # the site waits for it in vain
    if turn.gone or turn.cut_short:
        return True
    return desk.claims.more() or desk.next_turn != turn.company


def _automatic(desk: Desk, turn: Turn) -> bool:
    """Carry out what the log tells next, if it belongs to this turn."""
    claims, company = desk.claims, turn.company
    receiver = company not in desk.table.president
    if claims.next_is("route", company=company):
        desk.require(receiver, f"7.3.2: {company} runs by itself")
        running.read(desk, turn)
    elif claims.next_is("treasury_income", company=company) or claims.next_is(
        "kept", company=company
    ):
        by_itself = turn.ran and (receiver or not turn.revenue)
        desk.require(by_itself, f"7.3.2: {company} keeps its revenue by itself")
        _dividend(desk, turn, "keep")
    elif claims.next_is("no_revenue", company=company) or (
        claims.next_is("scrapped") and not turn.done  # a warranty has run out
    ):
        desk.require(receiver or not turn.revenue, f"7.3.2: {company} keeps its revenue by itself")
        turn.ran = True
        _dividend(desk, turn, "keep")
    elif claims.next_is("train_bought", company=company):
        desk.require(receiver and turn.done, f"7.3.3: {company} buys a train by itself")
        train = fleet.receivers_train(desk, company)
        desk.require(train is not None and not turn.bought, f"7.3.3: {company} buys a train")
        assert train is not None
        turn.bought = True
        fleet.take(desk, company, train, desk.train(train).price)
    elif claims.next_is("refinances", company=company):
        fleet.refinance(desk)
    elif claims.next_is("treasury_sold", company=company):
        fleet.sell_treasury(desk)
    elif claims.next_is("company_bankrupt", company=company):
        fleet.fail(desk)
    else:
        return False
    return True


def _close(desk: Desk, turn: Turn) -> None:
    """A turn is over: has everything been done that had to be?"""
    table, company = desk.table, turn.company
    desk.progress.turn = None
    if turn.gone:
        return
    desk.progress.operated.add(company)
    if turn.cut_short:
        return
    desk.require(turn.done, f"7.1.4: {company} has not decided on its revenue")
    desk.require(
        turn.partner is None and turn.offer is None, f"7.1.4: {company}: a question is open"
    )
    price = fleet.bank_price(desk)
    idle = not table.trains[company] and price is not None
    desk.require(not idle, f"7.11.0.1: {company} ends its turn without train")
    if company not in table.president and not turn.bought and not turn.raised:
        train = fleet.receivers_train(desk, company)
        desk.require(train is None, f"7.3.3: {company} could buy {train} and did not")


# --- decisions ---------------------------------------------------------------------------


def act(desk: Desk, seat: Seat, action: Action) -> None:
    """Carry out a decision of an operating turn."""
    turn, progress = desk.turn, desk.progress
    if isinstance(action, Pass):
        if not turn.gone:
            _own(desk, seat)
    elif progress.merger is not None:
        assert isinstance(action, Choose), action
        merging.choose(desk, seat, action)
    elif progress.excess is not None:
        assert isinstance(action, RemoveStation), action
        merging.remove(desk, seat, action)
    elif isinstance(action, Merge):
        merging.propose(desk, seat, action)
    elif isinstance(action, Choose):
        merging.choose_survivor(desk, seat, action)
    elif isinstance(action, Answer):
        (fleet if turn.offer is not None else merging).answer(desk, seat, action)
    elif isinstance(action, LayTile):
        _own(desk, seat)
        building.lay(desk, action)
    elif isinstance(action, PlaceStation):
        _own(desk, seat)
        building.place(desk, action)
    elif isinstance(action, Run):
        running.run(desk, seat, action)
    elif isinstance(action, Dividend):
        _own(desk, seat)
        _dividend(desk, turn, action.kind)
    elif isinstance(action, TopUp):
        _own(desk, seat)
        _dividend(desk, turn, "top up")
    elif isinstance(action, BuyTrain):
        fleet.buy(desk, seat, action)
    elif isinstance(action, RaiseMoney):
        fleet.raise_money(desk, seat, action)
    elif isinstance(action, DeclareBankruptcy):
        _own(desk, seat)
        fleet.fail(desk)
    else:
        assert isinstance(action, BuyShare), action
        _own(desk, seat)
        _redeem(desk, action)


def _own(desk: Desk, seat: Seat) -> None:
    """The director decides (7.1.3)."""
    desk.same("who decides", desk.table.president.get(desk.turn.company), seat)


def _redeem(desk: Desk, action: BuyShare) -> None:
    """Buy back one share from the pool at the market price (7.13)."""
    table, turn = desk.table, desk.turn
    company = turn.company
    desk.same("the share that is bought back", (company, POOL), (action.company, action.source))
    desk.require(turn.done and not turn.redeemed, f"7.13.1: {company} buys a share back")
    desk.require(desk.option("beginners", "no") == "no", "11.3.2: new players buy shares back")
    desk.require(table.ordinary[company][POOL] > 0, "7.13.1: the pool has no share")
    turn.redeemed = True
    price = desk.price(company)
    desk.pay(company, BANK, price)
    table.give(company, 1, POOL, company)
    desk.claims.take("redeemed", company=company, price=price)


# --- dividends ---------------------------------------------------------------------------


def top_up(price: int, revenue: int) -> int:
    """Return the least multiple of ten that makes a revenue reach the price (7.8.6.1)."""
    return -((revenue - price) // 10) * 10


def _dividend(desk: Desk, turn: Turn, kind: str) -> None:
    """Pay or keep the revenue; the price moves (7.8.5, 7.8.6)."""
    table, claims, company = desk.table, desk.claims, turn.company
    desk.require(turn.ran and not turn.done, f"7.8.5.1: {company} decides on a dividend")
    turn.done = True
    fleet.use_up(desk, company)
    price, revenue = desk.price(company), turn.revenue
    if turn.subsidy:
        desk.pay(BANK, company, turn.subsidy)
        claims.take("treasury_income", company=company, money=turn.subsidy)
    if kind == "keep":
        desk.pay(BANK, company, revenue)
        claims.take("kept" if revenue else "no_revenue", company=company, revenue=revenue)
        place = max(0, table.spot[company] - 2)
    else:
        if kind == "top up":
            added = _added(desk, company, price, revenue)
            claims.take("topped_up", company=company, money=added)
            desk.pay(company, BANK, added)
            revenue += added
        desk.require(revenue > 0, f"7.8.5.1: {company} pays nothing")
        each, rest = divmod(revenue, 10)
        desk.same("what cannot be divided", 0, rest)
        for owner in (*desk.seats, company):
            desk.pay(BANK, owner, each * table.shares(company, owner))
        claims.take("paid", company=company, revenue=revenue, per_share=each)
        jumps = min(JUMPS, revenue // price)
        place = min(len(desk.prices) - 1, table.spot[company] + 2 * jumps)
    move(desk, company, place, restack=desk.policy.restack)
    if place == len(desk.prices) - 1:
        desk.note_ending("price")
    ruined(desk, company)


def _added(desk: Desk, company: str, price: int, revenue: int) -> int:
    legal = desk.policy.hudson_from <= revenue < price
    legal = legal and desk.option("beginners", "no") == "no"
    desk.require(legal, f"7.8.6.2: {company} tops {revenue} up")
    return top_up(price, revenue)
