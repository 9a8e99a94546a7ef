"""Stock rounds: start companies that float, hold good shares, let go of bad ones."""

from __future__ import annotations

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
from .sight import Sight
from .values import distance, horizon, lasting, missing, money_needed, share_worth

GOOD = 1.08  # worth over cost from which a share is bought
BAD = 0.9  # ... and below which it is sold
OWN = 1.15  # liking for shares of one's own companies


def decide(sight: Sight) -> Action:
    """Return the best sale or purchase of this turn, or pass."""
    if above_certificate_limit(sight.game, sight.seat):
        forced = _worst_sale(sight)
        if forced is not None:
            return forced
    opening = (_finish_floating, _exchange, _start)
    if _begins_alone(sight):
        opening = (_start, _finish_floating, _exchange)
    for option in (_dump, *opening, _buy, _sell_for_better):
        action = option(sight)
        if action is not None:
            return action
    if sight.may_pass:
        return Pass()
    return _worst_sale(sight) or sight.choices[0].action


def reserve(sight: Sight) -> int:
    """Return the cash that a director keeps because his companies will need help for a train."""
    if sight.state.round.number == 1:
        return 0
    return sum(missing(sight.game, c) for c in sight.own_companies() if c in sight.state.floated)


def ratio(sight: Sight, company: str, cost: int) -> float:
    """Return how many times its cost a share will bring; own companies are dearer to us."""
    value = share_worth(sight.game, company) / max(cost, 1)
    return value * OWN if sight.state.president.get(company) == sight.seat else value


# --- starting companies ----------------------------------------------------------------


def _begins_alone(sight: Sight) -> bool:
    """Tell whether a player starts a company of his own before he helps another's to float."""
    if not sight.advice.own_first or sight.own_companies():
        return False
    dearest = max(sight.game.definition.market.par_cells)
    return sight.advice.float_shares * dearest <= sight.cash


def _finish_floating(sight: Sight) -> Action | None:
    """Buy what is missing until a company that the player has started can operate."""
    game = sight.game
    offers = [
        buy
        for buy, _ in sight.of(BuyShare)
        if buy.source == IPO and buy.company not in sight.state.floated
    ]
    for mine in (True, False):
        for buy in offers:
            is_mine = sight.state.president[buy.company] == sight.seat
            left = sight.advice.float_shares - (10 - percent(game, buy.company, IPO) // 10)
            par = sight.state.par[buy.company]
            if is_mine == mine and left * par <= _table_money(sight, is_mine):
                return buy
    return None


def _table_money(sight: Sight, own: bool) -> int:
    """Return the money that may go into floating: one's own, and half of what others have."""
    cash = sight.state.cash
    others = sum(cash[seat] for seat in range(len(sight.game.players)) if seat != sight.seat)
    return cash[sight.seat] + others // (2 if own else 3)


def company_quality(sight: Sight, company: str) -> float:
    """Judge a company that has not been started by its surroundings and its bonus."""
    game = sight.game
    charter = game.definition.companies[company]
    hexes = game.definition.hexes
    home = hexes[charter.home]
    colour = game.phase.value_colour
    total = charter.bonus + 8.0 * charter.stations
    for spot in game.definition.hex_list:
        away = distance(game, home, spot)
        if away > 4:
            continue
        stops = game.state.board[spot.index].tile.stops
        value = sum(max(stop.value(colour), 10) for stop in stops)
        total += value * 0.7**away - 0.3 * spot.cost * 0.7**away
    return total + 15 * sight.taste.random()


def _start(sight: Sight) -> Action | None:
    """Start the most promising company at the highest par that can be floated."""
    starts = [start for start, _ in sight.of(StartCompany)]
    if not starts or horizon(sight.game) < 3:
        return None
    game, state = sight.game, sight.state
    pending = [c for c in state.par if c not in state.floated]
    mine = sight.own_companies()
    if any(c in pending for c in mine) or len(mine) >= max(2, 8 // len(game.players)):
        return None
    money = sight.cash - reserve(sight)
    alone = [s.par for s in starts if sight.advice.float_shares * s.par <= money]
    if alone:
        par = max(alone)
    elif not pending and not mine and len(game.players) > 3:
        # Too poor to float one alone: others have to help, so it must be cheap.
        par = min(s.par for s in starts)
        if sight.advice.float_shares * par > _table_money(sight, own=True) or 2 * par > money:
            return None
    else:
        return None
    top = state.trains[BANK]
    if top and 10 * par < game.definition.trains[game.kind_of(top[0])].price * 1.1:
        return None
    companies = dict.fromkeys(s.company for s in starts if s.par <= par)
    best = max(companies, key=lambda c: company_quality(sight, c))
    return max((s for s in starts if s.company == best and s.par <= par), key=lambda s: s.par)


# --- buying ----------------------------------------------------------------------------


def _exchange(sight: Sight) -> Action | None:
    """Exchange a private for a share that is worth clearly more than it still pays."""
    offers = [(price(sight.game, e.company), e) for e, _ in sight.of(Exchange)]
    if not offers:
        return None
    value, exchange = max(offers, key=lambda entry: (entry[0], entry[1].company))
    card = sight.game.definition.privates[exchange.private]
    return exchange if value > 0.7 * card.value else None


def _buy(sight: Sight) -> Action | None:
    money = sight.cash - reserve(sight)
    best: tuple[float, BuyShare] | None = None
    for buy, _ in sight.of(BuyShare):
        if buy.company not in sight.state.floated and _hopeless(sight, buy.company):
            continue
        cost = sight.state.par[buy.company] if buy.source == IPO else price(sight.game, buy.company)
        if cost > money or _burden(sight, buy.company, cost):
            continue
        value = ratio(sight, buy.company, cost)
        if value >= GOOD and (best is None or value > best[0]):
            best = (value, buy)
    return best[1] if best else None


def _burden(sight: Sight, company: str, cost: int) -> bool:
    """Tell whether a share would make the player director of a company that he cannot help."""
    director = sight.state.president[company]
    if director == sight.seat or company not in sight.state.floated:
        return False
    held = percent(sight.game, company, sight.seat) + 10
    gap = missing(sight.game, company)
    return held > percent(sight.game, company, director) and gap > 0.3 * (sight.cash - cost)


def _hopeless(sight: Sight, company: str) -> bool:
    """Tell whether a company will not float in the near future."""
    left = sight.advice.float_shares - (10 - percent(sight.game, company, IPO) // 10)
    return left * sight.state.par[company] > _table_money(sight, own=False)


# --- selling ---------------------------------------------------------------------------


def _dump(sight: Sight) -> Action | None:
    """Hand a company that will ruin its director over to somebody else."""
    game = sight.game
    for company in sight.own_companies():
        if company not in sight.state.floated or lasting(game, company):
            continue
        gap = money_needed(game, company) - sight.state.cash[company]
        if gap <= 0 or gap <= 0.8 * sight.cash:
            continue
        sales = [s for s, _ in sight.of(SellShares) if s.company == company]
        sales = [s for s in sales if successor(game, company, s.count * 10) is not None]
        if sales:
            return max(sales, key=lambda sale: sale.count)
    return None


def _sell_for_better(sight: Sight) -> Action | None:
    """Sell bad shares, at once and all of them; directors keep their companies."""
    game = sight.game
    worst: tuple[float, SellShares] | None = None
    for sale, _ in sight.of(SellShares):
        company = sale.company
        if sight.state.president[company] == sight.seat:
            continue
        if company not in sight.state.floated and not _hopeless(sight, company):
            continue
        value = ratio(sight, company, price(game, company))
        entry = (value - 0.001 * sale.count, sale)
        if value < BAD and (worst is None or entry[0] < worst[0]):
            worst = entry
    return worst[1] if worst else None


def _worst_sale(sight: Sight) -> Action | None:
    """Return the sale of one share that hurts least, if there is any."""
    sales = [s for s, _ in sight.of(SellShares)]
    if not sales:
        return None

    def pain(sale: SellShares) -> tuple[float, int]:
        game, company = sight.game, sale.company
        own = sight.state.president[company] == sight.seat
        keeps = not own or ordinary(game, company, sight.seat) > 2
        return ratio(sight, company, price(game, company)) + (0 if keeps else 5), sale.count

    return min(sales, key=pain)
