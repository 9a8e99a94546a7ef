"""A computer player that is another program, started and asked by the protocol."""

from __future__ import annotations

import queue
import shlex
import subprocess
import threading
import time
from typing import TYPE_CHECKING

import msgspec

from ..engine.errors import BadInput, DieciochoError, clip
from ..engine.save import decode_action
from .base import Bot
from .guard import MOVE_SECONDS, Fault, instead, legal
from .protocol import READY, WANTS_LEGAL, write_action

if TYPE_CHECKING:
    from ..engine.actions import Action
    from ..engine.game import Game, Header

EXEC = "exec:"
START_SECONDS = 30.0  # for the greeting: a program may have much to load


class Program:
    """A running program, and what it has been told of a game.

    Two threads carry the lines, so that a program that neither reads nor writes blocks nobody.
    """

    def __init__(self, command: str) -> None:
        self._wants_legal = False
        self._told: list[Action] = []
        self._header: Header | None = None
        self._to: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._from: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        try:
            self._process = subprocess.Popen(
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                encoding="utf-8",
                errors="replace",
            )
        except (OSError, ValueError) as error:
            raise Fault(f"cannot start {command}: {error}") from None
        for work in (self._write, self._read):
            threading.Thread(target=work, daemon=True).start()

    def greet(self) -> None:
        deadline = time.monotonic() + START_SECONDS
        self._to.put("dieciocho")
        while (line := self._line(deadline)) != READY:
            self._wants_legal |= line == WANTS_LEGAL

    def choose(self, game: Game, seed: int, seconds: float) -> tuple[Action, float]:
        """Return what the program plays, and the CPU seconds that it says it needed."""
        deadline = time.monotonic() + seconds
        self._follow(game)
        if self._wants_legal:
            self._to.put(f"legal {msgspec.json.encode(game.legal_actions()).decode()}")
        self._to.put(f"go time {round(seconds * 1000)} seed {seed}")
        spent = 0.0
        while True:
            word, _, rest = self._line(deadline).partition(" ")
            if word == "best":
                break
            if word == "error":
                raise Fault(rest)
            name, _, value = rest.partition(" ")
            if word == "info" and name == "cpu":
                spent = _milliseconds(value)
        try:
            action = decode_action(rest.encode(), game.rules)
        except DieciochoError as error:
            raise Fault(str(error)) from None
        return legal(game, action), spent

    def end(self) -> None:
        self._to.put(None)
        self._process.kill()
        self._process.wait()

    def _follow(self, game: Game) -> None:
        """Tell the program what has been played since it was asked last."""
        actions = [record.action for record in game.history]
        if game.header != self._header:
            self._to.put(f"new {msgspec.json.encode(game.header).decode()}")
            self._header, self._told = game.header, []
        same = 0
        for told, action in zip(self._told, actions, strict=False):
            if told is not action and told != action:
                break
            same += 1
        if same < len(self._told):
            self._to.put(f"position {same}")
        for action in actions[same:]:
            self._to.put(f"play {write_action(action)}")
        self._told = actions

    def _line(self, deadline: float) -> str:
        try:
            line = self._from.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            raise Fault("no answer in time") from None
        if line is None:
            raise Fault("the program has ended")
        return line.strip()

    def _write(self) -> None:
        assert self._process.stdin is not None
        try:
            while (line := self._to.get()) is not None:
                self._process.stdin.write(line + "\n")
                self._process.stdin.flush()
        except OSError:
            return  # it has ended: whoever waits for its answer is told so

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._from.put(line)
        self._from.put(None)


def _milliseconds(text: str) -> float:
    try:
        return float(text) / 1000
    except ValueError:
        raise Fault(f"info cpu {clip(text)}") from None


_running: dict[str, Program] = {}  # by command: all seats of a process ask the same one


class ProgramBot(Bot):
    """Asks a program. One that fails loses its turn to a policy, and is started anew."""

    def __init__(self, command: str, seed: int = 0, seconds: float = MOVE_SECONDS) -> None:
        super().__init__(seed)
        if not command.strip():
            raise BadInput("bots.no_command")
        self.name = EXEC + command
        self._command = command
        self._seconds = seconds

    def choose(self, game: Game) -> Action:
        self.spent_elsewhere = 0.0
        try:
            program = _running.get(self._command)
            if program is None:
                program = _running[self._command] = Program(self._command)
                program.greet()
            action, self.spent_elsewhere = program.choose(game, self.seed, self._seconds)
            return action
        except Fault as fault:
            failed = _running.pop(self._command, None)
            if failed is not None:
                failed.end()
            return instead(self, game, fault)
