"""Conversions and the steps before a stock round: sections 3.9 and 3.12."""

from __future__ import annotations

import pytest

from dieciocho.engine.actions import Pass
from dieciocho.engine.shares import ordinary, percent, price
from dieciocho.engine.state import IPO, POOL
from dieciocho.games.g1865.actions import Convert
from dieciocho.games.g1865.dragons import zone
from dieciocho.games.g1865.facts import DRAGONS, facts
from dieciocho.games.g1865.launch import convertible

from ..support import legal, listed, refused, rule
from .scenes import Scene, certificates, said

# Cagliari to Oristano without a city in between: the destination of RCSF is Cagliari.
TO_CAGLIARI = "E36 4 0; E34 8 0; D33 58 3; D31 8 0"


def rcsf(**more: object) -> Scene:
    scene = Scene().company("RCSF", 0, 90, held={0: 3, 2: 1}, treasury=40, **more)  # type: ignore[arg-type]
    return scene.tiles(TO_CAGLIARI)


@rule("1865-3.9.1", "1865-3.9.2", "1865-3.9.4", "1865-3.9.5", "1865-3.9.6", "1865-3.9.8")
def test_a_minor_becomes_a_major() -> None:
    """Vector TV-07 on the line of RCSF."""
    scene = rcsf().phase(3)
    game = scene.game
    wealth = game.rules.scores(game)
    now = facts(game)
    game = scene.before_stock_round()
    assert (game.step.id, game.actor) == ("conversion", 0)
    game.play(Convert("RCSF"))
    assert (percent(game, "RCSF", 0), percent(game, "RCSF", 2)) == (30, 10)
    assert certificates(game, "RCSF") == {0: 2, 2: 1, IPO: 6}
    assert facts(game).markers["RCSF"] == 5
    assert price(game, "RCSF") == 90
    assert game.rules.scores(game) == wealth
    assert game.state.cash["RCSF"] == 40
    assert facts(game).traffic == now.traffic
    assert facts(game).operated == now.operated
    assert game.state.president["RCSF"] == 0
    assert game.state.round.kind == "stock"
    refused(game, Convert("RCSF"), "1865-3.9.1")


@rule("1865-3.9.4")
def test_conversion_is_optional() -> None:
    game = rcsf().before_stock_round().play(Pass())
    assert "RCSF" not in facts(game).major
    assert certificates(game, "RCSF") == {0: 2, 2: 1, IPO: 1}
    assert said(game)[0] == "not_converted"


@rule("1865-3.9.1", "1865-3.9.2")
def test_who_may_not_convert() -> None:
    unconnected = Scene().company("RCSF", 0, 90).before_stock_round()
    assert unconnected.state.round.kind == "stock"
    sleeping = Scene().company("RCSF", 0, 90, held={0: 2}, launched=False).tiles(TO_CAGLIARI)
    assert sleeping.before_stock_round().state.round.kind == "stock"
    major = Scene().company("RCSF", 0, 90, major=True).tiles(TO_CAGLIARI)
    assert major.before_stock_round().state.round.kind == "stock"
    refused(rcsf().operate("RCSF", "track"), Convert("RCSF"), "1865-3.9.1")


@rule("1865-3.9.2")
def test_a_marker_in_the_destination_counts_as_reached() -> None:
    """A-28; no marker is needed there, but one does no harm."""
    scene = Scene().company("RCSF", 0, 90).marker("RCSF", "E38")
    assert convertible(scene.game) == ["RCSF"]


@rule("1865-3.9.5")
def test_all_certificates_turn_wherever_they_are() -> None:
    scene = Scene().company("RCSF", 0, 90, held={0: 2}, pool=1, dragons=1).tiles(TO_CAGLIARI)
    scene.train("RCSF", "PH2")  # estimate 3: white, the Dragons keep still
    game = scene.before_stock_round().play(Convert("RCSF"))
    assert certificates(game, "RCSF") == {0: 1, POOL: 1, DRAGONS: 1, IPO: 6}
    assert [percent(game, "RCSF", o) for o in (0, POOL, DRAGONS, IPO)] == [20, 10, 10, 60]


@rule("1865-3.9.7")
@pytest.mark.parametrize(("phase", "total"), [(2, 4), (3, 5), (4, 6), (5, 7), (6, 7), (7, 7)])
def test_further_markers_by_phase(phase: int, total: int) -> None:
    """Vector TV-33; a minor that had seven by an absorption keeps them (A-30)."""
    game = rcsf().phase(phase).before_stock_round().play(Convert("RCSF"))
    assert facts(game).markers["RCSF"] == total
    assert game.state.stations_left["RCSF"] == total - 1


@rule("1865-3.12.4")
def test_declarations_in_operating_order() -> None:
    scene = Scene().company("RCSF", 0, 90, held={0: 3}).company("SFS", 1, 120, held={1: 3})
    scene.tiles(TO_CAGLIARI).marker("SFS", "E38")
    game = scene.before_stock_round()
    assert game.actor == 1
    refused(game, Convert("RCSF"), "1865-3.12.4")
    refused(game, "start FMS at 60", "1865-3.12.4")
    game.play(Convert("SFS"))
    assert "SFS" in facts(game).major  # on the spot
    assert (game.step.id, game.actor) == ("conversion", 0)
    assert ordinary(game, "SFS", IPO) == 7


@rule("1865-3.12.3")
def test_rows_go_down_one_at_a_time() -> None:
    """Vector TV-31."""
    scene = Scene().phase(5).company("RCSF", 0, 90, row=3).company("SFSS", 1, 90, row=4)
    scene.company("SFS", 2, 90, row=5)
    scene.train("RCSF", "PH5").train("SFSS", "PH4", "PH4")
    game = scene.before_stock_round()
    assert facts(game).row == {"RCSF": 4, "SFSS": 5, "SFS": 5}
    assert [zone(game, c) for c in ("RCSF", "SFSS")] == ["red", "white"]
    scene.train("SFSS", "PH2")
    assert zone(game, "SFSS") == "green"


@rule("1865-3.12.5", "1865-2.2.1")
def test_the_steps_precede_the_first_round_too() -> None:
    scene = Scene()
    game = scene.before_stock_round(number=1)
    assert game.state.round.kind == "stock"
    assert not listed(game, Convert)
    assert not legal(game, Convert("RCSF"))


@rule("1865-3.12.3", "1865-4.1.6", "1865-2.2.2")
def test_mines_then_rows_then_conversions_after_two_operating_rounds() -> None:
    scene = Scene().phase(3).company("RCSF", 0, 90, treasury=0, traffic=9, held={0: 3})
    scene.train("RCSF", "PH3").tiles(TO_CAGLIARI).tiles("C34 173 0").marker("RCSF", "C34")
    game = scene.operate("RCSF", "track", part=1)
    rounds = []
    while game.state.round.kind == "operating":
        rounds.append(game.state.round.part)
        game.play(Pass() if legal(game, Pass()) else "keep dividend")
    assert sorted(set(rounds)) == [1, 2]
    lines = [line for line in said(game) if line in ("mine_declines", "row_moved")]
    assert lines == ["mine_declines", "row_moved"]
    assert game.step.id == "conversion"
