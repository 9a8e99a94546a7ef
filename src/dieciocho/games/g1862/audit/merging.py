"""Mergers, acquisitions and the consolidation of shares, two for one (5, 7.5, 7.14)."""

from __future__ import annotations

from dataclasses import dataclass, field

from ....engine.actions import Answer, Choose
from ....engine.state import BANK, IPO, POOL, Owner, Seat, StopId
from ..actions import Merge, RemoveStation
from .desk import Desk
from .map import LONDON, is_bare, reached
from .shares import become_director, give_back, most_stations, par_below, ruined
from .table import DIRECTORS

REDEEM = "redeem"


@dataclass
class Option:
    """A share, or a director's certificate, that is redeemed or given up (5.2.4.6, 5.2.4.8)."""

    holder: Owner
    cost: int
    gain: int
    card: bool = False  # it is the director's certificate
    forced: bool = False  # it cannot be kept


@dataclass
class Consolidation:
    survivor: str
    lost: str | None  # None: a company refinances
    initiator: Seat
    price: int
    left: list[Owner] = field(default_factory=list)  # holders whose turn is still to come
    option: Option | None = None

    @property
    def companies(self) -> tuple[str, ...]:
        return (self.survivor,) if self.lost is None else (self.survivor, self.lost)


# --- agreeing ----------------------------------------------------------------------------


def propose(desk: Desk, seat: Seat, action: Merge) -> None:
    """The director of the operating company proposes a merger (7.5.0.1, 7.5.1)."""
    table, turn, other = desk.table, desk.turn, action.company
    desk.require(not table.lner, "7.5.1.2: a merger after the LNER has formed")
    desk.require(
        other != turn.company and other in table.floated, f"7.5.0.1: a merger with {other}"
    )
    desk.require(other in table.president, f"7.5.1.2: {other} has no director and is merged")
    desk.same("who proposes a merger", table.president.get(turn.company), seat)
    near = _connected(desk, turn.company, other) or _connected(desk, other, turn.company)
    desk.require(near, f"7.5.2.1: {other} is not connected")
    turn.partner = other


def _connected(desk: Desk, company: str, other: str) -> bool:
    """Does track of one lead to a station of the other? A bare home counts as reached (7.2.6)."""
    stops, _ = reached(desk, company)
    theirs = [stop for stop in desk.table.tokens(other) if stop[0] not in LONDON]
    return any(stop in stops or is_bare(desk, stop[0]) for stop in theirs)


def choose_survivor(desk: Desk, seat: Seat, action: Choose) -> None:
    turn = desk.turn
    assert turn.partner is not None
    desk.require(
        action.option in (turn.company, turn.partner), f"5.2.1.1: {action.option} survives"
    )
    turn.survivor = action.option
    if desk.policy.consent and desk.table.president[turn.partner] != seat:
        desk.claims.take(
            "merger_proposed", company=turn.company, other=turn.partner, survivor=turn.survivor
        )
    else:
        merge(desk, seat)


def answer(desk: Desk, seat: Seat, action: Answer) -> None:
    turn = desk.turn
    assert turn.partner is not None
    desk.same("who is asked", desk.table.president[turn.partner], seat)
    desk.claims.take(f"answer_{action.answer}", player=desk.names[seat])
    if action.answer == "agree":
        merge(desk, desk.table.president[turn.company])
    else:
        turn.partner = turn.survivor = None


# --- merging -----------------------------------------------------------------------------


def merge(desk: Desk, initiator: Seat) -> None:
    """Both companies become one at a new price and par (7.5.3, 7.5.4)."""
    table, turn = desk.table, desk.turn
    assert turn.partner is not None
    assert turn.survivor is not None
    survivor = turn.survivor
    lost = turn.company if survivor == turn.partner else turn.partner
    low, high = sorted((desk.worth(survivor), desk.worth(lost)))
    place = desk.space(low + high // 2)
    price = desk.prices[place]
    desk.claims.take("merges", company=lost, survivor=survivor, price=price)
    table.put_marker(survivor, place)
    table.par[survivor] = par_below(price)
    if place == len(desk.prices) - 1 and desk.policy.merger_ends_game:
        desk.note_ending("price")
    consolidate(desk, Consolidation(survivor, lost, initiator, price))


def consolidate(desk: Desk, plan: Consolidation) -> None:
    """Offered shares go to the pool (5.2.2); then all holders in turn, the company last."""
    table = desk.table
    for company in plan.companies:
        table.give(company, table.ordinary[company][IPO], IPO, POOL)
    table.unite(plan.companies)  # the two treasuries are one holder (5.2.4.1)
    plan.left = [*desk.clockwise(plan.initiator), plan.survivor]
    desk.progress.merger = plan


def proceed(desk: Desk) -> bool:
    """Go on until somebody has to choose; True when the consolidation is over."""
    plan = desk.progress.merger
    assert plan is not None
    while plan.option is not None or plan.left:
        if plan.option is None:
            _consolidate(desk, plan, plan.left.pop(0))
        elif plan.option.forced or not _can_redeem(desk, plan, plan.option):
            _give_up(desk, plan, plan.option)
        else:
            return False
    desk.progress.merger = None
    _find_director(desk, plan)
    if plan.lost is None:
        money = 10 * desk.table.par[plan.survivor]
        desk.pay(BANK, plan.survivor, money)
        desk.claims.take("capital", company=plan.survivor, money=money)
    else:
        _unite(desk, plan, plan.lost)
    return True


def _can_redeem(desk: Desk, plan: Consolidation, option: Option) -> bool:
    """A holder needs the money; a company that refinances also that for its train (A-44)."""
    cash = desk.table.cash[option.holder] - option.cost
    if cash >= 0 and option.holder == plan.survivor and plan.lost is None:
        train = desk.train(desk.table.trains[BANK][0]).price
        return not desk.policy.keep_for_train or cash + 10 * desk.table.par[plan.survivor] >= train
    return cash >= 0


def choose(desk: Desk, seat: Seat, action: Choose) -> None:
    """Redeem an option or give it up (5.2.4.6)."""
    plan = desk.progress.merger
    assert plan is not None
    assert plan.option is not None
    option = plan.option
    who = option.holder if isinstance(option.holder, int) else plan.initiator
    desk.same("who decides on the option", who, seat)
    if action.option != REDEEM:
        desk.same("what an option is for", "sell", action.option)
        _give_up(desk, plan, option)
        return
    desk.pay(option.holder, BANK, option.cost)
    _tell(desk, "option_redeemed", plan, option.holder, plan.survivor, option.cost)
    plan.option = None


def _give_up(desk: Desk, plan: Consolidation, option: Option) -> None:
    table, company = desk.table, plan.survivor
    if option.card:
        company = next(c for c in plan.companies if table.card[c] == option.holder)
        table.card[company] = POOL
    else:
        table.give(company, 1, option.holder, POOL)
    desk.pay(BANK, option.holder, option.gain)
    _tell(desk, "option_given_up", plan, option.holder, company, option.gain)
    plan.option = None


def _tell(
    desk: Desk, line: str, plan: Consolidation, holder: Owner, company: str, money: int
) -> None:
    told = desk.claims.take(line, company=company, money=money)
    names = [desk.names[holder]] if isinstance(holder, int) else list(plan.companies)
    desk.require(told["holder"] in names, f"5.2.4.1: {line}: {told['holder']} is not {names}")


# --- one holder --------------------------------------------------------------------------


def _consolidate(desk: Desk, plan: Consolidation, holder: Owner) -> None:
    """The steps of one holder (5.2.4)."""
    table = desk.table
    total = sum(table.shares(company, holder) for company in plan.companies)
    if not total:
        return
    card = [c for c in plan.companies if table.card[c] == holder]
    if card and total < 2 * DIRECTORS and not _exchange_card(desk, plan, holder, card[0]):
        _card_as_option(desk, plan, holder, card[0], total)
        return
    _return_half(desk, plan, holder, total // 2)
    odd, lost = total % 2, plan.lost
    if lost is not None:
        kept = table.ordinary[lost][holder]
        option_is_lost = odd and kept > 0
        for number in range(kept):
            is_option = bool(option_is_lost) and number == kept - 1
            if not _swap(desk, plan, holder, lost):
                _turn_in(desk, plan, holder, lost, half=is_option)
                if is_option:
                    return
    if odd:
        half = plan.price // 2
        plan.option = Option(holder, half, half)


def _exchange_card(desk: Desk, plan: Consolidation, holder: Owner, company: str) -> bool:
    """Three ordinary shares of the pool for a director's certificate (5.2.4.7)."""
    table = desk.table
    if sum(table.ordinary[c][POOL] for c in plan.companies) < DIRECTORS:
        return False
    table.card[company] = POOL
    wanted = DIRECTORS
    for source in plan.companies:
        count = min(wanted, table.ordinary[source][POOL])
        table.give(source, count, POOL, holder)
        wanted -= count
    return True


def _card_as_option(
    desk: Desk, plan: Consolidation, holder: Owner, company: str, total: int
) -> None:
    """The director's certificate itself is the option (5.2.4.8, 5.2.4.9)."""
    table = desk.table
    for each in plan.companies:
        table.give(each, table.ordinary[each][holder], holder, POOL)
    forced = False
    if company == plan.lost:
        other = table.card[plan.survivor]
        if other == POOL or other in plan.left:
            table.card[plan.survivor], table.card[company] = holder, other
        else:
            forced = True
    plan.option = Option(
        holder,
        cost=(2 * DIRECTORS - total) * plan.price // 2,
        gain=total * plan.price // 2,
        card=True,
        forced=forced,
    )


def _return_half(desk: Desk, plan: Consolidation, holder: Owner, count: int) -> None:
    """Half of the shares go to the pool, those of the lost company first (5.2.4.2, 5.2.4.3)."""
    table = desk.table
    for company in reversed(plan.companies):
        if company == plan.lost and table.card[company] == holder:
            desk.require(
                count >= DIRECTORS, "5.2.4.3: a director's certificate is too much to return"
            )
            table.card[company] = POOL
            count -= DIRECTORS
        given = min(count, table.ordinary[company][holder])
        table.give(company, given, holder, POOL)
        count -= given
    desk.same("shares that cannot be returned", 0, count)


def _swap(desk: Desk, plan: Consolidation, holder: Owner, lost: str) -> bool:
    """Exchange a share of the lost company, with the pool or the next holder (5.2.4.4)."""
    table, survivor = desk.table, plan.survivor
    for donor in (POOL, *plan.left):
        if table.ordinary[survivor][donor]:
            table.give(survivor, 1, donor, holder)
            table.give(lost, 1, holder, donor)
            return True
    return False


def _turn_in(desk: Desk, plan: Consolidation, holder: Owner, lost: str, *, half: bool) -> None:
    """What cannot be exchanged is sold: at the price, an option at half of it (5.2.4.5)."""
    up = 1 if desk.policy.half_option_up else 0
    money = (plan.price + up) // 2 if half else plan.price
    desk.table.give(lost, 1, holder, POOL)
    desk.pay(BANK, holder, money)
    _tell(desk, "share_turned_in", plan, holder, lost, money)


# --- afterwards --------------------------------------------------------------------------


def _find_director(desk: Desk, plan: Consolidation) -> None:
    """Most shares, at least three; ties from the initiator on (5.2.5)."""
    table, company = desk.table, plan.survivor
    order = desk.clockwise(plan.initiator)
    most = max(table.shares(company, seat) for seat in order)
    if most < DIRECTORS:
        desk.last_director[company] = table.president.get(company, plan.initiator)
        table.card[company] = POOL
        if table.president.pop(company, None) is not None:
            desk.claims.take("no_director", company=company)
        return
    first = next(seat for seat in order if table.shares(company, seat) == most)
    if table.president.get(company) != first:
        become_director(desk, company, first)
    elif table.card[company] != first:  # he stays director with ordinary shares
        table.give(company, DIRECTORS, first, table.card[company])
        table.card[company] = first


def _unite(desk: Desk, plan: Consolidation, lost: str) -> None:
    """Money, trains and permits go to the survivor (7.5.6.1), then the stations."""
    table, survivor = desk.table, plan.survivor
    table.together = ()
    table.trains[survivor] += table.trains[lost]
    table.trains[lost] = []
    table.permits[survivor] |= table.permits[lost]
    stays = desk.policy.charters_stay and {survivor, lost} <= table.chartered
    if not stays:
        table.chartered.discard(survivor)  # 7.5.6.4
    for stop in doubled(desk, survivor, lost):
        table.lift(lost, stop)
    desk.progress.excess = lost
    desk.turn.survivor = survivor


def placed(desk: Desk, company: str) -> list[StopId]:
    return desk.table.tokens(company)


def doubled(desk: Desk, survivor: str, lost: str) -> list[StopId]:
    """Return the stations of the lost company where the survivor has one too (7.5.6.2)."""
    mine = placed(desk, survivor)
    in_london = any(hex_name in LONDON for hex_name, _ in mine)
    return [
        stop for stop in placed(desk, lost) if stop in mine or (in_london and stop[0] in LONDON)
    ]


def excess(desk: Desk, survivor: str, lost: str) -> int:
    """Return how many stations have to be removed (7.5.6.3)."""
    both = len(placed(desk, survivor)) + len(placed(desk, lost))
    return both - most_stations(desk)


def remove(desk: Desk, seat: Seat, action: RemoveStation) -> None:
    """The director takes a station that is too many off the map."""
    table, lost = desk.table, desk.progress.excess
    survivor = desk.turn.survivor
    assert lost is not None
    assert survivor is not None
    desk.same("who removes stations", desk.decider(survivor), seat)
    stops = [(c, s) for c in (lost, survivor) for s in placed(desk, c) if s[0] == action.hex]
    desk.require(bool(stops), f"7.5.6.3: there is no station in {action.hex}")
    told = desk.claims.take("station_removed", hex=action.hex)
    company, stop = next((c, s) for c, s in stops if c == told["company"])
    table.lift(company, stop)


def unite_stations(desk: Desk) -> bool:
    """Replace the lost company's stations; False while some have to be removed first."""
    table, lost = desk.table, desk.progress.excess
    survivor = desk.turn.survivor
    assert lost is not None
    assert survivor is not None
    if excess(desk, survivor, lost) > 0:
        return False
    for stop in placed(desk, lost):
        table.stations[stop][lost] -= 1
        table.stations[stop][survivor] += 1
        order = table.arrivals[stop[0]]
        order[order.index(lost)] = survivor
    room = most_stations(desk) - len(placed(desk, survivor))
    table.unused[survivor] = min(room, table.unused[survivor] + table.unused[lost])
    give_back(desk, lost)
    desk.progress.excess = None
    _go_on(desk, survivor, lost)
    return True


def _go_on(desk: Desk, survivor: str, lost: str) -> None:
    """Does the merged company still operate in this turn (7.5.0.2, 7.14.1)?"""
    turn, operated = desk.turn, desk.progress.operated
    other = turn.partner
    assert other is not None
    turn.partner = turn.survivor = None
    if turn.done or other in operated:
        operated.add(survivor)
        turn.cut_short = True
    operated.discard(lost)
    turn.company = survivor
    turn.merged = True
    ruined(desk, survivor)  # two prices near nothing make nothing (7.12.1)
