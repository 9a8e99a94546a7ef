"""Bots at tables: they take their turns, and nothing that goes wrong leaves a table hanging."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.utils import timezone

from dieciocho.bots import make_bot
from dieciocho.bots.base import Bot
from dieciocho.bots.protocol import SAFE
from dieciocho.engine.actions import Action, Pass
from dieciocho.engine.game import Game
from dieciocho.engine.save import decode_action
from dieciocho.web import shelf
from dieciocho.web.bots import jobs, think
from dieciocho.web.bots.think import Task, simple_action
from dieciocho.web.bots.worker import Worker
from dieciocho.web.models import BotJob, Table
from dieciocho.web.services import gathering, moderating, playing, reading
from dieciocho.web.services.asking import Viewer
from dieciocho.web.services.gathering import SeatPlan

from .servers import PATIENCE, running

django_db = pytest.mark.django_db(transaction=True)

ANA = Viewer(guest="key-of-ana", name="Ana")


class Inline(Executor):
    """Thinks at once, in this process."""

    def submit(self, function: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(function(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


@pytest.fixture(autouse=True)
def _clean() -> None:
    think.games.clear()


def make_worker(budget: float = 5) -> Worker:
    return Worker(1, budget, pool=lambda _: Inline())


def with_bots(*names: str) -> Table:
    plan = [SeatPlan("Ana"), *(SeatPlan(who=name) for name in names)]
    return gathering.start(gathering.create_table(ANA, "1888n", plan).slug, ANA)


def again(table: Table) -> Table:
    return Table.objects.get(pk=table.pk)


class Dreamer(Bot):
    """A bot that does what a test wants."""

    def __init__(self, dream: Callable[[Game], Action]) -> None:
        super().__init__()
        self.dream = dream

    def choose(self, game: Game) -> Action:
        return self.dream(game)


def dreaming(monkeypatch: pytest.MonkeyPatch, dream: Callable[[Game], Any]) -> None:
    def make(name: str, seed: int = 0) -> Bot:
        return make_bot(name, seed) if name == "random" else Dreamer(dream)

    monkeypatch.setattr(think, "make_bot", make)


@django_db
def test_bots_play_until_it_is_a_persons_turn() -> None:
    table = with_bots("random", "sensible")
    worker = make_worker()
    for _ in range(5):
        playing.act(table.slug, ANA, "pass")
        for _ in range(20):
            worker.step()
            if again(table).actor == 0:
                break
        assert again(table).actor == 0
    assert not BotJob.objects.exists()
    assert again(table).length > 10


@django_db
def test_a_whole_game_between_bots_comes_to_its_end() -> None:
    table = with_bots("random", "random")
    ana = make_bot("random", 9)
    worker = make_worker()
    for _ in range(3000):
        now = again(table)
        if now.status == Table.Status.FINISHED:
            break
        if now.actor == 0:
            playing.act(table.slug, ANA, msgspec.to_builtins(ana.choose(reading.position(now))))
        else:
            worker.step()
    assert again(table).status == Table.Status.FINISHED
    assert set(again(table).result or {}) == {"Ana", "Random 2", "Random 3"}


@django_db
def test_a_word_in_the_chat_does_not_stop_a_bot() -> None:
    table = with_bots("random")
    playing.act(table.slug, ANA, "pass")
    playing.say(table.slug, ANA, "hurry up")
    make_worker().step()
    assert again(table).length == 2


@django_db
def test_a_decision_for_a_table_that_has_moved_on_is_dropped() -> None:
    table = with_bots("random")
    playing.act(table.slug, ANA, "pass")
    (job,) = jobs.claim(1)
    moderating.hand_over(table.slug, 1, bot="sensible")  # another bot is to think about it
    assert not jobs.play(job, {"do": "pass"})
    assert BotJob.objects.get().claimed_at is None  # to be thought about again
    playing.undo(table.slug, ANA)
    assert not BotJob.objects.exists()
    assert not jobs.play(job, {"do": "pass"})
    assert again(table).length == 0


@django_db
def test_a_job_belongs_to_one_worker_until_that_dies() -> None:
    table = with_bots("random")
    playing.act(table.slug, ANA, "pass")
    (job,) = jobs.claim(5)
    assert jobs.claim(5) == []
    BotJob.objects.update(claimed_at=timezone.now() - timedelta(seconds=jobs.STALE_SECONDS - 2))
    jobs.renew([job])
    assert jobs.claim(5) == []
    BotJob.objects.update(claimed_at=timezone.now() - timedelta(seconds=jobs.STALE_SECONDS + 1))
    assert jobs.claim(5) == [job]
    jobs.give_back([job])
    assert jobs.claim(5) == [job]


@django_db
def test_a_job_without_a_bot_to_think_is_thrown_away() -> None:
    table = with_bots("random")
    playing.act(table.slug, ANA, "pass")
    table.seats.filter(index=1).update(bot="", guest="key-of-luis")
    make_worker().step()
    assert not BotJob.objects.exists()
    assert again(table).length == 1


@django_db
@pytest.mark.parametrize(
    "dream",
    [
        lambda game: 1 / 0,
        lambda game: msgspec.convert({"do": "bid", "target": "FC", "price": 1}, think_of("Bid")),
        lambda game: "nonsense",
    ],
    ids=["raises", "illegal", "nonsense"],
)
def test_a_bot_that_fails_is_tried_again_then_replaced(
    monkeypatch: pytest.MonkeyPatch, dream: Callable[[Game], Any]
) -> None:
    dreaming(monkeypatch, dream)
    table = with_bots("sensible")
    playing.act(table.slug, ANA, "pass")
    worker = make_worker()
    for count in range(1, jobs.MAX_FAILURES + 1):
        worker.step()
        job = BotJob.objects.get()
        assert (job.failures, job.claimed_at) == (count, None)
        assert job.error
    worker.step()
    assert again(table).length == 2
    assert not BotJob.objects.exists()


def think_of(name: str) -> Any:
    from dieciocho.engine import actions

    return getattr(actions, name)


@django_db
def test_time_is_up(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    def ponder(game: Game) -> Action:
        while True:
            with suppress(Exception):  # a bot may be badly written
                time.sleep(1)

    dreaming(monkeypatch, ponder)
    table = with_bots("sensible")
    playing.act(table.slug, ANA, "pass")
    monkeypatch.setattr(jobs.log.parent, "propagate", True)
    make_worker(budget=0.1).step()
    assert again(table).length == 2
    assert "time is up" in caplog.text


@django_db
def test_a_bot_is_told_how_long_somebody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[float | None] = []

    class Listening(Dreamer):
        def choose(self, game: Game) -> Action:
            told.append(self.patience)
            return super().choose(game)

    last = Listening(lambda game: game.legal_actions()[-1].action)
    monkeypatch.setattr(think, "make_bot", lambda name, seed: last)
    table = with_bots("planner")
    playing.act(table.slug, ANA, "pass")
    make_worker(budget=600).step()
    assert again(table).length == 2
    assert told == [SAFE * 600]


@django_db
def test_dying_processes_are_replaced() -> None:
    table = with_bots("random")
    worker = Worker(1)
    try:
        for length in (2, 4):
            playing.act(table.slug, ANA, "pass")
            until = time.monotonic() + PATIENCE
            while again(table).length < length:
                assert time.monotonic() < until
                worker.step()
            for process in worker._pool._processes.values():  # type: ignore[attr-defined]
                process.kill()
    finally:
        worker.close()


@django_db
def test_a_process_that_does_not_answer_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    class Deaf(Inline):
        def submit(self, function: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
            return Future()

    monkeypatch.setattr("dieciocho.web.bots.worker.STUCK_SECONDS", -1)
    table = with_bots("random")
    playing.act(table.slug, ANA, "pass")
    worker = Worker(1, 0.5, pool=lambda _: Deaf())
    for _ in range(jobs.MAX_FAILURES + 1):
        worker.step()
    assert again(table).length == 2


@django_db
def test_a_worker_that_stops_gives_its_work_back() -> None:
    class Slow(Inline):
        def submit(self, function: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
            return Future()

    table = with_bots("random")
    playing.act(table.slug, ANA, "pass")
    worker = Worker(1, pool=lambda _: Slow())
    worker.step()
    assert BotJob.objects.get().claimed_at is not None
    worker.stop()
    worker.run()
    assert BotJob.objects.get().claimed_at is None


def test_a_process_goes_on_from_what_it_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    played = 0

    def counted(data: Any, rules: Any) -> Any:
        nonlocal played
        played += 1
        return decode_action(data, rules)

    monkeypatch.setattr(shelf, "decode_action", counted)

    def task(revision: int, moves: list[Any]) -> Task:
        header = {"game": "1888n", "players": ["Ana", "Luis"]}
        return Task(1, revision, header, moves, "random", 3, 5.0)

    game = think.games.game(task(0, []))
    bot = make_bot("random", 1)
    for _ in range(60):
        game.play(bot.choose(game))
    moves = [(n, msgspec.to_builtins(record.action)) for n, record in enumerate(game.history, 1)]
    think.games.clear()
    assert think.games.game(task(1, moves[:40])).state == game.at(40).state
    assert think.games.game(task(2, moves)).state == game.state
    assert think.games.game(task(2, moves)).state == game.state
    assert played == 60, "played on, not anew"
    back = think.games.game(task(3, moves[:30]))  # something was undone
    assert back.state == game.at(30).state
    other = [*moves[:29], (61, {"do": "pass"})]  # and something else played instead
    assert think.games.game(task(4, other)).history[-1].action == Pass()
    assert think.think(task(5, moves[:30])) == think.think(task(5, moves[:30]))


def test_a_simple_action_is_legal_at_every_step_of_a_game() -> None:
    import dieciocho

    game = dieciocho.new_game("1888n", ["Ana", "Luis", "Eva"])
    bot = make_bot("random", 4)
    kinds = set()
    while not game.over:
        action = simple_action(game)
        kinds.add(type(action))
        assert game.why_not(action) is None
        game.play(bot.choose(game))
    assert Pass in kinds
    assert len(kinds) > 3


def test_real_processes_play_a_table(tmp_path: Path) -> None:
    with running(tmp_path, bots=2) as server:
        (token,) = server.people("ana")
        server.start()
        ana = server.client(token)
        table = ana.new_table({}, {"who": "sensible"}, {"who": "random"}, seed=1)
        path = f"tables/{table['slug']}/"
        until = time.monotonic() + PATIENCE
        turns = 0
        while turns < 4:
            assert time.monotonic() < until, server.log()
            legal = ana.get(path + "legal/")
            if legal["mine"]:
                turns += 1
                data = {"action": legal["choices"][-1]["action"], "revision": legal["revision"]}
                ana.post(path + "actions/", data)
            else:
                time.sleep(0.05)
        assert ana.get(path)["length"] > 4
        assert server.stop() == 0
        assert "Traceback" not in server.log()
