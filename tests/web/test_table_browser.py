"""The table in a real browser, played by clicking as people do."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from dieciocho.engine.game import Game
from dieciocho.web.models import Table
from dieciocho.web.services import copying, gathering, playing, reading
from dieciocho.web.services.asking import Viewer
from dieciocho.web.services.gathering import SeatPlan

from .browsers import Person, at_step, chromium, needs_chromium, played, session_of
from .servers import running

__all__ = ["chromium"]  # a fixture

pytestmark = [pytest.mark.django_db(transaction=True), needs_chromium]
ANA = Viewer(guest="key-of-ana", name="Ana")


def seated(person: Person, session: str, base: str) -> Person:
    """Give a person the session in which they have a seat."""
    person.context.add_cookies([{"name": "sessionid", "value": session, "url": base}])
    return person


@pytest.fixture
def sit(chromium: Any, live_server: Any) -> Iterator[Any]:
    """Let somebody sit down; events are not served by this server, the page asks instead."""
    people: list[Person] = []

    def make(guest: str = ANA.guest, **options: Any) -> Person:
        people.append(Person(chromium, live_server.url, events=False, **options))
        return seated(people[-1], session_of(guest), live_server.url)

    yield make
    for person in people:
        person.context.close()


# --- around one screen -----------------------------------------------------------------


def three_at(game: str) -> Table:
    """Return a started table at one screen."""
    seats = [SeatPlan("Ana"), SeatPlan("Bea"), SeatPlan("Cai")]
    return gathering.start(gathering.create_table(ANA, game, seats).slug, ANA)


def now_at(table: Table) -> Game:
    return reading.position(Table.objects.get(pk=table.pk))


def test_a_game_around_one_screen(sit: Any) -> None:
    table = three_at("1888n")
    ana = sit().opens(table.slug)
    auction(ana)
    stock_round(ana)
    operating_round(ana)
    look_back(ana, table)
    assert not ana.complaints


def auction(ana: Person) -> None:
    ana.sees("Ana")
    ana.plays("Buy for ¥25")
    ana.sees("Bea")
    card = ana.page.locator("#group-bid .offer-card", has_text="Heng Shan")
    card.get_by_role("button", name="five more").click()
    assert card.locator("input[name=price]").input_value() == "85"
    with ana.page.expect_response(lambda answer: answer.request.method == "POST"):
        card.get_by_role("button", name="Bid", exact=True).click()
    for name, price in (("Cai", 50), ("Ana", 100), ("Bea", 125), ("Cai", 150)):
        ana.sees(name)
        ana.plays(f"Buy for ¥{price}")
    ana.sees("Sell shares if you like")


def stock_round(ana: Person) -> None:
    card = ana.page.locator("#group-start details", has_text="Jingha Railway")
    card.locator("summary").click()
    card.get_by_text("¥75", exact=True).click()
    with ana.page.expect_response(lambda answer: answer.request.method == "POST"):
        card.get_by_role("button", name="Start the company").click()
    for name in ("Bea", "Cai", "Ana", "Bea"):
        ana.sees(name)
        ana.plays("Buy ¥75 · initial offer")
    for name in ("Cai", "Ana", "Bea"):
        ana.sees(name)
        ana.plays("Pass")
    ana.sees("Lay a tile or upgrade one for JHR.")


def operating_round(ana: Person) -> None:
    page = ana.page
    ana.clicks_hex("A1")
    page.locator("#inspector .why-not summary", has_text="1888N-").first.wait_for()
    marked = page.locator("#board [data-highlight]").first.get_attribute("data-highlight")
    ana.clicks_hex(marked)
    page.locator("#board .preview").wait_for()
    first = page.locator("#picker input:checked").get_attribute("value")
    if page.locator("#picker .turn-buttons").is_visible():
        page.keyboard.press("r")
        assert page.locator("#picker input:checked").get_attribute("value") != first
    page.locator("#effect span").first.wait_for()
    ana.plays("Lay this tile", "#picker")
    if "station" in page.locator("#turn").inner_text():
        ana.plays("Place no station")
    ana.sees("JHR must buy a train.")
    assert page.locator(f'#board [data-hex="{marked}"] > title', has_text="tile").count()
    ana.plays("Buy for ¥80")
    ana.sees("Phase 2", "#where")


def look_back(ana: Person, table: Table) -> None:
    page = ana.page
    length = Table.objects.get(pk=table.pk).length
    ana.plays("↶ Undo", "#time")
    ana.sees("Phase 1", "#where")
    ana.plays("↷ Redo", "#time")
    ana.sees("Phase 2", "#where")
    page.locator("#when").focus()
    for _ in range(3):
        page.keyboard.press("ArrowLeft")
    ana.sees(f"Position {length - 3} of {length}")
    assert page.url.endswith(f"?at={length - 3}")
    page.locator("#time [data-now]").click()
    ana.sees("Buy trains for JHR.")
    page.locator("#time").get_by_role("button", name="What if?").click()
    page.get_by_role("link", name="Back to the game").wait_for()
    assert table.slug not in page.url
    page.get_by_role("link", name="Back to the game").click()
    page.wait_for_url(f"**/t/{table.slug}/")


# --- widgets ---------------------------------------------------------------------------


def test_routes_are_adjusted_on_the_map(sit: Any) -> None:
    game = at_step("run_trains", "online", skip=8)
    table = copying.adopt(ANA, game)
    ana = sit().opens(table.slug)
    page = ana.page
    ana.sees("proven best", "#plan")
    stop = page.locator(".route-list").inner_text()
    assert stop
    wish = page.locator("[data-wish]").first.get_attribute("data-wish")
    page.locator(f'#board [data-stop="{wish}"]').first.click()
    page.locator(".wish-mark.wanted").wait_for()
    page.locator(f'#board [data-stop="{wish}"]').first.click()
    page.locator(".wish-mark.avoided").wait_for()
    page.locator(f'#board [data-stop="{wish}"]').first.click()
    page.locator(".wish-mark.avoided").wait_for(state="detached")
    ana.sees("proven best", "#plan")
    page.get_by_text("Write the routes").click()
    page.locator("#route-text").fill("2-0: A1.0-A3.0")
    page.get_by_role("button", name="Check").click()
    page.locator("#plan .refusal").wait_for()
    page.locator("#route-text").fill("nothing")
    page.get_by_role("button", name="Check").click()
    ana.sees("less than the best", "#plan")
    ana.plays("Run these routes")
    assert not ana.complaints


def test_an_open_hex_stays_open_when_somebody_moves(sit: Any) -> None:
    game = at_step("track")
    table = copying.adopt(ANA, game)
    ana = sit().opens(table.slug)
    page = ana.page
    name = page.locator("#board [data-highlight]").last.get_attribute("data-highlight")
    ana.clicks_hex(name)
    page.locator("#picker input:checked").last.wait_for(state="attached")
    page.locator("#when").focus()
    playing.act(table.slug, ANA, "pass")
    card = page.locator(f'[data-hex-card="{name}"]')
    page.locator(f'#state[data-length="{len(game.history) + 1}"]').wait_for(state="attached")
    key = page.locator("#state").get_attribute("data-key")
    page.locator(f'[data-hex-card][data-key="{key}"]').wait_for()
    assert card.count() == 1
    assert page.locator("#when:focus").count() == 1  # nothing is taken out of anybody's hands
    page.locator("[data-close-hex]").click()
    assert not card.count()
    assert not ana.complaints


def test_a_refusal_keeps_what_was_typed(sit: Any) -> None:
    table = gathering.create_table(ANA, "1888n", [SeatPlan("Ana"), SeatPlan("Bea")])
    gathering.start(table.slug, ANA)
    ana = sit().opens(table.slug)
    ana.page.locator(".typed summary").click()
    ana.page.locator("#typed").fill("bid 10 on FC")
    ana.plays("Play")
    ana.sees("1888N-6.4", "#message")
    assert ana.page.locator("#typed").input_value() == "bid 10 on FC"
    ana.page.locator("#typed").fill("nonsense")
    ana.plays("Play")
    ana.sees("for example: buy private KT for 25; bid 55 on TA; pass", "#message")
    assert [c for c in ana.complaints if "422" not in c] == []


def test_a_tile_is_laid_with_the_keyboard_alone(sit: Any) -> None:
    table = copying.adopt(ANA, at_step("track"))
    ana = sit().opens(table.slug)
    page = ana.page
    page.locator("#viewport").focus()
    before = page.locator("#board svg").get_attribute("viewBox")
    page.keyboard.press("+")
    page.keyboard.press("ArrowRight")
    assert page.locator("#board svg").get_attribute("viewBox") != before
    page.keyboard.press("0")
    assert page.locator("#board svg").get_attribute("viewBox") == before
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.dataset.hex")
    page.keyboard.press("Enter")
    page.locator("#picker").wait_for()
    page.locator("#picker input:focus").wait_for()
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.keyboard.press("Enter")
    page.locator("#picker").wait_for(state="detached")
    assert Table.objects.get(pk=table.pk).length == table.length + 1
    assert not ana.complaints


@pytest.mark.parametrize("width", [360, 768, 1600])
def test_the_page_fits_the_screen(sit: Any, width: int) -> None:
    for step in ("private_auction", "stock_round", "track", "pay_dividend", "trains"):
        table = copying.adopt(ANA, at_step(step))
        ana = sit(width=width).opens(table.slug)
        for tab in ana.page.locator("[role=tab]").all():
            tab.click()
            assert ana.fits_the_screen(), (step, tab.inner_text())
        if step == "track":
            marked = ana.page.locator("[data-hex-link]").first
            marked.click()
            ana.page.locator("#picker").wait_for()
            assert ana.fits_the_screen()
        assert not ana.complaints
        ana.context.close()


def test_the_result_of_a_finished_game(sit: Any) -> None:
    table = copying.adopt(ANA, played(5000))
    ana = sit(language="es").opens(table.slug)
    ana.page.locator("#turn a").click()
    ana.page.wait_for_url("**/result/")
    assert ana.page.locator(".chart svg:visible").count() == 3
    assert ana.page.locator("html").get_attribute("lang") == "es"
    assert not ana.complaints


def test_a_page_without_events_asks_for_news(sit: Any) -> None:
    table = gathering.create_table(ANA, "1888n", [SeatPlan("Ana"), SeatPlan("Bea")])
    gathering.start(table.slug, ANA)
    ana, guest = sit().opens(table.slug), sit("somebody-else").opens(table.slug)
    ana.plays("Buy for ¥25")
    guest.sees("Waiting for Bea")
    assert "●" not in guest.page.title()


def test_news_on_their_way_do_not_swallow_an_answer(sit: Any) -> None:
    table = three_at("1888n")
    ana = sit().opens(table.slug)
    news: list[Any] = []
    moves: list[Any] = []
    ana.page.route(re.compile(r"/t/[^/]+/\?seen="), lambda route: news.append(route))
    ana.page.route("**/act/", lambda route: moves.append(route))

    def comes(found: list[Any]) -> Any:
        while not found:
            ana.page.wait_for_timeout(50)
        return found.pop()

    elsewhere = now_at(table).legal_actions()[0].action
    playing.act(table.slug, ANA, msgspec.to_builtins(elsewhere))
    late = comes(news)
    ana.presses("Buy for ¥25", "#panel")
    move = comes(moves)
    with ana.page.expect_response(re.compile(r"\?seen=")):
        late.continue_()
    ana.page.wait_for_timeout(200)
    move.continue_()
    ana.page.unroute_all()
    ana.sees("The game has moved on", "#message")
    ana.sees("Bea")
    # And the page goes on listening.
    playing.undo(table.slug, ANA)
    ana.sees("Ana")
    assert all("409" in complaint for complaint in ana.complaints)


# --- over the net ----------------------------------------------------------------------

_TABLE_OF_TWO = """
import json
from django.core.management import call_command
call_command('migrate', verbosity=0)
from django.contrib.sessions.backends.db import SessionStore
from dieciocho.web.services import copying, gathering, playing, reading
from dieciocho.web.services.asking import Viewer
from dieciocho.web.services.gathering import SeatPlan
ana, bea = Viewer(guest='a' * 20, name='Ana'), Viewer(guest='b' * 20, name='Bea')
table = gathering.create_table(ana, '1888n', [SeatPlan('Ana'), SeatPlan(who='open')])
gathering.join(table.slug, bea)
gathering.start(table.slug, ana)
keys = []
for viewer in (ana, bea):
    session = SessionStore()
    session['guest'] = viewer.guest
    session.create()
    keys.append(session.session_key)
print(json.dumps([table.slug, *keys]))
"""


def test_two_people_see_each_other_move(chromium: Any, tmp_path: Path) -> None:
    with running(tmp_path) as server:
        server.env["DIECIOCHO_WELCOME"] = "everybody"
        slug, *keys = server.script(_TABLE_OF_TWO)
        server.start()
        base = f"http://127.0.0.1:{server.port}"
        ana, bea = (seated(Person(chromium, base), key, base).opens(slug) for key in keys)
        bea.sees("Waiting for Ana")
        assert re.match("● Your turn", ana.page.title())
        ana.plays("Buy for ¥25")
        bea.sees("Your turn")
        bea.page.wait_for_function("() => document.title.startsWith('●')")
        ana.sees("Waiting for Bea")
        # Talk does not disturb what somebody is typing.
        field = bea.page.locator("#group-bid input[name=price]").first
        field.fill("200")
        ana.page.get_by_role("tab", name="Log and chat").click()
        ana.page.locator("#say-text").fill("<b>hello</b>")
        ana.page.get_by_role("button", name="Send").click()
        bea.page.locator("#tab-log .unread:not([hidden])").wait_for()
        assert field.input_value() == "200"
        with bea.page.expect_response(lambda answer: answer.request.method == "POST"):
            bea.page.locator("#group-bid form").first.get_by_role("button", name="Bid").click()
        ana.sees("Your turn")
        assert not ana.complaints + bea.complaints
        # The server is away: who only waits is told. The pages find it again by themselves.
        server.kill()
        lost = bea.page.locator("#connection", has_text="Connection lost")
        lost.wait_for()
        server.start()
        lost.wait_for(state="hidden")
        ana.plays("Pass")
        bea.sees("Your turn")
