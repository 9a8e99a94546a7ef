"""The auction of the privates (rules 6.1 to 6.17)."""

from __future__ import annotations

from msgspec.structs import replace

from ....engine.actions import Action, Bid, BuyPrivate, Pass
from . import rounds
from .table import BANK, Table

UNSOLD = "unsold"
RAISE = 5
Bids = tuple[tuple[int, int], ...]  # seat and money, the lowest first


def bids_on(table: Table, private: str) -> Bids:
    bids: dict[str, Bids] = getattr(table.round, "bids", {})
    return bids.get(private, ())


def set_bids(table: Table, private: str, bids: Bids) -> None:
    known: dict[str, Bids] = getattr(table.round, "bids", {})
    others = {name: kept for name, kept in known.items() if name != private}
    table.round = replace(table.round, bids={**others, private: bids} if bids else others)


def unsold(table: Table) -> list[str]:
    return [name for name, owner in table.owners.items() if owner == UNSOLD]


def free_cash(table: Table, seat: int, private: str) -> int:
    """Return what a player may spend on a private: bids on others are locked (6.5)."""
    others = [name for name in unsold(table) if name != private]
    locked = sum(money for name in others for who, money in bids_on(table, name) if who == seat)
    return table.cash[seat] - locked


def act(table: Table) -> None:
    """Do what an action in the auction does, and all that follows by itself."""
    seat, action = table.by, table.action
    if table.above == "duel":
        table.above = ""
        _duel(table, seat, action)
    elif isinstance(action, Bid):
        table.require(action.target != unsold(table)[0], "6.3: the cheapest is not bid upon")
        _bid(table, seat, action)
        _next_turn(table, seat, acted=True)
    elif isinstance(action, BuyPrivate):
        _buy_cheapest(table, seat, action)
    else:
        table.require(isinstance(action, Pass), "6.2: buy, bid or pass")
        table.take("passed", player=table.name(seat))
        _next_turn(table, seat, acted=False)
        if len(table.round.passed) == len(table.names):
            _all_passed(table)


def _bid(table: Table, seat: int, action: Bid) -> None:
    bids = bids_on(table, action.target)
    least = bids[-1][1] if bids else table.definition.privates[action.target].value
    table.require(action.price >= least + RAISE, f"6.4: at least {least + RAISE}")
    table.require(action.price <= free_cash(table, seat, action.target), "6.5: money is locked")
    kept = tuple(bid for bid in bids if bid[0] != seat)
    set_bids(table, action.target, (*kept, (seat, action.price)))
    table.take("bid", player=table.name(seat), private=action.target, price=action.price)


def _next_turn(table: Table, seat: int, *, acted: bool) -> None:
    passed = table.round.passed - {seat} if acted else table.round.passed | {seat}
    last = seat if acted else table.round.last_to_act
    following = (seat + 1) % len(table.names)
    table.round = replace(table.round, passed=passed, last_to_act=last, index=following)
    table.actor = following


def _buy_cheapest(table: Table, seat: int, action: BuyPrivate) -> None:
    cheapest = unsold(table)[0]
    table.same("6.3: what is bought", cheapest, action.private)
    table.same("6.2: its price", table.asked[cheapest], action.price)
    table.require(action.price <= free_cash(table, seat, cheapest), "6.5: money is locked")
    _sell_to(table, cheapest, seat, action.price)
    _next_turn(table, seat, acted=True)
    _sell_by_bids(table)


def _sell_to(table: Table, private: str, seat: int, price: int) -> None:
    table.pay(seat, BANK, price)
    table.owners[private] = seat
    set_bids(table, private, ())
    table.take("private_bought", player=table.name(seat), private=private, price=price)


def _sell_by_bids(table: Table) -> None:
    """Sell what has bids, from the cheapest on, until a decision is due (6.8)."""
    while unsold(table):
        private = unsold(table)[0]
        bids = bids_on(table, private)
        if not bids:
            table.actor = table.round.order[table.round.index]  # type: ignore[assignment]
            return
        if len(bids) > 1:
            table.above, table.actor = "duel", bids[0][0]  # the lowest bid begins (6.9)
            return
        _sell_to(table, private, *bids[0])
    rounds.begin_trading(table)


def _duel(table: Table, seat: int, action: Action) -> None:
    private = unsold(table)[0]
    if isinstance(action, Bid):
        table.same("6.9: what is bid upon", private, action.target)
        _bid(table, seat, action)
        table.round = replace(table.round, passed=table.round.passed - {seat})
    else:
        table.take("dropped_out", player=table.name(seat), private=private)
        left = tuple(bid for bid in bids_on(table, private) if bid[0] != seat)
        set_bids(table, private, left)
    bids = bids_on(table, private)
    if len(bids) == 1:
        _sell_by_bids(table)
        return
    table.above = "duel"
    if table.policy.auction_clockwise:
        # Those still in, clockwise; the highest bidder need not outbid himself (A29).
        still = {who for who, _ in bids[:-1]}
        table.actor = next(other for other in table.held.seats_after(seat) if other in still)
    else:
        table.actor = bids[0][0]


def _all_passed(table: Table) -> None:
    table.round = replace(table.round, passed=frozenset())
    first = next(iter(table.definition.privates))
    if table.owners[first] == UNSOLD:  # (6.14, 6.15)
        table.asked[first] -= RAISE
        table.take("price_lowered", private=first, price=table.asked[first])
        if table.asked[first] == 0:
            seat = table.actor
            assert seat is not None
            _sell_to(table, first, seat, 0)
            _next_turn(table, seat, acted=True)
            _sell_by_bids(table)
        return
    table.take("income_round")  # (6.13)
    assert table.actor is not None
    table.priority = table.actor  # left of who bought or bid last
    rounds.pay_incomes(table)
    if table.policy.income_round_exports:
        rounds.export(table)
