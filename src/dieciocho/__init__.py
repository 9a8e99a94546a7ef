"""Play, study and simulate 18xx railway games.

>>> import dieciocho
>>> game = dieciocho.new_game(dieciocho.GAMES[0], players=["Ana", "Luis", "Eva"], seed=7)
>>> game.play(game.legal_actions()[0]).played
1
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from . import games
from .engine.actions import Action, Choice
from .engine.errors import BadInput, DefinitionError, DieciochoError, IllegalAction
from .engine.game import Game, Header
from .engine.positions.text import is_position
from .engine.positions.text import read as read_text
from .engine.reading import (
    BankView,
    CompanyView,
    DepotView,
    MarketView,
    PlayerView,
    PrivateView,
)
from .engine.save import begin, header_of, read_saved, replay, start
from .games import rules_of

if TYPE_CHECKING:
    from .bots.teacher import Analysis, Hint

__version__ = "0.1.0"

GAMES: tuple[str, ...]  # the ids of all games that are installed


def __getattr__(name: str) -> Any:
    if name == "GAMES":
        return games.GAMES
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


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
        raise BadInput("input.players_list")
    return start(rules, players, seed=seed, edition=edition, options=options)


def loads(data: str | bytes) -> Game:
    """Read a saved game from text."""
    saved = read_saved(data.encode() if isinstance(data, str) else data)
    return replay(saved, rules_of(saved.header.game))


def load(source: str | bytes | Path | Mapping[str, Any]) -> Game:
    """Read a saved game: its text, the file that it is in, or its data as JSON is parsed.

    The counterpart of `Game.to_json`. Text begins with a brace, anything else is a path; the file
    may also contain a position.
    """
    if isinstance(source, Mapping):
        try:
            return loads(msgspec.json.encode(source))
        except (TypeError, ValueError, RecursionError) as error:
            raise BadInput("input.not_saved", why=error) from None
    if isinstance(source, bytes) or (isinstance(source, str) and source.lstrip()[:1] == "{"):
        return loads(source)
    if not isinstance(source, str | Path):
        raise BadInput(
            "input.loaded_from",
            what=type(source).__name__,
        )
    data = _bytes_of(source)
    return from_position(data) if is_position(data) else loads(data)


def from_position(source: str | bytes | Path | Mapping[str, Any]) -> Game:
    """Start a game from a position: its text, the file that it is in, or its data.

    The counterpart of `Game.position`. Text has several lines, anything else is a path. What the
    position leaves out is as at the start of the game; BadInput says what is wrong with it.
    """
    if isinstance(source, Path) or (isinstance(source, str) and "\n" not in source):
        source = _bytes_of(source)
    if isinstance(source, str | bytes):
        source = read_text(source)
    if not isinstance(source, Mapping):
        raise BadInput("input.position_what_it_is", what=type(source).__name__)
    header = header_of(source, rules_of)
    return begin(header, rules_of(header.game))


def advise(game: Game, **wishes: Any) -> Hint:
    """Return what the planner would do now, and the next best plans (bots.teacher.advise).

    Wishes: CPU `seconds`, or `units` of work that give the same answer everywhere; `seed`.
    """
    from .bots import teacher

    return teacher.advise(game, **wishes)


def analyse(game: Game, **wishes: Any) -> Analysis:
    """Return how a game went, and where it was decided (bots.teacher.analyse).

    Wishes: `units` of work, and `progress`, which is told the part that is done.
    """
    from .bots import teacher

    return teacher.analyse(game, **wishes)


def _bytes_of(path: str | Path) -> bytes:
    try:
        return Path(path).read_bytes()
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise BadInput("input.cannot_read", path=path, why=why) from None


__all__ = [
    "GAMES",
    "Action",
    "BadInput",
    "BankView",
    "Choice",
    "CompanyView",
    "DefinitionError",
    "DepotView",
    "DieciochoError",
    "Game",
    "Header",
    "IllegalAction",
    "MarketView",
    "PlayerView",
    "PrivateView",
    "advise",
    "analyse",
    "from_position",
    "load",
    "loads",
    "new_game",
    "rules_of",
]
