"""The forms of a page as a browser sees them, and which actions they can send."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from typing import Any

import msgspec
from msgspec import Struct

from dieciocho.engine.actions import Action, Choice

Json = dict[str, Any]


class Form(Struct):
    """A form: where it goes, its hidden fields, the actions to choose from, a range."""

    target: str
    fields: dict[str, str]
    actions: list[str]
    before: list[str] = []
    low: int | None = None
    high: int | None = None

    def sends(self, action: Json) -> dict[str, str] | None:
        """Return what the form sends for an action alone; None if it cannot send it."""
        if self.before:
            return None
        for text in self.actions:
            offered = json.loads(text)
            if offered == action:
                price = {} if self.low is None else {"price": str(action["price"])}
                return {**self.fields, "action": text, **price}
            if self.low is None or self.high is None or "price" not in action:
                continue
            same = {**offered, "price": action["price"]} == action
            if same and self.low <= action["price"] <= self.high:
                return {**self.fields, "action": text, "price": str(action["price"])}
        return None


# Of a page of some thousand tags, those that a form or a hex of the board is made of.
_TELLING = re.compile(
    r"""</?form\b[^>]*>|<input\b(?:[^>"']|"[^"]*"|'[^']*')*>|<[^<>]*\sdata-hex-link\b[^>]*>"""
)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.hexes: list[str] = []
        self._open: Form | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {key: value or "" for key, value in attrs}
        if tag == "form":
            self._open = Form(given.get("action", ""), {}, [])
            self.forms.append(self._open)
        if "data-hex-link" in given:
            self.hexes.append(given["hx-get"])
        if tag == "input" and self._open is not None:
            name, value = given.get("name", ""), given.get("value", "")
            if name == "before":
                self._open.before.append(value)
            elif name == "action" and value:
                self._open.actions.append(value)
            elif name == "price" and "min" in given:  # programs have a price without bounds
                self._open.low, self._open.high = int(given["min"]), int(given["max"])
            elif given.get("type") == "hidden":
                self._open.fields[name] = value

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._open = None


class Page:
    """What can be played from a page; tiles of a hex are fetched when they are asked for."""

    def __init__(self, client: Any, html: str) -> None:
        self.client = client
        self._known = self._read(html)
        self._fetched: dict[str, list[Form]] = {}

    def _read(self, html: str) -> list[Form]:
        reader = _Reader()
        reader.feed("".join(_TELLING.findall(html)))
        self.hexes = getattr(self, "hexes", reader.hexes)
        return [form for form in reader.forms if form.target.endswith("/act/")]

    def sends(self, action: Action) -> tuple[str, dict[str, str]] | None:
        """Return the address and the data with which the page plays an action."""
        data = json.loads(msgspec.json.encode(action))
        forms = self._hex_forms(data["hex"]) if data["do"] == "lay" else self._known
        for form in forms:
            sent = form.sends(data)
            if sent is not None:
                return form.target, sent
        return None

    def sends_instead(self, action: Action) -> tuple[str, dict[str, str]]:
        """Return the data of the first form with an action that it does not offer."""
        form = self._known[0]
        return form.target, {**form.fields, "action": msgspec.json.encode(action).decode()}

    def offers(self, choice: Choice) -> bool:
        ends = [choice.action]
        if choice.low is not None and choice.high is not None:
            ends = [choice.at(choice.low), choice.at(choice.high)]
        return all(self.sends(action) is not None for action in ends)

    def everything(self) -> list[tuple[Form, str]]:
        """Return all actions that the page offers, tiles included."""
        forms = list(self._known)
        for address in self.hexes:
            forms += self._hex_forms(re.findall(r"/hex/([^/]+)/", address)[0])
        return [(form, text) for form in forms for text in form.actions]

    def _hex_forms(self, name: str) -> list[Form]:
        address = next((a for a in self.hexes if a.endswith(f"/hex/{name}/")), None)
        if address is None:
            return []
        if address not in self._fetched:
            answer = self.client.get(address)
            assert answer.status_code == 200
            self._fetched[address] = self._read(answer.content.decode())
        return self._fetched[address]
