"""Games as tables: what the columns hold, in files that others can read."""

from __future__ import annotations

from pathlib import Path

import pandas
import pyarrow.parquet
import pytest

import dieciocho
from dieciocho.engine.errors import BadInput
from dieciocho.sim import simulate
from dieciocho.sim.parquet import Writer, path_of
from dieciocho.sim.tables import COLUMNS, tabulate

from .support import NAMES

DOCS = Path(__file__).parents[1] / "docs" / "data.md"


def read(path: Path) -> dict[str, pandas.DataFrame]:
    return {table: pandas.read_parquet(path_of(path, table)) for table in COLUMNS}


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("tables") / "games.parquet"
    simulate("1888n", players=3, games=2, seed=5, bots=["quick", "random"], out=path)
    return path


@pytest.fixture(scope="module")
def played(written: Path) -> dict[str, pandas.DataFrame]:
    return read(written)


def test_others_read_the_same(written: Path, played: dict[str, pandas.DataFrame]) -> None:
    """pandas, polars and DuckDB find the same numbers in every column."""
    polars = pytest.importorskip("polars", reason="polars is not installed")
    duckdb = pytest.importorskip("duckdb", reason="duckdb is not installed")
    for table, frame in played.items():
        path = path_of(written, table)
        read = polars.read_parquet(path)
        assert (read.columns, read.height) == (list(frame.columns), len(frame))
        for column in (c for c in frame if pandas.api.types.is_numeric_dtype(frame[c])):
            sums = [frame[column].sum(), read[column].cast(polars.Float64).sum()]
            query = f"select coalesce(sum(\"{column}\"::double), 0) from '{path}'"
            sums += duckdb.sql(query).fetchall()[0]
            assert sums == pytest.approx([sums[0]] * 3), f"{table}: {column}"


def test_the_examples_of_the_documentation(written: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("polars", "duckdb"):
        pytest.importorskip(module, reason=f"{module} is not installed")
    monkeypatch.chdir(written.parent)
    examples = DOCS.read_text(encoding="utf-8").split("```python\n")[1:]
    assert len(examples) == 2
    for example in examples:
        exec(example.split("```")[0], {})


def test_games_actions_and_positions_belong_together(played: dict[str, pandas.DataFrame]) -> None:
    games, actions, positions = played.values()
    assert list(games.game) == [0, 1]
    assert list(actions.groupby("game").size()) == list(games.actions)
    assert set(actions.seat) == {0, 1, 2}
    assert actions.legal.min() >= 1
    ends = positions[positions["round"] == "end"]
    for number, game in games.iterrows():
        rows = ends[ends.game == number]
        assert list(rows.value) == list(game.scores) == list(rows.score)
        assert rows.won.sum() == 1
        assert [p == 1 for p in game.places] == [won > 0 for won in rows.won]


def test_the_actions_are_the_game(played: dict[str, pandas.DataFrame]) -> None:
    games, actions, _ = played.values()
    first = games.iloc[0]
    game = dieciocho.new_game("1888n", NAMES[:3], seed=int(first.seed))
    for row in actions[actions.game == 0].itertuples():
        assert game.actor == row.seat
        game.play(row.text)
    assert game.over
    assert list(game.scores().values()) == list(first.scores)


def test_rounds_begin_with_what_the_players_have(played: dict[str, pandas.DataFrame]) -> None:
    positions = played["positions"]
    begin = positions[(positions.game == 0) & (positions.action == 0)]
    assert list(begin["round"]) == ["auction"] * 3
    assert len(set(begin.cash)) == 1
    later = positions[positions["round"] == "operating"]
    assert later.companies.max() >= 1
    assert later.revenue.max() > 0
    assert (positions.liquidity >= positions.cash).all()


def test_games_stand_in_their_order_however_they_end(tmp_path: Path) -> None:
    game = dieciocho.new_game("1888n", ["Ana", "Luis"], seed=3)
    games = [game.copy().play(f"bid {price} on YRF") for price in (130, 135, 140)]
    path = tmp_path / "games.parquet"
    with Writer(path) as writer:
        for number in (2, 0, 1):
            writer.add(number, tabulate(games[number], game.players))
    texts = read(path)["actions"].text
    assert list(texts) == ["bid 130 on YRF", "bid 135 on YRF", "bid 140 on YRF"]


def test_what_was_finished_can_be_read(tmp_path: Path) -> None:
    game = dieciocho.new_game("1888n", ["Ana", "Luis"], seed=3).play("bid 130 on YRF")
    path = tmp_path / "games.parquet"

    def interrupted() -> None:
        with Writer(path) as writer:
            writer.add(0, tabulate(game, game.players))
            writer.add(2, tabulate(game, game.players))  # the second one was still being played
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    games = read(path)["games"]
    assert list(games.game) == [0, 1]
    assert list(games.over) == [False, False]


def test_where_nothing_can_be_written(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot write"):
        Writer(tmp_path / "nowhere" / "games.parquet")


def test_the_columns_are_documented() -> None:
    """The rows of docs/data.md are those of the files, in their order."""
    text = DOCS.read_text(encoding="utf-8")
    for table, columns in COLUMNS.items():
        part = text.split(f"## {table.capitalize()}")[1].split("##")[0]
        told = [row.split("|")[1:4] for row in part.splitlines() if row.startswith("| `")]
        rows = [(c.name, c.type, c.means) for c in columns]
        assert [
            tuple(cell.strip(" `" if n == 0 else " ") for n, cell in enumerate(r)) for r in told
        ] == rows


def test_the_version_is_told(tmp_path: Path) -> None:
    with Writer(tmp_path / "games.parquet"):
        pass
    for table in COLUMNS:
        schema = pyarrow.parquet.read_schema(path_of(tmp_path / "games.parquet", table))
        assert schema.metadata[b"dieciocho.tables"] == b"1"
