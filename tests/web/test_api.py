"""The JSON API: everything a program needs, and every mistake it can make."""

from __future__ import annotations

import gzip
import json
import logging
import re
from pathlib import Path
from typing import Any
from urllib.parse import quote

import msgspec
import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import resolve

import dieciocho
from dieciocho.bots import make_bot
from dieciocho.client import Client as ApiClient
from dieciocho.client import Refused
from dieciocho.games import GAMES
from dieciocho.web.api import tokens
from dieciocho.web.api.state import state_of
from dieciocho.web.live.views import follow
from dieciocho.web.models import ApiToken, Table
from dieciocho.web.services import playing, reading
from dieciocho.web.services.asking import Viewer

pytestmark = pytest.mark.django_db(transaction=True)

ROOT = Path(__file__).parents[2]
SEATS = [{"name": "Ana"}, {"name": "Bea"}, {"name": "Carla"}]


class Program:
    """Asks with a token; returns status and JSON. `api` is the client that others use."""

    def __init__(self, token: str = "") -> None:
        self.client = Client()
        self.headers = {"Authorization": f"Bearer {token}"} if token else {}
        self.api = ApiClient("", token, send=self.send)

    def send(
        self, method: str, url: str, body: bytes | None, headers: dict[str, str]
    ) -> tuple[int, bytes]:
        kind = headers.pop("Content-Type", "")
        answer = self.client.generic(method, url, body or b"", kind, headers=headers)
        return answer.status_code, answer.content

    def get(self, path: str, **query: Any) -> tuple[int, Any]:
        answer = self.client.get(f"/api/{path}", query, headers=self.headers)
        return answer.status_code, json.loads(answer.content)

    def post(self, path: str, data: Any = None) -> tuple[int, Any]:
        body = data if isinstance(data, bytes) else json.dumps(data or {})
        answer = self.client.post(
            f"/api/{path}", body, content_type="application/json", headers=self.headers
        )
        return answer.status_code, json.loads(answer.content)

    def refused(self, path: str, data: Any = None) -> tuple[int, str]:
        status, answer = self.post(path, data)
        assert set(answer) == {"error"}, answer
        assert set(answer["error"]) == {"code", "text", "rule"}
        return status, answer["error"]["code"]


def person(name: str) -> Program:
    return Program(tokens.issue(get_user_model().objects.create_user(name), "test"))


@pytest.fixture
def ana() -> Program:
    return person("ana")


def started(program: Program, seats: list[dict[str, str]] = SEATS, **options: Any) -> str:
    status, table = program.post("tables/", {"game": "1888n", "seats": seats, **options})
    assert status == 201, table
    path = f"tables/{table['slug']}/"
    assert program.post(path + "start/")[0] == 200
    return path


def test_games_are_described() -> None:
    status, answer = Program().get("games/")
    assert status == 200
    assert answer["games"][0]["id"] == "1888n"
    status, game = Program().get("games/1888n/", edition="online", language="es")
    assert status == 200
    assert game["actions"]["lay"] == "lay {tile} on {hex} turned {rotation}[ by {power}]"
    assert len(game["companies"]) == 8
    assert "1888N-6.4" in game["rules"]
    assert Program().get("games/1830/")[0] == 404
    assert Program().get("games/1888n/", edition="beta")[0] == 422


def test_a_table_is_gathered_started_and_listed(ana: Program) -> None:
    luis = person("luis")
    seats = [{"who": "me"}, {"who": "open"}, {"who": "random"}]
    wish = {"game": "1888n", "seats": seats, "title": "Sunday", "public": True, "undo": "own"}
    status, table = ana.post("tables/", wish)
    assert (status, table["title"], table["status"]) == (201, "Sunday", "open")
    path = f"tables/{table['slug']}/"
    assert ana.get(path)[1]["position"] is None
    assert ana.get(path + "legal/")[0] == 409
    assert ana.refused(path + "start/") == (409, "conflict")
    assert luis.post(path + "join/", {"name": "Luis"})[0] == 200
    assert luis.post(path + "leave/")[0] == 200
    assert luis.post(path + "join/")[0] == 200
    assert luis.post(path + "start/")[1]["status"] == "running"
    assert luis.refused(path + "leave/") == (409, "conflict")
    assert [t["title"] for t in luis.get("tables/")[1]["tables"]] == ["Sunday"]
    assert luis.get("tables/", status="finished")[1]["tables"] == []
    assert person("eva").get("tables/")[1]["tables"] == []
    mine = [seat["mine"] for seat in luis.get(path)[1]["seats"]]
    assert mine == [False, True, False]


def test_the_state_tells_what_lies_on_the_table(ana: Program) -> None:
    path = started(ana)
    status, table = ana.get(path)
    state = table["position"]["state"]
    assert (status, table["actor"], table["position"]["step"]) == (200, 0, "private_auction")
    question = "Buy the cheapest private company, bid on another one, or pass."
    assert table["position"]["question"] == question
    spanish = ana.get(path, language="es")[1]["position"]["question"]
    assert spanish == "Compra la compañía privada más barata, puja por otra o pasa."
    assert table["position"]["scores"] == {"Ana": 800, "Bea": 800, "Carla": 800}
    assert state["bank"] + sum(player["cash"] for player in state["players"]) == 9000
    assert state["privates"]["KT"]["owner"] == "unsold"
    assert state["companies"]["JHR"]["shares"] == {"ipo": 100}
    assert state["trains"]["bank"][0] == "2-0"


def test_a_game_is_played_through_the_api(ana: Program) -> None:
    table = ana.api.create("1888n", SEATS, edition="online", seed=5)
    table.start()
    bot = make_bot("random", 3)
    for _ in range(150):
        game = reading.position(Table.objects.get())
        if game.over:
            break
        action = bot.choose(game)
        legal = table.legal()
        assert any(offers(choice, action) for choice in legal["choices"]), action
        table.play(plain(action), revision=legal["revision"])
    played = table.actions(10)
    assert played[0]["number"] == 11
    assert any(entry["log"] for entry in played)
    state = table.show()["position"]["state"]
    assert state["market"]
    assert state["board"]
    assert table.show(at=20)["position"]["at"] == 20
    company = state["market"][0]["companies"][0]
    assert table.routes(company)["proven"] is True
    whole = dieciocho.load(table.export())
    assert whole.state == reading.position(Table.objects.get()).state
    assert table.export("18xx.games")["title"] == "1888"
    assert table.branch(20).show()["length"] == 20
    assert [one["id"] for one in ana.api.games()] == list(GAMES)


def plain(action: Any) -> Any:
    return msgspec.to_builtins(action)


def offers(choice: dict[str, Any], action: Any) -> bool:
    """Tell whether an entry of the legal actions stands for an action."""
    wanted, offered = plain(action), dict(choice["action"])
    if choice["open"]:
        return bool(wanted["do"] == offered["do"])
    if choice["low"] is not None:
        if not choice["low"] <= wanted.get("price", -1) <= choice["high"]:
            return False
        offered["price"] = wanted["price"]
    return bool(offered == wanted)


def test_undo_redo_and_branch(ana: Program) -> None:
    path = started(ana)
    assert ana.refused(path + "undo/") == (409, "conflict")
    assert ana.post(path + "actions/", {"text": "pass"})[1]["length"] == 1
    assert ana.post(path + "undo/")[1]["length"] == 0
    assert ana.post(path + "redo/")[1]["length"] == 1
    status, other = person("eva").post(path + "branch/", {"at": 0})
    assert (status, other["length"], other["branched_at"]) == (201, 0, 0)
    assert ana.post(path + "branch/")[1]["length"] == 1
    assert ana.refused(path + "branch/", {"at": 7}) == (422, "invalid")


def test_the_same_request_is_played_once_and_an_old_revision_refused(ana: Program) -> None:
    path = started(ana)
    data = {"text": "pass", "request": "one", "revision": 1}
    assert ana.post(path + "actions/", data)[1]["length"] == 1
    assert ana.post(path + "actions/", data)[1]["length"] == 1
    assert ana.refused(path + "actions/", {"text": "pass", "revision": 1}) == (409, "conflict")


def test_chat_disturbs_nobody_who_is_about_to_act(ana: Program) -> None:
    path = started(ana)
    seen = ana.get(path + "legal/")[1]["revision"]
    table = Table.objects.get()
    before = table.news
    playing.say(table.slug, Viewer(get_user_model().objects.get()), "hello")
    table.refresh_from_db()
    assert table.news == before + 1  # listeners learn of it
    assert ana.post(path + "actions/", {"text": "pass", "revision": seen})[0] == 200


@pytest.mark.parametrize(
    ("path", "data", "english", "spanish"),
    [
        ("actions/", {"text": "bid 10 on FC"}, "The lowest bid on FC", "puja mínima"),
        ("actions/", {"text": "pass", "revision": 9}, "The game has moved on.", "ha avanzado"),
        ("actions/", {"text": "dance"}, "cannot read the action", "no se puede leer la acción"),
        ("branch/", {"at": 7}, "there is no position 7", "no existe la posición 7"),
        ("nothing/", {}, "There is nothing at this address.", "No hay nada en esta"),
    ],
)
def test_refusals_are_in_the_language_asked_for(
    ana: Program, path: str, data: Any, english: str, spanish: str
) -> None:
    where = started(ana) + path
    assert english in ana.post(where, data)[1]["error"]["text"]
    assert spanish in ana.post(where + "?language=es", data)[1]["error"]["text"]
    ana.headers["Accept-Language"] = "es-MX,es;q=0.9,en;q=0.5"
    assert spanish in ana.post(where, data)[1]["error"]["text"]


def test_the_log_names_who_used_a_token(ana: Program, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "dieciocho.web.requests"):
        ana.get("tables/")
    assert caplog.records[-1].user == get_user_model().objects.get().pk  # type: ignore[attr-defined]


def test_refusals_name_the_rule(ana: Program) -> None:
    path = started(ana)
    status, answer = ana.post(path + "actions/", {"text": "bid 10 on FC"})
    assert (status, answer["error"]["rule"]) == (422, "1888N-6.4")
    status, why = ana.get(path + "why/", action="bid 10 on FC", language="es")
    assert (status, why["legal"], why["rule"]) == (200, False, "1888N-6.4")
    as_json = json.dumps({"do": "bid", "target": "FC", "price": 155})
    seen = ana.get(path + "why/", action=as_json)[1]
    assert seen == {"legal": True, "log": ["Ana bids ¥155 on FC."], "gains": {}}
    seen = ana.get(path + "why/", action="buy private KT for 25")[1]
    assert seen["gains"] == {"Ana": -25, "bank": 25}
    assert ana.get(path + "why/", action="dance")[0] == 422
    assert ana.get(path + "why/", action="{")[0] == 400
    assert ana.get(path + "why/")[0] == 400
    assert ana.get(path + "routes/")[0] == 400
    assert ana.get(path + "routes/", company="XYZ")[0] == 422
    assert ana.get(path + "export/", format="18xx.games")[0] == 422  # edition rulebook
    assert ana.get(path + "export/", format="pdf")[0] == 422


def test_who_may_do_what(ana: Program) -> None:
    path = started(ana)
    nobody, wrong, eva = Program(), Program("wrong"), person("eva")
    assert nobody.get(path)[0] == 200  # whoever has the link may look
    assert nobody.get("tables/")[0] == 401
    assert nobody.refused("tables/", {"game": "1888n", "seats": SEATS}) == (401, "unknown")
    assert nobody.refused(path + "actions/", {"text": "pass"}) == (401, "unknown")
    assert wrong.get(path)[0] == 401
    assert eva.refused(path + "actions/", {"text": "pass"}) == (403, "forbidden")
    assert eva.refused(path + "undo/") == (403, "forbidden")
    assert eva.refused("tables/guessed/undo/") == (404, "missing")
    assert eva.refused("nowhere/") == (404, "missing")
    assert eva.get("tables/a%00b/")[0] == 404
    assert eva.refused(path) == (405, "method")
    user = get_user_model().objects.get(username="eva")
    user.is_active = False
    user.save()
    assert eva.get("tables/")[0] == 401
    assert ApiToken.objects.get(owner=user).used_at is not None


def test_a_session_needs_the_csrf_token() -> None:
    user = get_user_model().objects.create_user("eva")
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(user)
    body = json.dumps({"game": "1888n", "seats": SEATS})

    def create(**headers: str) -> Any:
        kind = "application/json"
        return browser.post("/api/tables/", body, content_type=kind, headers=headers)

    form = browser.post("/api/tables/", {"game": "x" * 3_000_000})
    assert (form.status_code, form.json()["error"]["code"]) == (415, "malformed")
    refused = create()
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "csrf")
    browser.cookies["csrftoken"] = "a" * 32
    assert create(**{"X-CSRFToken": "b" * 32}).status_code == 403
    assert create(**{"X-CSRFToken": "a" * 32}).status_code == 201
    assert browser.get("/api/tables/").json()["tables"][0]["seats"][0]["mine"] is True


@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b"[]",
        b"null",
        b"\xff\xfe",
        b'"\\ud800"',
        b"[" * 50_000,
        b'{"a":' * 15_000,
        b"{}",
        b'{"text": 7}',
        b'{"text": "pass", "action": {"do": "pass"}}',
        b'{"text": "pass", "extra": 1}',
        b'{"text": "pass", "revision": -1}',
        b'{"text": "pass", "revision": 1e400}',
        b'{"text": "pass", "request": "' + b"x" * 65 + b'"}',
        b'{"text": "pass", "request": "\\u0000"}',
        b'{"text": "dance"}',
        b'{"text": ""}',
        b'{"action": {}}',
        b'{"action": {"do": "dance"}}',
        b'{"action": {"do": "bid", "target": "FC", "price": "1"}}',
        b'{"action": {"do": "bid", "target": "FC", "price": 1e99}}',
        b'{"action": {"do": ["pass"]}}',
        b'{"action": {"do": "run", "routes": [{"train": "2-0"}]}}',
    ],
)
def test_malformed_bodies_get_a_clear_answer(ana: Program, body: bytes) -> None:
    path = started(ana)
    assert ana.refused(path + "actions/", body) == (400, "malformed")
    assert Table.objects.get().length == 0


@pytest.mark.parametrize(
    "change",
    [
        {"game": "1830"},
        {"game": 7},
        {"seats": []},
        {"seats": [{}] * 7},
        {"seats": [{}] * 17},
        {"seats": [{"who": "admin"}, {}]},
        {"seats": [{"who": "open"}] * 3},
        {"seats": [{"name": "a\u0000"}, {}]},
        {"seats": [{"name": 1}, {}]},
        {"seed": 2**70},
        {"edition": "beta"},
        {"undo": "always"},
        {"public": "yes"},
        {"title": "x" * 300},
    ],
)
def test_impossible_tables_are_refused(ana: Program, change: dict[str, Any]) -> None:
    status, _ = ana.refused("tables/", {"game": "1888n", "seats": SEATS, **change})
    assert status in (400, 422)
    assert not Table.objects.exists()


def test_large_bodies_are_refused(ana: Program) -> None:
    path = started(ana)
    large = b'{"text": "' + b"x" * 100_000 + b'"}'
    assert ana.refused(path + "actions/", large) == (413, "too_large")
    assert ana.refused("tables/", b" " * 3_000_000) == (413, "too_large")


@pytest.mark.parametrize("value", ["x", "-1", "1.5", "9" * 30, "\u0663", " 1"])
def test_wrong_numbers_in_the_query_are_refused(ana: Program, value: str) -> None:
    path = started(ana)
    assert ana.get(path, at=value)[0] == 400
    assert ana.get(path + "actions/", **{"from": value})[0] == 400


def test_a_position_that_does_not_exist_is_refused(ana: Program) -> None:
    path = started(ana)
    assert ana.get(path, at=1)[0] == 422
    assert ana.get(path + "legal/", at=1)[0] == 422
    odd = quote("why/?action=" + "lay 9 on " + "\u0000" * 3, safe="/?=")
    assert ana.get(path + odd)[0] == 422


def test_too_many_tables_are_refused(ana: Program, settings: Any) -> None:
    settings.RATE_LIMITING = True
    settings.RATE_LIMITS = {"tables": (2, 3600)}
    path = started(ana)
    assert ana.post(path + "branch/")[0] == 201
    assert ana.refused("tables/", {"game": "1888n", "seats": SEATS}) == (429, "too_many")


@pytest.mark.parametrize("name", GAMES)
def test_every_position_of_every_game_is_plain_data(name: str) -> None:
    game = dieciocho.new_game(name, ["Ana", "Bea", "Carla"], seed=2)
    bot = make_bot("sensible" if name == "1862" else "random", 2)
    for count in range(240):
        if game.over:
            break
        if count % 12 == 0:
            told = json.loads(msgspec.json.encode(state_of(game)))
            assert told["players"][0]["name"] == game.players[0]
            assert set(told["companies"]) == set(game.definition.companies) - game.state.closed
        game.play(bot.choose(game))


def test_a_seat_is_handed_over_and_the_game_ended_through_the_api(ana: Program) -> None:
    slug = started(ana, [{"who": "me"}, {"who": "quick"}])
    mine = next(s["index"] for s in ana.get(slug)[1]["seats"] if s["mine"])
    status, told = ana.post(f"{slug}hand/", {"seat": mine, "until": "round"})
    seat = told["seats"][mine]
    assert (status, seat["mine"], seat["owned"], seat["until"]) == (200, False, True, "round")
    assert ana.post(f"{slug}take-back/", {"seat": mine})[1]["seats"][mine]["mine"]
    assert ana.post(f"{slug}hand/", {"seat": 1 - mine})[0] == 403
    assert ana.post(f"{slug}rematch/", {})[0] == 409
    assert ana.post(f"{slug}abandon/", {})[1]["status"] == "finished"
    ana.post(f"{slug}notes/", {"text": "again"})
    assert ana.get(f"{slug}notes/")[1] == {"text": "again"}
    assert person("luis").get(f"{slug}notes/")[1] == {"text": ""}
    assert ana.post(f"{slug}rematch/", {})[0] == 201


def test_games_from_files_become_tables(ana: Program) -> None:
    game = dieciocho.new_game("1888n", ["Ana", "Bea", "Eva"], seed=3).play("bid 130 on YRF")
    table = ana.api.adopt(gzip.compress(game.to_json().encode()), "Again")
    assert (table.show()["title"], table.show()["length"]) == ("Again", 1)
    against = ana.api.adopt(game.position().encode(), seats="bots").show()
    assert [seat["bot"] for seat in against["seats"]].count("sensible") == 2
    with pytest.raises(Refused) as refused:
        ana.api.adopt(b"hello")
    assert (refused.value.status, refused.value.code) == (422, "invalid")


def test_what_is_said_and_left_to_the_server(ana: Program) -> None:
    table = ana.api.create("1888n", [{"name": "Ana"}, {"who": "open"}], public=True)
    luis = person("luis")
    assert [one["slug"] for one in luis.api.tables("joinable")] == [table.slug]
    luis.api.table(table.slug).do("join", name="Luis")
    table.start()
    assert table.say("hello")[-1]["text"] == "hello"
    assert luis.api.table(table.slug).chat()[-1]["name"] == "Ana"
    mine = next(seat["index"] for seat in table.show()["seats"] if seat["mine"])
    with pytest.raises(Refused, match="stock round"):
        table.do("programs", seat=mine, wish={"kind": "pass"})
    (made,) = table.do("programs", seat=mine, wish={"kind": "answer"})["programs"]
    assert (made["wish"]["kind"], table.programs()) == ("answer", [made])
    assert luis.api.table(table.slug).programs() == []
    assert table.ask("DELETE", f"programs/{made['number']}/") == {"programs": []}


def test_the_description_is_made_of_the_types(ana: Program) -> None:
    told = ana.api.ask("GET", "openapi.json")
    known = told["components"]["schemas"]
    act = told["paths"]["/api/tables/{slug}/actions/"]["post"]
    body = act["requestBody"]["content"]["application/json"]["schema"]["$ref"]
    assert set(known[body.rpartition("/")[2]]["properties"]) >= {"action", "text", "revision"}
    assert act["security"] == [{"token": []}]
    assert [p["name"] for p in act["parameters"]] == ["slug", "language"]
    listed = told["paths"]["/api/tables/"]["get"]["parameters"]
    assert {"which", "status", "from"} <= {p["name"] for p in listed}
    news = told["paths"]["/live/{slug}/"]["get"]
    assert [p["name"] for p in news["parameters"]] == ["slug", "since"]
    assert resolve("/live/some-table/").func is follow
    assert all(
        operation["summary"] for path in told["paths"].values() for operation in path.values()
    )
    refs = set(re.findall(r'"#/components/schemas/(\w+)"', json.dumps(told)))
    assert refs <= set(known)
    documented = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    last = {path.replace("{", "<").replace("}", ">").split("/")[-2] for path in told["paths"]}
    assert [part for part in last - {"<game>", "<number>"} if f"{part}/" not in documented] == []
