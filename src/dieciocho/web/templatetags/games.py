"""What every page says about the games."""

from __future__ import annotations

from django import template

from ...games import GAMES
from ..lobby.games import words_of

register = template.Library()


@register.simple_tag
def designers() -> str:
    """Name the games with those who made them."""
    told = [words.say("thanks") for words in map(words_of, GAMES) if "thanks" in words]
    return "; ".join(told)
