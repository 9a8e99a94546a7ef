"""Random players with tastes, and what simulated games reach of the rules' code."""

from __future__ import annotations

import dieciocho
from dieciocho.bots import make_bot
from dieciocho.engine.game import Game
from dieciocho.games import rules_of
from dieciocho.sim import reach, simulate

from .support import NAMES


def played(seed: int, actions: int) -> Game:
    game = dieciocho.new_game("1888n", NAMES[:3], seed=4)
    bot = make_bot("curious", seed)
    while not game.over and len(game.history) < actions:
        game.play(bot.choose(game))
    return game


def test_curious_players_have_tastes_that_their_seed_decides() -> None:
    games = [played(seed, 60) for seed in (1, 1, 2)]
    actions = [[record.action for record in game.history] for game in games]
    assert actions[0] == actions[1]
    assert actions[0] != actions[2]


def test_wayward_players_have_good_sense_most_of_the_time() -> None:
    game, odd = dieciocho.new_game("1888n", NAMES[:3], seed=4), 0
    bots = [make_bot(name, 1) for name in ("wayward", "sensible", "curious")]
    while not game.over and len(game.history) < 150:
        wayward, sensible, curious = (bot.choose(game) for bot in bots)
        assert wayward in (sensible, curious)
        odd += wayward != sensible
        game.play(wayward)
    assert 0 < odd < 50


def test_what_is_cited_is_found_beside_its_code() -> None:
    known = ["1862-7.5.1", "1862-7.5.2", "1865-1.1"]
    assert reach.cited("# as told (1862-7.5.1, 7.5.2), see 9.9", known) == known[:2]
    assert reach.cited("1862-7.5.3 is no rule", known) == []
    places = reach.citations(rules_of("1888n"))
    assert len(places) > 25
    for rule, lines in places.items():
        assert rule in rules_of("1888n").rule_texts
        assert all(line > 0 for _, line in lines)


def test_games_tell_what_they_reached_and_what_not() -> None:
    summary = simulate(
        "1888n", players=3, games=2, seed=5, bots=["curious"], check=True, reach=True, workers=1
    )
    assert summary.failures == []
    found = summary.reach()
    assert found.games == 2
    counts = found.counts()
    assert all(0 <= met <= every for met, every in counts.values())
    met, every = counts["branches"]
    assert every > 100 < met
    assert found.refusals["game_over"] == 2
    facts = found.facts()
    assert set(facts["missing"]["actions"]) == {
        kind for kind in reach.kinds_asked(rules_of("1888n")) if not found.actions[kind]
    }
    assert max(facts["rules"]["1888N-4.3.1.6"]["places"].values()) == 2  # privates are for sale


def test_only_what_a_game_asks_for_can_be_missing() -> None:
    asked = reach.kinds_asked(rules_of("1865"))
    assert {"Convert", "Absorb", "Transfer", "PlaceStation"} <= set(asked)
    assert {"Bid", "Exchange", "DeclareBankruptcy"}.isdisjoint(asked)
