"""Names as the page shows them: signs of companies, cities, routes by their stops."""

from __future__ import annotations

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from ...engine.game import Game
from ...engine.text import Message
from ...engine.words import place_name

_SOUTH_WEST = pgettext_lazy("direction", "SW")
_NORTH_WEST = pgettext_lazy("direction", "NW")
_NORTH_EAST = pgettext_lazy("direction", "NE")
_SOUTH_EAST = pgettext_lazy("direction", "SE")
_SOUTH, _NORTH = pgettext_lazy("direction", "S"), pgettext_lazy("direction", "N")
_WEST, _EAST = pgettext_lazy("direction", "W"), pgettext_lazy("direction", "E")
_COMPASS = {  # sides by number
    "flat": (_SOUTH, _SOUTH_WEST, _NORTH_WEST, _NORTH, _NORTH_EAST, _SOUTH_EAST),
    "pointy": (_SOUTH_WEST, _WEST, _NORTH_WEST, _NORTH_EAST, _EAST, _SOUTH_EAST),
}


def private_power(game: Game, private: str, language: str) -> str:
    """Say what a private company does, if the game has a sentence for it."""
    key = f"private.{private}"
    return game.text(key, language) if key in game.rules.texts else ""


def city_name(game: Game, hex_name: str, city: int) -> str:
    """Name a city; where a hex has several, with the sides that its track leads to."""
    name = place_name(game, hex_name)
    placed = game.state.board[game.definition.hexes[hex_name].index]
    if len(placed.tile.stops) < 2:
        return name
    name += " · " + _("city %(number)s") % {"number": city + 1}
    sides = [str(_COMPASS[game.definition.layout][side]) for side in placed.stop_sides[city]]
    return f"{name} ({', '.join(sides)})" if sides else name


def stops_of(game: Game, path: str) -> str:
    """Name a route by its stops."""
    hexes = game.definition.hexes
    names = []
    for piece in path.split("-"):
        name, dot, _number = piece.partition(".")
        if dot and name in hexes:
            names.append(hexes[name].entry.place or name)
    return " – ".join(names)


def told(game: Game, message: Message, language: str) -> str:
    """Return a line of the log; routes are told by their places."""
    params = message.params
    if "path" in params and "train" in params:
        kind, path = game.kind_of(params["train"]), stops_of(game, params["path"])
        message = Message(message.id, {**params, "train": kind, "path": path})
    return game.rules.texts.show(message, language)


def chip(game: Game, company: str) -> SafeString:
    """Return a company's sign: its id on its colour."""
    charter = game.definition.companies.get(company)
    colour, ink = (charter.colour, charter.ink) if charter else ("#666666", "white")
    return format_html(
        '<svg class="chip" viewBox="0 0 46 24" role="img" aria-label="{}">'
        '<rect x="1" y="1" width="44" height="22" rx="11" fill="{}" stroke="currentColor" '
        'stroke-width="1.5"/><text x="23" y="{}" font-size="{}" font-weight="700" '
        'text-anchor="middle" fill="{}">{}</text></svg>',
        company,
        colour,
        17 if len(company) < 5 else 16,
        14 if len(company) < 4 else 13 if len(company) < 5 else 10,
        ink,
        company,
    )
