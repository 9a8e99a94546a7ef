"""What an answer to an open page consists of."""

from __future__ import annotations

import json
import re
from typing import Any

import msgspec
import pytest

from dieciocho.engine.actions import LayTile
from dieciocho.web.models import Table
from dieciocho.web.play import pages
from dieciocho.web.play.parts import HAVE, PAGE, part, version
from dieciocho.web.services import copying

from .browsers import at_step
from .test_table_page import ANA, browser

pytestmark = pytest.mark.django_db
_PART = re.compile(r'data-part="([^"]+)" data-digest="([^"]+)"')


class Open:
    """A page that is open: it knows the digests of its parts."""

    def __init__(self, table: Table, client: Any) -> None:
        self.client = client
        self.path = f"/t/{table.slug}/"
        self.parts = dict(_PART.findall(client.get(self.path).content.decode()))

    def headers(self) -> dict[str, str]:
        return {"HX-Request": "true", PAGE: version(), HAVE: "".join(self.parts.values())}

    def takes(self, answer: Any) -> set[str]:
        """Return the parts that have come."""
        assert answer.status_code == 200
        come = dict(_PART.findall(answer.content.decode()))
        self.parts.update(come)
        return set(come)

    def asks(self, **query: str) -> set[str]:
        return self.takes(self.client.get(self.path, query, headers=self.headers()))

    def plays(self, action: Any) -> set[str]:
        sent = {"action": json.dumps(msgspec.to_builtins(action))}
        return self.takes(self.client.post(f"{self.path}act/", sent, headers=self.headers()))


def test_a_tile_sends_its_hex_and_no_other() -> None:
    game = at_step("track")
    lay = next(c.action for c in game.legal_actions() if isinstance(c.action, LayTile))
    table = copying.adopt(ANA, game)
    ana, guest = Open(table, browser()), Open(table, browser("guest"))
    for come in (ana.plays(lay), guest.asks()):
        assert {name for name in come if name.startswith("board-hex")} == {f"board-hex-{lay.hex}"}
        assert not {"board", "board-ground", "market", "market-ground"} & come
        assert f"log-{len(game.history) + 1}" in come
        assert f"log-{len(game.history)}" not in come


def test_a_page_that_has_everything_gets_nothing() -> None:
    table = copying.adopt(ANA, at_step("stock_round"))
    for page in (Open(table, browser()), Open(table, browser("guest"))):
        assert page.asks() == set()


def test_who_comes_back_from_the_past_gets_what_differs() -> None:
    table = copying.adopt(ANA, at_step("track"))
    ana = Open(table, browser())
    now = dict(ana.parts)
    assert {"turn", "panel", "time"} <= ana.asks(at=str(table.length - 1))
    assert "trains" not in ana.asks()
    assert ana.parts == {**ana.parts, **now}


def test_all_who_look_on_share_what_they_see(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    make = pages._make_parts

    def counted(*given: Any) -> Any:
        made.append("page")
        return make(*given)

    monkeypatch.setattr(pages, "_make_parts", counted)
    table = copying.adopt(ANA, at_step("stock_round"))
    for number in range(5):
        Open(table, browser(f"guest-{number}")).asks()
    assert made == ["page"]


def test_a_request_has_another_name_in_every_position() -> None:
    """Who passes twice, where all else is the same, must not be taken for one who repeats."""
    game = at_step("stock_round")
    table = copying.adopt(ANA, game)
    ana = Open(table, browser())
    assert "panel" in ana.plays(next(c.action for c in game.legal_actions() if not c.low))


def test_a_part_names_what_the_browser_has_and_sends_the_rest() -> None:
    old, new = part("log-1", "one", tag="li"), part("log-2", "two", tag="li")
    log = part("log", f"<ol>{new}{old}</ol>", [old, new])
    assert "".join(log.changes({old.digest})) == (
        f"<div {log.marks}><ol><li {new.marks}>two</li>"
        '<li data-part="log-1" data-keep></li></ol></div>'
    )
    assert "".join(log.changes({log.digest, old.digest})) == f"<li {new.marks}>two</li>"
    assert "".join(log.changes({log.digest, old.digest, new.digest})) == ""
