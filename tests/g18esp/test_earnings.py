"""What becomes of earnings (section 4.5)."""

from __future__ import annotations

import pytest

from dieciocho.engine.actions import Choose, Dividend, Pass
from dieciocho.engine.shares import price
from dieciocho.games.g18esp.facts import RESERVED

from ..support import refused, rule
from .scenes import Scene, run


def badajoz() -> Scene:
    """CRB as in the rulebook's example: 50 %, 20 %, market 20 %, reserved 10 %."""
    scene = Scene("3").major("CRB", 0, held={0: 5, 1: 2}, pool=2, price=132, treasury=0)
    scene.station("CRB", "B26").trains("CRB", "3", "3")
    return scene


@rule("18ESP-4.5.4", "18ESP-4.5.6")
def test_a_major_distributes() -> None:
    scene = badajoz()
    assert scene.state.shares["CRB"].count(RESERVED) == 1
    before = dict(scene.state.cash)
    game = scene.earned("CRB", 130)
    game.play(Dividend("pay"))
    cash = game.state.cash
    assert [cash[0] - before[0], cash[1] - before[1], cash["CRB"]] == [65, 26, 26]  # T6
    assert price(game, "CRB") == 144


@rule("18ESP-4.5.2", "18ESP-4.5.1")
def test_a_major_withholds() -> None:
    game = badajoz().earned("CRB", 130)
    refused(game, Pass(), "18ESP-4.5.1")
    before = game.state.cash[0]
    game.play(Dividend("keep"))
    assert (game.state.cash["CRB"], game.state.cash[0]) == (130, before)  # T6b
    assert price(game, "CRB") == 120


@rule("18ESP-4.5.3")
def test_nothing_earned_is_withheld() -> None:
    game = badajoz().earned("CRB", 0)
    assert game.state.last_runs["CRB"].kind == "keep"
    assert price(game, "CRB") == 120


@rule("18ESP-4.5.5")
def test_a_small_company_shares_with_its_director() -> None:
    scene = Scene("3").small("SC", 2, treasury=0).station("SC", "C31")
    scene.trains("SC", "2")
    before = scene.state.cash[2]
    game = scene.earned("SC", 70)
    game.play(Dividend("pay"))
    assert (game.state.cash["SC"], game.state.cash[2]) == (35, before + 35)  # V42
    assert price(game, "SC") == 90


@rule("18ESP-4.5.6", "18ESP-4.5.7")
@pytest.mark.parametrize(
    ("before", "after"), [(55, 65), (50, 60), (380, 400), (360, 400), (400, 400), (100, 110)]
)
def test_distributing_moves_one_column_right(before: int, after: int) -> None:
    scene = Scene("3").major("FdLR", price=before).station("FdLR", "H8")
    scene.trains("FdLR", "2+3")
    game = scene.earned("FdLR", 50)
    game.play(Dividend("pay"))
    assert price(game, "FdLR") == after  # V1


@rule("18ESP-4.5.2", "18ESP-4.5.7")
@pytest.mark.parametrize(
    ("before", "after"), [(55, 50), (50, 50), (60, 50), (65, 55), (400, 360), (380, 340)]
)
def test_withholding_moves_one_column_left(before: int, after: int) -> None:
    scene = Scene("3").major("FdLR", price=before).station("FdLR", "H8")
    scene.trains("FdLR", "2+3")
    game = scene.earned("FdLR", 50)
    game.play(Dividend("keep"))
    assert price(game, "FdLR") == after  # V2


@rule("18ESP-4.5.1", "18ESP-4.4.3.3")
@pytest.mark.parametrize("edition", ["rulebook", "online"])
@pytest.mark.parametrize(("kind", "kept"), [("pay", 0), ("keep", 40)])
def test_ports_and_mines_pay_the_treasury_once(edition: str, kind: str, kept: int) -> None:
    scene = Scene("2", edition=edition).major("CFEA", treasury=0).build("D6 2/3; C5 3 5")
    city = scene.stop("D6", 2)
    scene.station("CFEA", "D6", int(city[-1])).done("CFEA", "destination", "mine_port", "port")
    (card,) = scene.trains("CFEA", "1+2")
    scene.tender("CFEA")
    game = scene.turn("CFEA", "run_trains")
    if edition == "online":
        game.play(Choose(card))
    game.play(run(**{card: f"{city}-C5.0-C3.0-C1.0"}))  # T4
    income = 30 + (40 if edition == "rulebook" else 30)
    assert game.state.cash["CFEA"] == (income if edition == "rulebook" else 0)
    game.play(Dividend(kind))  # type: ignore[arg-type]
    assert game.state.cash["CFEA"] == income + kept


@pytest.mark.parametrize(("kind", "before"), [("keep", 55), ("pay", 380)])
def test_online_the_ends_hold_the_marker(kind: str, before: int) -> None:
    scene = Scene("3", edition="online").major("FdLR", price=before).station("FdLR", "H8")
    scene.trains("FdLR", "2+3")
    game = scene.earned("FdLR", 50)
    game.play(Dividend(kind))  # type: ignore[arg-type]
    assert price(game, "FdLR") == before
