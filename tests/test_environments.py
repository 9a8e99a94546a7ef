"""Environments: PettingZoo's own tests for every table, and what the numbers mean."""

from __future__ import annotations

import random
import sys
import warnings
from itertools import count
from types import SimpleNamespace

import numpy as np
import pytest
from pettingzoo.test import api_test, performance_benchmark, seed_test

import dieciocho
from dieciocho.engine.actions import Bid, BuyPrivate, Choice
from dieciocho.rl import Environment, env
from dieciocho.rl.observation import MONEY, MOST
from dieciocho.rl.slots import AMOUNTS, SPARE, amounts

from . import playthrough

TABLES = [(g, n) for g in dieciocho.GAMES for n in dieciocho.rules_of(g).player_counts]


def at_random(table: Environment, most: int, seed: int = 1) -> Environment:
    """Play so many actions by chance."""
    table.reset(seed=seed)
    dice = random.Random(seed)
    for _ in range(most):
        if table.game.over:
            break
        table.step(dice.choice(sorted(table.slots.legal(table.game))))
    return table


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_it_is_what_pettingzoo_asks_for(game: str, players: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # Where there is a mask the space is a dictionary: theirs too.
        warnings.filterwarnings("ignore", "Observation space for each agent probably")
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        api_test(env(game, players, most_actions=4 * players), num_cycles=6)
    seed_test(lambda: env(game, players, most_actions=3 * players), num_cycles=4)


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_its_speed_can_be_measured(
    game: str, players: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Theirs measures for five seconds; here the clock shows two more whenever it is read."""
    clock = count(0, 2)
    module = sys.modules[performance_benchmark.__module__]
    monkeypatch.setattr(module, "time", SimpleNamespace(time=lambda: next(clock)))
    performance_benchmark(env(game, players, most_actions=5))
    assert "turns per second" in capsys.readouterr().out


@pytest.mark.parametrize("game", dieciocho.GAMES)
def test_playthrough(game: str) -> None:
    kept = (playthrough.FOLDER / f"{game}.txt").read_text(encoding="utf-8")
    assert playthrough.playthrough(game) == kept


# --- actions ---------------------------------------------------------------------------


@pytest.mark.parametrize("game", dieciocho.GAMES)
def test_every_choice_has_a_number_and_every_number_is_legal(game: str) -> None:
    table = env(game, 3)
    table.reset(seed=2)
    dice, kinds = random.Random(2), set()
    for _ in range(150):
        if table.game.over:
            break
        legal = table.slots.legal(table.game)
        wanted = [action for choice in table.game.legal_actions() for action in amounts(choice)]
        assert sorted(map(str, legal.values())) == sorted(map(str, wanted))
        assert all(0 <= number < table.slots.size for number in legal)
        for number, action in legal.items():
            if number < table.slots.spare:
                kind = str(action.__struct_config__.tag)
                assert table.slots.meaning(number).split()[0] == kind
                kinds.add(kind)
        assert table.game.why_not(dice.choice(list(legal.values()))) is None
        mask = table.observe(table.agent_selection)["action_mask"]
        assert mask.nonzero()[0].tolist() == sorted(legal)
        table.step(dice.choice(sorted(legal)))
    assert len(kinds) > 3


def test_ranges_are_few_amounts() -> None:
    bid = Bid("YRF", 40)
    assert [a.price for a in amounts(Choice(bid, 40, 180, 5))] == [  # type: ignore[attr-defined]
        40, 60, 80, 100, 120, 140, 160, 180,
    ]  # fmt: skip
    assert [str(a) for a in amounts(Choice(bid, 40, 50, 5))] == [
        "bid 40 on YRF",
        "bid 45 on YRF",
        "bid 50 on YRF",
    ]
    assert len(list(amounts(Choice(bid, 40, 40, 5)))) == 1
    assert len(list(amounts(Choice(bid, 1, 999)))) == AMOUNTS


def test_a_number_names_the_same_thing_all_game_long() -> None:
    table = env("1888n", 3)
    table.reset(seed=1)
    slots = table.slots
    first = {a: n for n, a in slots.legal(table.game).items()}
    (buy,) = [action for action in first if isinstance(action, BuyPrivate)]
    assert slots.meaning(first[buy]) == f"buy_private {buy.private} #0 amount 0"
    bids = [n for a, n in first.items() if isinstance(a, Bid) and a.target == "YRF"]
    assert [slots.meaning(n) for n in bids] == [f"bid YRF #0 amount {n}" for n in range(AMOUNTS)]
    table.step(bids[0])
    later = slots.legal(table.game)
    assert {str(later[n]).split(" on ")[1] for n in bids if n in later} == {"YRF"}
    assert slots.meaning(slots.size - 1) == f"spare #{SPARE - 1}"


def test_what_is_not_legal_changes_nothing() -> None:
    table = env("1888n", 3)
    table.reset(seed=1)
    before, agent = table.game.to_json(), table.agent_selection
    for action in (table.slots.size - 1, table.slots.size + 5, -1, None):
        with pytest.raises(dieciocho.BadInput, match="is not legal now"):
            table.step(action)
    assert (table.game.to_json(), table.agent_selection) == (before, agent)
    with pytest.raises(dieciocho.BadInput, match="player_0, player_1, player_2"):
        table.observe("Ana")
    with pytest.raises(dieciocho.BadInput, match="end or change"):
        env("1888n", 3, rewards="money")


# --- observations ----------------------------------------------------------------------


@pytest.mark.parametrize("game", dieciocho.GAMES)
def test_observations_are_what_the_read_model_says(game: str) -> None:
    table = at_random(env(game, 3), 60)
    at, names = table.game, list(table.game.definition.companies)
    for agent in table.agents:
        player = at.player(agent)
        seen = table.observer.named(table.observe(agent)["observation"])
        assert list(seen) == list(table.observer.parts)
        assert seen["players"][0, 2] == np.float32(player.cash / MONEY)
        assert seen["players"][0, 4] == np.float32(player.value / MONEY)
        assert [bool(row[0]) for row in seen["players"]].count(True) == (0 if at.over else 1)
        assert bool(seen["players"][0, 0]) == player.acts
        held = {c: round(100 * float(n)) for c, n in zip(names, seen["shares"][0], strict=True)}
        assert {c: n for c, n in held.items() if n} == player.shares
        for row, name in enumerate(names):
            if name in at.companies:
                company = at.company(name)
                assert seen["companies"][row, 12] == np.float32(company.treasury / MONEY)
                assert seen["fleets"][row].sum() == len(company.trains)
                assert seen["stations"][:, row].sum() == len(company.stations)
        for placed, row in zip(at.state.board, seen["board"], strict=True):
            assert tuple(np.flatnonzero(row[5:])) == placed.exits
        assert np.abs(table.observe(agent)["observation"]).max() < MOST, "nothing is cut off"
    waiting = next(agent for agent in table.agents if agent != table.agent_selection)
    assert not table.observe(waiting)["action_mask"].any()


def test_who_is_asked_sees_the_offer() -> None:
    """Of a range its ends, and what was played last: a price that another player proposes."""
    table = env("1888n", 3)
    table.reset(seed=1)
    legal = table.slots.legal(table.game)
    seen = table.observer.named(table.observe(table.agent_selection)["observation"])
    number = next(n for n, action in legal.items() if isinstance(action, Bid))
    row = table.slots.priced().index(number)
    block = [legal[n].price for n in range(number, number + AMOUNTS)]  # type: ignore[attr-defined]
    assert seen["prices"][row].tolist() == [np.float32(p / MONEY) for p in (block[0], block[-1])]
    assert not seen["last"].any()
    table.step(number)
    for agent in table.agents:
        last = table.observer.named(table.observe(agent)["observation"])["last"]
        assert last[list(table.slots.blocks).index("bid")] == 1
        assert last[-1] == np.float32(block[0] / MONEY)


# --- rewards ---------------------------------------------------------------------------


@pytest.mark.parametrize("rewards", ["end", "change"])
def test_rewards_are_shares_of_wealth(rewards: str) -> None:
    table = env("1862", 2, rewards=rewards)
    table.reset(seed=3)
    begin, total, dice = table.shares(), dict.fromkeys(table.agents, 0.0), random.Random(3)
    for agent in table.agent_iter():
        seen, reward, ended, cut, _ = table.last()
        total[agent] += reward
        assert not cut
        table.step(None if ended else int(dice.choice(seen["action_mask"].nonzero()[0])))
    assert table.game.over
    shares, scores = table.shares(), table.game.scores()
    wealth = sum(max(0, score) for score in scores.values())
    for agent, score in scores.items():
        assert shares[agent] == pytest.approx(max(0, score) / wealth)
        start = begin[agent] if rewards == "change" else 0.0
        assert total[agent] == pytest.approx(shares[agent] - start)


def test_seeds_and_pictures() -> None:
    tables = [env("18esp", 3, render_mode=mode) for mode in ("ansi", "svg", None)]
    for table in tables:
        table.reset(seed=7)
        table.reset()  # the games after it follow from the seed as well
    assert len({table.game.to_json() for table in tables}) == 1
    text, picture, nothing = (table.render() for table in tables)
    assert text == tables[0].game.position()
    assert (picture or "").startswith("<svg")
    assert nothing is None
