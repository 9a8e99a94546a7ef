"""What can be read of a game: its introduction, and its rules by chapters, to be searched."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET
from msgspec import Struct

from ...engine.rules import Rules
from ...games import GAMES, rules_of
from ...page.base import page_of
from ...page.learning import Word, glossary, guide_of, introduction
from ...page.teller import Words
from ..services.asking import Refusal
from .refusals import explains
from .scene import language


class Rule(Struct, frozen=True):
    """A rule as it is shown; the note says how an ambiguity is settled."""

    id: str
    text: str
    note: str
    ruling: bool


def _known(game: str) -> Rules:
    if game not in GAMES:
        raise Refusal("missing", "web.no_such_game")
    return rules_of(game)


@require_GET
@explains
def rules(request: HttpRequest, game: str) -> HttpResponse:
    """Show every rule of a game in our words, and what else is to be known about it here."""
    known, wanted = _known(game), request.GET.get("q", "").strip()[:80]
    house = [
        (rule.said(language()), rule.rule, known.readings.usual(name) == "yes")
        for name, rule in known.readings.house.items()
    ]
    context: dict[str, Any] = {
        "game": game,
        "title": known.title,
        "introduced": introduction(game) is not None,
        "chapters": _chapters(game, _found(known, wanted)),
        "query": wanted,
    }
    if not wanted:
        context["notes"] = page_of(game).notes(Words(known.texts, language()))
        context["house"] = house
    return render(request, "play/rules.html", context)


def _found(known: Rules, wanted: str) -> Iterable[Rule]:
    """Yield the rules in which every word that is looked for stands."""
    words = wanted.casefold().split()
    for name, text in known.rule_texts.items():
        rule = Rule(name, text.said(language()), text.note(language()), text.ruling)
        told = f"{rule.id} {rule.text} {rule.note}".casefold()
        if all(word in told for word in words):
            yield rule


def _chapters(game: str, found: Iterable[Rule]) -> list[tuple[str, str, list[Rule]]]:
    """Return rules by chapters: the beginning of their numbers, its title, its rules."""
    known = introduction(game)
    if known is None:
        return [("", "", list(found))]
    chapters = ((key, list(each)) for key, each in groupby(found, lambda r: known.chapter(r.id)))
    titles = known.chapters
    return [(key, titles[key][language()] if key else "", rules) for key, rules in chapters]


@require_GET
@explains
def intro(request: HttpRequest, game: str) -> HttpResponse:
    """Introduce a game on a page: story, how it differs, what to do first, its words."""
    known, told = _known(game), introduction(game)
    if told is None:
        raise Refusal("missing", "web.no_such_game")
    said, guide = language(), guide_of(game)
    context = {
        "game": game,
        "title": known.title,
        "counts": known.player_counts,
        "story": told.story[said],
        "differs": [(rule, known.rule_texts[rule].said(said)) for rule in told.differs],
        "first": [line[said] for line in told.first],
        "own": _sorted(told.words, said),
        "glossary": _sorted(glossary(), said),
        "guided": {"bots": guide.players - 1} if guide else None,
    }
    return render(request, "play/intro.html", context)


def _sorted(words: Iterable[Word], said: str) -> list[tuple[str, str]]:
    told = ((word.word[said], word.means[said]) for word in words)
    return sorted(told, key=lambda each: each[0].casefold())
