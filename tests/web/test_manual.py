"""What can be read of a game: introductions, words, rules by chapters, to be searched."""

from __future__ import annotations

import re
from html import unescape

import pytest

from dieciocho.engine.text import LANGUAGES
from dieciocho.games import GAMES, rules_of
from dieciocho.page.learning import glossary, introduction

from .test_table_page import browser, text_of

pytestmark = pytest.mark.django_db

SHOWN = re.compile(r'<dt id="([^"]+)"')


@pytest.mark.parametrize("game", GAMES)
def test_an_introduction_says_everything_in_both_languages(game: str) -> None:
    told, rules = introduction(game), rules_of(game)
    assert told is not None
    said = [told.story, *told.first, *told.chapters.values()]
    said += [text for word in (*told.words, *glossary()) for text in (word.word, word.means)]
    assert [each for each in said if {*each} != {*LANGUAGES} or not all(each.values())] == []
    for language in LANGUAGES:
        page = unescape(text_of(browser(language=language), f"/t/intro/{game}/"))
        assert told.story[language] in page
        assert all(rules.rule_texts[rule].said(language) in page for rule in told.differs)
        assert all(word.means[language] in page for word in (*told.words, *glossary()))


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_has_a_chapter_and_every_chapter_rules(game: str) -> None:
    told = introduction(game)
    assert told is not None
    chapters = [told.chapter(rule) for rule in rules_of(game).rule_texts]
    assert {*chapters} == {*told.chapters}
    page = browser().get(f"/t/rules/{game}/").content.decode()
    assert SHOWN.findall(page) == list(rules_of(game).rule_texts)
    assert page.count('id="chapter-') >= len(told.chapters)


def test_rules_are_searched_by_words_and_numbers() -> None:
    client, rules = browser(language="es"), rules_of("18esp")
    for wanted in ("ténder compañía", "18ESP-5.2", "TÉNDER"):
        page = client.get("/t/rules/18esp/", {"q": wanted}).content.decode()
        found = SHOWN.findall(page)
        assert 0 < len(found) < len(rules.rule_texts)
        for rule in found:
            told = f"{rule} {rules.rule_text(rule, 'es')} {rules.rule_texts[rule].note('es')}"
            assert all(word in told.casefold() for word in wanted.casefold().split())
    page = client.get("/t/rules/18esp/", {"q": "<b>nada"}).content.decode()
    assert not SHOWN.findall(page)
    assert "Ninguna regla dice esto." in page
    assert "<b>nada" not in page


def test_rulings_are_marked_with_their_reason() -> None:
    rules = rules_of("1888n")
    ruling = next(name for name, text in rules.rule_texts.items() if text.ruling and text.note_en)
    page = browser().get("/t/rules/1888n/").content.decode()
    assert f'<dt id="{ruling}" class="ruling">' in page
    assert rules.rule_texts[ruling].note_en in unescape(page)
    plain = next(name for name, text in rules.rule_texts.items() if not text.ruling)
    assert f'<dt id="{plain}"><a' in page
    assert browser().get("/t/intro/1830/").status_code == 404
