"""Whatever the page can do a program can do through the API, or it is said here why not."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from django.urls import URLPattern

import dieciocho
from dieciocho.bots import make_bot
from dieciocho.client import Refused
from dieciocho.engine.reading import route_facts
from dieciocho.web.api import openapi
from dieciocho.web.bots import ponder, think
from dieciocho.web.bots.studies import Scholar
from dieciocho.web.lobby import urls as lobby
from dieciocho.web.play import urls as play
from dieciocho.web.services import playing, reading

from .test_api import Program, ana, person  # noqa: F401  # a fixture
from .test_bots import Inline

pytestmark = pytest.mark.django_db(transaction=True)

TABLE = "/api/tables/{slug}/"

# The page's addresses by name, and those of the API that serve the same purpose.
WAYS = {
    "lobby": ["GET /api/tables/", "GET /api/games/"],
    "finished": ["GET /api/tables/"],
    "hidden": ["GET /api/tables/"],
    "quick": ["POST /api/tables/", f"POST {TABLE}start/"],
    "new_table": ["POST /api/tables/"],
    "import": ["POST /api/import/"],
    "open_position": ["POST /api/import/"],
    "room": [f"GET {TABLE}"],
    "room_seats": [f"GET {TABLE}"],
    "people": [f"GET {TABLE}"],
    "join": [f"POST {TABLE}join/"],
    "leave": [f"POST {TABLE}leave/"],
    "start": [f"POST {TABLE}start/"],
    "hand": [f"POST {TABLE}hand/"],
    "take_back": [f"POST {TABLE}take-back/"],
    "abandon": [f"POST {TABLE}abandon/"],
    "replace": [f"POST {TABLE}replace/"],
    "rematch": [f"POST {TABLE}rematch/"],
    "hide": [f"POST {TABLE}hide/"],
    "delete": [f"DELETE {TABLE}"],
    "notes": [f"GET {TABLE}notes/", f"POST {TABLE}notes/"],
    "export": [f"GET {TABLE}export/"],
    "export_site": [f"GET {TABLE}export/"],
    "table": [f"GET {TABLE}", f"GET {TABLE}legal/"],
    "act": [f"POST {TABLE}actions/"],
    "undo": [f"POST {TABLE}undo/"],
    "redo": [f"POST {TABLE}redo/"],
    "branch": [f"POST {TABLE}branch/"],
    "say": [f"POST {TABLE}chat/"],
    "program": [f"POST {TABLE}programs/"],
    "cancel_program": [f"DELETE {TABLE}programs/{{number}}/"],
    "hex": [f"GET {TABLE}legal/", "GET /api/games/{game}/"],
    "effect": [f"GET {TABLE}why/"],
    "routes": [f"GET {TABLE}routes/"],
    "log": [f"GET {TABLE}actions/"],
    "hint": [f"GET {TABLE}hint/", f"POST {TABLE}hint/"],
    "analysis": [f"{how} {TABLE}analysis/" for how in ("GET", "POST", "DELETE")],
    "result": [f"GET {TABLE}"],
    "rules": ["GET /api/games/{game}/"],
    "intro": ["GET /api/games/{game}/"],
    "guide": ["GET /api/games/{game}/"],
}
# A token plays; who may hold it is decided by its owner, in a browser with a password.
PERSONS = {
    *("signup", "invited", "invite", "take_along", "farewell", "profile", "change_settings"),
    *("create_token", "revoke_token", "login", "logout", "password_change"),
    *("password_change_done", "password_reset", "password_reset_done"),
    *("password_reset_confirm", "password_reset_complete"),
    *("notices", "notice_mail", "confirm_mail", "notice_hook", "notice_again", "notice_remove"),
    *("notice_wishes", "notice_tables"),
}
# Pictures and parts of pages; programs that draw have the library. The others speak of the server.
PICTURES = {"tile", "legend", "news", "position"}
SERVER = {"handbook", "health", "metrics", "favicon", "robots"}


def names(patterns: list[URLPattern]) -> set[str]:
    return {str(pattern.name) for pattern in patterns}


def test_every_address_of_the_page_has_a_way_through_the_api() -> None:
    paths = openapi.description()["paths"]
    offered = {f"{how.upper()} {path}" for path, hows in paths.items() for how in hows}
    assert {way for ways in WAYS.values() for way in ways} <= offered
    told = set(WAYS) | PERSONS | PICTURES | SERVER
    assert names(lobby.urlpatterns) | names(play.urlpatterns) == told


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever waits for a worker is the worker."""
    think.games.clear()
    monkeypatch.setattr(ponder, "HINT_SECONDS", 0.5)
    monkeypatch.setattr(ponder, "SLICE_SECONDS", 0.2)
    monkeypatch.setattr(ponder, "UNITS", 9_000)
    scholar = Scholar(pool=Inline)
    monkeypatch.setattr("dieciocho.client.time.sleep", lambda _seconds: scholar.step())


@pytest.mark.usefixtures("at_once")
def test_what_would_a_computer_do(ana: Program) -> None:  # noqa: F811
    table = ana.api.create("1888n", [{"who": "me"}, {"who": "quick"}, {"who": "quick"}], seed=1)
    others = ana.api.create("1888n", [{"who": "me"}, {"who": "open"}])
    person("luis").api.table(others.slug).do("join", name="Luis")
    others.start()
    with pytest.raises(Refused) as refused:
        others.hint()
    assert refused.value.status == 403
    table.start()
    while not table.legal()["mine"]:
        step(table.slug)
    hint = table.hint()
    assert hint["state"] == "done"
    best = hint["plans"][0]
    assert table.why(best["action"])["legal"]
    assert table.why(best["text"])["legal"]
    assert best["playouts"] > 0
    assert best["worth"]["mean"] > 0


def step(slug: str) -> None:
    """Let a bot of a table move."""
    table = reading.find(slug)
    game = reading.position(table)
    playing.act_for_bot(slug, game.actor, make_bot("quick", 1).choose(game), table.revision)


@pytest.mark.usefixtures("at_once")
def test_where_was_it_decided(ana: Program) -> None:  # noqa: F811
    game = dieciocho.new_game("1865", ["Ana", "Ben"], seed=3, options={"variant": "short"})
    bots: Any = [make_bot("quick", 1), make_bot("random", 2)]
    while not game.over:
        game.play(bots[game.actor].choose(game))
    table = ana.api.adopt(game.to_json().encode())
    assert table.ask("GET", "analysis/")["state"] == "none"
    assert table.do("analysis")["state"] == "thinking"
    assert table.ask("DELETE", "analysis/")["state"] == "none"
    found = table.analysis()
    assert (found["state"], found["progress"]) == ("done", 1.0)
    shares = [sum(share["mean"] for share in point["shares"]) for point in found["points"]]
    assert shares == pytest.approx([1.0] * len(shares), abs=0.01)
    assert found["points"][-1]["at"] == len(game.history)
    for turn in found["turning"]:
        assert table.why(turn["better"], at=turn["at"])["legal"]
        assert turn["loss"]["mean"] > 0


def earned(game: dieciocho.Game) -> Iterator[tuple[str, int]]:
    """Yield what companies have last earned."""
    for company in game.companies:
        run = game.company(company).last_run
        yield company, run.revenue if run is not None else 0


# In 1865 trains do not run between stops.
@pytest.mark.parametrize("title", [title for title in dieciocho.GAMES if title != "1865"])
def test_the_best_routes_of_every_game(ana: Program, title: str) -> None:  # noqa: F811
    game = dieciocho.new_game(title, ["Ana", "Ben", "Cleo"], seed=1)
    bot = make_bot("quick", 1)
    while not (rich := [company for company, revenue in earned(game) if revenue]):
        game.play(bot.choose(game))
    owner = rich[0]
    found = ana.api.adopt(game.to_json().encode()).routes(owner)
    assert found == json.loads(msgspec.json.encode(route_facts(game, owner)))
    assert found["sets"][0]["routes"][0]["path"]


def test_a_series_of_actions_is_played_whole_or_not_at_all(ana: Program) -> None:  # noqa: F811
    table = ana.api.create("1888n", [{"name": "Ana"}, {"name": "Bea"}])
    table.start()
    with pytest.raises(Refused):
        table.play("pass", before=["bid 7 on TA"])
    assert table.show()["length"] == 0
    solo = ana.api.create("18mag", [{"name": "Ana"}])
    solo.start()
    first = solo.legal()["choices"][0]["action"]
    second = solo.branch()
    second.play(first)
    then = second.legal()["choices"][0]["action"]
    solo.play(then, before=[first])
    assert solo.show()["length"] == 2


def test_a_what_if_against_rivals(ana: Program) -> None:  # noqa: F811
    table = ana.api.create("1888n", [{"name": "Ana"}, {"name": "Bea"}, {"name": "Carla"}])
    actor = table.start()["actor"]
    seats = table.branch(0, rivals=True).show()["seats"]
    assert [seat["index"] for seat in seats if seat["mine"]] == [actor]


@pytest.mark.parametrize("game", dieciocho.GAMES)
def test_what_a_beginner_is_told(ana: Program, game: str) -> None:  # noqa: F811
    told = ana.api.game(game)
    assert set(told["introduction"]["story"]) == {"en", "es"}
    assert told["introduction"]["differs"]
