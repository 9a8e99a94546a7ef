"""What moderators can do with a table when something has gone wrong."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from . import services
from .models import BotJob, Table


@transaction.atomic
def close(slug: str) -> None:
    """End a game for good without a result; a table that has not started disappears."""
    table = services._locked(slug)
    if table.status == Table.Status.OPEN:
        table.delete()
        return
    table.moves.filter(number__gt=table.length).delete()  # nothing to redo
    table.undo_policy = Table.Undo.NONE
    table.status, table.actor = Table.Status.FINISHED, None
    BotJob.objects.filter(table=table).delete()
    services._changed(table)


@transaction.atomic
def repair(slug: str) -> Table:
    """Play all stored actions again and write down where the game stands."""
    table = services._locked(slug)
    if table.header is None:
        raise services.Refusal("conflict", "The game has not started.")
    return services._settle(table, services._replay(table))


def hand_over(slug: str, seat: int, **to: Any) -> Table | None:
    """Give a seat to somebody else or to a bot, and call the bot if it is its turn."""
    with transaction.atomic():
        table = services._locked(slug)
        place = table.seats.get(index=seat)
        place.owner, place.guest, place.bot = to.get("owner"), "", to.get("bot", "")
        place.save()
        return services._settle(table, services._cached(table)) if table.header else None
