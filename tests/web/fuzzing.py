"""Requests at random to every address, by people with and without rights.

Whatever is sent, the answer is no 500, takes no more than a moment of the processor, and nothing of
those who have not asked is changed or told.
"""

from __future__ import annotations

import json
import random
import re
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote_plus

from django.contrib.auth import get_user_model
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import StreamingHttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.resolvers import RoutePattern
from msgspec import Struct

from dieciocho.bots import make_bot
from dieciocho.web.api.tokens import issue
from dieciocho.web.models import ApiToken, Channel, ChatLine, Program, Table, Wishes
from dieciocho.web.services import copying, ending, gathering, playing, reading
from dieciocho.web.services.asking import Viewer
from dieciocho.web.services.gathering import SeatPlan

SECONDS = 2.0  # of processor time
SECRET = "a-note-that-nobody-else-sees"
NASTY = [
    "",
    " ",
    "\0",
    "a\0b",
    "-1",
    "0",
    "1",
    "1e9",
    "٣",
    "9" * 5000,
    "x" * 70_000,
    "\u202e\u200b",
    "\ud800",
    "é" * 41,
    "[" * 3000,
    '{"a":' * 1500,
    "null",
    "{}",
    "[]",
    "NaN",
    '{"do": "pass"}',
    '{"do": "lay", "hex": "A1", "tile": "9", "rotation": 99}',
    '{"do": "run", "routes": [{"train": "2", "path": "A1." }]}',
    '{"do": "bid", "target": "KT", "price": 1e400}',
    "pass",
    "bid 130 on YRF",
    "<script>alert(1)</script>",
    "' OR 1=1 --",
    "%s%n{0}{x}",
    "../../etc/passwd",
    "https://127.0.0.1/",
    "ana",
    "a@b.example",
    "yes",
    "no",
    "1888n",
    "18esp",
    "1862",
    "online",
    "rulebook",
    "good",
    "sensible",
    "pass",
    "buy",
    "run",
    "answer",
    "json",
    "es",
]
_FIELDS = """
at action since seen page revision language company from status format text request price seat
until agree sure hidden notes kind sold bought started floated count rest least game title
players seating seed undo_policy deadline privacy edition who_0 who_1 who_2 name_0 name_1 bots
username password password1 password2 email first_name theme label target table every quiet_from
quiet_to zone told next name back position hex tile rotation train holder owner step before code
"""
FIELDS = re.findall(r"\w+", _FIELDS)


class Person(Struct):
    """Somebody with a browser or a token."""

    name: str
    client: Any
    headers: dict[str, str] = {}
    rights: bool = False

    def log_in(self, user: Any) -> None:
        self.client.force_login(user)


class Fuzzer:
    """A small world, and requests to it."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.statuses: Counter[int] = Counter()
        self.refused: set[tuple[str, str]] = set()  # addresses that do not have a method
        self.slowest: tuple[float, str] = (0.0, "")
        users = get_user_model().objects
        self.ana, self.luis, self.eva = (
            users.create_user(f"{name}{seed}", f"{name}{seed}@example.org", f"tren-{name}-1888")
            for name in ("ana", "luis", "eva")
        )
        self.slugs = [*self._tables(), "x", "unknown-table"]
        self.routes = sorted(set(_routes(get_resolver(), "/")))
        self.people = [
            Person("stranger", self._browser()),
            Person("guest", self._browser("key-of-a-guest")),
            Person("eva", self._browser(), self._token(self.eva)),
            Person("eva", self._browser(user=self.eva)),
            Person("ana", self._browser(user=self.ana), rights=True),
            Person("ana", self._browser(), self._token(self.ana), rights=True),
        ]
        self.before = self.kept()

    # --- the world ---------------------------------------------------------------------

    def _browser(self, guest: str = "", user: Any = None) -> Client:
        client = Client(raise_request_exception=False)
        if user is not None:
            client.force_login(user)
        elif guest:
            session = client.session
            session["guest"] = guest
            session.save()
            client.cookies["sessionid"] = session.session_key
        return client

    def _token(self, user: Any) -> dict[str, str]:
        return {"Authorization": f"Bearer {issue(user)}"}

    def _tables(self) -> list[str]:
        """Make tables of Ana and Luis in all states; what is theirs is nobody else's business."""
        ana, luis = Viewer(self.ana), Viewer(self.luis)
        found = []
        for game, plays in (("1888n", 30), ("18esp", 60), ("1862", 40)):
            plan = [SeatPlan(), SeatPlan(who="open"), SeatPlan(who="sensible")]
            table = gathering.create_table(ana, game, plan, seed=1, deadline=24)
            gathering.join(table.slug, luis)
            table = gathering.start(table.slug, ana)
            for seat in table.seats.filter(bot="sensible"):
                seat.owner, seat.bot = self.luis, ""
                seat.save()
            bot = make_bot("random", 1)
            for _ in range(plays):
                game_now = reading.position(Table.objects.get(pk=table.pk))
                seat = next(s for s in table.seats.all() if s.index == game_now.actor)
                playing.act(table.slug, Viewer(seat.owner), str(bot.choose(game_now)))
            ending.write_notes(table.slug, ana, SECRET)
            playing.say(table.slug, luis, "hello")
            found.append(table.slug)
        done = copying.branch(found[0], luis, 3)
        ending.abandon(done.slug, luis)
        gathered = gathering.create_table(luis, "1888n", [SeatPlan(), SeatPlan()])
        Channel.objects.create(owner=self.ana, kind="json", target=f"https://{SECRET}.example/")
        Wishes.objects.create(owner=self.ana)
        return [*found, done.slug, gathered.slug]

    def kept(self) -> list[Any]:
        """Return what nobody without rights may change."""
        owners = [self.ana.pk, self.luis.pk]
        tables = Table.objects.filter(slug__in=self.slugs).order_by("pk")
        of_tables = {"table__slug__in": self.slugs}
        return [
            list(tables.values_list("slug", "status", "revision", "length", "title")),
            ChatLine.objects.filter(**of_tables, aside=False).count(),
            Program.objects.filter(**of_tables).count(),
            list(Channel.objects.filter(owner__in=owners).values_list("pk", "target", "on")),
            ApiToken.objects.filter(owner__in=owners).count(),
            list(get_user_model().objects.filter(pk__in=owners).values_list("username", "email")),
        ]

    # --- requests ----------------------------------------------------------------------

    def value(self) -> str:
        return self.dice.choice([*NASTY, *self.slugs])

    def method(self, made: str) -> str:
        """Return a method, seldom one that an address is known not to have."""
        while True:
            method = self.dice.choice(
                ["get", "get", "post", "post", "post", "head", "put", "delete"]
            )
            if (made, method) not in self.refused or self.dice.random() < 0.05:
                return method

    def filled(self, made: str) -> str:
        """Return an address; what it has blanks for is likely to fit."""

        def filled(match: re.Match[str]) -> str:
            kind, name = (match[1] or "").rstrip(":"), match[2]
            if name == "slug":
                return self.dice.choice(self.slugs)
            if kind == "int":
                return str(self.dice.choice([0, 1, 2, 3, 5, 7, 10**9, 10**25]))
            if name in ("game", "edition") and self.dice.random() < 0.7:
                return self.dice.choice(["1888n", "18esp", "1862", "rulebook"])
            text = self.dice.choice(["A1", "C9", "9", "x", "..", "%00", "%FF", "a%2Fb", "é"])
            return text if kind != "slug" else "x"

        return re.sub(r"<(\w+:)?(\w+)>", filled, made)

    def data(self) -> dict[str, str]:
        names = self.dice.sample(FIELDS, self.dice.randrange(1, 9))
        return {name: self.value() for name in names}

    def send(self) -> None:
        """Send a request, and look at the answer and at what has become of the others' things."""
        person = self.dice.choice(self.people)
        made = self.dice.choice(self.routes)
        method, path = self.method(made), self.filled(made)
        content, headers = self.data(), dict(person.headers)
        if self.dice.random() < 0.3:
            headers["HX-Request"] = "true"
        if self.dice.random() < 0.2:
            headers["accept-language"] = self.dice.choice(["es", "xx-", "*", "es;q=9" * 50])
        options: dict[str, Any] = {"headers": headers}
        if path.startswith("/api/") and method in ("post", "put"):
            body: Any = {
                key: self.dice.choice([value, 3, None, [value]]) for key, value in content.items()
            }
            text = self.dice.choice([json.dumps(body), self.value()])
            arguments: list[Any] = [path, text.encode("utf-8", "surrogatepass")]
            options["content_type"] = "application/json"
        elif method in ("post", "put"):
            arguments = [path, _encoded(content)]
            options["content_type"] = "application/x-www-form-urlencoded"
            if "import" in path and method == "post":
                upload = SimpleUploadedFile("game.json", self.value().encode("utf-8", "replace"))
                arguments = [path, {"file": upload}]
                del options["content_type"]
        else:
            arguments = [f"{path}?{_encoded(content).decode('ascii')}"]
        told = f"{person.name}: {method} {path} {str(content)[:300]}"
        began = time.thread_time()
        answer = getattr(person.client, method)(*arguments, **options)
        taken = time.thread_time() - began
        self.slowest = max(self.slowest, (taken, told))
        self.statuses[answer.status_code] += 1
        if answer.status_code == 405:
            self.refused.add((made, method))
        assert answer.status_code < 500, told
        assert taken < SECONDS, f"{taken:.1f} s: {told}"
        self._check(person, answer, told)
        if path == "/accounts/logout/" and method == "post" and not person.headers:
            owners = {"ana": self.ana, "eva": self.eva}
            if person.name in owners:
                person.log_in(owners[person.name])

    def _check(self, person: Person, answer: Any, told: str) -> None:
        now = self.kept()
        if person.rights:
            self.before = now
        else:
            assert now == self.before, (told, now, self.before)
            if not isinstance(answer, StreamingHttpResponse):
                assert SECRET.encode() not in answer.content, told


def _encoded(fields: dict[str, str]) -> bytes:
    """Write fields as a form does, also with what no browser would send."""
    return "&".join(
        f"{name}={quote_plus(value, errors='surrogatepass')}" for name, value in fields.items()
    ).encode("ascii")


def _routes(resolver: URLResolver, prefix: str) -> Iterator[str]:
    """Return all addresses with blanks; of Django's administration its door is enough."""
    for entry in resolver.url_patterns:
        if not isinstance(entry.pattern, RoutePattern):
            continue
        route = prefix + str(entry.pattern)
        if route.startswith("/live/"):
            continue  # a stream has no end
        if route.startswith("/admin/"):
            yield "/admin/"
        elif isinstance(entry, URLPattern):
            yield route
        else:
            yield from _routes(entry, route)
