"""The share price market: cells, zones and moves, and the stacks of markers in the cells.

A market file lists rows of cells from top to bottom. A cell is its price followed by marks:
`*` a par cell, `r` a cell of the red zone; `.` is a place without a cell.

A zigzag market is one line of rising prices folded into rows: single steps along the line (`up`,
`down`) change the row, double steps (`right`, `left`) stay in it.
"""

from __future__ import annotations

import re

from msgspec import Struct

from .errors import DefinitionError

_CELL = re.compile(r"(\d+)([*a-z]*)$")


class Cell(Struct, frozen=True):
    price: int
    row: int
    column: int
    marks: str = ""


class Market:
    """A market of rows. Cells are known by their index; moves are tables."""

    def __init__(self, rows: tuple[str, ...], *, zigzag: bool = False, ledges: bool = True) -> None:
        self.cells: list[Cell] = []
        for r, row in enumerate(rows):
            for c, text in enumerate(row.split()):
                if text == ".":
                    continue
                match = _CELL.match(text)
                if match is None:
                    raise DefinitionError(f"market.toml: row {r}: cannot read {text!r}")
                self.cells.append(Cell(int(match[1]), r, c, match[2]))
        if zigzag:
            self.cells.sort(key=lambda cell: cell.price)
        self._at = {(cell.row, cell.column): i for i, cell in enumerate(self.cells)}
        if zigzag:
            self._fold(ledges)
        else:
            self._spread()
        self.price = [cell.price for cell in self.cells]
        # Operating order: higher price first, then further right.
        self.rank = [(-cell.price, -cell.column, cell.row) for cell in self.cells]
        self.par_cells = {cell.price: i for i, cell in enumerate(self.cells) if "*" in cell.marks}

    def _spread(self) -> None:
        """Compile the moves of a market of two dimensions, or of a single row."""
        self.up = [self._step(i, -1, 0, 0, 0) for i in range(len(self.cells))]
        self.down = [self._step(i, 1, 0, 0, 0) for i in range(len(self.cells))]
        # At the end of a row the marker leaves the row: up on the right, down on the left.
        self.right = [self._step(i, 0, 1, -1, 0) for i in range(len(self.cells))]
        self.left = [self._step(i, 0, -1, 1, 0) for i in range(len(self.cells))]

    def _fold(self, ledges: bool) -> None:
        """Compile the moves of a zigzag; `ledges`: half a double step is made at the ends."""
        count = len(self.cells)

        def moved(index: int, steps: int) -> int:
            target = index + steps
            if 0 <= target < count:
                return target
            return min(max(target, 0), count - 1) if ledges or abs(steps) == 1 else index

        self.up = [moved(i, 1) for i in range(count)]
        self.down = [moved(i, -1) for i in range(count)]
        self.right = [moved(i, 2) for i in range(count)]
        self.left = [moved(i, -2) for i in range(count)]

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
