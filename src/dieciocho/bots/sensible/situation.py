"""What the player looks at while deciding: the position, his seat, what is legal."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from ...engine.actions import LayTile, Pass
from ...engine.symmetry import fold
from ..base import Bot, declined_before
from .advice import Advice, advice_for

if TYPE_CHECKING:
    from ...engine.actions import Action, Choice
    from ...engine.game import Game

A = TypeVar("A", bound="Action")


class Situation:
    """One decision of one player."""

    def __init__(self, game: Game, bot: Bot, light: bool = False) -> None:
        self.game = game
        self.state = game.state
        self.seat = game.step.actor(game)
        self.light = light  # no routes are searched for what is only considered
        self._bot = bot
        self._listed: dict[type[Action], list[Choice]] = {}

    @cached_property
    def dice(self) -> random.Random:
        return self._bot.dice(self.game)

    @cached_property
    def taste(self) -> random.Random:
        """The same for the whole game: bots of one kind differ a little."""
        return random.Random(f"{self._bot.seed}/taste")

    @cached_property
    def choices(self) -> list[Choice]:
        """Everything that is legal, save what was declined before."""
        return [c for c in self.game.legal_actions() if not declined_before(self.game, c)]

    @cached_property
    def advice(self) -> Advice:
        return advice_for(self.game)

    @property
    def cash(self) -> int:
        return self.state.cash[self.seat]

    @property
    def company(self) -> str:
        """Return the company whose turn it is."""
        assert self.state.turn is not None
        return self.state.turn.company

    @property
    def treasury(self) -> int:
        return self.state.cash[self.company]

    def of(self, kind: type[A]) -> Iterator[tuple[A, Choice]]:
        """Yield the legal actions of one kind with their choices."""
        for choice in self._of(kind):
            assert isinstance(choice.action, kind)
            yield choice.action, choice

    def _of(self, kind: type[Action]) -> list[Choice]:
        """List the legal actions of one kind only: listing others may be much work."""
        found = self._listed.get(kind)
        if found is None:
            found = self._listed[kind] = self._list(kind)
        return found

    def _list(self, kind: type[Action]) -> list[Choice]:
        if "choices" in self.__dict__:  # all have been listed already
            return [choice for choice in self.choices if type(choice.action) is kind]
        game, step = self.game, self.game.step
        listed = [c for m in step.moves if m.action is kind for c in m.legal(game, step)]
        if kind is LayTile:
            return fold(game, listed)
        return [choice for choice in listed if not declined_before(game, choice)]

    @property
    def may_pass(self) -> bool:
        return bool(self._of(Pass))

    def passing(self) -> Action:
        """Return a pass; the first action where something has to be done."""
        return Pass() if self.may_pass else self.choices[0].action

    def own_companies(self) -> list[str]:
        """Return the companies of which the player is director."""
        return [c for c, seat in self.state.president.items() if seat == self.seat]
