"""What things are worth: time left, revenue to come, shares, a player's position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....bots.sensible.values import cards_before
from ....engine.shares import price
from ....engine.state import BANK, POOL
from ..components import figures
from ..dragons import zone
from ..facts import facts, loans_of
from ..holdings import held, share_percent
from ..maritime import capacity, owned
from ..printed import printed, train_of
from ..turn import revenue_of

if TYPE_CHECKING:
    from ....engine.game import Game

LONG = 16  # operating rounds that a player looks ahead at most
GROWTH = 1.15  # of all revenue from round to round
OTHER_PAYMENTS = 80  # of the bank in a round
SALES = 1.7  # cards that leave the stack in a round, until the fifth phase
SOON = 3  # so many cards before the end of a train is soon


def horizon(game: Game) -> float:
    """Estimate how many operating rounds are left."""
    current = game.state.round
    ahead = 2 if current.kind != "operating" else current.parts - current.part
    if game.state.ending:
        return float(ahead)
    flow = float(sum(revenue_of(game, c) for c in game.state.floated))
    left, rounds = float(game.state.cash[BANK]), 0
    while left > 0 and rounds < LONG:
        left -= flow + OTHER_PAYMENTS
        flow *= GROWTH
        rounds += 1
    return float(max(rounds, ahead))


def doomed(game: Game, card: str) -> bool:
    """Tell whether a train will be eliminated soon."""
    end = train_of(game, card).scrapped_by
    if end is None:
        return False
    kinds = list(printed(game).trains)
    before = [c for c in game.state.trains[BANK] if kinds.index(game.kind_of(c)) < kinds.index(end)]
    return len(before) < SOON


def carried(game: Game, company: str, *, lasting: bool = False) -> int:
    """Return the capacity of a company; `lasting`: of what will stay for a while."""
    cards = game.state.trains[company]
    kept = [card for card in cards if not (lasting and doomed(game, card))]
    return sum(train_of(game, card).capacity for card in kept) + capacity(game, company)


def next_train(game: Game) -> tuple[int, int]:
    """Return price and capacity of the next train of the stack."""
    train = train_of(game, game.state.trains[BANK][0])
    return train.price, train.capacity


def cheapest_train(game: Game) -> int:
    cards = (*game.state.trains[BANK][:1], *game.state.trains[POOL])
    return min(train_of(game, card).price for card in cards)


def thrift(game: Game, company: str) -> float:
    """Return what a lira of the treasury counts: at the end it is worth nothing."""
    cost, _ = next_train(game)
    spare = game.state.cash[company] - cost
    if horizon(game) <= 4:
        return 0.15
    return 0.4 if spare > 100 else 1.0


def revenue_ahead(game: Game, company: str) -> float:
    """Estimate the revenue of the coming rounds."""
    traffic = facts(game).traffic.get(company, 0) * 1.25 + 2
    room = float(carried(game, company, lasting=True))
    cost, more = next_train(game)
    saved = game.state.cash[company] + revenue_of(game, company)
    if len(game.state.trains[company]) < game.phase.train_limit and saved >= cost:
        room += more
    elif not game.state.trains[company]:
        room = min(room, 8.0)  # it has to get a train first
    now = revenue_of(game, company)
    return 0.35 * now + 0.65 * 10 * min(traffic, max(room, now / 10 * 0.7))


def later_price(game: Game, company: str, steps: int) -> int:
    prices = game.definition.market.price
    return prices[max(0, min(game.state.cell[company] + steps, len(prices) - 1))]


def share_worth(game: Game, company: str, rounds: float | None = None) -> float:
    """Estimate what a share will have brought at the end of the game."""
    rounds = horizon(game) if rounds is None else rounds
    now = price(game, company)
    if company not in game.state.floated:
        return now * 1.1 + rounds
    revenue = revenue_ahead(game, company)
    lively = min(1.0, revenue / 40)
    steps = round(rounds * (1.05 * lively - 0.3))
    later = 0.75 * later_price(game, company, steps) + 0.25 * now
    paid = 0.75 * revenue * share_percent(game, company) / 100
    debt = figures().loan_per_share * loans_of(game, company)
    fear = 0.03 * now if zone(game, company) == "red" else 0.0
    return later + rounds * paid - debt - fear


def liability(game: Game, company: str) -> int:
    """Return what a president may have to add for a train soon."""
    if carried(game, company, lasting=True) > capacity(game, company):
        return 0
    if not facts(game).traffic.get(company):
        return 0
    cost = max(next_train(game)[0], cheapest_train(game))
    saved = game.state.cash[company] + revenue_of(game, company)
    return max(0, cost - saved)


def income_left(game: Game, seat: int) -> float:
    """Estimate what maritime companies will pay a player until they are taken away."""
    incomes = sum(game.definition.privates[name].income for name in owned(game, seat))
    last = next((p.starts_with for p in game.definition.phases if p.closes_privates), None)
    return incomes * min(horizon(game), 1 + cards_before(game, last or "") / SALES)


def position(game: Game, seat: int) -> float:
    """Estimate what a player will be worth."""
    rounds = horizon(game)
    worth = float(game.state.cash[seat]) - figures().loan * loans_of(game, seat)
    worth += income_left(game, seat)
    for company in game.state.cell:
        count = held(game, company, seat)
        if count:
            worth += count * share_worth(game, company, rounds)
        if game.state.president[company] == seat:
            worth -= 0.5 * liability(game, company)
    return worth
