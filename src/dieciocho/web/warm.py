"""What a process gets ready before its first request, so that nobody waits for it."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings
from django.template.loader import get_template
from django.urls import get_resolver
from django.utils.translation import gettext, override

from ..engine.render import board_svg, market_svg
from ..engine.save import start
from ..games import GAMES, rules_of


def warm_up() -> None:
    """Load addresses, templates, translations and games, and draw each board once."""
    _ = get_resolver().url_patterns
    folder = Path(settings.PACKAGE, "templates")
    for path in sorted(folder.rglob("*.html")):
        get_template(str(path.relative_to(folder)))
    for language, _name in settings.LANGUAGES:
        with override(language):
            gettext("Your turn")
    for id in GAMES:
        rules = rules_of(id)
        players = tuple(f"{n + 1}" for n in range(rules.player_counts[-1]))
        for edition in rules.editions:
            game = start(rules, players, edition=edition)
            board_svg(game)
            market_svg(game)
            game.legal_actions()
