"""Print the benchmark's figures; the recorded games are used where they are at hand."""

from __future__ import annotations

import os
from pathlib import Path

from bench import routes
from dieciocho.bench import main
from dieciocho.games import GAMES

if __name__ == "__main__":
    root = os.environ.get("DIECIOCHO_CONFORMANCE")
    folder = Path(root) if root else Path(__file__).parents[2] / "shared" / "conformance"
    for game in GAMES:
        if game == GAMES[0] or (folder / game).is_dir():
            print(f"\n{game}")
            main(folder / game)
    routes.main()
