"""Passes at the ends of routes and across them (18ESP-4.4.2.12, 5.2.2.6, A21)."""

from __future__ import annotations

import pytest

from dieciocho.engine.components import Kind
from dieciocho.engine.earnings import can_run, solution

from ..support import rule
from .cpsat import compare
from .scenes import Scene
from .ways import NORTHERN, refused_route, value

# Pajares - León - Palencia - Alar del Rey - Reinosa - mine - País Vasco 1
BETWEEN = "E19 2 3"
ONWARDS = "H10 0 3; H8 0 4; I7 1 5; J8 0 2"
SOUTHERN_WAY = "D12.0-D18.0-E19.1-H12.0"
WHOLE_WAY = f"{SOUTHERN_WAY}-H10-H8.0-I7.0-J8-J10.0"


def northern_pair(edition: str = "rulebook", version: int | None = None) -> tuple[Scene, str]:
    """FdSB in Bilbao, with ways to País Vasco 2 and to Alar del Rey."""
    scene = Scene("5", edition=edition, version=version).major("FdSB")
    scene.build(f"{NORTHERN}; K5 0 1 2 3; K7 3 5").open("H12", "L8").station("FdSB", "K5")
    return scene, scene.trains("FdSB", "4+5")[0]


def ring(*kinds: str, phase: str = "4") -> tuple[Scene, list[str]]:
    """N with stations in Pajares and Alar del Rey, and FdLR in Reinosa."""
    scene = Scene(phase).major("N").build(f"{BETWEEN}; {ONWARDS}").open("D12", "H12", "J10")
    scene.station("N", "D12").station("N", "H12")
    return scene, scene.trains("N", *kinds)


@rule("18ESP-4.4.2.12", "18ESP-5.2.2.6")
def test_from_pass_to_pass_within_a_map() -> None:
    """V46: 50 and 30 of the passes, León 30, Palencia as a town or a mine."""
    scene, (card,) = ring("4")
    town = value(scene.game, "N", card, SOUTHERN_WAY)
    assert (town.revenue, town.income) == (50 + 30 + 10 + 30, 0)
    mine = value(scene.game, "N", card, SOUTHERN_WAY.replace("E19.1", "E19.0"))
    assert (mine.revenue, mine.income) == (50 + 30 + 30, 20)
    assert solution(scene.game, "N").best.total == 130
    compare(scene.game, "N", ("4",))


@rule("18ESP-4.4.2.12", "18ESP-5.2.2.6")
def test_each_pass_is_a_large_stop() -> None:
    scene, (card,) = ring("3")
    refused_route(scene.game, "N", card, SOUTHERN_WAY, "18ESP-4.4.1.1")


@rule("18ESP-4.4.2.12", "18ESP-5.2.2.6")
def test_a_plus_train_from_pass_to_pass() -> None:
    path = "L8.0-K7-K5.0-J6.0-I7.0-H8.0-H10-H12.0"
    scene, card = northern_pair()
    assert value(scene.game, "FdSB", card, path).revenue == 40 + 10 + 20
    compare(scene.game, "FdSB", ("4+5",))
    # Before, and online, one pass at most in whatever role (D40).
    for edition, version in (("rulebook", 1), ("online", 2)):
        scene, card = northern_pair(edition, version)
        refused_route(scene.game, "FdSB", card, path, "18ESP-4.4.2.12")
        shorter = path.rpartition("-H10")[0]
        assert value(scene.game, "FdSB", card, shorter).revenue == 40 + 10 + 20


@rule("18ESP-4.4.2.12")
def test_one_pass_is_crossed_and_another_ends_the_route() -> None:
    """V47: from Reinosa over Alar del Rey to Pajares, but not beyond."""
    scene, (card,) = ring("4&1+2")
    scene.build("D10 0 3; D8 0 3")
    path = "H8.0-H10-H12.0-E19.1-D18.0-D12.0"
    assert value(scene.game, "N", card, path).revenue == 20 + 30 + 10 + 30 + 50
    refused_route(scene.game, "N", card, f"{path}-D10-D8.1", "18ESP-4.4.2.12")
    compare(scene.game, "N", ("4&1+2",))


@rule("18ESP-4.4.2.12", "18ESP-5.2.1.12")
def test_both_ends_are_passes_and_a_third_one_is_crossed() -> None:
    """V48: each map has a stop besides."""
    scene, (card,) = ring("4&1+2")
    whole = value(scene.game, "N", card, WHOLE_WAY)
    assert (whole.revenue, whole.income) == (50 + 30 + 10 + 30 + 20, 20)
    compare(scene.game, "N", ("4&1+2",))


@rule("18ESP-4.4.2.12", "18ESP-5.2.1.12")
def test_passes_alone_are_no_stop_on_a_map() -> None:
    scene = Scene("4").major("N").build(f"{BETWEEN}; H10 0 4; I9 1 4; J8 0 1")
    scene.open("D12", "H12", "J10").station("N", "D12").station("N", "H12")
    (card,) = scene.trains("N", "4&1+2")
    path = f"{SOUTHERN_WAY}-H10-I9-J8-J10.0"
    refused_route(scene.game, "N", card, path, "18ESP-5.2.1.12")
    assert not can_run(scene.game, "N", Kind("4&1+2"))
    compare(scene.game, "N", ("4&1+2", "4"))


@rule("18ESP-4.4.1.1", "18ESP-4.4.2.14")
def test_passes_that_meet_in_the_north_are_joined_by_narrow_track_only() -> None:
    scene = Scene("4").major("N").build("K7 1 5; J8 0 4").open("L8", "J10").station("N", "L8")
    conventional, plus = scene.trains("N", "4", "3+4")
    path = "J10.0-J8-K7-L8.0"
    refused_route(scene.game, "N", conventional, path, "18ESP-4.4.2.14")
    refused_route(scene.game, "N", conventional, f"{path}-H16.0", "18ESP-4.4.2.14")
    assert value(scene.game, "N", plus, path).revenue == 40
    refused_route(scene.game, "N", plus, f"{path}-H16.0", "18ESP-4.4.2.14")
    assert value(scene.game, "N", conventional, "L8.0-H16.0").revenue == 40 + 30
    compare(scene.game, "N", ("4", "3+4"))


@rule("18ESP-4.4.2.12", "18ESP-4.4.2.2")
def test_a_full_pass_is_an_end_too() -> None:
    scene, (card,) = ring("4&1+2")
    for other in ("MZA", "MCP"):
        scene.major(other, 1).station(other, "J10")
    assert value(scene.game, "N", card, WHOLE_WAY).revenue == 140
    compare(scene.game, "N", ("4&1+2",))


@rule("18ESP-4.4.2.7")
def test_small_companies_end_in_no_pass_still() -> None:
    scene = Scene("4").small("MS").build("E21 0 3; E19 0 3").open("H12").station("MS", "E21")
    (card,) = scene.trains("MS", "3")
    refused_route(scene.game, "MS", card, "E21.0-E19.1-H12.0", "18ESP-4.4.2.7")


@pytest.mark.parametrize("kinds", [("4&1+2",), ("4&1+2", "4"), ("5", "4&1+2"), ("3+4", "3+4")])
def test_sets_with_passes_agree_with_an_independent_solver(kinds: tuple[str, ...]) -> None:
    scene, _ = ring()
    scene.build("D10 0 3; D8 0 3; D6 0/2").tender("N")
    compare(scene.game, "N", kinds)
