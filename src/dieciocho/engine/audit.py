"""The auditor: recounts the table after every action, without the rules' own code.

Each game's `audit.py` has an `Auditor` that works out from the rulebook, slowly and plainly, what
an action must have done to money, prices, holdings and the order of play, and compares that with
what lies there. It reads the printed figures (the definition), the table before and after, the
action and what the log tells of it, and calls no function of the engine or of the rules: what it
shares with them is data only, so that a mistake would have to be made twice to pass.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .game import Game, Record
    from .state import State


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
        raise NotImplementedError

    def same(self, what: str, expected: Any, found: Any) -> None:
        """Require that the table shows what was worked out."""
        self.checked += 1
        if expected != found:
            raise AuditFailed(f"{self._where()}: {what}: expected {expected!r}, found {found!r}")

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
    package = type(game.rules).__module__.rpartition(".")[0]
    auditor: Auditor = import_module(f"{package}.audit").Auditor(game)
    return auditor
