"""Playthroughs: a few turns of every game as its environment tells them, kept as text.

`python -m tests.playthrough` writes them anew, after a change that is meant to change them.
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Iterator
from pathlib import Path

from dieciocho import GAMES
from dieciocho.rl import Environment, env

FOLDER = Path(__file__).parent / "playthroughs"
ACTIONS = 60
SEED = 18
SHY = ("pass", "sell", "bankrupt", "choose", "answer")  # seldom, so that companies get to run


def playthrough(game: str) -> str:
    table = env(game, 3, rewards="change", most_actions=ACTIONS)
    table.reset(seed=SEED)
    return "\n".join([*_opening(table), *_turns(table), *_ending(table)]) + "\n"


def _opening(table: Environment) -> Iterator[str]:
    yield f"game {table.game.header.game}, seats {' '.join(table.game.players)}"
    yield f"numbers for actions: {table.slots.size}"
    for block in table.slots.blocks.values():
        size = f"{len(block.components) or 1} x {block.ranks} x {block.amounts}"
        yield f"  {block.first} {block.kind} {size}"
    yield f"numbers observed: {table.observer.size}"
    for name, (at, shape) in table.observer.parts.items():
        yield f"  {at.start} {name} {' x '.join(map(str, shape))}"


def _turns(table: Environment) -> Iterator[str]:
    dice = random.Random(SEED)
    for agent in table.agent_iter():
        seen, reward, ended, cut, _ = table.last()
        if ended or cut:
            return
        legal = [int(number) for number in seen["action_mask"].nonzero()[0]]
        liked = [n for n in legal if table.slots.meaning(n).split()[0] not in SHY]
        number = dice.choice(liked if liked and dice.random() < 0.8 else legal)
        action = table.slots.legal(table.game)[number]
        yield (
            f"{table.game.played + 1} {agent} {table.game.step.id} of {len(legal)}"
            f" ({zlib.crc32(repr(legal).encode()):08x})"
            f" sees {zlib.crc32(seen['observation'].tobytes()):08x} reward {reward:+.4f}:"
            f" {number} {table.slots.meaning(number)}: {action}"
        )
        table.step(number)


def _ending(table: Environment) -> Iterator[str]:
    yield "shares " + " ".join(f"{a} {share:.4f}" for a, share in table.shares().items())


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for title in GAMES:
        (FOLDER / f"{title}.txt").write_text(playthrough(title), encoding="utf-8")
