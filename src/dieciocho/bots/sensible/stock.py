"""Stock rounds: start companies that float, hold good shares, let go of bad ones."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from ...engine.actions import (
    Action,
    BuyShare,
    Exchange,
    Pass,
    SellShares,
    StartCompany,
)
from ...engine.shares import ordinary, percent, price, successor
from ...engine.state import BANK, IPO
from ...engine.steps.stock import above_certificate_limit
from .situation import Situation
from .values import distance, horizon, lasting, missing, money_needed, share_worth

if TYPE_CHECKING:
    from ...engine.definition import Definition

GOOD = 1.08  # worth over cost from which a share is bought
BAD = 0.9  # ... and below which it is sold
OWN = 1.15  # liking for shares of one's own companies
FAR, NEARER = 4, 0.7  # hexes around a home that count, and how much less each one further


def decide(situation: Situation) -> Action:
    """Return the best sale or purchase of this turn, or pass."""
    if above_certificate_limit(situation.game, situation.seat):
        forced = _worst_sale(situation)
        if forced is not None:
            return forced
    opening = (_finish_floating, _exchange, _start)
    if _begins_alone(situation):
        opening = (_start, _finish_floating, _exchange)
    for option in (_dump, *opening, _buy, _sell_for_better):
        action = option(situation)
        if action is not None:
            return action
    if situation.may_pass:
        return Pass()
    return _worst_sale(situation) or situation.choices[0].action


def reserve(situation: Situation) -> int:
    """Return the cash that a director keeps because his companies will need help for a train."""
    if situation.state.round.number == 1 or not situation.advice.saving:
        return 0
    return sum(
        missing(situation.game, c)
        for c in situation.own_companies()
        if c in situation.state.floated
    )


def ratio(situation: Situation, company: str, cost: int) -> float:
    """Return how many times its cost a share will bring; own companies are dearer to us."""
    value = share_worth(situation.game, company) / max(cost, 1)
    return value * OWN if situation.state.president.get(company) == situation.seat else value


# --- starting companies ----------------------------------------------------------------


def _begins_alone(situation: Situation) -> bool:
    """Tell whether a player starts a company of his own before he helps another's to float."""
    if not situation.advice.own_first or situation.own_companies():
        return False
    dearest = max(situation.game.definition.market.par_cells)
    return situation.advice.float_shares * dearest <= situation.cash


def _finish_floating(situation: Situation) -> Action | None:
    """Buy what is missing until a company that the player has started can operate."""
    game = situation.game
    offers = [
        buy
        for buy, _ in situation.of(BuyShare)
        if buy.source == IPO and buy.company not in situation.state.floated
    ]
    for mine in (True, False):
        for buy in offers:
            is_mine = situation.state.president[buy.company] == situation.seat
            left = situation.advice.float_shares - (10 - percent(game, buy.company, IPO) // 10)
            par = situation.state.par[buy.company]
            if is_mine == mine and left * par <= _table_money(situation, is_mine):
                return buy
    return None


def _table_money(situation: Situation, own: bool) -> int:
    """Return the money that may go into floating: one's own, and half of what others have."""
    cash = situation.state.cash
    others = sum(
        cash[seat] for seat in range(len(situation.game.players)) if seat != situation.seat
    )
    return cash[situation.seat] + others // (2 if own else 3)


@lru_cache(maxsize=500)
def _around(definition: Definition, home: str) -> tuple[tuple[int, float, float], ...]:
    """Return the hexes around a home, how much each counts, and what building there costs."""
    here = definition.hexes[home]
    spots = [(spot, distance(definition, here, spot)) for spot in definition.hex_list]
    return tuple((s.index, NEARER**away, 0.3 * s.cost) for s, away in spots if away <= FAR)


def company_quality(situation: Situation, company: str) -> float:
    """Judge a company that has not been started by its surroundings and its bonus."""
    game = situation.game
    charter = game.definition.companies[company]
    colour = game.phase.value_colour
    total = charter.bonus + 8.0 * charter.stations
    for index, near, cost in _around(game.definition, charter.home):
        value = sum(max(stop.value(colour), 10) for stop in game.state.board[index].tile.stops)
        total += (value - cost) * near
    return total + 15 * situation.taste.random()


def _start(situation: Situation) -> Action | None:
    """Start the most promising company at the highest par that can be floated."""
    starts = [start for start, _ in situation.of(StartCompany)]
    if not starts or horizon(situation.game) < 3:
        return None
    game, state = situation.game, situation.state
    pending = [c for c in state.par if c not in state.floated]
    mine = situation.own_companies()
    most = situation.advice.companies or max(2, 8 // len(game.players))
    if any(c in pending for c in mine) or len(mine) >= most:
        return None
    money = situation.cash - reserve(situation)
    alone = [s.par for s in starts if situation.advice.float_shares * s.par <= money]
    if alone:
        par = max(alone)
    elif not pending and not mine and len(game.players) > 3:
        # Too poor to float one alone: others have to help, so it must be cheap.
        par = min(s.par for s in starts)
        if (
            situation.advice.float_shares * par > _table_money(situation, own=True)
            or 2 * par > money
        ):
            return None
    else:
        return None
    top = state.trains[BANK]
    if top and 10 * par < game.definition.trains[game.kind_of(top[0])].price * 1.1:
        return None
    companies = dict.fromkeys(s.company for s in starts if s.par <= par)
    promises = {c: situation.advice.promise(game, c) for c in companies}
    rated = [
        (company_quality(situation, c) + more, c)
        for c, more in promises.items()
        if more is not None
    ]
    if not rated:
        return None
    best = max(rated, key=lambda entry: entry[0])[1]
    return max((s for s in starts if s.company == best and s.par <= par), key=lambda s: s.par)


# --- buying ----------------------------------------------------------------------------


def _exchange(situation: Situation) -> Action | None:
    """Exchange a private for a share that is worth clearly more than it still pays."""
    offers = [(price(situation.game, e.company), e) for e, _ in situation.of(Exchange)]
    if not offers:
        return None
    value, exchange = max(offers, key=lambda entry: (entry[0], entry[1].company))
    card = situation.game.definition.privates[exchange.private]
    return exchange if value > 0.7 * card.value else None


def _buy(situation: Situation) -> Action | None:
    money = situation.cash - reserve(situation)
    best: tuple[float, BuyShare] | None = None
    for buy, _ in situation.of(BuyShare):
        if buy.company not in situation.state.floated and _hopeless(situation, buy.company):
            continue
        cost = (
            situation.state.par[buy.company]
            if buy.source == IPO
            else price(situation.game, buy.company)
        )
        if cost > money or _burden(situation, buy.company, cost):
            continue
        value = ratio(situation, buy.company, cost)
        if value >= GOOD and (best is None or value > best[0]):
            best = (value, buy)
    return best[1] if best else None


def _burden(situation: Situation, company: str, cost: int) -> bool:
    """Tell whether a share would make the player director of a company that he cannot help."""
    director = situation.state.president[company]
    if director == situation.seat or company not in situation.state.floated:
        return False
    held = percent(situation.game, company, situation.seat) + 10
    gap = missing(situation.game, company)
    return held > percent(situation.game, company, director) and gap > 0.3 * (situation.cash - cost)


def _hopeless(situation: Situation, company: str) -> bool:
    """Tell whether a company will not float in the near future."""
    left = situation.advice.float_shares - (10 - percent(situation.game, company, IPO) // 10)
    return left * situation.state.par[company] > _table_money(situation, own=False)


# --- selling ---------------------------------------------------------------------------


def _dump(situation: Situation) -> Action | None:
    """Hand a company that will ruin its director over to somebody else."""
    game = situation.game
    for company in situation.own_companies():
        if company not in situation.state.floated or lasting(game, company):
            continue
        gap = money_needed(game, company) - situation.state.cash[company]
        if gap <= 0 or gap <= 0.8 * situation.cash:
            continue
        sales = [s for s, _ in situation.of(SellShares) if s.company == company]
        sales = [s for s in sales if successor(game, company, s.count * 10) is not None]
        if sales:
            return max(sales, key=lambda sale: sale.count)
    return None


def _sell_for_better(situation: Situation) -> Action | None:
    """Sell bad shares, at once and all of them; directors keep their companies."""
    game = situation.game
    worst: tuple[float, SellShares] | None = None
    for sale, _ in situation.of(SellShares):
        company = sale.company
        if situation.state.president[company] == situation.seat:
            continue
        if company not in situation.state.floated and not _hopeless(situation, company):
            continue
        value = ratio(situation, company, price(game, company))
        entry = (value - 0.001 * sale.count, sale)
        if value < BAD and (worst is None or entry[0] < worst[0]):
            worst = entry
    return worst[1] if worst else None


def _worst_sale(situation: Situation) -> Action | None:
    """Return the sale of one share that hurts least, if there is any."""
    sales = [s for s, _ in situation.of(SellShares)]
    if not sales:
        return None

    def pain(sale: SellShares) -> tuple[float, int]:
        game, company = situation.game, sale.company
        own = situation.state.president[company] == situation.seat
        keeps = not own or ordinary(game, company, situation.seat) > 2
        return ratio(situation, company, price(game, company)) + (0 if keeps else 5), sale.count

    return min(sales, key=pain)
