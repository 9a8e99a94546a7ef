"""Mergers and acquisitions: partners, consent, what is handed over (1862-5.1, 7.5, 7.14)."""

from __future__ import annotations

from typing import Any

import pytest

from dieciocho.engine.actions import Answer, Choose, Pass, Route, Run
from dieciocho.engine.errors import IllegalAction
from dieciocho.engine.game import Game, Play
from dieciocho.engine.invariants import check
from dieciocho.engine.shares import price
from dieciocho.engine.state import POOL, Owner
from dieciocho.games.g1862.actions import Merge, RemoveStation
from dieciocho.games.g1862.consolidation import OddShare
from dieciocho.games.g1862.facts import facts, has_london, receivership
from dieciocho.games.g1862.floating import startable
from dieciocho.games.g1862.mergers import (
    Acquisition,
    Merger,
    merged_price,
    merger_problem,
    partners,
)
from dieciocho.games.g1862.stations import stops_of

from ..support import legal, refused, rule
from .scenes import Scene

A, B = "NGC", "E&H"  # Newmarket C10 and Ely C8, neighbours


def two(
    *,
    mine: dict[Owner, int] | None = None,
    theirs: dict[Owner, int] | None = None,
    prices: tuple[int, int] = (100, 100),
    trains: tuple[str, str] = ("3E", "3L"),
    others: tuple[str, ...] = (),
    **options: Any,
) -> Scene:
    scene = Scene(A, B, *others, **options).phase("C")
    scene.found(A, mine or {0: 6, 1: 4}, price=prices[0], cash=300, permits=("express",))
    scene.found(B, theirs or {0: 6, 1: 4}, price=prices[1], cash=200, permits=("local",))
    for company, train in zip((A, B), trains, strict=True):
        if train:
            scene.train(company, train)
    return scene.lay("C10", "57", 0).lay("C8", "621", 0).station(A, "C10").station(B, "C8")


def merge(game: Game, other: str, survivor: str, answer: str = "redeem") -> Game:
    game.play(Merge(other))
    game.play(Choose(survivor))
    while isinstance(game.step, OddShare):
        game.play(Choose(answer))
    return game


# --- partners ----------------------------------------------------------------------------


@rule("1862-7.5.0.1", "1862-7.5.2.1")
def test_connected_companies_may_merge() -> None:
    game = two().operate(A, Merger)
    assert legal(game, Merge(B))
    refused(game, Merge(A), "1862-7.5.0.1")
    refused(game, Merge("FDR"), "1862-7.5.0.1")
    scene = two(others=("FDR",)).found("FDR", {0: 4}, floated=False)
    refused(scene.operate(A, Merger), Merge("FDR"), "1862-7.5.0.1")


@rule("1862-7.5.2.1", "1862-N.7")
def test_unconnected_companies_may_not() -> None:
    scene = two(others=("FDR",)).found("FDR", {0: 5})
    scene.lay("G12", "57", 0).station("FDR", "G12")
    game = scene.operate(A, Merger)
    refused(game, Merge("FDR"), "1862-7.5.2.1")


@rule("1862-7.5.2.1")
def test_tokens_in_one_station_are_connected_and_full_ones_block() -> None:
    """FDR reaches the companies in a full Ipswich, not those beyond (7.5.2)."""
    scene = Scene("FDR", "WVR", "N&B", "EUR", players=3).phase("B")
    for company in ("FDR", "WVR", "N&B", "EUR"):
        scene.found(company, {0: 5})
    scene.lay("G12", "57", 2).lay("F11", "790", 1).lay("E12", "790", 1)
    scene.station("FDR", "G12").station("EUR", "E12")
    scene.station("WVR", "F11").station("N&B", "F11")
    game = scene.operate("FDR", Merger)
    assert set(partners(game, "FDR")) == {"WVR", "N&B"}
    assert "N&B" in partners(game, "WVR")
    assert "EUR" in partners(game, "WVR")


@rule("1862-7.5.2.1", "1862-7.4.5")
def test_london_connects_nobody() -> None:
    scene = Scene("N&E", "ECR").phase("B")
    for company in ("N&E", "ECR"):
        scene.found(company, {0: 5})
    scene.lay("B13", "57", 0).lay("D13", "57", 0)
    scene.station("N&E", "B13").station("ECR", "D13")
    scene.station("N&E", "B15", 1).station("ECR", "B15", 1)
    game = scene.operate("N&E", Merger)
    assert game.step.id != "merger"
    assert partners(game, "N&E") == []


@rule("1862-7.5.2.2")
def test_a_company_without_station_cannot_be_merged() -> None:
    scene = two(others=("FDR",)).found("FDR", {0: 5})
    game = scene.operate(A, Merger)
    assert not legal(game, Merge("FDR"))


@rule("1862-7.5.1.1", "1862-5.1.1.1", "1862-N.7")
def test_both_directors_must_agree() -> None:
    scene = two(theirs={1: 6, 0: 4})
    game = scene.operate(A, Merger)
    game.play(Merge(B))
    refused(game, Pass(), "1862-5.2.1.1")
    game.play(Choose(A))
    assert (game.step.id, game.actor) == ("merger_consent", 1)
    refused(game, Pass(), "1862-7.5.1.1")
    game.play(Answer("decline"))
    assert game.state.floated == {A, B}
    assert game.step.id != "merger_consent"
    assert not legal(game, Merge(B))


@rule("1862-7.5.1.1")
def test_who_declined_is_not_asked_again() -> None:
    scene = two(theirs={1: 6, 0: 4}, others=("L&E",)).found("L&E", {0: 6, 1: 4})
    scene.lay("C8", "792", 0).lay("C6", "57", 0).station("L&E", "C6")
    game = scene.operate(A, Merger)
    game.play(Merge(B)).play(Choose(A)).play(Answer("decline"))
    assert game.step.id == "merger"  # there is another partner
    refused(game, Merge(B), "1862-7.5.1.1")
    assert legal(game, Merge("L&E"))


@rule("1862-7.14.1", "1862-7.5.1.1")
def test_who_declined_a_merger_may_be_acquired() -> None:
    game = two(theirs={1: 6, 0: 4}).operate(A, Merger)
    game.play(Merge(B))
    game.play(Choose(A))
    game.play(Answer("decline"))
    while game.step.id != "acquisition":
        action = next((c.action for c in game.legal_actions() if c.action == Pass()), None)
        game.play(action or game.legal_actions()[0])
    assert legal(game, Merge(B))
    game.play(Merge(B))
    game.play(Choose(A))
    game.play(Answer("decline"))
    assert game.state.turn is None or game.state.turn.company == B  # nothing is left to propose


@rule("1862-7.5.1.1")
def test_online_consent_is_not_asked() -> None:
    game = two(theirs={1: 6, 0: 4}, edition="online").operate(A, Merger)
    merge(game, B, A)
    assert game.state.floated == {A}


@rule("1862-7.5.1.2", "1862-8.7", "1862-N.7")
def test_companies_without_director_neither_merge_nor_are_merged() -> None:
    scene = two(theirs={POOL: 3, 0: 2, 1: 2, 2: 2})
    game = scene.operate(A, Merger)
    assert not legal(game, Merge(B))
    assert scene.operate(B, Merger).step.id != "merger"


@rule("1862-7.5.1.2", "1862-10.3.2", "1862-N.7")
def test_nobody_merges_after_the_lner() -> None:
    scene = two()
    Play(scene.game).set_facts(lner=True, limit=20)
    names = []
    game = scene.operate(A)
    while game.state.turn is not None and game.state.turn.company == A:
        names.append(game.step.id)
        game.play(game.legal_actions()[-1])
    assert "merger" not in names
    assert "acquisition" not in names
    assert partners(scene.operate(A), A) == []


# --- price -------------------------------------------------------------------------------


@rule("1862-7.5.3.1")
@pytest.mark.parametrize(
    ("prices", "trains", "after"),
    [
        ((68, 100), (1, 1), 116),
        ((54, 62), (1, 1), 82),
        ((78, 116), (1, 0), 95),
        ((78, 116), (1, 1), 134),
        ((116, 68), (1, 0), 90),
        ((116, 68), (1, 1), 122),
        ((110, 90), (0, 0), 71),
        ((100, 74), (0, 1), 86),
    ],
)
def test_the_new_price(prices: tuple[int, int], trains: tuple[int, int], after: int) -> None:
    scene = two(prices=prices, trains=tuple("3E" if t else "" for t in trains))  # type: ignore[arg-type]
    market = scene.game.definition.market
    assert market.price[merged_price(scene.game, A, B)] == after


@rule("1862-7.5.3.2", "1862-7.5.4.1")
@pytest.mark.parametrize(
    ("prices", "new", "par"), [((100, 100), 150, 100), ((36, 31), 47, 54), ((62, 54), 82, 82)]
)
def test_marker_and_par(prices: tuple[int, int], new: int, par: int) -> None:
    game = merge(two(prices=prices).operate(A, Merger), B, A)
    assert price(game, A) == new
    assert game.state.par[A] == par
    assert game.state.stacks[game.state.cell[A]][-1] == A


@rule("1862-7.5.3.2", "1862-10.1.1")
@pytest.mark.parametrize(("edition", "ends"), [("rulebook", True), ("online", False)])
def test_a_merger_may_reach_the_last_price(edition: str, ends: bool) -> None:
    scene = two(prices=(700, 700), edition=edition)
    game = merge(scene.operate(A, Merger), B, A, "sell")
    assert price(game, A) == 1000
    assert ("price" in game.state.ending) == ends


# --- what is handed over -----------------------------------------------------------------


@rule("1862-7.5.6.1", "1862-2.1.5", "1862-3.1.4", "1862-7.5.6.4")
def test_money_trains_and_permits() -> None:
    scene = two()
    Play(scene.game).set_facts(chartered=frozenset({A}), warranties={scene.state.trains[B][0]: 2})
    trains = (*scene.state.trains[A], *scene.state.trains[B])
    game = merge(scene.operate(A, Merger), B, A)
    assert game.state.cash[A] == 500
    assert game.state.trains[A] == trains
    assert facts(game).warranties == {trains[1]: 2}
    assert facts(game).permits[A] == ("express", "local")
    assert A not in facts(game).chartered


@rule("1862-3.1.4", "1862-7.5.6.4")
@pytest.mark.parametrize(
    ("edition", "chartered", "stays"),
    [("rulebook", {A, B}, False), ("online", {A, B}, True), ("online", {A}, False)],
)
def test_who_stays_chartered(edition: str, chartered: set[str], stays: bool) -> None:
    scene = two(edition=edition)
    Play(scene.game).set_facts(chartered=frozenset(chartered))
    game = merge(scene.operate(A, Merger), B, A)
    assert (A in facts(game).chartered) == stays


@rule("1862-7.5.6.1", "1862-7.9.8")
def test_trains_above_the_limit_are_kept() -> None:
    scene = two().phase("D")
    for _ in range(2):
        scene.train(A, "4E")
    scene.train(B, "4E")
    scene.train(B, "3E")
    game = merge(scene.operate(A, Merger), B, A)
    assert len(game.state.trains[A]) == 6


@rule("1862-7.5.6.2")
def test_a_second_station_in_one_city_is_lost() -> None:
    scene = two().lay("B9", "790", 0)
    scene.station(A, "B9").station(B, "B9")
    game = merge(scene.operate(A, Merger), B, A)
    assert sorted(stops_of(game, A)) == [("B9", 0), ("C10", 0), ("C8", 0)]
    assert game.state.stations["B9", 0].count(A) == 1
    assert game.state.stations_left[A] == 2  # one unused of each; the removed one is lost


@rule("1862-7.5.6.2", "1862-7.6.5.3")
def test_a_second_station_in_london_is_lost() -> None:
    scene = two().station(A, "B15", 1).station(B, "D15", 1)
    game = merge(scene.operate(A, Merger), B, A)
    assert has_london(game, A)
    assert ("D15", 1) not in game.state.stations


@rule("1862-7.5.6.3", "1862-2.1.4")
def test_the_other_stations_are_replaced() -> None:
    """V-7.5.6: one unused and two on the map come to the survivor."""
    scene = two().lay("B9", "790", 0).station(B, "B9")
    game = merge(scene.operate(A, Merger), B, A)
    assert sorted(stops_of(game, A)) == [("B9", 0), ("C10", 0), ("C8", 0)]
    assert game.state.stations_left[A] == 2 + 1
    assert game.state.stations_left[B] == 0
    assert stops_of(game, B) == []


def many_stations(mine: dict[Owner, int], theirs: dict[Owner, int], **options: str) -> Game:
    """V-O21: five and four on the map with one city in common."""
    scene = Scene(A, B, players=3, **options).phase("C")
    scene.found(A, mine, stations=6).found(B, theirs, stations=5)
    scene.lay("C10", "57", 0).lay("C8", "621", 0)
    places = {A: ("C10", "B9", "D9", "E12", "F5"), B: ("C8", "B9", "D11", "E8")}
    tiles = {"B9": "790", "D9": "621", "E12": "790", "F5": "790", "D11": "57", "E8": "57"}
    for hex_name, tile in tiles.items():
        scene.lay(hex_name, tile, 0)
    for company, hexes in places.items():
        for hex_name in hexes:
            scene.station(company, hex_name)
    return scene.operate(A, Merger)


@rule("1862-7.5.6.3")
@pytest.mark.parametrize(("most", "removals"), [("7", 1), ("8", 0)])
def test_stations_above_the_limit_are_removed(most: str, removals: int) -> None:
    game = merge(many_stations({0: 6, 1: 4}, {0: 6, 1: 4}, stations=most), B, A)
    for _ in range(removals):
        assert game.step.id == "remove_stations"
        refused(game, Pass(), "1862-7.5.6.3")
        refused(game, RemoveStation("G12"), "1862-7.5.6.3")
        game.play(RemoveStation("C10"))  # any of them, the home station too
    assert len(stops_of(game, A)) == 8 - removals
    assert game.state.stations_left[A] == 0
    check(game)


@rule("1862-7.5.6.3", "1862-8.3")
def test_without_director_the_largest_holder_removes_stations() -> None:
    game = many_stations({0: 3, 2: 2, POOL: 5}, {1: 3, 2: 2, POOL: 5})
    game.play(Merge(B)).play(Choose(A)).play(Answer("agree"))
    while isinstance(game.step, OddShare):
        game.play(Choose("sell"))
    assert receivership(game, A)
    assert (game.step.id, game.actor) == ("remove_stations", 2)
    game.play(RemoveStation("C8"))
    assert stops_of(game, B) == []


@rule("1862-7.5.6.3")
def test_online_the_home_station_stays() -> None:
    game = merge(many_stations({0: 6, 1: 4}, {0: 6, 1: 4}, edition="online"), B, A)
    assert game.step.id == "remove_stations"
    assert not legal(game, RemoveStation("C10"))
    assert legal(game, RemoveStation("C8"))


@rule("1862-7.5.7.1", "1862-5.2.5.3")
def test_the_lost_company_can_be_started_again() -> None:
    scene = two()
    licence = facts(scene.game).licences[B]
    game = merge(scene.operate(A, Merger), B, A)
    assert B not in game.state.cell
    assert B not in game.state.par
    assert facts(game).permits[B] == (licence,)
    assert B in startable(game)  # its home can be upgraded ...
    game.state.phase = 0
    assert B not in startable(game)  # ... unless green tiles are not yet available


# --- the turn goes on or not -------------------------------------------------------------


@rule("1862-5.1.1.2", "1862-7.5.0.2")
def test_with_a_company_that_has_not_operated_the_turn_goes_on() -> None:
    game = merge(two().operate(A, Merger), B, A)
    assert game.step.id == "track"
    assert game.state.turn is not None
    assert game.state.turn.company == A
    assert B not in game.state.round.order


@rule("1862-5.1.1.2", "1862-7.5.0.2", "1862-7.5.6.1")
@pytest.mark.parametrize("edition", ["rulebook", "online"])
def test_trains_that_came_with_a_merger_run_in_that_turn(edition: str) -> None:
    game = merge(two(edition=edition).operate(A, Merger), B, A)
    while game.step.id != "run_trains":
        game.play(Pass())
    cards = game.state.trains[A]
    assert {game.kind_of(card) for card in cards} == {"3E", "3L"}
    game.play(Run(tuple(Route(card, "C8.0-C10.0") for card in cards)))
    assert game.state.turn is not None
    assert game.state.turn.revenue == 50


@rule("1862-5.1.1.2", "1862-7.5.0.2")
def test_with_one_that_has_operated_the_turn_ends() -> None:
    scene = two(others=("FDR",)).found("FDR", {0: 5}, price=54)
    game = scene.operate(A, Merger)
    Play(game).set_round(order=(B, A, "FDR"), index=1, operated=frozenset({B}))
    merge(game, B, B)
    assert game.state.turn is not None
    assert game.state.turn.company == "FDR"
    assert A not in game.state.floated


@rule("1862-7.5.0.2", "1862-7.3.2")
@pytest.mark.parametrize(("edition", "revenue"), [("rulebook", 50), ("online", 0)])
def test_the_turn_goes_on_without_director(edition: str, revenue: int) -> None:
    mine: dict[Owner, int] = {0: 3, 2: 2, POOL: 5}
    theirs: dict[Owner, int] = {1: 3, 2: 2, POOL: 5}
    scene = two(mine=mine, theirs=theirs, others=("FDR",), edition=edition)
    scene.found("FDR", {0: 5}, price=54)
    game = scene.operate(A, Merger).play(Merge(B)).play(Choose(A))
    while game.step.id in ("merger_consent", "odd_share"):
        game.play(Answer("agree") if game.step.id == "merger_consent" else Choose("sell"))
    assert receivership(game, A)
    assert game.state.turn is not None
    assert game.state.turn.company == "FDR"
    assert game.state.last_runs[A].revenue == revenue


@rule("1862-5.1.2.1", "1862-7.14.1")
def test_an_acquired_company_loses_its_turn() -> None:
    scene = two(others=("FDR",)).found("FDR", {0: 5}, price=54)
    game = scene.operate(A, Acquisition)
    merge(game, B, B)  # the other one survives: it does not operate either
    assert game.state.turn is not None
    assert game.state.turn.company == "FDR"
    assert game.state.floated == {B, "FDR"}


@rule("1862-7.14.2", "1862-N.7")
def test_one_merger_and_one_acquisition_in_a_turn() -> None:
    scene = two(others=("L&E",)).found("L&E", {0: 6, 1: 4}, cash=100)
    scene.lay("C6", "57", 0).station("L&E", "C6")
    game = scene.operate(A, Merger)
    merge(game, B, A)
    assert game.step.id == "track"
    refused(game, Merge("L&E"), "1862-7.1.4")
    while game.step.id != "acquisition":
        action = next((c.action for c in game.legal_actions() if c.action == Pass()), None)
        game.play(action or game.legal_actions()[0])
        assert game.state.turn is not None
        assert game.state.turn.company == A
    merge(game, "L&E", A)
    assert game.state.floated == {A}


@rule("1862-7.12.1", "1862-7.5.3.2")
@pytest.mark.parametrize("step", [Merger, Acquisition])
@pytest.mark.parametrize("edition", ["rulebook", "online"])
def test_a_merger_of_worthless_companies_is_bankrupt(step: Any, edition: str) -> None:
    """3 + 3/2, for companies without trains at 7: no price but the last fits."""
    scene = two(prices=(7, 7), trains=("", ""), others=("FDR",), edition=edition)
    game = scene.found("FDR", {0: 5}, price=54).operate(A, step)
    cash = [game.state.cash[seat] for seat in range(3)]
    merge(game, B, A)
    assert game.state.floated == {"FDR"}
    assert [game.state.cash[seat] for seat in range(3)] == cash
    assert game.state.cash[A] == game.state.cash[B] == 0
    assert stops_of(game, A) == stops_of(game, B) == []
    assert game.state.turn is not None
    assert game.state.turn.company == "FDR"
    assert {A, B} <= set(startable(game))
    check(game)


@rule("1862-7.5.1.2")
def test_a_merger_after_the_lner_is_refused() -> None:
    game = two().operate(A, Merger)
    assert merger_problem(game, A, B) is None
    Play(game).set_facts(lner=True, limit=20)
    with pytest.raises(IllegalAction) as caught:
        game.play(Merge(B))
    assert (caught.value.reason, caught.value.rule) == ("no_mergers_now", "1862-7.5.1.2")
