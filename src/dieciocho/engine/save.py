"""Saved games: the header and the actions; loading replays them under the same rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from .errors import BadInput, IllegalAction
from .game import Game, Header

if TYPE_CHECKING:
    from .rules import Rules

FORMAT = "dieciocho-game-1"
MAX_BYTES = 20_000_000


class SavedGame(Struct, frozen=True, forbid_unknown_fields=True):
    format: str
    header: Header
    actions: list[msgspec.Raw]


def dump(game: Game) -> str:
    """Return a game as JSON, one action per line."""
    encode = msgspec.json.encode
    lines = ",\n".join("  " + encode(record.action).decode() for record in game.history)
    return (
        f'{{"format": "{FORMAT}",\n"header": {encode(game.header).decode()},\n'
        f'"actions": [\n{lines}\n]}}\n'
    )


def read_saved(data: bytes) -> SavedGame:
    """Decode a saved game; BadInput says what is wrong with it."""
    if len(data) > MAX_BYTES:
        raise BadInput("the file is larger than {size} MB", size=MAX_BYTES // 1_000_000)
    try:
        saved = msgspec.json.decode(data, type=SavedGame)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise BadInput("this is not a saved game: {why}", why=error) from None
    if saved.format != FORMAT:
        raise BadInput(
            "unknown format {format!r}, expected {known!r}", format=saved.format, known=FORMAT
        )
    return saved


def decode_action(data: bytes | msgspec.Raw, rules: Rules) -> Any:
    """Decode one action of a game from JSON."""
    try:
        return rules.action_decoder.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise BadInput(
            "this is not an action of {game}: {why}", game=rules.title, why=error
        ) from None


def check_header(header: Header, rules: Rules) -> None:
    """Refuse a header that no game can start from."""
    if header.edition not in rules.editions:
        raise BadInput(
            "{game} has no edition {edition!r}: {known}",
            game=rules.title,
            edition=header.edition,
            known=", ".join(rules.editions),
        )
    if not 1 <= header.version <= rules.version:
        raise BadInput(
            "{game}: rules version {version} is not known here",
            game=rules.title,
            version=header.version,
        )
    if len(set(header.players)) != len(header.players) or not all(
        isinstance(name, str) and name.strip() for name in header.players
    ):
        raise BadInput("every player needs a name of their own")
    rules.check_count(header.players)
    rules.check_options(header)


def replay(saved: SavedGame, rules: Rules) -> Game:
    """Play a saved game through with full validation."""
    check_header(saved.header, rules)
    game = Game(saved.header, rules)
    for number, raw in enumerate(saved.actions, 1):
        action = decode_action(raw, rules)
        try:
            game.play(action)
        except IllegalAction as error:
            raise BadInput(
                "action {number} of the file is not legal: {why}", number=number, why=error
            ) from None
    return game
