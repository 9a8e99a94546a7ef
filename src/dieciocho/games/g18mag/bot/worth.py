"""What money and shares are worth in 18Magyarország: treasuries count for nothing in the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....bots.sensible.values import price_after
from ....engine.depot import train_of
from ....engine.shares import percent, price
from ..facts import facts, minors
from ..majors import dividend_move
from ..printed import printed

if TYPE_CHECKING:
    from ....engine.game import Game
    from ....engine.state import Seat

ROUNDS = {"yellow": 9.0, "green": 8.0, "brown": 6.0, "gray": 4.0}  # left when a phase has begun
LAST_SET = 3  # operating rounds after the last phase has begun
MOST = 0.4  # that a Forint in a treasury is worth to the owner of the minor
RIVALS = 0.4  # how much of what the others get on average is as bad as a loss
HALF = 0.5  # of a minor's revenue goes to its owner
FIRST = 30  # what a minor runs for at first
SURE = 0.35  # of what shares are hoped to bring
SAVED = 2.0  # what a Forint in a major's treasury is worth to all who hold its shares
PER_STOP = 16  # what a train brings its owner in a round for every stop of its range
OF_LAST = 0.1  # ... and so much of what was run for last
SPENT = 0.12  # part of the treasuries that goes into trains in a round


def rounds_left(game: Game) -> float:
    """Estimate how many operating rounds are still to come, the present one included."""
    current, now = game.state.round, facts(game)
    operates = current.kind == "operating"
    rest = current.parts - current.part + 1 if operates else 0
    if now.last_set is not None:
        last = operates and now.last_set == current.number
        return float(rest if last else rest + LAST_SET)
    return ROUNDS[game.phase.name]


def treasury_worth(game: Game) -> float:
    """Return what a Forint of a minor's treasury is worth to its owner: less and less."""
    return min(MOST, 0.05 * max(0.0, rounds_left(game) - 1))


def net_share(game: Game, seat: Seat, major: str) -> float:
    """Return the part of a major's dividends that puts a player ahead of the others."""
    seats = range(len(game.players))
    own = percent(game, major, seat)
    others = sum(percent(game, major, other) for other in seats if other != seat)
    return (own - RIVALS * others / max(1, len(seats) - 1)) / 100


def income_to_come(game: Game, major: str) -> float:
    """Estimate what a major will get in each of the coming rounds."""
    run = game.state.last_runs.get(major)
    last = run.revenue if run is not None else 20
    sold = {train.seller: train for train in printed(game).trains.values()}
    if major in sold:
        rich = sum(
            max(0, game.state.cash[m] - 100) for m in minors(game) if m in game.state.floated
        )
        return 0.5 * last + SPENT * 0.5 * rich / len(sold)
    return float(last)


def share_worth(game: Game, major: str) -> float:
    """Estimate what a share will have brought when the game ends."""
    rounds = rounds_left(game)
    income = income_to_come(game, major)
    way, spaces = dividend_move(game, int(income) // 10 * 10)
    moves = round(rounds * spaces * 0.8) * (1 if way == "right" else -1)
    return price_after(game, major, moves) + rounds * income / 10


def position(game: Game, seat: Seat) -> float:
    """Estimate what a player will have at the end.

    The weights are those that came nearest to what players had at the end of games. How far trains
    run says more than what they ran for last: the others' track grows as well. What
    lies in a major's treasury is paid and lifts its price.
    """
    state, rounds = game.state, rounds_left(game)
    worth = float(game.rules.scores(game)[seat])
    for major in state.cell:
        growth = share_worth(game, major) - price(game, major)
        held = percent(game, major, seat)
        worth += SURE * growth * held / 10 + SAVED * state.cash[major] * held / 100
    saved = treasury_worth(game)
    for minor in minors(game):
        if state.president.get(minor) == seat:
            run = state.last_runs.get(minor)
            last = run.revenue if run is not None else FIRST
            stops = sum(train_of(game, card).range for card in state.trains[minor])
            each = PER_STOP * stops + OF_LAST * last
            worth += rounds * each + saved * state.cash[minor]
    return worth
