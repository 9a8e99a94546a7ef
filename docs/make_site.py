"""Makes the site of the documentation where the web application serves it as /help/: `make docs`.

Pages stand where they are written, in docs/ and beside what they tell about; this gathers them for
each language into one folder, writes a chapter for every title from the game's own files
(chapters.py), mends the links between them, and lets MkDocs build, strictly. What is built is then
made fit for a strict content policy (no script stands within a page) and for a small package.
"""

from __future__ import annotations

import hashlib
import logging
import os
import re
import shutil
import sys
import tempfile
from pathlib import Path
from urllib.parse import quote

from mkdocs.commands.build import build
from mkdocs.config import load_config

HERE = Path(__file__).parent
ROOT = HERE.parent
sys.path.insert(0, str(HERE))

import chapters  # noqa: E402

PICTURES = HERE / "pictures"  # with a page that shows all of them to readers of the project
SITE = ROOT / "src" / "dieciocho" / "web" / "help"
CONFIGS = {"en": HERE / "mkdocs.yml", "es": HERE / "es.yml"}
# Pages that stand outside docs/, and where they are in the site.
ELSEWHERE = {
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "examples/dieciocho-mallorca/README.md": "play/18mallorca.md",
}
# What pages show or offer comes along: kind of file -> folder of the site.
ALONG = {".svg": "pictures", ".png": "pictures", ".jpg": "pictures", ".ipynb": "notebooks"}
# What the theme brings along and nobody asks for: sources of its scripts and the search in other
# languages; and pages that are true at the root of a host of their own only.
UNUSED = ("*.map", "lunr/tinyseg.js", "lunr/wordcut.js", "404.html", "sitemap.xml*", "objects.inv")
STEMMERS = {"lunr.es.min.js", "lunr.multi.min.js", "lunr.stemmer.support.min.js"}
SEARCH = {"en": "Search", "es": "Buscar"}
ALTERNATE = re.compile(r'<link rel="alternate"[^>]*>')
LANGUAGE = re.compile(r'<a href="[^"]*" hreflang="(\w+)"')
CODE = re.compile(r"<pre[^>]*>(?:<span></span>)?<code")
SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)
LINK = re.compile(r"(?<=\]\()([^)\s#:]+)((?:#[^)\s]*)?)(?=\))")


def places(language: str) -> dict[str, str]:
    """Return the pages of a language: path in the project -> path in the site."""
    spanish = HERE / "es"
    if language == "es":
        own = sorted(spanish.rglob("*.md"))
        return {f"docs/es/{p.relative_to(spanish)}": str(p.relative_to(spanish)) for p in own}
    own = sorted(p for p in HERE.rglob("*.md") if not {spanish, PICTURES} & set(p.parents))
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
    """Let the links of a page lead to where things are in the site; files come along."""

    def there(match: re.Match[str]) -> str:
        target, anchor = match.groups()
        path = os.path.normpath(os.path.join(os.path.dirname(source), target))
        if path in known:
            return _from(place, known[path]) + anchor
        if path.startswith("docs/") and (beside := ALONG.get(Path(path).suffix)):
            name = f"{beside}/{path.removeprefix('docs/').removeprefix(f'{beside}/')}"
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
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
    with tempfile.TemporaryDirectory(prefix="dieciocho-pages-") as pages:
        for language, config in CONFIGS.items():
            folder = Path(pages) / language
            gather(language, folder)
            out = site / language if language == "es" else site
            loaded = load_config(str(config), strict=True, docs_dir=str(folder), site_dir=str(out))
            build(loaded)
    _thin_out(site)
    _share_pictures(site)
    for page in site.rglob("*.html"):
        text = _without_scripts(page.read_text(encoding="utf-8"), page, site)
        text = _for_keys_and_readers(_in_both_languages(text, page, site))
        page.write_text(text, encoding="utf-8")


def _thin_out(site: Path) -> None:
    for pattern in UNUSED:
        for path in site.rglob(pattern):
            path.unlink()
    for path in site.rglob("lunr/min/*.js"):
        if path.name not in STEMMERS:
            path.unlink()


def _share_pictures(site: Path) -> None:
    """Let Spanish pages show the English pages' files where these are the same."""
    own = site / "es" / "pictures"
    same = {
        str(path.relative_to(own))
        for path in own.rglob("*.*")
        if (other := site / "pictures" / path.relative_to(own)).exists()
        and other.read_bytes() == path.read_bytes()
    }
    for name in same:
        (own / name).unlink()
    for page in (site / "es").rglob("*.html"):
        up = "../" * (len(page.relative_to(site / "es").parts) - 1)
        found = re.compile(rf'(?<=["\']){re.escape(up)}pictures/([^"\']+)')
        text = found.sub(
            lambda m, up=up: f"../{up}pictures/{m[1]}" if m[1].split("#")[0] in same else m[0],
            page.read_text(encoding="utf-8"),
        )
        page.write_text(text, encoding="utf-8")


def _without_scripts(text: str, page: Path, site: Path) -> str:
    """Put the scripts that stand in a page into files, named by what they say."""

    def put(match: re.Match[str]) -> str:
        script = match[1].encode()
        path = site / "assets" / "javascripts" / f"{hashlib.sha256(script).hexdigest()[:12]}.js"
        path.write_bytes(script)
        return f'<script src="{os.path.relpath(path, page.parent)}"></script>'

    return SCRIPT.sub(put, text)


def _in_both_languages(text: str, page: Path, site: Path) -> str:
    """Lead from a page to the same one in the other language, and name what the theme does not."""
    spanish = page.is_relative_to(site / "es")
    place = page.parent.relative_to(site / "es" if spanish else site)

    def lead(match: re.Match[str]) -> str:
        start = site / "es" if match[1] == "es" else site
        there = start / place if (start / place / "index.html").exists() else start
        return f'<a href="{os.path.relpath(there, page.parent)}/" hreflang="{match[1]}"'

    text = LANGUAGE.sub(lead, ALTERNATE.sub("", text))
    search = SEARCH["es" if spanish else "en"]
    return text.replace('role="dialog"', f'role="dialog" aria-label="{search}"', 1)


def _for_keys_and_readers(text: str) -> str:
    """Let keys scroll what is wider than the page; a head without words is none."""
    return CODE.sub(r'\g<0> tabindex="0"', text).replace("<th></th>", "<td></td>")


if __name__ == "__main__":
    logging.basicConfig(level=logging.WARNING, format="%(message)s")
    make(SITE)
    print(f"{SITE.relative_to(ROOT)}/index.html; `dieciocho play` and `serve` show it as /help/")
