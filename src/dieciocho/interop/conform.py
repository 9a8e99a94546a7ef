"""Comparing our engine with a golden trace: after every entry the state and what is told of it,
before it the legal set and the revenue of its routes.

A difference is noted and the comparison goes on; it stops only where we refuse a recorded action.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from ..engine.actions import Run
from ..engine.errors import BadInput, DieciochoError, clip
from ..engine.own import this_turn
from .compare import Line, by_number, differences, is_view, offered, plain, told
from .dialect import Json
from .site import MALFORMED, RecordedPlayer, read_file, start
from .trace import View

MAX_BYTES = 400_000_000


class TraceHeader(Struct, frozen=True):
    title: str
    players: tuple[RecordedPlayer, ...]
    initial: dict[str, Any]
    setup: dict[str, Any] | None = None
    optional_rules: tuple[str, ...] = ()
    seed: int | None = None
    finished: bool = False
    end_reason: str | None = None
    result: dict[str, int] = {}
    entries: int | None = None
    aborted: Any = None  # the action that the site itself refused


class Entry(Struct, frozen=True):
    i: int
    action: dict[str, Any]
    after: dict[str, Any]
    id: int | None = None
    norm: dict[str, Any] = {}
    legal: dict[str, Any] | None = None
    routes: dict[str, Any] | None = None
    state: dict[str, Any] | None = None


class Trace(Struct, frozen=True):
    header: TraceHeader
    entries: tuple[Entry, ...]


class Difference(Struct, frozen=True):
    entry: int  # -1: before the first one
    what: str  # entries (refused), state, legal, revenue or views
    detail: str


class Count(Struct):
    """How many things of one sort agree, of how many; the first that does not."""

    agree: int = 0
    of: int = 0
    first: Difference | None = None


PARTS = ("entries", "state", "legal", "revenue", "views")


class Report(Struct):
    """How far a trace and our engine agree."""

    name: str
    entries: Count  # that could be played
    state: Count
    legal: Count
    revenue: Count
    views: Count
    excused: int = 0

    @property
    def differences(self) -> list[Difference]:
        """The first difference of each sort, in the order of the trace."""
        firsts = (getattr(self, part).first for part in PARTS)
        return sorted((first for first in firsts if first), key=lambda d: d.entry)

    @property
    def agrees(self) -> bool:
        return not self.differences

    def note(self, what: str, entry: int, lines: list[Line]) -> None:
        """Count one comparison; the lines say where it failed."""
        count: Count = getattr(self, what)
        count.of += 1
        if not lines:
            count.agree += 1
        elif count.first is None:
            detail = "\n".join(f"{at}: theirs {t!r}, ours {o!r}" for at, t, o in lines)
            count.first = Difference(entry, what, detail)


def patch(old: Any, change: Any) -> Any:
    """Apply a merge patch (RFC 7386)."""
    if not isinstance(change, dict):
        return change
    result = dict(old) if isinstance(old, dict) else {}
    for key, value in change.items():
        if value is None:
            result.pop(key, None)
        else:
            result[key] = patch(result.get(key), value)
    return result


def read_trace(path: str | Path) -> Trace:
    try:
        return msgspec.json.decode(read_file(path, MAX_BYTES), type=Trace)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise BadInput("interop.no_trace", path=path, why=error) from None


def conform(path: str | Path, progress: Callable[[int, int], None] | None = None) -> Report:
    """Compare a trace entry by entry."""
    trace = read_trace(path)
    comparison = Comparison(Path(path).name, trace.header)
    for entry in trace.entries:
        if not comparison.add(entry):
            break
        if progress is not None:
            progress(comparison.report.entries.of, len(trace.entries))
    comparison.close(len(trace.entries))
    return comparison.report


class Comparison:
    """A trace and our game, side by side."""

    def __init__(self, name: str, header: TraceHeader) -> None:
        self.header = header
        self.report = Report(name, Count(), Count(), Count(), Count(), Count())
        game, self.reader = start(header.title, header.optional_rules, header.players, header.seed)
        self.view = View(game, self.reader.dialect, self.reader.ids, self.reader.book)
        if header.setup is not None:
            self._note("views", -1, plain("setup", header.setup), plain("setup", self.view.setup()))
        self.expected: Json = header.initial
        self._compare_state(-1)

    def add(self, entry: Entry) -> bool:
        """Compare one entry; False if the recorded action was refused."""
        # The trace says more than the recording.
        recorded = {"id": entry.id, **entry.norm, **entry.action}
        if entry.legal is not None:
            self._note("legal", entry.i, plain("legal", offered(entry.legal)), self._legal())
        if entry.routes is not None:
            theirs = plain("routes", told(entry.routes))
            self._note("revenue", entry.i, theirs, self._routes(recorded))
        try:
            self.reader.play(recorded)
        except (DieciochoError, *MALFORMED) as error:
            detail = f"{clip(entry.norm or entry.action, 400)}: {error}"
            self.report.entries.first = Difference(entry.i, "entries", f"refused: {detail}")
            return False
        self.report.entries.agree += 1
        if entry.action.get("type") == "end_game":
            self.view.stopped = True
        self.expected = patch(self.expected, entry.after)
        if entry.state is not None and entry.state != self.expected:
            self.report.note("state", entry.i, [("", "", "the trace contradicts itself")])
        self._compare_state(entry.i)
        return True

    def close(self, entries: int) -> None:
        """Compare what the header says of the whole game."""
        report, header, game = self.report, self.header, self.view.game
        report.entries.of = entries
        if header.entries is not None and header.entries != entries:
            wrong = [("/entries", header.entries, "the trace contradicts itself")]
            report.note("views", entries, wrong)
        if not header.finished or report.entries.first is not None:
            return
        scores = game.rules.scores(game)
        ours = {str(self.reader.ids[seat]): score for seat, score in scores.items()}
        report.note("views", entries, differences(header.result, ours, "/result"))
        reason = self.view.end_reason()
        report.note("views", entries, differences(header.end_reason, reason, "/end_reason"))

    def _legal(self) -> Json:
        return plain("legal", self.view.legal())

    def _routes(self, recorded: Json) -> Json:
        """Return what we make of recorded routes; a set that the rules refuse has an error."""
        rows = recorded["routes"]
        revenue = sum(row["revenue"] for row in rows)
        result: Json = {"recorded_revenue": revenue}
        try:
            run = self.reader.translate(recorded)
            assert isinstance(run, Run)
            result.update(self.view.routes(run))
        except (DieciochoError, *MALFORMED):
            result["routes"] = [
                {"train": row["train"], "name": self._train_name(row["train"]), "error": True}
                for row in rows
            ]
        for route, row in zip(result["routes"], rows, strict=True):
            route["recorded"] = row["revenue"]
            route["recorded_subsidy"] = row.get("subsidy", 0)
        if result.get("revenue") != revenue:
            result["differs"] = True
        return plain("routes", {**result, "routes": by_number(result["routes"])})

    def _train_name(self, theirs: str) -> str:
        game, dialect = self.view.game, self.view.dialect
        card = self.reader.card(theirs, this_turn(game).company)
        return dialect.train_name(game, card)

    def _compare_state(self, entry: int) -> None:
        lines = differences(plain("state", self.expected), plain("state", self.view.state()))
        self._note_lines("state", entry, [line for line in lines if not is_view(line[0])])
        self._note_lines("views", entry, [line for line in lines if is_view(line[0])])

    def _note(self, what: str, entry: int, theirs: Json, ours: Json) -> None:
        self._note_lines(what, entry, differences(theirs, ours))

    def _note_lines(self, what: str, entry: int, lines: list[Line]) -> None:
        game, dialect = self.view.game, self.view.dialect
        left = [line for line in lines if dialect.excuse(game, what, *line) is None]
        if lines and not left:
            self.report.excused += 1
        self.report.note(what, entry, left)
