"""Founding companies and holding shares."""

from __future__ import annotations

from ....bots.sensible.situation import Situation
from ....bots.sensible.stock import FAR, NEARER, company_quality
from ....bots.sensible.values import distance, horizon
from ....engine.actions import Action, Bid, BuyShare, Choose, SellShares, StartCompany
from ....engine.shares import price
from ....engine.state import IPO
from ..facts import EXPRESS, FLOAT, PARS, facts
from ..floating import BuyStations
from ..holdings import held
from .worth import founded_worth, next_price, worth

FLOAT_SHARES = FLOAT // 10
MOST_BID = 0.1  # part of the cash that a charter is worth
MOST_COMPANIES = 3  # that one player founds
GOOD = 1.1  # worth over cost from which a share is bought
BETTER = 1.35  # ... and how much better than a share it must be to take its place
SHORTEST = 3  # operating rounds for which a company is founded


def charter(situation: Situation) -> Action:
    """Start an auction for the best company if the player could float it."""
    bids = [bid for bid, _ in situation.of(Bid)]
    if not bids or situation.cash < owed(situation) + FLOAT_SHARES * PARS[0]:
        return situation.passing()
    if len(situation.own_companies()) >= MOST_COMPANIES or horizon(situation.game) < SHORTEST:
        return situation.passing()
    return max(bids, key=lambda bid: (quality(situation, bid.target), bid.target))


def quality(situation: Situation, company: str) -> float:
    """Judge a company by its surroundings; areas are of use to express trains only."""
    game = situation.game
    definition, colour = game.definition, game.phase.value_colour
    found = company_quality(situation, company)
    if facts(game).licences[company] == EXPRESS:
        return found
    home = definition.hexes[definition.companies[company].home]
    for spot in definition.hex_list:
        stops = [stop for stop in game.state.board[spot.index].tile.stops if stop.kind == "area"]
        away = distance(definition, home, spot) if stops else FAR + 1
        if away <= FAR:
            found -= sum(stop.value(colour) for stop in stops) * NEARER**away
    return found


def owed(situation: Situation) -> int:
    """Return what it costs to float the chartered companies for which the player answers."""
    game, state = situation.game, situation.state
    return sum(
        state.par[company] * missing(situation, company)
        for company, seat in facts(game).obligations.items()
        if seat == situation.seat and company in state.par and company not in state.floated
    )


def missing(situation: Situation, company: str) -> int:
    """Return how many shares have to be sold until a company floats."""
    return max(0, FLOAT_SHARES - 10 + held(situation.game, company, IPO))


def bid(situation: Situation) -> Action:
    """Raise while the charter is cheap and the company can be floated."""
    spare = situation.cash - owed(situation) - FLOAT_SHARES * PARS[0]
    limit = min((0.6 + 0.8 * situation.taste.random()) * MOST_BID * situation.cash, spare)
    offers = [offer for offer, _ in situation.of(Bid) if offer.price <= limit]
    return offers[0] if offers else situation.passing()


def par(situation: Situation) -> Action:
    """Set the par with which most is made, of those at which the player floats it alone."""
    starts = [start for start, _ in situation.of(StartCompany)]
    spare = situation.cash - owed(situation)
    good = [start for start in starts if FLOAT_SHARES * start.par <= spare]
    return max(good or starts[-1:], key=lambda start: start.par)


def more_shares(situation: Situation) -> Action:
    offers = [buy for buy, _ in situation.of(BuyShare)]
    return offers[0] if offers else situation.passing()


def stations(situation: Situation) -> Action:
    """Buy a few stations, and keep the money for trains."""
    step = situation.game.step
    assert isinstance(step, BuyStations)
    cash, wanted = situation.state.cash[step.company], next_price(situation.game)
    counts = [int(choice.option) for choice, _ in situation.of(Choose)]
    good = [count for count in counts if count <= 4 and cash - 40 * count >= 2 * wanted]
    return Choose(str(max(good or counts[:1])))


# --- stock rounds ----------------------------------------------------------------------


def cost(situation: Situation, buy: BuyShare) -> int:
    """Return what a share costs: par from the initial offer, else the price."""
    if buy.source == IPO:
        return situation.state.par[buy.company]
    return price(situation.game, buy.company)


def trade(situation: Situation) -> Action:
    """Float what one answers for, then buy what grows most, or found; let bad shares go."""
    buys = [buy for buy, _ in situation.of(BuyShare)]
    for buy in buys:
        mine = situation.state.president.get(buy.company) == situation.seat
        if mine and buy.company not in situation.state.floated:
            return buy
    spare = situation.cash - owed(situation)
    game = situation.game
    rated: list[tuple[float, str, Action]] = [
        (worth(game, b.company) / max(1, cost(situation, b)), f"{b.company}{b.source}", b)
        for b in buys
        if cost(situation, b) <= spare
    ]
    rated += _foundings(situation, spare)
    best = max(rated, default=(0.0, "", None), key=lambda entry: entry[:2])
    if best[2] is not None and best[0] >= GOOD:
        return best[2]
    if situation.may_pass:
        return _exchange(situation) or situation.passing()
    return sale(situation)


def _foundings(situation: Situation, spare: int) -> list[tuple[float, str, Action]]:
    """Return the best company to found with what it brings for its price."""
    game = situation.game
    if len(situation.own_companies()) >= MOST_COMPANIES or horizon(game) < SHORTEST:
        return []
    starts = [s for s, _ in situation.of(StartCompany) if FLOAT_SHARES * s.par <= spare]
    starts = [s for s in starts if s.par * FLOAT_SHARES >= next_price(game) + 80]
    if not starts:
        return []
    best = max(starts, key=lambda s: (quality(situation, s.company), s.par, s.company))
    return [(founded_worth(game, best.company, best.par, False) / best.par, best.company, best)]


def _exchange(situation: Situation) -> Action | None:
    """Sell shares that will bring little when there are much better ones to be had."""
    game, state = situation.game, situation.state
    sold = {company for seat, company in state.round.sold if seat == situation.seat}
    wanted = [
        worth(game, company) / price(game, company)
        for company in state.floated
        if company not in sold
        and state.trains[company]
        and any(holder in ("pool", IPO, company) for holder in state.shares[company][1:])
    ]
    best = max(wanted, default=0.0)
    found: tuple[float, SellShares] | None = None
    for offer, _ in situation.of(SellShares):
        if state.president.get(offer.company) == situation.seat or not state.trains[offer.company]:
            continue
        rate = worth(game, offer.company) / price(game, offer.company)
        if best > BETTER * max(rate, 0.8) and (found is None or (rate, -offer.count) < found[:1]):
            found = rate, offer
    return found[1] if found else None


def sale(situation: Situation) -> Action:
    """Sell what is worth least to the player, as little of it as possible."""
    sales = [offer for offer, _ in situation.of(SellShares)]
    if not sales:
        return situation.passing()
    return min(
        sales,
        key=lambda s: (
            situation.state.president.get(s.company) == situation.seat,
            worth(situation.game, s.company) / price(situation.game, s.company),
            s.count,
            s.company,
        ),
    )
