"""Makes the pictures of the README: `python docs/make_pictures.py` (needs Chromium).

Plays a game between bots, imports it into a server of its own at several moments, and takes
screenshots, wide and narrow.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from playwright.sync_api import Browser, Page, sync_playwright

import dieciocho
from dieciocho.bots import make_bot
from dieciocho.engine.game import Game
from dieciocho.engine.render import board_svg

OUT = Path(__file__).parent / "pictures"
WIDE, NARROW = {"width": 1440, "height": 900}, {"width": 390, "height": 844}


def played() -> Game:
    """Play a game between sensible bots to its end."""
    game = dieciocho.new_game("1888n", ["Ana", "Luis", "Eva", "Ivo"], seed=11)
    bots = [make_bot("sensible", seed) for seed in range(4)]
    while game.actor is not None:
        game.play(bots[game.actor].choose(game))
    return game


def moment(game: Game, step: str, after: int) -> Game:
    """Return the first position with a kind of decision after some actions."""
    for number in range(after, len(game.history)):
        position = game.at(number)
        if position.step.id == step:
            return position
    raise ValueError(step)


def serve(folder: str) -> tuple[subprocess.Popen[bytes], str]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    env = {
        **os.environ,
        "DIECIOCHO_DATA": folder,
        "DIECIOCHO_LOCAL": "1",
        "DJANGO_SETTINGS_MODULE": "dieciocho.web.settings",
    }
    subprocess.run([sys.executable, "-m", "django", "migrate", "-v0"], env=env, check=True)
    command = [sys.executable, "-m", "uvicorn", "dieciocho.web.asgi:application"]
    process = subprocess.Popen([*command, "--port", str(port), "--log-level", "error"], env=env)
    address = f"http://127.0.0.1:{port}"
    for _ in range(600):
        try:
            urlopen(f"{address}/health")
            return process, address
        except URLError:
            time.sleep(0.1)
    raise RuntimeError("the server does not start")


def table(page: Page, address: str, game: Game, folder: str) -> str:
    """Import a game as a person would; return the address of its table."""
    path = Path(folder) / f"game-{len(game.history)}.json"
    game.to_json(path)
    page.goto(f"{address}/import/")
    page.set_input_files("input[type=file]", str(path))
    page.locator("main form button[type=submit], main form button").first.click()
    page.wait_for_url("**/t/**")
    return page.url


def shoot(browser: Browser, page: Page, name: str, url: str, prepare: str = "") -> None:
    """Take a picture of an address, wide and narrow."""
    for suffix, size in (("", WIDE), ("-phone", NARROW)):
        context = browser.new_context(viewport=size, storage_state=page.context.storage_state())
        shown = context.new_page()
        shown.goto(url)
        shown.wait_for_timeout(600)
        if prepare:
            shown.locator(prepare).first.click()
            shown.wait_for_timeout(900)
        shown.screenshot(path=OUT / f"{name}{suffix}.png")
        context.close()


def main() -> None:
    game = played()
    company = max(
        game.definition.companies,
        key=lambda c: game.best_routes(c).best.total if game.state.trains[c] else 0,
    )
    routes = [path for _, path in game.best_routes(company).best.routes]
    (OUT.parent / "board.svg").write_text(board_svg(game, routes=routes), encoding="utf-8")
    OUT.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        process, address = serve(folder)
        try:
            browser = playwright.chromium.launch(
                executable_path="/usr/bin/chromium", args=["--no-sandbox"]
            )
            page = browser.new_context(viewport=WIDE).new_page()
            shoot(browser, page, "start", f"{address}/")
            track = moment(game, "track", 250)
            lay = next(c.action for c in track.legal_actions() if hasattr(c.action, "rotation"))
            here = table(page, address, track, folder)
            shoot(browser, page, "table", here)
            shoot(browser, page, "tile", here, f'[data-hex="{lay.hex}"]')  # type: ignore[attr-defined]
            shoot(
                browser,
                page,
                "routes",
                table(page, address, moment(game, "run_trains", 300), folder),
            )
            stock = table(page, address, moment(game, "stock_round", 200), folder)
            shoot(browser, page, "market", stock, "role=tab[name=Market]")
            shoot(browser, page, "result", table(page, address, game, folder) + "result/")
            browser.close()
        finally:
            process.kill()  # open event streams would hold up a polite end
            process.wait()


if __name__ == "__main__":
    main()
