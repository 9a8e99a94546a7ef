"""Making tables of games that exist already; who makes one plays all its seats."""

from __future__ import annotations

from typing import Any

import msgspec
from django.db import transaction

from ...engine.game import Game
from ..models import Move, Seat, Table
from .asking import Viewer, check_text
from .gathering import offered_rules
from .keeping import settle
from .reading import find, position


def branch(slug: str, viewer: Viewer, at: int) -> Table:
    """Open a private copy of a position: "what if"."""
    viewer.check_may_open()
    source = find(slug)
    title = f"{source.title} – {at}"
    return _table(viewer, position(source, at), title, branched_from=source, branched_at=at)


def adopt(viewer: Viewer, game: Game, title: str = "", bot: str = "") -> Table:
    """Make a table of a game that was read from a file; a bot takes all seats but the actor's."""
    offered_rules(game.header.game)
    return _table(viewer, game, title.strip() or game.rules.title, bot)


@transaction.atomic
def _table(viewer: Viewer, game: Game, title: str, bot: str = "", **origin: Any) -> Table:
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
    seats = range(len(header.players))
    own = [game.actor] if bot and game.actor in seats else seats
    for index, name in enumerate(header.players):
        mine = index in own
        Seat.objects.create(
            table=table,
            index=index,
            name=name[:40],
            owner=viewer.user if mine else None,
            guest=viewer.guest if mine and not viewer.user else "",
            bot="" if mine else bot,
            host=index == own[0],
        )
    Move.objects.bulk_create(
        Move(table=table, number=n, seat=r.by, action=msgspec.to_builtins(r.action))
        for n, r in enumerate(game.history, 1)
    )
    return settle(table, game)
