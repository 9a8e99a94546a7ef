"""Operating rounds, track and stations (MALLORCA-4 and 5)."""

from __future__ import annotations

import pytest

import dieciocho
from dieciocho.engine.actions import PlaceStation
from dieciocho.engine.state import BANK

from .scenes import at, cash, launched, phase, refused, rule, tiles, train

SOUTH = "D6:8/5 E7:6/2"  # Palma - Llucmajor


@rule("MALLORCA-4.1")
def test_the_dearest_company_operates_first() -> None:
    game = launched()
    top = game.definition.market.par_cells[60]
    game.state.stacks = {top: ("SOL",), game.state.cell["MAL"]: ("MAL",)}
    game.state.cell["SOL"] = top
    while game.state.round.part == 1:
        game.play("pass")
    assert game.state.round.order == ("SOL", "MAL")


@rule("MALLORCA-4.2")
def test_the_order_of_a_turn() -> None:
    game = tiles(train(launched(), "MAL", "2"), SOUTH)
    game.state.stations_left["MIG"] = 2  # as if it had been placed and its city were full
    game.state.homes = {c: home for c, home in game.state.homes.items() if c != "MIG"}
    refused(game, "buy train 2-1 from bank for 80", "MALLORCA-4.2")
    seen = []
    while game.state.turn is not None and game.state.turn.company == "MAL":
        seen.append(game.step.id)
        known = {"run_trains": game.legal_actions()[0], "pay_dividend": "pay dividend"}
        game.play(known.get(game.step.id, "pass"))
    assert seen == ["track", "station", "run_trains", "pay_dividend", "trains"]


@rule("MALLORCA-4.3")
def test_the_director_decides() -> None:
    with pytest.raises(dieciocho.IllegalAction) as caught:
        launched().play("pass", by="Biel")
    assert caught.value.rule == "MALLORCA-4.3"


@rule("MALLORCA-4.4")
def test_the_home_station_is_free() -> None:
    game = launched()
    assert game.state.stations["D4", 0][0] == "MAL"
    assert (game.state.cash["MAL"], game.state.stations_left["MAL"]) == (500, 2)
    assert ("B6", 0) not in game.state.stations


@rule("MALLORCA-5.1")
def test_two_yellow_tiles_or_an_upgrade() -> None:
    game = launched().play("lay 9 on D6 turned 1")
    assert game.question() == "Lay a second yellow tile for MAL, or go on."
    phase(game, "3")
    refused(game, "lay P1 on D4 turned 0", "MALLORCA-5.1")
    assert game.play("lay 9 on D8 turned 1").step.id != "track"
    game = phase(launched(), "3").play("lay P1 on D4 turned 0")
    assert game.step.id != "track"


@rule("MALLORCA-5.2")
def test_where_yellow_tiles_go() -> None:
    game = tiles(launched(), "D6:9/1")
    refused(game, "lay 7 on D6 turned 1", "MALLORCA-5.2")
    refused(game, "lay 57 on E5 turned 2", "MALLORCA-5.2")
    refused(game, "lay 9 on Z9 turned 0", "MALLORCA-5.2")


@rule("MALLORCA-5.3")
def test_colours_come_with_the_phases() -> None:
    game = tiles(launched(), "D6:9/1")
    refused(game, "lay 23 on D6 turned 1", "MALLORCA-5.3")
    phase(game, "3")
    refused(game, "lay P2 on D4 turned 0", "MALLORCA-5.3")
    game.play("lay 23 on D6 turned 1")
    game = phase(tiles(launched(), "D4:P1/0"), "3")
    refused(game, "lay P2 on D4 turned 0", "MALLORCA-5.3")
    phase(game, "4").play("lay P2 on D4 turned 0")


@rule("MALLORCA-5.4")
def test_an_upgrade_keeps_track_and_places() -> None:
    game = phase(tiles(launched(), "D6:9/1 C5:4/0"), "3")
    refused(game, "lay 25 on D6 turned 1", "MALLORCA-5.4")
    refused(game, "lay 14 on C5 turned 0", "MALLORCA-5.4")
    game.play("lay 87 on C5 turned 3")


@rule("MALLORCA-5.5")
def test_places_and_the_tiles_of_palma() -> None:
    game = launched()
    refused(game, "lay 9 on C5 turned 0", "MALLORCA-5.5")
    refused(game, "lay 4 on D6 turned 1", "MALLORCA-5.5")
    refused(game, "lay 9 on D6 turned 6", "MALLORCA-5.5")
    refused(phase(game, "3"), "lay 14 on D4 turned 0", "MALLORCA-5.5")
    phase(tiles(game, "C5:4/0 B6:57/0"), "3")
    refused(game, "lay P1 on B6 turned 0", "MALLORCA-5.5")


@rule("MALLORCA-5.6")
def test_where_track_may_not_lead() -> None:
    game = tiles(launched(), "D6:8/5")
    refused(game, "lay 58 on C5 turned 0", "MALLORCA-5.6")  # off the map
    refused(game, "lay 6 on E7 turned 1", "MALLORCA-5.6")  # the harbour of Palma, from the east
    refused(game, "lay 57 on E11 turned 1", "MALLORCA-5.6")  # off the map in the east


@rule("MALLORCA-5.7")
def test_track_is_connected_to_a_station() -> None:
    game = launched()
    refused(game, "lay 57 on C7 turned 1", "MALLORCA-5.7")
    phase(tiles(game, "D10:4/1"), "3")
    refused(game, "lay 88 on D10 turned 1", "MALLORCA-5.7")
    game.play("lay 4 on C5 turned 0").play("lay 6 on B6 turned 0")


@rule("MALLORCA-5.8")
def test_mountains_cost() -> None:
    game = cash(launched(), "MAL", 39)
    refused(game, "lay 4 on C5 turned 0", "MALLORCA-5.8")
    bank = cash(game, "MAL", 40).state.cash[BANK]
    game.play("lay 4 on C5 turned 0")
    assert (game.state.cash["MAL"], game.state.cash[BANK]) == (0, bank + 40)


@rule("MALLORCA-5.9")
def test_tiles_are_limited() -> None:
    game = launched()
    game.state.supply["9"] = 0
    refused(game, "lay 9 on D6 turned 1", "MALLORCA-5.9")
    refused(game, "lay X9 on D6 turned 1", "MALLORCA-5.9")
    phase(tiles(game, "D6:8/5"), "3").play("lay 25 on D6 turned 5")
    assert game.state.supply["8"] == 4


def to_llucmajor() -> list[PlaceStation]:
    game = at("station", tiles(launched(), f"{SOUTH} C5:4/0 B6:619/2"))
    return [c.action for c in game.legal_actions() if isinstance(c.action, PlaceStation)]


@rule("MALLORCA-5.10")
def test_what_stations_cost() -> None:
    game = at("station", tiles(launched(), "C5:4/0 B6:619/2"))
    game.play("station in B6.0")
    assert (game.state.cash["MAL"], game.state.stations_left["MAL"]) == (460, 1)
    tiles(game, "C7:57/2")
    while game.state.round.part == 1:
        game.play("pass")
    game = at("station", game)
    cash(game, "MAL", 59)
    refused(game, "station in C7.0", "MALLORCA-5.10")
    cash(game, "MAL", 60).play("station in C7.0")
    assert (game.state.cash["MAL"], game.state.stations_left["MAL"]) == (0, 0)


@rule("MALLORCA-5.10")
def test_three_stations_are_all() -> None:
    game = at("station", tiles(launched(), "C5:4/0 B6:619/2"))
    game.state.stations_left["MAL"] = 0
    refused(game, "station in B6.0", "MALLORCA-5.10")


@rule("MALLORCA-5.11")
def test_where_a_station_goes() -> None:
    game = at("station", tiles(launched(), "C5:4/0 B6:619/2"))
    refused(game, "station in C5.0", "MALLORCA-5.11")
    refused(game, "station in D4.0", "MALLORCA-5.11")
    refused(game, "station in C7.0", "MALLORCA-5.11")
    game.state.stations["B6", 0] = ("SOL", "LLE")
    refused(game, "station in B6.0", "MALLORCA-5.11")


@rule("MALLORCA-5.12")
def test_homes_are_kept_free() -> None:
    assert to_llucmajor() == [PlaceStation("B6", 0)]
    game = at("station", tiles(launched(), f"{SOUTH} C5:4/0 B6:619/2"))
    refused(game, "station in E7.0", "MALLORCA-5.12")
