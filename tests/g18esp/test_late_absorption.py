"""Absorptions from phase 5 on, and small companies that freeze."""

from __future__ import annotations

import pytest

from dieciocho.engine.actions import (
    BuyTrain,
    Choose,
    LayTile,
    Pass,
    PlaceStation,
)
from dieciocho.engine.game import Game, Play
from dieciocho.engine.shares import percent, price
from dieciocho.engine.state import BANK, IPO, OUT
from dieciocho.games.g18esp.actions import Absorb
from dieciocho.games.g18esp.facts import ABSORPTION, RESERVED, facts
from dieciocho.games.g18esp.rounds import begin_operating_round
from dieciocho.games.g18esp.stations import available, station_problem, stations_of

from ..support import listed, refused, rule
from .scenes import Scene
from .test_absorption import absorbing, freeze, merida, operated

# --- from phase 5 ----------------------------------------------------------------------


@rule("18ESP-4.6.1.1", "18ESP-4.6.1.2", "18ESP-4.6.1.3")
def test_small_companies_freeze() -> None:
    scene = Scene("4").major("FdLR", 0, par=100, treasury=900).station("FdLR", "H8")
    bank = scene.state.trains[BANK]
    scene.state.trains[OUT] += tuple(c for c in bank if c[0] == "4")
    scene.state.trains[BANK] = tuple(c for c in bank if c[0] != "4")
    scene.small("MS", 1, value=95, treasury=70).station("MS", "C27")
    scene.trains("MS", "3")
    scene.major("CFLG", 2, price=75).station("CFLG", "E3")
    scene.trains("CFLG", "3+4")
    game = operated(scene, "MS").turn("FdLR", "trains")
    game.play(BuyTrain("4+5-0", BANK, 500))
    assert facts(game).frozen == {"MS"}
    while game.state.turn is not None and game.state.turn.company == "FdLR":
        game.play(Pass())
    assert game.state.turn is not None
    assert game.state.turn.company == "CFLG"  # MS does not operate any more (T7)
    assert game.state.cash["MS"] == 70
    assert len(game.state.trains["MS"]) == 1
    assert stations_of(game, "MS") == [("C27", 0)]  # it still blocks
    refused(scene.stock(), "start SC at 70", "18ESP-3.2.1.4")


@rule("18ESP-4.6.1.1")
def test_a_small_company_that_starts_phase_5_stops_in_its_turn() -> None:
    scene = Scene("4").small("MS", 1, treasury=600).station("MS", "C27")
    bank = scene.state.trains[BANK]
    scene.state.trains[OUT] += tuple(c for c in bank if c[0] == "4")
    scene.state.trains[BANK] = tuple(c for c in bank if c[0] != "4")
    scene.major("CFLG", 2, price=75).station("CFLG", "E3")
    scene.trains("CFLG", "3+4")
    game = scene.turn("MS", "trains")
    game.play(BuyTrain("5-0", BANK, 500))
    assert game.state.turn is not None
    assert game.state.turn.company == "CFLG"  # A36


@rule("18ESP-4.6.1.1")
def test_a_frozen_company_that_never_operated_does_not_come_to_the_map() -> None:
    scene = Scene("4").major("FdLR", 0, par=100, treasury=900).station("FdLR", "H8")
    bank = scene.state.trains[BANK]
    scene.state.trains[OUT] += tuple(c for c in bank if c[0] == "4")
    scene.state.trains[BANK] = tuple(c for c in bank if c[0] != "4")
    scene.small("MS", 1, value=95)
    scene.major("CFLG", 2, price=75).station("CFLG", "E3")
    scene.trains("CFLG", "3+4")
    game = scene.turn("FdLR", "trains").play(BuyTrain("4+5-0", BANK, 500))
    while game.state.turn is not None and game.state.turn.company == "FdLR":
        game.play(Pass())
    assert game.state.turn is not None
    assert game.state.turn.company == "CFLG"
    assert stations_of(game, "MS") == []
    assert "MS" not in game.state.last_runs
    begin_operating_round(Play(game), 2, 2, 3)
    assert game.state.round.order == ("FdLR", "CFLG")


@rule("18ESP-4.6.0.18", "18ESP-4.0.2")
def test_who_was_absorbed_before_its_turn_does_not_operate() -> None:
    scene = merida(value=75)  # CRB at 80 comes first
    scene.major("N", 1, price=70).station("N", "F24", 1)
    scene.trains("N", "3")
    game = absorbing(scene)
    assert game.state.round.order == ("CRB", "MS", "N")
    game.play(Absorb("MS")).play(Choose("charter"))
    while game.state.turn is not None and game.state.turn.company == "CRB":
        game.play(Pass())
    assert game.state.turn is not None
    assert game.state.turn.company == "N"


@rule("18ESP-4.6.1.3", "18ESP-4.4.1.9")
def test_trains_of_frozen_companies_become_obsolete() -> None:
    scene = Scene("5").small("MS", 1).station("MS", "C27").major("FdLR", treasury=900)
    scene.station("FdLR", "H8").trains("MS", "3")
    bank = scene.state.trains[BANK]
    scene.state.trains[OUT] += tuple(c for c in bank if c[0] == "5")
    scene.state.trains[BANK] = tuple(c for c in bank if c[0] != "5")
    Play(scene.game).set_facts(frozen=frozenset({"MS"}))
    game = scene.turn("FdLR", "trains")
    game.play(BuyTrain("5+6-0", BANK, 600))
    assert game.state.trains["MS"] == ()


@rule("18ESP-4.6.1.4", "18ESP-3.2.2.7")
def test_majors_that_are_not_launched_lose_their_reserved_share() -> None:
    scene = merida("5").major("N", 1, held={1: 3}, launched=False)
    freeze(scene)
    assert percent(scene.game, "N", RESERVED) == 0
    assert percent(scene.game, "CRB", RESERVED) == 10
    assert "N" not in scene.state.floated  # V44


@rule("18ESP-4.6.1.5")
def test_reserved_shares_return_when_nobody_is_left_for_them() -> None:
    scene = merida("5").major("N", 1).station("N", "F24", 1)
    scene.trains("N", "4")
    freeze(scene)
    assert percent(scene.game, "N", RESERVED) == 10
    game = absorbing(scene)
    game.play(Absorb("MS")).play(Choose("charter"))
    assert percent(game, "N", RESERVED) == 0
    assert percent(game, "N", IPO) == 60


@rule("18ESP-4.6.1.5", "18ESP-4.6.0.8")
def test_before_phase_5_the_other_reserved_shares_stay() -> None:
    scene = merida("4").major("N", 1).station("N", "F24", 1)
    scene.trains("N", "4")
    game = absorbing(scene).play(Absorb("MS")).play(Choose("charter"))
    assert percent(game, "N", RESERVED) == percent(game, "MZA", RESERVED) == 10


@rule("18ESP-4.6.1.5")
def test_reserved_shares_return_at_once_without_small_companies() -> None:
    scene = Scene("5").major("N", 1).small("SC", 0)
    freeze(scene)  # SC has never had a train (A37)
    assert percent(scene.game, "N", RESERVED) == 0


@rule("18ESP-4.6.1.7", "18ESP-4.6.1.8")
def test_case_a_the_owner_cannot_refuse() -> None:
    scene = merida("5", owner=2, value=100)
    cell = scene.game.definition.market.price.index(151)
    scene.state.stacks = {scene.state.cell["CRB"]: ("CRB",), cell: ("MS",)}
    scene.state.cell["MS"] = cell
    before = scene.state.cash[2]
    game = absorbing(freeze(scene))
    game.play(Absorb("MS"))
    assert game.actor == 0
    game.play(Choose("map"))
    assert game.state.cash[2] == before + 151  # T7
    assert percent(game, "CRB", 2) == 10
    assert ("C27", 0) in stations_of(game, "CRB")


@rule("18ESP-4.6.1.6", "18ESP-4.6.1.9", "18ESP-4.6.1.12")
def test_case_b_launched_but_never_operated() -> None:
    scene = Scene("5").major("ZPB", 0, par=80).station("ZPB", "M21", 1)
    scene.trains("ZPB", "4")
    scene.small("ZP", 1, value=90, treasury=200).build("J20 0/3").station("ZP", "J20")
    before = scene.state.cash[1]
    game = freeze(operated(scene, "ZPB")).turn("ZPB", "absorption")
    game.play(Absorb("ZP")).play(Choose("map"))
    assert game.state.cash[1] == before + 90  # T8
    assert percent(game, "ZPB", 1) == 0
    assert percent(game, "ZPB", RESERVED) == 0
    assert percent(game, "ZPB", IPO) == 60
    assert ABSORPTION in facts(game).goals["ZPB"]
    assert ("J20", 0) in stations_of(game, "ZPB")


@rule("18ESP-4.6.1.9", "18ESP-4.6.1.10")
@pytest.mark.parametrize("small", ["ZP", "CM"])
def test_who_never_had_a_train_gets_no_share_though_others_wait(small: str) -> None:
    scene = merida("5").major("ZPB", 0, par=80).station("ZPB", "M21", 1)
    scene.trains("ZPB", "4")
    scene.small("ZP", 1, value=90).build("J20 0/3").station("ZP", "J20")
    game = freeze(operated(scene, "ZPB")).turn("ZPB", "absorption")
    assert percent(game, "ZPB", RESERVED) == 10  # MS might still be absorbed
    game.play(Absorb(small)).play(Choose("charter"))
    assert percent(game, "ZPB", 1) == percent(game, "ZPB", RESERVED) == 0
    assert percent(game, "ZPB", IPO) == 60
    assert percent(game, "CRB", RESERVED) == 10


def never_launched() -> Game:
    scene = Scene("5").major("N", 0, par=80, treasury=500).station("N", "F24", 1)
    scene.trains("N", "4")
    scene.build("J20 0/3")
    return freeze(operated(scene, "N")).turn("N", "absorption")


@rule("18ESP-4.6.1.10", "18ESP-4.6.1.12", "18ESP-4.6.1.11")
def test_case_c_never_launched() -> None:
    game = never_launched()
    bank = game.state.cash[BANK]
    game.play(Absorb("ZP"))
    # The OO tile lies: the major chooses between its cities.
    assert listed(game, Choose) == [Choose("charter"), Choose("map0"), Choose("map1")]
    game.play(Choose("map1"))
    assert game.state.cash["N"] == 500 - 100 + 80  # T9
    assert game.state.cash[BANK] == bank + 100 - 80
    assert stations_of(game, "N") == [("F24", 1), ("J20", 1)]
    assert "ZP" not in game.state.homes  # its home is not reserved any more


@rule("18ESP-4.6.1.10")
def test_case_c_the_station_may_wait_on_the_charter() -> None:
    game = never_launched()
    free = available(game, "N")
    game.play(Absorb("ZP")).play(Choose("charter"))
    assert available(game, "N") == free + 2
    assert station_problem(game, "CRB", ("J20", 0)) is None


@rule("18ESP-4.6.1.10", "18ESP-4.6.0.15")
def test_case_c_mz_gives_no_place_in_madrid() -> None:
    scene = Scene("5").major("CRB", 0, treasury=500).station("CRB", "B26")
    scene.trains("CRB", "4")
    game = freeze(operated(scene, "CRB")).turn("CRB", "absorption")
    game.play(Absorb("MZ"))
    assert "MZ" in game.state.closed  # T9b: without a question
    assert stations_of(game, "CRB") == [("B26", 0)]


@rule("18ESP-4.6.1.10")
def test_case_c_the_station_takes_the_place_of_the_small_company() -> None:
    scene = Scene("5").major("CRB", 0, treasury=500).station("CRB", "B26").build("C27 0 3")
    scene.tiles("C27 14 0").trains("CRB", "4")
    game = freeze(operated(scene, "CRB")).turn("CRB", "absorption")
    assert station_problem(game, "A", ("C27", 0)) is None  # one of two places was reserved
    game.play(Absorb("MS")).play(Choose("map"))
    assert game.state.stations["C27", 0] == ("CRB", None)
    assert station_problem(game, "A", ("C27", 0)) is None  # and the other one is free


@rule("18ESP-4.6.1.11", "18ESP-4.3.13")
def test_case_c_on_a_bare_oo_hex_the_marker_chooses_first() -> None:
    scene = Scene("5").major("N", 0, par=80, treasury=500).station("N", "F24", 1)
    scene.trains("N", "4")
    scene.major("ZPB", 1, price=75).station("ZPB", "M21", 1)
    scene.trains("ZPB", "4")
    game = freeze(operated(scene, "N")).turn("N", "absorption")
    game.play(Absorb("ZP")).play(Choose("map"))
    assert stations_of(game, "N") == [("F24", 1), ("J20", 0)]
    game = scene.turn("N", "track")
    game.play(LayTile("J20", "L131", 0))
    assert game.step.id == "choose_home"
    assert listed(game, PlaceStation) == [PlaceStation("J20", 0), PlaceStation("J20", 1)]
    game.play(PlaceStation("J20", 1))
    assert stations_of(game, "N") == [("F24", 1), ("J20", 1)]


@rule("18ESP-4.6.1.13")
def test_who_is_launched_in_phase_5_never_absorbs() -> None:
    scene = merida("5")
    Play(scene.game).set_facts(full=frozenset({"CRB"}))
    game = absorbing(freeze(scene))
    assert not listed(game, Absorb)


@rule("18ESP-4.6.1.15", "18ESP-7.9")
def test_small_companies_may_remain_to_the_end() -> None:
    scene = freeze(merida("5", owner=3, value=100))
    worth = scene.game.rules.scores(scene.game)[3]
    assert worth == scene.state.cash[3] + 200
    assert price(scene.game, "MS") == 100
