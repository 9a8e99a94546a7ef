"""Tables of games as Parquet files, written game by game: what is held does not grow with them."""

from __future__ import annotations

from pathlib import Path
from types import TracebackType
from typing import Any

from ..engine.errors import BadInput
from .tables import COLUMNS, VERSION, Row, Tables

ENOUGH = 50_000  # rows of a table: written together, as Parquet likes it


def path_of(path: Path, table: str) -> Path:
    """Return where a table stands: games in the file that was named, the others beside it."""
    return path if table == "games" else path.with_suffix(f".{table}{path.suffix}")


class Writer:
    """Three files that grow by a game at a time, in the order of the games.

    With `more` the games that they have stay; `seeds` tells which.
    """

    def __init__(self, path: Path, *, more: bool = False) -> None:
        try:
            import pyarrow
            import pyarrow.parquet
        except ModuleNotFoundError:
            raise BadInput("sim.no_parquet") from None
        self._arrow: Any = pyarrow
        self._rows: dict[str, list[Row]] = {table: [] for table in COLUMNS}
        self._schemas = {table: self._schema(table) for table in COLUMNS}
        self._files: dict[str, Any] = {}
        self._waiting: dict[int, Tables | None] = {}
        self._next = 0  # the game that is written next
        self.games = 0
        self.seeds: set[int] = set()
        try:
            kept = self._set_aside(path) if more else {}
            for table, schema in self._schemas.items():
                file = path_of(path, table)
                self._files[table] = pyarrow.parquet.ParquetWriter(file, schema)
                if table in kept:
                    self._copy(table, kept[table])
        except OSError as error:
            self.close()
            raise BadInput("input.cannot_write", path=path, why=error.strerror) from None

    def _set_aside(self, path: Path) -> dict[str, Path]:
        """Rename the files that are there; none if they were not written to their end."""
        files = {table: path_of(path, table) for table in COLUMNS}
        try:
            for table, file in files.items():
                schema = self._arrow.parquet.read_schema(file)
                if schema.metadata != self._schemas[table].metadata:
                    return {}
        except (FileNotFoundError, self._arrow.ArrowInvalid):
            return {}
        return {t: file.rename(file.with_name(f"{file.name}.kept")) for t, file in files.items()}

    def _copy(self, table: str, kept: Path) -> None:
        """Take the rows of a file over, group by group, and let it go."""
        with self._arrow.parquet.ParquetFile(kept) as file:
            for number in range(file.num_row_groups):
                rows = file.read_row_group(number)
                self._files[table].write_table(rows)
                if table == "games":
                    self.seeds |= set(rows["seed"].to_pylist())
                    self.games += len(rows)
        kept.unlink()

    def add(self, number: int, tables: Tables | None) -> None:
        """Take a game, or that there is none by this number, and write what is complete."""
        self._waiting[number] = tables
        while self._next in self._waiting:
            done = self._waiting.pop(self._next)
            self._next += 1
            if done is not None:
                self._keep(done)

    def __enter__(self) -> Writer:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        where: TracebackType | None,
    ) -> None:
        """Whatever has happened: the games until then can be read."""
        for number in sorted(self._waiting):  # of games before them nothing will come any more
            late = self._waiting.pop(number)
            if late is not None:
                self._keep(late)
        self.close()

    def close(self) -> None:
        for table, file in self._files.items():
            self._write(table)
            file.close()

    def _keep(self, tables: Tables) -> None:
        for table, rows in self._rows.items():
            rows += [(self.games, *row) for row in getattr(tables, table)]
            if len(rows) >= ENOUGH:
                self._write(table)
        self.games += 1

    def _write(self, table: str) -> None:
        rows, schema = self._rows[table], self._schemas[table]
        if rows:
            columns = zip(*rows, strict=True)
            arrays = [
                self._arrow.array(column, field.type)
                for column, field in zip(columns, schema, strict=True)
            ]
            self._files[table].write_table(self._arrow.Table.from_arrays(arrays, schema=schema))
            rows.clear()

    def _schema(self, table: str) -> Any:
        fields = [
            self._arrow.field(column.name, self._type(column.type), metadata={"": column.means})
            for column in COLUMNS[table]
        ]
        return self._arrow.schema(fields, metadata={"dieciocho.tables": str(VERSION)})

    def _type(self, name: str) -> Any:
        if name.startswith("list<"):
            return self._arrow.list_(self._type(name[5:-1]))
        return self._arrow.type_for_alias(name)
