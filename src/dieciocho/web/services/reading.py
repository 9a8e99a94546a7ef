"""Finding tables and the positions of their games, which are kept at hand while they are used."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import msgspec

from ...engine.actions import Action
from ...engine.errors import BadInput
from ...engine.game import Game
from ...engine.save import decode_action
from ..models import Move, Table
from ..shelf import Shelf, Unplayable, replayed
from .asking import Broken, Refusal, Viewer

games = Shelf(200)
EXAMPLES = 3  # of what can be written, for who wrote what cannot be read


class _Played(NamedTuple):
    """The course of a table, as the database has it."""

    row: Table

    @property
    def table(self) -> int:
        return self.row.pk

    @property
    def revision(self) -> int:
        return self.row.revision

    @property
    def header(self) -> Any:
        return self.row.header

    @property
    def length(self) -> int:
        return self.row.length

    def key(self, number: int) -> int:
        return key_of(self.row, number)

    def after(self, number: int) -> Iterable[Any]:
        moves = self.row.moves.filter(number__gt=number, number__lte=self.row.length)
        for expected, row in enumerate(moves.values_list("number", "action"), number + 1):
            if row[0] != expected:  # what comes after a gap is not what was played
                return
            yield row[1]


def key_of(table: Table, number: int) -> int:
    """Return the key of the move with a number, 0 if there is none."""
    return table.moves.filter(number=number).values_list("pk", flat=True).first() or 0


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
    try:
        game = games.game(_Played(table))
    except Unplayable as error:
        good = error.game
        if good is None or at is None or at > len(good.history):
            raise Broken(error.why, None if good is None else len(good.history)) from None
        game = good
    if at is None:
        return game
    try:
        return game.at(at)
    except BadInput as error:
        raise Refusal("invalid", error) from None


def remember(table: Table, game: Game, last: int | None = None) -> None:
    """Keep the game of a table at hand; `last` is the key of its last move where that is known."""
    games.keep(_Played(table), game, last)


def replay(table: Table) -> Game:
    """Play the moves of a table from the start."""
    try:
        return replayed(_Played(table))
    except Unplayable as error:
        raise Broken(error.why, len(error.game.history) if error.game else None) from None


def read_action(game: Game, data: Any) -> Action:
    """Decode an action that came as JSON data or in text notation."""
    if isinstance(data, str):
        return _parsed(game, data)
    try:
        text = msgspec.json.encode(data)
    except (RecursionError, ValueError, OverflowError):  # lists in lists, half of a character
        raise BadInput("web.no_action") from None
    action = decode_action(text, game.rules)
    assert isinstance(action, Action)
    return action


def _parsed(game: Game, text: str) -> Action:
    """Read text notation; who writes what cannot be read is told what can be written now."""
    try:
        return game.parse(text)
    except BadInput as error:
        if error.id != "input.unread_action":
            raise
        first: dict[type[Action], str] = {}
        for choice in game.legal_actions():
            first.setdefault(type(choice.action), str(choice))
        examples = "; ".join([*first.values()][:EXAMPLES])
        raise BadInput("web.unread_action", text=text, examples=examples) from None


def last_by_hand(table: Table) -> Move | None:
    """Return the last move that a person made: bots and programs only follow."""
    moves = table.moves.filter(number__lte=table.length, programmed=False, by_bot=False)
    return moves.order_by("-number").first()


def programmed(table: Table) -> set[int]:
    """Return the numbers of the moves that programs made."""
    return set(table.moves.filter(programmed=True).values_list("number", flat=True))


def seats_held(table: Table, viewer: Viewer) -> list[int]:
    """Return the seats for which a viewer may act."""
    return [seat.index for seat in table.sitting if viewer.holds(seat)]
