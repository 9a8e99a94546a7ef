"""A game in the terminal: people type, bots answer, everything is saved after every action."""

from __future__ import annotations

import contextlib
import re
import shlex
from collections.abc import Callable, Sequence
from pathlib import Path

from rich.console import Console
from rich.markup import escape

from ..bots import BOTS, CHARACTERS, Bot, label_of, make_bot
from ..engine.actions import Action, Choice
from ..engine.errors import BadInput, IllegalAction
from ..engine.game import Game
from ..engine.reading import route_facts
from ..engine.words import title
from ..page.base import page_of
from . import listing, printing, tables
from .files import write_file
from .teaching import hint_lines, seconds_of
from .textmap import text_map
from .words import help_lines, say

with contextlib.suppress(ImportError):  # line editing, where the system has it
    import readline  # noqa: F401

_BOT_NAME = re.compile(r".* \(([^()]+)\)$")
LOG_LINES = 20


def bot_name(number: int, bot: str) -> str:
    """Return the name of a computer player; it tells the kind of bot, also in a saved game."""
    if bot in CHARACTERS:
        return f"Bot {number + 1} ({bot})"
    names = ("Beatriz", "Carlos", "Diego", "Elena", "Fermín", "Gloria", "Hugo", "Inés")
    return f"{names[number % len(names)]} ({label_of(bot)})"


def bots_of(game: Game, known: Sequence[str] = ()) -> dict[str, Bot]:
    """Return the computer players of a game by the names of its players.

    A saved game starts no files and no programs by itself: only those that `known` names.
    """
    kinds = {label_of(name): name for name in known}
    found: dict[str, Bot] = {}
    for seat, name in enumerate(game.players):
        match = _BOT_NAME.match(name)
        if match and (match[1] in kinds or match[1].partition(":")[0] in (*BOTS, *CHARACTERS)):
            bot = kinds.get(match[1], match[1])
            found[name] = make_bot(bot, (game.header.seed or 0) + seat)
    return found


def check_seated(game: Game, bots: Sequence[str]) -> None:
    """Refuse bots for a game in which nobody has their name."""
    seated = {match[1] for name in game.players if (match := _BOT_NAME.match(name))}
    for bot in bots:
        if label_of(bot) not in seated:
            raise BadInput("cli.bot_not_there", bot=label_of(bot))


class Session:
    """One sitting at a table."""

    def __init__(
        self,
        game: Game,
        path: Path,
        console: Console,
        language: str = "en",
        bots: Sequence[str] = (),
    ) -> None:
        self.game = game
        self.path = path
        self.console = console
        self.language = language
        self.bots = bots_of(game, bots)
        self.choices: list[Choice] = []
        self._commands: dict[str, Callable[[str], None]] = {
            "help": self._help,
            "list": self._list,
            "table": self._table,
            "why": self._why,
            "hint": self._hint,
            "routes": self._routes,
            "board": self._board,
            "log": self._log,
            "undo": self._undo,
            "redo": self._redo,
            "save": self._save_copy,
        }

    # --- the sitting -------------------------------------------------------------------

    def run(self) -> None:
        """Play until the game is over or the players stop; the game is never lost."""
        self._save()
        try:
            while not self.game.over:
                self._let_bots_play()
                if self.game.over:
                    break
                self._present()
                if not self._until_played():
                    break
        except (KeyboardInterrupt, EOFError):
            self.console.print()
        if self.game.over:
            self.console.print(say("game_over", self.language))
            self.console.print(tables.scores(self.game, self.language))
        self._farewell()

    def _until_played(self) -> bool:
        """Read commands until one of them has changed the position; False to stop."""
        start = (len(self.game.history), self.game.state)
        while (len(self.game.history), self.game.state) == start:
            line = self._read()
            if line in ("quit", "exit", "q"):
                return False
            try:
                self._do(line)
            except IllegalAction as refusal:
                reason = self.game.text("refuse." + refusal.reason, self.language, **refusal.params)
                self._print(say("refused", self.language, reason=reason, rule=refusal.rule))
            except BadInput as error:
                self._print(error.said(self.language))
        return True

    def _read(self) -> str:
        name = self.game.name(self.game.step.actor(self.game))
        return input(f"{name}> ").strip()

    def _do(self, line: str) -> None:
        words = line.split()
        if not words:
            return
        command = self._commands.get(words[0].lower())
        if command is not None:
            command(line[len(words[0]) :].strip())
        else:
            self._play(self._action(line))

    def _action(self, text: str) -> Action:
        words = text.split()
        if words and words[0].isdecimal() and len(words) <= 2:
            return listing.by_number(self.choices, words)
        try:
            return self.game.parse(text)
        except BadInput as error:
            if "forms" not in error.params:
                raise
            kinds = self.game.rules.actions
            # Of all the forms only those that begin like it, so that they can be taken in.
            forms = [k.notation for k in kinds if words and k.notation.split()[0] == words[0]]
            if forms:
                raise BadInput("cli.written", text=text, forms="; ".join(forms)) from None
            raise BadInput("cli.unread", text=text) from None

    def _play(self, action: Action) -> None:
        self.game.play(action)
        self._save()
        self._show_log()

    def _let_bots_play(self) -> None:
        while not self.game.over:
            bot = self.bots.get(self.game.name(self.game.step.actor(self.game)))
            if bot is None:
                return
            self._play(bot.choose(self.game))

    def _show_log(self) -> None:
        for message in self.game.history[-1].log:
            self._print("  " + self.game.rules.texts.show(message, self.language), style="dim")

    def _save(self) -> None:
        write_file(self.path, self.game.to_json())

    def _farewell(self) -> None:
        self._print(say("saved", self.language, path=self.path))
        if not self.game.over:
            command = f"dieciocho terminal {shlex.quote(str(self.path))}"
            self._print(say("resume", self.language, command=command))

    # --- showing -----------------------------------------------------------------------

    def _print(self, text: str, style: str | None = None) -> None:
        self.console.print(escape(text), style=style, highlight=False, soft_wrap=True)

    def _present(self) -> None:
        self._table("")
        self._list("")

    def _table(self, rest: str) -> None:
        self.console.rule(tables.round_line(self.game, self.language), style="dim")
        self.console.print(tables.players(self.game, self.language))
        for part in (
            tables.companies(self.game, self.language),
            tables.sheets(self.game, self.language),
            tables.market(self.game, self.language),
        ):
            if part is not None:
                self.console.print()
                self.console.print(part)
        self.console.print()
        self._print(tables.trains(self.game, self.language))
        title, *lines = page_of(self.game.header.game).told(self.game, self.language) or ("",)
        if title:
            self.console.print()
            self._print(title, style="bold")
        for line in lines:
            self._print("  " + line)

    def _list(self, rest: str) -> None:
        game = self.game
        self.choices = game.legal_actions()
        step = title(game, self.language)
        turn = game.state.turn
        text = say("decides", self.language, player=game.name(game.step.actor(game)), step=step) + (
            say("for_company", self.language, company=turn.company) if turn else ""
        )
        self.console.print(f"\n[bold]{escape(text)}[/]  {say('help_hint', self.language)}")
        self._print(game.question(self.language))
        for line in listing.lines(game, self.choices, self.language):
            self.console.print(line, highlight=False, soft_wrap=True)

    def _help(self, rest: str) -> None:
        for line in help_lines(self.language):
            self.console.print("  " + line, highlight=False)

    def _log(self, rest: str) -> None:
        count = listing.whole(rest)
        count = count if count > 0 else LOG_LINES
        lines = self.game.log_lines(self.language)
        for line in lines[max(0, len(lines) - count) :]:
            self._print("  " + line)

    def _why(self, rest: str) -> None:
        answer = self.game.why_not(self._action(rest), self.language)
        if answer is None:
            self._print(say("legal", self.language))
            return
        self._print(say("refused", self.language, **answer))
        self._print("  " + answer["text"])

    def _hint(self, rest: str) -> None:
        for line in hint_lines(self.game, seconds_of(rest), self.language):
            self._print(line)

    def _routes(self, rest: str) -> None:
        companies = printing.companies_to_show(self.game, rest or None)
        facts = [route_facts(self.game, company) for company in companies]
        printing.print_routes(self.console, facts, self.language)

    def _board(self, rest: str) -> None:
        self._print(text_map(self.game))
        target = self.path.with_name("board.svg")
        try:
            write_file(target, self.game.board_svg())
        except NotImplementedError as error:
            self._print(say("no_picture", self.language, error=repr(error)))
        else:
            self._print(say("board_written", self.language, path=target))

    # --- changing ----------------------------------------------------------------------

    def _undo(self, rest: str) -> None:
        """Take back to the last decision of a person: bots would only repeat theirs."""
        if all(self.game.name(record.by) in self.bots for record in self.game.history):
            raise BadInput("input.nothing_to_undo")
        self.game.undo()
        while self.game.name(self.game.step.actor(self.game)) in self.bots:
            self.game.undo()
        self._save()

    def _redo(self, rest: str) -> None:
        self.game.redo()
        try:
            while not self.game.over and (
                self.game.name(self.game.step.actor(self.game)) in self.bots
            ):
                self.game.redo()
        except BadInput:
            pass  # the bots go on from here by themselves
        self._save()

    def _save_copy(self, rest: str) -> None:
        if not rest:
            raise BadInput("cli.save_where")
        write_file(Path(rest), self.game.to_json())
        self._print(say("saved", self.language, path=rest))
