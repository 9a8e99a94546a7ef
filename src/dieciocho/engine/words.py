"""What things are called and what is asked, in any language; see `step.Step` for its words."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from .text import Message, in_money

if TYPE_CHECKING:
    from .game import Game
    from .state import Owner


BLANK = "\u115f\u1160\u2800\u3164\uffa0"  # letters and signs that print nothing


def is_visible(name: str) -> bool:
    """Tell whether a name shows anything: controls, format characters and blanks do not."""
    return any(unicodedata.category(sign)[0] not in "CZ" and sign not in BLANK for sign in name)


def money(game: Game, amount: int) -> str:
    """Write an amount in the money of the game."""
    return in_money(game.definition.table.currency, amount)


def private_name(game: Game, private: str) -> str:
    entry = game.definition.privates.get(private)
    return f"{entry.name} ({private})" if entry else private


def stop_name(game: Game, hex_name: str, number: int) -> str:
    """Return the place of a stop: of its hex, or of the region that it belongs to, or the hex."""
    spots = game.definition.hexes
    spot = spots[hex_name]
    stops = spot.printed.tile.stops
    group = stops[number].group if number < len(stops) else None
    if spot.entry.place or not group:
        return spot.entry.place or hex_name
    places = (
        other.entry.place
        for other in spots.values()
        if other.entry.place and any(stop.group == group for stop in other.printed.tile.stops)
    )
    return next(places, hex_name)


def place_name(game: Game, hex_name: str) -> str:
    """Return a hex with the name of its place, if it has one."""
    spot = game.definition.hexes.get(hex_name)
    place = spot.entry.place if spot else ""
    return f"{place} ({hex_name})" if place else hex_name


def owner_name(game: Game, owner: Owner, language: str) -> str:
    """Return who or what holds something."""
    if isinstance(owner, int):
        return game.name(owner)
    return _word(game, f"owner.{owner}", language) or owner


def power_name(game: Game, power: str, language: str) -> str:
    """Return what a tile is laid with: a private company, or something of the game's own."""
    return _word(game, f"power.{power}", language) or private_name(game, power)


def colour_name(game: Game, colour: str, language: str) -> str:
    return _word(game, f"colour.{colour}", language) or colour


def phase_name(game: Game, phase: str, language: str) -> str:
    """Return the name of a phase: a number, or a colour."""
    return _word(game, f"phase.{phase}", language) or phase


def round_name(game: Game, language: str) -> str:
    """Return which round it is."""
    now = game.state.round
    kind = "over" if game.over else now.kind
    parts = game.rules.rounds_of_set(game)
    return game.text(f"round.{kind}", language, number=now.number, part=now.part, parts=parts)


def company_of(game: Game) -> str:
    """Return the company that the decision is about, if it is about one."""
    return "" if game.over else str(game.step.told(game).get("company", ""))


def title(game: Game, language: str) -> str:
    """Return in a few words what is decided now."""
    return _of_step(game, "title", language) or ""


def question(game: Game, language: str) -> str:
    """Return what is asked now, as a sentence; nothing when the game is over."""
    return _of_step(game, "question", language) or ""


def heading(game: Game, kind: str, language: str) -> str:
    """Return what a kind of action is called in the present step."""
    return _of_step(game, kind, language) or game.text(f"action.{kind}", language)


def _word(game: Game, key: str, language: str) -> str | None:
    return game.text(key, language) if key in game.rules.texts else None


def _of_step(game: Game, part: str, language: str) -> str | None:
    """Return words of the present step, or of the one it derives from."""
    if game.over:
        return None
    step, texts = game.step, game.rules.texts
    case = step.case(game)
    for kind in type(step).__mro__:
        own = f"step.{kind.__dict__.get('id')}"
        for key in (f"{own}.{case}.{part}", f"{own}.{part}"):
            if key in texts:
                return texts.show(Message(key, step.told(game)), language)
    return None
