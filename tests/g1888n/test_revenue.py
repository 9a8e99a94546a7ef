"""Counting revenue, paying it out or keeping it (8.3.7)."""

from __future__ import annotations

import pytest

import dieciocho
from dieciocho.engine.actions import Dividend, Run
from dieciocho.engine.game import Game
from dieciocho.games.g1888n.privates import this_turn

from ..support import listed, refused, rule
from .scenes import Table, cell, coast, quiet_table, run, tiles

TO_PORT = "F16.0-G15-H14.0-H16.0"


def datong(board: str, *trains: str, edition: str = "rulebook") -> tuple[Game, list[str]]:
    """JZR in phase 3, stations in Beijing and Datong."""
    table = tiles(quiet_table(edition=edition, phase="3").company("JZR"), board)
    table.station("JZR").station("JZR", "C3")
    cards = [table.train("JZR", kind) for kind in trains]
    return table.operate("JZR", "run_trains"), cards


def about_to_decide(table: Table, revenue: int) -> Game:
    """LYR has run and its director decides on a revenue set by hand."""
    card = table.train("LYR", "2")
    game = table.operate("LYR", "run_trains")
    run(game, f"{card}: {TO_PORT}")
    table.change_turn(revenue=revenue)
    return game


# --- how much --------------------------------------------------------------------------


@rule("1888N-8.3.7.1", "1888N-8.3.6.8")
def test_the_revenues_of_all_trains_are_added() -> None:
    table = coast().station("LYR", "H14")
    tiles(table, "F14:8/4 G13:3/2")
    one, two = table.train("LYR", "2"), table.train("LYR", "2")
    game = table.operate("LYR", "run_trains")
    assert run(game, f"{one}: {TO_PORT}", f"{two}: F16.0-F14-G13.0") == (90 + 50, 0)


@rule("1888N-8.3.7.2", "1888N-4.1.5")
@pytest.mark.parametrize(
    ("phase", "value"), [("2", 30), ("3", 40), ("4", 40), ("5", 50), ("6", 50), ("7", 60)]
)
def test_coloured_values_follow_the_phase(phase: str, value: int) -> None:
    """Xuzhou is worth 30/40/50/60; Yantai and the tile keep their number."""
    table = quiet_table(phase=phase).company("LYR")
    tiles(table, "G15:9/0 H14:6/1 H12:8/4").station("LYR")
    card = table.train("LYR", "3")
    game = table.operate("LYR", "run_trains")
    assert run(game, f"{card}: F16.0-G15-H14.0-H12-I11.0") == (40 + 20 + 20 + value, 0)


@rule("1888N-8.3.7.3")
def test_the_greatest_revenue_must_be_claimed() -> None:
    table = coast()
    card = table.train("LYR", "2")
    game = table.operate("LYR", "run_trains")
    refused(game, f"run {card}: F16.0-G15-H14.0", "1888N-8.3.7.3")  # 80 without the port
    refused(game, "run nothing", "1888N-8.3.7.3")
    (best,) = listed(game, Run)
    game.play(best)
    assert this_turn(game).revenue == 90


@rule("1888N-8.3.7.3")
def test_all_trains_together_must_earn_the_most() -> None:
    table = coast().station("LYR", "H14")
    one, two = table.train("LYR", "2"), table.train("LYR", "2")
    game = table.operate("LYR", "run_trains")
    refused(game, f"run {one}: {TO_PORT}", "1888N-8.3.7.3")  # 90 instead of 80 + 30
    assert run(game, f"{one}: F16.0-G15-H14.0", f"{two}: H14.0-H16.0") == (110, 0)


@rule("1888N-8.3.7.3")
def test_online_any_route_will_do() -> None:
    """D14."""
    table = coast(edition="online")
    card = table.train("LYR", "2")
    game = table.operate("LYR", "run_trains")
    assert run(game, f"{card}: F16.0-G15-H14.0") == (80, 0)


@rule("1888N-8.3.7.4", "1888N-8.3.7.3")
def test_the_director_is_free_to_visit_heng_shan_or_not() -> None:
    """T53: 30 to Hohhot, or 20 and 40 for the treasury."""
    game, (card,) = datong("C3:6/2 B2:4/2 C5:L41/1", "2")
    assert len(listed(game, Run)) == 2
    refused(game, "run nothing", "1888N-8.3.7.3")
    assert run(game.copy(), f"{card}: C3.0-B2.0") == (30, 0)
    assert run(game.copy(), f"{card}: C3.0-C5.0") == (20, 40)


@rule("1888N-8.3.7.4")
def test_with_as_many_visits_to_heng_shan_the_revenue_is_the_greatest() -> None:
    """Datong 20: Hohhot and Baotou for 70, Hohhot alone 30, Hohhot and Heng Shan 30."""
    game, (card,) = datong("C3:6/2 B2:4/2 C5:L41/1", "3")
    refused(game, f"run {card}: C3.0-B2.0", "1888N-8.3.7.3")
    refused(game, f"run {card}: C3.0-C5.0", "1888N-8.3.7.3")  # one visit, but less than 30
    assert run(game.copy(), f"{card}: B2.0-C3.0-C5.0") == (30, 40)
    assert run(game.copy(), f"{card}: A1.0-B2.0-C3.0") == (70, 0)


@rule("1888N-8.3.7.4", "1888N-4.3.1.23")
def test_each_of_two_trains_may_visit_heng_shan_or_not() -> None:
    board = "C9:L42/4 C7:8/2 B6:2/4 C5:L41/1 C3:6/2 B2:4/2"
    game, (three, four) = datong(board, "3", "4")
    west, east = f"{four}: A1.0-B2.0-C3.0", f"{three}: C9.1-C7-B6.1"
    assert run(game.copy(), west, east) == (70 + 90, 0)
    assert run(game.copy(), west + "-C5.0", east + "-C5.0") == (70 + 90, 80)
    # With one visit there is something better than 160: the 4-train to Datong.
    refused(game, f"run {west}-C5.0; {east}", "1888N-8.3.7.3")
    better = (f"{three}: A1.0-B2.0-C3.0", f"{four}: C9.1-C7-B6.1-C5.0-C3.0")
    assert run(game.copy(), *better) == (70 + 110, 40)


@rule("1888N-8.3.7.8")
def test_all_values_are_multiples_of_ten() -> None:
    definition = Table().game.definition
    printed = [*definition.tiles.values(), *(h.printed.tile for h in definition.hex_list)]
    values = {value for tile in printed for stop in tile.stops for value in stop.values}
    bonuses = {company.bonus for company in definition.companies.values()}
    assert {value % 10 for value in values | bonuses} == {0}


# --- what becomes of it ----------------------------------------------------------------


@rule("1888N-8.3.7.5", "1888N-8.3.7.9", "1888N-8.3.7.10", "1888N-9.2.2")
def test_heng_shan_money_is_kept_apart_from_what_is_kept() -> None:
    """T63: 190 kept, two visits: treasury +190 +80, price left."""
    table = quiet_table(phase="5").company("JZR", price_at=(2, 4), treasury=0)
    tiles(table, "B2:4/2 C3:15/2 C5:L41/1 C9:8892/0 C7:8/2 B6:2/4")
    table.station("JZR").station("JZR", "C3")
    three, four = table.train("JZR", "3"), table.train("JZR", "4")
    game = table.operate("JZR", "run_trains")
    routes = (f"{four}: A1.0-B2.0-C3.0-C5.0", f"{three}: C9.0-C7-B6.1-C5.0")
    assert run(game, *routes) == (190, 80)
    game.play("keep dividend")
    assert (game.state.cash["JZR"], cell(game, "JZR")) == (190 + 80, (2, 3))


@rule("1888N-8.3.7.5", "1888N-8.3.7.7", "1888N-8.3.6.11")
def test_heng_shan_money_is_never_part_of_a_dividend() -> None:
    """T45: revenue 20 + 90, 11 per share; 80 to the treasury."""
    table = quiet_table(phase="4").company("JZR", 0, held={0: 5, 2: 1}, treasury=0)
    tiles(table, "C9:L42/4 C7:8/2 B6:2/4 C5:L41/1 C3:6/2").station("JZR").station("JZR", "C3")
    three, four = table.train("JZR", "3"), table.train("JZR", "4")
    game = table.operate("JZR", "run_trains")
    assert run(game, f"{four}: C3.0-C5.0", f"{three}: C9.1-C7-B6.1-C5.0") == (110, 80)
    game.play("pay dividend")
    assert (game.state.cash[0], game.state.cash[2]) == (600 + 55, 600 + 11)
    assert game.state.cash["JZR"] == 80
    assert cell(game, "JZR") == (2, 4)


@rule("1888N-8.3.7.5", "1888N-8.3.7.10")
def test_heng_shan_money_alone_does_not_move_the_price_to_the_right() -> None:
    table = coast(price_at=(2, 4), treasury=0)
    game = about_to_decide(table, 0)
    table.change_turn(bonus_income=40)
    game.play("pay dividend")
    assert (game.state.cash["LYR"], cell(game, "LYR")) == (40, (2, 3))


@rule("1888N-8.3.7.6")
def test_revenue_is_paid_or_kept_in_full() -> None:
    game = about_to_decide(coast(), 90)
    assert listed(game, Dividend) == [Dividend("pay"), Dividend("keep")]
    before = game.state.copy()
    with pytest.raises(dieciocho.BadInput):
        game.play("half dividend")
    assert game.state == before


@rule("1888N-8.3.7.7", "1888N-9.2.1")
def test_the_pool_s_dividend_goes_to_the_treasury() -> None:
    """T60: 100 with 60 %, 20 % and two shares in the pool."""
    held = {2: 6, 3: 2}
    table = coast(director=2, held=held, pool=2, treasury=0, price_at=(1, 4))
    game = about_to_decide(table, 100)
    game.play("pay dividend")
    assert [game.state.cash[seat] for seat in range(4)] == [600, 600, 660, 620]
    assert (game.state.cash["LYR"], cell(game, "LYR")) == (20, (1, 5))


@rule("1888N-8.3.7.7")
def test_shares_in_the_initial_offering_are_paid_nothing() -> None:
    """T61: 80 with 60 % in one hand and 40 % unsold."""
    game = about_to_decide(coast(director=1, treasury=0, price_at=(4, 3)), 80)
    bank = game.state.cash["bank"]
    game.play("pay dividend")
    assert (game.state.cash[1], game.state.cash["LYR"]) == (648, 0)
    assert game.state.cash["bank"] == bank - 48
    assert cell(game, "LYR") == (4, 4)


@rule("1888N-8.3.7.9", "1888N-8.3.7.10", "1888N-9.1.4", "1888N-9.2.2")
def test_kept_revenue_goes_to_the_treasury() -> None:
    """T62: CDL keeps 210 at 95 in the first cell of the top row: down to 90."""
    table = quiet_table(phase="4").company("CDL", treasury=0, price_at=(0, 2))
    tiles(table, "B20:8865/4 B18:8864/5").station("CDL")
    table.station("SSL").station("CDL", "B18", 0)
    one, two = table.train("CDL", "3"), table.train("CDL", "3")
    game = table.operate("CDL", "run_trains")
    run(game, f"{one}: A19.0-A21-B20.0-C21-D20.0", f"{two}: B18.0-B20.1-A19.0")
    game.play("keep dividend")
    assert (game.state.cash["CDL"], cell(game, "CDL")) == (210, (1, 2))
    assert [game.state.cash[seat] for seat in range(4)] == [600] * 4


@rule("1888N-8.3.7.10", "1888N-8.3.6.12", "1888N-9.2.2")
def test_a_company_without_a_train_earns_nothing_and_falls() -> None:
    """T64."""
    game = coast(price_at=(2, 4)).operate("LYR", "run_trains")
    assert game.step.id == "trains"
    assert (this_turn(game).revenue, game.state.cash["LYR"]) == (0, 900)
    assert cell(game, "LYR") == (2, 3)


@rule("1888N-8.3.7.10")
def test_paying_nothing_is_the_same_as_keeping() -> None:
    game = about_to_decide(coast(price_at=(2, 4), treasury=0), 0)
    game.play("pay dividend")
    assert cell(game, "LYR") == (2, 3)
    assert [game.state.cash[seat] for seat in range(4)] == [600] * 4
