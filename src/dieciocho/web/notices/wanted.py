"""Who is to be told of a turn, and when.

A notice is a row that belongs to a turn: it comes with the turn and goes when that was taken. One
that was sent stays until then, so that a turn that is taken back and comes again is not told twice.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.db.models import Q
from django.utils import timezone

from ..models import Channel, Notice, Seat, Table, Wishes

GRACE = timedelta(seconds=30)  # who is there acts or looks meanwhile
LOOK_EVERY = timedelta(seconds=10)


def turn_passed(table: Table, before: int | None, *, back: bool = False) -> None:
    """Note that it is somebody else's turn; `back`: because an action was taken back."""
    old = table.notices.filter(seat=before)
    (old.filter(done_at=None) if back else old).delete()
    seat = next((seat for seat in table.sitting if seat.index == table.actor), None)
    if seat is None or seat.bot or seat.muted or _alone(table):
        return
    now = timezone.now()
    for channel in _channels(table, seat):
        Notice.objects.get_or_create(
            table=table,
            seat=seat.index,
            channel=channel,
            defaults={"since": now, "due_at": _due(channel, now)},
        )


def _alone(table: Table) -> bool:
    """Tell whether one person plays with bots, or all seats: a what-if wakes nobody."""
    return len({(seat.owner_id, seat.guest) for seat in table.sitting if not seat.bot}) < 2


def _channels(table: Table, seat: Seat) -> list[Channel]:
    """Return the person's own channels and those of the table, whose owners still sit there."""
    owners = {each.owner_id for each in table.sitting if each.owner_id and not each.bot}
    wanted = Q(table=table, owner__in=owners)
    if seat.owner_id:
        wanted |= Q(table=None, owner=seat.owner_id)
    return list(Channel.objects.filter(wanted, on=True, owner__is_active=True))


def _due(channel: Channel, now: datetime) -> datetime:
    """Return when a notice of a turn that begins now is to be sent."""
    if not channel.every:
        return awake(channel, now + GRACE)
    waiting = channel.notices.filter(done_at=None).order_by("due_at").first()
    gathered = waiting.due_at if waiting is not None else now + timedelta(hours=channel.every)
    return awake(channel, max(gathered, now + GRACE))


def awake(channel: Channel, when: datetime) -> datetime:
    """Return the first moment from `when` on that is not in the quiet hours of a person.

    The channel of a table tells several people, so it knows none.
    """
    wishes = Wishes.objects.filter(owner=channel.owner_id).first()
    if channel.table_id is not None or wishes is None:
        return when
    start, end = wishes.quiet_from, wishes.quiet_to
    if start is None or end is None or start == end:
        return when
    there = when.astimezone(ZoneInfo(wishes.zone))
    if not (start <= there.hour < end if start < end else there.hour >= start or there.hour < end):
        return when
    day = there + timedelta(days=1) if there.hour >= end else there
    return day.replace(hour=end, minute=0, second=0, microsecond=0).astimezone(when.tzinfo)


def looked(table: Table, seats: list[int]) -> None:
    """Note that who holds these seats has the table before him."""
    now = timezone.now()
    long_ago = Q(seen_at=None) | Q(seen_at__lt=now - LOOK_EVERY)
    Seat.objects.filter(long_ago, table=table, index__in=seats).update(seen_at=now)


def still_wanted(notice: Notice) -> bool:
    """Tell whether a turn is still to be told: not to who has seen it meanwhile."""
    table = Table.objects.get(pk=notice.table_id)
    if table.status != Table.Status.RUNNING or table.actor != notice.seat:
        return False
    seat = next(seat for seat in table.sitting if seat.index == notice.seat)
    if seat.bot or seat.muted:
        return False
    same = [s for s in table.sitting if (s.owner_id, s.guest) == (seat.owner_id, seat.guest)]
    return not any(each.seen_at and each.seen_at >= notice.since for each in same)
