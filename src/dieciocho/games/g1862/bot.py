"""What computer players must know of 1862: charters, mergers, companies that help themselves.

Simple judgements, enough to play a whole game: found what can be floated, keep trains running,
merge companies of one director, keep options that can be paid.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...bots.sensible.advice import Advice
from ...bots.sensible.situation import Situation
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


def _cheapest_par(situation: Situation) -> int:
    return min(situation.game.definition.market.par_cells)


def _next_price(situation: Situation) -> int:
    top = situation.state.trains[BANK]
    return printed(situation.game).trains[situation.game.kind_of(top[0])].price if top else 0


# --- founding --------------------------------------------------------------------------


def charter(situation: Situation) -> Action:
    """Start an auction for the best company if the player could float it."""
    bids = [bid for bid, _ in situation.of(Bid)]
    if not bids or len(situation.own_companies()) >= MOST_COMPANIES:
        return situation.passing()
    if situation.cash < FLOAT_SHARES * _cheapest_par(situation):
        return situation.passing()
    return max(bids, key=lambda bid: (company_quality(situation, bid.target), bid.target))


def bid(situation: Situation) -> Action:
    """Raise while the charter is cheap and the company can be floated."""
    limit = min(MOST_BID * situation.cash, situation.cash - FLOAT_SHARES * _cheapest_par(situation))
    offers = [offer for offer, _ in situation.of(Bid) if offer.price <= limit]
    return offers[0] if offers else situation.passing()


def par(situation: Situation) -> Action:
    """Set the highest par at which the player can float the company alone."""
    starts = [start for start, _ in situation.of(StartCompany)]
    good = [start for start in starts if FLOAT_SHARES * start.par <= situation.cash]
    return max(good or starts[-1:], key=lambda start: start.par)


def more_shares(situation: Situation) -> Action:
    offers = [buy for buy, _ in situation.of(BuyShare)]
    return offers[0] if offers else situation.passing()


def stations(situation: Situation) -> Action:
    """Buy a few stations, and keep the money for a train."""
    step = situation.game.step
    assert isinstance(step, BuyStations)
    cash, wanted = situation.state.cash[step.company], _next_price(situation)
    counts = [int(choice.option) for choice, _ in situation.of(Choose)]
    good = [count for count in counts if count <= 4 and cash - 40 * count >= wanted]
    return Choose(str(max(good or counts[:1])))


# --- shares ----------------------------------------------------------------------------


def _yield(situation: Situation, company: str) -> float:
    """Judge a share by what its company earned last and by what it costs."""
    run = situation.state.last_runs.get(company)
    earned = run.revenue / 10 if run is not None and run.kind != "keep" else 4
    worth = price(situation.game, company) if situation.state.trains[company] else 0
    liking = 1.2 if situation.state.president.get(company) == situation.seat else 1.0
    return liking * (earned * min(horizon(situation.game), 4) + worth)


def _cost(situation: Situation, buy: BuyShare) -> int:
    return (
        situation.state.par[buy.company]
        if buy.source == "ipo"
        else price(situation.game, buy.company)
    )


def trade(situation: Situation) -> Action:
    """Float one's own companies, found new ones, hold what earns; sell only when one must."""
    buys = [buy for buy, _ in situation.of(BuyShare)]
    for buy in buys:
        mine = situation.state.president.get(buy.company) == situation.seat
        if mine and buy.company not in situation.state.floated:
            return buy
    founded = _found(situation)
    if founded is not None:
        return founded
    rated = [
        (_yield(situation, b.company) / max(1, _cost(situation, b)), b.company, b) for b in buys
    ]
    good = [entry for entry in rated if entry[0] >= 1.05]
    if good:
        return max(good, key=lambda entry: entry[:2])[2]
    if situation.may_pass:
        return Pass()
    return sale(situation)


def _found(situation: Situation) -> Action | None:
    """Found a company that the player floats at once in his next turns."""
    if len(situation.own_companies()) >= MOST_COMPANIES:
        return None
    top = min(100, situation.cash // (FLOAT_SHARES + 1))
    starts = [start for start, _ in situation.of(StartCompany) if start.par <= top]
    if not starts or situation.dice.random() < 0.3:
        return None
    return max(starts, key=lambda s: (company_quality(situation, s.company), s.par, s.company))


def sale(situation: Situation) -> Action:
    """Sell what is worth least to the player, as little of it as possible."""
    sales = [offer for offer, _ in situation.of(SellShares)]
    if not sales:
        return situation.passing()
    return min(
        sales,
        key=lambda s: (
            situation.state.president.get(s.company) == situation.seat,
            _yield(situation, s.company),
            s.count,
            s.company,
        ),
    )


# --- mergers ---------------------------------------------------------------------------


def merge(situation: Situation) -> Action:
    """Merge with a company of the same director, now and then or when trains are missing."""
    presidents = situation.state.president
    partners = [m for m, _ in situation.of(Merge) if presidents.get(m.company) == situation.seat]
    trains = situation.state.trains
    needy = not trains[situation.company] and situation.treasury < _next_price(situation)
    if not partners or not (needy or situation.dice.random() < MERGE_CHANCE):
        return situation.passing()
    return max(partners, key=lambda m: (len(trains[m.company]), m.company))


def survivor(situation: Situation) -> Action:
    """Let the dearer company survive."""
    options = [choice for choice, _ in situation.of(Choose)]
    return max(options, key=lambda c: (price(situation.game, c.option), c.option))


def odd_share(situation: Situation) -> Action:
    """Keep an odd share while there is money to spare."""
    step = situation.game.step
    assert isinstance(step, OddShare)
    spare = 2 * step.cost if isinstance(step.holder, int) else step.cost + _next_price(situation)
    return Choose("redeem" if situation.state.cash[step.holder] >= spare else "sell")


def remove_station(situation: Situation) -> Action:
    return situation.choices[-1].action


def consent(situation: Situation) -> Action:
    """Agree to a merger in which one's own price does not suffer."""
    step = situation.game.step
    assert isinstance(step, MergerConsent)
    plan = step.plan
    mine = (
        plan.lost if situation.state.president.get(plan.lost) == situation.seat else plan.survivor
    )
    other = plan.survivor if mine == plan.lost else plan.lost
    fair = price(situation.game, other) >= price(situation.game, mine)
    return Answer("agree" if fair and situation.dice.random() < 0.5 else "decline")


# --- trains and dividends --------------------------------------------------------------


def dividend(situation: Situation) -> Action:
    """Pay, unless the company needs the money for its next train."""
    turn = situation.state.turn
    assert turn is not None
    others = [c.action for c in situation.choices if not isinstance(c.action, Dividend)]
    doomed = not any(_lasts(situation, card) for card in situation.state.trains[situation.company])
    short = _next_price(situation) - situation.treasury
    if doomed and 0 < short <= 2 * turn.revenue and horizon(situation.game) > 1.5:
        return Dividend("keep")
    if others and situation.treasury > 2 * _next_price(situation):
        return others[0]
    return Dividend("pay")


def _lasts(situation: Situation, card: str) -> bool:
    """Tell whether a train will not rust with the next trains that are sold."""
    end = printed(situation.game).trains[situation.game.kind_of(card)].scrapped_by
    kinds = [situation.game.kind_of(top) for top in situation.state.trains[BANK][:3]]
    return not end or end not in kinds


def trains(situation: Situation) -> Action:
    """Buy what the company may run; raise money only when it must."""
    permits = facts(situation.game).permits
    known = printed(situation.game).trains
    offers = [offer for offer, _ in situation.of(BuyTrain)]
    usable = [
        o
        for o in offers
        if known[situation.game.kind_of(o.train)].use in permits[situation.company]
    ]
    owned = situation.state.trains[situation.company]
    bank = [o for o in usable if o.source == BANK]
    if not situation.may_pass:
        best = bank or usable or offers
        return best[0] if best else _raise(situation)
    lasting = [card for card in owned if _lasts(situation, card)]
    room = len(owned) < TRAINS_WANTED or not lasting
    if bank and room and (not lasting or situation.treasury >= 1.5 * bank[0].price):
        return situation.dice.choice(bank)
    return Pass()


def _raise(situation: Situation) -> Action:
    """Sell treasury shares rather than refinance; give up only if nothing else is left."""
    ways = [c.action for c in situation.choices if not isinstance(c.action, DeclareBankruptcy)]
    return ways[0] if ways else situation.choices[0].action


def redeem(situation: Situation) -> Action:
    offers = [buy for buy, _ in situation.of(BuyShare)]
    rich = situation.treasury > 3 * _next_price(situation)
    return offers[0] if offers and rich else situation.passing()


STEPS: dict[type[Step], Callable[[Situation], Action]] = {
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
