"""The site of the documentation, built once by each process of the tests that wants it."""

from __future__ import annotations

import importlib.util
import tempfile
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parents[1]


def maker() -> ModuleType:
    """Return docs/make_site.py as a module."""
    path = ROOT / "docs" / "make_site.py"
    spec = importlib.util.spec_from_file_location("make_site", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Prose(HTMLParser):
    """The words of a page in its own language, without code."""

    SILENT = ("code", "pre", "script", "style")

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.said, self.hushed, self.within = list[str](), list[str](), False
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.within |= tag == "article"
        if tag in self.SILENT or (tag == "span" and "lang" in dict(attrs)):
            self.hushed.append(tag)

    def handle_endtag(self, tag: str) -> None:
        self.within &= tag != "article"
        if self.hushed and self.hushed[-1] == tag:
            self.hushed.pop()

    def handle_data(self, data: str) -> None:
        if self.within and not self.hushed:
            self.said.append(data)


@cache
def built() -> Path:
    """Build the site; MkDocs is strict, so a warning is a failure."""
    site = Path(_folder().name) / "site"
    maker().make(site)
    return site


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="dieciocho-help-")  # goes with the process
