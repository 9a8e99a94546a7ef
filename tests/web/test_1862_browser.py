"""1862 in a real browser: parliament, a charter, half shares, a run, the result."""

from __future__ import annotations

from typing import Any

import pytest

from dieciocho.engine.actions import Choose, Pass, Run
from dieciocho.engine.state import BANK
from dieciocho.games.g1862.actions import Merge
from dieciocho.games.g1862.consolidation import OddShare
from dieciocho.games.g1862.facts import this_turn
from dieciocho.games.g1862.holdings import held
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
    ana.sees("permits: ", "#group-start")
    page.locator("#group-start label.pick").first.click()
    ana.plays("Start the company")
    ana.sees(f"more shares of {company}?")
    ana.plays("Enough shares")
    page.get_by_role("tab", name="Charters").click()
    row = page.locator("#sheet-parliament tbody tr", has_text=company).first
    assert "Bea" in row.inner_text()
    assert now_at(table).state.president[company] == 1
    while now_at(table).state.round.kind == "parliament":
        ana.plays("Pass in parliament")
    while now_at(table).actor != 1:
        ana.plays("Pass")
    fine = 5 * now_at(table).state.par[company]
    ana.sees(f"You promised {company}: 2 shares of it have to be sold in this round")
    ana.sees(f"or you are fined £{fine}.")
    while now_at(table).state.round.kind == "stock":
        ana.plays("Pass")
    page.get_by_role("tab", name="Log").click()
    ana.sees(f"Bea is fined £{fine} because {company} has not floated", "#log")
    assert not ana.complaints


def test_half_a_share_is_redeemed(sit: Any) -> None:
    game = before(match("1862"), "odd_share", Choose, lambda found: len(found) == 2)
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


def test_a_merger_says_what_becomes_of_everybody(sit: Any) -> None:
    game = before(match("1862"), "merger", Merge)
    table = copying.adopt(ANA, game)
    ana = sit().opens(table.slug)
    ana.sees("permits: ")
    merge = game.legal_actions()[0].action
    assert isinstance(merge, Merge)
    own, other = this_turn(game).company, merge.company
    card = ana.page.locator("#group-merge .offer-card").first
    consent = game.state.president[other] != game.actor
    assert card.get_by_role("button").inner_text() == ("Propose it" if consent else "Merge")
    for seat, name in enumerate(game.players):
        shares = held(game, own, seat) + held(game, other, seat)
        row = card.locator("tr", has_text=name)
        assert (f"{shares} share" in row.inner_text()) if shares else not row.count()
    ana.answered(card.get_by_role("button").click)
    ana.sees("goes on at", "#group-choose")
    assert not ana.complaints


def test_shares_of_companies_have_one_column(sit: Any) -> None:
    game = match("1862")
    positions = (game.at(number) for number in range(len(game.history), 0, -1))
    now, company = next(
        (past, c) for past in positions for c in past.state.cell if held(past, c, c)
    )
    ana = sit().opens(copying.adopt(ANA, now).slug)
    heads = ana.page.locator("#players thead .place").all_inner_texts()
    assert heads[-1] == "Treasury"
    assert len(heads) <= 3
    row = ana.page.locator("#players tbody tr", has=ana.page.get_by_label(company, exact=True))
    assert row.locator("td").last.inner_text() == str(10 * held(now, company, company))
    assert not ana.complaints


def test_who_must_buy_a_train_is_told_so(sit: Any) -> None:
    def forced(found: list[Any]) -> bool:
        return bool(found) and not any(isinstance(action, Pass) for action in found)

    game = before(match("1862"), "trains", fits=forced)
    table = copying.adopt(ANA, game)
    ana = sit().opens(table.slug)
    ana.sees(f"{this_turn(game).company} must buy a train.")
    top = game.state.trains[BANK][0]
    if not any(getattr(c.action, "source", "") == BANK for c in game.legal_actions()):
        ana.sees(f"The next train of the bank, {game.kind_of(top)}, costs", "#panel")


def test_trains_are_run(sit: Any) -> None:
    game = before(match("1862"), "run_trains", Run)
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
