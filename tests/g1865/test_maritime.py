"""Maritime companies: sections 2.5 and 2.6."""

from __future__ import annotations

import pytest

import dieciocho
from dieciocho.engine.actions import BuyTrain, Dividend, Pass, PlaceStation, SellShares, Take
from dieciocho.engine.state import BANK, OUT
from dieciocho.games.g1865.actions import Transfer
from dieciocho.games.g1865.dragons import estimate
from dieciocho.games.g1865.facts import facts
from dieciocho.games.g1865.holdings import certificate_count
from dieciocho.games.g1865.printed import train_of
from dieciocho.games.g1865.turn import revenue_of

from ..support import NAMES, legal, listed, refused, rule
from .scenes import Scene


@rule("1865-2.5.1", "1865-2.5.2", "1865-2.5.3", "1865-2.5.4", "1865-2.2.1")
def test_the_draft_goes_there_and_back() -> None:
    """Vector TV-11."""
    game = dieciocho.new_game("1865", NAMES[:3])
    assert game.phase.name == "1"
    refused(game, Pass(), "1865-2.5.2")
    order = []
    for name in ("M3", "M1", "M7", "M8", "M2", "M6"):
        order.append(game.actor)
        game.play(Take(name))
        if name != "M6":
            refused(game, Take(name), "1865-2.5.1")  # taken
    assert order == [0, 1, 2, 2, 1, 0]
    owners = game.state.private_owner
    assert [m for m, seat in owners.items() if seat == 0] == ["M3", "M6"]
    assert [m for m, seat in owners.items() if seat == 1] == ["M1", "M2"]
    assert [m for m, seat in owners.items() if seat == 2] == ["M7", "M8"]
    assert [m for m, owner in owners.items() if owner == OUT] == ["M4", "M5"]
    assert [game.state.cash[seat] for seat in range(3)] == [330] * 3  # free of charge
    assert game.phase.name == "2"
    assert game.state.round.kind == "stock"
    assert (game.state.priority, game.actor) == (0, 0)  # the draft does not change it


@rule("1865-2.6.1", "1865-4.1.1")
def test_income_at_the_start_of_each_operating_round() -> None:
    scene = Scene().company("FMS", 0, traffic=0, held={0: 3}).maritime(0, "M1", "M2")
    scene.maritime(1, "M3").maritime("FMS", "M4")
    game = scene.stock_round()
    before = dict(game.state.cash)
    for _ in range(3):
        game.play(Pass())
    assert game.state.round.part == 1
    assert game.state.cash[0] - before[0] == 40
    assert game.state.cash[1] - before[1] == 20
    assert game.state.cash["FMS"] == before["FMS"]
    while game.state.round.part == 1:
        game.play(Pass())
    assert game.state.cash[0] - before[0] == 80  # in both rounds of the pair


@rule("1865-2.6.2", "1865-2.6.3", "1865-4.1.5")
def test_transfer_in_the_company_s_turn_only() -> None:
    scene = Scene().company("FMS", 0, traffic=9).company("FA", 1, at=90).train("FMS", "PH2")
    scene.maritime(0, "M1", "M2").maritime(1, "M3")
    game = scene.stock_round()
    refused(game, Transfer("M1"), "1865-2.6.3")
    game = scene.operate("FMS", "track")
    refused(game, Transfer("M3"), "1865-2.6.3")  # another player's
    refused(game, Transfer("M9"), "1865-2.6.2")
    cash = game.state.cash[0], game.state.cash["FMS"]
    game.play(Transfer("M1"))
    assert (game.state.cash[0], game.state.cash["FMS"]) == cash  # no payment
    assert game.state.private_owner["M1"] == "FMS"
    refused(game, Transfer("M1"), "1865-2.6.3")  # never back, never on
    for step in ("station", "pay_dividend", "trains"):
        again = Scene().company("FMS", 0, traffic=9).train("FMS", "PH2").maritime(0, "M1")
        if step == "station":
            again.tiles("D37 8 5; C38 173 4").cash("FMS", 100)
        assert legal(again.operate("FMS", step), Transfer("M1"))


@rule("1865-2.6.4", "1865-2.6.5", "1865-2.6.10")
def test_capacity_and_bonus_at_once() -> None:
    """Vectors TV-12 and TV-49."""
    scene = Scene().phase(4).company("FMS", 0, traffic=30).maritime(0, "M3")
    scene.train("FMS", "PH3")
    game = scene.operate("FMS", "track")
    count, guess = certificate_count(game, 0), estimate(game, "FMS")
    assert revenue_of(game, "FMS") == 140
    game.play(Transfer("M3"))
    assert facts(game).traffic["FMS"] == 34
    assert revenue_of(game, "FMS") == 220
    assert (certificate_count(game, 0), estimate(game, "FMS")) == (count, guess)
    two = Scene().company("FMS", traffic=30).train("FMS", "PH2").maritime("FMS", "M1", "M2")
    assert revenue_of(two.game, "FMS") == 240
    none = Scene().company("FMS", traffic=30).maritime("FMS", "M1", "M2")
    assert revenue_of(none.game, "FMS") == 0


@rule("1865-2.6.6", "1865-2.6.7", "1865-4.4.8")
def test_the_bonus_comes_with_a_later_marker_and_only_once() -> None:
    """Vector TV-13: RCSF gets M3 in phase 4 and reaches Cagliari in phase 6."""
    scene = Scene().phase(4).company("RCSF", 0, treasury=900, traffic=9).maritime(0, "M3", "M5")
    game = scene.operate("RCSF", "track")
    game.play(Transfer("M3"))
    assert facts(game).traffic["RCSF"] == 9
    game.play(Transfer("M5"))  # Oristano is its home
    assert facts(game).traffic["RCSF"] == 13
    scene = Scene().phase(6).company("RCSF", 0, treasury=900, traffic=9).maritime("RCSF", "M3")
    scene.tiles("E36 4 0; E34 8 0; D33 58 3; D31 8 0")
    game = scene.operate("RCSF", "station")
    place = next(a for a in listed(game, PlaceStation) if a.hex == "E38")  # type: ignore[attr-defined]
    game.play(place)
    assert facts(game).traffic["RCSF"] == 9 + 5 + 6
    assert facts(game).bonus_paid == {"M3"}


@rule("1865-2.6.8")
@pytest.mark.parametrize("mine", ["C40", "C38", "C36"])
def test_any_carbonia_mine_serves_m4(mine: str) -> None:
    scene = Scene().phase(3).company("FMS", 0, traffic=4).maritime(0, "M4")
    scene.tiles(f"{mine} 173 1").marker("FMS", mine)
    game = scene.operate("FMS", "track").play(Transfer("M4"))
    assert facts(game).traffic["FMS"] == 7


@rule("1865-2.6.9")
def test_maritime_companies_are_no_trains() -> None:
    scene = Scene().company("FMS", 0, traffic=9, treasury=300).maritime("FMS", "M1", "M2")
    game = scene.operate("FMS", "pay_dividend")
    assert game.state.last_runs["FMS"].revenue == 0
    refused(game, Pass(), "1865-4.6.17")
    full = Scene().company("FMS", 0, traffic=9, treasury=300).maritime("FMS", "M1", "M2", "M3")
    full.train("FMS", "PH2", "PH2", "PH2")
    assert legal(full.operate("FMS", "trains"), BuyTrain("PH2-0", BANK, 100))  # limit 4


@rule("1865-2.6.11")
def test_they_work_to_the_end_and_count_nothing() -> None:
    scene = Scene().phase(7).company("FMS", 0, 100, traffic=90, held={0: 3}).train("FMS", "PH7")
    scene.maritime("FMS", "M1", "M2").cash(0, 0)
    assert scene.game.rules.scores(scene.game)[0] == 300
    capacity = train_of(scene.game, scene.state.trains["FMS"][0]).capacity
    game = scene.operate("FMS", "pay_dividend").play(Dividend("keep"))
    assert game.state.cash["FMS"] == 10 * (capacity + 16)


def test_nothing_is_sold_in_the_draft() -> None:
    game = dieciocho.new_game("1865", NAMES[:3])
    refused(game, SellShares("FMS", 1), "1865-2.5.1")
