"""One word for one thing, on everything that the page of a game shows."""

from __future__ import annotations

import re
from html import unescape

import pytest

from dieciocho.engine.text import LANGUAGES
from dieciocho.web.services import copying

from .browsers import match
from .test_table_page import ANA, browser, text_of

pytestmark = pytest.mark.django_db(transaction=True)

# What the rulebook of a game calls otherwise than the other games do.
OTHERWISE = {
    "1865": r"estaci[oó]n|\bstations?\b|\breserva\b|\bfondos\b",
    "18mag": r"\breserva\b|\bpool\b",
}


@pytest.mark.parametrize("title", OTHERWISE)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_thing_has_one_name(title: str, language: str) -> None:
    """On the table with every tab, and in the legend of the map."""
    game = match(title, "sensible", 110)
    client = browser(language=language)
    address = f"/t/{copying.adopt(ANA, game).slug}/"
    pages = text_of(client, address) + text_of(client, f"{address}legend/")
    shown = re.sub(r"<(script|style).*?</\1>|<[^>]*>", " ", pages, flags=re.S)
    found = re.findall(rf".*(?:{OTHERWISE[title]}).*", unescape(shown), flags=re.I)
    assert [line.strip() for line in found] == []
