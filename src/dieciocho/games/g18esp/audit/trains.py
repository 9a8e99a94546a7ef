"""Trains: purchases, help of the director, discards, combined trains (18ESP-4.7, 5.2.1)."""

from __future__ import annotations

from ....engine.actions import BuyTrain, DiscardTrain, SellShares
from ....engine.state import BANK, Seat
from ..actions import Combine
from ..facts import ATTACHED, REMOVED
from . import phases, rounds, shares
from .table import STRAWBERRY, Table

CARRENO = "P7"


def _director(t: Table, company: str) -> Seat:
    seat = t.held.director[company]
    assert isinstance(seat, int)
    return seat


def buy(t: Table, action: BuyTrain) -> None:
    """A train of the bank at its price, or one of a company at any price (18ESP-4.7.0)."""
    company, card = t.company, action.train
    t.require(len(t.counted(company)) < t.train_limit(company), "the train limit is reached")
    small = t.is_small(company)
    gauge = t.train(card).gauge
    t.require(not small or gauge == "", "small companies own conventional trains only")
    if action.source == BANK:
        t.same("price of a train", t.train(card).price, action.price)
        _raise_money(t, company, card, action.price)
        phases.leave_deck(t, card)
    else:
        _from_company(t, company, action)
    t.trains[company].append(card)
    t.says(
        "train_bought",
        company=company,
        train=card.rpartition("-")[0],
        source=action.source,
        price=action.price,
    )
    if t.next_is("private_closed"):
        first_train(t, company)
    if action.source == BANK:
        phases.follow(t, card, t.round.number)
    first_train(t, company)
    if t.policy.purchase_leaves_usable:
        left = phases.has_train(t, company) is not False
        t.require(left or company in t.frozen, f"{company} bought what it cannot use (A44)")


def _raise_money(t: Table, company: str, card: str, price: int) -> None:
    """Treasury, then the director, then a loan of exactly what is missing (4.7.1)."""
    missing = price - t.cash[company]
    if missing > 0:
        t.require(phases.has_train(t, company) is not True, f"{company} need not buy a train")
        t.require(phases.usable(t, company, card) is not False, f"{company} cannot use {card}")
        seat = _director(t, company)
        _borrow(t, seat, missing - t.cash[seat])
        t.pay(seat, company, missing)
        t.says("director_pays", player=t.names[seat], company=company, money=missing)
    t.pay(company, BANK, price)


def _borrow(t: Table, seat: Seat, missing: int) -> None:
    if missing > 0:
        mixed = t.policy.sell_or_borrow and t.this_turn.sold
        t.require(not mixed, "who has sold shares may not borrow")
        t.debts[seat] = (*t.debts.get(seat, ()), missing)
        t.pay(BANK, seat, missing)
        t.says("loan", player=t.names[seat], money=missing)


def _from_company(t: Table, company: str, action: BuyTrain) -> None:
    """Only from phase 3 on, paid by the treasury alone; on the site up to the face value."""
    source, card, price = action.source, action.train, action.price
    t.require(t.phase_number >= 3, "companies sell no trains in phase 2")
    t.require(price >= 1 and source not in t.frozen, f"{source} does not sell for {price}")
    missing = price - t.cash[company]
    if missing > 0:
        t.require(t.policy.director_pays_companies, "only the treasury pays another company")
        t.require(phases.has_train(t, company) is not True, f"{company} need not buy a train")
        t.require(price <= t.train(card).price, "more than the face value with the director's help")
        seat = _director(t, company)
        t.pay(seat, company, missing)
        t.says("director_pays", player=t.names[seat], company=company, money=missing)
    owned = t.trains[source]
    if card not in owned and t.policy.sides_free:
        back = f"{t.train(card).back}-{card.rpartition('-')[2]}"
        owned[owned.index(back)] = card
    t.require(card in owned and card != STRAWBERRY, f"{source} has no {card} to sell")
    special = card.rpartition("-")[0] in ("2B", "1+2B")
    t.require(not special or t.policy.special_train_free, "the special train is never sold")
    owned.remove(card)
    t.pay(company, BANK if source in t.closed else source, price)


def first_train(t: Table, company: str) -> None:
    """Pioneer 7 closes when its major buys its first train (18ESP-2.2.31)."""
    if t.with_share[CARRENO] == company and t.owners[CARRENO] != "out":
        t.owners[CARRENO] = "out"
        t.says("private_closed", private=CARRENO)


# --- forced sales ------------------------------------------------------------------------


def forced_sale(t: Table, action: SellShares) -> None:
    """Only what is missing, and nothing that would not do (18ESP-4.7.1.5, 4.7.1.6)."""
    company = t.company
    seat = _director(t, company)
    t.same("who sells", seat, t.by)
    t.require(phases.has_train(t, company) is not True, f"{company} need not buy a train")
    price = t.train(t.trains[BANK][0]).price
    missing = price - t.cash[company] - t.cash[seat]
    if t.policy.sell_or_borrow:
        t.require(missing > 0, "no money is missing")
        enough = (action.count - 1) * t.price(action.company) < missing
        t.require(enough, "more shares than needed are sold")
        t.require(_most(t, seat) >= missing, "the sales would not do")
    unit = t.price(action.company)
    shares.sell(t, seat, action.company, action.count, forced=True)
    t.set_turn(sold=True, last_sale=unit)
    rounds.sort_again(t)


def _most(t: Table, seat: Seat) -> int:
    """The most that sales without a change of director could bring."""
    total = 0
    for company in t.par:
        counts = [n for n in range(1, 9) if not shares.sale_refused(t, seat, company, n, True)]
        total += max(counts, default=0) * t.price(company) if counts else 0
    return total


# --- discards and combined trains ----------------------------------------------------------


def discard(t: Table, action: DiscardTrain) -> None:
    """Out of the game, without compensation (18ESP-4.4.1.8)."""
    company, card = action.company, action.train
    t.same("who discards", t.held.director[company], t.by)
    t.require(card != STRAWBERRY, "the strawberry train is never discarded")
    t.trains[company].remove(card)
    phases.retire(t, card, obsolete=False)
    t.says("discarded", company=company, train=card.rpartition("-")[0])


def combine(t: Table, action: Combine) -> None:
    """Twice the face value of the recycled card, from the treasury (18ESP-5.2.1.4)."""
    company, card = t.company, action.train
    t.require(t.phase_number >= 4 and not t.is_small(company), "nobody combines here")
    t.require(card in t.trains[company] and card != STRAWBERRY, f"no train {card}")
    t.require(not t.train(card).parts, f"{card} is combined already")
    price = 2 * t.definition.trains[action.kind].price
    main = card.rpartition("-")[0]
    new = f"{main}&{action.kind}-{card.rpartition('-')[2]}"
    t.pay(company, BANK, price)
    _recycle(t, action.kind, new)
    t.trains[company].remove(card)
    t.trains[company].append(new)
    t.says("combined", company=company, train=f"{main}&{action.kind}", price=price)


def _recycle(t: Table, kind: str, new: str) -> None:
    """A card that is out of the game and obsolete; the stock is finite (18ESP-5.2.1.6)."""
    value = t.definition.trains[kind].price
    t.require({100: 4, 200: 6, 300: 7}[value] <= t.phase_number, f"{kind} is not obsolete")
    t.recycled[new] = ""
    if t.policy.free_combining:
        return  # on the site there is no end of them (D30)
    stock = [card for card in t.trains[REMOVED] if t.train(card).price == value]
    t.require(bool(stock), f"no card of the kind {kind} is left to be recycled")
    t.recycled[new] = stock[0]
    t.trains[ATTACHED].append(stock[0])
    t.trains[REMOVED].remove(stock[0])
