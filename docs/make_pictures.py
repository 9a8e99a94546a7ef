"""Makes the pictures of the README and the documentation: `make pictures` (needs Chromium).

Plays games between bots, imports them into a server of its own at several moments, and takes
screenshots: 1888-N at every kind of decision, in both languages, and a stock round and an operating
round of every game, light and dark, wide and narrow. With names of games only those are taken anew.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Literal
from urllib.error import URLError
from urllib.request import urlopen

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

import dieciocho
from dieciocho.bots import make_bot
from dieciocho.engine.game import Game
from dieciocho.engine.render import board_svg
from dieciocho.games import GAMES

OUT = Path(__file__).parent / "pictures"
FOLDERS = {"en": OUT, "es": OUT / "es"}
# A table is drawn when its map is; other pages are as they came.
DRAWN, TABLE = "main", "#board svg[data-ready]"
PATIENCE = 300_000  # milliseconds: the machine may be busy
ON_A_PHONE = ("table", "routes")
Colours = Literal["light", "dark"]
WIDE, NARROW = ViewportSize(width=1440, height=900), ViewportSize(width=390, height=844)
SIZES = {"": WIDE, "-phone": NARROW}


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


def rounds(name: str) -> dict[str, Game]:
    """Return a game as it is in a stock round and in an operating round, the latest of each."""
    game = dieciocho.new_game(name, ["Ana", "Luis", "Eva", "Ivo"], seed=11)
    bot = make_bot("quick", 3)
    found: dict[str, Game] = {}
    while game.actor is not None and (len(game.history) < 220 or len(found) < 2):
        most = len(found["stock"].legal_actions()) // 2 if "stock" in found else 0
        if game.state.round.kind == "stock" and len(game.legal_actions()) >= most:
            found["stock"] = game.copy()
        elif game.step.id == "track":
            found["operating"] = game.copy()
        game.play(bot.choose(game))
    return found


def shoot_rounds(browser: Browser, page: Page, name: str, address: str, folder: str) -> None:
    """Take a stock round and an operating round in both colours and sizes, as small files.

    The chapters of the titles show an operating round, in Spanish too.
    """
    looks: list[tuple[str, Colours, str]] = [
        ("en", scheme, suffix) for scheme in ("light", "dark") for suffix in SIZES
    ]
    for kind, game in rounds(name).items():
        url = table(page, address, game, folder)
        for language, scheme, suffix in looks + [("es", "light", "")] * (kind == "operating"):
            context = browser.new_context(
                viewport=SIZES[suffix],
                locale=language,
                color_scheme=scheme,
                storage_state=page.context.storage_state(),
            )
            context.set_default_timeout(PATIENCE)
            shown = context.new_page()
            shown.goto(url)
            shown.locator(TABLE).wait_for()
            path = FOLDERS[language] / f"{name}-{kind}-{scheme}{suffix}.jpg"
            shown.screenshot(path=path, type="jpeg", quality=45)
            context.close()


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
    path = Path(folder) / f"{game.header.game}-{len(game.history)}.json"
    game.to_json(path)
    page.goto(f"{address}/import/")
    page.set_input_files("input[type=file]", str(path))
    page.locator("main form button[type=submit], main form button").first.click()
    page.wait_for_url("**/t/**")
    return page.url


def shoot(
    browser: Browser, page: Page, name: str, url: str, *, drawn: str = TABLE, choose: str = ""
) -> None:
    """Take a picture in both languages, of some also on a phone, perhaps with a hex chosen."""
    for language, folder in FOLDERS.items():
        for suffix, size in SIZES.items():
            if suffix and name not in ON_A_PHONE:
                continue
            context = browser.new_context(
                viewport=size, locale=language, storage_state=page.context.storage_state()
            )
            context.set_default_timeout(PATIENCE)
            shown = context.new_page()
            shown.goto(url, wait_until="networkidle" if drawn == DRAWN else "load")
            shown.locator(drawn).first.wait_for()
            if choose:
                shown.locator(f'#board [data-hex="{choose}"] > polygon').first.click()
                shown.locator(f'[data-hex-card="{choose}"]').wait_for()
                shown.locator(".htmx-request").first.wait_for(state="detached")
            shown.screenshot(path=folder / f"{name}{suffix}.jpg", type="jpeg", quality=80)
            context.close()


def of_1888n(browser: Browser, page: Page, address: str, folder: str) -> None:
    """Take every kind of decision in one game."""
    game = played()
    company = max(
        game.definition.companies,
        key=lambda c: game.best_routes(c).best.total if game.state.trains[c] else 0,
    )
    routes = [path for _, path in game.best_routes(company).best.routes]
    (OUT.parent / "board.svg").write_text(board_svg(game, routes=routes), encoding="utf-8")
    fresh = browser.new_context().new_page()  # before anything is played there
    shoot(browser, fresh, "start", f"{address}/", drawn=DRAWN)
    track = moment(game, "track", 250)
    lay = next(c.action for c in track.legal_actions() if hasattr(c.action, "rotation"))
    here = table(page, address, track, folder)
    shoot(browser, page, "table", here)
    shoot(browser, page, "tile", here, choose=lay.hex)  # type: ignore[attr-defined]
    run = table(page, address, moment(game, "run_trains", 300), folder)
    shoot(browser, page, "routes", run)
    shoot(browser, page, "market", table(page, address, moment(game, "stock_round", 200), folder))
    result = table(page, address, game, folder) + "result/"
    shoot(browser, page, "result", result, drawn=DRAWN)


def main() -> None:
    chosen = sys.argv[1:]
    for place in FOLDERS.values():
        place.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        process, address = serve(folder)
        try:
            browser = playwright.chromium.launch(
                executable_path="/usr/bin/chromium", args=["--no-sandbox"]
            )
            page = browser.new_context(viewport=WIDE).new_page()
            page.set_default_timeout(PATIENCE)
            if not chosen:
                of_1888n(browser, page, address, folder)
            for name in chosen or GAMES:
                shoot_rounds(browser, page, name, address, folder)
            browser.close()
        finally:
            process.kill()  # open event streams would hold up a polite end
            process.wait()


if __name__ == "__main__":
    main()
