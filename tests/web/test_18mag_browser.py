"""18Magyarország in a real browser: from the lobby through the draft, and alone to the result."""

from __future__ import annotations

import re
from typing import Any

import pytest

from dieciocho.web.models import Table
from dieciocho.web.services import copying, reading

from .browsers import Person, chromium, needs_chromium
from .hands import Mouse
from .test_18mag_page import about_to_hire, at_step
from .test_table_browser import ANA, sit

__all__ = ["chromium", "sit"]

pytestmark = [pytest.mark.django_db(transaction=True), needs_chromium]


def sets_up(ana: Person, players: int, **choices: str) -> None:
    """Set a table up in the lobby; whoever else sits there uses the same screen."""
    page = ana.page
    page.goto("/new/?game=18mag")
    page.locator("#id_players").select_option(str(players))
    page.locator("#id_seating").select_option("listed")
    for seat, name in enumerate(("Ana", "Bea", "Cai", "Dan")[:players]):
        page.locator(f"#id_who_{seat}").select_option("here" if seat else "me")
        page.locator(f"#id_name_{seat}").fill(name)
    for option, value in choices.items():
        page.locator(f"#id_option_{option}").select_option(value)
    page.get_by_role("button", name="Create the table").click()
    page.locator("#board svg[data-ready]").wait_for()


# --- three around one screen -----------------------------------------------------------


def test_three_people_draft_and_operate(sit: Any) -> None:
    ana = sit()
    sets_up(ana, 3)
    drafts(ana)
    operates(ana)
    assert not ana.complaints
    table = Table.objects.get()
    assert table.header is not None
    assert len(table.header["options"]["prices"].split()) == 7
    assert table.header["players"] == ["Ana", "Bea", "Cai"]


def drafts(ana: Person) -> None:
    """Everybody takes four minors and two shares; the first player changes with every round."""
    page = ana.page
    ana.sees("Draft of minors and shares", "#where")
    hint = page.locator("#group-take .group-hint")
    assert "4 of 4 minors, 2 of 2 shares" in hint.inner_text()
    ana.clicks_hex("E10")  # the home of minor 3
    ana.plays("Take it", "#inspector")
    ana.sees("Bea")
    takers = []
    for number in range(1, 18):
        takers.append(page.locator("#turn-title").inner_text().split()[0])
        kind = "share" if number >= 12 else "minor"
        cards = page.locator("#group-take .offer-card")
        if kind == "minor":
            cards = cards.filter(has_text=re.compile(r"Minor \d"))
        else:
            cards = cards.filter(has_text="starting price")
        cards.first.get_by_role("button", name="Take it").click()
        Mouse(ana).shows(number + 1)
    assert takers[:8] == ["Bea", "Cai", "Bea", "Cai", "Ana", "Cai", "Ana", "Bea"]
    ana.sees("Operating round 1.1", "#where")


def operates(ana: Person) -> None:
    page = ana.page
    ana.sees("Lay a tile or upgrade one for 1.")
    marked = page.locator("#board [data-highlight]").first.get_attribute("data-highlight")
    ana.clicks_hex(marked)
    page.locator("#effect span").first.wait_for()
    ana.plays("Lay this tile", "#picker")
    ana.sees("Lay a second tile of 1 for Ft10 to SKEV, or go on.")
    ana.clicks_hex(page.locator("#board [data-highlight]").first.get_attribute("data-highlight"))
    ana.sees("Paid to: SKEV Ft10", "#effect")
    ana.plays("Lay this tile", "#picker")
    for button in ("Place no station", "Keep all trains"):
        if page.locator("#panel").get_by_role("button", name=button).count():
            ana.plays(button)
    if page.locator("#plan").count():
        ana.answered(page.locator("#plan form button").first.click)
    page.get_by_role("tab", name="Companies").click()
    assert page.locator("#companies svg").count() == 7 + 12


# --- widgets ---------------------------------------------------------------------------


def test_wagons_are_hired_with_the_run(sit: Any) -> None:
    game = about_to_hire("RABA")
    table = copying.adopt(ANA, game)
    ana = sit().opens(table.slug)
    page = ana.page
    ana.sees("no other hiring keeps more", "#plan")
    chosen = page.locator(".hiring select")
    assert [c.input_value() for c in chosen.all()].count("") == 2  # RÁBA's wagon is worth it
    hired = page.locator(".hiring li", has_text="RÁBA").locator("select")
    hired.select_option("")
    page.locator("#plan button", has_text="Run these routes").wait_for()
    hired.select_option(index=1)  # at once: what is new on the page listens already
    page.locator("#plan button", has_text="Hire and run").wait_for()
    assert "Hired: RABA Ft10." in page.locator(".hiring-sum").inner_text()
    ana.plays("Hire and run")
    done = reading.position(Table.objects.get(pk=table.pk)).history[len(game.history) :]
    assert [type(record.action).__name__ for record in done] == ["Use", "Run"]
    assert not ana.complaints


def test_a_dividend_is_chosen_in_tens(sit: Any) -> None:
    game = next(
        game
        for skip in range(40)
        if ((game := at_step("pay_out", 4, skip)).legal_actions()[0].high or 0) >= 30
    )
    table = copying.adopt(ANA, game)
    ana = sit().opens(table.slug)
    card = ana.page.locator("#group-distribute .offer-card")
    for _ in range(2):
        card.get_by_role("button", name="10 more").click()
    assert card.locator("input[name=price]").input_value() == "20"
    assert "price" in card.inner_text()
    ana.plays("Distribute")
    ana.sees("distributes", "#where")
    assert not ana.complaints


@pytest.mark.parametrize("width", [360, 390, 1500])
def test_the_page_fits_the_screen(sit: Any, width: int) -> None:
    positions = [
        at_step("draft", 4, 5),
        at_step("track", 4, 20),
        at_step("run_trains", 4, 90),
        at_step("pay_out", 4, 12),
        at_step("trains", 3, 20, "online"),
        at_step("stock_round", 4, 12),
        at_step("upgrade_tile", 1),
    ]
    for game in positions:
        ana = sit(width=width).opens(copying.adopt(ANA, game).slug)
        for tab in ana.page.locator("[role=tab]").all():
            tab.click()
            assert ana.fits_the_screen(), (game, tab.inner_text())
        assert not ana.complaints
        ana.context.close()


# --- alone -----------------------------------------------------------------------------


class Soloist:
    """Plays by clicking: builds and buys a little, then lets the rounds go by."""

    def __init__(self, ana: Person) -> None:
        self.ana = ana
        self.page = ana.page
        self.done: dict[str, int] = {}

    def play(self) -> None:
        for _ in range(1500):
            if not self.page.locator("#panel .group").count():
                return
            self.decide()
        raise AssertionError("the game does not end")

    def decide(self) -> None:
        kinds = self.page.locator("#panel .group").evaluate_all(
            "all => all.map(g => g.dataset.kind)"
        )
        most = {"lay": 14, "station": 2, "buy_train": 3, "use": 0, "discard": 0, "sell": 0}
        kind = next(k for k in kinds if self.done.get(k, 0) < most.get(k, 10_000))
        self.done[kind] = self.done.get(kind, 0) + 1
        if kind == "lay":
            self.page.locator("[data-hex-link]").nth(self.done[kind] % 2 - 1).click()
            self.page.locator("#picker").wait_for()
            return self.press("#picker button.confirm")
        if kind == "distribute":
            field = self.page.locator("#group-distribute input[name=price]")
            field.fill(field.get_attribute("max"))
        return self.press(f"#group-{kind} form button.button >> nth=0")

    def press(self, button: str) -> None:
        before = self.page.locator("#state").get_attribute("data-revision")
        self.page.locator(button).click()
        changed = "old => document.querySelector('#state').dataset.revision !== old"
        self.page.wait_for_function(changed, arg=before)
        self.page.wait_for_function("() => !document.querySelector('.htmx-request')")


@pytest.mark.parametrize(("length", "difficulty"), [("short", "red"), ("long", "green")])
def test_a_solo_game_to_the_result(sit: Any, length: str, difficulty: str) -> None:
    ana = sit()
    sets_up(ana, 1, length=length, difficulty=difficulty)
    options = reading.position(Table.objects.get()).header.options
    assert options["length"] == length
    assert {"cards", "stock", "prices"} <= set(options)
    page = ana.page
    page.get_by_role("tab", name="István").click()
    assert page.locator(".programme li.next").count() == (2 if length == "short" else 3)
    assert page.locator(".programme .tag", has_text="reconstructed").count() >= 2
    Soloist(ana).play()
    page.get_by_role("tab", name="Log").click()
    assert "István:" in page.locator("#log").inner_text()
    page.locator("#turn a").click()
    page.wait_for_url("**/result/")
    ranking = page.locator(".ranking").inner_text()
    assert "István" in ranking
    assert "Ana" in ranking
    assert page.locator("section.chart:has(svg)").count() == 3
    assert Table.objects.get().status == Table.Status.FINISHED
    assert not ana.complaints


def test_the_solo_game_is_explained(sit: Any) -> None:
    ana = sit(language="es")
    ana.page.goto("/t/rules/18mag/")
    text = ana.page.locator("main").inner_text()
    assert "Las cartas de István son una reconstrucción" in text
    assert "18MAG-XI.2.2.4" in text
    assert not ana.complaints


def test_the_solo_game_follows_the_rulebook_only(sit: Any) -> None:
    ana = sit()
    ana.page.goto("/new/?game=18mag")
    ana.page.locator("#id_players").select_option("1")
    ana.page.locator("input[name=edition][value=online]").check()
    ana.page.get_by_role("button", name="Create the table").click()
    ana.sees("the solo game follows the rulebook only", "main")
    assert not Table.objects.exists()
