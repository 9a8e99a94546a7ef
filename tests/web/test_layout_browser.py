"""What stands where: what a decision needs is in sight, and what is written can be read."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from dieciocho.engine.actions import BuyShare, Run, StartCompany
from dieciocho.engine.game import Game
from dieciocho.engine.render import legend as signs_of
from dieciocho.games import GAMES
from dieciocho.web.models import Table
from dieciocho.web.services import copying, gathering, playing, reading
from dieciocho.web.services.asking import Viewer
from dieciocho.web.services.gathering import SeatPlan

from .browsers import Person, at_step, chromium, match, needs_chromium
from .test_previews import recorded
from .test_table_browser import ANA, sit

__all__ = ["chromium", "sit"]  # fixtures

pytestmark = [pytest.mark.django_db(transaction=True), needs_chromium]

DESKTOP, PHONE = {"width": 1400, "height": 900}, {"width": 390, "height": 844}
SMALLEST = 9  # pixels
PINCH = 2.5  # what two fingers on a telephone easily do

# Everything that is written on the map: the height of its letters in pixels, in CSS of the page.
_LETTERS = """() => {
  const svg = document.querySelector('#board svg'), scale = svg.getScreenCTM().a;
  return [...svg.querySelectorAll('text')].map(
    text => [Number(text.getAttribute('font-size')) * scale, text.textContent]);
}"""
# As if the decision were about something on the map.
_ABOUT_MAP = "document.querySelector('#state').dataset.about = 'map'"
_LOWEST = """selector => Math.max(...[...document.querySelectorAll(selector)].map(
    element => element.getBoundingClientRect().bottom + scrollY))"""
_SCROLLS = "e => e.scrollHeight > e.clientHeight + 1"


@cache
def stock_round(title: str) -> Game:
    """Return the position of a first stock round with most to choose from."""
    game = match(title, "sensible", 110)
    positions = [game.at(number) for number in range(len(game.history))]
    trading = [p for p in positions if p.state.round.kind == "stock" and buys(p)]
    return max(trading, key=buys)


def buys(game: Game) -> int:
    wanted = (BuyShare, StartCompany)
    return sum(isinstance(choice.action, wanted) for choice in game.legal_actions())


def sits_at(sit: Any, game: Game, size: dict[str, int], **options: Any) -> Person:
    person = sit(width=size["width"], **options)
    person.page.set_viewport_size(size)
    return person.opens(copying.adopt(ANA, game).slug)


@pytest.mark.parametrize("title", GAMES)
def test_a_stock_round_is_in_sight(sit: Any, title: str) -> None:
    """Offers, holdings and market, without scrolling; on the telephone within two swipes."""
    game = stock_round(title)
    ana = sits_at(sit, game, DESKTOP)
    assert ana.page.locator("#state").get_attribute("data-about") == "shares"
    parts = ("#turn", "#players table", "#market svg", "#panel .offer-card", "#group-pass .button")
    for part in parts:
        lowest = ana.page.evaluate(_LOWEST, part)
        assert 0 < lowest <= DESKTOP["height"], (part, lowest)
    assert not ana.page.locator("#players").evaluate(_SCROLLS)
    verbs = ana.page.locator("#group-buy_share .button").all_inner_texts()
    assert all(verb.startswith("Buy ") for verb in verbs), verbs
    ana.page.set_viewport_size(PHONE)
    for part in parts:
        assert 0 < ana.page.evaluate(_LOWEST, part) <= 3 * PHONE["height"], part
    assert ana.fits_the_screen()
    assert not ana.complaints


@pytest.mark.parametrize("title", GAMES)
def test_the_map_can_be_read(sit: Any, title: str) -> None:
    """At the size that it has by default; on the telephone with one pinch."""
    game = match(title, "sensible", 110)
    table = copying.adopt(ANA, game)
    ran = [at for at, r in enumerate(game.history, 1) if isinstance(r.action, Run)][-1:]
    ana = sit(width=DESKTOP["width"])
    ana.page.set_viewport_size(DESKTOP)
    ana.opens(table.slug)
    if ran:  # with the numbers of routes
        ana.page.goto(f"/t/{table.slug}/?at={ran[0]}")
        ana.page.locator("#board svg[data-ready]").wait_for()
    ana.page.evaluate(_ABOUT_MAP)
    letters = ana.page.evaluate(_LETTERS)
    assert len(letters) > 50
    assert [text for height, text in letters if height < SMALLEST] == []
    ana.page.set_viewport_size(PHONE)
    letters = ana.page.evaluate(_LETTERS)
    assert [text for height, text in letters if height * PINCH < SMALLEST] == []


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_legend_stands_beside_the_map(sit: Any, size: dict[str, int]) -> None:
    """It says what is there now; the map stays in sight and in use."""
    game = match("18esp", "sensible", 110)
    ana = sits_at(sit, game, size, language="es")
    legend = ana.page.get_by_role("dialog", name="Leyenda")
    ana.page.locator("#viewport").evaluate("element => element.scrollIntoView()")
    ana.page.keyboard.press("l")
    legend.locator(".sign svg").first.wait_for()
    told = {sign.words for group in signs_of(game, "es") for sign in group}
    assert {*legend.locator("li > span:last-child").all_inner_texts()} == told
    box, board = legend.bounding_box(), ana.page.locator("#viewport").bounding_box()
    assert box["x"] >= board["x"] + 0.5 * board["width"] or box["y"] > board["y"]
    assert box["y"] + box["height"] <= size["height"]
    assert ana.fits_the_screen()
    ana.page.keyboard.press("Escape")
    legend.wait_for(state="hidden")
    ana.page.locator("[data-show-legend]").click()
    legend.get_by_role("button", name="Cerrar").click()
    legend.wait_for(state="hidden")
    assert not ana.complaints


@pytest.mark.parametrize("title", GAMES)
def test_nothing_of_the_heading_is_cut_off(sit: Any, title: str) -> None:
    """Phase and bank are whole and in one line, in both languages; an end does not move the map."""
    game = stock_round(title)
    known, line = "#where .known", "#where .facts-line"
    for language in ("es", "en"):
        ana = sits_at(sit, game, DESKTOP, language=language)
        cut = ana.page.locator(known).evaluate_all(
            "found => found.filter(e => e.scrollWidth > e.clientWidth + 1).map(e => e.innerText)"
        )
        assert cut == []
        tops = {box["y"] for each in ana.page.locator(known).all() if (box := each.bounding_box())}
        assert len(tops) == 1
        assert ana.page.locator(line).evaluate("e => e.getClientRects()[0].height") < 30
        assert ana.page.locator(".table-bar").bounding_box()["height"] < 60
        assert not ana.complaints


@pytest.mark.parametrize("title", GAMES)
def test_trains_and_phases_fit_a_telephone(sit: Any, title: str) -> None:
    ana = sits_at(sit, match(title, "sensible", 110), PHONE, language="es")
    ana.page.locator("#tab-trains").click()
    wide = "found => found.filter(e => e.scrollWidth > e.clientWidth + 1).map(e => e.innerText)"
    tables = ana.page.locator("#trains .scroll")
    assert tables.count() == 2
    assert tables.evaluate_all(wide) == []


def test_the_market_of_a_single_row_fits_a_telephone(sit: Any) -> None:
    for title in ("18mag", "1865"):
        ana = sits_at(sit, stock_round(title), PHONE)
        assert not ana.page.locator("#market").evaluate(
            "element => element.scrollWidth > element.clientWidth + 1"
        )


def test_a_decision_away_from_the_map_comes_first_on_a_telephone(sit: Any) -> None:
    buying, laying = at_step("trains"), at_step("track")
    for game, first in ((buying, "#turn"), (laying, "#viewport")):
        ana = sits_at(sit, game, PHONE)
        tops = {each: ana.page.locator(each).bounding_box()["y"] for each in ("#turn", "#viewport")}
        assert min(tops, key=lambda each: tops[each]) == first


def test_a_what_if_is_told_in_the_heading_without_a_row_of_its_own(sit: Any) -> None:
    table = copying.adopt(ANA, match("1888n", "sensible", 110))
    ana = sit(language="es")
    ana.page.set_viewport_size(DESKTOP)
    ana.opens(table.slug)
    height = ana.page.locator(".table-bar").bounding_box()["height"]
    ana.opens(copying.branch(table.slug, ANA, 5).slug)
    assert ana.page.locator(".branch-note").inner_text() == "¿Y si…?"
    assert ana.page.locator(".table-bar").bounding_box()["height"] == height
    assert ana.page.locator(".facts-line").evaluate("e => e.scrollWidth <= e.clientWidth + 1")
    ana.page.get_by_role("link", name="Volver a la partida").click()
    ana.page.wait_for_url(f"**/t/{table.slug}/")


def test_what_others_take_back_is_not_overlooked(sit: Any) -> None:
    """It stands out in the heading, on a telephone in one line that opens to the whole of it."""
    table = gathering.create_table(ANA, "1888n", [SeatPlan("Ana"), SeatPlan(who="open")])
    bea = Viewer(guest="key-of-bea", name="Bea")
    gathering.join(table.slug, bea)
    gathering.start(table.slug, ANA)
    first = ANA if reading.position(Table.objects.get(pk=table.pk)).actor == 0 else bea
    playing.act(table.slug, first, "buy private KT for 25")
    other = bea if first is ANA else ANA
    waits = sit(other.guest, width=PHONE["width"])
    waits.page.set_viewport_size(PHONE)
    waits.opens(table.slug)
    waits.sees("Your turn")
    assert not waits.page.locator(".last-line.done").count()
    playing.undo(table.slug, first)
    told = waits.page.locator(".last-line.done")
    told.filter(has_text=f"{first.name} has taken back").wait_for()
    told.click()
    whole = waits.page.locator("#happened li").first
    assert whole.evaluate("e => e.scrollWidth <= e.clientWidth + 1")
    assert waits.fits_the_screen()


def test_a_company_with_two_offers_is_named_before_them(sit: Any) -> None:
    ana = sits_at(sit, recorded("18mag", "hs_puhjabag_1762198060", 324), DESKTOP)
    cards = ana.page.locator("#group-buy_share .offer-card")
    two = [card for card in cards.all() if card.locator(".button").count() > 1]
    for card in two:
        name = card.locator(".card-title").bounding_box()
        verbs = [verb.bounding_box()["y"] for verb in card.locator(".button").all()]
        assert name["y"] + name["height"] <= min(verbs) + 1
    assert two


def test_markets_keep_the_colours_of_companies_in_the_dark(sit: Any) -> None:
    ana = sits_at(sit, match("1865", "sensible", 110), DESKTOP, color_scheme="dark")
    seen = "e => getComputedStyle(e).filter"
    marker = ana.page.locator("#market [data-marker] > rect").first
    for above in ("svg", "[data-cell]"):
        assert ana.page.locator(f"#market {above}").first.evaluate(seen) == "none"
    assert marker.evaluate(seen) == "none"
    assert ana.page.locator("#market [data-cell] > text").first.evaluate(seen) != "none"


def test_the_end_of_a_game_is_told_with_the_decision(sit: Any) -> None:
    """Why and after which round; the result says why, not what was ahead once."""
    game = match("18mag")
    ending = next(n for n in range(len(game.history)) if game.at(n).state.ending)
    parts = game.state.round.parts
    ana = sits_at(sit, game.at(ending + 20), DESKTOP)
    last = f"The game ends after operating round {game.state.round.number}.{parts}."
    ana.sees(f"The last phase has begun. {last}", "#turn .warning")
    ana = sits_at(sit, game, DESKTOP)
    assert not ana.page.locator("#turn .warning").count()
    ana.page.goto(f"{ana.page.url}result/")
    ana.sees("The last phase has begun.", ".result-line")


def test_the_map_gives_way_to_shares_and_comes_back(sit: Any) -> None:
    ana = sits_at(sit, at_step("track"), DESKTOP)
    market, board = ana.page.locator("#market"), ana.page.locator("#viewport")
    assert ana.page.locator("#state").get_attribute("data-about") == "map"
    assert board.bounding_box()["y"] < market.bounding_box()["y"]
    rounds = ana.page.locator("#round option")
    first = next(o for o in rounds.all() if "Stock round" in o.inner_text())
    ana.answered(lambda: ana.page.locator("#round").select_option(first.get_attribute("value")))
    assert ana.page.locator("#state").get_attribute("data-about") == "shares"
    assert board.bounding_box()["y"] > market.bounding_box()["y"]
    assert not ana.complaints


def test_hands_on_the_map(sit: Any) -> None:
    """The chosen hex again turns its tile; the map fills the window; keys are told."""
    ana = sits_at(sit, at_step("track"), DESKTOP)
    page = ana.page
    page.locator("[data-hex-link]").first.click()
    page.locator("#picker .fit.chosen").wait_for()
    hex_name = page.locator("#picker").get_attribute("data-hex")
    checked = page.locator("#picker input:checked")
    before = checked.get_attribute("value")
    page.locator(f'#board [data-hex="{hex_name}"] > polygon').first.click()
    assert page.locator("#picker input").count() > 1
    assert checked.get_attribute("value") != before
    page.locator("#turn-title").focus()
    page.keyboard.press("m")
    box = page.locator("#viewport").bounding_box()
    assert (box["x"], box["y"], box["height"]) == (0, 0, DESKTOP["height"])
    assert page.locator("#picker .confirm").is_visible()
    page.keyboard.press("m")
    assert page.locator("#viewport").bounding_box()["y"] > 0
    page.keyboard.press("?")
    page.get_by_role("dialog", name="Keys").wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("dialog", name="Keys").wait_for(state="hidden")
    assert not ana.complaints


def test_hands_on_the_history(sit: Any) -> None:
    game = at_step("track", skip=3)
    ana = sits_at(sit, game, DESKTOP)
    ana.answered(lambda: ana.page.keyboard.press("["))
    start = int(ana.page.locator("#state").get_attribute("data-at"))
    assert "log.operating_round" in [m.id for m in game.at(start).history[-1].log]
    happened = ana.page.locator("#happened")
    happened.locator("summary").click()
    for by in ("1", "-1"):
        ana.answered(lambda by=by: ana.page.locator(f'[data-step-time="{by}"]').click())
    assert happened.get_attribute("open") is not None
    ana.page.locator("[data-playback]").click()
    ana.page.locator("#state:not([data-past])").wait_for(state="attached")
    ana.page.locator('[data-playback][aria-pressed="false"]').wait_for()
    assert not ana.complaints


def test_a_price_goes_to_its_ends_and_a_refusal_is_in_sight(sit: Any) -> None:
    table = gathering.create_table(ANA, "1888n", [SeatPlan("Ana"), SeatPlan("Bea")])
    gathering.start(table.slug, ANA)
    for size in (DESKTOP, PHONE):
        ana = sit(width=size["width"])
        ana.page.set_viewport_size(size)
        ana.opens(table.slug)
        form = ana.page.locator("#group-bid form").first
        price = form.locator("input[name=price]")
        for name, end in (("Max", "max"), ("Min", "min")):
            form.get_by_role("button", name=name).click()
            assert price.input_value() == price.get_attribute(end)
        ana.page.locator(".typed summary").click()
        ana.page.locator("#typed").fill("bid 10 on FC")
        ana.plays("Play")
        refusal = ana.page.locator("#message .refusal")
        refusal.wait_for()
        box = refusal.bounding_box()
        assert 0 <= box["y"] <= size["height"] - box["height"]


def test_figures_are_sorted(sit: Any) -> None:
    ana = sits_at(sit, at_step("track", skip=9), DESKTOP)
    ana.page.locator("#tab-figures").click()
    table = ana.page.locator("table.figures").last
    heads = table.locator("thead th").all_inner_texts()
    column = heads.index("Treasury")
    for order in ("descending", "ascending"):
        table.locator("thead th").nth(column).get_by_role("button").click()
        assert table.locator("thead th").nth(column).get_attribute("aria-sort") == order
        cells = table.locator(f"tbody tr > :nth-child({column + 1})")
        values = [int(cell.get_attribute("data-value")) for cell in cells.all()]
        assert values == sorted(values, reverse=order == "descending")
    assert len(set(values)) > 1
    ana.answered(lambda: ana.page.locator('[data-step-time="-1"]').click())
    assert table.locator("thead th").nth(column).get_attribute("aria-sort") == "ascending"
    assert not ana.complaints
