"""Where 18xx.games and we once parted: the recordings, and each difference in a position of ours.

The edition `online` follows the site; games that began under version 1 go on as they began.
"""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

import dieciocho
from dieciocho.engine.actions import (
    Bid,
    BuyPrivate,
    BuyTrain,
    Choose,
    DiscardTrain,
    LayTile,
    Pass,
    PlaceStation,
    Run,
    SellShares,
    Use,
)
from dieciocho.engine.depot import move_train
from dieciocho.engine.game import Game, Play
from dieciocho.engine.state import BANK, OUT, LastRun
from dieciocho.games.g18esp.actions import Absorb
from dieciocho.games.g18esp.auction import auction
from dieciocho.games.g18esp.facts import STRAWBERRY_TRAIN, facts
from dieciocho.games.g18esp.goals import destination_reached
from dieciocho.games.g18esp.phases import Discard, stop_small_companies
from dieciocho.games.g18esp.pioneers import OwnDiscard
from dieciocho.games.g18esp.site import DIALECT
from dieciocho.interop.actors import Actor, acting
from dieciocho.interop.conform import conform
from dieciocho.interop.site import import_game, read_file

from ..support import NAMES, conformance, legal, listed, refused
from .scenes import Scene

FOLDER = conformance("found")
TRACES = sorted(FOLDER.glob("*_18esp_*.trace.json.gz")) if FOLDER else []
VERSIONS = pytest.mark.parametrize("version", [2, 1])

found = pytest.mark.skipif(
    FOLDER is None, reason="the recordings are not here (set DIECIOCHO_CONFORMANCE)"
)


@found
@pytest.mark.parametrize("path", TRACES, ids=lambda p: p.name.split(".")[0])
def test_the_recording_agrees(path: Path) -> None:
    assert conform(path).differences == []
    import_game(read_file(path.with_name(path.name.replace(".trace", ""))))


def online(phase: str = "3", version: int | None = None) -> Scene:
    return Scene(phase, edition="online", version=version)


def reinosa(phase: str = "3", version: int | None = None, tiles: str = "H8 0 4") -> Scene:
    """FdLR in Reinosa."""
    return online(phase, version).major("FdLR").done("FdLR").build(tiles).station("FdLR", "H8")


def operated(scene: Scene, *companies: str) -> Scene:
    for company in companies:
        scene.state.last_runs[company] = LastRun(1, 1, 0, "keep")
    return scene


# --- 4 (D41): a run is asked for --------------------------------------------------------


@VERSIONS
def test_who_once_had_a_route_is_asked_for_ever(version: int) -> None:
    scene = reinosa(version=version).tender("FdLR")
    scene.trains("FdLR", "2+3")
    game = scene.turn("FdLR").play(LayTile("I7", "L94", 1)).play(LayTile("I7", "678", 1))
    game.play(Pass())
    if version == 1:
        assert game.state.last_runs["FdLR"].revenue == 0
        return
    assert game.step.id == "run_trains"
    game.play(Run(()))
    assert game.state.last_runs["FdLR"].kind == "keep"
    # ... in its next turn, too, with trains of that gauge.
    scene.trains("FdLR", "3")
    game = scene.turn("FdLR", "run_trains")
    assert [game.kind_of(c.option) for c in listed(game, Choose) if isinstance(c, Choose)] == [
        "2+3"
    ]


@pytest.mark.parametrize(("edition", "version"), [("online", 2), ("online", 1), ("rulebook", 2)])
def test_a_closed_pass_is_a_stop_that_cannot_be_used(edition: str, version: int) -> None:
    scene = Scene("3", edition=edition, version=version).major("FdLR").build("H8 0 4; H10 0 3")
    scene.station("FdLR", "H8").trains("FdLR", "2+3")
    game = scene.turn("FdLR", "run_trains")
    asked = game.step.id == "run_trains"
    assert asked == ((edition, version) == ("online", 2))
    if asked:
        assert listed(game, Run) == [Run(())]


# --- 7 (D42): the tender ----------------------------------------------------------------


@VERSIONS
def test_the_tender_is_for_trains_that_can_run_now(version: int) -> None:
    scene = online(version=version).small("MS", 0).build("C27 0 3; C25 0 3").station("MS", "C27")
    (card,) = scene.tender("MS").trains("MS", "2")
    game = scene.turn("MS").play(BuyPrivate("P2", 1)).play(Choose("1+2")).play(Pass())
    assert game.step.id == "run_trains"
    assert legal(game, Choose(card))
    assert legal(game, Choose("1+2B-0")) == (version == 1)


# --- 8 (D43): pioneer 1 -----------------------------------------------------------------


@VERSIONS
def test_what_pioneer_1_lays_joins_the_track(version: int) -> None:
    game = reinosa(version=version).pioneers(P1="FdLR").turn("FdLR")
    assert legal(game, LayTile("I7", "L94", 1, "P1"))
    assert legal(game, LayTile("I7", "L94", 0, "P1")) == (version == 1)


# --- 14 (D44): the auction --------------------------------------------------------------


def poor_opener(version: int) -> Game:
    """Seat 1 opens pioneer 2 with nothing to bid."""
    game = dieciocho.new_game("18esp", NAMES[:3], edition="online")
    game = Game(msgspec.structs.replace(game.header, version=version), game.rules)
    game.state.cash[BANK] += game.state.cash[1]
    game.state.cash[1] = 0
    return game.play(Bid("P1", 20)).play(Pass())


@VERSIONS
def test_who_cannot_pay_the_first_bid_is_asked(version: int) -> None:
    game = poor_opener(version)
    assert game.actor == (1 if version == 2 else 2)
    assert 1 not in auction(game).bidders
    if version == 1:
        return
    assert listed(game, Bid) == []
    game.play(Pass())
    assert game.actor == 2
    game.play(Pass()).play(Pass())
    assert game.actor == 1  # nobody bids: income, and the same opener again
    game.play(Pass()).play(Bid("P2", 60))
    assert game.actor == 0  # he is not asked once a bid is made
    game.play(Bid("P2", 65)).play(Pass())
    assert game.state.private_owner["P2"] == 0


# --- 15 (D46, D47) ----------------------------------------------------------------------


@VERSIONS
def test_the_home_on_a_brown_tile_is_asked_for(version: int) -> None:
    scene = online("5", version).major("CFEA").build("D6 2/3; D6 2 5/3 0; D6 0 2 3 4 5")
    game = scene.turn("CFEA", "home")
    if version == 1:
        assert game.step.id == "track"
        return
    assert game.step.id == "choose_home"
    game.play(PlaceStation("D6", 0))
    assert game.step.id == "track"


@VERSIONS
@pytest.mark.parametrize("owner", ["AC", "N"])
def test_a_strawberry_train_elsewhere_holds_the_step(version: int, owner: str) -> None:
    scene = reinosa("5", version)
    scene.cash("FdLR", 100).trains("FdLR", "4+5")
    if owner == "N":
        scene.major("N", 1).station("N", "F24", 1)
    else:
        scene.state.closed = scene.state.closed | {"AC"}
    move_train(scene.game, STRAWBERRY_TRAIN, OUT, owner)
    game = scene.turn("FdLR", "trains")
    assert (game.step.id == "trains") == (version == 2)
    if version == 2:
        assert listed(game, BuyTrain) == []


# --- 16 (D45): the connection -----------------------------------------------------------


@pytest.mark.parametrize(("phase", "step"), [("4", "connected"), ("2", "track")])
def test_a_home_station_that_was_chosen_and_reaches_the_destination(phase: str, step: str) -> None:
    scene = online(phase).major("CFEA")
    if phase == "4":
        scene.build("D6 4/5; E5 1 4; F4 1 5; G5 2 4")
    game = scene.turn("CFEA", "home")
    if phase == "4":
        game.play(PlaceStation("D6", int(scene.stop("D6", 4)[-1])))
    assert game.step.id == step


def test_a_home_station_that_was_placed_and_reaches_the_destination() -> None:
    scene = online().major("MCP").build("E25 1 4; D26 2 4; C25 2 5")
    game = scene.turn("MCP", "home")
    assert game.step.id == "first_connected"  # which the site shows as part of another step
    refused(game, Pass(), "18ESP-5.1.1.7")
    game.play(Use("connection"))
    assert facts(game).goals["MCP"] == ("destination",)


# --- 17, 19: after a sale ---------------------------------------------------------------


def in_need(version: int, treasury: int = 120, cash: int = 20) -> Scene:
    """FdLR without a train; its director has one share of CFLG at 75 to sell; FdSB has a 2+3."""
    scene = online("4", version).major("FdLR", held={0: 3, 2: 3}, treasury=treasury)
    scene.station("FdLR", "H8").cash(0, cash).major("FdSB", 1, price=75).station("FdSB", "I5")
    scene.major("CFLG", 1, held={0: 1, 1: 4}, par=75).station("CFLG", "E3")
    return operated(scene, "FdLR", "CFLG")


@VERSIONS
def test_no_loan_after_a_sale_while_a_company_sells(version: int) -> None:
    scene = in_need(version)
    (card,) = scene.trains("FdSB", "2+3")
    game = scene.turn("FdLR", "trains")
    bank = game.state.trains[BANK][0]
    assert legal(game, BuyTrain(bank, BANK, 300))
    game.play(SellShares("CFLG", 1))
    assert listed(game, SellShares) == []
    assert legal(game, BuyTrain(bank, BANK, 300)) == (version == 1)
    assert legal(game, BuyTrain(card, "FdSB", 141))
    if version == 2:
        refused(game, BuyTrain(bank, BANK, 300), "18ESP-4.7.1.4")


def test_without_another_train_the_director_borrows_after_all() -> None:
    """The site has no way on there; there is no bankruptcy (18ESP-4.7.1.9)."""
    game = in_need(2).turn("FdLR", "trains").play(SellShares("CFLG", 1))
    bank = [{"train": "4-1", "from": "depot", "min": 300, "max": 300}]
    assert DIALECT.excuse(game, "legal", "/buy_train/trains", [], bank)
    assert DIALECT.excuse(game, "legal", "/buy_train/refused", bank, None)
    assert not DIALECT.excuse(game, "legal", "/buy_train/trains", bank, [])
    game.play(BuyTrain(game.state.trains[BANK][0], BANK, 300))
    assert facts(game).debts == {0: (300 - 120 - 20 - 75,)}


@VERSIONS
def test_the_floor_after_a_sale_holds_for_further_trains(version: int) -> None:
    scene = in_need(version, treasury=250, cash=0)
    cheap, dear, cheap_too = scene.trains("FdSB", "2+3", "3+4", "2+3")
    game = scene.turn("FdLR", "trains").play(SellShares("CFLG", 1))
    game.play(BuyTrain(cheap, "FdSB", 40))
    assert (game.state.cash["FdLR"], game.state.cash[0]) == (210, 75)
    assert legal(game, BuyTrain(cheap_too, "FdSB", 1))  # not dearer than what the treasury holds
    assert legal(game, BuyTrain(dear, "FdSB", 1)) == (version == 1)
    scene.cash(0, 50)
    assert legal(game, BuyTrain(dear, "FdSB", 210 + 50 - 75 + 1))
    assert legal(game, BuyTrain(dear, "FdSB", 210 + 50 - 75)) == (version == 1)


# --- 18: the slot of MZ -----------------------------------------------------------------


def shared_slot(version: int) -> Scene:
    """MZ in Madrid, and MZA in an additional slot of the same city."""
    scene = online("3", version).small("MZ", 0).station("MZ", "F24", 2)
    scene.major("MZA", 1).station("MZA", "F24", 2).major("CRB", 0, treasury=900)
    return operated(scene.station("CRB", "B26"), "MZ", "MZA", "CRB")


@VERSIONS
def test_the_slot_of_an_absorbed_company_goes_with_it(version: int) -> None:
    scene = shared_slot(version)
    assert scene.state.stations["F24", 2] == ("MZ", "MZA")
    game = scene.turn("CRB", "absorption").play(Absorb("MZ")).play(Choose("charter"))
    assert game.state.stations["F24", 2] == (("MZA",) if version == 2 else (None, "MZA"))


@VERSIONS
def test_the_slot_of_a_closed_company_is_free(version: int) -> None:
    scene = shared_slot(version)
    stop_small_companies(Play(scene.game))
    assert scene.state.stations["F24", 2] == (None, "MZA")


# --- 20: the way to a destination -------------------------------------------------------


@VERSIONS
def test_the_way_to_a_destination_repeats_no_track(version: int) -> None:
    """From Burgos to Valladolid: first round a loop by H18 and H20, then back over F20."""
    scene = online("5", version).major("N").station("N", "F24", 1)
    scene.build("F18 0 4; F20 1 4; F20 1 4/3 4; G19 1 4; G19 1 4/1 5; H18 0 1; H20 2 3; E21 1 4")
    scene.station("N", "F18")
    assert destination_reached(scene.game, "N") == (version == 1)
    scene.build("E19 0 4; F18 0 1 4 5; E21 0 1 3 4")  # another way, by Palencia
    assert destination_reached(scene.game, "N")


# --- what no recording shows, from the way the site goes through its steps ---------------


@VERSIONS
def test_companies_discard_in_the_order_of_the_site(version: int) -> None:
    scene = online("3", version).major("FdSB", 1).station("FdSB", "I5").major("N", 2)
    scene.station("N", "F24", 1).major("CRB", 0, treasury=900).station("CRB", "B26")
    for company in ("FdSB", "N"):
        scene.trains(company, "3", "3", "3")
    scene.trains("CRB", "3")
    while scene.game.kind_of(scene.state.trains[BANK][0]) != "4":
        move_train(scene.game, scene.state.trains[BANK][0], BANK, "removed")
    for company in ("FdSB", "N"):
        scene.trains(company, "2")
        scene.trains(company, "3")  # five, since an absorption
    game = scene.turn("CRB", "trains").play(BuyTrain("4-0", BANK, 300))  # limit 3, no more 2s
    order = ("N", "FdSB") if version == 2 else ("FdSB", "N")
    for company in order:
        assert game.step == Discard(company)
        game.play(DiscardTrain(company, game.state.trains[company][0]))
    assert game.step.id != "discard"


@VERSIONS
def test_surplus_by_pioneer_2_goes_after_the_earnings(version: int) -> None:
    scene = online("2", version).small("MS", 0).build("C27 0 3; C25 0 3").station("MS", "C27")
    scene.trains("MS", "2", "2")
    game = scene.turn("MS").play(BuyPrivate("P2", 1)).play(Choose("2"))
    if version == 1:
        assert game.step == Discard("MS")
        return
    assert game.step.id == "track"
    game.play(Pass()).play(Run(()))
    assert game.step == Discard("MS")
    game.play(DiscardTrain("MS", "2B-0"))
    assert game.step.id == "absorption"


def test_surplus_by_pioneer_2_goes_at_once_while_trains_are_bought() -> None:
    scene = online("2").small("MS", 0).build("C27 0 3").station("MS", "C27")
    scene.trains("MS", "2", "2")
    game = scene.turn("MS", "absorption").play(BuyPrivate("P2", 1)).play(Choose("2"))
    assert game.step == OwnDiscard()


@pytest.mark.parametrize("version", [None, 3])
def test_who_discards_in_its_turn_may_buy_besides(version: int | None) -> None:
    """There the purchase of pioneers and tenders comes before every step of the turn."""
    scene = online("2", version).small("MS", 0, treasury=300).build("C27 0 3")
    scene.station("MS", "C27").trains("MS", "2", "2")
    game = scene.turn("MS", "absorption").play(BuyPrivate("P2", 1)).play(Choose("2"))
    if version is not None:
        assert game.step == Discard("MS")
        assert not listed(game, BuyPrivate)
        return
    refused(game, Pass(), "18ESP-4.4.1.8")
    assert acting(game, DIALECT) == Actor("corporation", "MS")
    game.play(BuyPrivate("P1", 1)).play(Use("tender"))
    assert game.state.private_owner["P1"] == "MS"
    game.play(DiscardTrain("MS", "2B-0"))
    assert game.step.id == "absorption"


def test_others_discard_and_buy_nothing() -> None:
    """Buying is for the company whose turn it is; a frozen or closed one discards nothing."""
    scene = online("3").major("N", 2).station("N", "F24", 1).major("CRB", 0, treasury=900)
    scene.station("CRB", "B26").trains("N", "3", "3", "3", "3")
    scene.trains("CRB", "3", "3", "3")
    while scene.game.kind_of(scene.state.trains[BANK][0]) != "4":
        move_train(scene.game, scene.state.trains[BANK][0], BANK, "removed")
    game = scene.turn("CRB", "trains").play(BuyTrain("4-0", BANK, 300))  # limit 3 for all
    assert game.step == Discard("N")
    game.play(DiscardTrain("N", game.state.trains["N"][0]))
    assert game.step.id == "own_discard"
    assert listed(game, BuyPrivate)


@pytest.mark.parametrize("version", [None, 3])
def test_a_pass_is_asked_for_after_the_station_too(version: int | None) -> None:
    """The money for a second tile is gone; the closed pass at Alar del Rey is near."""
    scene = reinosa("5", version, "H8 0 4; H10 0 3; I7 1 4; J6 1 4").cash("FdLR", 140)
    game = scene.market_tenders(1).turn("FdLR")
    game.play(PlaceStation("K5", 0)).play(LayTile("J4", "72", 5)).play(Use("market_tender"))
    assert game.state.cash["FdLR"] == 10
    assert (game.step.id == "track") == (version is None)
    if version is None:
        assert [choice.action for choice in game.legal_actions()] == [Pass()]


@VERSIONS
def test_an_absorption_may_reach_the_destination(version: int) -> None:
    """The station in Córdoba that N takes over is joined to Valladolid."""
    scene = online("3", version).major("N", treasury=900).station("N", "F24", 1)
    scene.small("CM", 0).build("E29 0 3; E27 0 3; E25 0 3; E23 0 3; E21 0 3").station("CM", "E29")
    game = operated(scene, "N", "CM").turn("N", "absorption")
    game.play(Absorb("CM")).play(Choose("map"))
    if version == 1:
        assert game.step.id == "absorption"
        return
    assert game.step.id == "connected"
    game.play(Use("connection"))
    assert facts(game).goals["N"] == ("destination",)
    assert game.step.id == "absorption"


@VERSIONS
def test_the_connection_comes_before_the_city_of_a_marker(version: int) -> None:
    """ZPB reaches Zaragoza by the very tile on which ZP's marker gets a city."""
    scene = online("3", version).small("ZP", 1).station("ZP", "J20").major("ZPB")
    scene.station("ZPB", "M21", 1).build("L20 2 5; K19 0 5; K21 2 3")
    game = scene.turn("ZPB").play(LayTile("J20", "L131", 2))
    assert game.step.id == ("connected" if version == 2 else "choose_home")
