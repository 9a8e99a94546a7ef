"""Computer players: legal, deterministic, able to finish games, and better than chance."""

from __future__ import annotations

from itertools import groupby, pairwise

import pytest

import dieciocho
from dieciocho.bots import BOTS, make_bot
from dieciocho.bots.base import declined_before
from dieciocho.bots.sensible import trains
from dieciocho.bots.sensible.ground import Ground
from dieciocho.bots.sensible.situation import Situation
from dieciocho.bots.sensible.track import carried_out
from dieciocho.bots.sensible.values import doomed, horizon, lasting, money_needed, shortened
from dieciocho.engine.actions import (
    Action,
    Answer,
    BuyPrivate,
    BuyTrain,
    Choice,
    DiscardTrain,
    Dividend,
    LayTile,
    Run,
)
from dieciocho.engine.game import Game, Play
from dieciocho.games.g1888n.privates import Consent, Turn1888
from dieciocho.sim import Result, simulate
from dieciocho.sim.run import Task, play_out, seat_bots

from .g1888n.scenes import Table
from .support import NAMES


def played(bot: str, actions: int, seed: int = 3, edition: str = "rulebook") -> Game:
    game = dieciocho.new_game("1888n", NAMES[:4], seed=seed, edition=edition)
    player = make_bot(bot, seed)
    while not game.over and len(game.history) < actions:
        game.play(player.choose(game))
    return game


def test_unknown_bot() -> None:
    with pytest.raises(dieciocho.BadInput, match="curious, planner, quick, random, sensible"):
        make_bot("genius", 1)


# Bots by which whole games are played here: one that thinks for some time thinks less.
FAST = [bot if bot != "planner" else "planner:10u" for bot in BOTS]


@pytest.mark.parametrize("bot", FAST)
def test_same_seed_and_position_same_choice(bot: str) -> None:
    game = played(bot, 150)
    again = dieciocho.loads(game.to_json())
    assert make_bot(bot, 9).choose(game) == make_bot(bot, 9).choose(again)
    assert played(bot, 150).to_json() == game.to_json()


@pytest.mark.parametrize("bot", FAST)
def test_choosing_changes_nothing(bot: str) -> None:
    game = dieciocho.new_game("1888n", NAMES[:3], seed=5)
    player = make_bot(bot, 5)
    for _ in range(200):
        before = game.state.copy()
        action = player.choose(game)
        assert game.state == before, game.state.differences(before)
        assert any(choice.allows(action) for choice in game.legal_actions())
        game.play(action)


@pytest.mark.parametrize("players", [2, 4, 6])
def test_sensible_players_finish_and_prosper(players: int) -> None:
    result = play_out(Task("1888n", players, 40 + players, ("sensible",)))
    assert isinstance(result, Result)
    assert result.over
    assert result.reason == "bank"
    start = {2: 1200, 4: 600, 6: 400}[players]
    assert min(result.scores) > 2 * start


def test_sensible_beats_random() -> None:
    summary = simulate("1888n", players=4, games=6, seed=2, bots=["sensible", "random"])
    assert not summary.failures
    assert summary.wins_by_bot()["sensible"] >= 5
    scores = summary.score_by_bot()
    assert scores["sensible"] > 2 * scores["random"]


COUNTS = [
    (game, players)
    for game in dieciocho.GAMES
    for players in dieciocho.rules_of(game).player_counts
]


@pytest.mark.parametrize(("game", "players"), COUNTS)
def test_quick_players_finish_every_game(game: str, players: int) -> None:
    """At every number of players, by the book and as played online."""
    editions = dieciocho.rules_of(game).editions if players > 1 else ("rulebook",)
    for number, edition in enumerate(editions):
        result = play_out(Task(game, players, 10 * players + number, ("quick",), edition))
        assert isinstance(result, Result), f"{result.error}\n{result.traceback}"
        assert result.over


def test_quick_beats_random() -> None:
    summary = simulate("18esp", players=4, games=4, seed=2, bots=["quick", "random"])
    assert not summary.failures
    assert summary.wins_by_bot()["quick"] >= 3


def test_quick_runs_again_what_it_ran_while_it_may() -> None:
    """A run that need not be the best is repeated a few times before another one is searched."""
    game = dieciocho.new_game("1862", NAMES[:3], seed=5)
    runs: dict[str, list[Run]] = {}
    while not game.over:
        action = make_bot("quick", 5).choose(game)
        if isinstance(action, Run) and action.routes:
            assert game.state.turn is not None
            runs.setdefault(game.state.turn.company, []).append(action)
        game.play(action)
    assert any(a == b for row in runs.values() for a, b in pairwise(row))
    longest = max(
        sum(1 for _ in same) for row in runs.values() for _, same in groupby(row, key=str)
    )
    assert longest >= 2


def test_what_a_lay_opens_is_what_is_reached_after_it() -> None:
    """Going on from what is reached finds what a look at the whole board finds."""
    looked = 0
    for name in ("1888n", "18mag", "18esp", "1862"):
        game = dieciocho.new_game(name, NAMES[:4], seed=3)
        player = make_bot("quick", 3)
        while not game.over and len(game.history) < 500:
            turn = game.state.turn
            if turn is not None and any(move.action is LayTile for move in game.step.moves):
                ground = Ground(game, turn.company)
                for choice in game.legal_actions()[:12]:
                    lay = choice.action
                    if not isinstance(lay, LayTile) or lay.power is not None:
                        continue
                    index = game.definition.hexes[lay.hex].index
                    found = ground.opened(index, game.definition.placed[lay.tile, lay.rotation])
                    if found is not None:
                        looked += 1
                        assert found[0] == pytest.approx(ground.moved(carried_out(game, lay)))
            game.play(player.choose(game))
    assert looked > 1000


def test_bots_are_repeated_around_the_table() -> None:
    bots = seat_bots(5, ("sensible", "random"), 1)
    assert [bot.name for bot in bots.values()] == [
        "sensible",
        "random",
        "sensible",
        "random",
        "sensible",
    ]


# --- single decisions ------------------------------------------------------------------


def test_trains_that_will_be_scrapped_soon_are_known() -> None:
    table = Table().phase("3")
    card = table.train("LYR", "2")
    assert not doomed(table.game, card)
    table.empty_deck_down_to("4")
    assert doomed(table.game, card)
    table.company("LYR")
    assert lasting(table.game, "LYR") == []
    assert money_needed(table.game, "LYR") == 300


def test_what_if_questions_are_asked_with_short_trains_of_the_same_gauge() -> None:
    game = dieciocho.new_game("18esp", NAMES[:4])
    assert shortened(game, ["8"]) == ("4",)
    assert shortened(game, ["6+8", "1+2"]) == ("2+3", "1+2")
    assert shortened(game, ["5+6&3"]) == ("3&1+2",)


def test_horizon_shrinks_with_the_bank() -> None:
    table = Table()
    assert horizon(table.game) > 5
    table.cash(0, 8000)
    assert horizon(table.game) < 3


def earning(table: Table, revenue: int) -> Game:
    """Let LYR decide about a revenue."""
    game = table.lay("G15", "9").lay("H14", "5", 2).operate("LYR", "run_trains")
    table.change_turn(revenue=revenue)
    Play(game).pop()
    return game


def test_keeps_what_the_next_train_needs() -> None:
    """Unless the bot of a game decides otherwise."""

    def kept(treasury: int, train: str, deck: str | None) -> Action:
        table = Table().privates().phase("3").company("LYR", treasury=treasury)
        if deck is not None:
            table.empty_deck_down_to(deck)
        table.train("LYR", train)
        return trains.dividend(Situation(earning(table, 60), make_bot("sensible")))

    assert kept(600, "3", None) == Dividend("pay")
    assert kept(250, "2", "4") == Dividend("keep")


def test_must_buy_with_the_companys_money() -> None:
    table = Table().privates().phase("3").company("LYR", treasury=600)
    game = table.operate("LYR", "trains")
    action = make_bot("sensible").choose(game)
    assert isinstance(action, BuyTrain)
    assert action.source == "bank"


def test_director_sells_his_private_to_his_company() -> None:
    table = Table().privates(YRF=1).phase("3").company("LYR", treasury=900)
    table.train("LYR", "3")
    game = table.operate("LYR", "trains")
    sold = []
    while game.state.turn is not None and not game.over:
        action = make_bot("sensible").choose(game)
        if isinstance(action, BuyPrivate):
            assert game.state.private_owner[action.private] == 0
            sold.append(action.private)
        game.play(action)
        if game.state.turn is None or game.state.round.kind != "operating":
            break
    assert "FC" in sold
    assert "YRF" not in sold


@pytest.mark.parametrize(("price", "answer"), [(63, "decline"), (187, "agree")])
def test_answers_by_a_fair_value(price: int, answer: str) -> None:
    table = Table().privates(YRF=1).phase("3").company("LYR", treasury=900)
    game = table.operate("LYR", "track")
    game.play(BuyPrivate("YRF", price))
    assert isinstance(game.step, Consent)
    assert make_bot("sensible").choose(game) == Answer(answer)  # type: ignore[arg-type]


def test_a_declined_offer_is_not_repeated() -> None:
    table = Table().privates(YRF=1, FC=1, KT=1, TA=1, HS=1, GW=1).phase("3")
    game = table.company("LYR", treasury=900).operate("LYR", "track")
    game.play(BuyPrivate("YRF", 63)).play(Answer("decline"))
    for seed in range(40):
        action = make_bot("random", seed).choose(game)
        assert not (isinstance(action, BuyPrivate) and action.private == "YRF")


def test_a_declined_train_is_not_asked_for_again_but_can_be_discarded() -> None:
    game = dieciocho.new_game("1888n", NAMES[:3], seed=4)
    game.state.turn = Turn1888("JHR", declined={"2-0": 1})
    assert declined_before(game, Choice(BuyTrain("2-0", "SSL", 1)))
    assert not declined_before(game, Choice(BuyTrain("2-1", "SSL", 1)))
    assert not declined_before(game, Choice(DiscardTrain("SSL", "2-0")))
