"""The words of the page for what the engine knows by ids."""

from __future__ import annotations

from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from ...engine.game import Game
from ...engine.state import Owner
from ...engine.text import Message
from ..games import page_for
from .scene import language

KINDS: dict[str, Any] = {
    "buy_private": gettext_lazy("Buy a private company"),
    "bid": gettext_lazy("Bid"),
    "start": gettext_lazy("Start a company"),
    "buy_share": gettext_lazy("Buy a share"),
    "sell": gettext_lazy("Sell shares"),
    "exchange": gettext_lazy("Exchange a private company"),
    "lay": gettext_lazy("Lay track"),
    "station": gettext_lazy("Place a station"),
    "run": gettext_lazy("Run trains"),
    "dividend": gettext_lazy("Revenue"),
    "buy_train": gettext_lazy("Buy a train"),
    "discard": gettext_lazy("Discard a train"),
    "answer": gettext_lazy("Answer"),
    "bankrupt": gettext_lazy("Bankruptcy"),
    "pass": gettext_lazy("Pass"),
    "take": gettext_lazy("Take"),
    "use": gettext_lazy("Use"),
    "distribute": gettext_lazy("Dividend"),
    "choose": gettext_lazy("Decide"),
    "transfer": gettext_lazy("Transfer a maritime company"),
    "repay": gettext_lazy("Repay a loan"),
    "convert": gettext_lazy("Become a major"),
    "absorb": gettext_lazy("Absorb a company"),
    "open_pass": gettext_lazy("Open a mountain pass"),
    "combine": gettext_lazy("Combine trains"),
    "merge": gettext_lazy("Merge"),
    "remove_station": gettext_lazy("Remove a station"),
    "raise_money": gettext_lazy("Raise money"),
    "top_up": gettext_lazy("Top up the dividend"),
}

COLOURS: dict[str, Any] = {
    "white": gettext_lazy("no tile"),
    "yellow": gettext_lazy("yellow"),
    "green": gettext_lazy("green"),
    "brown": gettext_lazy("brown"),
    "gray": gettext_lazy("grey"),
    "red": gettext_lazy("red"),
    "blue": gettext_lazy("sea"),
}

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

PHASES: dict[str, Any] = {
    "yellow": pgettext_lazy("phase", "yellow"),
    "green": pgettext_lazy("phase", "green"),
    "brown": pgettext_lazy("phase", "brown"),
    "gray": pgettext_lazy("phase", "grey"),
}


def kind_title(kind: str) -> str:
    """Return the heading of a kind of action; unknown kinds show their tag."""
    return str(KINDS.get(kind, kind.replace("_", " ")))


def colour_name(colour: str) -> str:
    return str(COLOURS.get(colour, colour))


def owner_name(game: Game, owner: Owner) -> str:
    """Return who or what holds something, in words."""
    if isinstance(owner, int):
        return game.name(owner)
    key = f"owner.{owner}"
    return game.text(key, language()) if key in game.rules.texts else owner


def power_name(game: Game, power: str) -> str:
    """Return what a tile is laid with: a private company, or something of the game's own."""
    own = page_for(game.header.game).powers.get(power)
    return str(own) if own is not None else private_name(game, power)


def private_name(game: Game, private: str) -> str:
    entry = game.definition.privates.get(private)
    return f"{entry.name} ({private})" if entry else private


def private_power(game: Game, private: str, language: str) -> str:
    """Say what a private company does, if the game has a sentence for it."""
    key = f"private.{private}"
    return game.text(key, language) if key in game.rules.texts else ""


def place_name(game: Game, hex_name: str) -> str:
    """Return a hex with the name of its place, if it has one."""
    spot = game.definition.hexes.get(hex_name)
    place = spot.entry.place if spot else ""
    return f"{place} ({hex_name})" if place else hex_name


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


def round_name(game: Game) -> str:
    current = game.state.round
    if game.over:
        return _("The game is over")
    if current.kind == "stock":
        return _("Stock round %(number)s") % {"number": current.number}
    if current.kind == "operating":
        return _("Operating round %(number)s.%(part)s (of %(parts)s)") % {
            "number": current.number,
            "part": current.part,
            "parts": current.parts,
        }
    own = page_for(game.header.game).rounds.get(current.kind)
    if own is None and current.kind == "auction":
        return _("Auction of the private companies")
    return str(own) if own is not None else current.kind


def phase_name(name: str) -> str:
    """Return the name of a phase: a number, or a colour in words."""
    return str(PHASES.get(name, name))


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
