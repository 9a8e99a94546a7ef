"""Pioneers and tenders in the hands of companies (18ESP-2.2)."""

from __future__ import annotations

from ....engine.actions import BuyPrivate
from ....engine.state import BANK, OUT
from . import trains
from .table import SPECIAL, STRAWBERRY, Table

TENDER, OWNERS_PART = 80, 20


def buy(t: Table, action: BuyPrivate) -> None:
    """From 1 to 100, 150 or 200 % of the face value, to its owner (18ESP-2.2.4, 2.2.5)."""
    company, pioneer, price = t.company, action.private, action.price
    owner = t.owners[pioneer]
    t.require(isinstance(owner, int), f"{pioneer} belongs to {owner}")
    t.require(pioneer != "P7", "pioneer 7 is not for sale")
    parts = {2: 100, 3: 150, 4: 200}.get(t.phase_number, 0)
    most = t.definition.privates[pioneer].value * parts // 100
    t.require(1 <= price <= most, f"{price} for {pioneer}: the most is {most}")
    t.pay(company, owner, price)
    t.owners[pioneer] = company
    t.says("private_sold", company=company, private=pioneer, price=price)
    if pioneer == "P2" and t.step(t.now) != "special_train":
        _special_train(t, company, "2B" if t.phase_number < 4 else "")
    elif pioneer == "P3":
        t.set_turn(idle=t.this_turn.idle | {STRAWBERRY})  # 18ESP-2.2.17
    elif pioneer == "P5":
        _tenders(t, company)


def _close(t: Table, pioneer: str) -> None:
    t.owners[pioneer] = OUT
    t.says("private_closed", private=pioneer)


def choose_side(t: Table, option: str) -> None:
    """A major takes the special train on the side it likes, or forgoes it (2.2.9, A10)."""
    side = {"2": "2B", "1+2": "1+2B"}.get(option, "")
    free = t.policy.special_train_free
    t.require(free or not t.is_small(t.company) or side != "1+2B", "a side for majors")
    _special_train(t, t.company, side)


def _special_train(t: Table, company: str, side: str) -> None:
    """The train that comes with pioneer 2; not in phase 4 (18ESP-2.2.9 to 2.2.11)."""
    _close(t, "P2")
    if side:
        t.require(t.phase_number < 4, "the special train is obsolete")
        t.trains[OUT].remove(SPECIAL)
        card = f"{side}-0"
        t.trains[company].append(card)
        t.set_turn(idle=t.this_turn.idle | {card})
        t.says("special_train", company=company, train=side.rstrip("B"))
        if t.policy.special_train_free:
            trains.first_train(t, company)  # on the site it is a first train (D35)


def _tenders(t: Table, company: str) -> None:
    """One for the buyer, the others for sale on the open market (2.2.20, 2.2.21)."""
    spare = t.tenders_of_owner + (company in t.tenders)
    t.tenders.add(company)
    t.tenders_for_sale += spare
    t.tenders_of_owner = 0
    _close(t, "P5")


def buy_tender(t: Table, thing: str) -> None:
    """80: of the owner of pioneer 5, who keeps 20, or of the open market (2.2.19)."""
    company = t.company
    t.require(company not in t.tenders, f"{company} has a tender")
    if thing == "tender":
        owner = t.owners["P5"]
        t.require(isinstance(owner, int) and t.tenders_of_owner > 0, "nobody sells a tender")
        t.pay(company, owner, OWNERS_PART)
        t.pay(company, BANK, TENDER - OWNERS_PART)
        t.tenders_of_owner -= 1
    else:
        t.same("what is bought", "market_tender", thing)
        t.require(t.tenders_for_sale > 0, "no tender is for sale")
        t.pay(company, BANK, TENDER)
        t.tenders_for_sale -= 1
    t.tenders.add(company)
    t.says("tender_bought", company=company, price=TENDER)
