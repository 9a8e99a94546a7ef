"""Accounts: signing up, passwords, tokens, and seats that follow a guest into an account."""

from __future__ import annotations

import hashlib
import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client

from dieciocho.web.models import ApiToken, Seat, Table
from dieciocho.web.services import playing
from dieciocho.web.services.asking import Refusal, Viewer

pytestmark = pytest.mark.django_db

PASSWORD = "tren-lento-1888"


@pytest.fixture
def ana() -> Any:
    return User.objects.create_user("ana", "ana@example.org", PASSWORD)


def sign_up(client: Client, name: str = "eva", **more: str) -> Any:
    fields = {"username": name, "password1": PASSWORD, "password2": PASSWORD, **more}
    return client.post("/accounts/signup/", fields)


def log_in(client: Client, name: str = "ana", password: str = PASSWORD, **more: str) -> Any:
    return client.post("/accounts/login/", {"username": name, "password": password, **more})


def text(answer: Any) -> str:
    return str(answer.content.decode())


def test_signing_up_logs_in(client: Client) -> None:
    assert client.get("/accounts/signup/").status_code == 200
    assert sign_up(client, email="eva@example.org")["Location"] == "/"
    assert User.objects.get().email == "eva@example.org"
    assert "eva" in text(client.get("/"))
    assert client.get("/accounts/signup/").status_code == 302


@pytest.mark.parametrize(
    ("name", "more"),
    [
        ("ana", {}),
        ("ANA", {}),
        ("", {}),
        ("x" * 31, {}),
        ("<script>", {}),
        ("two words", {}),
        ("eva", {"email": "not an address"}),
        ("eva", {"password2": "another-password"}),
        ("eva", {"password1": "short", "password2": "short"}),
        ("eva", {"password1": "password", "password2": "password"}),
        ("a\0b", {}),
    ],
)
def test_wrong_accounts_are_refused(
    client: Client, ana: Any, name: str, more: dict[str, str]
) -> None:
    answer = sign_up(client, name, **more)
    assert answer.status_code == 400
    assert "errorlist" in text(answer)
    assert User.objects.count() == 1


def test_nobody_becomes_staff_by_signing_up(client: Client) -> None:
    sign_up(client, is_staff="1", is_superuser="1")
    assert not User.objects.get().is_staff
    assert client.get("/admin/").status_code == 302


def test_logging_in_and_out(client: Client, ana: Any) -> None:
    assert "errorlist" in text(log_in(client, password="wrong"))
    assert log_in(client)["Location"] == "/"
    assert "ana" in text(client.get("/"))
    assert client.get("/accounts/logout/").status_code == 405
    client.post("/accounts/logout/")
    assert "Log in" in text(client.get("/"))


@pytest.mark.parametrize("target", ["https://evil.example/", "//evil.example/", "javascript:x"])
def test_logging_in_leads_nowhere_else(client: Client, ana: Any, target: str) -> None:
    assert log_in(client, next=target)["Location"] == "/"
    assert log_in(Client(), next="/new/")["Location"] == "/new/"


def test_a_guests_seats_follow_into_the_account(client: Client, ana: Any) -> None:
    client.post("/quick/")
    table = Table.objects.get()
    key = client.session["guest"]
    log_in(client)
    seat = table.seats.get(bot="")
    assert (seat.owner, seat.guest) == (ana, "")
    assert "guest" not in client.session
    assert table.slug in text(client.get("/"))
    with pytest.raises(Refusal):  # the old key opens nothing any more
        playing.act(table.slug, Viewer(guest=key), "pass")
    another = Client()
    log_in(another)
    assert table.slug in text(another.get("/"))
    client.post("/accounts/logout/")
    assert table.slug not in text(client.get("/"))


def test_seats_of_others_are_not_claimed(client: Client, ana: Any) -> None:
    stranger = Client()
    stranger.post("/quick/")
    log_in(client)
    sign_up(Client())
    assert not Seat.objects.filter(owner__isnull=False).exists()


def test_signing_up_claims_seats_too(client: Client) -> None:
    client.post("/quick/")
    sign_up(client)
    assert Seat.objects.filter(owner__username="eva").count() == 1


def test_tables_of_an_account_belong_to_it(client: Client, ana: Any) -> None:
    log_in(client)
    client.post("/quick/")
    seat = Seat.objects.get(bot="")
    assert (seat.owner, seat.guest, seat.name) == (ana, "", "ana")


def test_the_password_can_be_changed(client: Client, ana: Any) -> None:
    assert client.get("/accounts/password/").status_code == 302
    log_in(client)
    new = "vapor-y-carbon-7"
    fields = {"old_password": PASSWORD, "new_password1": new, "new_password2": new}
    assert client.post("/accounts/password/", fields)["Location"] == "/accounts/password/done/"
    assert client.get("/accounts/password/done/").status_code == 200
    assert log_in(Client(), password=new).status_code == 302


def test_a_forgotten_password_is_renewed_by_mail(client: Client, ana: Any) -> None:
    for address in ("ana@example.org", "nobody@example.org"):
        answer = client.post("/accounts/reset/", {"email": address})
        assert answer["Location"] == "/accounts/reset/sent/"
    assert client.get("/accounts/reset/sent/").status_code == 200
    (letter,) = mail.outbox
    assert letter.to == ["ana@example.org"]
    found = re.search(r"http://testserver(/accounts/reset/\S+)", str(letter.body))
    assert found
    page = client.get(found[1], follow=True)
    fields = {"new_password1": "otra-clave-1865", "new_password2": "otra-clave-1865"}
    done = client.post(page.redirect_chain[-1][0], fields, follow=True)
    assert done.redirect_chain[-1][0] == "/accounts/reset/done/"
    assert log_in(Client(), password="otra-clave-1865").status_code == 302
    assert "too old" in text(Client().get(found[1], follow=True))


def test_the_profile_is_for_its_owner(client: Client, ana: Any) -> None:
    for address in ("/accounts/profile/", "/accounts/tokens/", "/accounts/settings/"):
        method = client.get if address.endswith("profile/") else client.post
        assert "/accounts/login/" in method(address)["Location"]
    log_in(client)
    assert "ana@example.org" in text(client.get("/accounts/profile/"))
    client.post("/accounts/settings/", {"email": "new@example.org", "language": "en"})
    assert User.objects.get().email == "new@example.org"
    assert client.post("/accounts/settings/", {"email": "rubbish"}).status_code == 400


def test_a_token_is_shown_once_and_stored_as_a_hash(client: Client, ana: Any) -> None:
    log_in(client)
    answer = client.post("/accounts/tokens/", {"label": "My <b>bot</b>"})
    found = re.search(r'value="(d18_[\w-]+)"', text(answer))
    assert found
    token = ApiToken.objects.get(owner=ana)
    assert token.digest == hashlib.sha256(found[1].encode()).hexdigest()
    assert "no-store" in answer["Cache-Control"]
    page = text(client.get("/accounts/profile/"))
    assert found[1] not in page
    assert "My &lt;b&gt;bot" in page
    assert client.post("/accounts/tokens/", {"label": ""}).status_code == 400
    assert client.post("/accounts/tokens/", {"label": "x" * 41}).status_code == 400


def test_tokens_are_revoked_by_their_owner_only(client: Client, ana: Any) -> None:
    log_in(client)
    client.post("/accounts/tokens/", {"label": "bot"})
    token = ApiToken.objects.get()
    address = f"/accounts/tokens/{token.pk}/revoke/"
    other = Client()
    sign_up(other)
    assert other.post(address).status_code == 404
    assert client.get(address).status_code == 405
    assert client.post(address).status_code == 302
    assert not ApiToken.objects.exists()


def test_nobody_hoards_tokens(client: Client, ana: Any) -> None:
    log_in(client)
    for _ in range(22):
        client.post("/accounts/tokens/", {"label": "bot"})
    assert ApiToken.objects.count() == 20
