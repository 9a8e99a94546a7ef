"""18ESP in a real browser: pioneers, track with a station and a pass, goals, the result."""

from __future__ import annotations

import re
from typing import Any

import pytest

import dieciocho
from dieciocho.engine.actions import LayTile, PlaceStation
from dieciocho.engine.game import Game
from dieciocho.games.g18esp.actions import OpenPass
from dieciocho.games.g18esp.facts import (
    ABSORPTION,
    AREA,
    DESTINATION,
    MINE_PORT,
    NORTH,
    PORT,
    SOUTH,
    in_play,
)
from dieciocho.games.g18esp.page.goals import goals_of
from dieciocho.web.services import copying

from .browsers import before, chromium, match, needs_chromium
from .hands import Mouse, stretch
from .test_table_browser import ANA, now_at, sit, three_at

__all__ = ["chromium", "sit"]  # fixtures

pytestmark = [pytest.mark.django_db(transaction=True), needs_chromium]


def test_a_pioneer_is_auctioned(sit: Any) -> None:
    table = three_at("18esp")
    ana = sit().opens(table.slug)
    page = ana.page
    ana.sees("Auction of the pioneers", "#where")
    ana.sees("La Habana", "#group-bid")
    ana.sees("Saves its company the cost of one mine tile", "#group-bid")
    page.locator("#group-bid").get_by_role("button", name="five more").click()
    ana.plays("Bid")
    ana.plays("Leave this auction")
    ana.plays("Leave this auction")
    ana.sees("Mataró", "#group-bid")
    game = now_at(table)
    assert game.state.private_owner["P1"] == 0
    assert game.state.cash[0] < game.state.cash[1]
    assert not ana.complaints


def station_first() -> Game:
    """Return a position where a station leaves time and money for a tile."""
    game = match("18esp", count=300)
    for number in range(len(game.history)):
        now = game.at(number)
        found = [c.action for c in now.legal_actions() if isinstance(c.action, PlaceStation)]
        if now.step.id == "track" and found:
            trial = now.copy()
            trial.play(found[0])
            if any(isinstance(c.action, LayTile) for c in trial.legal_actions()):
                return now
    raise LookupError


def test_tile_and_station_in_any_order(sit: Any) -> None:
    game = station_first()
    table = copying.adopt(ANA, game)
    ana = sit().opens(table.slug)
    page = ana.page
    ana.sees("in any order")
    ana.answered(page.locator("#group-station form.offer button").first.click)
    page.locator("[data-hex-link]").first.click()
    page.locator("#effect span").first.wait_for()
    ana.plays("Lay this tile", "#picker")
    done = [type(record.action) for record in now_at(table).history[len(game.history) :]]
    assert done == [PlaceStation, LayTile]
    assert not ana.complaints


def test_a_company_operates_on_a_telephone(sit: Any) -> None:
    game = match("18esp", count=300)
    part = stretch(game)
    table = copying.adopt(ANA, game.at(part.start))
    ana = sit(language="es", width=390, has_touch=True).opens(table.slug)
    Mouse(ana).follow(game, part)
    assert now_at(table).state == game.at(part.stop).state
    assert ana.fits_the_screen()
    assert not ana.complaints


def test_a_pass_is_opened(sit: Any) -> None:
    game = before(match("18esp", "random"), "track", OpenPass)
    table = copying.adopt(ANA, game)
    ana = sit().opens(table.slug)
    ana.sees("Open for", "#group-open_pass")
    ana.answered(ana.page.locator("#group-open_pass form.offer button").first.click)
    assert isinstance(now_at(table).history[len(game.history)].action, OpenPass)
    assert not ana.complaints


@pytest.mark.parametrize(
    ("edition", "north", "south"),
    [("rulebook", MINE_PORT, ABSORPTION), ("online", PORT, PORT)],
)
def test_goals_are_those_of_the_edition(edition: str, north: str, south: str) -> None:
    game = dieciocho.new_game("18esp", ["Ana", "Bea", "Carla"], edition=edition, seed=5)
    for sort, third in ((NORTH, north), (SOUTH, south)):
        for company in in_play(game, sort):
            assert goals_of(game, company) == [DESTINATION, AREA, third]


def test_cities_of_a_hex_are_told_apart_by_their_track(sit: Any) -> None:
    game = before(match("18esp", "random"), "choose_home", PlaceStation)
    ana = sit().opens(copying.adopt(ANA, game).slug)
    titles = ana.page.locator("#group-station .card-title").all_inner_texts()
    assert len(set(titles)) == len(titles) > 1
    assert all(re.search(r"city \d \([NSEW, ]+\)$", title) for title in titles)
    assert not ana.complaints


def test_a_move_leads_back_to_the_top_of_the_panel(sit: Any) -> None:
    table = three_at("18esp")
    ana = sit(width=1400).opens(table.slug)
    ana.page.set_viewport_size({"width": 1400, "height": 420})
    decision = ana.page.locator(".decision")
    decision.evaluate("e => e.scrollTo(0, e.scrollHeight)")
    assert decision.evaluate("e => e.scrollTop") > 0
    ana.plays("Leave this auction")
    ana.sees("Bea")
    assert ana.page.locator("#turn-title").evaluate(
        "e => e.getBoundingClientRect().top >= e.closest('.decision').getBoundingClientRect().top"
    )


@pytest.mark.parametrize("width", [1400, 390])
def test_all_holdings_are_seen_at_once(sit: Any, width: int) -> None:
    table = copying.adopt(ANA, match("18esp", count=300))
    ana = sit(width=width).opens(table.slug)
    box = ana.page.locator("#players .scroll")
    assert box.evaluate("e => e.scrollWidth <= e.clientWidth")


def test_goals_and_result(sit: Any) -> None:
    table = copying.adopt(ANA, match("18esp", "random"))
    ana = sit().opens(table.slug)
    page = ana.page
    page.get_by_role("tab", name="Goals").click()
    goals = page.locator("#sheet-goals")
    assert "a red area on a route" in goals.inner_text()
    assert "connected" in goals.inner_text()
    assert goals.locator("tbody tr").count() >= 4
    page.locator("#turn a").click()
    page.wait_for_url("**/result/")
    ranking = page.locator(".ranking").inner_text()
    assert all(name in ranking for name in ("Ana", "Bea", "Carla"))
    assert page.locator(".chart svg:visible").count() == 3
    assert not ana.complaints
