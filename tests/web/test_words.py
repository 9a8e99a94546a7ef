"""One word for one thing, on everything that the page of a game shows."""

from __future__ import annotations

import re
from html import unescape

import pytest

from dieciocho.engine.actions import Action
from dieciocho.engine.text import LANGUAGES
from dieciocho.games import GAMES
from dieciocho.web.services import copying

from .browsers import match, somewhere
from .test_table_page import ANA, browser, text_of

pytestmark = pytest.mark.django_db(transaction=True)

# What the rulebook of a game calls otherwise than the other games do.
OTHERWISE = {
    "1865": r"estaci[oó]n|\bstations?\b|\breserva\b|\bfondos\b|\bbanco\b",
    "18mag": r"\breserva\b|\bpool\b",
}


@pytest.mark.parametrize("title", OTHERWISE)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_thing_has_one_name(title: str, language: str) -> None:
    """On the table with every tab, and in the legend of the map."""
    game = match(title, "sensible", 110)
    client = browser(language=language)
    address = f"/t/{copying.adopt(ANA, game).slug}/"
    shown = words_of(text_of(client, address) + text_of(client, f"{address}legend/"))
    found = re.findall(rf".*(?:{OTHERWISE[title]}).*", shown, flags=re.I)
    assert [line.strip() for line in found] == []


def words_of(page: str) -> str:
    return unescape(re.sub(r"<(script|style).*?</\1>|<[^>]*>", " ", page, flags=re.S))


@pytest.mark.parametrize("title", GAMES)
def test_amounts_are_written_in_one_form(title: str) -> None:
    games = [match(title, "sensible", 110)]
    if title == "18mag":
        games.append(somewhere(title, "run_trains"))  # where wagons are hired
    for game in games:
        unit = re.escape(game.definition.table.currency)
        page = words_of(text_of(browser(), f"/t/{copying.adopt(ANA, game).slug}/"))
        assert re.search(rf"{unit}\d", page)
        assert re.findall(rf"\d {unit}\b.*", page) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_was_played_next_is_said_in_words(language: str) -> None:
    """Never in text notation, which is English: `pass`, `lay 57 on H7 turned 0`."""
    game = match("1862", "sensible", 110)
    slug, client = copying.adopt(ANA, game).slug, browser(language=language)
    played: dict[type[Action], tuple[int, Action]] = {}
    for at, record in enumerate(game.history):
        played.setdefault(type(record.action), (at, record.action))
    assert len(played) > 5
    for at, action in played.values():
        note = text_of(client, f"/t/{slug}/?at={at}").split('class="past-note"')[1]
        said = words_of(note.split("</p>")[0])
        assert len(said) > 20
        assert str(action) not in said
