"""Stations, scrapping, routes, revenue and wagons: sections VI.2, VI.3.4 to VI.3.7."""

from __future__ import annotations

import pytest

from dieciocho.engine.actions import BuyTrain, DiscardTrain, LayTile, Pass, PlaceStation, Run, Use
from dieciocho.engine.earnings import solution, value_of
from dieciocho.engine.errors import IllegalAction
from dieciocho.engine.game import Game, Play
from dieciocho.engine.state import BANK
from dieciocho.games.g18mag.facts import facts
from dieciocho.games.g18mag.wagons import wagon_price

from ..support import legal, listed, refused, rule
from .scenes import Scene, run

KASSA = "B17 6 1; B15 4 1"  # B15 town - B17 Kassa - A18 mine
NORTH = "B17 6 1; B15 4 1; B19 8 2; B21 9 1"  # ... - A18 - Galicia
# D9 Gyor - Buda - E10 Szekesfehervar: three cities in a row; D13 hangs on Pest.
BUDA = "E12 L33 2; E10 5 4; F11 7 2; D11 8 5; D9 57 1"


def kassa(*trains: str, edition: str = "rulebook", board: str = KASSA) -> Scene:
    return Scene("6", edition=edition).trains("6", *trains).tiles(board).money(m6=100)


def buda(*trains: str, edition: str = "rulebook") -> Scene:
    return Scene("3", edition=edition).trains("3", *trains).tiles(BUDA).money(m3=200)


@rule("18MAG-VI.3.4.1", "18MAG-VI.3.4.2", "18MAG-VI.3.4.4", "18MAG-VI.3.4.5")
def test_stations_cost_forty_then_eighty_half_to_szkev() -> None:
    """Vector W20."""
    game = buda().money(m3=200).turn("3", "station").play(PlaceStation("E12", 1))
    assert (game.state.cash["3"], game.state.cash["SKEV"]) == (160, 20)
    assert game.step.id != "station"  # one per operating round
    scene = buda().station("3", "E12", 1).money(m3=200)
    second = scene.turn("3", "station").play(PlaceStation("D9", 0))
    assert (second.state.cash["3"], second.state.cash["SKEV"]) == (120, 40)
    assert second.state.stations_left["3"] == 0
    assert second.state.stations["E12", 1] == ("3",)
    third = buda().station("3", "E12", 1).station("3", "D9").turn("3", "station")
    assert third.step.id != "station"


@rule("18MAG-VI.3.4.3", "18MAG-VI.3.4.4", "18MAG-VI.3.4.6", "18MAG-III.3.2.5", "18MAG-VI.2.7")
def test_where_stations_may_stand() -> None:
    game = buda().tiles("D13 4 0").station("SIK", "D9").turn("3", "station")
    refused(game, PlaceStation("D9", 0), "18MAG-VI.3.4.3")  # full
    refused(game, PlaceStation("E18", 0), "18MAG-VI.3.4.3")  # not joined
    refused(game, PlaceStation("E12", 0), "18MAG-VI.3.4.3")  # Pest is another city
    refused(game, PlaceStation("D13", 0), "18MAG-VI.3.4.6")
    refused(game, PlaceStation("E10", 0), "18MAG-VI.3.4.4")
    refused(game, PlaceStation("B23", 0), "18MAG-VI.3.4.6")
    refused(game, PlaceStation("A18", 0), "18MAG-VI.3.4.6")
    assert buda().money(m3=39).turn("3", "station").step.id != "station"
    other = buda().station("3", "E12", 1).turn("3", "station")
    refused(other, PlaceStation("E12", 0), "18MAG-VI.3.4.4")


@rule("18MAG-VI.3.5.1", "18MAG-VI.3.5.2", "18MAG-VI.3.5.3")
def test_scrapping_before_running_only() -> None:
    scene = kassa("3", "2")
    Play(scene.game).set_facts(unopened=("4", "6"))
    game = scene.turn("6", "scrap")
    card = next(c for c in game.state.trains["6"] if c.startswith("3"))
    money = game.state.cash["6"]
    refused(game, DiscardTrain("5", card), "18MAG-VI.3.5.1")  # another company's turn
    game.play(DiscardTrain("6", card))
    assert card in game.state.trains[BANK]
    assert game.state.cash["6"] == money
    assert facts(game).unopened == ("4", "6")  # an opened stack stays open
    game.play(Pass())
    refused(game, DiscardTrain("6", game.state.trains["6"][0]), "18MAG-VI.3.5.2")
    refused(kassa("2").turn("6"), DiscardTrain("6", "2-0"), "18MAG-VI.3.5.2")


@rule("18MAG-VI.3.1.1")
def test_the_order_of_a_turn() -> None:
    game = buda("2").turn("3")
    names = [step.id for step in reversed(game.state.agenda)]
    assert names[:6] == ["track", "station", "scrap", "run_trains", "split_revenue", "trains"]
    game.play(Pass())
    refused(game, LayTile("E8", "9", 1), "18MAG-VI.3.1.1")
    refused(game, BuyTrain("2-1", "bank", 80), "18MAG-VI.3.1.1")


@rule("18MAG-VI.2.1", "18MAG-VI.2.2", "18MAG-VI.2.3", "18MAG-VI.2.4", "18MAG-VI.2.5")
def test_what_a_route_is() -> None:
    game = buda("3").turn("3", "run_trains")
    card = f"t{game.state.trains['3'][0].replace('-', '_')}"
    refused(game, run(game, **{card: "E10.0"}), "18MAG-VI.2.2")
    refused(game, run(game, **{card: "E12.1-D11-D9.0"}), "18MAG-VI.2.2")  # no own station
    refused(game, run(game, **{card: "E10.0-F11-E12.1-F11-E10.0"}), "18MAG-VI.2.3")
    refused(game, run(game, **{card: "E10.0-E12.1"}), "18MAG-VI.2.2")  # no such track
    refused(game, run(game, **{card: "E10.0-F11"}), "18MAG-VI.2.2")
    refused(game, run(game, **{card: "E10.0-F11-E12.7"}), "18MAG-VI.2.1")  # E12 has no such city
    assert legal(game, run(game, **{card: "D9.0-D11-E12.1-F11-E10.0"}))


@rule("18MAG-VI.2.4")
def test_junctions_and_crossings() -> None:
    junction = Scene("3").trains("3", "3").tiles("E10 57 1; E8 9 1; E8 23 1; D7 57 2; E6 4 1")
    game = junction.turn("3", "run_trains")
    path = "E6.0-E8-D7.0"
    card = game.state.trains["3"][0]
    found = game.why_not(run(game, **{f"t{card.replace('-', '_')}": path}))
    assert found is not None
    assert found["rule"] in ("18MAG-VI.2.4", "18MAG-VI.2.2")
    cross = Scene("3").trains("3", "3").tiles("E10 57 1; E8 9 1; E8 20 1; D7 5 5; E6 4 1")
    other = cross.turn("3", "run_trains")
    refused(other, run(other, t3_0="E10.0-E8-D7.0"), "18MAG-VI.2.4")


@rule("18MAG-VI.2.6", "18MAG-VI.3.6.3", "18MAG-VI.3.7.9", "18MAG-VI.3.7.6", "18MAG-X.5")
def test_red_areas_end_routes_and_the_bonus_counts_once() -> None:
    """Vectors W15 and W16 on the small map: Belgrad - Szeged - Trieszt."""
    board = "E10 6 5; E8 8 4; F7 8 1; F5 9 1"
    whole = "F11.0-E10.0-E8-F7-F5-F3.0"
    game = Scene("4", players=2).trains("4", "3").tiles(board).money(m4=100).turn("4", "run_trains")
    assert value_of(game, "4", run(game, t3_0=whole).routes).revenue == 10 + 20 + 20
    game.play(Use("RABA"))
    refused(game, Use("RABA"), "18MAG-VI.3.7.6")
    assert value_of(game, "4", run(game, t3_0=whole).routes).revenue == 10 + 20 + 20 + 20
    two = Scene("4", players=2).trains("4", "2", "2").tiles(board).money(m4=100)
    pair = two.turn("4", "run_trains").play(Use("RABA"))
    a, b = (c.replace("-", "_") for c in pair.state.trains["4"])
    routes = {f"t{a}": "F11.0-E10.0", f"t{b}": "E10.0-E8-F7-F5-F3.0"}
    assert value_of(pair, "4", run(pair, **routes).routes).revenue == 30 + 40 + 20
    through = (
        Scene("4", players=2).trains("4", "4").tiles("E10 57 2; F9 3 3").turn("4", "run_trains")
    )
    refused(through, run(through, t4_0="E10.0-F11.0-F9.0"), "18MAG-VI.2.6")


@rule("18MAG-VI.2.7", "18MAG-VI.4.2.5")
def test_a_full_city_ends_a_route_but_is_not_passed() -> None:
    """Vector V8 in small: the blocked city still pays."""
    game = buda("4").station("SIK", "E12", 1).turn("3", "run_trains")
    refused(game, run(game, t4_0="D9.0-D11-E12.1-F11-E10.0"), "18MAG-VI.2.7")
    assert legal(game, run(game, t4_0="E12.1-F11-E10.0"))


@rule("18MAG-VI.3.6.1", "18MAG-VI.3.6.2", "18MAG-VI.3.6.3", "18MAG-VI.3.6.4", "18MAG-VI.3.6.5")
@rule("18MAG-VI.3.7.1", "18MAG-VI.3.7.3")
def test_trains_and_their_routes() -> None:
    """In the spirit of V6 and V7: separate track, a common station, the highest sum."""
    game = buda("2", "2").tiles("E10 14 4; E8 9 1; E6 4 1").turn("3", "run_trains")
    a, b = (f"t{c.replace('-', '_')}" for c in game.state.trains["3"])
    east, west = "E10.0-F11-E12.1", "E6.0-E8-E10.0"
    assert value_of(game, "3", run(game, **{a: east, b: west}).routes).revenue == 60 + 40
    refused(game, run(game, **{a: east, b: east}), "18MAG-VI.3.6.4")
    refused(game, run(game, **{a: "D9.0-D11-E12.1-F11-E10.0"}), "18MAG-VI.3.6.2")
    refused(game, run(game, t9_9=east), "18MAG-VI.3.6.1")
    twice = Run((*run(game, **{a: east}).routes, *run(game, **{a: west}).routes))
    refused(game, twice, "18MAG-VI.3.6.1")
    refused(game, run(game, **{a: east}), "18MAG-VI.3.7.3")
    refused(game, Run(()), "18MAG-VI.3.7.3")
    assert solution(game, "3").best.revenue == 100
    game.play(run(game, **{a: east, b: west}))
    assert game.state.cash[0] == 50


def test_online_less_than_the_highest_sum_will_do() -> None:
    # D5
    scene = buda("2", "2", edition="online").tiles("E10 14 4; E8 9 1; E6 4 1")
    game = scene.turn("3", "run_trains")
    first = game.state.trains["3"][0].replace("-", "_")
    assert legal(game, run(game, **{f"t{first}": "E6.0-E8-E10.0"}))


@rule("18MAG-VI.3.6.3")
def test_two_cities_of_one_tile_are_two_locations() -> None:
    scene = buda("4").tiles("E10 14 4; D13 4 0; E14 57 1")
    game = scene.turn("3", "run_trains")
    stops = game.state.board[game.definition.hexes["E12"].index].tile.stops
    assert [stop.values for stop in stops] == [(30,), (30,)]
    refused(game, run(game, t4_0="E10.0-F11-E12.0"), "18MAG-VI.3.6.3")


@rule("18MAG-VI.3.7.2", "18MAG-VI.4.2.4")
def test_major_stations_raise_a_city() -> None:
    """Vector W19."""
    scene = buda("2").phase("green").tiles("E10 14 4")
    base = value_of(
        scene.turn("3", "run_trains"), "3", run(scene.game, t2_0="E10.0-F11-E12.1").routes
    )
    scene.tiles("D9 14 0").station("SIK", "D9").station("SNW", "D9")
    game = scene.trains("3", "3").turn("3", "run_trains")
    whole = value_of(game, "3", run(game, t3_0="E10.0-F11-E12.1-D11-D9.0").routes)
    assert whole.revenue == base.revenue + 30 + 20


@rule("18MAG-VI.3.7.4", "18MAG-III.3.2.5", "18MAG-III.1.3")
def test_half_to_the_owner_half_to_the_treasury() -> None:
    """Vector W43: Pest 20 and a town 10."""
    game = Scene("1").tiles("D13 58 4").turn("1", "run_trains").play("run 2-0: E12.1-D13.0")
    assert (game.state.cash[0], game.state.cash["1"]) == (15, 65)


@rule("18MAG-VI.3.7.5", "18MAG-VI.3.7.9", "18MAG-III.1.2", "18MAG-VI.4.3.10")
def test_the_red_wagon() -> None:
    """Vector V10: Fiume 20, Trieszt 20, RÁBA 20."""
    game = Scene("13").tiles("I2 57 2").turn("13", "run_trains").play(Use("RABA"))
    assert (game.state.cash["RABA"], game.state.cash["13"]) == (10, 40)
    game.play("run 2-0: I2.0-H1.0")
    assert (game.state.cash[0], game.state.cash["13"]) == (30, 70)
    values = game.definition.hexes["H1"].printed.tile.stops[0]
    assert [values.value(c) for c in ("yellow", "green", "brown", "gray")] == [20, 30, 40, 50]


@rule("18MAG-VI.3.7.12", "18MAG-VI.3.7.13", "18MAG-VI.3.7.14", "18MAG-VI.2.1")
def test_the_mine() -> None:
    """Vectors V12 and W17."""
    game = kassa("2").turn("6", "run_trains")
    path = "B15.0-B17.0-A18.0"
    refused(game, run(game, t2_0=path), "18MAG-VI.3.7.12")
    game.play(Use("SNW"))
    refused(game, run(game, t2_0="B17.0-A18.0"), "18MAG-VI.2.2")
    refused(game, run(game, t2_0="B15.0-B17.0"), "18MAG-VI.3.7.8")
    game.play(run(game, t2_0=path))
    assert game.state.cash["SNW"] == 10
    assert (game.state.cash[0], game.state.cash["6"]) == (15, 100 - 10 + 15 + 30)


@rule("18MAG-VI.3.7.5", "18MAG-VI.3.7.7", "18MAG-VI.3.7.15", "18MAG-VI.3.7.14")
def test_a_mine_may_be_passed_and_wagons_add_up() -> None:
    """Vector W18."""
    game = kassa("2", board=NORTH).turn("6", "run_trains").play(Use("SNW")).play(Use("RABA"))
    assert (game.state.cash["SNW"], game.state.cash["RABA"]) == (10, 20)
    game.play(run(game, t2_0="B17.0-A18.0-B19-B21-B23.0"))
    assert (game.state.cash[0], game.state.cash["6"]) == (35, 100 - 30 + 35 + 30)


@rule("18MAG-VI.3.7.12")
def test_never_two_mines() -> None:
    scene = (
        Scene("6").tiles("B11 8 2; B13 9 1; B15 4 1; B17 6 1").money(m6=100).trains("6", "2", "2")
    )
    game = scene.turn("6", "run_trains").play(Use("SNW"))
    refused(game, run(game, t2_0="A10.0-B11-B13-B15.0-B17.0-A18.0"), "18MAG-VI.3.7.12")
    assert solution(game, "6").best.income == 30  # one mine, on whichever end
    game.play(run(game, t2_0="A10.0-B11-B13-B15.0-B17.0"))
    assert game.state.cash["6"] == 100 - 10 + 15 + 30


@rule("18MAG-VI.3.7.16")
def test_building_goes_through_a_mine_without_a_wagon() -> None:
    game = Scene("6").tiles("B17 6 1").money(m6=100).turn("6")
    assert "B19" in {a.hex for a in listed(game, LayTile)}  # type: ignore[attr-defined]


@rule("18MAG-VI.3.7.10", "18MAG-VI.3.7.11", "18MAG-VI.3.7.8")
def test_the_plus_train() -> None:
    """Vector V13: further towns, but no city more."""
    useless = buda("2").turn("3", "run_trains")
    refused(useless, Use("G&C"), "18MAG-VI.3.7.8")
    online = buda("2", edition="online").turn("3", "run_trains").play(Use("G&C"))
    refused(online, run(online, t2_0="D9.0-D11-E12.1-F11-E10.0"), "18MAG-VI.3.7.11")
    town = buda("2").tiles("E10 14 4; E8 9 1; E6 4 1").turn("3", "run_trains").play(Use("G&C"))
    card = f"t{town.state.trains['3'][0].replace('-', '_')}"
    best = run(town, **{card: "E6.0-E8-E10.0-F11-E12.1"})
    assert value_of(town, "3", best.routes).revenue == 10 + 30 + 30
    refused(town, run(town, **{card: "E10.0-F11-E12.1"}), "18MAG-VI.3.7.8")
    town.play(best)
    assert town.state.cash["G&C"] == 10


@rule("18MAG-VI.3.7.5", "18MAG-VI.3.7.6", "18MAG-VI.3.9.4")
def test_wagon_prices_rise_with_the_number_and_the_phase() -> None:
    """Vectors W13 and W14."""
    for phase, prices in (
        ("yellow", [10, 20, 30]),
        ("green", [10, 20, 30]),
        ("brown", [20, 30, 40]),
    ):
        scene = kassa("2", board=NORTH, edition="online").phase(phase)
        assert [wagon_price(scene.game, n) for n in range(3)] == prices
        game = scene.turn("6", "run_trains").play(Use("SNW")).play(Use("RABA")).play(Use("G&C"))
        assert 100 - game.state.cash["6"] == sum(prices)
    refused(game, Use("SNW"), "18MAG-VI.3.7.6")
    poor = kassa("2").money(m6=9).turn("6", "run_trains")
    refused(poor, Use("SNW"), "18MAG-VI.3.7.5")
    red = kassa("2", board=NORTH).phase("brown").turn("6", "run_trains")
    red.play(Use("SNW")).play(Use("RABA"))
    path = run(red, t2_0="B17.0-A18.0-B19-B21-B23.0").routes
    assert value_of(red, "6", path).revenue == 20 + 50 + 30
    assert value_of(red, "6", path).income == 50


@rule("18MAG-VI.3.7.6", "18MAG-VI.3.7.12")
def test_a_wagon_serves_one_train() -> None:
    scene = kassa("2", "2", board="B17 15 1; B15 4 1; B19 8 2; B21 9 1")
    game = scene.turn("6", "run_trains").play(Use("SNW"))
    assert set(solution(game, "6").sets) == {0, 1}  # with the mine or without, never with two


@rule("18MAG-VI.3.4.1", "18MAG-VI.3.4.3", "18MAG-III.3.2.5")
def test_a_station_that_cannot_be_placed_is_refused_where_its_step_would_be_left_out() -> None:
    """The course of play does not ask for it; whoever tries all the same is told why."""
    for reason, rule_id in {
        "no_station_left": "18MAG-VI.3.4.1",
        "slot_reserved": "18MAG-VI.3.4.3",
        "station_too_dear": "18MAG-III.3.2.5",
    }.items():
        game = buda().turn("3", "station")
        if reason == "no_station_left":
            game.state.stations_left["3"] = 0
        elif reason == "slot_reserved":
            game.state.homes["2"] = ("E12", 1)
        else:
            game.state.cash["3"] = 39
        with pytest.raises(IllegalAction) as refusal:
            game.play(PlaceStation("E12", 1))
        assert (refusal.value.reason, refusal.value.rule) == (reason, rule_id)


@rule("18MAG-VI.3.7.6")
def test_two_trains_cannot_share_a_wagon() -> None:
    scene = kassa("2", "2", board="B11 8 2; B13 9 1; B15 4 1; B17 15 1; B19 8 2; B21 9 1")
    game = scene.turn("6", "run_trains").play(Use("SNW"))
    west, east = "A10.0-B11-B13-B15.0-B17.0", "B17.0-A18.0-B19-B21-B23.0"
    refused(game, run(game, t2_0=west, t2_1=east), "18MAG-VI.3.7.6")
    assert value_of(game, "6", run(game, t2_0=west).routes).income == 30
    assert value_of(game, "6", run(game, t2_1=east).routes).income == 30


@rule("18MAG-VI.3.7.17", "18MAG-III.3.2.4", "18MAG-VI.1.2")
def test_without_train_or_route_nothing_is_earned_or_hired() -> None:
    game = kassa().turn("6", "run_trains")
    assert game.step.id != "run_trains"
    assert game.state.last_runs["6"].revenue == 0
    assert game.state.cash[0] == 0
    no_route = Scene("6").turn("6", "run_trains")
    assert no_route.state.last_runs["6"].revenue == 0


@rule("18MAG-X.5", "18MAG-X.6")
def test_the_wagon_for_two_players_serves_one_purpose() -> None:
    """Vector W33: as a plus-train it brings no red bonus."""
    scene = Scene("4", players=2).trains("4", "2").tiles("E10 57 2; F9 3 3").money(m4=50)
    scene.tiles("D9 57 2")
    game = scene.turn("4", "run_trains")
    refused(game, Use("SNW"), "18MAG-X.6")
    game.play(Use("RABA"))
    assert game.state.cash["4"] == 40
    red = value_of(game, "4", run(game, t2_0="E10.0-F11.0").routes)
    assert red.revenue == 20 + 10 + 20
    plus = Scene("2", players=2).trains("2", "2").tiles("B15 57 0; A16 58 4; C14 6 1").money(m2=50)
    other = plus.turn("2", "run_trains").play(Use("RABA"))
    whole = value_of(other, "2", run(other, t2_0="A18.0-A16.0-B15.0").routes)
    assert whole.revenue == 30 + 10 + 20
    brown = Scene("4", players=2).phase("brown").game
    assert wagon_price(brown, 0) == 20


def test_a_run_of_a_recorded_turn() -> None:
    """Vector W41: an OO tile 30 and a city 20."""
    game: Game = Scene("2").turn("2").play(LayTile("D19", "L32", 4)).play(LayTile("E18", "57", 0))
    assert game.state.cash["SKEV"] == 10
    game.play(Pass()).play(Pass()).play("run 2-0: D19.0-E18.0")
    assert (game.state.cash[0], game.state.cash["2"]) == (25, 65)


# The network of the rulebook's example on the map: A Bécs, B Pozsony, C Sopron, D Győr, E D13,
# F E6, G Székesfehérvár, H Kecskemét, I Selmecbánya.
WEST = "C8 6 5; D9 14 1; E10 611 1; E8 9 1; E6 3 3; D7 5 5"
EXAMPLE = f"{WEST}; D11 8 4; D13 3 1; C12 14 1; F11 8 2; F13 14 0"
IEGH = "C12.0-D13.0-D11-E10.0-F11-F13.0"


@rule("18MAG-VI.3.6.2", "18MAG-VI.3.6.4", "18MAG-VI.3.6.5", "18MAG-VI.3.7.1", "18MAG-VI.2.7")
def test_the_example_of_the_rulebook() -> None:
    """Vectors V6, V7 and V8."""
    scene = Scene("1", "3", "11", "6").phase("brown").tiles(EXAMPLE).station("11", "E10")
    scene.station("1", "C12").trains("3", "4", "6").trains("11", "4").trains("1", "4")
    game = scene.turn("3", "run_trains")
    abdgfc = "C6.0-C8.0-D9.0-E10.0-E8-E6.0-D7.0"
    four, six = (f"t{card.replace('-', '_')}" for card in game.state.trains["3"])
    assert value_of(game, "3", run(game, **{four: IEGH}).routes).revenue == 110
    assert value_of(game, "3", run(game, **{six: abdgfc}).routes).revenue == 170
    assert value_of(game, "3", run(game, **{four: IEGH, six: abdgfc}).routes).revenue == 280
    assert solution(game, "3").best.revenue == 280
    game = scene.turn("11", "run_trains")
    card = f"t{game.state.trains['11'][0].replace('-', '_')}"
    assert value_of(game, "11", run(game, **{card: IEGH}).routes).revenue == 110
    game = scene.turn("1", "run_trains")
    card = f"t{game.state.trains['1'][0].replace('-', '_')}"
    refused(game, run(game, **{card: IEGH}), "18MAG-VI.2.7")
    short = run(game, **{card: "C12.0-D13.0-D11-E10.0"})
    assert value_of(game, "1", short.routes).revenue == 80
