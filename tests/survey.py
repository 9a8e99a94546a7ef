"""Best routes in the positions of random games: proven, and equal to an independent model's.

`python -m tests.survey GAME COUNT [SEED]` plays games between mixed bots, asks for the best routes
in positions in which trains run, and lets the CP-SAT model of the game judge; it prints how many
positions of which kind agreed.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator

import dieciocho
from dieciocho.bots import make_bot
from dieciocho.engine.actions import Run
from dieciocho.engine.earnings import solution
from dieciocho.engine.game import Game
from dieciocho.games import rules_of
from dieciocho.games.g18esp.routes import factor
from dieciocho.games.g18mag.facts import this_turn

from . import cpsat
from .g18esp import cpsat as spain
from .g18esp.test_solver import gauges
from .g18mag import cpsat as hungary
from .g1862 import cpsat as mania
from .g1862.rails import Rails
from .support import NAMES

# Which bots sit at a table; sensible ones build networks, the others do what nobody expects.
TABLES = (
    ("sensible",),
    ("sensible", "curious"),
    ("wayward",),
    ("random", "curious"),
    ("sensible", "random"),
)
MOST_FREIGHTS = 2
MOST_TRAINS = 4  # beyond that the model takes its time


def positions(name: str, seed: int) -> Iterator[tuple[Game, str]]:
    """Yield positions of random games in which a company with trains is about to run them."""
    dice = random.Random(seed)
    rules = rules_of(name)
    while True:
        players = dice.choice([n for n in rules.player_counts if n > 1])
        edition = dice.choice(rules.editions)
        number = dice.randrange(2**31)
        game = dieciocho.new_game(name, NAMES[:players], seed=number, edition=edition)
        table = dice.choice(TABLES)
        bots = [make_bot(table[n % len(table)], number + n) for n in range(players)]
        while not game.over:
            choices = [c for c in game.legal_actions() if isinstance(c.action, Run)]
            turn = game.state.turn
            if choices and turn is not None and not dice.randrange(6):
                yield game.copy(), turn.company
            game.play(bots[game.step.actor(game)].choose(game))


def _kinds(game: Game, company: str) -> tuple[str, ...]:
    return tuple(game.kind_of(card) for card in game.state.trains[company])


def judge_1888n(game: Game, company: str) -> bool:
    cpsat.compare(game, company, _kinds(game, company))
    return True


def judge_18mag(game: Game, company: str) -> bool:
    if game.header.edition == "online" or this_turn(game).wagons:
        return False  # the model hires by the rulebook, from the beginning
    hungary.compare(game, company)
    return True


def judge_18esp(game: Game, company: str) -> bool:
    kinds = tuple(kind for kind in _kinds(game, company) if not kind.startswith("2F"))
    small = game.definition.companies[company].kind == "small"
    if game.header.edition == "online" and (small or not all(gauges(game, k) for k in kinds)):
        return False  # the model knows the combined trains of the rulebook
    game.state.turn = None  # any train may have the tender
    spain.compare(game, company, kinds, factor(game, company))
    return True


def judge_1862(game: Game, company: str) -> bool:
    kinds = _kinds(game, company)
    if game.header.edition == "online" or len(kinds) > MOST_FREIGHTS:
        return False  # the model knows the freights of the rulebook, and long chains take hours
    mania.compare(Rails.of(game, company))
    return True


JUDGES: dict[str, Callable[[Game, str], bool]] = {
    "1888n": judge_1888n,
    "18mag": judge_18mag,
    "18esp": judge_18esp,
    "1862": judge_1862,
}


def survey(name: str, count: int, seed: int) -> Counter[str]:
    """Look at so many positions; an AssertionError tells the first one that is wrong."""
    found: Counter[str] = Counter()
    for game, company in positions(name, seed):
        answer = solution(game, company)
        assert answer.proof.complete, (game.to_json(), company)
        assert answer.gap == 0
        found["proven"] += 1
        kinds = _kinds(game, company)
        if len(kinds) <= MOST_TRAINS and answer.best.total and JUDGES[name](game, company):
            found["agreed"] += 1
            found["with freights"] += any(kind.endswith("F") for kind in kinds)
            found["with combined trains"] += any("&" in kind for kind in kinds)
        if found["agreed"] >= count:
            return found
    raise AssertionError("there is always another game")


def main() -> None:
    name, count, *rest = sys.argv[1:]
    start = time.monotonic()
    found = survey(name, int(count), int(rest[0]) if rest else 1)
    told = ", ".join(f"{number} {what}" for what, number in found.items())
    print(f"{name}: {told} ({time.monotonic() - start:.0f} s)")


if __name__ == "__main__":
    main()
