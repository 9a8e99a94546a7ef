"""The powers of the privates: Terracotta Army, Heng Shan, Great Wall, Ferry (section 4.3.1)."""

from __future__ import annotations

import pytest

from dieciocho.engine.actions import LayTile, Pass, PlaceStation
from dieciocho.engine.board import reach
from dieciocho.engine.game import Game
from dieciocho.engine.state import BANK

from ..support import legal, listed, refused, rule, tile_on
from .scenes import Table, everybody_passes, quiet_table, run, sit_out, tiles

A, B, C, D = range(4)
RED = LayTile("H2", "L39", 5, "TA")
MOUNTAIN = LayTile("C5", "L41", 1, "HS")
FERRY = LayTile("E17", "L40a", 0, "YRF")
WALL = LayTile("C7", "9", 1, "GW")
POWERS = (RED, MOUNTAIN, FERRY, WALL)


def owned_by(
    company: str = "LYR", edition: str = "rulebook", phase: str = "3", treasury: int = 900
) -> Table:
    """A company that owns TA, HS, GW and YRF."""
    powers = dict.fromkeys(("TA", "HS", "GW", "YRF"), company)
    table = Table(edition=edition).privates(**powers).phase(phase)
    table.company(company, A, treasury=treasury)
    table.train(company, "3")
    return table


def by_power(game: Game, private: str) -> list[LayTile]:
    return [a for a in listed(game, LayTile) if isinstance(a, LayTile) and a.power == private]


# --- common to all powers ---------------------------------------------------------------


@rule("1888N-4.3.1.13")
@pytest.mark.parametrize("power", POWERS)
def test_a_power_is_usable_only_while_the_operating_company_owns_the_private(
    power: LayTile,
) -> None:
    private = str(power.power)
    for owner in (A, "SSL"):
        table = Table().privates(**{private: owner}).phase("3").company("LYR", A)
        game = table.company("SSL", B, price_at=(6, 3)).operate("LYR")
        refused(game, power, "1888N-4.3.1.13")
        assert not by_power(game, private)
    assert legal(owned_by().operate("LYR"), power)


@rule("1888N-4.3.1.13", "1888N-4.3.1.5")
@pytest.mark.parametrize("power", POWERS)
def test_a_power_may_be_used_in_the_turn_of_purchase(power: LayTile) -> None:
    game = Table().privates().phase("3").company("LYR", A).operate("LYR")
    price = game.definition.privates[str(power.power)].value
    game.play(f"buy private {power.power} for {price}").play(power)
    assert tile_on(game, power.hex) == (power.tile, power.rotation)


@rule("1888N-4.3.1.13", "1888N-8.3.1.8")
def test_powers_are_usable_at_any_moment_of_the_turn() -> None:
    game = tiles(owned_by(), "G15:9/0 H14:5/3").operate("LYR")
    seen = []
    while game.state.turn is not None:
        seen.append(game.step.id)
        for power in POWERS:
            assert legal(game, power)
        done = game.copy().play(MOUNTAIN)
        assert tile_on(done, "C5") == ("L41", 1)
        assert done.step.id == game.step.id
        routes = [c.action for c in game.legal_actions() if c.open]
        moves = [c.action for c in game.legal_actions() if isinstance(c.action, Pass)]
        game.play((moves or routes)[0] if moves or routes else "keep dividend")
    assert seen == ["track", "station", "run_trains", "pay_dividend", "trains", "privates"]


@rule("1888N-4.3.1.14")
@pytest.mark.parametrize("power", POWERS)
def test_a_power_is_additional_to_the_track_action_before_or_after_it(power: LayTile) -> None:
    before = owned_by().operate("LYR")
    before.play(power)
    assert before.step.id == "track"
    before.play("lay 9 on G15 turned 0")
    after = owned_by().operate("LYR")
    after.play("lay 9 on G15 turned 0").play(power)
    for game in (before, after):
        assert tile_on(game, "G15") == ("9", 0)
        assert tile_on(game, power.hex) == (power.tile, power.rotation)
        assert game.state.cash["LYR"] == 870  # 30 for G15, nothing for the power
        refused(game, LayTile("F14", "8", 4), "1888N-8.3.1.1")  # the track action is used up


@rule("1888N-4.3.1.15", "1888N-4.3.1.10")
def test_a_used_private_stays_open_and_goes_on_paying() -> None:
    game = owned_by().operate("LYR")
    for power in POWERS:
        game.play(power)
    for private in ("TA", "HS", "GW", "YRF"):
        assert game.state.private_owner[private] == "LYR"
    sit_out(game)
    treasury = game.state.cash["LYR"]
    everybody_passes(game)
    assert game.state.cash["LYR"] == treasury + 10 + 15 + 20 + 25


# --- Terracotta Army --------------------------------------------------------------------


@rule("1888N-4.3.1.17")
def test_the_red_tile_is_free_needs_no_connection_and_is_laid_once() -> None:
    table = owned_by(treasury=0)
    game = table.operate("LYR")
    assert game.definition.hexes["H2"].index not in {
        side // 6 for side in reach(game.definition, game.state, "LYR").sides
    }
    game.play(RED)
    assert (tile_on(game, "H2"), game.state.cash["LYR"]) == (("L39", 5), 0)
    refused(game, RED, "1888N-4.3.1.17")
    game = table.operate("LYR")
    refused(game, RED, "1888N-4.3.1.17")
    assert not by_power(game, "TA")


@rule("1888N-4.3.1.18")
def test_the_exits_of_xian_do_not_change() -> None:
    game = owned_by().operate("LYR")
    assert by_power(game, "TA") == [RED]
    for rotation in (0, 1, 2, 3, 4):
        refused(game, LayTile("H2", "L39", rotation, "TA"), "1888N-4.3.1.18")
    spot = game.definition.hexes["H2"]
    before = set(game.state.board[spot.index].exits)
    game.play(RED)
    assert set(game.state.board[spot.index].exits) == before == {3, 4}


@rule("1888N-4.3.1.18", "1888N-4.1.5")
@pytest.mark.parametrize(
    ("phase", "printed", "red"),
    [("2", 20, 40), ("3", 30, 50), ("4", 30, 50), ("5", 40, 60), ("6", 40, 60), ("7", 50, 70)],
)
def test_xian_is_worth_more_to_everybody_with_the_red_tile(
    phase: str, printed: int, red: int
) -> None:
    for layout, value in (("H4:8858/1", printed), ("H4:8858/1 H2:L39/5", red)):
        table = tiles(quiet_table(phase=phase).company("TJL", B), layout)
        table.station("TJL").station("TJL", "H4", 0)
        card = table.train("TJL", "5")
        game = table.operate("TJL", "run_trains")
        assert run(game, f"{card}: H2.0-H4.0") == (40 + value, 0)


# --- Heng Shan --------------------------------------------------------------------------


def near_heng_shan(phase: str = "3", **owners: int | str) -> Table:
    """HJR has a station in Datong, next to C5; JZR is Bela's."""
    table = Table().privates(**owners).phase(phase)
    table.company("HJR", A, treasury=100).company("JZR", B, price_at=(6, 3))
    tiles(table, "C3:5/3 F6:5/0").station("HJR").station("HJR", "C3")
    return table


@rule("1888N-4.3.1.19", "1888N-8.3.3.5")
def test_t98_c5_is_blocked_while_a_player_owns_heng_shan() -> None:
    game = near_heng_shan(HS=C).operate("HJR")
    for rotation in range(6):
        refused(game, LayTile("C5", "9", rotation), "1888N-4.3.1.19")
    assert not [a for a in listed(game, LayTile) if isinstance(a, LayTile) and a.hex == "C5"]


@rule("1888N-4.3.1.21", "1888N-4.3.1.20")
def test_t98_afterwards_any_company_builds_there_for_40_and_the_mountain_is_lost() -> None:
    table = near_heng_shan(HS="JZR")
    game = table.operate("HJR")
    game.play(LayTile("C5", "9", 1))
    assert (tile_on(game, "C5"), game.state.cash["HJR"]) == (("9", 1), 60)
    game = table.operate("JZR")
    refused(game, MOUNTAIN, "1888N-4.3.1.21")
    assert not by_power(game, "HS")


@rule("1888N-4.3.1.21")
def test_the_forty_must_be_paid() -> None:
    table = near_heng_shan(HS="JZR").cash("HJR", 39)
    refused(table.operate("HJR"), LayTile("C5", "9", 1), "1888N-8.3.3.6")


@rule("1888N-4.3.1.21", "1888N-4.3.1.12")
def test_c5_is_free_as_well_once_heng_shan_has_closed() -> None:
    game = near_heng_shan("5", HS="out").operate("HJR")
    game.play(LayTile("C5", "9", 1))
    assert game.state.cash["HJR"] == 60


@rule("1888N-4.3.1.20")
@pytest.mark.parametrize(("rotation", "exits"), [(0, {0, 2, 4}), (1, {1, 3, 5})])
def test_the_mountain_tile_is_free_and_lies_either_way(rotation: int, exits: set[int]) -> None:
    game = owned_by(treasury=0).operate("LYR")
    game.play(LayTile("C5", "L41", rotation, "HS"))
    spot = game.definition.hexes["C5"]
    assert set(game.state.board[spot.index].exits) == exits
    assert game.state.cash["LYR"] == 0
    refused(game, LayTile("C5", "L41", rotation, "HS"), "1888N-4.3.1.20")  # once


@rule("1888N-4.3.1.20")
def test_the_mountain_tile_has_two_orientations() -> None:
    game = owned_by().operate("LYR")
    placed = game.definition.placed
    found = {frozenset(placed["L41", a.rotation].exits) for a in by_power(game, "HS")}
    assert found == {frozenset({0, 2, 4}), frozenset({1, 3, 5})}


@rule("1888N-4.3.1.22")
def test_the_mountain_tile_is_laid_on_c5_by_the_power_only() -> None:
    game = near_heng_shan(HS="HJR").operate("HJR")
    refused(game, LayTile("C5", "L41", 1), "1888N-4.3.1.22")
    refused(game, LayTile("C7", "L41", 1, "HS"), "1888N-4.3.1.22")
    refused(game, LayTile("C5", "9", 1, "HS"), "1888N-4.3.1.22")


@rule("1888N-4.3.1.22", "1888N-8.3.4.13")
def test_the_mountain_tile_is_never_replaced() -> None:
    table = tiles(near_heng_shan("7", HS="out"), "C5:L41/1")
    game = table.operate("HJR")
    for tile in ("18", "23", "25", "14"):
        refused(game, LayTile("C5", tile, 1), "1888N-8.3.4.13")
    assert not [a for a in listed(game, LayTile) if isinstance(a, LayTile) and a.hex == "C5"]


@rule("1888N-4.3.1.23", "1888N-4.3.1.24", "1888N-8.3.6.11", "1888N-8.3.7.5")
@pytest.mark.parametrize(("kind", "owner"), [("pay", "JZR"), ("keep", "out")])
def test_t9_datong_to_heng_shan_earns_20_and_40_for_the_treasury(kind: str, owner: str) -> None:
    table = tiles(near_heng_shan(HS=owner), "C5:L41/1")
    card = table.train("HJR", "2")
    game = table.operate("HJR", "run_trains")
    bank = game.state.cash[BANK]
    assert run(game, f"{card}: C3.0-C5.0") == (20, 40)
    game.play(f"{kind} dividend")
    paid = {"pay": 0, "keep": 20}[kind]
    assert game.state.cash["HJR"] == 100 + 40 + paid
    assert game.state.cash[A] == 600 + (12 if kind == "pay" else 0)
    assert game.state.cash[BANK] == bank - 40 - (paid or 12)


def over_the_mountain() -> tuple[Game, str, str]:
    """Datong and Shijiazhuang (both HJR) are joined over Heng Shan; HJR has a 3 and a 2."""
    table = tiles(near_heng_shan(HS="out"), "C5:L41/0 B4:7/5 D4:8/3 E5:5/2")
    table.station("HJR", "E5")
    cards = table.train("HJR", "3"), table.train("HJR", "2")
    # The mountain's exits: SW to D4 and Shijiazhuang, NW to B4 and Datong, E to C7.
    return table.operate("HJR", "run_trains"), *cards


@rule("1888N-4.3.1.24", "1888N-4.3.1.23")
def test_passing_the_mountain_uses_range_and_earns_the_forty_once() -> None:
    game, three, two = over_the_mountain()
    refused(game, f"run {two}: C3.0-B4-C5.0-D4-E5.0", "1888N-8.3.6.2")
    assert run(game, f"{three}: C3.0-B4-C5.0-D4-E5.0") == (20 + 0 + 20, 40)


@rule("1888N-4.3.1.23", "1888N-8.3.6.11")
def test_the_forty_is_paid_for_each_train_that_visits_the_mountain() -> None:
    game, three, two = over_the_mountain()
    assert run(game, f"{three}: C3.0-B4-C5.0", f"{two}: C5.0-D4-E5.0") == (40, 80)


# --- Great Wall -------------------------------------------------------------------------


@rule("1888N-4.3.1.25", "1888N-4.3.1.26", "1888N-4.3.1.27")
@pytest.mark.parametrize("edition", ["rulebook", "online"])
def test_t96_two_joined_tiles_on_the_wall_are_free(edition: str) -> None:
    game = owned_by(edition=edition, treasury=0).operate("LYR")
    game.play(LayTile("D4", "8", 0, "GW")).play(LayTile("C3", "5", 4, "GW"))
    assert (tile_on(game, "D4"), tile_on(game, "C3")) == (("8", 0), ("5", 4))
    assert game.state.cash["LYR"] == 0
    assert game.step.id == "track"


@rule("1888N-4.3.1.27")
@pytest.mark.parametrize("edition", ["rulebook", "online"])
def test_t97_the_second_tile_must_join_the_first(edition: str) -> None:
    game = owned_by(edition=edition).operate("LYR")
    game.play(LayTile("C7", "9", 1, "GW"))
    refused(game, LayTile("B4", "9", 1, "GW"), "1888N-4.3.1.27")  # not adjacent
    refused(game, LayTile("B8", "9", 1, "GW"), "1888N-4.3.1.27")  # adjacent, not joined
    game.undo()
    game.play(LayTile("D4", "8", 0, "GW"))
    refused(game, LayTile("C3", "5", 2, "GW"), "1888N-4.3.1.27")  # Datong's track points away
    refused(game, LayTile("D6", "9", 1, "GW"), "1888N-4.3.1.27")  # points at D4, which does not
    assert legal(game, LayTile("C3", "5", 5, "GW"))


@rule("1888N-4.3.1.25", "1888N-4.3.1.29")
def test_the_wall_power_reaches_every_empty_wall_hex_and_no_other() -> None:
    game = tiles(owned_by(), "B8:9/1").operate("LYR")
    hexes = {a.hex for a in by_power(game, "GW")}
    wall = "B4 B6 B10 B16 C3 C7 C11 C13 C15 D2 D4 D6 E3 F4"
    assert hexes == {*wall.split()}
    refused(game, LayTile("D8", "9", 1, "GW"), "1888N-4.3.1.29")  # no Wall
    refused(game, LayTile("C5", "9", 1, "GW"), "1888N-4.3.1.29")
    refused(game, LayTile("B8", "9", 1, "GW"), "1888N-4.3.1.29")  # there is a tile
    refused(game, LayTile("B8", "23", 1, "GW"), "1888N-4.3.1.29")
    refused(game, LayTile("C9", "L42", 0, "GW"), "1888N-4.3.1.29")  # printed yellow


@rule("1888N-4.3.1.29")
def test_the_wall_takes_yellow_tiles_only() -> None:
    game = owned_by().operate("LYR")
    refused(game, LayTile("C7", "23", 1, "GW"), "1888N-4.3.1.29")
    assert {game.definition.tiles[a.tile].colour for a in by_power(game, "GW")} == {"yellow"}


@rule("1888N-4.3.1.26", "1888N-8.3.3.14")
def test_the_wall_tile_suits_the_hex_and_its_sides() -> None:
    game = owned_by().operate("LYR")
    tiles_on = {
        name: {a.tile for a in by_power(game, "GW") if a.hex == name} for name in ("B6", "C3", "C7")
    }
    assert tiles_on["C7"] == {"7", "8", "9"}
    assert tiles_on["C3"] == {"5", "6", "57"}
    assert tiles_on["B6"] <= {"1", "2", "55", "56", "69"}
    assert tiles_on["B6"]
    refused(game, LayTile("C3", "9", 2, "GW"), "1888N-8.3.3.4")
    refused(game, LayTile("C7", "57", 1, "GW"), "1888N-8.3.3.4")
    refused(game, LayTile("B6", "58", 0, "GW"), "1888N-8.3.3.4")
    refused(game, LayTile("B4", "9", 0, "GW"), "1888N-8.3.3.10")  # off the grid
    refused(game, LayTile("B16", "55", 2, "GW"), "1888N-8.3.3.11")  # gray A15 has no track there
    refused(game, LayTile("C15", "9", 1, "GW"), "1888N-8.3.3.12")  # the barrier to C17
    refused(game, LayTile("C13", "57", 2, "GW"), "1888N-8.3.3.13")  # the sea


@rule("1888N-4.3.1.25", "1888N-4.3.1.28")
def test_the_wall_power_is_spent_after_two_tiles() -> None:
    game = owned_by().operate("LYR")
    game.play(LayTile("D4", "8", 0, "GW")).play(LayTile("C3", "5", 4, "GW"))
    refused(game, LayTile("B4", "8", 0, "GW"), "1888N-4.3.1.28")
    assert not by_power(game, "GW")


@rule("1888N-4.3.1.28")
def test_the_second_tile_may_come_later_in_the_same_turn_but_not_in_a_later_turn() -> None:
    table = owned_by()
    game = table.operate("LYR")
    game.play(LayTile("D4", "8", 0, "GW")).play("lay 9 on G15 turned 0")
    assert legal(game, LayTile("C3", "5", 4, "GW"))
    sit_out(game)
    game = table.operate("LYR")
    refused(game, LayTile("C3", "5", 4, "GW"), "1888N-4.3.1.28")
    assert not by_power(game, "GW")


@rule("1888N-4.3.1.28")
def test_online_the_second_tile_follows_at_once_or_never() -> None:
    game = owned_by(edition="online").operate("LYR")
    game.play(LayTile("D4", "8", 0, "GW"))
    assert game.step.id == "second_wall_tile"
    game.play("pass")
    assert game.step.id == "track"
    refused(game, LayTile("C3", "5", 4, "GW"), "1888N-4.3.1.28")


@rule("1888N-4.3.1.14", "1888N-8.3.3.1")
def test_t95_a_wall_tile_at_home_fulfils_the_duty_of_the_first_turn() -> None:
    table = Table().privates().phase("3").company("TJL", A, treasury=900)
    game = table.operate("TJL")
    refused(game, Pass(), "1888N-8.3.3.1")
    game.play("buy private GW for 100").play(LayTile("E3", "5", 4, "GW"))
    assert game.state.cash["TJL"] == 800
    assert game.step.id == "track"
    assert legal(game, Pass())
    game.play(LayTile("E5", "57", 1))  # the normal action is still free
    assert (tile_on(game, "E3"), tile_on(game, "E5")) == (("5", 4), ("57", 1))


# --- Yanda Railway Ferry ----------------------------------------------------------------


@rule("1888N-4.3.1.30")
def test_the_ferry_is_free_needs_no_connection_and_is_laid_once() -> None:
    table = Table().privates(YRF="TJL").phase("3").company("TJL", A, treasury=0)
    tiles(table, "E3:5/4").station("TJL")
    game = table.operate("TJL")
    game.play(FERRY)
    assert (tile_on(game, "E17"), tile_on(game, "F16")) == (("L40a", 0), ("L40b", 0))
    assert game.state.cash["TJL"] == 0
    refused(game, FERRY, "1888N-4.3.1.30")
    assert not by_power(game, "YRF")


@rule("1888N-4.3.1.30")
def test_the_rulebooks_ferry_is_one_piece_and_the_online_one_two() -> None:
    second = LayTile("F16", "L40b", 0, "YRF")
    game = owned_by().operate("LYR")
    assert by_power(game, "YRF") == [FERRY]
    refused(game, second, "1888N-4.1.4")
    game = owned_by(edition="online").operate("LYR")
    game.play(FERRY)
    assert (tile_on(game, "E17"), tile_on(game, "F16")) == (("L40a", 0), None)
    refused(game, Pass(), "1888N-4.3.1.30")  # the second piece must follow
    game.play(second)
    assert (tile_on(game, "F16"), game.step.id) == (("L40b", 0), "track")


@rule("1888N-4.3.1.31")
@pytest.mark.parametrize("company", ["LYR", "CDL"])
def test_the_ferry_joins_dalian_and_yantai_for_everybody(company: str) -> None:
    table = quiet_table(phase="3").company("LYR", A).company("CDL", B, price_at=(6, 3))
    table.station("LYR").station("CDL").station("CDL", "E17")
    card = table.train(company, "2")
    tiles(table, "E17:L40a/0 F16:L40b/0")
    game = table.operate(company, "run_trains")
    assert run(game, f"{card}: E17.0-F16.0") == (30 + 40, 0)  # no location in between


@rule("1888N-4.3.1.31")
def test_without_the_ferry_there_is_no_way_over_the_sea() -> None:
    table = quiet_table(phase="3").company("CDL", B).station("CDL").station("CDL", "E17")
    card = table.train("CDL", "2")
    game = table.operate("CDL", "run_trains")
    refused(game, f"run {card}: E17.0-F16.0", "1888N-8.2.2")


@rule("1888N-4.3.1.31")
def test_the_ferry_carries_track_building_and_stations() -> None:
    def options(layout: str) -> tuple[bool, bool]:
        table = tiles(quiet_table(phase="3").company("LYR", A), layout)
        game = table.operate("LYR")
        track = legal(game, LayTile("D16", "8", 3))  # NE and SE, towards Dalian
        game = table.operate("LYR", "station")
        return track, game.step.id == "station" and legal(game, PlaceStation("E17", 0))

    assert options("") == (False, False)
    assert options("E17:L40a/0 F16:L40b/0") == (True, True)


@rule("1888N-4.3.1.31")
def test_stations_stay_when_the_ferry_is_laid() -> None:
    table = owned_by()
    game = table.operate("LYR")
    stations = {**game.state.stations}
    game.play(FERRY)
    assert game.state.stations == stations
    assert game.state.homes["LYR"] == ("F16", 0)
