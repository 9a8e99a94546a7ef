"""What a game adds to the common table, asked for by its own types.

A game's policy, components, facts, rounds and turns are subclasses of the common ones. Here the
functions are made by which its rules ask for them: `policy = policy_of(Policy1888)`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from .definition import Definition
from .editions import Policy
from .state import Facts, Round, Turn

if TYPE_CHECKING:
    from .game import Game

P = TypeVar("P", bound=Policy)
D = TypeVar("D", bound=Definition)
F = TypeVar("F", bound=Facts)
R = TypeVar("R", bound=Round)
T = TypeVar("T", bound=Turn)


def policy_of(kind: type[P]) -> Callable[[Game], P]:
    """Make the function that returns how a game is played."""

    def policy(game: Game) -> P:
        chosen = game.policy
        assert isinstance(chosen, kind)
        return chosen

    return policy


def printed_of(kind: type[D]) -> Callable[[Game], D]:
    """Make the function that returns what is printed."""

    def printed(game: Game) -> D:
        definition = game.definition
        assert isinstance(definition, kind)
        return definition

    return printed


def facts_of(kind: type[F]) -> Callable[[Game], F]:
    """Make the function that returns what else lies on the table."""

    def facts(game: Game) -> F:
        now = game.state.facts
        assert isinstance(now, kind)
        return now

    return facts


def round_of(kind: type[R]) -> Callable[[Game], R]:
    """Make the function that returns the round being played, which is of a kind."""

    def current_round(game: Game) -> R:
        current = game.state.round
        assert isinstance(current, kind)
        return current

    return current_round


def turn_of(kind: type[T]) -> Callable[[Game], T]:
    """Make the function that returns the operating turn being played."""

    def this_turn(game: Game) -> T:
        turn = game.state.turn
        assert isinstance(turn, kind)
        return turn

    return this_turn


this_turn = turn_of(Turn)  # of whatever kind
