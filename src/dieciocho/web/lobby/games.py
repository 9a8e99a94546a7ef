"""What the lobby says about a game before it is chosen."""

from __future__ import annotations

from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from ...engine.editions import HouseRule
from ...games import GAMES, rules_of
from ...page.base import Setting, page_of
from ...page.learning import introduction
from ...page.teller import Words

QUICK = GAMES[0]  # the least demanding game is started by one click
EDITIONS: dict[str, tuple[Any, Any]] = {
    "rulebook": (
        _("As in the rulebook"),
        _("The printed rules to the letter. Every refusal names the rule."),
    ),
    "online": (
        _("As on 18xx.games"),
        _("The way the game is played on that site; such games can be exported for it."),
    ),
}


class GameCard(Struct, frozen=True):
    """A game as the lobby presents it."""

    id: str
    title: str
    words: Words
    low: int
    high: int
    editions: tuple[tuple[str, Any, Any], ...]
    settings: tuple[Setting, ...] = ()
    house: tuple[tuple[str, HouseRule, str], ...] = ()  # switch, what it means, the usual choice

    @property
    def introduced(self) -> bool:
        return introduction(self.id) is not None

    @property
    def summary(self) -> str:
        return self.words.say("summary") if "summary" in self.words else ""


def words_of(game: str) -> Words:
    """Return the words of a game in the reader's language."""
    return Words(rules_of(game).texts, (get_language() or "en")[:2])


def card(game: str) -> GameCard:
    """Return what the lobby says about a game."""
    rules = rules_of(game)
    editions = tuple((name, *EDITIONS.get(name, (name, ""))) for name in rules.editions)
    counts = rules.player_counts
    low, high = counts[0], counts[-1]
    readings = rules.readings
    house = tuple((name, rule, readings.usual(name)) for name, rule in readings.house.items())
    settings = page_of(game).settings
    return GameCard(game, rules.title, words_of(game), low, high, editions, settings, house)


def cards() -> list[GameCard]:
    """Return all games."""
    return [card(game) for game in GAMES]


def title_of(game: str) -> str:
    """Return the title of a game, or its id if we no longer know it."""
    return rules_of(game).title if game in GAMES else game
