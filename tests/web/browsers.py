"""People with a real browser: Chromium driven by Playwright, as all browser tests use it."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.utils.translation import gettext, override

import dieciocho
from dieciocho.bots import make_bot
from dieciocho.engine.actions import Action
from dieciocho.engine.game import Game

from .servers import running

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chrome")

needs_chromium = pytest.mark.skipif(
    CHROMIUM is None, reason="needs Chromium (CHROMIUM=/path/to/it)"
)
# The parts of an answer are put into the page one after another: count when that is done.
_COUNT_ANSWERS = """
window.answers = 0;
addEventListener('DOMContentLoaded', () => {
  document.body.addEventListener('htmx:afterSettle', () => { window.answers += 1; });
});
"""


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """One browser for all tests of a module; each person has a context of their own."""
    api = pytest.importorskip("playwright.sync_api", reason="needs playwright")
    # Playwright runs an event loop in this thread, which Django takes for a mistake.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    """The program itself with a worker for bots, where guests may do everything."""
    with (
        tempfile.TemporaryDirectory(prefix="dieciocho-site-") as folder,
        running(Path(folder), bots=1) as server,
    ):
        server.env.update(DIECIOCHO_LOCAL="1", DIECIOCHO_LOG="error")
        server.start()
        yield f"http://127.0.0.1:{server.port}"
        assert "Traceback" not in server.log(), server.log()


class Person:
    """Somebody with a browser of their own; complaints of the browser are collected."""

    def __init__(
        self,
        chromium: Any,
        base: str,
        *,
        language: str = "en",
        width: int = 1400,
        events: bool = True,
        **options: Any,
    ) -> None:
        size = {"width": width, "height": 1000 if width > 600 else 844}
        self.language = language
        self.context = chromium.new_context(
            locale=language, viewport=size, base_url=base, **options
        )
        self.context.set_default_timeout(180_000)  # the machine may be busy
        self.context.add_init_script(_COUNT_ANSWERS)
        if not events:  # Django's test server would answer nothing else while a stream is open
            self.context.route("**/live/**", lambda route: route.abort())
        self.page = self.context.new_page()
        self.complaints: list[str] = []
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self._listen)

    def _listen(self, message: Any) -> None:
        if message.type == "error" and "/live/" not in message.location["url"]:
            self.complaints.append(message.text)

    def close(self) -> None:
        """Leave, and assert that the browser had nothing to complain about."""
        self.context.close()
        assert not self.complaints, self.complaints

    def words(self, text: str, **blanks: Any) -> str:
        """Return a text of the page in the person's language."""
        with override(self.language):
            return gettext(text) % blanks if blanks else gettext(text)

    # --- looking -----------------------------------------------------------------------

    def opens(self, slug: str) -> Person:
        self.page.goto(f"/t/{slug}/")
        self.page.locator("#board svg[data-ready]").wait_for()
        return self

    def sees(self, text: str, where: str = "#turn") -> None:
        self.page.locator(where, has_text=text).first.wait_for()

    def fits_the_screen(self) -> bool:
        self.page.wait_for_load_state()  # without its style sheets a page is as wide as it likes
        wide = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
        return bool(self.page.evaluate(wide))

    # --- doing -------------------------------------------------------------------------

    def answered(self, act: Any) -> None:
        """Do something and wait until its answer is on the page, not only one asked for before."""
        before = self.page.evaluate("window.answers")
        act()
        self.page.wait_for_function("before => window.answers > before", arg=before)
        self.is_at_rest()

    def is_at_rest(self) -> None:
        """Wait until no answer is on its way, nor being put into the page."""
        busy = ".htmx-request, .htmx-swapping, .htmx-settling"
        self.page.wait_for_function("busy => !document.querySelector(busy)", arg=busy)

    def presses(self, name: str, where: str = "body") -> None:
        """Press a button of a page, when its scripts are there."""
        button = self.page.locator(where).get_by_role("button", name=name, exact=True).first
        button.wait_for()
        self.page.wait_for_load_state()
        button.click()

    def plays(self, name: str, where: str = "#panel") -> None:
        """Press a button of the table and wait for the answer."""
        self.answered(lambda: self.presses(name, where))

    def clicks_hex(self, name: str) -> None:
        self.page.locator(f'#board [data-hex="{name}"] > polygon').first.click()
        self.page.locator(f'[data-hex-card="{name}"]').wait_for()


def session_of(guest: str) -> str:
    """Return the key of a session in which somebody is known as a guest."""
    session = SessionStore()
    session["guest"] = guest
    session.create()
    return str(session.session_key)


# --- games to look at ------------------------------------------------------------------


@cache
def _played(count: int, seed: int, edition: str) -> Game:
    game = dieciocho.new_game("1888n", ["Ana", "Bea", "Carla"], edition=edition)
    bot = make_bot("sensible", seed)
    while len(game.history) < count and not game.over:
        game.play(bot.choose(game))
    return game


def played(count: int, seed: int = 3, edition: str = "rulebook") -> Game:
    """Return a game of sensible bots after some actions."""
    return _played(count, seed, edition).copy()


def at_step(name: str, edition: str = "rulebook", skip: int = 0) -> Game:
    """Return the game at a decision of a kind, after so many others of that kind."""
    game = played(300, edition=edition)
    found = [n for n in range(len(game.history)) if game.at(n).step.id == name]
    return game.at(found[skip])


@cache
def _match(game_id: str, bot: str, count: int, seed: int = 5) -> Game:
    game = dieciocho.new_game(game_id, ["Ana", "Bea", "Carla"], seed=seed)
    player = make_bot(bot, 3)
    while len(game.history) < count and not game.over:
        game.play(player.choose(game))
    return game


def match(game_id: str, bot: str = "sensible", count: int = 10_000) -> Game:
    """Return a game of three bots, played to its end or for some actions."""
    return _match(game_id, bot, count).copy()


def before(
    game: Game, step: str, kind: type[Any] = Action, fits: Callable[[list[Any]], bool] = bool
) -> Game:
    """Return the first position where a step offers fitting actions of a kind."""
    for number in range(len(game.history)):
        now = game.at(number)
        if now.step.id == step:
            found = [c.action for c in now.legal_actions() if isinstance(c.action, kind)]
            if fits(found):
                return now
    raise LookupError(f"no {step} with such a {kind.__name__}")


def somewhere(game_id: str, step: str, bot: str = "random") -> Game:
    """Return a position where a step that not every game meets asks for a decision."""
    for seed in range(5, 25):
        game = _match(game_id, bot, 10_000, seed)
        for number in range(len(game.history)):
            if (now := game.at(number)).step.id == step and now.legal_actions():
                return now
    raise LookupError(f"no {step} in twenty games")
