"""Saved games: the header and the actions; loading replays them under the same rules.

A game that begins from a position has it in its header. Whatever comes from outside begins here:
`begin` refuses headers that no game starts from, and tables that are not complete.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sized
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from .errors import BadInput, IllegalAction
from .game import Game, Header, Play
from .invariants import BrokenInvariant, check
from .positions import FORMAT as POSITION
from .positions import table_of
from .words import is_visible

if TYPE_CHECKING:
    from .rules import Rules

FORMAT = "dieciocho-game-1"
MAX_BYTES = 20_000_000
MAX_ACTIONS = 50_000  # many times what the longest game has


def check_length(actions: Sized, most: int | None = None) -> None:
    """Refuse a file with more actions than any game has, before they are replayed."""
    most = MAX_ACTIONS if most is None else most
    if len(actions) > most:
        raise BadInput("input.many_actions", count=most)


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
        raise BadInput("input.too_large", size=MAX_BYTES // 1_000_000)
    try:
        saved = msgspec.json.decode(data, type=SavedGame)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise BadInput("input.not_saved", why=error) from None
    if saved.format != FORMAT:
        raise BadInput("input.unknown_format", format=saved.format, known=FORMAT)
    check_length(saved.actions)
    return saved


def decode_action(data: bytes | msgspec.Raw, rules: Rules) -> Any:
    """Decode one action of a game from JSON."""
    try:
        return rules.action_decoder.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise BadInput("input.not_an_action", game=rules.title, why=error) from None


def check_header(header: Header, rules: Rules) -> None:
    """Refuse a header that no game can start from."""
    if header.edition not in rules.editions:
        raise BadInput(
            "input.no_edition",
            game=rules.title,
            edition=header.edition,
            known=", ".join(rules.editions),
        )
    if not 1 <= header.version <= rules.version:
        raise BadInput(
            "input.no_version",
            game=rules.title,
            version=header.version,
        )
    if len(set(header.players)) != len(header.players) or not all(
        isinstance(name, str) and name.strip() for name in header.players
    ):
        raise BadInput("input.own_name")
    rules.check_count(header.players)
    rules.check_options(header)


def start(
    rules: Rules,
    players: Iterable[str],
    *,
    edition: str = "rulebook",
    seed: int | None = None,
    luck: int | None = None,
    as_seated: bool = False,
    options: Mapping[str, str] | None = None,
) -> Game:
    """Start a game. A seed draws the seats by lot, unless the players are seated already.

    What else chance decides is drawn by `luck`, by default by the same seed.
    """
    given = {
        "game": rules.id,
        "players": list(players),
        "edition": edition,
        "seed": seed,
        "version": rules.version,
        "options": options or {},
    }
    try:  # what a game could not be read from must not be written into its file
        header = msgspec.convert(given, Header)
    except msgspec.ValidationError as error:
        raise BadInput("input.cannot_start", why=error) from None
    check_header(header, rules)
    if not all(is_visible(name) for name in header.players):
        raise BadInput("input.own_name")
    listed = as_seated or seed is None
    seating = header.players if listed else rules.draw(header.players, seed or 0)
    drawn = rules.lots(seating, (seed or 0) if luck is None else luck, header.options)
    return Game(replace(header, players=seating, options=drawn), rules)


def begin(header: Header, rules: Rules) -> Game:
    """Start a game; a position that it begins from is checked and written out in full."""
    check_header(header, rules)
    if not header.start:
        return Game(header, rules)
    try:
        game = Game(header, rules)
        check(game)
        if not game.over and not (game.actor in range(len(game.players)) and game.legal_actions()):
            raise BadInput("input.position_no_choice")
        return Game(replace(header, start=table_of(game)), rules)
    except BadInput:
        raise
    except BrokenInvariant as error:
        raise BadInput("input.position_incomplete", where=error.where, why=error.law) from None
    except Exception as error:  # names and numbers that fit their places, but not each other
        why = f"{type(error).__name__}: {error}"
        raise BadInput("input.position_cannot_go_on", why=why) from None


_HEADER = ("game", "players", "edition", "version", "seed", "options")


def header_of(position: Mapping[str, Any], rules_of: Callable[[str], Rules]) -> Header:
    """Return the header of a game that begins from a position, given as data."""
    data = dict(position)
    if data.pop("position", None) != POSITION:
        raise BadInput("input.position_first_line", format=POSITION)
    given = {name: data.pop(name) for name in _HEADER if name in data}
    try:
        header = msgspec.convert({**given, "start": data}, Header)
    except msgspec.ValidationError as error:
        raise BadInput("input.position_unread", why=error) from None
    if header.seed is not None and not 0 <= header.seed < 2**63:
        raise BadInput("input.position_unread", why="`seed` is out of range")
    version = rules_of(header.game).version
    return header if "version" in given else replace(header, version=version)


def replay(saved: SavedGame, rules: Rules) -> Game:
    """Play a saved game through with full validation."""
    game = begin(saved.header, rules)
    play = Play(game)
    for number, raw in enumerate(saved.actions, 1):
        action = decode_action(raw, rules)
        try:
            play.repeat(action)
        except IllegalAction as error:
            raise BadInput("input.file_not_legal", number=number, why=error) from None
    return game
