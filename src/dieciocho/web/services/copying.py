"""Making tables of games that exist already: what-ifs, read games, rematches."""

from __future__ import annotations

from typing import Any

import msgspec
from django.db import transaction

from ...engine.game import Game, Record
from ..models import Move, Seat, Table
from .asking import Refusal, Viewer, check_text
from .gathering import offered_options, offered_rules, start
from .keeping import locked, settle
from .reading import find, position


def branch(slug: str, viewer: Viewer, at: int, *, bots: bool = False, rivals: str = "") -> Table:
    """Open a private copy of a position: "what if". All seats are the viewer's.

    With `bots`, those that bots have played go on being played by them until they are taken; with
    `rivals`, bots of that name play all seats but that of who decides there.
    """
    viewer.check_may_open()
    source = find(slug)
    title = f"{source.title} – {at}"
    origin = {"branched_from": source, "branched_at": at}
    played = {seat.index: seat.bot for seat in source.sitting if seat.bot and not seat.person}
    game = position(source, at)
    if rivals:
        played = {n: rivals for n in range(len(game.header.players)) if n != game.actor}
    return _table(viewer, game, title, played if bots or rivals else {}, **origin)


def adopt(viewer: Viewer, game: Game, title: str = "", bot: str = "") -> Table:
    """Make a table of a game that was read from a file; a bot takes all seats but the actor's."""
    offered_rules(game.header.game)
    seats = range(len(game.header.players))
    own = [game.actor] if game.actor in seats else seats
    bots = {seat: bot for seat in seats if bot and seat not in own}
    return _table(viewer, game, title.strip() or game.rules.title, bots)


@transaction.atomic
def rematch(slug: str, viewer: Viewer) -> Table:
    """Gather the people of a finished game again: same game and options, seats turned by one.

    The others are asked first; where nobody is to be asked the game starts at once.
    """
    source = locked(slug)
    seats = list(source.seats.order_by("index"))
    if not any(viewer.owns(seat) for seat in seats):
        raise Refusal("forbidden", "web.no_seat")
    if source.status != Table.Status.FINISHED:
        raise Refusal("conflict", "web.not_finished")
    known = source.rematches.first()
    if known is not None:
        return known
    viewer.check_may_open()
    offered = offered_options(offered_rules(source.game))  # what chance decided is decided anew
    table = Table.objects.create(
        title=source.title,
        game=source.game,
        edition=source.edition,
        options={name: value for name, value in source.options.items() if name in offered},
        public=source.public,
        undo_policy=source.undo_policy,
        deadline=source.deadline,
        rematch_of=source,
    )
    for index, seat in enumerate([*seats[1:], seats[0]]):
        mine = viewer.owns(seat)
        Seat.objects.create(
            table=table,
            index=index,
            name=seat.name,
            owner=seat.owner,
            guest=seat.guest,
            bot="" if seat.person else seat.bot,
            host=mine and not table.seats.filter(host=True).exists(),
            ready=mine or not seat.person,
        )
    return start(table.slug, viewer) if not table.seats.filter(ready=False).exists() else table


@transaction.atomic
def _table(viewer: Viewer, game: Game, title: str, bots: dict[int, str], **origin: Any) -> Table:
    """Make a table of a game; bots play some of its seats, in a what-if only for the viewer."""
    viewer.check_may_open()
    check_text(title)
    header = game.header
    table = Table.objects.create(
        title=title[:80],
        game=header.game,
        edition=header.edition,
        seed=header.seed,
        options=header.options,
        header=msgspec.to_builtins(header),
        status=Table.Status.RUNNING,
        length=len(game.history),
        **origin,
    )
    for index, name in enumerate(header.players):
        bot = bots.get(index, "")
        mine = not bot or "branched_from" in origin
        Seat.objects.create(
            table=table,
            index=index,
            name=name[:40],
            owner=viewer.user if mine else None,
            guest=viewer.guest if mine and not viewer.user else "",
            bot=bot,
            until=Seat.Until.GOOD if bot and mine else "",
            host=index == min(set(range(len(header.players))) - set(bots), default=0),
        )
    Move.objects.bulk_create(
        _move(table, n, r, r.by in bots) for n, r in enumerate(game.history, 1)
    )
    return settle(table, game)


def _move(table: Table, number: int, record: Record, by_bot: bool) -> Move:
    action = msgspec.to_builtins(record.action)
    return Move(table=table, number=number, seat=record.by, action=action, by_bot=by_bot)
