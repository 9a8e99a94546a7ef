"""Play, study and simulate 18xx railway games.

game = dieciocho.new_game("1888n", players=["Ana", "Luis", "Eva"], seed=7)
game.play(game.legal_actions()[0])
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from .engine.actions import Action, Choice
from .engine.errors import BadInput, DefinitionError, DieciochoError, IllegalAction
from .engine.game import Game, Header
from .engine.save import check_header, read_saved, replay
from .games import GAMES, rules_of

__version__ = "0.1.0"


def new_game(
    game: str,
    players: Sequence[str],
    *,
    seed: int | None = None,
    edition: str = "rulebook",
    options: dict[str, str] | None = None,
) -> Game:
    """Start a game. With a seed the seating is drawn by lot, without one it is as given."""
    rules = rules_of(game)
    if isinstance(players, str) or not isinstance(players, Iterable):
        raise BadInput("players must be a list of names")
    given = {
        "game": game,
        "players": list(players),
        "edition": edition,
        "seed": seed,
        "version": rules.version,
        "options": options or {},
    }
    try:  # what a game could not be read from must not be written into its file
        header = msgspec.convert(given, Header)
    except msgspec.ValidationError as error:
        raise BadInput(f"a game cannot start like this: {error}") from None
    check_header(header, rules)
    seating = header.players if seed is None else rules.draw(header.players, seed)
    drawn = rules.lots(seating, seed or 0, header.options)
    return Game(replace(header, players=seating, options=drawn), rules)


def loads(data: str | bytes) -> Game:
    """Read a saved game from text."""
    saved = read_saved(data.encode() if isinstance(data, str) else data)
    return replay(saved, rules_of(saved.header.game))


def load(source: str | bytes | Path | Mapping[str, Any]) -> Game:
    """Read a saved game: its text, the file that it is in, or its data as JSON is parsed.

    The counterpart of `Game.to_json`. Text begins with a brace, anything else is a path.
    """
    if isinstance(source, Mapping):
        try:
            return loads(msgspec.json.encode(source))
        except (TypeError, ValueError, RecursionError) as error:
            raise BadInput("this is not a saved game: {why}", why=error) from None
    if isinstance(source, bytes) or (isinstance(source, str) and source.lstrip()[:1] == "{"):
        return loads(source)
    if not isinstance(source, str | Path):
        raise BadInput(
            "a game is loaded from text, a path or parsed data, not {what}",
            what=type(source).__name__,
        )
    try:
        data = Path(source).read_bytes()
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise BadInput("cannot read {path}: {why}", path=source, why=why) from None
    return loads(data)


__all__ = [
    "GAMES",
    "Action",
    "BadInput",
    "Choice",
    "DefinitionError",
    "DieciochoError",
    "Game",
    "Header",
    "IllegalAction",
    "load",
    "loads",
    "new_game",
    "rules_of",
]
