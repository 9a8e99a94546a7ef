"""Notices of turns: each is sent once, to who wants it, when it is wanted; hooks stay outside."""

from __future__ import annotations

import json
import re
import smtplib
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from itertools import pairwise
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core import mail
from django.test import Client

from dieciocho.web.models import Channel, Notice, Seat, Table, Wishes
from dieciocho.web.notices import hooks, post, wanted, words
from dieciocho.web.notices.hooks import Undeliverable
from dieciocho.web.services import gathering, moderating, playing
from dieciocho.web.services.asking import Viewer
from dieciocho.web.services.gathering import SeatPlan

from .clocks import Clock

pytestmark = pytest.mark.django_db


class People:
    """Ana and Luis, who have accounts, and what was posted for them."""

    def __init__(self) -> None:
        self.ana, self.luis = (get_user_model().objects.create_user(n) for n in ("ana", "luis"))
        self.posted: list[tuple[str, Any]] = []
        self.answer: Callable[[str], None] = lambda target: None

    def post(self, target: str, body: Any) -> None:
        self.answer(target)
        self.posted.append((target, body))

    def table(self, bots: int = 0, title: str = "Sunday") -> Table:
        plan = [SeatPlan("Ana"), SeatPlan(who="open"), *[SeatPlan(who="random")] * bots]
        table = gathering.create_table(Viewer(self.ana), "1888n", plan, title=title)
        gathering.join(table.slug, Viewer(self.luis), "Luis")
        return gathering.start(table.slug, Viewer(self.ana))

    def passes(self, table: Table) -> Table:
        actor = Table.objects.get(pk=table.pk).sitting[Table.objects.get(pk=table.pk).actor or 0]
        return playing.act(table.slug, Viewer(actor.owner), "pass")


@pytest.fixture
def people(monkeypatch: pytest.MonkeyPatch) -> People:
    people = People()
    monkeypatch.setattr(hooks, "post", people.post)
    return people


def by_mail(owner: Any, **more: Any) -> Channel:
    return Channel.objects.create(
        owner=owner, kind="mail", target=f"{owner.username}@example.org", **more
    )


def hooked(owner: Any, kind: str = "json", **more: Any) -> Channel:
    target = f"https://hooks.example.org/{owner.username}"
    return Channel.objects.create(owner=owner, kind=kind, target=target, **more)


def test_a_turn_is_told_once(people: People, clock: Clock) -> None:
    by_mail(people.luis)
    table = people.table()
    people.passes(table)
    post.deliver()
    assert not mail.outbox, "who sits there sees it himself"
    clock.moves(minutes=1)
    for _ in range(3):
        post.deliver()
        clock.moves(hours=5)
    (told,) = mail.outbox
    assert told.to == ["luis@example.org"]
    assert told.subject == "Your turn: Sunday"
    assert f"http://localhost:8018/t/{table.slug}/\n" in told.body
    people.passes(table)
    people.passes(table)
    clock.moves(minutes=1)
    post.deliver()
    assert len(mail.outbox) == 2, "another turn, another notice"


def test_who_decides_again_is_not_told_again(people: People, clock: Clock) -> None:
    """The table is written down anew, and it is still the same turn."""
    by_mail(people.luis)
    table = people.table()
    people.passes(table)
    clock.moves(minutes=1)
    post.deliver()
    assert len(mail.outbox) == 1
    moderating.repair(table.slug)
    clock.moves(minutes=1)
    post.deliver()
    assert len(mail.outbox) == 1


def test_a_turn_that_is_taken_back_and_comes_again_is_not_told_twice(
    people: People,
    clock: Clock,
) -> None:
    by_mail(people.luis)
    table = people.table()
    for _ in range(3):
        people.passes(table)
        clock.moves(minutes=1)
        post.deliver()
        playing.undo(table.slug, Viewer(people.ana))
    assert len(mail.outbox) == 1
    people.passes(table)
    people.passes(table)  # Luis has acted
    playing.undo(table.slug, Viewer(people.ana))
    clock.moves(minutes=1)
    post.deliver()
    assert len(mail.outbox) == 2, "he acted, and has to act again"


def test_who_looks_is_not_told(people: People, clock: Clock) -> None:
    by_mail(people.luis)
    table = people.table()
    luis, ana = Client(), Client()
    luis.force_login(people.luis)
    ana.force_login(people.ana)
    page = luis.get(f"/t/{table.slug}/").content.decode()
    assert "data-seated" in page
    assert "data-seated" not in Client().get(f"/t/{table.slug}/").content.decode()
    clock.moves(minutes=1)
    people.passes(table)
    clock.moves(seconds=20)
    luis.get(f"/t/{table.slug}/news/?looking")
    clock.moves(minutes=1)
    post.deliver()
    assert not mail.outbox
    people.passes(table)
    luis.get(f"/t/{table.slug}/news/?looking")
    clock.moves(minutes=1)
    people.passes(table)
    luis.get(f"/t/{table.slug}/news/")  # a tab in the background asks as well
    ana.get(f"/t/{table.slug}/news/?looking")
    clock.moves(minutes=1)
    post.deliver()
    assert len(mail.outbox) == 1, "he looked before it was his turn"


def test_the_post_goes_on_after_an_error_until_it_is_stopped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stopped = threading.Event()
    tries: list[int] = []

    def deliver() -> int:
        tries.append(1)
        if len(tries) == 1:
            raise ConnectionError("the database is away")
        stopped.set()
        return 0

    monkeypatch.setattr(post, "deliver", deliver)
    monkeypatch.setattr(post, "POLL_SECONDS", 0)
    monkeypatch.setattr(post, "close_old_connections", lambda: None)
    monkeypatch.setattr("dieciocho.web.notices.post.connection.close", lambda: None)
    post.work(stopped)
    assert len(tries) == 2


def test_several_workers_send_it_once(people: People, clock: Clock) -> None:
    channel = hooked(people.luis)
    table = people.table()
    people.passes(table)
    clock.moves(minutes=1)
    people.answer = lambda target: others.append(post.deliver())
    others: list[int] = []
    post.deliver()
    assert others == [0], "while one sends it, another finds nothing to do"
    assert len(people.posted) == 1
    # A worker that has died holds nobody up for ever.
    people.passes(table)
    people.passes(table)
    clock.moves(minutes=1)
    assert post.claim(channel)
    assert not post.deliver()
    clock.now += post.STALE + timedelta(seconds=1)
    assert post.deliver()
    assert len(people.posted) == 2


def test_tables_and_people_choose(people: People, clock: Clock) -> None:
    hooked(people.ana, "discord")
    mine, muted = people.table(title="Mine"), people.table(title="Muted")
    hooked(people.luis, "slack", table=mine)
    Seat.objects.filter(table=muted, owner=people.ana).update(muted=True)
    for _ in range(2):
        for table in (mine, muted):
            people.passes(table)
        clock.moves(minutes=1)
        post.deliver()
    texts = [(target[-4:], body.get("text") or body["content"]) for target, body in people.posted]
    link = f"\nhttp://localhost:8018/t/{mine.slug}/"
    assert texts == [
        ("luis", f"Luis, it is your turn: Mine{link}"),
        ("/ana", f"Ana, it is your turn: Mine{link}"),
        ("luis", f"Ana, it is your turn: Mine{link}"),
    ]


def test_one_person_with_bots_or_with_himself_is_left_alone(
    people: People,
    clock: Clock,
) -> None:
    by_mail(people.ana)
    for plan in ([SeatPlan("Ana"), SeatPlan("Also")], [SeatPlan("Ana"), SeatPlan(who="random")]):
        table = gathering.create_table(Viewer(people.ana), "1888n", plan)
        gathering.start(table.slug, Viewer(people.ana))
    assert not Notice.objects.exists()


def test_a_seat_given_to_a_bot_and_a_closed_game_tell_nothing(
    people: People,
    clock: Clock,
) -> None:
    by_mail(people.luis)
    one, two = people.table(), people.table()
    for table in (one, two):
        people.passes(table)
    moderating.hand_over(one.slug, 1, bot="random")
    moderating.close(two.slug)
    clock.moves(minutes=1)
    post.deliver()
    assert not mail.outbox


def test_quiet_hours_and_digest(people: People, clock: Clock) -> None:
    by_mail(people.luis, every=3)
    Wishes.objects.create(
        owner=people.luis, zone="Europe/Madrid", quiet_from=22, quiet_to=8, language="es"
    )
    one, two = people.table(title="One"), people.table(title="Two")
    people.passes(one)
    clock.moves(hours=2)
    people.passes(two)
    post.deliver()
    assert not mail.outbox
    clock.moves(hours=1)
    post.deliver()
    (told,) = mail.outbox
    assert told.subject == "Tu turno en 2 mesas"
    assert (one.slug in told.body, two.slug in told.body) == (True, True)
    clock.moves(hours=5)  # 20:00, in Madrid 21:00
    for _ in range(2):
        people.passes(one)
    for _ in range(9):
        clock.moves(hours=1)
        post.deliver()
        assert len(mail.outbox) == 1
    clock.moves(hours=2)  # 7:00, in Madrid 8:00
    post.deliver()
    assert len(mail.outbox) == 2
    due = Notice.objects.get(table=one).due_at
    assert (due.hour, due.minute) == (7, 0)


def test_quiet_hours_within_a_day(people: People, clock: Clock) -> None:
    Wishes.objects.create(owner=people.luis, quiet_from=11, quiet_to=14)
    channel = by_mail(people.luis)
    assert wanted.awake(channel, clock.now) == clock.now.replace(hour=14)
    assert wanted.awake(channel, clock.now.replace(hour=14)) == clock.now.replace(hour=14)
    assert wanted.awake(channel, clock.now.replace(hour=10)) == clock.now.replace(hour=10)


def test_trying_again_with_growing_pauses_then_switched_off(
    people: People,
    clock: Clock,
) -> None:
    channel = hooked(people.luis)

    def down(target: str) -> None:
        tried.append(clock.now)
        raise Undeliverable("unreachable")

    tried: list[Any] = []
    people.answer = down
    table = people.table()
    people.passes(table)
    for _ in range(60 * 30):
        clock.moves(minutes=1)
        post.deliver()
    waits = [int((b - a).total_seconds() / 60) for a, b in pairwise(tried)]
    assert waits == [1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360]
    assert len(tried) == post.MAX_FAILURES
    channel.refresh_from_db()
    assert (channel.on, channel.trouble) == (False, "unreachable")
    assert not Notice.objects.exists()
    luis = Client()
    luis.force_login(people.luis)
    assert "cannot be delivered" in luis.get("/").content.decode()
    assert "It has not answered for a day." in luis.get("/accounts/notices/").content.decode()
    luis.post(f"/accounts/notices/{channel.pk}/again/")
    assert "cannot be delivered" not in luis.get("/").content.decode()
    people.answer = lambda target: None
    people.passes(table)
    people.passes(table)
    clock.moves(minutes=1)
    post.deliver()
    assert len(people.posted) == 1


def test_mail(people: People, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    channel = by_mail(people.luis)
    table = people.table()
    people.passes(table)

    def failing(error: Exception) -> None:
        def send(message: Any) -> None:
            raise error

        monkeypatch.setattr("django.core.mail.EmailMessage.send", send)
        clock.moves(days=1)
        post.deliver()
        channel.refresh_from_db()

    for _ in range(post.MAX_FAILURES + 2):
        failing(ConnectionRefusedError())
        assert channel.on, "the host's server is down, the address may be good"
    Channel.objects.update(failures=0, rests_until=None)
    failing(smtplib.SMTPRecipientsRefused({channel.target: (450, b"later")}))
    assert channel.on
    failing(smtplib.SMTPRecipientsRefused({channel.target: (550, b"nobody here")}))
    assert (channel.on, channel.trouble) == (False, "refused")


def test_an_address_for_mail_is_asked_first(people: People, settings: Any) -> None:
    settings.MAILS = True
    luis, ana = Client(headers={"accept-language": "es"}), Client()
    luis.force_login(people.luis)
    ana.force_login(people.ana)
    luis.post("/accounts/notices/mail/", {"email": "luis@example.org", "every": "3"})
    channel = Channel.objects.get()
    assert (channel.on, channel.trouble) == (False, "confirm")
    (asked,) = mail.outbox
    (way,) = re.findall(r"http://localhost:8018(/accounts/notices/mail/\S+)", asked.body)
    luis.post(f"/accounts/notices/{channel.pk}/again/")
    ana.get(way)
    luis.get("/accounts/notices/mail/nonsense/")
    assert not Channel.objects.get().on
    luis.get(way)
    assert Channel.objects.get().on
    assert Wishes.objects.get(owner=people.luis).language == "es"
    luis.post("/accounts/notices/mail/", {"email": "luis@example.org", "every": "0"})
    assert (Channel.objects.get().on, Channel.objects.get().every) == (True, 0)
    luis.post("/accounts/notices/mail/", {"email": "other@example.org", "every": "0"})
    assert not Channel.objects.get().on, "another address is asked anew"


def test_the_page_takes_only_what_can_be(people: People, settings: Any) -> None:
    luis = Client()
    assert luis.get("/accounts/notices/").status_code == 302
    luis.force_login(people.luis)
    table = people.table()
    foreign = gathering.create_table(
        Viewer(people.ana), "1888n", [SeatPlan("Ana"), SeatPlan("Eva")]
    )
    way = "/accounts/notices/hook/"
    for target in ("ftp://example.org/", "https://", "https://u:p@example.org/", "x", "http://[/"):
        answer = luis.post(way, {"kind": "json", "target": target})
        assert (answer.status_code, "errorlist" in answer.content.decode()) == (400, True), target
    good = {"kind": "slack", "target": "https://example.org/x"}
    assert luis.post(way, {**good, "table": foreign.pk}).status_code == 400
    assert luis.post(way, {**good, "kind": "mail"}).status_code == 400
    for _ in range(12):
        assert luis.post(way, {**good, "table": table.pk}).status_code == 302
    assert Channel.objects.count() == 10
    number = Channel.objects.earliest("pk").pk
    ana = Client()
    ana.force_login(people.ana)
    assert ana.post(f"/accounts/notices/{number}/remove/").status_code == 404
    assert luis.post(f"/accounts/notices/{number}/remove/").status_code == 302
    wishes = {"quiet_from": "22", "quiet_to": "", "zone": "Europe/Madrid"}
    assert luis.post("/accounts/notices/wishes/", wishes).status_code == 400
    assert luis.post("/accounts/notices/wishes/", {**wishes, "zone": "Mars"}).status_code == 400
    assert luis.post("/accounts/notices/wishes/", {**wishes, "quiet_to": "8"}).status_code == 302
    begun = people.table(title="Begun while the page was open")
    alone = gathering.create_table(
        Viewer(people.luis), "1888n", [SeatPlan(), SeatPlan(who="random")], title="Alone"
    )
    gathering.start(alone.slug, Viewer(people.luis))
    page = luis.get("/accounts/notices/").content.decode()
    assert "Sunday (Ana)" in page  # tables of the same title are told apart
    assert "Alone" not in page
    luis.post("/accounts/notices/tables/", {"shown": table.slug})
    assert Seat.objects.get(table=table, owner=people.luis).muted
    assert not Seat.objects.get(table=begun, owner=people.luis).muted
    luis.post("/accounts/notices/tables/", {"shown": table.slug, "told": table.slug})
    assert not Seat.objects.get(table=table, owner=people.luis).muted


def test_what_people_have_written_is_shown_as_it_is(people: People) -> None:
    table = people.table(title="*A* <!here> & [x](http://evil)\nB")
    notice = Notice(table=table, seat=0, since=table.created_at)
    slack = words.posted(Channel(owner=people.ana, kind="slack"), notice)["text"]
    assert "&lt;!here&gt; &amp;" in slack
    discord = words.posted(Channel(owner=people.ana, kind="discord"), notice)
    assert r"\*A\* \<\!here\> & \[x\]\(http\://evil\) B" in discord["content"]
    assert discord["allowed_mentions"] == {"parse": []}
    assert "\n" not in words.mail(by_mail(people.ana), [notice]).subject


# --- the outer world -------------------------------------------------------------------


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "0.0.0.0"),
        *("100.64.0.1", "224.0.0.1", "::1", "fe80::1", "fe80::1%eth0", "fd00::1", "::"),
        *("::ffff:127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "ff02::1"),
        *("64:ff9b:1::7f00:1", "fec0::1", "::127.0.0.1"),
    ],
)
def test_addresses_inside_are_not_public(address: str) -> None:
    assert not hooks.is_public(address)


def test_addresses_outside_are_public() -> None:
    for address in ("8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808"):
        assert hooks.is_public(address), address


@contextmanager
def listening(answer: Callable[[socket.socket], None]) -> Iterator[tuple[str, list[bytes]]]:
    """Answer one caller on this machine."""
    heard: list[bytes] = []
    server = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        try:
            line, _ = server.accept()
        except OSError:
            return
        with line:
            line.settimeout(20)
            request = b""
            while not request.endswith(b"}"):
                request += line.recv(10_000)
            heard.append(request)
            answer(line)

    thread = threading.Thread(target=serve)
    thread.start()
    try:
        yield f"http://localhost:{server.getsockname()[1]}/x?y=1", heard
    finally:
        server.shutdown(socket.SHUT_RDWR)
        server.close()
        thread.join()


def test_nothing_is_posted_into_the_own_network_unless_the_host_says_so(settings: Any) -> None:
    with listening(lambda line: line.sendall(b"HTTP/1.1 204 \r\n\r\n")) as (target, heard):
        with pytest.raises(Undeliverable, match="inside") as refused:
            hooks.post(target, {})
        assert refused.value.final
        settings.HOOKS_INSIDE = True
        hooks.post(target, {"event": "turn"})
    head, _, body = heard[0].partition(b"\r\n\r\n")
    assert head.startswith(b"POST /x?y=1 HTTP/1.1\r\n")
    assert b"\r\nHost: localhost:" in head
    assert json.loads(body) == {"event": "turn"}


def test_the_address_that_was_looked_at_is_the_one_that_is_called(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A name that leads elsewhere the second time gains nothing."""
    asked: list[Any] = []

    def answers(host: str, port: int, **more: Any) -> Any:
        address = "127.0.0.1" if asked else "8.8.8.8"
        asked.append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port))]

    def connect(address: tuple[str, int], timeout: float) -> Any:
        called.append(address)
        raise ConnectionRefusedError

    called: list[Any] = []
    monkeypatch.setattr(socket, "getaddrinfo", answers)
    monkeypatch.setattr(socket, "create_connection", connect)
    with pytest.raises(Undeliverable, match="unreachable"):
        hooks.post("https://rebound.example.org/", {})
    assert (asked, called) == (["rebound.example.org"], [("8.8.8.8", 443)])


@pytest.mark.parametrize(
    ("answer", "code", "final"),
    [
        (b"HTTP/1.1 302 \r\nLocation: http://localhost/\r\n\r\n", "redirect", True),
        (b"HTTP/1.1 404 \r\n\r\n", "refused", True),
        (b"HTTP/1.1 500 \r\n\r\n", "refused", False),
        (b"nonsense", "unreachable", False),
    ],
)
def test_answers(settings: Any, answer: bytes, code: str, final: bool) -> None:
    settings.HOOKS_INSIDE = True
    called = listening(lambda line: line.sendall(answer))
    with called as (target, _heard), pytest.raises(Undeliverable) as refused:
        hooks.post(target, {})
    assert (refused.value.code, refused.value.final) == (code, final)


def test_who_talks_slowly_or_without_end_is_cut(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.HOOKS_INSIDE = True
    monkeypatch.setattr(hooks, "SECONDS", 0.2)
    ended = threading.Event()

    def drip(line: socket.socket) -> None:
        line.settimeout(20)
        try:
            while not ended.wait(0.01):
                line.sendall(b"H")
        except OSError:
            ended.set()

    with listening(drip) as (target, _heard), pytest.raises(Undeliverable):
        hooks.post(target, {})
    assert ended.is_set(), "the line was cut"
