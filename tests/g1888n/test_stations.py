"""Placing stations (8.3.5)."""

from __future__ import annotations

import pytest

from dieciocho.engine.actions import PlaceStation
from dieciocho.engine.game import Game

from ..support import legal, listed, refused, rule
from .scenes import Table, coast, quiet_table, sit_out, slots, step_on, tiles

FOUR_CITIES = "F6:15/2 E5:6/3 G7:8/2 G9:57/1 G11:15/1"  # Handan, Shijiazhuang, Jinan, Zibo
FERRY = "E17:L40a/0 F16:L40b/0"
SHORE = "B16:1/0 C15:8/1 C13:14/0 D12:58/1 D10:57/1"  # Shenyang - Qinhuangdao - Tianjin


def places(game: Game) -> set[tuple[str, int]]:
    """Return the cities in which the company may place a station."""
    actions = [a for a in listed(game, PlaceStation) if isinstance(a, PlaceStation)]
    return {(a.hex, a.city) for a in actions}


def handan(edition: str = "rulebook", treasury: int = 900) -> Table:
    """HJR connected to three other cities."""
    table = quiet_table(edition=edition, phase="3").company("HJR", treasury=treasury)
    return tiles(table, FOUR_CITIES).station("HJR")


@rule("1888N-8.3.5.1", "1888N-8.3.5.6", "1888N-2.1.3")
@pytest.mark.parametrize(
    ("edition", "prices"), [("rulebook", (40, 100, 100)), ("online", (40, 60, 80))]
)
def test_the_price_of_four_stations(edition: str, prices: tuple[int, ...]) -> None:
    """T90 (D1): home free, then 40, then 100 each."""
    table = handan(edition)
    treasury = table.state.cash["HJR"]
    assert treasury == 900
    for hex_name, price in zip(("E5", "G9", "G11"), prices, strict=True):
        game = table.operate("HJR", "station")
        bank = game.state.cash["bank"]
        game.play(f"station in {hex_name}.0")
        treasury -= price
        assert (game.state.cash["HJR"], game.state.cash["bank"]) == (treasury, bank + price)
        assert "HJR" in slots(game, hex_name)
    assert table.operate("HJR", "station").step.id != "station"
    assert table.state.stations_left["HJR"] == 0


@rule("1888N-8.3.5.1")
@pytest.mark.parametrize(("edition", "second"), [("rulebook", 100), ("online", 60)])
def test_the_price_of_three_stations(edition: str, second: int) -> None:
    table = coast(edition, phase="3")
    table.lay("H14", "15", 1).station("LYR", "H14")
    tiles(table, "F14:8/4 G13:58/1 G11:57/1 F12:3/0")
    game = table.operate("LYR", "station")
    assert places(game) == set()  # the home of ZDR
    table.station("ZDR").lay("G11", "15", 1)
    game = table.operate("LYR", "station")
    game.play("station in G11.0")
    assert game.state.cash["LYR"] == 900 - second


@rule("1888N-8.3.5.1")
def test_the_treasury_must_have_the_price() -> None:
    table = handan(treasury=39)
    assert table.operate("HJR", "station").step.id == "trains"
    game = table.cash("HJR", 40).operate("HJR", "station")
    table.cash("HJR", 39)
    refused(game, "station in E5.0", "1888N-8.3.5.1")
    table.cash("HJR", 40)
    game.play("station in E5.0")
    assert game.state.cash["HJR"] == 0


@rule("1888N-8.3.5.2")
def test_a_station_needs_a_free_slot() -> None:
    table = handan().station("TJL").station("TJL", "E5")
    game = table.operate("HJR", "station")
    refused(game, "station in E5.0", "1888N-8.3.5.2")
    assert places(game) == {("G9", 0), ("G11", 0)}


@rule("1888N-8.3.5.2")
@pytest.mark.parametrize(
    ("company", "board", "second", "target"),
    [
        ("LYR", FERRY, None, "E17.0"),  # Dalian
        ("CDL", FERRY, "E17", "F16.0"),  # Yantai
        ("HJR", "F6:57/0 G5:55/0 H4:8864/0", "H4", "I5.0"),  # a gray city
        ("LYR", "G15:9/0 H14:6/1", None, "H14.0"),  # a city on a tile
    ],
)
def test_stations_go_into_cities_of_every_kind(
    company: str, board: str, second: str | None, target: str
) -> None:
    table = tiles(quiet_table(phase="3").company(company), board).station(company)
    if second:
        table.station(company, second)
    game = table.operate(company, "station")
    game.play(f"station in {target}")
    assert company in slots(game, target.partition(".")[0])


# --- connection ------------------------------------------------------------------------


@rule("1888N-8.3.5.3")
def test_a_station_must_be_connected() -> None:
    table = handan()
    tiles(table, "H14:57/1")
    game = table.operate("HJR", "station")
    refused(game, "station in H14.0", "1888N-8.3.5.3")
    refused(game, "station in I5.0", "1888N-8.3.5.3")


@rule("1888N-8.3.5.3", "1888N-8.2.8")
def test_the_way_does_not_lead_through_a_blocked_city() -> None:
    """T5: CDL may place a station behind Qinhuangdao, SSL may not."""
    table = quiet_table(phase="3").company("SSL").company("CDL", 1)
    tiles(table, SHORE).station("SSL")
    table.station("CDL").station("CDL", "C13")
    game = table.operate("SSL", "station")
    assert places(game) == {("C13", 0), ("D10", 0)}  # one slot of C13 is free
    table.station("JHR").station("JHR", "C13")
    assert table.operate("SSL", "station").step.id != "station"
    game = table.operate("CDL", "station")
    assert places(game) == {("D10", 0)}
    game.play("station in D10.0")
    assert slots(game, "D10") == ("CDL",)


@rule("1888N-8.3.5.3", "1888N-8.2.4")
def test_the_way_does_not_turn_back_at_a_junction() -> None:
    """Seen from Yantai, the line to Weifang leaves G15 to the south-west only."""
    table = quiet_table(phase="3").company("LYR").company("ZDR", 1)
    tiles(table, "G15:24/0 F14:7/5 G13:58/1 G11:15/1 H14:5/3").station("LYR").station("ZDR")
    game = table.operate("LYR", "station")
    assert places(game) == {("H14", 0)}
    refused(game, "station in G11.0", "1888N-8.3.5.3")
    assert places(table.operate("ZDR", "station")) == {("H14", 0)}  # the other way: not Yantai


# --- how many --------------------------------------------------------------------------


@rule("1888N-8.3.5.4")
def test_no_second_station_in_the_same_hex() -> None:
    """JHR reaches another city of Beijing by a loop of track."""
    table = quiet_table(phase="3").company("JHR")
    tiles(table, "C9:L42/4 D10:5/1 D8:8/2 C7:8/3 B8:7/5").station("JHR")
    game = table.operate("JHR", "station")
    assert places(game) == {("D10", 0)}
    refused(game, "station in C9.2", "1888N-8.3.5.4")
    game = table.company("ZDR", 1).station("ZDR").station("ZDR", "D10").operate("ZDR", "station")
    assert places(game) == {("C9", 2)}  # for others it is open


@rule("1888N-8.3.5.5", "1888N-8.3.1.4")
def test_one_station_in_a_turn() -> None:
    table = handan()
    game = table.operate("HJR", "station")
    game.play("station in E5.0")
    assert listed(game, PlaceStation) == []
    refused(game, "station in G9.0", "1888N-8.3.1.1")


@rule("1888N-8.3.5.5", "1888N-8.3.2.3")
def test_the_home_station_comes_on_top() -> None:
    table = tiles(quiet_table().company("LYR"), "G15:9/0 H14:6/1")
    game = table.operate("LYR", "station")
    assert slots(game, "F16") == ("LYR", None)
    game.play("station in H14.0")
    assert slots(game, "H14") == ("LYR",)
    assert game.state.cash["LYR"] == 900 - 40


@rule("1888N-8.3.5.6")
def test_no_station_left_no_station() -> None:
    table = handan()
    game = table.operate("HJR", "station")
    table.state.stations_left["HJR"] = 0
    assert places(game) == set()
    refused(game, "station in E5.0", "1888N-8.3.5.6")


# --- homes of others -------------------------------------------------------------------


@rule("1888N-8.3.5.7")
def test_the_last_slot_of_taiyuan_waits_for_tjl() -> None:
    """T91: with one slot no outsider, with two slots one."""
    table = quiet_table(phase="3").company("HJR")
    tiles(table, "F6:57/2 E5:6/5 E3:6/4").station("HJR")
    game = table.operate("HJR", "station")
    assert places(game) == {("E5", 0)}
    refused(game, "station in E3.0", "1888N-8.3.5.7")
    table.lay("E3", "15", 3)
    game = table.operate("HJR", "station")
    game.play("station in E3.0")
    assert slots(game, "E3") == (None, "HJR")
    table.lay("E5", "15", 5).company("CDL", 1).station("CDL").station("CDL", "E5")
    assert table.operate("CDL", "station").step.id != "station"  # one slot, and it waits


@rule("1888N-8.3.5.7")
def test_yantai_takes_one_outsider_before_lyr() -> None:
    """T92."""
    table = quiet_table(phase="3").company("ZDR")
    tiles(table, "G11:57/1 G13:58/1 F14:8/4 G9:57/1").station("ZDR")
    assert legal(table.operate("ZDR", "station"), PlaceStation("F16", 0))
    table.station("JHR").station("JHR", "F16")
    game = table.operate("ZDR", "station")
    refused(game, "station in F16.0", "1888N-8.3.5.7")
    table.company("LYR", 1).operate("LYR")
    assert slots(table.game, "F16") == ("LYR", "JHR")


@rule("1888N-8.3.5.8", "1888N-8.3.5.7")
def test_in_green_beijing_the_marked_cities_are_reserved() -> None:
    """T93: ZDR reaches the cities of JHR and JZR and the one to the north-east."""
    table = quiet_table(phase="3").company("ZDR")
    tiles(table, "C9:L42/4 D10:15/0 D8:8/2 C7:7/4 C11:8/0 B10:7/5")
    table.station("ZDR").station("ZDR", "D10")
    game = table.operate("ZDR", "station")
    assert places(game) == {("C9", 3)}
    refused(game, "station in C9.0", "1888N-8.3.5.7")
    refused(game, "station in C9.1", "1888N-8.3.5.7")


@rule("1888N-8.3.5.7", "1888N-8.3.5.8")
def test_in_brown_beijing_one_slot_waits_for_each_home_company() -> None:
    table = quiet_table(phase="5").company("ZDR")
    tiles(table, "C9:8892/0 D10:57/2 G11:57/1 G9:57/1").station("ZDR").station("ZDR", "D10")
    table.station("SSL").station("SSL", "C9")
    assert legal(table.operate("ZDR", "station"), PlaceStation("C9", 0))
    table.station("HJR").station("HJR", "C9")
    game = table.operate("ZDR", "station")
    refused(game, "station in C9.0", "1888N-8.3.5.7")
    table.station("JHR").station("JZR")
    assert sorted(map(str, slots(game, "C9"))) == ["HJR", "JHR", "JZR", "SSL"]


@rule("1888N-8.3.5.7", "1888N-8.3.4.7")
@pytest.mark.parametrize(
    ("turned", "stations", "merged", "late"),
    [
        (4, ("JZR", "SSL:2"), (None, "JZR", "SSL", None), "JHR"),
        (0, ("JZR", "SSL:1", "HJR:2"), ("JZR", None, "SSL", "HJR"), "JHR"),
        (2, ("JHR", "SSL:0"), ("SSL", None, "JHR", None), "JZR"),
        (2, ("JHR", "JZR", "SSL:0"), ("SSL", "JHR", "JZR", None), None),
    ],
)
def test_when_cities_merge_the_slots_of_homes_stay_free(
    turned: int, stations: tuple[str, ...], merged: tuple[str | None, ...], late: str | None
) -> None:
    """As on 18xx.games the homes have the first slots, in the order of their cities."""
    table = tiles(quiet_table(phase="5"), f"C9:L42/{turned}")
    for entry in stations:
        company, _, city = entry.partition(":")
        table.station(company)
        if city:
            table.station(company, "C9", int(city))
    table.lay("C9", "8892", 0)
    assert slots(table.game, "C9") == merged
    if late is not None:
        free = merged.index(None)
        table.station(late)
        assert slots(table.game, "C9")[free] == late


@rule("1888N-8.3.5.7", "1888N-8.3.4.7")
def test_when_the_cities_of_shenyang_merge_ssl_keeps_the_first_slot() -> None:
    table = tiles(quiet_table(phase="5"), "B18:8864/5").station("CDL").station("CDL", "B18", 0)
    assert table.state.homes["SSL"] == ("B18", 1)
    table.lay("B18", "X7", 2)
    assert slots(table.game, "B18") == (None, "CDL")
    table.station("SSL")
    assert slots(table.game, "B18") == ("SSL", "CDL")


@rule("1888N-8.3.5.9")
def test_changchun_belongs_to_cdl() -> None:
    table = quiet_table(phase="3").company("SSL")
    tiles(table, "B18:8864/5 B16:1/0 C15:8/1 C13:57/1").station("SSL")
    game = table.operate("SSL", "station")
    assert places(game) == {("C13", 0)}  # A19 is connected as well
    refused(game, "station in A19.0", "1888N-8.3.5.7")
    table.station("CDL")
    game = table.operate("SSL", "station")
    assert places(game) == {("C13", 0)}
    refused(game, "station in A19.0", "1888N-8.3.5.2")


@rule("1888N-8.3.5.10")
@pytest.mark.parametrize("target", ["G13.0", "I11.0", "H16.0", "C5.0", "G15.0", "A1.0"])
def test_stations_are_for_cities_only(target: str) -> None:
    table = quiet_table(phase="3").company("LYR")
    tiles(table, "G15:9/0 H14:15/1 H12:8/4 G13:4/2 C5:L41/0").station("LYR")
    game = table.operate("LYR", "station")
    assert places(game) == {("H14", 0)}
    refused(game, f"station in {target}", "1888N-8.3.5.10")


@rule("1888N-8.3.5.11", "1888N-8.3.4.7")
def test_stations_stay_where_they_are() -> None:
    """Neither upgrades nor new phases nor the turns of others move them."""
    table = handan().company("TJL", 1, par=80).station("TJL")
    table.train("HJR", "3")
    table.station("HJR", "G9").station("TJL", "E5")
    before = {stop: [c for c in found if c] for stop, found in table.state.stations.items()}
    table.phase("4").empty_deck_down_to("5").cash("HJR", 500)
    game = table.operate("HJR")
    game.play("lay 15 on G9 turned 1")
    while game.step.id != "trains":
        step_on(game)
    game.play("buy train 5-0 from bank for 500")
    sit_out(game)
    assert game.phase.name == "5"
    after = {stop: [c for c in found if c] for stop, found in game.state.stations.items()}
    assert after == before
