"""Comparing our engine with a golden trace: state, legal sets and revenue after every entry."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from ..engine.actions import Run
from ..engine.errors import BadInput, DieciochoError
from .dialect import Json
from .exceptions import excused
from .site import Reader, RecordedPlayer, read_file, start
from .trace import View

MAX_BYTES = 400_000_000

Line = tuple[str, Any, Any]  # where, theirs, ours


class TraceHeader(Struct, frozen=True):
    title: str
    players: tuple[RecordedPlayer, ...]
    initial: dict[str, Any]
    optional_rules: tuple[str, ...] = ()
    seed: int | None = None
    legal: bool = False
    finished: bool = False
    result: dict[str, int] = {}


class Entry(Struct, frozen=True):
    i: int
    action: dict[str, Any]
    after: dict[str, Any]
    norm: dict[str, Any] = {}
    legal: dict[str, Any] | None = None
    routes: dict[str, Any] | None = None
    state: dict[str, Any] | None = None
    meta: bool = False


class Trace(Struct, frozen=True):
    header: TraceHeader
    entries: tuple[Entry, ...]


class Difference(Struct, frozen=True):
    entry: int
    what: str  # state, legality, revenue or refused
    detail: str


class Report(Struct):
    """How far a trace and our engine agree."""

    name: str
    entries: int = 0
    state: int = 0
    legality: int = 0
    legality_of: int = 0
    revenue: int = 0
    revenue_of: int = 0
    excused: int = 0
    differences: list[Difference] = []

    @property
    def agrees(self) -> bool:
        return not self.differences


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
        raise BadInput(f"{path} is not a trace: {error}") from None


def conform(
    path: str | Path, progress: Callable[[int, int], None] | None = None, stop_at: int = 1
) -> Report:
    """Compare a trace entry by entry; stop after `stop_at` differences."""
    trace = read_trace(path)
    report = Report(Path(path).name, differences=[])
    header = trace.header
    game, reader = start(header.title, header.optional_rules, header.players, header.seed)
    view = View(game, reader.dialect, reader.ids)
    expected: Json = header.initial
    differ = _compare(expected, view.state())
    if differ:
        report.differences.append(Difference(-1, "state", repr(differ)))
        return report
    for entry in trace.entries:
        report.entries += 1
        # Players who agree to stop change nothing on the table.
        if entry.action.get("type") != "end_game":
            expected = patch(expected, entry.after)
        if not _entry(report, entry, expected, reader, view):
            break
        if len(report.differences) >= stop_at:
            break
        if progress is not None:
            progress(report.entries, len(trace.entries))
    if header.finished and report.agrees:
        scores = game.rules.scores(game)
        ours = {str(reader.ids[seat]): score for seat, score in scores.items()}
        if ours != header.result:
            detail = f"result: ours {ours}, theirs {header.result}"
            report.differences.append(Difference(report.entries, "state", detail))
    return report


def _entry(report: Report, entry: Entry, expected: Json, reader: Reader, view: View) -> bool:
    """Compare one entry; False if the recorded action was refused."""
    recorded = {**entry.norm, **entry.action}  # the trace says more than the recording
    if entry.legal is not None:
        report.legality_of += 1
        variants = ("variant",) if view.dialect.variants else ()
        differ = _compare(_their_legal(entry.legal, variants), _our_legal(view))
        _note(report, entry, "legality", differ, view)
    if entry.routes is not None:
        report.revenue_of += 1
        run = reader.translate(recorded)
        assert isinstance(run, Run)
        try:
            differ = _compare(_their_routes(entry.routes), view.routes(run))
        except DieciochoError as error:
            differ = [("routes", entry.routes, str(error))]
        _note(report, entry, "revenue", differ, view)
    try:
        reader.play(recorded)
    except DieciochoError as error:
        detail = f"{entry.norm or entry.action}: {error}"
        report.differences.append(Difference(entry.i, "refused", detail))
        return False
    if entry.state is not None and entry.state != expected:
        report.differences.append(Difference(entry.i, "state", "the trace contradicts itself"))
    _note(report, entry, "state", _compare(_sorted(expected), _sorted(view.state())), view)
    return True


def _note(report: Report, entry: Entry, what: str, differ: list[Line], view: View) -> None:
    left = [line for line in differ if excused(view.game, what, *line) is None]
    if differ and not left:
        report.excused += 1
    if left:
        detail = "\n".join(f"{at}: theirs {theirs!r}, ours {ours!r}" for at, theirs, ours in left)
        report.differences.append(Difference(entry.i, what, detail))
    else:
        setattr(report, what, getattr(report, what) + 1)


def _compare(theirs: Any, ours: Any, at: str = "") -> list[Line]:
    """List where two values differ."""
    if isinstance(theirs, dict) and isinstance(ours, dict):
        lines = []
        for key in sorted({*theirs, *ours}, key=str):
            lines += _compare(theirs.get(key), ours.get(key), f"{at}/{key}")
        return lines
    return [] if theirs == ours else [(at, theirs, ours)]


def _sorted(state: Json) -> Json:
    """Leave out what follows from the rest, and the order of privates and stations."""
    left = {k: v for k, v in state.items() if k not in ("end_trigger", "end_reason", "ranking")}
    for part in ("players", "companies"):
        left[part] = {
            owner: {k: sorted(v) if k in ("privates", "tokens") else v for k, v in facts.items()}
            for owner, facts in left[part].items()
        }
    return left


def _their_routes(routes: Json) -> Json:
    return {
        "revenue": routes["revenue"],
        "subsidy": routes["subsidy"],
        "routes": [
            {
                "train": r["train"],
                "revenue": r["revenue"],
                "subsidy": r["subsidy"],
                "visits": min(r["visits"], r["visits"][::-1]),
                "track": sorted(
                    (hex_name, tuple(sorted((tuple(a), tuple(b))))) for hex_name, a, b in r["track"]
                ),
            }
            for r in routes["routes"]
        ],
    }


def _key(row: Any) -> str:
    return repr(sorted(row.items()) if isinstance(row, dict) else row)


def _their_legal(legal: Json, variants: tuple[str, ...]) -> Json:
    result: Json = {"entity": legal["entity"], "step": legal.get("step"), "also": {}}
    result.update(_their_part(legal, variants))
    for name, part in legal.get("also", {}).items():
        if part["entity_type"] == "player":
            for key, value in _their_part(part, variants).items():
                result[key] = value  # the director's sales belong to the same decision
        else:
            lists = _their_part(part, variants)
            if lists:
                result["also"][name] = lists
    return result


def _their_part(legal: Json, variants: tuple[str, ...]) -> Json:
    part: Json = {}
    if "pass" in legal["actions"]:
        part["pass"] = True
    for key, fields in (
        ("bid", ("target", "min", "max", "buy")),
        ("buy_shares", ("corporation", "from", "percent", "price")),
        ("sell_shares", ("corporation", "percent", "price")),
        ("buy_company", ("company", "from", "min", "max")),
    ):
        if legal.get(key):
            rows = [{f: row[f] for f in fields if f in row} for row in legal[key]]
            part[key] = _rows(rows)
    for key in (
        "place_token",
        "discard_train",
        "special_buy",
        "choose",
        "choose_ability",
        "merge",
        "remove_token",
    ):
        if legal.get(key):
            part[key] = _rows(legal[key])
    for key in ("convert", "payoff_player_debt", "destination_connection"):
        if key in legal["actions"]:
            part[key] = True
    for key in ("par", "run_routes", "combined_trains"):
        if legal.get(key):
            part[key] = legal[key]
    if "lay_tile" in legal and legal["lay_tile"]["lays"]:
        part["lay_tile"] = {
            "lays": legal["lay_tile"]["lays"],
            "cost": legal["lay_tile"].get("cost", {}),
        }
    if "dividend" in legal:
        facts = ("per_share", "direction", "times", "company_gets", "new_price", "new_cell")
        part["dividend"] = (
            legal["dividend"]
            if "amounts" in legal["dividend"]
            else {
                kind: {k: v[k] for k in facts if k in v}
                for kind, v in legal["dividend"].items()
                if v["ok"]
            }
        )
    if "buy_train" in legal:
        kept = ("train", "from", "min", "max", "exchange", *variants)
        rows = [{f: r[f] for f in kept if f in r} for r in legal["buy_train"]["trains"]]
        part["buy_train"] = _rows(rows)
        part["must"] = legal["buy_train"]["must"]
    if legal.get("bankrupt"):
        part["bankrupt"] = True
    return part


def _rows(rows: list[Any]) -> list[Any]:
    unique = {_key(row): row for row in rows}
    return [unique[key] for key in sorted(unique)]


def _our_legal(view: View) -> Json:
    legal = view.legal()
    for part in (legal, *legal["also"].values()):
        for key, value in list(part.items()):
            if isinstance(value, list) and key != "entity":
                part[key] = _rows(value)
        part.pop("entity", None) if part is not legal else None
        if "lay_tile" in part:
            for tiles in part["lay_tile"]["lays"].values():
                for turns in tiles.values():
                    turns.sort()
    if view.game.step.name == "Trains" and ("buy_train" in legal or view.dialect.empty_purchases):
        legal.setdefault("buy_train", [])
        legal["must"] = view.must_buy()
    view.dialect.amend_legal(view, legal)
    return legal
