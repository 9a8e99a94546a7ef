"""Trains: purchases, phases, rust, warranties, and purchases that are forced (7.9 to 7.12)."""

from __future__ import annotations

from ....engine.actions import Answer, BuyTrain
from ....engine.state import BANK, OUT, POOL, Seat
from ..actions import RaiseMoney
from .desk import GROUPS, Desk
from .merging import Consolidation, consolidate
from .shares import bankrupt, drop, scrap

WARRANTY, MOST_WARRANTIES = 50, 3  # 7.10.0.1
FREE = {"A": 1, "D": 1}  # 7.10.1.1
KINDS = {  # 11.1
    "all": {"freight", "local", "express"},
    "express": {"express"},
    "freight": {"freight"},
    "express+local": {"express", "local"},
    "freight+local": {"freight", "local"},
}
EACH = (3, 3, 3, 3, 2, 2)  # of each kind in the phases A to F (T-PH)
IN_ALL = 3  # in G and H
SIMPLE = (4, 4, 4, 4, 3, 3, 2, 2)  # in all, with one kind of trains
RECEIVERS_CHOICE = ("express", "freight", "local")  # 8.6


def kinds(desk: Desk) -> set[str]:
    return KINDS[desk.option("trains", "all")]


def bank_price(desk: Desk) -> int | None:
    """Return the price of the bank's next train; None: it has none."""
    cards = desk.table.trains[BANK]
    return desk.train(cards[0]).price if cards else None


def used_price(desk: Desk, card: str) -> int:
    """Return what companies pay each other (7.9.3)."""
    full: int = desk.train(card).price
    return full if GROUPS.index(desk.group(card)) >= desk.table.phase else full // 2


def has_room(desk: Desk, company: str, kind: str) -> bool:
    """May a company buy a train of a kind (7.9.6, 11.1)?"""
    owned, phase = desk.table.trains[company], desk.table.phase
    if len(kinds(desk)) == 1:
        return len(owned) < SIMPLE[phase]
    alike = sum(1 for card in owned if desk.train(card).use == kind)
    if phase < len(EACH):
        return alike < EACH[phase]
    receiver = company not in desk.table.president
    if receiver and not desk.policy.receivership_total_limit:
        return alike < IN_ALL
    return len(owned) < IN_ALL


# --- buying ------------------------------------------------------------------------------


def buy(desk: Desk, seat: Seat, action: BuyTrain) -> None:
    """A company buys a train, from the bank or from another company."""
    table, turn = desk.table, desk.turn
    company = turn.company
    desk.same("who buys trains", table.president.get(company), seat)
    desk.require(turn.done, f"7.1.4: {company} buys a train before its dividend")
    kind = desk.train(action.train).use
    desk.require(kind in kinds(desk), f"11.1.3: {kind} trains are not played with")
    desk.require(has_room(desk, company, kind), f"7.9.6: {company} has too many trains")
    if action.source == BANK:
        take(desk, company, action.train, action.price)
        return
    spent = bool(table.trains[company])  # what was raised has paid for a train of the bank
    desk.require(
        not turn.raised or spent, "7.11.0.3: money was raised for a train of another company"
    )
    desk.require(not table.lner, "10.3.2: trains are traded after the LNER has formed")
    desk.same("the price between companies", used_price(desk, action.train), action.price)
    owner = table.president.get(action.source)
    if action.train in table.leftovers:
        desk.same("whose train it was", table.leftovers[action.train], action.source)
        _hand_over(desk, action)
        return
    desk.require(
        action.train in table.trains[action.source], f"7.9.4: {action.source} has no such train"
    )
    desk.require(owner is not None, f"7.9.4: {action.source} has no director and sells a train")
    if desk.policy.consent and owner != seat:
        turn.offer = action
    else:
        _hand_over(desk, action)


def answer(desk: Desk, seat: Seat, action: Answer) -> None:
    """The other director says whether he sells (7.9.4)."""
    offer = desk.turn.offer
    assert offer is not None
    desk.same("who is asked for a train", desk.table.president[offer.source], seat)
    desk.claims.take(f"answer_{action.answer}", player=desk.names[seat])
    desk.turn.offer = None
    if action.answer == "agree":
        _hand_over(desk, offer)


def _hand_over(desk: Desk, action: BuyTrain) -> None:
    table, company = desk.table, desk.turn.company
    if action.train in table.leftovers:
        desk.pay(company, action.source, action.price)
        table.trains[OUT].remove(action.train)
        del table.leftovers[action.train]
    else:
        desk.pay(company, action.source, action.price)
        table.trains[action.source].remove(action.train)
    table.trains[company].append(action.train)
    desk.claims.take(
        "train_bought",
        company=company,
        train=action.train.rpartition("-")[0],
        source=action.source,
        price=action.price,
    )


def take(desk: Desk, company: str, train: str, price: int) -> None:
    """Buy the bank's next card, with warranties, and start what it starts (7.9.5, 7.10)."""
    table = desk.table
    desk.require(bool(table.trains[BANK]), "7.9.2: the bank has no train left")
    card = table.trains[BANK].pop(0)
    group, number = desk.group(train), train.rpartition("-")[2]
    desk.same("the card that is bought", card, f"{group}-{number}")
    if desk.definition.trains[group].count < 0:  # as many as are wanted
        table.trains[BANK].insert(0, f"{group}-{int(number) + 1}")
    extra, rest = divmod(price - desk.train(train).price, WARRANTY)
    tokens = FREE.get(group, 0) + extra
    legal = rest == 0 and extra >= 0 and (not extra or tokens <= MOST_WARRANTIES)
    desk.require(legal, f"7.9.3, 7.10: {train} is bought for {price}")
    if extra:
        desk.require(desk.option("beginners", "no") == "no", "11.3.3: new players buy warranties")
    desk.pay(company, BANK, price)
    table.trains[company].append(train)
    name = train.rpartition("-")[0]
    desk.claims.take("train_bought", company=company, train=name, source=BANK, price=price)
    if tokens:
        table.warranties[train] = tokens
        desk.claims.take("warranties", company=company, train=name, count=tokens)
    _start_phase(desk, group)


def last_group(desk: Desk) -> str:
    """Return the group whose first train brings the LNER (10.3.1, 11.2.2)."""
    return "E" if desk.option("shorter", "no") == "yes" else "H"


def _start_phase(desk: Desk, group: str) -> None:
    table = desk.table
    if group == last_group(desk) and not table.lner and not table.lner_due:
        table.lner_due = True
        desk.claims.take("lner_due")
    if GROUPS.index(group) <= table.phase:
        return
    desk.same("the phases that begin", table.phase + 1, GROUPS.index(group))
    table.phase = GROUPS.index(group)
    desk.claims.take("phase", phase=group)
    _rust(desk, group)


def rusts_with(desk: Desk, card: str) -> str:
    """Return the group that ends a train (T-TR); in the shorter game D trains stay (11.2.3)."""
    ends = {"A": "C", "B": "E", "C": "F", "D": "G"}
    group = desk.group(card)
    if group == "D" and desk.option("shorter", "no") == "yes":
        return ""
    return ends.get(group, "")


def _rust(desk: Desk, group: str) -> None:
    table = desk.table
    old = [
        card
        for owner, cards in table.trains.items()
        if owner not in (BANK, OUT)
        for card in cards
        if rusts_with(desk, card) == group
    ]
    kept = [card for card in old if table.warranties.get(card)]
    _scrapped(desk, [card for card in old if card not in kept])
    table.rusting.update(kept)
    table.leftovers = {
        card: owner for card, owner in table.leftovers.items() if rusts_with(desk, card) != group
    }


def _scrapped(desk: Desk, cards: list[str]) -> None:
    if cards:
        names = sorted({card.rpartition("-")[0] for card in cards})
        desk.claims.take("scrapped", kind=names, count=len(cards))
        scrap(desk, cards)


def use_up(desk: Desk, company: str) -> None:
    """After running, every train loses a warranty; rusted ones go with the last (7.10.0.3)."""
    table = desk.table
    gone = []
    for card in table.trains[company]:
        if table.warranties.get(card):
            table.warranties[card] -= 1
            if not table.warranties[card] and card in table.rusting:
                gone.append(card)
    _scrapped(desk, gone)


# --- purchases that are forced -----------------------------------------------------------


def must_raise(desk: Desk, company: str) -> bool:
    """Has a company no train, and no money for the bank's next one (7.11.0.2)?"""
    price = bank_price(desk)
    if desk.table.trains[company] or price is None:
        return False
    return desk.table.cash[company] < price


def can_buy_from_himself(desk: Desk, company: str) -> bool:
    """Does another company of the same director have a train that can be paid (A-19)?"""
    table = desk.table
    if table.lner or not desk.policy.own_trains_first:
        return False
    director = table.president.get(company)
    return any(
        used_price(desk, card) <= table.cash[company]
        and has_room(desk, company, desk.train(card).use)
        for other, seat in table.president.items()
        if seat == director and other != company
        for card in table.trains[other]
    )


def _check_need(desk: Desk, company: str) -> None:
    """Money is raised once, by who needs it and cannot buy from himself (7.11.0.2)."""
    desk.require(must_raise(desk, company), f"7.11.0.2: {company} raises money and need not")
    desk.require(not desk.turn.raised, f"7.11.0.2: {company} raises money twice")
    desk.require(
        not can_buy_from_himself(desk, company), f"7.11.0.2: {company} could buy from its director"
    )


def raise_money(desk: Desk, seat: Seat, action: RaiseMoney) -> None:
    desk.same("who raises money", desk.table.president.get(desk.turn.company), seat)
    if action.means == "shares":
        sell_treasury(desk)
    else:
        refinance(desk)


def shares_needed(desk: Desk, company: str) -> int:
    """Return how many treasury shares pay for the bank's train (7.11.1.1)."""
    price = bank_price(desk)
    assert price is not None
    return -((desk.table.cash[company] - price) // desk.price(company))


def sell_treasury(desk: Desk) -> None:
    """Sell as many treasury shares as needed, at the full price (7.11.1)."""
    table, turn = desk.table, desk.turn
    company = turn.company
    _check_need(desk, company)
    count = shares_needed(desk, company)
    desk.require(
        table.ordinary[company][company] >= count, f"7.11.1.1: {company} lacks treasury shares"
    )
    turn.raised = True
    money = count * desk.price(company)
    table.give(company, count, company, POOL)
    desk.pay(BANK, company, money)
    desk.claims.take("treasury_sold", company=company, count=count, money=money)
    if not (table.lner and desk.policy.lner_stops_drops):
        drop(desk, company, count, by_director=True)


def refinance(desk: Desk) -> None:
    """Consolidate the company's own shares for ten times its par (7.11.2)."""
    turn = desk.turn
    company = turn.company
    _check_need(desk, company)
    desk.require(can_refinance(desk, company), f"7.11.2.2: {company} refinances without effect")
    turn.raised = True
    desk.claims.take("refinances", company=company)
    director = desk.table.president[company]
    consolidate(desk, Consolidation(company, None, director, desk.price(company)))


def can_refinance(desk: Desk, company: str) -> bool:
    price = bank_price(desk)
    assert price is not None
    return desk.table.cash[company] + 10 * desk.table.par[company] >= price


def fail(desk: Desk) -> None:
    """A company without train that cannot get one is bankrupt (7.12)."""
    company = desk.turn.company
    table = desk.table
    desk.require(must_raise(desk, company), f"7.12.1: {company} is bankrupt and need not be")
    if company in table.president and not desk.turn.raised:
        own = can_buy_from_himself(desk, company)
        desk.require(not own, f"7.11.0.2: {company} could buy from its director")
        desk.require(not can_refinance(desk, company), f"7.12.1: {company} could refinance")
        enough = table.ordinary[company][company] >= shares_needed(desk, company)
        desk.require(not enough, f"7.12.1: {company} could sell treasury shares")
    bankrupt(desk, company, desk.price(company) // 2)


def receivers_train(desk: Desk, company: str) -> str | None:
    """Return the train that a company without director buys: it has to if it can (8.4, 8.6)."""
    price = bank_price(desk)
    if price is None or desk.table.cash[company] < price:
        return None
    group, _, number = desk.table.trains[BANK][0].rpartition("-")
    for kind in RECEIVERS_CHOICE:
        if kind in desk.table.permits[company] and has_room(desk, company, kind):
            name = next(
                name
                for name, train in desk.definition.trains.items()
                if train.card == group and train.use == kind
            )
            return f"{name}-{number}"
    return None
