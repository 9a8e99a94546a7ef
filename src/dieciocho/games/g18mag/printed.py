"""What only 18Magyarország prints: who sells trains, terrain tokens, where tiles may not join."""

from __future__ import annotations

from collections.abc import Mapping

from ...engine.components import Company, HexEntry, TileEntry, Train
from ...engine.definition import Definition, Hex
from ...engine.own import printed_of
from ...engine.tiles import STOP, Placed


class MagHex(HexEntry, frozen=True):
    halves: tuple[tuple[int, ...], ...] = ()  # sides that no tile may join with the others


class MagTile(TileEntry, frozen=True, kw_only=True):
    turns: tuple[int, ...] = (0, 1, 2, 3, 4, 5)  # rotations in which it may lie


class MagCompany(Company, frozen=True):
    terrain_tokens: int = 0  # each pays for the terrain of one hex


class MagTrain(Train, frozen=True, kw_only=True):
    seller: str  # the company that sells it
    to_seller: int  # its part of the price; the rest goes to the bank


class PrintedMag(Definition):
    entries: Mapping[str, MagHex]
    pieces: Mapping[str, MagTile]
    companies: Mapping[str, MagCompany]
    trains: Mapping[str, MagTrain]

    def misfit(self, spot: Hex, new: Placed) -> str | None:
        if self._joins_halves(spot, new):
            return "joins_halves"
        return None if new.rotation in self.pieces[new.name].turns else "wrong_turn"

    def _joins_halves(self, spot: Hex, new: Placed) -> bool:
        """Tell whether track of the tile joins sides of the hex that nothing may join."""
        halves = self.entries[spot.name].halves
        groups = [{a, b} for a, b in new.track if b < STOP] + [set(s) for s in new.stop_sides]
        return bool(halves) and any(not any(g <= set(half) for half in halves) for g in groups)


printed = printed_of(PrintedMag)
