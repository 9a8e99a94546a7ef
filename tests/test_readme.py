"""What the README shows is true."""

from __future__ import annotations

import doctest
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_the_session_runs_as_shown() -> None:
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tried >= 6
    assert failed == 0


def test_every_path_named_exists() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for name in ("docs/board.svg", "docs/kernel.md", "docs/routes.md", "LICENSE", "tests"):
        assert name in text
        assert (ROOT / name).exists(), name
