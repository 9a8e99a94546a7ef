"""Absorptions: conditions, compensation, assets, markers (chapter 5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations

from ....engine.actions import Choose, Pass
from . import turn
from .figures import DISCS, LOAN, MOST_LOANS, SHARED_CITY
from .table import BANK, DRAGONS, IPO, POOL, Table


class Merger:
    """What the auditor remembers of an absorption until its markers are settled."""

    def __init__(self, absorber: str, absorbed: str) -> None:
        self.absorber, self.absorbed = absorber, absorbed
        self.counted = False  # what follows, when the first city is replaced or lost
        self.left = 0
        self.own: list[str] = []
        self.cities: list[str] = []
        self.mines: list[str] = []
        self.replaced: list[str] = []


# --- conditions ------------------------------------------------------------------------


def problem(table: Table, absorber: str, absorbed: str, repaid: int = 0) -> str | None:
    """Return what forbids an absorption in this turn (5.1, 5.2), with so many loans repaid."""
    operating = table.company
    if absorber == absorbed or operating not in (absorber, absorbed):
        return "5.1.1: one of the two operates"
    if not {absorber, absorbed} <= table.launched:
        return "5.1.1: both are launched"
    if table.director(absorber) != table.director(absorbed):
        return "5.1.6: the presidents differ"
    if not {absorber, absorbed} <= table.operated:
        return "5.2.1: both have operated"
    if (late := _too_late(table, absorber, absorbed)) is not None:
        return late
    if not _touch(table, absorber, absorbed):
        return "5.2.2: the networks do not touch"
    loans = MOST_LOANS - table.loans[absorber] - table.loans[absorbed] + repaid
    money = table.cash[absorber] + table.cash[absorbed] + LOAN * (loans - repaid)
    money += _saleable(table, absorber) * table.price(absorber)
    if loans < 0 or money < _compensation(table, absorbed):
        return "5.2.3: it cannot be paid"
    return None


def _too_late(table: Table, absorber: str, absorbed: str) -> str | None:
    active = table.company == absorber
    other = absorbed if active else absorber
    done = table.round.order.index(other) < table.round.index
    if active and done:
        return "5.1.3: it has operated in this round"
    if not active and done and not table.policy.absorbed_by_any:
        return "5.1.2, A-37: the absorber has operated"
    if not active and table.this_turn.absorbed and not table.policy.absorber_may_be_absorbed:
        return "5.1.7: it plays its turn"
    return None


def _touch(table: Table, one: str, other: str) -> bool:
    """Tell whether markers share a city or a direct connection joins two (5.2.2)."""
    return any(
        here == there or table.joined(here, there)
        for here in table.places(one)
        for there in table.places(other)
    )


def _in_play(table: Table, company: str) -> int:
    """Return the shares that are not in the initial offer (5.3.1)."""
    return (10 if company in table.major else 5) - table.units(IPO, company)


def _compensation(table: Table, company: str) -> int:
    return _in_play(table, company) * table.zone_price(company)


def _saleable(table: Table, company: str) -> int:
    """Return how many shares of the offer fit into the pool (5.3.5)."""
    return min(table.singles(IPO, company), table.pool_room(company))


def possible(table: Table) -> bool:
    """Tell whether the company that operates could absorb or be absorbed.

    It may have to repay loans before (5.5.4, A-38).
    """
    company, repaid = table.company, 0
    if table.policy.repays_to_absorb:
        repaid = min(table.loans[company], table.cash[company] // LOAN)
    return any(
        problem(table, *pair, repaid) is None
        for other in table.launched
        for pair in ((company, other), (other, company))
    )


# --- compensation and assets -----------------------------------------------------------


def absorb(table: Table, absorbed: str, absorber: str) -> None:
    objection = problem(table, absorber, absorbed)
    table.require(objection is None, f"{absorber} absorbs {absorbed}: {objection}")
    table.auditor.merger = Merger(absorber, absorbed)
    _compensate(table, absorber, absorbed)
    _hand_over(table, absorber, absorbed)
    _leave_the_charts(table, absorbed)
    table.give_discs(absorber, DISCS[True])  # (5.4.3)
    if absorber == table.company:
        table.set_turn(absorbed=True)
    table.resume = "mergers" if absorber == table.company else "absorbed"
    table.stage = "leave mines"


def _compensate(table: Table, absorber: str, absorbed: str) -> None:
    """Both treasuries, then shares of the offer, then loans pay for all shares (5.3)."""
    due, each = _compensation(table, absorbed), table.zone_price(absorbed)
    table.take("absorbed", company=absorbed, absorber=absorber, money=due, price=each)
    table.pay(absorbed, absorber, table.cash[absorbed])
    _sell_offer(table, absorber, due - table.cash[absorber])
    missing = due - table.cash[absorber]
    if missing > 0:
        count = table.borrow(absorber, missing)
        table.take("company_loans", company=absorber, count=count, money=count * LOAN)
    owed = table.loans[absorber] + table.loans[absorbed]
    table.require(owed <= MOST_LOANS, f"5.5.1: {absorber} would owe {owed} loans")
    for seat in table.seats:
        money = table.units(seat, absorbed) * each
        if money:
            table.pay(absorber, seat, money)
            who = table.name(seat)
            table.take("compensated", player=who, company=absorbed, money=money)
    for place in (POOL, DRAGONS):  # the bank gets theirs
        table.pay(absorber, BANK, table.units(place, absorbed) * each)


def _sell_offer(table: Table, absorber: str, missing: int) -> None:
    """Sell as many shares as needed; the price does not move (5.3.5)."""
    each = table.price(absorber)
    count = min(-(-missing // each), _saleable(table, absorber))
    if count > 0:
        table.held.move(absorber, count, IPO, POOL)
        table.pay(BANK, absorber, count * each)
        table.take("offer_sold", company=absorber, count=count, money=count * each)


def _hand_over(table: Table, absorber: str, absorbed: str) -> None:
    """Traffic, trains, maritime companies and loans go to the absorber (5.4.2)."""
    points = table.traffic.pop(absorbed, 0)
    if points:
        table.traffic[absorber] += points
        table.take("traffic_absorbed", company=absorber, points=points)
    table.trains[absorber] += table.trains[absorbed]
    table.trains[absorbed] = []
    for name in table.maritime(absorbed):
        table.owners[name] = absorber
    table.loans[absorber] += table.loans.pop(absorbed, 0)


def _leave_the_charts(table: Table, company: str) -> None:
    """Nine certificates of a major lie in the offer; nothing is left on the charts (5.3.7)."""
    place = table.markers.at.pop(company)
    table.markers.stacks[place].remove(company)
    if not table.markers.stacks[place]:
        del table.markers.stacks[place]
    table.held.director[company] = IPO
    table.held.tens[company] = Counter({IPO: 8})
    table.launched.remove(company)
    table.operated.discard(company)
    table.major.add(company)
    table.restarts.add(company)
    del table.par[company], table.row[company], table.homes[company]
    table.discs[company] = len(table.places(company))
    table.stations_left[company] = 0


# --- markers ---------------------------------------------------------------------------


def decide(table: Table) -> None:
    """Carry out what the president decides about a marker (5.4.4 to 5.4.8)."""
    top = table.before.agenda[-1]
    merger = _merger(table)
    table.same("5.4: who decides", table.director(merger.absorber), table.by)
    if isinstance(table.action, Pass):
        table.require(top.id != "replace_in_cities", "5.4.5: cities must be replaced")
        table.stage = "cities" if top.id == "leave_mines" else "mines given up"
        return
    assert isinstance(table.action, Choose)
    hex_name = table.action.option
    if top.id == "leave_mines":
        table.require(table.is_mine(hex_name), "5.4.4: only mines are left")
        table.take_marker(merger.absorber, hex_name)
        table.stations_left[merger.absorber] += 1
        table.take("mine_left", company=merger.absorber, place=table.place(hex_name))
        table.stage = "leave mines"
        return
    mine = table.is_mine(hex_name)
    table.same("5.4.5, 5.4.7: the kind of place", top.id == "replace_in_mines", mine)
    _replace(table, merger, [hex_name])
    table.stage = "mines taken" if mine else "cities"


def go_on(table: Table) -> None:
    """Go through what happens to markers (5.4.1)."""
    merger = _merger(table)
    if table.stage == "leave mines":
        if any(map(table.is_mine, table.places(merger.absorber))):
            table.due = ("leave_mines", table.director(merger.absorber))
        else:
            table.stage = "cities"
    elif table.stage == "cities":
        _cities(table, merger)
    elif table.stage == "mines taken":
        _mines(table, merger)
    else:
        _give_up(table, merger)


def _merger(table: Table) -> Merger:
    """Return what is known of the absorption; the table tells if the auditor came later."""
    if table.auditor.merger is None:
        top = table.before.agenda[-1]
        merger = Merger(str(getattr(top, "company", "")), str(getattr(top, "absorbed", "")))
        table.auditor.merger = merger
    return table.auditor.merger


def _lose(table: Table, company: str, hex_name: str) -> None:
    table.take_marker(company, hex_name)
    table.discs[company] -= 1


def _replace(table: Table, merger: Merger, hexes: list[str]) -> None:
    """Exchange markers, free of charge and without traffic (5.4.9)."""
    for hex_name in hexes:
        _lose(table, merger.absorbed, hex_name)
        table.require(
            not turn.carbonia_taken(table, merger.absorber, hex_name), "4.3.3: the district"
        )
        table.put_marker(merger.absorber, hex_name)
        merger.replaced.append(hex_name)
    lines = [{"company": merger.absorber, "place": table.place(name)} for name in hexes]
    table.take_all("marker_replaced", lines)


def _waits(table: Table, name: str) -> bool:
    return not table.now.over and table.now.agenda[-1].id == name


def _cities(table: Table, merger: Merger) -> None:
    """Shared cities are paid, the others replaced as far as markers go (5.4.5, 5.4.6, 5.4.8)."""
    own = table.places(merger.absorber)
    cities = [at for at in table.places(merger.absorbed) if not table.is_mine(at)]
    for at in [city for city in cities if city in own]:
        _lose(table, merger.absorbed, at)
        table.pay(BANK, merger.absorber, SHARED_CITY)
        table.take("shared_city", company=merger.absorber, money=SHARED_CITY)
        cities.remove(at)
    left = table.stations_left[merger.absorber]
    if not merger.counted:
        _count(table, merger, cities)
    if len(cities) <= left:
        _replace(table, merger, cities)
    elif left and _waits(table, "replace_in_cities"):
        table.due = ("replace_in_cities", table.director(merger.absorber))
        return
    lost = [at for at in table.places(merger.absorbed) if not table.is_mine(at)]
    for at in lost:
        _lose(table, merger.absorbed, at)
    lines = [{"company": merger.absorbed, "place": table.place(at)} for at in lost]
    table.take_all("marker_lost", lines)
    table.stage = "mines taken"


def _count(table: Table, merger: Merger, cities: list[str]) -> None:
    """Note what there is to replace, and what with."""
    merger.counted = True
    merger.left, merger.own = table.stations_left[merger.absorber], table.places(merger.absorber)
    merger.cities = list(cities)
    merger.mines = [
        at
        for at in table.places(merger.absorbed)
        if table.is_mine(at) and not turn.carbonia_taken(table, merger.absorber, at)
    ]


def _mines(table: Table, merger: Merger) -> None:
    """Mines may be replaced or given up (5.4.7)."""
    if _waits(table, "replace_in_mines"):
        table.due = ("replace_in_mines", table.director(merger.absorber))
        return
    if _whole(table, merger):
        table.require(not _could_go_on(table, merger), "5.4.7: nobody was asked about a mine")
    _give_up(table, merger)


def _give_up(table: Table, merger: Merger) -> None:
    rest = table.places(merger.absorbed)
    for at in rest:
        _lose(table, merger.absorbed, at)
    lines = [{"company": merger.absorbed, "place": table.place(at)} for at in rest]
    table.take_all("mine_given_up", lines)
    if _whole(table, merger):
        _judge(table, merger)
    table.auditor.merger = None
    turn.bonuses(table, merger.absorber)
    table.stage = "discards"  # (5.4.10)


# --- the network stays connected -------------------------------------------------------


def _whole(table: Table, merger: Merger) -> bool:
    """Tell whether the choice can be judged: all of it was seen, and this is how it is read."""
    return merger.counted and bool(table.policy.replaced_join_each_other)


def _judge(table: Table, merger: Merger) -> None:
    """Most cities, and each replaced marker joined to another, if there are too few (5.4.8)."""
    cities = [at for at in merger.replaced if not table.is_mine(at)]
    mines = [at for at in merger.replaced if table.is_mine(at)]
    table.require(_legal(table, merger, cities, mines), f"5.4.8: {merger.replaced} do not hold")
    most = max(len(chosen) for chosen, _ in _ends(table, merger))
    table.same("5.4.8: cities replaced", most, len(cities))


def _legal(table: Table, merger: Merger, cities: list[str], mines: list[str]) -> bool:
    """Tell whether these markers may be the replaced ones when all is done."""
    if len(cities) + len(mines) > merger.left:
        return False
    held = [*merger.own, *cities, *mines]
    bound: list[str] = []
    if len(merger.cities) > merger.left:
        bound += cities
    elif len(cities) < len(merger.cities):
        return False
    if len(merger.mines) > merger.left - len(cities):
        bound += mines
    return all(any(table.joined(one, other) for other in held if other != one) for one in bound)


def _ends(table: Table, merger: Merger) -> list[tuple[list[str], list[str]]]:
    return [
        (list(cities), list(mines))
        for cities in _subsets(merger.cities)
        for mines in _subsets(merger.mines)
        if _legal(table, merger, list(cities), list(mines))
    ]


def _subsets(names: list[str]) -> Iterable[tuple[str, ...]]:
    return (chosen for size in range(len(names) + 1) for chosen in combinations(names, size))


def _could_go_on(table: Table, merger: Merger) -> bool:
    """Tell whether further mines could still be replaced."""
    return any(
        set(merger.replaced) < {*cities, *mines}
        for cities, mines in _ends(table, merger)
        if set(cities) == {at for at in merger.replaced if not table.is_mine(at)}
    )
