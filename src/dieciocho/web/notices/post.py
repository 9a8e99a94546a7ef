"""The post: takes channels that have something to tell and tells it, until it is stopped.

A channel is claimed by an update that only one worker can make, so what is due there is sent by one
alone, and written down as done right after. A claim ages out if its worker has died.
"""

from __future__ import annotations

import logging
import smtplib
from datetime import datetime, timedelta
from threading import Event

from django.db import close_old_connections, connection
from django.db.models import Q
from django.utils import timezone

from ..models import Channel, Notice
from . import hooks, words
from .hooks import Undeliverable
from .wanted import awake, still_wanted

POLL_SECONDS = 1.0
STALE = timedelta(minutes=5)  # far more than a batch can take
BATCH = 10
MAX_FAILURES = 12  # in a row: about a day
MOST_MINUTES = 360  # between two tries
log = logging.getLogger("dieciocho.notices")


def work(stopped: Event) -> None:
    """Deliver what is due until told to stop."""
    while not stopped.is_set():
        try:
            close_old_connections()
            busy = deliver()
        except Exception:  # the database may be away for a while
            log.exception("the post goes on after an error")
            connection.close()
            busy = 0
        if not busy:
            stopped.wait(POLL_SECONDS)
    connection.close()


def deliver() -> int:
    """Send what is due; return how many channels had something."""
    served = 0
    for channel in _due(timezone.now()):
        if not claim(channel):
            continue
        served += 1
        try:
            _serve(channel)
        except Exception:  # one that cannot be told must not keep the others waiting
            log.exception("channel %s", channel.pk)
            _failed(channel, Undeliverable(""))
        finally:
            Channel.objects.filter(pk=channel.pk).update(claimed_at=None)
    return served


def _free(now: datetime) -> Q:
    rested = Q(rests_until=None) | Q(rests_until__lte=now)
    return rested & (Q(claimed_at=None) | Q(claimed_at__lt=now - STALE)) & Q(on=True)


def _due(now: datetime) -> list[Channel]:
    waiting = Notice.objects.filter(done_at=None, due_at__lte=now).values("channel")
    return list(Channel.objects.filter(_free(now), pk__in=waiting)[:BATCH])


def claim(channel: Channel) -> bool:
    """Take a channel, unless another worker has."""
    now = timezone.now()
    return bool(Channel.objects.filter(_free(now), pk=channel.pk).update(claimed_at=now))


def _serve(channel: Channel) -> None:
    now = timezone.now()
    due = Notice.objects.filter(channel=channel, done_at=None, due_at__lte=now)
    wanted = []
    for notice in due.select_related("table").order_by("since")[:BATCH]:
        if still_wanted(notice):
            wanted.append(notice)
        else:
            _done(notice)
    if not wanted:
        return
    try:
        if channel.kind == Channel.Kind.MAIL:
            _mail(channel, wanted)
        else:
            for notice in wanted:
                hooks.post(channel.target, words.posted(channel, notice))
                _done(notice)
    except Undeliverable as trouble:
        _failed(channel, trouble)
    else:
        Channel.objects.filter(pk=channel.pk).update(failures=0, rests_until=None)


def _mail(channel: Channel, notices: list[Notice]) -> None:
    try:
        words.mail(channel, notices).send()
    except smtplib.SMTPRecipientsRefused as refused:
        codes = [code for code, _ in refused.recipients.values()]
        raise Undeliverable("refused", final=all(code >= 500 for code in codes)) from None
    except (smtplib.SMTPException, OSError) as error:
        # The host's own server is in trouble: no fault of the address.
        log.warning("mail cannot be sent: %s", error)
        raise Undeliverable("") from None
    for notice in notices:
        _done(notice)


def _done(notice: Notice) -> None:
    Notice.objects.filter(pk=notice.pk).update(done_at=timezone.now())


def _failed(channel: Channel, trouble: Undeliverable) -> None:
    """Try again later, or switch the channel off and tell its owner why."""
    failures = channel.failures + 1
    if trouble.final or (trouble.code and failures >= MAX_FAILURES):
        log.info("channel %s is switched off: %s", channel.pk, trouble.code)
        Channel.objects.filter(pk=channel.pk).update(on=False, trouble=trouble.code, failures=0)
        Notice.objects.filter(channel=channel, done_at=None).delete()
        return
    wait = timedelta(minutes=min(2 ** min(failures - 1, 12), MOST_MINUTES))
    rests_until = awake(channel, timezone.now() + wait)
    Channel.objects.filter(pk=channel.pk).update(
        failures=min(failures, 1000), rests_until=rests_until
    )
