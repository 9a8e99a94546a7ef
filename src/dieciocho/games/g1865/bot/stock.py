"""The draft, shares, new companies and conversions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....engine.actions import Action, BuyShare, Pass, SellShares, StartCompany, Take
from ....engine.shares import price
from ....engine.state import IPO
from ..actions import Convert
from ..connections import traffic_at
from ..facts import facts, phase_number
from ..holdings import held, is_president
from ..stock import share_cost
from .build import plans
from .values import horizon, liability, next_train, share_worth

if TYPE_CHECKING:
    from ....bots.sensible.situation import Situation

MOST_COMPANIES = 3  # that a player presides at a time
LEAST_ROUNDS = 3  # for which a company is started
PLACES = 4  # around a home that count for its quality


def take(situation: Situation) -> Action:
    """Draft maritime companies of localities where companies start."""
    game = situation.game
    hexes = game.definition.hexes
    homes = {hexes[c.home].entry.place for c in game.definition.companies.values()}

    def liking(action: Take) -> float:
        places = set(game.definition.privates[action.document].places)
        return 2.0 * bool(places & homes) + 0.5 * len(places) + 1.5 * situation.taste.random()

    return max((action for action, _ in situation.of(Take)), key=liking)


def quality(situation: Situation, company: str) -> float:
    """Judge a company by its home and the best places that it can reach."""
    game = situation.game
    home = game.state.homes.get(company)
    if home is None:  # a restarted company chooses the best place that is left
        return 6.0
    if situation.light:
        return 2.0 * traffic_at(game, home[0])
    best = [plan.value for plan in plans(game, company, markers=2)[:PLACES]]
    return 2.0 * traffic_at(game, home[0]) + sum(best) / 100


def start(situation: Situation) -> Action | None:
    """Start the best company that the player can launch with his own money."""
    game = situation.game
    rounds = horizon(game)
    if len(situation.own_companies()) >= MOST_COMPANIES or rounds < LEAST_ROUNDS:
        return None
    best: tuple[float, Action] | None = None
    qualities = {
        c: quality(situation, c) for c in {a.company for a, _ in situation.of(StartCompany)}
    }
    for action, _ in situation.of(StartCompany):
        major = phase_number(game) >= 5 or action.company in facts(game).major
        needed = (6 if major else 3) * action.par
        train = next_train(game)[0] + 40  # it will need one in its first turn
        if needed > situation.cash or situation.cash < train or (major and action.par < 70):
            continue
        value = qualities[action.company] + action.par / 25 + 2 * situation.dice.random()
        if best is None or value > best[0]:
            best = value, action
    return best[1] if best else None


def buy(situation: Situation) -> Action | None:
    """Buy the share with the best return; launching comes first."""
    game = situation.game
    best: tuple[float, Action] | None = None
    for action, _ in situation.of(BuyShare):
        company = action.company
        mine = is_president(game, company, situation.seat)
        if company not in game.state.floated:
            if mine and action.source == IPO:
                return action
            continue
        cost = _cost(situation, action)
        gain = share_worth(game, company) - cost
        if action.source == IPO and mine:
            gain += 0.15 * cost  # the money works in the own company
        if not mine and liability(game, company) > 200 and _would_preside(situation, company):
            continue
        rate = gain / cost + 0.02 * situation.dice.random()
        if rate > 0.08 and (best is None or rate > best[0]):
            best = rate, action
    return best[1] if best else None


def _cost(situation: Situation, action: BuyShare) -> int:
    return share_cost(situation.game, action.company, action.source)


def _would_preside(situation: Situation, company: str) -> bool:
    president = situation.state.president[company]
    own = held(situation.game, company, situation.seat)
    return own + 1 > held(situation.game, company, president)


def sell(situation: Situation) -> Action | None:
    """Sell shares that will lose, and flee from a company that will need the player's money."""
    game = situation.game
    best: tuple[float, Action] | None = None
    for action, _ in situation.of(SellShares):
        company = action.company
        now = price(game, company)
        gain = (0.92 * now - share_worth(game, company)) * action.count
        if is_president(game, company, situation.seat):
            left = held(game, company, situation.seat) - action.count
            if left >= 2 or liability(game, company) < 250:
                continue
            gain += 0.6 * liability(game, company) - 15 * action.count
        if gain > 10 and (best is None or gain > best[0]):
            best = gain, action
    return best[1] if best else None


def trade(situation: Situation) -> Action:
    """A turn in a stock round."""
    launching = [
        a
        for a, _ in situation.of(BuyShare)
        if a.company not in situation.state.floated
        and is_president(situation.game, a.company, situation.seat)
        and a.source == IPO
    ]
    if launching:
        return launching[0]
    # Shares of others bring more than a second company, which is for money that buys nothing else.
    opening = (buy, start) if situation.own_companies() else (start, buy)
    return sell(situation) or opening[0](situation) or opening[1](situation) or Pass()


def convert(situation: Situation) -> Action:
    """Grow while there is time for it to pay."""
    offer = next((action for action, _ in situation.of(Convert)), None)
    return offer if offer is not None and horizon(situation.game) >= 4 else Pass()
