"""The long example of the rulebook: FMS in four operating rounds, turn by turn on the map."""

from __future__ import annotations

from dieciocho.engine.game import Game
from dieciocho.engine.shares import price
from dieciocho.games.g1865.dragons import estimate
from dieciocho.games.g1865.facts import facts
from dieciocho.games.g1865.launch import convertible

from ..support import legal, refused, rule
from .maps import laying, station
from .scenes import Scene


def traffic(game: Game) -> int:
    return facts(game).traffic["FMS"]


def treasury(game: Game) -> int:
    return game.state.cash["FMS"]


def start() -> tuple[Scene, Game]:
    """FMS at 100: president's certificate and two shares sold, one left in the initial offer."""
    scene = Scene(2).company("FMS", 0, 100, held={0: 3, 1: 1}, treasury=400, operated=False)
    return scene, scene.operate("FMS", part=1)


def first_round(game: Game) -> None:
    """Vector TV-17: two tiles, a marker in the mine for L.70, no revenue, a train."""
    assert traffic(game) == 3
    game.play(laying("D37 8 SE SW"))
    game.play(laying("C38 173 NE"))
    assert treasury(game) == 380
    game.play(station(game, "E38-D37-C38"))
    assert treasury(game) == 310
    assert traffic(game) == 5  # the mine has given its traffic once
    assert price(game, "FMS") == 90  # no train, no revenue
    game.play("buy train PH2-0 from bank for 100")
    assert treasury(game) == 210
    assert price(game, "FMS") == 100
    assert estimate(game, "FMS") == 4
    game.play("pass")


def second_round(game: Game) -> None:
    """Vector TV-18: a town and a curve, the mine gives two, a dividend of 70, a second train."""
    game.play(laying("E36 4 N S"))
    game.play(laying("E34 8 S NW"))
    assert treasury(game) == 190
    assert traffic(game) == 7  # nothing for the town yet
    cash = game.state.cash[0]
    game.play("pay dividend")
    assert game.state.cash[0] == cash + 28 + 14
    assert treasury(game) == 204  # a share in the initial offer
    assert price(game, "FMS") == 110
    game.play("buy train PH2-1 from bank for 100")
    assert price(game, "FMS") == 120
    assert estimate(game, "FMS") == 6
    game.play("pass")


def stock_round(game: Game) -> None:
    while game.state.round.kind != "operating":
        game.play("pass")


def third_round(game: Game) -> None:
    """Vector TV-19: two tiles, a marker in Oristano for L.80, the revenue is kept."""
    money = treasury(game)
    game.play(laying("D33 58 SE N"))
    game.play(laying("D31 8 S NW"))
    assert traffic(game) == 9  # the mine
    game.play(station(game, "E38-E36-E34-D33-D31-C30"))
    assert treasury(game) == money - 20 - 80
    assert traffic(game) == 14
    at = price(game, "FMS")
    game.play("keep dividend")
    assert treasury(game) == money - 100 + 140
    assert price(game, "FMS") == at
    game.play("pass")


@rule("1865-4.2.1", "1865-4.3.4", "1865-4.4.4", "1865-4.4.7", "1865-3.11.2", "1865-3.11.4")
def test_first_operating_round() -> None:
    _, game = start()
    first_round(game)
    assert game.state.round.part == 2


@rule("1865-4.3.1", "1865-4.5.1", "1865-4.5.3", "1865-3.11.1", "1865-4.1.4")
def test_second_operating_round() -> None:
    _, game = start()
    first_round(game)
    second_round(game)
    assert game.state.round.kind == "stock"


@rule("1865-4.4.4", "1865-4.4.7", "1865-4.5.4", "1865-3.11.5", "1865-3.9.2")
def test_third_operating_round() -> None:
    _, game = start()
    first_round(game)
    second_round(game)
    assert convertible(game) == []  # Serbariu is not connected
    stock_round(game)
    third_round(game)
    assert convertible(game) == []


@rule("1865-4.2.5", "1865-3.12.1", "1865-4.5.1", "1865-3.11.1")
def test_fourth_operating_round() -> None:
    """Vector TV-20: Cagliari grows, the mine is still yellow, 16 of 17 points are carried."""
    scene, game = start()
    first_round(game)
    second_round(game)
    stock_round(game)
    third_round(game)
    green = laying("E38 C-green SW NW N NE")
    refused(game, green, "1865-2.2.5")
    scene.phase(3)  # meanwhile others have bought trains
    assert legal(game, green)
    money = treasury(game)
    game.play(green)
    assert treasury(game) == money
    assert traffic(game) == 15
    game.play("pass")
    assert traffic(game) == 17  # the mine is still yellow
    at = game.state.cell["FMS"]
    while game.step.id != "pay_dividend":
        game.play("pass")
    game.play("pay dividend")
    assert game.state.last_runs["FMS"].revenue == 160  # two PH2 carry 16 of the 17
    assert game.state.cell["FMS"] == at + 1
    while game.state.round.kind == "operating":
        game.play("pass")
    assert game.state.board[game.definition.hexes["C38"].index].name == "174"  # now it declines
