"""The share price market: cells, zones and moves, and the stacks of markers in the cells.

A market file lists rows of cells from top to bottom. A cell is its price followed by marks:
`*` a par cell, `r` a cell of the red zone; `.` is a place without a cell.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from msgspec import Struct

from .errors import DefinitionError

_CELL = re.compile(r"(\d+)([*a-z]*)$")


class Cell(Struct, frozen=True):
    price: int
    row: int
    column: int
    marks: str = ""


class Market:
    """A two-dimensional market. Cells are known by their index; moves are tables."""

    def __init__(
        self, rows: tuple[str, ...], printed: Mapping[str, tuple[int, ...]] | None = None
    ) -> None:
        self.cells: list[Cell] = []
        self._at: dict[tuple[int, int], int] = {}
        for r, row in enumerate(rows):
            for c, text in enumerate(row.split()):
                if text == ".":
                    continue
                match = _CELL.match(text)
                if match is None:
                    raise DefinitionError(f"market.toml: row {r}: cannot read {text!r}")
                self._at[r, c] = len(self.cells)
                self.cells.append(Cell(int(match[1]), r, c, match[2]))
        self.printed = dict(printed or {})  # name -> a further figure for each cell
        for name, figures in self.printed.items():
            if len(figures) != len(self.cells):
                raise DefinitionError(f"market.toml: {name}: not one figure for each cell")
        self.up = [self._step(i, -1, 0, 0, 0) for i in range(len(self.cells))]
        self.down = [self._step(i, 1, 0, 0, 0) for i in range(len(self.cells))]
        # At the end of a row the marker leaves the row: up on the right, down on the left.
        self.right = [self._step(i, 0, 1, -1, 0) for i in range(len(self.cells))]
        self.left = [self._step(i, 0, -1, 1, 0) for i in range(len(self.cells))]
        self.price = [cell.price for cell in self.cells]
        # Operating order: higher price first, then further right.
        self.rank = [(-cell.price, -cell.column, cell.row) for cell in self.cells]
        self.par_cells = {cell.price: i for i, cell in enumerate(self.cells) if "*" in cell.marks}

    def _step(self, index: int, dr: int, dc: int, edge_dr: int, edge_dc: int) -> int:
        cell = self.cells[index]
        target = self._at.get((cell.row + dr, cell.column + dc))
        if target is None and (edge_dr or edge_dc):
            target = self._at.get((cell.row + edge_dr, cell.column + edge_dc))
        return index if target is None else target

    def at(self, row: int, column: int) -> int:
        """Return the index of the cell at a row and column."""
        return self._at[row, column]

    def in_red_zone(self, index: int) -> bool:
        return "r" in self.cells[index].marks

    def size(self) -> tuple[int, int]:
        return (
            1 + max(cell.row for cell in self.cells),
            1 + max(cell.column for cell in self.cells),
        )
