"""The auditor: recounts the table after every action, without the rules' own code.

Each game's `audit.py` has an `Auditor` that works out from the rulebook, slowly and plainly, what
an action must have done to money, prices, holdings and the order of play, and compares that with
what lies there. It reads the printed figures (the definition), the table before and after, the
action and what the log tells of it, and calls no function of the engine or of the rules: what it
shares with them is data only, so that a mistake would have to be made twice to pass.

`Claims`, `Markers` and `follow` are what several auditors count with: they know no rule of a game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from .definition import Definition
    from .game import Game as Game
    from .game import Record as Record
    from .state import State
    from .text import Message
    from .tiles import Placed as Placed
    from .tiles import Stop as Stop
    from .tiles import Tile as Tile


class AuditFailed(AssertionError):
    """What was done differs from what the rulebook says should have been done."""


class Auditor:
    """Watches one game; a game's own auditor says what each action had to do."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.before: State = game.state.copy()
        self.checked = 0  # comparisons made, so that an idle auditor is noticed

    def after(self, game: Game) -> None:
        """Recount the table after the last action of a game."""
        self.game = game
        self.recount(self.before, game.history[-1], game.state)
        self.before = game.state.copy()

    def recount(self, before: State, record: Record, now: State) -> None:
        """Compare what an action did with what it had to do."""

    def same(self, what: str, expected: Any, found: Any) -> None:
        """Require that the table shows what was worked out."""
        self.checked += 1
        if expected != found:
            raise AuditFailed(f"{self._where()}: {what}: expected {expected!r}, found {found!r}")

    def alike(self, what: str, expected: Mapping[Any, Any], found: Mapping[Any, Any]) -> None:
        """Require that two tables hold the same under every key."""
        if expected == found:
            self.checked += len(found)
            return
        for key in {**expected, **found}:
            self.same(f"{what} of {key}", expected.get(key), found.get(key))

    def fields(self, what: str, names: Sequence[str], expected: Any, found: Any) -> None:
        """Require that some fields of two structs are the same, and that both are there."""
        self.same(f"there is a {what}", expected is None, found is None)
        for name in names if expected is not None else ():
            self.same(f"{what}: {name}", getattr(expected, name), getattr(found, name))

    def require(self, condition: bool, text: str) -> None:
        self.checked += 1
        if not condition:
            raise AuditFailed(f"{self._where()}: {text}")

    def _where(self) -> str:
        count = len(self.game.history)
        last = self.game.history[-1].action if count else "the set-up"
        return f"action {count} ({last})"


def auditor_for(game: Game) -> Auditor:
    """Return the auditor of a game, who begins with the table as it lies there."""
    module = type(game.rules).__module__.rpartition(".")[0] + ".audit"
    if find_spec(module) is None:
        return Auditor(game)  # a game may come without one: nothing is recounted
    auditor: Auditor = import_module(module).Auditor(game)
    return auditor


class Claims:
    """What the log tells of one action, read line by line: each line has to be expected."""

    def __init__(self, auditor: Auditor, log: Sequence[Message]) -> None:
        self._auditor = auditor
        self._lines = list(log)

    def next_is(self, line: str, **params: Any) -> bool:
        """Tell whether the next line is this one, with at least these parameters."""
        if not self._lines or self._lines[0].id != "log." + line:
            return False
        told = self._lines[0].params
        return all(told.get(name) == value for name, value in params.items())

    def coming(self, line: str) -> list[dict[str, Any]]:
        """Return what the next lines tell, as far as they are of one kind."""
        found = []
        for message in self._lines:
            if message.id != "log." + line:
                break
            found.append(message.params)
        return found

    def more(self) -> bool:
        """Tell whether there is a line that was not read yet."""
        return bool(self._lines)

    def take(self, line: str, **params: Any) -> dict[str, Any]:
        """Require that the next line is this one and tells the same; return all it tells."""
        told = self._lines[0] if self._lines else None
        found = None if told is None else told.id.removeprefix("log.")
        self._auditor.same("the next line of the log", line, found)
        assert told is not None
        for name, value in params.items():
            self._auditor.same(f"{line}: {name}", value, told.params.get(name))
        self._lines.pop(0)
        return told.params

    @property
    def done(self) -> bool:
        """Tell whether all was read."""
        return not self._lines

    def told(self, name: str) -> Any:
        """Return what the next line tells under a name; None if there is no line."""
        return self._lines[0].params.get(name) if self._lines else None

    def close(self) -> None:
        """Require that all was read."""
        self._auditor.same("lines of the log without a reason", [], self._lines)


Place = tuple[int, int]  # row and column of the market


class Markers:
    """The price markers: where they lie, and which lies upon which."""

    def __init__(self, definition: Definition, state: State) -> None:
        printed = definition.market.cells
        self.cells = {(cell.row, cell.column): cell for cell in printed}
        places = [(cell.row, cell.column) for cell in printed]
        self.at: dict[str, Place] = {c: places[i] for c, i in state.cell.items()}
        self.stacks: dict[Place, list[str]] = {
            places[i]: list(stack) for i, stack in state.stacks.items() if stack
        }

    def price(self, company: str) -> int:
        return self.cells[self.at[company]].price

    def put(self, company: str, place: Place) -> None:
        """Move a marker under those of its new place; one that stays keeps its place."""
        old = self.at.get(company)
        if old == place:
            return
        if old is not None:
            self.stacks[old].remove(company)
            if not self.stacks[old]:
                del self.stacks[old]
        self.at[company] = place
        self.stacks.setdefault(place, []).append(company)


STOP = 6  # ends of track below it are sides of the hex, STOP + k is its stop k


class Way(NamedTuple):
    """A route on the board: the stops in order, and each piece of track as hex and two ends."""

    stops: list[tuple[str, int]]
    pieces: list[tuple[str, int, int]]
    sides: list[frozenset[tuple[str, int]]]  # crossed, each as seen from both hexes


def track_of(placed: Placed) -> set[frozenset[int]]:
    """Return the pieces of track of a tile as it lies, each as its two ends."""
    turned = placed.rotation
    return {
        frozenset(end if end >= STOP else (end + turned) % 6 for end in piece)
        for piece in placed.tile.track
    }


def follow(definition: Definition, board: Sequence[Placed], path: str) -> Way:
    """Follow a route text (`F16.0-G15-H14.0`) on the board; ValueError where no track leads on."""
    points = [piece.partition(".") for piece in path.split("-")]
    way = Way([], [], [])
    entry: int | None = None
    for number, (name, dot, stop) in enumerate(points):
        spot = definition.hexes[name]
        leave: int | None = None
        if number + 1 < len(points):
            there = definition.hexes[points[number + 1][0]]
            leave = spot.neighbours.index(there.index)
            back = there.neighbours.index(spot.index)
            way.sides.append(frozenset({(name, leave), (there.name, back)}))
        ends = [side for side in (entry, leave) if side is not None]
        used = [(end, STOP + int(stop)) for end in ends] if dot else [tuple(ends)]
        if dot:
            way.stops.append((name, int(stop)))
        track = track_of(board[spot.index])
        for one, two in used:
            if frozenset((one, two)) not in track:
                raise ValueError(f"{path}: no track in {name} joins {one} and {two}")
            way.pieces.append((name, min(one, two), max(one, two)))
        entry = back if leave is not None else None
    return way
