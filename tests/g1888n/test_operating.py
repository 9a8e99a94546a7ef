"""Operating rounds: number, order, the steps of a turn, home stations (8.1, 8.3.1, 8.3.2)."""

from __future__ import annotations

import pytest

from dieciocho.engine.actions import BuyPrivate, LayTile, Pass, PlaceStation
from dieciocho.engine.game import Game
from dieciocho.engine.state import Owner
from dieciocho.games.g1888n.rounds import StockRound

from ..support import legal, listed, refused, rule
from .scenes import (
    CLOSED,
    COAST,
    Table,
    cell,
    coast,
    everybody_passes,
    finish_set,
    on_hex,
    operating,
    quiet_table,
    run,
    sit_out,
    slots,
    tiles,
    top,
)

# --- the rounds ------------------------------------------------------------------------


@rule("1888N-8.1.1", "1888N-8.1.2", "1888N-8.1.5")
@pytest.mark.parametrize(
    ("phase", "rounds"), [("1", 1), ("2", 1), ("3", 2), ("4", 2), ("5", 3), ("6", 3), ("7", 3)]
)
def test_how_many_operating_rounds_follow_a_stock_round(phase: str, rounds: int) -> None:
    """With no company launched they consist of incomes only."""
    table = Table().privates(**{**CLOSED, "GW": 1})
    game = (table.phase(phase) if phase != "1" else table).stock_round()
    everybody_passes(game)
    assert isinstance(game.step, StockRound)
    assert game.state.round.number == 3
    assert game.state.cash[1] == 600 + 20 * rounds


@rule("1888N-8.1.1")
def test_a_new_number_of_rounds_counts_from_the_next_set() -> None:
    """The first 3-train is bought in a single operating round: no second one follows it."""
    table = coast().empty_deck_down_to("3")
    game = table.operate("LYR", "trains")
    game.play(f"buy train {top(game)} from bank for 180")
    finish_set(game)
    assert (game.state.round.kind, game.state.round.number) == ("stock", 3)
    everybody_passes(game)
    assert (game.state.round.kind, game.state.round.part, game.state.round.parts) == (
        "operating",
        1,
        2,
    )
    sit_out(game)
    assert (game.state.round.kind, game.state.round.part) == ("operating", 2)
    sit_out(game)
    assert game.state.round.kind == "stock"


@rule("1888N-8.1.1")
def test_the_first_5_train_does_not_lengthen_the_present_set() -> None:
    table = coast(phase="4").empty_deck_down_to("5")
    game = table.operate("LYR", "trains", part=1, parts=2)
    game.play(f"buy train {top(game)} from bank for 500")  # 400 are left: the turn is over
    assert (game.state.round.kind, game.state.round.part) == ("operating", 2)
    sit_out(game)
    assert game.state.round.kind == "stock"
    everybody_passes(game)
    assert game.state.round.parts == 3


@rule("1888N-8.1.2", "1888N-4.3.1.10")
def test_incomes_come_before_the_first_company() -> None:
    table = Table().privates(**{**CLOSED, "KT": 2, "FC": "LYR"}).phase("3").company("LYR")
    game = everybody_passes(table.stock_round())
    assert operating(game) == "LYR"
    assert (game.state.cash[2], game.state.cash["LYR"]) == (600 + 5, 900 + 30)
    sit_out(game)  # buys a train
    assert game.state.round.part == 2
    assert game.state.cash[2] == 600 + 10


@rule("1888N-8.1.3")
def test_operating_order() -> None:
    """Price first, then the cell further right, then the top of the stack."""
    table = quiet_table(players=6)
    for seat, (company, at) in enumerate(
        {
            "JHR": (2, 3),  # 90
            "SSL": (3, 4),  # 90, further right
            "CDL": (1, 2),  # 90, further left
            "HJR": (0, 3),  # 100
            "LYR": (3, 4),  # 90, below SSL
        }.items()
    ):
        table.company(company, seat, price_at=at).train(company, "2")
    table.company("ZDR", 5, held={5: 3}, price_at=(0, 9))  # not launched
    game = everybody_passes(table.stock_round())
    order = []
    while (mover := operating(game)) is not None:
        order.append(mover)
        if mover == "HJR":
            game.play("lay 57 on F6 turned 0")
        sit_out(game)
    assert order == ["HJR", "SSL", "LYR", "JHR", "CDL"]
    assert game.state.round.kind == "stock"


@rule("1888N-8.1.4", "1888N-8.3.9.8")
def test_after_an_emergency_sale_the_rest_is_put_in_order_again() -> None:
    """Ana sells ZDR for SSL's train: JHR now operates before ZDR, LYR not a second time."""
    table = quiet_table(phase="2")
    table.company("LYR", 1, price_at=(0, 4)).company("SSL", 0, treasury=0, price_at=(1, 4))
    table.company("ZDR", 2, held={2: 5, 0: 2}, price_at=(1, 3))  # 95
    table.company("JHR", 3, price_at=(2, 3))  # 90
    for other in ("LYR", "ZDR", "JHR"):
        table.station(other).train(other, "2")
    tiles(table, "G11:57/0").station("SSL").cash(0, 0)
    game = table.operate("SSL", "trains")
    assert game.state.round.order == ("LYR", "SSL", "ZDR", "JHR")
    game.play("sell 1 of ZDR")  # 95 -> 90 in (2,3), below JHR
    assert cell(game, "ZDR") == cell(game, "JHR") == (2, 3)
    game.play(f"buy train {top(game)} from bank for 80")
    turns = []
    while (company := operating(game)) is not None:
        turns.append(company)
        sit_out(game)
    assert turns == ["JHR", "ZDR"]


@rule("1888N-8.1.4")
def test_a_company_whose_price_changes_operates_once() -> None:
    """LYR pays and rises above SSL, which has still to operate; nobody is skipped."""
    table = coast(price_at=(2, 3)).company("SSL", 1, price_at=(2, 3)).station("SSL")
    card = table.train("LYR", "2")
    table.train("SSL", "2")
    game = table.operate("LYR", "run_trains")
    run(game, f"{card}: F16.0-G15-H14.0-H16.0")
    game.play("pay dividend")
    sit_out(game)
    assert operating(game) == "SSL"
    sit_out(game)
    assert game.state.round.kind == "stock"


# --- the steps of a turn ---------------------------------------------------------------


def full_turn() -> tuple[Game, str]:
    """LYR in phase 3 with a train, money and something to do in every step."""
    table = Table().privates(**{**CLOSED, "KT": 0}).phase("3").company("LYR")
    tiles(table, "G15:9/0 H14:15/1").station("LYR")
    return table.operate("LYR"), table.train("LYR", "2")


@rule("1888N-8.3.1.1")
def test_the_steps_of_a_turn_have_a_fixed_order() -> None:
    game, card = full_turn()
    lay, station = "lay 8 on F14 turned 4", "station in H14.0"
    train = f"buy train {top(game)} from bank for 180"
    route = f"run {card}: F16.0-G15-H14.0-H16.0"
    done: list[str] = []
    for action in (lay, station, route, "pay dividend", train, "pass", "pass"):
        later = {station, route, train, "pay dividend"} - {action}
        for other in later - set(done):
            refused(game, other, "1888N-8.3.1.1")
        for earlier in done:
            if earlier not in ("pass", train):
                refused(game, earlier, "1888N-8.3.1.1")
        assert operating(game) == "LYR"
        game.play(action)
        done.append(action)
    assert game.state.round.kind == "stock"
    assert game.state.cash["LYR"] == 900 - 40 - 180
    assert slots(game, "H14") == ("LYR", None)


@rule("1888N-8.3.1.2", "1888N-8.3.2.1")
def test_the_first_turn_begins_with_the_home_station() -> None:
    table = quiet_table().company("HJR")
    game = table.stock_round()
    assert slots(game, "F6") == (None,)
    everybody_passes(game)
    assert game.step.id == "track"
    assert slots(game, "F6") == ("HJR",)  # without a tile
    assert game.state.cash["HJR"] == 900
    assert game.state.stations_left["HJR"] == 3


@rule("1888N-8.3.1.3")
@pytest.mark.parametrize(
    "lay",
    ["lay 8 on F14 turned 4", "lay 20 on G15 turned 0", "lay L42 on C9 turned 4"],
    ids=["a yellow tile", "an upgrade", "an upgrade of a printed hex"],
)
def test_one_track_action_in_a_turn(lay: str) -> None:
    table = coast(phase="3").lay("D10", "57", 2).station("LYR", "D10").station("JHR")
    game = table.operate("LYR")
    table.cash("LYR", 39)  # so that no station is offered
    game.play(lay)
    assert game.step.id == "trains"
    assert listed(game, LayTile) == []
    refused(game, "lay 7 on G17 turned 1", "1888N-8.3.1.1")


@rule("1888N-8.3.1.3", "1888N-8.3.1.4")
def test_track_and_station_are_optional() -> None:
    game, _ = full_turn()
    game.play("pass")
    assert game.step.id == "station"
    game.play("pass")
    assert game.step.id == "run_trains"
    assert (on_hex(game, "F14"), slots(game, "H14")) == (("F14", 0), (None, None))


@rule("1888N-8.3.1.5", "1888N-8.3.7.3")
def test_trains_must_run() -> None:
    game, _ = full_turn()
    game.play("pass").play("pass")
    refused(game, "run nothing", "1888N-8.3.7.3")
    assert not legal(game, Pass())
    refused(game, "pass", "1888N-8.3.1.5")


@rule("1888N-8.3.1.6")
def test_revenue_must_be_paid_or_kept() -> None:
    game, card = full_turn()
    game.play("pass").play("pass")
    run(game, f"{card}: F16.0-G15-H14.0-H16.0")
    assert not legal(game, Pass())
    refused(game, "pass", "1888N-8.3.1.6")


@rule("1888N-8.3.1.7", "1888N-8.3.8.2")
def test_trains_are_optional_but_for_a_company_without_one() -> None:
    table = coast()
    refused(table.operate("LYR", "trains"), "pass", "1888N-8.3.8.2")
    table.train("LYR", "2")
    game = table.operate("LYR", "trains")
    game.play("pass")
    assert game.state.round.kind == "stock"


STEPS = ["track", "station", "run_trains", "pay_dividend", "trains", "privates"]


def at_step(step: str, owner: str | int) -> Game:
    """A turn of LYR in phase 3 at one of its steps; TA belongs to the owner."""
    table = Table().privates(**{**CLOSED, "TA": owner}).phase("3").company("LYR")
    tiles(table, "G15:9/0 H14:15/1").station("LYR")
    card = table.train("LYR", "2")
    game = table.operate("LYR", step if step != "pay_dividend" else "run_trains")
    if step == "pay_dividend":
        run(game, f"{card}: F16.0-G15-H14.0-H16.0")
    assert game.step.id == step
    return game


@rule("1888N-8.3.1.8", "1888N-4.3.1.5")
@pytest.mark.parametrize("step", STEPS)
def test_privates_may_be_bought_at_any_moment_of_the_turn(step: str) -> None:
    game = at_step(step, 0)
    assert legal(game, BuyPrivate("TA", 75))
    game.play("buy private TA for 75")
    assert game.state.private_owner["TA"] == "LYR"
    assert (game.state.cash["LYR"], game.state.cash[0]) == (825, 675)
    assert game.step.id == step


@rule("1888N-8.3.1.8", "1888N-4.3.1.13")
@pytest.mark.parametrize("step", STEPS)
def test_powers_may_be_used_at_any_moment_of_the_turn(step: str) -> None:
    game = at_step(step, "LYR")
    game.play("lay L39 on H2 turned 5 by TA")
    assert on_hex(game, "H2") == ("L39", 5)
    # Without anything left to decide the last step closes by itself.
    assert game.step.id == (step if step != "privates" else "stock_round")


@rule("1888N-8.3.1.8", "1888N-4.3.1.31")
def test_a_power_may_be_used_between_track_and_running() -> None:
    """Without the ferry LYR has no route; it may be laid after the track step was passed."""
    table = Table().privates(**{**CLOSED, "YRF": "LYR"}).phase("3").company("LYR")
    card = table.station("LYR").train("LYR", "2")
    game = table.operate("LYR")
    game.play("pass")
    game.play("lay L40a on E17 turned 0 by YRF")
    if game.step.id == "station":
        game.play("pass")
    assert run(game, f"{card}: F16.0-E17.0") == (40 + 30, 0)


def cut_off(owners: dict[str, Owner], *, treasury: int = 900, version: int | None = None) -> Game:
    """LYR with a 3-train but without any track, and its track tile laid; phase 3."""
    table = Table(version=version).privates(**{**CLOSED, **owners}).phase("3")
    table.company("LYR", treasury=treasury).station("LYR").train("LYR", "3")
    return table.operate("LYR").play("lay 8 on G15 turned 1")


@rule("1888N-8.3.1.8")
def test_t106_the_run_waits_for_a_private_that_could_still_be_bought() -> None:
    game = cut_off({"YRF": 0})
    assert game.step.id == "station"
    game.play("pass")
    assert game.step.id == "run_trains"
    game.play("buy private YRF for 63").play("lay L40a on E17 turned 0 by YRF")
    assert run(game, "3-5: F16.0-E17.0") == (40 + 30, 0)


@rule("1888N-8.3.1.8")
def test_the_station_waits_for_a_private_that_could_still_be_bought() -> None:
    game = cut_off({"YRF": 1})
    game.play("buy private YRF for 63").play("agree to proposal").play(
        "lay L40a on E17 turned 0 by YRF"
    )
    assert legal(game, PlaceStation("E17", 0))


@rule("1888N-8.3.1.8")
@pytest.mark.parametrize("private", ["HS", "GW", "YRF"])
def test_steps_wait_for_each_private_that_lays_track(private: str) -> None:
    owners: tuple[Owner, ...] = (0, 1, "LYR")
    for owner in owners:
        game = cut_off({private: owner})
        assert game.step.id == "station", owner
        assert game.play("pass").step.id == "run_trains", owner


@rule("1888N-8.3.1.8")
def test_nothing_waits_for_a_private_that_opens_nothing() -> None:
    """The red tile joins nothing; a company's ferry and one that is too dear are out of reach."""
    harmless: tuple[dict[str, Owner], ...] = ({"TA": 0}, {"TA": "LYR"}, {"KT": 0, "FC": 0})
    for owners in harmless:
        assert cut_off(owners).step.id == "trains"
    table = Table().privates(**{**CLOSED, "YRF": "SSL"}).phase("3").company("SSL", 1)
    table.company("LYR").station("LYR").train("LYR", "3")
    assert table.operate("LYR").play("pass").step.id == "trains"
    assert cut_off({"YRF": 0}, treasury=62 + 30).step.id != "station"
    assert cut_off({"YRF": 0}, treasury=63 + 30 + 39).step.id == "run_trains"  # a station costs 40
    assert cut_off({"YRF": 0}, treasury=63 + 30 + 40).step.id == "station"


@rule("1888N-8.3.1.8", "1888N-4.3.1.21")
def test_nothing_waits_for_a_power_that_has_nowhere_to_build() -> None:
    table = Table().privates(**{**CLOSED, "HS": 0}).phase("3").company("LYR").station("LYR")
    tiles(table, "C5:9/0").train("LYR", "3")
    assert table.operate("LYR").play("pass").step.id == "trains"


@rule("1888N-8.3.1.8")
def test_a_declined_offer_can_still_be_raised() -> None:
    game = cut_off({"YRF": 1})
    game.play("buy private YRF for 187").play("decline to proposal")
    assert game.step.id == "trains"  # nobody may offer more than 187
    game = cut_off({"YRF": 1})
    game.play("buy private YRF for 186").play("decline to proposal")
    assert game.step.id == "station"


@rule("1888N-8.3.1.8")
def test_elsewhere_steps_are_passed_over() -> None:
    """Version 1 waited for every power of the company's own, online (D25) for none."""
    assert cut_off({"YRF": 0}, version=1).step.id == "trains"
    assert cut_off({"TA": "LYR"}, version=1).step.id == "station"
    table = Table(edition="online").privates(**{**CLOSED, "YRF": "LYR"}).phase("3")
    table.company("LYR").station("LYR").train("LYR", "3")
    assert table.operate("LYR").play("pass").step.id == "trains"


# --- home stations ---------------------------------------------------------------------


@rule("1888N-8.3.2.1")
def test_the_home_station_is_free_and_goes_on_a_tile_if_one_lies_there() -> None:
    table = tiles(quiet_table().company("ZDR"), "G11:57/1")
    game = everybody_passes(table.stock_round())
    assert slots(game, "G11") == ("ZDR",)
    assert game.state.cash["ZDR"] == 900


@rule("1888N-8.3.2.2")
@pytest.mark.parametrize(
    ("company", "board", "home"),
    [
        ("JZR", "", ("C9", 0)),  # the city with the line to the west
        ("JHR", "", ("C9", 1)),  # to the south-east
        ("SSL", "", ("B18", 0)),  # to the west
        ("JZR", "C9:L42/4", ("C9", 1)),
        ("JHR", "C9:L42/4", ("C9", 0)),
        ("JZR", "C9:L42/2", ("C9", 3)),
        ("JHR", "C9:L42/2", ("C9", 1)),
        ("JHR", "C9:8892/0", ("C9", 0)),
        ("SSL", "B18:8864/5", ("B18", 1)),
        ("SSL", "B18:X7/2", ("B18", 0)),
    ],
)
def test_the_home_in_a_hex_with_several_cities(
    company: str, board: str, home: tuple[str, int]
) -> None:
    """It is the city with the printed track, or what that has become."""
    table = tiles(quiet_table(phase="5").company(company), board)
    game = everybody_passes(table.stock_round())
    assert game.state.homes[company] == home
    assert company in slots(game, *home)
    assert [k for k, found in game.state.stations.items() if company in found] == [home]


@rule("1888N-8.3.2.3")
def test_the_home_station_is_not_the_station_of_the_turn() -> None:
    game = everybody_passes(tiles(quiet_table().company("LYR"), COAST).stock_round())
    game.play("pass")
    assert legal(game, PlaceStation("H14", 0))
    game.play("station in H14.0")
    assert game.state.stations_left["LYR"] == 1
