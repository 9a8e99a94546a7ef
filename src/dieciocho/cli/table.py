"""Setting a table: who plays what, asked for when it was not said."""

from __future__ import annotations

import random
import time
from pathlib import Path

from .. import GAMES, new_game, rules_of
from ..bots import BOTS, CHARACTERS, label_of, make_bot
from ..engine.errors import BadInput
from ..engine.game import Game
from .files import names_of
from .session import bot_name
from .words import say

DEFAULT_PEOPLE = "Ana"
DEFAULT_BOTS = "sensible,sensible,sensible"


def ask(question: str, default: str) -> str:
    """Ask one question; an empty answer is the default."""
    return input(f"{question} [{default}]: ").strip() or default


def bots_named(words: str | None) -> list[str]:
    """Return the bots that were asked for; BadInput if one cannot be had."""
    kinds = [] if words in (None, "-") else names_of(words)
    for kind in kinds:
        make_bot(kind)
    if len({label_of(kind) for kind in kinds}) < len(set(kinds)):
        raise BadInput("cli.bots_alike")
    return kinds


def set_table(
    language: str,
    *,
    game: str | None,
    people: str | None,
    bots: str | None,
    seed: int | None,
    edition: str,
    options: dict[str, str],
) -> tuple[Game, list[str]]:
    """Start a new game and say which bots play; ask what was not said, if nothing was."""
    if game is None and people is None and bots is None:
        game = ask(say("ask_game", language), GAMES[0])
        rules_of(game)  # complain before the next question
        people = ask(say("ask_players", language), DEFAULT_PEOPLE)
        question = say("ask_bots", language, known=", ".join((*BOTS, *CHARACTERS)))
        bots = ask(question, DEFAULT_BOTS)
    names = names_of(people)
    kinds = bots_named(bots)
    if not names and not kinds:
        raise BadInput("cli.nobody")
    names += [bot_name(number, kind) for number, kind in enumerate(kinds)]
    if seed is None:
        seed = random.randrange(1_000_000)
    chosen = game or GAMES[0]
    return new_game(chosen, names, seed=seed, edition=edition, options=options), kinds


def options_of(words: list[str] | None) -> dict[str, str]:
    """Read the options of a game, each given as name=value."""
    found: dict[str, str] = {}
    for word in words or []:
        name, sign, value = word.partition("=")
        if not (name and sign and value):
            raise BadInput("cli.option_form", word=word)
        if name in found:
            raise BadInput("cli.option_twice", option=name)
        found[name] = value
    return found


def free_path(game: Game) -> Path:
    """Return a file name for a new game that does not exist yet."""
    stem = f"{game.header.game}-{time.strftime('%Y%m%d-%H%M%S')}"
    path = Path(f"{stem}.json")
    number = 2
    while path.exists():
        path = Path(f"{stem}-{number}.json")
        number += 1
    return path
