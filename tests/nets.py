"""Many checked games of every sort: all player counts, editions, variants and mixtures of bots.

`python -m tests.nets GAME COUNT [SEED] [--json FILE]` plays them with all checks and the auditor
after every action, prints what went wrong, and what the games reached of the rules and what not.

Watching which code runs takes longer than playing: `--reach N` watches the first N games only.
With `--tests DATA` it also tells which branches neither these games nor the game's own tests took;
DATA is written by `coverage run --branch --data-file=DATA -m pytest tests/g<id>`.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator

from coverage import CoverageData
from msgspec.structs import replace

from dieciocho.engine.errors import BadInput
from dieciocho.engine.game import Header
from dieciocho.games import rules_of
from dieciocho.sim import Failure
from dieciocho.sim.reach import Arc, Reach
from dieciocho.sim.run import Task, play_out, seed_of

BOTS = (
    ("curious",),
    ("wayward",),
    ("curious", "sensible"),
    ("wayward", "wayward", "curious"),
    ("random",),
    ("wayward", "sensible"),
    ("wayward", "random"),
)
DRAWS = 300
# What people may choose, besides house rules.
VARIANTS: dict[str, dict[str, tuple[str, ...]]] = {
    "1862": {
        "trains": ("all", "all", "express", "freight", "express+local", "freight+local"),
        "length": ("standard", "standard", "short", "long"),
        "shorter": ("no", "no", "no", "yes"),
        "beginners": ("no", "no", "no", "yes"),
        "stations": ("7", "8"),
        "more": ("yes", "no"),
        "home": ("must", "may"),
    },
    "1865": {"variant": ("", "", "short")},
    "18esp": {"setup": ("standard", "random")},
    "18mag": {"length": ("", "long", "short"), "difficulty": ("", "yellow", "green", "red")},
    "1888n": {},
}


def tasks(name: str, seed: int, every: int) -> Iterator[Task]:
    """Yield games to play, one sort after the other."""
    rules = rules_of(name)
    number = 0
    while True:
        for players in rules.player_counts:
            for edition in rules.editions:
                number += 1
                chance = seed_of(seed, number)
                options = _options(name, players, edition, random.Random(chance))
                if options is None:  # the solo game has one edition
                    continue
                bots = BOTS[number % len(BOTS)][:players]
                yield Task(name, players, chance, bots, edition, True, None, options, True, every)


def _options(name: str, players: int, edition: str, dice: random.Random) -> dict[str, str] | None:
    """Choose variants and house rules; not all of them go together, so draw until they do."""
    rules = rules_of(name)
    names = tuple(str(n) for n in range(players))
    for _ in range(DRAWS):
        chosen = {option: dice.choice(values) for option, values in VARIANTS[name].items()}
        if edition == "rulebook":
            chosen |= {
                switch: dice.choice(("", "", "yes", "no")) for switch in rules.readings.house
            }
        options = {option: value for option, value in chosen.items() if value}
        try:
            rules.check_options(Header(name, names, edition, None, rules.version, options))
        except BadInput:
            continue
        return options
    return None


def _arcs(file: str) -> dict[str, list[Arc]]:
    """Read what coverage has written."""
    data = CoverageData(file)
    data.read()
    return {name: sorted(data.arcs(name) or ()) for name in data.measured_files()}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("game")
    parser.add_argument("count", type=int)
    parser.add_argument("seed", type=int, nargs="?", default=1)
    parser.add_argument(
        "--every", type=int, default=40, help="positions from one long check to next"
    )
    parser.add_argument("--reach", type=int, help="watch so many games, not all")
    parser.add_argument("--json", help="write what was reached into this file")
    parser.add_argument("--tests", help="what the game's tests ran: a file of coverage")
    given = parser.parse_args()
    reach, ends, wrong, actions = Reach(given.game), Counter[str](), 0, 0
    start = time.monotonic()
    for number, task in zip(
        range(given.count), tasks(given.game, given.seed, given.every), strict=False
    ):
        watched = given.reach is None or number < given.reach
        outcome = play_out(replace(task, reach=watched))
        if isinstance(outcome, Failure):
            wrong += 1
            print(f"{task}\n{outcome.traceback}", file=sys.stderr, flush=True)
            continue
        if outcome.seen is not None:
            reach.add(outcome.seen)
        ends[outcome.reason] += 1
        actions += outcome.actions
    print(f"{given.game}: {given.count} games, {actions} actions, {wrong} wrong, ends {dict(ends)}")
    print(f"{time.monotonic() - start:.0f} s; {reach.games} games reached {reach.counts()}")
    if given.tests:
        reach.met(_arcs(given.tests))
        missing = reach.missing_branches()
        print(f"{len(missing)} branches met by neither games nor tests:", *missing, sep="\n  ")
    if given.json:
        with open(given.json, "w", encoding="utf-8") as file:
            json.dump(reach.facts(), file, indent=1)
    raise SystemExit(wrong > 0)


if __name__ == "__main__":
    main()
