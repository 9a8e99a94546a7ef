"""What the API answers, as types: the programs' description of it is made of them."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from msgspec import UNSET, Struct, UnsetType

from ...engine.actions import Choice
from ...engine.game import Game, Record
from ..models import Table
from ..play import talk
from ..services.asking import Viewer
from .state import state_of

Json = dict[str, Any]


class SeatFacts(Struct):
    index: int
    name: str
    bot: str | None
    open: bool
    host: bool
    mine: bool  # the one who asks plays it now
    owned: bool  # it is theirs, though a bot may stand in
    until: str | None  # how long a bot stands in
    ready: bool


class TableFacts(Struct):
    """What is known of a table without looking at its game."""

    slug: str
    title: str
    game: str
    edition: str
    seed: int | None
    status: str
    public: bool
    undo: str
    deadline: int | None
    revision: int
    length: int
    actor: int | None
    result: dict[str, int] | None
    seats: list[SeatFacts]
    branched_at: int | None
    created_at: datetime
    changed_at: datetime
    live: str


class Position(Struct):
    """The table of a game; docs/api.md describes its `state`."""

    at: int
    actor: int | None
    step: str | None
    question: str
    scores: dict[str, int]
    places: dict[str, int]
    state: Json


class Whole(TableFacts):
    """A table with its position; with the actions the header is the whole game."""

    header: Json | None
    position: Position | None


class TableList(Struct):
    tables: list[TableFacts]


class ChoiceFacts(Struct):
    """An entry of the legal actions."""

    action: Json
    text: str
    low: int | None
    high: int | None
    step: int
    open: bool
    turns: tuple[int, ...]


class Legal(Struct):
    revision: int
    at: int
    actor: int | None
    mine: bool
    step: str | None
    question: str
    choices: list[ChoiceFacts]


class RecordFacts(Struct):
    """An action that was played, and what the log says of it."""

    number: int
    seat: int
    action: Json
    text: str
    log: list[str]


class Played(Struct):
    revision: int
    length: int
    actions: list[RecordFacts]


class Verdict(Struct, omit_defaults=True):
    """What an action would do (`log`, `gains`), or which rule forbids it."""

    legal: bool
    log: list[str] | UnsetType = UNSET
    gains: dict[str, int] | UnsetType = UNSET
    rule: str | UnsetType = UNSET
    reason: str | UnsetType = UNSET
    text: str | UnsetType = UNSET  # of the rule


class Run(Struct):
    train: str
    path: str


class RunSet(Struct, rename={"kind": "class"}):
    """Routes of all trains of a company, and what they bring."""

    revenue: int
    income: int
    kind: int
    routes: list[Run]


class Routes(Struct):
    """The best set of every class, the one that brings most first."""

    company: str
    trains: list[str]
    proven: bool
    sets: list[RunSet]


class NotesText(Struct):
    text: str


class Chat(Struct):
    lines: list[talk.Line]


class ProgramFacts(Struct):
    """What a seat leaves to the server; `ended` tells why it is over."""

    number: int
    seat: int
    wish: Json
    ended: Json | None


class Programs(Struct):
    programs: list[ProgramFacts]


class Mistake(Struct):
    code: str
    text: str
    rule: str | None


class Error(Struct):
    error: Mistake


def facts(table: Table, viewer: Viewer) -> TableFacts:
    return TableFacts(**_facts(table, viewer))


def whole(table: Table, viewer: Viewer, game: Game | None, language: str) -> Whole:
    position = None if game is None else _position(game, language)
    return Whole(**_facts(table, viewer), header=table.header, position=position)


def _facts(table: Table, viewer: Viewer) -> Json:
    return {
        "slug": table.slug,
        "title": table.title,
        "game": table.game,
        "edition": table.edition,
        "seed": table.seed,
        "status": table.status,
        "public": table.public,
        "undo": table.undo_policy,
        "deadline": table.deadline,
        "revision": table.revision,
        "length": table.length,
        "actor": table.actor,
        "result": table.result,
        "seats": [
            SeatFacts(
                index=seat.index,
                name=seat.name,
                bot=seat.bot or None,
                open=not (seat.owner_id or seat.guest or seat.bot),
                host=seat.host,
                mine=viewer.holds(seat),
                owned=viewer.owns(seat),
                until=seat.until or None,
                ready=seat.ready,
            )
            for seat in table.seats.all()
        ],
        "branched_at": table.branched_at,
        "created_at": table.created_at,
        "changed_at": table.changed_at,
        "live": f"/live/{table.slug}/",
    }


def _position(game: Game, language: str) -> Position:
    return Position(
        at=len(game.history),
        actor=game.actor,
        step=None if game.over else game.step.id,
        question=game.question(language),
        scores=game.scores(),
        places=game.places(),
        state=state_of(game),
    )


def choice_facts(choice: Choice) -> ChoiceFacts:
    return ChoiceFacts(
        action=choice.action,  # type: ignore[arg-type]  # written as JSON it is that
        text=str(choice.action),
        low=choice.low,
        high=choice.high,
        step=choice.step,
        open=choice.open,
        turns=choice.turns,
    )


def record_facts(game: Game, number: int, record: Record, language: str) -> RecordFacts:
    return RecordFacts(
        number=number,
        seat=record.by,
        action=record.action,  # type: ignore[arg-type]  # written as JSON it is that
        text=str(record.action),
        log=[game.rules.texts.show(message, language) for message in record.log],
    )
