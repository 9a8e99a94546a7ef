"""Figures of all processes and of the database as text, as Prometheus reads them."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Count, Min, Q
from django.utils import timezone

from ... import __version__
from ..models import BotJob, Channel, Move, Notice, Table
from . import figures

KINDS = {
    "requests_total": "counter",
    "request_seconds": "histogram",
    "request_cpu_seconds": "histogram",
    "listeners": "gauge",
    "decisions_total": "counter",
    "decision_seconds_total": "counter",
    "resident_memory_bytes": "gauge",
    "cpu_seconds_total": "counter",
}


def told() -> str:
    """Return all figures as Prometheus reads them."""
    figures.write()
    groups: dict[str, list[str]] = {}
    for name, labels, value in figures.of_processes():
        groups.setdefault(_family(name), []).append(_line(name, labels, value))
    lines = [f'dieciocho_info{{version="{__version__}"}} 1']
    for family, found in sorted(groups.items()):
        lines += [f"# TYPE dieciocho_{family} {KINDS[family]}", *found]
    for name, labels, value in _of_database():
        lines += [_line(name, labels, value)]
    return "\n".join(lines) + "\n"


def _family(name: str) -> str:
    return next(family for family in KINDS if name.startswith(family))


def _line(name: str, labels: list[tuple[str, str]], value: float) -> str:
    inside = ",".join(f'{key}="{_plain(text)}"' for key, text in labels)
    return f"dieciocho_{name}{{{inside}}} {value:g}" if inside else f"dieciocho_{name} {value:g}"


def _plain(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")


def _of_database() -> Iterator[tuple[str, list[tuple[str, str]], float]]:
    """Tell what waits: gauges that are alike in all processes."""
    now = timezone.now()
    by_status = Table.objects.values_list("status").annotate(count=Count("pk")).order_by("status")
    for status, count in by_status:
        yield "tables", [("status", status)], count
    yield "last_move", [], Move.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
    jobs = BotJob.objects.aggregate(
        waiting=Count("pk", filter=Q(claimed_at=None)),
        all=Count("pk"),
        failing=Count("pk", filter=Q(failures__gt=0)),
        oldest=Min("table__waits_since"),
    )
    yield "jobs", [("state", "waiting")], jobs["waiting"]
    yield "jobs", [("state", "claimed")], jobs["all"] - jobs["waiting"]
    yield "jobs", [("state", "failing")], jobs["failing"]
    age = (now - jobs["oldest"]).total_seconds() if jobs["oldest"] else 0
    yield "oldest_job_seconds", [], max(0.0, age)
    due = Notice.objects.filter(done_at=None, due_at__lte=now)
    yield "notices_due", [], due.count()
    yield "channels_off", [], Channel.objects.filter(on=False).count()
