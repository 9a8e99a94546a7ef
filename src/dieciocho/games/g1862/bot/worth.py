"""What shares of 1862 will have brought at the end: dividends, and how far they raise the price."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....bots.sensible.values import cards_before, horizon
from ....engine.shares import price
from ....engine.state import BANK
from ..cards import bank_price
from ..dividends import MOST_JUMPS
from ..holdings import held, value
from ..printed import printed

if TYPE_CHECKING:
    from ....engine.game import Game
    from ....engine.state import Owner, Seat

SALES = 2.5  # cards that leave the bank in an operating round
GROWTH = 1.08  # of a revenue, from round to round
LONGEST = 8  # rounds that are looked at
NEW = 0.2  # part of its money that a young company earns in a round, with the trains it buys
RIVALS = 0.4  # how much of what the others get on average is as bad as a loss
# What players had at the end of games, by what they had before: weights that came nearest to it.
HOPED = 0.3  # of what shares are hoped to bring besides their prices
INVESTED = 0.1  # in a round, of cash: it will buy what grows
SAVED = 0.08  # in a round, of the treasuries of the companies whose shares one holds
STAYING, RUNNING = 120, 40  # a train of one's companies that stays for a while, and any train


def rounds(game: Game) -> int:
    return max(1, min(LONGEST, round(horizon(game))))


def next_price(game: Game) -> int:
    """Return the price of the next train of the bank, 0 if there is none."""
    return bank_price(game) if game.state.trains[BANK] else 0


def life(game: Game, train: str) -> float:
    """Estimate for how many rounds a train will run."""
    end = printed(game).trains[game.kind_of(train)].scrapped_by
    if not end:
        return float(LONGEST)
    return cards_before(game, end) / SALES + 0.5


def lasting(game: Game, company: str) -> list[str]:
    """Return the trains that will run for some rounds more."""
    return [card for card in game.state.trains[company] if life(game, card) > 2]


def revenue_of(game: Game, company: str) -> float:
    """Estimate what a company will run for in the next rounds."""
    run = game.state.last_runs.get(company)
    treasury = game.state.cash[company]
    last = float(run.revenue) if run is not None else 0.0
    trains = game.state.trains[company]
    if not last:
        return NEW * treasury + 20.0 * len(trains) if run is None else 10.0 + 0.05 * treasury
    if not lasting(game, company):
        dear = next_price(game)
        last *= 0.8 if treasury >= dear else 0.4
    return last


def share_worth(game: Game, company: str, revenue: float, cell: int, delay: int = 0) -> float:
    """Return what a share will have brought: its last price and all dividends."""
    market, paid = game.definition.market, 0.0
    for number in range(rounds(game)):
        if number < delay:
            continue
        for _ in range(min(MOST_JUMPS, int(revenue) // max(1, market.price[cell]))):
            cell = market.right[cell]
        paid += revenue / 10
        revenue *= GROWTH
    return market.price[cell] + paid


def worth(game: Game, company: str) -> float:
    """Return what a share of a company will have brought when the game ends."""
    state = game.state
    if company not in state.floated:
        return founded_worth(game, company, state.par[company])
    return share_worth(game, company, revenue_of(game, company), state.cell[company])


def founded_worth(game: Game, company: str, par: int, chartered: bool | None = None) -> float:
    """Return what a share of a company that begins at a price will have brought."""
    from ..facts import facts

    public = chartered if chartered is not None else company in facts(game).chartered
    money = 10 * par - 180 if public else 5 * par - 80
    market = game.definition.market
    cell = market.par_cells.get(par) or market.price.index(par)
    return share_worth(game, company, NEW * max(0, money), cell, delay=2)


def position(game: Game, seat: Seat) -> float:
    """Estimate what a player will have at the end; what grows with the rounds is not paid twice."""
    state, left = game.state, rounds(game)
    found = game.rules.scores(game)[seat] + INVESTED * left * state.cash[seat]
    for company in state.cell:
        shares = held(game, company, seat)
        if shares:
            found += HOPED * shares * (worth(game, company) - value(game, company))
            found += SAVED * left * shares * state.cash[company] / 10
        if state.president.get(company) == seat:
            found += STAYING * len(lasting(game, company)) + RUNNING * len(state.trains[company])
    return found


def net_holding(game: Game, seat: Seat, company: str) -> float:
    """Return how many shares a player is ahead of the others with."""
    seats: list[Owner] = [other for other in range(len(game.players)) if other != seat]
    others = sum(held(game, company, other) for other in seats)
    return held(game, company, seat) - RIVALS * others / len(seats)


__all__ = [
    "life",
    "net_holding",
    "next_price",
    "position",
    "price",
    "revenue_of",
    "rounds",
    "worth",
]
