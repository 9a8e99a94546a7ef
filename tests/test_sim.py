"""Simulations: every game is checked while it is played, failures are reported with their seed."""

from __future__ import annotations

import gc
import subprocess
import sys

import msgspec
import pytest

import dieciocho
from dieciocho.bots import Bot
from dieciocho.engine.actions import Action, LayTile, Pass, StartCompany
from dieciocho.engine.game import Game
from dieciocho.sim import Failure, Result, Summary, run, simulate
from dieciocho.sim.checks import Checker, CheckFailed
from dieciocho.sim.run import Task, play_out, seed_of
from dieciocho.sim.wrong import mutations

from .g1888n.scenes import Table
from .support import NAMES

EDITIONS = ("rulebook", "online")


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("bots", [("random",), ("sensible",)])
def test_checked_games(players: int, edition: str, bots: tuple[str, ...]) -> None:
    """Invariants, legal sets, refusals, copies, undo, saving: in games of every size."""
    for number in range(3 if bots == ("random",) else 1):
        seed = seed_of(100 * players + len(edition), number)
        outcome = play_out(Task("1888n", players, seed, bots, edition, check=True))
        assert isinstance(outcome, Result), f"{outcome.seed}: {outcome.traceback}"
        assert outcome.over


def test_seeds_are_different_and_stable() -> None:
    seeds = [seed_of(1, number) for number in range(100)]
    assert len(set(seeds)) == 100
    assert seeds == [seed_of(1, number) for number in range(100)]
    assert seeds[0] != seed_of(2, 0)


def _plain(summary: Summary) -> object:
    """Return the results without the time that they took."""
    return [msgspec.structs.replace(result, seconds=0, cpu=0) for result in summary.results]


def test_workers_do_not_change_the_results() -> None:
    usual = gc.get_threshold()
    seen: list[tuple[int, int]] = []

    def note(done: int, total: int) -> None:
        seen.append((done, total))

    alone = simulate("1888n", players=3, games=4, seed=8, bots=["random"], progress=note)
    several = simulate("1888n", players=3, games=4, seed=8, bots=["random"], workers=2)
    assert _plain(alone) == _plain(several)
    assert seen == [(1, 4), (2, 4), (3, 4), (4, 4)]
    assert gc.get_threshold() == usual


# As Python 3.14 starts processes, whose parent may have threads: anew, not as copies of it.
ANEW = """
import multiprocessing, msgspec
from dieciocho.sim import simulate
multiprocessing.set_start_method("forkserver")
told = simulate("1888n", players=3, games=2, seed=8, bots=["random"], workers=2)
print(msgspec.json.encode([[result.scores for result in told.results], told.failures]).decode())
"""


def test_workers_may_be_started_anew() -> None:
    alone = simulate("1888n", players=3, games=2, seed=8, bots=["random"])
    done = subprocess.run([sys.executable, "-c", ANEW], text=True, capture_output=True)
    assert done.returncode == 0, done.stderr
    assert msgspec.json.decode(done.stdout) == [[list(r.scores) for r in alone.results], []]


def test_summary() -> None:
    summary = simulate("1888n", players=4, games=5, seed=4, bots=["random"], edition="online")
    assert sum(summary.wins_by_seat().values()) == pytest.approx(5, abs=0.05)
    assert summary.wins_by_bot()["random"] == pytest.approx(5, abs=0.05)
    assert sum(summary.reasons().values()) == 5
    assert summary.bankruptcies == summary.reasons().get("bankruptcy", 0)
    facts = summary.facts()
    assert facts["games"] == 5
    assert facts["actions"]["min"] <= facts["actions"]["mean"] <= facts["actions"]["max"]
    assert facts["rounds"] > 3
    msgspec.json.encode(facts)


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"game": "1889"}, "no game"),
        ({"players": 7}, "2 to 6 players"),
        ({"games": 0}, "at least one game"),
        ({"bots": []}, "at least one bot"),
        ({"bots": ["genius"]}, "no bot"),
        ({"bots": ["random"] * 4}, "too many"),
        ({"edition": "pirate"}, "no edition"),
    ],
)
def test_wrong_settings(changes: dict[str, object], text: str) -> None:
    settings: dict[str, object] = {
        "game": "1888n",
        "players": 3,
        "games": 1,
        "seed": 1,
        "bots": ["random"],
        **changes,
    }
    with pytest.raises(dieciocho.BadInput, match=text):
        simulate(**settings)  # type: ignore[arg-type]


# --- what goes wrong is seen -----------------------------------------------------------


class Crash(Bot):
    name = "crash"

    def choose(self, game: Game) -> Action:
        if len(game.history) == 3:
            raise ZeroDivisionError("a mistake")
        return game.legal_actions()[0].action


class Dawdler(Bot):
    name = "dawdler"

    def choose(self, game: Game) -> Action:
        return Pass()


def test_a_failing_game_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "make_bot", lambda name, seed: Crash(seed))
    summary = simulate("1888n", players=2, games=2, seed=1, bots=["random"])
    assert [failure.seed for failure in summary.failures] == [seed_of(1, 0), seed_of(1, 1)]
    failure = summary.failures[0]
    assert "ZeroDivisionError: a mistake" in failure.error
    assert "choose" in failure.traceback
    assert failure.actions == 3
    assert len(dieciocho.loads(failure.saved).history) == 3
    assert summary.results == []
    assert summary.facts()["failures"][0]["seed"] == failure.seed


def test_a_game_without_end_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "make_bot", lambda name, seed: Dawdler(seed))
    monkeypatch.setattr(run, "MOST_ACTIONS", 50)
    outcome = play_out(Task("1888n", 3, 1, ("random",)))
    assert isinstance(outcome, Failure)
    assert outcome.error.startswith("Stuck")


def test_a_game_can_be_cut_short() -> None:
    outcome = play_out(Task("1888n", 3, 1, ("random",), most_actions=30))
    assert isinstance(outcome, Result)
    assert (outcome.actions, outcome.over, outcome.reason) == (30, False, "unfinished")


def test_checks_try_and_refuse() -> None:
    game = dieciocho.new_game("1888n", NAMES[:3], seed=1)
    checker = Checker(game, 1, every=1)
    checker.after(game)
    assert checker.tried > 10
    assert checker.reasons.total() > 10


def test_checks_find_actions_that_should_be_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Table(3).privates().stock_round()
    starts = [c for c in game.legal_actions() if isinstance(c.action, StartCompany)]
    monkeypatch.setattr(game, "legal_actions", lambda: starts[:1])
    with pytest.raises(CheckFailed, match="not listed but accepted"):
        Checker(game, 1, every=1).after(game)


def test_checks_find_listed_actions_that_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    game = dieciocho.new_game("1888n", NAMES[:3], seed=1)
    wrong = dieciocho.Choice(LayTile("G15", "9", 0))
    monkeypatch.setattr(game, "legal_actions", lambda: [wrong])
    with pytest.raises(CheckFailed, match="listed but refused"):
        Checker(game, 1, every=1).after(game)


def test_checks_find_money_that_appears() -> None:
    game = dieciocho.new_game("1888n", NAMES[:3], seed=1)
    checker = Checker(game, 1)
    game.state.cash[0] += 1
    with pytest.raises(AssertionError, match="9001 in all"):
        checker.after(game)


def test_mutations_change_one_field() -> None:
    game = dieciocho.new_game("1888n", NAMES[:3], seed=1)
    lay = LayTile("G15", "9", 0)
    found = list(mutations(game, lay))
    assert LayTile("G15", "9", 1) in found
    assert lay not in found
    for action in found:
        assert isinstance(action, LayTile)
        same = [getattr(action, f) == getattr(lay, f) for f in ("hex", "tile", "rotation", "power")]
        assert same.count(False) == 1


def test_an_automaton_is_counted_like_a_bot() -> None:
    summary = simulate("18mag", players=1, games=2, seed=3, bots=["random"], check=True, workers=1)
    assert not summary.failures
    assert set(summary.wins_by_bot()) == {"random", "István"}
    assert sum(summary.wins_by_seat().values()) == 2
    assert len(summary.score_by_seat()) == 2
