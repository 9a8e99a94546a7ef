"""Games on a cluster of Ray, whose workers and machines are lost; what is stopped and continued."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pandas
import pytest
from typer.testing import CliRunner

import dieciocho
from dieciocho.cli.main import app
from dieciocho.sim import Failure, Summary, cluster, simulate
from dieciocho.sim.arena import Contest, compete
from dieciocho.sim.lines import read_lines
from dieciocho.sim.parquet import path_of
from dieciocho.sim.pool import Interrupted
from dieciocho.sim.run import Task, play_out
from dieciocho.sim.summary import Line

from .support import hears_ctrl_c

# Where it plays for the first time it takes its worker with it.
MORTAL = """
import os, signal
from pathlib import Path
from dieciocho.bots.chance import RandomBot
class Mortal(RandomBot):
    def choose(self, game):
        here = Path(__file__).with_name("died")
        if len(game.history) > 20 and not here.exists():
            here.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return super().choose(game)
"""


# Once a game has ended it waits until it is told to go on.
PATIENT = """
import time
from pathlib import Path
from dieciocho.bots.chance import RandomBot
class Patient(RandomBot):
    def choose(self, game):
        here = Path(__file__).parent
        while (here / "results.jsonl").stat().st_size and not (here / "released").exists():
            (here / "waiting").touch()
            time.sleep(0.05)
        return super().choose(game)
"""


@pytest.fixture(scope="module")
def machines() -> Iterator[Any]:
    """Start a cluster here: a head that plays nothing, and two nodes that play a game at a time."""
    utils = pytest.importorskip("ray.cluster_utils", reason="ray is not installed")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")  # it would tell others about it
        patch.setenv("RAY_worker_niceness", "0")  # or the other tests would go first
        head = {"num_cpus": 0, "include_dashboard": False}
        found = utils.Cluster(initialize_head=True, head_node_args=head)
        for _ in range(2):
            found.add_node(num_cpus=1)
        yield found
        found.shutdown()


def plain(summary: Summary) -> list[Any]:
    """Return the results without the time that they took."""
    return [msgspec.structs.replace(result, seconds=0, cpu=0) for result in summary.results]


def test_what_a_lost_worker_and_a_lost_node_had_is_played_elsewhere(
    machines: Any, tmp_path: Path
) -> None:
    (tmp_path / "mortal.py").write_text(MORTAL)
    bots = ["random", f"{tmp_path / 'mortal.py'}:Mortal"]
    file, seen = tmp_path / "results.jsonl", list[int]()

    def lose_a_node(done: int, total: int) -> None:
        seen.append(done)
        if done == 2:
            machines.remove_node(next(iter(machines.worker_nodes)))

    settings: dict[str, Any] = {"players": 3, "games": 8, "seed": 8, "bots": bots}
    there = simulate("1888n", **settings, cluster=machines.address, progress=lose_a_node, file=file)
    assert (tmp_path / "died").exists()
    assert there.failures == []
    assert seen == list(range(1, 9))
    assert plain(there) == plain(simulate("1888n", **settings))
    seeds = [line.task.seed for line in read_lines(file, Line)]
    assert sorted(seeds) == sorted(result.seed for result in there.results)


def test_a_contest_and_the_command(machines: Any, tmp_path: Path) -> None:
    contest = Contest("1888n", ("random", "curious"), players=2, seed=3)
    there, failures = compete(contest, 2, cluster=machines.address)
    here, _ = compete(contest, 2, workers=1)
    assert failures == []
    assert [(g.pairing, g.scores) for g in there] == [(g.pairing, g.scores) for g in here]
    command = ["simulate", "1888n", "--bots", "random", "--games", "2", "--json"]
    shown = CliRunner().invoke(app, [*command, "--cluster", machines.address])
    assert shown.exit_code == 0, shown.output
    assert msgspec.json.decode(shown.stdout)["games"] == 2


def test_ctrl_c_while_machines_play(machines: Any, tmp_path: Path) -> None:
    """The signal comes while the command waits for a game; what it has is kept and continued."""
    (tmp_path / "patient.py").write_text(PATIENT)
    file, bots = tmp_path / "results.jsonl", [f"{tmp_path / 'patient.py'}:Patient"]
    file.touch()
    command = [sys.executable, "-m", "dieciocho.cli.main", "simulate", "1888n", "--players", "2"]
    wanted = ["--games", "3", "--seed", "8", "--bots", *bots, "--results", str(file), "--json"]
    there = ["--cluster", machines.address]
    with subprocess.Popen(
        [*command, *wanted, *there],
        stdout=subprocess.PIPE,
        preexec_fn=hears_ctrl_c,
    ) as running:
        while running.poll() is None and not (tmp_path / "waiting").exists():
            time.sleep(0.05)
        running.send_signal(signal.SIGINT)
        told, _ = running.communicate()
    assert running.returncode == 130
    kept = len(read_lines(file, Line))
    assert msgspec.json.decode(told)["games"] == kept
    assert 1 <= kept < 3
    (tmp_path / "released").touch()
    settings: dict[str, Any] = {"players": 2, "games": 3, "seed": 8, "bots": bots}
    again = simulate("1888n", **settings, cluster=machines.address, file=file)
    assert plain(again) == plain(simulate("1888n", **settings))
    assert len(read_lines(file, Line)) == 3


def test_another_version_there_is_a_failure(machines: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "__version__", "99")
    task = Task("1888n", 3, 1, ("random",))
    ((_, outcome),) = cluster.outcomes(play_out, [task], machines.address)
    assert isinstance(outcome, Failure)
    assert "this is version 99" in outcome.traceback


def test_where_there_is_no_cluster(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(dieciocho.BadInput, match="ray start --head"):
        simulate("1888n", players=2, games=1, seed=1, bots=["random"], cluster="127.0.0.1:9")
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(dieciocho.BadInput, match=r"dieciocho\[cluster\]"):
        simulate("1888n", players=2, games=1, seed=1, bots=["random"], cluster="auto")


# --- stopped and continued -------------------------------------------------------------


class Stopping:
    """Progress that ends in Ctrl-C."""

    def __init__(self, after: int) -> None:
        self.after = after

    def __call__(self, done: int, total: int) -> None:
        if done == self.after:
            raise KeyboardInterrupt


def test_what_was_finished_is_not_played_again(tmp_path: Path) -> None:
    whole, path = tmp_path / "whole.parquet", tmp_path / "games.parquet"
    settings: dict[str, Any] = {"players": 3, "games": 4, "seed": 5, "bots": ["random"]}
    expected = simulate("1888n", **settings, out=whole)
    settings |= {"file": tmp_path / "results.jsonl", "out": path}
    with pytest.raises(Interrupted) as stop:
        simulate("1888n", **settings, progress=Stopping(3))
    assert plain(stop.value.so_far) == plain(expected)[:3]
    seen: list[tuple[int, int]] = []
    again = simulate("1888n", **settings, progress=lambda *counts: seen.append(counts))
    assert plain(again) == plain(expected)
    assert seen == [(4, 4)]
    for table in ("games", "actions", "positions"):
        read = [pandas.read_parquet(path_of(p, table)) for p in (whole, path)]
        one, other = (rows.drop(columns="seconds", errors="ignore") for rows in read)
        pandas.testing.assert_frame_equal(one, other)
    assert sorted(p.name for p in tmp_path.glob("*.kept")) == []


def test_tables_that_were_torn_are_written_anew(tmp_path: Path) -> None:
    settings: dict[str, Any] = {"players": 3, "games": 2, "seed": 5, "bots": ["random"]}
    settings |= {"file": tmp_path / "results.jsonl", "out": tmp_path / "games.parquet"}
    simulate("1888n", **settings)
    settings["out"].write_bytes(settings["out"].read_bytes()[:-20])
    assert simulate("1888n", **settings).games == 2
    assert len(pandas.read_parquet(settings["out"])) == 2


def test_the_commands_show_what_was_finished(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "results.jsonl"
    monkeypatch.setattr("rich.progress.Progress.update", stopped_at_two)
    command = ["simulate", "1888n", "--bots", "random", "--games", "5", "--workers", "1"]
    shown = CliRunner().invoke(app, [*command, "--results", str(file), "--json"])
    assert shown.exit_code == 130
    assert msgspec.json.decode(shown.stdout)["games"] == 2
    assert len(file.read_bytes().splitlines()) == 2
    command = ["arena", "1888n", "--bots", "random,curious", "--players", "2", "--games", "4"]
    shown = CliRunner().invoke(app, [*command, "--workers", "1", "--json"])
    assert shown.exit_code == 130
    assert sum(row["wins"] for row in msgspec.json.decode(shown.stdout)["standings"]) == 2


@pytest.mark.parametrize(
    "words", [("simulate", "--results"), ("arena", "--out")], ids=lambda words: words[0]
)
def test_where_nothing_can_be_written_nothing_is_played(
    words: tuple[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rich.progress.Progress.update", lambda *_, **counts: pytest.fail("played"))
    command, option = words
    bots = ["--players", "2", "--bots", "random,curious", "--games", "2", "--workers", "1"]
    file = tmp_path / "nowhere" / "results.jsonl"
    shown = CliRunner().invoke(app, [command, "1888n", *bots, option, str(file)])
    assert shown.exit_code == 2
    assert f"cannot write {file}" in " ".join(shown.stderr.split())
    assert "Traceback" not in shown.stderr


def stopped_at_two(*words: Any, completed: int, **others: Any) -> None:
    if completed == 2:
        raise KeyboardInterrupt
