"""The documentation is built strictly, its links lead somewhere, its code runs."""

from __future__ import annotations

import doctest
import importlib.util
import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag, urlparse

import pytest

import dieciocho
from dieciocho.games import rules_of

ROOT = Path(__file__).parents[1]
PAGES = ("program/tutorial.md", "program/cookbook.md")


class Page(HTMLParser):
    """What a page names (`ids`), leads to (`links`), and loads when it is read (`loads`)."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.ids, self.links, self.loads = set[str](), list[str](), list[str]()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = {key: value or "" for key, value in attrs}
        self.ids.update(named[key] for key in ("id", "name") if key in named)
        if tag == "a" and "href" in named:
            self.links.append(named["href"])
        if tag == "link" and "href" in named:
            self.loads.append(named["href"])
        if tag in ("img", "script", "iframe", "source") and "src" in named:
            self.loads.append(named["src"])


def _built(site: Path) -> Path:
    """Build the site; MkDocs is strict, so a warning is a failure."""
    spec = importlib.util.spec_from_file_location("make_site", ROOT / "docs" / "make_site.py")
    assert spec is not None
    assert spec.loader is not None
    maker = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(maker)
    maker.make(site)
    return site


def _pages(site: Path) -> dict[Path, Page]:
    return {path: Page(path) for path in site.rglob("*.html") if path.name != "404.html"}


def _leads_to(path: Path, link: str, read: dict[Path, Page]) -> bool:
    target, anchor = urldefrag(link)
    there = (path.parent / unquote(target)).resolve() if target else path
    if there.is_dir():
        there = there / "index.html"
    return there.is_file() and (
        not anchor or there not in read or unquote(anchor) in read[there].ids
    )


def _every_link_leads_somewhere_and_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    read = _pages(site)
    assert len(read) > 40
    wrong = [
        f"{path.relative_to(site)}: {link}"
        for path, page in read.items()
        for link in page.links + page.loads
        if not urlparse(link).scheme and not _leads_to(path, link, read)
    ]
    assert wrong == []
    assert [url for page in read.values() for url in page.loads if urlparse(url).netloc] == []
    sheets = "".join(path.read_text(encoding="utf-8") for path in site.rglob("*.css"))
    assert re.findall(r"(?:url\(|@import )[\"']?https?:[^)]*", sheets) == []


def _both_languages_have_the_pages_that_players_read(site: Path) -> None:
    english = {path.relative_to(site) for path in (site / "play").rglob("index.html")}
    spanish = {path.relative_to(site / "es") for path in (site / "es" / "play").rglob("index.html")}
    assert english == spanish
    assert '<html lang="es"' in (site / "es" / "index.html").read_text(encoding="utf-8")


def _thirty_questions_are_answered(site: Path) -> None:
    rows = (ROOT / "docs" / "questions.md").read_text(encoding="utf-8").splitlines()
    answers = [match for row in rows if (match := re.search(r"\]\((.+)\.md#(.+)\) \|$", row))]
    assert len(answers) == 30
    for page, anchor in (match.groups() for match in answers):
        place = page.removesuffix("index")
        assert anchor in Page(site / place / "index.html").ids, f"{page}#{anchor}"


@pytest.mark.parametrize("page", PAGES)
def test_code_runs_as_shown(page: str) -> None:
    failed, tried = doctest.testfile(str(ROOT / "docs" / page), module_relative=False)
    assert tried > 10
    assert failed == 0


def _a_chapter_says_what_the_game_says(site: Path) -> None:
    for game in dieciocho.GAMES:
        if not (site / "play" / game).is_dir():
            continue  # a game of another package
        rulings = [name for name, rule in rules_of(game).rule_texts.items() if rule.ruling]
        for folder in (site, site / "es"):
            page = (folder / "play" / game / "index.html").read_text(encoding="utf-8")
            assert [name for name in rulings if f"<code>{name}</code>" not in page] == []


def _the_reference_has_every_public_name(site: Path) -> None:
    ids = Page(site / "program" / "reference" / "index.html").ids
    named = {name.rpartition(".")[2] for name in ids if name.startswith("dieciocho.")}
    assert set(dieciocho.__all__) - named == set()


def test_the_site_is_whole(tmp_path: Path) -> None:
    site = _built(tmp_path / "site")  # once: it costs some seconds
    _every_link_leads_somewhere_and_nothing_is_loaded_from_elsewhere(site)
    _both_languages_have_the_pages_that_players_read(site)
    _thirty_questions_are_answered(site)
    _a_chapter_says_what_the_game_says(site)
    _the_reference_has_every_public_name(site)
