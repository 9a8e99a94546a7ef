"""Print how fast games load, are replayed, list what is legal and are played by bots; beside
another commit if asked.

    python -m bench.speed [--compare COMMIT] [--games N] [GAME ...]

Every figure is processor time and comes from new processes, one for each game, in which nothing
but the definition is loaded: `cold` is the first replay of every recorded game, `warm` the best of
three more; for `legal_actions()` all that is kept of boards and routes is forgotten before each
position. Both commits replay the same files, one after the other, best of `ROUNDS`. Then bots play
`N` games of four with the same seeds (bench/play.py), once: what they decide may differ.
"""

from __future__ import annotations

import argparse
import gc
import io
import json
import os
import subprocess
import sys
import tarfile
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
PLAY = str(Path(__file__).with_name("play.py"))
ROUNDS = 2
EVERY = 5  # how many positions there are to one whose legal actions are listed
MORE, LESS = max, min  # which of several measurements is the undisturbed one
FIGURES = {
    "import_ms": ("import, ms", LESS),
    "load_ms": ("load a definition, ms", LESS),
    "cold": ("replay cold, actions/s", MORE),
    "warm": ("replay warm, actions/s", MORE),
    "legal_mean": ("legal_actions() in recorded games, mean ms", LESS),
    "legal_95": ("95 %, ms", LESS),
    "legal_max": ("max, ms", LESS),
    "played_mean": ("... in games of sensible and random, mean ms", LESS),
    "played_max": ("max, ms", LESS),
    "sensible_game": ("game of sensible, s", LESS),
    "sensible_other": ("slowest move but runs, ms", LESS),
    "sensible_run": ("slowest run of trains, ms", LESS),
    "quick_game": ("game of quick, s", LESS),
    "quick_other": ("slowest move but runs, ms", LESS),
    "quick_run": ("slowest run of trains, ms", LESS),
}
FINE = ("legal", "played", "sensible_game", "quick_game")  # figures with decimals


def measure(title: str, folder: Path) -> dict[str, float]:
    """Measure the version of the library that this process finds."""
    now = time.process_time
    texts = [path.read_bytes() for path in sorted(folder.glob("*.json"))]
    headers = [json.loads(text)["header"] for text in texts]
    start = now()
    import dieciocho

    imported = now()
    rules = dieciocho.rules_of(title)
    kind = dieciocho.Header
    rules.definition(kind(**{**headers[0], "players": tuple(headers[0]["players"])}))
    loaded = now()
    for header in headers:
        rules.definition(kind(**{**header, "players": tuple(header["players"])}))
    gc.collect()
    gc.disable()
    begun = now()
    games = [dieciocho.loads(text) for text in texts]
    cold = now() - begun
    count = sum(len(game.history) for game in games)
    warm = []
    for _ in range(3):
        begun = now()
        for text in texts:
            dieciocho.loads(text)
        warm.append(now() - begun)
        gc.collect()
    from bench.play import listing

    legal = sorted(time for game in games for time in listing(game, EVERY))
    return {
        "import_ms": 1000 * (imported - start),
        "load_ms": 1000 * (loaded - imported),
        "cold": count / cold,
        "warm": count / min(warm),
        "legal_mean": sum(legal) / len(legal),
        "legal_95": legal[len(legal) * 95 // 100],
        "legal_max": legal[-1],
    }


def write_games(title: str, folder: Path) -> None:
    """Write the recorded games of a title, or random ones where there are none."""
    from bench.run import recordings
    from dieciocho.bench import recorded

    for number, game in enumerate(recorded(title, recordings())):
        game.to_json(folder / f"{number:03}.json")


def measured(source: Path, folder: Path, *command: str) -> dict[str, float]:
    """Measure the library of a folder in a new process."""
    # Compiled files as an installation has them: the first round writes them.
    compiled = folder / "compiled"
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(map(str, (source, ROOT))),
        "PYTHONPYCACHEPREFIX": str(compiled),
        "PYTHONDONTWRITEBYTECODE": "",
    }
    told = [sys.executable, *command]
    done = subprocess.run(told, env=environment, capture_output=True, text=True, check=True)
    figures: dict[str, float] = json.loads(done.stdout)
    return figures


def compared(sources: list[Path], title: str, folder: Path, games: int) -> list[dict[str, float]]:
    """Measure libraries in turn."""
    texts = folder / title
    texts.mkdir()
    write_games(title, texts)
    replay, play = (__file__, "--measure", title, str(texts)), (PLAY, title, str(games))
    rounds = [[measured(s, folder, *replay) for s in sources] for _ in range(ROUNDS)]
    found = [best(list(of_one)) for of_one in zip(*rounds, strict=True)]
    return [{**f, **measured(s, folder, *play)} for f, s in zip(found, sources, strict=True)]


def best(rounds: list[dict[str, float]]) -> dict[str, float]:
    """Return the best of several measurements of the same."""
    return {name: FIGURES[name][1](each[name] for each in rounds) for name in rounds[0]}


def source_of(commit: str, folder: Path) -> Path:
    """Write the library as it was at a commit."""
    packed = subprocess.run(
        ["git", "archive", commit, "src"], cwd=ROOT, capture_output=True, check=True
    ).stdout
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        archive.extractall(folder, filter="data")
    return folder / "src"


def named(commit: str) -> str:
    command = ["git", "rev-parse", "--short", commit]
    return subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.strip()


def main(compare: str | None, titles: list[str], games: int) -> None:
    from rich.console import Console
    from rich.table import Table

    from dieciocho import GAMES

    with tempfile.TemporaryDirectory() as temporary:
        folder, sources = Path(temporary), [ROOT / "src"]
        if compare is not None:
            sources.insert(0, source_of(compare, folder / "before"))
        chosen = titles or list(GAMES)
        columns = {title: compared(sources, title, folder, games) for title in chosen}
    before = f"{named(compare)} → " if compare is not None else ""
    table = Table(f"{before}now", *columns)
    for name, (said, _) in FIGURES.items():
        digits = 2 if name.startswith(FINE) else 0
        cells = [" → ".join(f"{f[name]:,.{digits}f}" for f in found) for found in columns.values()]
        table.add_row(said, *cells)
    Console(width=max(120, 30 + 24 * len(columns))).print(table)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--measure"]:
        print(json.dumps(measure(sys.argv[2], Path(sys.argv[3]))))
    else:
        parser = argparse.ArgumentParser(prog="python -m bench.speed")
        parser.add_argument("--compare", metavar="COMMIT")
        parser.add_argument("--games", metavar="N", type=int, default=3)
        parser.add_argument("titles", nargs="*")
        chosen = parser.parse_args()
        main(chosen.compare, chosen.titles, chosen.games)
