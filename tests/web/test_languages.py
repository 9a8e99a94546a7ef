"""Spanish and English: every text has its translation, and pages speak the reader's language."""

from __future__ import annotations

import ast
import gettext
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

import dieciocho.web

WEB = Path(dieciocho.web.__file__).parent
MESSAGES = WEB / "locale" / "es" / "LC_MESSAGES"
Texts = dict[str, list[str]]


def read_po(path: Path) -> Texts:
    """Return every msgid (with its context, as gettext keeps it) and its translations."""
    texts: Texts = {}
    for block in path.read_text(encoding="utf-8").split("\n\n"):
        fields: dict[str, str] = {}
        name = ""
        for line in block.splitlines():
            if found := re.match(r'(msg\w+(?:\[\d\])?) (".*")$', line):
                name, value = found[1], found[2]
            elif line.startswith('"'):
                value = line
            else:
                continue
            fields[name] = fields.get(name, "") + ast.literal_eval(value)
        if fields.get("msgid"):
            context = fields["msgctxt"] + "\x04" if "msgctxt" in fields else ""
            texts[context + fields["msgid"]] = [
                value for key, value in fields.items() if key.startswith("msgstr")
            ]
    return texts


def test_the_compiled_texts_are_those_of_the_source() -> None:
    with (MESSAGES / "django.mo").open("rb") as file:
        compiled: dict[Any, str] = gettext.GNUTranslations(file)._catalog  # type: ignore[attr-defined]
    found: dict[str, list[str]] = {}
    for key, value in compiled.items():
        name, number = key if isinstance(key, tuple) else (key, 0)
        if name:
            found.setdefault(name, []).insert(number, value)
    assert found == read_po(MESSAGES / "django.po")


def test_no_text_lacks_spanish() -> None:
    missing = [key for key, value in read_po(MESSAGES / "django.po").items() if not all(value)]
    assert not missing
    assert "fuzzy" not in (MESSAGES / "django.po").read_text(encoding="utf-8")


def test_translations_keep_their_blanks() -> None:
    def blanks(text: str) -> set[str]:
        return set(re.findall(r"%\(\w+\)[sd]", text))

    for key, values in read_po(MESSAGES / "django.po").items():
        assert blanks(values[-1]) >= blanks(key), key
        assert len({value.endswith("\n") for value in [key, *values]}) == 1, key


@pytest.mark.skipif(shutil.which("xgettext") is None, reason="needs xgettext (package gettext)")
def test_every_text_in_the_code_is_in_the_file(tmp_path: Path) -> None:
    copy = tmp_path / "web"
    shutil.copytree(WEB, copy, ignore=shutil.ignore_patterns("__pycache__", "static", "help"))
    before = read_po(MESSAGES / "django.po")
    subprocess.run(
        [sys.executable, "-m", "django", "makemessages", "-l", "es", "--no-obsolete", "-v0"],
        cwd=copy,
        env={**os.environ, "PYTHONPATH": str(WEB.parents[1])},
        check=True,
    )
    after = read_po(copy / "locale" / "es" / "LC_MESSAGES" / "django.po")
    assert set(after) == set(before), "run django-admin makemessages and compilemessages"


def test_every_string_for_people_in_templates_is_marked() -> None:
    words = re.compile(r">\s*([A-Za-z][a-z]+(?: [a-z]+)+)[.:]?\s*<")
    for path in (WEB / "templates").rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        text = re.sub(r"\{% blocktranslate.*?endblocktranslate %\}", "", text, flags=re.S)
        text = re.sub(r"\{#.*?#\}|\{%.*?%\}", "\0", text)
        assert not words.findall(text), path


# --- pages -----------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("address", "spanish", "english"),
    [
        ("/", "Jugar a 1888-N ya", "Play 1888-N now"),
        ("/new/", "Preparar una mesa", "Set up a table"),
        ("/import/", "Importar una partida", "Import a game"),
        ("/finished/", "Partidas terminadas", "Finished games"),
        ("/accounts/login/", "Contraseña", "Password"),
        ("/accounts/signup/", "Crear una cuenta", "Make an account"),
        ("/accounts/reset/", "Enviar el correo", "Send the mail"),
        ("/nothing/", "Aquí no hay nada", "There is nothing here"),
    ],
)
def test_the_browser_chooses_the_language(address: str, spanish: str, english: str) -> None:
    for language, expected, other in (("es-MX,es", spanish, english), ("en", english, spanish)):
        answer = Client(headers={"accept-language": language}).get(address)
        page = answer.content.decode()
        assert expected in page
        assert other not in page
        assert f'<html lang="{language[:2]}"' in page
        assert answer["Content-Language"] == language[:2]


@pytest.mark.django_db
def test_the_language_can_be_switched(client: Client) -> None:
    assert "Play 1888-N now" in client.get("/").content.decode()
    answer = client.post("/i18n/setlang/", {"language": "es", "next": "/new/"})
    assert answer["Location"] == "/new/"
    assert "Jugar a 1888-N ya" in client.get("/").content.decode()
    client.post("/i18n/setlang/", {"language": "xx", "next": "https://evil.example/"})
    assert "Jugar a 1888-N ya" in client.get("/").content.decode()


@pytest.mark.django_db
def test_refusals_and_errors_are_in_spanish() -> None:
    client = Client(headers={"accept-language": "es"}, enforce_csrf_checks=True)
    assert "La página ha caducado" in client.post("/quick/").content.decode()
    friend = Client(headers={"accept-language": "es"})
    friend.post("/quick/")
    answer = friend.post("/new/", {"game": "1888n", "players": "9"}).content.decode()
    assert "errorlist" in answer
    assert "Select a valid" not in answer
