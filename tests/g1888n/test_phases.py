"""New phases and the export of trains (8.3.10, 8.3.11)."""

from __future__ import annotations

import pytest

from dieciocho.engine.actions import BuyPrivate, BuyTrain, DiscardTrain, LayTile

from ..support import legal, listed, refused, rule
from .scenes import (
    CLOSED,
    Table,
    buy,
    coast,
    everybody_passes,
    finish_set,
    kinds,
    operating,
    quiet_table,
    step_on,
    tiles,
    top,
)

# --- new phases ------------------------------------------------------------------------


@rule("1888N-8.3.10.1")
@pytest.mark.parametrize("step", ["1 2 2", "2 3 3", "3 4 4", "4 5 5", "5 6 6", "6 D 7"])
def test_the_first_train_of_a_kind_starts_its_phase_at_once(step: str) -> None:
    before, kind, phase = step.split()
    table = Table().privates(**CLOSED)
    if before != "1":
        table.phase(before)
    table.company("LYR", treasury=1800).station("LYR").empty_deck_down_to(kind)
    game = table.operate("LYR", "trains")
    assert game.phase.name == before
    buy(game, game.definition.trains[kind].price)
    assert game.phase.name == phase


@rule("1888N-8.3.10.2", "1888N-4.3.1.12", "1888N-8.3.8.15")
def test_the_first_5_train_closes_the_privates_before_the_discard() -> None:
    """T73: two 3-trains and the first 5 in phase 4; one 3 goes to the pool."""
    table = Table().privates(KT=1, TA="LYR").phase("4").company("LYR")
    table.station("LYR").empty_deck_down_to("5")
    three = table.train("LYR", "3")
    table.train("LYR", "3")
    game = table.operate("LYR", "trains")
    buy(game, 500)
    assert (game.phase.name, game.step.id) == ("5", "discard")
    assert set(game.state.private_owner.values()) == {"out"}
    game.play(f"discard train {three} of LYR")
    assert (kinds(game, "LYR"), game.state.trains["pool"]) == (["3", "5"], (three,))


@rule("1888N-8.3.10.2")
def test_after_the_discards_the_turn_goes_on() -> None:
    """LYR buys the first 5; ZDR discards; LYR may buy another one."""
    table = coast(phase="4", treasury=1000).empty_deck_down_to("5").company("ZDR", 1, par=80)
    table.station("ZDR")
    cards = [table.train("ZDR", kind) for kind in ("3", "4", "4")]
    game = buy(table.operate("LYR", "trains"), 500)
    assert (game.step.id, game.actor) == ("discard", 1)
    game.play(f"discard train {cards[0]} of ZDR")
    assert (operating(game), game.step.id, game.actor) == ("LYR", "trains", 0)
    buy(game, 500)
    assert kinds(game, "LYR") == ["5", "5"]


@rule("1888N-8.3.10.3", "1888N-8.3.10.4", "1888N-8.3.11.3")
def test_old_trains_are_scrapped_before_the_limit_is_looked_at() -> None:
    """T78: 2, 2, 3, 3 when the first 4 is exported."""
    table = coast(phase="3").empty_deck_down_to("4")
    for kind in ("2", "2", "3", "3"):
        table.train("LYR", kind)
    game = finish_set(table.operate("LYR", "trains"))
    assert (game.phase.name, game.step.id) == ("4", "stock_round")
    assert (kinds(game, "LYR"), game.state.trains["pool"]) == (["3", "3"], ())


@rule("1888N-8.3.10.4", "1888N-8.3.8.16")
@pytest.mark.parametrize(
    ("phase", "kind", "obsolete"), [("3", "4", "2"), ("5", "6", "3"), ("6", "D", "4")]
)
def test_scrapped_trains_leave_the_game_everywhere(phase: str, kind: str, obsolete: str) -> None:
    """T74: also those in the pool, and without compensation."""
    table = coast(phase=phase, treasury=900).empty_deck_down_to(kind)
    table.company("ZDR", 1, par=80, treasury=0).station("ZDR")
    gone = {table.train(owner, obsolete) for owner in ("LYR", "ZDR", "pool")}
    table.train("ZDR", "5")
    game = table.operate("LYR", "trains")
    price = game.definition.trains[kind].price
    buy(game, price)
    assert gone <= set(game.state.trains["out"])
    assert (kinds(game, "LYR"), kinds(game, "ZDR"), kinds(game, "pool")) == ([kind], ["5"], [])
    assert (game.state.cash["LYR"], game.state.cash["ZDR"]) == (900 - price, 0)


@rule("1888N-8.3.10.5", "1888N-8.3.8.15")
@pytest.mark.parametrize(
    ("edition", "order"), [("rulebook", ["ZDR", "JHR"]), ("online", ["JHR", "ZDR"])]
)
def test_directors_discard_in_operating_order(edition: str, order: list[str]) -> None:
    """Online they do so in the order of the charters."""
    table = coast(edition, "4", par=95).empty_deck_down_to("5")
    table.company("JHR", 2, par=70).company("ZDR", 1, par=80)
    for company in ("JHR", "ZDR"):
        table.station(company)
        for kind in ("4", "3", "3"):
            table.train(company, kind)
    game = table.operate("LYR", "trains")
    buy(game, 500)
    for company in order:
        assert game.actor == {"JHR": 2, "ZDR": 1}[company]
        other = next(c for c in order if c != company)
        card = game.state.trains[company][0]
        theirs = game.state.trains[other][0]
        refused(game, f"discard train {theirs} of {other}", "1888N-8.3.10.5")
        game.play(f"discard train {card} of {company}")
        assert kinds(game, company) == ["3", "3"]
    assert kinds(game, "pool") == ["4", "4"]


@rule("1888N-8.3.10.6")
def test_who_loses_the_last_train_need_not_replace_it_before_the_next_turn_ends() -> None:
    table = coast(phase="3", par=95).empty_deck_down_to("4").company("ZDR", 1, par=80)
    table.station("ZDR").lay("G11", "57", 0).train("ZDR", "2")
    game = table.operate("LYR", "trains")
    buy(game, 300)
    assert (game.phase.name, kinds(game, "ZDR")) == ("4", [])
    game.play("pass")
    assert (operating(game), game.step.id) == ("ZDR", "track")
    while game.step.id != "trains":
        step_on(game)
    refused(game, "pass", "1888N-8.3.8.2")


# --- export ----------------------------------------------------------------------------


@rule("1888N-8.3.11.1")
@pytest.mark.parametrize(
    ("phase", "kind", "exported"),
    [
        ("2", "2", True),
        ("2", "3", True),
        ("3", "4", True),
        ("4", "5", False),
        ("5", "6", False),
        ("6", "D", False),
    ],
)
def test_the_top_train_is_exported_if_it_is_a_2_3_or_4(
    phase: str, kind: str, exported: bool
) -> None:
    """T72: 5, 6 and D stay."""
    game = quiet_table(phase=phase).empty_deck_down_to(kind).stock_round()
    cards = game.state.trains["bank"]
    everybody_passes(game)
    assert game.state.trains["bank"] == (cards[1:] if exported else cards)
    assert (cards[0] in game.state.trains["out"]) is exported


@rule("1888N-8.3.11.1", "1888N-8.3.11.2")
def test_four_sold_and_three_exported_2_trains() -> None:
    """T70: then a 3 lies on top, and the first one bought starts phase 3."""
    table = Table().privates(**CLOSED)
    for seat, company in enumerate(("LYR", "SSL")):
        table.company(company, seat).station(company)
        for _ in range(2):
            table.train(company, "2")
    table.state.phase = 1
    game = table.stock_round()
    for left in (2, 1, 0):
        finish_set(everybody_passes(game))
        assert [c for c in game.state.trains["bank"] if c.startswith("2-")] == list(
            game.state.trains["bank"][:left]
        )
    assert (game.phase.name, top(game)) == ("2", "3-0")
    everybody_passes(game)
    while game.step.id != "trains":
        step_on(game)
    buy(game, 180)
    assert game.phase.name == "3"


@rule("1888N-8.3.11.2")
def test_one_card_leaves_per_set_and_none_of_the_pool() -> None:
    """Two operating rounds and a train bought: still one export, of the bank's deck."""
    table = coast(phase="3", treasury=900)
    table.train("LYR", "3")
    pool = table.train("pool", "2")
    game = table.operate("LYR", "trains", parts=2)
    buy(game, 180)
    left = game.state.trains["bank"]
    finish_set(game)
    assert game.state.round.kind == "stock"
    assert game.state.trains["bank"] == left[1:]
    assert game.state.trains["pool"] == (pool,)


@rule("1888N-8.3.11.3", "1888N-8.1.1", "1888N-8.3.10.4")
def test_an_exported_4_train_starts_phase_4_before_the_stock_round() -> None:
    """T71: 2-trains are scrapped everywhere, discards are due at once."""
    table = coast(phase="3").empty_deck_down_to("4").company("ZDR", 1, par=80).station("ZDR")
    two = table.train("LYR", "2")
    for _ in range(4):
        table.train("ZDR", "3")
    game = table.operate("ZDR", "trains")  # at the limit: the turn, the round and the set end
    assert (game.phase.name, game.step.id, game.actor) == ("4", "discard", 1)
    assert two in game.state.trains["out"]
    assert game.state.trains["LYR"] == ()
    game.play(listed(game, DiscardTrain)[0])
    assert (game.step.id, game.state.round.kind) == ("stock_round", "stock")
    everybody_passes(game)
    assert game.state.round.parts == 2


@rule("1888N-8.3.11.3", "1888N-8.1.1", "1888N-8.3.4.1")
def test_an_exported_3_train_starts_phase_3() -> None:
    """T79: two operating rounds follow, with green tiles, private sales and train trade."""
    table = Table().privates(KT=0).empty_deck_down_to("3").company("LYR")
    table.state.phase = 1
    tiles(table, "G15:9/0").station("LYR").train("LYR", "2")
    table.company("ZDR", 0, par=80).station("ZDR").lay("G11", "57", 0)
    card = table.train("ZDR", "2")
    table.train("ZDR", "2")
    game = table.operate("ZDR", "privates")
    assert (game.phase.name, game.state.round.kind) == ("3", "stock")
    everybody_passes(game)
    assert (operating(game), game.state.round.parts) == ("LYR", 2)
    assert legal(game, LayTile("G15", "20", 0))
    assert legal(game, BuyPrivate("KT", 37))
    while game.step.id != "trains":
        step_on(game)
    assert legal(game, BuyTrain(card, "ZDR", 1))


@rule("1888N-8.3.11.4", "1888N-10.1.1")
def test_no_export_when_the_game_ends() -> None:
    table = coast(phase="3")
    table.train("LYR", "3")
    table.state.ending = ("bank",)
    game = table.operate("LYR", "trains")
    left = game.state.trains["bank"]
    game.play("pass")
    assert game.over
    assert game.state.trains["bank"] == left


@rule("1888N-8.3.11.5", "1888N-8.1.5")
def test_a_set_in_which_nobody_operated_still_exports() -> None:
    table = Table().privates(**CLOSED).company("LYR", held={0: 5})  # not launched
    game = everybody_passes(table.stock_round())
    assert (game.phase.name, game.state.trains["out"]) == ("2", ("2-0",))
