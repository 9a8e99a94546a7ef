"""The table of bots' work: claiming, keeping, giving back, and playing what was decided.

A claim is an update that only one worker can make. A worker renews the claims of what it is
thinking about; a claim that was not renewed belongs to a worker that has died and is free again.
"""

from __future__ import annotations

import logging
from collections.abc import Collection
from datetime import timedelta
from typing import Any

import msgspec
from django.db.models import F, Q
from django.utils import timezone

from ..live.bell import JOB, ring
from ..models import BotJob, Seat, Table
from ..services import gathering, playing, reading
from .think import Task, simple_action

RENEW_SECONDS = 3.0
STALE_SECONDS = 12.0
MAX_FAILURES = 3
log = logging.getLogger("dieciocho.bots")


def claim(count: int) -> list[BotJob]:
    """Take up to so many jobs that nobody works on."""
    now = timezone.now()
    free = Q(claimed_at=None) | Q(claimed_at__lt=now - timedelta(seconds=STALE_SECONDS))
    return [
        job
        for job in BotJob.objects.filter(free).select_related("table").order_by("pk")[:count]
        if BotJob.objects.filter(free, pk=job.pk).update(claimed_at=now)
    ]


def renew(jobs: Collection[BotJob]) -> None:
    """Say that jobs are still being worked on."""
    BotJob.objects.filter(pk__in=[job.pk for job in jobs]).update(claimed_at=timezone.now())


def give_back(jobs: Collection[BotJob]) -> None:
    """Let another worker take jobs at once."""
    if BotJob.objects.filter(pk__in=[job.pk for job in jobs]).update(claimed_at=None):
        ring(JOB)


def fail(job: BotJob, error: str) -> None:
    """Write down that a job went wrong, and let it be tried again."""
    log.error("bot of table %s, seat %s: %s", job.table.slug, job.seat, error)
    changes = {"failures": F("failures") + 1, "error": error[-4000:], "claimed_at": None}
    if job.failures >= MAX_FAILURES:
        del changes["claimed_at"]  # even the simple action failed: not again at once
    BotJob.objects.filter(pk=job.pk).update(**changes)


def task_of(job: BotJob, budget: float) -> Task | None:
    """Return what is to be thought about; None if the job is void."""
    table: Table = job.table
    seat = Seat.objects.filter(table=table, index=job.seat).first()
    if table.status != Table.Status.RUNNING or table.actor != job.seat or seat is None:
        BotJob.objects.filter(pk=job.pk).delete()
        return None
    if not seat.bot:  # a person, whose programs have more to do
        playing.go_on(table.slug)
        return None
    moves = table.moves.filter(number__lte=table.length).values_list("pk", "action")
    seed = (table.seed if table.seed is not None else table.pk) * gathering.MAX_SEATS + job.seat
    return Task(table.pk, table.revision, table.header, list(moves), seat.bot, seed, budget)


def play(job: BotJob, action: Any) -> bool:
    """Play a decision; False if the table has moved on, then the job is looked at again."""
    table: Table = job.table
    if playing.act_for_bot(table.slug, job.seat, action, table.revision) is not None:
        return True
    give_back([job])
    return False


def play_simply(job: BotJob) -> bool:
    """Play a simple legal action where the bot has failed too often; a person decides himself."""
    if not Seat.objects.filter(table=job.table, index=job.seat).exclude(bot="").exists():
        BotJob.objects.filter(pk=job.pk).delete()
        return False
    game = reading.position(job.table)
    action = simple_action(game)
    log.warning("table %s, seat %s: plays %s instead", job.table.slug, job.seat, action)
    return play(job, msgspec.to_builtins(action))
