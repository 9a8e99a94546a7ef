"""Whether the planner does better where it leaves good sense: `python -m bench.leaving GAME`.

In a game between quick players the planner is asked at every so manieth decision about money. Where
it would do otherwise than `sensible`, both are played on to the end of the game, by quick players
with few whims and with the same luck. Printed is by how much more of a mean wealth the player was
expected to be ahead of the others, and by how much more he was.
`--every N` (12), `--units N` (1000), `--pairs N` (4), `--seed N`, `--players N`.
"""

from __future__ import annotations

import argparse
import math
from statistics import mean, pstdev

import dieciocho
from dieciocho.bots import make_bot
from dieciocho.bots.planner.budget import Budget
from dieciocho.bots.planner.decisions import left_alone
from dieciocho.bots.planner.plans import alternatives
from dieciocho.bots.planner.playout import Whimsical
from dieciocho.bots.planner.search import Search
from dieciocho.bots.planner.value import standing
from dieciocho.bots.sensible import SensibleBot
from dieciocho.bots.sensible.situation import Situation
from dieciocho.engine.actions import Action
from dieciocho.engine.game import Game, Play

WHIMS = 0.04


def to_the_end(game: Game, first: Action, seed: int) -> float:
    """Return how far ahead the player who decides is when the game is over."""
    seat, copy = game.step.actor(game), game.copy()
    play = Play(copy)
    play.repeat(first)
    bots = [Whimsical(1000 * seed + n, WHIMS, hurried=False) for n in range(len(game.players))]
    while not copy.over:
        play.repeat(bots[copy.step.actor(copy)].choose(copy))
    return standing(copy)[seat]


def compared(game: Game, seed: int, units: int, pairs: int) -> tuple[float, float] | None:
    """Return the gain that was expected and what came of it; None if good sense is followed."""
    bot, budget = SensibleBot(seed), Budget(units=units)
    policy = bot.choose(game)
    others = alternatives(Situation(game, bot, light=True), policy, 7, budget)
    search = Search(game, policy, others, budget)
    chosen = search.best() if others else policy
    plan = next((plan for plan in search.plans if plan.action == chosen), None)
    if plan is None:
        return None
    lucks = range(1, pairs + 1)
    came = mean(to_the_end(game, chosen, n) - to_the_end(game, policy, n) for n in lucks)
    print(f"{game.round.kind} {game.round.number}: {policy} -> {chosen}", end=" ")
    print(f"{plan.mean:+.3f}, came {came:+.3f}", flush=True)
    return plan.mean, came


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("game")
    for name, usual in ("every", 12), ("units", 1000), ("pairs", 4), ("seed", 1), ("players", 4):
        parser.add_argument(f"--{name}", type=int, default=usual)
    told = parser.parse_args()
    names = [f"P{number + 1}" for number in range(told.players)]
    game = dieciocho.new_game(told.game, names, seed=told.seed)
    bots = [make_bot("quick", told.seed + seat) for seat in range(told.players)]
    known, found = 0, []
    while not game.over:
        seat = game.step.actor(game)
        if not left_alone(game) and len(game.legal_actions()) > 1:
            known += 1
            if known % told.every == 0:
                found.append(compared(game, told.seed + seat, told.units, told.pairs))
        game.play(bots[seat].choose(game))
    left = [gains for gains in found if gains is not None]
    print(f"{told.game}: {len(left)} of {len(found)} decisions otherwise", end="")
    if left:
        expected, came = (list(column) for column in zip(*left, strict=True))
        error = pstdev(came) / math.sqrt(max(1, len(came) - 1))
        print(f", expected {mean(expected):+.3f}, came {mean(came):+.3f} ± {error:.3f}", end="")
    print()


if __name__ == "__main__":
    main()
