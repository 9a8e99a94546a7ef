"""1862 in a real browser: parliament, a charter, half shares, a run, the result."""

from __future__ import annotations

from typing import Any

import pytest

from dieciocho.engine.actions import Choose, Run
from dieciocho.games.g1862.consolidation import OddShare
from dieciocho.web.services import copying

from .browsers import before, chromium, match, needs_chromium
from .hands import Keys, stretch
from .test_table_browser import ANA, now_at, sit, three_at

__all__ = ["chromium", "sit"]  # fixtures

pytestmark = [pytest.mark.django_db(transaction=True), needs_chromium]


def test_a_charter_is_won_in_parliament(sit: Any) -> None:
    table = three_at("1862")
    ana = sit().opens(table.slug)
    page = ana.page
    ana.sees("Parliament round", "#where")
    card = page.locator("#group-bid .offer-card").first
    assert "permit:" in card.inner_text()
    company = page.locator("#group-bid .chip").first.text_content().strip()
    ana.answered(card.get_by_role("button", name="Bid", exact=True).click)
    ana.sees(f"Raise the bid for the charter of {company}")
    page.locator("#group-bid").get_by_role("button", name="five more").click()
    ana.plays("Bid")
    ana.plays("Drop out")  # Cai
    ana.plays("Drop out")  # Ana: Bea has it
    ana.sees(f"Choose the par value of {company}.")
    page.locator("#group-start label.pick").first.click()
    ana.plays("Start the company")
    ana.sees(f"more shares of {company}?")
    ana.plays("Enough shares")
    page.get_by_role("tab", name="Charters").click()
    row = page.locator("#sheet-parliament tbody tr", has_text=company).first
    assert "Bea" in row.inner_text()
    assert now_at(table).state.president[company] == 1
    assert not ana.complaints


def test_half_a_share_is_redeemed(sit: Any) -> None:
    game = before(match("1862"), "OddShare", Choose, lambda found: len(found) == 2)
    table = copying.adopt(ANA, game)
    ana = sit().opens(table.slug)
    step = game.step
    assert isinstance(step, OddShare)
    ana.sees("has half a share of")
    ana.sees("two shares become one", "#group-choose")
    card = ana.page.locator("#group-choose .offer-card", has_text="Keep it")
    assert "keep a whole one" in card.inner_text()
    left = game.state.cash[step.holder] - step.cost
    assert f"£{left}" in card.locator("tr", has_text="money then").inner_text()
    ana.answered(card.get_by_role("button").click)
    assert now_at(table).history[len(game.history)].action == Choose("redeem")
    assert not ana.complaints


def test_trains_are_run(sit: Any) -> None:
    game = before(match("1862"), "RunTrains", Run)
    table = copying.adopt(ANA, game)
    ana = sit().opens(table.slug)
    ana.sees("proven best", "#plan")
    assert ana.page.locator(".route-list li").count()
    ana.plays("Run these routes")
    assert isinstance(now_at(table).history[len(game.history)].action, Run)
    assert not ana.complaints


def test_a_company_operates_with_the_keyboard_alone(sit: Any) -> None:
    game = match("1862")
    part = stretch(game)
    table = copying.adopt(ANA, game.at(part.start))
    ana = sit().opens(table.slug)
    Keys(ana).follow(game, part)
    assert now_at(table).state == game.at(part.stop).state
    assert not ana.complaints


def test_the_result_of_a_finished_game(sit: Any) -> None:
    table = copying.adopt(ANA, match("1862"))
    ana = sit().opens(table.slug)
    ana.page.locator("#turn a").click()
    ana.page.wait_for_url("**/result/")
    ranking = ana.page.locator(".ranking").inner_text()
    assert all(name in ranking for name in ("Ana", "Bea", "Carla"))
    assert ana.page.locator(".chart svg:visible").count() == 3
    assert not ana.complaints
