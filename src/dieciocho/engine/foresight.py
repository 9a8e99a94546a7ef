"""What an action would do: it is tried on a copy, and nothing of it has happened."""

from __future__ import annotations

from functools import cached_property

from .actions import Action
from .game import Game, Play
from .shares import Transfer
from .state import Owner
from .text import Message


class Foresight:
    """A legal action carried out on a copy.

    `game` is the copy right after the action, before anything that follows by itself; it is not to
    be played on. `log` is what was said until then, `transfers` the shares that changed hands.
    """

    def __init__(self, game: Game, action: Action) -> None:
        trial = Play(game.copy())
        trial.act(action)
        self.action = action
        self.before = game
        self.game: Game = trial
        self.log: tuple[Message, ...] = trial.said
        self.transfers: tuple[Transfer, ...] = tuple(trial.transfers)

    @property
    def gains(self) -> dict[Owner, int]:
        """Who would have more money than before, or less, and by how much."""
        cash, after = self.before.state.cash, self.game.state.cash
        return {owner: after[owner] - had for owner, had in cash.items() if after[owner] != had}

    @property
    def told(self) -> tuple[Message, ...]:
        """What the log would say, with what follows until somebody else's turn begins."""
        return self._followed[0]

    @property
    def later(self) -> Game:
        """The game after what follows; it is not to be played on either."""
        return self._followed[1]

    @cached_property
    def _followed(self) -> tuple[tuple[Message, ...], Game]:
        trial = Play(self.game.copy())
        turn, told = _turn(trial), self.log
        settled = True
        while settled and trial.state.agenda:
            settled = trial.step.settle(trial)  # one that goes on may have said something, too
            if _turn(trial) != turn:
                break
            told = self.log + trial.said
        return told, trial


def _turn(game: Game) -> tuple[object, ...]:
    """Tell turns apart: of companies, and of players in a round."""
    current, turn = game.state.round, game.state.turn
    company = turn.company if turn is not None else ""
    return (current.kind, current.number, current.part, current.index, company)
