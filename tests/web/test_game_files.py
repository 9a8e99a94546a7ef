"""Importing and exporting games, and what hostile files get."""

from __future__ import annotations

import gzip
import html
import json
import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

import dieciocho
from dieciocho.interop.export import export_game
from dieciocho.web.lobby import files
from dieciocho.web.models import Table
from dieciocho.web.services import gathering, reading
from dieciocho.web.services.asking import Viewer
from dieciocho.web.services.gathering import SeatPlan

pytestmark = pytest.mark.django_db


def played(edition: str = "rulebook") -> dieciocho.Game:
    """Return a game after the first actions of the auction."""
    game = dieciocho.new_game("1888n", ["Ana", "Luis", "Eva"], edition=edition)
    for _ in range(12):
        game.play(game.legal_actions()[-1])
    return game


def upload(client: Client, data: bytes | str, name: str = "game.json") -> Any:
    content = data.encode() if isinstance(data, str) else data
    return client.post("/import/", {"file": SimpleUploadedFile(name, content), "title": "Old"})


def changed(**header: Any) -> str:
    saved = json.loads(played().to_json())
    saved["header"].update(header)
    return json.dumps(saved)


@pytest.mark.parametrize("packed", [False, True])
def test_a_saved_game_becomes_a_table(client: Client, packed: bool) -> None:
    game = played()
    data = game.to_json().encode()
    answer = upload(client, gzip.compress(data) if packed else data)
    table = Table.objects.get()
    assert answer["Location"] == f"/t/{table.slug}/"
    assert (table.title, table.length, table.public) == ("Old", 12, False)
    assert reading.position(table).state == game.state
    assert table.slug in client.get("/").content.decode()


def test_a_recorded_game_becomes_a_table(client: Client) -> None:
    game = played("online")
    upload(client, export_game(game))
    table = Table.objects.get()
    assert table.edition == "online"
    assert reading.position(table).state == game.state


HOSTILE = {
    "nothing": b" ",
    "text": b"hello",
    "binary": bytes(range(256)),
    "not an object": b"[1, 2, 3]",
    "null": b"null",
    "empty object": b"{}",
    "deep": b"[" * 100_000,
    "deep action": b'{"format":"dieciocho-game-1","actions":[' + b"[" * 50_000,
    "broken gzip": b"\x1f\x8b\x08rubbish",
    "cut gzip": gzip.compress(played().to_json().encode())[:-20],
    "gzip bomb": gzip.compress(b" " * 60_000_000),
    "many actions": json.dumps(
        {"format": "dieciocho-game-1", "header": {}, "actions": [{}] * 6001}
    ).encode(),
    "other format": changed().replace("dieciocho-game-1", "chess").encode(),
    "unknown game": changed(game="../../etc/passwd").encode(),
    "unknown version": changed(version=99).encode(),
    "unknown option": changed(options={"x": "y"}).encode(),
    "one player": changed(players=["Ana"]).encode(),
    "equal names": changed(players=["Ana", "Ana", "Eva"]).encode(),
    "zero byte": changed(players=["A\0na", "Luis", "Eva"]).encode(),
    "long name": changed(players=["A" * 41, "Luis", "Eva"]).encode(),
    "huge seed": changed(seed=2**70).encode(),
    "negative seed": changed(seed=-1).encode(),
    "illegal action": played().to_json().replace('"pass"', '"nonsense"').encode(),
    "recorded without players": b'{"title": "1888", "players": [], "actions": []}',
    "recorded of another game": b'{"title": "1830", "players": [{"name": "A"}], "actions": []}',
    "recorded nonsense": json.dumps(
        {"title": "1888", "players": [{"name": "A"}, {"name": "B"}], "actions": [{"type": 7}]}
    ).encode(),
}


@pytest.mark.parametrize("kind", list(HOSTILE))
def test_hostile_files_are_refused_with_a_reason(client: Client, kind: str) -> None:
    answer = upload(client, HOSTILE[kind])
    assert answer.status_code == 400
    assert "errorlist" in answer.content.decode()
    assert not Table.objects.exists()


@pytest.mark.parametrize("kind", list(HOSTILE))
def test_the_reason_is_spanish_on_the_spanish_page(kind: str) -> None:
    said = _reason(upload(Client(headers={"accept-language": "es"}), HOSTILE[kind]))
    english = _reason(upload(Client(headers={"accept-language": "en"}), HOSTILE[kind]))
    assert said != english
    words = set(re.findall(r"[a-z]+", said.lower()))
    assert not words & {"the", "this", "not", "is", "has", "of", "missing", "expected", "error"}


def test_an_illegal_action_is_explained_in_spanish() -> None:
    saved = json.loads(played().to_json())
    saved["actions"][0] = {"do": "bid", "target": "FC", "price": 1}
    answer = upload(Client(headers={"accept-language": "es"}), json.dumps(saved))
    said = _reason(answer)
    assert "la acción 1 del archivo no es legal: La puja mínima" in said
    assert "[1888N-6.4]" in said


def _reason(answer: Any) -> str:
    found = re.search(r'<ul class="errorlist".*?</ul>', answer.content.decode(), re.S)
    assert found is not None
    return html.unescape(re.sub(r"<[^>]+>", "", found[0]))


def test_a_position_and_a_game_that_begins_with_one_become_tables(client: Client) -> None:
    whole = played()
    game = dieciocho.from_position(whole.position())
    upload(client, game.position())
    game.play(game.legal_actions()[0])
    upload(client, game.to_json())
    first, second = Table.objects.order_by("pk")
    assert reading.position(first).state == whole.state
    assert reading.position(second).state == game.state
    assert reading.replay(second).state == game.state
    answer = client.get(f"/table/{second.slug}/game.json")
    assert dieciocho.loads(answer.content).state == game.state
    assert client.get(f"/t/{second.slug}/").status_code == 200


def test_a_wrong_position_is_explained_in_spanish() -> None:
    text = played().position().replace("bank = ", "bank = 1")
    said = _reason(upload(Client(headers={"accept-language": "es"}), text))
    assert "posición: cash: suma" in said


def test_a_large_file_is_refused(client: Client) -> None:
    answer = upload(client, b" " * (files.MAX_UPLOAD + 1))
    assert "too large" in answer.content.decode()
    assert client.post("/import/", {"title": "no file"}).status_code == 400
    assert client.get("/import/").status_code == 200


def test_script_in_a_file_stays_text(client: Client) -> None:
    answer = upload(client, changed(game="<script>alert(1)</script>"))
    assert "<script>alert" not in answer.content.decode()


def test_a_game_is_handed_out_and_reads_back(client: Client) -> None:
    upload(client, played().to_json())
    table = Table.objects.get()
    answer = Client().get(f"/table/{table.slug}/game.json")
    assert answer["Content-Type"] == "application/json"
    assert "attachment" in answer["Content-Disposition"]
    assert dieciocho.loads(answer.content).state == reading.position(table).state


def test_only_online_games_are_handed_out_for_the_site(client: Client) -> None:
    upload(client, played("online").to_json())
    table = Table.objects.get()
    answer = client.get(f"/table/{table.slug}/18xx.json")
    assert files.read_game(answer.content).state == reading.position(table).state
    upload(client, played().to_json())
    other = Table.objects.latest("id")
    assert client.get(f"/table/{other.slug}/18xx.json").status_code == 302


def test_a_table_that_has_not_started_has_no_file(client: Client, settings: Any) -> None:
    table = gathering.create_table(Viewer(guest="x"), "1888n", [SeatPlan("A"), SeatPlan("B")])
    answer = client.get(f"/table/{table.slug}/game.json", follow=True)
    assert "The game has not started." in answer.content.decode()
