"""Everything that must hold in any game, checked while it is played.

`Checker.after` is called after every action, `at_end` once; both raise CheckFailed (or
BrokenInvariant) with a text that says which action of which position is wrong.
"""

from __future__ import annotations

import random
from collections import Counter, deque
from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from .. import loads
from ..engine import invariants
from ..engine.actions import Action, Choice
from ..engine.audit import auditor_for
from ..engine.errors import IllegalAction
from ..engine.save import decode_action
from .wrong import mutants, stranger

if TYPE_CHECKING:
    from ..engine.game import Game
    from ..engine.state import State


class CheckFailed(AssertionError):
    """A game does not do what every game must do."""


def require(condition: bool, game: Game, text: str) -> None:
    if not condition:
        raise CheckFailed(f"after {len(game.history)} actions, {game!r}: {text}")


class Checker:
    """Checks a game; what is expensive is done in some positions only.

    In one of `every` positions (on average) all listed actions are tried, up to `most` of them,
    and as many that are not listed.
    """

    def __init__(self, game: Game, seed: int = 0, *, every: int = 8, most: int = 24) -> None:
        self.dice = random.Random(f"checks/{seed}")
        self.every = every
        self.most = most
        self.tried = 0
        self.reasons: Counter[str] = Counter()  # why actions were refused, how often
        self.auditor = auditor_for(game)
        self._earlier: deque[Action] = deque(maxlen=200)  # legal once, tried at other times

    def after(self, game: Game) -> None:
        """Check a position; the game is left as it is."""
        invariants.check(game)
        if game.history:
            self.auditor.after(game)
        if game.over:
            require(not game.legal_actions(), game, "actions are listed after the end")
            self._refused(game, game.history[-1].action, game.state.copy())
            return
        if self.dice.randrange(self.every):
            return
        choices = game.legal_actions()
        require(bool(choices), game, "no action is listed")
        before = game.state.copy()
        listed = self.dice.sample(choices, min(self.most, len(choices)))
        for choice in listed:
            self._accepted(game, choice, before)
        for action in self._outside(game, choices):
            self._refused(game, action, before)
        for choice in choices:
            if choice.open:
                self._judged(game, choice, before)
        self._wrong_player(game, choices[0], before)

    def at_end(self, game: Game) -> None:
        """Check undo and redo, saving and loading, and the text form of every action."""
        self._round_trips(game)
        again = loads(game.to_json())
        require(again.state == game.state, game, "a loaded game is not equal to the saved one")
        require(again.log_lines("es") == game.log_lines("es"), game, "the loaded log differs")
        again_copy = game.copy()
        while again_copy.history:
            again_copy.undo()
        fresh = type(game)(game.header, game.rules)
        require(again_copy.state == fresh.state, game, "undoing everything is not the start")
        for _ in game.history:
            again_copy.redo()
        require(again_copy.state == game.state, game, "redoing everything is not the same game")
        require(again_copy.log_lines() == game.log_lines(), game, "the redone log differs")

    # --- inside ------------------------------------------------------------------------

    def _accepted(self, game: Game, choice: Choice, before: State) -> None:
        for action in _samples(choice, self.dice):
            self.tried += 1
            copy = game.copy()
            try:
                copy.play(action, by=game.actor)
            except IllegalAction as error:
                raise CheckFailed(f"{game!r}: listed but refused: {action}: {error}") from error
            invariants.check(copy)
            require(choice.allows(action), game, f"the choice does not allow {action}")
            _same(game, before, f"playing {action} on a copy changed the original")
            require(len(copy.history) == len(game.history) + 1, game, "history of a copy")

    def _outside(self, game: Game, choices: list[Choice]) -> Iterator[Action]:
        """Yield actions that no listed choice stands for."""
        seen: set[Action] = set()
        picked = self.dice.sample(choices, min(self.most, len(choices)))
        wrong: list[Action] = list(self._earlier)
        for choice in picked:
            wrong += [choice.at(p) for p in _beyond(choice)]
            wrong += mutants(game, choice, self.dice, 4)
        wrong += [stranger(game, self.dice) for _ in range(self.most)]
        for action in wrong:
            if action not in seen and not any(c.allows(action) for c in choices):
                seen.add(action)
                yield action
        self._earlier.extend(choice.action for choice in picked[:8])

    def _refused(self, game: Game, action: Action, before: State) -> None:
        try:
            game.copy().play(action)
        except IllegalAction as error:
            self.reasons[error.reason] += 1
            require(bool(error.rule), game, f"{action} is refused without a rule")
            game.rules.rule_text(error.rule)
        else:
            require(False, game, f"not listed but accepted: {action}")
        _same(game, before, f"trying {action} changed the game")

    def _judged(self, game: Game, choice: Choice, before: State) -> None:
        """Try what an open choice may stand for: it is played or refused with a rule."""
        for action in mutants(game, choice, self.dice, self.most):
            try:
                copy = game.copy().play(action)
            except IllegalAction as error:
                self.reasons[error.reason] += 1
                game.rules.rule_text(error.rule)
            else:
                invariants.check(copy)
            _same(game, before, f"trying {action} changed the game")

    def _wrong_player(self, game: Game, choice: Choice, before: State) -> None:
        other = (game.step.actor(game) + 1) % len(game.players)
        count = len(game.history)
        try:
            game.play(choice, by=other)
        except IllegalAction as error:
            self.reasons[error.reason] += 1
            require(bool(error.rule), game, "the wrong player is refused without a rule")
        else:
            require(False, game, "somebody acted out of turn")
        _same(game, before, "acting out of turn changed the game")
        require(len(game.history) == count, game, "a refused action is in the history")

    def _round_trips(self, game: Game) -> None:
        for record in game.history:
            action = record.action
            text = str(action)
            read = game.parse(text)
            require(read == action, game, f"{text!r} is read as {read!r}, written from {action!r}")
            data = msgspec.json.encode(action)
            require(decode_action(data, game.rules) == action, game, f"JSON of {action}")


def _same(game: Game, before: State, text: str) -> None:
    if game.state != before:
        raise CheckFailed(f"{game!r}: {text}: {game.state.differences(before)}")


def _samples(choice: Choice, dice: random.Random) -> list[Action]:
    """Return the action of a choice; of a range the ends and one in between."""
    if choice.low is None or choice.high is None:
        return [choice.action]
    middle = dice.randrange(choice.low, choice.high + 1, choice.step)
    last = choice.high - (choice.high - choice.low) % choice.step
    return [choice.at(price) for price in dict.fromkeys((choice.low, middle, last))]


def _beyond(choice: Choice) -> list[int]:
    if choice.low is None or choice.high is None:
        return []
    return [choice.low - 1, choice.high + 1]
