"""Tables that cannot be played on: what is told, and what can be saved; texts nobody can store."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from dieciocho import loads
from dieciocho.web.models import Move, Seat, Table
from dieciocho.web.services import gathering, playing, reading
from dieciocho.web.services.asking import Refusal, Viewer
from dieciocho.web.services.gathering import SeatPlan

pytestmark = pytest.mark.django_db
VIEWER = Viewer(guest="key")


@pytest.fixture
def table(client: Client) -> Table:
    """A table after four actions, the client holds its seats."""
    plan = [SeatPlan(name) for name in ("Ana", "Bea", "Carla")]
    made = gathering.create_table(VIEWER, "1888n", plan)
    gathering.start(made.slug, VIEWER)
    for _ in range(4):
        playing.act(made.slug, VIEWER, "pass")
    session = client.session
    session["guest"] = VIEWER.guest
    session.save()
    reading.games.clear()
    return Table.objects.get(pk=made.pk)


def stored(table: Table) -> tuple[Any, ...]:
    found = Table.objects.get(pk=table.pk)
    return found.revision, found.length, list(found.moves.values_list("number", "action"))


@pytest.mark.parametrize(
    "damage",
    [
        lambda moves: moves.filter(number=3).update(action={"do": "rubbish"}),
        lambda moves: moves.filter(number=3).update(action={"do": "lay_tile"}),
        lambda moves: moves.filter(number=3).delete(),
    ],
)
def test_a_damaged_table_can_be_saved_up_to_there(
    client: Client, table: Table, damage: Any
) -> None:
    damage(Move.objects.filter(table=table))
    before = stored(table)
    page = client.get(f"/t/{table.slug}/")
    assert page.status_code == 409
    assert "its action 3 cannot be played again" in page.content.decode()
    saved = f"/table/{table.slug}/game.json?at=2"
    assert saved in page.content.decode()
    assert len(loads(client.get(saved).content).history) == 2
    assert client.get(f"/t/{table.slug}/?at=2").status_code == 200
    address = f"/api/tables/{table.slug}/"
    for part in ("", "legal/", "actions/", "export/"):
        answer = client.get(address + part)
        assert answer.status_code == 409
        assert "at=2" in answer.json()["error"]["text"]
    assert len(loads(client.get(address + "export/?at=2").content).history) == 2
    with pytest.raises(Refusal, match="damaged"):
        playing.undo(table.slug, VIEWER)
    with pytest.raises(Refusal, match="damaged"):
        playing.act(table.slug, VIEWER, "pass")
    assert stored(table) == before
    client.post(f"/t/{table.slug}/branch/", {"at": "2"})
    assert Table.objects.get(branched_from=table).length == 2


@pytest.mark.parametrize("change", [{"version": 99}, {"game": "gone"}, {"players": 7}])
def test_unknown_rules_are_not_played_by(client: Client, table: Table, change: Any) -> None:
    table.header |= change
    table.save()
    before = stored(table)
    for address in (f"/t/{table.slug}/", f"/t/{table.slug}/?at=1", f"/api/tables/{table.slug}/"):
        answer = client.get(address)
        assert answer.status_code == 409
        assert "cannot be played on here" in answer.content.decode()
    assert client.post(f"/t/{table.slug}/act/", {"action": "pass"}).status_code == 409
    assert client.post(f"/t/{table.slug}/undo/").status_code == 409
    assert client.get(f"/table/{table.slug}/game.json", follow=True).status_code == 409
    assert stored(table) == before


def test_a_character_that_cannot_be_stored_is_refused(client: Client, table: Table) -> None:
    before = stored(table)
    for address, fields in (
        ("say", {"text": "a\0b"}),
        ("act", {"action": "pass", "request": "\0"}),
    ):
        answer = client.post(f"/t/{table.slug}/{address}/", fields)
        assert answer.status_code == 422
        assert "cannot be stored" in answer.content.decode()
    assert stored(table) == before
    with pytest.raises(Refusal, match="cannot be stored"):
        gathering.create_table(VIEWER, "1888n", [SeatPlan("Ana"), SeatPlan("B")], title="\0")


def test_lists_in_lists_are_no_action(client: Client, table: Table) -> None:
    for text in ("[" * 5000, '{"a":' * 1900, '{"do": "\\ud800"}'):
        answer = client.get(f"/t/{table.slug}/effect/", {"action": text})
        assert answer.status_code == 422
        assert client.post(f"/t/{table.slug}/act/", {"action": text}).status_code == 422


@pytest.mark.parametrize("name", ["\u200b", "\u202e", "\u3164 \u2800"])
def test_a_name_that_nobody_sees_is_refused(client: Client, name: str) -> None:
    with pytest.raises(Refusal, match="can be seen"):
        gathering.create_table(VIEWER, "1888n", [SeatPlan(name), SeatPlan("Bea")])
    plan = [SeatPlan("Ana"), SeatPlan("", "open")]
    table = gathering.create_table(VIEWER, "1888n", plan)
    answer = client.post(f"/table/{table.slug}/join/", {"name": name}, follow=True)
    assert "can be seen" in answer.content.decode()
    assert Seat.objects.filter(table=table, name="").exists()
