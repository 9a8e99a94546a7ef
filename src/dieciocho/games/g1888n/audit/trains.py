"""Buying trains, raising money for one, bankruptcy (rules 8.3.8 and 8.3.9)."""

from __future__ import annotations

from msgspec.structs import replace

from ....engine.actions import BuyTrain, DeclareBankruptcy, DiscardTrain, SellShares
from . import rounds, stock
from .table import BANK, MOST_IN_POOL, POOL, Table


def act(table: Table) -> None:
    """Do what an action in the train step does."""
    table.same("the step of trains", "trains", table.step)
    action = table.action
    if isinstance(action, BuyTrain):
        offer_train(table, action)
    elif isinstance(action, SellShares):
        _emergency_sale(table, action)
    else:
        table.require(isinstance(action, DeclareBankruptcy), f"{action} has no place here")
        _bankrupt(table)


def discard(table: Table, action: DiscardTrain) -> None:
    """Put a train above the limit into the pool (8.3.8.15)."""
    table.same("who discards", table.above_train_limit(), action.company)
    table.give_train(action.train, action.company, POOL)
    table.take("discarded", company=action.company, train=table.kind(action.train))


# --- what is for sale ------------------------------------------------------------------


def on_sale(table: Table) -> list[str]:
    """Return the trains of bank and pool that can be bought: the top card, all in the pool."""
    return [*table.trains[BANK][:1], *table.trains[POOL]]


def cheapest(table: Table) -> int | None:
    return min((table.train_price(card) for card in on_sale(table)), default=None)


def obliged(table: Table) -> bool:
    """Tell whether the company must buy a train (8.3.8.2); no train anywhere, no duty (A22)."""
    return not table.trains[table.company] and cheapest(table) is not None


def trade_ins(table: Table) -> list[tuple[str, int]]:
    """Return the own trains that lower the price of the top card, and the price then (8.3.8.6)."""
    found = []
    for card in table.trains[BANK][:1]:
        train = table.definition.trains[table.kind(card)]
        for own in table.trains[table.company]:
            if table.kind(own) in train.trade_in:
                found.append((own, train.price - train.trade_in[table.kind(own)]))
    return found


def may_trade(table: Table) -> bool:
    """Tell whether companies sell trains to each other (8.3.8.12)."""
    return table.policy.trade_from_start or "train_trade" in table.rules.allows


def has_room(table: Table) -> bool:
    return len(table.trains[table.company]) < table.rules.train_limit


def waits(table: Table) -> bool:
    """Tell whether there is anything to decide in the train step."""
    who = table.company
    money = table.cash[who]
    if obliged(table) or any(price <= money for _, price in trade_ins(table)):
        return True
    if not has_room(table):
        return False
    prices = [table.train_price(card) for card in on_sale(table)]
    if may_trade(table):
        cards = [card for c in table.definition.companies if c != who for card in table.trains[c]]
        prices += [table.least_offer(card) for card in cards]
    return any(price <= money for price in prices)


# --- buying ----------------------------------------------------------------------------


def offer_train(table: Table, action: BuyTrain) -> None:
    """Buy a train; another director is asked whether he sells (8.3.8.12)."""
    _check_limit(table, action)
    if action.source in (BANK, POOL):
        _buy_from_bank(table, action)
        return
    who, money = table.company, table.cash[table.company]
    table.require(may_trade(table), "8.3.8.12: not before phase 3")
    least = table.least_offer(action.train)
    table.require(least <= action.price <= money, "8.3.8.12: 1 to all of the treasury")
    seller = table.held.director[action.source]
    table.require(action.source != who and isinstance(seller, int), "8.3.8.12: no such seller")
    if table.policy.consent and seller != table.leader:
        assert isinstance(seller, int)
        table.asked_seat = seller
    else:
        buy_from_company(table, action)


def buy_from_company(table: Table, action: BuyTrain) -> None:
    who = table.company
    table.pay(who, action.source, action.price)
    table.give_train(action.train, action.source, who)
    table.tell_purchase(action.train, action.source, action.price)


def _check_limit(table: Table, action: BuyTrain) -> None:
    """Nothing is bought at the limit, but a train for one handed in (8.3.8.10)."""
    lenient = table.policy.lenient_train_limit and any(
        price <= table.cash[table.company] for _, price in trade_ins(table)
    )
    table.require(
        has_room(table) or action.trade_in is not None or lenient, "8.3.8.10: at the train limit"
    )


def _buy_from_bank(table: Table, action: BuyTrain) -> None:
    who = table.company
    table.require(action.train in on_sale(table), f"8.3.8.3: {action.train} is not for sale")
    source = BANK if action.train in table.trains[BANK] else POOL
    table.same("where the train comes from", source, action.source)
    price = table.train_price(action.train)
    if action.trade_in is not None:
        price = dict(trade_ins(table)).get(action.trade_in, -1)
    table.same("8.3.8.5: the price", price, action.price)
    if table.cash[who] < price:
        _director_pays(table, price)
    table.pay(who, BANK, price)
    table.give_train(action.train, source, who)
    table.tell_purchase(action.train, action.source, action.price)
    if action.trade_in is not None:
        table.give_train(action.trade_in, who, POOL)
        table.take("traded_in", company=who, train=table.kind(action.trade_in))
    if source == BANK:
        table.begin_phase_of(action.train)


def _director_pays(table: Table, price: int) -> None:
    """Let the director add what the treasury lacks, for the cheapest train only (8.3.9)."""
    who, seat = table.company, table.leader
    table.require(obliged(table), "8.3.9.6: no director's money for a second train")
    table.same("8.3.9.2: the cheapest train", cheapest(table), price)
    money = price - table.cash[who]
    table.pay(seat, who, money)
    table.take("director_pays", player=table.name(seat), company=who, money=money)


# --- raising money ---------------------------------------------------------------------


def lacking(table: Table) -> int:
    """Return what treasury and director lack for the cheapest train."""
    least = cheapest(table)
    assert least is not None
    return least - table.cash[table.company] - table.cash[table.leader]


def _protected(table: Table, company: str) -> bool:
    return table.policy.protect_all_directors or company == table.company


def emergency_objection(table: Table, company: str, count: int) -> str | None:
    """Return what forbids a director's sale of shares for a train (8.3.9.7 to 8.3.9.9)."""
    seat = table.leader
    problem = stock.sale_objection(table, seat, company, count)
    if problem is None and table.held.director[company] == seat and _protected(table, company):
        few = table.units(seat, company) - count < 2
        if few or table.heir(company, seat, count) is not None:
            return "8.3.9.9: the director would change"
    return problem


def proceeds(table: Table) -> int:
    """Return what the director could raise by selling all that he may (8.3.9.12)."""
    return sum(table.price(company) * most_for_sale(table, company) for company in table.par)


def most_for_sale(table: Table, company: str) -> int:
    counts = range(1, MOST_IN_POOL + 1)
    return max((n for n in counts if emergency_objection(table, company, n) is None), default=0)


def _emergency_sale(table: Table, action: SellShares) -> None:
    company, count = action.company, action.count
    table.require(obliged(table), "8.3.9.1: no emergency")
    lacks = lacking(table)
    problem = emergency_objection(table, company, count)
    table.require(problem is None, f"sale of {count} {company}: {problem}")
    # The site takes the smallest certificate of the sale away, which may be the director's.
    whole = table.policy.emergency_by_certificate and not table.held.tens[company][table.leader]
    needed = (count - (2 if whole else 1)) * table.price(company) < lacks
    table.require(needed, "8.3.9.7: more than needed")
    able = proceeds(table) >= lacks
    stock.sell(table, table.leader, company, count)
    if able and not table.policy.sales_may_ruin:
        table.require(proceeds(table) >= lacking(table), "8.3.9.13: sold into bankruptcy")
    done = table.round.order[: table.round.index + 1]
    rest = [c for c in table.operating_order() if c in table.launched and c not in done]
    table.round = replace(table.round, order=(*done, *rest))


def _bankrupt(table: Table) -> None:
    """End the game at once (8.3.9.11); on the site all is sold and the cash is lost (D4)."""
    seat = table.leader
    table.require(obliged(table), "8.3.9.11: no train is due")
    table.require(lacking(table) > proceeds(table), "8.3.9.11: the money could be raised")
    table.take("bankrupt", player=table.name(seat))
    table.ending.insert(0, "bankruptcy")  # (10.1.5)
    if table.policy.bankrupt_sells:
        for company in table.operating_order():
            if most_for_sale(table, company):
                stock.sell(table, seat, company, most_for_sale(table, company))
        table.pay(seat, BANK, table.cash[seat])
    rounds.end_game(table)
