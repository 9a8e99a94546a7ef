"""Print the benchmark's figures; the recorded games are used where they are at hand."""

from __future__ import annotations

import os
from pathlib import Path

from bench import routes
from dieciocho.bench import main

if __name__ == "__main__":
    root = os.environ.get("DIECIOCHO_CONFORMANCE")
    folder = Path(root) if root else Path(__file__).parents[2] / "shared" / "conformance"
    main(folder)
    routes.main()
