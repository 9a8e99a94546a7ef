"""What computer players must know of 1862: charters, mergers, companies that help themselves.

Simple judgements, enough to play a whole game: found what can be floated, keep trains running,
merge companies of one director, keep options that can be paid.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...bots.sensible.advice import Advice
from ...bots.sensible.sight import Sight
from ...bots.sensible.stock import company_quality
from ...bots.sensible.values import horizon
from ...engine.actions import (
    Action,
    Answer,
    Bid,
    BuyShare,
    BuyTrain,
    Choose,
    DeclareBankruptcy,
    Dividend,
    Pass,
    SellShares,
    StartCompany,
)
from ...engine.shares import price
from ...engine.state import BANK
from .actions import Merge
from .charters import CharterPar, CharterShares
from .consolidation import OddShare
from .dividends import PayDividend
from .facts import facts
from .fines import FineSale
from .floating import BuyStations
from .mergers import (
    Acquisition,
    Merger,
    MergerConsent,
    RemoveStations,
    SurvivorOfAcquisition,
    SurvivorOfMerger,
)
from .parliament import CharterAuction, Parliament
from .printed import printed
from .stock import StockRound
from .trains import Trains
from .turn import Redeem

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...engine.step import Step

FLOAT_SHARES = 5
MOST_BID = 0.08  # part of the cash that a charter is worth
MOST_COMPANIES = 3  # that one player founds
TRAINS_WANTED = 3
MERGE_CHANCE = 0.25


def _cheapest_par(sight: Sight) -> int:
    return min(sight.game.definition.market.par_cells)


def _next_price(sight: Sight) -> int:
    top = sight.state.trains[BANK]
    return printed(sight.game).trains[sight.game.kind_of(top[0])].price if top else 0


# --- founding --------------------------------------------------------------------------


def charter(sight: Sight) -> Action:
    """Start an auction for the best company if the player could float it."""
    bids = [bid for bid, _ in sight.of(Bid)]
    if not bids or len(sight.own_companies()) >= MOST_COMPANIES:
        return sight.passing()
    if sight.cash < FLOAT_SHARES * _cheapest_par(sight):
        return sight.passing()
    return max(bids, key=lambda bid: (company_quality(sight, bid.target), bid.target))


def bid(sight: Sight) -> Action:
    """Raise while the charter is cheap and the company can be floated."""
    limit = min(MOST_BID * sight.cash, sight.cash - FLOAT_SHARES * _cheapest_par(sight))
    offers = [offer for offer, _ in sight.of(Bid) if offer.price <= limit]
    return offers[0] if offers else sight.passing()


def par(sight: Sight) -> Action:
    """Set the highest par at which the player can float the company alone."""
    starts = [start for start, _ in sight.of(StartCompany)]
    good = [start for start in starts if FLOAT_SHARES * start.par <= sight.cash]
    return max(good or starts[-1:], key=lambda start: start.par)


def more_shares(sight: Sight) -> Action:
    offers = [buy for buy, _ in sight.of(BuyShare)]
    return offers[0] if offers else sight.passing()


def stations(sight: Sight) -> Action:
    """Buy a few stations, and keep the money for a train."""
    step = sight.game.step
    assert isinstance(step, BuyStations)
    cash, wanted = sight.state.cash[step.company], _next_price(sight)
    counts = [int(choice.option) for choice, _ in sight.of(Choose)]
    good = [count for count in counts if count <= 4 and cash - 40 * count >= wanted]
    return Choose(str(max(good or counts[:1])))


# --- shares ----------------------------------------------------------------------------


def _yield(sight: Sight, company: str) -> float:
    """Judge a share by what its company earned last and by what it costs."""
    run = sight.state.last_runs.get(company)
    earned = run.revenue / 10 if run is not None and run.kind != "keep" else 4
    worth = price(sight.game, company) if sight.state.trains[company] else 0
    liking = 1.2 if sight.state.president.get(company) == sight.seat else 1.0
    return liking * (earned * min(horizon(sight.game), 4) + worth)


def _cost(sight: Sight, buy: BuyShare) -> int:
    return sight.state.par[buy.company] if buy.source == "ipo" else price(sight.game, buy.company)


def trade(sight: Sight) -> Action:
    """Float one's own companies, found new ones, hold what earns; sell only when one must."""
    buys = [buy for buy, _ in sight.of(BuyShare)]
    for buy in buys:
        mine = sight.state.president.get(buy.company) == sight.seat
        if mine and buy.company not in sight.state.floated:
            return buy
    founded = _found(sight)
    if founded is not None:
        return founded
    rated = [(_yield(sight, b.company) / max(1, _cost(sight, b)), b.company, b) for b in buys]
    good = [entry for entry in rated if entry[0] >= 1.05]
    if good:
        return max(good, key=lambda entry: entry[:2])[2]
    if sight.may_pass:
        return Pass()
    return sale(sight)


def _found(sight: Sight) -> Action | None:
    """Found a company that the player floats at once in his next turns."""
    if len(sight.own_companies()) >= MOST_COMPANIES:
        return None
    top = min(100, sight.cash // (FLOAT_SHARES + 1))
    starts = [start for start, _ in sight.of(StartCompany) if start.par <= top]
    if not starts or sight.dice.random() < 0.3:
        return None
    return max(starts, key=lambda s: (company_quality(sight, s.company), s.par, s.company))


def sale(sight: Sight) -> Action:
    """Sell what is worth least to the player, as little of it as possible."""
    sales = [offer for offer, _ in sight.of(SellShares)]
    if not sales:
        return sight.passing()
    return min(
        sales,
        key=lambda s: (
            sight.state.president.get(s.company) == sight.seat,
            _yield(sight, s.company),
            s.count,
            s.company,
        ),
    )


# --- mergers ---------------------------------------------------------------------------


def merge(sight: Sight) -> Action:
    """Merge with a company of the same director, now and then or when trains are missing."""
    presidents = sight.state.president
    partners = [m for m, _ in sight.of(Merge) if presidents.get(m.company) == sight.seat]
    trains = sight.state.trains
    needy = not trains[sight.company] and sight.treasury < _next_price(sight)
    if not partners or not (needy or sight.dice.random() < MERGE_CHANCE):
        return sight.passing()
    return max(partners, key=lambda m: (len(trains[m.company]), m.company))


def survivor(sight: Sight) -> Action:
    """Let the dearer company survive."""
    options = [choice for choice, _ in sight.of(Choose)]
    return max(options, key=lambda c: (price(sight.game, c.option), c.option))


def odd_share(sight: Sight) -> Action:
    """Keep an odd share while there is money to spare."""
    step = sight.game.step
    assert isinstance(step, OddShare)
    spare = 2 * step.cost if isinstance(step.holder, int) else step.cost + _next_price(sight)
    return Choose("redeem" if sight.state.cash[step.holder] >= spare else "sell")


def remove_station(sight: Sight) -> Action:
    return sight.choices[-1].action


def consent(sight: Sight) -> Action:
    """Agree to a merger in which one's own price does not suffer."""
    step = sight.game.step
    assert isinstance(step, MergerConsent)
    plan = step.plan
    mine = plan.lost if sight.state.president.get(plan.lost) == sight.seat else plan.survivor
    other = plan.survivor if mine == plan.lost else plan.lost
    fair = price(sight.game, other) >= price(sight.game, mine)
    return Answer("agree" if fair and sight.dice.random() < 0.5 else "decline")


# --- trains and dividends --------------------------------------------------------------


def dividend(sight: Sight) -> Action:
    """Pay, unless the company needs the money for its next train."""
    turn = sight.state.turn
    assert turn is not None
    others = [c.action for c in sight.choices if not isinstance(c.action, Dividend)]
    doomed = not any(_lasts(sight, card) for card in sight.state.trains[sight.company])
    short = _next_price(sight) - sight.treasury
    if doomed and 0 < short <= 2 * turn.revenue and horizon(sight.game) > 1.5:
        return Dividend("keep")
    if others and sight.treasury > 2 * _next_price(sight):
        return others[0]
    return Dividend("pay")


def _lasts(sight: Sight, card: str) -> bool:
    """Tell whether a train will not rust with the next trains that are sold."""
    end = printed(sight.game).trains[sight.game.kind_of(card)].scrapped_by
    kinds = [sight.game.kind_of(top) for top in sight.state.trains[BANK][:3]]
    return not end or end not in kinds


def trains(sight: Sight) -> Action:
    """Buy what the company may run; raise money only when it must."""
    permits = facts(sight.game).permits
    known = printed(sight.game).trains
    offers = [offer for offer, _ in sight.of(BuyTrain)]
    usable = [o for o in offers if known[sight.game.kind_of(o.train)].use in permits[sight.company]]
    owned = sight.state.trains[sight.company]
    bank = [o for o in usable if o.source == BANK]
    if not sight.may_pass:
        best = bank or usable or offers
        return best[0] if best else _raise(sight)
    lasting = [card for card in owned if _lasts(sight, card)]
    room = len(owned) < TRAINS_WANTED or not lasting
    if bank and room and (not lasting or sight.treasury >= 1.5 * bank[0].price):
        return sight.dice.choice(bank)
    return Pass()


def _raise(sight: Sight) -> Action:
    """Sell treasury shares rather than refinance; give up only if nothing else is left."""
    ways = [c.action for c in sight.choices if not isinstance(c.action, DeclareBankruptcy)]
    return ways[0] if ways else sight.choices[0].action


def redeem(sight: Sight) -> Action:
    offers = [buy for buy, _ in sight.of(BuyShare)]
    rich = sight.treasury > 3 * _next_price(sight)
    return offers[0] if offers and rich else sight.passing()


STEPS: dict[type[Step], Callable[[Sight], Action]] = {
    Parliament: charter,
    CharterAuction: bid,
    CharterPar: par,
    CharterShares: more_shares,
    BuyStations: stations,
    StockRound: trade,
    FineSale: sale,
    Merger: merge,
    Acquisition: merge,
    SurvivorOfMerger: survivor,
    SurvivorOfAcquisition: survivor,
    MergerConsent: consent,
    OddShare: odd_share,
    RemoveStations: remove_station,
    PayDividend: dividend,
    Trains: trains,
    Redeem: redeem,
}

ADVICE = Advice(float_shares=5, what_if=False, decisions=STEPS)
