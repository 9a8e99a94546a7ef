"""1865 Sardinia in a real browser: a person drafts, launches, builds; then the rarer decisions."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from dieciocho.engine.actions import PlaceStation
from dieciocho.games.g1865.actions import Absorb, Convert
from dieciocho.web.models import Table
from dieciocho.web.services import copying

from .browsers import Person, before, chromium, match, needs_chromium
from .test_table_browser import ANA, now_at, sit, three_at

__all__ = ["chromium", "sit"]  # fixtures

pytestmark = [pytest.mark.django_db(transaction=True), needs_chromium]


def test_the_first_rounds(sit: Any) -> None:
    table = three_at("1865")
    ana = sit().opens(table.slug)
    drafts(ana)
    launches(ana)
    looks_at_the_dragons(ana)
    builds(ana, table)
    assert not ana.complaints


def drafts(ana: Person) -> None:
    ana.sees("Draft of the maritime companies", "#where")
    ana.sees("capacity 8 for a company", "#group-take")
    for _ in range(6):
        ana.plays("Take it")
    ana.sees("Stock round 1", "#where")
    assert ana.page.locator("#sheet-players", has_text="Compagnia Marittima").count()


def launches(ana: Person) -> None:
    """Each launches a company, then buys the share that floats it."""
    page = ana.page
    companies = {"FMS": "Meridionali Sarde", "SFSS": "Settentrionali Sarde", "FA": "degli Aranci"}
    for name in companies.values():
        card = page.locator("#group-start details", has_text=name)
        card.locator("summary").click()
        card.locator("label.pick").first.click()
        ana.answered(card.get_by_role("button", name="Start the company").click)
    for name in companies.values():
        card = page.locator("#group-buy_share .offer-card", has_text=name)
        ana.answered(card.locator("button").first.click)
    while "Stock round 1" in page.locator("#where").inner_text():
        ana.plays("Pass")


def looks_at_the_dragons(ana: Person) -> None:
    page = ana.page
    page.get_by_role("tab", name="Dragons").click()
    sheet = page.locator("#sheet-dragons")
    assert sheet.locator("svg:not(.chip)").count() == 1
    moves = sheet.locator("ol.told li").all_inner_texts()
    times = [re.search(r"\(×(\d+)\)$", move) for move in moves]  # the same move in a row
    assert sum(int(found[1]) if found else 1 for found in times) > 3
    assert all(move.startswith("The Dragons") for move in moves), moves
    page.get_by_role("tab", name="Log").click()
    ana.sees("The Dragons", "#log")


def builds(ana: Person, table: Table) -> None:
    page = ana.page
    ana.sees("Operating round 1.1", "#where")
    ana.sees("track costs nothing")
    marked = page.locator("#board [data-highlight]").first.get_attribute("data-highlight")
    ana.clicks_hex(marked)
    page.locator("#board .preview").wait_for()
    page.locator("#effect span", has_text="Free of charge.").wait_for()
    ana.plays("Lay this tile", "#picker")
    laid = page.locator(f'#board [data-hex="{marked}"] > title', has_text="tile")
    laid.wait_for(state="attached")
    last = now_at(table).history[-1].action
    assert type(last).__name__ == "LayTile"


# --- decisions of a later game -----------------------------------------------------------


def test_a_marker_is_placed_by_the_connection_that_is_chosen(sit: Any) -> None:
    game = before(match("1865", "random"), "station", PlaceStation, by_two_ways)
    ways = Counter(c.action.hex for c in game.legal_actions() if isinstance(c.action, PlaceStation))
    name = ways.most_common(1)[0][0]
    table = copying.adopt(ANA, game)
    ana = sit().opens(table.slug)
    ana.sees("at the end of a direct connection")
    ana.clicks_hex(name)
    offers = ana.page.locator("#inspector form.offer")
    assert offers.count() == ways[name]
    assert "traffic +" in offers.last.inner_text()
    drawn = ana.page.locator("#board .way-mark")  # of the first, until one looks at another
    drawn.wait_for()
    wanted = offers.last.locator("input[name=action]").input_value()
    ana.answered(offers.last.locator("button.button").click)
    placed = now_at(table).history[len(game.history)].action
    assert isinstance(placed, PlaceStation)
    assert placed.way in wanted
    assert not ana.complaints


def test_a_connection_is_brought_into_sight(sit: Any) -> None:
    """The map may be higher than the window, and a finger does not hover."""
    game = before(match("1865", "random"), "station", PlaceStation, by_two_ways)
    ana = sit(width=390).opens(copying.adopt(ANA, game).slug)
    for shown in ana.page.locator("#group-station [data-show-way]").all():
        shown.click()
        box = ana.page.locator("#board .way-mark").bounding_box()
        assert 0 <= box["y"] <= 844 - min(box["height"], 844)
        shown.scroll_into_view_if_needed()
    assert not ana.complaints


def by_two_ways(markers: list[PlaceStation]) -> bool:
    """Say whether a city is reached by two connections."""
    return len({marker.hex for marker in markers}) < len(markers)


def test_a_company_becomes_a_major(sit: Any) -> None:
    game = before(match("1865"), "conversion", Convert)
    table = copying.adopt(ANA, game)
    ana = sit().opens(table.slug)
    ana.sees("Shall it become a major?")
    ana.sees("ten shares instead of five", "#group-convert")
    ana.plays("Become a major")
    assert isinstance(now_at(table).history[len(game.history)].action, Convert)
    assert not ana.complaints


def test_an_absorption_says_what_it_costs(sit: Any) -> None:
    game = before(match("1865"), "mergers", Absorb)
    offers = [c.action for c in game.legal_actions() if isinstance(c.action, Absorb)]
    table = copying.adopt(ANA, game)
    ana = sit().opens(table.slug)
    ana.sees("absorb or be absorbed?")
    first = offers[0]
    title = f"{first.absorber} absorbs {first.company}"
    card = ana.page.locator("#group-absorb .offer-card", has_text=title).first
    assert "compensation in all" in card.inner_text()
    ana.plays(title)
    ana.sees(f"{title} and pays", "#where, #log")
    assert first.company not in now_at(table).state.president
    assert not ana.complaints


def test_the_result_of_a_finished_game(sit: Any) -> None:
    table = copying.adopt(ANA, match("1865"))
    ana = sit().opens(table.slug)
    ana.page.locator("#turn a").click()
    ana.page.wait_for_url("**/result/")
    ranking = ana.page.locator(".ranking").inner_text()
    assert all(name in ranking for name in ("Ana", "Bea", "Carla"))
    assert ana.page.locator(".chart svg:visible").count() == 3
    assert not ana.complaints
