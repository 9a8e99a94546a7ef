"""Machine-played games, written for the site, read strictly, and read back: the same games.

python -m tests.strict.many --games 300        (of each title, over all numbers of players)
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import dieciocho
from dieciocho.bots import make_bot
from dieciocho.engine.game import Game
from dieciocho.interop.export import export_game
from dieciocho.interop.site import import_game

from ..support import NAMES
from .reader import read

SEATS = {"1888n": range(2, 7), "18mag": range(2, 7), "18esp": range(3, 7), "1862": range(2, 9)}
PEOPLE = (*NAMES, "Gema", "Hugo")
OPTIONS: dict[str, tuple[dict[str, str], ...]] = {
    "1888n": ({},),
    "18mag": ({},),
    "18esp": ({"setup": "random"}, {"setup": "standard"}),
    "1862": ({}, {"length": "short"}, {"length": "long"}, {"stations": "8"}),
}
MOST_ACTIONS = 6_000  # where nobody can act any more the site goes on for a hundred turns
# Games by chance alone are short where money is: most players have some sense.
TABLES = ("wayward", "random", "wayward", "curious", "sensible")


class Sort(NamedTuple):
    """What tells one game from the next."""

    game: str
    players: int
    seed: int
    bot: str
    options: dict[str, str]


def sorts(game: str, count: int, first: int = 1) -> Iterator[Sort]:
    """Yield games of a title over all numbers of players and options."""
    seats, options = SEATS[game], OPTIONS[game]
    for number in range(count):
        bot = TABLES[number // 3 % len(TABLES)]
        players = seats[number % len(seats)]
        chosen = options[number // len(seats) % len(options)]
        yield Sort(game, players, first + number, bot, chosen)


def play(sort: Sort) -> Game:
    names = PEOPLE[: sort.players]
    game = dieciocho.new_game(
        sort.game, names, seed=sort.seed, edition="online", options=dict(sort.options)
    )
    bot = make_bot(sort.bot, sort.seed)
    while not game.over and len(game.history) < MOST_ACTIONS:
        game.play(bot.choose(game))
    return game


def check(game: Game) -> Counter[str]:
    """Write a game, read it strictly and back; return how often what was recorded."""
    text = export_game(game)
    seen = Counter(read(json.loads(text), modern=True).counts)
    again = import_game(text.encode())
    assert again.state == game.state, again.state.differences(game.state)
    assert [r.action for r in again.history] == [r.action for r in game.history]
    assert [r.by for r in again.history] == [r.by for r in game.history]
    assert again.header.players == game.header.players
    assert again.header.options.items() >= game.header.options.items()
    return seen


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--title", choices=SEATS, action="append")
    asked = parser.parse_args()
    failed = 0
    for title in asked.title or SEATS:
        started, total, finished, ends = time.time(), Counter[str](), 0, Counter[str]()
        for sort in sorts(title, asked.games, asked.first):
            try:
                game = play(sort)
                total += check(game)
            except Exception as error:  # the others are still of interest
                failed += 1
                print(f"{sort}: {type(error).__name__}: {error}"[:600], flush=True)
                continue
            finished += game.over
            ends[game.state.ending[0] if game.over and game.state.ending else "-"] += 1
        seconds = time.time() - started
        print(f"{title}: {asked.games} games, {finished} finished, {seconds:.0f} s", flush=True)
        print(f"  ends {dict(ends)}\n  actions {dict(total)}", flush=True)
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
