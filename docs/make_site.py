"""Makes the site of the documentation in build/site: `make docs`.

Pages stand where they are written, in docs/ and beside what they tell about; this gathers them for
each language into one folder, writes a chapter for every title from the game's own files
(chapters.py), mends the links between them, and lets MkDocs build, strictly.
"""

from __future__ import annotations

import logging
import os
import re
import shutil
import sys
from pathlib import Path
from urllib.parse import quote

from mkdocs.commands.build import build
from mkdocs.config import load_config

HERE = Path(__file__).parent
ROOT = HERE.parent
sys.path.insert(0, str(HERE))

import chapters  # noqa: E402

CONFIGS = {"en": HERE / "mkdocs.yml", "es": HERE / "es.yml"}
# Pages that stand outside docs/, and where they are in the site.
ELSEWHERE = {
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "examples/dieciocho-mallorca/README.md": "play/18mallorca.md",
}
LINK = re.compile(r"(?<=\]\()([^)\s#:]+)((?:#[^)\s]*)?)(?=\))")


def places(language: str) -> dict[str, str]:
    """Return the pages of a language: path in the project -> path in the site."""
    spanish = HERE / "es"
    if language == "es":
        own = sorted(spanish.rglob("*.md"))
        return {f"docs/es/{p.relative_to(spanish)}": str(p.relative_to(spanish)) for p in own}
    own = sorted(p for p in HERE.rglob("*.md") if spanish not in p.parents)
    found = {f"docs/{p.relative_to(HERE)}": str(p.relative_to(HERE)) for p in own}
    return {**found, **ELSEWHERE, "README.md": "index.md"}


def gather(language: str, folder: Path) -> None:
    """Put the pages of a language into a folder, with what they show."""
    shutil.rmtree(folder, ignore_errors=True)
    known = places(language)
    _write(folder / "site.css", (HERE / "site.css").read_text(encoding="utf-8"))
    for source, place in known.items():
        if source == "README.md":
            continue  # the start page of the project is another one than that of the site
        text = (ROOT / source).read_text(encoding="utf-8")
        _write(folder / place, _relinked(text, source, place, known, folder))
    for name, text in chapters.pages(language):
        place = f"play/{name}.md"
        _write(folder / place, _relinked(text, f"docs/{place}", place, known, folder))


def _relinked(text: str, source: str, place: str, known: dict[str, str], folder: Path) -> str:
    """Let the links of a page lead to where things are in the site; pictures come along."""

    def there(match: re.Match[str]) -> str:
        target, anchor = match.groups()
        path = os.path.normpath(os.path.join(os.path.dirname(source), target))
        if path in known:
            return _from(place, known[path]) + anchor
        if path.startswith("docs/pictures/") or path == "docs/board.svg":
            name = "pictures/" + os.path.basename(path)
            (folder / "pictures").mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / path, folder / name)
            return _from(place, name)
        english = places("en").get(path)
        if english is None:
            return match.group()
        return _address(place, english) + anchor

    return LINK.sub(there, text)


def _from(place: str, target: str) -> str:
    return quote(os.path.relpath(target, os.path.dirname(place) or "."))


def _address(place: str, english: str) -> str:
    """Return the address of an English page, seen from a Spanish one."""
    here = "es/" + place.removesuffix("index.md").removesuffix(".md")
    there = english.removesuffix("index.md").removesuffix(".md")
    return os.path.relpath(there or ".", here) + "/"


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def make(site: Path) -> None:
    """Build the site in both languages into a folder."""
    for language, config in CONFIGS.items():
        folder = site.parent / f"{site.name}-pages" / language
        gather(language, folder)
        out = site / language if language == "es" else site
        loaded = load_config(str(config), strict=True, docs_dir=str(folder), site_dir=str(out))
        build(loaded)


if __name__ == "__main__":
    logging.basicConfig(level=logging.WARNING, format="%(message)s")
    make(ROOT / "build" / "site")
