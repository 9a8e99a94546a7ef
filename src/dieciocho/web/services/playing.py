"""What is done at a table while its game is played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from django.db import IntegrityError, transaction

from ...engine.errors import BadInput, DieciochoError, IllegalAction
from ...engine.game import Record
from ...page.names import told
from ...page.teller import Teller
from ..models import ChatLine, Granted, Move, Table, Vote
from . import programming, standing_in
from .asking import Broken, Refusal, Viewer, check_text
from .keeping import announced, changed, locked, note, settle
from .reading import last_by_hand, position, read_action, seats_held

MOST_LINES = 10_000  # of talk at a table
_SILENT = ("log.stock_round", "log.operating_round", "log.phase", "log.game_over")


def act(
    slug: str,
    viewer: Viewer,
    data: Any,
    *,
    before: Sequence[Any] = (),
    request: str = "",
    revision: int | None = None,
) -> Table:
    """Play an action for the seat whose decision it is, and `before` it others of the same seat.

    Either all of them are played or none. `revision` is the table as the viewer saw it: if it has
    changed since, nothing is played. A request that was granted before is not played again.
    """
    check_text(request)
    try:
        return _act(slug, viewer, (*before, data), request, revision)
    except IntegrityError:
        raise Refusal("conflict", "web.moved_on") from None


@transaction.atomic
def _act(
    slug: str, viewer: Viewer, series: Sequence[Any], request: str, revision: int | None
) -> Table:
    table = locked(slug)
    if request and Granted.objects.filter(table=table, request=request).exists():
        return table
    if table.status != Table.Status.RUNNING:
        raise Refusal("conflict", "web.not_running")
    if table.actor not in seats_held(table, viewer):
        raise Refusal("forbidden", "web.not_yours")
    if revision is not None and revision != table.revision:
        raise Refusal("conflict", "web.moved_on")
    return _play(table, series, request)


@transaction.atomic
def act_for_bot(slug: str, seat: int, data: Any, revision: int) -> Table | None:
    """Play what a bot has decided, unless the table has moved on meanwhile."""
    table = locked(slug)
    if table.revision != revision or table.actor != seat or table.status != Table.Status.RUNNING:
        return None
    if not any(each.index == seat and each.bot for each in table.sitting):
        return None
    return _play(table, (data,), "", by_bot=True)


@transaction.atomic
def go_on(slug: str) -> Table:
    """Let programs act where a request had no time left for it."""
    table = locked(slug)
    return _play(table, (), "") if table.status == Table.Status.RUNNING else table


@transaction.atomic
def program(slug: str, viewer: Viewer, seat: int, data: Any) -> Table:
    """Leave something to the server; if it is the seat's turn already, it is done at once."""
    table = _for_seat(slug, viewer, seat)
    programming.keep(table, position(table), seat, data)
    return _play(table, (), "", seat)


@transaction.atomic
def cancel(slug: str, viewer: Viewer, number: int) -> Table:
    """Take a program away, or the note that it has ended."""
    table = locked(slug)
    held = seats_held(table, viewer)
    if not held:
        raise Refusal("forbidden", "web.no_seat")
    table.programs.filter(pk=number, seat__in=held).delete()
    return changed(table)


def _for_seat(slug: str, viewer: Viewer, seat: int) -> Table:
    table = locked(slug)
    if table.status != Table.Status.RUNNING:
        raise Refusal("conflict", "web.not_running")
    if seat not in seats_held(table, viewer):
        raise Refusal("forbidden", "web.no_seat")
    return table


def _play(
    table: Table,
    series: Sequence[Any],
    request: str,
    starter: int | None = None,
    *,
    by_bot: bool = False,
) -> Table:
    """Play a series, then what programs do; what `starter` does first counts as done by hand."""
    game = position(table)
    before, decided = standing_in.round_of(game), game.actor
    try:
        for data in series:
            if game.actor != table.actor:
                raise Refusal("forbidden", "web.not_yours")
            game.play(read_action(game, data))
    except (IllegalAction, BadInput) as error:
        raise Refusal("invalid", error) from None
    by_hand = len(game.history)
    done = programming.carry_on(table, game)
    new = game.history[table.length :]
    if new:
        table.moves.filter(number__gt=table.length).delete()  # nothing left to redo
    last = None
    for record in new:
        table.length += 1
        if table.length == by_hand + 1 and record.by == starter:
            by_hand += 1
        last = Move.objects.create(
            table=table,
            number=table.length,
            seat=record.by,
            action=msgspec.to_builtins(record.action),
            programmed=table.length > by_hand,
            by_bot=by_bot and table.length <= by_hand,
        )
    if request:
        Granted.objects.create(table=table, request=request, number=table.length)
    if table.deadline is not None:  # whoever was awaited is back
        table.votes.filter(kind=Vote.Kind.REPLACE).delete()
    standing_in.give_back(table, standing_in.done(table, before, decided, game))
    return settle(table, game, last.pk if last else None, unfinished=not done)


@transaction.atomic
def undo(slug: str, viewer: Viewer) -> Table:
    """Take the last action back, as far as the table's policy allows."""
    table = locked(slug)
    last = undoable(table, viewer)
    before = position(table)
    _announce_undo(table, viewer, last, before.history[last.number - 1 :])
    table.length = last.number - 1
    # Programs that were made later look at what is played from here on.
    table.programs.filter(since__gt=table.length).update(since=table.length)
    return settle(table, before.at(table.length), back=True)


def undoable(table: Table, viewer: Viewer) -> Move:
    """Return the action that a viewer may take back; a refusal says why there is none."""
    held = seats_held(table, viewer)
    if not held:
        raise Refusal("forbidden", "web.no_seat")
    if table.undo_policy == Table.Undo.NONE:
        raise Refusal("forbidden", "web.undo_none")
    if table.status == Table.Status.FINISHED and table.result is None:
        raise Refusal("conflict", "web.not_running")  # it was ended for good
    # What bots and programs did since is taken back too: otherwise they would do it again at once.
    last = last_by_hand(table)
    if last is None:
        raise Refusal("conflict", "web.no_undo")
    if table.undo_policy == Table.Undo.OWN and last.seat not in held:
        raise Refusal("forbidden", "web.undo_own")
    return last


def _announce_undo(table: Table, viewer: Viewer, last: Move, records: Sequence[Record]) -> None:
    """Tell the others who has taken what back."""
    if len({seat.person for seat in table.sitting if seat.person}) < 2:
        return
    who = next(seat.name for seat in table.sitting if viewer.holds(seat))
    game = position(table, last.number)
    lines = [m for m in records[0].log if m.id not in _SILENT]
    what = {
        language: told(Teller(game, language), lines[0]) if lines else str(records[0].action)
        for language in ("es", "en")
    }
    event = "undo" if len(records) == 1 else "undo_with"
    note(table, who, event, what=what, count=len(records) - 1)


@transaction.atomic
def redo(slug: str, viewer: Viewer) -> Table:
    """Play the action that was taken back again, with what programs did after it."""
    table = locked(slug)
    if not seats_held(table, viewer):
        raise Refusal("forbidden", "web.no_seat")
    game = position(table)
    for move in table.moves.filter(number__gt=table.length):
        if len(game.history) > table.length and not move.programmed:
            break
        try:
            game.play(read_action(game, move.action))
        except DieciochoError as error:
            raise Broken(error, len(game.history)) from None
    if len(game.history) == table.length:
        raise Refusal("conflict", "web.no_redo")
    table.length = len(game.history)
    return settle(table, game)


@transaction.atomic
def say(slug: str, viewer: Viewer, text: str) -> Table:
    """Say something at a table; who only looks on, with an account, talks aside."""
    table = locked(slug)
    held = [seat for seat in table.sitting if viewer.owns(seat)]
    if not held and viewer.user is None:
        raise Refusal("forbidden", "web.no_seat")
    if table.chat.count() >= MOST_LINES:
        raise Refusal("conflict", "web.full_chat")
    text = text.strip()
    check_text(text)
    if not text or len(text) > 500:
        raise Refusal("invalid", "web.message_length")
    name = held[0].name if held else viewer.user.get_username()[:40]
    ChatLine.objects.create(table=table, name=name, text=text, aside=not held)
    table.talk += 1  # not the revision: who is about to act is not disturbed
    table.save(update_fields=["talk", "changed_at"])
    return announced(table)
