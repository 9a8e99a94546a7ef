"""The lobby: starting, gathering, joining, lists; what strangers and rascals get."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.test import Client

import dieciocho
from dieciocho.games import GAMES
from dieciocho.web.models import Table
from dieciocho.web.services import gathering
from dieciocho.web.services.asking import Viewer
from dieciocho.web.services.gathering import SeatPlan

pytestmark = pytest.mark.django_db

LUIS = Viewer(guest="key-of-luis", name="Luis")
SCRIPT = "<script>alert(1)</script>"


def plan(**changes: Any) -> dict[str, Any]:
    """Return the fields of a new table: Ana at this screen against two bots."""
    fields = {
        "game": "1888n",
        "edition": "rulebook",
        "players": "3",
        "seating": "listed",
        "undo_policy": "free",
        "privacy": "private",
        "who_0": "me",
        "name_0": "Ana",
        "who_1": "sensible",
        "who_2": "random",
    }
    return {**fields, **changes}


def public_table(*seats: SeatPlan, **options: Any) -> Table:
    seats = seats or (SeatPlan("Luis"), SeatPlan(who="open"))
    options = {"public": True, "title": "Thursday", **options}
    return gathering.create_table(LUIS, "1888n", seats, **options)


def text(answer: Any) -> str:
    return str(answer.content.decode())


def test_the_start_page_needs_no_session(client: Client) -> None:
    answer = client.get("/")
    assert answer.status_code == 200
    assert "Play 1888-N now" in text(answer)
    assert not Session.objects.exists()


def test_one_click_starts_a_game_against_bots(client: Client) -> None:
    answer = client.post("/quick/")
    table = Table.objects.get()
    assert answer.status_code == 302
    assert answer["Location"] == f"/t/{table.slug}/"
    assert table.status == Table.Status.RUNNING
    assert not table.public
    assert sorted(bool(seat.bot) for seat in table.seats.all()) == [False, True, True]
    assert table.slug in text(client.get("/"))
    assert table.slug not in text(Client().get("/"))


@pytest.mark.parametrize("game", GAMES)
def test_one_click_starts_any_game(client: Client, game: str) -> None:
    assert client.post("/quick/", {"game": game}).status_code == 302
    assert Table.objects.get().game == game


def test_an_unknown_game_is_not_started(client: Client) -> None:
    client.post("/quick/", {"game": "../1830"})
    assert Table.objects.get().game == "1888n"


@pytest.mark.parametrize(
    ("wished", "seats"), [("1", 2), ("5", 6), ("7", 6), ("99", 3), ("-1", 3), ("x", 3), ("", 3)]
)
def test_the_number_of_bots_is_kept_within_the_game(
    client: Client, wished: str, seats: int
) -> None:
    client.post("/quick/", {"bots": wished})
    assert Table.objects.get().seats.count() == seats


def test_a_table_without_open_seats_starts_at_once(client: Client) -> None:
    answer = client.post("/new/", plan(title="Mine", undo_policy="none", edition="online"))
    table = Table.objects.get()
    assert answer["Location"] == f"/t/{table.slug}/"
    assert (table.title, table.undo_policy, table.edition) == ("Mine", "none", "online")
    assert [seat.name for seat in table.seats.all()] == ["Ana", "Bot Brunel", "Bot Trevithick"]
    assert [seat.bot for seat in table.seats.all()] == ["", "sensible", "random"]
    assert table.seed is None


def test_computers_can_be_watched(client: Client) -> None:
    answer = client.post("/new/", plan(who_0="quick", name_0=""))
    table = Table.objects.get()
    assert answer["Location"] == f"/t/{table.slug}/"
    assert [seat.bot for seat in table.seats.all()] == ["quick", "sensible", "random"]
    assert len({seat.name for seat in table.seats.all()} - {""}) == 3


def test_people_around_one_screen_hold_several_seats(client: Client) -> None:
    client.post("/new/", plan(who_1="here", name_1="Bea", who_2="here"))
    table = Table.objects.get()
    assert [seat.name for seat in table.seats.all()] == ["Ana", "Bea", "Player 3"]
    assert len({seat.guest for seat in table.seats.all()}) == 1


def test_the_same_number_draws_the_same_seats(client: Client) -> None:
    for _ in range(2):
        client.post("/new/", plan(seating="seed", seed="7"))
    first, second = Table.objects.all()
    assert first.header == second.header
    client.post("/new/", plan(seating="lot"))
    assert Table.objects.filter(seed=None).count() == 0


@pytest.mark.parametrize(
    "changes",
    [
        {"players": "1"},
        {"players": "7"},
        {"players": "many"},
        {"edition": "beta"},
        {"undo_policy": "always"},
        {"privacy": "secret"},
        {"who_1": "admin"},
        {"who_0": "sensible", "who_2": "open"},
        {"seating": "seed"},
        {"seating": "seed", "seed": "-1"},
        {"seating": "seed", "seed": "9" * 40},
        {"title": "x" * 81},
        {"name_0": "x" * 41},
        {"name_0": "a\0b"},
        {"seating": "stolen"},
    ],
)
def test_wrong_plans_are_explained(client: Client, changes: dict[str, str]) -> None:
    answer = client.post("/new/", plan(**changes))
    assert answer.status_code == 400
    assert "errorlist" in text(answer)
    assert not Table.objects.exists()


def test_a_game_that_does_not_exist_is_not_found(client: Client) -> None:
    assert client.get("/new/?game=1830").status_code == 404
    assert client.post("/new/", plan(game="../etc")).status_code == 404


def test_equal_names_are_told_apart(client: Client) -> None:
    client.post("/new/", plan(who_1="here", name_1="Ana"))
    names = [seat.name for seat in Table.objects.get().seats.all()]
    assert names[:2] == ["Ana", "Ana 2"]


def test_a_table_needs_an_account_on_a_server(client: Client, settings: Any) -> None:
    source = public_table()
    start = dieciocho.new_game("1888n", ["Ana", "Bea"]).position()
    settings.WELCOME = "accounts"
    page = text(client.get("/"))
    assert "no account" not in page
    assert "Opening a table needs an account here" in page
    for address in ("/new/", "/quick/", "/import/", "/position/open/", f"/t/{source.slug}/branch/"):
        fields = plan(who_1="open") if address == "/new/" else {"text": start}
        answer = client.post(address, fields, follow=True)
        assert answer.redirect_chain[-1][0] == "/accounts/login/", address
        assert "opening a table needs an account here" in text(answer)
    assert Table.objects.count() == 1
    source.delete()
    client.force_login(User.objects.create_user("ana"))
    answer = client.post("/new/", plan(who_1="open"))
    assert answer["Location"] == f"/table/{Table.objects.get().slug}/"


def test_open_seats_need_no_account_where_guests_may_open(client: Client) -> None:
    client.post("/new/", plan(who_1="open"))
    assert Table.objects.get().status == Table.Status.OPEN


def test_people_gather_in_the_waiting_room(client: Client) -> None:
    table = public_table()
    room = f"/table/{table.slug}/"
    assert "Take a seat" in text(client.get(room))
    assert client.post(room + "join/", {"name": "Ana"}).status_code == 302
    page = text(client.get(room))
    assert "Take a seat" not in page
    assert "All seats are taken" in page
    assert client.post(room + "start/")["Location"] == f"/t/{table.slug}/"
    assert client.get(room)["Location"] == f"/t/{table.slug}/"
    assert Table.objects.get().header["players"] == ["Luis", "Ana"]


def test_the_list_of_seats_is_sent_only_when_it_changed(client: Client) -> None:
    table = public_table()
    address = f"/table/{table.slug}/seats/"
    assert client.get(address, {"revision": table.revision}).status_code == 204
    gathering.join(table.slug, Viewer(guest="another", name="Eva"))
    answer = client.get(address, {"revision": table.revision})
    assert "Eva" in text(answer)
    assert "<html" not in text(answer)
    gathering.start(table.slug, LUIS)
    assert client.get(address)["HX-Redirect"] == f"/t/{table.slug}/"


def test_a_seat_can_be_left(client: Client) -> None:
    table = public_table()
    client.post(f"/table/{table.slug}/join/", {"name": "Ana"})
    assert client.post(f"/table/{table.slug}/leave/").status_code == 302
    assert not table.seats.filter(name="Ana").exists()


@pytest.mark.parametrize("name", ["", " ", "x" * 41, "a\0b"])
def test_joining_needs_a_name(client: Client, name: str) -> None:
    table = public_table()
    answer = client.post(f"/table/{table.slug}/join/", {"name": name}, follow=True)
    assert "message-error" in text(answer)
    assert table.seats.filter(name="").count() == 1


def test_strangers_can_neither_start_nor_sit_twice(client: Client) -> None:
    table = public_table(SeatPlan("Luis"), SeatPlan(who="open"), SeatPlan(who="open"))
    room = f"/table/{table.slug}/"
    assert "You do not sit at this table." in text(client.post(room + "start/", follow=True))
    client.post(room + "leave/")
    assert table.seats.filter(name="Luis").exists()
    client.post(room + "join/", {"name": "Ana"})
    again = client.post(room + "join/", {"name": "Ana"}, follow=True)
    assert "You sit at this table already." in text(again)
    assert "There are open seats." in text(client.post(room + "start/", follow=True))


def test_nobody_joins_a_full_table(client: Client) -> None:
    table = public_table(SeatPlan("Luis"), SeatPlan("Bot", "random"))
    answer = client.post(f"/table/{table.slug}/join/", {"name": "Ana"}, follow=True)
    assert "There is no open seat." in text(answer)


@pytest.mark.parametrize("ending", ["", "seats/", "game.json", "18xx.json"])
def test_guessed_tables_are_not_found(client: Client, ending: str) -> None:
    assert client.get(f"/table/guessed/{ending}").status_code == 404


@pytest.mark.parametrize("ending", ["join/", "leave/", "start/"])
def test_guessed_tables_cannot_be_changed(client: Client, ending: str) -> None:
    assert client.post(f"/table/guessed/{ending}", {"name": "Ana"}).status_code == 404


def test_private_tables_are_listed_for_their_people_only(client: Client) -> None:
    shown, hidden = public_table(), public_table(public=False, title="Hidden")
    page = text(client.get("/"))
    assert shown.slug in page
    assert hidden.slug not in page
    assert client.get(f"/table/{hidden.slug}/").status_code == 200  # who has the link may look
    client.post(f"/table/{hidden.slug}/join/", {"name": "Ana"})
    assert hidden.slug in text(client.get("/"))


def test_an_abandoned_table_is_not_offered(client: Client) -> None:
    table = public_table()
    gathering.leave(table.slug, LUIS)
    assert table.slug not in text(client.get("/"))


def test_games_that_wait_for_me_come_first(client: Client) -> None:
    client.post("/new/", plan(title="Mine to play"))
    client.post("/new/", plan(title="The bot's", who_0="random", name_0="", who_1="me"))
    page = text(client.get("/"))
    assert page.index("Mine to play") < page.index("The bot&#x27;s")
    assert page.count("Your turn") == 1
    assert "Bot Stephenson decides" in page


def test_public_games_can_be_watched(client: Client) -> None:
    table = public_table(SeatPlan("Luis"), SeatPlan("Eva"))
    gathering.start(table.slug, LUIS)
    assert f"/t/{table.slug}/" in text(client.get("/"))


def test_finished_games_are_listed_with_their_result(client: Client) -> None:
    for number in range(35):
        Table.objects.create(
            title=f"Game {number}",
            game="1888n",
            status=Table.Status.FINISHED,
            public=number != 3,
            result={"Ana": 10 + number, "Luis": 5000 + number},
        )
    first, second = text(client.get("/finished/")), text(client.get("/finished/?page=2"))
    assert first.index(">5034<") < first.index(">44<")
    assert "Game 4<" not in first
    assert "Game 4<" in second
    assert "Game 3<" not in first + second
    assert client.get("/finished/?page=rubbish").status_code == 200
    assert "All finished games" in text(client.get("/"))


def test_a_game_of_an_unknown_kind_breaks_no_list(client: Client) -> None:
    Table.objects.create(title="Old", game="gone", status=Table.Status.FINISHED, public=True)
    assert client.get("/finished/").status_code == 200


def test_script_in_names_stays_text(client: Client, settings: Any) -> None:
    settings.LOCAL = True
    name = SCRIPT[:40]
    fields = plan(title=SCRIPT, name_0=name, who_1="open", privacy="public")
    room = client.post("/new/", fields)["Location"]
    stranger = Client()
    for answer in (client.get(room), stranger.get(room), client.get("/"), stranger.get("/")):
        assert SCRIPT not in text(answer)
        assert "&lt;script&gt;" in text(answer)
    assert SCRIPT not in text(client.post("/new/", plan(title=SCRIPT, players="9")))


def test_a_guest_is_remembered_by_name(client: Client) -> None:
    client.post("/new/", plan(name_0="Carmen"))
    assert 'value="Carmen"' in text(client.get("/new/"))
    client.post("/quick/")
    assert Table.objects.latest("id").seats.filter(name="Carmen").exists()


@pytest.mark.parametrize("address", ["/quick/", "/table/x/join/", "/table/x/start/"])
def test_what_changes_something_is_posted(client: Client, address: str) -> None:
    assert client.get(address).status_code == 405


def test_the_server_tells_that_it_is_well(client: Client) -> None:
    answer = client.get("/health").json()
    assert answer == {"ok": True, "database": True, "version": dieciocho.__version__}


def test_old_browsers_find_the_picture_for_the_tab(client: Client) -> None:
    assert client.get("/favicon.ico")["Location"] == "/static/favicon.svg"


def test_crawlers_are_asked_to_leave_the_tables_alone(client: Client) -> None:
    assert "Disallow: /t/" in text(client.get("/robots.txt"))
