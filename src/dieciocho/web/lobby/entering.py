"""Entering a table into a position: what can be put down by choosing instead of writing."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from ... import from_position
from ...engine.errors import BadInput
from ...engine.game import Game
from ...engine.positions import outline
from ...engine.positions import text as position_text
from ...engine.positions.places import line_of, put, without
from ...engine.positions.sections import cell_names
from ...engine.save import start
from ...engine.state import IPO, OUT
from ...engine.steps.common import CompanyStep
from ...engine.steps.operating import RunStep
from ...engine.words import company_of, phase_name, round_name, title
from ...games import GAMES, rules_of
from .files import check_storable

MAX_TEXT = 60_000  # signs; a long game has a tenth of it
_NAMES = ("Ana", "Luis", "Eva", "Pau", "Mar", "Leo", "Sol", "Teo")
_GAME = re.compile(r'^game *= *"(\w+)"', re.MULTILINE)
Choices = list[tuple[str, str]]  # what is written, what is shown


class Fault(Struct, frozen=True):
    """What is wrong with a position, and in which line if that can be told."""

    text: str
    line: int | None = None


def usual_names(game: str) -> list[str]:
    """Return names for as many players as like to sit together."""
    counts = rules_of(game).player_counts
    return list(_NAMES[: min(max(counts[0], 3), counts[-1])])


def start_of(game: str, names: list[str], edition: str) -> str:
    """Return the start of a game as a position to be filled in."""
    return position_text.write(outline(start(rules_of(game), names, edition=edition)))


def game_in(text: str) -> str | None:
    """Return the game that a text speaks of, also if the rest of it cannot be read."""
    found = _GAME.search(text)
    return found[1] if found and found[1] in GAMES else None


def read(text: str) -> Game:
    """Return the game that begins from a text; BadInput says what is wrong with it."""
    if len(text) > MAX_TEXT:
        raise BadInput("web.long_position", size=MAX_TEXT // 1000)
    game = from_position(text + "\n")  # one line alone would be a path
    check_storable(game)
    return game


def fault(text: str, error: BadInput, language: str) -> Fault:
    """Return what is wrong with a text in the reader's language."""
    return Fault(error.said(language), line_of(text, error))


def told(game: Game, language: str) -> str:
    """Return which moment of the game a position is: round, phase, who decides what."""
    parts = [round_name(game, language), phase_name(game, game.phase.name, language)]
    if not game.over:
        parts += [game.name(game.step.actor(game)), company_of(game), title(game, language)]
    return " · ".join(filter(None, parts))


# --- what can be chosen ----------------------------------------------------------------


def _same(names: Any) -> Choices:
    return [(name, name) for name in names]


def choices(game: Game, language: str) -> dict[str, Choices]:
    """Return what each field of the choices offers in a game."""
    definition = game.definition
    at_home: dict[str, list[str]] = {}
    for company, (hex_name, city) in game.state.homes.items():
        at_home.setdefault(f"{hex_name}.{city}", []).append(company)
    stops = [
        f"{spot.name}.{number}"
        for spot in definition.hex_list
        for number, stop in enumerate(spot.printed.tile.stops)
        if stop.kind == "city"
    ]
    hexes = [spot.name for spot in definition.hex_list if spot.buildable]
    places = [place for place in game.rules.share_places if place != IPO]
    return {
        "company": [(c, f"{c} – {x.name}") for c, x in definition.companies.items()],
        "holder": _same([*game.header.players, *places]),
        "owner": _same([*game.header.players, *definition.companies, OUT]),
        "train": _same(definition.trains),
        "cell": _same(cell_names(game)),
        "tile": _same(definition.tiles),
        "rotation": _same(map(str, range(6))),
        "hex": [(name, _place(game, name)) for name in hexes],
        "stop": [(s, _stop(game, s, at_home.get(s, []))) for s in stops],
        "private": [(p, f"{p} – {x.name}") for p, x in definition.privates.items()],
        "step": _steps(game, language),
    }


def _place(game: Game, hex_name: str) -> str:
    return f"{hex_name} {game.definition.hexes[hex_name].entry.place}".strip()


def _stop(game: Game, stop: str, companies: list[str]) -> str:
    """Return a stop with its place, and whose home it is."""
    hex_name, _, number = stop.partition(".")
    shown = _place(game, hex_name) + (f" .{number}" if number != "0" else "")
    return " · ".join([shown, *companies])


def _steps(game: Game, language: str) -> Choices:
    """Return the steps at which a company can be, running its trains first."""
    texts = game.rules.texts
    steps = {name: kind for name, kind in game.rules.steps.items() if issubclass(kind, CompanyStep)}
    found = []
    for name in sorted(steps, key=lambda name: not issubclass(steps[name], RunStep)):
        key = f"step.{name}.title"
        title = texts.template(key, language) if key in texts else ""
        found.append((name, name if "{" in title or not title else f"{name} – {title}"))
    return found


KINDS: dict[str, tuple[str, ...]] = {
    "share": ("company", "holder"),
    "price": ("company", "cell"),
    "train": ("company", "train"),
    "tile": ("hex", "tile", "rotation"),
    "station": ("company", "stop"),
    "private": ("private", "owner"),
    "turn": ("company", "step"),
}


def added(text: str, kind: str, chosen: Mapping[str, str]) -> tuple[str, int]:
    """Put down what was chosen; return the text and the line where it stands."""
    data = position_text.read(text)

    def more(section: str, key: str, item: str, left: str = "") -> tuple[str, int]:
        """Add to a list; what is `left` over need not be said."""
        now = data.get(section, {})
        before = str(now.get(key, "")) if isinstance(now, dict) else ""
        items = [part.strip() for part in before.split(",") if part.strip()]
        kept = [part for part in items if not left or part.split()[0] != left]
        return put(text, section, key, ", ".join([*kept, item]))

    match kind:
        case "share":
            return more("shares", chosen["company"], chosen["holder"], IPO)
        case "train":
            return more("trains", chosen["company"], chosen["train"])
        case "station":
            return more("stations", chosen["stop"], chosen["company"], "-")
        case "price":
            return put(text, "market", chosen["company"], chosen["cell"])
        case "tile":
            return put(text, "tiles", chosen["hex"], f"{chosen['tile']}/{chosen['rotation']}")
        case "private":
            return put(text, "privates", chosen["private"], chosen["owner"])
        case "turn":
            return _turn(text, data, chosen["company"], chosen["step"])
        case _:
            raise BadInput("web.no_addition")


def _turn(text: str, data: Mapping[str, Any], company: str, step: str) -> tuple[str, int]:
    """Let a company be at a step of its turn in the operating round; the order follows from it."""
    now = data.get("round")
    number = now.get("number", 1) if isinstance(now, dict) else 1
    for place in ("agenda", "turn", "round"):
        text = without(text, place)
    text, _ = put(text, "round", "kind", "operating")
    text, _ = put(text, "round", "number", number)
    text, _ = put(text, "", "step", step)
    return put(text, "", "acting", company)
