"""How every change of a table is made.

It is one database transaction that locks the table's row, so that two people acting at the same
moment are put in order: one acts, the other is told that the game has moved on.
"""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils import timezone

from ...engine.game import Game
from ..live.bell import JOB, ring
from ..live.hub import publish
from ..models import BotJob, ChatLine, Table
from ..notices import wanted
from .asking import Refusal
from .reading import remember


def locked(slug: str) -> Table:
    """Return a table that nobody else can change until the transaction ends."""
    table = Table.objects.select_for_update().filter(slug=slug).first()
    if table is None:
        raise Refusal("missing", "web.no_table")
    return table


def changed(table: Table) -> Table:
    """Store a table whose seats or game have changed."""
    table.revision += 1
    table.save()
    return announced(table)


def announced(table: Table) -> Table:
    """Tell everybody who looks at a table that there is something new."""
    slug, news = table.slug, table.news
    ring(f"{slug} {news}")
    transaction.on_commit(lambda: publish(slug, news))
    return table


def note(table: Table, name: str, event: str, **about: Any) -> None:
    """Write down beside the chat what somebody did that is no action of the game.

    The table is stored and announced by whoever calls.
    """
    ChatLine.objects.create(table=table, name=name, event=event, about=about)
    table.talk += 1


def ended(table: Table) -> Table:
    """End a game for good without a result."""
    table.moves.filter(number__gt=table.length).delete()  # nothing to redo
    table.status, table.actor = Table.Status.FINISHED, None
    BotJob.objects.filter(table=table).delete()
    return changed(table)


def settle(
    table: Table,
    game: Game,
    last: int | None = None,
    *,
    back: bool = False,
    unfinished: bool = False,
) -> Table:
    """Write down where the game stands, keep it at hand, and call whoever's turn it is.

    `last` is the key of the last move, where that is known; `back`: something was taken back;
    `unfinished`: programs have more to do for whose turn it is, and a worker is to go on.
    """
    before = table.actor
    table.actor = game.actor
    table.status = Table.Status.FINISHED if game.over else Table.Status.RUNNING
    table.result = game.scores() if game.over else None
    table.waits_since = timezone.now()
    changed(table)
    BotJob.objects.filter(table=table).delete()
    if game.actor is not None:
        seat = next(seat for seat in table.sitting if seat.index == game.actor)
        if seat.bot or unfinished:
            BotJob.objects.create(table=table, revision=table.revision, seat=seat.index)
            ring(JOB)
    if game.actor != before:
        wanted.turn_passed(table, before, back=back)
    kept = game.copy()
    transaction.on_commit(lambda: remember(table, kept, last))
    return table
