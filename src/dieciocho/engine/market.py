"""The share price market: cells, zones and moves, and the stacks of markers in the cells.

A market file lists rows of cells from top to bottom. A cell is its price followed by marks:
`*` a par cell, `r` a cell of the red zone, other letters as the game says; `.` is a place without
a cell. A zigzag is one line of cells folded into rows, read column by column.
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


class Zone(Struct, frozen=True, forbid_unknown_fields=True):
    """Cells that mean something in one game: how they are drawn, what the legend says."""

    ground: str
    sign: str
    en: str
    es: str


def _cell(text: str, row: int, column: int) -> Cell:
    match = _CELL.match(text)
    if match is None:
        raise DefinitionError(f"market.toml: row {row}: cannot read {text!r}")
    return Cell(int(match[1]), row, column, match[2])


def _spread(rows: tuple[str, ...]) -> list[Cell]:
    return [
        _cell(text, r, c)
        for r, row in enumerate(rows)
        for c, text in enumerate(row.split())
        if text != "."
    ]


def _folded(line: str, folds: int) -> list[Cell]:
    return [_cell(text, n % folds, n // folds) for n, text in enumerate(line.split())]


class Market:
    """A market. Cells are known by their index; moves are tables."""

    def __init__(
        self,
        rows: tuple[str, ...] = (),
        *,
        line: str = "",
        folds: int = 2,
        ledges: bool = True,
        printed: Mapping[str, tuple[int, ...]] | None = None,
        zones: Mapping[str, Zone] | None = None,
    ) -> None:
        self.cells = _folded(line, folds) if line else _spread(rows)
        self._at = {(cell.row, cell.column): i for i, cell in enumerate(self.cells)}
        self.zones = dict(zones or {})  # by mark
        self.printed = dict(printed or {})  # name -> a further figure for each cell
        for name, figures in self.printed.items():
            if len(figures) != len(self.cells):
                raise DefinitionError(f"market.toml: {name}: not one figure for each cell")
        if line:
            self._compile_zigzag(folds, ledges)
        else:
            self._compile()
        self.price = [cell.price for cell in self.cells]
        # Operating order: higher price first, then further right.
        self.rank = [(-cell.price, -cell.column, cell.row) for cell in self.cells]
        self.par_cells = {cell.price: i for i, cell in enumerate(self.cells) if "*" in cell.marks}

    def _compile(self) -> None:
        self.up = [self._step(i, -1, 0, 0, 0) for i in range(len(self.cells))]
        self.down = [self._step(i, 1, 0, 0, 0) for i in range(len(self.cells))]
        # At the end of a row the marker leaves the row: up on the right, down on the left.
        self.right = [self._step(i, 0, 1, -1, 0) for i in range(len(self.cells))]
        self.left = [self._step(i, 0, -1, 1, 0) for i in range(len(self.cells))]

    def _compile_zigzag(self, folds: int, ledges: bool) -> None:
        """Up and down go along the line by one cell, right and left by a whole column.

        With `ledges` a move that would leave the line stops at its end; otherwise it is not made.
        """
        count = len(self.cells)

        def moved(index: int, steps: int) -> int:
            target = min(max(index + steps, 0), count - 1)
            return target if ledges or target == index + steps else index

        self.up = [moved(i, 1) for i in range(count)]
        self.down = [moved(i, -1) for i in range(count)]
        self.right = [moved(i, folds) for i in range(count)]
        self.left = [moved(i, -folds) for i in range(count)]

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
