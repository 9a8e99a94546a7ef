"""What things are worth: shares, trains, privates, positions on the map.

Everything here is an estimate read from the components and the table; nothing is specific to
a game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...engine.board import plain_reach
from ...engine.earnings import solution
from ...engine.memory import Memory
from ...engine.shares import price
from ...engine.state import BANK
from .advice import advice_for

if TYPE_CHECKING:
    from ...engine.definition import Definition, Hex
    from ...engine.game import Game

LONGEST_ASKED = 4  # what-if questions are asked for trains up to this range: they stay cheap
MOST_STOPS = 6  # ... and up to so many stops, small ones included
MOST_ASKED = 3  # ... and for so many trains
LONG_GAME = 9  # operating rounds that a player looks ahead at most
SOON = 3  # so many cards before the end of a train is soon


# --- time ------------------------------------------------------------------------------


def horizon(game: Game) -> float:
    """Estimate how many operating rounds the game will still last."""
    state = game.state
    guess = advice_for(game).horizon
    if guess is not None:
        return guess(game)
    paid = sum(run.revenue for run in state.last_runs.values() if run.kind == "pay")
    incomes = sum(
        card.income
        for private, card in game.definition.privates.items()
        if state.private_owner.get(private) in state.cash
    )
    flow = 1.4 * (paid + incomes) + 100  # dividends grow
    return max(1.0, min(LONG_GAME, state.cash[BANK] / flow))


# --- trains ----------------------------------------------------------------------------


_before: Memory[tuple[int, tuple[str, ...], str], int] = Memory(5000)


def cards_before(game: Game, kind: str) -> int:
    """Count the cards in the bank that leave it before the first of a kind."""
    key = (id(game.definition), game.state.trains[BANK], kind)
    found = _before.get(key)
    if found is None:
        order = {name: n for n, name in enumerate(game.definition.trains)}
        cards = [order[game.kind_of(card)] for card in game.state.trains[BANK]]
        found = _before.keep(key, sum(n < order[kind] for n in cards))
    return found


def doomed(game: Game, card: str) -> bool:
    """Tell whether a train will be scrapped soon."""
    end = game.definition.trains[game.kind_of(card)].scrapped_by
    return end is not None and cards_before(game, end) <= SOON


def lasting(game: Game, company: str) -> list[str]:
    """Return the trains of a company that will stay for a while."""
    return [card for card in game.state.trains[company] if not doomed(game, card)]


def money_needed(game: Game, company: str) -> int:
    """Return what the company should have in hand for the train that it will have to buy."""
    trains = game.definition.trains
    if lasting(game, company):
        return 0
    owned = game.state.trains[company]
    ends = [end for card in owned if (end := trains[game.kind_of(card)].scrapped_by)]
    if ends:
        return min(trains[end].price for end in ends)
    top = game.state.trains[BANK]
    return trains[game.kind_of(top[0])].price if top else 0


def missing(game: Game, company: str) -> int:
    """Return how much of the money needed for the next train is not there."""
    return max(0, money_needed(game, company) - game.state.cash[company])


def asked_fleet(game: Game, company: str, extra: str | None = None) -> tuple[str, ...]:
    """Return kinds of trains to ask what-if questions with: the company's, shortened if long."""
    kinds = [game.kind_of(card) for card in game.state.trains[company]]
    if extra is not None:
        kinds.append(game.kind_of(extra))
    return shortened(game, kinds)


def shortened(game: Game, kinds: Sequence[str]) -> tuple[str, ...]:
    """Replace long trains by shorter ones and leave out the shortest of many."""
    trains, stops = game.definition.trains, advice_for(game).stops
    short = [
        kind
        for kind, train in trains.items()
        if 0 < train.range <= LONGEST_ASKED and sum(stops(train)) <= MOST_STOPS
    ]
    asked = [kind if kind in short else _shorter(game, short, kind) for kind in kinds]
    asked.sort(key=lambda kind: -trains[kind].range)
    return tuple(asked[:MOST_ASKED])


def _shorter(game: Game, short: list[str], kind: str) -> str:
    """Return the longest of some short kinds of train that runs on the same track."""
    trains, advice = game.definition.trains, advice_for(game)
    gauge = advice.gauge(trains[kind])
    fitting = [k for k in short if advice.gauge(trains[k]) == gauge]
    return max(fitting or short, key=lambda k: advice.stops(trains[k]))


def revenue_with(game: Game, company: str, fleet: tuple[str, ...]) -> int:
    """Return what the company could earn now with trains of these kinds."""
    asked = fleet and advice_for(game).what_if
    return solution(game, company, kinds=fleet).best.total if asked else 0


def train_gain(game: Game, company: str, card: str) -> int:
    """Estimate what one more train adds to the revenue of a company."""
    now = revenue_with(game, company, asked_fleet(game, company))
    then = revenue_with(game, company, asked_fleet(game, company, card))
    length = game.definition.trains[game.kind_of(card)].range
    if length == 0 or length > LONGEST_ASKED:
        then += longer_run(game, company, length)
    return then - now


def longer_run(game: Game, company: str, length: int) -> int:
    """Guess what a long train earns beyond the range that what-if questions are asked for."""
    ranked = reached_values(game, company)
    more = ranked[LONGEST_ASKED : length or 10]
    return sum(more) // 2


# --- the map ---------------------------------------------------------------------------


def reached_values(game: Game, company: str) -> list[int]:
    """Return the values of the stops that the company reaches, highest first."""
    colour = game.phase.value_colour
    board = game.state.board
    found = plain_reach(game.definition, game.state, company).stops
    return sorted((board[h].tile.stops[k].value(colour) for h, k in found), reverse=True)


def distance(definition: Definition, a: Hex, b: Hex) -> int:
    """Return the steps between two hexes."""
    dx, dy = abs(a.xy[0] - b.xy[0]), abs(a.xy[1] - b.xy[1])
    if definition.layout == "pointy":
        return dy + max(0, dx - dy) // 2
    return dx + max(0, dy - dx) // 2


# --- shares ----------------------------------------------------------------------------


def expected_revenue(game: Game, company: str) -> float:
    """Estimate what a company will run for in each of the coming rounds."""
    state = game.state
    run = state.last_runs.get(company)
    if company not in state.floated:
        return 40.0
    if run is None or not run.revenue:
        # A fresh company earns its first real money with the trains it can buy.
        return 60.0 if state.cash[company] >= money_needed(game, company) else 20.0
    kept = len(lasting(game, company)) / max(1, len(state.trains[company]))
    risk = 1.0 if not missing(game, company) else 0.6
    return run.revenue * (0.5 + 0.5 * kept) * risk


def payment_chance(game: Game, company: str) -> float:
    """Estimate how often a company will pay a dividend."""
    run = game.state.last_runs.get(company)
    if company not in game.state.floated:
        return 0.5
    if missing(game, company):
        return 0.4
    return 0.85 if run is None or run.kind == "pay" else 0.7


def price_after(game: Game, company: str, moves: int) -> int:
    """Return the price of a company after so many moves to the right (left if negative)."""
    market = game.definition.market
    cell = game.state.cell[company]
    table = market.right if moves > 0 else market.left
    for _ in range(abs(moves)):
        cell = table[cell]
    return market.price[cell]


def share_worth(game: Game, company: str) -> float:
    """Estimate what ten percent of a company will have brought at the end of the game."""
    own = advice_for(game).share_worth
    if own is not None:
        return own(game, company)
    rounds = horizon(game)
    chance = payment_chance(game, company)
    moves = round(rounds * (2 * chance - 1))
    later = price_after(game, company, moves)
    # The future price is uncertain, the present one is not.
    expected = 0.7 * later + 0.3 * price(game, company)
    return expected + rounds * chance * expected_revenue(game, company) / 10


# --- privates --------------------------------------------------------------------------


def private_income_left(game: Game, private: str) -> float:
    """Estimate what a private will still pay before it closes."""
    closing = next((p.starts_with for p in game.definition.phases if p.closes_privates), None)
    if closing is None or closing not in game.definition.trains:
        rounds = horizon(game)
    else:
        rounds = min(horizon(game), 1 + cards_before(game, closing) / 3)
    return rounds * game.definition.privates[private].income
