"""Buying trains, the president's help, forced sales and loans (4.6 to 4.9)."""

from __future__ import annotations

from ....engine.actions import Answer, BuyTrain, DiscardTrain, SellShares
from . import stock
from .figures import ELIMINATED, LOAN, level
from .table import BANK, OUT, POOL, UP, Table


def must_buy(table: Table, company: str) -> bool:
    """A company with traffic needs a train (4.6.16, 4.6.17)."""
    return not table.trains[company] and table.traffic[company] > 0


def _on_offer(table: Table) -> list[tuple[str, str]]:
    """Return the first card of the stack and all of the pool (4.6.2, 4.6.3)."""
    return [*((c, BANK) for c in table.trains[BANK][:1]), *((c, POOL) for c in table.trains[POOL])]


def _needs_help(table: Table, company: str) -> bool:
    """Tell whether the treasury pays for no train of stack and pool (4.7.1, A-34)."""
    prices = [table.train_price(card) for card, _ in _on_offer(table)]
    return must_buy(table, company) and min(prices) > table.cash[company]


def can_buy(table: Table, company: str) -> bool:
    """Tell whether the company could buy a train with its own money."""
    if len(table.trains[company]) >= table.train_limit:
        return False
    others = [c for c in table.definition.companies if c != company]
    prices = [table.train_price(card) for card, _ in _on_offer(table)]
    prices += [table.least_offer(card) for other in others for card in table.trains[other]]
    return table.cash[company] >= min(prices)


# --- purchases -------------------------------------------------------------------------


def buy(table: Table, action: BuyTrain) -> None:
    """Buy a train in the last step of the turn."""
    company = table.company
    table.same("4.1.4: the step", "trains", table.stage)
    table.same("2.1.2: who decides", table.director(company), table.by)
    table.require(action.trade_in is None, "4.6.5: trains are not traded in")
    table.require(len(table.trains[company]) < table.train_limit, "4.6.14: the train limit")
    table.require(action.train in table.trains[action.source], f"no {action.train} there")
    if action.source not in (BANK, POOL):
        _offer(table, action)
        return
    table.require((action.train, action.source) in _on_offer(table), "4.6.3: the next in order")
    cost = table.train_price(action.train)
    table.same("4.6.5: the printed price", cost, action.price)
    if cost <= table.cash[company]:
        from_bank(table, action)
        return
    table.require(_needs_help(table, company), "4.7.1: the president does not help here")
    if not table.policy.help_buys_discounted:
        dearer = [
            card
            for card, _ in _on_offer(table)
            if level(card) == level(action.train) and table.train_price(card) > cost
        ]
        table.same("4.7.6: trains of the kind at the full price", [], dearer)
    table.stage = "money"


def _offer(table: Table, action: BuyTrain) -> None:
    """Another company sells at any price from L.1; its president has to agree (4.6.6)."""
    least = table.least_offer(action.train)
    table.require(least <= action.price <= table.cash[table.company], "4.6.6: the price")
    seller = table.director(action.source)
    if seller == table.by:
        _from_company(table, action)
    else:
        table.due = ("consent", seller)


def answer(table: Table) -> None:
    """The other president agrees or not."""
    proposal = getattr(table.before.agenda[-1], "proposal", None)
    assert isinstance(table.action, Answer)
    assert isinstance(proposal, BuyTrain)
    table.same("4.6.6: who answers", table.director(proposal.source), table.by)
    table.take("answer_" + table.action.answer, player=table.name(table.by))
    if table.action.answer == "agree":
        _from_company(table, proposal)
    else:
        table.decline(proposal.train, proposal.price)
    table.stage = "trains"


def _from_company(table: Table, action: BuyTrain) -> None:
    table.pay(table.company, action.source, action.price)
    table.give_train(action.train, action.source, table.company)
    table.tell_purchase(action.train, action.source, action.price)


def from_bank(table: Table, action: BuyTrain) -> None:
    """Pay stack or pool; a new train may begin a phase and lifts the price once a turn."""
    company = table.company
    table.pay(company, BANK, action.price)
    table.tell_purchase(action.train, action.source, action.price)
    table.give_train(action.train, action.source, company)
    if action.source == BANK:
        if level(action.train) > table.number:
            _begin_phase(table, level(action.train))
        if not table.this_turn.new_train:  # (3.11.2, A-13)
            table.set_turn(new_train=True)
            table.move_price(company, UP)
    table.stage = "discards"


def _begin_phase(table: Table, number: int) -> None:
    """Old trains go, and with phase 5 the players' maritime companies (2.2.3, 2.2.7, 2.2.10)."""
    table.phase = number - 1
    table.take("phase", phase=str(number))
    old = ELIMINATED.get(number, 0)
    gone = []
    for owner, cards in table.trains.items():
        if owner not in (BANK, OUT):
            gone += [card for card in cards if level(card) == old]
            table.trains[owner] = [card for card in cards if level(card) != old]
    table.trains[OUT] += gone
    if gone:
        table.take("scrapped", kind=[f"PH{old}", f"PH{old}d"], count=len(gone))
    if number == 5:
        held = [name for name, owner in table.owners.items() if isinstance(owner, int)]
        for name in held:
            table.owners[name] = OUT
            table.take("maritime_out", document=name)


# --- discarding ------------------------------------------------------------------------


def discards(table: Table) -> None:
    """Every company above the limit puts trains into the pool (4.6.12)."""
    above = [c for c in table.launched if len(table.trains[c]) > table.train_limit]
    if not above:
        table.stage = table.resume
        return
    company = getattr(table.now.agenda[-1], "company", None)
    table.require(company in above, f"4.6.12: {above} discard, not {company}")
    table.due = ("discard", table.director(str(company)))


def discard(table: Table) -> None:
    assert isinstance(table.action, DiscardTrain)
    company, card = table.action.company, table.action.train
    table.same("4.6.12: who decides", table.director(company), table.by)
    table.require(len(table.trains[company]) > table.train_limit, "4.6.11: not at will")
    table.give_train(card, company, POOL)
    table.take("discarded", company=company, train=table.kind(card))


# --- the president's money -------------------------------------------------------------


def _missing(table: Table, purchase: BuyTrain) -> int:
    """The treasury is used first, then the president's cash (4.7.3)."""
    return purchase.price - table.cash[table.company] - table.cash[table.leader]


def _purchase(table: Table) -> BuyTrain:
    """Return the purchase for which money is raised."""
    if isinstance(table.action, BuyTrain):
        return table.action
    purchase = getattr(table.before.agenda[-1], "purchase", None)
    assert isinstance(purchase, BuyTrain)
    return purchase


def _most(table: Table, company: str) -> int:
    """Return how many shares of a company the president could still sell (4.8)."""
    seat = table.leader
    if company in table.sold_now:
        return 0
    counts = range(table.units(seat, company), 0, -1)
    return next((n for n in counts if _sale_problem(table, company, n) is None), 0)


def _sale_problem(table: Table, company: str, count: int) -> str | None:
    seat = table.leader
    if company == table.company and table.heir(company, seat, count) is not None:
        return "4.8.2: the president would change"
    return stock.sale_problem(table, seat, company, count)


def forced_sale(table: Table) -> None:
    """Sell a block for a train, no more than needed (4.8)."""
    assert isinstance(table.action, SellShares)
    company, count = table.action.company, table.action.count
    table.same("4.8.1: who sells", table.leader, table.by)
    table.require(company not in table.sold_now, "4.8.3: one block of a company")
    problem = _sale_problem(table, company, count)
    table.require(problem is None, f"{company}: {problem}")
    missing, each = _missing(table, _purchase(table)), table.price(company)
    table.require((count - 1) * each < missing, "4.8.5: more than needed")
    others = [c for c in table.markers.at if c != company]
    rest = sum(_most(table, other) * table.price(other) for other in others)
    enough = count * each + rest >= missing or count == _most(table, company)
    table.require(enough, "4.9.1: a loan in spite of shares that could be sold")
    stock.sell(table, table.by, company, count)
    table.sold_now |= {company}
    table.stage = "money"


def raise_money(table: Table) -> None:
    """Buy as soon as the money is there; loans cover what no sale brings (4.9)."""
    purchase, seat, company = _purchase(table), table.leader, table.company
    missing = _missing(table, purchase)
    if missing > 0 and any(_most(table, c) for c in table.markers.at):
        table.due = ("raise_money", seat)
        return
    if missing > 0:
        count = table.borrow(seat, missing)
        table.take("personal_loans", player=table.name(seat), count=count, money=count * LOAN)
    help_given = purchase.price - table.cash[company]
    table.pay(seat, company, help_given)
    table.take("director_pays", player=table.name(seat), company=company, money=help_given)
    table.sold_now = frozenset()
    from_bank(table, purchase)
