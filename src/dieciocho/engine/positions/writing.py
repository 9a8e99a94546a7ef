"""Writing a position."""

from __future__ import annotations

from collections import defaultdict
from itertools import groupby
from typing import TYPE_CHECKING, Any

from ..state import BANK, Owner
from .sections import (
    FORMAT,
    FROM_MARKET,
    OPEN,
    PLAIN,
    cell_names,
    charters,
    homes,
    type_of,
    values_of,
)
from .values import NOTHING, Values

if TYPE_CHECKING:
    from ..game import Game
    from ..step import Step


def document(game: Game) -> dict[str, Any]:
    """Return the position of a game as data: what was decided before it began, and its table."""
    header = game.header
    seed = {} if header.seed is None else {"seed": header.seed}
    return {
        "position": FORMAT,
        "game": header.game,
        "edition": header.edition,
        "version": header.version,
        "players": list(header.players),
        **seed,
        **({"options": dict(header.options)} if header.options else {}),
        **table_of(game),
    }


def outline(game: Game) -> dict[str, Any]:
    """Return the start of a game as people fill it in: money and certificates of everybody.

    Who decides is left out, as at the start; so is the bank, which has the rest of the money.
    """
    names, state = values_of(game).names, game.state
    written = document(game)
    for name in ("played", "agenda", "round"):
        del written[name]
    written["cash"] = {names.write(o): n for o, n in state.cash.items() if o != BANK}
    shares = {
        company: _runs(values_of(game), held) for company, held in state.shares.items() if held
    }
    return {**written, **({"shares": shares} if shares else {})}


def table_of(game: Game) -> dict[str, Any]:
    """Return what lies on the table as far as it is not as at the start, and who decides."""
    start = game.from_the_start()
    values = values_of(start)
    state, base, names = game.state, start.state, values.names
    table: dict[str, Any] = {
        "played": game.played,
        "phase": game.phase.name,
        "priority": names.write(state.priority),
        "agenda": [_step(values, step) for step in reversed(state.agenda)],
        "round": values.struct(state.round),
    }
    if state.turn is not None:
        table["turn"] = values.struct(state.turn)
    table["cash"] = {names.write(o): n for o, n in state.cash.items() if n or o == BANK}
    for name, field in PLAIN.items():
        now, was = getattr(state, field), getattr(base, field)
        if name == "homes":
            was = homes(was, state.stations)
        moved = isinstance(now, dict) and list(now) != list(was)
        if now != was or moved or (name in FROM_MARKET and state.cell != base.cell):
            table[name] = values.write(now, type_of(field))
    table.update(_things(game, start, values))
    facts = values.struct(state.facts, base.facts)
    return {**table, "facts": facts} if facts else table


def _step(values: Values, step: Step) -> Any:
    fields = values.struct(step)
    return {"step": step.id, **fields} if fields else step.id


def _things(game: Game, start: Game, values: Values) -> dict[str, Any]:
    """Return shares, markers, trains, tiles and stations."""
    state, base, names = game.state, start.state, values.names
    cells = cell_names(game)
    listed: dict[int, list[str]] = defaultdict(list)
    for company, cell in state.cell.items():
        listed[cell].append(company)
    left = charters(game, base.stations_left)
    found = {
        "shares": {
            company: _runs(values, holders)
            for company, holders in state.shares.items()
            if holders != base.shares[company]
        },
        "market": {company: cells[cell] for company, cell in state.cell.items()},
        "stacks": [list(s) for cell, s in sorted(state.stacks.items()) if list(s) != listed[cell]],
        "trains": {
            names.write(owner): ", ".join(cards)
            for owner, cards in state.trains.items()
            if cards or owner == BANK
        },
        "tiles": _tiles(game),
        "stations": {
            f"{hex_name}.{city}": ", ".join(company or NOTHING for company in slots)
            for (hex_name, city), slots in state.stations.items()
        },
        "stations_left": {c: n for c, n in state.stations_left.items() if n != left[c]},
    }
    same = {"trains": state.trains == base.trains, "market": state.cell == base.cell}
    same["stations"] = state.stations == base.stations
    same["tiles"] = state.board == base.board
    needed = {name: not same[name] for name in same}
    return {name: part for name, part in found.items() if needed.get(name, bool(part))}


def _runs(values: Values, holders: tuple[Owner, ...]) -> str:
    """Return the holders of a company's certificates in order: `Ana 3, Luis, ipo 5`."""
    counted = [(values.names.write(holder), len(list(run))) for holder, run in groupby(holders)]
    return ", ".join(name if count == 1 else f"{name} {count}" for name, count in counted)


def _tiles(game: Game) -> dict[str, str]:
    laid = {}
    for spot in game.definition.hex_list:
        now = game.state.board[spot.index]
        if now is not spot.start:
            laid[spot.name] = OPEN if now is spot.printed else f"{now.name}/{now.rotation}"
    return laid
