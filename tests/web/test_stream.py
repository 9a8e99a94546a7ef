"""Log and chat in one stream: in the order of time, and to be told apart."""

from __future__ import annotations

import re
from typing import Any

import pytest

from dieciocho.web.services import copying, playing

from .browsers import chromium, match, needs_chromium
from .test_table_browser import ANA, sit
from .test_table_page import browser

__all__ = ["chromium", "sit"]  # fixtures

pytestmark = pytest.mark.django_db(transaction=True)

KINDS = re.compile(r'<li data-part="((?:log|said)-\d+)"[^>]*data-kind="(\w+)"')


def test_what_is_said_stands_between_what_was_done() -> None:
    game = match("1888n").at(30)
    table = copying.adopt(ANA, game)
    playing.say(table.slug, ANA, "before")
    playing.act(table.slug, ANA, game.legal_actions()[0].action)
    playing.say(table.slug, ANA, "after")
    page = browser().get(f"/t/{table.slug}/").content.decode()
    shown = KINDS.findall(page)
    assert [kind for _, kind in shown[:4]] == ["chat", "log", "chat", "log"]
    assert page.index("</b> after") < page.index("log-31") < page.index("</b> before")
    assert page.count("<time datetime=") == len(shown) == len({part for part, _ in shown})
    whole = browser().get(f"/t/{table.slug}/log/").content.decode()
    assert len(KINDS.findall(whole)) == len([r for r in game.history if r.log]) + 3


@needs_chromium
def test_log_and_chat_can_be_shown_alone(sit: Any) -> None:
    game = match("1888n").at(30)
    table = copying.adopt(ANA, game)
    ana = sit(timezone_id="America/Santiago").opens(table.slug)
    ana.page.keyboard.press("c")
    ana.answered(lambda: (ana.page.keyboard.type("hello"), ana.page.keyboard.press("Enter")))
    stream_, counts = ana.page.locator("#log"), {}
    for kind in ("All", "Log", "Chat"):
        ana.page.get_by_role("radio", name=kind, exact=True).check()
        counts[kind] = stream_.locator("li:visible").count()
    assert counts["Chat"] == 1
    assert counts["Log"] == counts["All"] - 1 > 20
    time = stream_.locator("li:visible time")
    utc = time.get_attribute("datetime")[11:16]
    hours = (int(utc[:2]) - int(time.inner_text()[:2])) % 24
    assert hours in (3, 4)  # Chile, in summer and in winter
    assert not ana.complaints
