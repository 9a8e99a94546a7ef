"""The second net: games recorded elsewhere, compared after every action."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import dieciocho
from dieciocho.interop.conform import PARTS, Comparison, Report, conform, read_trace
from dieciocho.interop.dialect import dialects
from dieciocho.interop.exceptions import LEFT_OUT, UNORDERED, VIEWS
from dieciocho.interop.site import import_game, read_file

from .recordings import FOLDERS, RECORDED, TRACES, name_of
from .support import conformance

STATES_ONLY = {"p5_s672_power"}  # traces without legal sets
ENDED_BY_AGREEMENT = {"18ESP_destination_token_release"}
NOT_FINISHED = {"p3_s88002_long_length_freight"}
REFUSED = {"01_18mag_wrong_actor"}  # see test_import.py

here = pytest.mark.skipif(
    not FOLDERS, reason="the golden traces are not here (set DIECIOCHO_CONFORMANCE)"
)


@here
@pytest.mark.parametrize("path", TRACES, ids=name_of)
def test_every_entry_agrees(path: Path) -> None:
    report = conform(path)
    assert report.differences == []
    for part in PARTS:
        count = getattr(report, part)
        assert count.agree == count.of
    assert (report.legal.of > 0) != (name_of(path) in STATES_ONLY)


@here
@pytest.mark.parametrize("path", TRACES, ids=name_of)
def test_every_share_is_where_the_book_says(path: Path) -> None:
    """Which share is offered is part of the legal sets; a sale is made of what the book takes."""
    trace = read_trace(path)
    comparison = Comparison(path.name, trace.header)
    game, book = comparison.view.game, comparison.reader.book
    for entry in trace.entries:
        if entry.action["type"] == "sell_shares":
            seat, count = game.step.actor(game), entry.action["percent"] // 10
            company = entry.norm["corporation"]
            assert book.bundle(company, seat, count) == entry.action["shares"]
        comparison.reader.play({"id": entry.id, **entry.norm, **entry.action})
        assert book.agrees(), entry.i


@here
@pytest.mark.parametrize("path", RECORDED, ids=name_of)
def test_a_recorded_game_can_be_saved_and_loaded(path: Path) -> None:
    if name_of(path) in REFUSED:
        return
    game = import_game(read_file(path))
    if path.parent.name != "found":
        assert game.over != (name_of(path) in ENDED_BY_AGREEMENT | NOT_FINISHED)
    again = dieciocho.loads(game.to_json())
    assert again.state == game.state
    assert again.log_lines("es") == game.log_lines("es")


def test_exceptions_are_few_and_have_reasons() -> None:
    differences = [expected for dialect in dialects().values() for expected in dialect.expected]
    assert len(differences) <= 7
    assert all(len(expected.reason) > 40 for expected in differences)
    assert all(len(place.reason) > 4 for place in (*LEFT_OUT, *UNORDERED, *VIEWS))


# --- nothing escapes the comparison ----------------------------------------------------


def _changed(tmp_path: Path, change: Callable[[dict[str, Any]], Any], count: int = 120) -> Report:
    """Compare the beginning of a trace after something in it was changed."""
    folder = conformance("1888n")
    assert folder is not None
    data = json.loads(gzip.decompress((folder / "p3_s130.trace.json.gz").read_bytes()))
    data["entries"] = data["entries"][:count]
    data["header"].update(finished=False, entries=count)
    change(data)
    path = tmp_path / "changed.trace.json"
    path.write_text(json.dumps(data))
    return conform(path)


def _legal(data: dict[str, Any], key: str) -> dict[str, Any]:
    found: dict[str, Any] = next(e["legal"] for e in data["entries"] if e["legal"].get(key))
    return found


def _last(data: dict[str, Any]) -> dict[str, Any]:
    after: dict[str, Any] = data["entries"][-1]["after"]
    return after


def _route(data: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = next(
        e["routes"]["routes"][0] for e in data["entries"] if e.get("routes", {}).get("routes")
    )
    return found


CHANGES: dict[str, tuple[str, Callable[[dict[str, Any]], Any]]] = {
    "end_trigger": ("views", lambda d: _last(d).update(end_trigger=["bank", "full_or"])),
    "end_reason": ("views", lambda d: _last(d).update(end_reason="bank")),
    "ranking": ("views", lambda d: _last(d).update(ranking=[[1, 2]])),
    "value": ("views", lambda d: _last(d).setdefault("players", {}).update({"1": {"value": 1}})),
    "unknown": ("state", lambda d: _last(d).update(something=1)),
    "bank": ("state", lambda d: _last(d).update(bank=1)),
    "contribute": (
        "legal",
        lambda d: _legal(d, "buy_train")["buy_train"].pop("president_may_contribute"),
    ),
    "warranty": ("legal", lambda d: _legal(d, "buy_train")["buy_train"].update(warranty_max=2)),
    "variant": (
        "legal",
        lambda d: _legal(d, "buy_train")["buy_train"]["trains"][0].update(variant="x"),
    ),
    "entity type": ("legal", lambda d: d["entries"][5]["legal"].update(entity_type="minor")),
    "action": ("legal", lambda d: d["entries"][5]["legal"]["actions"].append("convert")),
    "kind of lot": ("legal", lambda d: _legal(d, "bid")["bid"][0].update(target_type="minor")),
    "president": (
        "legal",
        lambda d: _legal(d, "sell_shares")["sell_shares"][0].update(president=1),
    ),
    "dividend": (
        "legal",
        lambda d: _legal(d, "dividend")["dividend"]["withhold"].update(corporation=1),
    ),
    "unknown list": ("legal", lambda d: d["entries"][5]["legal"].update(something=[1])),
    "train's name": ("revenue", lambda d: _route(d).update(name="x")),
    "recorded": ("revenue", lambda d: _route(d).update(recorded=1)),
    "error": ("revenue", lambda d: _route(d).update(error="refused")),
    "count": ("views", lambda d: d["header"].update(entries=7)),
}


@here
@pytest.mark.parametrize("name", CHANGES)
def test_every_part_of_a_trace_is_compared(name: str, tmp_path: Path) -> None:
    part, change = CHANGES[name]
    report = _changed(tmp_path, change)
    assert [d.what for d in report.differences] == [part]
    assert getattr(report, part).agree < getattr(report, part).of
    assert report.entries.agree == 120  # it goes on


@here
def test_the_trace_unchanged(tmp_path: Path) -> None:
    assert _changed(tmp_path, lambda data: None).agrees
    assert _changed(tmp_path, lambda data: data["header"].update(aborted={"id": 1})).agrees
    no_legal = _changed(tmp_path, lambda data: [e.pop("legal", None) for e in data["entries"]])
    assert no_legal.agrees
    assert no_legal.legal.of == 0


@here
def test_a_refused_action_stops_the_comparison(tmp_path: Path) -> None:
    def change(data: dict[str, Any]) -> None:
        data["entries"][20]["action"] = {"type": "nonsense"}
        data["entries"][20]["norm"] = {}

    report = _changed(tmp_path, change)
    assert (report.entries.agree, report.entries.of) == (20, 120)
    assert report.entries.first is not None
    assert report.entries.first.entry == 20
    assert report.entries.first.detail.startswith("refused: ")


@here
def test_entries_after_our_end_are_refused_not_a_crash(tmp_path: Path) -> None:
    folder = conformance("1888n")
    assert folder is not None
    data = json.loads(gzip.decompress((folder / "p6_s77011.trace.json.gz").read_bytes()))
    data["entries"].append({**data["entries"][0], "i": 406, "after": {}})
    data["header"]["entries"] += 1
    path = tmp_path / "longer.trace.json"
    path.write_text(json.dumps(data))
    report = conform(path)
    assert report.entries.first is not None
    assert report.entries.first.entry == 406
