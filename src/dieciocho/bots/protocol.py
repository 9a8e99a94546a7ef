"""A computer player as a program: lines in, lines out (docs/protocol.md)."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from typing import TextIO

import msgspec

from ..engine.actions import Action
from ..engine.errors import UNREADABLE, BadInput
from ..engine.game import Game, Header
from ..engine.save import begin, decode_action
from ..games import rules_of
from . import make_bot

PROTOCOL = 1
READY = "ready"
WANTS_LEGAL = "id wants legal"  # said by a program that knows no rules
SAFE = 0.8  # part of the time after which a bot that looks at the clock should answer


class Speaker:
    """Follows one game at a time and says what its bot would play."""

    def __init__(self, bot: str) -> None:
        make_bot(bot)  # complain at once about one that there is not
        self.bot = bot
        self._game: Game | None = None
        self._commands: dict[str, Callable[[str], Iterable[str]]] = {
            "dieciocho": self._greet,
            "new": self._new,
            "position": self._position,
            "play": self._play,
            "go": self._go,
            "quit": lambda words: (),
        }

    def answer(self, line: str) -> Iterator[str]:
        """Yield the answers to a line; whatever is wrong is answered, never raised."""
        word, _, rest = line.strip().partition(" ")
        if not word:
            return
        command = self._commands.get(word)
        try:
            if command is None:
                raise BadInput("bots.unknown_line", line=word, known=", ".join(self._commands))
            yield from command(rest.strip())
        except Exception as error:  # a fault of a bot, too, must not end the conversation
            yield f"error {' '.join(str(error).split()) or type(error).__name__}"

    @property
    def game(self) -> Game:
        if self._game is None:
            raise BadInput("bots.no_game")
        return self._game

    def _greet(self, words: str) -> Iterator[str]:
        yield f"id name {self.bot}"
        yield f"id protocol {PROTOCOL}"
        yield READY

    def _new(self, text: str) -> Iterable[str]:
        self._game = None
        try:
            header = msgspec.json.decode(text, type=Header)
        except UNREADABLE as error:
            raise BadInput("bots.header", why=error) from None
        self._game = begin(header, rules_of(header.game))
        return ()

    def _position(self, words: str) -> Iterable[str]:
        count, _, more = words.partition(" ")
        try:
            wanted = int(count)
            raw = msgspec.json.decode(more or "[]", type=list[msgspec.Raw])
        except (ValueError, *UNREADABLE) as error:
            raise BadInput("bots.position_form", why=error) from None
        actions = [decode_action(data, self.game.rules) for data in raw]
        game = self.game.at(wanted)
        for action in actions:
            game.play(action)
        self._game = game
        return ()

    def _play(self, text: str) -> Iterable[str]:
        game = self.game
        game.play(decode_action(text.encode(), game.rules) if text[:1] == "{" else text)
        return ()

    def _go(self, words: str) -> Iterator[str]:
        asked = _numbers(words)
        if self.game.over:
            raise BadInput("bots.over")
        began = time.process_time()
        bot = make_bot(self.bot, asked.get("seed", 0))
        if "time" in asked:
            bot.patience = SAFE * asked["time"] / 1000
        action = bot.choose(self.game)
        yield f"info cpu {(time.process_time() - began) * 1000:.3f}"
        yield f"best {write_action(action)}"


def _numbers(words: str) -> dict[str, int]:
    """Read what `go` is followed by: names and whole numbers."""
    parts = words.split()
    names, values = parts[::2], parts[1::2]
    try:
        if len(names) == len(values) and set(names) <= {"time", "seed"}:
            return {name: int(value) for name, value in zip(names, values, strict=True)}
    except ValueError:
        pass
    raise BadInput("bots.go_form", words=words)


def write_action(action: Action) -> str:
    return msgspec.json.encode(action).decode()


def serve(bot: str, lines: TextIO, answers: TextIO) -> None:
    """Answer line by line until `quit` or the end of the input."""
    speaker = Speaker(bot)
    for line in lines:
        for answer in speaker.answer(line):
            print(answer, file=answers, flush=True)
        if line.split()[:1] == ["quit"]:
            return
