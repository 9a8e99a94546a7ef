"""Games on a cluster of Ray started here: python -m bench.cluster --games 40 --nodes 1,2,4

Each node plays a game at a time. With `--kill 20` the worker of a game is killed every 20 seconds.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from statistics import mean
from threading import Event, Thread
from typing import Any

from ray.cluster_utils import Cluster

from dieciocho.games import GAMES, rules_of
from dieciocho.sim import Summary, simulate
from dieciocho.sim.pool import Interrupted

# It tells nobody, and its workers do not wait for everything else on the machine.
SETTINGS = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_worker_niceness": "0"}


@contextmanager
def cluster(nodes: int) -> Iterator[str]:
    """Start a cluster whose head plays nothing."""
    os.environ |= SETTINGS
    head = {"num_cpus": 0, "include_dashboard": False}
    found: Any = Cluster(initialize_head=True, head_node_args=head)
    try:
        for _ in range(nodes):
            found.add_node(num_cpus=1)
        yield str(found.address)
    finally:
        found.shutdown()


def _workers() -> list[int]:
    """Return the processes under this one that play a game."""
    lines = subprocess.run(["ps", "-eo", "pid=,ppid=,args="], text=True, stdout=subprocess.PIPE)
    parents, playing = dict[int, int](), []
    for line in lines.stdout.splitlines():
        pid, parent, words = line.split(maxsplit=2)
        parents[int(pid)] = int(parent)
        if words.startswith("ray::_play_there"):
            playing.append(int(pid))

    def ours(pid: int) -> bool:
        return pid == os.getpid() or (pid in parents and ours(parents[pid]))

    return [pid for pid in playing if ours(pid)]


@contextmanager
def killing(every: float | None) -> Iterator[list[int]]:
    """Kill a worker every so many seconds; the list holds those that were killed."""
    killed, ended = list[int](), Event()

    def kill() -> None:
        while every is not None and not ended.wait(every):
            if found := _workers():
                victim = random.choice(found)
                os.kill(victim, signal.SIGKILL)
                killed.append(victim)

    thread = Thread(target=kill)
    thread.start()
    try:
        yield killed
    finally:
        ended.set()
        thread.join()


def _shares(title: str, games: int, every: bool) -> dict[int, int]:
    """Return how many games are played by so many players: all alike, or the usual number."""
    counts = list(rules_of(title).player_counts)
    if not every:
        return {counts[-2]: games}
    each, more = divmod(games, len(counts))
    return {players: each + (n < more) for n, players in enumerate(counts) if each + (n < more)}


def _measure(title: str, told: argparse.Namespace, address: str) -> None:
    """Play what is missing and print the figures, also if somebody stops it (and pass that on)."""
    file = told.keep and told.keep / f"{title}.jsonl"
    before = len(file.read_bytes().splitlines()) if file and file.exists() else 0
    began, parts = time.perf_counter(), list[Summary]()
    try:
        for players, games in _shares(title, told.games, told.every).items():
            parts.append(
                simulate(
                    title,
                    players=players,
                    games=games,
                    seed=told.seed,
                    bots=["quick"],
                    check=told.check,
                    cluster=address,
                    file=file,
                )
            )
    except Interrupted as stop:
        parts.append(stop.so_far)
        raise
    finally:
        seconds = time.perf_counter() - began
        games = sum(part.games for part in parts)
        busy = [result.cpu for part in parts for result in part.results]
        different = {(part.players, result.seed) for part in parts for result in part.results}
        failures = [failure for part in parts for failure in part.failures]
        for failure in failures:
            print(f"{title}, seed {failure.seed}, {failure.error}")
        print(
            f"{title}: {games} games ({len(different)} different), {len(failures)} failures,"
            f" {(games - before) / seconds:.2f} games/s, {mean(busy or [0]):.2f} s CPU a game",
            flush=True,
        )


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--titles", default=",".join(GAMES))
    words.add_argument("--games", type=int, default=40, help="of each title")
    words.add_argument("--every", action="store_true", help="with every number of players")
    words.add_argument("--nodes", default="1,2,4")
    words.add_argument("--seed", type=int, default=0)
    words.add_argument("--check", action="store_true", help="with all invariants checked")
    words.add_argument("--kill", type=float, metavar="SECONDS")
    words.add_argument("--keep", type=Path, metavar="FOLDER", help="results by line; continued")
    told = words.parse_args()
    if told.keep:
        told.keep.mkdir(parents=True, exist_ok=True)
    with suppress(KeyboardInterrupt):
        for nodes in map(int, told.nodes.split(",")):
            with cluster(nodes) as address, killing(told.kill) as killed:
                print(f"{nodes} nodes", flush=True)
                try:
                    for title in told.titles.split(","):
                        _measure(title, told, address)
                finally:
                    print(f"{len(killed)} workers killed", flush=True)


if __name__ == "__main__":
    main()
