"""The guided first game: it is offered, explains what is new, and goes when it is not wanted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from dieciocho.bots import make_bot
from dieciocho.engine.step import Step
from dieciocho.engine.text import LANGUAGES
from dieciocho.games import GAMES, rules_of
from dieciocho.page.learning import easiest, guide_of
from dieciocho.web.models import Table
from dieciocho.web.services import playing, reading

from .browsers import Person, chromium, needs_chromium, site
from .test_table_page import ANA, browser

__all__ = ["chromium", "site"]  # fixtures

GUIDED = [game for game in GAMES if guide_of(game)]
HERE = re.compile(r'<details id="guide-(\d+)"( open)?>')


def _kinds(kind: type[Step]) -> Iterator[type[Step]]:
    """Yield all kinds of steps of the games that are loaded."""
    for each in kind.__subclasses__():
        yield each
        yield from _kinds(each)


@pytest.mark.parametrize("game", GUIDED)
def test_every_station_speaks_both_languages_and_can_be_reached(game: str) -> None:
    guide, rules = guide_of(game), rules_of(game)
    assert guide is not None
    assert len(guide.station) >= 12
    asked = {kind.id for kind in _kinds(Step)}
    for station in guide.station:
        assert bool(station.step) != bool(station.log), station
        assert station.step in asked or station.log in rules.texts
        for said in (station.title, station.text):
            assert {*said} == {*LANGUAGES}
            assert said["en"] != said["es"]


def test_the_easiest_is_offered_and_every_game_may_have_one() -> None:
    assert easiest() in GUIDED
    assert [game for game in GAMES if game not in GUIDED]  # it is no duty


@pytest.mark.django_db(transaction=True)
def test_a_newcomer_is_guided_through_a_game() -> None:
    """What is new is open, what was explained before is closed."""
    game_id = easiest() or ""
    guide, client, bot = guide_of(game_id), browser(), make_bot("sensible", 1)
    assert guide is not None
    assert "A guided first game of" in client.get("/").content.decode()
    form = {"game": game_id, "bots": guide.players - 1, "guided": "yes"}
    slug = client.post("/quick/", form)["Location"].split("/")[2]
    table, met = Table.objects.get(slug=slug), list[int]()
    own = table.seats.get(bot="").index
    wanted = {"stock_round", "track", "run_trains", "pay_dividend", "trains"}
    while table.actor is not None and not wanted <= {guide.station[n - 1].step for n in met}:
        game = reading.position(table)
        if game.actor != own:
            moved = playing.act_for_bot(slug, game.actor, bot.choose(game), table.revision)
            assert moved is not None
            table = moved
            continue
        found = HERE.search(client.get(f"/t/{slug}/").content.decode())
        assert found, game.step.id
        number = int(found[1])
        assert bool(found[2]) == (number not in met), (number, game.step.id)
        met.append(number)
        table = playing.act(slug, ANA, bot.choose(game))
    assert table.actor is not None, met


@pytest.mark.django_db(transaction=True)
def test_it_can_be_switched_off_and_on() -> None:
    client = browser()
    slug = client.post("/quick/", {"game": easiest()})["Location"].split("/")[2]
    address = f"/t/{slug}/"
    stations = 'id="guide-all"'
    assert stations not in client.get(address).content.decode()
    client.post(f"{address}guide/", {"on": "yes"})
    assert stations in client.get(address).content.decode()
    assert stations not in browser("another").get(address).content.decode()
    client.post(f"{address}guide/")
    assert stations not in client.get(address).content.decode()


@needs_chromium
def test_the_guide_goes_on_with_the_game(chromium: Any, site: str) -> None:
    person = Person(chromium, site, language="es", width=390)
    person.page.goto("/")
    title = rules_of(easiest() or "").title
    person.presses(person.words("New to 18xx? A guided first game of %(game)s", game=title), "main")
    person.page.wait_for_url("**/t/**")
    first = person.page.locator("#guide details[open] p")
    first.wait_for()
    before = first.inner_text()
    assert person.fits_the_screen()
    person.page.locator("#group-pass .button").click()
    person.page.wait_for_function(
        "before => document.querySelector('#guide')?.innerText.includes(before) === false",
        arg=before,
    )
    person.sees(person.words("Your turn"))  # nothing else is exchanged meanwhile
    person.page.locator("#guide-all > summary").click()
    person.presses(person.words("Go on without the guide"))
    person.page.locator("#guide details").first.wait_for(state="detached")
    person.page.locator(".site-menu > summary").click()
    person.presses(person.words("Explain this game while I play"))
    person.page.locator("#guide details").first.wait_for()
    person.close()
