"""The notebooks of docs/notebooks: their code is run cell by cell, as Jupyter would.

`python -m tests.notebooks` runs them and writes down what they print.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[1] / "docs" / "notebooks"


def read(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def run(notebook: dict[str, Any]) -> list[str]:
    """Return what every code cell prints; they share their names."""
    names: dict[str, Any] = {"__name__": "notebook"}
    printed = []
    before = Path.cwd()
    os.chdir(FOLDER)
    try:
        for cell in code(notebook):
            out = io.StringIO()
            with contextlib.redirect_stdout(out):
                exec("".join(cell["source"]), names)
            printed.append(out.getvalue())
    finally:
        os.chdir(before)
    return printed


def code(notebook: dict[str, Any]) -> list[dict[str, Any]]:
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def shown(notebook: dict[str, Any]) -> list[str]:
    """Return what every code cell has printed when the notebook was written."""
    return [
        "".join(text for output in cell["outputs"] for text in output["text"])
        for cell in code(notebook)
    ]


def _written(text: str) -> list[dict[str, Any]]:
    if not text:
        return []
    return [{"name": "stdout", "output_type": "stream", "text": text.splitlines(keepends=True)}]


if __name__ == "__main__":
    for path in sorted(FOLDER.glob("*.ipynb")):
        notebook = read(path)
        for number, (cell, text) in enumerate(zip(code(notebook), run(notebook), strict=True), 1):
            cell |= {"execution_count": number, "outputs": _written(text)}
        path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
