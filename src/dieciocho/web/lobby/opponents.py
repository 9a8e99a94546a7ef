"""Who may sit at a table beside people: opponents by strength and temper, and plain bots."""

from __future__ import annotations

from typing import Any

from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from ...bots import OTHERS
from ...bots.characters import characters

PLAIN = (
    ("planner", gettext_lazy("Bot, planner: looks ahead, some seconds for a move")),
    ("sensible", gettext_lazy("Bot, sensible: knows the family, moves at once")),
    ("quick", gettext_lazy("Bot, quick: like the sensible one, but builds carelessly")),
    ("random", gettext_lazy("Bot, random: rolls dice")),
    *((name, f"Bot {name}") for name in OTHERS),
)


def by_strength() -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the opponents in groups of equal strength, described in a line."""
    language = get_language() or "en"
    groups: dict[str, list[tuple[str, str]]] = {}
    for one in characters().values():
        level = one.level
        title = f"{level.name.said(language)}: {level.told.said(language)}"
        # What is shown when the list is closed has to tell the strength, too.
        text = f"{one.told(language)} ({level.name.said(language).lower()})"
        groups.setdefault(title, []).append((one.id, text))
    return list(groups.items())


def bots() -> list[tuple[Any, Any]]:
    """Return all bots to choose from, as choices of a field."""
    return [*by_strength(), (_("Plain bots"), list(PLAIN))]


def noun(bot: str) -> str:
    """Return what an opponent is called at a table; empty for a plain bot."""
    character = characters().get(bot)
    return character.name(get_language() or "en") if character is not None else ""
