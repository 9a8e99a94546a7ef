"""What people have of their accounts: results, settings, everything to take along, an end."""

from __future__ import annotations

import io
import json
import stat
import zipfile
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ImproperlyConfigured
from django.test import Client

import dieciocho
from dieciocho.bots import make_bot
from dieciocho.games import GAMES
from dieciocho.web import settings as program_settings
from dieciocho.web.folder import private
from dieciocho.web.models import BotJob, Channel, Invitation, Seat, Study, Table, Wishes
from dieciocho.web.services import (
    copying,
    ending,
    farewell,
    gathering,
    playing,
    reading,
    studying,
)
from dieciocho.web.services.asking import Refusal, Viewer
from dieciocho.web.services.gathering import SeatPlan

pytestmark = pytest.mark.django_db
PASSWORD = "tren-lento-1888"


@pytest.fixture
def ana() -> Any:
    return User.objects.create_user("ana", "ana@example.org", PASSWORD)


@pytest.fixture
def luis() -> Any:
    return User.objects.create_user("luis", password=PASSWORD)


@pytest.fixture
def client(ana: Any) -> Client:
    """The browser of Ana."""
    browser = Client()
    browser.force_login(ana)
    return browser


def viewer(user: Any) -> Viewer:
    return Viewer.of(user, "")


def together(*people: Any, game: str = "1888n", bots: int = 1) -> Table:
    """Return a started table of some people, the first is its host, and bots."""
    plan = [SeatPlan(), *[SeatPlan(who="open")] * (len(people) - 1)]
    plan += [SeatPlan(who="sensible")] * bots
    table = gathering.create_table(viewer(people[0]), game, plan, seed=1)
    for user in people[1:]:
        gathering.join(table.slug, viewer(user))
    return gathering.start(table.slug, viewer(people[0]))


def finish(table: Table, scores: dict[str, int]) -> None:
    Table.objects.filter(pk=table.pk).update(status="finished", actor=None, result=scores)


def text(answer: Any) -> str:
    return str(answer.content.decode())


# --- results and settings --------------------------------------------------------------


def test_results_are_counted_by_game(client: Client, ana: Any, luis: Any) -> None:
    assert "is counted here" in text(client.get("/accounts/profile/"))
    finish(together(ana, luis), {"ana": 900, "luis": 800, "Sensible 3": 700})
    finish(together(ana, bots=3), {"ana": 500, "a": 800, "b": 700, "c": 500})
    finish(together(ana, luis, game="18mag"), {"ana": 900, "luis": 900, "Sensible 3": 1})
    source = together(ana, luis)
    finish(copying.branch(source.slug, viewer(ana), 0), {"ana": 900, "luis": 0, "Sensible 3": 0})
    plan = [SeatPlan("ana"), SeatPlan("Eva")]
    alone = gathering.create_table(viewer(ana), "1888n", plan)
    finish(gathering.start(alone.slug, viewer(ana)), {"ana": 9, "Eva": 8})
    page = " ".join(text(client.get("/accounts/profile/")).split())
    assert "1888-N</th><td>2</td><td>1</td><td>1</td><td>2 of 3.5</td>" in page
    assert "18Magyarország</th><td>1</td><td>1</td><td>1</td><td>1 of 3</td>" in page


def test_settings_come_along_to_another_browser(client: Client, ana: Any) -> None:
    wished = {"first_name": "Ana B.", "email": "", "language": "es", "theme": "dark"}
    assert client.post("/accounts/settings/", wished).status_code == 302
    other = Client()
    assert 'media="(prefers-color-scheme: dark)"' in text(other.get("/"))
    other.post("/accounts/login/", {"username": "ana", "password": PASSWORD})
    for browser in (client, other):
        page = text(browser.get("/accounts/profile/"))
        assert '<html lang="es"' in page
        assert 'content="dark"' in page
        assert 'media="all"' in page
        assert 'value="Ana B."' in page
    client.post("/quick/")
    assert Seat.objects.get(owner=ana).name == "Ana B."
    assert Wishes.objects.get(owner=ana).theme == "dark"
    for wrong in ({"first_name": "\u200b"}, {"language": "xx"}, {"theme": "pink"}):
        assert client.post("/accounts/settings/", wished | wrong).status_code == 400
    client.cookies["theme"] = '"><script>'
    assert "<script>" not in text(client.get("/"))


# --- everything and an end -------------------------------------------------------------


def test_everything_can_be_taken_along(client: Client, ana: Any, luis: Any) -> None:
    table = together(ana, luis, bots=0)
    actor = {"ana": ana, "luis": luis}[reading.position(table).name(table.actor)]
    playing.act(table.slug, viewer(actor), "pass")
    playing.say(table.slug, viewer(ana), "¡Hola!")
    ending.write_notes(table.slug, viewer(ana), "buy YRF")
    ending.write_notes(table.slug, viewer(luis), "a secret")
    Channel.objects.create(owner=ana, kind="json", target="https://example.org/x")
    answer = client.post("/accounts/data/")
    assert client.get("/accounts/data/").status_code == 405
    archive = zipfile.ZipFile(io.BytesIO(answer.content))
    account = json.loads(archive.read("account.json"))
    assert account["email"] == "ana@example.org"
    assert account["channels"][0]["target"] == "https://example.org/x"
    (seat,) = account["seats"]
    assert (seat["notes"], seat["said"][0]["text"]) == ("buy YRF", "¡Hola!")
    assert b"a secret" not in answer.content + archive.read("account.json")
    game = dieciocho.loads(archive.read(f"games/{table.slug}.json"))
    assert game.state == reading.position(Table.objects.get(pk=table.pk)).state


def test_an_account_is_deleted_with_its_password(client: Client, ana: Any) -> None:
    client.post("/quick/")
    assert "cannot be taken back" in text(client.get("/accounts/delete/"))
    assert client.post("/accounts/delete/", {"password": "wrong"}).status_code == 400
    assert User.objects.filter(pk=ana.pk).exists()
    assert client.post("/accounts/delete/", {"password": PASSWORD})["Location"] == "/"
    assert not User.objects.exists()
    assert not Table.objects.exists()
    assert "Log in" in text(client.get("/"))


@pytest.mark.parametrize("game", GAMES)
def test_games_of_others_go_on_without_a_name(ana: Any, luis: Any, game: str) -> None:
    table = together(ana, luis, game=game)
    copy = copying.branch(table.slug, viewer(luis), 0)
    playing.say(table.slug, viewer(ana), "hello")
    before = reading.position(table)
    farewell.forget(ana)
    now = Table.objects.get(pk=table.pk)
    after = reading.position(now)
    assert after.state == before.state
    assert sorted(after.players) == sorted({*before.players} - {"ana"} | {"N. N."})
    seat = now.seats.get(name="N. N.")
    assert (seat.owner, seat.bot, seat.notes) == (None, "sensible", "")
    assert now.chat.get().name == "N. N."
    assert BotJob.objects.filter(table=table).exists() == (after.name(now.actor) != "luis")
    assert "ana" not in reading.position(Table.objects.get(pk=copy.pk)).players
    assert not Seat.objects.filter(name="ana").exists()
    reading.games.clear()
    assert reading.position(now).players == after.players


def test_a_game_that_began_from_a_position_goes_on(ana: Any, luis: Any) -> None:
    played = dieciocho.new_game("1888n", ["ana", "luis"], seed=1)
    bot = make_bot("random", 1)
    for _ in range(40):
        played.play(bot.choose(played))
    table = copying.adopt(viewer(ana), dieciocho.from_position(played.position()))
    Seat.objects.filter(table=table, name="luis").update(owner=luis)
    before = reading.position(table).state
    farewell.forget(ana)
    reading.games.clear()
    after = reading.position(Table.objects.get(pk=table.pk))
    assert after.state == before
    assert set(after.players) == {"N. N.", "luis"}


def test_a_finished_game_keeps_its_result(ana: Any, luis: Any) -> None:
    table = together(ana, luis)
    finish(table, {"ana": 5, "luis": 4, "Sensible 3": 3})
    gathered = gathering.create_table(viewer(luis), "1888n", [SeatPlan(), SeatPlan(who="open")])
    gathering.join(gathered.slug, viewer(ana))
    farewell.forget(ana)
    table.refresh_from_db()
    assert (table.status, table.result) == ("finished", {"N. N.": 5, "luis": 4, "Sensible 3": 3})
    assert gathered.seats.filter(name="", owner=None).count() == 1


def test_what_was_asked_of_a_computer_goes_with_the_account(ana: Any, luis: Any) -> None:
    table = together(ana, luis)
    finish(table, {"ana": 5, "luis": 4, "Sensible 3": 3})
    Table.objects.filter(pk=table.pk).update(length=1)
    studying.ask_analysis(table.slug, viewer(ana))
    farewell.forget(ana)
    assert not Study.objects.exists()


def test_what_was_told_of_an_undo_tells_no_name(ana: Any, luis: Any) -> None:
    table = together(ana, luis, bots=0)
    people = {"ana": ana, "luis": luis}
    for _ in range(2):
        table.refresh_from_db()
        playing.act(table.slug, viewer(people[reading.position(table).name(table.actor)]), "pass")
    playing.undo(table.slug, viewer(luis))
    farewell.forget(ana)
    told = json.dumps([[line.name, line.about] for line in table.chat.all()])
    assert "ana" not in told
    assert "luis" in told


def test_who_looks_on_talks_aside(client: Client, ana: Any, luis: Any) -> None:
    table = together(luis, User.objects.create_user("eva"))
    stranger, player = Client(), Client()
    player.force_login(luis)
    address = f"/t/{table.slug}/"
    assert stranger.post(f"{address}say/", {"text": "hello"}).status_code == 403
    assert client.post(f"{address}say/", {"text": "Luis should sell"}).status_code == 302
    assert "To those who look on" in text(client.get(address))
    assert "To those who look on" not in text(player.get(address))
    for browser, heard in ((client, True), (stranger, True), (player, False)):
        assert ("Luis should sell" in text(browser.get(address))) == heard
    finish(table, {"luis": 5, "eva": 4, "Sensible 3": 3})
    page = text(player.get(address))
    assert "Luis should sell" in page
    assert "(looking on)" in page
    assert b"Luis should sell" in zipfile.ZipFile(
        io.BytesIO(client.post("/accounts/data/").content)
    ).read("account.json")
    farewell.forget(ana)
    assert table.chat.get(aside=True).name == "N. N."


def test_a_chat_has_an_end(ana: Any, luis: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr(playing, "MOST_LINES", 2)
    table = together(ana, luis)
    for _ in range(2):
        playing.say(table.slug, viewer(ana), "hello")
    with pytest.raises(Refusal, match="nothing more fits"):
        playing.say(table.slug, viewer(luis), "hello")


# --- who may play ----------------------------------------------------------------------


def test_an_account_by_invitation(client: Client, ana: Any, settings: Any) -> None:
    table = gathering.create_table(
        viewer(ana), "1888n", [SeatPlan(), SeatPlan(who="open")], public=True
    )
    assert client.post("/accounts/invite/").status_code == 404
    settings.WELCOME = "invited"
    stranger = Client()
    page = text(stranger.get("/"))
    assert "Here one plays by invitation" in page
    assert table.slug not in page
    answer = stranger.post(f"/table/{table.slug}/join/", {"name": "Eva"}, follow=True)
    assert "an account an invitation" in text(answer)
    wished = {"username": "eva", "password1": PASSWORD, "password2": PASSWORD}
    assert stranger.post("/accounts/signup/", wished).status_code == 403
    client.post("/accounts/invite/")
    code = Invitation.objects.get().code
    assert f"/accounts/signup/{code}/" in text(client.get("/accounts/profile/"))
    address = f"/accounts/signup/{code}/"
    assert stranger.post(address, wished | {"password2": ""}).status_code == 400
    assert stranger.post(address, wished)["Location"] == "/"
    assert stranger.post(f"/table/{table.slug}/join/", {"name": "Eva"}).status_code == 302
    assert table.seats.filter(name="Eva").exists()
    assert Client().get(address).status_code == 403


def test_nobody_invites_without_end(client: Client, settings: Any, clock: Any) -> None:
    settings.WELCOME = "invited"
    for _ in range(12):
        client.post("/accounts/invite/")
    assert Invitation.objects.count() == 10
    code = Invitation.objects.first().code
    clock.moves(days=31)
    assert Client().get(f"/accounts/signup/{code}/").status_code == 403


def test_nobody_has_tables_without_end(settings: Any, ana: Any) -> None:
    settings.RATE_LIMITING, settings.GUEST_TABLES, settings.ACCOUNT_TABLES = True, 2, 3
    plan = [SeatPlan("a"), SeatPlan("b")]
    for who, most in ((Viewer(guest="key"), 2), (viewer(ana), 3)):
        for _ in range(most):
            made = gathering.create_table(who, "1888n", plan)
        gathering.start(made.slug, who)
        with pytest.raises(Refusal, match=f"have {most} tables"):
            gathering.create_table(who, "1888n", plan)
        with pytest.raises(Refusal, match=f"have {most} tables"):
            copying.branch(made.slug, who, 0)
        ending.delete(made.slug, who)
        gathering.create_table(who, "1888n", plan)


def test_only_who_sits_down_gets_a_session() -> None:
    stranger = Client()
    for address in ("/t/x/undo/", "/t/x/say/", "/table/x/abandon/", "/table/x/leave/"):
        stranger.post(address)
    assert "sessionid" not in stranger.cookies
    stranger.post("/quick/")
    assert "sessionid" in stranger.cookies


@pytest.mark.parametrize("text", ["x", "chat", "chat=1", "tram=1/2", "chat=1/0", "chat=-1/2"])
def test_limits_that_cannot_be_read_are_refused(monkeypatch: Any, text: str) -> None:
    usual = {"chat": (20, 60), "tables": (60, 3600)}
    monkeypatch.setenv("DIECIOCHO_LIMITS", text)
    with pytest.raises(ImproperlyConfigured, match="DIECIOCHO_LIMITS is"):
        program_settings._limits(usual)
    monkeypatch.setenv("DIECIOCHO_LIMITS", "chat=5/10")
    assert program_settings._limits(usual) == {"chat": (5, 10), "tables": (60, 3600)}


@pytest.mark.parametrize(
    "text", ["mysql://u@host/x", "postgres://u:secret@host:99999/x", "postgres://[::1/x", "host"]
)
def test_an_address_of_a_server_that_is_none_is_refused(monkeypatch: Any, text: str) -> None:
    monkeypatch.setenv("DATABASE_URL", text)
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL is") as raised:
        program_settings._database()
    assert "secret" not in str(raised.value)
    for good in (
        "postgres://u:p@host/x",
        "postgresql://u@%2Fvar%2Frun/x",
        "postgres://u@[::1]:5/x",
    ):
        monkeypatch.setenv("DATABASE_URL", good)
        assert program_settings._database()["NAME"] == "x"


def test_a_file_that_everybody_could_read_is_closed(tmp_path: Path) -> None:
    file = tmp_path / "database"
    assert stat.S_IMODE(private(file).stat().st_mode) == 0o600
    file.chmod(0o664)
    assert stat.S_IMODE(private(file).stat().st_mode) == 0o660
