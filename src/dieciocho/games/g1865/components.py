"""The components of the game: those of every game, the figures of this one, the short game."""

from __future__ import annotations

from functools import cache
from typing import Any

from msgspec import Struct

from ...engine.definition import load_definition, read_table
from ...engine.errors import DefinitionError
from .check.clues import disagreements
from .printed import DATA, PrintedSardinia, unchecked

MINOR, MAJOR = "minor", "major"
RED, WHITE, GREEN = "red", "white", "green"


class Decline(Struct, frozen=True, forbid_unknown_fields=True):
    """What becomes of a mine tile, and from which phase on."""

    tile: str
    phase: int


class DragonFigures(Struct, frozen=True, forbid_unknown_fields=True):
    share_limit: int
    certificate_limit: dict[int, int]  # by phase
    first_row: dict[int, int]  # by phase of the launch
    white: dict[int, tuple[int, int]]  # by row: lowest and highest estimate of the white zone
    columns: int

    def zone(self, row: int, estimate: int) -> str:
        """Return the zone of a place on the chart; rows have the numbers of the phases."""
        low, high = self.white[row]
        return RED if estimate < low else GREEN if estimate > high else WHITE


class Figures(Struct, frozen=True, forbid_unknown_fields=True):
    player_limit: int
    pool_limit: int
    launch: int
    maritime_each: int
    maritime_capacity: int
    second_tile: int
    loan: int
    loan_limit: int
    loan_per_share: int
    shared_city: int
    district_limit: int
    stations: dict[str, int]
    stations_on_conversion: dict[int, int]  # by phase
    dragons: DragonFigures
    mine_decline: dict[str, Decline]  # by tile


class ShortGame(Struct, frozen=True, forbid_unknown_fields=True):
    closed: tuple[str, ...]  # regions of the map
    players: tuple[int, ...]
    changes: dict[str, dict[str, Any]]


@cache
def figures() -> Figures:
    """Return the figures that only this game has."""
    return read_table(DATA, "figures.toml", Figures, lax=True)


@cache
def short_game() -> ShortGame:
    """Return what the short game changes."""
    return read_table(DATA, "short.toml", ShortGame)


@cache
def components(short: bool = False) -> PrintedSardinia:
    """Return what is printed, for the whole or the short game; it must agree with the rules."""
    if not short:
        definition = unchecked()
        wrong = disagreements(definition)
        if wrong:
            raise DefinitionError(f"the rulebook says otherwise: {'; '.join(wrong)}")
        return definition
    definition = load_definition(DATA, short_game().changes, kind=PrintedSardinia)
    closed = short_game().closed
    definition.unplayed = frozenset(h for h, x in definition.entries.items() if x.region in closed)

    def stays(place: str) -> bool:
        return all(
            hex_name not in definition.unplayed
            for hex_name, entry in definition.entries.items()
            if place in (hex_name, entry.place)
        )

    definition.companies = {k: c for k, c in definition.companies.items() if stays(c.home)}
    definition.privates = {
        k: p for k, p in definition.privates.items() if any(stays(place) for place in p.places)
    }
    return definition
