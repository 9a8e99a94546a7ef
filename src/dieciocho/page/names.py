"""Names as a page shows them: signs of companies, cities, routes by their stops."""

from __future__ import annotations

from html import escape

from ..engine.game import Game
from ..engine.text import Message
from ..engine.words import place_name, stop_name
from .teller import Teller

_COMPASS = {  # sides by number
    "flat": ("s", "sw", "nw", "n", "ne", "se"),
    "pointy": ("sw", "w", "nw", "ne", "e", "se"),
}


class Picture(str):
    """A drawing in SVG, which is shown as it is: templates ask for `__html__`."""

    __slots__ = ()

    def __html__(self) -> str:
        return self


def private_power(tell: Teller, private: str) -> str:
    """Say what a private company does, if the game has a sentence for it."""
    key = f"private.{private}"
    return tell.game.text(key, tell.language) if key in tell.texts else ""


def city_name(tell: Teller, hex_name: str, city: int) -> str:
    """Name a city; where a hex has several, with the sides that its track leads to."""
    game = tell.game
    name = place_name(game, hex_name)
    placed = game.state.board[game.definition.hexes[hex_name].index]
    if len(placed.tile.stops) < 2:
        return name
    name += " · " + tell.say("city", number=city + 1)
    compass = _COMPASS[game.definition.layout]
    sides = [tell.say(f"side.{compass[side]}") for side in placed.stop_sides[city]]
    return f"{name} ({', '.join(sides)})" if sides else name


def stops_of(game: Game, path: str) -> str:
    """Name a route by its stops."""
    hexes = game.definition.hexes
    names = []
    for piece in path.split("-"):
        name, dot, number = piece.partition(".")
        if dot and name in hexes:
            names.append(stop_name(game, name, int(number) if number.isdecimal() else 0))
    return " – ".join(names)


def told(tell: Teller, message: Message) -> str:
    """Return a line of the log; routes are told by their places."""
    game, params = tell.game, message.params
    if "path" in params and "train" in params:
        kind, path = game.kind_of(params["train"]), stops_of(game, params["path"])
        message = Message(message.id, {**params, "train": kind, "path": path})
    return tell.texts.show(message, tell.language)


def chip(game: Game, company: str) -> Picture:
    """Return a company's sign: its id on its colour."""
    charter = game.definition.companies.get(company)
    colour, ink = (charter.colour, charter.ink) if charter else ("#666666", "white")
    name = escape(company)
    high = 17 if len(company) < 5 else 16
    size = 14 if len(company) < 4 else 13 if len(company) < 5 else 10
    return Picture(
        f'<svg class="chip" viewBox="0 0 46 24" role="img" aria-label="{name}">'
        f'<rect x="1" y="1" width="44" height="22" rx="11" fill="{colour}" stroke="currentColor" '
        f'stroke-width="1.5"/><text x="23" y="{high}" font-size="{size}" font-weight="700" '
        f'text-anchor="middle" fill="{ink}">{name}</text></svg>'
    )
