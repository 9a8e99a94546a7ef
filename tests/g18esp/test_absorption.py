"""Absorbing small companies, and what becomes of them in phase 5 (section 4.6)."""

from __future__ import annotations

import pytest

from dieciocho.engine.actions import (
    Action,
    Answer,
    BuyPrivate,
    BuyShare,
    Choose,
    Pass,
)
from dieciocho.engine.components import Kind
from dieciocho.engine.errors import IllegalAction
from dieciocho.engine.game import Game, Play
from dieciocho.engine.invariants import check
from dieciocho.engine.shares import certificates, percent
from dieciocho.engine.state import OUT, LastRun
from dieciocho.games.g18esp.actions import Absorb
from dieciocho.games.g18esp.facts import ABSORPTION, RESERVED, facts
from dieciocho.games.g18esp.phases import scrap, stop_small_companies
from dieciocho.games.g18esp.stations import available, station_problem, stations_of

from ..support import legal, listed, refused, rule
from .scenes import Scene

WITHOUT_MZA = {  # MZA, N and MCP are out, MZ is in
    "setup": "random",
    "out": "SFVA FdC MZA N MCP CSE MH CA",
    "pioneer6": "CRB",
    "pioneer7": "FdLR",
}


def operated(scene: Scene, *companies: str, train: bool = True) -> Scene:
    for company in companies:
        scene.state.last_runs[company] = LastRun(1, 1, 0, "keep")
        if train:
            Play(scene.game).set_facts(ran=facts(scene.game).ran | {company})
    return scene


def merida(phase: str = "3", owner: int = 0, value: int = 100, treasury: int = 500) -> Scene:
    """CRB of seat 0, and MS, which has operated, in Mérida."""
    scene = Scene(phase).major("CRB", 0, par=80, treasury=treasury).station("CRB", "B26")
    scene.trains("CRB", "4" if phase == "5" else "3")
    scene.small("MS", owner, value=value, treasury=60).station("MS", "C27")
    return operated(scene, "MS", "CRB")


def absorbing(scene: Scene, company: str = "CRB") -> Game:
    return scene.turn(company, "absorption")


def freeze(scene: Scene) -> Scene:
    """Let small companies stop as when phase 5 begins."""
    stop_small_companies(Play(scene.game))
    return scene


# --- who may absorb whom ---------------------------------------------------------------


@rule("18ESP-4.6.0.1", "18ESP-4.6.0.20")
def test_absorbing_is_optional_and_comes_after_the_earnings() -> None:
    scene = merida()
    scene.trains("MS", "2")
    game = scene.turn("CRB", "track")
    refused(game, Absorb("MS"), "18ESP-4.0.4")
    game = absorbing(merida())
    game.play(Pass())
    assert game.step.id == "trains"
    refused(game, Absorb("MS"), "18ESP-4.0.4")


@rule("18ESP-4.6.0.20", "18ESP-4.7.0.1")
def test_acquired_trains_meet_the_obligation() -> None:
    scene = merida()
    scene.state.trains[OUT] += scene.state.trains["CRB"]
    scene.state.trains["CRB"] = ()
    scene.trains("MS", "3")
    game = absorbing(scene)
    game.play(Absorb("MS")).play(Choose("charter"))
    assert game.step.id == "trains"
    game.play(Pass())  # no duty to buy one


@rule("18ESP-4.6.0.2")
def test_no_absorption_before_phase_3() -> None:
    scene = merida("2")
    game = scene.turn("CRB", "absorption")
    assert game.step.id != "absorption"
    scene.state.agenda.append(merida().turn("CRB", "absorption").state.agenda[-1])
    refused(game, Absorb("MS"), "18ESP-4.6.0.2")


@rule("18ESP-4.6.0.3")
def test_a_major_absorbs_once() -> None:
    scene = operated(merida().small("SC", 0).station("SC", "C31"), "SC")
    game = absorbing(scene)
    game.play(Absorb("MS")).play(Choose("charter"))
    assert game.step.id != "absorption"
    assert facts(game).absorbed == {"CRB"}
    scene.turn("CRB", "absorption")
    assert not listed(game, Absorb)


@rule("18ESP-4.6.0.4")
def test_the_small_company_must_have_operated_with_a_train() -> None:
    scene = operated(merida().small("SC", 0).station("SC", "C31"), "SC", train=False)
    game = absorbing(scene)
    assert listed(game, Absorb) == [Absorb("MS")]
    refused(game, Absorb("SC"), "18ESP-4.6.0.4")
    refused(game, Absorb("CM"), "18ESP-4.6.0.4")  # not launched


@rule("18ESP-4.6.0.4")
@pytest.mark.parametrize(("trains", "counts"), [((), False), (("2",), True)])
def test_operating_counts_with_a_train_only(trains: tuple[str, ...], counts: bool) -> None:
    scene = Scene("3").small("MS").build("C27 0 3").station("MS", "C27")
    scene.trains("MS", *trains)
    game = scene.turn("MS", "run_trains")
    assert ("MS" in facts(game).ran) == counts


@rule("18ESP-4.6.0.5")
def test_its_director_must_agree_before_phase_5() -> None:
    game = absorbing(merida(owner=2))
    game.play(Absorb("MS"))
    assert game.actor == 2
    game.play(Answer("decline"))
    assert "MS" in game.state.floated
    assert game.step.id != "absorption" or not legal(game, Absorb("MS"))
    game = absorbing(merida(owner=2))
    game.play(Absorb("MS")).play(Answer("agree")).play(Choose("charter"))
    assert "MS" in game.state.closed


@rule("18ESP-4.6.0.6", "18ESP-4.6.0.8", "18ESP-4.6.0.10", "18ESP-4.6.0.11", "18ESP-4.6.0.18")
def test_what_an_absorption_moves() -> None:
    scene = merida(owner=2, value=100).tender("MS").pioneers(P4="MS")
    (card,) = scene.trains("MS", "2")
    before = scene.state.cash[2]
    game = absorbing(scene)
    game.play(Absorb("MS")).play(Answer("agree")).play(Choose("charter"))
    assert game.state.cash[2] == before + 100
    assert percent(game, "CRB", 2) == 10
    assert percent(game, "CRB", RESERVED) == 0
    # Treasury, price and the capital of the first goal.
    assert game.state.cash["CRB"] == 500 - 100 + 60 + 80
    assert card in game.state.trains["CRB"]
    assert game.state.private_owner["P4"] == "CRB"
    assert facts(game).tenders == {"CRB"}
    assert facts(game).goals["CRB"] == (ABSORPTION,)
    assert "MS" in game.state.closed
    assert "MS" not in game.state.cell


@rule("18ESP-4.6.0.10", "18ESP-2.2.21")
def test_surplus_trains_and_tenders() -> None:
    scene = merida("4").tender("MS").tender("CRB")
    scene.trains("CRB", "3", "3")
    scene.trains("MS", "3")
    game = absorbing(scene)
    game.play(Absorb("MS")).play(Choose("charter"))
    assert facts(game).tenders_for_sale == 1
    assert game.step.id == "discard"  # four trains, three are allowed
    card = game.state.trains["CRB"][0]
    game.play(f"discard train {card} of CRB")
    assert len(game.state.trains["CRB"]) == 3


@rule("18ESP-4.6.0.7", "18ESP-4.6.1.14")
def test_the_price_is_paid_before_anything_is_received() -> None:
    game = absorbing(merida(value=100, treasury=100))
    assert legal(game, Absorb("MS"))
    game = absorbing(operated(merida(value=100, treasury=99).small("SC", value=70), "SC"))
    refused(game, Absorb("MS"), "18ESP-4.6.0.7")


@rule("18ESP-4.6.0.7", "18ESP-4.0.6")
@pytest.mark.parametrize("edition", ["rulebook", "online"])
def test_who_spends_the_price_meanwhile_does_not_absorb(edition: str) -> None:
    scene = Scene("3", edition=edition).major("CRB", 0, treasury=120).station("CRB", "B26")
    scene.trains("CRB", "3")
    scene.small("MS", 0, value=100).station("MS", "C27")
    game = absorbing(operated(scene, "MS", "CRB")).play(Absorb("MS"))
    game.play(BuyPrivate("P1", 10))  # enough is left
    assert game.step.id == "choose_place"
    game.play(BuyPrivate("P3", 20))
    assert game.step.id != "choose_place"
    assert "MS" in game.state.floated
    assert game.state.cash["CRB"] == 90
    refused(game, Choose("charter"), "18ESP-4.0.4")


@rule("18ESP-4.6.0.9", "18ESP-3.2.0.8")
def test_the_reserved_share_may_lift_above_60_percent() -> None:
    scene = merida()
    scene.major("CRB", 0, held={0: 6}, par=80)
    game = absorbing(scene)
    game.play(Absorb("MS")).play(Choose("charter"))
    assert percent(game, "CRB", 0) == 70  # V33
    assert certificates(game, 0) > 0
    assert game.step.id != "discard"


@rule("18ESP-4.6.0.9", "18ESP-3.2.0.8", "18ESP-3.1.2.4")
def test_who_holds_70_percent_keeps_them_and_buys_no_more() -> None:
    """V54: he may pass in every later stock round."""
    scene = merida()
    scene.major("CRB", 0, held={0: 6}, par=80)
    game = absorbing(scene).play(Absorb("MS")).play(Choose("charter"))
    assert percent(game, "CRB", 0) == 70
    for number in (3, 4):
        scene.cash(0, 1000)
        game = scene.stock(number)
        while game.actor != 0:
            game.play(Pass())
        refused(game, BuyShare("CRB", "ipo"), "18ESP-3.2.0.8")
        game.play(Pass())
    assert percent(game, "CRB", 0) == 70


@rule("18ESP-4.6.0.9", "18ESP-3.1.1.6")
def test_the_reserved_share_may_bring_a_new_director() -> None:
    scene = merida(owner=1)
    scene.major("CRB", 0, held={0: 3, 1: 3}, par=80)
    game = absorbing(scene)
    game.play(Absorb("MS")).play(Answer("agree")).play(Choose("charter"))
    assert game.state.president["CRB"] == 1


@rule("18ESP-4.6.0.19")
def test_northern_majors_never_absorb() -> None:
    scene = operated(merida().major("FdLR", 0, price=75).station("FdLR", "H8"), "FdLR")
    scene.trains("FdLR", "2+3")
    game = scene.turn("FdLR", "absorption")
    assert game.step.id != "absorption"
    scene.state.agenda.append(merida().turn("CRB", "absorption").state.agenda[-1])
    refused(game, Absorb("MS"), "18ESP-4.6.0.19")


# --- the station -----------------------------------------------------------------------


@rule("18ESP-4.6.0.12", "18ESP-4.6.0.13", "18ESP-5.1.3.3")
def test_the_station_is_swapped_or_goes_to_the_charter() -> None:
    game = absorbing(merida())
    free = available(game, "CRB")
    game.play(Absorb("MS"))
    assert listed(game, Choose) == [Choose("charter"), Choose("map")]
    game.play(Choose("map"))
    assert ("C27", 0) in stations_of(game, "CRB")
    check(game)
    assert available(game, "CRB") == free + 1
    assert game.state.turn is not None
    assert not game.state.turn.stationed  # not the station of the turn
    game = absorbing(merida())
    game.play(Absorb("MS")).play(Choose("charter"))
    check(game)
    assert available(game, "CRB") == free + 2


@rule("18ESP-4.6.0.13")
def test_no_second_station_in_the_same_city() -> None:
    scene = merida().build("C27 0 3; C25 0 3")
    scene.tiles("C27 14 0")
    game = absorbing(scene.station("CRB", "C27"))
    game.play(Absorb("MS"))
    assert "MS" in game.state.closed  # there was nothing to choose
    assert stations_of(game, "CRB") == [("B26", 0), ("C27", 0)]


@rule("18ESP-4.6.0.14")
def test_without_a_swap_the_place_is_free_for_anybody() -> None:
    scene = merida()
    assert station_problem(scene.game, "CRB", ("C27", 0)) == "no_free_slot"
    game = absorbing(scene)
    game.play(Absorb("MS")).play(Choose("charter"))
    assert station_problem(game, "A", ("C27", 0)) is None


@rule("18ESP-4.6.0.15")
def test_the_place_of_mz_is_for_mza() -> None:
    scene = merida().small("MZ", 0).station("MZ", "F24", 2)
    game = absorbing(operated(scene, "MZ"))
    game.play(Absorb("MZ"))
    assert "MZ" in game.state.closed  # the charter was the only choice
    assert station_problem(game, "CRB", ("F24", 2)) == "slot_reserved"


@rule("18ESP-4.6.0.16", "18ESP-4.6.0.17")
def test_without_mza_the_place_of_mz_may_be_taken() -> None:
    scene = Scene("3", options=WITHOUT_MZA).major("CRB", 0).station("CRB", "B26")
    scene.trains("CRB", "3")
    scene.small("MZ", 0).station("MZ", "F24", 2)
    game = absorbing(operated(scene, "MZ", "CRB"))
    game.play(Absorb("MZ"))
    # Only the right-hand city, though the places of N and MCP are free.
    assert listed(game, Choose) == [Choose("charter"), Choose("map")]
    game.play(Choose("map"))
    assert ("F24", 2) in stations_of(game, "CRB")


# --- online ----------------------------------------------------------------------------


def test_online_phase_5_closes_small_companies() -> None:
    scene = Scene("5", edition="online").small("MS", 1, value=100).small("SC", 2, value=100)
    operated(scene.tender("MS"), "MS").trains("MS", "3")
    before = dict(scene.state.cash)
    stop_small_companies(Play(scene.game))
    assert {"MS", "SC"} <= scene.state.closed
    assert scene.state.cash[1] == before[1] + 100
    assert scene.state.cash[2] == before[2]
    assert scene.state.cash["MS"] == scene.state.cash["SC"] == 0
    assert facts(scene.game).tenders == frozenset()
    assert len(scene.state.trains["MS"]) == 1  # still for sale
    scrap(Play(scene.game), Kind("6"))
    assert not scene.state.trains["MS"]


def test_online_the_owner_must_get_a_share() -> None:
    scene = Scene("3", edition="online").major("CRB", 0, held={0: 6, 1: 4}).station("CRB", "B26")
    scene.trains("CRB", "3")
    scene.small("MS", 1).station("MS", "C27").small("CM", 2).station("CM", "E29")
    game = operated(scene, "CRB", "CM").turn("CRB", "absorption")
    assert not listed(game, Absorb)
    refused(game, Absorb("CM"), "18ESP-4.6.0.8")
    scene.major("CRB", 0, held={0: 6, 1: 3}, pool=1)
    game = scene.turn("CRB", "absorption")
    assert listed(game, Absorb) == [Absorb("CM")]  # MS has never operated (D13)
    refused(game, Absorb("MS"), "18ESP-4.6.0.4")
    game.play(Absorb("CM")).play(Choose("charter"))
    assert percent(game, "CRB", 2) == 0  # one of the open market is not given away


def test_online_a_major_absorbs_again() -> None:
    scene = Scene("3", edition="online").major("CRB", 0).station("CRB", "B26")
    scene.trains("CRB", "3")
    scene.small("MS", 1).station("MS", "C27").small("CM", 2).station("CM", "E29")
    scene.trains("MS", "2", "2")
    scene.trains("CM", "2", "2")
    operated(scene, "MS", "CM", train=False)  # a turn is enough, with or without a train (D13)
    game = operated(scene, "CRB").turn("CRB", "absorption")
    for small in ("MS", "CM"):
        game.play(Absorb(small)).play(Choose("charter"))
    assert {"MS", "CM"} <= game.state.closed
    assert percent(game, "CRB", 1) == percent(game, "CRB", 2) == 10
    assert len(game.state.trains["CRB"]) == 5  # one too many, until a train is bought
    assert game.step.id != "discard"


def test_online_a_swap_takes_a_station_that_is_available() -> None:
    for unlocked, choices in ((1, ["charter", "map"]), (0, ["charter"])):
        scene = Scene("3", edition="online").major("CRB", 0).station("CRB", "B26")
        scene.station("CRB", "C25").trains("CRB", "3")
        Play(scene.game).set_facts(unlocked={"CRB": unlocked})
        scene.small("MS", 1).station("MS", "C27")
        game = operated(scene, "MS", "CRB").turn("CRB", "absorption").play(Absorb("MS"))
        assert listed(game, Choose) == [Choose(choice) for choice in choices]
        if unlocked:
            game.play(Choose("map"))
            assert available(game, "CRB") == 0  # an absorption unlocks nothing (D14)
            assert "CRB" not in facts(game).goals


def test_online_the_share_of_the_offering_may_bring_a_new_director() -> None:
    scene = Scene("3", edition="online").major("CRB", 0, held={0: 3, 1: 3}).station("CRB", "B26")
    scene.trains("CRB", "3")
    scene.small("MS", 1).station("MS", "C27")
    game = operated(scene, "MS", "CRB").turn("CRB", "absorption")
    game.play(Absorb("MS")).play(Choose("charter"))
    assert game.state.president["CRB"] == game.actor == 1


def why(game: Game, action: Action) -> tuple[str, str]:
    """Return reason and rule for which an action is refused."""
    with pytest.raises(IllegalAction) as caught:
        game.play(action)
    return caught.value.reason, caught.value.rule


@rule("18ESP-4.6.0.3", "18ESP-4.6.0.5", "18ESP-4.6.1.13")
def test_why_nothing_is_absorbed() -> None:
    scene = merida(owner=1).small("CM", 2, value=80).station("CM", "E29")
    game = absorbing(operated(scene, "CM"))
    game.play(Absorb("MS")).play(Answer("decline"))
    assert why(game, Absorb("MS")) == ("absorption_declined", "18ESP-4.6.0.5")
    game = absorbing(merida())
    Play(game).set_facts(absorbed=frozenset({"CRB"}))
    assert why(game, Absorb("MS")) == ("absorbs_once", "18ESP-4.6.0.3")
    game = absorbing(merida())
    Play(game).set_facts(full=frozenset({"CRB"}))  # launched from phase 5 on
    assert why(game, Absorb("MS")) == ("launched_late", "18ESP-4.6.1.13")


@rule("18ESP-4.6.0.12", "18ESP-4.6.0.13")
def test_where_the_station_goes_is_decided_first() -> None:
    game = absorbing(merida())
    game.play(Absorb("MS"))
    assert game.step.id == "choose_place"
    assert why(game, Choose("map 9")) == ("no_station_there", "18ESP-4.6.0.13")
    assert why(game, Pass()) == ("choose_place_first", "18ESP-4.6.0.12")
