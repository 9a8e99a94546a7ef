"""The pages of the game in `examples/`; tests/test_example.py runs this where it is installed."""

from __future__ import annotations

import re

import pytest

from dieciocho.bots import make_bot
from dieciocho.games import rules_of
from dieciocho.page.learning import guide_of, introduction
from dieciocho.web.models import Table
from dieciocho.web.services import gathering, reading
from dieciocho.web.services.gathering import SeatPlan

from .forms import Page
from .test_table_page import ANA, HTMX, browser, check_panel, text_of

pytestmark = pytest.mark.django_db(transaction=True)

GAME = "18mallorca"
STEPS = {"stock_round", "track", "station", "run_trains", "pay_dividend", "trains"}


def test_the_start_page_offers_the_game() -> None:
    page = text_of(browser(), "/new/")
    title = rules_of(GAME).title
    assert title in page
    assert f"A guided first game of {title}" in text_of(browser(), "/")


def test_the_guide_and_the_introduction_can_be_read() -> None:
    guide, told, rules = guide_of(GAME), introduction(GAME), rules_of(GAME)
    assert guide is not None
    assert told is not None
    assert {station.step for station in guide.station} - {""} == STEPS
    assert all(station.step or station.log in rules.texts for station in guide.station)
    assert {told.chapter(rule) for rule in rules.rule_texts} == {*told.chapters}
    assert told.story["es"] in text_of(browser(language="es"), f"/t/intro/{GAME}/")


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_rules_page_states_every_rule(language: str) -> None:
    page = text_of(browser(language=language), f"/t/rules/{GAME}/")
    rules = rules_of(GAME)
    missing = [rule for rule in rules.rule_texts if rule not in page]
    assert missing == []
    assert rules.rule_text("MALLORCA-3.6", language) in page


def test_a_whole_game_is_played_through_the_page() -> None:
    """Every decision is sent by a form of the page; the panel offers exactly what is legal."""
    plan = [SeatPlan(name) for name in ("Ana", "Biel")]
    table = gathering.start(gathering.create_table(ANA, GAME, plan).slug, ANA)
    client, bot = browser(), make_bot("sensible", 1)
    seen: set[str] = set()
    html = text_of(client, f"/t/{table.slug}/")
    game = reading.position(table).copy()
    while not game.over:
        if game.step.id not in seen:
            seen.add(game.step.id)
            check_panel(client, table, game)
        action = bot.choose(game)
        sent = Page(client, html).sends(action)
        assert sent is not None, (game, action)
        answer = client.post(*sent, headers=HTMX)
        assert answer.status_code == 200, (game, action, answer.content[:300])
        html = re.split(r'data-part="(?:panel|board)"', answer.content.decode())[1]
        game.play(action)
    table = Table.objects.get(pk=table.pk)
    assert table.status == Table.Status.FINISHED
    assert reading.position(table).state == game.state
    assert seen == STEPS
    assert next(iter(game.places())) in text_of(client, f"/t/{table.slug}/")
