"""The documentation is built strictly, its links lead somewhere, nothing public is left out."""

from __future__ import annotations

import gettext
import importlib
import inspect
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag, urlparse

import pytest

import dieciocho
from dieciocho.games import rules_of

from .docs_site import Prose, built

ROOT = Path(__file__).parents[1]
PUBLIC = ("dieciocho", "dieciocho.bots", "dieciocho.client", "dieciocho.rl", "dieciocho.sim")
CONSTANTS = {"BOTS", "CHARACTERS", "OTHERS"}  # told by a sentence of the page


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
        elif tag == "script":
            assert named.get("type") == "application/json", "a script stands within the page"
        assert "style" not in named
        assert not [key for key in named if key.startswith("on")]


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


def _the_navigation_has_every_page(site: Path) -> None:
    for start in (site, site / "es"):
        links = {(start / link).resolve() for link in Page(start / "index.html").links}
        pages = {path.parent for path in start.rglob("index.html")}
        own = (
            pages
            if start.name == "es"
            else {p for p in pages if site / "es" not in (p, *p.parents)}
        )
        assert {str(page.relative_to(site)) for page in own - links} == set()


def _both_languages_have_the_pages_that_players_read(site: Path) -> None:
    english = {path.relative_to(site) for path in (site / "play").rglob("index.html")}
    spanish = {path.relative_to(site / "es") for path in (site / "es" / "play").rglob("index.html")}
    assert english == spanish
    assert '<html lang="es"' in (site / "es" / "index.html").read_text(encoding="utf-8")
    for page in english:  # each leads to the same page in the other language
        assert f"../../es/{page.parent}/" in Page(site / page).links, page
        assert f"../../../{page.parent}/" in Page(site / "es" / page).links, page
    # What is told in one is told in the other, under the same address.
    for name in ("faq.md", "first-game.md"):
        one, other = (_anchors(ROOT / "docs" / place / name) for place in ("play", "es/play"))
        assert one == other


def _anchors(page: Path) -> list[str]:
    heads = re.findall(r"^## (.*)", page.read_text(encoding="utf-8"), re.MULTILINE)
    return [
        own[1] if (own := re.search(r"{ #([\w-]+) }", head)) else head.lower().replace(" ", "-")
        for head in heads
    ]


def _questions_are_answered_within_two_clicks(site: Path) -> None:
    for folder, named in ((site, ROOT / "docs"), (site / "es", ROOT / "docs" / "es")):
        assert "questions/" in Page(folder / "index.html").links  # the first click
        rows = (named / "questions.md").read_text(encoding="utf-8").splitlines()
        answers = [m for row in rows if (m := re.search(r"\]\((.+)\.md(?:#(.+))?\) \|$", row))]
        assert len(answers) >= 30
        assert len(answers) == sum(row.startswith("| ") for row in rows) - 1
        for page, anchor in (match.groups() for match in answers):
            there = folder / page.removesuffix("index") / "index.html"
            assert not anchor or anchor in Page(there).ids, f"{there}#{anchor}"


def _a_chapter_says_what_the_game_says(site: Path) -> None:
    for game in dieciocho.GAMES:
        if not (site / "play" / game).is_dir():
            continue  # a game of another package
        rulings = [name for name, rule in rules_of(game).rule_texts.items() if rule.ruling]
        for folder in (site, site / "es"):
            page = (folder / "play" / game / "index.html").read_text(encoding="utf-8")
            assert [name for name in rulings if f"<code>{name}</code>" not in page] == []


def _public(module: str) -> dict[str, object]:
    """Return what a module offers: what it lists, or the classes that it defines."""
    found = importlib.import_module(module)
    defined = [name for name, value in vars(found).items() if _of(value, module)]
    listed = getattr(found, "__all__", defined)
    return {name: getattr(found, name) for name in listed if name not in CONSTANTS}


def _of(value: object, module: str) -> bool:
    return inspect.isclass(value) and value.__module__ == module and value.__name__[0] != "_"


def _the_reference_has_every_public_name(site: Path) -> None:
    path = site / "program" / "reference" / "index.html"
    ids = Page(path).ids
    missing = [f"{m}.{name}" for m in PUBLIC for name in _public(m) if f"{m}.{name}" not in ids]
    assert missing == []
    assert [name for name in CONSTANTS if name not in path.read_text(encoding="utf-8")] == []


def _bare(name: str, value: object) -> list[str]:
    """Return what has no docstring: a name, or what a class itself offers."""
    if not inspect.isclass(value):
        return [] if not callable(value) or inspect.getdoc(value) else [name]
    own = {
        key: member.fget if isinstance(member, property) else getattr(member, "__func__", member)
        for key, member in vars(value).items()
        if not key.startswith("_") and (inspect.isroutine(member) or isinstance(member, property))
    }
    bare = [f"{name}.{key}" for key, member in own.items() if not member.__doc__]
    return bare if value.__doc__ else [name, *bare]


@pytest.mark.parametrize("module", PUBLIC)
def test_every_public_name_has_a_docstring(module: str) -> None:
    known = _public(module)
    assert len(known) >= 3
    assert [bare for name, value in known.items() for bare in _bare(name, value)] == []


def _prose(site: Path, *, spanish: bool) -> str:
    pages = [p for p in site.rglob("index.html") if (site / "es" in p.parents) is spanish]
    return " ".join(text for page in pages for text in Prose(page).said)


@pytest.mark.parametrize("language", ["en", "es"])
def test_what_pages_call_by_name_is_called_so_in_the_program(language: str) -> None:
    """Buttons and menus are in italics, or begin a line of a list in bold."""
    program = ROOT / "src" / "dieciocho"
    catalogue = program / "web" / "locale" / "es" / "LC_MESSAGES" / "django.mo"
    with catalogue.open("rb") as file:
        messages = dict(gettext.GNUTranslations(file)._catalog)  # type: ignore[attr-defined]
    known = {str(said if language == "es" else key) for key, said in messages.items()}
    for texts in [*program.rglob("texts.toml"), ROOT / "docs" / "chapters.toml"]:
        known.update(re.findall(rf'\b{language} = "([^"]*)"', texts.read_text(encoding="utf-8")))
    told = " ".join(known).replace("%(game)s", "1888-N")
    folder = ROOT / "docs" / ("play" if language == "en" else "es/play")
    named = set[str]()
    for page in ("faq.md", "first-game.md"):
        text = " ".join((folder / page).read_text(encoding="utf-8").split())
        named.update(re.findall(r"(?<!\*)\*([^*]+)\*(?!\*)", text))
        named.update(re.findall(r"- \*\*([^*]+)\*\*", text))
    assert len(named) > 25
    assert sorted(name for name in named - {"↶"} if name not in told) == []


def test_spanish_words_are_known() -> None:
    """Every word of the Spanish pages stands in docs/words-es.txt: a new one is looked up first."""
    known = set((ROOT / "docs" / "words-es.txt").read_text(encoding="utf-8").split())
    said = re.findall(r"(?<![\w-])[a-záéíóúüñ]{2,}(?![\w-])", _prose(built(), spanish=True))
    assert len(said) > 5000
    assert sorted(set(said) - known) == []


def test_english_words_are_spelt(tmp_path: Path) -> None:
    pytest.importorskip("codespell_lib", reason="needs codespell")
    text = tmp_path / "pages.txt"
    text.write_text(_prose(built(), spanish=False), encoding="utf-8")
    pages = [str(ROOT / name) for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")]
    names = "--ignore-words-list=buda,corse,inicial"  # cities, and a Spanish word
    command = [sys.executable, "-m", "codespell_lib", names, str(text), *pages]
    found = subprocess.run(command, capture_output=True, text=True)
    assert found.returncode == 0, found.stdout


def test_the_site_is_whole() -> None:
    site = built()
    _every_link_leads_somewhere_and_nothing_is_loaded_from_elsewhere(site)
    _the_navigation_has_every_page(site)
    _both_languages_have_the_pages_that_players_read(site)
    _questions_are_answered_within_two_clicks(site)
    _a_chapter_says_what_the_game_says(site)
    _the_reference_has_every_public_name(site)
