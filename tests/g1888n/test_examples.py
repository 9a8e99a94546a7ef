"""The worked examples of the rulebook's operating rounds (T4, T5, T7 and T8), on the real map.

The other examples stand with their sections: T1 auction, T2 and T6 market, T3 companies, T9 powers.
"""

from __future__ import annotations

import pytest

from dieciocho.engine.actions import BuyTrain, DiscardTrain, PlaceStation, Run
from dieciocho.engine.game import Game
from dieciocho.engine.state import BANK, POOL

from ..support import legal, listed, refused, rule
from .scenes import Table, coast, kinds, quiet_table, run, tiles

A, B, C, D = range(4)


# --- T4: A (Taiyuan 30) - D (Changzhi 10) - G (Jiaozuo 40, full) - B (Handan 20) --------


def example_of_8_3_6() -> Table:
    """TJL in Taiyuan; HJR in Handan and in the only slot of the city of H4 that is joined."""
    table = quiet_table(phase="5").company("TJL", A).company("HJR", B, price_at=(6, 3))
    tiles(table, "E3:14/0 F2:58/3 G3:9/2 H4:8858/1 H6:8/1 G7:8/0 F6:57/2")
    return table.station("TJL").station("HJR").station("HJR", "H4", 1)


@rule("1888N-8.2.8", "1888N-8.3.6.6", "1888N-8.3.6.8", "1888N-8.3.6.9")
def test_t4a_the_destination_in_a_blocked_city_may_end_the_route() -> None:
    """The rulebook's 120 has a bonus of 40; TJL's is 20."""
    table = example_of_8_3_6()
    four, five = table.train("TJL", "4"), table.train("TJL", "5")
    game = table.operate("TJL", "run_trains")
    best = game.legal_actions()[0].action
    assert isinstance(best, Run)
    assert len(best.routes) == 1  # the other train would start on used track
    refused(
        game,
        f"run {five}: E3.0-F2.0-G3-H4.1; {four}: E3.0-F2.0",
        "1888N-8.3.6.6",
    )
    refused(game, f"run {five}: E3.0-F2.0-G3-H4.1-H6-G7-F6.0", "1888N-8.2.8")
    assert run(game, f"{five}: E3.0-F2.0-G3-H4.1") == (30 + 10 + 40 + 20, 0)


@rule("1888N-8.3.7.1", "1888N-8.2.9")
def test_t4b_the_owner_of_the_station_passes_the_full_city() -> None:
    table = example_of_8_3_6()
    card = table.train("HJR", "5")
    game = table.operate("HJR", "run_trains")
    assert run(game, f"{card}: F6.0-G7-H6-H4.1-G3-F2.0-E3.0") == (20 + 40 + 10 + 30, 0)


@rule("1888N-8.2.2")
def test_t4c_there_is_no_route_without_an_own_station() -> None:
    table = example_of_8_3_6()
    card = table.train("TJL", "5")
    game = table.operate("TJL", "run_trains")
    refused(game, f"run {card}: A17.0-A19.0", "1888N-8.2.2")
    refused(game, f"run {card}: H4.1-H6-G7-F6.0", "1888N-8.2.2")


# --- T5: a city full of others' stations ------------------------------------------------


def full_city() -> Table:
    """Shenyang (SSL) - B16 - Qinhuangdao (CDL and JHR) - Tangshan - Tianjin."""
    table = quiet_table(phase="3")
    table.company("SSL", A).company("CDL", B, price_at=(4, 3)).company("JHR", C, price_at=(6, 3))
    tiles(table, "B16:1/0 C15:8/1 C13:14/0 D12:58/1 D10:57/1")
    table.station("SSL").station("CDL").station("JHR")
    return table.station("CDL", "C13").station("JHR", "C13")


@rule("1888N-8.2.8", "1888N-8.3.5.3")
def test_t5_a_full_city_stops_the_outsider() -> None:
    table = full_city()
    card = table.train("SSL", "5")
    game = table.operate("SSL", "run_trains")
    refused(game, f"run {card}: B18.0-B16.1-C15-C13.0-D12.0", "1888N-8.2.8")
    assert run(game, f"{card}: B18.0-B16.1-C15-C13.0") == (30 + 10 + 30 + 20, 0)
    game = full_city().operate("SSL", "station")
    assert not listed(game, PlaceStation)  # neither there nor behind it
    assert game.step.id == "trains"


@rule("1888N-8.2.9", "1888N-8.3.5.3")
def test_t5_the_owner_passes_and_places_a_station_behind_it() -> None:
    table = full_city()
    card = table.train("CDL", "5")
    game = table.operate("CDL", "run_trains")
    route = f"{card}: B18.0-B16.1-C15-C13.0-D12.0-D10.0"
    assert run(game, route) == (30 + 10 + 30 + 10 + 20, 0)
    game = full_city().operate("CDL", "station")
    assert legal(game, PlaceStation("D10", 0))
    refused(game, PlaceStation("B18", 0), "1888N-8.3.5.2")  # SSL's only slot


@rule("1888N-8.3.5.3")
def test_t5_with_a_free_slot_the_outsider_gets_through() -> None:
    table = quiet_table(phase="3").company("SSL", A).company("CDL", B, price_at=(4, 3))
    tiles(table, "B16:1/0 C15:8/1 C13:14/0 D12:58/1 D10:57/1").station("SSL").station("CDL")
    game = table.station("CDL", "C13").operate("SSL", "station")
    assert legal(game, PlaceStation("C13", 0))
    assert legal(game, PlaceStation("D10", 0))


# --- T7: the first 5-train --------------------------------------------------------------


def before_the_first_five(*owned: str) -> tuple[Game, dict[str, str]]:
    table = quiet_table(phase="4").empty_deck_down_to("5").company("JHR", treasury=500)
    cards = {kind: table.train("JHR", kind) for kind in owned}
    return table.operate("JHR", "trains"), cards


@rule("1888N-8.3.8.11", "1888N-8.3.8.15", "1888N-8.3.10.2")
@pytest.mark.parametrize("given", ["3", "4", "5"])
def test_t7_below_the_limit_the_first_5_may_be_bought_and_one_train_goes(given: str) -> None:
    game, cards = before_the_first_five("3", "4")
    cards["5"] = game.state.trains[BANK][0]
    game.play(BuyTrain(cards["5"], BANK, 500))
    assert game.phase.name == "5"
    assert listed(game, DiscardTrain) == [DiscardTrain("JHR", card) for card in cards.values()]
    refused(game, "pass", "1888N-8.3.10.2")
    game.play(DiscardTrain("JHR", cards[given]))
    assert game.state.trains[POOL] == (cards[given],)
    assert kinds(game, "JHR") == sorted({"3", "4", "5"} - {given})


@rule("1888N-8.3.8.10")
@pytest.mark.parametrize(("owned", "offered"), [(2, True), (3, False)])
def test_t7b_at_the_limit_the_first_5_is_not_for_sale(owned: int, offered: bool) -> None:
    table = quiet_table(phase="4").empty_deck_down_to("5").company("JHR", treasury=500)
    for kind in ("3", "3", "4")[:owned]:
        table.train("JHR", kind)
    game = table.operate("JHR", "trains")
    assert bool(listed(game, BuyTrain)) is offered
    assert (game.state.turn is not None) is offered  # with nothing to buy the turn is over
    if not offered:
        refused(game, BuyTrain("5-0", BANK, 500))
    assert (game.phase.name, game.state.cash["JHR"]) == ("4", 500)


# --- T8: the port -----------------------------------------------------------------------


@rule("1888N-8.3.6.10")
def test_t8_a_station_city_and_the_port_are_a_route_for_any_train() -> None:
    table = coast().station("LYR", "H14")
    card = table.train("LYR", "2")
    game = table.operate("LYR", "run_trains")
    # Qingdao - port is a legal route worth 30, but not the best one.
    refused(game, f"run {card}: H14.0-H16.0", "1888N-8.3.7.3")
    assert run(game, f"{card}: F16.0-G15-H14.0-H16.0") == (40 + 20 + 10 + 20, 0)


@rule("1888N-8.3.6.10", "1888N-8.3.6.6")
@pytest.mark.parametrize("edition", ["rulebook", "online"])
def test_t8_two_trains_run_to_yantai_and_to_the_port(edition: str) -> None:
    table = coast(edition).station("LYR", "H14")
    first, second = table.train("LYR", "2"), table.train("LYR", "2")
    game = table.operate("LYR", "run_trains")
    assert run(game, f"{first}: F16.0-G15-H14.0", f"{second}: H14.0-H16.0") == (80 + 30, 0)


@rule("1888N-8.3.6.10")
def test_t8_qingdao_and_the_port_alone() -> None:
    table = quiet_table().company("TJL", A)
    tiles(table, "E3:5/4 H14:5/3").station("TJL").station("TJL", "H14")
    card = table.train("TJL", "2")
    game = table.operate("TJL", "run_trains")
    assert run(game, f"{card}: H14.0-H16.0") == (30, 0)
