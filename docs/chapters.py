"""Chapters of the titles, for make_site.py: written from the games' own files.

Everything is read where it is played; chapters.toml has the words around it.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from gettext import translation
from pathlib import Path
from typing import Any

import dieciocho
from dieciocho.engine.editions import PRINTED
from dieciocho.engine.game import Game
from dieciocho.engine.rules import Rules
from dieciocho.engine.words import place_name
from dieciocho.games import rules_of
from dieciocho.page.base import page_of
from dieciocho.page.learning import Word, glossary, introduction

HERE = Path(__file__).parent
CHAPTERS: dict[str, Any] = tomllib.loads((HERE / "chapters.toml").read_text(encoding="utf-8"))
WORDS: dict[str, dict[str, str]] = CHAPTERS.pop("words")
COMMENTED = re.compile(r"^(\w+) = [^#\n]*# (.+)$", re.MULTILINE)

Row = tuple[object, ...]


def pages(language: str) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of the chapter of every title that has one."""
    for name in CHAPTERS:
        yield name, "\n\n".join(_chapter(name, language)) + "\n"
    yield "keyboard", "\n\n".join(_keys(language)) + "\n"
    yield "istvan", "\n\n".join(_alone(language)) + "\n"
    yield "glossary", "\n\n".join(_glossary(language)) + "\n"


def _chapter(name: str, language: str) -> Iterator[str]:
    rules, told = rules_of(name), CHAPTERS[name]
    game = dieciocho.new_game(name, [str(n) for n in range(1, told["players"] + 1)], seed=1)

    def word(key: str, **blanks: object) -> str:
        return WORDS[key][language].format(**blanks)

    def section(key: str) -> str:
        return f"## {word(key)} {{ #{key} }}"

    yield f"# {rules.title}"
    yield rules.texts.template("page.summary", language)
    low, high = rules.player_counts[0], rules.player_counts[-1]
    thanks = rules.texts.template("page.thanks", language)
    yield word("facts", thanks=thanks, low=low, high=high)
    own = "" if language == "en" else f"{language}/"
    yield f"![{rules.title}](../pictures/{own}{name}-operating-light.jpg)"
    yield section("story")
    known = introduction(name)
    assert known is not None
    yield " ".join((known.story[language], *([told["see"][language]] if "see" in told else ())))
    yield section("differs")
    yield word("from_rules")
    yield _items(f"{rules.rule_texts[rule].said(language)} `{rule}`" for rule in known.differs)
    yield section("advice")
    yield _items(line[language] for line in known.first)
    if known.words:
        yield section("words")
        yield _words(known.words, language)
    yield section("components")
    yield from _components(game, language)
    yield section("variants")
    yield from _variants(name, rules, language)
    yield section("rulings")
    yield word("rulings_are", game=name)
    yield _items(_rulings(rules, language))
    yield section("site")
    if "online" not in rules.editions:
        yield word("site_not")
        return
    yield word("site_is")
    if language == "en":
        yield _table(("switch", "what it says", "rulebook", "online"), _switches(rules))
    else:
        yield word("site_where", game=name)


def _keys(language: str) -> Iterator[str]:
    """Tell about the keys in the words of the page itself."""
    web = Path(dieciocho.__file__).parent / "web"
    words = translation("django", web / "locale", [language], fallback=language == "en")
    page = (web / "templates" / "play" / "keys.html").read_text(encoding="utf-8")
    rows = re.findall(r'<dt>(.*?)</dt><dd>{% translate "(.*?)" %}</dd>', page)
    yield f"# {WORDS['keys'][language]}"
    yield WORDS["keys_are"][language]
    yield _table(
        (WORDS["key"][language], WORDS["does"][language]),
        [(keys, words.gettext(what)) for keys, what in rows],
    )


def _alone(language: str) -> Iterator[str]:
    """Tell about the game alone, with the rules of its section."""
    rules = rules_of("18mag")
    yield f"# {WORDS['alone'][language]}"
    yield WORDS["alone_is"][language]
    yield f"## {WORDS['alone_rules'][language]} {{ #rules }}"
    yield _items(
        f"{rule.said(language)} `{name}`"
        for name, rule in rules.rule_texts.items()
        if name.startswith("18MAG-XI.")
    )


def _glossary(language: str) -> Iterator[str]:
    yield f"# {WORDS['glossary'][language]}"
    yield WORDS["glossary_is"][language]
    yield _words(glossary(), language)


def _words(words: Sequence[Word], language: str) -> str:
    other = "es" if language == "en" else "en"
    head = tuple(WORDS[key][language] for key in ("word", "meaning", "other_language"))
    rows = [
        (w.word[language], w.means[language], f'<span lang="{other}">{w.word[other]}</span>')
        for w in words
    ]
    return _table(head, sorted(rows, key=lambda row: row[0].casefold()))


def _items(lines: Any) -> str:
    return "\n".join(f"- {line}" for line in lines)


def _table(head: Row, rows: Iterable[Row]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join("| " + " | ".join(map(_cell, line)) + " |" for line in lines)


def _cell(value: object) -> str:
    return str(value).replace("|", "\\|").replace("\n", " ")


def _components(game: Game, language: str) -> Iterator[str]:
    printed, rules = game.definition, game.rules

    def head(*keys: str) -> Row:
        return tuple(WORDS[key][language] for key in keys)

    bank = printed.table.bank or WORDS["endless"][language]
    money = printed.table.currency
    pieces = sum(max(piece.count, 0) for piece in printed.pieces.values())
    yield WORDS["box"][language].format(
        hexes=len(printed.hexes), tiles=pieces, kinds=len(printed.pieces), bank=bank, money=money
    )
    companies = (
        (f"**{c.id}**", c.name, place_name(game, c.home) if c.home else "–", c.stations)
        for c in printed.companies.values()
    )
    yield _table(head("id", "company", "home", "stations"), companies)
    trains = (
        (f"**{t.kind}**", t.price, "∞" if t.count < 0 else t.count, t.scrapped_by or "–")
        for t in printed.trains.values()
        if t.count
    )
    yield _table(head("train", "price", "count", "rusts"), trains)
    phases = ((p.name, p.train_limit, p.rounds) for p in printed.phases)
    yield _table(head("phase", "limit", "rounds"), phases)
    if printed.privates:
        told = (
            (f"**{p.id}**", p.name, p.value, p.income, _private(rules, p.id, language))
            for p in printed.privates.values()
        )
        yield _table(head("id", "private", "value", "income", "power"), told)


def _private(rules: Rules, private: str, language: str) -> str:
    key = f"private.{private}"
    return rules.texts.template(key, language) if key in rules.texts else "–"


def _variants(name: str, rules: Rules, language: str) -> Iterator[str]:
    yield WORDS["editions_are" if "online" in rules.editions else "edition_is"][language]
    yes_no = {"yes": WORDS["yes"][language], "no": WORDS["no"][language]}
    if settings := page_of(name).settings:
        yield _items(
            f"**{rules.texts.template(f'page.option.{one.name}.title', language)}**"
            f" (`{one.name}`): "
            + ", ".join(
                rules.texts.template(f"page.option.{one.name}.{value or 'usual'}", language)
                for value in one.values
            )
            for one in settings
        )
    yield WORDS["house_are"][language]
    yield _items(
        f"{rule.said(language)} **{yes_no[rules.readings.usual(key)]}** (`{key}`, `{rule.rule}`)"
        for key, rule in rules.readings.house.items()
    )


def _rulings(rules: Rules, language: str) -> Iterator[str]:
    for name, rule in rules.rule_texts.items():
        if rule.ruling:
            text, note = (rule.es, rule.note_es) if language == "es" else (rule.en, rule.note_en)
            yield f"`{name}` {text}" + (f" *{note}*" if note else "")


def _switches(rules: Rules) -> Iterator[Row]:
    file = (rules.folder / "editions.toml").read_text(encoding="utf-8")
    told = dict(reversed(COMMENTED.findall(file)))
    rulebook, online = rules.readings.known[PRINTED].policy, rules.readings.known["online"].policy
    for name, value in rulebook.items():
        if value != online[name]:
            yield f"`{name}`", told.get(name, ""), _value(value), _value(online[name])


def _value(value: object) -> str:
    return (
        {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)
    )
