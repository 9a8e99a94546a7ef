"""A simple map for the terminal: three short lines for every hex."""

from __future__ import annotations

from ..engine.definition import Hex
from ..engine.game import Game

SIGNS = {"city": "o", "town": "•", "area": "#", "mine": "x"}
UNIT = 4  # characters for one step of the doubled coordinates


def text_map(game: Game) -> str:
    """Return the map: name and kind of each hex, its tile or cost, its stations."""
    definition = game.definition
    pointy = definition.layout == "pointy"
    xs = [spot.xy[0] for spot in definition.hex_list]
    ys = [spot.xy[1] for spot in definition.hex_list]
    across = UNIT if pointy else 2 * UNIT
    down = 3 if pointy else 2
    width = (max(xs) - min(xs) + 2) * across
    rows = [[" "] * width for _ in range((max(ys) - min(ys)) * down + 4)]
    for spot in definition.hex_list:
        left = (spot.xy[0] - min(xs)) * across
        top = (spot.xy[1] - min(ys)) * down
        for line, text in enumerate(_cell(game, spot)):
            for offset, letter in enumerate(text[: 2 * UNIT - 1]):
                rows[top + line][left + offset] = letter
    return "\n".join("".join(row).rstrip() for row in rows).rstrip()


def _cell(game: Game, spot: Hex) -> tuple[str, str, str]:
    placed = game.state.board[spot.index]
    stops = placed.tile.stops
    signs = "".join(SIGNS[stop.kind] for stop in stops)
    if placed is not spot.printed:
        content = f"{placed.name}/{placed.rotation}"
    elif not spot.buildable:
        content = "~~~" if spot.entry.colour == "blue" and not stops else "==="
    else:
        content = f"({spot.cost})" if spot.cost else "."
    stations = [
        company
        for number in range(len(stops))
        for company in game.state.stations.get((spot.name, number), ())
        if company is not None
    ]
    shown = " ".join(stations) if len(stations) < 3 else f"{len(stations)} st."
    return f"{spot.name} {signs}", content, shown
