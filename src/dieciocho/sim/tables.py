"""Games as rows of tables, as docs/data.md describes them; of any game, wherever it was played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from ..bots.planner.features import Facts, moment_of
from ..engine.game import Game
from ..engine.reading.player import PlayerView

VERSION = 1  # of the columns; a column that changes its meaning or goes is a new one


class Column(NamedTuple):
    name: str
    type: str  # as pyarrow calls it
    means: str


# One line for each column; the first of every table tells which game a row belongs to.
_GAME = Column("game", "int32", "number of the game in these tables, from 0")
_ACTION = Column("action", "int32", "number of the action in its game, from 1")

COLUMNS: dict[str, tuple[Column, ...]] = {
    "games": (
        _GAME,
        Column("title", "string", "id of the title"),
        Column("edition", "string", "`rulebook` or `online`"),
        Column("rules", "int32", "version of the rules"),
        Column("options", "string", "variants and house rules, JSON"),
        Column("seed", "int64", "seed of the game; empty if chance drew nothing"),
        Column("players", "int8", "number of seats"),
        Column("seats", "list<string>", "who sat there: bots, or names"),
        Column("scores", "list<int32>", "wealth at the end, by seat"),
        Column("places", "list<int8>", "place at the end, by seat; equals share one"),
        Column("actions", "int32", "how many were played"),
        Column("over", "bool", "whether the game was played to its end"),
        Column("reason", "string", "why it ended"),
    ),
    "actions": (
        _GAME,
        _ACTION,
        Column("seat", "int8", "who decided, from 0"),
        Column("kind", "string", "kind of action, as in saved games"),
        Column("text", "string", "the action's notation"),
        Column("legal", "int32", "entries of the list of legal actions; an open one counts once"),
        Column("seconds", "float32", "CPU time of the decision, where a bot made it"),
    ),
    "positions": (
        _GAME,
        Column("action", "int32", "how many actions had been played"),
        Column("round", "string", "kind of the round that begins; `end` at the end"),
        Column("number", "int16", "of the cycle of rounds"),
        Column("part", "int16", "which operating round of the cycle"),
        Column("phase", "string", "phase of the game"),
        Column("bank", "int32", "money in the bank; empty if it is endless"),
        Column("left", "float32", "operating rounds that are left, as far as one can guess"),
        Column("age", "float32", "part of its phases that the game has behind it"),
        Column("seat", "int8", "the player of this row, from 0"),
        Column("priority", "bool", "whether the player begins the next stock round"),
        Column("cash", "int32", "the player's money"),
        Column("value", "int32", "what the player would score if the game ended here"),
        Column("liquidity", "int32", "cash, and what selling each holding would bring"),
        Column("certificates", "int16", "certificates that count for the limit"),
        Column("limit", "int16", "certificates that the player may have"),
        Column("shares", "int16", "percent held, of all companies together"),
        Column("companies", "int8", "companies directed"),
        Column("treasuries", "int32", "money of these companies"),
        Column("trains", "int16", "trains of these companies"),
        Column("revenue", "int32", "what these companies' last runs brought"),
        Column("lasting", "int16", "trains of these companies that are not scrapped soon"),
        Column("missing", "int32", "what they lack for the next train that they need"),
        Column("income", "int32", "what last runs would bring the player if all were paid"),
        Column("expected", "int32", "the player's wealth at the end, as the planner guesses"),
        Column("score", "int32", "the player's wealth at the end of the game"),
        Column("won", "float32", "the player's part of the victory at the end"),
    ),
}

Row = tuple[Any, ...]


class Tables(Struct, frozen=True):
    """The rows of one game, without the number of the game."""

    games: tuple[Row, ...]
    actions: tuple[Row, ...]
    positions: tuple[Row, ...]


def tabulate(game: Game, seats: Sequence[str], seconds: Sequence[float] = ()) -> Tables:
    """Return a game as rows; `seconds` tells how long the decision of each action took."""
    played = [record.action for record in game.history]
    actions: list[Row] = []
    places: list[Row] = []
    scores = list(game.scores().values())
    won = [float(score == max(scores)) for score in scores]
    ends = [(score, part / sum(won)) for score, part in zip(scores, won, strict=True)]
    replay, begun = game.at(0), None
    for number, action in enumerate(played):
        now = (replay.round.kind, replay.round.number, replay.round.part)
        if now != begun:
            places += _position(replay, now, ends)
            begun = now
        spent = seconds[number] if number < len(seconds) else None
        kind = msgspec.to_builtins(action)["do"]
        legal = len(replay.legal_actions())
        actions.append((number + 1, replay.actor, kind, str(action), legal, spent))
        replay.play(action)
    places += _position(replay, ("end" if game.over else "now", *now_of(replay)), ends)
    return Tables((_game(game, seats, scores),), tuple(actions), tuple(places))


def now_of(game: Game) -> tuple[int, int]:
    return game.round.number, game.round.part


def _game(game: Game, seats: Sequence[str], scores: list[int]) -> Row:
    header, ending = game.header, game.state.ending
    places = game.places()
    return (
        header.game,
        header.edition,
        header.version,
        msgspec.json.encode(header.options).decode(),
        header.seed,
        len(game.players),
        list(seats),
        scores,
        [places[name] for name in game.players],
        len(game.history),
        game.over,
        ending[0] if game.over and ending else None,
    )


def _position(
    game: Game, now: tuple[str, int, int], ends: list[tuple[int, float]]
) -> Iterator[Row]:
    moment = moment_of(game)
    about = (game.phase.name, game.bank.cash, moment.left, moment.age)
    for player, facts, end in zip(game.seats, moment.facts, ends, strict=True):
        yield (game.played, *now, *about, *_player(player, facts), *end)


def _player(player: PlayerView, facts: Facts) -> Row:
    return (
        player.seat,
        player.priority,
        facts.cash,
        facts.value,
        player.liquidity,
        facts.certificates,
        player.certificate_limit,
        facts.shares,
        facts.companies,
        facts.treasuries,
        facts.trains,
        facts.revenue,
        facts.lasting,
        facts.missing,
        facts.income,
        facts.expected,
    )
