"""The recorded games and golden traces, where they are."""

from __future__ import annotations

from pathlib import Path

from dieciocho.games import GAMES

from .support import conformance

FOLDERS = [folder for game in (*GAMES, "found") if (folder := conformance(game)) is not None]


def name_of(path: Path) -> str:
    return path.name.split(".")[0]


FILES = [path for folder in FOLDERS for path in sorted(folder.glob("*.json.gz"))]
TRACES = [path for path in FILES if path.name.endswith(".trace.json.gz")]
RECORDED = [path for path in FILES if path not in TRACES]
