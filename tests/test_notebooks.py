"""The notebooks of the documentation run, and print what they show."""

from __future__ import annotations

from pathlib import Path

import pytest

from . import notebooks

FILES = sorted(notebooks.FOLDER.glob("*.ipynb"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_notebook_prints_what_it_shows(path: Path) -> None:
    notebook = notebooks.read(path)
    assert notebooks.run(notebook) == notebooks.shown(notebook)
    assert any(notebooks.shown(notebook))


def test_there_are_some() -> None:
    assert [path.stem for path in FILES] == ["balance", "blunders"]
