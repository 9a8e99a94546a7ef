"""Django's admin: looking at everything, closing and repairing games, handing seats over."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from dieciocho.web.models import ApiToken, BotJob, ChatLine, Move, Table
from dieciocho.web.services import gathering, moderating, playing, reading
from dieciocho.web.services.asking import Refusal, Viewer
from dieciocho.web.services.gathering import SeatPlan

pytestmark = pytest.mark.django_db

ANA = Viewer(guest="key-of-ana", name="Ana")


@pytest.fixture
def staff(client: Client) -> Client:
    client.force_login(User.objects.create_superuser("chief"))
    return client


def running(*plan: SeatPlan) -> Table:
    seats = plan or (SeatPlan("Ana"), SeatPlan("Bea"))
    table = gathering.create_table(ANA, "1888n", seats, title="<b>Mine</b>")
    gathering.start(table.slug, ANA)
    return playing.act(table.slug, ANA, "pass")


def act(client: Client, action: str, *tables: Table) -> Any:
    fields = {"action": action, "_selected_action": [table.pk for table in tables]}
    return client.post("/admin/web/table/", fields, follow=True)


def test_every_kind_of_row_can_be_looked_at(staff: Client) -> None:
    table = running(SeatPlan("Ana"), SeatPlan("Bot", "random"))
    playing.say(table.slug, ANA, "<script>alert(1)</script>")
    owner = User.objects.get()
    ApiToken.objects.create(owner=owner, label="x", digest=hashlib.sha256(b"x").hexdigest())
    rows = {
        "table": table,
        "seat": table.seats.all()[0],
        "move": Move.objects.all()[0],
        "chatline": ChatLine.objects.get(),
        "apitoken": ApiToken.objects.get(),
        "botjob": BotJob.objects.get(),
    }
    for name, row in rows.items():
        for address in (
            f"/admin/web/{name}/",
            f"/admin/web/{name}/?q=x",
            f"/admin/web/{name}/{row.pk}/change/",
        ):
            answer = staff.get(address)
            assert answer.status_code == 200, address
            page = answer.content.decode()
            assert "<script>alert" not in page
            assert "key-of-ana" not in page
            assert rows["apitoken"].digest not in page
        assert staff.get(f"/admin/web/{name}/add/").status_code == 403


def test_strangers_see_nothing(client: Client) -> None:
    client.force_login(User.objects.create_user("ana"))
    assert client.get("/admin/web/table/").status_code == 302


def test_moves_cannot_be_changed(staff: Client) -> None:
    running()
    move = Move.objects.get()
    address = f"/admin/web/move/{move.pk}/"
    assert staff.post(address + "change/", {"number": 7}).status_code == 403
    assert staff.post(address + "delete/", {"post": "yes"}).status_code == 403


def test_a_closed_game_is_over_for_good(staff: Client) -> None:
    table = running(SeatPlan("Ana"), SeatPlan("Bot", "random"))
    waiting = gathering.create_table(ANA, "1888n", [SeatPlan("Ana"), SeatPlan(who="open")])
    assert BotJob.objects.exists()
    before = table.revision
    act(staff, "close_tables", table, waiting)
    assert not Table.objects.filter(pk=waiting.pk).exists()
    table.refresh_from_db()
    assert (table.status, table.actor, table.result) == ("finished", None, None)
    assert table.revision > before
    assert not BotJob.objects.exists()
    for again in (playing.undo, playing.redo):
        with pytest.raises(Refusal):
            again(table.slug, ANA)


def test_a_game_is_repaired_from_its_actions(staff: Client) -> None:
    table = running()
    actor = table.actor
    Table.objects.filter(pk=table.pk).update(actor=None, status="finished", result={"Ana": 1})
    act(staff, "repair_tables", table)
    table.refresh_from_db()
    assert (table.actor, table.status, table.result) == (actor, "running", None)


def test_what_cannot_be_repaired_is_said(staff: Client) -> None:
    waiting = gathering.create_table(ANA, "1888n", [SeatPlan("Ana"), SeatPlan(who="open")])
    assert "has not started" in act(staff, "repair_tables", waiting).content.decode()
    table = running()
    Move.objects.update(action={"do": "nonsense"})
    reading.games.clear()
    assert "errornote" not in act(staff, "repair_tables", table).content.decode()
    table.refresh_from_db()
    assert table.status == "running"


def form_of(table: Table, **changes: Any) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "title": table.title,
        "undo_policy": table.undo_policy,
        "seats-TOTAL_FORMS": table.seats.count(),
        "seats-INITIAL_FORMS": table.seats.count(),
    }
    for number, seat in enumerate(table.seats.all()):
        fields[f"seats-{number}-id"] = seat.pk
        fields[f"seats-{number}-table"] = table.pk
        fields[f"seats-{number}-owner"] = ""
        fields[f"seats-{number}-bot"] = seat.bot
    return {**fields, **changes}


def test_a_seat_is_handed_to_a_bot_that_is_called(staff: Client) -> None:
    table = running()
    address = f"/admin/web/table/{table.pk}/change/"
    changes = {f"seats-{table.actor}-bot": "random", "title": "New name"}
    assert staff.post(address, form_of(table, **changes)).status_code == 302
    table.refresh_from_db()
    assert table.title == "New name"
    assert BotJob.objects.get().seat == table.actor
    assert table.length == 1
    assert [seat.guest for seat in table.seats.all()].count("key-of-ana") == 1


def test_a_seat_is_handed_to_another_person() -> None:
    table, eva = running(), User.objects.create_user("eva")
    moderating.hand_over(table.slug, 1, owner=eva)
    playing.act(table.slug, Viewer(eva), "pass")
    with pytest.raises(Refusal):
        playing.act(table.slug, Viewer(eva), "pass")
