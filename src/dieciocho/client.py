"""A thin client of the JSON API (docs/api.md); it needs nothing but Python's own library.

    server = Client("http://127.0.0.1:8018", token="d18_...")
    game = server.games()[0]["id"]
    table = server.create(game, [{"who": "me"}, {"who": "sensible"}, {"who": "sensible"}])
    table.start()
    for _ in table.news():
        legal = table.legal()
        if legal["mine"]:
            table.play(legal["choices"][0]["action"], revision=legal["revision"])

What the server answers comes as Python's JSON. What it refuses is raised as `Refused`; nothing has
changed then.
"""

from __future__ import annotations

import json
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlencode
from urllib.request import Request, urlopen

Json = dict[str, Any]
Send = Callable[[str, str, bytes | None, dict[str, str]], tuple[int, bytes]]

AGAIN = 3  # times that a request which got no answer is sent again
PAUSE = 1.0  # seconds before that
LOST = (URLError, ConnectionError, TimeoutError)


class Refused(Exception):
    """The server has refused something; `rule` is the rule of the game that forbids it."""

    def __init__(self, status: int, code: str, text: str, rule: str | None = None) -> None:
        super().__init__(text)
        self.status, self.code, self.text, self.rule = status, code, text, rule


def send(method: str, url: str, body: bytes | None, headers: dict[str, str]) -> tuple[int, bytes]:
    """Send a request and return status and body of the answer."""
    request = Request(url, body, headers, method=method)
    try:
        with urlopen(request, timeout=120) as answer:
            return answer.status, answer.read()
    except HTTPError as error:
        return error.code, error.read()


class Client:
    """A server as a program sees it; `token` is made on the page of an account."""

    def __init__(
        self, server: str, token: str = "", *, language: str = "en", send: Send = send
    ) -> None:
        self.server, self._send = server.rstrip("/"), send
        self.headers = {"Accept-Language": language, "Content-Type": "application/json"}
        if token:
            self.headers["Authorization"] = f"Bearer {token}"

    def ask(self, method: str, path: str, data: Json | bytes | None = None, **query: Any) -> Any:
        """Send a request to an address below /api/ and return what is answered."""
        given = {name.rstrip("_"): value for name, value in query.items() if value is not None}
        url = f"{self.server}/api/{quote(path)}" + (f"?{urlencode(given)}" if given else "")
        body = data if data is None or isinstance(data, bytes) else json.dumps(data).encode()
        status, answer = self._send(method, url, body, self.headers)
        try:
            told = json.loads(answer)
        except ValueError:
            raise Refused(status, "unreadable", answer[:200].decode(errors="replace")) from None
        if status >= 400:
            raise Refused(status, **told["error"])
        return told

    def games(self) -> list[Json]:
        """Return the games that the server has."""
        found: list[Json] = self.ask("GET", "games/")["games"]
        return found

    def game(self, name: str, edition: str | None = None) -> Json:
        """Return what is printed of a game, and its rules."""
        found: Json = self.ask("GET", f"games/{name}/", edition=edition)
        return found

    def tables(self, which: str = "mine", status: str | None = None, first: int = 0) -> list[Json]:
        """Return a hundred tables: `mine`, `hidden`, `joinable`, `running` or `finished` ones."""
        told = self.ask("GET", "tables/", which=which, status=status, from_=first)
        found: list[Json] = told["tables"]
        return found

    def table(self, slug: str) -> Table:
        """Return a table by the last part of its address; nothing is asked yet."""
        return Table(self, slug)

    def create(self, game: str, seats: list[Json], **others: Any) -> Table:
        """Make a table; `others` are title, edition, seed, options and what docs/api.md names."""
        told = self.ask("POST", "tables/", {"game": game, "seats": seats, **others})
        return Table(self, told["slug"])

    def adopt(self, file: bytes, title: str = "", seats: str = "me") -> Table:
        """Make a table of a saved or recorded game, or of a position."""
        return Table(self, self.ask("POST", "import/", file, title=title, seats=seats)["slug"])


class Table:
    """A table of a server."""

    def __init__(self, client: Client, slug: str) -> None:
        self.client, self.slug = client, slug

    def ask(self, method: str, path: str, data: Json | None = None, **query: Any) -> Any:
        """Send a request to an address of the table and return what is answered."""
        return self.client.ask(method, f"tables/{self.slug}/{path}", data, **query)

    def show(self, at: int | None = None) -> Json:
        """Return the table with its position, now or after some actions."""
        found: Json = self.ask("GET", "", at=at)
        return found

    def legal(self, at: int | None = None) -> Json:
        """Return whose decision it is, and all that is legal."""
        found: Json = self.ask("GET", "legal/", at=at)
        return found

    def play(
        self, action: Json | str, *, before: Sequence[Json | str] = (), revision: int | None = None
    ) -> Json:
        """Play an action, as JSON or text: once, however often it has to be sent.

        `before` it others of the same seat are played; all of them or none.
        """
        told: Json = {"text" if isinstance(action, str) else "action": action}
        told |= {"before": list(before), "revision": revision, "request": uuid.uuid4().hex}
        for left in reversed(range(AGAIN)):
            try:
                return self._acted(told)
            except LOST:
                if not left:
                    raise
                time.sleep(PAUSE)
        raise AssertionError("not reached")

    def _acted(self, told: Json) -> Json:
        found: Json = self.ask("POST", "actions/", told)
        return found

    def actions(self, first: int = 0) -> list[Json]:
        """Return what was played, after so many actions."""
        found: list[Json] = self.ask("GET", "actions/", from_=first)["actions"]
        return found

    def why(self, action: Json | str, at: int | None = None) -> Json:
        """Return what an action would do, or which rule forbids it."""
        text = action if isinstance(action, str) else json.dumps(action)
        found: Json = self.ask("GET", "why/", action=text, at=at)
        return found

    def routes(self, company: str | None = None, at: int | None = None) -> Json:
        """Return the best routes of a company, with their proof."""
        found: Json = self.ask("GET", "routes/", company=company, at=at)
        return found

    def export(self, format: str = "dieciocho", at: int | None = None) -> Json:
        """Return the saved game; `dieciocho.load` reads it."""
        found: Json = self.ask("GET", "export/", format=format, at=at)
        return found

    def do(self, what: str, **wish: Any) -> Json:
        """Do what needs few words: join, leave, start, undo, redo, hand, abandon, hide..."""
        found: Json = self.ask("POST", f"{what}/", wish)
        return found

    def start(self) -> Json:
        """Begin the game, when all seats are taken."""
        return self.do("start")

    def undo(self) -> Json:
        """Take an action back, if the table allows it."""
        return self.do("undo")

    def redo(self) -> Json:
        """Play again what was taken back."""
        return self.do("redo")

    def branch(self, at: int | None = None, *, bots: bool = False, rivals: bool = False) -> Table:
        """Return a private copy of a position; docs/api.md says who plays there."""
        return Table(self.client, self.do("branch", at=at, bots=bots, rivals=rivals)["slug"])

    def hint(self) -> Json:
        """Ask what a computer would do here, and wait until it is known."""
        return self._study("hint")

    def analysis(self) -> Json:
        """Ask where the game was decided, and wait until it is known: some minutes."""
        return self._study("analysis")

    def _study(self, what: str) -> Json:
        found = self.do(what)
        while found["state"] == "thinking":
            time.sleep(PAUSE)
            found = self.ask("GET", f"{what}/")
        return found

    def say(self, text: str) -> list[Json]:
        """Write to the table; return the lines of its chat."""
        found: list[Json] = self.do("chat", text=text)["lines"]
        return found

    def chat(self) -> list[Json]:
        """Return the lines of the chat."""
        found: list[Json] = self.ask("GET", "chat/")["lines"]
        return found

    def programs(self) -> list[Json]:
        """Return your programmed actions at the table."""
        found: list[Json] = self.ask("GET", "programs/")["programs"]
        return found

    def delete(self) -> None:
        """Delete the table and its game."""
        self.ask("DELETE", "")

    def news(self, since: int | None = None) -> Iterator[int]:
        """Yield a number now and whenever the table has changed, until it is deleted.

        The line may break: it is taken up again where it was lost.
        """
        while True:
            try:
                for name, number in self._events(since):
                    if name == "gone":
                        return
                    since = number
                    yield number
            except HTTPError as error:
                if error.code < 500:
                    raise Refused(error.code, "missing", str(error)) from None
            except LOST:
                pass  # as if the server had ended it
            time.sleep(PAUSE)

    def _events(self, since: int | None) -> Iterator[tuple[str, int]]:
        known = "" if since is None else f"?since={since}"
        url = f"{self.client.server}/live/{self.slug}/{known}"
        with urlopen(Request(url, headers=self.client.headers), timeout=60) as lines:
            name = ""
            for line in lines:
                field, _, value = line.decode().strip().partition(": ")
                if field == "event":
                    name = value
                elif field.startswith("data") and name:
                    yield name, int(value or 0)
