"""What computer players must know of 18Magyarország: the draft, dividends, what is hired."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...bots.sensible import trains
from ...bots.sensible.advice import Advice
from ...bots.sensible.situation import Situation
from ...engine.actions import (
    Action,
    BuyShare,
    Distribute,
    Pass,
    SellShares,
    Take,
    Use,
)
from ...engine.earnings import solution
from ...engine.shares import price
from .draft import Draft
from .facts import few_players, this_turn
from .majors import PayOut
from .stock import StockRound
from .turn import RunTrains
from .wagons import RED, all_bits, could_serve, on_offer, red_bonus, solution_with, wagon_price

if TYPE_CHECKING:
    from ...engine.game import Game


def take(situation: Situation) -> Action:
    """Take companies before shares, of shares the dearest."""
    definition = situation.game.definition
    documents = [action for action, _ in situation.of(Take)]
    companies = [a for a in documents if not definition.companies[a.document].certificates]
    if companies:
        return situation.dice.choice(companies)
    return max(documents, key=lambda a: price(situation.game, a.document))


def distribute(situation: Situation) -> Action:
    """Pay out everything: the treasury is worth nothing in the end."""
    choice = next(choice for _, choice in situation.of(Distribute))
    assert choice.high is not None
    return choice.at(choice.high)


def run(situation: Situation) -> Action:
    """Hire what raises the run by more than it costs, and run."""
    game, company = situation.game, situation.company
    hired = this_turn(game).wagons
    hires = any(move.action is Use for move in game.step.moves)
    if not hires or (situation.light and hired):  # one wagon is cheap, and fast to judge
        return trains.run(situation)
    before = solution(game, company).best.total
    price = wagon_price(game, len(hired))
    best: tuple[int, Action] | None = None
    for wagon in on_offer(game):
        if wagon in hired or price > situation.treasury or _never_pays(game, wagon, price):
            continue
        if not could_serve(game, company, wagon):
            continue
        sets = solution_with(game, company, (*hired, wagon)).sets
        if all_bits((*hired, wagon)) in sets:
            gain = max(found[0].total for found in sets.values()) - before - price
            if gain > 0 and (best is None or gain > best[0]):
                best = gain, Use(wagon)
    return best[1] if best else trains.run(situation)


def _never_pays(game: Game, wagon: str, price: int) -> bool:
    """Tell whether a wagon costs as much as it can bring at most."""
    return wagon == RED and not few_players(game) and price >= red_bonus(game)


def trade_shares(situation: Situation) -> Action:
    """Buy what paid best for its price; sell only when that is a duty."""
    game = situation.game

    def yield_of(action: BuyShare) -> float:
        run = situation.state.last_runs.get(action.company)
        paid = run.revenue if run is not None else 0
        return (10 + paid) / price(game, action.company) + 0.01 * situation.dice.random()

    offers = [action for action, _ in situation.of(BuyShare)]
    if offers:
        return max(offers, key=yield_of)
    if situation.may_pass:
        return Pass()
    return min(
        (a for a, _ in situation.of(SellShares)), key=lambda a: (a.count, price(game, a.company))
    )


ADVICE = Advice(
    decisions={
        Draft: take,
        StockRound: trade_shares,
        RunTrains: run,
        PayOut: distribute,
    },
)
