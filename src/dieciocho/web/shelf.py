"""Games kept at hand while their tables are used: in processes that answer, and that think.

Nothing here knows the database: whoever asks brings the moves of the table.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable
from typing import Any, NamedTuple, Protocol

import msgspec

from ..engine.errors import BadInput, DieciochoError
from ..engine.game import Game, Header
from ..engine.save import check_header, decode_action
from ..games import rules_of


class Unplayable(DieciochoError):
    """The stored course of a table cannot be played, or only a part of it: `game`."""

    def __init__(self, game: Game | None, why: DieciochoError) -> None:
        super().__init__(game, why)
        self.game = game
        self.why = why

    def __reduce__(self) -> tuple[Any, ...]:
        return Unplayable, (None, self.why)  # from a thinking process comes the reason alone

    def __str__(self) -> str:
        return str(self.why)

    def said(self, language: str) -> str:
        return self.why.said(language)


class Course(Protocol):
    """What was played at a table; moves are numbered from 1, each has a key of its own."""

    @property
    def table(self) -> int: ...
    @property
    def revision(self) -> int: ...
    @property
    def header(self) -> Any: ...
    @property
    def length(self) -> int: ...
    def key(self, number: int) -> int: ...
    def after(self, number: int) -> Iterable[Any]: ...


class _Kept(NamedTuple):
    revision: int
    last: int  # key of the last move
    header: Any  # names in it change when somebody goes
    game: Game


class Shelf:
    """The games used last, by table."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._kept: OrderedDict[int, _Kept] = OrderedDict()
        self._lock = threading.Lock()

    def game(self, course: Course) -> Game:
        """Return an independent copy of the game, played on from what is known of it."""
        with self._lock:
            known = self._kept.get(course.table)
        if known is None or known.revision != course.revision:
            known = self.keep(course, replayed(course, known))
        return known.game.copy()

    def keep(self, course: Course, game: Game, last: int | None = None) -> _Kept:
        """Keep a game at hand; `last` is the key of its last move where that is known."""
        if last is None:
            last = course.key(len(game.history)) if game.history else 0
        kept = _Kept(course.revision, last, course.header, game)
        with self._lock:
            self._kept[course.table] = kept
            self._kept.move_to_end(course.table)
            while len(self._kept) > self._size:
                self._kept.popitem(last=False)
        return kept

    def clear(self) -> None:
        with self._lock:
            self._kept.clear()


def replayed(course: Course, known: _Kept | None = None) -> Game:
    """Play the moves of a table, going on from a known position if it still holds."""
    done = len(known.game.history) if known else 0
    same = known is not None and known.header == course.header
    # A move that was taken back and replaced has another key.
    if known is not None and same and 0 < done <= course.length and course.key(done) == known.last:
        game = known.game.copy()
    else:
        game = _begun(course.header)
    for action in course.after(len(game.history)):
        try:
            game.play(decode_action(msgspec.json.encode(action), game.rules))
        except DieciochoError as error:
            raise Unplayable(game, error) from error
    if len(game.history) < course.length:
        raise Unplayable(game, BadInput("web.move_missing"))
    return game


def _begun(data: Any) -> Game:
    """Start the game of a table; what this program cannot play is not begun."""
    try:
        header = msgspec.convert(data, Header)
        rules = rules_of(header.game)
        check_header(header, rules)
    except msgspec.ValidationError as error:
        raise Unplayable(None, BadInput("input.cannot_start", why=error)) from error
    except BadInput as error:
        raise Unplayable(None, error) from error
    return Game(header, rules)
