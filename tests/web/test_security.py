"""Attacks that pages must withstand: foreign scripts and forms, floods, rubbish."""

from __future__ import annotations

import asyncio
import json
import logging
import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import OperationalError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from dieciocho.web import security
from dieciocho.web.asgi import application
from dieciocho.web.logs import JsonLines
from dieciocho.web.models import Table, Tally

pytestmark = pytest.mark.django_db

POSTED = (
    "/quick/",
    "/new/",
    "/import/",
    "/table/x/join/",
    "/table/x/leave/",
    "/table/x/start/",
    "/accounts/login/",
    "/accounts/logout/",
    "/accounts/signup/",
    "/accounts/reset/",
    "/accounts/tokens/",
    "/accounts/tokens/1/revoke/",
    "/accounts/invite/",
    "/accounts/data/",
    "/accounts/delete/",
    "/accounts/settings/",
    "/i18n/setlang/",
)


@pytest.mark.parametrize("address", ["/", "/new/", "/accounts/login/", "/nothing", "/admin/login/"])
def test_no_page_runs_foreign_script(client: Client, address: str) -> None:
    answer = client.get(address)
    policy = answer["Content-Security-Policy"]
    assert "script-src 'self';" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert "style-src 'self';" in policy
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["X-Content-Type-Options"] == "nosniff"
    page = answer.content.decode()
    assert page.count("<script") == page.count("<script src=")
    assert "javascript:" not in page
    assert " onclick=" not in page


def test_the_measures_of_a_table_are_the_only_styles_in_a_page(client: Client) -> None:
    nonces = set()
    for _ in range(2):
        answer = client.post("/quick/", follow=True)
        page = answer.content.decode()
        (nonce,) = re.findall(r'<style nonce="(\w{22})">', page)
        assert f"style-src 'self' 'nonce-{nonce}';" in answer["Content-Security-Policy"]
        assert page.count("<style") == 1
        assert " style=" not in page
        nonces.add(nonce)
    assert len(nonces) == 2


@pytest.mark.parametrize("address", POSTED)
def test_forms_of_other_sites_are_refused(address: str) -> None:
    client = Client(enforce_csrf_checks=True)
    answer = client.post(address, {"name": "x"})
    assert answer.status_code == 403
    assert "The page is too old" in answer.content.decode()
    assert not Table.objects.exists()


@pytest.mark.parametrize("address", POSTED)
def test_rubbish_is_answered_calmly(client: Client, address: str) -> None:
    for content, kind in (
        (b"\xff\xfe\0" * 50, "application/x-www-form-urlencoded"),
        (b"--x\r\nbroken", "multipart/form-data; boundary=x"),
        (b"no boundary", "multipart/form-data"),
        (b"{}", "application/json"),
        (b"a=1&" * 1500, "application/x-www-form-urlencoded"),
    ):
        assert client.post(address, content, content_type=kind).status_code < 500


def test_a_huge_body_is_refused(client: Client) -> None:
    answer = client.post("/new/", {"title": "x" * 2_100_000})
    assert answer.status_code == 400
    answer = client.post(
        "/new/", "a=" + "x" * 2_100_000, content_type="application/x-www-form-urlencoded"
    )
    assert answer.status_code == 400
    assert "malformed or too large" in answer.content.decode()


@pytest.mark.parametrize("method", ["put", "delete", "patch"])
def test_unknown_methods_are_refused(client: Client, method: str) -> None:
    for address in ("/", "/new/", "/import/", "/accounts/signup/", "/health"):
        assert getattr(client, method)(address).status_code == 405


def test_a_foreign_host_is_refused(client: Client) -> None:
    assert client.get("/", headers={"host": "evil.example"}).status_code == 400


def test_mistakes_of_ours_show_a_friendly_page(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> None:
        raise RuntimeError("secret detail")

    monkeypatch.setattr("dieciocho.web.lobby.listing.mine", broken)
    answer = Client(raise_request_exception=False).get("/")
    assert answer.status_code == 500
    assert "Something broke down" in answer.content.decode()
    assert "secret detail" not in answer.content.decode()


def test_a_missing_page_is_friendly(client: Client) -> None:
    answer = client.get("/nothing/<script>")
    assert answer.status_code == 404
    assert "The line ends here" in answer.content.decode()


def test_health_says_when_nothing_can_be_written(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any, **__: Any) -> None:
        raise OperationalError("database or disk is full")

    assert client.get("/health").status_code == 200
    monkeypatch.setattr(Tally, "save", full)
    answer = client.get("/health")
    assert answer.status_code == 503
    assert not answer.json()["ok"]


# --- floods ----------------------------------------------------------------------------


@pytest.fixture
def limits(settings: Any) -> Any:
    settings.RATE_LIMITING = True
    settings.RATE_LIMITS = dict.fromkeys(settings.RATE_LIMITS, (3, 1_000_000))
    return settings


@pytest.mark.parametrize(
    "address",
    ["/accounts/login/", "/accounts/signup/", "/accounts/reset/", "/quick/", "/new/", "/import/"],
)
def test_who_tries_too_often_must_wait(client: Client, limits: Any, address: str) -> None:
    for _ in range(3):
        assert client.post(address).status_code != 429
    answer = client.post(address)
    assert answer.status_code == 429
    assert int(answer["Retry-After"]) > 0
    assert "Too many attempts" in answer.content.decode()
    assert client.get("/accounts/login/").status_code == 200  # looking is free
    other = Client(REMOTE_ADDR="203.0.113.9")
    assert other.post(address).status_code != 429


def test_logging_in_to_the_admin_is_limited_too(client: Client, limits: Any) -> None:
    answers = [client.post("/admin/login/").status_code for _ in range(4)]
    assert answers[-1] == 429


def test_accounts_are_counted_apart_from_their_address(client: Client, limits: Any) -> None:
    for _ in range(4):
        client.post("/quick/")
    client.force_login(User.objects.create_user("ana"))
    assert client.post("/quick/").status_code == 302


def test_the_limits_can_be_switched_off(client: Client, limits: Any) -> None:
    limits.RATE_LIMITING = False
    assert [client.post("/quick/").status_code for _ in range(5)] == [302] * 5


def test_one_account_cannot_be_tried_from_many_addresses(limits: Any) -> None:
    def tried(address: str, name: str) -> int:
        fields = {"username": name, "password": "guess"}
        return Client(REMOTE_ADDR=address).post("/accounts/login/", fields).status_code

    assert [tried(f"203.0.113.{n}", "Ana") for n in range(4)] == [200, 200, 200, 429]
    assert tried("203.0.113.9", " ana") == 429
    assert tried("203.0.113.9", "bea\0") == 200


def test_an_address_that_a_client_claims_is_not_counted_by(rf: Any) -> None:
    request = rf.get("/", headers={"x-forwarded-for": "1.1.1.1, 2.2.2.2"}, REMOTE_ADDR="9.9.9.9")
    assert security.address_of(request) == "9.9.9.9"


def test_a_network_of_ipv6_counts_as_one_address(rf: Any) -> None:
    def counted(address: str) -> str:
        return security.address_of(rf.get("/", REMOTE_ADDR=address))

    assert counted("2001:db8:1:2::1") == counted("2001:db8:1:2:aaaa:bbbb:cccc:dddd")
    assert counted("2001:db8:1:2::1") != counted("2001:db8:1:3::1")
    assert counted("::ffff:203.0.113.7") == counted("203.0.113.7") == "203.0.113.7"
    assert counted("") == ""


def test_every_limited_view_has_a_limit(settings: Any) -> None:
    assert {*security.GROUPS.values(), "account", "guests"} == set(settings.RATE_LIMITS)
    for name in ("login", "signup", "password_reset", "quick", "new_table", "import"):
        assert reverse(name)
        assert name in security.GROUPS


def test_all_processes_count_together(client: Client, limits: Any) -> None:
    """What one process has counted is in the database, where the next one finds it."""
    for _ in range(3):
        client.post("/quick/")
    assert {tally.count for tally in Tally.objects.all()} == {3}
    Tally.objects.update(count=99)  # another process
    assert client.post("/quick/").status_code == 429


def test_old_counts_are_forgotten(client: Client, limits: Any) -> None:
    Tally.objects.create(key="old", count=7, until=timezone.now() - timedelta(seconds=1))
    client.post("/quick/")
    assert not Tally.objects.filter(key="old").exists()


# --- bodies ----------------------------------------------------------------------------


@pytest.mark.parametrize("told", [True, False])
def test_a_body_is_read_up_to_the_limit_only(settings: Any, told: bool) -> None:
    settings.MAX_BODY = 1000
    sent: list[Any] = []
    asked = 0

    async def receive() -> Any:
        nonlocal asked
        asked += 1
        return {"type": "http.request", "body": b"x" * 400, "more_body": True}

    async def send(message: Any) -> None:
        sent.append(message)

    headers = [(b"host", b"localhost"), *([(b"content-length", b"4000000")] if told else [])]
    scope = {
        "type": "http",
        "method": "POST",
        "path": "/import/",
        "query_string": b"",
        "headers": headers,
    }
    asyncio.run(application(scope, receive, send))
    assert sent[0]["status"] == 413
    assert asked == (0 if told else 21)  # some is dropped, so that who sends it hears the answer


def test_a_body_that_does_not_arrive_is_not_waited_for(settings: Any) -> None:
    settings.BODY_SECONDS = 0.01
    sent: list[Any] = []

    async def receive() -> Any:
        await asyncio.Event().wait()

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {
        "type": "http",
        "method": "POST",
        "path": "/import/",
        "query_string": b"",
        "headers": [(b"host", b"localhost"), (b"content-length", b"10")],
    }
    asyncio.run(application(scope, receive, send))
    assert sent[0]["status"] == 408


# --- logs ------------------------------------------------------------------------------


def test_a_request_is_logged_as_a_line_of_json(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, "dieciocho.web.requests"):
        client.get("/new/?secret=1")
    line = json.loads(JsonLines().format(caplog.records[-1]))
    assert (line["method"], line["path"], line["status"]) == ("GET", "/new/", 200)
    assert "secret" not in json.dumps(line)


def test_an_error_is_logged_with_its_traceback() -> None:
    try:
        raise ValueError("line\nbreak")
    except ValueError as error:
        info = (type(error), error, error.__traceback__)
    record = logging.LogRecord("x", logging.ERROR, "", 1, "it %s", ("broke",), info)
    written = JsonLines().format(record)
    assert "\n" not in written
    assert "ValueError" in json.loads(written)["error"]


def test_tests_leave_the_data_of_people_alone(settings: Any) -> None:
    assert Path.home() not in settings.DATA.parents
    assert (settings.DATA / "secret-key").exists()


def test_strangers_do_not_lock_an_account_for_its_owner(limits: Any) -> None:
    limits.RATE_LIMITS |= {"login": (1000, 1_000_000)}
    User.objects.create_user("ana", password="tren-lento-1888")
    owner, fields = Client(), {"username": "ana", "password": "tren-lento-1888"}
    assert owner.post("/accounts/login/", fields).status_code == 302
    owner.post("/accounts/logout/")
    for number in range(5):
        stranger = Client(REMOTE_ADDR=f"203.0.113.{number}")
        answer = stranger.post("/accounts/login/", fields | {"password": "guess"})
    assert answer.status_code == 429
    assert owner.post("/accounts/login/", fields | {"username": "eva"}).status_code == 200
    assert owner.post("/accounts/login/", fields).status_code == 302
    owner.post("/accounts/logout/")
    for _ in range(3):  # that browser has its own number of tries
        answer = owner.post("/accounts/login/", fields | {"password": "guess"})
    assert answer.status_code == 429


def test_what_has_to_be_worked_out_is_limited(client: Client, limits: Any) -> None:
    limits.RATE_LIMITS |= {"looks": (2, 1_000_000), "actions": (2, 1_000_000)}
    security._counted.clear()
    for address in ("/t/x/effect/", "/api/tables/x/legal/"):
        assert [client.get(address).status_code for _ in range(2)] == [404, 404]
        assert client.get(address).status_code == 429
        security._counted.clear()
    assert [client.post("/t/x/undo/").status_code for _ in range(3)] == [404, 404, 429]
    assert not Tally.objects.exists()
