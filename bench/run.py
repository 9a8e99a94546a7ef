"""Print the benchmark's figures; the recorded games are used where they are at hand."""

from __future__ import annotations

import os
from pathlib import Path

from bench import routes
from dieciocho.bench import main


def recordings() -> Path:
    """Return the folder of recorded games, with a folder for each title."""
    root = os.environ.get("DIECIOCHO_CONFORMANCE")
    return Path(root) if root else Path(__file__).parents[2] / "shared" / "conformance"


if __name__ == "__main__":
    main(recordings())
    routes.main()
