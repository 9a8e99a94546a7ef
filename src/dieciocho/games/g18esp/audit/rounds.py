"""Rounds: cards, incomes, order of companies, export, the end (18ESP-3.3, 4.0, 4.1, 4.9, 7)."""

from __future__ import annotations

import msgspec

from ....engine.state import BANK, OUT, Round
from ..facts import REMOVED, EspTurn
from . import earnings, goals, market, phases, score, shares, stations
from .table import SMALL, Table

CLOSED_OR_UNSOLD = (OUT, "unsold")
LAST_TURN = 100  # of a game without companies on 18xx.games (D24)


def pay_incomes(t: Table) -> None:
    """Every open pioneer pays its owner once (18ESP-2.2.1, 4.1.1)."""
    for pioneer, owner in t.owners.items():
        if owner in CLOSED_OR_UNSOLD:
            continue
        income = t.definition.privates[pioneer].income
        t.pay(BANK, owner, income)
        name = t.names[owner] if isinstance(owner, int) else owner
        t.says("income", private=pioneer, owner=name, money=income)


def settle(t: Table) -> None:
    """What follows by itself in the round that is played."""
    if t.round.kind == "stock":
        settle_stock(t, acted=False)
    elif t.round.kind == "operating":
        settle_operating(t)


# --- stock rounds --------------------------------------------------------------------------


def deal_cards(t: Table, most_first: bool) -> None:
    """Least cash first after the auction, most cash first later; equals keep their order."""
    sign = -1 if most_first else 1
    t.cards = tuple(sorted(t.cards, key=lambda seat: sign * t.cash[seat]))
    t.priority = t.cards[0]
    t.says("cards_dealt", players=[t.names[seat] for seat in t.cards])


def begin_stock(t: Table, number: int) -> None:
    t.says("stock_round", number=number)
    t.round = Round(kind="stock", number=number, order=t.cards)
    t.turn = None


def end_turn(t: Table, acted: bool) -> None:
    """The next player; who did nothing has passed (18ESP-3.0.3)."""
    seat = t.round.order[t.round.index]
    assert isinstance(seat, int)
    passed = t.round.passed - {seat} if acted else t.round.passed | {seat}
    last = seat if acted else t.round.last_to_act
    index = (t.round.index + 1) % len(t.names)
    t.round = msgspec.structs.replace(t.round, passed=passed, index=index, last_to_act=last)
    if not acted:
        t.says("passed", player=t.names[seat])


def settle_stock(t: Table, acted: bool) -> None:
    """Players who can do nothing are passed; all in a row end the round (18ESP-3.0.4)."""
    while len(t.round.passed) < len(t.names):
        seat = t.round.order[t.round.index]
        assert isinstance(seat, int)
        moved_on = acted and (not t.claims.done or t.now.round.index != t.round.index)
        if not moved_on and not t.next_is("passed", player=t.names[seat]):
            return
        t.require(not _can_act(t, seat), f"{t.names[seat]} is passed over but could act")
        end_turn(t, acted)
        acted = False
    end_stock(t)


def _can_act(t: Table, seat: int) -> bool:
    return shares.can_sell(t, seat) or shares.can_repay(t, seat) or shares.can_buy(t, seat)


def end_stock(t: Table) -> None:
    """Sold-out majors rise, the dearest first; then the cards are dealt (18ESP-3.3)."""
    for company in market.order(t):
        outside = shares.percent(t, company, "ipo") + shares.percent(t, company, "pool")
        if t.kind_of(company) != SMALL and outside == 0:
            t.says("sold_out", company=company)
            market.sold_out(t, company)
    deal_cards(t, most_first=True)
    begin_operating(t, t.round.number, 1, 3 if t.final else _rounds(t))
    settle_operating(t)


def _rounds(t: Table) -> int:
    """1, 2 or 3 operating rounds in phases 2, 3 to 4, 5 to 7 (18ESP-4.0.1)."""
    return {2: 1, 3: 2, 4: 2}.get(t.phase_number, 3)


# --- operating rounds ----------------------------------------------------------------------


def begin_operating(t: Table, number: int, part: int, parts: int) -> None:
    t.says("operating_round", number=number, part=part)
    pay_incomes(t)
    order = tuple(c for c in market.order(t) if c in t.launched and not _stopped(t, c))
    t.round = Round(kind="operating", number=number, part=part, parts=parts, order=order)
    t.earned = False
    t.turn = None
    if order:
        _begin_turn(t)


def _begin_turn(t: Table) -> None:
    company = t.round.order[t.round.index]
    assert isinstance(company, str)
    t.turn = EspTurn(company=company, first=company not in t.operated)
    t.earned = False


def _stopped(t: Table, company: str) -> bool:
    """Frozen and closed companies do not operate (18ESP-4.6.1.1)."""
    return company in t.frozen or company in t.closed


def settle_operating(t: Table) -> None:
    """Follow what happens by itself until the next decision."""
    while True:
        if t.turn is None:
            if not _end_round(t):
                return
        elif not _goes_on(t):
            return


def _goes_on(t: Table) -> bool:
    """One thing that happens by itself in the turn of a company; False if nothing does."""
    company = t.company
    if t.next_is("home_station", company=company) and not t.earned:
        stations.home(t, company)
    elif t.next_is("goal_destination"):
        goals.destination(t, str(t.claims.told("company")))
    elif t.next_is("no_revenue", company=company) and not t.earned:
        earnings.nothing(t, company)
    elif not t.claims.done or _elsewhere(t):
        _end_turn(t)
    else:
        if t.step(t.now) == "run_trains":
            earnings.comes_to_run(t, company)
        return False
    return True


def _elsewhere(t: Table) -> bool:
    """Tell whether the table shows another turn than the one reckoned."""
    now, here = t.now.round, t.round
    turn = t.now.turn
    if (now.kind, now.number, now.part) != (here.kind, here.number, here.part):
        return True
    return turn is None or turn.company != t.company


def _end_turn(t: Table) -> None:
    """Every turn has its earnings step and ends with a train (18ESP-4.0.5, 4.7.0.1)."""
    company = t.company
    if not _stopped(t, company):
        t.require(t.earned, f"the turn of {company} ended without its earnings")
        t.require(
            phases.has_train(t, company) is not False, f"{company} ended its turn without a train"
        )
    sort_again(t)
    t.turn = None
    if t.round.index + 1 < len(t.round.order):
        t.round = msgspec.structs.replace(t.round, index=t.round.index + 1)
        _begin_turn(t)


def sort_again(t: Table) -> None:
    """Companies still to operate: forced sales may have moved them (18ESP-4.0.3)."""
    done = t.round.order[: t.round.index + 1]
    coming = [c for c in t.round.order[t.round.index + 1 :] if not _stopped(t, str(c))]
    order = (*done, *(c for c in market.order(t) if c in coming))
    t.round = msgspec.structs.replace(t.round, order=order)


def _end_round(t: Table) -> bool:
    """Another round of the set, or the export and a stock round, or the end."""
    round_ = t.round
    last_part = round_.part == round_.parts
    if last_part and _idle(t) and round_.number >= LAST_TURN:
        t.ending.append("turns")
        t.says("ending_turns")
        return _end(t)
    if t.last_set == round_.number and last_part:
        return _end(t)
    if round_.part < round_.parts and not _cut_short(t):
        begin_operating(t, round_.number, round_.part + 1, round_.parts)
        return True
    export_first = t.next_is("exported")
    if export_first:
        _export(t, round_.number)
    begin_stock(t, round_.number + 1)
    if not export_first:
        _export(t, round_.number)
    settle_stock(t, acted=False)
    return False


def _end(t: Table) -> bool:
    t.says("game_over")
    t.over = True
    score.check(t)
    return False


def _idle(t: Table) -> bool:
    """Without a company in the game nothing is exported on 18xx.games (D24)."""
    return not t.policy.export_always and not t.launched


def _cut_short(t: Table) -> bool:
    """The second 8/6+8 ends the set after this round (18ESP-7.2)."""
    return t.final and t.last_set != t.round.number


def _export(t: Table, number: int) -> None:
    """The top card leaves the game as if it were bought (18ESP-4.9, D24)."""
    if t.final and not t.next_is("exported"):
        return  # more cards of the last kind mean nothing any more
    if _idle(t):
        return
    card = t.trains[BANK][0]
    phases.leave_deck(t, card)
    t.trains[REMOVED].append(card)
    t.says("exported", train=card.rpartition("-")[0])
    phases.follow(t, card, number)
