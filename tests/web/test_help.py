"""The documentation under /help/: served as it was built, under the policy of all pages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from ..docs_site import built
from .browsers import Person, chromium, needs_chromium

axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="needs axe")

__all__ = ["chromium"]  # fixtures

# Of every kind of page one: prose, pictures, wide tables, code, the reference, the search.
PAGES = ("", "play/first-game/", "play/1862/", "play/faq/", "program/reference/", "api/", "es/")
LOOKS = [("light", 1400), ("dark", 390)]


@pytest.fixture
def site(settings: Any, tmp_path: Path) -> Path:
    """A site of three files, beside one that is none of them."""
    settings.HELP = tmp_path / "help"
    (settings.HELP / "es" / "play").mkdir(parents=True)
    (tmp_path / "secret.txt").write_text("not for you")
    (settings.HELP / "index.html").write_text("<h1>Start</h1>")
    (settings.HELP / "es" / "play" / "index.html").write_text("<h1>Jugar</h1>")
    (settings.HELP / "site.css").write_text("h1 { color: green }")
    return tmp_path


def body(answer: Any) -> str:
    return b"".join(answer.streaming_content).decode()


def test_pages_and_files_are_served(client: Client, site: Path) -> None:
    assert body(client.get("/help/")) == "<h1>Start</h1>"
    spanish = client.get("/help/es/play/", headers={"Accept-Language": "en"})
    assert body(spanish) == "<h1>Jugar</h1>"
    assert spanish["Content-Language"] == "es"
    assert "unsafe" not in spanish["Content-Security-Policy"]
    sheet = client.get("/help/site.css")
    assert sheet["Content-Type"] == "text/css"
    assert client.get("/help/site.css", headers={"If-Modified-Since": sheet["Last-Modified"]})
    assert client.get("/help/es/play").headers["Location"] == "/help/es/play/"
    assert client.post("/help/").status_code == 405


@pytest.mark.parametrize(
    "path", ["es/", "nothing/", "nothing.css", "../secret.txt", "%2e%2e/secret.txt", "a%00b"]
)
def test_nothing_else_is_served(client: Client, site: Path, path: str) -> None:
    answer = client.get(f"/help/{path}")
    assert answer.status_code == 404
    assert b"not for you" not in answer.content


@pytest.mark.parametrize(("language", "words"), [("en", "has not been built"), ("es", "generado")])
def test_without_a_site_it_is_said_how_to_get_it(
    client: Client, settings: Any, tmp_path: Path, language: str, words: str
) -> None:
    settings.HELP = tmp_path
    answer = client.get("/help/", headers={"Accept-Language": language})
    assert answer.status_code == 404
    assert words in answer.content.decode()
    assert "make docs" in answer.content.decode()
    assert "/t/intro/1862/" in answer.content.decode()


@pytest.mark.parametrize(("language", "start"), [("en", "/help/"), ("es", "/help/es/")])
@pytest.mark.django_db
def test_pages_lead_to_the_help_in_the_reader_s_language(
    client: Client, language: str, start: str
) -> None:
    page = client.get("/", headers={"Accept-Language": language}).content.decode()
    assert f'href="{start}"' in page


@needs_chromium
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("scheme", "width"), LOOKS)
def test_a_reader_finds_what_she_looks_for(
    chromium: Any, live_server: Any, settings: Any, scheme: str, width: int
) -> None:
    settings.HELP = built()
    reader = Person(
        chromium, f"{live_server.url}/help/", width=width, events=False, color_scheme=scheme
    )
    asked = list[str]()
    reader.page.on("request", lambda request: asked.append(request.url))
    found = list[str]()
    for page in PAGES:
        reader.page.goto(page)
        reader.page.wait_for_load_state("networkidle")
        assert reader.fits_the_screen(), page
        answer = axe.Axe().run(reader.page, None, {"resultTypes": ["violations"]}).response
        assert answer["passes"], "axe has looked at nothing"
        found += [
            f"{page}: {one['help']}: {node['html'][:200]}"
            for one in answer["violations"]
            for node in one["nodes"]
        ]
    assert found == []
    reader.page.goto("")
    if width < 600:
        reader.page.locator('label[for="__search"]').first.click()
    reader.page.locator(".md-search__input").fill("rust")
    reader.page.locator(".md-search-result__item a").first.wait_for()
    reader.page.goto("play/faq/")
    reader.page.evaluate("document.querySelector('a[hreflang=es]').click()")
    reader.page.wait_for_url("**/help/es/play/faq/")
    assert [url for url in asked if not url.startswith((live_server.url, "data:"))] == []
    reader.close()  # no complaint of the browser: nothing broke the policy
