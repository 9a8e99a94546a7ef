"""What axe, the usual automatic check, finds on the pages: nothing serious."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import dieciocho
from dieciocho.engine.actions import Choose
from dieciocho.engine.game import Game
from dieciocho.games.g18esp.actions import Combine, OpenPass
from dieciocho.games.g1862.actions import Merge
from dieciocho.page.base import page_of
from dieciocho.web.services import copying

from ..g1862.test_mergers import B as PARTNER
from ..g1862.test_mergers import many_stations
from .browsers import (
    Person,
    at_step,
    before,
    chromium,
    match,
    needs_chromium,
    played,
    site,
    somewhere,
)
from .test_play_browser import slug_of
from .test_table_browser import ANA, sit

axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="needs axe")

__all__ = ["chromium", "sit", "site"]  # fixtures
pytestmark = needs_chromium

STEPS = {
    "private_auction": 3,
    "stock_round": 30,
    "track": 15,
    "station": 3,
    "run_trains": 9,
    "pay_dividend": 9,
    "trains": 9,
}
PAGES = (
    "/",
    "/new/",
    "/import/",
    "/position/",
    "/finished/",
    "/accounts/login/",
    "/accounts/signup/",
    "/accounts/reset/",
    "/t/rules/1888n/",
    "/t/rules/1865/?q=dragons",
    "/t/intro/1862/",
    "/nothing/",
)
# Every pair of language, colours and width occurs.
LOOKS = [("en", "light", 1400), ("es", "dark", 1400), ("en", "dark", 390), ("es", "light", 390)]

FEW_LOOKS = [LOOKS[0], ("es", "dark", 390)]


def looks(chosen: list[tuple[str, str, int]]) -> Any:
    names = ["-".join(map(str, look)) for look in chosen]
    return pytest.mark.parametrize(("language", "scheme", "width"), chosen, ids=names)


def findings(person: Person, where: Any = None) -> list[str]:
    """Return what axe calls serious or critical on the page, or a part, as it is shown now."""
    options = {"resultTypes": ["violations"]}
    answer = axe.Axe().run(person.page, where, options).response
    assert answer["passes"], "axe has looked at nothing"
    return [
        f"{person.page.url}: {found['help']}: {node['html'][:300]}"
        for found in answer["violations"]
        if found["impact"] in ("serious", "critical")
        for node in found["nodes"]
    ]


@pytest.fixture(scope="module")
def tables(chromium: Any, site: str, tmp_path_factory: Any) -> tuple[Any, dict[str, str]]:
    """A guest with tables at every kind of decision, and one that is over."""
    person = Person(chromium, site)
    folder: Path = tmp_path_factory.mktemp("games")
    slugs = {}
    games = {step: at_step(step, skip=skip) for step, skip in STEPS.items()}
    for name, game in {**games, "over": played(5000)}.items():
        path = folder / f"{name}.json"
        game.to_json(path)
        person.page.goto("/import/")
        person.page.set_input_files("input[type=file]", str(path))
        person.presses("Import", "main")
        person.page.wait_for_url("**/t/**")
        slugs[name] = slug_of(person)
    state = person.context.storage_state()
    person.close()
    return state, slugs


@pytest.fixture
def visitor(chromium: Any, site: str, tables: Any, language: str, scheme: str, width: int) -> Any:
    person = Person(
        chromium,
        site,
        language=language,
        width=width,
        color_scheme=scheme,
        storage_state=tables[0],
    )
    yield person
    person.complaints = [c for c in person.complaints if "404" not in c and "400" not in c]
    person.close()


def test_axe_finds_what_is_put_there(chromium: Any, site: str) -> None:
    person = Person(chromium, site)
    person.page.goto("/")
    person.page.evaluate("document.querySelector('main').append(document.createElement('button'))")
    assert any("Buttons must have discernible text" in found for found in findings(person))
    person.close()


@looks(LOOKS)
def test_lobby_and_accounts(visitor: Person, language: str, scheme: str, width: int) -> None:
    found = []
    for address in PAGES:
        visitor.page.goto(address)
        found += findings(visitor)
        assert visitor.fits_the_screen(), address
    visitor.page.goto("/new/")
    visitor.page.locator("#id_seating").select_option("seed")
    visitor.presses(visitor.words("Create the table"))
    visitor.page.locator(".errorlist").first.wait_for()
    found += findings(visitor)
    assert not found


def test_an_account_and_an_open_table(chromium: Any, site: str) -> None:
    person = Person(chromium, site, language="es", width=390)
    person.page.goto("/accounts/signup/")
    person.page.locator("#id_username").fill("eva")
    for field in ("#id_password1", "#id_password2"):
        person.page.locator(field).fill("tren-lento-1888")
    person.presses(person.words("Sign up"))
    person.page.locator(".menu summary").click()
    found = findings(person)
    person.page.get_by_role("link", name=person.words("Profile")).click()
    person.page.locator("#id_label").fill("mi programa")
    person.presses(person.words("Make a token"))
    person.page.locator("#secret").wait_for()
    found += findings(person)
    person.page.goto("/accounts/password/")
    found += findings(person)
    person.page.goto("/new/")
    person.page.locator("#id_who_1").select_option("open")
    person.presses(person.words("Create the table"))
    person.page.wait_for_url("**/table/*/")
    found += findings(person)
    assert not found
    person.close()


@looks(FEW_LOOKS)
def test_the_table_at_every_decision(
    visitor: Person, tables: Any, language: str, scheme: str, width: int
) -> None:
    found = []
    for step in STEPS:
        visitor.opens(tables[1][step])
        if step == "track":
            visitor.page.locator("[data-hex-link]").first.click()
            visitor.page.locator("#picker input:focus").wait_for()
        # The map is the same at every decision, and takes axe longest.
        found += findings(visitor, None if step == "track" else {"exclude": ["#board"]})
    visitor.page.locator("[data-show-legend]").click()
    visitor.page.locator(".sign svg").first.wait_for()
    found += findings(visitor, "#legend")
    assert not found


@looks(FEW_LOOKS)
def test_history_what_if_sheets_and_result(
    visitor: Person, tables: Any, language: str, scheme: str, width: int
) -> None:
    slug = tables[1]["over"]
    visitor.page.goto(f"/t/{slug}/?at=200")
    visitor.page.locator("#board svg[data-ready]").wait_for()
    found = findings(visitor, {"exclude": ["#board"]})
    visitor.presses(visitor.words("What if?"), "#time")
    visitor.page.get_by_role("link", name=visitor.words("Back to the game")).wait_for()
    sheets = {}
    for tab in visitor.page.get_by_role("tab").all():
        tab.click()
        sheets[tab.inner_text()] = findings(visitor, ".tabs")
    assert not any(sheets.values()), sheets
    visitor.page.goto(f"/t/{slug}/result/")
    found += findings(visitor)
    assert not found


# --- decisions of single games ---------------------------------------------------------


def of_1862() -> list[Game]:
    """Parliament, trains with warranties, all that belongs to a merger."""
    game = match("1862")
    steps = (
        "charter_auction",
        "trains",
        "redeem",
        "survivor_of_merger",
        "odd_share",
    )
    asked = before(game, "merger", Merge)
    partner = next(c.action for c in asked.legal_actions() if isinstance(c.action, Merge))
    asked.play(partner)
    asked.play(Choose(partner.company))
    assert asked.step.id == "merger_consent"
    return [asked, *(before(game, step) for step in steps), _stations_above_the_limit()]


def _stations_above_the_limit() -> Game:
    """A position that games of bots do not reach, written down and read again."""
    scene = many_stations({0: 6, 1: 4}, {0: 6, 1: 4}, stations="7")
    start = dieciocho.from_position(scene.position())
    merged = start.play(Merge(PARTNER))
    while merged.step.id != "remove_stations":
        merged.play(merged.legal_actions()[0].action)
    return merged


def of_18esp() -> list[Game]:
    """Pioneers, passes, tenders, absorptions, combined trains."""
    game = match("18esp", "random")
    steps = ("pioneer_auction", "tender_consent", "absorption", "absorb_consent", "choose_place")
    return [
        before(game, "track", OpenPass),
        *(somewhere("18esp", step) for step in steps),
        before(game, "trains", Combine),
    ]


def of_1865() -> list[Game]:
    """Maritime companies, markers, mergers, majors."""
    steps = ("draft", "stock_turn", "station", "mergers", "replace_in_mines", "conversion")
    return [somewhere("1865", step, "curious") for step in steps]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("games", [of_1862, of_18esp, of_1865], ids=["1862", "18esp", "1865"])
def test_decisions_of_single_games(games: Any, sit: Any) -> None:
    """Every second one in other colours, language and width; the sheets once."""
    people = [
        sit(language=language, color_scheme=scheme, width=width)
        for language, scheme, width in FEW_LOOKS
    ]
    found = []
    for number, game in enumerate(games()):
        person = people[number % 2]
        person.opens(copying.adopt(ANA, game).slug)
        found += findings(person, ".decision" if number else {"exclude": ["#board"]})
        assert person.fits_the_screen(), game.step.id
    for tab in ("trains", *(sheet.id for sheet in page_of(game.header.game).sheets)):
        person.page.locator(f"#tab-{tab}").click()
        found += findings(person, ".tabs")
    assert not found
    assert not [complaint for person in people for complaint in person.complaints]
