"""Random and sensible games with all invariants checked after every action."""

from __future__ import annotations

import pytest

import dieciocho
from dieciocho.bots import make_bot
from dieciocho.engine.game import Game
from dieciocho.engine.shares import ordinary
from dieciocho.games.g1865.dragons import zone
from dieciocho.games.g1865.facts import DRAGONS, facts
from dieciocho.games.g1865.holdings import pool_room
from dieciocho.sim.checks import Checker

from ..support import NAMES, rule

TABLES = [(2, False), (3, False), (4, False), (2, True), (3, True)]


def play_out(bot: str, players: int, short: bool, seed: int) -> Game:
    options = {"variant": "short"} if short else None
    game = dieciocho.new_game("1865", NAMES[:players], seed=seed, options=options)
    bots = [make_bot(bot, seed + seat) for seat in range(players)]
    checker = Checker(game, seed, every=30)
    while not game.over:
        seat = game.step.actor(game)
        game.play(bots[seat].choose(game), by=seat)
        checker.after(game)
        assert len(game.history) < 6000, "endless"
    checker.at_end(game)
    return game


@pytest.mark.parametrize(("players", "short"), TABLES)
def test_random_games_keep_everything_complete(players: int, short: bool) -> None:
    for seed in range(2):
        game = play_out("random", players, short, seed)
        assert game.state.ending == ("bank",)


@pytest.mark.parametrize(("players", "short"), TABLES)
def test_sensible_games_take_a_natural_course(players: int, short: bool) -> None:
    game = play_out("sensible", players, short, players)
    assert game.state.ending == ("bank",)
    assert 5 <= game.state.round.number <= 14
    start = game.definition.table.cash[str(players)]
    assert min(game.rules.scores(game).values()) > 4 * start
    launches = [m for record in game.history for m in record.log if m.id.startswith("log.launched")]
    assert len(launches) >= players


def test_sensible_beats_random() -> None:
    wins = 0
    for seed in range(6):
        game = dieciocho.new_game("1865", NAMES[:3], seed=seed)
        best = game.header.players.index(NAMES[0])
        bots = [make_bot("sensible" if s == best else "random", seed + s) for s in range(3)]
        while not game.over:
            seat = game.step.actor(game)
            game.play(bots[seat].choose(game), by=seat)
        scores = game.rules.scores(game)
        wins += scores[best] == max(scores.values())
    assert wins == 6


@rule("1865-3.2.17", "1865-3.2.1", "1865-3.2.8")
@pytest.mark.parametrize("bot", ["random", "sensible"])
def test_the_dragons_sell_at_the_start_and_buy_only_what_has_operated(bot: str) -> None:
    """Later in a round they sell only what the pool had no room for."""
    game = dieciocho.new_game("1865", NAMES[:3], seed=11)
    bots = [make_bot(bot, 11 + seat) for seat in range(3)]
    kept: set[str] = set()  # what they could not sell in their first turn of the round
    bought = sold = 0
    while not game.over:
        seat = game.step.actor(game)
        game.play(bots[seat].choose(game), by=seat)
        names = [message.id.removeprefix("log.") for message in game.history[-1].log]
        for name, message in zip(names, game.history[-1].log, strict=True):
            if name.startswith("dragons_sell"):
                assert "stock_round" in names or message.params["company"] in kept
                sold += 1
            elif name.startswith("dragons_buy"):
                assert message.params["company"] in facts(game).operated
                bought += 1
        red = {c for c in game.state.cell if zone(game, c) == "red"}
        kept = {c for c in red if ordinary(game, c, DRAGONS)}
        if game.state.round.kind == "stock":
            assert all(pool_room(game, c) == 0 for c in kept)
    assert bought > 5
    assert sold or bot == "sensible"
