"""Where recorded games and ours once parted: each by a position of our own and by the recording."""

from __future__ import annotations

from pathlib import Path

import pytest

from dieciocho.engine.actions import Exchange, LayTile, Pass, Run
from dieciocho.engine.board import reach
from dieciocho.engine.game import Game
from dieciocho.interop.conform import conform

from ..support import conformance, legal, listed, refused, rule
from .scenes import CLOSED, Table, tiles

FOLDER = conformance("found")
TRACES = sorted(FOLDER.glob("*_1888n_*.trace.json.gz")) if FOLDER else []


@pytest.mark.skipif(not TRACES, reason="the recordings are not here (set DIECIOCHO_CONFORMANCE)")
@pytest.mark.parametrize("path", TRACES, ids=lambda p: p.name.split(".")[0])
def test_the_recordings_agree(path: Path) -> None:
    assert conform(path).differences == []


# --- 9: the ferry is not interrupted ---------------------------------------------------

RED = LayTile("H2", "L39", 5, "TA")
MOUNTAIN = LayTile("C5", "L41", 1, "HS")
PIECES = (LayTile("E17", "L40a", 0, "YRF"), LayTile("F16", "L40b", 0, "YRF"))


def half_a_ferry(version: int | None = None) -> Game:
    """LYR owns all powers and has laid the first piece of the ferry."""
    powers = dict.fromkeys(("TA", "HS", "GW", "YRF"), "LYR")
    table = Table(edition="online", version=version).privates(**powers).phase("3")
    return table.company("LYR").operate("LYR").play(PIECES[0])


@rule("1888N-4.3.1.30")
def test_no_other_power_comes_between_the_pieces_of_the_ferry() -> None:
    """D20."""
    game = half_a_ferry()
    for power in (RED, MOUNTAIN, LayTile("C7", "9", 1, "GW")):
        refused(game, power, "1888N-4.3.1.30")
    assert listed(game, LayTile) == [PIECES[1]]
    game.play(PIECES[1])
    assert all(legal(game, power) for power in (RED, MOUNTAIN))


@rule("1888N-4.3.1.30")
def test_games_of_version_1_keep_their_interrupted_ferry() -> None:
    game = half_a_ferry(version=1).play(RED).play(MOUNTAIN).play(PIECES[1])
    assert game.step.id == "track"


# --- 13: who can only exchange the Forbidden City --------------------------------------


def beggar(edition: str, version: int | None = None) -> Game:
    """Bela owns the Forbidden City and 5 yuan; Ana, on turn, passes."""
    table = Table(edition=edition, version=version).privates(FC=1).phase("3")
    table.company("JZR", 0).station("JZR").cash(1, 5)
    return table.stock_round().play("pass")


@rule("1888N-7.1.6", "1888N-4.3.1.33")
def test_a_player_who_can_only_exchange_is_asked() -> None:
    game = beggar("rulebook")
    assert game.name(game.step.actor(game)) == "Bela"
    assert listed(game, Exchange)


@rule("1888N-7.1.6")
def test_online_a_player_who_can_only_exchange_is_passed() -> None:
    """D21; in version 1 of the rules he was asked."""
    game = beggar("online")
    assert game.name(game.step.actor(game)) == "Carla"
    assert 1 in game.state.round.passed
    game = beggar("online", version=1)
    assert game.name(game.step.actor(game)) == "Bela"


@rule("1888N-7.1.6")
def test_online_a_player_who_can_do_more_may_exchange() -> None:
    table = Table(edition="online").privates(FC=1).phase("3")
    table.company("JZR", 0).station("JZR").cash(1, 95)
    game = table.stock_round().play("pass")
    assert game.name(game.step.actor(game)) == "Bela"
    assert legal(game, Exchange("FC", "JZR", "ipo"))


# --- a power that has nowhere to build -------------------------------------------------


def built_over(edition: str, version: int | None = None) -> Game:
    """LYR owns Heng Shan, whose hex another company has built on; its turn is all but over."""
    table = Table(edition=edition, version=version).privates(**{**CLOSED, "HS": "LYR"})
    table = tiles(table.phase("3").company("LYR", treasury=0).station("LYR"), "C5:9/0")
    table.train("LYR", "3")
    return table.operate("LYR").play("pass")


@rule("1888N-8.3.1.8", "1888N-4.3.1.21")
def test_online_a_power_without_a_place_still_asks() -> None:
    """6.3 of the catalogue: the last step waits for an unused power, whatever it could do."""
    assert built_over("rulebook").step.id == "stock_round"
    assert built_over("online", version=1).step.id == "stock_round"
    game = built_over("online")
    assert game.step.id == "privates"
    assert listed(game, LayTile) == []
    assert game.play("pass").step.id == "stock_round"


# --- a raise takes a pass back ---------------------------------------------------------


@rule("1888N-6.9")
@pytest.mark.parametrize("edition", ["rulebook", "online"])
def test_who_raises_in_an_auction_has_not_passed(edition: str) -> None:
    game = Table(3, edition).game
    for action in (
        "bid 55 on TA",  # Ana
        "bid 60 on TA",  # Bela
        "pass",  # Carla
        "pass",  # Ana
        "buy private KT for 25",  # Bela; TA is fought for between Ana and him
    ):
        game.play(action)
    assert game.state.round.passed == {0, 2}
    game.play("bid 65 on TA")
    assert game.state.round.passed == {2}


# --- between the two tiles of the Great Wall -------------------------------------------


@rule("1888N-4.3.1.25", "1888N-8.3.1.8")
def test_online_the_ferry_does_not_begin_between_the_tiles_of_the_wall() -> None:
    """Recorded in p5_s150, entry 139; powers of one piece may come in between."""
    powers = dict.fromkeys(("TA", "HS", "GW", "YRF"), "LYR")
    table = Table(edition="online").privates(**powers).phase("3")
    game = table.company("LYR").operate("LYR").play(LayTile("C7", "9", 1, "GW"))
    assert game.step.id == "second_wall_tile"
    refused(game, PIECES[0], "1888N-8.3.1.1")
    assert all(legal(game, power) for power in (RED, MOUNTAIN))
    game.play("pass")
    assert legal(game, PIECES[0])


# --- a route that is lost when cities are joined ---------------------------------------


def joined_beijing(edition: str, version: int | None = None) -> Game:
    """JZR runs from one city of Beijing to another; then it joins them and is left with one."""
    table = Table(edition=edition, version=version).privates(**CLOSED).phase("5")
    tiles(table, "C9:L42/4 C7:7/3 B8:7/5").company("JZR").station("JZR").train("JZR", "5")
    game = table.operate("JZR", "home_station")
    assert reach(game.definition, game.state, "JZR").ends
    return game.play("lay 8892 on C9 turned 0")


@rule("1888N-8.3.6.12", "1888N-8.3.4.6")
def test_online_who_once_had_a_route_is_asked_for_ever() -> None:
    """As found in 18ESP: the site forgets the track, not that there was a route."""
    for edition, version in (("rulebook", None), ("online", 1)):
        game = joined_beijing(edition, version)
        assert not reach(game.definition, game.state, "JZR").ends
        assert game.step.id == "trains"
    game = joined_beijing("online")
    assert game.step.id == "run_trains"
    assert listed(game, Run) == [Run(())]
    refused(game, Pass(), "1888N-8.3.1.5")
    assert game.play(Run(())).step.id == "trains"
