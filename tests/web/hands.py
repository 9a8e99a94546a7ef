"""Hands at a table: whatever an action says is done through the page's own controls."""

from __future__ import annotations

import json
from typing import Any

import msgspec
from msgspec.structs import replace

from dieciocho.engine.actions import Action, BuyTrain, Dividend, LayTile, PlaceStation, Run
from dieciocho.engine.game import Game, Header
from dieciocho.engine.save import decode_action
from dieciocho.games import rules_of
from dieciocho.page.cards import as_json

from .browsers import Person


class Mouse:
    """Plays with a mouse, or a finger."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.page = person.page

    def play(self, game: Game, action: Action) -> None:
        """Do what an action says; return when the page shows what came of it."""
        if isinstance(action, LayTile):
            self._lay(action)
        elif isinstance(action, PlaceStation):
            self._place(action)
        elif isinstance(action, Run):
            self._run(action)
        else:
            self._offer(game, action)
        self.shows(len(game.history) + 1)

    def follow(self, game: Game, part: range) -> None:
        """Do what was done in a part of a game."""
        for number in part:
            self.play(game.at(number), game.history[number].action)

    def shows(self, length: int) -> None:
        """Wait until the page shows the game after so many actions, or more."""
        ready = "n => Number(document.querySelector('#state').dataset.length) >= n"
        self.page.wait_for_function(ready, arg=length)

    # --- kinds of controls ---------------------------------------------------------------

    def _offer(self, game: Game, action: Action) -> None:
        """Find the form of an action; set its price if it has one; press its button."""
        shown = _as_offered(game, action)
        value = f'input[name="action"][value={json.dumps(as_json(shown))}]'
        form = self.page.locator("#panel form", has=self.page.locator(value)).first
        entry = form.locator(value)
        if entry.get_attribute("type") == "radio":
            card = self.page.locator("details.picks", has=self.page.locator(value)).first
            if card.get_attribute("open") is None:
                self.press(card.locator("summary"))
            self.choose(entry)
        if shown != action:
            self.write(form.locator("input[name=price]"), str(getattr(action, "price", "")))
        self.press(form.locator("button:not([type=button])"))

    def _lay(self, lay: LayTile) -> None:
        self.open_hex(lay.hex)
        picker = self.page.locator("#picker")
        self.choose_tile(picker, as_json(lay))
        self.press(picker.locator(".confirm"))

    def _place(self, place: PlaceStation) -> None:
        self.open_hex(place.hex, f"{place.hex}.{place.city}")
        value = f'input[name="action"][value={json.dumps(as_json(place))}]'
        form = self.page.locator("#inspector form", has=self.page.locator(value)).first
        self.press(form.locator("button:not([type=button])"))

    def _run(self, run: Run) -> None:
        """The best routes are chosen already; others are written."""
        chosen = "#plan form:first-of-type input[name=action]"
        if self.page.locator(chosen).first.input_value() != as_json(run):
            self.press(self.page.locator("#plan .by-hand summary"))
            text = "; ".join(f"{route.train}: {route.path}" for route in run.routes)
            self.write(self.page.locator("#route-text"), text)
            self.person.answered(lambda: self.press(self.page.locator(".written button")))
        self.press(self.page.locator("#plan form button.button-main").first)

    # --- what a mouse does ---------------------------------------------------------------

    def press(self, control: Any) -> None:
        control.click()

    def choose(self, radio: Any) -> None:
        radio.check()

    def write(self, field: Any, text: str) -> None:
        field.fill(text)

    def open_hex(self, name: str, stop: str = "") -> None:
        """Click a hex, or a city on it; the whole map is shown first."""
        self.page.locator('[data-zoom="all"]').click()
        inside = f'[data-stop="{stop}"]' if stop else f'[data-hex="{name}"] > polygon'
        self.page.locator(f"#board {inside}").first.click()
        self.page.locator(f'[data-hex-card="{name}"]').wait_for()

    def choose_tile(self, picker: Any, wanted: str) -> None:
        """Click the tile, then turn it until it lies as wanted."""
        value = f"input[value={json.dumps(wanted)}]"
        fit = picker.locator(".fit", has=self.page.locator(value))
        picker.locator("input:checked").first.wait_for(state="attached")
        if "chosen" not in fit.get_attribute("class"):
            fit.locator("img:visible").click()
        for _ in range(6):
            if fit.locator(value).is_checked():
                return
            picker.locator('[data-turn="1"]').click()
        raise AssertionError(f"{wanted} cannot be chosen")


class Keys(Mouse):
    """Plays with the keyboard alone: Tab, Enter, arrows, letters."""

    FOCUSED = "e => e === document.activeElement"

    def tab_to(self, control: Any, key: str = "Tab") -> None:
        control.wait_for(state="attached")
        for _ in range(300):
            if control.evaluate(self.FOCUSED):
                return
            self.page.keyboard.press(key)
        raise AssertionError(f"{control} is not reached with {key}")

    def press(self, control: Any) -> None:
        self.tab_to(control)
        self.page.keyboard.press("Enter")

    def choose(self, radio: Any) -> None:
        name, form = radio.get_attribute("name"), radio.locator("xpath=ancestor::form")
        group = (
            f"e => e.contains(document.activeElement) && document.activeElement.name === '{name}'"
        )
        for _ in range(300):
            if form.evaluate(group):
                break
            self.page.keyboard.press("Tab")
        if not radio.is_checked():
            self.page.keyboard.press(" ")
        for _ in range(60):
            if radio.is_checked():
                return
            self.page.keyboard.press("ArrowDown")
        raise AssertionError(f"{radio} is not reached with arrows")

    def write(self, field: Any, text: str) -> None:
        self.tab_to(field)
        self.page.keyboard.press("Control+a")
        self.page.keyboard.type(text)

    def open_hex(self, name: str, stop: str = "") -> None:
        self.tab_to(self.page.locator("#viewport"), "Shift+Tab")
        self.page.keyboard.press("Enter")
        for _ in range(100):
            if self.page.evaluate("document.activeElement.dataset.hex") == name:
                break
            self.page.keyboard.press("Tab")
        self.page.keyboard.press("Enter")
        self.page.locator(f'[data-hex-card="{name}"]').wait_for()

    def choose_tile(self, picker: Any, wanted: str) -> None:
        value = picker.locator(f"input[value={json.dumps(wanted)}]")
        fit = picker.locator(".fit", has=self.page.locator(f"input[value={json.dumps(wanted)}]"))
        picker.locator("input:focus").wait_for()
        for _ in range(60):
            if "chosen" in fit.get_attribute("class"):
                break
            self.page.keyboard.press("ArrowRight")
        for _ in range(6):
            if value.is_checked():
                return
            self.page.keyboard.press("r")
        raise AssertionError(f"{wanted} cannot be chosen")


def _as_offered(game: Game, action: Action) -> Action:
    """Return the legal choice that stands for an action: the same but for its price."""
    price = getattr(action, "price", None)
    for choice in game.legal_actions():
        offered = choice.action
        if type(offered) is not type(action):
            continue
        if choice.low is None or price is None:
            if offered == action:
                return offered
        elif replace(offered, price=price) == action:
            return offered
    raise AssertionError(f"{action} is not offered")


OPERATING = (LayTile, PlaceStation, Run, Dividend, BuyTrain)


def stretch(game: Game, kinds: tuple[type[Action], ...] = OPERATING) -> range:
    """Return the shortest part of a game in which every kind of action occurs."""
    last: dict[type[Action], int] = {}
    found = []
    for number, record in enumerate(game.history):
        last.update({kind: number for kind in kinds if isinstance(record.action, kind)})
        if len(last) == len(kinds):
            found.append(range(min(last.values()), number + 1))
    return min(found, key=len)


class Follower:
    """Plays along with a table: what the server has, as a game of our own."""

    def __init__(self, person: Person, slug: str) -> None:
        self.ask = person.context.request
        self.path = f"/api/tables/{slug}/"
        header = self.ask.get(self.path).json()["header"]
        self.rules = rules_of(header["game"])
        self.game = Game(msgspec.convert(header, Header), self.rules)

    def catch_up(self) -> Game:
        known = len(self.game.history)
        answer = self.ask.get(f"{self.path}actions/?from={known}").json()
        for entry in answer["actions"]:
            data = json.dumps(entry["action"]).encode()
            self.game.play(decode_action(data, self.rules))
        return self.game
