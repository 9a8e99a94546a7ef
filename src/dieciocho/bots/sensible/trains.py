"""Trains and dividends: grow while it pays, and be ready when the old trains are scrapped."""

from __future__ import annotations

from ...engine.actions import (
    Action,
    BuyTrain,
    Choice,
    DeclareBankruptcy,
    DiscardTrain,
    Dividend,
    Pass,
    Route,
    Run,
    SellShares,
)
from ...engine.depot import train_of
from ...engine.earnings import solution, value_of
from ...engine.routing import Limits
from ...engine.shares import price
from ...engine.state import BANK, POOL
from ...engine.steps.operating import RunStep
from ...engine.steps.trains import must_buy
from .situation import Situation
from .values import doomed, horizon, lasting, missing, money_needed, share_worth, train_gain

RUN_AGAIN = 4  # times that the same run is made before another one is looked for
HASTY = Limits(looks=1)  # of a search for a run that need not be the best

# --- running ---------------------------------------------------------------------------


def run(situation: Situation) -> Action:
    """Run the listed set that brings most, income of the treasury included."""
    good = _good_run(situation) if situation.light else None
    if good is not None:
        return good

    def worth(action: Run) -> float:
        value = value_of(situation.game, situation.company, action.routes)
        return value.revenue + 0.6 * value.income  # the company's money is worth less to its owners

    return max((action for action, _ in situation.of(Run)), key=worth)


def _good_run(situation: Situation) -> Run | None:
    """Return a run that is found fast, if the rules leave the choice to the company."""
    game, step = situation.game, situation.game.step
    if not isinstance(step, RunStep) or step.maximum(game):
        return None
    again = _last_run(situation)
    if again is not None and game.why_not(again) is None:
        return again
    found = solution(game, situation.company, limits=HASTY).best
    run = Run(tuple(Route(train, path) for train, path in found.routes))
    return run if game.why_not(run) is None else None


def _last_run(situation: Situation) -> Run | None:
    """Return the last run of the company, unless it has other trains now or runs it for long."""
    own = set(situation.state.trains[situation.company])
    last: Run | None = None
    times = 0
    for record in reversed(situation.game.history):
        action = record.action
        if isinstance(action, BuyTrain) and action.train in own:
            break
        if isinstance(action, Run) and any(route.train in own for route in action.routes):
            if last is not None and action != last:
                break
            last, times = action, times + 1
            if times == RUN_AGAIN:
                return None
    return last


def dividend(situation: Situation) -> Action:
    """Pay, unless the money is needed for a train."""
    game, company = situation.game, situation.company
    turn = situation.state.turn
    assert turn is not None
    kinds = {action.kind: action for action, _ in situation.of(Dividend)}
    if horizon(game) < 1.5:
        return kinds["pay"]
    gap = missing(game, company)
    if gap > turn.bonus_income and (gap <= 2 * turn.revenue or gap > 0.5 * situation.cash):
        return kinds["keep"]
    top = situation.state.trains[BANK]
    if top and len(situation.state.trains[company]) == 1 and horizon(game) > 4:
        cost = train_of(game, top[0]).price
        if situation.treasury < cost <= situation.treasury + turn.revenue:
            gain = train_gain(game, company, top[0])
            if gain > 0.5 * turn.revenue:
                return kinds["keep"]
    return kinds["pay"]


# --- buying ----------------------------------------------------------------------------


def buy(situation: Situation) -> Action:
    """Buy a train if one is needed or pays for itself."""
    game, company = situation.game, situation.company
    offers = list(situation.of(BuyTrain))
    if must_buy(game, company):
        return _mandatory(situation, offers)
    best: tuple[float, BuyTrain] | None = None
    for offer, choice in offers:
        found = wish(situation, offer, choice)
        if found is not None and (best is None or found[0] > best[0]):
            best = found
    if best is not None:
        return best[1]
    return situation.passing()


def wish(situation: Situation, offer: BuyTrain, choice: Choice) -> tuple[float, BuyTrain] | None:
    """Return how much an optional purchase is wanted, and the purchase."""
    game, company = situation.game, situation.company
    safe = lasting(game, company)
    if offer.source not in (BANK, POOL):
        return _from_own_company(situation, offer, choice)
    if doomed(game, offer.train) and (safe or situation.treasury - offer.price < 300):
        return None
    if offer.trade_in is not None:
        return _trade_in(situation, offer)
    gain = train_gain(game, company, offer.train)
    rounds = min(horizon(game), 5)
    if not safe and not doomed(game, offer.train):
        return 1000.0 + gain * rounds, offer  # the fleet will be scrapped: this one stays
    left = situation.treasury - offer.price
    if left < (money_needed(game, company) if not safe else 0):
        return None
    # Money that lies idle in a treasury counts for nobody: rich companies buy more freely.
    share = 0.35 if left < 2 * offer.price else 0.1
    if gain * rounds < share * offer.price and not _idle(situation, left):
        return None
    return gain * rounds - 0.3 * offer.price + 0.2 * left, offer


def _idle(situation: Situation, left: int) -> bool:
    """Tell whether a company has money for a second train and for the one after it."""
    game, company = situation.game, situation.company
    dearest = max(
        (
            game.definition.trains[end].price
            for card in situation.state.trains[company]
            if (end := train_of(game, card).scrapped_by)
        ),
        default=0,
    )
    return len(situation.state.trains[company]) < 2 and left >= dearest > 0


def _trade_in(situation: Situation, offer: BuyTrain) -> tuple[float, BuyTrain] | None:
    """Trade an old train in if it will be scrapped anyway or the new one runs much further."""
    game, company = situation.game, situation.company
    assert offer.trade_in is not None
    gain = train_gain(game, company, offer.train) * min(horizon(game), 4)
    if doomed(game, offer.trade_in) and not lasting(game, company):
        gain += 500
    return (gain, offer) if gain > 0.5 * offer.price else None


def _from_own_company(
    situation: Situation, offer: BuyTrain, choice: Choice
) -> tuple[float, BuyTrain] | None:
    """Move a train between the player's own companies if only one of them lacks it."""
    game = situation.game
    if situation.state.president.get(offer.source) != situation.seat or doomed(game, offer.train):
        return None
    if lasting(game, situation.company) or len(lasting(game, offer.source)) < 2:
        return None
    return 900.0, _at(
        offer, choice, min(situation.treasury // 2, train_of(game, offer.train).price)
    )


def _at(offer: BuyTrain, choice: Choice, wanted: int) -> BuyTrain:
    """Return a purchase at the price nearest to the one wanted."""
    if choice.low is None or choice.high is None:
        return offer
    action = choice.at(max(choice.low, min(choice.high, wanted)))
    assert isinstance(action, BuyTrain)
    return action


def _mandatory(situation: Situation, offers: list[tuple[BuyTrain, Choice]]) -> Action:
    """Get a train: with the company's money, from somebody else, with the director's money."""
    game, company = situation.game, situation.company
    treasury = situation.treasury
    from_bank = [o for o, _ in offers if o.source in (BANK, POOL) and o.price <= treasury]
    good = [o for o in from_bank if not doomed(game, o.train)] or from_bank
    if good:
        return max(good, key=lambda o: (train_gain(game, company, o.train), -o.price))
    for offer, choice in offers:
        if offer.source in (BANK, POOL) or doomed(game, offer.train):
            continue
        spare = len(situation.state.trains[offer.source]) > 1
        cost = train_of(game, offer.train).price
        if situation.state.president[offer.source] == situation.seat:
            if spare or situation.state.cash[offer.source] >= money_needed(game, offer.source) > 0:
                return _at(offer, choice, treasury * 2 // 3)
        elif spare and treasury >= 0.6 * cost:
            return _at(offer, choice, min(treasury, cost))
    helped = [o for o, _ in offers if o.source in (BANK, POOL)]
    if helped:
        return max(helped, key=lambda o: (not doomed(game, o.train), o.price))
    return _emergency_sale(situation)


def _emergency_sale(situation: Situation) -> Action:
    """Sell what is worth least compared to its price; give up only if nothing else is left."""
    game = situation.game
    sales = [sale for sale, _ in situation.of(SellShares)]
    if sales:
        return min(
            sales,
            key=lambda s: (share_worth(game, s.company) / price(game, s.company), -s.count),
        )
    if next(situation.of(DeclareBankruptcy), None) is not None:
        return DeclareBankruptcy()
    return situation.choices[0].action


def discard(situation: Situation) -> Action:
    """Discard nothing at will, else what is worth least: one that goes soon, then the shortest."""
    if situation.may_pass:
        return Pass()
    game = situation.game

    def worth(action: DiscardTrain) -> tuple[bool, int]:
        length = train_of(game, action.train).range
        return not doomed(game, action.train), length or 99

    return min((action for action, _ in situation.of(DiscardTrain)), key=worth)
