"""Mountain passes and combined trains (section 5.2)."""

from __future__ import annotations

import pytest

from dieciocho import IllegalAction
from dieciocho.engine.actions import BuyTrain, LayTile, Pass, PlaceStation, Route
from dieciocho.engine.depot import move_train
from dieciocho.engine.earnings import value_of
from dieciocho.engine.game import Play
from dieciocho.engine.invariants import check
from dieciocho.engine.state import BANK, OUT
from dieciocho.engine.track import is_open
from dieciocho.games.g18esp.actions import Combine, OpenPass
from dieciocho.games.g18esp.combine import stock
from dieciocho.games.g18esp.facts import REMOVED, facts
from dieciocho.games.g18esp.phases import discard
from dieciocho.games.g18esp.printed import printed

from ..support import legal, listed, refused, rule
from .scenes import Scene
from .ways import NORTHERN, SOUTHERN, WITH_MH, across


def at_alar(phase: str = "3", treasury: int = 500, edition: str = "rulebook") -> Scene:
    """FdLR with track from Reinosa into the pass of Alar del Rey."""
    scene = Scene(phase, edition=edition).major("FdLR", treasury=treasury).done("FdLR")
    return scene.build("H8 0 4; H10 0 3").station("FdLR", "H8")


# --- opening ---------------------------------------------------------------------------


@rule("18ESP-5.2.0.1", "18ESP-4.2.1.7")
def test_passes_open_from_phase_3_on() -> None:
    early = at_alar("2").turn("FdLR")
    refused(early, OpenPass("H12"), "18ESP-5.2.0.1")
    game = at_alar().turn("FdLR")
    game.play(OpenPass("H12"))
    assert is_open(game.definition, game.state, "H12")
    # Track towards a pass may be laid before.
    towards = Scene("2").major("FdLR").done("FdLR").build("H8 0 4").station("FdLR", "H8")
    assert legal(towards.turn("FdLR"), LayTile("H10", "79", 0))


@rule("18ESP-5.2.0.6")
@pytest.mark.parametrize(
    ("name", "cost", "tiles", "station"),
    [
        ("H12", 60, "H8 0 4; H10 0 3", "H8"),
        ("D12", 100, "D10 0 3; D8 0 3; D6 0/3", "D6"),
        ("J10", 80, "J8 0 3; J6 0 4", "K5"),
        ("L8", 80, "K5 0 1 2 3; K7 3 5", "K5"),
    ],
)
def test_what_opening_costs(name: str, cost: int, tiles: str, station: str) -> None:
    home = {"H8": "FdLR", "D6": "CFEA", "K5": "FdSB"}[station]
    scene = Scene("3").major(home, treasury=cost).done(home).build(tiles)
    if home == "FdSB":
        scene.station(home, "I5")
    city = int(scene.stop("D6", 0)[-1]) if station == "D6" else 0
    scene.station(home, station, city)
    game = scene.turn(home)
    scene.cash(home, cost - 1)
    refused(game, OpenPass(name), "18ESP-5.2.0.6")
    scene.cash(home, cost)
    game.play(OpenPass(name))
    assert game.state.cash[home] == 0


@rule("18ESP-5.2.0.2", "18ESP-4.2.1.9")
def test_small_companies_open_none() -> None:
    scene = Scene("3", options=WITH_MH).small("MH").build("E21 0 3; E19 0 3").station("MH", "E21")
    refused(scene.turn("MH"), OpenPass("H12"), "18ESP-5.2.0.2")


@rule("18ESP-5.2.0.3")
def test_track_must_run_into_the_pass_from_either_side() -> None:
    scene = Scene("3").major("FdLR").build("H8 0 4").station("FdLR", "H8")
    refused(scene.turn("FdLR"), OpenPass("H12"), "18ESP-5.2.0.3")
    south = Scene("3").major("N").build(SOUTHERN).station("N", "F24", 1)
    assert legal(south.turn("N"), OpenPass("H12"))
    # Not beyond a city that is full of others.
    blocked = Scene("3").major("N").build(SOUTHERN).station("N", "F24", 1).major("A", 1)
    blocked.station("A", "E33").station("A", "E21")
    refused(blocked.turn("N"), OpenPass("H12"), "18ESP-5.2.0.3")


@rule("18ESP-5.2.0.4", "18ESP-5.2.0.5", "18ESP-4.2.1.7")
def test_one_pass_in_a_turn_besides_the_tiles() -> None:
    scene = at_alar().build("I7 1 4; J6 0 1; J8 0 3")
    game = scene.turn("FdLR")
    game.play(OpenPass("H12"))
    refused(game, OpenPass("J10"), "18ESP-5.2.0.4")
    assert game.state.turn is not None
    assert game.state.turn.laid == 0
    assert legal(game, LayTile("H8", "L109", 0))
    # The other way round: after two tiles and a mine.
    scene = at_alar().build("I7 1 4")
    game = scene.turn("FdLR").play(LayTile("J6", "74", 1)).play(LayTile("H8", "L109", 0))
    assert legal(game, OpenPass("H12"))
    optional = at_alar().turn("FdLR").play(Pass())
    assert optional.step.id != "track"


@rule("18ESP-5.2.0.7")
def test_an_open_pass_stays_open() -> None:
    game = at_alar().open("H12").turn("FdLR")
    refused(game, OpenPass("H12"), "18ESP-5.2.0.7")


@rule("18ESP-2.2.18")
def test_pioneer_4_opens_alar_for_nothing_and_others_for_less() -> None:
    scene = at_alar(treasury=0).pioneers(P4="FdLR")
    game = scene.turn("FdLR")
    refused(game, OpenPass("H12"), "18ESP-5.2.0.6")
    game.play(OpenPass("H12", "P4"))
    assert game.state.private_owner["P4"] == "out"
    scene = Scene("3").major("CFEA", treasury=60).done("CFEA").build("D10 0 3; D8 0 3; D6 0/3")
    scene.station("CFEA", "D6", int(scene.stop("D6", 0)[-1])).pioneers(P4="CFEA")
    game = scene.turn("CFEA").play(OpenPass("D12", "P4"))  # V26
    assert game.state.cash["CFEA"] == 0
    assert game.state.private_owner["P4"] == "out"
    refused(at_alar().turn("FdLR"), OpenPass("H12", "P4"), "18ESP-2.2.8")


@rule("18ESP-2.2.18", "18ESP-5.2.0.4")
def test_the_pass_of_pioneer_4_is_the_pass_of_the_turn() -> None:
    scene = at_alar().build("I7 1 4; J6 0 1; J8 0 3").pioneers(P4="FdLR")
    game = scene.turn("FdLR").play(OpenPass("J10"))
    refused(game, OpenPass("H12", "P4"), "18ESP-5.2.0.4")
    scene = at_alar().build("I7 1 4; J6 0 1; J8 0 3").pioneers(P1="FdLR", P4="FdLR")
    game = scene.turn("FdLR")
    refused(game, OpenPass("H12", "P1"), "18ESP-2.2.8")
    game.play(OpenPass("H12", "P4"))
    refused(game, OpenPass("J10"), "18ESP-5.2.0.4")
    small = Scene("3", options=WITH_MH).small("MH").build("E21 0 3; E19 0 3").station("MH", "E21")
    small.pioneers(P4="MH")
    refused(small.turn("MH"), OpenPass("H12", "P4"), "18ESP-5.2.0.2")


@pytest.mark.parametrize(("first", "second"), [("J10", "H12"), ("H12", "J10")])
def test_online_the_pass_of_pioneer_4_is_one_more(first: str, second: str) -> None:
    # D28
    scene = at_alar(edition="online").done("FdLR", "destination").pioneers(P4="FdLR")
    game = scene.build("I7 1 4; J6 0 1; J8 0 3").turn("FdLR")
    for name in (first, second):
        game.play(OpenPass(name, "P4" if name == "H12" else None))
    assert facts(game).open_passes == (first, second)
    assert game.state.cash["FdLR"] == 500 - 80


def test_online_a_small_company_opens_a_pass_with_pioneer_4() -> None:
    # D28
    scene = Scene("3", edition="online", options=WITH_MH).small("MH", treasury=0)
    scene.build("E21 0 3; E19 0 3").station("MH", "E21").pioneers(P4="MH")
    game = scene.turn("MH")
    refused(game, OpenPass("H12"), "18ESP-5.2.0.2")
    game.play(OpenPass("H12", "P4"))
    assert facts(game).open_passes == ("H12",)


# --- stations in passes ----------------------------------------------------------------


@rule("18ESP-5.2.0.7", "18ESP-5.2.0.8", "18ESP-5.2.0.9", "18ESP-5.2.0.11")
def test_who_opens_a_pass_may_place_its_station_there() -> None:
    scene = at_alar().build("I7 1 4; J6 1 4; K5 0 1 2 3")
    game = scene.turn("FdLR").play(OpenPass("H12"))
    bank = game.state.cash[BANK]
    game.play(PlaceStation("H12", 0))
    assert game.state.cash[BANK] == bank + 50
    refused(game, PlaceStation("K5", 0), "18ESP-4.3.7")
    # Opening reserves nothing: another major takes a slot.
    other = at_alar().open("H12").major("N", 1).done("N").build(SOUTHERN).station("N", "F24", 1)
    assert legal(other.turn("N"), PlaceStation("H12", 0))


@rule("18ESP-5.2.0.12", "18ESP-4.3.6")
def test_the_second_station_pays_the_first() -> None:
    # V27
    scene = at_alar().open("H12").major("N", 1).done("N").build(SOUTHERN).station("N", "F24", 1)
    scene.station("FdLR", "H12")
    game = scene.turn("N")
    bank, first, second = (game.state.cash[owner] for owner in (BANK, "FdLR", "N"))
    game.play(PlaceStation("H12", 0))
    cash = game.state.cash
    assert (cash[BANK] - bank, cash["FdLR"] - first, cash["N"] - second) == (0, 50, -50)


@rule("18ESP-5.2.0.10", "18ESP-4.3.10")
def test_one_station_in_a_pass_but_several_passes() -> None:
    scene = at_alar().build("I7 1 4; J6 0 1; J8 0 3").open("H12", "J10").station("FdLR", "H12")
    game = scene.turn("FdLR")
    refused(game, PlaceStation("H12", 0), "18ESP-4.3.10")
    assert legal(game, PlaceStation("J10", 0))


@rule("18ESP-5.2.2.2")
def test_stations_on_the_other_map() -> None:
    scene = at_alar().open("H12").build(SOUTHERN)
    assert legal(scene.turn("FdLR"), PlaceStation("E21", 0))
    south = Scene("3").major("N").done("N").build(f"{NORTHERN}; {SOUTHERN}").open("H12")
    assert legal(south.station("N", "F24", 1).turn("N"), PlaceStation("K5", 0))


# --- combined trains -------------------------------------------------------------------


def trainyard(phase: str = "4", kind: str = "4", treasury: int = 900) -> tuple[Scene, str]:
    """N beside the open pass, with a train, while cards of type 2 have left the game."""
    scene = Scene(phase).major("N", treasury=treasury).done("N").build(f"{NORTHERN}; {SOUTHERN}")
    scene.open("H12").station("N", "F24", 1).station("N", "H12")
    return scene, scene.trains("N", kind)[0]


@rule("18ESP-5.2.1.2", "18ESP-5.2.1.3", "18ESP-5.2.1.4", "18ESP-5.2.1.5", "18ESP-5.2.1.6")
def test_a_recycled_train_joins_one_of_the_other_gauge() -> None:
    scene, card = trainyard()
    game = scene.turn("N", "trains")
    count = len([c for c in game.state.trains[REMOVED] if c.startswith("2-")])
    refused(game, Combine(card, "2"), "18ESP-5.2.1.2")
    refused(game, Combine(card, "2+3"), "18ESP-5.2.1.3")  # not obsolete yet
    game.play(Combine(card, "1+2"))
    assert game.state.cash["N"] == 900 - 200
    assert game.state.trains["N"] == (f"4&1+2-{card[-1]}",)
    assert len([c for c in game.state.trains[REMOVED] if c.startswith("2-")]) == count - 1
    refused(game, Combine(game.state.trains["N"][0], "1+2"), "18ESP-5.2.1.17")


@rule("18ESP-5.2.1.3", "18ESP-5.2.1.4", "18ESP-5.2.1.5", "18ESP-5.2.1.11", "18ESP-5.2.1.12")
def test_the_first_4_is_combined_at_once() -> None:
    """T10: with the first 4 the 1+2 become obsolete, and one of them joins the 4."""
    scene, _ = trainyard("3", "3")
    while scene.game.kind_of(scene.state.trains[BANK][0]) != "4":
        move_train(scene.game, scene.state.trains[BANK][0], BANK, REMOVED)
    game = scene.turn("N", "trains").play(BuyTrain("4-0", BANK, 300))
    game.play(Combine("4-0", "1+2"))
    assert game.state.cash["N"] == 900 - 300 - 200
    train = printed(game).trains["4&1+2"]
    assert (train.range, train.small, train.scrapped_by) == (5, 2, "8")
    with pytest.raises(IllegalAction) as caught:
        value_of(game, "N", (Route("4&1+2-0", "F24.1-E23-E21.0"),))
    assert caught.value.rule == "18ESP-5.2.1.12"


@rule("18ESP-5.2.1.6")
def test_no_more_are_recycled_than_have_gone() -> None:
    scene, card = trainyard()
    gone = [c for c in scene.state.trains[REMOVED] if c.startswith("2-")]
    for other in gone[:-1]:
        move_train(scene.game, other, REMOVED, "out")
    (more,) = scene.trains("N", "4")
    game = scene.turn("N", "trains").play(Combine(card, "1+2"))
    refused(game, Combine(more, "1+2"), "18ESP-5.2.1.3")


@rule("18ESP-5.2.1.3", "18ESP-5.2.1.6", "18ESP-4.4.1.9")
@pytest.mark.parametrize("kind", ["2", "1+2", "2B"])
def test_what_becomes_obsolete_can_be_recycled(kind: str) -> None:
    """The train of pioneer 2 too (A20); nothing else has left the game."""
    scene, _ = trainyard("3", "3")
    scene.state.trains["out"] += scene.state.trains[REMOVED]
    scene.state.trains[REMOVED] = ()
    while scene.game.kind_of(scene.state.trains[BANK][0]) != "4":
        move_train(scene.game, scene.state.trains[BANK][0], BANK, "out")
    scene.major("A", 1).station("A", "E33").trains("A", kind)
    game = scene.turn("N", "trains")
    game.play(BuyTrain("4-0", BANK, 300))
    assert game.state.trains["A"] == ()
    assert len(game.state.trains[REMOVED]) == 1
    game.play(Combine("4-0", "1+2"))
    assert game.state.trains[REMOVED] == ()


@rule("18ESP-5.2.1.6", "18ESP-4.4.1.8")
@pytest.mark.parametrize("version", [2, 1])
def test_a_discarded_combined_train_takes_its_recycled_card_along(version: int) -> None:
    """V49; in version 1 the card went back to the stock."""
    scene, card = across("5", kind="5&1+2", version=version)
    attached = facts(scene.game).recycled[card]
    left = len(stock(scene.game, "1+2"))
    discard(Play(scene.game), "FdLR", card)
    assert (attached in scene.state.trains[OUT]) == (version == 2)
    assert len(stock(scene.game, "1+2")) == left + (version == 1)
    assert not facts(scene.game).recycled
    check(scene.game)


def test_online_recycled_trains_never_run_out() -> None:
    # D30: nor does the gauge matter, and combining comes after buying
    scene = Scene("4", edition="online").major("N", treasury=900).station("N", "F24", 1)
    scene.state.trains["out"] += scene.state.trains[REMOVED]
    scene.state.trains[REMOVED] = ()
    one, other = scene.trains("N", "4", "4")
    game = scene.turn("N", "trains")
    refused(game, Combine(one, "2"), "18ESP-5.2.1.4")
    game.play(Pass()).play(Combine(one, "2")).play(Combine(other, "1+2"))
    assert game.state.cash["N"] == 900 - 2 * 200
    assert [game.kind_of(card) for card in game.state.trains["N"]] == ["4&2", "4&1+2"]


@rule("18ESP-5.2.1.4")
def test_recycling_may_take_the_last_money() -> None:
    scene, card = trainyard(treasury=200)
    game = scene.turn("N", "trains")
    assert legal(game, Combine(card, "1+2"))
    game.play(Combine(card, "1+2"))
    assert game.state.cash["N"] == 0


@rule("18ESP-5.2.1.4")
def test_recycling_is_paid_by_the_treasury() -> None:
    scene, card = trainyard(treasury=199)
    scene.major("A", 1).station("A", "E33").trains("A", "3")  # so that something can be bought
    refused(scene.turn("N", "trains"), Combine(card, "1+2"), "18ESP-5.2.1.4")


@rule("18ESP-5.2.1.7", "18ESP-5.2.1.8")
def test_recycling_at_the_limit_and_several_combined_trains() -> None:
    scene, card = trainyard()
    others = scene.trains("N", "4", "3+4")
    game = scene.turn("N", "trains")
    for train, other in ((card, "1+2"), (others[0], "1+2"), (others[1], "2")):
        game.play(Combine(train, other))
    assert len(game.state.trains["N"]) == 3


@rule("18ESP-5.2.1.15", "18ESP-6.5")
def test_combining_begins_in_phase_4() -> None:
    scene, card = trainyard("3", "3")
    refused(scene.turn("N", "trains"), Combine(card, "1+2"), "18ESP-5.2.1.15")


@rule("18ESP-5.2.1.16", "18ESP-4.4.1.7")
def test_small_companies_do_not_combine() -> None:
    scene = Scene("4").small("MS", treasury=900).build("C27 0 3").station("MS", "C27")
    game = scene.turn("MS", "trains")
    refused(game, Combine("4-1", "1+2"), "18ESP-5.2.1.16")
    sides = {a.train.rpartition("-")[0] for a in listed(game, BuyTrain) if isinstance(a, BuyTrain)}
    assert sides == {"4"}


@rule("18ESP-5.2.1.14")
def test_a_useless_combination_is_refused() -> None:
    scene = Scene("4").major("N", treasury=900).build(SOUTHERN).station("N", "F24", 1)
    (card,) = scene.trains("N", "4")
    refused(scene.turn("N", "trains"), Combine(card, "1+2"), "18ESP-5.2.1.14")
    # With another usable train it is allowed.
    scene = Scene("4").major("N", treasury=900).build(SOUTHERN).station("N", "F24", 1)
    card, _ = scene.trains("N", "4", "4")
    assert legal(scene.turn("N", "trains"), Combine(card, "1+2"))


@rule("18ESP-5.2.1.17", "18ESP-2.2.15")
def test_the_strawberry_train_is_not_combined() -> None:
    scene, _ = trainyard("5", "5")
    scene.trains("N", "2F")
    game = scene.turn("N", "trains")
    refused(game, Combine("2F-0", "1+2"), "18ESP-5.2.1.17")
    assert "cannot be combined" in str(game.why_not(Combine("2F-0", "1+2")))


@rule("18ESP-5.2.1.6", "18ESP-5.2.1.9", "18ESP-6.10")
@pytest.mark.parametrize("version", [2, 1])
def test_both_parts_go_when_the_main_train_is_obsolete(version: int) -> None:
    """V49: the main train's own card joins the stock, the recycled one is out for good."""
    scene, card = across("6", kind="4&1+2", version=version)
    while scene.game.kind_of(scene.state.trains[BANK][0]) != "8":
        move_train(scene.game, scene.state.trains[BANK][0], BANK, REMOVED)
    scene.cash("FdLR", 800)
    game = scene.turn("FdLR", "trains")
    attached, left = facts(game).recycled[card], len(stock(game, "1+2"))
    game.play(BuyTrain(f"6+8-{scene.state.trains[BANK][0][-1]}", BANK, 800))
    assert card not in game.state.trains["FdLR"]
    assert (attached in game.state.trains[OUT]) == (version == 2)
    assert len(stock(game, "1+2")) == left + (version == 1)
    assert stock(game, "3+4")
    assert card not in facts(game).recycled
