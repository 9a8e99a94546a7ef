"""Finding tables and the positions of their games, which are kept at hand while they are used."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Any

import msgspec

from ...engine.actions import Action
from ...engine.errors import BadInput
from ...engine.game import Game, Header
from ...engine.save import decode_action
from ...games import rules_of
from ..models import Table
from .asking import Refusal, Viewer

_CACHE_SIZE = 200
_games: OrderedDict[int, tuple[int, int, Game]] = OrderedDict()  # revision, last move, game
_lock = threading.Lock()


def find(slug: str) -> Table:
    """Return a table by its unguessable id: whoever has the link may look."""
    table = Table.objects.filter(slug=slug).first()
    if table is None:
        raise Refusal("missing", "web.no_table")
    return table


def position(table: Table, at: int | None = None) -> Game:
    """Return the game of a running or finished table, now or after some actions."""
    if table.header is None:
        raise Refusal("conflict", "web.not_started")
    game = _present(table)
    if at is None:
        return game
    try:
        return game.at(at)
    except BadInput as error:
        raise Refusal("invalid", error) from None


def _present(table: Table) -> Game:
    """Return an independent copy of the game at the table's present revision."""
    with _lock:
        entry = _games.get(table.pk)
        if entry is not None and entry[0] == table.revision:
            _games.move_to_end(table.pk)
            return entry[2].copy()
    game = replay(table, entry)
    remember(table, game)
    return game.copy()


def _last_move(table: Table, number: int) -> int:
    """Return the key of the move with a number, 0 if there is none."""
    return table.moves.filter(number=number).values_list("pk", flat=True).first() or 0


def remember(table: Table, game: Game, last: int | None = None) -> None:
    """Keep the game of a table at hand; `last` is the key of its last move where that is known."""
    if last is None:
        last = _last_move(table, len(game.history))
    with _lock:
        _games[table.pk] = (table.revision, last, game)
        _games.move_to_end(table.pk)
        while len(_games) > _CACHE_SIZE:
            _games.popitem(last=False)


def replay(table: Table, known: tuple[int, int, Game] | None = None) -> Game:
    """Play the moves of a table, going on from a known position if it still holds."""
    header = msgspec.convert(table.header, Header)
    game = Game(header, rules_of(header.game))
    if known is not None:
        done = len(known[2].history)
        # A move that was taken back and replaced has another key.
        if 0 < done <= table.length and _last_move(table, done) == known[1]:
            game = known[2].copy()
    for move in table.moves.filter(number__gt=len(game.history), number__lte=table.length):
        game.play(read_action(game, move.action))
    return game


def read_action(game: Game, data: Any) -> Action:
    """Decode an action that came as JSON data or in text notation."""
    if isinstance(data, str):
        return game.parse(data)
    action = decode_action(msgspec.json.encode(data), game.rules)
    assert isinstance(action, Action)
    return action


def seats_held(table: Table, viewer: Viewer) -> list[int]:
    """Return the seats for which a viewer may act."""
    return [seat.index for seat in table.sitting if viewer.holds(seat)]
